/* SPDX-License-Identifier: MIT
 *
 * Rader's method (rader.h) for short primes, n - 1 = r1 r2, in one call and without arrays in
 * between (packed_rader_tmpl.h). Radices without a common factor need no twiddles (Good 1958,
 * Thomas 1963); Rader's permutations absorb the order in which they have their numbers.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/codelet_gain.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/lines/rader.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/tables/circle.h"
#include "support/smooth.h"

static bool has_radix(size_t r)
{
    return r >= FFTC_RADER_LEAST && r <= FFTC_PACKED_MAX_RADIX;
}

/* Reproducible plans have none: there are no exact units of packed numbers. */
static bool suits(const fftc_line_task *task)
{
    const size_t most = FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_RADIX + 1;
    return task->n > 2 && task->n <= most && !fftc_engines_are_exact(task->engines) &&
           fftc_rader_generator(task->n) != 0;
}

/* Whether the engine has it with r1 = first. */
static bool has_way(const fftc_engine *engine, size_t n, size_t first)
{
    const size_t last = (n - 1) / first;
    return engine->packed != NULL && engine->packed->rader != NULL && first * last == n - 1 &&
           has_radix(first) && has_radix(last);
}

static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    const bool rough = task->wish.care != FFTC_CARE_NONE && task->smooth;
    if (rough || !fftc_task_may_convolve(task) || !suits(task)) {
        return;
    }
    for (const fftc_engine *const *e = task->engines; *e != NULL; ++e) {
        for (size_t first = FFTC_RADER_LEAST; first <= FFTC_PACKED_MAX_RADIX; ++first) {
            const size_t last = (task->n - 1) / first;
            fftc_choice *way = NULL;
            if (has_way(*e, task->n, first)) {
                way = fftc_line_offer(list, FFTC_LINE_SHORT_RADER,
                                      fftc_cost_short_rader(*e, (int)first, (int)last,
                                                            fftc_are_coprime(first, last)));
            }
            if (way != NULL) {
                fftc_choice_put(way, (size_t)(*e)->lanes);
                fftc_choice_put(way, first);
            }
        }
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

/* r1 columns of r2 numbers, or the other way round, in groups of as many as a vector has; the last
 * one overlaps the one before. */
typedef struct grouping {
    size_t r1;
    size_t r2;
    size_t numbers;
    size_t groups; /* of columns */
    size_t chunks; /* of rows */
    bool coprime;
} grouping;

static grouping grouping_of(const fftc_line *line)
{
    grouping g = {.r1 = (size_t)line->rows[0].first,
                  .r2 = (size_t)line->rows[0].last,
                  .numbers = (size_t)line->engine->packed->numbers};
    g.groups = (g.r2 + g.numbers - 1) / g.numbers;
    g.chunks = (g.r1 + g.numbers - 1) / g.numbers;
    g.coprime = fftc_are_coprime(g.r1, g.r2);
    return g;
}

static size_t overlapped(size_t i, size_t count, const grouping *g)
{
    return i / g->numbers * g->numbers + g->numbers <= count ? i
                                                             : count - g->numbers + i % g->numbers;
}

/* Which number of the convolution is number q of a column. */
static size_t number_at(const grouping *g, size_t q, size_t column)
{
    return (q * g->r2 + column * (g->coprime ? g->r1 : 1)) % (g->r1 * g->r2);
}

/* The frequency that is number f of a row. */
static size_t frequency_at(const grouping *g, size_t row, size_t f)
{
    size_t k = g->coprime ? f : row + g->r1 * f;
    while (k % g->r1 != row) {
        k += g->r2;
    }
    return k;
}

static void fill_places(const fftc_line *line, const uint32_t *order,
                        const fftc_packed_rader *tables)
{
    const grouping g = grouping_of(line);
    uint32_t item = (uint32_t)fftc_line_item(line);
    size_t at = 0;
    for (size_t group = 0; group < g.groups; ++group) {
        for (size_t q = 0; q < g.r1; ++q) {
            for (size_t i = 0; i < g.numbers; ++i, ++at) {
                size_t a = number_at(&g, q, overlapped(group * g.numbers + i, g.r2, &g));
                uint32_t k = order[a == 0 ? 0 : line->n - 1 - a];
                tables->src[at] = item * order[a];
                tables->dst[0][at] = item * k;
                tables->dst[1][at] = item * ((uint32_t)line->n - k);
            }
        }
    }
}

static void fill_factors(const fftc_line *line, const void *spectrum, void *factors)
{
    const grouping g = grouping_of(line);
    size_t at = 0;
    for (size_t chunk = 0; chunk < g.chunks; ++chunk) {
        for (size_t f = 0; f < g.r2; ++f, at += 2 * g.numbers) {
            for (size_t i = 0; i < g.numbers; ++i) {
                size_t k = frequency_at(&g, overlapped(chunk * g.numbers + i, g.r1, &g), f);
                double re = fftc_table_get(line->precision, spectrum, 2 * k);
                double im = fftc_table_get(line->precision, spectrum, 2 * k + 1);
                fftc_table_put(line->precision, factors, at + i, re, re);
                fftc_table_put(line->precision, factors, at + g.numbers + i, -im, im);
            }
        }
    }
}

static fftc_packed_rader *allocate(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    const grouping g = grouping_of(line);
    size_t places = g.groups * g.r1 * g.numbers;
    size_t factors = g.chunks * g.r2 * g.numbers;
    fftc_packed_rader *tables = fftc_arena_allocate(arena, 1, sizeof *tables);
    if (tables == NULL ||
        (tables->src = fftc_arena_allocate(arena, places, sizeof(uint32_t))) == NULL ||
        (tables->dst[0] = fftc_arena_allocate(arena, places, sizeof(uint32_t))) == NULL ||
        (tables->dst[1] = fftc_arena_allocate(arena, places, sizeof(uint32_t))) == NULL ||
        (tables->factors = fftc_arena_allocate(arena, 2 * factors, fftc_line_item(line))) == NULL) {
        (void)fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", line->n);
        return NULL;
    }
    if (!g.coprime) {
        tables->twiddles = fftc_packed_twiddles(line, g.r1, g.r2, 1.0, arena, error);
    }
    return g.coprime || tables->twiddles != NULL ? tables : NULL;
}

/* Prepares the line: results times scale, and factors that correct the given excess. */
static fftc_status fill(fftc_line *line, const fftc_packed_rader *tables, double scale,
                        double excess, const fftc_allocator *allocator, fftc_error *error)
{
    fftc_arena scratch = {.allocator = *allocator};
    fftc_rader rader;
    fftc_status status =
        fftc_rader_tables(line->engine, line->n, scale, excess, &scratch, &rader, error);
    if (status == FFTC_SUCCESS) {
        fill_places(line, rader.order, tables);
        fill_factors(line, rader.spectrum, tables->factors);
        line->rows[0].scale = scale;
        line->rows[0].count = 1;
        line->rows[0].context = tables;
        line->rows[1] = line->rows[0];
        line->rows[1].inverse = 1;
    }
    fftc_arena_release(&scratch);
    return status;
}

/* The excess of the line as a whole is that of both transforms; fftc_gain_of_line doubles it. */
static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    size_t first;
    double excess = 0.0;
    line->engine = fftc_engine_read(choice, task->engines);
    if (line->engine == NULL || !suits(task) ||
        !fftc_choice_get(choice, FFTC_RADER_LEAST, FFTC_PACKED_MAX_RADIX, &first) ||
        !has_way(line->engine, line->n, first)) {
        return fftc_choice_refuse(error);
    }
    line->run_rows = line->engine->packed->rader;
    line->rows[0].first = (int)first;
    line->rows[0].last = (int)((line->n - 1) / first);
    const fftc_packed_rader *tables = allocate(line, arena, error);
    if (tables == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    fftc_status status = fill(line, tables, 1.0, 0.0, &arena->allocator, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_gain_of_line(line, &arena->allocator, &excess, error);
    }
    return status == FFTC_SUCCESS
               ? fill(line, tables, line->scale, 0.5 * excess, &arena->allocator, error)
               : status;
}

const fftc_line_ops fftc_short_rader_line = {
    .offer = offer,
    .prepare = prepare,
    .convolves = true,
};
