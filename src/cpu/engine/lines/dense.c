/* SPDX-License-Identifier: MIT
 *
 * Short rows with a prime factor from 11 on: a product of matrix and vector (dense.h).
 */
#include "cpu/engine/dense.h"

#include "cpu/engine/cost/cost.h"
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

static bool is_composite(size_t n)
{
    bool composite = false;
    for (size_t p = 2; p * p <= n; ++p) {
        composite = composite || n % p == 0;
    }
    return composite;
}

/* What errors cost. A row of a composite length is more accurate, and takes about twice the time; a
 * convolution without fused products is less accurate. */
static double factor_of(const fftc_line_task *task)
{
    if (is_composite(task->n)) {
        return task->wish.care == FFTC_CARE_SUMS ? 3.0 : 1.0;
    }
    return task->wish.care != FFTC_CARE_NONE && !task->engines[0]->fuses ? 0.5 : 1.0;
}

static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    const double factor = task->n <= FFTC_DENSE_MOST ? factor_of(task) : 0.0;
    if (factor == 0.0 || (task->measure ? factor > 1.0 : !task->smooth)) {
        return;
    }
    for (const fftc_engine *const *e = task->engines; *e != NULL; ++e) {
        fftc_choice *way =
            fits(*e, task->n)
                ? fftc_line_offer(list, FFTC_LINE_DENSE, factor * fftc_cost_dense(*e, task->n))
                : NULL;
        if (way != NULL) {
            fftc_choice_put(way, (size_t)(*e)->lanes);
        }
    }
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

/* The line's own is the table. */
static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    line->engine = fftc_engine_read(choice, task->engines);
    if (line->engine == NULL || !fits(line->engine, line->n)) {
        return fftc_choice_refuse(error);
    }
    size_t n = line->n;
    size_t points = (size_t)line->engine->lanes / 2;
    size_t inputs = fftc_dense_inputs(n);
    size_t loaded = (inputs + points - 1) / points * points;
    size_t left = fftc_dense_outputs(n, (size_t)line->engine->lanes);
    const size_t numbers = loaded + 2 * inputs * left * points;
    void *table = fftc_line_own(line, numbers * fftc_line_item(line), arena, error);
    if (table == NULL) {
        return FFTC_OUT_OF_MEMORY;
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
    return FFTC_SUCCESS;
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    line->engine->dense(job->src, job->dst, line->n, line->own, line->scale, job->inverse);
}

const fftc_line_ops fftc_dense_line = {
    .offer = offer,
    .prepare = prepare,
    .execute = execute,
};
