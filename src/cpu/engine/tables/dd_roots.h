/* SPDX-License-Identifier: MIT
 *
 * Roots of unity in twice the digits of double, for tables that must be exact in double.
 */
#ifndef FFTC_CPU_DD_ROOTS_H
#define FFTC_CPU_DD_ROOTS_H

#include <stddef.h>

#include "cpu/engine/arena.h"
#include "cpu/engine/tables/double_double.h"

/* exp(-2 pi i k / m) for 0 <= k < m: log2 k roundings each. */
void fftc_dd_fill_roots(fftc_dd_complex *root, size_t m);

/* All exp(-2 pi i k / n), 0 <= k < n: real and imaginary part of each rounded to double, and the
 * rest that this leaves out. NULL without memory. */
typedef struct fftc_dd_point {
    double high[2];
    double low[2];
} fftc_dd_point;
fftc_dd_point *fftc_dd_circle(size_t n, fftc_arena *scratch);

/* A number in those two parts times a factor. */
void fftc_dd_scale(double *high, double *low, double factor);

#endif
