/* SPDX-License-Identifier: MIT
 *
 * Short smooth rows, r1 * r2 points with both at most 16, or a longer one: units/packed.c; many
 * rows of up to 15 points side by side: units/lane_rows.c.
 */
#include "cpu/engine/packed.h"
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/exact.h"
#include "cpu/engine/lane_rows.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/machine.h"
#include "cpu/engine/tables/circle.h"

/* Finds a function that is written for just these radices. */
static const fftc_packed_row *find_fixed(const fftc_packed *packed, size_t first, size_t last)
{
    for (const fftc_packed_row *r = packed->fixed; r->first != 0; ++r) {
        if ((size_t)r->first == first && (size_t)r->last == last) {
            return r;
        }
    }
    return NULL;
}

/* Rows are done side by side if there are enough to fill vectors of so many bits. */
enum { LANE_ROWS_BITS = 256 };

/* A row of first * last points. */
typedef struct packed_way {
    const fftc_engine *runner;
    fftc_engine_rows_run run;
    fftc_engine_rows_run nontemporal; /* with non-temporal stores, or NULL */
    size_t first;
    size_t last;
    double cost;
} packed_way;

/* Whether there are enough rows to fill vectors. The answer does not depend on where the row is
 * carried out. */
static bool has_many(const fftc_line_task *task)
{
    size_t number = 2 * 8 * fftc_precision_bytes(task->engines[0]->precision);
    return task->wish.batch >= LANE_ROWS_BITS / number && task->n <= FFTC_LANE_ROWS_MOST;
}

/* Takes rows side by side, a codelet each. Reproducible rows are chosen so even if nothing carries
 * that out: one after the other they have the same bits. */
static bool take_lane_rows(const fftc_line_task *task, const fftc_engine *engine, packed_way *way)
{
    if (engine->packed == NULL || !has_many(task)) {
        return false;
    }
    size_t lanes = LANE_ROWS_BITS / (8 * fftc_precision_bytes(engine->precision));
    fftc_exact_model model;
    fftc_exact_pair pair = fftc_exact_pair_of(task->engines, engine, lanes, &model);
    const fftc_lane_rows *lane_rows = pair.runner->lane_rows;
    const fftc_packed_row *alone = find_fixed(pair.runner->packed, task->n, 1);
    bool exact = fftc_engines_are_exact(task->engines);
    if (lane_rows == NULL && (!exact || alone == NULL)) {
        return false;
    }
    way->runner = pair.runner;
    way->run = lane_rows != NULL ? lane_rows->rows[task->n] : alone->run;
    way->nontemporal = lane_rows != NULL ? lane_rows->rows_nontemporal[task->n] : NULL;
    way->first = task->n;
    way->last = 1;
    way->cost = fftc_cost_lane_row(pair.judge, (int)task->n);
    return true;
}

/* Takes the line as first * last points, if the engine has that. Columns do not affect each other,
 * nor do rows, so the bits do not depend on how many are done at a time. */
static bool take(const fftc_line_task *task, const fftc_engine *engine, size_t first, size_t last,
                 packed_way *way)
{
    if (engine->packed == NULL || first * last != task->n ||
        !fftc_packed_has(engine->packed, first) ||
        (last != FFTC_PACKED_MAX_LAST && !fftc_packed_has(engine->packed, last))) {
        return false;
    }
    if (last == 1 && take_lane_rows(task, engine, way)) {
        return true;
    }
    fftc_exact_model model;
    fftc_exact_pair pair =
        fftc_exact_pair_of(task->engines, engine, 2 * (first < last ? first : last), &model);
    const fftc_packed *packed = pair.runner->packed;
    const fftc_packed_row *fixed = find_fixed(packed, first, last);
    size_t least = engine->packed->numbers > 2 ? (size_t)engine->packed->numbers : 2;
    if (fixed == NULL && (first < least || last < least)) {
        return false;
    }
    way->runner = pair.runner;
    way->run = fixed != NULL ? fixed->run : packed->two_passes;
    way->nontemporal = fixed != NULL ? fixed->nontemporal : NULL;
    way->first = first;
    way->last = last;
    way->cost = fftc_cost_packed(pair.judge, (int)first, (int)last,
                                 find_fixed(engine->packed, first, last) != NULL);
    return true;
}

/* Whether rows are so long that prefetching later ones pays. */
static bool may_prefetch(const fftc_line *line)
{
    return line->rows[0].last != 1 && line->n * fftc_line_item(line) >= FFTC_PREFETCH_LEAST_BYTES;
}

bool fftc_packed_stores_lines(const fftc_line *line, int radix)
{
    const int numbers = line->engine->packed->numbers;
    return (size_t)numbers * fftc_line_item(line) == FFTC_CACHE_LINE && radix % numbers == 0;
}

static bool prefetches_nontemporal(const fftc_line *line)
{
    return fftc_packed_stores_lines(line, line->rows[0].first);
}

static void offer_way(const packed_way *way, fftc_shortlist *list)
{
    fftc_choice *choice = fftc_line_offer(list, FFTC_LINE_PACKED, way->cost);
    if (choice != NULL) {
        fftc_choice_put(choice, fftc_exact_lanes(way->runner));
        fftc_choice_put(choice, way->first);
        fftc_choice_put(choice, way->last);
    }
}

/* Reproducible rows of 16 points and more are faster in two passes of wider vectors than in the
 * vectors for which every instruction set has a function. */
static bool is_too_long_for_fixed(const fftc_line_task *task)
{
    return fftc_engines_are_exact(task->engines) && task->n >= 16;
}

/* Narrower vectors must gain that much: short rows have non-temporal stores in the widest alone. */
#define MUCH_LESS 0.88

static bool find_by_fixed(const fftc_line_task *task, packed_way *best)
{
    const bool compare = fftc_machine_here()->knows_fixed && !fftc_engines_are_exact(task->engines);
    bool found = false;
    for (const fftc_engine *const *e = task->engines; *e != NULL && (compare || !found); ++e) {
        const fftc_packed_row *r = (*e)->packed != NULL ? (*e)->packed->fixed : NULL;
        packed_way way;
        while (r != NULL && r->first != 0 &&
               !take(task, *e, (size_t)r->first, (size_t)r->last, &way)) {
            ++r;
        }
        if (r != NULL && r->first != 0 && (!found || way.cost < MUCH_LESS * best->cost)) {
            *best = way;
            found = true;
        }
    }
    return found;
}

static bool find_lane_rows(const fftc_line_task *task, packed_way *way)
{
    const fftc_engine *const *e = task->engines;
    while (*e != NULL && !take_lane_rows(task, *e, way)) {
        ++e;
    }
    return *e != NULL;
}

/* Rows by a function of their own need no comparison with other packed rows. Nor do packed rows of
 * short radices with other kinds: they are at most a few percent slower, mostly much faster, and
 * planned in a fraction of the time. */
static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    packed_way way;
    if (!task->measure && (find_lane_rows(task, &way) ||
                           (!is_too_long_for_fixed(task) && find_by_fixed(task, &way)))) {
        offer_way(&way, list);
    } else if (task->n <= FFTC_PACKED_MAX_FIRST * FFTC_PACKED_MAX_LAST) {
        for (const fftc_engine *const *e = task->engines; *e != NULL; ++e) {
            for (size_t first = 2; first <= FFTC_PACKED_MAX_FIRST; ++first) {
                const size_t last = task->n / first;
                if (take(task, *e, first, last, &way) &&
                    (task->measure || fftc_cost_knows_packed(way.runner, (int)first, (int)last))) {
                    offer_way(&way, list);
                }
            }
        }
    }
    const uint32_t *word = list->choice[0].word;
    list->settled =
        list->count > 0 && word[2] <= FFTC_PACKED_MAX_RADIX && word[3] <= FFTC_PACKED_MAX_RADIX;
}

/* Twiddles of r1 - 1 outputs for each group of columns; the last group ends with column m - 1. Each
 * is numbers, or `apart` two vectors, (re, re) and (-im, im) of each number. */
static void *make_twiddles(const fftc_line *line, size_t r1, size_t m, double scale, bool apart,
                           fftc_arena *arena, fftc_error *error)
{
    const size_t numbers = (size_t)line->engine->packed->numbers;
    const size_t groups = (m + numbers - 1) / numbers;
    const size_t bytes = (apart ? 2 : 1) * numbers * fftc_line_item(line);
    /* One more, because the last number is also loaded from its middle on. */
    char *table = fftc_line_table(line, groups * (r1 - 1) + (apart ? 0 : 1), bytes, arena, error);
    char *at = table;
    for (size_t group = 0; table != NULL && group < groups; ++group) {
        size_t base = group + 1 < groups ? group * numbers : m - numbers;
        for (size_t q = 1; q < r1; ++q) {
            double points[2 * FFTC_CIRCLE_ROW];
            fftc_circle_run(base * q, q, r1 * m, numbers, points);
            for (size_t i = 0; i < numbers; ++i) {
                double re = scale * points[2 * i];
                double im = scale * points[2 * i + 1];
                fftc_table_put(line->precision, at, i, re, apart ? re : im);
                if (apart) {
                    fftc_table_put(line->precision, at, numbers + i, -im, im);
                }
            }
            at += bytes;
        }
    }
    return table;
}

void *fftc_packed_twiddles(const fftc_line *line, size_t r1, size_t m, double scale,
                           fftc_arena *arena, fftc_error *error)
{
    return make_twiddles(line, r1, m, scale, true, arena, error);
}

void *fftc_packed_twiddle_numbers(const fftc_line *line, size_t r1, size_t m, double scale,
                                  fftc_arena *arena, fftc_error *error)
{
    return make_twiddles(line, r1, m, scale, false, arena, error);
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    packed_way way;
    size_t first;
    size_t last;
    const fftc_engine *engine = fftc_engine_read(choice, task->engines);
    if (engine == NULL || !fftc_choice_get(choice, 2, FFTC_PACKED_MAX_FIRST, &first) ||
        !fftc_choice_get(choice, 1, FFTC_PACKED_MAX_LAST, &last) ||
        !take(task, engine, first, last, &way)) {
        return fftc_choice_refuse(error);
    }
    fftc_engine_rows *rows = &line->rows[0];
    line->engine = way.runner;
    line->run_rows = way.run;
    line->nontemporal = way.nontemporal;
    rows->first = (int)first;
    rows->last = (int)last;
    rows->scale = line->scale;
    rows->count = 1;
    if (last > 1) {
        rows->twiddles = fftc_packed_twiddles(line, first, last, line->scale, arena, error);
        if (rows->twiddles == NULL) {
            return FFTC_OUT_OF_MEMORY;
        }
    }
    line->prefetches = may_prefetch(line);
    line->rows[1] = *rows;
    line->rows[1].inverse = 1;
    return FFTC_SUCCESS;
}

const fftc_line_ops fftc_packed_line = {
    .offer = offer,
    .prepare = prepare,
    .prefetches_nontemporal = prefetches_nontemporal,
};
