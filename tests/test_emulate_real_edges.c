/* SPDX-License-Identifier: MIT
 *
 * Plans of real numbers for devices in the emulator: every storage and range right, nothing touched
 * that must not be, and no finding on any schedule.
 */
#include <stdlib.h>
#include <string.h>

#include "doubling_pieces.h"
#include "edges_testing.h"
#include "real_arrays.h"

#ifdef TESTING_SANITIZED
#define ROUNDS 50u
#else
#define ROUNDS 150u
#endif

static void check_kind(fftc_kind kind, const char *name)
{
    testing_random random = testing_random_start(name);
    for (unsigned i = 0; i < ROUNDS * transform_campaign(); ++i) {
        fftc_transform t = real_draw_any(kind, &random, i % 8 == 0 ? 2000 : 300);
        edges_emulated e = edges_narrow(i);
        free(real_run_checked(&(transform_runner){edges_emulate, &e}, &t, 0, random).number);
        testing_random_next(&random);
    }
}

START_TEST(real_any_storage_and_ranges_right_and_clean)
{
    check_kind(FFTC_REAL, "emulated real edges");
}
END_TEST

START_TEST(trigonometric_any_storage_and_ranges_right_and_clean)
{
    check_kind(FFTC_REAL_TO_REAL, "emulated trigonometric edges");
}
END_TEST

/* --- accessors -------------------------------------------------------------------------------- */

/* How often each element was stored, and which ones were loaded. */
enum { ELEMENTS_MAX = 1 << 16 };
static unsigned char loaded[ELEMENTS_MAX];
static unsigned char stored[ELEMENTS_MAX];

static void note_load(uint32_t index, void *value)
{
    ck_assert_uint_lt(index, ELEMENTS_MAX);
    loaded[index] = 1;
    fftc_emulated_load(index, value);
}

static void note_store(uint32_t index, const void *value)
{
    ck_assert_uint_lt(index, ELEMENTS_MAX);
    ++stored[index];
    fftc_emulated_store(index, value);
}

/* Checks that every element of a side's range was asked for, or stored once, and nothing else. */
static void check_notes(const fftc_transform *t, bool dst, const unsigned char *notes)
{
    static unsigned char expected[ELEMENTS_MAX];
    real_side side = real_side_of(t, dst);
    memset(expected, 0, sizeof expected);
    for (size_t i = 0; i < side.items; ++i) {
        size_t rest = i;
        bool inside = true;
        for (int k = side.rank - 1; k >= 0; --k) {
            fftc_range range = dst ? t->dst_range[k] : t->src_range[k];
            size_t at = rest % side.length[k];
            inside = inside && (range.end == 0 || (at >= range.begin && at < range.end));
            rest /= side.length[k];
        }
        expected[real_offset(&side, i)] |= inside;
    }
    for (size_t i = 0; i < ELEMENTS_MAX && memcmp(notes, expected, sizeof expected) != 0; ++i) {
        ck_assert_msg(notes[i] == expected[i], "%s: element %zu of %s %u times", real_describe(t),
                      i, dst ? "dst" : "src", notes[i]);
    }
}

static void check_accessors(fftc_kind kind, const char *name)
{
    testing_random random = testing_random_start(name);
    ck_assert_ptr_nonnull(strstr(doubling_load, "fftc_user_load"));
    ck_assert_ptr_nonnull(strstr(halving_store, "fftc_user_store"));
    for (unsigned i = 0; i < ROUNDS / 2 * transform_campaign(); ++i) {
        fftc_transform t = real_draw_any(kind, &random, 200);
        edges_emulated e = edges_narrow(i);
        const transform_runner runner = {edges_emulate, &e};
        t.precision = t.precision == FFTC_FLOAT64 ? FFTC_FLOAT32 : t.precision;
        real_result plain = real_run_by(&runner, &t, 0, random);
        memset(loaded, 0, sizeof loaded);
        memset(stored, 0, sizeof stored);
        e.emulation.load = i % 4 != 1 ? note_load : NULL;
        e.emulation.store = i % 4 != 2 ? note_store : NULL;
        real_result result = real_run_by(&runner, &t, 0, random);
        double factor = i % 4 == 1 ? 0.5 : i % 4 == 2 ? 2.0 : 1.0;
        for (size_t k = 0; k < plain.count; ++k) {
            ck_assert_msg(result.number[k] == factor * plain.number[k] ||
                              (t.precision == FFTC_FLOAT16 && factor != 1.0),
                          "%s: number %zu", real_describe(&t), k);
        }
        if (i % 4 != 1) {
            check_notes(&t, false, loaded);
        }
        if (i % 4 != 2) {
            check_notes(&t, true, stored);
        }
        free(plain.number);
        free(result.number);
        testing_random_next(&random);
    }
}

START_TEST(real_accessors_stand_for_loads_and_stores)
{
    check_accessors(FFTC_REAL, "emulated real accessors");
}
END_TEST

START_TEST(trigonometric_accessors_stand_for_loads_and_stores)
{
    check_accessors(FFTC_REAL_TO_REAL, "emulated trigonometric accessors");
}
END_TEST

TESTING_MAIN("emulate_real_edges", real_accessors_stand_for_loads_and_stores,
             trigonometric_accessors_stand_for_loads_and_stores,
             real_any_storage_and_ranges_right_and_clean,
             trigonometric_any_storage_and_ranges_right_and_clean)
