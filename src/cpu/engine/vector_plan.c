/* SPDX-License-Identifier: MIT */
#include "cpu/engine/vector_plan.h"

#include <string.h>

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/tables/products.h"
#include "cpu/engine/tables/twiddles.h"
#include "cpu/engine/vector_prime.h"
#include "cpu/keep_few.h"

/* Blocks of a long row's first pass that are finished at once, and groups of columns, fill pieces
 * of memory of this size; columns only if that leaves some room in the second-level cache. */
static const size_t piece_bytes = 512;
static const size_t columns_work_bytes = 640 * 1024;
/* Columns of one pass come in pieces for the calls that this saves; theirs stays on the stack. */
static const size_t single_work_bytes = 16 * 1024;

/* Whether the work array of m vectors exceeds the first-level cache while its last passes run. Then
 * the order of their stores matters (see lay_out); up to 1024 vectors three passes avoid the
 * problem. */
static bool is_long(const fftc_engine *engine, size_t m)
{
    return m > 1024 && m > 64 * 1024 / fftc_vector_bytes(engine);
}

bool fftc_vector_has_radices(uint64_t m)
{
    return m != 0 && fftc_vector_rest(m) == 1;
}

bool fftc_vector_possible(uint64_t m)
{
    size_t rest = m != 0 ? fftc_vector_rest(m) : 0;
    return rest == 1 || fftc_vector_prime_suits(rest);
}

/* --- choosing radices ------------------------------------------------------------------------- */

/* The cheapest way to finish blocks of `left` vectors, per vector of the array, does not depend on
 * what came before: so it is found once for each divisor of m. */
typedef struct finish_cost {
    double cost;
    uint64_t left : 40;
    uint64_t radix : 24; /* of the next pass */
} finish_cost;

/* No m up to 2^31 has more divisors: 2095133040 has as many. The longest convolutions may have; for
 * what exceeds this, costs are found each time. */
#define MAX_DIVISORS 1600

typedef struct search {
    const fftc_engine *engine;
    size_t m;
    bool columns;
    size_t siblings;
    int most; /* the largest of the engine's radices that divides the length, or 0 */
    int known;
    finish_cost *finish;
    size_t prime; /* of the last pass, or 0 */
    double prime_cost;
} search;

/* Hardly any length needs the large primes, which should not be tried in vain. */
static int largest_radix(const fftc_engine *engine, size_t m)
{
    int r = FFTC_ENGINE_MAX_RADIX;
    while (r > 0 && (engine->radix[r] == NULL || m % (size_t)r != 0)) {
        --r;
    }
    return r;
}

static search search_start(const fftc_engine *engine, size_t m, bool columns, finish_cost *finish)
{
    bool longer = !columns && is_long(engine, m);
    search s = {engine,
                m,
                columns,
                longer ? piece_bytes / fftc_vector_bytes(engine) : 1,
                largest_radix(engine, m),
                0,
                finish,
                0,
                0.0};
    size_t rest = fftc_vector_rest(m);
    if (rest > 1) {
        s.prime = rest;
        s.prime_cost = fftc_vector_prime_cost(engine, rest);
    }
    return s;
}

/* See lay_out. */
static double crowd_cost(const search *s, int radix, size_t apart)
{
    size_t vector = fftc_vector_bytes(s->engine);
    return fftc_cost_crowd(radix, apart * vector, s->m * vector);
}

/* The bytes that a pass touches between two visits of a number; in a row that no cache holds, the
 * first passes have tiles. */
static size_t working_set(const search *s, int radix, size_t left)
{
    size_t vector = fftc_vector_bytes(s->engine);
    bool far = s->siblings > 1 && s->m * vector >= FFTC_FAR_ROW_BYTES &&
               left / (size_t)radix % (size_t)s->engine->lanes == 0;
    return far && s->m / left * (size_t)radix <= fftc_tile_rows(s->engine)
               ? FFTC_TILE_BYTES
               : s->siblings * left * vector;
}

/* Whether a pass that `left` points are left for reads memory: the first one of columns does. */
static bool loads(const search *s, size_t left)
{
    return s->columns && left == s->m;
}

static double pass_cost(const search *s, int radix, size_t left)
{
    /* The blocks of the first pass are padded, so they do not crowd. */
    double crowd = left == s->m ? 0.0 : crowd_cost(s, radix, left / (size_t)radix);
    fftc_cost_role role = loads(s, left) ? FFTC_COST_LOAD : FFTC_COST_MIDDLE;
    return fftc_cost_butterfly(s->engine, role, radix) / radix + crowd +
           fftc_cost_traffic(s->engine, working_set(s, radix, left)) +
           (left == s->m ? FFTC_COST_CALL : FFTC_COST_BLOCK) / (double)left;
}

/* The cost of a last pass for all `left` points; 1e300 if there is none. The pass is called for all
 * blocks of the pass before it at once: each costs a fraction of a call. */
static double last_cost(const search *s, size_t left)
{
    if (left == s->prime) {
        return s->prime_cost / (double)left;
    }
    if (left > FFTC_ENGINE_MAX_RADIX || s->engine->radix[left] == NULL) {
        return 1e300;
    }
    if (loads(s, left)) {
        return fftc_cost_butterfly(s->engine, FFTC_COST_SINGLE, (int)left) / (double)left;
    }
    return fftc_cost_butterfly(s->engine, FFTC_COST_STORE, (int)left) / (double)left +
           crowd_cost(s, (int)left, s->m / left);
}

static finish_cost find_finish(search *s, size_t left)
{
    for (int i = 0; i < s->known; ++i) {
        if (s->finish[i].left == left) {
            return s->finish[i];
        }
    }
    finish_cost best = {.cost = last_cost(s, left), .left = left, .radix = (uint32_t)left};
    for (int r = 2; r <= s->most && (size_t)r < left; ++r) {
        if (s->engine->radix[r] == NULL || left % (size_t)r != 0) {
            continue;
        }
        double cost = pass_cost(s, r, left) + find_finish(s, left / (size_t)r).cost;
        if (cost < best.cost) {
            best.cost = cost;
            best.radix = (uint32_t)r;
        }
    }
    if (s->known < MAX_DIVISORS) {
        s->finish[s->known++] = best;
    }
    return best;
}

/* Cache lines a multiple of 4096 bytes apart share the same few places of the first-level cache,
 * which holds 8 to 12 of them; a processor that stores to more of them at a time waits for each
 * several times over. There are two remedies:
 *
 * - Blocks of the first pass that are so far apart are moved a cache line further. (A row's first
 *   pass writes whole groups of lanes, which no pad may split.)
 * - The results of a long row's last passes are that far apart, one vector each, and cannot be
 *   moved. But the first digit of their place is the block of the first pass that they come from:
 *   `siblings` neighbouring blocks, finished at once, fill as many neighbouring vectors. */
static void lay_out(const fftc_engine *engine, fftc_vector_plan *plan)
{
    size_t vector = fftc_vector_bytes(engine);
    plan->pad = 0;
    if (plan->passes > 2 && plan->sub[0] * vector % 4096 == 0 &&
        plan->sub[0] % (size_t)engine->lanes == 0) {
        plan->pad = (FFTC_CACHE_LINE + vector - 1) / vector;
    }
    plan->room = plan->passes > 0 ? (size_t)plan->radix[0] * (plan->sub[0] + plan->pad) : 1;
    plan->siblings = 1;
    if (plan->passes > 2 && plan->radix[plan->passes - 1] <= FFTC_ENGINE_MAX_RADIX &&
        is_long(engine, plan->m)) {
        size_t most = piece_bytes / vector;
        size_t groups = ((size_t)plan->radix[0] + most - 1) / most;
        plan->siblings = ((size_t)plan->radix[0] + groups - 1) / groups;
    }
}

bool fftc_vector_take(const fftc_engine *engine, size_t m, const int *radix, int passes,
                      fftc_vector_plan *plan)
{
    size_t left = m;
    memset(plan, 0, sizeof *plan);
    plan->m = m;
    plan->scale = 1.0;
    plan->engine = engine;
    plan->passes = passes;
    for (int i = 0; i < passes; ++i) {
        size_t r = (size_t)radix[i];
        bool pass = r >= 2 && r <= FFTC_ENGINE_MAX_RADIX && engine->radix[r] != NULL;
        if (left % (r > 0 ? r : 1) != 0 || !(pass || (left == r && fftc_vector_prime_suits(r)))) {
            return false;
        }
        left /= r;
        plan->radix[i] = radix[i];
        plan->sub[i] = left;
    }
    lay_out(engine, plan);
    return left == 1;
}

void fftc_vector_write(const fftc_vector_plan *plan, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)plan->passes);
    for (int i = 0; i < plan->passes; ++i) {
        fftc_choice_put(choice, (size_t)plan->radix[i]);
    }
}

bool fftc_vector_read(fftc_choice *choice, const fftc_engine *engine, size_t m,
                      fftc_vector_plan *plan)
{
    int radix[FFTC_ENGINE_MAX_PASSES] = {0};
    size_t passes;
    if (!fftc_choice_get(choice, 0, FFTC_ENGINE_MAX_PASSES, &passes)) {
        return false;
    }
    for (size_t i = 0; i < passes; ++i) {
        size_t r;
        if (!fftc_choice_get(choice, 2, FFTC_VECTOR_PRIME_MOST, &r)) {
            return false;
        }
        radix[i] = (int)r;
    }
    return fftc_vector_take(engine, m, radix, (int)passes, plan);
}

double fftc_vector_choose(const fftc_engine *engine, size_t m, bool columns, fftc_vector_plan *plan)
{
    finish_cost finish[MAX_DIVISORS];
    search s = search_start(engine, m, columns, finish);
    int radix[FFTC_ENGINE_MAX_PASSES] = {0};
    if (m == 1) {
        (void)fftc_vector_take(engine, m, radix, 0, plan);
        return 0.0;
    }
    double cost = find_finish(&s, m).cost * (double)m;
    int passes = 0;
    for (size_t left = m; left > 1; left /= (size_t)radix[passes++]) {
        radix[passes] = (int)find_finish(&s, left).radix;
    }
    (void)fftc_vector_take(engine, m, radix, passes, plan);
    return cost + (columns ? 0.0 : FFTC_COST_CALL);
}

/* The cheapest few plans, found depth first. The cost of finishing is known for every rest, so
 * nothing is followed that cannot be among them. */
typedef struct contest {
    search search;
    int most;
    int count;
    fftc_vector_plan *plans; /* cheapest first */
    double *costs;
    int radix[FFTC_ENGINE_MAX_PASSES];
} contest;

static bool can_win(const contest *c, double cost)
{
    return cost < 1e300 && (c->count < c->most || cost < c->costs[c->count - 1]);
}

static void enter(contest *c, int passes, double cost)
{
    int at = fftc_keep_few(c->costs, c->plans, sizeof *c->plans, &c->count, c->most, cost);
    if (at >= 0) {
        (void)fftc_vector_take(c->search.engine, c->search.m, c->radix, passes, &c->plans[at]);
    }
}

static void compete(contest *c, size_t left, int passes, double cost)
{
    search *s = &c->search;
    if (passes == FFTC_ENGINE_MAX_PASSES) {
        return;
    }
    double last = cost + last_cost(s, left);
    if (can_win(c, last)) {
        c->radix[passes] = (int)left;
        enter(c, passes + 1, last);
    }
    for (int r = 2; r <= s->most && (size_t)r < left; ++r) {
        if (s->engine->radix[r] == NULL || left % (size_t)r != 0) {
            continue;
        }
        double spent = cost + pass_cost(s, r, left);
        if (can_win(c, spent + find_finish(s, left / (size_t)r).cost)) {
            c->radix[passes] = r;
            compete(c, left / (size_t)r, passes + 1, spent);
        }
    }
}

int fftc_vector_best(const fftc_engine *engine, size_t m, bool columns, int most,
                     fftc_vector_plan *plans, double *costs)
{
    if (most == 1) {
        costs[0] = fftc_vector_choose(engine, m, columns, plans);
        return 1;
    }
    finish_cost finish[MAX_DIVISORS];
    contest c = {search_start(engine, m, columns, finish), most, 0, plans, costs, {0}};
    if (m == 1) {
        (void)fftc_vector_take(engine, m, c.radix, 0, &plans[0]);
        costs[0] = 0.0;
        return 1;
    }
    compete(&c, m, 0, 0.0);
    for (int i = 0; i < c.count; ++i) {
        costs[i] = costs[i] * (double)m + (columns ? 0.0 : FFTC_COST_CALL);
    }
    return c.count;
}

size_t fftc_vector_column_sets(const fftc_engine *engine, const fftc_vector_plan *plan)
{
    size_t bytes = plan->room * fftc_vector_bytes(engine);
    size_t most = plan->passes > 1 ? columns_work_bytes : single_work_bytes;
    size_t groups = piece_bytes / fftc_vector_bytes(engine);
    while (groups > 1 && groups * bytes > most) {
        groups /= 2;
    }
    return groups;
}

/* --- tables ----------------------------------------------------------------------------------- */

/* The digits of a block's number, by the radices from the first pass on, are those of the output's
 * position in the opposite order. */
static fftc_status fill_index(fftc_vector_plan *plan, fftc_arena *arena, fftc_error *error)
{
    size_t blocks = plan->m / (size_t)plan->radix[plan->passes - 1];
    uint32_t *index = fftc_arena_reserve(arena, blocks, sizeof *index);
    if (index == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the order of %zu points",
                         plan->m);
    }
    size_t known = 1; /* how many indices are known: those whose digits before pass i are 0 */
    size_t weight = blocks;
    index[0] = 0;
    for (int i = plan->passes - 2; i >= 0; --i) {
        weight /= (size_t)plan->radix[i];
        for (size_t digit = 1; digit < (size_t)plan->radix[i]; ++digit) {
            for (size_t block = 0; block < known; ++block) {
                index[digit * known + block] = index[block] + (uint32_t)(digit * weight);
            }
        }
        known *= (size_t)plan->radix[i];
    }
    plan->index = index;
    return FFTC_SUCCESS;
}

static fftc_status prepare_prime(fftc_vector_plan *plan, fftc_arena *arena, fftc_error *error)
{
    size_t vectors = 0;
    fftc_status status = fftc_vector_prime_prepare(
        plan->engine, (size_t)plan->radix[plan->passes - 1], plan->passes == 1 ? plan->scale : 1.0,
        arena, &plan->prime, &vectors, error);
    plan->prime_offset = plan->room;
    plan->room += vectors;
    return status;
}

fftc_status fftc_vector_prepare(fftc_vector_plan *plan, fftc_precision precision, double scale,
                                fftc_arena *arena, fftc_error *error)
{
    plan->scale = scale;
    if (plan->passes == 0) {
        return FFTC_SUCCESS;
    }
    const bool products = fftc_products_suit(plan);
    if (products && fftc_products_prepare(plan, arena, error) != FFTC_SUCCESS) {
        return FFTC_OUT_OF_MEMORY;
    }
    for (int pass = products ? 1 : 0; pass + 1 < plan->passes; ++pass) {
        plan->twiddles[pass] =
            fftc_twiddles_pass(precision, plan->sub[pass], (size_t)plan->radix[pass],
                               pass == 0 ? scale : 1.0, arena, error);
        if (plan->twiddles[pass] == NULL) {
            return FFTC_OUT_OF_MEMORY;
        }
    }
    fftc_status status = fill_index(plan, arena, error);
    if (status == FFTC_SUCCESS && plan->radix[plan->passes - 1] > FFTC_ENGINE_MAX_RADIX) {
        status = prepare_prime(plan, arena, error);
    }
    return status;
}
