/* SPDX-License-Identifier: MIT
 *
 * The engine's unordered pair, for products of spectra. One half is a vector FFT (engine.h) by
 * decimation in frequency that leaves its results where they fall. The other half, by decimation in
 * time, takes them from there and gives natural order back. In between, position p of the work
 * array holds some frequency, the same for signal and kernel; nobody needs to know which. Twiddles
 * come after the butterfly on the way there and, conjugated, before it on the way back, so that
 * both directions read the same tables, in opposite order. Neither scales.
 */
#ifndef FFTC_CPU_UNORDERED_H
#define FFTC_CPU_UNORDERED_H

#include "cpu/engine/engine.h"

/* The memory side of a pass: `lanes` neighbouring columns of a matrix of complex numbers, whose
 * rows are `stride` scalars apart. Rows from number `rows` on count as zero when they are loaded,
 * and are not stored. */
typedef struct fftc_panel {
    void *data;
    size_t stride;
    size_t rows;
    int lanes;
} fftc_panel;

/* Twiddles between two axes that are parts of one: vector p of the work array is multiplied by
 * by_lane[p] (a vector) times by_row[p] (a scalar) on its way out, and by the conjugate on its way
 * in. If by_lane is NULL, nothing is multiplied. */
typedef struct fftc_pair_twiddle {
    const void *by_lane;
    const void *by_row;
} fftc_pair_twiddle;

/* The product of real signals. a and b are transformed rows of a real signal packed as complex
 * numbers. Frequency f of either is combined with its mirror image in the other,
 *
 *     a[f] <- A[f] a[f] + B[f] conj(b[mirror f]),   and b[f] with the roles exchanged,
 *
 * where mirror f is -f mod n, or for `complement` n - 1 - f. A row that is its own mirror image is
 * given twice. position[k] is where vector k of the m is; its lane for k1 holds frequency k1 + r k.
 * A spectrum is vectors A, B, A, B ... in the order of k.
 *
 * There are m steps, or for one row m / 2 rounded down. A call does steps from `begin` on, and
 * after the last step also the middle of a single row. `edges` has what b's vector -begin mod m and
 * a's vector `end` mod m were before anything was done, so that threads can share the steps. */
typedef struct fftc_unordered_real_product {
    void *a;
    void *b;
    const uint32_t *position;
    size_t m;
    size_t begin;
    size_t end;
    const void *edges;
    const void *spectrum_a;
    const void *spectrum_b;
    bool complement;
} fftc_unordered_real_product;

/* Both ends of a convolution of one row of radix * m numbers, of which the first `count` exist, and
 * are wanted. The first pass multiplies src by factors and transforms it. It leaves radix / lanes
 * chunks of m vectors: outputs 0 .. lanes - 1, then the next ones. The last pass goes back from
 * those, and multiplies its results by factors; `addend` is added to them if it is not NULL. `swap`
 * exchanges real and imaginary parts in src, dst and addend.
 *
 * Without group_twiddles, count is no more than half of the row, and twiddles hold radix - 1
 * vectors for each group of as many columns as there are lanes. With them, twiddles are products of
 * radix - 1 vectors and radix - 1 scalars for each group. With an addend, m is a multiple of the
 * lanes. */
typedef struct fftc_unordered_ends {
    const void *src;
    void *dst; /* may be src, or addend */
    const void *factors;
    const void *addend;
    size_t count;
    size_t m;
    const void *twiddles;
    const void *group_twiddles;
    int swap;
} fftc_unordered_ends;

/* Columns `begin` to `end` of the m, multiples of the lanes but for end == m. */
typedef struct fftc_unordered_row {
    int radix; /* 0: none */
    void (*in)(const fftc_unordered_ends *ends, size_t begin, size_t end, void *work);
    void (*out)(const fftc_unordered_ends *ends, size_t begin, size_t end, const void *work);
} fftc_unordered_row;

/* Passes of radix r; `sub` and `twiddles` as in engine.h, with twiddles of 1 where sub is 1. Memory
 * between two axes (of emit and take) has all lanes. */
typedef struct fftc_unordered_radix {
    /* The passes there: `load` is the first pass, from memory; `middle` any pass but the last, in
     * place, `count` of the sub butterflies; `last` the last one in place, and `emit` the last one
     * to memory, row p from vector p. */
    void (*load)(fftc_panel src, void *work, size_t sub, const void *twiddles);
    void (*middle)(void *work, size_t count, size_t sub, const void *twiddles);
    void (*last)(void *work, size_t blocks);
    void (*emit)(const void *work, size_t blocks, fftc_panel dst, fftc_pair_twiddle twiddle);
    /* The last pass there, the product with as many vectors of `spectrum`, and the first pass back,
     * in one. */
    void (*product)(void *work, size_t blocks, const void *spectrum);
    /* The passes back: `take` is the first pass from memory and `back_first` the first one in
     * place, `back` any other one in place, `store` the last one to memory. */
    void (*take)(fftc_panel src, void *work, size_t blocks, fftc_pair_twiddle twiddle);
    void (*back_first)(void *work, size_t blocks);
    void (*back)(void *work, size_t count, size_t sub, const void *twiddles);
    void (*store)(const void *work, size_t sub, const void *twiddles, fftc_panel dst);
    /* The first pass of a row of r m numbers, r <= lanes <= m, as in engine.h, and the last one
     * back. NULL for other r. Columns `begin` to `end` of the m; both are multiples of the lanes,
     * but for end == m, which touches the lanes' count of columns before it. The first `count`
     * numbers of the row exist: the others are 0, or are not wanted. */
    void (*row)(const void *src, size_t count, size_t m, size_t begin, size_t end, void *work,
                const void *twiddles);
    void (*row_back)(const void *work, size_t m, size_t begin, size_t end, void *dst, size_t count,
                     const void *twiddles);
    /* fftc_unordered_real_product for rows of this radix. */
    void (*real_product)(const fftc_unordered_real_product *real_product);
} fftc_unordered_radix;

typedef struct fftc_unordered {
    const fftc_unordered_radix *radix[FFTC_ENGINE_MAX_CODELET + 1];
    fftc_unordered_row ends[2]; /* for a first radix of `lanes`, and for one of as many numbers
                                   as 64 bytes have */
    /* Plain copies for transforms that have no pass of their own on that side: vector p from or to
     * row p. `put` does not look at `rows`: it stores all. */
    void (*fetch)(fftc_panel src, void *work, size_t count, fftc_pair_twiddle twiddle);
    void (*put)(const void *work, size_t count, fftc_panel dst, fftc_pair_twiddle twiddle);
    void (*multiply)(void *work, size_t count, const void *spectrum);
    /* fftc_unordered_real_product for rows without a first radix, of engines with one lane. */
    void (*real_product)(const fftc_unordered_real_product *real_product);
} fftc_unordered;

#endif
