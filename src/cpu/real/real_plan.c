/* SPDX-License-Identifier: MIT */
#include "cpu/real/real_plan.h"
#include "cpu/allocate.h"

#include "cpu/plan/plan.h"
#include "cpu/real/real_steps.h"
#include "support/error.h"

fftc_status fftc_real_plan_create(const fftc_real_setting *setting, fftc_real_plan **plan,
                                  fftc_error *error)
{
    *plan = fftc_arena_allocate(setting->arena, 1, sizeof **plan);
    if (*plan == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the plan");
    }
    return fftc_real_steps_make(setting, *plan, error);
}

void fftc_real_plan_close(fftc_real_plan *plan)
{
    for (int i = 0; plan != NULL && i < plan->steps; ++i) {
        fftc_plan_destroy(plan->step[i].plan);
    }
}

size_t fftc_real_plan_work_bytes(const fftc_real_plan *plan)
{
    return fftc_bytes_times(plan->item_bytes, (size_t)(plan->over_batch ? plan->threads : 1));
}

/* Whether one call does all lines of a step. */
static bool is_one_call(const fftc_real_step *s)
{
    return s->kind == FFTC_REAL_STEP_LINES && s->loops <= 1 && s->threads == 1 && !s->src.staged &&
           !s->dst.staged && s->src.offset == 0 && s->dst.offset == 0;
}

/* Whether a step does the columns of an array that an earlier step has written. */
static bool is_columns(const fftc_real_step *s)
{
    return is_one_call(s) && s->in_columns && s->line.product != NULL && s->loops == 1 &&
           s->src.array == FFTC_REAL_DST && s->src.stride == s->dst.stride;
}

fftc_real_rows fftc_real_plan_rows(const fftc_real_plan *plan)
{
    const fftc_real_step *s = &plan->step[0];
    fftc_real_rows rows = {.lines = 1};
    const bool planes = plan->steps == 2 && is_columns(&plan->step[1]);
    if (plan->batch.length != 1 || (plan->steps != 1 && !planes) || !is_one_call(s) ||
        (s->in_columns && s->line.by_codelets == NULL)) {
        return rows;
    }
    if (s->lanes != NULL && !s->turned && s->lanes->bytes <= FFTC_STACK_BYTES) {
        rows.lanes = s->lanes;
    }
    rows.matrix = s->line.product;
    rows.by_codelets = s->line.by_codelets;
    rows.scale = s->line.scale;
    if (s->loops == 1) {
        rows.src_step = s->loop[0].src;
        rows.dst_step = s->loop[0].dst;
        rows.lines = s->loop[0].length;
    }
    if (s->in_columns || s->lanes != NULL) {
        rows.src_step = s->src.stride;
        rows.dst_step = s->dst.stride;
    }
    if (planes) {
        rows.columns = plan->step[1].line.product;
        rows.column_step = plan->step[1].src.stride;
        rows.column_count = plan->step[1].loop[0].length;
    }
    return rows;
}

static __attribute__((noinline)) void run_lanes(const fftc_real_rows *rows, const void *src,
                                                void *dst)
{
    char work[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    fftc_real_lanes_execute_all(rows->lanes, work, rows->lines, src, rows->src_step, dst,
                                rows->dst_step);
}

void fftc_real_rows_execute(const fftc_real_rows *rows, const void *src, void *dst)
{
    if (rows->lanes != NULL) {
        run_lanes(rows, src, dst);
    } else if (rows->by_codelets != NULL) {
        rows->by_codelets(src, rows->src_step, dst, rows->dst_step, rows->lines, rows->scale);
    } else if (rows->lines == 1) {
        rows->matrix->engine->multiply_row(rows->matrix, src, dst);
    } else {
        rows->matrix->engine->multiply_rows(rows->matrix, src, rows->src_step, dst, rows->dst_step,
                                            rows->lines);
    }
    if (rows->columns != NULL) {
        rows->columns->engine->multiply_columns(rows->columns, dst, rows->column_step, dst,
                                                rows->column_step, rows->column_count);
    }
}

typedef struct execution {
    const fftc_real_plan *plan;
    char *src;
    char *dst;
    char *work;
} execution;

static void execute_transforms(void *context, int thread, size_t begin, size_t end)
{
    const execution *e = context;
    const fftc_real_plan *plan = e->plan;
    size_t scalar = fftc_precision_bytes(plan->precision);
    char *plane = e->work + (size_t)thread * plan->item_bytes;
    for (size_t i = begin; i < end; ++i) {
        char *const arrays[FFTC_REAL_ARRAYS] = {
            [FFTC_REAL_SRC] = e->src + i * plan->batch.src * scalar,
            [FFTC_REAL_DST] = e->dst + i * plan->batch.dst * scalar,
            [FFTC_REAL_PLANE] = plane};
        for (int k = 0; k < plan->steps; ++k) {
            fftc_real_step_execute(plan, &plan->step[k], arrays, plane + plan->plane_bytes);
        }
    }
}

void fftc_real_plan_execute(const fftc_real_plan *plan, const void *src, void *dst, void *work)
{
    fftc_team team = {plan->over_batch ? plan->threads : 1, plan->crew, false};
    execution e = {plan, (char *)(uintptr_t)src, dst, work};
    fftc_parallel(&team, plan->batch.length, execute_transforms, &e);
}
