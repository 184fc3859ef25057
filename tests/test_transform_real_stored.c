/* SPDX-License-Identifier: MIT
 *
 * Spectra of real numbers from half-length transforms that have just been stored: the same bits as
 * in the usual way, since which of the two a line takes depends on how many there are.
 */
#include <stdlib.h>
#include <string.h>

#include "cpu/plan/plan.h"
#include "cpu/real/real_engine.h"
#include "transform_testing.h"

enum { MOST = 300 };

static void *twiddles_of(const fftc_real_engine *engine, fftc_real_twiddle turn, size_t h)
{
    const size_t number = 2 * fftc_precision_bytes(engine->precision);
    const size_t bytes = fftc_real_twiddles_count(engine, turn, h) * number;
    void *turns = aligned_alloc(64, (bytes + 64) / 64 * 64);
    ck_assert_ptr_nonnull(turns);
    fftc_real_twiddles_fill(engine, turn, h, turns);
    return turns;
}

/* Checks separate_stored in place and out of place, in vectors of `numbers` or more. */
static void check(fftc_precision precision, const char *isa, size_t h, size_t numbers,
                  testing_random *random)
{
    const fftc_real_engine *usual = fftc_real_engine_choose(precision, isa, h);
    const fftc_real_engine *stored = fftc_real_engine_for_stored(precision, isa, h, numbers);
    if (stored == NULL) {
        return;
    }
    const size_t number = 2 * fftc_precision_bytes(precision);
    testing_buffer z = testing_buffer_create((h + 1) * number, 64);
    testing_buffer x = testing_buffer_create((h + 1) * number, 64);
    testing_buffer y = testing_buffer_create((h + 1) * number, 64);
    void *turns = twiddles_of(usual, FFTC_TWIDDLE_REAL, h);
    void *stored_twiddles = twiddles_of(stored, FFTC_TWIDDLE_STORED, h);
    testing_fill(precision, z.data, h, random);
    fftc_real_pass pass = {.src = z.data, .dst = x.data, .h = h, .twiddles = turns};
    usual->separate(&pass, 0, SIZE_MAX);
    pass.dst = y.data;
    pass.twiddles = stored_twiddles;
    stored->separate_stored(&pass, 0, SIZE_MAX);
    ck_assert_msg(memcmp(x.data, y.data, (h + 1) * number) == 0, "%s, %zu numbers", isa, h);
    pass.dst = z.data;
    stored->separate_stored(&pass, 0, SIZE_MAX);
    ck_assert_msg(memcmp(x.data, z.data, (h + 1) * number) == 0, "%s, %zu numbers in place", isa,
                  h);
    testing_buffer_release(&z);
    testing_buffer_release(&x);
    testing_buffer_release(&y);
    free(turns);
    free(stored_twiddles);
}

/* The name of the instruction set that plans take. */
static const char *isa_of_plans(fftc_precision precision)
{
    const fftc_transform t = {.length = {64}, .precision = precision};
    fftc_plan *plan = transform_plan(&t, 1);
    const char *name = plan->engines[0]->name;
    fftc_plan_destroy(plan);
    return name;
}

START_TEST(spectrum_of_what_was_just_stored_has_the_usual_bits)
{
    testing_random random = testing_random_start("stored");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        const bool can = transform_force_isa(isa);
        for (size_t h = 1; can && h <= MOST; ++h) {
            for (size_t numbers = 2; numbers <= 8; numbers *= 2) {
                check(FFTC_FLOAT32, isa_of_plans(FFTC_FLOAT32), h, numbers, &random);
                check(FFTC_FLOAT64, isa_of_plans(FFTC_FLOAT64), h, numbers, &random);
            }
        }
    }
}
END_TEST

/* separate_stored is taken where a line is short and fills halves of vectors. */
START_TEST(engine_for_it_divides_the_line)
{
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (!transform_force_isa(isa)) {
            continue;
        }
        const char *name = isa_of_plans(FFTC_FLOAT32);
        size_t found = 0;
        for (size_t h = 1; h <= MOST; ++h) {
            const fftc_real_engine *e = fftc_real_engine_for_stored(FFTC_FLOAT32, name, h, 2);
            ck_assert(e == NULL || h % ((size_t)e->lanes / 2) == 0);
            const fftc_real_engine *wide = fftc_real_engine_for_stored(FFTC_FLOAT32, name, h, 8);
            ck_assert(wide == NULL || wide->lanes >= 16);
            found += e != NULL ? 1 : 0;
        }
        const fftc_real_engine *widest = fftc_real_engine_choose(FFTC_FLOAT32, name, SIZE_MAX);
        ck_assert_msg((found > MOST / 8) == (widest->lanes >= 4), "%s", name);
        ck_assert_ptr_null(fftc_real_engine_for_stored(FFTC_FLOAT32, name, 4096, 2));
    }
}
END_TEST

TESTING_MAIN("transform_real_stored", spectrum_of_what_was_just_stored_has_the_usual_bits,
             engine_for_it_divides_the_line)
