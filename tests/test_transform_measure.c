/* SPDX-License-Identifier: MIT
 *
 * FFTC_MEASURE: whatever is chosen is right, in time, and leaves nothing behind; and so is every
 * candidate that it might have chosen on another day.
 */
#define _GNU_SOURCE /* CLOCK_THREAD_CPUTIME_ID */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu/engine/lines/candidates.h"
#include "cpu/plan/paired_timing.h"
#include "cpu/plan/plan.h"
#include "fftcore/reference.h"
#include "ledger.h"
#include "transform_testing.h"

static fftc_plan *create(const fftc_transform *t, const fftc_plan_options *options)
{
    fftc_plan *plan;
    fftc_error error;
    fftc_status status = fftc_plan_create(t, options, &plan, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", transform_describe(t), error.message);
    return plan;
}

/* Compares results with the definition. dst is packed. */
static void check_right(const fftc_transform *t, const fftc_plan *plan, const void *data,
                        const long double *expected)
{
    transform_axes axes = transform_axes_of(t);
    size_t item = 2 * fftc_precision_bytes(t->precision);
    bool in_place = t->placement == FFTC_IN_PLACE;
    char *dst = calloc(axes.total, item);
    ck_assert_ptr_nonnull(dst);
    ck_assert_uint_eq(axes.dst_span, axes.total);
    memcpy(dst, data, in_place ? axes.total * item : 0);
    ck_assert_int_eq(fftc_plan_execute(plan, in_place ? dst : data, dst, NULL), FFTC_SUCCESS);
    double error = transform_error(t, dst, expected);
    ck_assert_msg(error <= transform_bound(t), "%s: %g, not %g", transform_describe(t), error,
                  transform_bound(t));
    free(dst);
}

static void *draw(const fftc_transform *t, testing_random *random)
{
    transform_axes axes = transform_axes_of(t);
    void *data = malloc(axes.src_span * 2 * fftc_precision_bytes(t->precision));
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, axes.src_span, random);
    return data;
}

static const fftc_transform kinds[] = {
    {.length = {1}},
    {.length = {16}, .batch = 0},
    {.length = {360}, .batch = 20},
    {.length = {1024}, .precision = FFTC_FLOAT64},
    {.length = {1009}, .placement = FFTC_IN_PLACE},
    {.length = {17408}, .direction = FFTC_INVERSE},
    {.length = {24, 36}, .placement = FFTC_IN_PLACE},
    {.length = {20, 17, 9}, .precision = FFTC_FLOAT64, .batch = 3},
    {.length = {120}, .src_stride = {3}, .batch = 3, .src_distance = 400},
};
#define KIND_COUNT (sizeof kinds / sizeof *kinds)

START_TEST(plan_measured_right)
{
    testing_random random = testing_random_start("measured");
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        const fftc_transform *t = &kinds[i];
        void *data = draw(t, &random);
        long double *expected = transform_expect(t, data);
        for (int threads = 1; threads <= 2; ++threads) {
            fftc_plan_options options = {
                .threads = threads, .effort = FFTC_MEASURE, .seconds = 0.1};
            fftc_plan *plan = create(t, &options);
            check_right(t, plan, data, expected);
            fftc_plan_destroy(plan);
        }
        free(expected);
        free(data);
    }
}
END_TEST

/* A measured plan gives the numbers of the estimate's plan, up to rounding. */
START_TEST(plan_of_other_kinds_measured_right)
{
    static const fftc_transform others[] = {
        {.length = {1000}, .kind = FFTC_REAL},
        {.length = {1000}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE},
        {.length = {44, 77}, .kind = FFTC_REAL, .direction = FFTC_INVERSE},
        {.length = {256, 30}, .kind = FFTC_REAL_TO_REAL},
        {.length = {16, 360}, .format = FFTC_SPLIT},
        {.length = {16, 360}, .format = FFTC_SPLIT, .placement = FFTC_IN_PLACE},
        {.length = {360, 24}, .src_range = {{10, 50}}, .dst_range = {{0, 7}, {3, 9}}},
    };
    testing_random random = testing_random_start("others");
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        const fftc_transform *t = &others[i];
        size_t room = 2 * (transform_axes_of(t).points + 2 * t->length[0] + 2);
        float *data = malloc(room * 4 * sizeof *data);
        float *results[2];
        ck_assert_ptr_nonnull(data);
        testing_fill(FFTC_FLOAT32, data, 2 * room, &random);
        for (int effort = FFTC_ESTIMATE; effort <= FFTC_MEASURE; ++effort) {
            fftc_plan_options options = {.effort = (fftc_effort)effort, .seconds = 0.1};
            fftc_plan *plan = create(t, &options);
            float *dst = results[effort] = calloc(room, 4 * sizeof *dst);
            ck_assert_ptr_nonnull(dst);
            bool in_place = t->placement == FFTC_IN_PLACE;
            bool split = t->format == FFTC_SPLIT;
            memcpy(dst, data, in_place ? room * 4 * sizeof *dst : 0);
            const float *src = in_place ? dst : data;
            fftc_arrays arrays = {.src = src, .dst = dst};
            arrays.src_im = split ? src + 2 * room : NULL;
            arrays.dst_im = split ? dst + 2 * room : NULL;
            ck_assert_int_eq(fftc_plan_execute_arrays(plan, &arrays, NULL), FFTC_SUCCESS);
            fftc_plan_destroy(plan);
        }
        double difference = 0.0;
        double norm = 0.0;
        for (size_t k = 0; k < 4 * room; ++k) {
            double d = (double)results[0][k] - (double)results[1][k];
            difference += d * d;
            norm += (double)results[0][k] * (double)results[0][k];
        }
        ck_assert_msg(sqrt(difference) <= 1e-6 * sqrt(norm), "%zu: %g", i, sqrt(difference / norm));
        free(results[0]);
        free(results[1]);
        free(data);
    }
}
END_TEST

/* All that the planner would ever try, for every length of a range and some beyond. */
static void check_candidates(size_t n, size_t columns, fftc_precision precision,
                             testing_random *random)
{
    fftc_transform t = {.length = {n}, .precision = precision};
    if (columns > 0) {
        t.length[1] = columns;
        t.loop[1] = n <= 256; /* planes of fewer rows are one choice, without candidates */
    }
    fftc_plan_options options = {0};
    fftc_plan *usual = create(&t, &options);
    int point = columns > 0 && !t.loop[1] ? 1 : 0;
    fftc_shortlist list;
    void *data = draw(&t, random);
    long double *expected = transform_expect(&t, data);
    fftc_candidates_list(&usual->choices.choice[point], usual->engines, &list);
    ck_assert(n == 1 || list.count >= 1);
    bool met = false;
    for (int i = 0; i < list.count; ++i) {
        fftc_plan_request request = {.transform = t,
                                     .layout = usual->layout,
                                     .options = options,
                                     .isa = usual->isa,
                                     .engines = usual->engines};
        fftc_choices choices = usual->choices;
        const fftc_choice *known = &usual->choices.choice[point];
        fftc_plan *plan;
        fftc_error error;
        met = met ||
              (list.choice[i].count == known->count &&
               memcmp(list.choice[i].word, known->word, known->count * sizeof *known->word) == 0);
        ck_assert(i == 0 || list.cost[i] >= list.cost[i - 1]);
        choices.given = choices.count;
        choices.choice[point] = list.choice[i];
        fftc_status status = fftc_plan_make(&request, &choices, &plan, &error);
        ck_assert_msg(status == FFTC_SUCCESS, "%zu: candidate %d: %s", n, i, error.message);
        check_right(&t, plan, data, expected);
        fftc_plan_destroy(plan);
    }
    ck_assert_msg(n == 1 || met, "%zu: the estimate is not among the candidates", n);
    fftc_plan_destroy(usual);
    free(expected);
    free(data);
}

START_TEST(candidates_each_right)
{
    testing_random random = testing_random_start("candidates");
    for (size_t isa = 0; isa < TRANSFORM_ISAS; ++isa) {
        for (size_t n = 1; transform_force_isa(isa) && n <= 80; ++n) {
            check_candidates(n, 0, FFTC_FLOAT32, &random);
            check_candidates(n > 1 ? n : 2, 2 + testing_random_below(&random, 20), FFTC_FLOAT64,
                             &random);
        }
        if (transform_force_isa(isa)) { /* n - 1 = 2 * 83 would be a convolution itself */
            check_candidates(167, 0, FFTC_FLOAT32, &random);
        }
    }
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_ISA"), 0);
    static const size_t others[] = {1024, 1000, 1009, 2310, 4096, 6561, 8192};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        check_candidates(others[i], 0, FFTC_FLOAT64, &random);
    }
}
END_TEST

#ifndef TESTING_SANITIZED
/* CPU time is at most the time by the clock: on a busy machine the plan stops earlier. */
static double thread_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What measuring takes at least, if the machine or the build is slow: two plans, and a first run
 * in memory of its own. */
static double least_seconds(const fftc_transform *t)
{
    const fftc_plan_options estimate = {0};
    double start = thread_seconds();
    fftc_plan_destroy(create(t, &estimate));
    fftc_plan *plan = create(t, &estimate);
    char *data = calloc(2 * t->length[0], 2 * sizeof(float));
    ck_assert_ptr_nonnull(data);
    char *dst = data + t->length[0] * 2 * sizeof(float);
    memset(data, 0, t->length[0] * 2 * sizeof(float));
    memset(dst, 0, t->length[0] * 2 * sizeof(float));
    ck_assert_int_eq(fftc_plan_execute(plan, data, dst, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    free(data);
    return thread_seconds() - start;
}
#endif

START_TEST(budget_kept)
{
#ifndef TESTING_SANITIZED
    static const struct {
        size_t n;
        double seconds;
    } cases[] = {{360, 0.05}, {1 << 16, 0.1}, {1 << 20, 0.2}, {1 << 22, 0.5}, {1 << 24, 1.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_transform t = {.length = {cases[i].n}};
        fftc_plan_options options = {.effort = FFTC_MEASURE, .seconds = cases[i].seconds};
        double start = thread_seconds();
        fftc_plan_destroy(create(&t, &options));
        double taken = thread_seconds() - start;
        bool kept = taken <= 1.5 * cases[i].seconds || taken <= 2.0 * least_seconds(&t);
        ck_assert_msg(kept, "%zu: %g s, not %g", cases[i].n, taken, cases[i].seconds);
    }
#endif
}
END_TEST

static void *plan_and_execute(void *context)
{
    const fftc_transform *t = context;
    fftc_plan_options options = {.effort = FFTC_MEASURE, .seconds = 0.05};
    fftc_plan *plan;
    if (fftc_plan_create(t, &options, &plan, NULL) != FFTC_SUCCESS) {
        abort();
    }
    fftc_plan_destroy(plan);
    return NULL;
}

START_TEST(planning_in_eight_threads_at_once)
{
    pthread_t thread[8];
    for (int i = 0; i < 8; ++i) {
        ck_assert_int_eq(pthread_create(&thread[i], NULL, plan_and_execute,
                                        (void *)(uintptr_t)&kinds[(size_t)i % KIND_COUNT]),
                         0);
    }
    for (int i = 0; i < 8; ++i) {
        ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
    }
}
END_TEST

/* Memory for the plan itself is needed; what only measuring needs is not. */
START_TEST(memory_short_plan_or_status)
{
    testing_random random = testing_random_start("memory");
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        const fftc_transform *t = &kinds[i];
        void *data = draw(t, &random);
        long double *expected = transform_expect(t, data);
        int refused = 0;
        int made = 0;
        for (long allowed = 0; allowed < 300; allowed += 1 + allowed / 8) {
            testing_ledger l = {.allowed = allowed};
            fftc_allocator allocator = testing_ledger_allocator(&l);
            fftc_plan_options options = {
                .allocator = &allocator, .effort = FFTC_MEASURE, .seconds = 0.004};
            fftc_plan *plan = (fftc_plan *)&l;
            fftc_error error;
            fftc_status status = fftc_plan_create(t, &options, &plan, &error);
            if (status == FFTC_SUCCESS) {
                check_right(t, plan, data, expected);
                fftc_plan_destroy(plan);
                ++made;
            } else {
                ck_assert_msg(status == FFTC_OUT_OF_MEMORY, "%s", error.message);
                ck_assert_ptr_null(plan);
                ++refused;
            }
            ck_assert_int_eq(l.live, 0);
        }
        ck_assert(refused >= 1 && made >= 1);
        free(expected);
        free(data);
    }
}
END_TEST

/* Working memory that the caller brings is needed to try plans, not for the plan. */
START_TEST(memory_for_the_estimate_is_enough)
{
    const fftc_transform t = {.length = {65536}};
    int made = 0;
    for (size_t limit = 100000; limit < 1500000; limit += limit / 16) {
        fftc_status status[2];
        for (int i = 0; i < 2; ++i) {
            testing_ledger l = {.allowed = -1, .limit = limit};
            fftc_allocator allocator = testing_ledger_allocator(&l);
            fftc_plan_options options = {.allocator = &allocator,
                                         .effort = i == 0 ? FFTC_ESTIMATE : FFTC_MEASURE,
                                         .seconds = 0.004,
                                         .executions = -1};
            fftc_plan *plan;
            status[i] = fftc_plan_create(&t, &options, &plan, NULL);
            fftc_plan_destroy(plan);
            ck_assert_int_eq(l.live, 0);
        }
        ck_assert_msg(status[0] == status[1], "%zu bytes: %d by estimate, %d by measuring", limit,
                      (int)status[0], (int)status[1]);
        made += status[0] == FFTC_SUCCESS;
    }
    ck_assert_int_gt(made, 0);
}
END_TEST

START_TEST(options_senseless_refused)
{
    static const struct {
        fftc_plan_options options;
        const char *word;
    } cases[] = {
        {{.effort = (fftc_effort)3}, "effort"},
        {{.effort = FFTC_SAVED}, "saved NULL"},
        {{.effort = (fftc_effort)-1}, "effort"},
        {{.effort = FFTC_MEASURE, .seconds = -1.0}, "seconds"},
        {{.effort = FFTC_MEASURE, .seconds = 1e9}, "seconds"},
        {{.effort = FFTC_MEASURE, .seconds = (double)NAN}, "seconds"},
    };
    fftc_transform t = {.length = {8}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_plan *plan = (fftc_plan *)&t;
        fftc_error error;
        ck_assert_int_eq(fftc_plan_create(&t, &cases[i].options, &plan, &error),
                         FFTC_INVALID_ARGUMENT);
        ck_assert_ptr_null(plan);
        ck_assert_ptr_nonnull(strstr(error.message, cases[i].word));
    }
}
END_TEST

/* Two threads that are long in coming. */
static void run_late(void *user, int count, void (*task)(void *context, int i), void *context)
{
    int *meetings = user;
    if (count > 1) {
        ++*meetings;
        double until = fftc_paired_timing_now() + 2e-3;
        while (fftc_paired_timing_now() < until) {
        }
    }
    for (int i = 0; i < count; ++i) {
        task(context, i);
    }
}

START_TEST(threads_that_lose_not_taken)
{
    static const fftc_transform cases[] = {{.length = {1 << 16}},
                                           {.length = {256, 128}, .precision = FFTC_FLOAT64},
                                           {.length = {1 << 16}, .kind = FFTC_REAL},
                                           {.length = {256}, .batch = 400}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const bool one_row = cases[i].length[1] == 0 && cases[i].batch <= 1;
        if (one_row && strcmp(fftc_simd_isa_name(), "scalar") == 0) {
            continue; /* rows of single numbers are one thread's */
        }
        int meetings = 0;
        fftc_thread_pool pool = {run_late, &meetings};
        fftc_plan_options options = {
            .threads = 4, .pool = &pool, .effort = FFTC_MEASURE, .seconds = 5.0};
        char saved[4096];
        size_t bytes;
        size_t room = 2 * (transform_axes_of(&cases[i]).total + 2);
        void *data = calloc(2 * room, fftc_precision_bytes(cases[i].precision));
        ck_assert_ptr_nonnull(data);
        void *dst = (char *)data + room * fftc_precision_bytes(cases[i].precision);
        for (int loaded = 0; loaded <= 1; ++loaded) {
            fftc_plan *plan = create(&cases[i], &options);
            meetings = 0;
            ck_assert_int_eq(fftc_plan_execute(plan, data, dst, NULL), FFTC_SUCCESS);
            ck_assert_msg(meetings == 0, "%s: %d meetings", transform_describe(&cases[i]),
                          meetings);
            ck_assert_int_eq(fftc_plan_save(plan, saved, sizeof saved, &bytes, NULL), FFTC_SUCCESS);
            ck_assert_ptr_nonnull(strstr(saved, " t1 "));
            fftc_plan_destroy(plan);
            options.saved = saved;
            options.effort = FFTC_SAVED;
        }
        options.saved = NULL;
        options.effort = FFTC_ESTIMATE;
        fftc_plan *plan = create(&cases[i], &options);
        ck_assert_int_eq(fftc_plan_execute(plan, data, dst, NULL), FFTC_SUCCESS);
        ck_assert_int_gt(meetings, 0);
        fftc_plan_destroy(plan);
        free(data);
    }
}
END_TEST

/* Batches of small arrays with gaps, more than caches hold, of which a part is measured: what is
 * found must suit the whole. */
START_TEST(batch_with_gaps_measured)
{
    const size_t array = 20 * 24;
    for (size_t times = 1; times <= 4; times *= 4) {
        /* Half of what is streamed, and more than twice as much. */
        size_t batch = fftc_traffic_least_bytes() / (4 * array * sizeof(float[2])) * times + 64;
        size_t distance = ((size_t)72 << 20) / sizeof(float[2]) / batch;
        distance = distance > array ? distance : array;
        fftc_transform t = {
            .length = {20, 24}, .batch = batch, .src_distance = distance, .dst_distance = distance};
        fftc_plan_options options = {.effort = FFTC_MEASURE, .seconds = 0.3};
        fftc_plan_destroy(create(&t, &options));
    }
}
END_TEST

TESTING_MAIN("transform_measure", plan_measured_right, plan_of_other_kinds_measured_right,
             candidates_each_right, budget_kept, planning_in_eight_threads_at_once,
             memory_short_plan_or_status, memory_for_the_estimate_is_enough,
             options_senseless_refused, threads_that_lose_not_taken, batch_with_gaps_measured)
