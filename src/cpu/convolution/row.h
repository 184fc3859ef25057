/* SPDX-License-Identifier: MIT
 *
 * A row of n complex numbers, transformed there and back: engine.h's row, whose lanes are the first
 * radix's outputs, by the unordered pair. Vector p of a transformed row holds, in the lane for k1,
 * frequency k1 + radix * (frequency of position p).
 */
#ifndef FFTC_CPU_CONVOLUTION_ROW_H
#define FFTC_CPU_CONVOLUTION_ROW_H

#include "cpu/engine/pair.h"

typedef struct fftc_row {
    size_t n;
    int radix;                /* 1: there is no first pass, since the engine has one lane */
    const void *twiddles;     /* of the first pass */
    fftc_unordered_pair pair; /* the passes after the first one */
    const uint32_t *position; /* where vector k of the natural order is */
    double cost;              /* of one direction */
} fftc_row;

/* Chooses the cheapest row over all engines (NULL at the end); n is smooth. */
void fftc_row_pick(size_t n, const fftc_engine *const *engines, fftc_row *row);
fftc_status fftc_row_tables(fftc_row *row, fftc_arena *arena, fftc_error *error);

/* Bytes of a transformed row. */
static inline size_t fftc_row_bytes(const fftc_row *row)
{
    return row->pair.m * 2 * (size_t)row->pair.engine->lanes *
           fftc_precision_bytes(row->pair.engine->precision);
}

/* The first pass from memory to vectors, and the last one back: of n contiguous numbers the first
 * `count`. The others are 0, or are not wanted. */
void fftc_row_load(const fftc_row *row, const fftc_team *team, const void *src, size_t count,
                   void *work);
void fftc_row_store(const fftc_row *row, const fftc_team *team, const void *work, void *dst,
                    size_t count);

#endif
