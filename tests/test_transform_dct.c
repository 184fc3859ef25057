/* SPDX-License-Identifier: MIT
 *
 * Cosine and sine transforms against their definition: every kind at every short length, and any
 * description.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "real_testing.h"

#define KINDS 8

static void check_length(size_t n, fftc_trigonometric kind, fftc_precision precision,
                         testing_random *random)
{
    char data[256 * sizeof(double)];
    fftc_transform t = {
        .length = {n}, .precision = precision, .kind = FFTC_REAL_TO_REAL, .trigonometric = {kind}};
    t.scaling = (fftc_scaling)testing_random_below(random, 3);
    real_fill(precision, data, n, random);
    real_check_row(&t, data);
}

START_TEST(length_every_short_one_is_the_definition)
{
    testing_random random = testing_random_start("dct, short");
    for (size_t n = 1; n <= 256; ++n) {
        for (int kind = 0; kind < KINDS; ++kind) {
            if (n > 1 || kind != FFTC_DCT_I) {
                check_length(n, (fftc_trigonometric)kind, (fftc_precision)((n + kind) % 2),
                             &random);
            }
        }
    }
}
END_TEST

START_TEST(description_any_is_the_definition)
{
    testing_random random = testing_random_start("dct, any");
    real_check_descriptions(FFTC_REAL_TO_REAL, &random);
}
END_TEST

START_TEST(description_many_threads_is_the_definition)
{
    testing_random random = testing_random_start("dct, threads");
    real_check_threads(FFTC_REAL_TO_REAL, &random);
}
END_TEST

/* Small planes are one call of fftc_plan_execute; fftc_plan_execute_arrays takes steps. */
static void check_plane(const fftc_transform *t, testing_random *random)
{
    enum { MOST = 16 * 16 };
    double src[MOST];
    double once[MOST];
    double steps[MOST];
    const size_t n = (size_t)(t->length[0] * t->length[1]);
    const size_t bytes = n * (t->precision == FFTC_FLOAT64 ? sizeof(double) : sizeof(float));
    const bool in_place = t->placement == FFTC_IN_PLACE;
    real_fill(t->precision, src, n, random);
    memcpy(once, src, bytes);
    memcpy(steps, src, bytes);
    fftc_plan *plan = transform_plan(t, 1);
    const fftc_arrays arrays = {.src = in_place ? steps : src, .dst = steps};
    ck_assert_int_eq(fftc_plan_execute(plan, in_place ? once : src, once, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute_arrays(plan, &arrays, NULL), FFTC_SUCCESS);
    ck_assert_msg(memcmp(once, steps, bytes) == 0, "%s", real_describe(t));
    fftc_plan_destroy(plan);
}

START_TEST(plane_in_one_call_has_the_bits_of_steps)
{
    static const uint64_t lengths[] = {2, 3, 4, 6, 8, 9, 16};
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    testing_random random = testing_random_start("dct, planes");
    for (size_t i = 0; i < TRANSFORM_ISAS * LENGTHS * LENGTHS * 4; ++i) {
        if (!transform_force_isa(i % TRANSFORM_ISAS)) {
            continue;
        }
        const size_t k = i / TRANSFORM_ISAS;
        const fftc_trigonometric kind = (fftc_trigonometric)testing_random_below(&random, KINDS);
        fftc_transform t = {.length = {lengths[k % LENGTHS], lengths[k / LENGTHS % LENGTHS]},
                            .kind = FFTC_REAL_TO_REAL,
                            .trigonometric = {kind, FFTC_DCT_II}};
        t.precision = k / (LENGTHS * LENGTHS) % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        t.placement = k / (LENGTHS * LENGTHS * 2) == 0 ? FFTC_OUT_OF_PLACE : FFTC_IN_PLACE;
        check_plane(&t, &random);
    }
}
END_TEST

/* Long rows: in place against out of place, and there and back. */
static void check_long(size_t n, fftc_trigonometric kind, fftc_precision precision,
                       testing_random *random)
{
    size_t scalar = fftc_precision_bytes(precision);
    fftc_transform t = {.length = {n},
                        .precision = precision,
                        .scaling = FFTC_SCALE_UNITARY,
                        .kind = FFTC_REAL_TO_REAL,
                        .trigonometric = {kind}};
    char *data = malloc(n * scalar);
    ck_assert_ptr_nonnull(data);
    real_fill(precision, data, n, random);
    void *out = real_execute(&t, 1, 3, data);
    t.placement = FFTC_IN_PLACE;
    void *in = real_execute(&t, 1, 0, data);
    ck_assert_msg(memcmp(in, out, n * scalar) == 0, "%s: other bits than out of place",
                  real_describe(&t));
    free(in);
    t.direction = FFTC_INVERSE;
    in = real_execute(&t, 1, 0, out);
    real_check_close(&t, data, in, n);
    free(in);
    free(out);
    free(data);
}

/* Odd lines go two at a time, but not those of two transforms: a loop's are apart, as a batch's. */
START_TEST(loop_number_that_is_none_stays_in_its_line)
{
    enum { N = 125, LOOPS = 2, BATCH = 3, COUNT = N * LOOPS * BATCH };
    static float src[COUNT];
    static float dst[COUNT];
    const fftc_transform t = {.length = {N, LOOPS},
                              .loop = {0, 1},
                              .batch = BATCH,
                              .kind = FFTC_REAL_TO_REAL,
                              .trigonometric = {FFTC_DCT_II}};
    fftc_plan *plan;
    for (size_t i = 0; i < COUNT; ++i) {
        src[i] = (float)(i % 7);
    }
    src[3 * LOOPS + 1] = NAN;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < COUNT; ++i) {
        bool reached = i < (size_t)N * LOOPS && i % LOOPS == 1;
        ck_assert_msg(isnan(dst[i]) == reached, "number %zu", i);
    }
    fftc_plan_destroy(plan);
}
END_TEST

START_TEST(split_real_numbers_are_executed_as_split)
{
    float src[35] = {0};
    float dst[35];
    const fftc_transform t = {.length = {35},
                              .kind = FFTC_REAL_TO_REAL,
                              .trigonometric = {FFTC_DCT_II},
                              .format = FFTC_SPLIT};
    fftc_plan *plan;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(plan, src, dst, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_plan_execute_split(plan, src, NULL, dst, NULL, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}
END_TEST

START_TEST(row_long_comes_back_and_in_place_has_the_same_bits)
{
    static const size_t lengths[] = {1u << 16, 65537, 99999, 100000};
    testing_random random = testing_random_start("dct, long");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        for (int kind = 0; kind < KINDS; ++kind) {
            check_long(lengths[i], (fftc_trigonometric)kind,
                       (fftc_precision)((i + (size_t)kind) % 2), &random);
        }
    }
}
END_TEST

TESTING_MAIN("transform_dct", length_every_short_one_is_the_definition,
             description_any_is_the_definition, plane_in_one_call_has_the_bits_of_steps,
             description_many_threads_is_the_definition, loop_number_that_is_none_stays_in_its_line,
             split_real_numbers_are_executed_as_split,
             row_long_comes_back_and_in_place_has_the_same_bits)
