/* SPDX-License-Identifier: MIT */
#include "cpu/engine/tables/products.h"

#include <string.h>

#include "cpu/engine/tables/circle.h"

/* Tables up to this length fit the caches. */
static const size_t longest_table_bytes = (size_t)512 << 10;

/* Columns at a time: their twiddles stay in the first-level cache. */
#define COLUMNS ((size_t)32)

bool fftc_products_suit(const fftc_vector_plan *plan)
{
    return plan->engine->lanes == 1 && plan->passes > 1 &&
           plan->radix[0] <= FFTC_ENGINE_MAX_CODELET &&
           plan->m * 2 * fftc_precision_bytes(plan->engine->precision) > longest_table_bytes;
}

/* Row j, for q = 1 .. r - 1: cosines and then sines of j * step * q. */
static void fill_split(double *cosines, size_t rows, size_t r, size_t step, size_t m)
{
    for (size_t j = 0; j < rows; ++j, cosines += 2 * (r - 1)) {
        fftc_circle_split(j * step, j * step, m, r - 1, cosines, cosines + r - 1);
    }
}

/* The twiddle exp(-2 pi i j q / m) is the product of that of the first column of j's group and that
 * of j within the group. */
fftc_status fftc_products_prepare(fftc_vector_plan *plan, fftc_arena *arena, fftc_error *error)
{
    size_t r = (size_t)plan->radix[0];
    size_t groups = (plan->sub[0] + COLUMNS - 1) / COLUMNS;
    double *by_column = fftc_arena_reserve(arena, COLUMNS * (r - 1), 2 * sizeof *by_column);
    double *by_group = fftc_arena_reserve(arena, groups * (r - 1), 2 * sizeof *by_group);
    if (by_column == NULL || by_group == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         plan->m);
    }
    fill_split(by_column, COLUMNS, r, 1, plan->m);
    fill_split(by_group, groups, r, COLUMNS, plan->m);
    plan->by_column = by_column;
    plan->by_group = by_group;
    return FFTC_SUCCESS;
}

static inline void fill(const fftc_vector_plan *plan, size_t group, void *table,
                        const fftc_precision precision)
{
    size_t count = (size_t)plan->radix[0] - 1;
    const double *a = plan->by_column;
    const double *b = plan->by_group + 2 * group * count;
    char *to = table;
    for (size_t j = 0; j < COLUMNS; ++j, a += 2 * count) {
        for (size_t q = 0; q < count; ++q) {
            fftc_table_put(precision, to, q, a[q] * b[q] - a[count + q] * b[count + q],
                           a[q] * b[count + q] + a[count + q] * b[q]);
        }
        to += count * 2 * fftc_precision_bytes(precision);
    }
}

static inline void copy(fftc_engine_edge src, size_t first, size_t count, double scale, void *to,
                        const fftc_precision precision)
{
    size_t swap = src.swap != 0;
    if (src.stride == 1 && swap == 0 && scale == 1.0) {
        size_t item = 2 * fftc_precision_bytes(precision);
        memcpy(to, (const char *)src.data + first * item, count * item);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        size_t at = 2 * (first + i) * src.stride;
        fftc_table_put(precision, to, i, scale * fftc_table_get(precision, src.data, at + swap),
                       scale * fftc_table_get(precision, src.data, at + 1 - swap));
    }
}

/* Loads a few columns at a time as a block by itself, whose pass is one of those in place: rows
 * that are a power of two apart would evict each other from the first-level cache. */
static inline void load(const fftc_engine *engine, const fftc_vector_plan *plan, char *work,
                        size_t stride, fftc_engine_edge src, const fftc_precision precision)
{
    size_t item = 2 * fftc_precision_bytes(precision);
    size_t sub = plan->sub[0];
    size_t r = (size_t)plan->radix[0];
    char table[COLUMNS * FFTC_ENGINE_MAX_CODELET * 2 * sizeof(double)]
        __attribute__((aligned(FFTC_CACHE_LINE)));
    char block[COLUMNS * FFTC_ENGINE_MAX_CODELET * 2 * sizeof(double)]
        __attribute__((aligned(FFTC_CACHE_LINE)));
    for (size_t first = 0; first < sub; first += COLUMNS) {
        size_t count = sub - first < COLUMNS ? sub - first : COLUMNS;
        fill(plan, first / COLUMNS, table, precision);
        for (size_t q = 0; q < r; ++q) {
            copy(src, q * sub + first, count, plan->scale, block + q * COLUMNS * item, precision);
        }
        engine->radix[r]->middle(block, count, COLUMNS, table);
        for (size_t q = 0; q < r; ++q) {
            memcpy(work + (q * stride + first) * item, block + q * COLUMNS * item, count * item);
        }
    }
}

void fftc_products_load(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                        size_t stride, fftc_engine_edge src)
{
    if (engine->precision == FFTC_FLOAT64) {
        load(engine, plan, work, stride, src, FFTC_FLOAT64);
    } else {
        load(engine, plan, work, stride, src, FFTC_FLOAT32);
    }
}
