/* SPDX-License-Identifier: MIT
 *
 * One plan in many threads at once. Under the thread sanitizer this is where plans are seen to
 * share nothing.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "transform_testing.h"

#define THREADS 12 /* more than a plan has working memories for: some must wait */
#define ROUNDS 20

typedef struct job {
    const fftc_plan *plan;
    size_t bytes; /* of dst */
    bool in_place;
    const char *data;
    const char *expected; /* the whole of dst */
    int differences;
} job;

static char *fresh(const char *data, size_t bytes)
{
    char *memory = malloc(bytes);
    if (memory == NULL) {
        abort();
    }
    return data != NULL ? memcpy(memory, data, bytes) : memset(memory, 0x5a, bytes);
}

/* There are no assertions here: check's are for the main thread. */
static void *work(void *context)
{
    job *j = context;
    size_t bytes = j->bytes;
    for (int round = 0; round < ROUNDS; ++round) {
        char *dst = fresh(j->in_place ? j->data : NULL, bytes);
        if (fftc_plan_execute(j->plan, j->in_place ? dst : j->data, dst, NULL) != FFTC_SUCCESS ||
            memcmp(dst, j->expected, bytes) != 0) {
            ++j->differences;
        }
        free(dst);
    }
    return NULL;
}

static void check_shared(const fftc_transform *t, int threads, testing_random *random)
{
    size_t number = 2 * fftc_precision_bytes(t->precision);
    size_t src_bytes;
    size_t bytes;
    ck_assert_int_eq(fftc_transform_bytes(t, &src_bytes, &bytes, NULL), FFTC_SUCCESS);
    size_t numbers = (src_bytes + number - 1) / number;
    fftc_plan *plan = transform_plan(t, threads);
    bool in_place = t->placement == FFTC_IN_PLACE;
    pthread_t thread[THREADS];
    job jobs[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        char *data = fresh(NULL, numbers * number);
        testing_fill(t->precision, data, numbers, random);
        char *expected = fresh(in_place ? data : NULL, bytes);
        ck_assert_int_eq(fftc_plan_execute(plan, in_place ? expected : data, expected, NULL),
                         FFTC_SUCCESS);
        jobs[i] = (job){plan, bytes, in_place, data, expected, 0};
    }
    for (int i = 0; i < THREADS; ++i) {
        ck_assert_int_eq(pthread_create(&thread[i], NULL, work, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
        ck_assert_msg(jobs[i].differences == 0, "%s: thread %d, %d of %d runs differ",
                      transform_describe(t), i, jobs[i].differences, ROUNDS);
        free((void *)(uintptr_t)jobs[i].data);
        free((void *)(uintptr_t)jobs[i].expected);
    }
    fftc_plan_destroy(plan);
}

/* One of each way through the engine. */
static const fftc_transform kinds[] = {
    {.length = {1}},
    {.length = {1024}},
    {.length = {1000}, .placement = FFTC_IN_PLACE, .direction = FFTC_INVERSE},
    {.length = {1009}},
    {.length = {1 << 16}, .placement = FFTC_IN_PLACE},
    {.length = {24, 36}, .placement = FFTC_IN_PLACE},
    {.length = {20, 17, 9}, .precision = FFTC_FLOAT64},
    {.length = {120},
     .src_stride = {3},
     .dst_stride = {5},
     .batch = 3,
     .src_distance = 400,
     .dst_distance = 700},
    /* With stages, working memory between axes, lines without slots, real numbers. */
    {.length = {48, 80}, .src_range = {{0, 40}, {0, 70}}, .dst_range = {{3, 20}, {0, 30}}},
    {.length = {360}, .batch = 20, .precision = FFTC_FLOAT16},
    {.length = {8, 8}, .batch = 9},
    {.length = {5, 6, 7}},
    {.length = {391}, .batch = 40},
    {.length = {12}, .kind = FFTC_REAL, .batch = 50},
    {.length = {1 << 14}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {30, 75}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
    {.length = {30, 64}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE},
    {.length = {36, 45, 20},
     .kind = FFTC_REAL_TO_REAL,
     .trigonometric = {FFTC_DST_I, FFTC_DCT_II, FFTC_DCT_IV}},
};

START_TEST(plan_in_twelve_threads_gives_each_its_own)
{
    testing_random random = testing_random_start("threads");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        check_shared(&kinds[i], 1, &random);
    }
}
END_TEST

START_TEST(plan_of_two_threads_in_twelve_gives_each_its_own)
{
    testing_random random = testing_random_start("teams");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        check_shared(&kinds[i], 2, &random);
    }
}
END_TEST

/* Long enough for threads inside a transform; not in the sanitizers' random descriptions. */
START_TEST(threads_any_number_same_bits)
{
    static const fftc_transform large[] = {{.length = {1 << 18}},
                                           {.length = {1 << 17}, .placement = FFTC_IN_PLACE},
                                           {.length = {65537}},
                                           {.length = {196643}, .precision = FFTC_FLOAT64},
                                           {.length = {240, 250}, .precision = FFTC_FLOAT64},
                                           {.length = {64}, .batch = 3000}};
    testing_random random = testing_random_start("bits");
    for (size_t i = 0; i < sizeof large / sizeof *large; ++i) {
        transform_axes axes = transform_axes_of(&large[i]);
        size_t item = 2 * fftc_precision_bytes(large[i].precision);
        char *data = fresh(NULL, axes.src_span * item);
        testing_fill(large[i].precision, data, axes.src_span, &random);
        void *one = transform_execute(&large[i], 1, 0, data);
        for (int threads = 2; threads <= 7; ++threads) {
            void *many = transform_execute(&large[i], threads, 0, data);
            ck_assert_msg(memcmp(one, many, axes.total * item) == 0, "%s: other bits with %d",
                          transform_describe(&large[i]), threads);
            free(many);
        }
        free(one);
        free(data);
    }
}
END_TEST

/* Rows that no cache holds take another way through memory, with the same bits. */
START_TEST(far_rows_same_bits)
{
    static const fftc_transform rows[] = {
        {.length = {1 << 15}, .placement = FFTC_IN_PLACE, .direction = FFTC_INVERSE},
        {.length = {1 << 17}},
        {.length = {1 << 15}, .precision = FFTC_FLOAT64, .batch = 3},
        {.length = {1 << 16}, .precision = FFTC_FLOAT64, .placement = FFTC_IN_PLACE},
        {.length = {3 << 14}, .direction = FFTC_INVERSE, .scaling = FFTC_SCALE_UNITARY},
        {.length = {100000}, .precision = FFTC_FLOAT64},
        {.length = {33 << 11}},
        {.length = {65537}}};
    testing_random random = testing_random_start("far");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        transform_axes axes = transform_axes_of(&rows[i]);
        size_t item = 2 * fftc_precision_bytes(rows[i].precision);
        char *data = fresh(NULL, axes.src_span * item);
        testing_fill(rows[i].precision, data, axes.src_span, &random);
        void *near = transform_execute(&rows[i], 1, 0, data);
        ck_assert_int_eq(setenv("FFTCORE_FORCE_FAR_BYTES", "1", 1), 0);
        for (int threads = 1; threads <= 5; threads += 2) {
            for (size_t slack = 0; slack <= 1; ++slack) {
                void *far = transform_execute(&rows[i], threads, slack, data);
                ck_assert_msg(memcmp(near, far, axes.total * item) == 0,
                              "%s: other bits with %d threads, slack %zu",
                              transform_describe(&rows[i]), threads, slack);
                free(far);
            }
        }
        ck_assert_int_eq(unsetenv("FFTCORE_FORCE_FAR_BYTES"), 0);
        free(near);
        free(data);
    }
}
END_TEST

TESTING_MAIN("transform_threads", plan_in_twelve_threads_gives_each_its_own,
             plan_of_two_threads_in_twelve_gives_each_its_own, threads_any_number_same_bits,
             far_rows_same_bits)
