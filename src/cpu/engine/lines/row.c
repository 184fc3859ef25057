/* SPDX-License-Identifier: MIT
 *
 * Rows that fit a cache, a vector FFT behind one pass that transposes: line_kinds.h.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/twiddles.h"

/* Sets what follows from the engine, the first radix and the rest, and the total cost. */
static void complete_split(fftc_line *line, double rest_cost)
{
    size_t lanes = (size_t)line->engine->lanes;
    double groups = (double)((line->rest.m + lanes - 1) / lanes);
    line->cost = groups * fftc_cost_butterfly(line->engine, FFTC_COST_ROW, line->radix) +
                 rest_cost + fftc_cost_part(line->engine, line->radix) * (double)line->rest.m;
}

/* Below 8 points a codelet alone is as fast, and more accurate, since it has no twiddles. */
static bool can_split(size_t n, const fftc_engine *engine, size_t r)
{
    return n >= 8 && n % r == 0 && n / r >= (size_t)engine->lanes;
}

static void write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)line->engine->lanes);
    fftc_choice_put(choice, (size_t)line->radix);
    fftc_vector_write(&line->rest, choice);
}

static bool read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    size_t r;
    if (!fftc_vector_possible(line->n) || line->n == 1) {
        return false;
    }
    line->engine = fftc_engine_read(choice, engines);
    if (line->engine == NULL || !fftc_choice_get(choice, 0, (size_t)line->engine->lanes, &r)) {
        return false;
    }
    line->radix = (int)r;
    if (line->engine->lanes == 1) {
        return r == 0 && fftc_vector_read(choice, line->engine, line->n, &line->rest);
    }
    if (r < 2 || r > FFTC_ENGINE_MAX_RADIX || !can_split(line->n, line->engine, r) ||
        !fftc_vector_read(choice, line->engine, line->n / r, &line->rest)) {
        return false;
    }
    return true;
}

/* For single numbers. A call and a twiddle cost more than the tables say, which were measured on
 * vectors, and twiddles round, too. So short rows have as few passes as possible, the longest
 * last. */
static void choose_short(size_t n, const fftc_engine *engine, fftc_line *line)
{
    size_t last = FFTC_ENGINE_MAX_CODELET;
    if (n < 2 || n > 2 * FFTC_ENGINE_MAX_CODELET) {
        return;
    }
    while (last > 1 && (n % last != 0 || engine->radix[last] == NULL)) {
        --last;
    }
    const int radix[] = {last == n ? (int)last : (int)(n / last), (int)last};
    fftc_vector_plan rest;
    if (fftc_vector_take(engine, n, radix, last == n ? 1 : 2, &rest)) {
        line->rest = rest;
    }
}

/* The cheapest way over all engines and first radices. */
void fftc_row_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    line->cost = 1e300;
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        size_t lanes = (size_t)(*e)->lanes;
        fftc_vector_plan rest;
        if (lanes == 1) {
            double cost = fftc_vector_choose(*e, n, true, &rest);
            if (cost < line->cost) {
                line->cost = cost;
                line->engine = *e;
                line->radix = 0;
                line->rest = rest;
                if (*e == engines[0]) {
                    choose_short(n, *e, line);
                }
            }
            continue;
        }
        for (int r = 2; r <= (*e)->lanes && r <= FFTC_ENGINE_MAX_RADIX; ++r) {
            size_t m = n / (size_t)r;
            if (!can_split(n, *e, (size_t)r)) {
                continue;
            }
            double rest_cost = fftc_vector_choose(*e, m, false, &rest);
            fftc_line split = {.engine = *e, .radix = r, .rest = rest};
            complete_split(&split, rest_cost);
            if (split.cost < line->cost) {
                line->cost = split.cost;
                line->engine = *e;
                line->radix = r;
                line->rest = rest;
            }
        }
    }
}

void fftc_row_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    fftc_vector_plan plans[4];
    double costs[4];
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        int lanes = (*e)->lanes;
        for (int r = lanes == 1 ? 1 : 2; r <= lanes && r <= FFTC_ENGINE_MAX_RADIX; ++r) {
            if (lanes > 1 && !can_split(n, *e, (size_t)r)) {
                continue;
            }
            int count = fftc_vector_best(*e, n / (size_t)r, lanes == 1, 4, plans, costs);
            for (int i = 0; i < count; ++i) {
                fftc_line line = {.kind = FFTC_LINE_ROW, .n = n, .engine = *e, .rest = plans[i]};
                line.cost = costs[i];
                if (lanes > 1) {
                    line.radix = r;
                    complete_split(&line, costs[i]);
                }
                fftc_shortlist_offer(list, &line);
            }
        }
    }
}

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    (void)engines;
    (void)given;
    if (line->radix == 0) {
        return fftc_vector_prepare(&line->rest, line->precision, line->scale, arena, error);
    }
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = line->rest.m;
    size_t r = (size_t)line->radix;
    size_t groups = (m + lanes - 1) / lanes;
    void *table = fftc_arena_reserve(arena, groups * (r - 1) * lanes, fftc_line_item(line));
    if (table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         line->n);
    }
    line->twiddles = table;
    fftc_twiddles_vectors(line->engine, table, m, r, line->scale);
    return fftc_vector_prepare(&line->rest, line->precision, 1.0, arena, error);
}

static void first_pass(const fftc_line *line, void *work, const void *src, int inverse)
{
    line->engine->radix[line->radix]->row(src, inverse, line->rest.m, work,
                                          fftc_vector_blocks(&line->rest), line->twiddles,
                                          line->scale);
}

static void execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse)
{
    (void)team;
    (void)shared;
    fftc_engine_edge to = {dst, (size_t)line->radix, line->radix, inverse};
    if (line->radix == 0) {
        fftc_engine_edge from = {(void *)(uintptr_t)src, 1, 1, inverse};
        to.stride = 1;
        to.lanes = 1;
        fftc_vector_columns(line->engine, &line->rest, work, from, to);
        return;
    }
    first_pass(line, work, src, inverse);
    fftc_team alone = {.threads = 1};
    fftc_vector_store(line->engine, &line->rest, &alone, work, to);
}

const fftc_line_ops fftc_row_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .thread_bytes = fftc_line_rest_bytes,
    .execute = execute,
};
