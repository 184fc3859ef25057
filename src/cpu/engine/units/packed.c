/* SPDX-License-Identifier: MIT
 *
 * A unit (engine.c): short rows on packed numbers (packed_complex.h).
 *
 * A row of n = r1 r2 points, where r1 and r2 are at least C, the numbers in a vector: codelets of
 * r1 on groups of C columns, twiddles, transpositions in registers, codelets of r2 on chunks of C
 * rows. Intermediate results are in registers, or in a few lines of the first-level cache. Where C
 * does not divide, the last group or chunk overlaps the one before.
 */
#include "cpu/engine/units/packed_complex.h"

#include "cpu/engine/packed.h"
#include "cpu/engine/units/codelets_long.h"
#include "cpu/engine/units/nontemporal_stores.h"
#include "cpu/engine/units/prefetch_row.h"
#include "cpu/engine/units/strided.h"

#define LANES FFTC_LANES
#define C (LANES / 2)
#define CHUNKS(r) (((r) + C - 1) / C)
#define CHUNK_BASE(r, i) ((i)*C + C <= (r) ? (i)*C : (r)-C)

#include "cpu/engine/units/lanes_tmpl.h"

typedef fftc_real loose_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

FORCE fftc_complex load(const fftc_scalar *p)
{
    return packed(*(const loose_real *)p);
}

FORCE void store(fftc_scalar *p, fftc_complex x)
{
    *(loose_real *)p = x.v;
}

/* How results are stored: as usual (0), or */
#define NONTEMPORAL 1       /* by non-temporal stores, */
#define NONTEMPORAL_LINES 2 /* or by those of vectors that are cache lines. */
#define PREFETCH 4 /* With either: fixed rows prefetch a later one (packed_fixed_tmpl.h). */
#define NUMBER_BYTES (2 * sizeof(fftc_scalar))

/* Codelets of so many points are first loaded as a whole; of longer ones each column is, when its
 * turn comes. */
#define MOST_GATHERED 20

FORCE void put(fftc_scalar *p, fftc_complex x, const int how)
{
    if (how & NONTEMPORAL_LINES) {
        fftc_store_line_nontemporal(p, x.v);
    } else if (how & NONTEMPORAL) {
        fftc_store_nontemporal(p, x.v);
    } else {
        store(p, x);
    }
}

#if LANES * FFTC_PRECISION == 128
/* One number in the first place. */
FORCE fftc_complex load_one(const fftc_scalar *p)
{
    fftc_real x = {p[0], p[1]};
    return packed(x);
}

FORCE void store_one(fftc_scalar *p, fftc_complex x)
{
    memcpy(p, &x.v, 2 * sizeof *p);
}
#endif

/* x times a twiddle, or its conjugate. A twiddle takes two vectors: (re, re), (-im, im). */
FORCE fftc_complex rotated(fftc_complex x, const fftc_real *w, const int conjugate)
{
    return packed(conjugate ? x.v * w[0] - exchanged(x.v) * w[1]
                            : x.v * w[0] + exchanged(x.v) * w[1]);
}

#if C > 1
/* A complex number is one element of such vectors, if the compiler has the type; gcc then finds
 * cheaper shuffles. */
#if FFTC_PRECISION == 32
typedef double number_vector __attribute__((vector_size(8 * C)));
typedef int64_t number_index __attribute__((vector_size(8 * C)));
#define SCALARS 1
#define EACH_SCALAR EACH_PAIR
#else
typedef fftc_real number_vector;
typedef fftc_mask number_index;
#define SCALARS 2
#define EACH_SCALAR EACH_LANE
#endif

/* A step of a transposition, on two rows `step` apart: numbers whose place has bit `step` change
 * places with those of the other row that don't have it. Result: the first row or the second. */
#define NUMBER_FROM(p, step, second) \
    (((p) & (step)) != 0 ? C + (p) - ((second) ? 0 : (step)) : (p) + ((second) ? (step) : 0))
#define SCALAR_FROM(i, step, second) \
    (SCALARS * NUMBER_FROM((i) / SCALARS, step, second) + (i) % SCALARS)
#ifdef __clang__
#define STEPPED(row, other, step, second)                                             \
    (fftc_real) __builtin_shufflevector((number_vector)(row), (number_vector)(other), \
                                        EACH_SCALAR(SCALAR_FROM, step, second))
#else
#define STEPPED(row, other, step, second)                                       \
    (fftc_real) __builtin_shuffle((number_vector)(row), (number_vector)(other), \
                                  (number_index){EACH_SCALAR(SCALAR_FROM, step, second)})
#endif

#define TRANSPOSE_STEP(step, stepped)                                  \
    FORCE void transpose_step_##step(fftc_real *v)                     \
    {                                                                  \
        UNROLL for (int i = 0; i < C; ++i)                             \
        {                                                              \
            if ((i & step) == 0) {                                     \
                fftc_real first = stepped(v[i], v[i + step], step, 0); \
                v[i + step] = stepped(v[i], v[i + step], step, 1);     \
                v[i] = first;                                          \
            }                                                          \
        }                                                              \
    }
#if FFTC_SHUFFLE_UNITS && FFTC_PRECISION == 32
#define PAIRED(row, other, step, second) fftc_halves_paired(row, other, second)
TRANSPOSE_STEP(1, PAIRED)
#else
TRANSPOSE_STEP(1, STEPPED)
#endif
#if C > 2
TRANSPOSE_STEP(2, STEPPED)
#endif
#if C > 4
TRANSPOSE_STEP(4, STEPPED)
#endif
#endif

/* v[row] number -> v[number] row, C by C. */
FORCE void transpose(fftc_real *v)
{
#if C > 1
    transpose_step_1(v);
#endif
#if C > 2
    transpose_step_2(v);
#endif
#if C > 4
    transpose_step_4(v);
#endif
    (void)v;
}

/* Vectors of two halves can leave those where they belong in memory, in place of the last step of
 * a transposition, for which there is one shuffle unit. */
#if LANES * FFTC_PRECISION == 256 && defined(__AVX2__) && !defined(__AVX512F__)
#include <immintrin.h>
#define HALVES_APART 1

FORCE void store_transposed(fftc_real *square, fftc_real *to)
{
#if C == 4
    transpose_step_1(square);
#endif
    UNROLL for (int i = 0; i < C; ++i)
    {
        fftc_scalar *low = (fftc_scalar *)(to + i % (C / 2)) + LANES / 2 * (i / (C / 2));
        fftc_scalar *high = low + LANES * (C / 2);
#if FFTC_PRECISION == 32
        _mm_storeu_ps(low, _mm256_castps256_ps128(square[i]));
        _mm_storeu_ps(high, _mm256_extractf128_ps(square[i], 1));
#else
        _mm_storeu_pd(low, _mm256_castpd256_pd128(square[i]));
        _mm_storeu_pd(high, _mm256_extractf128_pd(square[i], 1));
#endif
    }
}
#else
#define HALVES_APART 0

FORCE void store_transposed(fftc_real *square, fftc_real *to)
{
    transpose(square);
    UNROLL for (int i = 0; i < C; ++i) to[i] = square[i];
}
#endif

/* Rows of memory that are n numbers apart. */
#define NUMBERS_APART_FIXED(n) fftc_strided_fixed(2 * (n) * sizeof(fftc_scalar))
#define NUMBERS_APART(n, rows)                        \
    (__builtin_constant_p(n) ? NUMBERS_APART_FIXED(n) \
                             : fftc_strided_make(2 * (n) * sizeof(fftc_scalar), rows))

/* The rows one after the other, p and d at each. */
#define EACH_ROW(forward, backward)                  \
    const fftc_scalar *p = (const fftc_scalar *)src; \
    fftc_scalar *d = (fftc_scalar *)dst;             \
    for (size_t row = 0; row < rows->count; ++row) { \
        if (rows->inverse) {                         \
            backward;                                \
        } else {                                     \
            forward;                                 \
        }                                            \
        p += 2 * rows->src_step;                     \
        d += 2 * rows->dst_step;                     \
    }

#define IN_BOTH_WAYS(f, how, ...)         \
    do {                                  \
        if (inverse) {                    \
            f(__VA_ARGS__, 1, how, next); \
        } else {                          \
            f(__VA_ARGS__, 0, how, next); \
        }                                 \
    } while (0)

/* A row forward or inverse, its results by non-temporal stores if `nontemporal`, or as usual, by
 * the caller's `inverse` and `next`. `inverse` and `how` are constants where f, which is inlined,
 * takes them before `next`. */
#define IN_EACH_WAY(f, nontemporal, ...)                     \
    do {                                                     \
        if (FFTC_NONTEMPORAL_LINES && (nontemporal)) {       \
            IN_BOTH_WAYS(f, NONTEMPORAL_LINES, __VA_ARGS__); \
        } else {                                             \
            IN_BOTH_WAYS(f, 0, __VA_ARGS__);                 \
        }                                                    \
    } while (0)

/* The row that is prefetched while the one at p is done. */
FORCE fftc_prefetch_row row_to_prefetch(const fftc_engine_rows *rows, const fftc_scalar *p,
                                        const fftc_scalar *d)
{
    const fftc_prefetch_row next = {(const char *)p + rows->src_prefetch,
                                    (const char *)d + rows->dst_prefetch, rows->near, false};
    return next;
}

/* Whether rows' results begin at cache lines; and whether rows that prefetch later ones have
 * non-temporal stores. */
FORCE bool begin_at_lines(const fftc_engine_rows *rows, const void *dst)
{
    return fftc_rows_begin_at(rows, dst, FFTC_CACHE_LINE);
}

FORCE bool stores_nontemporal(const fftc_engine_rows *rows, const void *dst)
{
    return FFTC_NONTEMPORAL_LINES && rows->prefetches && rows->nontemporal_alignment != 0 &&
           rows->first % C == 0 && begin_at_lines(rows, dst);
}

/* Prefetches pieces of a later row, if there is one, and of the memory of its results, from byte
 * `from` on. The test costs nothing beside a pass's tables. Rows in one piece have functions of
 * their own for that: with the test, 256 floats took 7 % longer. */
FORCE void bring_src(const fftc_prefetch_row *next, size_t from, size_t bytes)
{
    if (next != NULL) {
        fftc_prefetch_src(next, from, bytes);
    }
}

FORCE void bring_dst(const fftc_prefetch_row *next, size_t from, size_t bytes, const int how)
{
    if (next != NULL && !(how & NONTEMPORAL_LINES)) {
        fftc_prefetch_dst(next, from, bytes);
    }
}

/* Where a codelet's elements are in memory. */
typedef struct origin {
    fftc_strided_rows rows;
    fftc_strided apart;
} origin;

/* `count` vectors in a row, no address of others. */
FORCE origin origin_of(const fftc_real *y, const int count)
{
    origin from = {{{NULL}}, fftc_strided_fixed(sizeof *y)};
    UNROLL for (int i = 0; i < 4; ++i)
    {
        if (8 * i < count) {
            from.rows.at[i] = (const char *)(y + 8 * i);
        }
    }
    return from;
}

FORCE fftc_complex fetched(fftc_complex x)
{
#ifndef __AVX512F__
    FETCHED(x.v); /* 32 registers hold a packed codelet as gcc likes it */
#endif
    return x;
}

/* Element q of `radix`. */
FORCE fftc_complex fetch(origin from, int q, const int radix, const int inverse)
{
    const int place = inverse && q > 0 ? radix - q : q;
    return fetched(load(fftc_strided_row(from.rows, from.apart, place)));
}

/* Groups of C begin at multiples of C, but the last one ends with the row. */
FORCE size_t group_base(size_t column, size_t m)
{
    return column + C <= m ? column : m - C;
}

/* Short primes take vectors that are wide enough to gain, and no wider than all radices.
 * Reproducible plans have none, since other instruction sets have no such vectors. */
#ifdef ENGINE_EXACT
#define RADER 0
#else
#define RADER (LANES * FFTC_PRECISION >= 256 && C <= 4)
#endif
#define RADER_PITCH FFTC_PACKED_MAX_RADIX
#if RADER
#include <immintrin.h>

#include "cpu/engine/units/packed_places_tmpl.h"
#endif

/* Rows in three passes take the widest vectors, with AVX-512 or AVX2. */
#if ((defined(__AVX512F__) && LANES * FFTC_PRECISION == 512) || \
     (FFTC_SHUFFLE_UNITS && defined(__FMA__))) &&               \
    !defined(ENGINE_EXACT)
#define TRIPLE 1
#include "cpu/engine/units/packed_rotate_tmpl.h"

/* The results of a column between the first two passes, and where those of a chunk begin: vectors
 * that are cache lines cross none. */
#define TRIPLE_WIDTH(r) (LONG ? CHUNKS(r) * C : (r))
#define TRIPLE_BASE(r, chunk) (LONG ? (chunk)*C : CHUNK_BASE(r, chunk))
#else
#define TRIPLE 0
#endif

/* Radices of more than 16 points take 32 registers. The widest vectors have
 * them. Columns become rows where vectors are cache lines. */
#if defined(__AVX512F__) && LANES * FFTC_PRECISION == 512 && !defined(ENGINE_EXACT)
#define LONG 1
#else
#define LONG 0
#endif
#define TRANSPOSING (TRIPLE && LONG)
#define MOST_FIRST (LONG ? FFTC_PACKED_MAX_FIRST : FFTC_PACKED_MAX_RADIX)

#if LONG
#define LONG_RADICES FFTC_LONG_RADICES
#else
#define LONG_RADICES(X, x)
#endif
/* Of at least as many points as a vector has numbers. */
#if C <= 2
#define RADICES_FROM_C FFTC_RADICES
#elif C == 4
#define RADICES_FROM_C FFTC_RADICES_FROM_4
#else
#define RADICES_FROM_C FFTC_RADICES_FROM_8
#endif
#define FIRST_RADICES(X, x) RADICES_FROM_C(X, x) LONG_RADICES(X, x)
#define LAST_RADICES(X, x) FIRST_RADICES(X, x) FFTC_LAST_RADIX(X, x)

#define PACKED_RADICES(X, x) FFTC_RADICES(X, x) LONG_RADICES(X, x) FFTC_LAST_RADIX(X, x)
#define RADICES PACKED_RADICES
#define EACH_RADIX "cpu/engine/units/packed_pass_tmpl.h"
#include "cpu/engine/units/radices_tmpl.h"

#include "cpu/engine/units/packed_fixed_tmpl.h"
#include "cpu/engine/units/packed_two_passes_tmpl.h"

static const fftc_packed_wide wide_passes = {
    {PASTE(FFTC_RADICES_FROM_, LANES)(FFTC_FUNCTION_OF, wide)}};

#if RADER
#define RADER_PASSES(x)                          \
    {                                            \
        FFTC_RADICES_FROM_6(FFTC_FUNCTION_OF, x) \
    }

static void rader(const fftc_engine_rows *rows, const void *src, void *dst)
{
    static void (*const bring[])(const fftc_scalar *, const uint32_t *, size_t, const fftc_real *,
                                 fftc_real *) = RADER_PASSES(rader_bring);
    static fftc_real (*const convolve[])(fftc_real *, size_t, const fftc_real *, fftc_real) =
        RADER_PASSES(rader_convolve);
    static void (*const put[])(const fftc_real *, const uint32_t *, size_t, const fftc_real *,
                               fftc_scalar *) = RADER_PASSES(rader_put);
    const fftc_packed_rader *tables = (const fftc_packed_rader *)rows->context;
    const fftc_real *w = (const fftc_real *)tables->twiddles;
    const fftc_real *factors = (const fftc_real *)tables->factors;
    const fftc_scalar *p = (const fftc_scalar *)src;
    fftc_scalar *d = (fftc_scalar *)dst;
    size_t columns = (size_t)rows->last;
    fftc_scalar scale = (fftc_scalar)rows->scale;
    for (size_t row = 0; row < rows->count; ++row) {
        fftc_real y[CHUNKS(FFTC_PACKED_MAX_RADIX) * RADER_PITCH];
        fftc_real x0 = {p[0] * scale, p[1] * scale};
        bring[rows->first](p, tables->src, columns, w, y);
        fftc_real first = convolve[rows->last](y, (size_t)rows->first, factors, x0);
        put[rows->first](y, tables->dst[rows->inverse], columns, w, d);
        d[0] = x0[0] + scale * first[0];
        d[1] = x0[1] + scale * first[1];
        p += 2 * rows->src_step;
        d += 2 * rows->dst_step;
    }
}
#endif

#if TRIPLE
#include "cpu/engine/units/packed_triple_rows_tmpl.h"
#endif

#if TRANSPOSING
static const fftc_packed_transposing transposing_passes = {
    .single = {LAST_RADICES(FFTC_FUNCTION_OF, transposing_single)},
    .first = {RADICES_FROM_C(FFTC_FUNCTION_OF, transposing_first)},
    .last = {FFTC_RADICES(FFTC_FUNCTION_OF, transposing_last)}};
#endif

#define OBJECT__(isa, bits, lanes) fftc_packed_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

#define OR_BIT_OF(r, x) | 1U << (r)

#define FOR_ALL_PLANS \
    .numbers = C, .fixed = fixed_rows, .two_passes = two_passes, .wide = &wide_passes

extern const fftc_packed OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_packed OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES) = {
    FOR_ALL_PLANS,
#if RADER
    .rader = rader,
#endif
#if LONG
    .long_radices = 0 LONG_RADICES(OR_BIT_OF, ),
#endif
#if TRIPLE
    .triple = triple,
#endif
#if TRANSPOSING
    .transposing = &transposing_passes,
#endif
};

/* An exact translation unit serves reproducible plans, too (CMakeLists.txt). */
#ifdef ENGINE_EXACT_ISA
extern const fftc_packed OBJECT_(ENGINE_EXACT_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_packed OBJECT_(ENGINE_EXACT_ISA, FFTC_PRECISION, FFTC_LANES) = {FOR_ALL_PLANS};
#endif
