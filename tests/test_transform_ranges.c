/* SPDX-License-Identifier: MIT
 *
 * Zero-padded and pruned transforms: the values, and that nothing outside the ranges is read or
 * written.
 */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "transform_arrays.h"

static void force_any_isa(testing_random *random)
{
    while (!transform_force_isa(testing_random_below(random, TRANSFORM_ISAS))) {
    }
}

START_TEST(ranges_any_of_any_description_are_the_definition)
{
    testing_random random = testing_random_start("ranges");
    for (unsigned i = 0; i < 400 * transform_campaign(); ++i) {
        fftc_transform t = transform_draw(&random, i % 8 == 0 ? 3000 : 500);
        transform_draw_storage(&t, &random);
        transform_draw_ranges(&t, &random);
        force_any_isa(&random);
        transform_check_values(&t, &random);
    }
}
END_TEST

START_TEST(ranges_any_same_bits_with_any_threads_and_memory)
{
    static const uint64_t lengths[][3] = {{1 << 15}, {1009}, {60, 600}, {37, 200}, {16, 5, 90}};
    testing_random random = testing_random_start("ranges bits");
    for (unsigned i = 0; i < 18 * transform_campaign(); ++i) {
        fftc_transform t = transform_draw(&random, 3000);
        if (i % 2 == 0) {
            t = (fftc_transform){.batch = testing_random_below(&random, 4)};
            t.placement = (fftc_placement)testing_random_below(&random, 2);
            memcpy(t.length, lengths[testing_random_below(&random, 5)], sizeof lengths[0]);
        }
        transform_draw_storage(&t, &random);
        transform_draw_ranges(&t, &random);
        force_any_isa(&random);
        transform_check_bits(&t, &random);
    }
}
END_TEST

/* Compares a row that has a range with the row that has zeros instead; only the wanted results
 * count. */
static void check_against_whole(const fftc_transform *t, testing_random *random)
{
    size_t n = (size_t)t->length[0];
    fftc_transform whole_row = *t;
    memset(whole_row.src_range, 0, sizeof whole_row.src_range);
    memset(whole_row.dst_range, 0, sizeof whole_row.dst_range);
    double *part = transform_draw_source(t, random);
    double *result = transform_run(t, 1 + (int)(n % 3), 0, false, part);
    double *zeros = calloc(2 * n, sizeof *zeros);
    ck_assert_ptr_nonnull(zeros);
    memcpy(zeros + 2 * t->src_range[0].begin, part,
           2 * (t->src_range[0].end - t->src_range[0].begin) * sizeof *zeros);
    double *expected = transform_run(&whole_row, 1, 0, false, zeros);
    double norm = 0.0;
    double difference = 0.0;
    for (size_t k = 0; k < 2 * n; ++k) {
        norm += expected[k] * expected[k];
        if (k >= 2 * t->dst_range[0].begin && k < 2 * t->dst_range[0].end) {
            double d = result[k - 2 * t->dst_range[0].begin] - expected[k];
            difference += d * d;
        }
    }
    double bound = 2.0 * fftc_transform_error_bound(t->precision, n);
    ck_assert_msg(difference <= bound * bound * norm, "%s: %g of %g", transform_describe(t),
                  sqrt(difference / norm), bound);
    free(part);
    free(result);
    free(zeros);
    free(expected);
}

/* Ranges of a single point to all, at any place: rows have other ways for a half, a quarter and
 * less of their numbers, and for ranges that begin or end between two vectors. */
static fftc_range draw_part(size_t n, testing_random *random)
{
    size_t most = n >> testing_random_below(random, 8);
    size_t length = most > 1 && testing_random_below(random, 2) == 0
                        ? 1 + testing_random_below(random, most)
                        : most;
    length = length > 0 ? length : 1;
    size_t begin =
        testing_random_below(random, 3) == 0 ? 0 : testing_random_below(random, n - length + 1);
    if (testing_random_below(random, 4) == 0) {
        begin -= begin % 64;
    }
    return (fftc_range){begin, begin + length};
}

/* A row of some length and direction: whatever else there is about it is drawn; every third has a
 * range on one side alone. */
static void check_drawn_row(fftc_transform *t, unsigned i, testing_random *random)
{
    t->precision = (fftc_precision)testing_random_below(random, 2);
    t->placement = (fftc_placement)testing_random_below(random, 2);
    t->src_range[0] = draw_part((size_t)t->length[0], random);
    t->dst_range[0] = draw_part((size_t)t->length[0], random);
    if (i % 3 == 0) {
        *(i % 2 == 0 ? t->src_range : t->dst_range) = (fftc_range){0, t->length[0]};
    }
    force_any_isa(random);
    check_against_whole(t, random);
}

START_TEST(range_of_a_row_of_any_kind_is_that_of_zeros)
{
    static const size_t lengths[] = {16,   60,   64,   96,   128,  240,   256,   360,  512,
                                     720,  1000, 1024, 1080, 1920, 2048,  2310,  3000, 4096,
                                     4800, 5005, 8192, 9000, 9600, 16384, 20000, 32768};
    testing_random random = testing_random_start("zeros");
    for (unsigned i = 0; i < 120 * transform_campaign(); ++i) {
        fftc_transform t = {.direction = (fftc_direction)testing_random_below(&random, 2)};
        t.length[0] =
            i % 4 == 0 ? 1 + testing_random_below(&random, 3000)
                       : lengths[testing_random_below(&random, sizeof lengths / sizeof *lengths)];
        check_drawn_row(&t, i, &random);
    }
}
END_TEST

static void check_drawn_rows(const char *override, const size_t *lengths, size_t count,
                             testing_random *random)
{
    ck_assert_int_eq(setenv(override, "1", 1), 0);
    for (unsigned i = 0; i < 20 * transform_campaign(); ++i) {
        fftc_transform t = {.direction = (fftc_direction)testing_random_below(random, 2)};
        t.length[0] = lengths[testing_random_below(random, count)];
        check_drawn_row(&t, i, random);
    }
    ck_assert_int_eq(unsetenv(override), 0);
}

/* In two trips through memory (far.c), which FFTCORE_FORCE_FAR_BYTES makes shorter rows go by. */
START_TEST(range_of_a_row_in_two_trips_is_that_of_zeros)
{
    static const size_t lengths[] = {32768, 40960, 49152, 65536, 98304};
    testing_random random = testing_random_start("two trips");
    check_drawn_rows("FFTCORE_FORCE_FAR_BYTES", lengths, sizeof lengths / sizeof *lengths, &random);
}
END_TEST

/* Of narrower vectors (long.c), which FFTCORE_FORCE_NARROW_BYTES makes shorter rows have. */
START_TEST(range_of_a_long_row_of_narrower_vectors_is_that_of_zeros)
{
    static const size_t lengths[] = {15625, 16807, 19683, 27436, 48778, 73167};
    testing_random random = testing_random_start("narrower vectors");
    check_drawn_rows("FFTCORE_FORCE_NARROW_BYTES", lengths, sizeof lengths / sizeof *lengths,
                     &random);
}
END_TEST

/* Rows that one call does many of: halves have functions of their own, other ranges are cut into
 * pieces, of which the first and the last may be parts. */
START_TEST(range_of_short_rows_of_any_batch_is_the_definition)
{
    static const size_t lengths[] = {2,  4,  6,  9,  12, 15,  16,  24,  32,  48,  60,
                                     64, 72, 80, 96, 99, 120, 128, 180, 240, 256, 512};
    testing_random random = testing_random_start("short rows");
    for (unsigned i = 0; i < 200 * transform_campaign(); ++i) {
        fftc_transform t = {.direction = (fftc_direction)testing_random_below(&random, 2)};
        uint64_t n = lengths[testing_random_below(&random, sizeof lengths / sizeof *lengths)];
        t.length[0] = n;
        t.batch = testing_random_below(&random, n > 100 ? 4 : 12);
        t.precision = (fftc_precision)testing_random_below(&random, 2);
        t.placement = (fftc_placement)testing_random_below(&random, 2);
        bool half = testing_random_below(&random, 2) == 0;
        t.src_range[0] = half && n % 2 == 0 ? (fftc_range){0, n / 2} : draw_part(n, &random);
        half = testing_random_below(&random, 2) == 0;
        t.dst_range[0] = half && n % 2 == 0 ? (fftc_range){0, n / 2} : draw_part(n, &random);
        if (i % 3 == 0) {
            *(i % 2 == 0 ? t.src_range : t.dst_range) = (fftc_range){0, n};
        }
        force_any_isa(&random);
        transform_check_values(&t, &random);
    }
}
END_TEST

/* Columns of radices that take ranges themselves, and of others; so many of them that vectors are
 * full, and some are left. */
START_TEST(range_of_columns_of_any_length_is_the_definition)
{
    static const size_t lengths[] = {12, 24, 32, 48, 60, 63, 64, 72, 96, 120, 128, 144, 256, 360};
    testing_random random = testing_random_start("columns");
    for (unsigned i = 0; i < 60 * transform_campaign(); ++i) {
        fftc_transform t = {.direction = (fftc_direction)testing_random_below(&random, 2)};
        t.length[0] = lengths[testing_random_below(&random, sizeof lengths / sizeof *lengths)];
        t.length[1] = 1 + testing_random_below(&random, 5760 / t.length[0]);
        t.precision = (fftc_precision)testing_random_below(&random, i % 8 == 0 ? 3 : 2);
        t.placement = (fftc_placement)testing_random_below(&random, 2);
        t.format = (fftc_format)(testing_random_below(&random, 6) == 0);
        for (int axis = 0; axis < 2; ++axis) {
            t.src_range[axis] = draw_part((size_t)t.length[axis], &random);
            t.dst_range[axis] = draw_part((size_t)t.length[axis], &random);
        }
        if (i % 3 == 0) {
            *(i % 2 == 0 ? t.src_range : t.dst_range) = (fftc_range){0, t.length[0]};
        }
        force_any_isa(&random);
        transform_check_values(&t, &random);
    }
}
END_TEST

/* A cut-out may lie packed: only what is written must not overlap. */
START_TEST(range_of_dst_with_strides_of_its_own_accepted)
{
    testing_random random = testing_random_start("packed");
    fftc_transform t = {.length = {60, 48}, .batch = 3};
    t.dst_range[0] = (fftc_range){4, 14};
    t.dst_range[1] = (fftc_range){0, 6};
    t.dst_stride[0] = 6;
    t.dst_stride[1] = 1;
    t.dst_distance = 60;
    transform_check_values(&t, &random);
    t.placement = FFTC_IN_PLACE;
    memcpy(t.src_stride, t.dst_stride, sizeof t.src_stride);
    t.src_distance = t.dst_distance;
    /* The source's rows may overlap, since they are copied before anything is written. */
    fftc_plan *plan;
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
}
END_TEST

START_TEST(range_senseless_refused)
{
    static const struct {
        fftc_range range;
        const char *word;
    } bad[] = {{{3, 3}, "begin"}, {{5, 4}, "begin"}, {{0, 9}, "8"},
               {{8, 9}, "8"},     {{9, 12}, "8"},    {{0, UINT64_MAX}, "8"}};
    fftc_plan *plan;
    fftc_error error;
    for (size_t i = 0; i < 2 * sizeof bad / sizeof *bad; ++i) {
        fftc_transform t = {.length = {4, 8}};
        (i % 2 == 0 ? t.src_range : t.dst_range)[1] = bad[i / 2].range;
        ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
        ck_assert_msg(strstr(error.message, bad[i / 2].word) != NULL, "\"%s\"", error.message);
        ck_assert_msg(strstr(error.message, i % 2 == 0 ? "src_range[1]" : "dst_range[1]") != NULL,
                      "\"%s\"", error.message);
    }
    fftc_transform t = {.length = {8}, .dst_range = {{0, 8}, {0, 1}}};
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "dst_range[1]"));
}
END_TEST

/* --- intermediate results beside dst ---------------------------------------------------------- */

#define THREADS 10

typedef struct job {
    const fftc_plan *plan;
    const float *src;
    const float *expected;
    size_t floats;
    int differences;
} job;

static void *work(void *context)
{
    job *j = context;
    float *dst = malloc(j->floats * sizeof *dst);
    for (int round = 0; round < 20 && dst != NULL; ++round) {
        memset(dst, 0x5a, j->floats * sizeof *dst);
        if (fftc_plan_execute(j->plan, j->src, dst, NULL) != FFTC_SUCCESS ||
            memcmp(dst, j->expected, j->floats * sizeof *dst) != 0) {
            ++j->differences;
        }
    }
    j->differences += dst == NULL;
    free(dst);
    return NULL;
}

/* A low-pass: what both axes leave out needs room between them, which is the plan's. */
START_TEST(ranges_that_need_room_in_threads_give_each_its_own)
{
    testing_random random = testing_random_start("room");
    fftc_transform t = {.length = {64, 80}, .batch = 2, .dst_range = {{0, 20}, {10, 30}}};
    size_t count = (size_t)2 * 64 * 80;
    float *src = malloc(2 * count * sizeof *src);
    float *expected = malloc(2 * count * sizeof *expected);
    ck_assert(src != NULL && expected != NULL);
    testing_fill(FFTC_FLOAT32, src, count, &random);
    for (int executions = 0; executions <= 2; ++executions) {
        fftc_plan_options options = {.executions = executions};
        fftc_plan *plan;
        pthread_t thread[THREADS];
        job jobs[THREADS];
        memset(expected, 0x5a, 2 * count * sizeof *expected);
        ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, NULL), FFTC_SUCCESS);
        ck_assert_uint_gt(fftc_plan_work_bytes(plan), 0);
        ck_assert_int_eq(fftc_plan_execute(plan, src, expected, NULL), FFTC_SUCCESS);
        for (int i = 0; i < THREADS; ++i) {
            jobs[i] = (job){plan, src, expected, 2 * count, 0};
            ck_assert_int_eq(pthread_create(&thread[i], NULL, work, &jobs[i]), 0);
        }
        for (int i = 0; i < THREADS; ++i) {
            ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
            ck_assert_int_eq(jobs[i].differences, 0);
        }
        fftc_plan_destroy(plan);
    }
    free(src);
    free(expected);
}
END_TEST

TESTING_MAIN("transform_ranges", ranges_any_of_any_description_are_the_definition,
             ranges_any_same_bits_with_any_threads_and_memory,
             range_of_a_row_of_any_kind_is_that_of_zeros,
             range_of_a_row_in_two_trips_is_that_of_zeros,
             range_of_a_long_row_of_narrower_vectors_is_that_of_zeros,
             range_of_short_rows_of_any_batch_is_the_definition,
             range_of_columns_of_any_length_is_the_definition,
             range_of_dst_with_strides_of_its_own_accepted, range_senseless_refused,
             ranges_that_need_room_in_threads_give_each_its_own)
