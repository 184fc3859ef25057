/* SPDX-License-Identifier: MIT
 *
 * What transforms of real numbers have to hold, whichever their kind.
 */
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "real_testing.h"

void real_check(const fftc_transform *t, const void *scalars, const long double *expected)
{
    double error = real_error(t, scalars, expected);
    ck_assert_msg(error <= real_bound(t), "%s: error %.3g, bound %.3g", real_describe(t), error,
                  real_bound(t));
}

void real_check_row(const fftc_transform *t, const void *data)
{
    long double *expected = real_expect(t, data);
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (transform_force_isa(isa)) {
            void *scalars = real_execute(t, 1, 0, data);
            real_check(t, scalars, expected);
            free(scalars);
        }
    }
    free(expected);
}

static void check_same_bits(const fftc_transform *t, int threads, const void *data,
                            const void *scalars)
{
    real_side to = real_side_of(t, true);
    void *others = real_execute(t, threads, 1, data);
    ck_assert_msg(
        memcmp(others, scalars, to.items * to.scalars * fftc_precision_bytes(t->precision)) == 0,
        "%s: other bits with %d threads", real_describe(t), threads);
    free(others);
}

/* What is left after an alignment of 64 bytes, and the last scalar before the end of a page, are
 * both drawn. */
static void check_description(const fftc_transform *t, testing_random *random)
{
    real_side from = real_side_of(t, false);
    size_t count = from.span * from.scalars;
    char *data = malloc(count * sizeof(double));
    ck_assert_ptr_nonnull(data);
    real_fill(t->precision, data, count, random);
    long double *expected = real_expect(t, data);
    void *scalars = real_execute(t, 1, testing_random_below(random, 16), data);
    real_check(t, scalars, expected);
    check_same_bits(t, 2 + (int)testing_random_below(random, 3), data, scalars);
    if (t->kind == FFTC_REAL_TO_REAL && t->placement == FFTC_OUT_OF_PLACE &&
        memcmp(t->src_stride, t->dst_stride, sizeof t->src_stride) == 0 &&
        t->src_distance == t->dst_distance) {
        fftc_transform in_place = *t;
        in_place.placement = FFTC_IN_PLACE;
        check_same_bits(&in_place, 1, data, scalars);
    }
    free(scalars);
    free(expected);
    free(data);
}

void real_check_descriptions(fftc_kind kind, testing_random *random)
{
    for (unsigned i = 0; i < 300 * transform_campaign(); ++i) {
        fftc_transform t = real_draw(kind, random, 1500);
        (void)transform_force_isa(i % TRANSFORM_ISAS);
        if (fftc_simd_isa_name() != NULL) {
            check_description(&t, random);
        }
    }
}

void real_check_threads(fftc_kind kind, testing_random *random)
{
    ck_assert_int_eq(setenv("FFTCORE_FORCE_THREADS", "1", 1), 0);
    for (unsigned i = 0; i < 100 * transform_campaign(); ++i) {
        fftc_transform t = real_draw(kind, random, 1000);
        check_description(&t, random);
    }
}

void real_check_close(const fftc_transform *t, const void *data, const void *back, size_t count)
{
    long double difference = 0;
    long double norm = 0;
    for (size_t i = 0; i < count; ++i) {
        long double x = (long double)testing_get(t->precision, data, i);
        long double d = (long double)testing_get(t->precision, back, i) - x;
        difference += d * d;
        norm += x * x;
    }
    double bound = 2 * real_bound(t);
    ck_assert_msg(difference <= (long double)bound * (long double)bound * norm,
                  "%s: does not come back", real_describe(t));
}
