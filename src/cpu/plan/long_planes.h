/* SPDX-License-Identifier: MIT
 *
 * Planes of which an axis is longer than a codelet (planes.c has the others), in one call: rows to
 * working memory, and columns of one or two radices from there to the destination; spectra that
 * become real numbers the other way round.
 */
#ifndef FFTC_CPU_PLAN_LONG_PLANES_H
#define FFTC_CPU_PLAN_LONG_PLANES_H

#include "cpu/engine/column_passes.h"
#include "cpu/plan/plan.h"

/* Whether planes of `rows` rows of n points, or numbers, can be done in one call. */
bool fftc_long_planes_suits(const fftc_plan *plan, const fftc_column_passes *column_passes,
                            size_t rows, size_t n);

/* The bytes of all arrays of the batch and the loops, `bytes` bytes each. */
double fftc_long_planes_bytes(const fftc_plan *plan, size_t bytes);

/* Whether all arrays of the batch and the loops, of so many bytes each, fit the second-level
 * cache. */
bool fftc_long_planes_cached(const fftc_plan *plan, size_t bytes);

/* Sets the step's `run_rows`, and its rows' context; all else of the rows is set. `column_passes`
 * has the columns. `matrix` is that of real lines that are products, or NULL. */
fftc_status fftc_long_planes_prepare(fftc_plan *plan, fftc_plan_step *s,
                                     const fftc_column_passes *column_passes,
                                     const struct fftc_real_matrix *matrix, fftc_error *error);

#endif
