/* SPDX-License-Identifier: MIT
 *
 * Plans of transforms of any rank: one step for each axis, from the fastest to the slowest. The
 * first step reads src and writes dst, the others work on dst in place.
 */
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "cpu/engine/line.h"
#include "cpu/simd/simd.h"
#include "cpu/transform.h"

/* How a step gets at its lines. */
typedef enum step_kind {
    STEP_ROWS,    /* contiguous on both sides */
    STEP_COLUMNS, /* side by side along a contiguous axis, as many at a time as there are lanes */
    STEP_GATHER   /* anything else: copied to a contiguous array and back */
} step_kind;

typedef struct step {
    step_kind kind;
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
} step;

#define SLOTS 8

struct fftc_plan {
    fftc_arena arena;
    fftc_allocator allocator;
    fftc_transform transform;
    fftc_layout layout;
    const fftc_engine *const *engines;
    int threads;
    int steps;
    step step[FFTC_MAX_RANK];
    double scale;
    const fftc_line *direct; /* the whole plan, if it is one row that needs no working memory */
    size_t slot_bytes;
    char *slots;
    atomic_flag busy[SLOTS]; /* the only part of a plan that an execution changes */
};

/* --- planning
 * --------------------------------------------------------------------------------------------- */

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static void remove_loop(step *s, int i)
{
    --s->loops;
    for (; i < s->loops; ++i) {
        s->loop[i] = s->loop[i + 1];
    }
}

/* Adjacent loops that together step evenly become one. */
static void merge_loops(step *s)
{
    for (int i = s->loops - 1; i > 0; --i) {
        fftc_axis *outer = &s->loop[i - 1];
        const fftc_axis *inner = &s->loop[i];
        if (outer->src == inner->src * inner->length && outer->dst == inner->dst * inner->length) {
            outer->length *= inner->length;
            outer->src = inner->src;
            outer->dst = inner->dst;
            remove_loop(s, i);
        }
    }
}

static void choose_step_kind(step *s)
{
    if (s->axis.src == 1 && s->axis.dst == 1) {
        s->kind = STEP_ROWS;
        return;
    }
    s->kind = STEP_GATHER;
    if (!fftc_vector_smooth(s->axis.length)) {
        return;
    }
    for (int i = 0; i < s->loops; ++i) {
        if (s->loop[i].src == 1 && s->loop[i].dst == 1) {
            s->across = s->loop[i];
            remove_loop(s, i);
            s->kind = STEP_COLUMNS;
            return;
        }
    }
}

static fftc_status prepare_columns(fftc_plan *plan, step *s, double scale, fftc_error *error)
{
    /* The widest engine whose vectors the columns fill, or nearly. */
    const fftc_engine *const *e = plan->engines;
    while (e[1] != NULL && (size_t)e[1]->lanes >= s->across.length) {
        ++e;
    }
    s->engine = *e;
    fftc_vector_choose(s->engine, s->axis.length, true, &s->vector);
    size_t lanes = (size_t)s->engine->lanes;
    size_t groups = (s->across.length + lanes - 1) / lanes;
    s->lines *= groups;
    s->thread_bytes = s->axis.length * lanes * 2 * fftc_precision_bytes(plan->transform.precision);
    return fftc_vector_prepare(&s->vector, plan->transform.precision, scale, &plan->arena, error);
}

static fftc_status prepare_step(fftc_plan *plan, step *s, double scale, bool in_place,
                                fftc_error *error)
{
    choose_step_kind(s);
    merge_loops(s);
    s->lines = 1;
    for (int i = 0; i < s->loops; ++i) {
        s->lines *= s->loop[i].length;
    }
    if (s->kind == STEP_COLUMNS) {
        return prepare_columns(plan, s, scale, error);
    }
    fftc_status status =
        fftc_line_prepare(s->axis.length, plan->engines, scale, &plan->arena, &s->line, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    s->inside = s->lines < (size_t)plan->threads;
    s->shared_offset = fftc_line_thread_bytes(&s->line) * (s->inside ? (size_t)plan->threads : 1);
    in_place = in_place || s->kind == STEP_GATHER;
    s->copy_offset = round_up(s->shared_offset + fftc_line_shared_bytes(&s->line, in_place));
    s->thread_bytes = s->copy_offset;
    if (s->kind == STEP_GATHER) {
        s->thread_bytes += s->axis.length * 2 * fftc_precision_bytes(plan->transform.precision);
    }
    return FFTC_SUCCESS;
}

static fftc_status make_steps(fftc_plan *plan, fftc_error *error)
{
    const fftc_layout *layout = &plan->layout;
    for (int i = layout->rank - 1; i >= 0; --i) {
        bool first = plan->steps == 0;
        step *s = &plan->step[plan->steps++];
        fftc_axis all[FFTC_MAX_AXES];
        int count = 0;
        all[count++] = layout->batch;
        for (int k = 0; k < layout->rank; ++k) {
            all[count++] = layout->axis[k];
        }
        for (int k = 0; k < count; ++k) {
            fftc_axis axis = all[k];
            axis.src = first ? axis.src : axis.dst;
            if (k == i + 1) {
                s->axis = axis;
            } else if (axis.length != 1) {
                s->loop[s->loops++] = axis;
            }
        }
        bool in_place = !first || plan->transform.placement == FFTC_IN_PLACE;
        fftc_status status = prepare_step(plan, s, first ? plan->scale : 1.0, in_place, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        size_t workers = s->inside ? 1 : (size_t)plan->threads;
        s->thread_bytes = round_up(s->thread_bytes);
        if (s->thread_bytes * workers > plan->slot_bytes) {
            plan->slot_bytes = s->thread_bytes * workers;
        }
    }
    return FFTC_SUCCESS;
}

static double choose_scale(const fftc_transform *transform, size_t points)
{
    switch (transform->scaling) {
    case FFTC_SCALE_NONE: return 1.0;
    case FFTC_SCALE_UNITARY: return 1.0 / sqrt((double)points);
    default: return transform->direction == FFTC_INVERSE ? 1.0 / (double)points : 1.0;
    }
}

static fftc_status build(fftc_plan *plan, fftc_error *error)
{
    plan->scale = choose_scale(&plan->transform, plan->layout.points);
    if (plan->layout.batch.length == 0) {
        return FFTC_SUCCESS;
    }
    if (plan->layout.rank == 0) {
        /* A single point: its axis was left out, but it is still to be copied and scaled. */
        plan->layout.rank = 1;
        plan->layout.axis[0] = (fftc_axis){1, 1, 1};
    }
    fftc_status status = make_steps(plan, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const step *only = &plan->step[0];
    if (plan->steps == 1 && only->kind == STEP_ROWS && only->lines == 1 && plan->slot_bytes == 0) {
        plan->direct = &only->line;
    }
    plan->slots = fftc_arena_reserve(&plan->arena, SLOTS, plan->slot_bytes);
    if (plan->slots == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no working memory for the plan");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_plan_create(const fftc_transform *transform, const fftc_plan_options *options,
                             fftc_plan **plan, fftc_error *error)
{
    fftc_layout layout;
    fftc_arena arena = {0};
    if (plan == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "plan is NULL: pass where to put it");
    }
    *plan = NULL;
    fftc_status status = fftc_layout_make(transform, &layout, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_simd_isa *isa;
    status = fftc_simd_isa_select(&isa, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (options != NULL && (options->threads < 0 || options->threads > 4096)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "threads is %d: pass 0 to 4096",
                         options->threads);
    }
    arena.allocator = options != NULL ? options->allocator : NULL;
    fftc_plan *made = fftc_arena_allocate(&arena, 1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the plan");
    }
    made->arena = arena;
    if (arena.allocator != NULL) {
        made->allocator = *arena.allocator;
        made->arena.allocator = &made->allocator;
    }
    made->transform = *transform;
    made->layout = layout;
    made->engines = fftc_engines(transform->precision, isa->name);
    made->threads = options != NULL && options->threads > 0 ? options->threads : 1;
    for (int i = 0; i < SLOTS; ++i) {
        atomic_flag_clear(&made->busy[i]);
    }
    status = build(made, error);
    if (status != FFTC_SUCCESS) {
        fftc_plan_destroy(made);
        return status;
    }
    *plan = made;
    return fftc_succeed(error);
}

void fftc_plan_destroy(fftc_plan *plan)
{
    if (plan != NULL) {
        /* The plan is in its own arena: what releases it must not be in there. */
        fftc_arena arena = plan->arena;
        fftc_allocator allocator = plan->allocator;
        if (arena.allocator != NULL) {
            arena.allocator = &allocator;
        }
        fftc_arena_release(&arena);
    }
}

/* --- execution
 * ------------------------------------------------------------------------------------------------ */

typedef struct run {
    const fftc_plan *plan;
    const step *step;
    const char *src;
    char *dst;
    char *work;
    size_t item;
    int inverse;
    fftc_team team; /* inside a line */
} run;

/* Offsets of a line, in complex numbers; index counts the loops' product. */
static void locate(const step *s, size_t index, size_t *src, size_t *dst)
{
    *src = 0;
    *dst = 0;
    for (int i = s->loops - 1; i >= 0; --i) {
        size_t at = index % s->loop[i].length;
        index /= s->loop[i].length;
        *src += at * s->loop[i].src;
        *dst += at * s->loop[i].dst;
    }
}

static void run_rows(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const step *s = r->step;
    char *work = r->work + (size_t)thread * s->thread_bytes;
    for (size_t line = begin; line < end; ++line) {
        size_t src;
        size_t dst;
        locate(s, line, &src, &dst);
        fftc_line_execute(&s->line, &r->team, work, work + s->shared_offset, r->src + src * r->item,
                          r->dst + dst * r->item, r->inverse);
    }
}

static void run_columns(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const step *s = r->step;
    size_t lanes = (size_t)s->engine->lanes;
    size_t groups = (s->across.length + lanes - 1) / lanes;
    char *work = r->work + (size_t)thread * s->thread_bytes;
    for (size_t unit = begin; unit < end; ++unit) {
        size_t src;
        size_t dst;
        size_t column = unit % groups * lanes;
        int present =
            s->across.length - column < lanes ? (int)(s->across.length - column) : (int)lanes;
        locate(s, unit / groups, &src, &dst);
        fftc_engine_edge from = {(void *)(uintptr_t)(r->src + (src + column) * r->item),
                                 s->axis.src, present, r->inverse};
        fftc_engine_edge to = {r->dst + (dst + column) * r->item, s->axis.dst, present, r->inverse};
        fftc_vector_columns(s->engine, &s->vector, work, from, to);
    }
}

static void run_gather(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const step *s = r->step;
    size_t n = s->axis.length;
    char *work = r->work + (size_t)thread * s->thread_bytes;
    char *shared = work + s->shared_offset;
    char *copy = work + s->copy_offset;
    for (size_t line = begin; line < end; ++line) {
        size_t src;
        size_t dst;
        locate(s, line, &src, &dst);
        for (size_t i = 0; i < n; ++i) {
            memcpy(copy + i * r->item, r->src + (src + i * s->axis.src) * r->item, r->item);
        }
        fftc_line_execute(&s->line, &r->team, work, shared, copy, copy, r->inverse);
        for (size_t i = 0; i < n; ++i) {
            memcpy(r->dst + (dst + i * s->axis.dst) * r->item, copy + i * r->item, r->item);
        }
    }
}

static void run_step(const fftc_plan *plan, const step *s, const void *src, void *dst, char *work)
{
    void (*const body[])(void *, int, size_t, size_t) = {run_rows, run_columns, run_gather};
    run r = {plan,
             s,
             src,
             dst,
             work,
             2 * fftc_precision_bytes(plan->transform.precision),
             plan->transform.direction == FFTC_INVERSE,
             {s->inside ? plan->threads : 1}};
    fftc_team team = {s->inside ? 1 : plan->threads};
    fftc_parallel(&team, s->lines, body[s->kind], &r);
}

/* Working memory of its own for this execution; waits if SLOTS of them are under way. */
static int take_slot(fftc_plan *plan)
{
    for (;;) {
        for (int i = 0; i < SLOTS; ++i) {
            if (!atomic_flag_test_and_set_explicit(&plan->busy[i], memory_order_acquire)) {
                return i;
            }
        }
        sched_yield();
    }
}

fftc_status fftc_plan_execute(const fftc_plan *plan, const void *src, void *dst, fftc_error *error)
{
    if (plan == NULL || src == NULL || dst == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL",
                         plan == NULL  ? "plan"
                         : src == NULL ? "src"
                                       : "dst");
    }
    if ((src == dst) != (plan->transform.placement == FFTC_IN_PLACE)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         src == dst ? "src is dst: plan with placement FFTC_IN_PLACE for that"
                                    : "the plan is in place: pass the same pointer as src and dst");
    }
    if (plan->direct != NULL) {
        fftc_team alone = {1};
        fftc_line_execute(plan->direct, &alone, NULL, NULL, src, dst,
                          plan->transform.direction == FFTC_INVERSE);
    } else if (plan->steps > 0) {
        fftc_plan *slots = (fftc_plan *)(uintptr_t)plan;
        int slot = take_slot(slots);
        char *work = plan->slots + (size_t)slot * plan->slot_bytes;
        for (int i = 0; i < plan->steps; ++i) {
            run_step(plan, &plan->step[i], i == 0 ? src : dst, dst, work);
        }
        atomic_flag_clear_explicit(&slots->busy[slot], memory_order_release);
    }
    return fftc_succeed(error);
}
