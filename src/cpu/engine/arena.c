/* SPDX-License-Identifier: MIT */
#include "cpu/engine/arena.h"

#include <stdint.h>

#include "common/allocate.h"

#define ALIGNMENT 64u

struct fftc_arena_block {
    struct fftc_arena_block *next;
};

/* A block is a link, padding up to the alignment, and the memory itself. Zeroed pages of a large
 * block cost nothing until they are touched. */
void *fftc_arena_allocate(fftc_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    struct fftc_arena_block *block;
    if (__builtin_mul_overflow(count, size, &bytes) ||
        __builtin_add_overflow(bytes, 2 * ALIGNMENT, &bytes)) {
        return NULL;
    }
    block = fftc_allocate(arena->allocator, 1, bytes);
    if (block == NULL) {
        return NULL;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    arena->bytes += bytes;
    uintptr_t start = (uintptr_t)(block + 1);
    return (char *)block +
           (((start + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1)) - (uintptr_t)block);
}

void fftc_arena_release(fftc_arena *arena)
{
    while (arena->blocks != NULL) {
        struct fftc_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        fftc_release(arena->allocator, block);
    }
    arena->bytes = 0;
}
