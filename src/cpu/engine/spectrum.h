/* SPDX-License-Identifier: MIT
 *
 * The fixed factor of a convolution, transformed while a plan is made. Wherever that is affordable,
 * in double, or for tables of double in twice its digits (fine.h), so that the table is rounded
 * once and the convolution has the error of its own two transforms alone.
 */
#ifndef FFTC_CPU_SPECTRUM_H
#define FFTC_CPU_SPECTRUM_H

#include "common/error.h"
#include "cpu/engine/arena.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/fine.h"

/* The transform of a filter, times scale / m, as a new table of the engine's precision. excess.h:
 * that of the convolution's transforms, which the table makes up for. */
fftc_status fftc_spectrum_make(const fftc_engine *engine, const fftc_filter *filter, double scale,
                               double excess, fftc_arena *arena, const void **table,
                               fftc_error *error);

#endif
