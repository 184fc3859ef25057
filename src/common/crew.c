/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */
#include "common/crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define THREADS_MAX 16u
/* Compilers recurse; some C libraries give a thread little. */
#define STACK_BYTES ((size_t)8 << 20)

typedef struct crew {
    void (*task)(void *context, uint32_t i);
    void *context;
    uint32_t count;
    atomic_uint next;
} crew;

static void *work(void *data)
{
    crew *c = data;
    for (uint32_t i = atomic_fetch_add(&c->next, 1); i < c->count;
         i = atomic_fetch_add(&c->next, 1)) {
        c->task(c->context, i);
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

void fftc_crew_run(uint32_t count, void (*task)(void *context, uint32_t i), void *context)
{
    crew c = {.task = task, .context = context, .count = count};
    pthread_t threads[THREADS_MAX];
    uint32_t started = 0;
    uint32_t wanted = count > 1 ? fftc_crew_size() : 1;
    pthread_attr_t attributes;
    wanted = wanted < count ? wanted : count;
    if (wanted > 1 && pthread_attr_init(&attributes) == 0) {
        (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
        while (started + 1 < wanted &&
               pthread_create(&threads[started], &attributes, work, &c) == 0) {
            ++started;
        }
        pthread_attr_destroy(&attributes);
    }
    (void)work(&c);
    for (uint32_t i = 0; i < started; ++i) {
        pthread_join(threads[i], NULL);
    }
}
