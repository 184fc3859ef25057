/* SPDX-License-Identifier: MIT
 *
 * Plans that are a single line, or whose steps are calls (calls.c), carried out without threads and
 * slots: those would take longer than a short line does.
 */
#include "cpu/plan/plan.h"

#include <string.h>

/* Short lines of real numbers. */
static void run_codelet(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const fftc_real_line *line = rows->context;
    line->by_codelets(src, 0, dst, 0, 1, line->scale);
}

static void run_product(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const fftc_real_matrix *product = rows->context;
    product->engine->multiply_row(product, src, dst);
}

/* Sets the call of a short line of real numbers, if it goes from one of the user's arrays to the
 * other without staging. */
static void choose_short_line(fftc_plan *plan, const fftc_plan_step *s)
{
    if (s->kind != FFTC_STEP_REAL || s->src.staged || s->dst.staged || s->src.offset != 0 ||
        s->dst.offset != 0) {
        return;
    }
    if (s->real.by_codelets != NULL) {
        plan->run_rows = run_codelet;
        plan->rows.context = &s->real;
    } else if (s->real.product != NULL) {
        plan->run_rows = run_product;
        plan->rows.context = s->real.product;
    }
}

/* All steps of a plan, which is the context. */
static void run_calls(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const fftc_plan *plan = rows->context;
    const int shared = plan->slab_threads > 0 ? plan->slab_steps : 0;
    for (size_t slab = 0; shared > 0 && slab < plan->slabs; ++slab) {
        for (int i = 0; i < shared; ++i) {
            const fftc_plan_step *s = &plan->step[i];
            fftc_step_call_slab(s, slab, s->src.array == FFTC_ARRAY_SRC ? src : dst, dst);
        }
    }
    for (int i = shared; i < plan->steps; ++i) {
        const fftc_plan_step *s = &plan->step[i];
        fftc_step_call_slab(s, 0, s->src.array == FFTC_ARRAY_SRC ? src : dst, dst);
    }
}

static bool are_calls(const fftc_plan *plan)
{
    for (int i = 0; i < plan->steps; ++i) {
        const fftc_plan_step *s = &plan->step[i];
        if (s->call == NULL || s->src.array == FFTC_ARRAY_MIDDLE ||
            s->dst.array == FFTC_ARRAY_MIDDLE) {
            return false;
        }
    }
    return plan->repeat.length == 1 && plan->slab_threads <= 1;
}

static bool is_short_line(const fftc_plan_step *s)
{
    return (s->kind == FFTC_STEP_LINES || s->kind == FFTC_STEP_REAL) && s->loops == 0 &&
           s->tasks * s->group == 1 && s->work_bytes <= FFTC_STACK_BYTES && !s->streamed &&
           fftc_storage_unstaged(s->src.storage) && fftc_storage_unstaged(s->dst.storage) &&
           s->axis.src == 1 && s->axis.dst == 1;
}

void fftc_single_choose(fftc_plan *plan)
{
    const fftc_plan_step *first = &plan->step[0];
    if (are_calls(plan)) {
        const bool one = plan->steps == 1 && first->src.offset == 0 && first->dst.offset == 0;
        plan->run_rows = one ? first->call : run_calls;
        plan->rows = one ? first->rows : (fftc_engine_rows){.context = plan};
    } else if (plan->steps == 1 && is_short_line(first)) {
        plan->single = first;
        choose_short_line(plan, first);
    }
}

/* Fills the stage with the part of the line that exists, and with zeros. */
static const char *fill_stage(const fftc_plan_side *side, const char *from, size_t item,
                              char *stage)
{
    memset(stage, 0, side->begin * item);
    memcpy(stage + side->begin * item, from, (side->end - side->begin) * item);
    memset(stage + side->end * item, 0, (side->length - side->end) * item);
    return stage;
}

static void run_line(const fftc_plan *plan, char *work, const void *src, void *dst)
{
    const fftc_plan_step *s = plan->single;
    const fftc_team alone = {.threads = 1};
    const size_t src_item = fftc_storage_item(s->src.storage);
    const size_t dst_item = fftc_storage_item(s->dst.storage);
    char *stage = work + s->stage_offset;
    const char *from = (const char *)src + s->src.offset * src_item;
    char *to = (char *)dst + s->dst.offset * dst_item;
    char *result = s->dst.staged ? stage : to;
    if (s->src.staged) {
        from = fill_stage(&s->src, from, src_item, s->through_dst ? result : stage);
    }
    if (s->kind == FFTC_STEP_REAL) {
        fftc_real_line_execute_one(&s->real, &alone, work, from, result);
    } else {
        fftc_line_execute(&s->line, &alone, work, work + s->shared_offset, from, result,
                          plan->transform.direction == FFTC_INVERSE);
    }
    if (s->dst.staged) {
        memcpy(to, stage + s->dst.begin * dst_item, (s->dst.end - s->dst.begin) * dst_item);
    }
}

static __attribute__((noinline)) void run_line_on_stack(const fftc_plan *plan, const void *src,
                                                        void *dst)
{
    char work[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    run_line(plan, work, src, dst);
}

void fftc_single_run(const fftc_plan *plan, const void *src, void *dst)
{
    if (plan->run_rows != NULL) {
        plan->run_rows(&plan->rows, src, dst);
    } else if (plan->single->work_bytes > 0) {
        run_line_on_stack(plan, src, dst);
    } else {
        char none[1];
        run_line(plan, none, src, dst);
    }
}
