/* SPDX-License-Identifier: MIT
 *
 * The spectrum of a convolution's fixed filter, in twice the digits of double, for tables that must
 * be exact in double. The same bits wherever arithmetic is IEEE 754's.
 */
#ifndef FFTC_CPU_FILTER_TRANSFORM_H
#define FFTC_CPU_FILTER_TRANSFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu/engine/arena.h"
#include "support/error.h"

/* Points of the unit circle: number k of m is exp(-2 pi i angle[k] / period), or 0 if angle[k] is
 * FFTC_FILTER_NONE. */
#define FFTC_FILTER_NONE UINT32_MAX
typedef struct fftc_filter {
    size_t m;
    size_t period;
    const uint32_t *angle;
} fftc_filter;

/* Whether m is so short, and its factors so small, that this takes some milliseconds at most. */
bool fftc_filter_is_short(size_t m);

/* The forward transform of a filter, times scale / m: each number rounded to double, and the rest
 * that this leaves out. Memory is taken from `scratch`. */
fftc_status fftc_filter_transform(const fftc_filter *filter, double scale, double *dst,
                                  double *rest, fftc_arena *scratch, fftc_error *error);

#endif
