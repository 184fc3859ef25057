/* SPDX-License-Identifier: MIT */
#include "cpu/engine/line.h"

#include <math.h>
#include <string.h>

#include "cpu/engine/circle.h"
#include "cpu/engine/cost.h"

static size_t complex_bytes(const fftc_line *line)
{
    return 2 * fftc_precision_bytes(line->precision);
}

/* --- row
 * ------------------------------------------------------------------------------------------------ */

/* The cheapest way over all engines and first radices. */
static void choose_row(size_t n, const fftc_engine *const *engines, fftc_line *line)
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
                line->fused = NULL;
                line->rest = rest;
            }
            continue;
        }
        for (int r = 2; r <= (*e)->lanes && r <= FFTC_ENGINE_MAX_RADIX; ++r) {
            size_t m = n / (size_t)r;
            /* Below 8 points a codelet alone is as fast, and rounds less: it has no twiddles. */
            if (n % (size_t)r != 0 || m < lanes || n < 8) {
                continue;
            }
            double groups = (double)((m + lanes - 1) / lanes);
            double cost = groups * fftc_cost_butterfly(*e, FFTC_COST_ROW, r) +
                          fftc_vector_choose(*e, m, false, &rest);
            void (*fused)(const void *, void *, int, const void *, double) = NULL;
            if (r == (*e)->lanes && m <= FFTC_ENGINE_MAX_RADIX && (*e)->radix[m] != NULL) {
                fused = (*e)->radix[m]->fused;
                cost *= fused != NULL ? FFTC_COST_FUSED : 1.0;
            }
            if (cost < line->cost) {
                line->cost = cost;
                line->engine = *e;
                line->radix = r;
                line->fused = fused;
                line->rest = rest;
            }
        }
    }
}

static fftc_status prepare_row(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    if (line->radix == 0) {
        return fftc_vector_prepare(&line->rest, line->precision, line->scale, arena, error);
    }
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = line->rest.m;
    size_t r = (size_t)line->radix;
    size_t groups = (m + lanes - 1) / lanes;
    size_t item = complex_bytes(line);
    char *table = fftc_arena_allocate(arena, groups * (r - 1) * lanes, item);
    if (table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         line->n);
    }
    line->twiddles = table;
    for (size_t group = 0; group < groups; ++group) {
        size_t base = group + 1 < groups ? group * lanes : m - lanes;
        for (size_t q = 1; q < r; ++q) {
            for (size_t lane = 0; lane < lanes; ++lane) {
                double w[2];
                fftc_circle((base + fftc_engine_column(line->engine, lane)) * q, line->n, w);
                fftc_table_put_lane(line->precision, table, lanes, lane, line->scale * w[0],
                                    line->scale * w[1]);
            }
            table += lanes * item;
        }
    }
    return fftc_vector_prepare(&line->rest, line->precision, 1.0, arena, error);
}

static void execute_row(const fftc_line *line, void *work, const void *src, void *dst, int inverse)
{
    fftc_engine_edge to = {dst, (size_t)line->radix, line->radix, inverse};
    if (line->radix == 0) {
        fftc_engine_edge from = {(void *)(uintptr_t)src, 1, 1, inverse};
        to.stride = 1;
        to.lanes = 1;
        fftc_vector_columns(line->engine, &line->rest, work, from, to);
        return;
    }
    if (line->fused != NULL) {
        line->fused(src, dst, inverse, line->twiddles, line->scale);
        return;
    }
    line->engine->radix[line->radix]->row(src, inverse, line->rest.m, work, line->twiddles,
                                          line->scale);
    fftc_vector_store(line->engine, &line->rest, work, to);
}

/* --- long
 * --------------------------------------------------------------------------------------------------- */

static void choose_long(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    const fftc_engine *engine = engines[0];
    size_t lanes = (size_t)engine->lanes;
    line->engine = engine;
    line->cost = 1e300;
    /* Very unequal factors never win, and cost time to look at: between n2 / 16 and 16 n2 only. */
    for (size_t n1 = lanes; n1 <= n / lanes && n1 <= 16 * (n / n1); ++n1) {
        fftc_vector_plan first;
        fftc_vector_plan second;
        if (n % n1 != 0 || n / n1 > 16 * n1) {
            continue;
        }
        size_t n2 = n / n1;
        double group1 = fftc_vector_choose(engine, n1, true, &first) + 8.0 * (double)n1;
        double group2 = fftc_vector_choose(engine, n2, true, &second);
        double cost = group1 * (double)((n2 + lanes - 1) / lanes) +
                      group2 * (double)((n1 + lanes - 1) / lanes);
        if (first.passes >= 2 && second.passes >= 2 && cost < line->cost) {
            line->cost = cost;
            line->rest = first;
            line->second = second;
        }
    }
    line->cost += (double)n / (double)lanes * 40.0;
}

static fftc_status prepare_long(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    size_t lanes = (size_t)line->engine->lanes;
    size_t n1 = line->rest.m;
    size_t n2 = line->second.m;
    size_t groups = (n2 + lanes - 1) / lanes;
    size_t item = complex_bytes(line);
    char *by_lane = fftc_arena_allocate(arena, n1 * lanes, item);
    char *by_column = fftc_arena_allocate(arena, n1 * groups, item);
    if (by_lane == NULL || by_column == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         line->n);
    }
    line->twiddles = by_lane;
    line->column_twiddles = by_column;
    for (size_t k = 0; k < n1; ++k) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            double w[2];
            fftc_circle(k * fftc_engine_column(line->engine, lane) % line->n, line->n, w);
            fftc_table_put_lane(line->precision, by_lane + k * lanes * item, lanes, lane, w[0],
                                w[1]);
        }
    }
    for (size_t group = 0; group < groups; ++group) {
        for (size_t k = 0; k < n1; ++k) {
            double w[2];
            fftc_circle(k * group * lanes % line->n, line->n, w);
            fftc_table_put(line->precision, by_column, group * n1 + k, w[0], w[1]);
        }
    }
    fftc_status status =
        fftc_vector_prepare(&line->rest, line->precision, line->scale, arena, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    return fftc_vector_prepare(&line->second, line->precision, 1.0, arena, error);
}

typedef struct trip {
    const fftc_line *line;
    char *work;
    const char *src;
    char *middle; /* the intermediate: dst, or a scratch array if dst is src */
    char *dst;
    int inverse;
} trip;

static void first_trip(void *context, int thread, size_t begin, size_t end)
{
    const trip *t = context;
    const fftc_line *line = t->line;
    size_t lanes = (size_t)line->engine->lanes;
    size_t n1 = line->rest.m;
    size_t n2 = line->second.m;
    size_t item = complex_bytes(line);
    char *work = t->work + (size_t)thread * fftc_line_thread_bytes(line);
    char *sorted = work + n1 * lanes * item;
    for (size_t group = begin; group < end; ++group) {
        size_t column = group * lanes;
        int present = n2 - column < lanes ? (int)(n2 - column) : (int)lanes;
        fftc_engine_edge from = {(void *)(uintptr_t)(t->src + column * item), n2, present,
                                 t->inverse};
        fftc_engine_edge to = {t->middle + column * n1 * item, n1, present, 0};
        fftc_vector_load_sorted(line->engine, &line->rest, work, from, sorted);
        line->engine->transpose(sorted, n1, to, line->twiddles,
                                (const char *)line->column_twiddles + group * n1 * item);
    }
}

static void second_trip(void *context, int thread, size_t begin, size_t end)
{
    const trip *t = context;
    const fftc_line *line = t->line;
    size_t lanes = (size_t)line->engine->lanes;
    size_t n1 = line->rest.m;
    size_t item = complex_bytes(line);
    char *work = t->work + (size_t)thread * fftc_line_thread_bytes(line);
    for (size_t group = begin; group < end; ++group) {
        size_t column = group * lanes;
        int present = n1 - column < lanes ? (int)(n1 - column) : (int)lanes;
        fftc_engine_edge from = {t->middle + column * item, n1, present, 0};
        fftc_engine_edge to = {t->dst + column * item, n1, present, t->inverse};
        fftc_vector_columns(line->engine, &line->second, work, from, to);
    }
}

static void execute_long(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                         const void *src, void *dst, int inverse)
{
    size_t lanes = (size_t)line->engine->lanes;
    trip t = {line, work, src, src == dst ? shared : dst, dst, inverse};
    fftc_parallel(team, (line->second.m + lanes - 1) / lanes, first_trip, &t);
    fftc_parallel(team, (line->rest.m + lanes - 1) / lanes, second_trip, &t);
}

/* --- chirp
 * ------------------------------------------------------------------------------------------------------ */

/* The cheapest length that holds the linear convolution, among the products of 2, 3, 5 and 7 (at
 * least a factor 4) up to a fifth longer than needed. */
typedef struct convolution {
    const fftc_engine *const *engines;
    size_t least;
    size_t most;
    size_t best;
    double best_cost;
} convolution;

static void try_length(convolution *c, size_t m)
{
    fftc_line candidate = {.n = m};
    choose_row(m, c->engines, &candidate);
    if (candidate.cost < c->best_cost) {
        c->best_cost = candidate.cost;
        c->best = m;
    }
}

/* All products m * (primes from number `next` on) in the range. */
static void try_multiples(convolution *c, size_t m, int next)
{
    static const size_t primes[] = {7, 5, 3, 2};
    if (next == 4) {
        if (m >= c->least) {
            try_length(c, m);
        }
        return;
    }
    for (; m <= c->most; m *= primes[next]) {
        /* Of the last prime only the first power that is long enough: the next is twice that. */
        if (next < 3 || m >= c->least) {
            try_multiples(c, m, next + 1);
        }
    }
}

static size_t choose_convolution(size_t n, const fftc_engine *const *engines)
{
    size_t least = 2 * n - 1;
    convolution c = {engines, least, least + least / 5 + 16, 0, 1e300};
    try_multiples(&c, 4, 0);
    return c.best;
}

static fftc_status prepare_chirp(fftc_line *line, const fftc_engine *const *engines,
                                 fftc_arena *arena, fftc_error *error)
{
    size_t n = line->n;
    size_t m = choose_convolution(n, engines);
    size_t item = complex_bytes(line);
    fftc_line *inner = fftc_arena_allocate(arena, 1, sizeof *inner);
    char *chirp = fftc_arena_allocate(arena, n, item);
    char *filter = fftc_arena_allocate(arena, m, item);
    char *spectrum = fftc_arena_allocate(arena, m, item);
    if (inner == NULL || chirp == NULL || filter == NULL || spectrum == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the chirp of %zu points", n);
    }
    fftc_status status = fftc_line_prepare(m, engines, 1.0, arena, inner, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    char *work = fftc_arena_allocate(arena, 1, fftc_line_thread_bytes(inner));
    if (work == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", n);
    }
    size_t square = 0; /* k^2 mod 2n */
    double factor = line->scale / (double)m;
    for (size_t k = 0; k < n; ++k) {
        double w[2];
        fftc_circle(square, 2 * n, w);
        fftc_table_put(line->precision, chirp, k, w[0], w[1]);
        fftc_table_put(line->precision, filter, k, factor * w[0], factor * -w[1]);
        if (k > 0) {
            fftc_table_put(line->precision, filter, m - k, factor * w[0], factor * -w[1]);
        }
        square = (square + 2 * k + 1) % (2 * n);
    }
    fftc_team alone = {1};
    fftc_line_execute(inner, &alone, work, NULL, filter, spectrum, 0);
    line->inner = inner;
    line->chirp = chirp;
    line->spectrum = spectrum;
    line->engine = inner->engine;
    return FFTC_SUCCESS;
}

/* shared: two arrays of the inner length. */
static void execute_chirp(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                          const void *src, void *dst, int inverse)
{
    const fftc_line *inner = line->inner;
    size_t item = complex_bytes(line);
    char *a = shared;
    char *b = a + inner->n * item;
    line->engine->multiply(src, inverse, line->chirp, a, 0, line->n);
    memset(a + line->n * item, 0, (inner->n - line->n) * item);
    fftc_line_execute(inner, team, work, NULL, a, b, 0);
    line->engine->multiply(b, 0, line->spectrum, b, 0, inner->n);
    fftc_line_execute(inner, team, work, NULL, b, a, 1);
    line->engine->multiply(a, 0, line->chirp, dst, inverse, line->n);
}

/* --- any length
 * -------------------------------------------------------------------------------------------------- */

/* Beyond this a row's working memory leaves the second-level cache. */
static const size_t longest_row_bytes = 128 * 1024;

fftc_status fftc_line_prepare(size_t n, const fftc_engine *const *engines, double scale,
                              fftc_arena *arena, fftc_line *line, fftc_error *error)
{
    memset(line, 0, sizeof *line);
    line->n = n;
    line->precision = engines[0]->precision;
    line->scale = scale;
    if (n == 1) {
        line->kind = FFTC_LINE_COPY;
        return FFTC_SUCCESS;
    }
    if (!fftc_vector_smooth(n)) {
        line->kind = FFTC_LINE_CHIRP;
        return prepare_chirp(line, engines, arena, error);
    }
    if (n * complex_bytes(line) > longest_row_bytes) {
        choose_long(n, engines, line);
        if (line->cost < 1e300) {
            line->kind = FFTC_LINE_LONG;
            return prepare_long(line, arena, error);
        }
    }
    line->kind = FFTC_LINE_ROW;
    choose_row(n, engines, line);
    return prepare_row(line, arena, error);
}

static size_t largest(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t fftc_line_thread_bytes(const fftc_line *line)
{
    size_t item = complex_bytes(line);
    size_t bytes = 0;
    switch (line->kind) {
    case FFTC_LINE_COPY: break;
    case FFTC_LINE_ROW:
        bytes = line->fused != NULL ? 0 : line->rest.m * (size_t)line->engine->lanes * item;
        break;
    case FFTC_LINE_LONG:
        bytes = largest(2 * line->rest.m, line->second.m) * (size_t)line->engine->lanes * item;
        break;
    case FFTC_LINE_CHIRP: bytes = fftc_line_thread_bytes(line->inner); break;
    }
    return (bytes + 63) & ~(size_t)63;
}

size_t fftc_line_shared_bytes(const fftc_line *line, bool in_place)
{
    switch (line->kind) {
    case FFTC_LINE_LONG: return in_place ? line->n * complex_bytes(line) : 0;
    case FFTC_LINE_CHIRP: return 2 * line->inner->n * complex_bytes(line);
    default: return 0;
    }
}

static void execute_copy(const fftc_line *line, const void *src, void *dst)
{
    if (line->precision == FFTC_FLOAT64) {
        for (int part = 0; part < 2; ++part) {
            ((double *)dst)[part] = ((const double *)src)[part] * line->scale;
        }
    } else {
        for (int part = 0; part < 2; ++part) {
            ((float *)dst)[part] = ((const float *)src)[part] * (float)line->scale;
        }
    }
}

void fftc_line_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                       const void *src, void *dst, int inverse)
{
    switch (line->kind) {
    case FFTC_LINE_COPY: execute_copy(line, src, dst); break;
    case FFTC_LINE_ROW: execute_row(line, work, src, dst, inverse); break;
    case FFTC_LINE_LONG: execute_long(line, team, work, shared, src, dst, inverse); break;
    case FFTC_LINE_CHIRP: execute_chirp(line, team, work, shared, src, dst, inverse); break;
    }
}
