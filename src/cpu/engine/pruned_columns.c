/* SPDX-License-Identifier: MIT */
#include "cpu/engine/pruned_columns.h"

#include "cpu/engine/tables/circle.h"

static bool has(const fftc_engine *engine, const fftc_vector_plan *plan, int radix)
{
    return engine->pruned != NULL && plan->passes > 1 && radix <= FFTC_ENGINE_MAX_CODELET &&
           engine->pruned->radix[radix] != NULL;
}

bool fftc_pruned_columns_load(const fftc_engine *engine, const fftc_vector_plan *plan)
{
    return has(engine, plan, plan->radix[0]);
}

bool fftc_pruned_columns_store(const fftc_engine *engine, const fftc_vector_plan *plan)
{
    return plan->passes > 0 && has(engine, plan, plan->radix[plan->passes - 1]);
}

/* Makes twiddles that turn the first existing row into element 0 of each butterfly, and the first
 * wanted result into result 0. Element i of butterfly j is point (q0 + i) sub + j. Its output q is
 * for the results k with (k + first) mod r = q; the passes that follow know everything except k mod
 * r. */
static void *make_twiddles(const fftc_vector_plan *plan, const fftc_pruned_columns *ranges,
                           size_t first, bool inverse, fftc_precision precision, fftc_arena *arena)
{
    size_t r = (size_t)plan->radix[0];
    size_t sub = plan->sub[0];
    void *table = fftc_arena_reserve(arena, sub * r, 2 * fftc_precision_bytes(precision));
    if (table == NULL) {
        return NULL;
    }
    for (size_t j = 0; j < sub; ++j) {
        size_t q0 = fftc_pruned_group_of(&ranges->source, r, j, 1).first;
        for (size_t q = 0; q < r; ++q) {
            size_t k = (q + r - ranges->turn) % r;
            uint64_t output = ((uint64_t)k + first) % plan->m;
            double w[2];
            fftc_circle(((uint64_t)j * output + (uint64_t)(q0 * q % r) * sub) % plan->m, plan->m,
                        w);
            double re = plan->scale * (inverse ? -w[1] : w[0]);
            double im = plan->scale * (inverse ? w[0] : w[1]);
            fftc_table_put(precision, table, j * r + q, re, im);
        }
    }
    return table;
}

fftc_status fftc_pruned_columns_prepare(const fftc_engine *engine, const fftc_vector_plan *plan,
                                        fftc_range src, fftc_range dst, bool inverse,
                                        fftc_arena *arena, fftc_pruned_columns *ranges,
                                        fftc_error *error)
{
    size_t first = (size_t)dst.begin;
    *ranges = (fftc_pruned_columns){.turn = first % (size_t)plan->radix[0]};
    ranges->source = fftc_pruned_source_make((size_t)src.begin, (size_t)src.end, plan->sub[0]);
    ranges->some = dst.begin != 0 || dst.end != plan->m;
    ranges->window.vectors = (size_t)(dst.end - dst.begin);
    ranges->window.tail = SIZE_MAX;
    if (src.begin == 0 && src.end == plan->m && first == 0) {
        return FFTC_SUCCESS;
    }
    ranges->twiddles = make_twiddles(plan, ranges, first, inverse, engine->precision, arena);
    return ranges->twiddles != NULL
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                           plan->m);
}
