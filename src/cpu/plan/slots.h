/* SPDX-License-Identifier: MIT
 *
 * Working memory for several executions at the same time. An execution takes a slot and gives it
 * back; if none is free it sleeps until one is.
 */
#ifndef FFTC_CPU_SLOTS_H
#define FFTC_CPU_SLOTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "cpu/engine/arena.h"

#define FFTC_MAX_SLOTS 32

typedef struct fftc_slots {
    int count; /* 0: executions need none, or bring their own */
    size_t bytes;
    char *memory;
    atomic_uint taken; /* by bits */
    atomic_int waiting;
    pthread_mutex_t lock;
    pthread_cond_t given;
} fftc_slots;

/* Reserves `count` slots (at most FFTC_MAX_SLOTS) from the arena; false if memory ran out. With 0 there is
 * nothing to close. */
bool fftc_slots_open(fftc_slots *slots, fftc_arena *arena, int count, size_t bytes);
void fftc_slots_close(fftc_slots *slots);

int fftc_slots_take(fftc_slots *slots);
void fftc_slots_give(fftc_slots *slots, int slot);

#endif
