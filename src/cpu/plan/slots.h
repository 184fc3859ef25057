/* SPDX-License-Identifier: MIT
 *
 * Working memory for several executions at the same time. An execution takes a slot and gives it
 * back; if none is free it sleeps until one is. In the child of a fork all are free at first.
 */
#ifndef FFTC_CPU_SLOTS_H
#define FFTC_CPU_SLOTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "cpu/engine/arena.h"
#include "support/error.h"

#define FFTC_MAX_SLOTS 32

typedef struct fftc_slots {
    int count; /* 0: 0: executions need no working memory, or bring their own */
    size_t bytes;
    char *memory;
    atomic_uint forks; /* the process to which the state below belongs (cpu/forks.h) */
    atomic_uint taken; /* a bit for each slot that is taken */
    atomic_int waiting;
    pthread_mutex_t lock;
    pthread_cond_t given;
} fftc_slots;

/* Reserves memory from the arena for so many executions at a time, as fftc_plan_options.executions
 * says: 0 for as many as seem useful, or as there is memory for. */
fftc_status fftc_slots_open(fftc_slots *slots, fftc_arena *arena, int executions, size_t bytes,
                            fftc_error *error);
void fftc_slots_close(fftc_slots *slots);

int fftc_slots_take(fftc_slots *slots);
void fftc_slots_give(fftc_slots *slots, int slot);

#endif
