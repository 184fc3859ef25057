/* SPDX-License-Identifier: MIT */
#include <sched.h>
#include <string.h>

#include "common/error.h"
#include "cpu/plan/plan.h"

typedef struct run {
    const fftc_plan *plan;
    const fftc_step *step;
    const char *src;
    char *dst;
    char *work;
    size_t item;
    int inverse;
    fftc_team team; /* inside a line */
} run;

/* Offsets of a line, in complex numbers; index counts the loops' product. */
static void locate(const fftc_step *s, size_t index, size_t *src, size_t *dst)
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

/* Lines of which one call does many: as long as the fastest loop goes on. */
static void run_whole_rows(const run *r, size_t begin, size_t end)
{
    const fftc_step *s = r->step;
    size_t length = s->loops > 0 ? s->loop[s->loops - 1].length : 1;
    size_t src_step = s->loops > 0 ? s->loop[s->loops - 1].src : 0;
    size_t dst_step = s->loops > 0 ? s->loop[s->loops - 1].dst : 0;
    while (begin < end) {
        size_t count = length - begin % length;
        size_t src;
        size_t dst;
        count = count < end - begin ? count : end - begin;
        locate(s, begin, &src, &dst);
        fftc_line_execute_whole(&s->line, count, src_step, dst_step, r->src + src * r->item,
                                r->dst + dst * r->item, r->inverse);
        begin += count;
    }
}

static void run_rows(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const fftc_step *s = r->step;
    char *work = r->work + (size_t)thread * s->thread_bytes;
    if (s->line.whole != NULL) {
        run_whole_rows(r, begin, end);
        return;
    }
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
    const fftc_step *s = r->step;
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
    const fftc_step *s = r->step;
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

static void run_step(const fftc_plan *plan, const fftc_step *s, const void *src, void *dst,
                     char *work)
{
    void (*const body[])(void *, int, size_t, size_t) = {run_rows, run_columns, run_gather};
    run r = {plan,
             s,
             src,
             dst,
             work,
             2 * fftc_precision_bytes(plan->transform.precision),
             plan->transform.direction == FFTC_INVERSE,
             {s->inside ? plan->threads : 1, plan->pool.run != NULL ? &plan->pool : NULL}};
    fftc_team team = {s->inside ? 1 : plan->threads, r.team.pool};
    fftc_parallel(&team, s->lines, body[s->kind], &r);
}

/* Working memory of its own for this execution; waits if FFTC_PLAN_SLOTS of them are under way. */
static int take_slot(fftc_plan *plan)
{
    for (;;) {
        for (int i = 0; i < FFTC_PLAN_SLOTS; ++i) {
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
        plan->direct(&plan->direct_rows, src, dst);
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
