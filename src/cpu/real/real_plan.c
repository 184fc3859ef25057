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

typedef struct execution {
    const fftc_real_plan *plan;
    char *src;
    char *dst;
    char *work;
} execution;

/* Steps that are calls have no working memory. */
static char *work_at(char *work, size_t offset)
{
    return work != NULL ? work + offset : NULL;
}

static void execute_transforms(void *context, int thread, size_t begin, size_t end)
{
    const execution *e = context;
    const fftc_real_plan *plan = e->plan;
    size_t scalar = fftc_precision_bytes(plan->precision);
    char *plane = work_at(e->work, (size_t)thread * plan->item_bytes);
    for (size_t i = begin; i < end; ++i) {
        char *const arrays[FFTC_REAL_ARRAYS] = {
            [FFTC_REAL_SRC] = e->src + i * plan->batch.src * scalar,
            [FFTC_REAL_DST] = e->dst + i * plan->batch.dst * scalar,
            [FFTC_REAL_PLANE] = plane};
        for (int k = 0; k < plan->steps; ++k) {
            fftc_real_step_execute(plan, &plan->step[k], arrays, work_at(plane, plan->plane_bytes));
        }
    }
}

/* The only step, which is one call without loops around; and all steps, which are calls. */
static void run_one_call(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const fftc_real_step *s = rows->context;
    s->call.body(s, src, dst);
}

static void run_codelet_columns(const fftc_engine_rows *rows, const void *src, void *dst)
{
    const fftc_real_step *s = rows->context;
    s->line.columns_by_codelets(&s->call.columns, src, dst);
}

static void run_calls(const fftc_engine_rows *rows, const void *src, void *dst)
{
    char plane[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    execution e = {rows->context, (char *)(uintptr_t)src, dst, plane};
    execute_transforms(&e, 0, 0, e.plan->batch.length);
}

static void run_calls_without_plane(const fftc_engine_rows *rows, const void *src, void *dst)
{
    execution e = {rows->context, (char *)(uintptr_t)src, dst, NULL};
    execute_transforms(&e, 0, 0, e.plan->batch.length);
}

fftc_engine_rows_run fftc_real_plan_calls(const fftc_real_plan *plan, fftc_engine_rows *rows)
{
    const fftc_real_step *s = &plan->step[0];
    for (int i = 0; i < plan->steps; ++i) {
        if (plan->step[i].call.body == NULL) {
            return NULL;
        }
    }
    if (plan->over_batch || plan->plane_bytes > FFTC_STACK_BYTES) {
        return NULL;
    }
    *rows = (fftc_engine_rows){.context = plan};
    if (plan->steps == 1 && plan->batch.length == 1 && s->call.loops == 0 && s->src.offset == 0 &&
        s->dst.offset == 0) {
        rows->context = s;
        return s->line.columns_by_codelets != NULL ? run_codelet_columns : run_one_call;
    }
    return plan->plane_bytes > 0 ? run_calls : run_calls_without_plane;
}

void fftc_real_plan_execute(const fftc_real_plan *plan, const void *src, void *dst, void *work)
{
    fftc_team team = {plan->over_batch ? plan->threads : 1, plan->crew, false};
    execution e = {plan, (char *)(uintptr_t)src, dst, work};
    fftc_parallel(&team, plan->batch.length, execute_transforms, &e);
}
