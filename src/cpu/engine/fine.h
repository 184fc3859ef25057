/* SPDX-License-Identifier: MIT
 *
 * Transforms in twice the digits of double, for tables that are to be right in double. The same bits
 * wherever arithmetic is IEEE 754's.
 */
#ifndef FFTC_CPU_FINE_H
#define FFTC_CPU_FINE_H

#include <stdbool.h>

#include "common/error.h"
#include "cpu/engine/arena.h"

/* Is m short, and its factors small enough, for some milliseconds at most? */
bool fftc_fine_pays(size_t m);

/* The forward transform of m complex numbers of double, rounded to double; src is not dst. Memory is
 * taken from `scratch`. */
fftc_status fftc_fine_transform(size_t m, const double *src, double *dst, fftc_arena *scratch,
                                fftc_error *error);

#endif
