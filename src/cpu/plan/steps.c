/* SPDX-License-Identifier: MIT */
#include "common/error.h"
#include "cpu/plan/plan.h"

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static void remove_loop(fftc_step *s, int i)
{
    --s->loops;
    for (; i < s->loops; ++i) {
        s->loop[i] = s->loop[i + 1];
    }
}

/* Adjacent loops that together step evenly become one. */
static void merge_loops(fftc_step *s)
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

static void choose_step_kind(fftc_step *s)
{
    if (s->axis.src == 1 && s->axis.dst == 1) {
        s->kind = FFTC_STEP_ROWS;
        return;
    }
    s->kind = FFTC_STEP_GATHER;
    if (!fftc_vector_smooth(s->axis.length)) {
        return;
    }
    for (int i = 0; i < s->loops; ++i) {
        if (s->loop[i].src == 1 && s->loop[i].dst == 1) {
            s->across = s->loop[i];
            remove_loop(s, i);
            s->kind = FFTC_STEP_COLUMNS;
            return;
        }
    }
}

static fftc_status prepare_columns(fftc_plan *plan, fftc_step *s, double scale, fftc_error *error)
{
    fftc_status status = fftc_columns_prepare(s->axis.length, s->across.length, plan->engines,
                                              scale, &plan->arena, &s->engine, &s->vector, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    size_t lanes = (size_t)s->engine->lanes;
    size_t groups = (s->across.length + lanes - 1) / lanes;
    s->lines *= groups;
    s->thread_bytes = s->vector.room * lanes * 2 * fftc_precision_bytes(plan->transform.precision);
    return FFTC_SUCCESS;
}

static fftc_status prepare_step(fftc_plan *plan, fftc_step *s, double scale, bool in_place,
                                fftc_error *error)
{
    choose_step_kind(s);
    merge_loops(s);
    s->lines = 1;
    for (int i = 0; i < s->loops; ++i) {
        s->lines *= s->loop[i].length;
    }
    if (s->kind == FFTC_STEP_COLUMNS) {
        return prepare_columns(plan, s, scale, error);
    }
    fftc_status status =
        fftc_line_prepare(s->axis.length, plan->engines, scale, &plan->arena, &s->line, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    s->inside = s->lines < (size_t)plan->threads;
    s->shared_offset = fftc_line_thread_bytes(&s->line) * (s->inside ? (size_t)plan->threads : 1);
    in_place = in_place || s->kind == FFTC_STEP_GATHER;
    s->copy_offset = round_up(s->shared_offset + fftc_line_shared_bytes(&s->line, in_place));
    s->thread_bytes = s->copy_offset;
    if (s->kind == FFTC_STEP_GATHER) {
        s->thread_bytes += s->axis.length * 2 * fftc_precision_bytes(plan->transform.precision);
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_plan_make_steps(fftc_plan *plan, fftc_error *error)
{
    const fftc_layout *layout = &plan->layout;
    for (int i = layout->rank - 1; i >= 0; --i) {
        bool first = plan->steps == 0;
        fftc_step *s = &plan->step[plan->steps++];
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
