/* SPDX-License-Identifier: MIT
 *
 * Rows beyond the caches: line_kinds.h.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/twiddles.h"
#include "cpu/overrides.h"

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

static void choose_for(size_t n, const fftc_engine *engine, fftc_line *line)
{
    line->engine = engine;
    line->cost = 1e300;
    for (int r = 2; r <= engine->lanes && r <= FFTC_ENGINE_MAX_CODELET; ++r) {
        fftc_vector_plan rest;
        if (!can_split(n, engine, (size_t)r)) {
            continue;
        }
        double rest_cost = fftc_vector_choose(engine, n / (size_t)r, false, &rest);
        double cost = cost_of(engine, n, r, rest_cost);
        if (cost < line->cost) {
            line->cost = cost;
            line->radix = r;
            line->rest = rest;
        }
    }
}

/* Whether a long row's first radix fills more than half of the lanes of the first engine, or no
 * other suits. Otherwise the next fewer lanes are better, since their working memory is so much
 * shorter. (Shorter rows: choose_narrower in line.c.) */
static bool fills_lanes(size_t n, const fftc_engine *const *engines, int radix)
{
    return 2 * radix > engines[0]->lanes || engines[1] == NULL || engines[1]->lanes < radix ||
           engines[1]->lanes == 1 ||
           n * 2 * fftc_precision_bytes(engines[0]->precision) <= fftc_long_narrow_bytes();
}

size_t fftc_long_narrow_bytes(void)
{
    return fftc_override_bytes(FFTC_OVERRIDE_NARROW_BYTES, (size_t)16 * 1024 * 1024);
}

void fftc_long_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    choose_for(n, engines[0], line);
    while (line->cost < 1e300 && !fills_lanes(n, engines, line->radix)) {
        ++engines;
        choose_for(n, engines[0], line);
    }
}

void fftc_long_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    enum { MOST = 8 };
    const fftc_engine *engine = engines[0];
    fftc_vector_plan rest[MOST];
    double cost[MOST];
    for (int r = 2; r <= engine->lanes && r <= FFTC_ENGINE_MAX_CODELET; ++r) {
        if (!can_split(n, engine, (size_t)r) || !fills_lanes(n, engines, r)) {
            continue;
        }
        int count = fftc_vector_best(engine, n / (size_t)r, false, MOST, rest, cost);
        for (int i = 0; i < count; ++i) {
            fftc_line line = {.kind = FFTC_LINE_LONG, .n = n, .engine = engine, .radix = r};
            line.rest = rest[i];
            line.cost = cost_of(engine, n, r, cost[i]);
            fftc_shortlist_offer(list, &line);
        }
    }
}

static void write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)line->radix);
    fftc_vector_write(&line->rest, choice);
}

static bool read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    size_t lanes = (size_t)engines[0]->lanes;
    size_t most = lanes < FFTC_ENGINE_MAX_CODELET ? lanes : FFTC_ENGINE_MAX_CODELET;
    size_t r;
    if (!fftc_vector_has_radices(line->n) || most < 2 || !fftc_choice_get(choice, 2, most, &r)) {
        return false;
    }
    while (!fills_lanes(line->n, engines, (int)r)) {
        ++engines;
    }
    const fftc_engine *engine = engines[0];
    if (!can_split(line->n, engine, r)) {
        return false;
    }
    line->engine = engine;
    line->radix = (int)r;
    return fftc_vector_read(choice, engine, line->n / r, &line->rest);
}

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    (void)engines;
    (void)given;
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = line->rest.m;
    size_t r = (size_t)line->radix;
    size_t groups = (m + lanes - 1) / lanes;
    size_t item = fftc_line_item(line);
    char *by_lane = fftc_arena_reserve(arena, (r - 1) * lanes, item);
    char *by_group = fftc_arena_reserve(arena, groups * (r - 1), item);
    if (by_lane == NULL || by_group == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         line->n);
    }
    line->twiddles = by_lane;
    line->group_twiddles = by_group;
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
    fftc_far_choose(line);
    return fftc_vector_prepare(&line->rest, line->precision, 1.0, arena, error);
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
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = line->rest.m;
    fftc_engine_blocks blocks = fftc_vector_blocks(&line->rest);
    size_t place = begin * lanes + begin * lanes / blocks.length * blocks.pad;
    const fftc_engine_row_part part = {.src = f->src,
                                       .swap = f->inverse,
                                       .m = m,
                                       .begin = begin * lanes,
                                       .end = end == m / lanes ? m : end * lanes,
                                       .blocks = blocks,
                                       .lane_twiddles = line->twiddles,
                                       .group_twiddles = line->group_twiddles,
                                       .scale = line->scale};
    (void)thread;
    line->engine->radix[line->radix]->row_part(&part, (char *)f->work +
                                                          place * fftc_vector_bytes(line->engine));
}

static void run_first(const fftc_line *line, const fftc_team *team, void *work, const void *src,
                      int inverse)
{
    first_pass f = {line, src, work, inverse};
    fftc_parallel(team, line->rest.m / (size_t)line->engine->lanes, share_first_pass, &f);
}

static void execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse)
{
    fftc_engine_edge to = {dst, (size_t)line->radix, line->radix, inverse};
    if (line->far.passes > 0) {
        fftc_far_execute(line, team, work, shared, src, dst, inverse);
        return;
    }
    run_first(line, team, shared, src, inverse);
    fftc_vector_store(line->engine, &line->rest, team, shared, to);
}

static bool divides(const fftc_line *line)
{
    (void)line;
    return true;
}

const fftc_line_ops fftc_long_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .thread_bytes = fftc_far_thread_bytes,
    .shared_bytes = fftc_line_rest_bytes,
    .divides = divides,
    .execute = execute,
};
