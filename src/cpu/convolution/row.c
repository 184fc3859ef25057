/* SPDX-License-Identifier: MIT */
#include "cpu/convolution/row.h"

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/tables/twiddles.h"

void fftc_row_pick(size_t n, const fftc_engine *const *engines, fftc_row *row)
{
    row->cost = 1e300;
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        size_t lanes = (size_t)(*e)->lanes;
        fftc_unordered_pair pair;
        if (lanes == 1) {
            double cost = n > 1 ? fftc_vector_choose(*e, n, true, &pair) : 0.0;
            if (n == 1) {
                pair = (fftc_unordered_pair){.engine = *e, .m = 1};
            }
            if (cost < row->cost) {
                *row = (fftc_row){.n = n, .radix = 1, .pair = pair, .cost = cost};
            }
            continue;
        }
        for (int r = 2; r <= (*e)->lanes; ++r) {
            size_t m = n / (size_t)r;
            if (n % (size_t)r != 0 || m < lanes) {
                continue;
            }
            double cost =
                (double)((m + lanes - 1) / lanes) * fftc_cost_butterfly(*e, FFTC_COST_ROW, r) +
                fftc_vector_choose(*e, m, false, &pair);
            if (cost < row->cost) {
                *row = (fftc_row){.n = n, .radix = r, .pair = pair, .cost = cost};
            }
        }
    }
}

fftc_status fftc_row_tables(fftc_row *row, fftc_arena *arena, fftc_error *error)
{
    const fftc_engine *engine = row->pair.engine;
    size_t lanes = (size_t)engine->lanes;
    size_t m = row->pair.m;
    uint32_t *position = fftc_arena_allocate(arena, m, sizeof *position);
    void *table =
        fftc_arena_allocate(arena, (m + lanes - 1) / lanes * lanes * (size_t)(row->radix - 1),
                            2 * fftc_precision_bytes(engine->precision));
    if (position == NULL || table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the tables of %zu points",
                         row->n);
    }
    for (size_t p = 0; p < m; ++p) {
        position[fftc_pair_frequency(&row->pair, p)] = (uint32_t)p;
    }
    if (row->radix > 1) {
        /* For each group of columns radix - 1 vectors of real parts and imaginary parts. */
        fftc_twiddles_vectors(engine, table, m, (size_t)row->radix, 1.0);
    }
    row->position = position;
    row->twiddles = table;
    return fftc_pair_prepare(&row->pair, arena, error);
}

/* Groups of columns, shared among threads; the last group also has the columns that fill none. */
typedef struct pass {
    const fftc_row *row;
    const void *src;
    void *dst;
    size_t count;
    bool back;
} pass;

static size_t full_groups(const fftc_row *row)
{
    return row->pair.m / (size_t)row->pair.engine->lanes;
}

static size_t column_of(const fftc_row *row, size_t group)
{
    return group == full_groups(row) ? row->pair.m : group * (size_t)row->pair.engine->lanes;
}

static void run_columns(const pass *p, size_t begin, size_t end)
{
    const fftc_row *row = p->row;
    const fftc_unordered_radix *radix = row->pair.engine->unordered->radix[row->radix];
    if (p->back) {
        radix->row_back(p->src, row->pair.m, begin, end, p->dst, p->count, row->twiddles);
    } else {
        radix->row(p->src, p->count, row->pair.m, begin, end, p->dst, row->twiddles);
    }
}

static void share_columns(void *context, int thread, size_t begin, size_t end)
{
    const pass *p = context;
    (void)thread;
    run_columns(p, column_of(p->row, begin), column_of(p->row, end));
}

static void run_pass(const pass *p, const fftc_team *team)
{
    if (team->threads == 1) {
        run_columns(p, 0, p->row->pair.m);
    } else {
        fftc_parallel(team, full_groups(p->row), share_columns, (void *)(uintptr_t)p);
    }
}

void fftc_row_load(const fftc_row *row, const fftc_team *team, const void *src, size_t count,
                   void *work)
{
    if (row->radix > 1) {
        run_pass(&(pass){row, src, work, count, false}, team);
    } else {
        fftc_panel panel = {(void *)(uintptr_t)src, 2, count, 1};
        row->pair.engine->unordered->fetch(panel, work, row->n, (fftc_pair_twiddle){NULL, NULL});
    }
}

void fftc_row_store(const fftc_row *row, const fftc_team *team, const void *work, void *dst,
                    size_t count)
{
    if (row->radix > 1) {
        run_pass(&(pass){row, work, dst, count, true}, team);
    } else {
        fftc_panel panel = {dst, 2, count, 1};
        row->pair.engine->unordered->put(work, count, panel, (fftc_pair_twiddle){NULL, NULL});
    }
}
