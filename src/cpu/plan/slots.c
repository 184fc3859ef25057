/* SPDX-License-Identifier: MIT */
#include "cpu/plan/slots.h"

#include "support/forks.h"

/* The number of executions that memory is reserved for, if the options do not say it. */
#define DEFAULT_SLOTS 8
#define DEFAULT_SLOTS_BYTES ((size_t)1 << 30)

/* Sets the state in which nothing is taken and nobody waits, in this process. */
static bool start(fftc_slots *slots)
{
    if (pthread_mutex_init(&slots->lock, NULL) != 0) {
        return false;
    }
    if (pthread_cond_init(&slots->given, NULL) != 0) {
        (void)pthread_mutex_destroy(&slots->lock);
        return false;
    }
    atomic_store(&slots->taken, 0);
    atomic_store(&slots->waiting, 0);
    atomic_store_explicit(&slots->forks, fftc_forks(), memory_order_release);
    return true;
}

/* Renews the slots in the child of a fork. Whoever holds slots, or waits for them, is a thread of
 * the parent. Lock and condition are not destroyed first, since they may look as if they were in
 * use. */
static void renew(fftc_slots *slots)
{
    fftc_forks_lock();
    if (atomic_load(&slots->forks) != fftc_forks()) {
        (void)start(slots); /* in start, neither initialisation fails */
    }
    fftc_forks_unlock();
}

static inline bool is_of_parent(fftc_slots *slots)
{
    return atomic_load_explicit(&slots->forks, memory_order_acquire) != fftc_forks();
}

static bool open_count(fftc_slots *slots, fftc_arena *arena, int count, size_t bytes)
{
    slots->memory = fftc_arena_reserve(arena, (size_t)count, bytes);
    if (slots->memory == NULL || !start(slots)) {
        return false;
    }
    slots->bytes = bytes;
    slots->count = count;
    return true;
}

fftc_status fftc_slots_open(fftc_slots *slots, fftc_arena *arena, int executions, size_t bytes,
                            fftc_error *error)
{
    int count = executions;
    if (bytes == 0 || executions < 0) {
        return FFTC_SUCCESS;
    }
    if (executions == 0) {
        count = bytes > DEFAULT_SLOTS_BYTES                   ? 1
                : bytes > DEFAULT_SLOTS_BYTES / DEFAULT_SLOTS ? (int)(DEFAULT_SLOTS_BYTES / bytes)
                                                              : DEFAULT_SLOTS;
    }
    while (!open_count(slots, arena, count, bytes)) {
        if (executions != 0 || count == 1) {
            return fftc_fail(error, FFTC_OUT_OF_MEMORY,
                             "no working memory of %zu bytes for each of %d executions", bytes,
                             count);
        }
        count /= 2;
    }
    return FFTC_SUCCESS;
}

void fftc_slots_close(fftc_slots *slots)
{
    if (slots->count > 0) {
        if (is_of_parent(slots)) {
            renew(slots);
        }
        (void)pthread_cond_destroy(&slots->given);
        (void)pthread_mutex_destroy(&slots->lock);
        slots->count = 0;
    }
}

/* Takes the lowest slot that is free, so that memory that was used before is used again; -1 if none
 * is. */
static int try_take(fftc_slots *slots)
{
    unsigned all = (unsigned)(((uint64_t)1 << slots->count) - 1);
    unsigned taken = atomic_load(&slots->taken);
    while (taken != all) {
        unsigned lowest = ~taken & (taken + 1u);
        if (atomic_compare_exchange_weak(&slots->taken, &taken, taken | lowest)) {
            return __builtin_ctz(lowest);
        }
    }
    return -1;
}

/* All operations are sequentially consistent. A thread that gives a slot back clears its bit and
 * then looks for waiting threads. A thread that waits counts itself and then looks for a free bit.
 * So one of the two sees the other. */
int fftc_slots_take(fftc_slots *slots)
{
    if (is_of_parent(slots)) {
        renew(slots);
    }
    int slot = try_take(slots);
    if (slot >= 0) {
        return slot;
    }
    (void)pthread_mutex_lock(&slots->lock);
    (void)atomic_fetch_add(&slots->waiting, 1);
    while ((slot = try_take(slots)) < 0) {
        (void)pthread_cond_wait(&slots->given, &slots->lock);
    }
    (void)atomic_fetch_sub(&slots->waiting, 1);
    (void)pthread_mutex_unlock(&slots->lock);
    return slot;
}

void fftc_slots_give(fftc_slots *slots, int slot)
{
    (void)atomic_fetch_and(&slots->taken, ~(1u << slot));
    if (atomic_load(&slots->waiting) > 0) {
        (void)pthread_mutex_lock(&slots->lock);
        (void)pthread_cond_signal(&slots->given);
        (void)pthread_mutex_unlock(&slots->lock);
    }
}
