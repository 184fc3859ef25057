/* SPDX-License-Identifier: MIT */
#include "cpu/engine/vector_plan.h"

#include <string.h>

#include "cpu/engine/circle.h"
#include "cpu/engine/cost.h"
#include "cpu/engine/prime.h"

static size_t vector_bytes(const fftc_engine *engine)
{
    return 2 * (size_t)engine->lanes * fftc_precision_bytes(engine->precision);
}

bool fftc_vector_smooth(uint64_t m)
{
#define PRIME(p) , p
    static const int primes[] = {2, 3, 5, 7, 11, 13 FFTC_ENGINE_PRIMES(PRIME)};
#undef PRIME
    if (m == 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof primes / sizeof *primes; ++i) {
        while (m % (uint64_t)primes[i] == 0) {
            m /= (uint64_t)primes[i];
        }
    }
    return m == 1;
}

/* --- choosing radices
 * --------------------------------------------------------------------------- */

/* The cheapest way to finish blocks of `left` vectors, per vector of the array, does not depend on
 * what came before: so it is found once for each divisor of m. */
typedef struct finish_cost {
    size_t left;
    double cost;
    int radix; /* of the next pass */
} finish_cost;

/* No m below 2^31 has more divisors. */
#define MAX_DIVISORS 2048

typedef struct search {
    const fftc_engine *engine;
    int most; /* no larger radix divides the length */
    int known;
    finish_cost *finish;
} search;

/* Nearly no length needs the large primes: so that nobody tries them in vain. */
static int largest_radix(size_t m)
{
    int most = FFTC_ENGINE_MAX_CODELET;
#define TRY(p) most = m % (p) == 0 ? (p) : most;
    FFTC_ENGINE_PRIMES(TRY)
#undef TRY
    return most;
}

static double pass_cost(const search *s, fftc_cost_role role, int radix, size_t left)
{
    return fftc_cost_butterfly(s->engine, role, radix) / radix +
           fftc_cost_traffic(s->engine, left * vector_bytes(s->engine)) +
           FFTC_COST_CALL / (double)left;
}

static finish_cost *find_finish(search *s, size_t left)
{
    for (int i = 0; i < s->known; ++i) {
        if (s->finish[i].left == left) {
            return &s->finish[i];
        }
    }
    finish_cost best = {left, 1e300, 0};
    if (left <= FFTC_ENGINE_MAX_RADIX && s->engine->radix[left] != NULL) {
        /* Called for all blocks of the pass before it at once: a fraction of a call each. */
        best.cost = fftc_cost_butterfly(s->engine, FFTC_COST_STORE, (int)left) / (double)left;
        best.radix = (int)left;
    }
    for (int r = 2; r <= s->most && (size_t)r < left; ++r) {
        if (s->engine->radix[r] == NULL || left % (size_t)r != 0) {
            continue;
        }
        double cost =
            pass_cost(s, FFTC_COST_MIDDLE, r, left) + find_finish(s, left / (size_t)r)->cost;
        if (cost < best.cost) {
            best.cost = cost;
            best.radix = r;
        }
    }
    s->finish[s->known] = best;
    return &s->finish[s->known++];
}

/* Appends the radices of the cheapest way on; returns how many there are then. */
static int finish_radices(search *s, size_t left, int *radix, int passes)
{
    while (left > 1) {
        int r = find_finish(s, left)->radix;
        left /= (size_t)r;
        radix[passes++] = r;
    }
    return passes;
}

bool fftc_vector_take(const fftc_engine *engine, size_t m, const int *radix, int passes,
                      fftc_vector_plan *plan)
{
    size_t left = m;
    memset(plan, 0, sizeof *plan);
    plan->m = m;
    plan->scale = 1.0;
    plan->passes = passes;
    for (int i = 0; i < passes; ++i) {
        size_t r = (size_t)radix[i];
        if (r < 2 || r > FFTC_ENGINE_MAX_RADIX || engine->radix[r] == NULL || left % r != 0) {
            return false;
        }
        left /= r;
        plan->radix[i] = radix[i];
        plan->sub[i] = left;
    }
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
    int radix[FFTC_ENGINE_MAX_PASSES];
    size_t passes;
    if (!fftc_choice_get(choice, 0, FFTC_ENGINE_MAX_PASSES, &passes)) {
        return false;
    }
    for (size_t i = 0; i < passes; ++i) {
        size_t r;
        if (!fftc_choice_get(choice, 2, FFTC_ENGINE_MAX_RADIX, &r)) {
            return false;
        }
        radix[i] = (int)r;
    }
    return fftc_vector_take(engine, m, radix, (int)passes, plan);
}

double fftc_vector_choose(const fftc_engine *engine, size_t m, bool columns, fftc_vector_plan *plan)
{
    finish_cost finish[MAX_DIVISORS];
    search s = {engine, largest_radix(m), 0, finish};
    int radix[FFTC_ENGINE_MAX_PASSES];
    if (m == 1) {
        (void)fftc_vector_take(engine, m, radix, 0, plan);
        return 0.0;
    }
    if (!columns) {
        double cost = find_finish(&s, m)->cost * (double)m + FFTC_COST_CALL;
        (void)fftc_vector_take(engine, m, radix, finish_radices(&s, m, radix, 0), plan);
        return cost;
    }
    double best = 1e300;
    int first = 0;
    if (m <= FFTC_ENGINE_MAX_RADIX && engine->radix[m] != NULL) {
        best = fftc_cost_butterfly(engine, FFTC_COST_SINGLE, (int)m) / (double)m;
        first = (int)m;
    }
    for (int r = 2; r <= s.most && (size_t)r < m; ++r) {
        if (engine->radix[r] != NULL && m % (size_t)r == 0) {
            double cost =
                pass_cost(&s, FFTC_COST_LOAD, r, m) + find_finish(&s, m / (size_t)r)->cost;
            if (cost < best) {
                best = cost;
                first = r;
            }
        }
    }
    radix[0] = first;
    (void)fftc_vector_take(engine, m, radix, finish_radices(&s, m / (size_t)first, radix, 1), plan);
    return best * (double)m;
}

/* The cheapest few, found depth first: what is left to do can be finished at a known cost, so that
 * nothing is followed that cannot get among them. */
typedef struct contest {
    search search;
    size_t m;
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
    int at = c->count < c->most ? c->count++ : c->most - 1;
    for (; at > 0 && c->costs[at - 1] > cost; --at) {
        c->costs[at] = c->costs[at - 1];
        c->plans[at] = c->plans[at - 1];
    }
    c->costs[at] = cost;
    (void)fftc_vector_take(c->search.engine, c->m, c->radix, passes, &c->plans[at]);
}

static void compete(contest *c, size_t left, int passes, bool load, double cost)
{
    search *s = &c->search;
    if (passes == FFTC_ENGINE_MAX_PASSES) {
        return;
    }
    if (left <= FFTC_ENGINE_MAX_RADIX && s->engine->radix[left] != NULL) {
        double last =
            fftc_cost_butterfly(s->engine, load ? FFTC_COST_SINGLE : FFTC_COST_STORE, (int)left) /
            (double)left;
        if (can_win(c, cost + last)) {
            c->radix[passes] = (int)left;
            enter(c, passes + 1, cost + last);
        }
    }
    for (int r = 2; r <= s->most && (size_t)r < left; ++r) {
        if (s->engine->radix[r] == NULL || left % (size_t)r != 0) {
            continue;
        }
        double spent = cost + pass_cost(s, load ? FFTC_COST_LOAD : FFTC_COST_MIDDLE, r, left);
        if (can_win(c, spent + find_finish(s, left / (size_t)r)->cost)) {
            c->radix[passes] = r;
            compete(c, left / (size_t)r, passes + 1, false, spent);
        }
    }
}

int fftc_vector_best(const fftc_engine *engine, size_t m, bool columns, int most,
                     fftc_vector_plan *plans, double *costs)
{
    finish_cost finish[MAX_DIVISORS];
    contest c = {{engine, largest_radix(m), 0, finish}, m, most, 0, plans, costs, {0}};
    if (m == 1) {
        (void)fftc_vector_take(engine, m, c.radix, 0, &plans[0]);
        costs[0] = 0.0;
        return 1;
    }
    compete(&c, m, 0, columns, 0.0);
    for (int i = 0; i < c.count; ++i) {
        costs[i] = costs[i] * (double)m + (columns ? 0.0 : FFTC_COST_CALL);
    }
    return c.count;
}

/* --- tables
 * ----------------------------------------------------------------------------------------- */

static fftc_status fill_twiddles(fftc_vector_plan *plan, int pass, fftc_precision precision,
                                 double scale, fftc_arena *arena, fftc_error *error)
{
    size_t r = (size_t)plan->radix[pass];
    size_t sub = plan->sub[pass];
    void *table = fftc_arena_allocate(arena, sub * (r - 1), 2 * fftc_precision_bytes(precision));
    if (table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         plan->m);
    }
    for (size_t j = 0; j < sub; ++j) {
        for (size_t q = 1; q < r; ++q) {
            double w[2];
            fftc_circle(j * q, r * sub, w);
            fftc_table_put(precision, table, j * (r - 1) + q - 1, scale * w[0], scale * w[1]);
        }
    }
    plan->twiddles[pass] = table;
    return FFTC_SUCCESS;
}

/* A block's number, read as digits of the radices from the first pass on, is the output's, read
 * from the other end. */
static fftc_status fill_index(fftc_vector_plan *plan, fftc_arena *arena, fftc_error *error)
{
    size_t blocks = plan->m / (size_t)plan->radix[plan->passes - 1];
    uint32_t *index = fftc_arena_allocate(arena, blocks, sizeof *index);
    if (index == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the order of %zu points",
                         plan->m);
    }
    for (size_t block = 0; block < blocks; ++block) {
        size_t rest = block;
        size_t left = blocks;
        size_t weight = 1;
        size_t place = 0;
        for (int i = 0; i + 1 < plan->passes; ++i) {
            left /= (size_t)plan->radix[i];
            place += rest / left * weight;
            rest %= left;
            weight *= (size_t)plan->radix[i];
        }
        index[block] = (uint32_t)place;
    }
    plan->index = index;
    return FFTC_SUCCESS;
}

fftc_status fftc_vector_prepare(fftc_vector_plan *plan, fftc_precision precision, double scale,
                                fftc_arena *arena, fftc_error *error)
{
    plan->scale = scale;
    if (plan->passes == 0) {
        return FFTC_SUCCESS;
    }
    for (int pass = 0; pass + 1 < plan->passes; ++pass) {
        fftc_status status =
            fill_twiddles(plan, pass, precision, pass == 0 ? scale : 1.0, arena, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    return fill_index(plan, arena, error);
}

/* --- running
 * ------------------------------------------------------------------------------------------- */

/* Where the last pass delivers. */
typedef struct sink {
    const fftc_engine *engine;
    const fftc_vector_plan *plan;
    char *work;
    fftc_engine_edge dst;
    void *sorted; /* if not NULL, instead of dst */
} sink;

static void finish(const sink *s, size_t position, size_t blocks)
{
    const fftc_vector_plan *plan = s->plan;
    int r = plan->radix[plan->passes - 1];
    fftc_engine_order order = {plan->index + position / (size_t)r, plan->m / (size_t)r, blocks};
    const void *work = s->work + position * vector_bytes(s->engine);
    if (s->sorted != NULL) {
        s->engine->radix[r]->reorder(work, s->sorted, order);
    } else {
        s->engine->radix[r]->store(work, s->dst, order);
    }
}

/* Pass number `pass` and all after it, on one block of sub[pass - 1] vectors: depth first, so that
 * a block that fits a cache stays there until it is finished. */
static void descend(const sink *s, int pass, size_t position)
{
    const fftc_vector_plan *plan = s->plan;
    int r = plan->radix[pass];
    if (pass + 1 == plan->passes) {
        finish(s, position, 1);
        return;
    }
    s->engine->radix[r]->middle(s->work + position * vector_bytes(s->engine), plan->sub[pass],
                                plan->twiddles[pass]);
    if (pass + 2 == plan->passes) {
        finish(s, position, (size_t)r);
        return;
    }
    for (int q = 0; q < r; ++q) {
        descend(s, pass + 1, position + (size_t)q * plan->sub[pass]);
    }
}

/* The passes after the first of a plan whose first pass has loaded `work`. */
static void descend_after_load(const sink *s)
{
    const fftc_vector_plan *plan = s->plan;
    if (plan->passes == 2) {
        finish(s, 0, (size_t)plan->radix[0]);
        return;
    }
    for (int q = 0; q < plan->radix[0]; ++q) {
        descend(s, 1, (size_t)q * plan->sub[0]);
    }
}

void fftc_vector_columns(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                         fftc_engine_edge src, fftc_engine_edge dst)
{
    const fftc_engine_radix *first = engine->radix[plan->radix[0]];
    if (plan->passes == 1) {
        first->single(src, dst, plan->scale);
        return;
    }
    sink s = {engine, plan, work, dst, NULL};
    first->load(src, work, plan->sub[0], plan->twiddles[0], plan->scale);
    descend_after_load(&s);
}

void fftc_vector_load_sorted(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                             fftc_engine_edge src, void *sorted)
{
    const fftc_engine_radix *first = engine->radix[plan->radix[0]];
    sink s = {.engine = engine, .plan = plan, .work = work, .sorted = sorted};
    first->load(src, work, plan->sub[0], plan->twiddles[0], plan->scale);
    descend_after_load(&s);
}

void fftc_vector_store(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                       fftc_engine_edge dst)
{
    sink s = {engine, plan, work, dst, NULL};
    descend(&s, 0, 0);
}

void fftc_vector_sort(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                      void *sorted)
{
    sink s = {.engine = engine, .plan = plan, .work = work, .sorted = sorted};
    descend(&s, 0, 0);
}
