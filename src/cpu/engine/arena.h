/* SPDX-License-Identifier: MIT
 *
 * Memory of a plan: everything it allocates while it is made, released together. Blocks are aligned
 * to 64 bytes. Who makes a part of a plan gets its arena; so that is also the way by which its
 * choices are passed.
 */
#ifndef FFTC_CPU_ARENA_H
#define FFTC_CPU_ARENA_H

#include "fftcore/fftcore.h"

typedef struct fftc_arena {
    const fftc_allocator *allocator;
    struct fftc_arena_block *blocks;
    struct fftc_choices *choices; /* choice.h; NULL: all by estimate, none is kept */
} fftc_arena;

/* NULL if memory ran out, or count * size does not fit. Zeroed. */
void *fftc_arena_allocate(fftc_arena *arena, size_t count, size_t size);

/* The same, not touched: of what is never used the system need not supply a page. */
void *fftc_arena_reserve(fftc_arena *arena, size_t count, size_t size);
void fftc_arena_release(fftc_arena *arena);

#endif
