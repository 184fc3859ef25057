/* SPDX-License-Identifier: MIT
 *
 * Copies lines with any distance between their numbers to contiguous ones, and back.
 */
#ifndef FFTC_CPU_REAL_COPY_H
#define FFTC_CPU_REAL_COPY_H

#include <stddef.h>

#include "cpu/engine/move.h"

/* `lines` lines of `count` items of `item` scalars each (1, or 2 that are `part` apart; contiguous
 * when stored there). Distances in scalars: `stride` from item to item, `across` from line to line;
 * the contiguous lines are `pitch` apart. */
typedef struct fftc_copy {
    const fftc_move *move;
    size_t scalar_bytes; /* 4 or 8 */
    size_t item;
    size_t part;
    size_t count;
    size_t lines;
    size_t stride;
    size_t across;
    size_t pitch;
} fftc_copy;

void fftc_copy_in(const fftc_copy *c, const void *strided, void *contiguous);
void fftc_copy_out(const fftc_copy *c, const void *contiguous, void *strided);

#endif
