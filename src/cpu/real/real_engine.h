/* SPDX-License-Identifier: MIT
 *
 * What one instruction set offers for transforms of real numbers: the passes before and after a
 * complex transform of h = n / 2 points.
 *
 * n real numbers x are, as they stand in memory, h complex ones z[j] = x[2j] + i x[2j + 1]. With
 * w = exp(-2 pi i / n) their spectra are related in pairs (k, h - k), 0 < k < h / 2:
 *
 *     2 X[k]           = S + T,      S = Z[k] + conj Z[h - k],
 *     2 conj X[h - k]  = S - T,      T = -i w^k (Z[k] - conj Z[h - k])
 *
 * and back the same way with the conjugate factor. The cosine transforms follow from that of the
 * numbers in another order (Makhoul 1980): see units/real.c.
 *
 * Vectors run along k, upwards from the low end and downwards from the high one. The last group of
 * an odd count overlaps the one before it, so an engine serves where there are at least as many
 * pairs as it has lanes.
 */
#ifndef FFTC_CPU_REAL_ENGINE_H
#define FFTC_CPU_REAL_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "cpu/real/matrix.h"
#include "cpu/real/odd.h"
#include "fftcore/fftcore.h"

/* What a pass makes of what. */
typedef struct fftc_real_pass {
    const void *src;
    void *dst;
    size_t h;             /* at least 1 */
    const void *twiddles; /* the table that fftc_real_twiddles_fill makes for the pass */
    bool packed;          /* the spectrum has h numbers, the first of which is DC + i Nyquist; not
                             h + 1 */
    bool sine;            /* a DST, not a DCT */
    double first;         /* dct3: multiplies x[0] */
} fftc_real_pass;

/* pairs = (h - 1) / 2 is at least the lane count, or the lane count is 1. `begin` and `end` say
 * which groups of as many numbers (pairs) as there are lanes to do now; an end that is not below
 * their number means all groups from there on, and what fills no group. Parts may be done at the
 * same time. */
typedef void fftc_real_pass_run(const fftc_real_pass *pass, size_t begin, size_t end);

typedef struct fftc_real_engine {
    const char *name;
    fftc_precision precision;
    int lanes;
    bool fuses; /* products of short lines are fused with their sums */
    /* From z, h complex numbers, which hold half of the transform, to the spectrum x. x may be z.
     * Twiddles: FFTC_TWIDDLE_REAL. */
    fftc_real_pass_run *separate;
    /* The inverse of `separate`: an unscaled inverse transform makes the unscaled signal of z. */
    fftc_real_pass_run *merge;
    /* `separate`, not packed and all at once, with the same bits, for a short z that has just been
     * stored. h is a multiple of half the lanes, with any number of pairs. Twiddles:
     * FFTC_TWIDDLE_STORED. NULL where vectors are short. */
    fftc_real_pass_run *separate_stored;

    /* Makhoul's reordering of n = 2 h numbers: v[j] = x[2 j], v[n - 1 - j] = x[2 j + 1], for a DST
     * -x[2 j + 1]. v is not x. */
    fftc_real_pass_run *reorder;
    fftc_real_pass_run *reorder_back;
    /* DCT II from the transform z of the reordered numbers; stored in reverse for a DST II. x is
     * not z. Twiddles: FFTC_TWIDDLE_COSINE. */
    fftc_real_pass_run *dct2;
    /* The transpose of dct2: the unscaled inverse transform of z is the reordered DCT III of x. */
    fftc_real_pass_run *dct3;
    /* DCT IV, before and after the transform. x is not z. Twiddles: FFTC_TWIDDLE_QUARTER. A group
     * of both is two groups, one from either end, and the last two of these count as one. */
    fftc_real_pass_run *dct4_load;
    fftc_real_pass_run *dct4_store;
    /* sum[i] = x[i] + y[-i] and difference[i] = x[i] - y[-i], 0 <= i < n. Any n; no two arrays
     * share memory. */
    void (*butterfly)(const void *x, const void *y, void *sum, void *difference, size_t n);
    /* Short lines by a matrix whose pitch suits the lanes. Rows are contiguous, steps from line to
     * line; columns lie side by side, strides are from number to number of a line, and there are as
     * many results as arguments. dst may be src. */
    void (*multiply_row)(const fftc_real_matrix *matrix, const void *src, void *dst);
    void (*multiply_rows)(const fftc_real_matrix *matrix, const void *src, size_t src_step,
                          void *dst, size_t dst_step, size_t lines);
    /* Transforms the first of so many lines, several to a vector (`matrix->group`); returns how
     * many it has done. The arrays lie apart. NULL without such permutations. */
    size_t (*multiply_groups)(const fftc_real_matrix *matrix, const void *src, void *dst,
                              size_t lines);
    void (*multiply_columns)(const fftc_real_matrix *matrix, const void *src, size_t src_stride,
                             void *dst, size_t dst_stride, size_t lines);
    const struct fftc_real_lanes_passes *lanes_passes; /* real_lanes.h; NULL where lanes == 1 */
    const fftc_odd_copies *odd_copies; /* of as many pairs as there are lanes at least; NULL where
                                          lanes == 1 */
} fftc_real_engine;

/* Factors for pair k, n = 2 h, as vectors of lanes in the order in which the pass has them.
 * FFTC_TWIDDLE_QUARTER has first all real parts, and then the imaginary ones. */
typedef enum fftc_real_twiddle {
    FFTC_TWIDDLE_REAL,   /* -i w^k, w = exp(-2 pi i / n), engine order */
    FFTC_TWIDDLE_STORED, /* -i w^k from k = 0 on: (re, re), (-im, im), for half as many k as
                            lanes */
    FFTC_TWIDDLE_COSINE, /* u^k and -i u^(5 k), u = exp(-pi i / (2 n)), two vectors a group */
    FFTC_TWIDDLE_QUARTER /* exp(-pi i (8 j + 1) / (8 n)), for each j < h */
} fftc_real_twiddle;

/* How many complex numbers a table has. */
size_t fftc_real_twiddles_count(const fftc_real_engine *engine, fftc_real_twiddle twiddle,
                                size_t h);
void fftc_real_twiddles_fill(const fftc_real_engine *engine, fftc_real_twiddle twiddle, size_t h,
                             void *table);

/* The widest engine of an instruction set (a name of fftc_engine) for h. */
const fftc_real_engine *fftc_real_engine_choose(fftc_precision precision, const char *isa,
                                                size_t h);

/* The engine whose separate_stored takes what was stored in vectors of so many numbers. NULL if
 * there is none, or if it does not pay. */
const fftc_real_engine *fftc_real_engine_for_stored(fftc_precision precision, const char *isa,
                                                    size_t h, size_t numbers);

#endif
