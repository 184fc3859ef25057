/* SPDX-License-Identifier: MIT */
#include "cpu/plan/plan.h"
#include "common/error.h"
#include "cpu/simd/simd.h"
#include <math.h>

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
    fftc_status status = fftc_plan_make_steps(plan, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_step *only = &plan->step[0];
    if (plan->steps == 1 && only->kind == FFTC_STEP_ROWS && only->line.whole != NULL &&
        only->loops <= 1 && (only->lines == 1 || plan->threads == 1)) {
        plan->direct = only->line.whole;
        plan->direct_rows = only->line.rows[plan->transform.direction == FFTC_INVERSE];
        if (only->loops == 1) {
            plan->direct_rows.count = only->loop[0].length;
            plan->direct_rows.src_step = only->loop[0].src;
            plan->direct_rows.dst_step = only->loop[0].dst;
        }
    }
    plan->slots = fftc_arena_reserve(&plan->arena, FFTC_PLAN_SLOTS, plan->slot_bytes);
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
    if (options != NULL && options->pool != NULL && options->pool->run == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "pool->run is NULL: pass a function, or pool NULL for OpenMP");
    }
    if (options != NULL && (options->effort != FFTC_ESTIMATE || options->saved != NULL ||
                            options->reproducible != 0)) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "effort, saved and reproducible are not available yet: leave them "
                         "zero");
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
    if (options != NULL && options->pool != NULL) {
        made->pool = *options->pool;
    }
    for (int i = 0; i < FFTC_PLAN_SLOTS; ++i) {
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
