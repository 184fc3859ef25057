/* SPDX-License-Identifier: MIT
 *
 * The caller's own threads: a real pool, one that runs its tasks one after the other, one that
 * runs them backwards. Under the thread sanitizer the real pool has no runtime of its own between
 * the library and the sanitizer.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "transform_testing.h"

/* --- three pools ------------------------------------------------------------------------------ */

typedef struct calls {
    atomic_int runs;
    atomic_int tasks;
} calls;

static void run_forwards(void *user, int count, void (*task)(void *, int), void *context)
{
    calls *c = user;
    atomic_fetch_add(&c->runs, 1);
    for (int i = 0; i < count; ++i) {
        atomic_fetch_add(&c->tasks, 1);
        task(context, i);
    }
}

static void run_backwards(void *user, int count, void (*task)(void *, int), void *context)
{
    calls *c = user;
    atomic_fetch_add(&c->runs, 1);
    for (int i = count - 1; i >= 0; --i) {
        atomic_fetch_add(&c->tasks, 1);
        task(context, i);
    }
}

/* A list of jobs that WORKERS threads and every caller take tasks from. */
#define WORKERS 3

typedef struct job {
    void (*task)(void *, int);
    void *context;
    int count;
    int begun;
    int done;
    struct job *next;
} job;

typedef struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    job *jobs;
    bool closing;
    calls calls;
    pthread_t worker[WORKERS];
} pool;

/* Takes a task of the first job, or of `only`, and runs it without the lock; false if there is
 * none. */
static bool run_one(pool *p, job *only)
{
    job *j = only != NULL ? only : p->jobs;
    while (only == NULL && j != NULL && j->begun == j->count) {
        j = j->next;
    }
    if (j == NULL || j->begun == j->count) {
        return false;
    }
    int i = j->begun++;
    pthread_mutex_unlock(&p->lock);
    atomic_fetch_add(&p->calls.tasks, 1);
    j->task(j->context, i);
    pthread_mutex_lock(&p->lock);
    if (++j->done == j->count) {
        pthread_cond_broadcast(&p->changed);
    }
    return true;
}

static void *work(void *user)
{
    pool *p = user;
    pthread_mutex_lock(&p->lock);
    while (!p->closing) {
        if (!run_one(p, NULL)) {
            pthread_cond_wait(&p->changed, &p->lock);
        }
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void run_threads(void *user, int count, void (*task)(void *, int), void *context)
{
    pool *p = user;
    job mine = {task, context, count, 0, 0, NULL};
    atomic_fetch_add(&p->calls.runs, 1);
    pthread_mutex_lock(&p->lock);
    mine.next = p->jobs;
    p->jobs = &mine;
    pthread_cond_broadcast(&p->changed);
    while (run_one(p, &mine)) {
    }
    while (mine.done < count) {
        pthread_cond_wait(&p->changed, &p->lock);
    }
    job **at = &p->jobs;
    while (*at != &mine) {
        at = &(*at)->next;
    }
    *at = mine.next;
    pthread_mutex_unlock(&p->lock);
}

static void pool_open(pool *p)
{
    memset(p, 0, sizeof *p);
    ck_assert_int_eq(pthread_mutex_init(&p->lock, NULL), 0);
    ck_assert_int_eq(pthread_cond_init(&p->changed, NULL), 0);
    for (int i = 0; i < WORKERS; ++i) {
        ck_assert_int_eq(pthread_create(&p->worker[i], NULL, work, p), 0);
    }
}

static void pool_close(pool *p)
{
    pthread_mutex_lock(&p->lock);
    ck_assert_ptr_null(p->jobs);
    p->closing = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < WORKERS; ++i) {
        ck_assert_int_eq(pthread_join(p->worker[i], NULL), 0);
    }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
}

/* --- transforms ------------------------------------------------------------------------------- */

/* Threads over lines, over columns, over gathered lines, and inside a line. */
static const fftc_transform shared[] = {
    {.length = {64}, .batch = 100},
    {.length = {48, 60}, .placement = FFTC_IN_PLACE},
    {.length = {1 << 16}},
    {.length = {1 << 16}, .placement = FFTC_IN_PLACE, .precision = FFTC_FLOAT64},
    {.length = {65537}, .direction = FFTC_INVERSE},
    {.length = {20, 17, 9}, .precision = FFTC_FLOAT64},
    {.length = {120},
     .src_stride = {3},
     .dst_stride = {5},
     .batch = 7,
     .src_distance = 400,
     .dst_distance = 700},
};
#define SHARED_COUNT (sizeof shared / sizeof *shared)

/* Threads share the inside of rows in vectors only. */
static bool has_inside(void)
{
    return strcmp(fftc_simd_isa_name(), "scalar") != 0;
}

static bool is_shared(const fftc_transform *t)
{
    return has_inside() || t->length[1] != 0 || t->batch > 1;
}

static fftc_plan *plan_with(const fftc_transform *t, int threads,
                            const fftc_thread_pool *threads_of)
{
    /* The library copies what it is given. */
    fftc_thread_pool copy = threads_of != NULL ? *threads_of : (fftc_thread_pool){NULL, NULL};
    fftc_plan_options options = {.threads = threads, .pool = threads_of != NULL ? &copy : NULL};
    fftc_plan *plan = transform_plan_with(t, &options);
    memset(&copy, 0, sizeof copy);
    return plan;
}

static char *source_of(const fftc_transform *t, testing_random *random)
{
    transform_axes axes = transform_axes_of(t);
    char *data = malloc(axes.src_span * 2 * fftc_precision_bytes(t->precision));
    ck_assert_ptr_nonnull(data);
    testing_fill(t->precision, data, axes.src_span, random);
    return data;
}

static size_t bytes_of(const fftc_transform *t)
{
    return transform_axes_of(t).dst_span * 2 * fftc_precision_bytes(t->precision);
}

/* The bits of one thread, with every number of threads, and the pool is asked at all. */
static void check_pool(const fftc_transform *t, const fftc_thread_pool *threads_of, calls *c,
                       testing_random *random)
{
    char *data = source_of(t, random);
    fftc_plan *single = plan_with(t, 1, NULL);
    char *expected = transform_execute_whole(t, single, data);
    fftc_plan_destroy(single);
    for (int threads = 1; threads <= 5; ++threads) {
        fftc_plan *plan = plan_with(t, threads, threads_of);
        int runs = atomic_load(&c->runs);
        int tasks = atomic_load(&c->tasks);
        char *actual = transform_execute_whole(t, plan, data);
        fftc_plan_destroy(plan);
        runs = atomic_load(&c->runs) - runs;
        tasks = atomic_load(&c->tasks) - tasks;
        ck_assert_msg(memcmp(actual, expected, bytes_of(t)) == 0, "%s: other bits with %d threads",
                      transform_describe(t), threads);
        bool alone = threads == 1 || !is_shared(t);
        ck_assert_msg(alone ? runs == 0 : runs >= 1 && tasks > runs,
                      "%s: %d threads, %d runs of %d tasks", transform_describe(t), threads, runs,
                      tasks);
        ck_assert_int_le(tasks, threads * runs);
        free(actual);
    }
    free(expected);
    free(data);
}

START_TEST(pool_of_threads_same_bits)
{
    testing_random random = testing_random_start("pool");
    pool p;
    pool_open(&p);
    fftc_thread_pool threads_of = {run_threads, &p};
    for (size_t i = 0; i < SHARED_COUNT; ++i) {
        check_pool(&shared[i], &threads_of, &p.calls, &random);
    }
    pool_close(&p);
}
END_TEST

START_TEST(pool_one_task_after_the_other_same_bits)
{
    testing_random random = testing_random_start("serial");
    calls c = {0, 0};
    fftc_thread_pool orders[] = {{run_forwards, &c}, {run_backwards, &c}};
    for (size_t i = 0; i < SHARED_COUNT; ++i) {
        check_pool(&shared[i], &orders[0], &c, &random);
        check_pool(&shared[i], &orders[1], &c, &random);
    }
}
END_TEST

typedef struct caller {
    const fftc_plan *plan;
    const fftc_transform *t;
    const char *data;
    const char *expected;
    int differences;
} caller;

static void *call(void *context)
{
    caller *c = context;
    for (int round = 0; round < 5; ++round) {
        char *actual = transform_execute_whole(c->t, c->plan, c->data);
        c->differences += memcmp(actual, c->expected, bytes_of(c->t)) != 0;
        free(actual);
    }
    return NULL;
}

START_TEST(pool_asked_by_four_threads_at_once)
{
    testing_random random = testing_random_start("callers");
    pool p;
    pool_open(&p);
    fftc_thread_pool threads_of = {run_threads, &p};
    for (size_t i = 0; i < SHARED_COUNT; ++i) {
        fftc_plan *plan = plan_with(&shared[i], 3, &threads_of);
        char *data = source_of(&shared[i], &random);
        char *expected = transform_execute_whole(&shared[i], plan, data);
        pthread_t thread[4];
        caller callers[4];
        for (int k = 0; k < 4; ++k) {
            callers[k] = (caller){plan, &shared[i], data, expected, 0};
            ck_assert_int_eq(pthread_create(&thread[k], NULL, call, &callers[k]), 0);
        }
        for (int k = 0; k < 4; ++k) {
            ck_assert_int_eq(pthread_join(thread[k], NULL), 0);
            ck_assert_msg(callers[k].differences == 0, "%s: caller %d",
                          transform_describe(&shared[i]), k);
        }
        fftc_plan_destroy(plan);
        free(expected);
        free(data);
    }
    pool_close(&p);
}
END_TEST

/* A transform of some microseconds is not worth waking anybody for; a long one is. */
START_TEST(pool_asked_where_it_pays_only)
{
    static const struct {
        fftc_transform t;
        int most_tasks;
        int least_tasks;
        int lines; /* tasks if no row has an inside */
    } sizes[] = {
        {{.length = {64}, .batch = 4}, 0, 0, 0},
        {{.length = {32, 32}}, 0, 0, 0},
        {{.length = {1024}, .batch = 1}, 0, 0, 0},
        {{.length = {1024}, .batch = 64}, 4, 4, 4},
        {{.length = {1024}, .batch = 3}, 0, 0, 0},
        {{.length = {1 << 20}}, 16, 12, 0},             /* three or four loops, inside */
        {{.length = {1 << 17}, .batch = 4}, 4, 4, 4},   /* one each */
        {{.length = {1 << 17}, .batch = 3}, 48, 36, 3}, /* inside: nobody idle */
        {{.length = {1 << 17}, .batch = 33}, 4, 4, 4},  /* 8 or 9 each */
        {{.length = {8192}, .batch = 3}, 3, 2, 2},      /* rows have no inside */
    };
    calls c = {0, 0};
    fftc_thread_pool serial = {run_forwards, &c};
    fftc_plan_options options = {.threads = 4, .pool = &serial};
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_THREADS"), 0);
    testing_random random = testing_random_start("pays");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        fftc_plan *plan;
        char *data = source_of(&sizes[i].t, &random);
        atomic_store(&c.tasks, 0);
        ck_assert_int_eq(fftc_plan_create(&sizes[i].t, &options, &plan, NULL), FFTC_SUCCESS);
        free(transform_execute_whole(&sizes[i].t, plan, data));
        int tasks = atomic_load(&c.tasks);
        bool few = has_inside() ? tasks <= sizes[i].most_tasks : tasks <= sizes[i].lines;
        bool many = has_inside() ? tasks >= sizes[i].least_tasks : tasks >= sizes[i].lines;
        ck_assert_msg(few && many, "%s: %d tasks", transform_describe(&sizes[i].t), tasks);
        fftc_plan_destroy(plan);
        free(data);
    }
}
END_TEST

START_TEST(pool_without_a_function_refused)
{
    fftc_thread_pool nobody = {NULL, NULL};
    fftc_plan_options options = {.threads = 2, .pool = &nobody};
    fftc_transform t = {.length = {8}};
    fftc_plan *plan = (fftc_plan *)&t;
    fftc_error error;
    ck_assert_int_eq(fftc_plan_create(&t, &options, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_null(plan);
    ck_assert_ptr_nonnull(strstr(error.message, "pool"));
}
END_TEST

TESTING_MAIN("transform_pool", pool_of_threads_same_bits, pool_one_task_after_the_other_same_bits,
             pool_asked_by_four_threads_at_once, pool_asked_where_it_pays_only,
             pool_without_a_function_refused)
