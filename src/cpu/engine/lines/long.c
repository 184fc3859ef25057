/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/long.h"

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/tables/twiddles.h"

/* Beyond this a row's working memory leaves the second-level cache. */
static const size_t longest_row_bytes = 128 * 1024;

/* Shorter ones are not measured. */
static const size_t shortest_measured_bytes = 32 * 1024;

/* The cost of the first pass relative to a short row's: its twiddles are products. */
#define PRODUCT_COST 1.2

static bool can_split(size_t n, const fftc_engine *engine, size_t r)
{
    return n % r == 0 && n / r >= (size_t)engine->lanes;
}

static double cost_of(const fftc_engine *engine, size_t n, int r, double rest_cost)
{
    size_t lanes = (size_t)engine->lanes;
    size_t groups = (n / (size_t)r + lanes - 1) / lanes;
    return (double)groups * PRODUCT_COST * fftc_cost_butterfly(engine, FFTC_COST_ROW, r) +
           rest_cost;
}

/* The engine for a first radix. Where it fills no more than half of the lanes, the next fewer are
 * better, since their working memory is so much shorter. (Up to fftc_line_narrow_bytes such rows
 * are short ones.) */
static const fftc_engine *engine_for(const fftc_line_task *task, int radix)
{
    return fftc_task_bytes(task) <= fftc_line_narrow_bytes()
               ? task->engines[0]
               : *fftc_line_filled(task->engines, radix);
}

static void offer_radix(const fftc_line_task *task, const fftc_engine *engine, int r,
                        fftc_shortlist *list)
{
    enum { WAYS = 8 };
    fftc_vector_plan rest[WAYS];
    double cost[WAYS];
    const int count =
        fftc_vector_best(engine, task->n / (size_t)r, false, task->measure ? WAYS : 1, rest, cost);
    for (int i = 0; i < count; ++i) {
        fftc_choice *way =
            fftc_line_offer(list, FFTC_LINE_LONG, cost_of(engine, task->n, r, cost[i]));
        if (way != NULL) {
            fftc_choice_put(way, (size_t)r);
            fftc_vector_write(&rest[i], way);
        }
    }
}

static void offer_all(const fftc_line_task *task, const fftc_engine *engine, fftc_shortlist *list)
{
    for (int r = 2; r <= engine->lanes; ++r) {
        if (can_split(task->n, engine, (size_t)r) &&
            (!task->measure || engine_for(task, r) == engine)) {
            offer_radix(task, engine, r, list);
        }
    }
}

/* Rows that are long enough are nothing else; but narrower vectors may suit better, in which those
 * up to fftc_line_narrow_bytes are short ones: 5^7 points take three quarters of the time. */
static void settle(const fftc_line_task *task, fftc_shortlist *list)
{
    const uint32_t *radix = &list->choice[0].word[1];
    fftc_line_task narrower = *task;
    narrower.engines = fftc_line_filled(task->engines, (int)*radix);
    list->settled = true;
    if (narrower.engines != task->engines && fftc_task_bytes(task) <= fftc_line_narrow_bytes()) {
        list->count = 0;
        fftc_row_offer(&narrower, list);
        return;
    }
    for (const fftc_engine *const *e = task->engines; fftc_line_filled(e, (int)*radix) != e;) {
        list->count = 0;
        offer_all(task, *++e, list);
    }
}

/* Reproducible rows have only the lanes that every instruction set has, so long ones begin
 * later. */
static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    const size_t bytes = fftc_task_bytes(task);
    const bool exact = fftc_engines_are_exact(task->engines);
    if (!task->smooth ||
        (task->measure ? bytes < shortest_measured_bytes
                       : bytes <= (exact ? FFTC_LONGEST_ROW_BYTES : longest_row_bytes))) {
        return;
    }
    offer_all(task, task->engines[0], list);
    if (list->count > 0 && !task->measure) {
        settle(task, list);
    }
}

static bool read(const fftc_line_task *task, fftc_choice *choice, fftc_line *line,
                 fftc_long_row *own)
{
    const int most = task->engines[0]->lanes;
    size_t r;
    if (!task->smooth || most < 2 || !fftc_choice_get(choice, 2, (size_t)most, &r)) {
        return false;
    }
    own->radix = (int)r;
    line->engine = engine_for(task, own->radix);
    return can_split(line->n, line->engine, r) &&
           fftc_vector_read(choice, line->engine, line->n / r, &own->rest);
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    fftc_long_row *own = fftc_line_own(line, sizeof *own, arena, error);
    if (own == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    if (!read(task, choice, line, own)) {
        return fftc_choice_refuse(error);
    }
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = own->rest.m;
    size_t r = (size_t)own->radix;
    size_t groups = (m + lanes - 1) / lanes;
    size_t item = fftc_line_item(line);
    char *by_lane = fftc_line_table(line, (r - 1) * lanes, item, arena, error);
    char *by_group = fftc_line_table(line, groups * (r - 1), item, arena, error);
    if (by_lane == NULL || by_group == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    own->lane_twiddles = by_lane;
    own->group_twiddles = by_group;
    for (size_t q = 1; q < r; ++q) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            double w[2];
            fftc_circle(q * fftc_engine_column(line->engine, lane), line->n, w);
            fftc_table_put_lane(line->precision, by_lane + (q - 1) * lanes * item, lanes, lane,
                                w[0], w[1]);
        }
    }
    fftc_twiddles_scalars(line->precision, by_group, groups - 1, r, lanes, line->n, line->scale);
    for (size_t q = 1; q < r; ++q) {
        double w[2];
        fftc_circle((m - lanes) * q, line->n, w);
        fftc_table_put(line->precision, by_group, (groups - 1) * (r - 1) + q - 1,
                       line->scale * w[0], line->scale * w[1]);
    }
    fftc_far_choose(line, own);
    return fftc_vector_prepare(&own->rest, line->precision, 1.0, arena, error);
}

typedef struct first_pass {
    const fftc_line *line;
    const void *src;
    void *work;
    int inverse;
} first_pass;

/* Groups of as many columns as there are lanes. Columns that fill no group overlap the last one, so
 * that both must be done by the same thread. */
static void share_first_pass(void *context, int thread, size_t begin, size_t end)
{
    const first_pass *f = context;
    const fftc_line *line = f->line;
    const fftc_long_row *own = fftc_long_of(line);
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = own->rest.m;
    fftc_engine_blocks blocks = fftc_vector_blocks(&own->rest);
    size_t place = begin * lanes + begin * lanes / blocks.length * blocks.pad;
    const fftc_engine_row_columns columns = {.src = f->src,
                                             .swap = f->inverse,
                                             .m = m,
                                             .begin = begin * lanes,
                                             .end = end == m / lanes ? m : end * lanes,
                                             .blocks = blocks,
                                             .lane_twiddles = own->lane_twiddles,
                                             .group_twiddles = own->group_twiddles,
                                             .scale = line->scale};
    (void)thread;
    line->engine->radix[own->radix]->row_columns(
        &columns, (char *)f->work + place * fftc_vector_bytes(line->engine));
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    const fftc_long_row *own = fftc_long_of(line);
    if (own->far.passes > 0) {
        fftc_far_execute(line, job);
        return;
    }
    fftc_engine_edge to = {job->dst, (size_t)own->radix, own->radix, job->inverse};
    first_pass f = {line, job->src, job->shared, job->inverse};
    fftc_parallel(job->team, own->rest.m / (size_t)line->engine->lanes, share_first_pass, &f);
    fftc_vector_store(line->engine, &own->rest, job->team, job->shared, to);
}

static size_t shared_bytes(const fftc_line *line)
{
    return fftc_long_of(line)->rest.room * fftc_vector_bytes(line->engine);
}

static bool divides(const fftc_line *line)
{
    (void)line;
    return true;
}

const fftc_line_ops fftc_long_line = {
    .offer = offer,
    .prepare = prepare,
    .thread_bytes = fftc_far_thread_bytes,
    .shared_bytes = shared_bytes,
    .divides = divides,
    .execute = execute,
};
