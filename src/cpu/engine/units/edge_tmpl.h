/* SPDX-License-Identifier: MIT
 *
 * How complex numbers get from memory into [re][im] vectors and back, for one instruction set.
 *
 * Lanes are not in memory order: a vector holds them in the order that the cheapest shuffles leave,
 * which work inside blocks of 128 bits. Position p holds column lane_column(p); loading and storing
 * agree on it, and a transposition absorbs it by renaming its rows. fftc_engine_column (engine.h)
 * is the same formula for tables.
 *
 * `swap` exchanges real and imaginary parts: on both edges it makes a forward transform the inverse
 * one.
 */
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "cpu/cache_line.h"

#if LANES > 1

#include "cpu/engine/units/lanes_tmpl.h"

/* The first or second half of the pairs (re, im), in memory order. */
FORCE fftc_real pairs_of(fftc_real re, fftc_real im, const int half)
{
#define PAIR_LANE(i, half) (COLUMN_LANE((half)*LANES / 2 + (i) / 2) + (i) % 2 * LANES)
    return half ? SHUFFLE(re, im, PAIR_LANE, 1) : SHUFFLE(re, im, PAIR_LANE, 0);
#undef PAIR_LANE
}

FORCE fftc_complex from_memory_order(fftc_real a, fftc_real b, const int swap)
{
#ifndef __AVX512F__
    FETCHED(a); /* a and b are used twice */
    FETCHED(b);
#endif
    fftc_real re = part_of(a, b, 0);
    fftc_real im = part_of(a, b, 1);
    return swap ? fftc_complex_make(im, re) : fftc_complex_make(re, im);
}

#endif

#if LANES == 1

/* How many lanes exist in memory, in the form that loads and stores need; made once for each
 * pass. */
typedef int edge_mode;

FORCE int lane_column(int p)
{
    return p;
}

FORCE edge_mode edge_mode_make(int lanes)
{
    return lanes;
}

FORCE fftc_complex edge_load(const fftc_scalar *p, edge_mode mode, const int swap)
{
    (void)mode;
    return fftc_complex_make(p[swap], p[1 - swap]);
}

FORCE void edge_store(fftc_scalar *p, fftc_complex x, edge_mode mode, const int swap)
{
    (void)mode;
    p[swap] = x.re;
    p[1 - swap] = x.im;
}

#elif defined(__AVX512VL__)

#if FFTC_PRECISION == 32
#define VECTOR(name) name##_ps
#else
#define VECTOR(name) name##_pd
#endif
#if FFTC_PRECISION * LANES == 512
#define MASKED(op) VECTOR(_mm512_##op)
#elif FFTC_PRECISION * LANES == 256
#define MASKED(op) VECTOR(_mm256_##op)
#else
#define MASKED(op) VECTOR(_mm_##op)
#endif
#if LANES == 16
typedef __mmask16 lane_mask;
#else
typedef __mmask8 lane_mask;
#endif

/* Masks switch the lanes off that memory does not have. */
typedef struct edge_mode {
    lane_mask low;
    lane_mask high;
} edge_mode;

FORCE edge_mode edge_mode_make(int lanes)
{
    unsigned mask = lanes >= LANES ? 0xffffffffu : (1u << (2 * lanes)) - 1u;
    edge_mode mode = {(lane_mask)(mask & ((1u << LANES) - 1u)),
                      (lane_mask)((mask >> LANES) & ((1u << LANES) - 1u))};
    return mode;
}

FORCE fftc_complex edge_load(const fftc_scalar *p, edge_mode mode, const int swap)
{
    fftc_real a = (fftc_real)MASKED(maskz_loadu)(mode.low, p);
    fftc_real b = (fftc_real)MASKED(maskz_loadu)(mode.high, p + LANES);
    return from_memory_order(a, b, swap);
}

FORCE void edge_store(fftc_scalar *p, fftc_complex x, edge_mode mode, const int swap)
{
    fftc_real re = swap ? x.im : x.re;
    fftc_real im = swap ? x.re : x.im;
    MASKED(mask_storeu)(p, mode.low, pairs_of(re, im, 0));
    MASKED(mask_storeu)(p + LANES, mode.high, pairs_of(re, im, 1));
}

#else

/* If lanes are missing, by way of a copy on the stack. This is rare, and so not inlined. */
typedef int edge_mode;

#if LANES * FFTC_PRECISION == 256 && defined(__AVX2__)
#include "cpu/engine/units/some_lanes.h"

/* Loads whole vectors: a vector that was stored piece by piece cannot be loaded before all pieces
 * are in the cache. */
static __attribute__((noinline)) void load_lanes(fftc_scalar *to, const fftc_scalar *from,
                                                 int lanes)
{
    const int low = 2 * lanes < LANES ? 2 * lanes : LANES;
    *(unaligned_real *)to = some_load(from, (size_t)low);
    *(unaligned_real *)(to + LANES) = some_load(from + LANES, (size_t)(2 * lanes - low));
}

static __attribute__((noinline)) void store_lanes(fftc_scalar *to, const fftc_scalar *from,
                                                  int lanes)
{
    const int low = 2 * lanes < LANES ? 2 * lanes : LANES;
    some_store(to, *(const unaligned_real *)from, (size_t)low);
    some_store(to + LANES, *(const unaligned_real *)(from + LANES), (size_t)(2 * lanes - low));
}
#else
static __attribute__((noinline, cold)) void load_lanes(fftc_scalar *to, const fftc_scalar *from,
                                                       int lanes)
{
    memset(to, 0, 2 * LANES * sizeof *to);
    memcpy(to, from, (size_t)lanes * 2 * sizeof *to);
}

static __attribute__((noinline, cold)) void store_lanes(fftc_scalar *to, const fftc_scalar *from,
                                                        int lanes)
{
    memcpy(to, from, (size_t)lanes * 2 * sizeof *to);
}
#endif

FORCE edge_mode edge_mode_make(int lanes)
{
    return lanes;
}

FORCE fftc_complex edge_load(const fftc_scalar *p, edge_mode lanes, const int swap)
{
    fftc_scalar copy[2 * LANES] __attribute__((aligned(FFTC_CACHE_LINE)));
    if (__builtin_expect(lanes < LANES, 0)) {
        load_lanes(copy, p, lanes);
        p = copy;
    }
    return from_memory_order(*(const unaligned_real *)p, *(const unaligned_real *)(p + LANES),
                             swap);
}

FORCE void edge_store(fftc_scalar *p, fftc_complex x, edge_mode lanes, const int swap)
{
    fftc_real re = swap ? x.im : x.re;
    fftc_real im = swap ? x.re : x.im;
    fftc_real a = pairs_of(re, im, 0);
    fftc_real b = pairs_of(re, im, 1);
    if (__builtin_expect(lanes < LANES, 0)) {
        fftc_scalar copy[2 * LANES] __attribute__((aligned(FFTC_CACHE_LINE)));
        *(unaligned_real *)copy = a;
        *(unaligned_real *)(copy + LANES) = b;
        store_lanes(p, copy, lanes);
    } else {
        *(unaligned_real *)p = a;
        *(unaligned_real *)(p + LANES) = b;
    }
}

#endif

/* Where every lane exists. */
FORCE fftc_complex full_load(const fftc_scalar *p, const int swap)
{
#if LANES == 1
    return edge_load(p, 1, swap);
#else
    return from_memory_order(*(const unaligned_real *)p, *(const unaligned_real *)(p + LANES),
                             swap);
#endif
}

FORCE void full_store(fftc_scalar *p, fftc_complex x, const int swap)
{
#if LANES == 1
    edge_store(p, x, 1, swap);
#else
    fftc_real re = swap ? x.im : x.re;
    fftc_real im = swap ? x.re : x.im;
    *(unaligned_real *)p = pairs_of(re, im, 0);
    *(unaligned_real *)(p + LANES) = pairs_of(re, im, 1);
#endif
}
