/* SPDX-License-Identifier: MIT */
#include "cpu/engine/packed.h"
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/exact.h"
#include "cpu/engine/lane_rows.h"
#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"

/* Finds a function that is written for just these radices. */
static const fftc_packed_row *find_whole(const fftc_packed *packed, size_t first, size_t last)
{
    for (const fftc_packed_row *r = packed->whole; r->first != 0; ++r) {
        if ((size_t)r->first == first && (size_t)r->last == last) {
            return r;
        }
    }
    return NULL;
}

/* Rows are done side by side if there are enough to fill vectors of so many bits, and they have at
 * most so many points; longer rows are as fast in two passes. */
enum { LANE_ROWS_BITS = 256, LANE_ROWS_MOST = 15 };

/* Whether there are enough rows to fill vectors. The answer is the same wherever the row is carried
 * out. */
static bool has_many(const fftc_line *line)
{
    size_t number = 2 * 8 * fftc_precision_bytes(line->precision);
    return line->together >= LANE_ROWS_BITS / number && line->n <= LANE_ROWS_MOST;
}

/* Takes rows side by side, a codelet each. Reproducible rows are chosen so even if nothing carries
 * that out: one after the other they have the same bits. */
static bool take_lane_rows(fftc_line *line, const fftc_engine *const *engines,
                           const fftc_engine *engine)
{
    size_t lanes = LANE_ROWS_BITS / (8 * fftc_precision_bytes(line->precision));
    fftc_exact_model model;
    fftc_exact_pair pair = fftc_exact_pair_of(engines, engine, lanes, &model);
    const fftc_lane_rows *lane_rows = pair.runner->lane_rows;
    const fftc_packed_row *alone = find_whole(pair.runner->packed, line->n, 1);
    bool exact = fftc_engines_are_exact(engines);
    if (!has_many(line) || (lane_rows == NULL && (!exact || alone == NULL))) {
        return false;
    }
    line->kind = FFTC_LINE_PACKED;
    line->engine = pair.runner;
    line->whole = lane_rows != NULL ? lane_rows->rows[line->n] : alone->run;
    line->rows[0].first = (int)line->n;
    line->rows[0].last = 1;
    line->cost = fftc_cost_lane_row(pair.judge, (int)line->n);
    return true;
}

/* Takes the line as first * last points, if the engine has that. Columns do not affect each other,
 * nor do rows, so the bits do not depend on how many are done at a time. */
static bool take(fftc_line *line, const fftc_engine *const *engines, const fftc_engine *engine,
                 size_t first, size_t last)
{
    if (engine->packed == NULL || first * last != line->n ||
        !fftc_packed_has(engine->packed, first) ||
        (last != FFTC_PACKED_MAX_LAST && !fftc_packed_has(engine->packed, last))) {
        return false;
    }
    if (last == 1 && take_lane_rows(line, engines, engine)) {
        return true;
    }
    fftc_exact_model model;
    fftc_exact_pair pair =
        fftc_exact_pair_of(engines, engine, 2 * (first < last ? first : last), &model);
    const fftc_packed *packed = pair.runner->packed;
    const fftc_packed_row *whole = find_whole(packed, first, last);
    size_t least = engine->packed->numbers > 2 ? (size_t)engine->packed->numbers : 2;
    if (whole == NULL && (first < least || last < least)) {
        return false;
    }
    line->kind = FFTC_LINE_PACKED;
    line->engine = pair.runner;
    line->whole = whole != NULL ? whole->run : packed->two_passes;
    line->rows[0].first = (int)first;
    line->rows[0].last = (int)last;
    line->cost = fftc_cost_packed(pair.judge, (int)first, (int)last,
                                  find_whole(engine->packed, first, last) != NULL);
    return true;
}

fftc_engine_rows_run fftc_line_past(const fftc_line *line)
{
    const fftc_engine_rows *rows = &line->rows[0];
    if (line->kind != FFTC_LINE_PACKED) {
        return NULL;
    }
    if (rows->last == 1) {
        const fftc_lane_rows *lane_rows = line->engine->lane_rows;
        return lane_rows != NULL ? lane_rows->rows_past[rows->first] : NULL;
    }
    const fftc_packed_row *whole =
        find_whole(line->engine->packed, (size_t)rows->first, (size_t)rows->last);
    return whole != NULL ? whole->past : NULL;
}

/* Whether rows are so long that it pays to fetch later ones meanwhile. */
static bool may_fetch(const fftc_line *line)
{
    return line->rows[0].last != 1 && line->n * fftc_line_item(line) >= FFTC_FETCHING_LEAST_BYTES;
}

bool fftc_packed_stores_lines(const fftc_line *line, int radix)
{
    const int numbers = line->engine->packed->numbers;
    return (size_t)numbers * fftc_line_item(line) == FFTC_CACHE_LINE && radix % numbers == 0;
}

static bool fetches_past(const fftc_line *line)
{
    return fftc_packed_stores_lines(line, line->rows[0].first);
}

/* Reproducible rows of 16 points and more are faster in two passes of wider vectors than in the
 * vectors for which every instruction set has a function. */
static bool is_too_long_for_whole(size_t n, const fftc_engine *const *engines)
{
    return fftc_engines_are_exact(engines) && n >= 16;
}

/* Narrower vectors must gain that much: short rows store past the caches in the widest alone. */
#define MUCH_LESS 0.88

static bool choose_whole(const fftc_engine *const *engines, fftc_line *line)
{
    if (is_too_long_for_whole(line->n, engines)) {
        return false;
    }
    const bool compare = fftc_cost_knows_whole() && !fftc_engines_are_exact(engines);
    const fftc_line wished = *line;
    bool found = false;
    for (const fftc_engine *const *e = engines; *e != NULL && (compare || !found); ++e) {
        const fftc_packed_row *r = (*e)->packed != NULL ? (*e)->packed->whole : NULL;
        for (; r != NULL && r->first != 0; ++r) {
            fftc_line other = wished;
            if (take(&other, engines, *e, (size_t)r->first, (size_t)r->last)) {
                if (!found || other.cost < MUCH_LESS * line->cost) {
                    *line = other;
                    found = true;
                }
                break;
            }
        }
    }
    return found;
}

static bool choose_lane_rows(const fftc_engine *const *engines, fftc_line *line)
{
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        if ((*e)->packed != NULL && take_lane_rows(line, engines, *e)) {
            return true;
        }
    }
    return false;
}

static bool is_known(const fftc_line *line)
{
    return fftc_cost_knows_packed(line->engine, line->rows[0].first, line->rows[0].last);
}

bool fftc_packed_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    if (choose_lane_rows(engines, line) || choose_whole(engines, line)) {
        return true;
    }
    const fftc_line wished = *line;
    bool found = false;
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        for (size_t first = 2; first <= FFTC_PACKED_MAX_FIRST; ++first) {
            if (n % first != 0) {
                continue;
            }
            fftc_line other = wished;
            if (take(&other, engines, *e, first, n / first) && is_known(&other) &&
                (!found || other.cost < line->cost)) {
                *line = other;
                found = true;
            }
        }
    }
    return found;
}

void fftc_packed_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        for (size_t first = 2; first <= FFTC_PACKED_MAX_FIRST; ++first) {
            if (n % first != 0) {
                continue;
            }
            fftc_line line = {.n = n};
            if (take(&line, engines, *e, first, n / first)) {
                fftc_shortlist_offer(list, &line);
            }
        }
    }
}

static void write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, fftc_exact_lanes(line->engine));
    fftc_choice_put(choice, (size_t)line->rows[0].first);
    fftc_choice_put(choice, (size_t)line->rows[0].last);
}

static bool read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    size_t first;
    size_t last;
    const fftc_engine *engine = fftc_engine_read(choice, engines);
    return engine != NULL && fftc_choice_get(choice, 2, FFTC_PACKED_MAX_FIRST, &first) &&
           fftc_choice_get(choice, 1, FFTC_PACKED_MAX_LAST, &last) &&
           take(line, engines, engine, first, last);
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
    char *table = fftc_arena_reserve(arena, groups * (r1 - 1) + (apart ? 0 : 1), bytes);
    if (table == NULL) {
        (void)fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                        line->n);
        return NULL;
    }
    char *at = table;
    for (size_t group = 0; group < groups; ++group) {
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

void *fftc_packed_turns(const fftc_line *line, size_t r1, size_t m, double scale, fftc_arena *arena,
                        fftc_error *error)
{
    return make_twiddles(line, r1, m, scale, false, arena, error);
}

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    (void)engines;
    (void)given;
    fftc_engine_rows *rows = &line->rows[0];
    rows->scale = line->scale;
    if (rows->last > 1) {
        rows->twiddles = fftc_packed_twiddles(line, (size_t)rows->first, (size_t)rows->last,
                                              line->scale, arena, error);
        if (rows->twiddles == NULL) {
            return FFTC_OUT_OF_MEMORY;
        }
    }
    rows->count = 1;
    line->fetches = may_fetch(line);
    line->rows[1] = *rows;
    line->rows[1].inverse = 1;
    return FFTC_SUCCESS;
}

const fftc_line_ops fftc_packed_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .execute = fftc_line_call,
    .fetches_past = fetches_past,
};
