/* SPDX-License-Identifier: MIT
 *
 * Plans of FFTC_REAL and FFTC_REAL_TO_REAL, of any rank. For one transform of a batch, with
 * h = n / 2 for the last axis's n real numbers:
 *
 *   real to real      a step of real lines for each axis, the last one first
 *   real to complex   real lines along the last axis, complex transforms of all others in dst
 *   complex to real   complex transforms of all axes but the last, from src to dst, where the
 *                     intermediate result has room (see below); then real lines in dst
 *
 * With several axes and even n, frequencies 0 and h of the last axis are spectra of real signals, A
 * and B. As A + i B they are a single complex column. So the intermediate result has h complex
 * numbers a row, just the room of n real numbers, and one column is saved. Forward, they are
 * separated by their symmetry afterwards; backward, the symmetric part of each goes in.
 *
 * With odd n a row has (n - 1) / 2 complex numbers and a real one, which is complex until all other
 * axes are done. Backward, that column is in a plane of working memory.
 */
#ifndef FFTC_CPU_REAL_PLAN_H
#define FFTC_CPU_REAL_PLAN_H

#include "cpu/real/real_lanes.h"
#include "cpu/real/real_line.h"
#include "describe/real_layout.h"

/* What a plan of real numbers shares with that of complex ones. */
typedef struct fftc_real_setting {
    const fftc_transform *transform;
    const fftc_layout *layout;
    const fftc_engine *const *engines;
    const char *isa;
    fftc_arena *arena;
    int threads;
    bool all_threads; /* use all threads, also where that does not pay */
    bool exact;       /* reproducible */
    const fftc_crew *crew;
} fftc_real_setting;

/* The choice of an axis's line, unscaled. Plans with other storage or with ranges, which have steps
 * of plan.h, take it, too. */
fftc_real_line_choice fftc_real_axis_choice(const fftc_transform *t, const fftc_layout *layout,
                                            int axis);

/* Whether a plan of several axes does each step for all transforms, not the steps of one transform
 * after the other: their numbers lie between each other. Such plans have any loops. (Reproducible
 * plans keep the order, and the bits, that they have always had.) */
bool fftc_real_at_once(const fftc_transform *transform, const fftc_layout *layout, bool exact);

typedef struct fftc_real_plan fftc_real_plan;

/* Makes a plan in the arena. It must be closed, also if this fails after *plan was set. */
fftc_status fftc_real_plan_create(const fftc_real_setting *setting, fftc_real_plan **plan,
                                  fftc_error *error);
void fftc_real_plan_close(fftc_real_plan *plan);

/* Working memory of one execution, aligned to 64 bytes. */
size_t fftc_real_plan_work_bytes(const fftc_real_plan *plan);

/* The function that carries out a plan which is nothing but calls (real_calls.c), of rows that it
 * sets; NULL: the plan takes more. */
fftc_engine_rows_run fftc_real_plan_calls(const fftc_real_plan *plan, fftc_engine_rows *rows);

void fftc_real_plan_execute(const fftc_real_plan *plan, const void *src, void *dst, void *work);

#endif
