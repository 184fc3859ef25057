/* SPDX-License-Identifier: MIT
 *
 * How complex numbers get from memory into [re][im] vectors and back, for one instruction set. An `edge_mode` is made once
 * a pass and says two things: how many of the lanes exist in memory, and whether real and imaginary parts change places
 * (which turns a forward transform into an inverse one).
 */
#if FFTC_PRECISION == 64
typedef int64_t index_vector __attribute__((vector_size(8 * LANES)));
#else
typedef int32_t index_vector __attribute__((vector_size(4 * LANES)));
#endif
typedef fftc_real unaligned_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

#if LANES > 1
/* Lane i of the result is lane index[i] of a and b in a row. clang has no __builtin_shuffle, but sees through the loop. */
FORCE fftc_real shuffle(fftc_real a, fftc_real b, index_vector index)
{
#ifdef __clang__
    fftc_real picked;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        picked[i] = index[i] < LANES ? a[index[i]] : b[index[i] - LANES];
    }
    return picked;
#else
    return __builtin_shuffle(a, b, index);
#endif
}

/* De-interleaving shuffles of two vectors: even and odd numbers; and back: low and high half of the pairs. */
FORCE index_vector index_every_other(int first)
{
    index_vector index;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        index[i] = 2 * i + first;
    }
    return index;
}

FORCE index_vector index_pairs(int first, int swap)
{
    index_vector index;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        index[i] = ((i & 1) ^ swap) * LANES + i / 2 + first;
    }
    return index;
}
#endif

#if LANES == 1

typedef int edge_mode; /* swap */

FORCE edge_mode edge_mode_make(int lanes, int swap)
{
    (void)lanes;
    return swap;
}

FORCE fftc_complex edge_load(const fftc_scalar *p, edge_mode swap)
{
    return swap ? fftc_complex_make(p[1], p[0]) : fftc_complex_make(p[0], p[1]);
}

FORCE void edge_store(fftc_scalar *p, fftc_complex x, edge_mode swap)
{
    p[0] = swap ? x.im : x.re;
    p[1] = swap ? x.re : x.im;
}

#elif defined(__AVX512VL__)

#include <immintrin.h>

/* The shuffles take their pattern from a register, so that swapping costs nothing; masks switch lanes off. */
typedef struct edge_mode {
    index_vector re;
    index_vector im;
    index_vector low;
    index_vector high;
    unsigned low_mask;
    unsigned high_mask;
} edge_mode;

FORCE edge_mode edge_mode_make(int lanes, int swap)
{
    edge_mode mode;
    unsigned mask = lanes >= LANES ? 0xffffffffu : (1u << (2 * lanes)) - 1u;
    /* Constants of the program, chosen between; computed lanes would cost more than a small transform. */
    mode.re = swap ? index_every_other(1) : index_every_other(0);
    mode.im = swap ? index_every_other(0) : index_every_other(1);
    mode.low = swap ? index_pairs(0, 1) : index_pairs(0, 0);
    mode.high = swap ? index_pairs(LANES / 2, 1) : index_pairs(LANES / 2, 0);
    mode.low_mask = mask & ((1u << LANES) - 1u);
    mode.high_mask = (mask >> LANES) & ((1u << LANES) - 1u);
    return mode;
}

#if FFTC_PRECISION == 32 && LANES == 16
#define MASKED(op) _mm512_##op##_ps
typedef __mmask16 lane_mask;
#elif FFTC_PRECISION == 32 && LANES == 8
#define MASKED(op) _mm256_##op##_ps
typedef __mmask8 lane_mask;
#elif FFTC_PRECISION == 32 && LANES == 4
#define MASKED(op) _mm_##op##_ps
typedef __mmask8 lane_mask;
#elif FFTC_PRECISION == 64 && LANES == 8
#define MASKED(op) _mm512_##op##_pd
typedef __mmask8 lane_mask;
#elif FFTC_PRECISION == 64 && LANES == 4
#define MASKED(op) _mm256_##op##_pd
typedef __mmask8 lane_mask;
#else
#define MASKED(op) _mm_##op##_pd
typedef __mmask8 lane_mask;
#endif

FORCE fftc_complex edge_load(const fftc_scalar *p, edge_mode mode)
{
    fftc_real a = (fftc_real)MASKED(maskz_loadu)((lane_mask)mode.low_mask, p);
    fftc_real b = (fftc_real)MASKED(maskz_loadu)((lane_mask)mode.high_mask, p + LANES);
    return fftc_complex_make(shuffle(a, b, mode.re), shuffle(a, b, mode.im));
}

FORCE void edge_store(fftc_scalar *p, fftc_complex x, edge_mode mode)
{
    MASKED(mask_storeu)(p, (lane_mask)mode.low_mask, shuffle(x.re, x.im, mode.low));
    MASKED(mask_storeu)
    (p + LANES, (lane_mask)mode.high_mask, shuffle(x.re, x.im, mode.high));
}

#else

/* Any other vector: shuffles with constant patterns, a sign for the swap (conjugating at both edges does what swapping at
 * both does), and a copy on the stack where lanes are missing. */
typedef struct edge_mode {
    int lanes;
    fftc_real sign;
} edge_mode;

FORCE edge_mode edge_mode_make(int lanes, int swap)
{
    edge_mode mode;
    mode.lanes = lanes;
    mode.sign = fftc_real_splat((fftc_scalar)(swap ? -1 : 1));
    return mode;
}

FORCE fftc_complex edge_load(const fftc_scalar *p, edge_mode mode)
{
    fftc_scalar copy[2 * LANES] __attribute__((aligned(64)));
    if (__builtin_expect(mode.lanes < LANES, 0)) {
        memset(copy, 0, sizeof copy);
        memcpy(copy, p, (size_t)mode.lanes * 2 * sizeof *p);
        p = copy;
    }
    fftc_real a = *(const unaligned_real *)p;
    fftc_real b = *(const unaligned_real *)(p + LANES);
    return fftc_complex_make(shuffle(a, b, index_every_other(0)),
                             shuffle(a, b, index_every_other(1)) * mode.sign);
}

FORCE void edge_store(fftc_scalar *p, fftc_complex x, edge_mode mode)
{
    fftc_real im = x.im * mode.sign;
    fftc_real a = shuffle(x.re, im, index_pairs(0, 0));
    fftc_real b = shuffle(x.re, im, index_pairs(LANES / 2, 0));
    if (__builtin_expect(mode.lanes < LANES, 0)) {
        fftc_scalar copy[2 * LANES] __attribute__((aligned(64)));
        *(unaligned_real *)copy = a;
        *(unaligned_real *)(copy + LANES) = b;
        memcpy(p, copy, (size_t)mode.lanes * 2 * sizeof *p);
    } else {
        *(unaligned_real *)p = a;
        *(unaligned_real *)(p + LANES) = b;
    }
}

#endif
