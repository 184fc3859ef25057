/* SPDX-License-Identifier: MIT
 *
 * Steps of real numbers that are a few calls on the caller's thread: without tasks, stages and
 * working memory but the stack, which take longer than short lines do. (cpu/plan/calls.c has those
 * of complex numbers.)
 */
#include "cpu/plan/plan.h"
#include "cpu/real/real_steps.h"

/* --- what a call does ------------------------------------------------------------------------- */

static void run_codelet_columns(const fftc_real_step *s, const char *src, char *dst)
{
    s->line.columns_by_codelets(&s->call.columns, src, dst);
}

static void run_codelet_lines(const fftc_real_step *s, const char *src, char *dst)
{
    const fftc_real_call *c = &s->call;
    s->line.by_codelets(src, c->src_step, dst, c->dst_step, c->lines, s->line.scale);
}

static void run_product_columns(const fftc_real_step *s, const char *src, char *dst)
{
    const fftc_real_matrix *product = s->line.product;
    product->engine->multiply_columns(product, src, s->src.stride, dst, s->dst.stride,
                                      s->call.lines);
}

static void run_product(const fftc_real_step *s, const char *src, char *dst)
{
    const fftc_real_matrix *product = s->line.product;
    product->engine->multiply_row(product, src, dst);
}

static void run_products(const fftc_real_step *s, const char *src, char *dst)
{
    const fftc_real_matrix *product = s->line.product;
    const fftc_real_call *c = &s->call;
    product->engine->multiply_rows(product, src, c->src_step, dst, c->dst_step, c->lines);
}

static void run_lanes(const fftc_real_step *s, const char *src, char *dst)
{
    char work[FFTC_STACK_BYTES] __attribute__((aligned(FFTC_CACHE_LINE)));
    fftc_real_lanes_execute_all(s->lanes, work, s->call.lines, src, s->src.stride, dst,
                                s->dst.stride);
}

static void run_plan(const fftc_real_step *s, const char *src, char *dst)
{
    fftc_plan_run(s->plan, src, dst, NULL);
}

static void run_loops(const fftc_real_step *s, const fftc_axis *loop, int loops, const char *src,
                      char *dst)
{
    if (loops == 0) {
        s->call.body(s, src, dst);
        return;
    }
    for (size_t i = 0; i < loop->length; ++i, src += loop->src, dst += loop->dst) {
        run_loops(s, loop + 1, loops - 1, src, dst);
    }
}

void fftc_real_call_run(const fftc_real_step *s, const char *src, char *dst)
{
    run_loops(s, s->call.loop, s->call.loops, src, dst);
}

/* --- planning --------------------------------------------------------------------------------- */

static fftc_real_body *body_of(const fftc_real_step *s)
{
    if (s->kind == FFTC_REAL_STEP_PLAN) {
        return fftc_plan_is_on_stack(s->plan) ? run_plan : NULL;
    }
    if (s->kind != FFTC_REAL_STEP_LINES || s->threads > 1 || s->src.staged || s->dst.staged ||
        s->streamed || s->plane_dc || s->prefetch_src.lines > 0 || s->prefetch_dst.lines > 0) {
        return NULL;
    }
    if (s->lanes != NULL) {
        return !s->turned && s->lanes->bytes <= FFTC_STACK_BYTES ? run_lanes : NULL;
    }
    if (s->line.columns_by_codelets != NULL) {
        return run_codelet_columns;
    }
    if (s->line.by_codelets != NULL) {
        return run_codelet_lines;
    }
    if (s->line.product != NULL) {
        return s->in_columns ? run_product_columns : s->loops == 0 ? run_product : run_products;
    }
    return NULL;
}

void fftc_real_call_choose(const fftc_real_plan *plan, fftc_real_step *s)
{
    fftc_real_call *c = &s->call;
    const size_t scalar = fftc_precision_bytes(plan->precision);
    c->body = body_of(s);
    if (c->body == NULL || s->kind == FFTC_REAL_STEP_PLAN) {
        return;
    }
    int inner = s->loops; /* loops from here on are the call's own */
    c->lines = 1;
    if (inner > 0) {
        const fftc_real_loop *lines = &s->loop[--inner];
        c->lines = lines->length;
        c->src_step = lines->src;
        c->dst_step = lines->dst;
    }
    if (c->body == run_codelet_columns) {
        c->columns = (fftc_codelet_columns){.lines = c->lines,
                                            .src_stride = s->src.stride,
                                            .dst_stride = s->dst.stride,
                                            .groups = 1,
                                            .scale = s->line.scale};
        if (inner > 0) {
            const fftc_real_loop *groups = &s->loop[--inner];
            c->columns.groups = groups->length;
            c->columns.src_step = groups->src;
            c->columns.dst_step = groups->dst;
        }
    }
    for (int i = 0; i < inner; ++i) {
        c->loop[c->loops++] =
            (fftc_axis){s->loop[i].length, s->loop[i].src * scalar, s->loop[i].dst * scalar};
    }
}
