/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */
#include "support/workers.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#define THREADS_MAX 16u
/* Shader compilers recurse, and some C libraries give threads small stacks. glibc keeps 40 MB of
 * stacks for reuse: those of THREADS_MAX small ones. */
#define STACK_BYTES ((size_t)8 << 20)
#define SMALL_STACK_BYTES ((size_t)2 << 20)

/* How many tasks of a phase have been taken, and how many are done. */
typedef struct progress {
    atomic_uint taken;
    atomic_uint done;
} progress;

typedef struct pool {
    const fftc_workers_phase *phases;
    uint32_t count;
    void *context;
    progress progress[FFTC_WORKERS_PHASES_MAX];
    pthread_mutex_t lock;
    pthread_cond_t phase_done;
} pool;

static void take_tasks(pool *p, uint32_t phase)
{
    const fftc_workers_phase *s = &p->phases[phase];
    progress *made = &p->progress[phase];
    for (uint32_t i = atomic_fetch_add(&made->taken, 1); i < s->count;
         i = atomic_fetch_add(&made->taken, 1)) {
        s->task(p->context, i);
        if (atomic_fetch_add(&made->done, 1) + 1 == s->count) {
            pthread_mutex_lock(&p->lock);
            pthread_cond_broadcast(&p->phase_done);
            pthread_mutex_unlock(&p->lock);
        }
    }
}

static void await_all(pool *p, uint32_t phase)
{
    if (atomic_load(&p->progress[phase].done) < p->phases[phase].count) {
        pthread_mutex_lock(&p->lock);
        while (atomic_load(&p->progress[phase].done) < p->phases[phase].count) {
            pthread_cond_wait(&p->phase_done, &p->lock);
        }
        pthread_mutex_unlock(&p->lock);
    }
}

static void *work(void *data)
{
    pool *p = data;
    for (uint32_t phase = 0; phase < p->count; ++phase) {
        take_tasks(p, phase);
        await_all(p, phase);
    }
    return NULL;
}

static uint32_t processors(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 1 ? (uint32_t)count : 1;
}

uint32_t fftc_workers_count(void)
{
    uint32_t count = processors();
    return count < THREADS_MAX ? count : THREADS_MAX;
}

static uint32_t wanted(const fftc_workers_phase *phases, uint32_t count)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < count; ++i) {
        most = phases[i].count > most ? phases[i].count : most;
    }
    uint32_t size = most > 1 ? fftc_workers_count() : 1;
    return size < most ? size : most;
}

static void run(const fftc_workers_phase *phases, uint32_t count, void *context, size_t stack_bytes)
{
    pool p = {.phases = phases, .count = count, .context = context};
    pthread_t threads[THREADS_MAX];
    uint32_t started = 0;
    uint32_t size = wanted(phases, count);
    pthread_attr_t attributes;
    sigset_t all;
    sigset_t before;
    /* Neither of these two fails here. */
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.phase_done, NULL);
    if (size > 1 && pthread_attr_init(&attributes) == 0) {
        (void)pthread_attr_setstacksize(&attributes, stack_bytes);
        /* Signals are for the program's threads: these begin with all of them blocked. */
        (void)sigfillset(&all);
        (void)pthread_sigmask(SIG_SETMASK, &all, &before);
        while (started + 1 < size &&
               pthread_create(&threads[started], &attributes, work, &p) == 0) {
            ++started;
        }
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
        pthread_attr_destroy(&attributes);
    }
    (void)work(&p);
    for (uint32_t i = 0; i < started; ++i) {
        pthread_join(threads[i], NULL);
    }
    pthread_cond_destroy(&p.phase_done);
    pthread_mutex_destroy(&p.lock);
}

void fftc_workers_run(uint32_t count, fftc_workers_task *task, void *context)
{
    const fftc_workers_phase phase = {count, task};
    run(&phase, 1, context, STACK_BYTES);
}

void fftc_workers_run_phases(const fftc_workers_phase *phases, uint32_t count, void *context)
{
    run(phases, count, context, SMALL_STACK_BYTES);
}
