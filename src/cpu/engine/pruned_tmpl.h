/* SPDX-License-Identifier: MIT
 *
 * Pruned passes (pruned.h) for one instruction set, precision and lane count: as engine_tmpl.h,
 * included by pruned_<isa>.c, which is compiled with -fno-signed-zeros. So what a codelet does with
 * elements that are known to be zeros, or for outputs that nobody stores, is not compiled at all.
 */
#include <string.h>

#include "cpu/engine/codelets.h"
#include "cpu/engine/pruned.h"
#include "cpu/engine/vector_tmpl.h"

/* A codelet's elements: in the work array, or the first `count` of them in memory. */
typedef struct origin {
    const fftc_complex *work;
    const fftc_scalar *memory;
    size_t step;
    size_t count;
    edge_mode mode;   /* of columns; a row has all lanes */
    fftc_scalar sign; /* of imaginary parts in memory */
} origin;

enum { OF_ROW, OF_COLUMNS };

/* Read instead of what does not exist: a choice of addresses, not a branch. */
static const fftc_scalar zeros[2 * LANES] __attribute__((aligned(64)));

/* kind: 0, from work, or how many elements may exist. */
FORCE fftc_complex fetch(origin from, int q, const int kind, const int way)
{
    if (kind == 0) {
        fftc_complex x = from.work[(size_t)q * from.step];
        FETCHED(x.re);
        FETCHED(x.im);
        return x;
    }
    if (q >= kind) {
        return fftc_complex_make(fftc_real_splat(0), fftc_real_splat(0));
    }
    const fftc_scalar *at =
        (size_t)q < from.count ? from.memory + 2 * (size_t)q * from.step : zeros;
    if (way == OF_COLUMNS) {
        prefetch_next(at);
    }
    fftc_complex x = way == OF_COLUMNS ? edge_load(at, from.mode, 0) : full_load(at, 0);
    return fftc_complex_make(x.re, x.im * from.sign);
}

/* A group of columns of a first pass. */
typedef struct group {
    const fftc_scalar *memory;
    size_t step; /* from row to row, in numbers */
    size_t count;
    fftc_scalar sign;
    fftc_complex *y;
    const fftc_complex *table;  /* short rows: twiddles; long rows: their factors by output, */
    const fftc_complex *column; /* by column, */
    const fftc_scalar *w;       /* and the group's */
} group;

FORCE fftc_complex twiddle(group g, int q, const int product)
{
    return product ? rotate(g.table[q], g.w + 2 * q) : g.table[q];
}

FORCE group next_group(group g, const int radix, const int product)
{
    g.memory += 2 * LANES;
    g.y += LANES;
    if (product) {
        g.w += 2 * radix;
    } else {
        g.table += LANES;
    }
    return g;
}

/* One row: each column is spread over the outputs. */
FORCE void spread_any(group g, size_t groups, const int radix, const int product,
                      const int conjugate)
{
    const edge_mode mode = edge_mode_make(radix);
    for (; groups > 0; --groups) {
        fftc_complex all = fftc_complex_make(fftc_real_splat(0), fftc_real_splat(0));
        if (product) {
            all = edge_load(g.w, mode, 0);
        }
        UNROLL for (int i = 0; i < LANES; ++i)
        {
            const fftc_scalar *x = g.memory + 2 * i;
            fftc_complex w = product ? fftc_complex_mul(all, g.column[i]) : g.table[i];
            g.y[i] = conjugate
                         ? fftc_complex_make(w.re * x[0] + w.im * x[1], w.im * x[0] - w.re * x[1])
                         : rotate(w, x);
        }
        g = next_group(g, radix, product);
    }
}

FORCE void spread(group g, size_t groups, const int radix, const int product)
{
    if (g.sign < 0) {
        spread_any(g, groups, radix, product, 1);
    } else {
        spread_any(g, groups, radix, product, 0);
    }
}

/* Copies what exists of a group of columns, and zeros, as rows of LANES numbers. */
static __attribute__((noinline)) void copy_cut(const fftc_pruned_part *part, size_t base,
                                               size_t radix, fftc_scalar *rows)
{
    const fftc_scalar *p = (const fftc_scalar *)part->src;
    memset(rows, 0, radix * 2 * LANES * sizeof *rows);
    for (size_t q = 0; q < radix; ++q) {
        size_t at = q * part->m + base;
        size_t begin = part->source.begin > at ? part->source.begin : at;
        size_t end = part->source.end < at + LANES ? part->source.end : at + LANES;
        if (begin < end) {
            memcpy(rows + 2 * (q * LANES + begin - at), p + 2 * begin,
                   (end - begin) * 2 * sizeof *rows);
        }
    }
}

/* Of a butterfly's results in `numbers`, 2 LANES of each, those that are wanted. */
static __attribute__((noinline)) void copy_wanted(const fftc_scalar *numbers, fftc_scalar *p,
                                                  size_t step, size_t count, size_t vector,
                                                  size_t vector_step, fftc_engine_edge dst,
                                                  const fftc_pruned_window *window)
{
    for (size_t q = 0; q < count; ++q, vector += vector_step, p += step) {
        size_t begin = vector == 0 ? window->head : 0;
        size_t end = vector + 1 == window->vectors ? window->tail : (size_t)dst.lanes;
        for (size_t i = begin; i < end; ++i) {
            p[2 * i] = numbers[2 * (q * LANES + i) + (dst.swap != 0)];
            p[2 * i + 1] = numbers[2 * (q * LANES + i) + (dst.swap == 0)];
        }
    }
}

/* The radices that it is worth having all this for. */
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define RADIX 2
#include "cpu/engine/pass_pruned_tmpl.h"
#define RADIX 3
#include "cpu/engine/pass_pruned_tmpl.h"
#define RADIX 4
#include "cpu/engine/pass_pruned_tmpl.h"
#define RADIX 5
#include "cpu/engine/pass_pruned_tmpl.h"
#define RADIX 6
#include "cpu/engine/pass_pruned_tmpl.h"
#define RADIX 8
#include "cpu/engine/pass_pruned_tmpl.h"
#define RADIX 10
#include "cpu/engine/pass_pruned_tmpl.h"
#define RADIX 12
#include "cpu/engine/pass_pruned_tmpl.h"
#define RADIX 16
#include "cpu/engine/pass_pruned_tmpl.h"

#define OBJECT__(isa, bits, lanes) fftc_pruned_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

extern const fftc_pruned OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_pruned OBJECT_(ENGINE_ISA, FFTC_PRECISION,
                          FFTC_LANES) = {.radix = {[2] = &passes_of_2,
                                                   [3] = &passes_of_3,
                                                   [4] = &passes_of_4,
                                                   [5] = &passes_of_5,
                                                   [6] = &passes_of_6,
                                                   [8] = &passes_of_8,
                                                   [10] = &passes_of_10,
                                                   [12] = &passes_of_12,
                                                   [16] = &passes_of_16}};
