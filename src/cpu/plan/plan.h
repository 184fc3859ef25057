/* SPDX-License-Identifier: MIT
 *
 * Plans of transforms of any rank: one step for each axis, from the fastest to the slowest. The
 * first step reads src and writes dst, the others work on dst in place.
 *
 *   layout.c    the description, checked and brought into one form
 *   steps.c     which steps, and what each needs
 *   plan.c      making and destroying a plan
 *   execute.c   carrying it out
 *   measure.c   FFTC_MEASURE: which choices are fastest here
 *   saved.c     plans as text
 */
#ifndef FFTC_CPU_PLAN_H
#define FFTC_CPU_PLAN_H

#include <stdatomic.h>

#include "cpu/engine/line.h"
#include "cpu/plan/layout.h"
#include "cpu/real/real_plan.h"

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
    int threads;
    bool inside; /* the threads work inside each line, one line after the other */
} fftc_step;

#define FFTC_PLAN_SLOTS 8

/* Work lies on the stack of who executes if it is no more than this. */
#define FFTC_STACK_BYTES ((size_t)32 * 1024)

struct fftc_plan {
    fftc_arena arena;
    fftc_allocator allocator;
    fftc_choices choices;
    fftc_transform transform;
    fftc_layout layout;
    const char *isa; /* its name: static storage */
    const fftc_engine *const *engines;
    int threads;
    bool all_threads;  /* all of them even where it does not pay */
    fftc_threads pool; /* run is NULL: OpenMP */
    int steps;
    fftc_step step[FFTC_MAX_RANK];
    double scale;
    fftc_real_plan *real;    /* NULL for FFTC_COMPLEX; then no steps */
    const fftc_line *direct; /* the whole plan, if it is one row that needs no working memory */
    size_t slot_bytes;
    char *slots;
    atomic_flag busy[FFTC_PLAN_SLOTS]; /* the only part of a plan that an execution changes */
};

/* What fftc_plan_create was asked for, checked. */
typedef struct fftc_plan_request {
    fftc_transform transform;
    fftc_layout layout;
    fftc_plan_options options;
    fftc_choices *choices; /* of the plan that this one becomes a part of; or NULL */
    const char *isa;
    const fftc_engine *const *engines;
} fftc_plan_request;

/* Makes a plan, by these choices, or by estimate where `given` is NULL. */
fftc_status fftc_plan_make(const fftc_plan_request *request, const fftc_choices *given,
                           fftc_plan **plan, fftc_error *error);

/* Fills plan->step; plan->layout, engines, threads and scale are set. */
fftc_status fftc_plan_make_steps(fftc_plan *plan, fftc_error *error);

#endif
