/* SPDX-License-Identifier: MIT
 *
 * Memory of a plan: everything that it allocates while it is made. The arena releases all of it at
 * once. Blocks begin at cache lines. Functions that make a part of a plan get its arena, and with
 * it the plan's choices.
 */
#ifndef FFTC_CPU_ARENA_H
#define FFTC_CPU_ARENA_H

#include <stdbool.h>

#include "cpu/cache_line.h"
#include "fftcore/fftcore.h"

typedef struct fftc_arena {
    fftc_allocator allocator; /* allocate is NULL: malloc */
    struct fftc_arena_block *blocks;
    char *room; /* what is left of a block of large pages */
    size_t room_bytes;
    bool large;                   /* blocks will add up to many pages */
    struct fftc_choices *choices; /* choice.h; NULL: all by estimate, none is kept */
} fftc_arena;

/* An empty arena. The allocator, which may be NULL, is copied. */
static inline fftc_arena fftc_arena_start(const fftc_allocator *allocator)
{
    return (fftc_arena){.allocator = allocator != NULL ? *allocator : (fftc_allocator){0}};
}

/* Says about how many bytes will be requested, in pieces. */
void fftc_arena_expect(fftc_arena *arena, uint64_t bytes);

/* Allocates zeroed memory. NULL if memory ran out, or count * size does not fit. */
void *fftc_arena_allocate(fftc_arena *arena, size_t count, size_t size);

/* Allocates memory that is not touched: the system need not supply pages that are never used.
 * Tables, all of which is written, are allocated so, too. */
void *fftc_arena_reserve(fftc_arena *arena, size_t count, size_t size);

/* Releases everything. The arena must not lie in its own memory: an owner that does passes a
 * copy. */
void fftc_arena_release(fftc_arena *arena);

#endif
