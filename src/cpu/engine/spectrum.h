/* SPDX-License-Identifier: MIT
 *
 * The fixed factor of a convolution, transformed while a plan is made. In double wherever that is
 * affordable, so that the table is rounded once and the convolution has the error of its own two
 * transforms alone.
 */
#ifndef FFTC_CPU_SPECTRUM_H
#define FFTC_CPU_SPECTRUM_H

#include "cpu/engine/line_kinds.h"

/* What the filter's numbers are given in, for a convolution of m points of line->precision. */
fftc_precision fftc_spectrum_precision(fftc_precision precision, size_t m);

/* The transform of `filter`, as long as `inner`, as a new table of inner->precision. */
fftc_status fftc_spectrum_make(const fftc_line *inner, const void *filter, fftc_arena *arena,
                               const void **table, fftc_error *error);

#endif
