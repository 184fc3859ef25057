/* SPDX-License-Identifier: MIT
 *
 * Loops over the elements of two arrays with any strides: copies, and the few things that rare
 * layouts need beside a plan (general.h).
 */
#ifndef FFTC_CPU_STRIDED_H
#define FFTC_CPU_STRIDED_H

#include <stdbool.h>
#include <stddef.h>

#include "describe/wide.h"

#define FFTC_NEST_LOOPS (FFTC_WIDE_LOOPS + FFTC_MAX_RANK)

/* Loops, slowest first, with steps in bytes. */
typedef struct fftc_nest_loop {
    size_t length;
    ptrdiff_t from;
    ptrdiff_t to;
} fftc_nest_loop;

typedef struct fftc_nest {
    int loops;
    fftc_nest_loop loop[FFTC_NEST_LOOPS];
} fftc_nest;

/* Sorts the loops so that neighbours in memory come last. */
void fftc_nest_sort(fftc_nest *nest);

/* Copies elements of 2, 4, 8 or 16 bytes; the two arrays do not overlap. */
void fftc_nest_copy(const fftc_nest *nest, size_t bytes, const char *from, char *to);

/* Multiplies scalars in place; a factor of 0 sets them to 0. */
void fftc_nest_scale(const fftc_nest *nest, fftc_precision precision, double factor, char *to);

/* Hartley transforms from half spectra, of n numbers each: `from` steps from spectrum to spectrum
 * and `to` from line to line, as the loops do; so many bytes are from a complex number of a
 * spectrum to the next, and from a number of a line to the next. */
void fftc_nest_hartley(const fftc_nest *nest, fftc_precision precision, size_t n,
                       ptrdiff_t from_step, ptrdiff_t to_step, const char *from, char *to);

#endif
