/* SPDX-License-Identifier: MIT */
#include "cpu/engine/arena.h"

#include <stdbool.h>
#include <stdint.h>

#include "common/allocate.h"

#define ALIGNMENT 64u

struct fftc_arena_block {
    struct fftc_arena_block *next;
};

/* A block is a link, padding up to the alignment, and the memory itself. */
static void *add_block(fftc_arena *arena, struct fftc_arena_block *block)
{
    if (block == NULL) {
        return NULL;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    uintptr_t start = (uintptr_t)(block + 1);
    return (char *)block +
           (((start + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1)) - (uintptr_t)block);
}

static bool block_bytes(size_t count, size_t size, size_t *bytes)
{
    return !__builtin_mul_overflow(count, size, bytes) &&
           !__builtin_add_overflow(*bytes, 2 * ALIGNMENT, bytes);
}

void *fftc_arena_allocate(fftc_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!block_bytes(count, size, &bytes)) {
        return NULL;
    }
    return add_block(arena, fftc_allocate(&arena->allocator, 1, bytes));
}

void *fftc_arena_reserve(fftc_arena *arena, size_t count, size_t size)
{
    const fftc_allocator *allocator = &arena->allocator;
    size_t bytes;
    if (!block_bytes(count, size, &bytes)) {
        return NULL;
    }
    return add_block(arena,
                     allocator->allocate == NULL
                         ? malloc(bytes)
                         : allocator->allocate(allocator->user, bytes, FFTC_ALLOCATION_ALIGNMENT));
}

void fftc_arena_release(fftc_arena *arena)
{
    while (arena->blocks != NULL) {
        struct fftc_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        fftc_release(&arena->allocator, block);
    }
}
