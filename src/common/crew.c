/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */
#include "common/crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define THREADS_MAX 16u
/* Shader compilers recurse, and some C libraries give threads small stacks. glibc keeps 40 MB of
 * stacks for reuse: those of THREADS_MAX small ones. */
#define STACK_BYTES ((size_t)8 << 20)
#define SMALL_STACK_BYTES ((size_t)2 << 20)

/* How many tasks of a stage have been taken, and how many are done. */
typedef struct progress {
    atomic_uint taken;
    atomic_uint done;
} progress;

typedef struct crew {
    const fftc_crew_stage *stages;
    uint32_t count;
    void *context;
    progress progress[FFTC_CREW_STAGES_MAX];
    pthread_mutex_t lock;
    pthread_cond_t stage_done;
} crew;

static void take_part(crew *c, uint32_t stage)
{
    const fftc_crew_stage *s = &c->stages[stage];
    progress *p = &c->progress[stage];
    for (uint32_t i = atomic_fetch_add(&p->taken, 1); i < s->count;
         i = atomic_fetch_add(&p->taken, 1)) {
        s->task(c->context, i);
        if (atomic_fetch_add(&p->done, 1) + 1 == s->count) {
            pthread_mutex_lock(&c->lock);
            pthread_cond_broadcast(&c->stage_done);
            pthread_mutex_unlock(&c->lock);
        }
    }
}

static void await_all(crew *c, uint32_t stage)
{
    if (atomic_load(&c->progress[stage].done) < c->stages[stage].count) {
        pthread_mutex_lock(&c->lock);
        while (atomic_load(&c->progress[stage].done) < c->stages[stage].count) {
            pthread_cond_wait(&c->stage_done, &c->lock);
        }
        pthread_mutex_unlock(&c->lock);
    }
}

static void *work(void *data)
{
    crew *c = data;
    for (uint32_t stage = 0; stage < c->count; ++stage) {
        take_part(c, stage);
        await_all(c, stage);
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

uint32_t fftc_crew_size(void)
{
    uint32_t count = processors();
    return count < THREADS_MAX ? count : THREADS_MAX;
}

static uint32_t wanted(const fftc_crew_stage *stages, uint32_t count)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < count; ++i) {
        most = stages[i].count > most ? stages[i].count : most;
    }
    uint32_t size = most > 1 ? fftc_crew_size() : 1;
    return size < most ? size : most;
}

static void run(const fftc_crew_stage *stages, uint32_t count, void *context, size_t stack_bytes)
{
    crew c = {.stages = stages, .count = count, .context = context};
    pthread_t threads[THREADS_MAX];
    uint32_t started = 0;
    uint32_t size = wanted(stages, count);
    pthread_attr_t attributes;
    /* Neither of these two fails here. */
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.stage_done, NULL);
    if (size > 1 && pthread_attr_init(&attributes) == 0) {
        (void)pthread_attr_setstacksize(&attributes, stack_bytes);
        while (started + 1 < size &&
               pthread_create(&threads[started], &attributes, work, &c) == 0) {
            ++started;
        }
        pthread_attr_destroy(&attributes);
    }
    (void)work(&c);
    for (uint32_t i = 0; i < started; ++i) {
        pthread_join(threads[i], NULL);
    }
    pthread_cond_destroy(&c.stage_done);
    pthread_mutex_destroy(&c.lock);
}

void fftc_crew_run(uint32_t count, fftc_crew_task *task, void *context)
{
    const fftc_crew_stage stage = {count, task};
    run(&stage, 1, context, STACK_BYTES);
}

void fftc_crew_run_stages(const fftc_crew_stage *stages, uint32_t count, void *context)
{
    run(stages, count, context, SMALL_STACK_BYTES);
}
