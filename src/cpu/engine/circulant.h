/* SPDX-License-Identifier: MIT
 *
 * One row of a prime number p of points, p - 1 a multiple of 6, as products of matrices and vectors.
 * What the engine (circulant_tmpl.h) and the tables' maker (circulant.c) agree on.
 *
 * In Rader's order (1968), outputs k = g^a and inputs j = g^-b, a and b = 0 .. h - 1 with
 * h = (p - 1) / 2, the matrix of the cosines (dense.h) depends on a - b modulo h alone: it is
 * circulant. In thirds, of order q = h / 3, it has three different blocks T_0, T_1, T_2:
 *
 *     y_i = sum over j of T_(i - j mod 3) x_j,   i, j = 0 .. 2 .
 *
 * With their mean M, which the sum of the x_j is multiplied by, and the rests K_i = T_i - M, whose sum is
 * zero (Winograd 1978),
 *
 *     y_0 = m + P + (K_2 - K_0) (x_1 - x_2)      m = M (x_0 + x_1 + x_2)
 *     y_1 = m + P + (K_1 - K_0) (x_0 - x_2)      P = K_0 (x_0 + x_1 - 2 x_2)
 *     y_2 = 3 m - y_0 - y_1
 *
 * are four products instead of nine. The sines change their sign where a - b passes a multiple of h;
 * with the sign of the second third changed, of what goes in and what comes out, they do not.
 *
 * The table: for each block of up to FFTC_CIRCULANT_VECTORS vectors of a third's outputs, for M, K_0,
 * K_2 - K_0 and K_1 - K_0, for each input, the cosines and then the sines, lanes in the engine's order
 * (fftc_engine_column). All is scaled already. (These matrices too depend on the difference of their
 * indices alone; but windows of a shorter table lie across cache lines, which takes half as long again.)
 */
#ifndef FFTC_CPU_CIRCULANT_H
#define FFTC_CPU_CIRCULANT_H

#include <stddef.h>

#define FFTC_CIRCULANT_VECTORS 3
#define FFTC_CIRCULANT_LEAST 31
#define FFTC_CIRCULANT_MOST 199 /* points */
#define FFTC_CIRCULANT_MOST_THIRD ((FFTC_CIRCULANT_MOST - 1) / 6)

/* Output vectors of a third. */
static inline size_t fftc_circulant_outputs(size_t p, size_t lanes)
{
    return ((p - 1) / 6 + lanes - 1) / lanes;
}

/* Of the next block, when so many are left. */
static inline size_t fftc_circulant_block(size_t left)
{
    size_t blocks = (left + FFTC_CIRCULANT_VECTORS - 1) / FFTC_CIRCULANT_VECTORS;
    return (left + blocks - 1) / blocks;
}

#endif
