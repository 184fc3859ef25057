/* SPDX-License-Identifier: MIT
 *
 * Carries out a step of a transform of real numbers, in tasks of some lines that threads share.
 */
#include <string.h>

#include "cpu/engine/tables/circle.h"
#include "cpu/plan/plan.h"
#include "cpu/real/real_steps.h"

/* A step of one transform. */
typedef struct run {
    const fftc_real_plan *plan;
    const fftc_real_step *step;
    size_t scalar;
    char *src; /* never written where it is the caller's */
    char *dst;
    const char *plane;
    char *work;
    fftc_team team; /* the threads that share a line */
} run;

/* Where the lines of a task are, in scalars, and how many it has. */
typedef struct place {
    size_t src;
    size_t dst;
    size_t plane;
    size_t lines;
} place;

static place locate(const fftc_real_step *s, size_t task)
{
    place p = {0, 0, 0, 1};
    if (s->loops == 0) {
        return p;
    }
    const fftc_real_loop *last = &s->loop[s->loops - 1];
    size_t groups = (last->length + s->group - 1) / s->group;
    size_t first = task % groups * s->group;
    p.lines = last->length - first < s->group ? last->length - first : s->group;
    task /= groups;
    p.src = first * last->src;
    p.dst = first * last->dst;
    p.plane = first * last->plane;
    for (int i = s->loops - 2; i >= 0; --i) {
        size_t at = task % s->loop[i].length;
        task /= s->loop[i].length;
        p.src += at * s->loop[i].src;
        p.dst += at * s->loop[i].dst;
        p.plane += at * s->loop[i].plane;
    }
    return p;
}

/* --- lines between the user's memory and contiguous ones -------------------------------------- */

/* Copies scalar by scalar, for all lines at a time: if lines lie side by side, each cache line is
 * read once. `bytes` of a scalar is a constant where this is inlined. */
static inline void copy_scalars(const run *r, const fftc_real_side *side, place p, size_t across,
                                char *strided, char *stage, bool in, const size_t bytes)
{
    for (size_t i = 0; i < side->count; ++i) {
        for (size_t line = 0; line < p.lines; ++line) {
            char *s = strided + (i * side->stride + line * across) * bytes;
            char *d = stage + (line * r->step->stage_pitch + i * side->item) * bytes;
            for (size_t k = 0; k < side->item; ++k) {
                if (in) {
                    memcpy(d + k * bytes, s + k * side->part * bytes, bytes);
                } else {
                    memcpy(s + k * side->part * bytes, d + k * bytes, bytes);
                }
            }
        }
    }
}

/* Copies the lines of a task, `across` scalars apart, to the stage, or from there. Whole items that
 * lie side by side are transposed. */
static void copy_lines(const run *r, const fftc_real_side *side, place p, size_t across,
                       char *strided, char *stage, bool in)
{
    const fftc_move *move = r->plan->move;
    size_t bytes = r->scalar * side->item;
    size_t stride = side->stride * r->scalar;
    size_t pitch = r->step->stage_pitch * r->scalar;
    fftc_move_transpose transpose = bytes == 4   ? move->transpose_4
                                    : bytes == 8 ? move->transpose_8
                                                 : move->transpose_16;
    if (across == side->item && (side->item == 1 || side->part == 1)) {
        if (in) {
            transpose(strided, stride, stage, pitch, side->count, p.lines);
        } else {
            transpose(stage, pitch, strided, stride, p.lines, side->count);
        }
    } else if (r->scalar == sizeof(float)) {
        copy_scalars(r, side, p, across, strided, stage, in, sizeof(float));
    } else {
        copy_scalars(r, side, p, across, strided, stage, in, sizeof(double));
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Transforms the lines of a task, which are contiguous on both sides by now, one or two at a
 * time. */
static void transform_lines(const run *r, char *work, place p, char *src, size_t src_step,
                            char *dst, size_t dst_step)
{
    const fftc_real_step *s = r->step;
    const fftc_real_matrix *product = s->line.product;
    if (s->kind == FFTC_REAL_STEP_COLUMNS) {
        for (size_t line = 0; line < p.lines; ++line) {
            char *at = src + line * src_step * r->scalar;
            fftc_line_execute(&s->columns, &r->team, work, work + s->rest, at, at,
                              r->plan->inverse);
        }
        return;
    }
    if (product != NULL && s->in_columns) {
        product->engine->multiply_columns(product, src, s->src.stride, dst, s->dst.stride, p.lines);
        return;
    }
    if (s->line.columns_by_codelets != NULL) {
        const fftc_codelet_columns columns = {.lines = p.lines,
                                              .src_stride = s->src.stride,
                                              .dst_stride = s->dst.stride,
                                              .groups = 1,
                                              .scale = s->line.scale};
        s->line.columns_by_codelets(&columns, src, dst);
        return;
    }
    if (product != NULL || s->line.by_codelets != NULL || s->line.h != 0) {
        fftc_real_line_execute_several(&s->line, &r->team, work, p.lines, src, src_step * r->scalar,
                                       dst, dst_step * r->scalar);
        return;
    }
    size_t rest = s->kind == FFTC_REAL_STEP_LINES && s->line.kind == FFTC_REAL_LINE_BACKWARD
                      ? s->rest * r->scalar
                      : 0;
    size_t plane_step = s->loops > 0 ? s->loop[s->loops - 1].plane : 0;
    for (size_t line = 0; line < p.lines;) {
        fftc_real_job job[2];
        size_t jobs = s->pairs && p.lines - line >= 2 ? 2 : 1;
        for (size_t k = 0; k < jobs; ++k, ++line) {
            char *from = src + line * src_step * r->scalar;
            job[k].src = from + rest;
            job[k].dc = s->plane_dc ? r->plane + (p.plane + line * plane_step) * r->scalar : from;
            job[k].dst = dst + line * dst_step * r->scalar;
        }
        fftc_real_line_execute(&s->line, &r->team, work, &job[0], jobs == 2 ? &job[1] : NULL);
    }
}

static void stream_out(const run *r, const char *stage, char *dst, size_t lines)
{
    const fftc_real_step *s = r->step;
    size_t bytes = s->dst.count * s->dst.item * r->scalar;
    size_t apart = s->loop[s->loops - 1].dst * r->scalar;
    fftc_move_stream(r->plan->move, stage, s->stage_pitch * r->scalar, dst, apart, bytes, lines);
}

static void run_lines(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const fftc_real_step *s = r->step;
    char *work = r->work + (size_t)thread * s->work_bytes;
    char *stage = work + s->stage_offset;
    size_t src_across = s->loops > 0 ? s->loop[s->loops - 1].src : 0;
    size_t dst_across = s->loops > 0 ? s->loop[s->loops - 1].dst : 0;
    for (size_t task = begin; task < end; ++task) {
        place p = locate(s, task);
        char *src = r->src + p.src * r->scalar;
        char *dst = r->dst + p.dst * r->scalar;
        if (s->turned) {
            fftc_real_lanes_execute_rows(s->lanes, r->plan->move, work, p.lines, src,
                                         src_across * r->scalar, dst, dst_across * r->scalar);
            continue;
        }
        if (s->lanes != NULL) {
            fftc_real_lanes_execute(s->lanes, work, p.lines, src, s->src.stride, dst,
                                    s->dst.stride);
            continue;
        }
        fftc_prefetch_lines(&s->prefetch_src, src, false);
        fftc_prefetch_lines(&s->prefetch_dst, dst, true);
        if (s->src.staged) {
            copy_lines(r, &s->src, p, src_across, src, stage, true);
        }
        transform_lines(r, work, p, s->src.staged ? stage : src,
                        s->src.staged ? s->stage_pitch : src_across, s->dst.staged ? stage : dst,
                        s->dst.staged ? s->stage_pitch : dst_across);
        if (s->streamed) {
            stream_out(r, stage, dst, p.lines);
        } else if (s->dst.staged) {
            copy_lines(r, &s->dst, p, dst_across, dst, stage, false);
        }
    }
    if (s->streamed) {
        r->plan->move->settle();
    }
}

/* --- the columns of frequency 0 and h --------------------------------------------------------- */

typedef struct number {
    double re;
    double im;
} number;

static number get(const run *r, size_t at)
{
    const fftc_precision precision = r->plan->precision;
    return (number){fftc_table_get(precision, r->src, at),
                    fftc_table_get(precision, r->src, at + 1)};
}

static void put(const run *r, size_t at, double re, double im)
{
    fftc_table_set(r->plan->precision, r->dst, at, re);
    fftc_table_set(r->plan->precision, r->dst, at + r->step->dst.part, im);
}

/* Separates C[m] = A[m] + i B[m] and C[-m], two numbers of dst; A and B are spectra of real
 * signals. */
static void separate_pair(const run *r, size_t at, size_t mirror)
{
    size_t partner = r->step->partner;
    number c = get(r, at);
    number d = get(r, mirror);
    double a_re = (c.re + d.re) / 2;
    double a_im = (c.im - d.im) / 2;
    double b_re = (c.im + d.im) / 2;
    double b_im = (d.re - c.re) / 2;
    put(r, at, a_re, a_im);
    put(r, mirror, a_re, at == mirror ? 0.0 : -a_im);
    put(r, at + partner, b_re, b_im);
    put(r, mirror + partner, b_re, at == mirror ? 0.0 : -b_im);
}

/* Merges the symmetric parts of A and B; the spectrum of a real signal is symmetric. */
static void merge_pair(const run *r, size_t at, size_t mirror, size_t to, size_t to_mirror)
{
    size_t partner = r->step->partner;
    number a = get(r, at);
    number a_mirror = get(r, mirror);
    number b = get(r, at + partner);
    number b_mirror = get(r, mirror + partner);
    double a_re = (a.re + a_mirror.re) / 2;
    double a_im = (a.im - a_mirror.im) / 2;
    double b_re = (b.re + b_mirror.re) / 2;
    double b_im = (b.im - b_mirror.im) / 2;
    put(r, to, a_re - b_im, a_im + b_re);
    put(r, to_mirror, a_re + b_im, b_re - a_im);
}

/* Tasks are the first loop's indices. Those beyond half of its length are done with their
 * negatives. */
static void run_ends(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const fftc_real_step *s = r->step;
    size_t inner = 1;
    (void)thread;
    for (int i = 1; i < s->loops; ++i) {
        inner *= s->loop[i].length;
    }
    for (size_t index = begin * inner; index < end * inner; ++index) {
        size_t left = index;
        size_t weight = 1;
        size_t negative = 0;
        size_t at[2] = {0, 0};
        size_t to[2] = {0, 0};
        for (int i = s->loops - 1; i >= 0; --i) {
            const fftc_real_loop *loop = &s->loop[i];
            size_t k = left % loop->length;
            bool own = k == 0 || i >= s->loops - s->apart;
            size_t mirror = own ? k : loop->length - k;
            left /= loop->length;
            negative += mirror * weight;
            weight *= loop->length;
            at[0] += k * loop->src;
            at[1] += mirror * loop->src;
            to[0] += k * loop->dst;
            to[1] += mirror * loop->dst;
        }
        if (negative < index) {
            continue;
        }
        if (s->kind == FFTC_REAL_STEP_SEPARATE) {
            separate_pair(r, at[0], at[1]);
        } else {
            merge_pair(r, at[0], at[1], to[0], to[1]);
        }
    }
}

/* --- any step --------------------------------------------------------------------------------- */

void fftc_real_step_execute(const fftc_real_plan *plan, const fftc_real_step *s,
                            char *const *arrays, char *work)
{
    size_t scalar = fftc_precision_bytes(plan->precision);
    if (s->call.body != NULL) {
        fftc_real_call_run(s, arrays[s->src.array] + s->src.offset * scalar,
                           arrays[s->dst.array] + s->dst.offset * scalar);
        return;
    }
    run r = {.plan = plan,
             .step = s,
             .scalar = scalar,
             .src = arrays[s->src.array] + s->src.offset * scalar,
             .dst = arrays[s->dst.array] + s->dst.offset * scalar,
             .plane = arrays[FFTC_REAL_PLANE],
             .work = work,
             .team = {s->inside ? s->threads : 1, plan->crew, false}};
    fftc_team team = {s->inside ? 1 : s->threads, plan->crew, false};
    switch (s->kind) {
    case FFTC_REAL_STEP_LINES:
    case FFTC_REAL_STEP_COLUMNS: fftc_parallel(&team, s->tasks, run_lines, &r); break;
    case FFTC_REAL_STEP_PLAN: fftc_plan_run(s->plan, r.src, r.dst, work); break;
    default: fftc_parallel(&team, s->tasks, run_ends, &r); break;
    }
}
