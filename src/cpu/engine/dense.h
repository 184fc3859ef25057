/* SPDX-License-Identifier: MIT
 *
 * One row of few points as a product of matrix and vector, with the outputs in the lanes: for
 * lengths with a prime factor from 11 on, where a row's passes would leave most lanes empty. What
 * the engine (dense_tmpl.h) and the table's maker (dense.c) agree on.
 *
 * With s_j = x_j + x_(n-j) and d_j = x_j - x_(n-j), j = 1 .. h = n / 2 (of an even n the middle one
 * counts half), outputs k = 1 .. h are x_0 + sum_j cos(2 pi j k / n) s_j - i sum_j sin(...) d_j,
 * and n - k the same with + i. Vectors hold LANES / 2 complex numbers as memory has them; so
 * the table holds each factor twice.
 *
 * The table: `inputs` pairs of 1 (1/2 for the middle of an even n, 0 beyond h); then for each
 * block of up to FFTC_DENSE_VECTORS output vectors, and each j, the cosines and then the sines of
 * its outputs. All is scaled already.
 */
#ifndef FFTC_CPU_DENSE_H
#define FFTC_CPU_DENSE_H

#include <stddef.h>

#define FFTC_DENSE_VECTORS 4
#define FFTC_DENSE_MOST 80 /* points */

/* Inputs are taken four at a time, and at least as many as a vector holds; all are numbers of the
 * row. */
static inline size_t fftc_dense_inputs(size_t n)
{
    return (n / 2 + 3) / 4 * 4;
}

static inline size_t fftc_dense_outputs(size_t n, size_t lanes)
{
    return (n / 2 + lanes / 2 - 1) / (lanes / 2);
}

/* Output vectors of the next block, when so many are left. */
static inline size_t fftc_dense_block(size_t left)
{
    size_t blocks = (left + FFTC_DENSE_VECTORS - 1) / FFTC_DENSE_VECTORS;
    return (left + blocks - 1) / blocks;
}

#endif
