/* SPDX-License-Identifier: MIT
 *
 * Plans of transforms of any rank: one step for each axis, as a rule from the fastest to the
 * slowest. The first step reads src and writes dst, the others work on dst in place.
 *
 *   order.c     which axis when
 *   steps.c     which steps, and what each needs
 *   transposed.c    which contiguous lines are better done side by side
 *   slabs.c     which steps are done slab by slab, in parts that fit a cache
 *   planes.c    small planes, both axes in one step (planes.h); long_planes.c: a longer axis;
 *               transposed_planes.c: those whose axes change places and back
 *   cubes.c     small cubes
 *   staging.c   lines from any storage to a contiguous one, and back
 *   traffic.c   lines that are prefetched, and results that are stored by non-temporal stores
 *   cache.c     how large the second- and third-level caches are
 *   arrays.c    what a caller passes, checked
 *   general.c   rare layouts, by way of working memory; strided.c: copies and the like
 *   options.c   what a caller asks for, checked
 *   slots.c     working memory of executions
 *   plan.c      making and destroying a plan
 *   execute.c   carrying it out; calls.c, single.c: where that is a few calls, or a line;
 *               few_points.c: few points that would be staged
 *   measure.c   FFTC_MEASURE: which choices are fastest here; paired_timing.c: of two
 *   saved.c     plans as text
 */
#ifndef FFTC_CPU_PLAN_H
#define FFTC_CPU_PLAN_H

#include "cpu/engine/lines/line.h"
#include "cpu/engine/move.h"
#include "cpu/engine/short_columns.h"
#include "cpu/engine/vector_plan.h"
#include "cpu/plan/prefetch.h"
#include "cpu/plan/slots.h"
#include "cpu/plan/staging.h"
#include "cpu/real/real_plan.h"
#include "describe/layout.h"
#include "describe/overlap.h"
#include "describe/saved_text.h"

/* What a step transforms at a time. */
typedef enum fftc_step_kind {
    FFTC_STEP_LINES,   /* contiguous lines, one after the other */
    FFTC_STEP_COLUMNS, /* lines side by side, as many as an engine has lanes, at once */
    FFTC_STEP_REAL,    /* contiguous lines with real numbers on one side or both */
    FFTC_STEP_PLANES   /* two short axes in one call: `across` goes from row to row */
} fftc_step_kind;

/* Where a step reads numbers, or leaves them. */
typedef enum fftc_plan_array {
    FFTC_ARRAY_SRC,
    FFTC_ARRAY_DST,
    FFTC_ARRAY_MIDDLE, /* working memory, for intermediate results that do not fit dst */
    FFTC_ARRAYS
} fftc_plan_array;

/* One side of a step. A side that the engine cannot read or write as it is (because of its storage,
 * because its lines are not contiguous or exist only in part) is staged: it goes by way of working
 * memory. */
typedef struct fftc_plan_side {
    fftc_plan_array array;
    fftc_storage storage;
    size_t offset; /* of the first item that exists, in items */
    size_t length; /* of a line */
    size_t begin;  /* points begin .. end - 1 of the line exist: the rest counts as 0, or is not
                      wanted */
    size_t end;
    bool staged;
} fftc_plan_side;

typedef struct fftc_plan_step {
    fftc_step_kind kind;
    int axis_index;                /* in the layout */
    fftc_axis axis;                /* the one that is transformed */
    fftc_axis across;              /* from line to line of a group; of length 1 if there is none */
    fftc_axis loop[FFTC_MAX_AXES]; /* all other axes, slowest first */
    int loops;
    fftc_plan_side src;
    fftc_plan_side dst;
    size_t group;  /* how many lines a task has */
    size_t bundle; /* how many groups are staged at a time, and transformed together */
    size_t tasks;  /* what threads share out: how many groups of lines there are */
    int outers;    /* how many of the first loops go from slab to slab */
    fftc_line line;
    const fftc_engine *engine;               /* columns */
    fftc_vector_plan vector;                 /* columns */
    const fftc_short_columns *short_columns; /* columns: how, in place of `vector`; or NULL */
    bool apart;                              /* short columns that are not neighbours */
    fftc_real_line real;
    const struct fftc_transposed_planes *transposed; /* planes: how, or NULL: `line.run_rows` */
    double scale;                                    /* all results are multiplied by this */
    size_t work_bytes;    /* the working memory of each thread: what the engine needs, then the
                             stage */
    size_t shared_offset; /* in the working memory: what a line shares among its team */
    size_t stage_offset;  /* in the working memory: the stage, of `group` lines */
    size_t stage_step;    /* in the stage: items from number to number */
    size_t stage_bytes;   /* of a line in the stage, and its distance to the next one unless lines
                             lie side by side */
    bool through_dst; /* the source is staged where results go, and transformed there in place */
    bool streamed;    /* results go from the stage to memory by non-temporal stores */
    fftc_prefetch prefetch_src; /* what is prefetched of the source while a group before it is
                                   transformed */
    fftc_prefetch prefetch_dst; /* what is prefetched of the destination meanwhile */
    fftc_prefetching
        prefetching; /* lines that prefetch later ones themselves; then `prefetch_src` and
                        `prefetch_dst` are empty */
    int threads;
    bool inside; /* the threads work inside each line, one line after the other */
    /* The whole step, or what a slab has of it, is call(&rows, src, dst) on this thread (calls.c);
     * NULL: it takes more. */
    fftc_engine_rows_run call;
    fftc_engine_rows rows;
} fftc_plan_step;

/* The working memory of a thread lies on its stack if it needs no more than this. */
#define FFTC_STACK_BYTES ((size_t)32 * 1024)

typedef struct fftc_general fftc_general;
typedef struct fftc_few_points fftc_few_points;

struct fftc_plan {
    fftc_arena arena;
    fftc_choices choices;
    fftc_transform transform;
    fftc_layout layout;
    const char *isa; /* the name of the instruction set, in static storage */
    bool exact;      /* reproducible */
    fftc_saved_effort made_by;
    const fftc_engine *const *engines;
    const fftc_move *move;
    fftc_staging staging; /* copies numbers from their storage to the engine's, and back */
    int threads;
    bool all_threads; /* use all threads, also where that does not pay */
    fftc_crew crew;
    fftc_team tables; /* the threads that fill tables */
    int steps;
    fftc_plan_step step[FFTC_MAX_RANK];
    /* How often all steps are done: once, or for each transform of the batch where steps go by way
     * of FFTC_ARRAY_MIDDLE. */
    fftc_axis repeat;
    double scale;
    fftc_general *general; /* rare layouts: a plan that has it has no steps (general.h) */
    fftc_real_plan *real;  /* NULL for FFTC_COMPLEX. A plan that has it has no steps */
    /* The whole plan is run_rows(&rows, ...), if each step is a call; or it is one row that needs
     * little working memory. Both NULL: it takes more. */
    fftc_engine_rows_run run_rows;
    fftc_engine_rows rows;
    const fftc_plan_step *single;
    bool plain;                  /* one of the last two ways, of interleaved numbers */
    fftc_few_points *few_points; /* how the steps are carried out, or NULL: one by one */
    int slab_steps;              /* how many of the first steps are done slab by slab (slabs.c) */
    size_t slabs;
    int slab_threads; /* threads that do these steps slab by slab. 0: one step after the other,
                         which suits the threads better */
    size_t slab_work_bytes; /* of each of the slab_threads */
    size_t work_bytes;      /* of the step that needs most, beyond the stack */
    size_t middle_bytes;
    uintptr_t scalar_mask; /* the bits that are 0 in the address of a scalar */
    fftc_footprint src_footprint;
    fftc_footprint dst_footprint;
    fftc_slots slots; /* the only part of a plan that an execution changes */
};

static inline bool fftc_step_in_slab(const fftc_plan *plan, const fftc_plan_step *s)
{
    return plan->slab_threads > 0 && s - plan->step < plan->slab_steps;
}

/* Carries any plan out, without checking its arguments; work: fftc_plan_work_bytes, or whatever if
 * the plan is on the stack. The second has one array on each side. */
void fftc_plan_run_arrays(const fftc_plan *plan, const fftc_arrays *arrays, void *work);
void fftc_plan_run(const fftc_plan *plan, const void *src, void *dst, void *work);

/* arrays.c: checks the arrays of an execution. The plan and the arrays are not NULL. */
fftc_status fftc_plan_judge_arrays(const fftc_plan *plan, const fftc_arrays *arrays,
                                   fftc_error *error);

/* What fftc_plan_create was asked for, checked. */
typedef struct fftc_plan_request {
    fftc_transform transform;
    fftc_layout layout;
    fftc_plan_options options;
    const struct fftc_wide *wide; /* what `layout` has no words for; or NULL */
    fftc_choices *choices;        /* of the plan that this one becomes a step of; or NULL */
    const char *isa;
    const fftc_engine *const *engines;
    fftc_saved_effort made_by; /* for the saved line */
} fftc_plan_request;

/* Makes a plan by the choices that are given, or by estimate where `given` is NULL. */
fftc_status fftc_plan_make(const fftc_plan_request *request, const fftc_choices *given,
                           fftc_plan **plan, fftc_error *error);

/* How many threads an execution uses at most; plans of real numbers may use fewer. */
int fftc_plan_threads(const fftc_plan *plan);

/* Makes a plan by measuring, in about options.seconds. */
fftc_status fftc_plan_measure(const fftc_plan_request *request, fftc_plan **plan,
                              fftc_error *error);

/* Whether the lines of a step, which were to be done one after the other, are cheaper side by side
 * in the lanes of vectors, although they must be transposed for that. It depends on their length
 * and number alone. */
bool fftc_transposed_pays(const fftc_plan *plan, const fftc_plan_step *s);

/* Whether the lines of a step, few of which lie side by side, are cheaper as rows of a stage than
 * as columns, which would leave most lanes empty. */
bool fftc_rows_pay(const fftc_plan *plan, const fftc_plan_step *s);

/* Decides which lines of a step are prefetched and which results are stored by non-temporal stores:
 * sets `streamed`, `prefetch_src`, `prefetch_dst`, `prefetching` and, where they need it, the
 * group. */
void fftc_traffic_choose(const fftc_plan *plan, fftc_plan_step *s);

/* For lines that lie one after the other, out of place, in two arrays of `bytes` bytes in all:
 * whether they should be streamed, `line` bytes each, and how many at a time. `last`: no step reads
 * them again. The bytes from which on lines of any length are streamed depend on the third-level
 * cache. */
bool fftc_traffic_streams(const fftc_move *move, size_t line, size_t bytes, bool last);
size_t fftc_traffic_group(size_t line);
size_t fftc_traffic_least_bytes(void);

/* Whether the memory of results is prefetched before they are written, where a transform out of
 * place has `bytes` bytes on both sides. */
bool fftc_traffic_prefetches_places(double bytes);

/* Whether lines of real numbers are prefetched, `at_a_time` bytes of one side at a time, of `bytes`
 * bytes in all. */
bool fftc_traffic_prefetches(size_t at_a_time, size_t bytes);

/* What is prefetched of groups of lines that are `pitch` bytes apart and from whose beginning
 * `bytes` bytes are used: how many groups ahead, and to which cache, depends on the processor. */
fftc_prefetch fftc_traffic_prefetch(size_t bytes, size_t pitch);

/* Whether the axes, two or three, are so short that one call does all of them; and the step that
 * does so, which is the whole plan. */
bool fftc_planes_suit(const fftc_plan *plan);
fftc_status fftc_planes_prepare(fftc_plan *plan, fftc_plan_step *s, fftc_error *error);

/* steps.c: loops of a step that together step evenly become one, in whatever order they were named;
 * the others are sorted by stride. In reproducible plans, whose bits depend on how many lines lie
 * side by side, only loops named one after the other become one. */
void fftc_step_merge_loops(const fftc_plan *plan, fftc_plan_step *s);

/* Sets how many threads do a step of so many lines, and whether they share out its tasks or, if
 * they can, share each line. */
void fftc_step_share_out(const fftc_plan *plan, fftc_plan_step *s, size_t lines, bool can_inside);

/* Sets slab_steps and slabs, for axes in this order. */
void fftc_slabs_choose(fftc_plan *plan, const int *order);

/* Whether the axis is one of the first slab_steps of the order. */
bool fftc_slabs_hold(const fftc_plan *plan, const int *order, int axis);

/* Fills plan->step; plan->layout, engines, threads and scale are set. */
fftc_status fftc_plan_make_steps(fftc_plan *plan, fftc_error *error);

/* cache.c: the bytes of the second- or third-level cache that the calling processor's core uses; 0
 * where it has none or does not say. */
size_t fftc_cache_bytes(unsigned level);

/* calls.c: sets s->call, if one call can do the step; everything else of it is set. */
fftc_status fftc_call_choose(fftc_plan *plan, fftc_plan_step *s, fftc_error *error);

/* Calls a step for one slab, or 0 for a step that does not go from slab to slab. src and dst: of
 * the arrays, not of what exists of them. */
void fftc_step_call_slab(const fftc_plan_step *s, size_t slab, const char *src, char *dst);

/* Whether the plan needs neither threads nor working memory beyond the stack. */
static inline bool fftc_plan_is_on_stack(const fftc_plan *plan)
{
    return plan->run_rows != NULL || plan->single != NULL;
}

/* single.c: sets plan->run_rows or plan->single for a plan of steps, if all of them are calls or
 * the only one is a line; and carries out a plan that is on the stack. */
void fftc_single_choose(fftc_plan *plan);
void fftc_single_run(const fftc_plan *plan, const void *src, void *dst);

/* few_points.c: sets plan->few_points for a plan of steps that is not on the stack, if all lines
 * are codelets of few points; and carries it out. */
fftc_status fftc_few_points_choose(fftc_plan *plan, fftc_error *error);
void fftc_few_points_run(const fftc_few_points *few, const fftc_arrays *arrays);

/* --- order.c ------------------------------------------------------------------------------------
 *
 * The order in which the axes are transformed. With whole ranges every order does the same work,
 * and the fastest axis comes first. With parts left out by ranges, a step does only those lines
 * that exist by then: an axis that was not transformed yet has its src_range, one that was has its
 * dst_range. */

size_t fftc_range_length(fftc_range range);

/* Whether all axes of the set `pending`, a bit for each, take no more room before they are
 * transformed than after. Then what is still to be transformed has room in dst. */
bool fftc_order_fits(const fftc_layout *layout, unsigned pending);

/* The set of the axes to transform, a bit for each. */
unsigned fftc_order_axes(const fftc_layout *layout);

/* Chooses the order: order[i] is the axis of step i. */
void fftc_order_choose(const fftc_layout *layout, bool in_place, int order[FFTC_MAX_RANK]);

#endif
