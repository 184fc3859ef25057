/* SPDX-License-Identifier: MIT
 *
 * The fixed factor of a convolution, transformed while a plan is made. If that is affordable it is
 * done in double, or for tables of double in twice its digits (filter_transform.h), so that the
 * table is rounded once and the convolution has only the error of its own two transforms.
 */
#ifndef FFTC_CPU_SPECTRUM_H
#define FFTC_CPU_SPECTRUM_H

#include "cpu/engine/arena.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/tables/filter_transform.h"
#include "cpu/parallel.h"
#include "support/error.h"

/* The transform of a filter, times scale / m, as a new table of the engine's precision. `excess`
 * (codelet_gain.h) is that of the convolution's transforms, which the table corrects. `team`
 * may be NULL. */
fftc_status fftc_spectrum_make(const fftc_engine *engine, const fftc_team *team,
                               const fftc_filter *filter, double scale, double excess,
                               fftc_arena *arena, const void **table, fftc_error *error);

#endif
