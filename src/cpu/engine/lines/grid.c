/* SPDX-License-Identifier: MIT
 *
 * Grids, for rows without a factor that a row's first pass could take. n = n1 * n2 points are
 * columns of n1 points, n2 of them side by side. Multiplied by twiddles and transposed, they become
 * columns of n2 points, n1 side by side, whose results are where they belong. So 391 = 17 * 23
 * points need no convolution, which would cost twice as much and round twice as often.
 */
#include <string.h>

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/engine/vector_prime.h"
#include "support/smooth.h"

typedef struct grid {
    const void *twiddles;
    fftc_vector_plan first; /* columns of n1 points */
    fftc_vector_plan rest;  /* the vector FFT of n2 points */
} grid;

/* Nanoseconds for a number in the transposition, from bench/fit_cost's rows of 289 to 4913
 * points. */
static const double transpose_cost = 0.6;

static bool can_split(size_t n, const fftc_engine *engine, size_t n1)
{
    size_t lanes = (size_t)engine->lanes;
    return lanes > 1 && n1 >= lanes && n % n1 == 0 && n / n1 >= lanes && fftc_vector_possible(n1) &&
           fftc_vector_possible(n / n1);
}

/* The cost of `columns` columns of m points, a full set of lanes at a time. */
static double cost_columns(const fftc_engine *engine, size_t m, size_t columns,
                           fftc_vector_plan *plan)
{
    size_t lanes = (size_t)engine->lanes;
    return (double)((columns + lanes - 1) / lanes) * fftc_vector_choose(engine, m, true, plan);
}

static void offer_split(const fftc_line_task *task, const fftc_engine *engine, size_t n1,
                        fftc_shortlist *list)
{
    fftc_vector_plan first;
    fftc_vector_plan rest;
    const size_t n2 = task->n / n1;
    double cost = cost_columns(engine, n1, n2, &first) + transpose_cost * (double)task->n;
    cost += cost_columns(engine, n2, n1, &rest);
    fftc_choice *way = fftc_line_offer(list, FFTC_LINE_GRID, cost);
    if (way != NULL) {
        fftc_choice_put(way, (size_t)engine->lanes);
        fftc_choice_put(way, n1);
        fftc_vector_write(&first, way);
        fftc_vector_write(&rest, way);
    }
}

/* If n can be a row, n1 begins with a prime of the engine's; if a row would have to be scalar, it
 * may be anything. */
static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    const size_t n = task->n;
    if (fftc_is_13_smooth(n)) {
        return;
    }
    bool few = fftc_vector_possible(n) && !fftc_line_is_narrow(n);
    size_t most = few ? FFTC_ENGINE_MAX_RADIX : FFTC_VECTOR_PRIME_MOST;
    for (size_t n1 = 2; n1 <= most && n1 <= n / n1 * 4; ++n1) {
        if (n % n1 != 0 || (few && fftc_is_13_smooth(n1))) {
            continue;
        }
        for (const fftc_engine *const *e = task->engines; *e != NULL; ++e) {
            if (can_split(n, *e, n1)) {
                offer_split(task, *e, n1, list);
            }
        }
    }
}

static bool read(const fftc_line_task *task, fftc_choice *choice, fftc_line *line, grid *own)
{
    size_t n1;
    line->engine = fftc_engine_read(choice, task->engines);
    return line->engine != NULL && fftc_choice_get(choice, 2, FFTC_VECTOR_PRIME_MOST, &n1) &&
           can_split(line->n, line->engine, n1) &&
           fftc_vector_read(choice, line->engine, n1, &own->first) && own->first.passes > 0 &&
           fftc_vector_read(choice, line->engine, line->n / n1, &own->rest) && own->rest.passes > 0;
}

/* The first column of a group: the last one overlaps the one before it. */
static size_t group_start(const fftc_line *line, size_t group)
{
    const grid *own = line->own;
    size_t lanes = (size_t)line->engine->lanes;
    size_t most = own->rest.m - lanes;
    return group * lanes < most ? group * lanes : most;
}

static size_t count_groups(const fftc_line *line)
{
    const grid *own = line->own;
    size_t lanes = (size_t)line->engine->lanes;
    return (own->rest.m + lanes - 1) / lanes;
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    grid *own = fftc_line_own(line, sizeof *own, arena, error);
    if (own == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    if (!read(task, choice, line, own)) {
        return fftc_choice_refuse(error);
    }
    size_t lanes = (size_t)line->engine->lanes;
    size_t groups = count_groups(line);
    size_t n1 = own->first.m;
    void *table = fftc_line_table(line, groups * n1 * lanes, fftc_line_item(line), arena, error);
    if (table == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    own->twiddles = table;
    for (size_t group = 0; group < groups; ++group) {
        for (size_t q = 0; q < n1; ++q) {
            double points[2 * FFTC_CIRCLE_ROW];
            fftc_circle_run(group_start(line, group) * q, q, line->n, lanes, points);
            for (size_t lane = 0; lane < lanes; ++lane) {
                fftc_table_put(line->precision, table, (group * n1 + q) * lanes + lane,
                               points[2 * lane], points[2 * lane + 1]);
            }
        }
    }
    fftc_status status =
        fftc_vector_prepare(&own->first, line->precision, line->scale, arena, error);
    return status == FFTC_SUCCESS
               ? fftc_vector_prepare(&own->rest, line->precision, 1.0, arena, error)
               : status;
}

/* Working memory: a group's results, the transposed array, and what the columns need. */
static size_t group_bytes(const fftc_line *line)
{
    const grid *own = line->own;
    return own->first.m * (size_t)line->engine->lanes * fftc_line_item(line);
}

static size_t thread_bytes(const fftc_line *line)
{
    const grid *own = line->own;
    size_t room = own->first.room > own->rest.room ? own->first.room : own->rest.room;
    return fftc_cache_lines(group_bytes(line)) + fftc_cache_lines(line->n * fftc_line_item(line)) +
           room * (size_t)line->engine->lanes * fftc_line_item(line);
}

/* Rows of `lanes` numbers become columns, n1 numbers apart. */
static void transpose(const char *rows, char *columns, size_t n1, size_t lanes, size_t item)
{
    for (size_t lane = 0; lane < lanes; ++lane) {
        char *to = columns + lane * n1 * item;
        const char *from = rows + lane * item;
        if (item == 8) {
            for (size_t q = 0; q < n1; ++q) {
                memcpy(to + 8 * q, from + 8 * lanes * q, 8);
            }
        } else {
            for (size_t q = 0; q < n1; ++q) {
                memcpy(to + 16 * q, from + 16 * lanes * q, 16);
            }
        }
    }
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    const grid *own = line->own;
    const int inverse = job->inverse;
    const fftc_engine *engine = line->engine;
    size_t lanes = (size_t)engine->lanes;
    size_t item = fftc_line_item(line);
    size_t n1 = own->first.m;
    size_t n2 = own->rest.m;
    char *group = job->work;
    char *transposed = group + fftc_cache_lines(group_bytes(line));
    char *scratch = transposed + fftc_cache_lines(line->n * item);
    for (size_t i = 0; i < count_groups(line); ++i) {
        size_t column = group_start(line, i);
        fftc_engine_edge from = {(char *)(uintptr_t)job->src + column * item, n2, (int)lanes,
                                 inverse};
        fftc_engine_edge to = {group, lanes, (int)lanes, inverse};
        fftc_vector_columns(engine, &own->first, scratch, from, to);
        engine->multiply(group, inverse, (const char *)own->twiddles + i * group_bytes(line), group,
                         inverse, n1 * lanes);
        transpose(group, transposed + column * n1 * item, n1, lanes, item);
    }
    for (size_t q = 0; q < n1; q += lanes) {
        int present = (int)(n1 - q < lanes ? n1 - q : lanes);
        fftc_engine_edge from = {transposed + q * item, n1, present, inverse};
        fftc_engine_edge to = {(char *)job->dst + q * item, n1, present, inverse};
        fftc_vector_columns(engine, &own->rest, scratch, from, to);
    }
}

const fftc_line_ops fftc_grid_line = {
    .offer = offer,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute = execute,
};
