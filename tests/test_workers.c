/* SPDX-License-Identifier: MIT
 *
 * The library's own threads, and work that they share: each task once, calls one after the other,
 * from many threads, from within tasks, and where the system gives no threads. (That a child of a
 * fork has its own is in test_forks.c, that they end with the library in test_unload.c.)
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "device/table_jobs.h"
#include "testing.h"

#define TASKS 1000u
#define LONGEST \
    30.0 /* seconds that threads wait for each other, with sanitizers on a busy machine */

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- pthread_create, as the linker's option --wrap has it ------------------------------------- */

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static atomic_bool refuse;
static atomic_int refusals;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *data)
{
    if (atomic_load(&refuse)) {
        (void)atomic_fetch_add(&refusals, 1);
        return EAGAIN;
    }
    return __real_pthread_create(thread, attributes, start, data);
}

/* --- calls ------------------------------------------------------------------------------------ */

/* A call whose tasks note who did them. */
enum { MOST = 40 };

typedef struct noted {
    atomic_int done[MOST];
    pthread_t by[MOST];
    int rounding[MOST];
    bool signals[MOST];  /* blocked */
    atomic_int meet;     /* how many tasks are still to begin; none waits where it is 0 */
    atomic_int too_late; /* tasks that waited in vain */
} noted;

static void note(void *context, int i)
{
    noted *n = context;
    sigset_t set;
    (void)pthread_sigmask(SIG_SETMASK, NULL, &set);
    n->by[i] = pthread_self();
    n->rounding[i] = fegetround();
    n->signals[i] = sigismember(&set, SIGTERM) == 1 && sigismember(&set, SIGSEGV) == 0;
    (void)atomic_fetch_add(&n->done[i], 1);
    if (atomic_fetch_sub(&n->meet, 1) > 0) {
        const double end = seconds_of(CLOCK_MONOTONIC) + LONGEST;
        while (atomic_load(&n->meet) > 0 && seconds_of(CLOCK_MONOTONIC) < end) {
            (void)usleep(10);
        }
        (void)atomic_fetch_add(&n->too_late, atomic_load(&n->meet) > 0);
    }
}

static bool each_once(noted *n, int count)
{
    for (int i = 0; i < MOST; ++i) {
        if (atomic_load(&n->done[i]) != (i < count)) {
            return false;
        }
    }
    return true;
}

START_TEST(call_each_task_once)
{
    for (int round = 0; round < 20; ++round) {
        for (int count = 0; count <= MOST; count = count < 6 ? count + 1 : 2 * count - 2) {
            noted n = {.meet = 0};
            fftc_workers_call(NULL, count, note, &n);
            ck_assert_msg(each_once(&n, count), "%d tasks", count);
        }
    }
}
END_TEST

/* All at the same time, in the caller's mode, with the program's signals for the program. */
START_TEST(call_of_five_on_five_threads)
{
    enum { THREADS = 5 };
    static const int modes[] = {FE_UPWARD, FE_TONEAREST, FE_DOWNWARD};
    const int before = fegetround();
    for (size_t m = 0; m < sizeof modes / sizeof *modes; ++m) {
        noted n = {.meet = THREADS};
        ck_assert_int_eq(fesetround(modes[m]), 0);
        fftc_workers_call(NULL, THREADS, note, &n);
        (void)fesetround(before);
        ck_assert(each_once(&n, THREADS));
        ck_assert_int_eq(atomic_load(&n.too_late), 0);
        ck_assert(pthread_equal(n.by[0], pthread_self()));
        for (int i = 0; i < THREADS; ++i) {
            ck_assert_int_eq(n.rounding[i], modes[m]);
            ck_assert(n.signals[i] == (i > 0));
            for (int k = 0; k < i; ++k) {
                ck_assert(!pthread_equal(n.by[i], n.by[k]));
            }
        }
    }
}
END_TEST

typedef struct caller {
    pthread_t thread;
    int calls;
    int failures;
} caller;

static void call_within(void *context, int i)
{
    noted *inner = context;
    fftc_workers_call(NULL, 4, note, &inner[i]);
}

static void *call_often(void *data)
{
    caller *c = data;
    for (int k = 0; k < c->calls; ++k) {
        noted n = {.meet = 0};
        noted inner[3] = {{.meet = 0}, {.meet = 0}, {.meet = 0}};
        const int count = 2 + k % 5;
        fftc_workers_call(NULL, count, note, &n);
        c->failures += !each_once(&n, count);
        fftc_workers_call(NULL, 3, call_within, inner);
        for (int i = 0; i < 3; ++i) {
            c->failures += !each_once(&inner[i], 4);
        }
    }
    return NULL;
}

START_TEST(callers_eight_at_once_and_nested)
{
    enum { CALLERS = 8 };
    caller callers[CALLERS];
    for (int i = 0; i < CALLERS; ++i) {
        callers[i] = (caller){.calls = 200};
        ck_assert_int_eq(pthread_create(&callers[i].thread, NULL, call_often, &callers[i]), 0);
    }
    for (int i = 0; i < CALLERS; ++i) {
        ck_assert_int_eq(pthread_join(callers[i].thread, NULL), 0);
        ck_assert_int_eq(callers[i].failures, 0);
    }
}
END_TEST

/* Nobody is asked again at once; but in the end threads come. */
START_TEST(threads_refused_caller_does_all)
{
    enum { CALLS = 100, PATIENCE = 10000 };
    atomic_store(&refuse, true);
    for (int k = 0; k < CALLS; ++k) {
        noted n = {.meet = 0};
        fftc_workers_call(NULL, 5, note, &n);
        ck_assert(each_once(&n, 5));
        for (int i = 0; i < 5; ++i) {
            ck_assert(pthread_equal(n.by[i], pthread_self()));
        }
    }
    ck_assert_int_ge(atomic_load(&refusals), 1);
    ck_assert_int_lt(atomic_load(&refusals), CALLS / 10);
    atomic_store(&refuse, false);
    bool others = false;
    for (int k = 0; k < PATIENCE && !others; ++k) {
        noted n = {.meet = 0};
        fftc_workers_call(NULL, 2, note, &n);
        if (k > PATIENCE / 2) {
            (void)usleep(1000);
        }
        others = !pthread_equal(n.by[1], pthread_self());
    }
    ck_assert(others);
}
END_TEST

/* What threads take that wait for work: nothing, after a moment. */
START_TEST(workers_idle_sleep)
{
    noted n = {.meet = 4};
    fftc_workers_call(NULL, 4, note, &n);
    ck_assert_int_eq(atomic_load(&n.too_late), 0);
    (void)usleep(10000);
    const double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    (void)usleep(300000);
    const double taken = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before;
    ck_assert_msg(taken < 0.03, "three idle threads took %.3f s of 0.3", taken);
}
END_TEST

/* --- many tasks ------------------------------------------------------------------------------- */

typedef struct work {
    atomic_uint calls;
    uint32_t first[TASKS];
    uint32_t second[TASKS];
    uint64_t sum;
} work;

static void put_first(void *context, uint32_t i)
{
    work *w = context;
    w->first[i] += i;
    atomic_fetch_add(&w->calls, 1);
}

static void put_second(void *context, uint32_t i)
{
    work *w = context;
    w->second[i] += w->first[TASKS - 1 - i] + 1;
    atomic_fetch_add(&w->calls, 1);
}

static void put_sum(void *context, uint32_t i)
{
    work *w = context;
    for (uint32_t k = 0; k < TASKS; ++k) {
        w->sum += w->second[k];
    }
    atomic_fetch_add(&w->calls, i + 1);
}

START_TEST(run_tasks_each_once)
{
    static const uint32_t counts[] = {0, 1, 2, 3, 17, TASKS};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        work w = {.calls = 0};
        fftc_workers_run(counts[c], put_first, &w);
        ck_assert_uint_eq(w.calls, counts[c]);
        for (uint32_t i = 0; i < TASKS; ++i) {
            ck_assert_uint_eq(w.first[i], i < counts[c] ? i : 0);
        }
    }
}
END_TEST

/* Tasks of a call read what other tasks of the one before it wrote. */
START_TEST(run_calls_one_after_the_other)
{
    for (int round = 0; round < 100; ++round) {
        work w = {.calls = 0};
        fftc_workers_run(TASKS, put_first, &w);
        fftc_workers_run(TASKS, put_second, &w);
        fftc_workers_run(1, put_sum, &w);
        ck_assert_uint_eq(w.calls, 2 * TASKS + 1);
        ck_assert_uint_eq(w.sum, TASKS * (TASKS - 1) / 2 + TASKS);
    }
}
END_TEST

/* What jobs share, and one of them. */
typedef struct plenty {
    atomic_uint ahead; /* of all jobs */
    atomic_uint early; /* tasks that did not find all of it done */
    uint32_t all;
} plenty;

typedef struct job_work {
    plenty *of_all;
    uint32_t prepared[7];
    uint32_t done[TASKS];
    uint32_t ended;
} job_work;

static void prepare_job(void *context, uint32_t i)
{
    job_work *w = context;
    ++w->prepared[i];
    atomic_fetch_add(&w->of_all->ahead, 1);
}

static void do_job(void *context, uint32_t i)
{
    job_work *w = context;
    ++w->done[i];
    atomic_fetch_add(&w->of_all->early, w->of_all->ahead != w->of_all->all);
}

static void end_job(void *context)
{
    ++((job_work *)context)->ended;
}

/* Jobs are done by one thread, and by several. */
START_TEST(jobs_prepared_before_any_task)
{
    static const struct {
        uint32_t count, ahead;
        uint64_t numbers;
    } cases[] = {{3, 0, 30}, {TASKS, 7, 5000}, {2, 3, 2000}, {1, 0, 10}, {17, 1, 17}};
    enum { JOBS = sizeof cases / sizeof *cases };
    for (uint64_t times = 1; times <= 1000; times *= 1000) {
        plenty p = {.all = 0};
        job_work parts[JOBS] = {
            {.of_all = &p}, {.of_all = &p}, {.of_all = &p}, {.of_all = &p}, {.of_all = &p}};
        fftc_table_jobs jobs = {.count = 0};
        for (uint32_t i = 0; i < JOBS; ++i) {
            const fftc_table_job job = {
                cases[i].count,          do_job, &parts[i], end_job, cases[i].ahead, prepare_job,
                times * cases[i].numbers};
            p.all += cases[i].ahead;
            fftc_table_jobs_add(&jobs, &job);
        }
        for (uint32_t i = 1; i < JOBS; ++i) { /* large tasks first */
            const fftc_table_job *a = &jobs.job[i - 1];
            const fftc_table_job *b = &jobs.job[i];
            ck_assert_uint_ge(a->numbers / a->count, b->numbers / b->count);
        }
        fftc_table_jobs_run(&jobs);
        ck_assert_uint_eq(jobs.count, 0);
        ck_assert_uint_eq(p.early, 0);
        for (uint32_t i = 0; i < JOBS; ++i) {
            ck_assert_uint_eq(parts[i].ended, 1);
            for (uint32_t k = 0; k < TASKS; ++k) {
                ck_assert_uint_eq(parts[i].done[k], k < cases[i].count);
            }
            for (uint32_t k = 0; k < 7; ++k) {
                ck_assert_uint_eq(parts[i].prepared[k], k < cases[i].ahead);
            }
        }
    }
}
END_TEST

TESTING_MAIN("workers", call_each_task_once, call_of_five_on_five_threads,
             callers_eight_at_once_and_nested, threads_refused_caller_does_all, workers_idle_sleep,
             run_tasks_each_once, run_calls_one_after_the_other, jobs_prepared_before_any_task)
