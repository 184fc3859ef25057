/* SPDX-License-Identifier: MIT
 *
 * Rows and long rows that take ranges themselves: pruned.h, line_kinds.h.
 */
#include "cpu/engine/pruned.h"

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/exact.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"

static bool is_part(fftc_range range, size_t n)
{
    return range.begin != 0 || range.end != n;
}

bool fftc_pruned_wished(const fftc_line *line)
{
    return is_part(line->src_range, line->n) || is_part(line->dst_range, line->n);
}

bool fftc_pruned_turns(const fftc_line *line)
{
    return is_part(line->src_range, line->n) || line->first_output != 0;
}

bool fftc_pruned_leaves_out(const fftc_line *line)
{
    return is_part(line->dst_range, line->n);
}

/* What follows from the ranges, the radix and the rest. */
static void complete(fftc_line *line)
{
    size_t r = (size_t)line->radix;
    size_t first = (size_t)(line->dst_range.begin - line->dst_range.begin % r);
    size_t end = (size_t)line->dst_range.end - first;
    line->first_output = first;
    line->window.vectors = (end + r - 1) / r;
    line->window.head = (size_t)line->dst_range.begin - first;
    line->window.tail = end - (line->window.vectors - 1) * r;
    line->window.next = 1;
    line->source = fftc_pruned_source_make((size_t)line->src_range.begin,
                                           (size_t)line->src_range.end, line->rest.m);
}

bool fftc_pruned_suits(const fftc_line *line)
{
    bool row = line->kind == FFTC_LINE_ROW || line->kind == FFTC_LINE_LONG;
    if (!row || line->engine->pruned == NULL || line->radix < 2 ||
        line->radix > FFTC_ENGINE_MAX_CODELET || line->rest.passes == 0) {
        return false;
    }
    const fftc_pruned_radix *const *radix = line->engine->pruned->radix;
    int last = line->rest.radix[line->rest.passes - 1];
    return radix[line->radix] != NULL && (!is_part(line->dst_range, line->n) ||
                                          (last <= FFTC_ENGINE_MAX_CODELET && radix[last] != NULL));
}

/* --- what it costs ---------------------------------------------------------------------------- */

/* The cost of butterflies of which only some elements exist, or are wanted, as a part of that of
 * whole ones; from measured rows. */
static double share(const fftc_line *line, size_t count, size_t radix, bool first)
{
    int classes = line->engine->pruned->radix[radix]->classes;
    if (count <= 1 && (first || classes)) {
        return first ? 0.55 : 0.5;
    }
    if (!classes) {
        return first ? 1.15 : 1.0;
    }
    if (4 * count <= radix + 3) {
        return first ? 0.75 : 0.6;
    }
    return 2 * count <= radix + 1 ? 0.85 : first ? 1.15 : 1.0;
}

static double whole_cost(const fftc_line *line, double rest_cost)
{
    size_t lanes = (size_t)line->engine->lanes;
    double groups = (double)((line->rest.m + lanes - 1) / lanes);
    return groups * fftc_cost_butterfly(line->engine, FFTC_COST_ROW, line->radix) + rest_cost +
           fftc_cost_part(line->engine, line->radix) * (double)line->rest.m;
}

/* Less than the row would cost whole. */
static double saved(const fftc_line *line)
{
    size_t r = (size_t)line->radix;
    size_t m = line->rest.m;
    size_t lanes = (size_t)line->engine->lanes;
    size_t last = (size_t)line->rest.radix[line->rest.passes - 1];
    size_t exist = line->src_range.end - line->src_range.begin;
    double groups = (double)((m + lanes - 1) / lanes);
    double less = 0.0;
    if (fftc_pruned_turns(line)) {
        less += groups * fftc_cost_butterfly(line->engine, FFTC_COST_ROW, (int)r) *
                (1.0 - share(line, (exist + m - 1) / m, r, true));
    }
    if (is_part(line->dst_range, line->n)) {
        size_t wanted = (line->window.vectors * last + m - 1) / m;
        less += (double)(m / last) * fftc_cost_butterfly(line->engine, FFTC_COST_STORE, (int)last) *
                (1.0 - share(line, wanted, last, false));
    }
    return less;
}

/* What matters for a short row: the calls of its passes, which do not know its length, and groups
 * that are copied, because they exist or are wanted in part. */
static double calls_cost(const fftc_line *line)
{
    const size_t lanes = (size_t)line->engine->lanes;
    const fftc_pruned_source *s = &line->source;
    int copies = (s->first_column % lanes != 0) + (s->last_column % lanes != 0) +
                 (line->window.head > 0) + (line->window.tail < (size_t)line->radix);
    return 40.0 + 15.0 * copies;
}

/* The cost of staging instead, for lines that need whole rows. What exists is mostly copied to
 * where the results go; a copy of what is wanted is one more array in the caches. */
static double stage_cost(const fftc_line *line)
{
    double item = (double)fftc_line_item(line);
    double cost = 12.0;
    if (is_part(line->src_range, line->n)) {
        cost += (double)(line->src_range.end - line->src_range.begin) * item / 60.0;
    }
    if (is_part(line->dst_range, line->n)) {
        cost += (double)(line->dst_range.end - line->dst_range.begin) * item / 28.0;
    }
    return cost;
}

bool fftc_pruned_pays(const fftc_line *line)
{
    fftc_line row = *line;
    complete(&row);
    return row.kind == FFTC_LINE_LONG || calls_cost(&row) - saved(&row) < stage_cost(&row);
}

void fftc_pruned_choose(fftc_line *line, const fftc_engine *const *engines, fftc_line_kind kind)
{
    enum { MOST = 4 }; /* the cheapest may end with a radix that does not suit */
    const fftc_engine *engine = engines[0];
    size_t lanes = (size_t)engine->lanes;
    bool suits = fftc_pruned_suits(line) && fftc_pruned_pays(line);
    double limit = suits ? 1e300 : line->cost + stage_cost(line);
    bool wider = fftc_engines_are_exact(engines) && limit < 1e300;
    if (engine->pruned == NULL || !fftc_vector_has_radices(line->n) || wider) {
        return; /* reproducible lines that are not rows have wider vectors than rows have */
    }
    fftc_vector_plan rest[MOST];
    double cost[MOST];
    fftc_line best = *line;
    for (size_t r = 2; r <= lanes && r <= FFTC_ENGINE_MAX_CODELET; ++r) {
        if (!fftc_row_can_split(line->n, engine, r) || engine->pruned->radix[r] == NULL ||
            (kind == FFTC_LINE_LONG && !fftc_long_fills(line->n, engines, (int)r))) {
            continue;
        }
        int count = fftc_vector_best(engine, line->n / r, false, MOST, rest, cost);
        for (int i = 0; i < count; ++i) {
            fftc_line row = *line;
            row.kind = kind;
            row.engine = engine;
            row.radix = (int)r;
            row.rest = rest[i];
            row.whole = NULL;
            if (fftc_pruned_suits(&row)) {
                complete(&row);
                row.cost = whole_cost(&row, cost[i]) - saved(&row) + calls_cost(&row);
                if (row.cost < limit) {
                    limit = row.cost;
                    best = row;
                }
            }
        }
    }
    *line = best;
}

/* --- tables ----------------------------------------------------------------------------------- */

/* The root of unity that point c + q0 m of column c has in output q, as a number of n-ths. */
static uint64_t turn_of(const fftc_line *line, size_t c, size_t q0, size_t q)
{
    uint64_t n = line->n;
    uint64_t output = (line->first_output + q) % n;
    return ((uint64_t)c * output + (uint64_t)q0 * line->rest.m % n * q) % n;
}

static void put_vector(const fftc_line *line, void *table, size_t lane, const double w[2],
                       double scale)
{
    fftc_table_put_lane(line->precision, table, (size_t)line->engine->lanes, lane, scale * w[0],
                        scale * w[1]);
}

/* The inverse has i in its twiddles (pruned.h). */
static void turn_back(const fftc_line *line, double w[2])
{
    double re = w[0];
    if (line->inverse) {
        w[0] = -w[1];
        w[1] = re;
    }
}

/* Fills a vector for each output, of neighbouring columns; or one for each column, of the
 * outputs. */
static void fill_group(const fftc_line *line, size_t base, size_t q0, bool by_column, double scale,
                       char *table)
{
    size_t lanes = (size_t)line->engine->lanes;
    size_t r = (size_t)line->radix;
    size_t vectors = by_column ? lanes : r;
    for (size_t v = 0; v < vectors; ++v) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            size_t other = fftc_engine_column(line->engine, lane);
            size_t q = by_column ? other : v;
            double w[2] = {0.0, 0.0};
            if (q < r) {
                fftc_circle(turn_of(line, base + (by_column ? v : other), q0, q), line->n, w);
                if (line->kind == FFTC_LINE_ROW) {
                    turn_back(line, w);
                }
            }
            put_vector(line, table + v * lanes * fftc_line_item(line), lane, w, scale);
        }
    }
}

static fftc_status no_memory(const fftc_line *line, fftc_error *error)
{
    return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                     line->n);
}

static fftc_status prepare_long(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = line->rest.m;
    size_t r = (size_t)line->radix;
    size_t groups = (m + lanes - 1) / lanes;
    size_t item = fftc_line_item(line);
    char *by_output = fftc_arena_reserve(arena, r * lanes, item);
    char *by_column = fftc_arena_allocate(arena, lanes * lanes, item);
    char *by_group = fftc_arena_allocate(arena, groups * r, item);
    if (by_output == NULL || by_column == NULL || by_group == NULL) {
        return no_memory(line, error);
    }
    fill_group(line, 0, 0, false, 1.0, by_output);
    fill_group(line, 0, 0, true, 1.0, by_column);
    for (size_t group = 0; group < groups; ++group) {
        size_t base = group + 1 < groups ? group * lanes : m - lanes;
        size_t q0 = fftc_pruned_group_of(&line->source, r, base, lanes).first;
        for (size_t q = 0; q < r; ++q) {
            double w[2];
            fftc_circle(turn_of(line, base, q0, q), line->n, w);
            turn_back(line, w);
            fftc_table_put(line->precision, by_group, group * r + q, line->scale * w[0],
                           line->scale * w[1]);
        }
    }
    line->twiddles = by_group;
    line->by_output = by_output;
    line->by_column = by_column;
    return FFTC_SUCCESS;
}

static fftc_status prepare_row(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = line->rest.m;
    size_t r = (size_t)line->radix;
    size_t groups = (m + lanes - 1) / lanes;
    size_t item = fftc_line_item(line);
    char *table = fftc_arena_allocate(arena, groups * lanes * lanes, item);
    if (table == NULL) {
        return no_memory(line, error);
    }
    for (size_t group = 0; group < groups; ++group) {
        size_t base = group + 1 < groups ? group * lanes : m - lanes;
        fftc_pruned_group g = fftc_pruned_group_of(&line->source, r, base, lanes);
        if (g.count > 0) {
            fill_group(line, base, g.first, g.count == 1, line->scale,
                       table + group * lanes * lanes * item);
        }
    }
    line->twiddles = table;
    return FFTC_SUCCESS;
}

fftc_status fftc_pruned_prepare(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    bool is_long = line->kind == FFTC_LINE_LONG;
    line->pruned = true;
    complete(line);
    if (!fftc_pruned_turns(line)) {
        const fftc_line_ops *whole = is_long ? &fftc_long_line : &fftc_row_line;
        return whole->prepare(line, NULL, NULL, arena, error);
    }
    fftc_status status =
        is_long ? prepare_long(line, arena, error) : prepare_row(line, arena, error);
    if (is_long) {
        fftc_far_choose(line);
    }
    return status == FFTC_SUCCESS
               ? fftc_vector_prepare(&line->rest, line->precision, 1.0, arena, error)
               : status;
}

/* --- running ---------------------------------------------------------------------------------- */

typedef struct first_pass {
    const fftc_line *line;
    fftc_pruned_part part;
    void *work;
} first_pass;

/* See long.c: what remains of the columns is done with the last group. */
static void share_first_pass(void *context, int thread, size_t begin, size_t end)
{
    const first_pass *f = context;
    size_t lanes = (size_t)f->line->engine->lanes;
    fftc_pruned_part part = f->part;
    (void)thread;
    part.begin = begin * lanes;
    part.end = end == part.m / lanes ? part.m : end * lanes;
    f->line->engine->pruned->radix[f->line->radix]->row(&part, f->work);
}

static void run_first(const fftc_line *line, const fftc_team *team, void *work, const void *src,
                      int inverse)
{
    first_pass f = {.line = line, .work = work};
    f.part = (fftc_pruned_part){.src = src,
                                .conjugate = inverse,
                                .m = line->rest.m,
                                .blocks = fftc_vector_blocks(&line->rest),
                                .source = line->source,
                                .twiddles = line->twiddles,
                                .by_output = line->by_output,
                                .by_column = line->by_column};
    fftc_parallel(team, line->rest.m / (size_t)line->engine->lanes, share_first_pass, &f);
}

void fftc_pruned_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                         const void *src, void *dst, int inverse)
{
    const fftc_team alone = {.threads = 1};
    const bool is_long = line->kind == FFTC_LINE_LONG;
    if (is_long && line->far.passes > 0) {
        fftc_far_execute(line, team, work, shared, src, dst, inverse);
        return;
    }
    const fftc_team *who = is_long ? team : &alone;
    void *array = is_long ? shared : work;
    fftc_engine_edge to = {(char *)dst + line->first_output * fftc_line_item(line),
                           (size_t)line->radix, line->radix, inverse};
    if (fftc_pruned_turns(line)) {
        run_first(line, who, array, src, inverse);
    } else if (is_long) {
        fftc_long_first(line, who, array, src, inverse);
    } else {
        fftc_row_first(line, array, src, inverse);
    }
    fftc_vector_store_some(line->engine, &line->rest, who, array, to,
                           fftc_pruned_leaves_out(line) ? &line->window : NULL);
}
