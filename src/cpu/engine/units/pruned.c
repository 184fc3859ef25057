/* SPDX-License-Identifier: MIT
 *
 * A unit (engine.c): pruned passes (pruned.h). It is compiled with -fno-signed-zeros, so that
 * compilers remove what a codelet does with elements that are known to be zeros, or for outputs
 * that are not stored.
 */
#include <string.h>

#include "cpu/engine/pruned.h"
#include "cpu/engine/units/codelets.h"
#include "cpu/engine/units/strided.h"
#include "cpu/engine/units/vector_tmpl.h"

/* A codelet's elements: in the work array, or the first `count` of them in memory. */
typedef struct origin {
    const fftc_complex *work;
    const fftc_scalar *memory;
    size_t step;
    fftc_strided_rows rows; /* of a row, instead of memory and step */
    fftc_strided apart;
    size_t least; /* so many exist for certain */
    size_t count;
    edge_mode mode;   /* of columns; a row has all lanes */
    fftc_scalar sign; /* of imaginary parts in memory: by these, unless a row's are known */
    int conjugate;
} origin;

enum { OF_ROW, OF_COLUMNS };
enum { PLAIN, CONJUGATE, BY_SIGN };

/* Read in place of what does not exist: this selects an address, and needs no branch. */
static const fftc_scalar zeros[2 * LANES] __attribute__((aligned(FFTC_CACHE_LINE)));

FORCE fftc_complex fetch_of_row(origin from, int q)
{
    if ((size_t)q >= from.least && (size_t)q >= from.count) {
        return fftc_complex_make(fftc_real_splat(0), fftc_real_splat(0));
    }
    fftc_complex x = full_load((const fftc_scalar *)fftc_strided_row(from.rows, from.apart, q), 0);
    if (from.conjugate == BY_SIGN) {
        return fftc_complex_make(x.re, x.im * from.sign);
    }
    return from.conjugate == CONJUGATE ? fftc_complex_conj(x) : x;
}

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
    if (way == OF_ROW) {
        return fetch_of_row(from, q);
    }
    const fftc_scalar *at =
        (size_t)q < from.count ? from.memory + 2 * (size_t)q * from.step : zeros;
    prefetch_next(at);
    fftc_complex x = edge_load(at, from.mode, 0);
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

/* A single row exists: each of its columns is spread over the outputs. */
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
    const size_t from = part->source.begin;
    const size_t to = part->source.end;
    for (size_t q = 0; q < radix; ++q, base += part->m, rows += 2 * LANES) {
        if (from <= base && base + LANES <= to) {
            memcpy(rows, p + 2 * base, 2 * LANES * sizeof *rows);
            continue;
        }
        memset(rows, 0, 2 * LANES * sizeof *rows);
        size_t begin = from > base ? from - base : 0;
        size_t end = to < base + LANES ? to : base + LANES;
        for (size_t i = begin; base + i < end; ++i) {
            rows[2 * i] = p[2 * (base + i)];
            rows[2 * i + 1] = p[2 * (base + i) + 1];
        }
    }
}

/* Where the results of a butterfly go whose first or last vector is wanted in part: that vector to
 * a copy, the others to their place. */
typedef struct ragged {
    fftc_scalar *place[FFTC_ENGINE_MAX_CODELET];
    fftc_scalar copy[2][2 * LANES];
    size_t first; /* results, or `count` if it is wanted as a whole */
    size_t last;
    size_t count;
} ragged;

static __attribute__((noinline)) void ragged_start(ragged *r, fftc_scalar *p, size_t step,
                                                   size_t count, size_t vector, size_t vector_step,
                                                   int lanes, const fftc_pruned_window *window)
{
    r->count = count;
    r->first = vector == 0 && window->head > 0 ? 0 : count;
    r->last = count;
    if (count > 0 && vector + (count - 1) * vector_step + 1 == window->vectors &&
        window->tail < (size_t)lanes) {
        r->last = count - 1;
    }
    for (size_t q = 0; q < count; ++q) {
        r->place[q] = p + q * step;
    }
    if (r->last < count) {
        r->place[r->last] = r->copy[1];
    }
    if (r->first < count) {
        r->place[r->first] = r->copy[0];
    }
}

static __attribute__((noinline)) void ragged_end(const ragged *r, fftc_scalar *p, size_t step,
                                                 int lanes, const fftc_pruned_window *window)
{
    for (int i = 0; i < 2; ++i) {
        size_t q = i == 0 ? r->first : r->last;
        size_t end = q == r->last ? window->tail : (size_t)lanes;
        if (q == r->count || (i == 1 && q == r->first)) {
            continue;
        }
        for (size_t k = q == r->first ? window->head : 0; k < end; ++k) {
            p[2 * (q * step / 2 + k)] = r->copy[i][2 * k];
            p[2 * (q * step / 2 + k) + 1] = r->copy[i][2 * k + 1];
        }
    }
}

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

/* The radices for which such copies are worth having, */
#define CLASSES 1
#define RADIX 2
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 3
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 4
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 5
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 6
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 8
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 10
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 12
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 16
#include "cpu/engine/units/pass_pruned_tmpl.h"
#undef CLASSES
/* and others. */
#define CLASSES 0
#define RADIX 7
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 9
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 11
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 13
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 14
#include "cpu/engine/units/pass_pruned_tmpl.h"
#define RADIX 15
#include "cpu/engine/units/pass_pruned_tmpl.h"
#undef CLASSES

#define OBJECT__(isa, bits, lanes) fftc_pruned_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

extern const fftc_pruned OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_pruned OBJECT_(ENGINE_ISA, FFTC_PRECISION,
                          FFTC_LANES) = {.radix = {[2] = &passes_of_2,
                                                   [3] = &passes_of_3,
                                                   [4] = &passes_of_4,
                                                   [5] = &passes_of_5,
                                                   [6] = &passes_of_6,
                                                   [7] = &passes_of_7,
                                                   [8] = &passes_of_8,
                                                   [9] = &passes_of_9,
                                                   [10] = &passes_of_10,
                                                   [11] = &passes_of_11,
                                                   [12] = &passes_of_12,
                                                   [13] = &passes_of_13,
                                                   [14] = &passes_of_14,
                                                   [15] = &passes_of_15,
                                                   [16] = &passes_of_16}};
