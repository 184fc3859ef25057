/* SPDX-License-Identifier: MIT */
#include "cpu/engine/dense.h"

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"

/* Whether the row has enough numbers: the outputs of the last vectors go beyond n / 2, and must
 * still be numbers of the row, so that nothing needs a mask. */
static bool fits(const fftc_engine *engine, size_t n)
{
    if (engine->dense == NULL) {
        return false;
    }
    size_t points = (size_t)engine->lanes / 2;
    size_t loaded = (fftc_dense_inputs(n) + points - 1) / points * points;
    return n >= 11 && n <= FFTC_DENSE_MOST && loaded < n &&
           fftc_dense_outputs(n, (size_t)engine->lanes) * points < n;
}

void fftc_dense_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    line->cost = 1e300;
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        if (fits(*e, n) && fftc_cost_dense(*e, n) < line->cost) {
            line->cost = fftc_cost_dense(*e, n);
            line->engine = *e;
        }
    }
}

void fftc_dense_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    for (; *engines != NULL; ++engines) {
        if (fits(*engines, n)) {
            fftc_line line = {.kind = FFTC_LINE_DENSE, .n = n, .engine = *engines};
            line.cost = fftc_cost_dense(*engines, n);
            fftc_shortlist_offer(list, &line);
        }
    }
}

static void write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)line->engine->lanes);
}

static bool read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    line->engine = fftc_engine_read(choice, engines);
    return line->engine != NULL && fits(line->engine, line->n);
}

/* Stores number `index` of a table whose complex numbers are real factors, each twice. */
static void put_pair(const fftc_line *line, void *table, size_t index, double factor)
{
    fftc_table_put(line->precision, table, index, factor, factor);
}

static size_t put_block(const fftc_line *line, void *table, size_t at, size_t first, size_t outputs)
{
    size_t n = line->n;
    for (size_t j = 1; j <= fftc_dense_inputs(n); ++j) {
        double weight = j > n / 2 ? 0.0 : 2 * j == n ? 0.5 * line->scale : line->scale;
        for (size_t k = first; k < first + outputs; ++k, ++at) {
            double w[2];
            fftc_circle(j * k % n, n, w);
            put_pair(line, table, at, weight * w[0]);
            put_pair(line, table, at + outputs, weight * -w[1]);
        }
        at += outputs;
    }
    return at;
}

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    (void)engines;
    (void)given;
    size_t n = line->n;
    size_t points = (size_t)line->engine->lanes / 2;
    size_t inputs = fftc_dense_inputs(n);
    size_t loaded = (inputs + points - 1) / points * points;
    size_t left = fftc_dense_outputs(n, (size_t)line->engine->lanes);
    void *table =
        fftc_arena_allocate(arena, loaded + 2 * inputs * left * points, fftc_line_item(line));
    if (table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the factors of %zu points", n);
    }
    for (size_t j = 1; j <= n / 2; ++j) {
        put_pair(line, table, j - 1, 2 * j == n ? 0.5 * line->scale : line->scale);
    }
    size_t at = loaded;
    size_t first = 1;
    while (left > 0) {
        size_t vectors = fftc_dense_block(left);
        at = put_block(line, table, at, first, vectors * points);
        first += vectors * points;
        left -= vectors;
    }
    line->twiddles = table;
    return FFTC_SUCCESS;
}

static void execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse)
{
    (void)team;
    (void)work;
    (void)shared;
    line->engine->dense(src, dst, line->n, line->twiddles, line->scale, inverse);
}

const fftc_line_ops fftc_dense_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .execute = execute,
};
