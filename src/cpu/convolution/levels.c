/* SPDX-License-Identifier: MIT
 *
 * Chooses the periods of a convolution, and the axes that it is made of: a long row is two of them.
 */
#include <string.h>

#include "cpu/convolution/convolution.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/keep_few.h"
#include "cpu/minimum.h"
#include "cpu/overrides.h"
#include "support/smooth.h"

/* A longer row is split in two axes. Up to this length one axis is faster, by one thread and by
 * several, since nested passes use every cache well. FFTCORE_FORCE_ROW_BYTES sets another limit, so
 * that tests reach short rows of two axes. */
static size_t longest_row_bytes(void)
{
    return fftc_override_bytes("FFTCORE_FORCE_ROW_BYTES", (size_t)64 * 1024 * 1024);
}

/* --- periods ------------------------------------------------------------------------------- */

#define MOST_CANDIDATES 256
#define MOST_PICKS 4

typedef struct candidates {
    size_t least;
    size_t most;
    int count;
    size_t n[MOST_CANDIDATES];
} candidates;

/* Collects all products of n and powers of the primes from number `next` on that are in the
 * range. */
static void collect(candidates *c, size_t n, int next)
{
    static const size_t primes[] = {7, 5, 3, 2};
    if (next == 4) {
        if (n >= c->least && c->count < MOST_CANDIDATES) {
            c->n[c->count++] = n;
        }
        return;
    }
    for (; n <= c->most; n *= primes[next]) {
        collect(c, n, next + 1);
    }
}

static double column_cost(const fftc_engine *engine, size_t n)
{
    fftc_unordered_pair pair;
    return n > 1 ? fftc_vector_choose(engine, n, true, &pair) : 0.0;
}

static double row_cost(const fftc_convolution *plan, const fftc_engine *const *engines, size_t n)
{
    fftc_row row;
    if (n * plan->item > longest_row_bytes()) {
        return column_cost(engines[0], n) / engines[0]->lanes;
    }
    fftc_row_pick(n, engines, &row);
    return row.cost;
}

/* Picks, among the lengths up to a quarter above `least`, the few that cost least as columns,
 * cheapest first; 0 behind them. */
static void pick_lengths(const fftc_engine *engine, size_t least, size_t pick[MOST_PICKS])
{
    candidates c = {.least = least, .most = least + least / 4 + 8};
    double costs[MOST_PICKS];
    int count = 0;
    memset(pick, 0, MOST_PICKS * sizeof *pick);
    collect(&c, 1, 0);
    for (int i = 0; i < c.count; ++i) {
        double cost = column_cost(engine, c.n[i]);
        int at =
            cost < 1e300 ? fftc_keep_few(costs, pick, sizeof *pick, &count, MOST_PICKS, cost) : -1;
        if (at >= 0) {
            pick[at] = c.n[i];
        }
    }
}

static double length_cost(const fftc_convolution *plan, const fftc_engine *const *engines, size_t n,
                          bool row)
{
    return row ? row_cost(plan, engines, n) : column_cost(engines[0], n);
}

static void set_maps(fftc_convolution *plan, int axis, const fftc_axis_way *way, size_t m)
{
    const fftc_axis_wish *wish = &plan->request.wish[axis];
    plan->src.map[axis] = fftc_axis_src(wish, way);
    plan->dst.map[axis] = fftc_axis_dst(wish, way);
    plan->kernel.map[axis] = fftc_axis_kernel(wish, way, m);
    plan->cleared = plan->cleared || !way->complete;
}

/* What is known of an axis before its period is chosen. Along the last axis real numbers are in
 * pairs. */
typedef struct axis_facts {
    bool row;
    bool blocks; /* whether the axis can be divided into blocks */
    size_t sums; /* how many sums are wanted */
    size_t taps;
    size_t row_most; /* complex numbers of one row */
    size_t pair;
    size_t least; /* the least period that leaves room for all sums; a level has two points at
                     least */
    size_t own;   /* the user's period, or 0 if that has large prime factors */
} axis_facts;

static axis_facts facts_of(const fftc_convolution *plan, int axis)
{
    const fftc_axis_wish *wish = &plan->request.wish[axis];
    fftc_axis_way way = fftc_axis_linear(wish);
    axis_facts f = {.row = axis + 1 == plan->request.rank};
    f.pair = f.row && plan->request.real ? 2 : 1;
    f.least = ((size_t)way.least + f.pair - 1) / f.pair;
    f.least = !f.row && f.least < 2 ? 2 : f.least;
    /* In place, a block would write what the next one has not read yet. */
    f.blocks = plan->request.rank == 1 && !plan->request.in_place;
    f.sums = wish->dst_end - wish->dst_begin;
    f.taps = wish->taps;
    f.row_most = longest_row_bytes() / plan->item;
    if (wish->period % f.pair == 0 && fftc_is_13_smooth(wish->period / f.pair)) {
        f.own = wish->period / f.pair;
    }
    return f;
}

/* --- blocks ---------------------------------------------------------------------------------- */

#define BLOCK_LEAST 256
#define BLOCK_MOST 65536
#define BLOCK_PICKS 3
/* What a copy at each end of a block adds to its transforms. */
#define BLOCK_COPIES 1.1

/* How many sums a block of m complex numbers, one row, has room for; 0: none. */
static size_t block_sums(const axis_facts *f, size_t m)
{
    return m <= f->row_most && f->pair * m >= f->taps ? f->pair * m - f->taps + 1 : 0;
}

static size_t block_count(const axis_facts *f, size_t m)
{
    size_t sums = block_sums(f, m);
    return sums != 0 ? (f->sums + sums - 1) / sums : 0;
}

/* Adds the few cheapest block lengths that make several blocks; returns the new count. */
static int pick_blocks(const fftc_convolution *plan, const fftc_engine *const *engines,
                       const axis_facts *f, fftc_convolution_period *list, int count)
{
    double costs[BLOCK_PICKS];
    int picks = 0;
    for (size_t power = BLOCK_LEAST; f->blocks && power <= BLOCK_MOST; power *= 2) {
        for (size_t m = power; m <= power / 2 * 3; m += power / 2) {
            size_t blocks = block_count(f, m);
            if (blocks < 2) {
                continue;
            }
            double cost = (double)blocks * row_cost(plan, engines, m);
            int at = cost < 1e300 ? fftc_keep_few(costs, list + count, sizeof *list, &picks,
                                                  BLOCK_PICKS, cost)
                                  : -1;
            if (at >= 0) {
                list[count + at] = (fftc_convolution_period){.m = m, .blocks = true};
            }
        }
    }
    return count + picks;
}

int fftc_convolution_periods(const fftc_convolution *plan, const fftc_engine *const *engines,
                             int axis, fftc_convolution_period list[FFTC_PERIOD_CANDIDATES])
{
    axis_facts f = facts_of(plan, axis);
    size_t pick[MOST_PICKS];
    int count = 0;
    pick_lengths(engines[0], f.least, pick);
    if (f.own != 0) {
        list[count++] = (fftc_convolution_period){.m = f.own, .own = true};
    }
    for (int k = 0; k < MOST_PICKS && pick[k] != 0; ++k) {
        list[count++] = (fftc_convolution_period){.m = pick[k]};
    }
    return pick_blocks(plan, engines, &f, list, count);
}

/* Chooses the user's period, or a cheaper one that gives the same sums. */
static fftc_convolution_period estimate_period(const fftc_convolution *plan,
                                               const fftc_engine *const *engines, int axis)
{
    fftc_convolution_period list[FFTC_PERIOD_CANDIDATES];
    fftc_convolution_period best = {.m = 0};
    axis_facts f = facts_of(plan, axis);
    double least = 1e300;
    int count = fftc_convolution_periods(plan, engines, axis, list);
    for (int i = 0; i < count; ++i) {
        double cost = length_cost(plan, engines, list[i].m, axis + 1 == plan->request.rank);
        cost *= list[i].blocks ? BLOCK_COPIES * (double)block_count(&f, list[i].m) : 1.0;
        if (cost < least) {
            least = cost;
            best = list[i];
        }
    }
    return best;
}

/* Whether a period is possible. A saved text may say anything. */
static bool suits(const fftc_convolution_period *period, const axis_facts *f)
{
    if (period->blocks) {
        return f->blocks && fftc_is_13_smooth(period->m) && block_count(f, period->m) > 1;
    }
    return period->own ? period->m == f->own
                       : !period->direct && period->m >= f->least &&
                             period->m <= 2 * f->least + 16 && fftc_is_13_smooth(period->m);
}

static fftc_status choose_period(fftc_convolution *plan, const fftc_engine *const *engines,
                                 int axis, fftc_error *error)
{
    const fftc_axis_wish *wish = &plan->request.wish[axis];
    fftc_convolution_period *period = &plan->chosen[axis];
    axis_facts f = facts_of(plan, axis);
    fftc_axis_way way = fftc_axis_linear(wish);
    if (period->m == 0 && fftc_by_plans_fits(plan)) {
        *period = (fftc_convolution_period){.m = f.own, .own = true};
    } else if (period->m == 0) {
        *period = estimate_period(plan, engines, axis);
    } else if (!suits(period, &f)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "what was saved does not fit this convolution: plan anew, and save that");
    }
    if (period->m > UINT32_MAX) { /* positions are counted in 32 bits */
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "axis %d: a period of %zu points is more than 2^32 - 1, take a shorter "
                         "signal or kernel",
                         axis, period->m);
    }
    if (period->own) {
        way = fftc_axis_exact(wish);
    }
    if (period->blocks) {
        plan->block = block_sums(&f, period->m);
        plan->blocks = block_count(&f, period->m);
        way = fftc_axis_block(wish, plan->block);
        way.complete = true;
    }
    plan->period[axis] = period->m;
    set_maps(plan, axis, &way, period->m * f.pair);
    return FFTC_SUCCESS;
}

/* --- without transforms ----------------------------------------------------------------------- */

/* What the transforms of one signal cost, with the chosen periods: what the cost model says, the
 * product and the ends, and a middle that exceeds the caches, for vectors of double as wide as the
 * engines'. Fitted to times of signals of 8 to 10^6 numbers on an Intel Xeon
 * (docs/log/2026-11-25-cpu-convolutions.md), which it meets to within a fifth, with several axes to
 * a third. The cost of sums (direct.c) is from there, too. */
static double transforms_cost(const fftc_convolution *plan, const fftc_engine *const *engines)
{
    double points = 1.0;
    double each = 0.0; /* what each point costs */
    for (int i = 0; i < plan->request.rank; ++i) {
        size_t m = plan->period[i];
        double cost = length_cost(plan, engines, m, i + 1 == plan->request.rank);
        each += cost / (i + 1 < plan->request.rank ? engines[0]->lanes : 1) / (double)m;
        points *= (double)m;
    }
    each *= plan->blocks > 1 ? BLOCK_COPIES * (double)plan->blocks : 1.0;
    const fftc_request *r = &plan->request;
    const double slowdown = (r->rank > 1 ? 2.0
                             : r->real   ? 1.5
                                         : 1.15) *
                            (r->precision == FFTC_FLOAT64 ? 1.6 : 1.0);
    return (r->real ? 45.0 : 10.0) + 2.0 * slowdown * points * each;
}

bool fftc_convolution_is_nothing(const fftc_request *r)
{
    for (int i = 0; i < r->rank; ++i) {
        if (fftc_axis_linear(&r->wish[i]).nothing) {
            return true;
        }
    }
    return false;
}

/* Chooses the periods, and whether transforms are better than sums. FFTCORE_FORCE_SUMS takes the
 * place of that comparison, so that tests reach both. */
static fftc_status choose_way(fftc_convolution *plan, const fftc_engine *const *engines,
                              bool *direct, bool *by_plans, fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    double cost;
    double small;
    *direct = plan->way == FFTC_WAY_DIRECT;
    *by_plans = false;
    for (int i = 0; i < plan->request.rank && status == FFTC_SUCCESS && !*direct; ++i) {
        status = choose_period(plan, engines, i, error);
    }
    if (status == FFTC_SUCCESS && !*direct) {
        *by_plans = fftc_by_plans_suits(plan, &small);
    }
    if (status == FFTC_SUCCESS && plan->way == FFTC_WAY_CHEAPEST) {
        plan->expected = *by_plans ? small : transforms_cost(plan, engines);
        const char *forced = fftc_override_text("FFTCORE_FORCE_SUMS");
        *direct =
            fftc_direct_suits(plan, &cost) &&
            (forced != NULL ? strcmp(forced, "transforms") != 0 && strcmp(forced, "levels") != 0
                            : cost < plan->expected);
    }
    return status;
}

/* --- the last axis -------------------------------------------------------------------------- */

/* Splits n = parts * rows; false if no way is cheaper than one row. */
static bool choose_split(const fftc_engine *const *engines, size_t n, size_t item, fftc_row *row,
                         size_t *parts)
{
    size_t lanes = (size_t)engines[0]->lanes;
    double best = 1e300;
    for (size_t n1 = 2; n1 <= n / n1 * 8; ++n1) {
        size_t n2 = n / n1;
        fftc_row candidate;
        if (n % n1 != 0 || n2 > n1 * 16 || n2 * item > longest_row_bytes() || n2 < lanes) {
            continue;
        }
        double columns =
            column_cost(engines[0], n1) * (double)((n2 + lanes - 1) / lanes) + 4.0 * (double)n2;
        if (columns >= best) {
            continue;
        }
        fftc_row_pick(n2, engines, &candidate);
        double cost = columns + candidate.cost * (double)n1;
        if (cost < best) {
            best = cost;
            *row = candidate;
            *parts = n1;
        }
    }
    return best < 1e300;
}

/* --- levels ---------------------------------------------------------------------------------- */

static fftc_status prepare_mirror(fftc_convolution *plan, fftc_level *level, fftc_error *error)
{
    size_t m = level->pair.m;
    uint32_t *mirror = fftc_arena_allocate(&plan->arena, m, sizeof *mirror);
    uint32_t *halves = fftc_arena_allocate(&plan->arena, m, sizeof *halves);
    uint32_t *position = fftc_arena_allocate(&plan->arena, m, sizeof *position);
    if (mirror == NULL || halves == NULL || position == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the order of %zu points", m);
    }
    for (size_t p = 0; p < m; ++p) {
        position[fftc_pair_frequency(&level->pair, p)] = (uint32_t)p;
    }
    for (size_t p = 0; p < m; ++p) {
        mirror[p] = position[(m - fftc_pair_frequency(&level->pair, p)) % m];
        if (p <= mirror[p]) {
            halves[level->half_count++] = (uint32_t)p;
        }
    }
    level->mirror = mirror;
    level->halves = halves;
    return FFTC_SUCCESS;
}

/* Makes the twiddles exp(-2 pi i k c / n) for frequency k of a position and column c of a row. */
static fftc_status prepare_twiddles(fftc_convolution *plan, fftc_level *level, fftc_error *error)
{
    const fftc_engine *engine = level->pair.engine;
    size_t lanes = (size_t)engine->lanes;
    size_t m = level->pair.m;
    size_t n = m * plan->row.n;
    size_t groups = (plan->row.n + lanes - 1) / lanes;
    char *by_lane = fftc_arena_reserve(&plan->arena, m * lanes, plan->item);
    char *by_row = fftc_arena_reserve(&plan->arena, groups * m, plan->item);
    if (by_lane == NULL || by_row == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points", n);
    }
    for (size_t p = 0; p < m; ++p) {
        double w[2];
        size_t k = fftc_pair_frequency(&level->pair, p);
        for (size_t lane = 0; lane < lanes; ++lane) {
            fftc_circle(k * fftc_engine_column(engine, lane) % n, n, w);
            fftc_table_put_lane(engine->precision, by_lane + p * lanes * plan->item, lanes, lane,
                                w[0], w[1]);
        }
        for (size_t group = 0; group < groups; ++group) {
            fftc_circle(k * group * lanes % n, n, w);
            fftc_table_put(engine->precision, by_row, group * m + p, w[0], w[1]);
        }
    }
    level->by_lane = by_lane;
    level->by_row = by_row;
    return FFTC_SUCCESS;
}

static fftc_status prepare_level(fftc_convolution *plan, int i, const fftc_engine *engine, size_t m,
                                 fftc_error *error)
{
    fftc_level *level = &plan->level[i];
    (void)fftc_vector_choose(engine, m, true, &level->pair);
    fftc_status status = fftc_pair_prepare(&level->pair, &plan->arena, error);
    if (status == FFTC_SUCCESS && plan->request.real) {
        status = prepare_mirror(plan, level, error);
    }
    if (status == FFTC_SUCCESS && plan->split && i + 1 == plan->levels) {
        status = prepare_twiddles(plan, level, error);
    }
    return status;
}

/* --- where everything lies ------------------------------------------------------------------- */

/* Rows of the middle have some padding in between, so that a column's numbers are not all in a few
 * sets of a cache. */
#define ROOM 16

static bool lay_out(fftc_convolution *plan)
{
    size_t stride;
    if (__builtin_add_overflow((plan->row.n + 15) / 16 * 16, (size_t)ROOM, &stride)) {
        return false;
    }
    plan->rows = 1;
    for (int i = plan->levels - 1; i >= 0; --i) {
        size_t m = plan->level[i].pair.m;
        plan->level[i].stride = stride;
        if (__builtin_mul_overflow(stride, m, &stride) || stride > SIZE_MAX / 64) {
            return false;
        }
        stride += ROOM;
        plan->rows *= m; /* below the stride */
    }
    if (plan->levels > 0) {
        plan->middle_bytes = fftc_cache_lines(stride * plan->item);
    }
    return plan->rows < SIZE_MAX / 8 / (fftc_row_bytes(&plan->row) + FFTC_CACHE_LINE);
}

/* The most signals that are done together. */
#define MOST_TOGETHER 8

/* How many signals are done together: the channels of pixels, whose panels are copied at once. */
static size_t signals_together(const fftc_convolution *plan)
{
    const fftc_request *r = &plan->request;
    const size_t count = fftc_minimum(r->batch, MOST_TOGETHER);
    const int last = r->rank - 1;
    const bool beside = r->src_distance == 1 && r->dst_distance == 1 &&
                        r->src_stride[last] >= r->batch && r->dst_stride[last] >= r->batch;
    return plan->levels > 0 && r->rank > 1 && beside && fftc_storage_unstaged(r->storage) &&
                   plan->middle_bytes < SIZE_MAX / 4 / MOST_TOGETHER
               ? count
               : 1;
}

static void lay_out_work(fftc_convolution *plan)
{
    size_t columns = 0;
    size_t panel = 0;
    for (int i = 0; i < plan->levels; ++i) {
        const fftc_unordered_pair *pair = &plan->level[i].pair;
        size_t bytes = pair->m * (size_t)pair->engine->lanes * plan->item;
        columns = fftc_maximum(columns, bytes);
        panel = i == 0 ? bytes : panel;
    }
    plan->panel_offset = fftc_cache_lines(fftc_maximum(columns, 2 * fftc_row_bytes(&plan->row)));
    plan->panel_bytes = fftc_cache_lines(panel);
    plan->line_offset = plan->panel_offset + plan->together * plan->panel_bytes;
    plan->thread_bytes = plan->line_offset + fftc_cache_lines(plan->row.n * plan->item);
}

/* A side is contiguous if its numbers follow each other in memory, whether or not all wanted ones
 * are among them, and do not reach around the corner. */
static void set_side(const fftc_convolution *plan, fftc_convolution_side *side)
{
    int last = plan->request.rank - 1;
    size_t pair = fftc_numbers_of_complex(plan);
    size_t n = plan->row.n;
    side->line = (side->map[last].count + pair - 1) / pair;
    side->columns = plan->split ? n : side->line;
    for (int i = 0; i < last; ++i) {
        side->rows[i] = side->map[i].count;
    }
    if (plan->split) {
        side->rows[last] = (side->line + n - 1) / n;
    }
    side->contiguous = side->packed;
    side->base = 0;
    for (int i = 0; i <= last; ++i) {
        side->contiguous = side->contiguous && fftc_map_straight(&side->map[i]);
        side->base += side->map[i].at * side->stride[i];
    }
}

static void set_sides(fftc_convolution *plan)
{
    set_side(plan, &plan->src);
    set_side(plan, &plan->dst);
    set_side(plan, &plan->kernel);
}

/* Sets what is known of a side from the start. */
static void begin_side(const fftc_request *r, fftc_convolution_side *side, const size_t *stride,
                       size_t distance)
{
    memcpy(side->stride, stride, sizeof side->stride);
    side->distance = distance;
    side->packed = stride[r->rank - 1] == 1 && fftc_storage_unstaged(r->storage);
}

static fftc_status prepare_delays(fftc_convolution *plan, fftc_error *error)
{
    size_t n = plan->period[plan->request.rank - 1];
    double *delays = fftc_arena_reserve(&plan->arena, n, 2 * sizeof *delays);
    if (delays == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the delays of %zu points", n);
    }
    fftc_circle_run(0, 1 % n, n, n, delays);
    plan->delays = delays;
    return FFTC_SUCCESS;
}

fftc_status fftc_convolution_plan_levels(fftc_convolution *plan, const fftc_engine *const *engines,
                                         fftc_error *error)
{
    const fftc_request *r = &plan->request;
    int last = r->rank - 1;
    size_t parts = 0;
    bool direct;
    bool by_plans;
    plan->blocks = 1;
    plan->staging = fftc_staging_of(engines[0]);
    begin_side(r, &plan->src, r->src_stride, r->src_distance);
    begin_side(r, &plan->dst, r->dst_stride, r->dst_distance);
    begin_side(r, &plan->kernel, r->kernel_stride, 0);
    plan->nothing = fftc_convolution_is_nothing(r);
    if (plan->nothing) {
        return FFTC_SUCCESS;
    }
    fftc_status status = choose_way(plan, engines, &direct, &by_plans, error);
    if (status != FFTC_SUCCESS || direct) {
        return direct ? fftc_direct_plan(plan, error) : status;
    }
    size_t n = plan->period[last];
    plan->row.n = n;
    if (by_plans) {
        set_sides(plan);
        return fftc_by_plans_plan(plan, error);
    }
    plan->levels = last;
    if (n * plan->item > longest_row_bytes() &&
        choose_split(engines, n, plan->item, &plan->row, &parts)) {
        plan->split = true;
        ++plan->levels;
    } else {
        fftc_row_pick(n, engines, &plan->row);
    }
    set_sides(plan);
    plan->kernel.contiguous = false;
    status = fftc_row_tables(&plan->row, &plan->arena, error);
    const fftc_engine *column_engine =
        fftc_columns_engine(engines, fftc_maximum(plan->src.columns, plan->dst.columns));
    for (int i = 0; status == FFTC_SUCCESS && i < plan->levels; ++i) {
        size_t m = i < last ? plan->period[i] : parts;
        status = prepare_level(plan, i, column_engine, m, error);
    }
    if (status == FFTC_SUCCESS && r->real) {
        status = prepare_delays(plan, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (!lay_out(plan)) {
        return fftc_fail(error, FFTC_TOO_LARGE, "the padded signal does not fit the address space");
    }
    plan->together = signals_together(plan);
    lay_out_work(plan);
    return FFTC_SUCCESS;
}
