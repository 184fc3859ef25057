/* SPDX-License-Identifier: MIT
 *
 * Carrying out what real_line.c has prepared.
 */
#include "cpu/engine/tables/circle.h"
#include "cpu/real/real_line.h"

#include <stdint.h>
#include <string.h>

typedef struct work {
    const fftc_real_line *line;
    const fftc_team *team;
    char *memory;
    char *copy;
} work;

static void inner(const work *w, const void *src, void *dst, int inverse)
{
    fftc_line_execute(&w->line->inner, w->team, w->memory, w->memory + w->line->shared_offset, src,
                      dst, inverse);
}

/* --- passes beside the inner line, by parts for threads --------------------------------------- */

typedef struct shared_pass {
    fftc_real_pass_run *run;
    fftc_real_pass pass;
} shared_pass;

static void share_pass(void *context, int thread, size_t begin, size_t end)
{
    const shared_pass *s = context;
    (void)thread;
    s->run(&s->pass, begin, end);
}

static fftc_real_pass pass_of(const fftc_real_line *line, const void *src, void *dst)
{
    return (fftc_real_pass){.src = src,
                            .dst = dst,
                            .h = line->h,
                            .twiddles = line->twiddles,
                            .packed = line->packed,
                            .sine = fftc_is_sine(line->trigonometric),
                            .first = line->ends_in};
}

/* Runs a pass over groups of lanes, for `count` numbers. */
static void run_pass(const work *w, fftc_real_pass_run *run, size_t count, const void *src,
                     void *dst)
{
    shared_pass s = {run, pass_of(w->line, src, dst)};
    if (w->team->threads == 1) {
        run(&s.pass, 0, SIZE_MAX);
    } else {
        size_t groups = count / (size_t)w->line->engine->lanes;
        fftc_parallel(w->team, groups > 0 ? groups : 1, share_pass, &s);
    }
}

/* How many numbers run_pass counts for dct4_store. Each of its groups has the numbers of two, and
 * the two groups in the middle are one. */
static size_t dct4_numbers(const fftc_real_line *line)
{
    size_t lanes = (size_t)line->engine->lanes;
    size_t groups = (line->h + lanes - 1) / lanes;
    return ((groups + 1) / 2 - 1) * lanes;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Runs the inner line on the copy, which it returns. */
static void *inner_on_copy(const work *w, int inverse)
{
    inner(w, w->copy, w->copy, inverse);
    return w->copy;
}

static void trigonometric_even(const work *w, const fftc_real_job *job)
{
    const fftc_real_line *line = w->line;
    const fftc_real_engine *engine = line->engine;
    size_t pairs = (line->h - 1) / 2;
    int sine = fftc_is_sine(line->trigonometric);
    switch (fftc_type_of(line->trigonometric)) {
    case 2:
        run_pass(w, engine->reorder, line->h, job->src, w->copy);
        run_pass(w, engine->dct2, pairs, inner_on_copy(w, 0), job->dst);
        break;
    case 3:
        run_pass(w, engine->dct3, pairs, job->src, w->copy);
        run_pass(w, engine->reorder_back, line->h, inner_on_copy(w, 1), job->dst);
        break;
    case 4:
        run_pass(w, engine->dct4_load, dct4_numbers(line), job->src, w->copy);
        run_pass(w, engine->dct4_store, dct4_numbers(line), inner_on_copy(w, 0), job->dst);
        break;
    default:
        line->odd->gather_one(job->src, line->ends_in, w->copy, line->h, sine);
        line->odd->analyse_one(inner_on_copy(w, 0), job->dst, line->h, sine);
        break;
    }
}

/* A DCT I or DST I by parts (prepare_parts). Both rows are in the order of the distance from the
 * ends, which for a DST begins with 1. */
static void trigonometric_parts(const work *w, const fftc_real_job *job)
{
    const fftc_real_line *line = w->line;
    size_t scalar = fftc_precision_bytes(line->precision);
    size_t half = line->h / 2;
    int sine = fftc_is_sine(line->trigonometric);
    const char *x = job->src;
    char *first = w->memory;
    char *third = first + line->shared_offset;
    char *room = first + line->copy_offset;
    double middle = 2.0 * fftc_table_get(line->precision, x, sine ? half - 1 : half);
    if (sine) {
        line->engine->butterfly(x, x + (line->n - 1) * scalar, third, first, half - 1);
        fftc_table_set(line->precision, third, half - 1, middle);
    } else {
        line->engine->butterfly(x, x + (line->n - 1) * scalar, first, third, half);
        fftc_table_set(line->precision, first, half, middle);
        if (line->ends_in != 1.0) {
            double low = fftc_table_get(line->precision, x, 0);
            double high = fftc_table_get(line->precision, x, line->n - 1);
            fftc_table_set(line->precision, first, 0, (low + high) * line->ends_in);
            fftc_table_set(line->precision, third, 0, (low - high) * line->ends_in);
        }
    }
    const fftc_real_job jobs[2] = {{first, NULL, first}, {third, NULL, third}};
    for (int i = 0; i < 2; ++i) {
        if (line->part[i] != NULL) {
            fftc_real_line_execute(line->part[i], w->team, room, &jobs[i], NULL);
        }
    }
    char *dst = job->dst;
    char *last = dst + (line->n - 1) * scalar;
    line->storage->interleave(sine ? third : first, sine ? first : third, dst,
                              sine ? half - 1 : half);
    memcpy(last, (sine ? third + (half - 1) * scalar : first + half * scalar), scalar);
}

static void odd(const work *w, const fftc_real_job *a, const fftc_real_job *b)
{
    const fftc_real_line *line = w->line;
    size_t n = line->n;
    const fftc_real_job none = {NULL, NULL, NULL};
    b = b != NULL ? b : &none;
    if (line->kind == FFTC_REAL_LINE_FORWARD) {
        line->copies->join(a->src, b->src, w->copy, n);
        line->copies->separate(inner_on_copy(w, 0), a->dst, b->dst, n);
    } else if (line->kind == FFTC_REAL_LINE_BACKWARD) {
        line->copies->merge(a->dc, a->src, b->dc, b->src, w->copy, n);
        line->copies->part(inner_on_copy(w, 1), a->dst, b->dst, n);
    } else if (fftc_type_of(line->trigonometric) == 3) {
        line->odd->synthesise(line->table, a->src, b->src, line->ends_in, w->copy, n);
        line->odd->scatter(line->table, inner_on_copy(w, 1), a->dst, b->dst, n);
    } else {
        line->odd->gather(line->table, a->src, b->src, w->copy, n);
        line->odd->analyse(line->table, inner_on_copy(w, 0), a->dst, b->dst, n);
    }
}

static void weigh(const fftc_real_line *line, void *dst, size_t i)
{
    fftc_table_set(line->precision, dst, i,
                   fftc_table_get(line->precision, dst, i) * line->ends_out);
}

static void weigh_results(const fftc_real_line *line, void *dst)
{
    weigh(line, dst, line->trigonometric == FFTC_DST_II ? line->n - 1 : 0);
    if (line->trigonometric == FFTC_DCT_I) {
        weigh(line, dst, line->n - 1);
    }
}

void fftc_real_line_execute(const fftc_real_line *line, const fftc_team *team, void *memory,
                            const fftc_real_job *first, const fftc_real_job *second)
{
    work w = {line, team, memory, (char *)memory + line->copy_offset};
    const void *all = line->kind == FFTC_REAL_LINE_BACKWARD ? first->dc : first->src;
    if (line->by_codelets != NULL) {
        line->by_codelets(all, 0, first->dst, 0, 1, line->scale);
    } else if (line->product != NULL) {
        line->product->engine->multiply_row(line->product, all, first->dst);
    } else if (line->matrix != NULL) {
        line->odd->multiply(line->matrix, first->src, first->dst);
    } else if (line->h == 0) {
        odd(&w, first, second);
    } else if (line->part[1] != NULL) {
        trigonometric_parts(&w, first);
    } else if (line->kind == FFTC_REAL_LINE_FORWARD) {
        inner(&w, first->src, first->dst, 0);
        run_pass(&w, line->stored ? line->engine->separate_stored : line->engine->separate,
                 (line->h - 1) / 2, first->dst, first->dst);
    } else if (line->kind == FFTC_REAL_LINE_BACKWARD) {
        run_pass(&w, line->engine->merge, (line->h - 1) / 2, first->src, first->dst);
        inner(&w, first->dst, first->dst, 1);
    } else {
        trigonometric_even(&w, first);
    }
    if (line->ends_out != 1.0) {
        weigh_results(line, first->dst);
        if (second != NULL) {
            weigh_results(line, second->dst);
        }
    }
}

/* From spectra, lines done as odd ones take frequency 0 by itself. */
void fftc_real_line_execute_one(const fftc_real_line *line, const fftc_team *team, void *memory,
                                const void *src, void *dst)
{
    bool apart = line->kind == FFTC_REAL_LINE_BACKWARD && line->h == 0;
    size_t first = apart ? 2 * fftc_precision_bytes(line->precision) : 0;
    const fftc_real_job job = {(const char *)src + first, src, dst};
    fftc_real_line_execute(line, team, memory, &job, NULL);
}

/* --- several lines ---------------------------------------------------------------------------- */

/* The bytes of lines that one call of the inner line does. Its results are then still in the
 * first-level cache, but no longer on their way there: a vector cannot be loaded before both
 * vectors that its numbers were stored in have arrived. */
#define GROUP_BYTES ((size_t)16 * 1024)

static size_t lines_of_group(const fftc_real_line *line)
{
    size_t bytes = 4 * line->h * fftc_precision_bytes(line->precision);
    return bytes < GROUP_BYTES ? GROUP_BYTES / bytes : 1;
}

static void run_joined(const fftc_real_line *line, size_t lines, const char *src, size_t src_step,
                       char *dst, size_t dst_step)
{
    const size_t number = 2 * fftc_precision_bytes(line->precision);
    const bool forward = line->kind == FFTC_REAL_LINE_FORWARD;
    fftc_real_pass_run *run = forward ? line->engine->separate : line->engine->merge;
    char *first = dst;
    if (forward) {
        fftc_line_execute_rows(&line->inner, lines, src_step / number, dst_step / number, src, dst,
                               0);
        src = dst;
        src_step = dst_step;
    }
    fftc_real_pass pass = pass_of(line, src, dst);
    for (size_t i = 0; i < lines; ++i, src += src_step, dst += dst_step) {
        pass.src = src;
        pass.dst = dst;
        run(&pass, 0, SIZE_MAX);
    }
    if (!forward) {
        fftc_line_execute_rows(&line->inner, lines, dst_step / number, dst_step / number, first,
                               first, 1);
    }
}

void fftc_real_line_execute_several(const fftc_real_line *line, const fftc_team *team, void *memory,
                                    size_t lines, const void *src, size_t src_step, void *dst,
                                    size_t dst_step)
{
    const size_t scalar = fftc_precision_bytes(line->precision);
    const char *from = src;
    char *to = dst;
    if (line->by_codelets != NULL) {
        line->by_codelets(src, src_step / scalar, dst, dst_step / scalar, lines, line->scale);
        return;
    }
    if (line->product != NULL) {
        line->product->engine->multiply_rows(line->product, src, src_step / scalar, dst,
                                             dst_step / scalar, lines);
        return;
    }
    const bool whole = src_step % (2 * scalar) == 0 && dst_step % (2 * scalar) == 0;
    const size_t group = line->joined && whole ? lines_of_group(line) : 1;
    while (lines > 0) {
        size_t some = lines < group ? lines : group;
        if (some > 1) {
            run_joined(line, some, from, src_step, to, dst_step);
        } else {
            fftc_real_line_execute_one(line, team, memory, from, to);
        }
        from += some * src_step;
        to += some * dst_step;
        lines -= some;
    }
}
