/* SPDX-License-Identifier: MIT
 *
 * Many short rows, which lie side by side in vectors, and small planes and cubes, of which one call
 * does all axes: whatever their number, where they lie, and which way they go.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/engine/lane_rows.h"
#include "cpu/plan/plan.h"
#include "fftcore/reference.h"
#include "real_testing.h"

/* Sanitizers take ten times as long. */
#ifdef TESTING_SANITIZED
#define DRAWS(n) ((n) / 3)
#else
#define DRAWS(n) (n)
#endif

enum { MOST = 16 };

/* What does many short rows, and planes, in a call, in the vectors of an instruction set; NULL if
 * nothing does. Which vectors they are depends on what was built (FFTCORE_ENGINES). */
static const fftc_lane_rows *lane_rows_of(size_t isa, fftc_precision precision)
{
    if (!transform_force_isa(isa)) {
        return NULL;
    }
    const fftc_engine *const *engine = fftc_engines(precision, fftc_simd_isa_name());
    while (*engine != NULL && (*engine)->lane_rows == NULL) {
        ++engine;
    }
    return *engine != NULL ? (*engine)->lane_rows : NULL;
}

static void *random_data(const fftc_transform *t, testing_random *random)
{
    size_t span = transform_axes_of(t).src_span;
    void *data = malloc(span * 2 * fftc_precision_bytes(t->precision));
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, span, random);
    return data;
}

/* Returns the points, which the caller frees. */
static void *check_definition(const fftc_transform *t, const void *data, testing_random *random)
{
    long double *expected = transform_expect(t, data);
    void *points = transform_execute(t, 1, testing_random_below(random, 16), data);
    double error = transform_error(t, points, expected);
    ck_assert_msg(error <= transform_bound(t), "%s: error %.3g, bound %.3g", transform_describe(t),
                  error, transform_bound(t));
    free(expected);
    return points;
}

static void check_drawn(const fftc_transform *t, testing_random *random)
{
    void *data = random_data(t, random);
    free(check_definition(t, data, random));
    free(data);
}

static fftc_transform draw_rows(size_t n, fftc_precision precision, testing_random *random)
{
    fftc_transform t = {.length = {n}, .precision = precision};
    t.direction = (fftc_direction)testing_random_below(random, 2);
    t.placement = (fftc_placement)testing_random_below(random, 2);
    t.scaling = (fftc_scaling)testing_random_below(random, 3);
    t.src_distance = n + testing_random_below(random, 2);
    t.dst_distance =
        t.placement == FFTC_IN_PLACE ? t.src_distance : n + testing_random_below(random, 3);
    return t;
}

/* As many rows as fill vectors, and any number above: what a row becomes does not depend on it. */
static void check_rows(size_t n, fftc_precision precision, testing_random *random)
{
    enum { ROWS = 11 };
    fftc_transform t = draw_rows(n, precision, random);
    size_t row = n * 2 * fftc_precision_bytes(precision);
    t.batch = ROWS;
    void *data = random_data(&t, random);
    char *all = check_definition(&t, data, random);
    for (t.batch = 4; t.batch < ROWS; ++t.batch) {
        char *some = transform_execute(&t, 1, testing_random_below(random, 16), data);
        ck_assert_msg(memcmp(some, all, t.batch * row) == 0, "%s: other bits than of %d",
                      transform_describe(&t), ROWS);
        free(some);
    }
    free(all);
    free(data);
}

enum { TEXT = 4096 };

static const char *saved(const fftc_transform *t, const fftc_plan_options *options, char *text)
{
    size_t bytes;
    fftc_plan *plan = transform_plan_with(t, options);
    ck_assert_int_eq(fftc_plan_save(plan, text, TEXT, &bytes, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    return text;
}

START_TEST(rows_short_any_number_same_bits)
{
    testing_random random = testing_random_start("short rows");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t n = 2; n <= MOST && transform_force_isa(isa); ++n) {
            check_rows(n, FFTC_FLOAT32, &random);
            check_rows(n, FFTC_FLOAT64, &random);
        }
    }
}
END_TEST

static bool are_in_lanes(const fftc_transform *t, const fftc_lane_rows *lane_rows)
{
    fftc_plan *plan = transform_plan(t, 1);
    bool answer = plan->step[0].line.run_rows == lane_rows->rows[t->length[0]];
    fftc_plan_destroy(plan);
    return answer;
}

/* As many as fill vectors of 256 bits, in whatever vectors there are; a codelet each. */
START_TEST(rows_short_enough_of_them_side_by_side)
{
    char text[TEXT];
    char expected[32];
    const fftc_plan_options plain = {0};
    size_t found = 0;
    for (size_t i = 0; i < (size_t)2 * TRANSFORM_ISAS; ++i) {
        fftc_transform t = {.precision = i % 2 == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64};
        const fftc_lane_rows *lane_rows = lane_rows_of(i / 2, t.precision);
        for (size_t n = 2; n < MOST && lane_rows != NULL; ++n, ++found) {
            t.length[0] = n;
            t.batch = 16 / fftc_precision_bytes(t.precision);
            (void)snprintf(expected, sizeof expected, " 6.%d.%zu.1", 2 * lane_rows->numbers, n);
            ck_assert_ptr_nonnull(strstr(saved(&t, &plain, text), expected));
            ck_assert(are_in_lanes(&t, lane_rows));
            --t.batch;
            ck_assert(!are_in_lanes(&t, lane_rows));
        }
    }
    ck_assert_uint_gt(found, 0);
}
END_TEST

/* --- planes ----------------------------------------------------------------------------------- */

static fftc_transform draw_planes(size_t rows, size_t n, testing_random *random)
{
    fftc_transform t = draw_rows(n, (fftc_precision)testing_random_below(random, 2), random);
    size_t src = n + testing_random_below(random, 2);
    size_t dst = t.placement == FFTC_IN_PLACE ? src : n + testing_random_below(random, 2);
    t.length[0] = rows;
    t.length[1] = n;
    t.src_stride[0] = src;
    t.dst_stride[0] = dst;
    t.src_stride[1] = t.dst_stride[1] = 1;
    t.batch = 1 + testing_random_below(random, 3);
    t.src_distance = rows * src;
    t.dst_distance = rows * dst;
    return t;
}

START_TEST(planes_small_are_the_definition)
{
    testing_random random = testing_random_start("planes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < MOST * MOST && transform_force_isa(isa); ++i) {
            fftc_transform t = draw_planes(i / MOST + 1, i % MOST + 1, &random);
            check_drawn(&t, &random);
        }
    }
}
END_TEST

/* Packed squares have text of their own. */
START_TEST(planes_square_both_ways_are_the_definition)
{
    testing_random random = testing_random_start("squares");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < 16 && transform_force_isa(isa); ++i) {
            size_t n = i % 2 == 0 ? 4 : 8;
            fftc_transform t = {.length = {n, n}, .batch = 1 + i / 8 * 2};
            t.precision = i & 2 ? FFTC_FLOAT64 : FFTC_FLOAT32;
            t.direction = i & 4 ? FFTC_INVERSE : FFTC_FORWARD;
            t.placement = (fftc_placement)testing_random_below(&random, 2);
            check_drawn(&t, &random);
        }
    }
}
END_TEST

/* There are so many planes that each prefetches the next one, where planes do that (on Intel's
 * processors, Zen 3 and Zen 4): each result is that of the plane alone. */
START_TEST(planes_beyond_a_cache_have_bits_of_one)
{
    static const size_t shape[][2] = {{16, 16}, {13, 11}, {7, 16}, {16, 5}};
    enum { BYTES = 6 << 20 };
    testing_random random = testing_random_start("planes that fetch");
    for (size_t i = 0; i < 4 * TRANSFORM_ISAS && transform_force_isa(i / 4); ++i) {
        fftc_transform t = {.length = {shape[i % 4][0], shape[i % 4][1]}};
        t.precision = i % 2 == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
        t.direction = (fftc_direction)testing_random_below(&random, 2);
        t.placement = (fftc_placement)testing_random_below(&random, 2);
        size_t plane = t.length[0] * t.length[1] * 2 * fftc_precision_bytes(t.precision);
        t.batch = BYTES / plane;
        char *data = random_data(&t, &random);
        char *all = transform_execute(&t, 1, 0, data);
        fftc_transform one = t;
        one.batch = 1;
        for (size_t at = 0; at < t.batch; at += at < 2 || at + 3 > t.batch ? 1 : t.batch / 5) {
            char *alone = transform_execute(&one, 1, 0, data + at * plane);
            ck_assert_msg(memcmp(alone, all + at * plane, plane) == 0, "%s: plane %zu",
                          transform_describe(&t), at);
            free(alone);
        }
        free(all);
        free(data);
    }
}
END_TEST

/* Rows that are products with a matrix, and their spectra's columns; with `planes` above 0 also
 * what goes through planes. */
static void check_real(size_t planes, size_t rows, size_t n, testing_random *random)
{
    fftc_transform t = {.length = {rows, n}, .kind = FFTC_REAL};
    if (planes > 0) {
        memcpy(t.length, (size_t[3]){planes, rows, n}, sizeof(size_t[3]));
    }
    t.precision = (fftc_precision)testing_random_below(random, 2);
    t.direction = (fftc_direction)testing_random_below(random, 2);
    t.placement = (fftc_placement)testing_random_below(random, 2);
    t.batch = testing_random_below(random, 20); /* more than one product does */
    real_side from = real_side_of(&t, false);
    size_t scalars = from.span * from.scalars;
    void *data = malloc(scalars * fftc_precision_bytes(t.precision));
    ck_assert_ptr_nonnull(data);
    real_fill(t.precision, data, scalars, random);
    long double *expected = real_expect(&t, data);
    void *results = real_execute(&t, 1, testing_random_below(random, 16), data);
    double error = real_error(&t, results, expected);
    ck_assert_msg(error <= real_bound(&t), "%s: error %.3g, bound %.3g", real_describe(&t), error,
                  real_bound(&t));
    free(results);
    free(expected);
    free(data);
}

START_TEST(planes_real_are_the_definition)
{
    enum { MOST_REAL = 32 };
    testing_random random = testing_random_start("real planes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < MOST * MOST_REAL && transform_force_isa(isa); ++i) {
            check_real(0, i / MOST_REAL + 1, i % MOST_REAL + 1, &random);
        }
    }
}
END_TEST

/* --- planes with a longer axis ---------------------------------------------------------------- */

/* Columns of one codelet, of two coprime radices, of two that are not, and some of none. */
START_TEST(planes_broad_are_the_definition)
{
    static const size_t lengths[] = {2, 3, 4, 7, 8, 15, 16, 17, 18, 20, 25, 27, 32, 49, 64, 77};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    testing_random random = testing_random_start("long planes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < LENGTHS * LENGTHS && transform_force_isa(isa); ++i) {
            size_t rows = lengths[i / LENGTHS];
            size_t n = lengths[i % LENGTHS];
            if (rows * n > 1100 || (rows <= MOST && n <= MOST)) {
                continue;
            }
            fftc_transform t = draw_planes(rows, n, &random);
            check_drawn(&t, &random);
        }
    }
}
END_TEST

START_TEST(planes_broad_real_are_the_definition)
{
    testing_random random = testing_random_start("broad real planes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < DRAWS(200) && transform_force_isa(isa); ++i) {
            size_t n = i % 4 == 0 ? 31 + i / 4 % 2 : 2 + testing_random_below(&random, 31);
            size_t rows = 2 + testing_random_below(&random, 63);
            check_real(0, rows, n, &random);
            check_real(0, 2 + rows / 4, 32 + 2 * testing_random_below(&random, 40), &random);
        }
    }
}
END_TEST

/* One step, of which rows are saved behind it; what was saved makes the same plan. These are no
 * transposed planes (plan/transposed_planes.c) on any processor. */
START_TEST(planes_broad_one_step_saved_and_taken)
{
    static const size_t shape[][2] = {{20, 33}, {8, 64}, {32, 33}, {4, 32}};
    char text[TEXT];
    char again[TEXT];
    char expected[32];
    const fftc_plan_options plain = {0};
    size_t found = 0;
    for (size_t i = 0; i < (size_t)4 * TRANSFORM_ISAS; ++i) {
        fftc_transform t = {.length = {shape[i % 4][0], shape[i % 4][1]}, .batch = 1 + i % 3};
        if (lane_rows_of(i / 4, t.precision) == NULL) {
            continue;
        }
        ++found;
        (void)snprintf(expected, sizeof expected, " 20.%zu.%zu 6.", t.length[0], t.length[1]);
        ck_assert_ptr_nonnull(strstr(saved(&t, &plain, text), expected));
        fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
        ck_assert_str_eq(saved(&t, &options, again), text);
        t.format = FFTC_SPLIT;
        ck_assert_ptr_null(strstr(saved(&t, &plain, text), " 20."));
        t.format = FFTC_INTERLEAVED;
        t.batch = 100000; /* more than the caches hold */
        const fftc_engine *const *engine = fftc_engines(t.precision, fftc_simd_isa_name());
        while ((*engine)->column_passes == NULL) {
            ++engine;
        }
        ck_assert((strstr(saved(&t, &plain, text), " 20.") != NULL) ==
                  ((*engine)->column_passes->pass[t.length[0]] != NULL));
    }
    ck_assert_uint_gt(found, 0);
}
END_TEST

static void check_other_rows_refused(void)
{
    const fftc_transform plane = {.length = {20, 20}};
    const fftc_transform row = {.length = {20}};
    fftc_plan *plan;
    fftc_plan_destroy(transform_plan_of(&plane, 1, "20.20.20 6.4.5.4"));
    ck_assert_int_eq(transform_load(&plane, 1, "20.20.20 1.4.4.1.5", &plan), FFTC_INVALID_ARGUMENT);
    fftc_plan_destroy(transform_plan_of(&row, 1, "1.4.4.1.5"));
}

/* A row that no call does all of is not one of a plane. */
START_TEST(planes_broad_saved_with_other_rows_refused)
{
    size_t found = 0;
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (lane_rows_of(isa, FFTC_FLOAT32) != NULL) {
            check_other_rows_refused();
            ++found;
        }
    }
    ck_assert_uint_gt(found, 0);
}
END_TEST

/* --- cubes ------------------------------------------------------------------------------------ */

/* Three lengths from 2 to 9, or some long ones. */
static void draw_lengths(size_t length[3], testing_random *random)
{
    for (int axis = 0; axis < 3; ++axis) {
        length[axis] = 2 + testing_random_below(random, 8);
    }
    if (testing_random_below(random, 8) == 0) {
        length[testing_random_below(random, 3)] = 16;
    }
}

START_TEST(cubes_small_are_the_definition)
{
    testing_random random = testing_random_start("cubes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < DRAWS(300) && transform_force_isa(isa); ++i) {
            size_t length[3];
            draw_lengths(length, &random);
            bool dense = i % 2 == 0;
            fftc_transform t = draw_planes(length[1], length[2], &random);
            size_t src = dense ? length[2] : t.src_stride[0];
            size_t dst = dense ? length[2] : t.dst_stride[0];
            memcpy(t.length, length, sizeof length);
            memcpy(t.src_stride, (size_t[3]){length[1] * src, src, 1}, sizeof length);
            memcpy(t.dst_stride, (size_t[3]){length[1] * dst, dst, 1}, sizeof length);
            t.src_distance = length[0] * length[1] * src;
            t.dst_distance = length[0] * length[1] * dst;
            check_drawn(&t, &random);
        }
    }
}
END_TEST

START_TEST(cubes_real_are_the_definition)
{
    testing_random random = testing_random_start("real cubes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < DRAWS(300) && transform_force_isa(isa); ++i) {
            size_t length[3];
            draw_lengths(length, &random);
            check_real(length[0], length[1], length[2], &random);
        }
    }
}
END_TEST

/* Planes of 4 KB: the points of a column share a set of a cache. */
START_TEST(cubes_crowded_are_the_definition)
{
    testing_random random = testing_random_start("crowded cubes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (uint64_t n = 9; n <= 16 && transform_force_isa(isa); ++n) {
            fftc_transform t = {.length = {n, 16, n % 2 == 0 ? 16 : 32}};
            t.precision = n % 2 == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
            t.direction = (fftc_direction)testing_random_below(&random, 2);
            t.placement = (fftc_placement)testing_random_below(&random, 2);
            check_drawn(&t, &random);
        }
    }
}
END_TEST

static void draw_long_lengths(size_t length[3], testing_random *random)
{
    static const size_t some[] = {2, 3, 5, 7, 8, 10, 12, 14, 16, 17, 20, 25, 32, 49, 64};
    enum { SOME = sizeof some / sizeof some[0] };
    do {
        for (int axis = 0; axis < 3; ++axis) {
            length[axis] = some[testing_random_below(random, SOME)];
        }
    } while (length[0] * length[1] * length[2] > 2500);
}

START_TEST(cubes_large_are_the_definition)
{
    testing_random random = testing_random_start("large cubes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < DRAWS(120) && transform_force_isa(isa); ++i) {
            size_t length[3];
            draw_long_lengths(length, &random);
            fftc_transform t = draw_planes(length[1], length[2], &random);
            size_t gap = testing_random_below(&random, 2);
            size_t src = t.placement == FFTC_IN_PLACE ? length[2] : t.src_stride[0];
            memcpy(t.length, length, sizeof length);
            memcpy(t.src_stride, (size_t[3]){length[1] * src + gap, src, 1}, sizeof length);
            memcpy(t.dst_stride, (size_t[3]){length[1] * length[2] + gap, length[2], 1},
                   sizeof length);
            t.src_distance = length[0] * t.src_stride[0];
            t.dst_distance = length[0] * t.dst_stride[0];
            check_drawn(&t, &random);
        }
    }
}
END_TEST

START_TEST(cubes_large_real_are_the_definition)
{
    testing_random random = testing_random_start("large real cubes");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t i = 0; i < DRAWS(80) && transform_force_isa(isa); ++i) {
            size_t length[3];
            draw_long_lengths(length, &random);
            check_real(length[0], length[1], length[2], &random);
        }
    }
}
END_TEST

START_TEST(cubes_one_step_where_all_axes_are_short_and_whole)
{
    char text[TEXT];
    const fftc_plan_options plain = {0};
    size_t found = 0;
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (lane_rows_of(isa, FFTC_FLOAT32) == NULL) {
            continue;
        }
        ++found;
        fftc_transform t = {.length = {4, 16, 8}, .batch = 5};
        ck_assert_ptr_nonnull(strstr(saved(&t, &plain, text), " 20.4.16.8"));
        t.src_range[0] = (fftc_range){0, 3};
        ck_assert_ptr_null(strstr(saved(&t, &plain, text), " 20."));
        t.src_range[0] = (fftc_range){0, 0};
        t.length[0] = 5; /* more rows than the working memory has: columns in place */
        ck_assert_ptr_nonnull(strstr(saved(&t, &plain, text), " 20.5.16.8"));
        t.batch = 100000; /* more than the caches hold */
        ck_assert_ptr_null(strstr(saved(&t, &plain, text), " 20."));
        t.batch = 5;
        t.length[0] = 17; /* no radices */
        ck_assert_ptr_null(strstr(saved(&t, &plain, text), " 20."));
        t.length[0] = 4;
        t.format = FFTC_SPLIT;
        ck_assert_ptr_null(strstr(saved(&t, &plain, text), " 20."));
        fftc_transform real = {.length = {8, 8, 8}, .kind = FFTC_REAL};
        ck_assert_ptr_nonnull(strstr(saved(&real, &plain, text), " 20.8.8.8"));
    }
    ck_assert_uint_gt(found, 0);
}
END_TEST

/* As they are saved. */
START_TEST(planes_one_step_where_both_axes_are_short_and_whole)
{
    char text[TEXT];
    const fftc_plan_options plain = {0};
    size_t found = 0;
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        if (lane_rows_of(isa, FFTC_FLOAT32) == NULL) {
            continue;
        }
        ++found;
        fftc_transform t = {.length = {16, 8}, .batch = 5};
        (void)saved(&t, &plain, text);
        ck_assert(strstr(text, " 20.16.8") != NULL || strstr(text, " 21.16.8") != NULL);
        fftc_plan_options exact = {.reproducible = 1};
        (void)saved(&t, &exact, text);
        ck_assert(strstr(text, " 20.") == NULL && strstr(text, " 21.") == NULL);
        fftc_transform real = {.length = {8, 8}, .kind = FFTC_REAL, .batch = 1 + isa};
        ck_assert_ptr_nonnull(strstr(saved(&real, &plain, text), " 20.8.8"));
        real.length[1] = 20;
        real.precision = FFTC_FLOAT64;
        bool has_double = lane_rows_of(isa, FFTC_FLOAT64) != NULL;
        ck_assert((strstr(saved(&real, &plain, text), " 20.8.20") != NULL) == has_double);
        t.src_range[0] = (fftc_range){0, 7};
        ck_assert_ptr_null(strstr(saved(&t, &plain, text), " 20."));
        t.src_range[0] = (fftc_range){0, 0};
        t.length[0] = MOST + 1;
        ck_assert_ptr_null(strstr(saved(&t, &plain, text), " 20."));
    }
    ck_assert_uint_gt(found, 0);
}
END_TEST

static void check_two_steps(int lanes, testing_random *random)
{
    char text[TEXT];
    const fftc_transform t = {.length = {8, 8}, .batch = 2};
    const fftc_plan_options plain = {0};
    char *end = strstr(saved(&t, &plain, text), " 20.8.8");
    ck_assert_ptr_nonnull(end);
    (void)sprintf(end, " 6.4.8.1 %d.1.8", lanes);
    fftc_plan_options options = {.effort = FFTC_SAVED, .saved = text};
    fftc_plan *plan = transform_plan_with(&t, &options);
    ck_assert_uint_eq(plan->steps, 2);
    void *data = random_data(&t, random);
    char *steps = transform_execute_whole(&t, plan, data);
    long double *expected = transform_expect(&t, data);
    ck_assert(transform_error(&t, steps, expected) <= transform_bound(&t));
    free(expected);
    free(steps);
    free(data);
    fftc_plan_destroy(plan);
}

/* Two steps, as plans were before, and whoever saved them still has them. */
START_TEST(planes_saved_as_two_steps_taken)
{
    testing_random random = testing_random_start("two steps");
    size_t found = 0;
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        const fftc_lane_rows *lane_rows = lane_rows_of(isa, FFTC_FLOAT32);
        if (lane_rows != NULL) {
            check_two_steps(2 * lane_rows->numbers, &random);
            ++found;
        }
    }
    ck_assert_uint_gt(found, 0);
}
END_TEST

TESTING_MAIN("transform_small", rows_short_any_number_same_bits,
             rows_short_enough_of_them_side_by_side, planes_small_are_the_definition,
             planes_square_both_ways_are_the_definition, planes_beyond_a_cache_have_bits_of_one,
             planes_real_are_the_definition, planes_broad_are_the_definition,
             planes_broad_real_are_the_definition, planes_broad_one_step_saved_and_taken,
             planes_broad_saved_with_other_rows_refused, cubes_small_are_the_definition,
             cubes_real_are_the_definition, cubes_crowded_are_the_definition,
             cubes_large_are_the_definition, cubes_large_real_are_the_definition,
             cubes_one_step_where_all_axes_are_short_and_whole,
             planes_one_step_where_both_axes_are_short_and_whole, planes_saved_as_two_steps_taken)
