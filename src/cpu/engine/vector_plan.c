/* SPDX-License-Identifier: MIT */
#include "cpu/engine/vector_plan.h"

#include <string.h>

#include "cpu/engine/circle.h"
#include "cpu/engine/cost.h"

static size_t vector_bytes(const fftc_engine *engine)
{
    return 2 * (size_t)engine->lanes * fftc_precision_bytes(engine->precision);
}

bool fftc_vector_smooth(uint64_t m)
{
    static const int primes[] = {2, 3, 5, 7, 11, 13};
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

/* --- choosing radices --------------------------------------------------------------------------- */

/* Branch and bound over all sequences of radices, none larger than the one before: what a sequence costs does not depend on
 * the order in this model, but for traffic: the last pass should be a wide one that fits the cache, and few passes win. */
typedef struct search {
    const fftc_engine *engine;
    size_t m;
    double best;
    int best_passes;
    int best_radix[FFTC_ENGINE_MAX_PASSES];
    int radix[FFTC_ENGINE_MAX_PASSES];
} search;

static void search_from(search *s, int passes, size_t left, int largest, double cost)
{
    if (cost >= s->best) {
        return;
    }
    if (left == 1) {
        s->best = cost;
        s->best_passes = passes;
        memcpy(s->best_radix, s->radix, sizeof s->radix);
        return;
    }
    if (passes == FFTC_ENGINE_MAX_PASSES) {
        return;
    }
    for (int r = largest; r >= 2; --r) {
        if (left % (size_t)r != 0 || s->engine->radix[r] == NULL) {
            continue;
        }
        double butterflies = (double)s->m / r;
        double traffic = fftc_cost_vector_traffic(s->engine, left * vector_bytes(s->engine));
        s->radix[passes] = r;
        search_from(s, passes + 1, left / (size_t)r, r,
                    cost + butterflies * fftc_cost_butterfly(s->engine, r) +
                        (double)s->m * traffic);
    }
}

double fftc_vector_choose(const fftc_engine *engine, size_t m, fftc_vector_plan *plan)
{
    search s = {.engine = engine, .m = m, .best = 1e300};
    memset(plan, 0, sizeof *plan);
    plan->m = m;
    plan->scale = 1.0;
    search_from(&s, 0, m, FFTC_ENGINE_MAX_RADIX, 0.0);
    plan->passes = s.best_passes;
    size_t left = m;
    for (int i = 0; i < s.best_passes; ++i) {
        plan->radix[i] = s.best_radix[i];
        left /= (size_t)s.best_radix[i];
        plan->sub[i] = left;
    }
    return s.best;
}

/* --- tables ----------------------------------------------------------------------------------------- */

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

/* A block's number, read as digits of the radices from the first pass on, is the output's, read from the other end. */
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

/* --- running ------------------------------------------------------------------------------------------- */

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

/* Pass number `pass` and all after it, on one block of sub[pass - 1] vectors: depth first, so that a block that fits a cache
 * stays there until it is finished. */
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
