/* SPDX-License-Identifier: MIT
 *
 * The last axis: rows there, products, and back.
 */
#include <string.h>

#include "cpu/convolution/run.h"

/* --- rows ------------------------------------------------------------------------------------- */

/* The most shares of a product's steps. */
#define MOST_SHARES 32

/* Two vectors of each share (fftc_unordered_real_product.edges). */
typedef struct real_product_edges {
    char share[MOST_SHARES][2][2 * 16 * sizeof(float)] __attribute__((aligned(FFTC_CACHE_LINE)));
} real_product_edges;

typedef struct real_multiplication {
    void (*real_product)(const fftc_unordered_real_product *real_product);
    fftc_unordered_real_product all;
    size_t steps;
    size_t shares;
    size_t vector; /* bytes */
    const real_product_edges *edges;
} real_multiplication;

static size_t first_step(const real_multiplication *f, size_t share)
{
    return share * f->steps / f->shares;
}

static void real_product_shares(void *context, int thread, size_t begin, size_t end)
{
    const real_multiplication *f = context;
    (void)thread;
    for (size_t share = begin; share < end; ++share) {
        fftc_unordered_real_product part = f->all;
        part.begin = first_step(f, share);
        part.end = first_step(f, share + 1);
        part.edges = f->edges->share[share];
        f->real_product(&part);
    }
}

/* Multiplies the spectra of two rows of a real signal by the kernel's. */
static void real_product(const fftc_run *r, const fftc_two_rows *rows, char *work_a, char *work_b)
{
    const fftc_convolution *plan = r->plan;
    const fftc_row *row = &plan->row;
    const fftc_unordered *kernels = row->pair.engine->unordered;
    size_t m = row->pair.m;
    real_product_edges edges; /* only those of f.shares are written */
    real_multiplication f = {
        .real_product =
            row->radix > 1 ? kernels->radix[row->radix]->real_product : kernels->real_product,
        .all = {.a = work_a,
                .b = work_b,
                .position = row->position,
                .m = m,
                .spectrum_a = r->spectrum + rows->number_a * plan->row_spectrum,
                .spectrum_b = r->spectrum + rows->number_b * plan->row_spectrum,
                .complement = rows->first != 0},
        .steps = work_a == work_b ? m / 2 : m,
        .vector = fftc_row_bytes(row) / m,
        .edges = &edges};
    size_t threads = (size_t)r->team.threads;
    f.shares = threads > MOST_SHARES ? MOST_SHARES : threads;
    f.shares = f.shares > f.steps ? 1 : f.shares;
    for (size_t share = 0; share < f.shares; ++share) {
        size_t before = (m - first_step(&f, share)) % m;
        size_t after = first_step(&f, share + 1) % m;
        memcpy(edges.share[share][0], work_b + row->position[before] * f.vector, f.vector);
        memcpy(edges.share[share][0] + f.vector, work_a + row->position[after] * f.vector,
               f.vector);
    }
    fftc_parallel(&r->team, f.shares, real_product_shares, &f);
}

void fftc_run_product(const fftc_run *r, const fftc_two_rows *rows, char *work_a, char *work_b)
{
    const fftc_convolution *plan = r->plan;
    const fftc_unordered_pair *pair = &plan->row.pair;
    if (!plan->request.real) {
        fftc_pair_around(pair, &r->team, work_a, r->spectrum + rows->number_a * plan->row_spectrum);
        return;
    }
    fftc_pair_there(pair, &r->team, work_a);
    if (work_b != work_a) {
        fftc_pair_there(pair, &r->team, work_b);
    }
    real_product(r, rows, work_a, work_b);
    fftc_pair_back(pair, &r->team, work_a);
    if (work_b != work_a) {
        fftc_pair_back(pair, &r->team, work_b);
    }
}

void fftc_run_spectrum(const fftc_run *r, const fftc_two_rows *rows, char *work_a, char *work_b)
{
    const fftc_convolution *plan = r->plan;
    fftc_pair_there(&plan->row.pair, &r->team, work_a);
    if (work_b != work_a) {
        fftc_pair_there(&plan->row.pair, &r->team, work_b);
        size_t parts = plan->split ? plan->level[plan->levels - 1].pair.m : 1;
        fftc_spectrum_write(plan, work_b, work_a, (parts - rows->first) % parts,
                            r->out + rows->number_b * plan->row_spectrum);
    }
    fftc_spectrum_write(plan, work_a, work_b, rows->first,
                        r->out + rows->number_a * plan->row_spectrum);
}

static void fftc_run_rows(const fftc_run *r, const fftc_two_rows *rows, char *work)
{
    const fftc_convolution *plan = r->plan;
    const fftc_row *row = &plan->row;
    char *work_b = rows->b == rows->a ? work : work + fftc_row_bytes(&plan->row);
    /* Columns beyond the side's in a row of the middle do not exist. */
    size_t from = r->from->columns < row->n ? r->from->columns : row->n;
    size_t to = plan->dst.columns < row->n ? plan->dst.columns : row->n;
    fftc_row_load(row, &r->team, rows->a, from, work);
    if (work_b != work) {
        fftc_row_load(row, &r->team, rows->b, from, work_b);
    }
    if (r->out != NULL) {
        fftc_run_spectrum(r, rows, work, work_b);
        return;
    }
    fftc_run_product(r, rows, work, work_b);
    fftc_row_store(row, &r->team, work, rows->a, to);
    if (work_b != work) {
        fftc_row_store(row, &r->team, work_b, rows->b, to);
    }
}

/* --- fftc_run_slabs: everything behind one index of a level, or an index and its mirror image - */

static void around_slab(const fftc_run *r, int of, fftc_two_rows at, char *work);

/* Does everything behind position p of a level, and behind its mirror image. */
static void around_position(const fftc_run *r, int of, const fftc_two_rows *at, size_t p,
                            char *work)
{
    const fftc_convolution *plan = r->plan;
    const fftc_level *level = &plan->level[of];
    size_t q = level->mirror != NULL ? level->mirror[p] : p;
    fftc_two_rows next = *at;
    next.a += p * level->stride * plan->item;
    next.b += q * level->stride * plan->item;
    next.number_a = next.number_a * level->pair.m + p;
    next.number_b = next.number_b * level->pair.m + q;
    if (level->by_lane != NULL) {
        next.first = fftc_pair_frequency(&level->pair, p);
    }
    around_slab(r, of + 1, next, work);
}

static void around_slab(const fftc_run *r, int of, fftc_two_rows at, char *work)
{
    const fftc_convolution *plan = r->plan;
    if (of == plan->levels) {
        fftc_run_rows(r, &at, work);
        return;
    }
    const fftc_level *level = &plan->level[of];
    bool twice = at.a != at.b;
    fftc_run_level(r, of, at.a, work, false);
    if (twice) {
        fftc_run_level(r, of, at.b, work, false);
    }
    /* A slab and its mirror image, if they differ, have all pairs once; a slab that is its own
     * mirror image has each pair twice. */
    bool halves = level->mirror != NULL && !twice;
    size_t count = halves ? level->half_count : level->pair.m;
    for (size_t i = 0; i < count; ++i) {
        around_position(r, of, &at, halves ? level->halves[i] : i, work);
    }
    if (r->out != NULL) {
        return;
    }
    fftc_run_level(r, of, at.a, work, true);
    if (twice) {
        fftc_run_level(r, of, at.b, work, true);
    }
}

void fftc_run_slabs(void *context, int thread, size_t begin, size_t end)
{
    fftc_run alone = *(const fftc_run *)context;
    const fftc_run *r = &alone;
    const fftc_level *level = &r->plan->level[0];
    char *work = r->work + (size_t)thread * r->plan->thread_bytes;
    alone.team.threads = 1;
    const size_t count = fftc_run_slabs_count(r->plan);
    for (size_t slab = begin; slab < end; ++slab) {
        const size_t i = slab % count;
        char *middle = r->middle + slab / count * r->plan->middle_bytes;
        const fftc_two_rows at = {middle, middle, 0, 0, 0};
        around_position(r, 0, &at, level->halves != NULL ? level->halves[i] : i, work);
    }
}
