/* SPDX-License-Identifier: MIT
 *
 * A codelet multiplies by a few constants, whose rounding errors are the same for all numbers that
 * they multiply; sums over many passes do not average these out. Therefore all results of a
 * transform are too large, or all too small, by up to a unit in the last place. Convolutions
 * correct this in their table.
 */
#ifndef FFTC_CPU_CODELET_GAIN_H
#define FFTC_CPU_CODELET_GAIN_H

#include "cpu/engine/lines/cyclic.h"
#include "cpu/engine/lines/line.h"
#include "cpu/engine/vector_plan.h"

/* The excess of two transforms, there and back, as a fraction of the result: measured on impulses,
 * whose spectra are known. 0 for lengths for which that would take milliseconds. */
fftc_status fftc_gain_of_line(const fftc_line *line, const fftc_allocator *allocator,
                              double *excess, fftc_error *error);
fftc_status fftc_gain_of_around(const fftc_cyclic *around, const uint32_t *position,
                                const fftc_allocator *allocator, double *excess, fftc_error *error);
fftc_status fftc_gain_of_columns(const fftc_engine *engine, const fftc_vector_plan *plan,
                                 const fftc_allocator *allocator, double *excess,
                                 fftc_error *error);

#endif
