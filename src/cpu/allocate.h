/* SPDX-License-Identifier: MIT
 *
 * The caller's allocator, or malloc and free where it is NULL. Sizes are products of user input:
 * they are checked here.
 */
#ifndef FFTC_CPU_ALLOCATE_H
#define FFTC_CPU_ALLOCATE_H

#include <stdlib.h>
#include <string.h>

#include "fftcore/fftcore.h"

#define FFTC_ALLOCATION_ALIGNMENT 64

/* Allocates count * bytes bytes, zeroed and aligned to FFTC_ALLOCATION_ALIGNMENT (without an
 * allocator to malloc's own alignment). NULL if there is no memory or the product does not fit.
 * Never NULL for a size of 0. */
static inline void *fftc_allocate(const fftc_allocator *allocator, uint64_t count, size_t bytes)
{
    size_t total;
    void *memory;
    if (__builtin_mul_overflow(count, bytes, &total)) {
        return NULL;
    }
    total = total == 0 ? 1 : total;
    if (allocator == NULL || allocator->allocate == NULL) {
        return calloc(1, total);
    }
    memory = allocator->allocate(allocator->user, total, FFTC_ALLOCATION_ALIGNMENT);
    return memory == NULL ? NULL : memset(memory, 0, total);
}

/* `count` times `bytes`, to be added up and allocated: if the product does not fit, more than
 * anybody has. */
static inline size_t fftc_bytes_times(size_t bytes, size_t count)
{
    size_t total;
    return __builtin_mul_overflow(bytes, count, &total) || total > SIZE_MAX / 8 ? SIZE_MAX / 8
                                                                                : total;
}

static inline void fftc_release(const fftc_allocator *allocator, void *memory)
{
    if (memory == NULL) {
        return;
    }
    if (allocator == NULL || allocator->allocate == NULL) {
        free(memory);
    } else if (allocator->release != NULL) {
        allocator->release(allocator->user, memory);
    }
}

#endif
