/* SPDX-License-Identifier: MIT
 *
 * Columns of which only a range of the rows exists, or is wanted (pruned.h): what a vector FFT's
 * plan needs beside its own tables.
 */
#ifndef FFTC_CPU_PRUNED_COLUMNS_H
#define FFTC_CPU_PRUNED_COLUMNS_H

#include "cpu/engine/vector_plan.h"

/* Whether the first pass can take a part of the source, or give results from a row on that is not
 * the first; and whether the last passes can leave out what is not wanted. */
bool fftc_pruned_columns_load(const fftc_engine *engine, const fftc_vector_plan *plan);
bool fftc_pruned_columns_store(const fftc_engine *engine, const fftc_vector_plan *plan);

/* For a plan that is prepared, and ranges of its rows that it can handle. It then goes only in the
 * direction that `inverse` says. */
fftc_status fftc_pruned_columns_prepare(const fftc_engine *engine, const fftc_vector_plan *plan,
                                        fftc_range src, fftc_range dst, bool inverse,
                                        fftc_arena *arena, fftc_pruned_columns *ranges,
                                        fftc_error *error);

#endif
