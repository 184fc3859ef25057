/* SPDX-License-Identifier: MIT
 *
 * Tables of powers of w = exp(-2 pi i / n), made in rows of neighbours (circle.h).
 */
#ifndef FFTC_CPU_TWIDDLES_H
#define FFTC_CPU_TWIDDLES_H

#include "cpu/engine/arena.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/tables/circle.h"

/* Scalars: scale * w^(step j q) at complex index j (r - 1) + q - 1, j < rows, 0 < q < r;
 * step rows (r - 1) is at most n. */
void fftc_twiddles_scalars(fftc_precision precision, void *table, size_t rows, size_t r,
                           uint64_t step, uint64_t n, double scale);

/* The twiddles between a pass of radix r and blocks of `sub` points: scale * w^(j q), n = r sub.
 * NULL and a message without memory. */
const void *fftc_twiddles_pass(fftc_precision precision, size_t sub, size_t r, double scale,
                               fftc_arena *arena, fftc_error *error);

/* How points become vectors: those of neighbours `pitch` bytes apart, each `lanes` real parts and
 * as many imaginary ones, times a factor. */
typedef struct fftc_twiddle_vectors {
    fftc_precision precision;
    size_t lanes;
    size_t pitch;
    double scale;
    uint8_t order[FFTC_CIRCLE_ROW]; /* lane i is number order[i] of its vector's */
} fftc_twiddle_vectors;

/* Vectors in the order of an engine's lanes, or in the natural one. */
fftc_twiddle_vectors fftc_twiddle_vectors_of(fftc_precision precision, size_t lanes, bool natural,
                                             size_t pitch, double scale);
void fftc_twiddle_vectors_put(const fftc_twiddle_vectors *vectors, void *to, size_t count,
                              const double *cosine, const double *sine);

/* Vectors in the order of the engine's lanes: for each group of lanes among m columns, the last
 * group ending with column m - 1, r - 1 of them, scale * w^(column q), 0 < q < r; m r is n. */
void fftc_twiddles_vectors(const fftc_engine *engine, void *table, size_t m, size_t r,
                           double scale);

#endif
