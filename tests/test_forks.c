/* SPDX-License-Identifier: MIT
 *
 * Children of fork(): they execute their parent's plans and make others, whatever its threads were
 * doing when it forked. A child that hangs is ended by an alarm.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fftcore/convolution.h"
#include "fftcore/reference.h"
#include "testing.h"

/* A row that needs working memory of the plan's. */
#define POINTS ((size_t)1 << 14)
#define BYTES (2 * POINTS * sizeof(float))
#define TIME_LIMIT 60 /* seconds, with sanitizers on a busy machine */

enum { ONE_THREAD, THREADS, POOL, PLANS };

/* A pool whose threads stay in the parent. */
static atomic_uint pool_runs;

static void run_in_turn(void *user, int count, void (*task)(void *context, int i), void *context)
{
    (void)user;
    atomic_fetch_add(&pool_runs, 1);
    for (int i = count - 1; i >= 0; --i) {
        task(context, i);
    }
}

static const fftc_thread_pool pool = {.run = run_in_turn};

typedef struct parent {
    fftc_plan *plan[PLANS];
    fftc_convolution *convolution[PLANS];
    char *spectrum[PLANS];
    float *src;
    float *expected[2]; /* of a transform, of a convolution */
    float *dst;
    atomic_bool stop;
    atomic_uint rounds;
} parent;

static const fftc_transform transform = {.length = {POINTS}};
static const fftc_convolution_description description = {.signal = {.length = {POINTS}},
                                                         .kernel_length = {POINTS / 2}};

static fftc_plan_options options_of(int which)
{
    return (fftc_plan_options){.threads = which == ONE_THREAD ? 1 : 3,
                               .pool = which == POOL ? &pool : NULL,
                               .executions = 1};
}

static float *numbers(void)
{
    float *array = malloc(BYTES);
    ck_assert_ptr_nonnull(array);
    return array;
}

static bool refers(const parent *p, float *dst);

static void start(parent *p)
{
    ck_assert_int_eq(setenv("FFTCORE_FORCE_THREADS", "1", 1), 0); /* for little work, too */
    testing_random random = testing_random_start("forks");
    p->src = numbers();
    p->dst = numbers();
    testing_fill(FFTC_FLOAT32, p->src, POINTS, &random);
    for (int i = 0; i < PLANS; ++i) {
        fftc_plan_options options = options_of(i);
        ck_assert_int_eq(fftc_plan_create(&transform, &options, &p->plan[i], NULL), FFTC_SUCCESS);
        ck_assert_int_eq(fftc_convolution_create(&description, &options, &p->convolution[i], NULL),
                         FFTC_SUCCESS);
        p->spectrum[i] = malloc(fftc_convolution_spectrum_bytes(p->convolution[i]));
        ck_assert_int_eq(fftc_convolution_prepare(p->convolution[i], p->src, p->spectrum[i], NULL),
                         FFTC_SUCCESS);
    }
    ck_assert_uint_gt(fftc_plan_work_bytes(p->plan[0]), 0);
    for (int i = 0; i < 2; ++i) {
        p->expected[i] = numbers();
    }
    ck_assert(refers(p, p->dst));
    ck_assert_int_eq(fftc_plan_execute(p->plan[0], p->src, p->expected[0], NULL), FFTC_SUCCESS);
    ck_assert_int_eq(
        fftc_convolution_execute(p->convolution[0], p->src, p->spectrum[0], p->expected[1], NULL),
        FFTC_SUCCESS);
}

static void end(parent *p)
{
    for (int i = 0; i < PLANS; ++i) {
        fftc_plan_destroy(p->plan[i]);
        fftc_convolution_destroy(p->convolution[i]);
        free(p->spectrum[i]);
    }
    free(p->src);
    free(p->dst);
    free(p->expected[0]);
    free(p->expected[1]);
}

/* The threads of the parent: almost always in an execution. */
static void *execute_all(void *data)
{
    parent *p = data;
    float *dst = malloc(BYTES);
    while (dst != NULL && !atomic_load(&p->stop)) {
        int i = (int)(atomic_fetch_add(&p->rounds, 1) % PLANS);
        (void)fftc_plan_execute(p->plan[i], p->src, dst, NULL);
        (void)fftc_convolution_execute(p->convolution[i], p->src, p->spectrum[i], dst, NULL);
    }
    free(dst);
    return NULL;
}

/* --- in a child: no assertions, which are the parent's ---------------------------------------- */

/* The threads of this process. */
static int threads_here(void)
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    while (tasks != NULL && readdir(tasks) != NULL) {
        ++count;
    }
    if (tasks != NULL) {
        (void)closedir(tasks);
    }
    return count - 2; /* . and .. */
}

static bool same(const float *dst, const float *expected)
{
    return memcmp(dst, expected, BYTES) == 0;
}

static bool executes(const parent *p, float *dst)
{
    bool good = true;
    unsigned runs = atomic_load(&pool_runs);
    for (int i = 0; i < PLANS && good; ++i) {
        good = fftc_plan_execute(p->plan[i], p->src, dst, NULL) == FFTC_SUCCESS &&
               same(dst, p->expected[0]) &&
               fftc_convolution_execute(p->convolution[i], p->src, p->spectrum[i], dst, NULL) ==
                   FFTC_SUCCESS &&
               same(dst, p->expected[1]);
    }
    return good && atomic_load(&pool_runs) == runs; /* the parent's pool has no threads here */
}

static bool plans(const parent *p, float *dst)
{
    bool good = true;
    unsigned runs = atomic_load(&pool_runs);
    for (int i = 0; i < PLANS && good; ++i) {
        fftc_plan_options options = options_of(i);
        fftc_plan *plan = NULL;
        fftc_convolution *convolution = NULL;
        good =
            fftc_plan_create(&transform, &options, &plan, NULL) == FFTC_SUCCESS &&
            fftc_plan_execute(plan, p->src, dst, NULL) == FFTC_SUCCESS &&
            same(dst, p->expected[0]) &&
            fftc_convolution_create(&description, &options, &convolution, NULL) == FFTC_SUCCESS &&
            fftc_convolution_execute(convolution, p->src, p->spectrum[i], dst, NULL) ==
                FFTC_SUCCESS &&
            same(dst, p->expected[1]);
        fftc_plan_destroy(plan);
        fftc_convolution_destroy(convolution);
        plan = NULL;
        options.effort = FFTC_MEASURE;
        options.seconds = 0.01;
        good = good && fftc_plan_create(&transform, &options, &plan, NULL) == FFTC_SUCCESS &&
               fftc_plan_execute(plan, p->src, dst, NULL) == FFTC_SUCCESS;
        fftc_plan_destroy(plan);
    }
    return good && atomic_load(&pool_runs) > runs; /* the pool that is passed here has */
}

static bool refers(const parent *p, float *dst)
{
    const fftc_workgroup_fft fft = {
        .elements_log2 = 2, .workgroup_log2 = 6, .subgroup_log2 = 2, .batch = POINTS >> 8};
    memcpy(dst, p->src, BYTES);
    return fftc_workgroup_fft_simd(&fft, dst, NULL, 3, NULL) == FFTC_SUCCESS;
}

/* What the parent's threads held is not given back here, and everything is destroyed. */
static int live(parent *p, int generation)
{
    float *dst = malloc(BYTES);
    (void)signal(SIGALRM, SIG_DFL); /* of check's: it would end the test without a word */
    (void)alarm(TIME_LIMIT);
    const int threads = threads_here(); /* the thread sanitizer has one, too */
    int failed = dst == NULL                    ? 1
                 : !executes(p, dst)            ? 2
                 : !plans(p, dst)               ? 3
                 : !refers(p, dst)              ? 4
                 : !executes(p, dst)            ? 5
                 : threads_here() < threads + 2 ? 6
                                                : 0;
    if (failed == 0 && generation < 2) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            _exit(live(p, generation + 1));
        }
        failed = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)
                     ? WEXITSTATUS(status)
                     : 7;
    }
    free(dst);
    end(p);
    return failed;
}

static void check_child(parent *p)
{
    int status = 0;
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        _exit(live(p, 1));
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status), "the child was ended by signal %d", WTERMSIG(status));
    ck_assert_msg(WEXITSTATUS(status) == 0, "the child failed in step %d", WEXITSTATUS(status));
}

START_TEST(children_of_busy_parents_execute_and_plan)
{
    enum { FORKS = 6, EXECUTORS = 2 };
    parent p = {.stop = false};
    pthread_t thread[EXECUTORS];
    start(&p);
    for (int i = 0; i < EXECUTORS; ++i) {
        ck_assert_int_eq(pthread_create(&thread[i], NULL, execute_all, &p), 0);
    }
    for (int i = 0; i < FORKS; ++i) {
        const unsigned before = atomic_load(&p.rounds);
        while (atomic_load(&p.rounds) == before) {
            (void)usleep(100);
        }
        check_child(&p);
    }
    atomic_store(&p.stop, true);
    for (int i = 0; i < EXECUTORS; ++i) {
        ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
    }
    end(&p);
}
END_TEST

TESTING_MAIN("forks", children_of_busy_parents_execute_and_plan)
