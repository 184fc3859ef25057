/* SPDX-License-Identifier: MIT
 *
 * The steps of a plan of real numbers (real_plan.h), made and carried out. All offsets and strides
 * are in scalars.
 */
#ifndef FFTC_CPU_REAL_STEPS_H
#define FFTC_CPU_REAL_STEPS_H

#include "cpu/engine/move.h"
#include "cpu/plan/prefetch.h"
#include "cpu/real/real_lanes.h"
#include "cpu/real/real_plan.h"

typedef enum fftc_real_step_kind {
    FFTC_REAL_STEP_LINES,    /* real lines */
    FFTC_REAL_STEP_PLAN,     /* complex columns that a complex plan can describe */
    FFTC_REAL_STEP_COLUMNS,  /* complex columns that a complex plan cannot describe: numbers an
                                odd count of scalars apart */
    FFTC_REAL_STEP_SEPARATE, /* the column A + i B becomes those of frequency 0 and h */
    FFTC_REAL_STEP_MERGE     /* the columns of frequency 0 and h become A + i B */
} fftc_real_step_kind;

typedef enum fftc_real_array {
    FFTC_REAL_SRC,
    FFTC_REAL_DST,
    FFTC_REAL_PLANE, /* the plane of working memory */
    FFTC_REAL_ARRAYS
} fftc_real_array;

typedef struct fftc_real_loop {
    size_t length;
    size_t src;
    size_t dst;
    size_t plane; /* in the plane, if the first number is separate */
} fftc_real_loop;

/* One side of a line: items of one or two scalars. */
typedef struct fftc_real_side {
    fftc_real_array array;
    size_t offset;
    size_t item;
    size_t part; /* from a complex number's real part to its imaginary one */
    size_t count;
    size_t stride;
    bool staged; /* the side goes by way of contiguous lines in working memory */
} fftc_real_side;

typedef struct fftc_real_step fftc_real_step;

/* What one call does of a step's lines, on the caller's thread and stack. */
typedef void fftc_real_body(const fftc_real_step *step, const char *src, char *dst);

/* A step that is nothing but such calls (real_calls.c). */
typedef struct fftc_real_call {
    fftc_real_body *body; /* NULL: the step takes more */
    int loops;
    fftc_axis loop[FFTC_MAX_AXES]; /* around the calls, slowest first, in bytes */
    size_t lines;                  /* of a call, so many scalars apart */
    size_t src_step;
    size_t dst_step;
    fftc_codelet_columns columns; /* where the lines are some */
} fftc_real_call;

struct fftc_real_step {
    fftc_real_step_kind kind;
    fftc_real_side src;
    fftc_real_side dst;
    fftc_real_loop loop[FFTC_MAX_AXES]; /* slowest first; the last one counts the lines of a task */
    int loops;
    size_t group; /* how many lines a task has */
    size_t tasks;
    bool streamed; /* results go from the stage to memory by non-temporal stores, a group
                            of lines at a time */
    fftc_prefetch
        prefetch_src; /* what is prefetched of the source while a task before it is done */
    fftc_prefetch prefetch_dst; /* what is prefetched of the destination meanwhile */
    bool in_columns;            /* short lines, transformed as they lie: side by side */
    bool pairs; /* odd lines are done two at a time: lines of the last loop belong to one
                            transform */
    fftc_real_line line;
    const fftc_real_lanes *lanes; /* in place of `line`, or NULL: of lines side by side, or */
    bool turned;                  /* of contiguous lines */
    fftc_line columns;
    size_t rest;   /* odd lines from spectra: how many scalars stand before frequency 1 */
    bool plane_dc; /* odd lines from spectra: their first number comes from the plane */
    fftc_plan *plan;
    size_t partner; /* separate, merge: from the column of frequency 0 to that of h */
    int apart;      /* separate, merge: how many of the last loops are not of frequencies */
    int threads;
    bool inside; /* the threads work inside each line */
    size_t stage_offset;
    size_t stage_pitch; /* scalars of a staged line */
    size_t work_bytes;  /* of each worker */
    fftc_real_call call;
};

/* real_loops.c: adds a loop, unless its length is 1; moves the loop whose lines lie closest
 * together, of those from number `from` on, to the last place; sorts all by stride, slowest first;
 * merges loops that together step evenly; counts the lines of all loops. */
void fftc_real_loops_add(fftc_real_step *step, fftc_axis axis, bool in_dst, size_t plane);
void fftc_real_loops_order(fftc_real_step *step, int from);
void fftc_real_loops_sort(fftc_real_step *step);
void fftc_real_loops_merge(fftc_real_step *step);
size_t fftc_real_loops_product(const fftc_real_step *step);

#define FFTC_REAL_MAX_STEPS (2 * FFTC_MAX_RANK + 2)

struct fftc_real_plan {
    fftc_precision precision;
    const fftc_move *move;
    int inverse;
    const fftc_crew *crew;
    int threads;
    bool over_batch; /* threads share the batch, a transform each */
    fftc_axis batch; /* transforms one after the other; their strides in scalars */
    int steps;
    fftc_real_step step[FFTC_REAL_MAX_STEPS];
    size_t plane_bytes;
    size_t item_bytes; /* working memory of one transform */
};

/* Fills the steps; *plan is zeroed. */
fftc_status fftc_real_steps_make(const fftc_real_setting *setting, fftc_real_plan *plan,
                                 fftc_error *error);

/* real_calls.c: sets step->call, if calls can do the step; everything else of it is set. */
void fftc_real_call_choose(const fftc_real_plan *plan, fftc_real_step *step);

/* Carries out a step that is calls. */
void fftc_real_call_run(const fftc_real_step *step, const char *src, char *dst);

/* Carries out one step of one transform. `arrays`: where each array begins. */
void fftc_real_step_execute(const fftc_real_plan *plan, const fftc_real_step *step,
                            char *const *arrays, char *work);

#endif
