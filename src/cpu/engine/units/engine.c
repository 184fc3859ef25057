/* SPDX-License-Identifier: MIT
 *
 * The engine's passes. Like every .c file of this folder it is a translation unit that is compiled
 * once for each instruction set, precision and lane count, with the instruction set's flags.
 * CMakeLists.txt defines
 *
 *   FFTC_PRECISION, FFTC_LANES   the scalar's bits, and how many a vector has
 *   ENGINE_ISA                   the instruction set's part of the unit's name: base (whatever
 *                                every CPU of the compilation target has: SSE2, Advanced SIMD),
 *                                scalar, avx2, avx512; exact_base, exact_avx2
 *   ENGINE_EXACT                 in the last three, for reproducible plans: no product is fused
 *   ENGINE_BASE                  in base and exact_base
 *   ENGINE_ROW_BITS              the size of the first vectors of the list in fftc_engines that do
 *                                rows. Wider ones only do columns, and what exact.h is about.
 *                                Only vectors of that size do long rows.
 */
#include <string.h>

#include "cpu/engine/dense.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/prime.h"
#include "cpu/engine/units/codelets.h"
#include "cpu/engine/units/strided.h"

/* vector_tmpl.h defines LANES and the vectors that the storages are moved with. */
/* clang-format off */
#include "cpu/engine/units/vector_tmpl.h"
#include "cpu/engine/units/storage_tmpl.h"
/* clang-format on */

#define ROWS (FFTC_PRECISION * LANES <= ENGINE_ROW_BITS)
#define LONG_ROWS (FFTC_PRECISION * LANES == ENGINE_ROW_BITS)
/* Whether RADIX has functions for long rows: narrower vectors take long rows whose first radix
 * fills more than half of them, and the narrowest all others (lines/long.c). */
#define LONG_ROWS_OF_RADIX \
    (LONG_ROWS || (ROWS && (2 * RADIX > LANES || FFTC_PRECISION * LANES == 128)))

/* --- passes, one set for each radix ----------------------------------------------------------- */

/* Where a codelet's elements are: in the work array, or in memory. */
enum { FROM_WORK, FROM_EDGE, FROM_ROW };

typedef struct origin {
    fftc_strided_rows rows;
    fftc_strided step;
    edge_mode mode;
} origin;

FORCE origin origin_of(const void *first, fftc_strided step)
{
    origin from = {.rows = fftc_strided_at(first, step), .step = step};
    return from;
}

FORCE fftc_complex fetched(fftc_complex x)
{
#ifndef __AVX512F__
    FETCHED(x.re);
    FETCHED(x.im);
#endif
    return x;
}

FORCE fftc_complex fetch(origin from, int q, const int kind, const int swap)
{
    const void *at = fftc_strided_row(from.rows, from.step, q);
    if (kind == FROM_WORK) {
        fftc_complex x = *(const fftc_complex *)at;
        FETCHED(x.re);
        FETCHED(x.im);
        return x;
    }
    if (kind == FROM_ROW) {
        return full_load((const fftc_scalar *)at, swap);
    }
    prefetch_next((const fftc_scalar *)at);
    return edge_load((const fftc_scalar *)at, from.mode, swap);
}

#define RADICES FFTC_RADICES
#define EACH_RADIX "cpu/engine/units/pass_tmpl.h"
#include "cpu/engine/units/dense_tmpl.h"
#include "cpu/engine/units/prime_tmpl.h"
#include "cpu/engine/units/radices_tmpl.h"

FORCE void multiply_any(const fftc_scalar *x, const fftc_scalar *y, fftc_scalar *z, size_t n,
                        const int swap_x, const int swap_z)
{
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        full_store(z + 2 * i,
                   fftc_complex_mul(full_load(x + 2 * i, swap_x), full_load(y + 2 * i, 0)), swap_z);
    }
    if (i < n) {
        edge_mode mode = edge_mode_make((int)(n - i));
        edge_store(
            z + 2 * i,
            fftc_complex_mul(edge_load(x + 2 * i, mode, swap_x), edge_load(y + 2 * i, mode, 0)),
            mode, swap_z);
    }
}

static void multiply(const void *x, int swap_x, const void *y, void *z, int swap_z, size_t n)
{
    const fftc_scalar *a = (const fftc_scalar *)x;
    const fftc_scalar *b = (const fftc_scalar *)y;
    fftc_scalar *c = (fftc_scalar *)z;
    switch (2 * (swap_x != 0) + (swap_z != 0)) {
    case 0: multiply_any(a, b, c, n, 0, 0); break;
    case 1: multiply_any(a, b, c, n, 0, 1); break;
    case 2: multiply_any(a, b, c, n, 1, 0); break;
    default: multiply_any(a, b, c, n, 1, 1); break;
    }
}

static void put_rows(const void *vectors, size_t count, void *rows)
{
    const fftc_complex *x = (const fftc_complex *)vectors;
    fftc_scalar *y = (fftc_scalar *)rows;
    for (size_t k = 0; k < count; ++k) {
        full_store(y + 2 * LANES * k, x[k], 0);
    }
}

static void convolve(void *rows, const void *factors, size_t count, void *first, double scale,
                     int swap)
{
    fftc_scalar *x = (fftc_scalar *)rows;
    const fftc_scalar *w = (const fftc_scalar *)factors;
    fftc_complex x0 = scaled(full_load((const fftc_scalar *)first, 0), (fftc_scalar)scale);
    fftc_complex sum = full_load(x, 0);
    fftc_complex all = fftc_complex_add(x0, scaled(sum, (fftc_scalar)scale));
    if (swap) {
        full_store((fftc_scalar *)first, all, 1);
    } else {
        full_store((fftc_scalar *)first, all, 0);
    }
    full_store(x, fftc_complex_add(rotate(sum, w), x0), 0);
    for (size_t k = 1; k < count; ++k) {
        fftc_scalar *row = x + 2 * LANES * k;
        full_store(row, rotate(full_load(row, 0), w + 2 * k), 0);
    }
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define OBJECT__(kind, isa, bits, lanes) fftc_##kind##_##isa##_f##bits##x##lanes
#define OBJECT_(kind, isa, bits, lanes) OBJECT__(kind, isa, bits, lanes)

/* ENGINE_HALF names the instruction set whose units serve AVX-512's vectors of 256 bits beside the
 * engine. */
#if defined(ENGINE_HALF) && FFTC_PRECISION * LANES == 256
#define UNITS_ISA ENGINE_HALF
#else
#define UNITS_ISA ENGINE_ISA
#endif
/* Exact units above 128 bits only do what does not depend on the number of lanes: columns of
 * transforms, packed and wide rows, and rows times factors (ends_tmpl.h). */
#if LANES > 1
extern const fftc_packed OBJECT_(packed, UNITS_ISA, FFTC_PRECISION, FFTC_LANES);
#define PACKED &OBJECT_(packed, UNITS_ISA, FFTC_PRECISION, FFTC_LANES)
#else
#define PACKED NULL
#endif
/* For vectors of 256 bits, and of float also for narrower ones if there are no others. */
#if FFTC_PRECISION * LANES == 256 || (defined(ENGINE_BASE) && FFTC_PRECISION == 32 && LANES > 1)
extern const struct fftc_lane_rows OBJECT_(lane_rows, UNITS_ISA, FFTC_PRECISION, FFTC_LANES);
#define LANE_ROWS &OBJECT_(lane_rows, UNITS_ISA, FFTC_PRECISION, FFTC_LANES)
#else
#define LANE_ROWS NULL
#endif
/* The base's pair serves vectors of 128 bits everywhere, since convolutions need those little. */
#if FFTC_PRECISION * LANES == 128 && !defined(ENGINE_BASE)
#define UNORDERED_ISA base
#else
#define UNORDERED_ISA UNITS_ISA
#endif
/* Passes through columns have an instruction set's widest vectors; the base has them for float. */
#if LONG_ROWS && !defined(ENGINE_EXACT) && !defined(ENGINE_NO_COLUMN_PASSES) && \
    (FFTC_PRECISION * LANES > 128 || FFTC_PRECISION == 32)
extern const struct fftc_column_passes OBJECT_(column_passes, ENGINE_ISA, FFTC_PRECISION,
                                               FFTC_LANES);
#define COLUMN_PASSES &OBJECT_(column_passes, ENGINE_ISA, FFTC_PRECISION, FFTC_LANES)
#else
#define COLUMN_PASSES NULL
#endif
extern const struct fftc_unordered OBJECT_(unordered, UNORDERED_ISA, FFTC_PRECISION, FFTC_LANES);
#define UNORDERED &OBJECT_(unordered, UNORDERED_ISA, FFTC_PRECISION, FFTC_LANES)

#if defined(ENGINE_EXACT)
#define EXACT true
#define FUSES false
#elif defined(__x86_64__) && !defined(__FMA__)
#define EXACT false
#define FUSES false
#else
#define EXACT false
#define FUSES true
#endif

#ifdef __AVX512VL__
#define MASKS true
#else
#define MASKS false
#endif

extern const fftc_engine OBJECT_(engine, ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_engine OBJECT_(engine, ENGINE_ISA, FFTC_PRECISION, FFTC_LANES) = {
    .name = TEXT(ENGINE_ISA),
    .precision = FFTC_PRECISION == 64 ? FFTC_FLOAT64 : FFTC_FLOAT32,
    .lanes = LANES,
    .fuses = FUSES,
    .exact = EXACT,
    .masks = MASKS,
    .radix = {FFTC_RADICES(FFTC_OBJECT_OF, passes_of) FFTC_PRIMES(FFTC_OBJECT_OF, passes_of)},
    .packed = PACKED,
    .lane_rows = LANE_ROWS,
    .column_passes = COLUMN_PASSES,
    .multiply = multiply,
    .dense = DENSE,
    .rows = put_rows,
    .convolve = convolve,
    .storage = &storage,
    .unordered = UNORDERED,
};
