/* SPDX-License-Identifier: MIT
 *
 * A program's own threads and memory. The parts of a transform are tasks of the program's thread
 * pool, and each execution brings its working memory: it makes no thread and allocates nothing.
 * Two threads execute one plan at the same time, with one pool.
 *
 *     example_own_threads            exit status 1 if the bits are not those of one thread
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/fftcore.h"

enum { HEIGHT = 384, WIDTH = 512, WORKERS = 3, ROUNDS = 10 };

/* --- the pool --------------------------------------------------------------------------------- */

/* One job at a time: whoever comes meanwhile does its tasks itself. */
typedef struct pool {
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t begun;
    pthread_cond_t done;
    void (*task)(void *context, int i); /* NULL: no job */
    void *context;
    int count; /* tasks of the job */
    int taken;
    int finished;
    int helped; /* tasks that workers did, of all jobs */
    int jobs;
    bool closing;
    pthread_t worker[WORKERS];
} pool;

/* Does a task of the job, without the lock; false if none is left. */
static bool do_one(pool *p)
{
    if (p->task == NULL || p->taken == p->count) {
        return false;
    }
    void (*task)(void *, int) = p->task;
    void *context = p->context;
    int i = p->taken++;
    pthread_mutex_unlock(&p->lock);
    task(context, i);
    pthread_mutex_lock(&p->lock);
    if (++p->finished == p->count) {
        pthread_cond_signal(&p->done);
    }
    return true;
}

static void *work(void *user)
{
    pool *p = user;
    pthread_mutex_lock(&p->lock);
    while (!p->closing) {
        if (do_one(p)) {
            ++p->helped;
        } else {
            pthread_cond_wait(&p->begun, &p->lock);
        }
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* What the library calls. */
static void pool_run(void *user, int count, void (*task)(void *context, int i), void *context)
{
    pool *p = user;
    pthread_mutex_lock(&p->lock);
    ++p->jobs;
    if (p->task != NULL) {
        pthread_mutex_unlock(&p->lock);
        for (int i = 0; i < count; ++i) {
            task(context, i);
        }
        return;
    }
    p->task = task;
    p->context = context;
    p->count = count;
    p->taken = 0;
    p->finished = 0;
    pthread_cond_broadcast(&p->begun);
    while (do_one(p)) {
    }
    while (p->finished < count) {
        pthread_cond_wait(&p->done, &p->lock);
    }
    p->task = NULL;
    pthread_mutex_unlock(&p->lock);
}

static void start(pthread_t *thread, void *(*function)(void *), void *user)
{
    if (pthread_create(thread, NULL, function, user) != 0) {
        (void)fprintf(stderr, "there are no more threads\n");
        exit(1);
    }
}

static void pool_open(pool *p)
{
    memset(p, 0, sizeof *p);
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->begun, NULL);
    (void)pthread_cond_init(&p->done, NULL);
    for (int i = 0; i < WORKERS; ++i) {
        start(&p->worker[i], work, p);
    }
}

static void pool_close(pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < WORKERS; ++i) {
        (void)pthread_join(p->worker[i], NULL);
    }
    (void)pthread_cond_destroy(&p->done);
    (void)pthread_cond_destroy(&p->begun);
    (void)pthread_mutex_destroy(&p->lock);
}

/* --- executions ------------------------------------------------------------------------------- */

static float source[2 * HEIGHT * WIDTH]; /* pairs re, im */
static float expected[2 * HEIGHT * WIDTH];

/* A thread that executes the plan, and what is for it alone. */
typedef struct caller {
    const fftc_plan *plan;
    float *dst;
    void *work;
    bool good;
} caller;

static void *call(void *user)
{
    caller *c = user;
    const fftc_arrays arrays = {.src = source, .dst = c->dst, .work = c->work};
    fftc_error error;
    for (int i = 0; i < ROUNDS && c->good; ++i) {
        memset(c->dst, 0, sizeof expected);
        if (fftc_plan_execute_arrays(c->plan, &arrays, &error) != FFTC_SUCCESS) {
            (void)fprintf(stderr, "%s\n", error.message);
            c->good = false;
        }
        c->good = c->good && memcmp(c->dst, expected, sizeof expected) == 0;
    }
    return NULL;
}

/* aligned_alloc may want a multiple of the alignment. */
static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes / 64 + 1) * 64);
    if (memory == NULL) {
        (void)fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return memory;
}

static fftc_plan *make_plan(const fftc_plan_options *options)
{
    const fftc_transform transform = {.length = {HEIGHT, WIDTH}};
    fftc_plan *plan;
    fftc_error error;
    if (fftc_plan_create(&transform, options, &plan, &error) != FFTC_SUCCESS) {
        (void)fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return plan;
}

int main(void)
{
    pool p;
    caller callers[2];
    pthread_t other;
    for (int i = 0; i < 2 * HEIGHT * WIDTH; ++i) {
        source[i] = (float)(i * 7919LL % 256) / 255.0F;
    }
    fftc_plan *single = make_plan(NULL);
    (void)fftc_plan_execute(single, source, expected, NULL);
    fftc_plan_destroy(single);

    /* The pool is copied, and asked with up to 4 tasks. No working memory is in the plan. */
    pool_open(&p);
    const fftc_thread_pool threads_of = {.run = pool_run, .user = &p};
    const fftc_plan_options options = {
        .threads = WORKERS + 1, .pool = &threads_of, .executions = -1};
    fftc_plan *plan = make_plan(&options);
    for (int i = 0; i < 2; ++i) {
        callers[i] = (caller){.plan = plan,
                              .dst = allocate(sizeof expected),
                              .work = allocate(fftc_plan_work_bytes(plan)),
                              .good = true};
    }
    start(&other, call, &callers[1]);
    (void)call(&callers[0]);
    (void)pthread_join(other, NULL);
    (void)printf("%zu bytes of working memory, twice\n", fftc_plan_work_bytes(plan));
    fftc_plan_destroy(plan);
    pool_close(&p);
    (void)printf("the pool was asked %d times, its threads did %d tasks\n", p.jobs, p.helped);
    bool good = callers[0].good && callers[1].good && p.jobs > 0;
    (void)puts(good ? "the same bits" : "something is wrong");
    for (int i = 0; i < 2; ++i) {
        free(callers[i].dst);
        free(callers[i].work);
    }
    return good ? 0 : 1;
}
