/* SPDX-License-Identifier: MIT
 *
 * Transforms in twice the digits of double, for tables that must be exact in double. The same bits
 * wherever arithmetic is IEEE 754's.
 */
#ifndef FFTC_CPU_DOUBLE_DOUBLE_H
#define FFTC_CPU_DOUBLE_DOUBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/error.h"
#include "cpu/engine/arena.h"

/* Whether m is so short, and its factors so small, that this takes some milliseconds at most. */
bool fftc_dd_pays(size_t m);

/* Points of the unit circle: number k of m is exp(-2 pi i turn[k] / period), or 0 if turn[k] is
 * FFTC_FILTER_NONE. */
#define FFTC_FILTER_NONE UINT32_MAX
typedef struct fftc_filter {
    size_t m;
    size_t period;
    const uint32_t *turn;
} fftc_filter;

/* The forward transform of a filter, times scale / m: each number rounded to double, and the rest
 * that this leaves out. Memory is taken from `scratch`. */
fftc_status fftc_dd_transform(const fftc_filter *filter, double scale, double *dst, double *rest,
                              fftc_arena *scratch, fftc_error *error);

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
