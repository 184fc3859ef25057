/* SPDX-License-Identifier: MIT
 *
 * Carrying a plan out: signals and blocks, threads, working memory, the entry points.
 */
#include <string.h>

#include "cpu/convolution/run.h"
#include "cpu/minimum.h"
#include "support/check.h"

/* --- signals ---------------------------------------------------------------------------------- */

/* Whether what exists of a side of a single axis is complex numbers in working precision that
 * follow each other. */
static bool takes_line(const fftc_convolution *plan, const fftc_convolution_side *side,
                       size_t *count)
{
    size_t numbers = fftc_numbers_of_complex(plan);
    *count = side->map[0].count / numbers;
    return side->contiguous && side->map[0].count % numbers == 0;
}

/* Convolves along one axis that fits a cache: there is no level, and no middle. */
static void around_line(const fftc_run *r)
{
    const fftc_convolution *plan = r->plan;
    size_t number = fftc_number_bytes(plan);
    size_t n = plan->row.n;
    char *line = r->work + plan->line_offset;
    fftc_two_rows rows = {line, line, 0, 0, 0};
    size_t count;
    if (takes_line(plan, r->from, &count)) {
        fftc_row_load(&plan->row, &r->team, r->src.re + r->from->base * number, count, r->work);
    } else {
        fftc_edge_gather(plan, r->from, r->src, NULL, 0, n * fftc_numbers_of_complex(plan), line);
        fftc_row_load(&plan->row, &r->team, line, n, r->work);
    }
    if (r->out != NULL) {
        fftc_run_spectrum(r, &rows, r->work, r->work);
        return;
    }
    fftc_run_product(r, &rows, r->work, r->work);
    if (plan->cleared) {
        fftc_edge_clear(plan, r->dst);
    }
    if (takes_line(plan, r->to, &count)) {
        fftc_row_store(&plan->row, &r->team, r->work, r->dst.re + r->to->base * number, count);
    } else {
        fftc_row_store(&plan->row, &r->team, r->work, line, n);
        fftc_edge_scatter(plan, r->to, r->dst, NULL, 0, n * fftc_numbers_of_complex(plan), line);
    }
}

/* The side of a block that begins `first` numbers after the side's beginning, and has `count`
 * numbers. */
static fftc_convolution_side part_of(const fftc_convolution_side *side, size_t first, size_t count)
{
    fftc_convolution_side part = *side;
    fftc_map *map = &part.map[0];
    map->at = (map->at + first) % map->modulus;
    map->count = count;
    part.contiguous = side->packed && fftc_map_straight(map);
    part.base = map->at * side->stride[0];
    return part;
}

static void around_block(const fftc_run *all, size_t block)
{
    const fftc_convolution *plan = all->plan;
    const fftc_axis_wish *wish = &plan->request.wish[0];
    size_t first = block * plan->block;
    size_t left = wish->dst_end - wish->dst_begin - first;
    size_t count = left < plan->block ? left : plan->block;
    fftc_convolution_side from = part_of(&plan->src, first, count + wish->taps - 1);
    fftc_convolution_side to = part_of(&plan->dst, first, count);
    fftc_run r = *all;
    r.from = &from;
    r.to = &to;
    around_line(&r);
}

static void around(fftc_run *r)
{
    const fftc_convolution *plan = r->plan;
    if (plan->by_plans.forward != NULL) {
        (r->out != NULL ? fftc_by_plans_prepare : fftc_by_plans_execute)(r);
        return;
    }
    if (plan->levels == 0) {
        around_line(r);
        return;
    }
    const fftc_level *level = &plan->level[0];
    fftc_parallel(&r->team,
                  fftc_run_groups(level, r->from->columns) * fftc_run_rows_behind(plan, r->from, 0),
                  fftc_run_columns_in, r);
    fftc_parallel(&r->team, r->together * fftc_run_slabs_count(plan), fftc_run_slabs, r);
    if (r->out != NULL) {
        return;
    }
    for (size_t k = 0; k < r->together && plan->cleared; ++k) {
        fftc_edge_clear(plan, fftc_user_at(plan, r->dst, k * plan->dst.distance));
    }
    fftc_parallel(&r->team,
                  fftc_run_groups(level, plan->dst.columns) *
                      fftc_run_rows_behind(plan, &plan->dst, 0),
                  fftc_run_columns_out, r);
}

/* Does signals of a batch, or their blocks, for one of the threads that share them. */
static void batch(void *context, int thread, size_t begin, size_t end)
{
    const fftc_run *all = context;
    const fftc_convolution *plan = all->plan;
    fftc_run r = *all;
    if (!plan->inside && !plan->nothing) {
        r.work = all->work + (size_t)thread * fftc_convolution_work_bytes(plan);
        r.middle = r.work + plan->thread_bytes;
    }
    for (size_t i = begin; i < end; ++i) {
        size_t signal = plan->blocks > 1 ? i / plan->blocks : i * plan->together;
        r.together = fftc_minimum(plan->together, plan->request.batch - signal);
        r.src = fftc_user_at(plan, all->src, signal * plan->src.distance);
        r.dst = fftc_user_at(plan, all->dst, signal * plan->dst.distance);
        if (plan->nothing) {
            fftc_edge_clear(plan, r.dst);
        } else if (plan->blocks > 1) {
            around_block(&r, i % plan->blocks);
        } else {
            around(&r);
        }
    }
}

/* --- working memory --------------------------------------------------------------------------- */

/* Runs an execution or a preparation whose r->work is set. */
static void run(const fftc_convolution *plan, fftc_run *r, bool kernel)
{
    r->plan = plan;
    if (plan->direct.lines != 0) {
        if (kernel) {
            fftc_direct_prepare(plan, r);
        } else {
            fftc_direct_execute(plan, r);
        }
        return;
    }
    r->team = (fftc_team){plan->inside ? plan->threads : 1, &plan->crew, false};
    if (plan->inside || plan->single || kernel) {
        /* A kernel is one signal. If threads share a batch, it uses the first one's memory. */
        size_t threads = plan->inside && plan->levels > 0 ? (size_t)plan->threads : 1;
        r->middle = r->work + threads * plan->thread_bytes;
    }
    if (kernel || plan->single) {
        around(r);
    } else {
        fftc_team team = {plan->inside ? 1 : plan->threads, &plan->crew, false};
        fftc_parallel(&team, fftc_convolution_turns(plan), batch, r);
    }
}

static __attribute__((noinline)) void run_on_stack(const fftc_convolution *plan, fftc_run *r,
                                                   bool kernel)
{
    char work[FFTC_CONVOLUTION_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    r->work = work;
    run(plan, r, kernel);
}

static void carry_out(const fftc_convolution *plan, fftc_run *r, bool kernel)
{
    fftc_slots *slots = &((fftc_convolution *)(uintptr_t)plan)->slots;
    if (plan->nothing) {
        run(plan, r, kernel);
    } else if (slots->count == 0) {
        run_on_stack(plan, r, kernel);
    } else {
        int slot = fftc_slots_take(slots);
        r->work = slots->memory + (size_t)slot * slots->bytes;
        run(plan, r, kernel);
        fftc_slots_give(slots, slot);
    }
}

/* Checks that the caller passes as many arrays as the plan has; before anything is said of one that
 * is NULL, since real numbers have no imaginary parts. `null` is the name of an array that is. */
static fftc_status check_plan(const fftc_convolution *plan, bool split, const char *null,
                              const char *instead, fftc_error *error)
{
    if (plan == NULL) {
        return fftc_fail_null(error, "plan");
    }
    if (plan->request.storage.split == split) {
        return null == NULL ? FFTC_SUCCESS : fftc_fail_null(error, null);
    }
    const char *numbers = !split               ? "split"
                          : plan->request.real ? "real, in one array"
                                               : "interleaved";
    return fftc_fail(error, FFTC_INVALID_ARGUMENT, "the plan's numbers are %s: call %s", numbers,
                     instead);
}

static fftc_status prepare(const fftc_convolution *plan, fftc_user kernel, void *spectrum,
                           fftc_error *error)
{
    fftc_spectrum_head head = {.signature = plan->signature};
    fftc_status status = fftc_convolution_check_kernel(plan, kernel, spectrum, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (!plan->nothing) {
        fftc_run r = {.from = &plan->kernel,
                      .src = kernel,
                      .together = 1,
                      .out = (char *)spectrum + sizeof head};
        carry_out(plan, &r, true);
    }
    memcpy(spectrum, &head, sizeof head);
    return fftc_succeed(error);
}

fftc_status fftc_convolution_prepare(const fftc_convolution *plan, const void *kernel,
                                     void *spectrum, fftc_error *error)
{
    const char *null = kernel == NULL ? "kernel" : spectrum == NULL ? "spectrum" : NULL;
    fftc_status status = check_plan(plan, false, null, "fftc_convolution_prepare_split", error);
    fftc_user user = {(char *)(uintptr_t)kernel, NULL};
    return status == FFTC_SUCCESS ? prepare(plan, user, spectrum, error) : status;
}

fftc_status fftc_convolution_prepare_split(const fftc_convolution *plan, const void *kernel_re,
                                           const void *kernel_im, void *spectrum, fftc_error *error)
{
    const char *null = kernel_re == NULL   ? "kernel_re"
                       : kernel_im == NULL ? "kernel_im"
                       : spectrum == NULL  ? "spectrum"
                                           : NULL;
    fftc_status status = check_plan(plan, true, null, "fftc_convolution_prepare", error);
    fftc_user user = {(char *)(uintptr_t)kernel_re, (char *)(uintptr_t)kernel_im};
    return status == FFTC_SUCCESS ? prepare(plan, user, spectrum, error) : status;
}

static fftc_status execute(const fftc_convolution *plan, fftc_user src, const void *spectrum,
                           fftc_user dst, fftc_error *error)
{
    fftc_status status = fftc_convolution_check_signal(plan, src, spectrum, dst, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = fftc_convolution_check_spectrum(plan, spectrum, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    /* All members are given: gcc would set the others to 0 by an instruction that takes 6 ns. */
    fftc_run r = {.plan = plan,
                  .from = &plan->src,
                  .to = &plan->dst,
                  .src = src,
                  .spectrum = (const char *)spectrum + sizeof(fftc_spectrum_head),
                  .dst = dst,
                  .out = NULL,
                  .together = 1,
                  .middle = NULL,
                  .work = NULL,
                  .team = {1, NULL, false}};
    carry_out(plan, &r, false);
    return fftc_succeed(error);
}

fftc_status fftc_convolution_execute(const fftc_convolution *plan, const void *src,
                                     const void *spectrum, void *dst, fftc_error *error)
{
    const char *null = src == NULL        ? "src"
                       : spectrum == NULL ? "spectrum"
                       : dst == NULL      ? "dst"
                                          : NULL;
    fftc_status status = check_plan(plan, false, null, "fftc_convolution_execute_split", error);
    fftc_user from = {(char *)(uintptr_t)src, NULL};
    return status == FFTC_SUCCESS ? execute(plan, from, spectrum, (fftc_user){dst, NULL}, error)
                                  : status;
}

fftc_status fftc_convolution_execute_split(const fftc_convolution *plan, const void *src_re,
                                           const void *src_im, const void *spectrum, void *dst_re,
                                           void *dst_im, fftc_error *error)
{
    const char *null = src_re == NULL     ? "src_re"
                       : src_im == NULL   ? "src_im"
                       : spectrum == NULL ? "spectrum"
                       : dst_re == NULL   ? "dst_re"
                       : dst_im == NULL   ? "dst_im"
                                          : NULL;
    fftc_status status = check_plan(plan, true, null, "fftc_convolution_execute", error);
    fftc_user from = {(char *)(uintptr_t)src_re, (char *)(uintptr_t)src_im};
    return status == FFTC_SUCCESS
               ? execute(plan, from, spectrum, (fftc_user){dst_re, dst_im}, error)
               : status;
}
