/* SPDX-License-Identifier: MIT
 *
 * Plans that are a single line, or lines or planes that one call does, carried out without loops,
 * threads and slots: those would take longer than a short line does.
 */
#include "cpu/plan/plan.h"

#include <string.h>

/* The function and matrix of a short line of real numbers, if it goes from one of the user's arrays
 * to the other without staging. */
static fftc_real_rows short_line_of(const fftc_plan_step *s)
{
    fftc_real_rows rows = {.lines = 1};
    bool whole = !s->src.staged && !s->dst.staged && s->src.offset == 0 && s->dst.offset == 0;
    if (s->kind == FFTC_STEP_REAL && whole) {
        rows.matrix = s->real.product;
        rows.by_codelets = s->real.by_codelets;
        rows.scale = s->real.scale;
    }
    return rows;
}

void fftc_single_choose(fftc_plan *plan, const fftc_plan_step *only)
{
    bool lines = only->kind == FFTC_STEP_LINES && !only->src.staged && !only->dst.staged;
    bool planes = only->kind == FFTC_STEP_PLANES && !only->src.staged && !only->dst.staged;
    if (planes && only->line.run_rows != NULL && only->loops <= 1 && only->threads == 1) {
        plan->single = only;
        plan->run_rows = only->line.run_rows;
        plan->rows = only->line.rows[plan->transform.direction == FFTC_INVERSE];
    }
    if (only->kind == FFTC_STEP_COLUMNS || only->kind == FFTC_STEP_PLANES || only->loops > 0) {
        return;
    }
    if (lines && only->line.run_rows != NULL && only->threads == 1 &&
        only->prefetch_src.lines == 0 && !only->prefetching.nontemporal) {
        plan->single = only;
        plan->run_rows = only->line.run_rows;
        plan->rows = only->line.rows[plan->transform.direction == FFTC_INVERSE];
        plan->rows.count = only->across.length;
        plan->rows.src_step = only->across.src;
        plan->rows.dst_step = only->across.dst;
        const size_t distance = only->prefetching.lines * fftc_storage_item(only->src.storage);
        plan->rows.prefetches = only->prefetching.lines != 0;
        plan->rows.near = only->prefetching.near;
        plan->rows.src_prefetch = (ptrdiff_t)(distance * only->across.src);
        plan->rows.dst_prefetch = (ptrdiff_t)(distance * only->across.dst);
    } else if (only->tasks * only->group == 1 && only->work_bytes <= FFTC_STACK_BYTES &&
               !only->streamed && fftc_storage_unstaged(only->src.storage) &&
               fftc_storage_unstaged(only->dst.storage) && only->axis.src == 1 &&
               only->axis.dst == 1) {
        plan->single = only;
        plan->short_rows = short_line_of(only);
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
