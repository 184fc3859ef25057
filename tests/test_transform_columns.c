/* SPDX-License-Identifier: MIT
 *
 * Columns of one or two radices by one call (engine/short_columns.h, plan/calls.c): every length
 * that has radices, few columns that share vectors with those of other rows, and many, whatever is
 * between them in memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/plan/plan.h"
#include "transform_testing.h"

static bool have_passes(size_t n, fftc_precision precision)
{
    const fftc_transform t = {.length = {n, 2}, .loop = {0, 1}, .precision = precision};
    fftc_plan *plan = transform_plan(&t, 1);
    const bool can = fftc_short_columns_can(plan->engines, n);
    fftc_plan_destroy(plan);
    return can;
}

static void *draw(const fftc_transform *t, testing_random *random)
{
    const transform_axes axes = transform_axes_of(t);
    void *data = malloc(axes.src_span * 2 * fftc_precision_bytes(t->precision));
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, axes.src_span, random);
    return data;
}

/* Strides of an array of these lengths, with gaps behind rows, planes, or nothing; `step`: of
 * neighbours. */
static void put_gaps(const uint64_t *length, int rank, uint64_t step, uint64_t *stride,
                     testing_random *random)
{
    uint64_t next = step;
    for (int i = rank - 1; i >= 0; --i) {
        stride[i] = next;
        next = next * length[i] + testing_random_below(random, 3);
    }
}

/* Loops outside of n points and m columns, which are neighbours or apart: in place or not, both
 * ways, scaled or not. */
static fftc_transform describe(size_t n, size_t m, fftc_precision precision, testing_random *random)
{
    fftc_transform t = {
        .length = {1 + testing_random_below(random, 3), 1 + testing_random_below(random, 10), n, m},
        .loop = {1, 1, 0, 1},
        .precision = precision};
    t.direction = testing_random_below(random, 2) ? FFTC_INVERSE : FFTC_FORWARD;
    t.placement = testing_random_below(random, 2) ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    t.scaling = testing_random_below(random, 2) ? FFTC_SCALE_UNITARY : FFTC_SCALE_NONE;
    const uint64_t step = testing_random_below(random, 2) ? 1 : 2;
    put_gaps(t.length, 4, step, t.src_stride, random);
    if (t.placement == FFTC_IN_PLACE) {
        memcpy(t.dst_stride, t.src_stride, sizeof t.dst_stride);
    } else {
        put_gaps(t.length, 4, testing_random_below(random, 2) ? 1 : step, t.dst_stride, random);
    }
    return t;
}

static void check(const fftc_transform *t, testing_random *random)
{
    char choice[32];
    void *data = draw(t, random);
    long double *expected = transform_expect(t, data);
    (void)snprintf(choice, sizeof choice, "22.%u", (unsigned)t->length[2]);
    const int threads = 1 + (int)testing_random_below(random, 2);
    fftc_plan *plan = transform_plan_of(t, threads, choice);
    ck_assert(threads > 1 || (plan->run_rows != NULL && plan->step[0].call != NULL));
    void *points = transform_execute_plan(t, plan, testing_random_below(random, 20), data);
    const double error = transform_error(t, points, expected);
    ck_assert_msg(error <= transform_bound(t), "%s: %g", transform_describe(t), error);
    fftc_plan_destroy(plan);
    free(points);
    free(expected);
    free(data);
}

START_TEST(columns_by_one_call_each_right)
{
    static const size_t columns[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31};
    testing_random random = testing_random_start("columns by one call");
    size_t found = 0;
    for (size_t i = 0; i < TRANSFORM_ISAS * 2; ++i) {
        const fftc_precision precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        for (size_t n = 2; n <= 256 && transform_force_isa(i / 2); n += n < 32 ? 1 : 4) {
            const size_t m =
                columns[testing_random_below(&random, sizeof columns / sizeof *columns)];
            const fftc_transform t = describe(n, m > 1 ? m : 2, precision, &random);
            if (have_passes(n, precision)) {
                check(&t, &random);
                ++found;
            }
        }
    }
    ck_assert_uint_gt(found, 0);
}
END_TEST

/* Vectors take the columns of several rows: each number of columns and rows. */
START_TEST(few_columns_of_several_rows_each_right)
{
    testing_random random = testing_random_start("few columns");
    for (size_t i = 0; i < 2 * 9 * 10; ++i) {
        const fftc_precision precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        const size_t n = i % 3 == 0 ? 24 : 5;
        fftc_transform t = describe(n, 2 + i / 2 % 9, precision, &random);
        if (have_passes(n, precision)) {
            check(&t, &random);
        }
    }
}
END_TEST

/* Several axes, each of whose steps is a call, also slab by slab. */
START_TEST(steps_that_are_calls_each_right)
{
    static const fftc_transform cases[] = {
        {.length = {5, 12, 9, 3}, .loop = {0, 1, 0, 1}},
        {.length = {3, 7, 21, 9}, .loop = {0, 1, 1}}, /* planes with rows of others between */
        {.length = {8, 10, 8, 8}, .loop = {0, 1}, .precision = FFTC_FLOAT64}, /* slabs */
        {.length = {6, 10, 12, 18}, .loop = {1}, .direction = FFTC_INVERSE},
        {.length = {10, 12, 11, 6}, .loop = {0, 0, 1}, .placement = FFTC_IN_PLACE}};
    testing_random random = testing_random_start("steps that are calls");
    for (size_t i = 0; i < TRANSFORM_ISAS * sizeof cases / sizeof *cases; ++i) {
        const fftc_transform *t = &cases[i / TRANSFORM_ISAS];
        if (!transform_force_isa(i % TRANSFORM_ISAS)) {
            continue;
        }
        fftc_plan *plan = transform_plan(t, 1);
        void *data = draw(t, &random);
        long double *expected = transform_expect(t, data);
        void *points = transform_execute_plan(t, plan, 0, data);
        ck_assert_uint_eq(fftc_plan_work_bytes(plan), 0);
        ck_assert_double_le(transform_error(t, points, expected), transform_bound(t));
        fftc_plan_destroy(plan);
        free(points);
        free(expected);
        free(data);
    }
}
END_TEST

/* Lines that are contiguous on one side alone, or on none. */
START_TEST(short_lines_of_any_stride_each_right)
{
    testing_random random = testing_random_start("short lines of any stride");
    for (size_t i = 0; i < 60; ++i) {
        const uint64_t n = 2 + testing_random_below(&random, 30);
        const uint64_t lines = 1 + testing_random_below(&random, 12);
        fftc_transform t = {.length = {lines, n},
                            .loop = {1},
                            .src_stride = {n, 1},
                            .dst_stride = {1 + i % 2, (1 + i % 2) * lines},
                            .precision = i % 3 == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32,
                            .direction = i % 5 == 0 ? FFTC_INVERSE : FFTC_FORWARD};
        if (i % 4 == 0) {
            t.src_stride[1] = 3;
            t.src_stride[0] = 3 * n + 1;
        }
        fftc_plan *plan = transform_plan(&t, 1);
        void *data = draw(&t, &random);
        long double *expected = transform_expect(&t, data);
        void *points = transform_execute_plan(&t, plan, i % 7, data);
        ck_assert_double_le(transform_error(&t, points, expected), transform_bound(&t));
        fftc_plan_destroy(plan);
        free(points);
        free(expected);
        free(data);
    }
}
END_TEST

/* Lines that were saved when such planes were one step. */
START_TEST(saved_planes_with_rows_between_still_read)
{
    testing_random random = testing_random_start("saved planes");
    const fftc_transform t = {.length = {3, 7, 21, 9}, .loop = {0, 1, 1}};
    const fftc_transform plane = {.length = {3, 9}};
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        fftc_plan *plan = NULL;
        if (transform_force_isa(isa) &&
            transform_load(&plane, 1, "20.3.9", &plan) == FFTC_SUCCESS) {
            fftc_plan_destroy(plan);
            plan = transform_plan_of(&t, 1, "20.3.9");
            void *data = draw(&t, &random);
            long double *expected = transform_expect(&t, data);
            void *points = transform_execute_plan(&t, plan, 0, data);
            ck_assert_double_le(transform_error(&t, points, expected), transform_bound(&t));
            fftc_plan_destroy(plan);
            free(points);
            free(expected);
            free(data);
        }
    }
}
END_TEST

START_TEST(short_columns_that_do_not_suit_refused)
{
    static const char *const choices[] = {"22", "22.7", "22.8.1", "22.17"};
    const fftc_transform t = {.length = {8, 5}, .loop = {0, 1}};
    const fftc_transform prime = {.length = {17, 5}, .loop = {0, 1}};
    const fftc_transform split = {.length = {8, 5}, .loop = {0, 1}, .format = FFTC_SPLIT};
    fftc_plan *plan;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; ++i) {
        ck_assert_int_eq(transform_load(&t, 1, choices[i], &plan), FFTC_INVALID_ARGUMENT);
        ck_assert_int_eq(transform_load(&prime, 1, choices[i], &plan), FFTC_INVALID_ARGUMENT);
    }
    ck_assert_int_eq(transform_load(&split, 1, "22.8", &plan), FFTC_INVALID_ARGUMENT);
    fftc_plan_destroy(transform_plan_of(&t, 1, "4.1.8")); /* as before there were these */
}
END_TEST

TESTING_MAIN("transform_columns", columns_by_one_call_each_right,
             few_columns_of_several_rows_each_right, steps_that_are_calls_each_right,
             short_lines_of_any_stride_each_right, saved_planes_with_rows_between_still_read,
             short_columns_that_do_not_suit_refused)
