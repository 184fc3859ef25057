/* SPDX-License-Identifier: MIT
 *
 * Plans of transforms of any rank: one step for each axis, from the fastest to the slowest. The
 * first step reads src and writes dst, the others work on dst in place.
 *
 *   layout.c    the description, checked and brought into one form
 *   steps.c     which steps, and what each needs
 *   plan.c      making and destroying a plan
 *   execute.c   carrying it out
 */
#ifndef FFTC_CPU_PLAN_H
#define FFTC_CPU_PLAN_H

#include <stdatomic.h>

#include "cpu/engine/line.h"
#include "cpu/plan/layout.h"

/* How a step gets at its lines. */
typedef enum fftc_step_kind {
    FFTC_STEP_ROWS,    /* contiguous on both sides */
    FFTC_STEP_COLUMNS, /* side by side along a contiguous axis, as many at a time as there are lanes */
    FFTC_STEP_GATHER /* anything else: copied to a contiguous array and back */
} fftc_step_kind;

typedef struct fftc_step {
    fftc_step_kind kind;
    fftc_axis axis;                /* the one that is transformed */
    fftc_axis across;              /* columns: the contiguous one */
    fftc_axis loop[FFTC_MAX_AXES]; /* all others, slowest first */
    int loops;
    size_t lines; /* product of the loops' lengths */
    fftc_line line;
    const fftc_engine *engine; /* columns */
    fftc_vector_plan vector;   /* columns */
    size_t thread_bytes;       /* of work for each thread */
    size_t shared_offset;      /* within a thread's work: what the line shares among its team */
    size_t copy_offset;        /* likewise: the contiguous copy of a gathered line */
    bool inside;               /* threads work inside each line, one line after the other */
} fftc_step;

#define FFTC_PLAN_SLOTS 8

struct fftc_plan {
    fftc_arena arena;
    fftc_allocator allocator;
    fftc_transform transform;
    fftc_layout layout;
    const fftc_engine *const *engines;
    int threads;
    fftc_threads pool; /* run is NULL: OpenMP */
    int steps;
    fftc_step step[FFTC_MAX_RANK];
    double scale;
    fftc_engine_rows_run direct; /* the whole plan, if one call does it, on direct_rows; or NULL */
    fftc_engine_rows direct_rows;
    size_t slot_bytes;
    char *slots;
    atomic_flag busy[FFTC_PLAN_SLOTS]; /* the only part of a plan that an execution changes */
};

/* Fills plan->step; plan->layout, engines, threads and scale are set. */
fftc_status fftc_plan_make_steps(fftc_plan *plan, fftc_error *error);

#endif
