/* SPDX-License-Identifier: MIT
 *
 * Planes whose axes are both passes through columns that become rows (engine/packed.h): the columns
 * of the source turn into rows of working memory, and the columns of that into the rows of the
 * destination. Each pass reads and writes every cache line once.
 */
#ifndef FFTC_CPU_PLAN_TRANSPOSED_PLANES_H
#define FFTC_CPU_PLAN_TRANSPOSED_PLANES_H

#include "cpu/engine/packed.h"
#include "cpu/plan/plan.h"

typedef struct fftc_transposed_planes fftc_transposed_planes;

/* Whether planes of `rows` rows of n points can be done with their axes transposed; and whether
 * that pays. */
bool fftc_transposed_planes_can(const fftc_plan *plan, size_t rows, size_t n);
bool fftc_transposed_planes_pay(const fftc_plan *plan, size_t rows, size_t n);

/* Sets the step's `transposed`, its `run_rows` where it needs little working memory, and where in
 * its working memory the stage begins. All else of the rows is set. */
fftc_status fftc_transposed_planes_prepare(fftc_plan *plan, fftc_plan_step *s, fftc_error *error);

/* Transforms planes as the step's run_rows does. work: the step's working memory. */
void fftc_transposed_planes_run(const fftc_transposed_planes *planes, const fftc_engine_rows *rows,
                                const void *src, void *dst, void *work);

#endif
