/* SPDX-License-Identifier: MIT
 *
 * The fixed factor of a convolution, transformed while a plan is made. Wherever that is affordable,
 * in double, or for tables of double in twice its digits (fine.h), so that the table is rounded once and the convolution has the error of its own two
 * transforms alone.
 */
#ifndef FFTC_CPU_SPECTRUM_H
#define FFTC_CPU_SPECTRUM_H

#include "common/error.h"
#include "cpu/engine/arena.h"
#include "cpu/engine/engine.h"

/* What the filter's numbers are given in, for a convolution of m points in `precision`. */
fftc_precision fftc_spectrum_precision(fftc_precision precision, size_t m);

/* The transform of a filter of m points, as a new table of the engine's precision. */
fftc_status fftc_spectrum_make(const fftc_engine *engine, size_t m, const void *filter,
                               fftc_arena *arena, const void **table, fftc_error *error);

#endif
