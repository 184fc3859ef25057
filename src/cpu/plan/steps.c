/* SPDX-License-Identifier: MIT */
#include <math.h>

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

/* Points times log2 of the length, for which a thread takes about 10 us: waking another one, and
 * waiting for it, takes 2 to 4. */
static const double least_work = 1 << 17;

/* How many threads, and whether they share out the lines or work together on each: that is a tenth
 * slower, but leaves nobody idle at the end. */
static void share_out(const fftc_plan *plan, fftc_step *s, bool can_inside)
{
    double points = (double)plan->layout.points * (double)plan->layout.batch.length;
    double worth = points * log2((double)s->axis.length) / least_work;
    s->threads = plan->threads;
    if (worth < (double)plan->threads && !plan->all_threads) {
        s->threads = worth < 1.0 ? 1 : (int)worth;
    }
    size_t threads = (size_t)s->threads;
    size_t rounds = (s->lines + threads - 1) / threads;
    s->inside = can_inside && 1.1 * (double)s->lines < (double)(rounds * threads);
    if (!s->inside && s->lines < threads) {
        s->threads = (int)s->lines;
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
    share_out(plan, s, false);
    s->thread_bytes = s->vector.room * lanes * 2 * fftc_precision_bytes(plan->transform.precision);
    return FFTC_SUCCESS;
}

static fftc_status prepare_step(fftc_plan *plan, fftc_step *s, double scale, fftc_error *error)
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
    share_out(plan, s, fftc_line_shares(&s->line));
    s->shared_offset = fftc_line_thread_bytes(&s->line) * (s->inside ? (size_t)s->threads : 1);
    s->copy_offset = round_up(s->shared_offset + fftc_line_shared_bytes(&s->line));
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
        fftc_status status = prepare_step(plan, s, first ? plan->scale : 1.0, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        size_t workers = s->inside ? 1 : (size_t)s->threads;
        s->thread_bytes = round_up(s->thread_bytes);
        if (s->thread_bytes * workers > plan->slot_bytes) {
            plan->slot_bytes = s->thread_bytes * workers;
        }
    }
    return FFTC_SUCCESS;
}
