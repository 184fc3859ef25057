/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of vectors that run backwards through memory, and of real numbers. Two orders of
 * lanes: the engine's (edge_tmpl.h), whose shuffles are cheapest, and the natural one, for what is
 * stored as real numbers.
 */
#if LANES == 1

FORCE fftc_complex reversed_load(const fftc_scalar *p)
{
    return full_load(p, 0);
}

FORCE void reversed_store(fftc_scalar *p, fftc_complex x)
{
    full_store(p, x, 0);
}

FORCE fftc_complex pair_load(const fftc_scalar *p, const int reversed)
{
    (void)reversed;
    return full_load(p, 0);
}

FORCE void pair_store(fftc_scalar *p, fftc_complex x, const int reversed)
{
    (void)reversed;
    full_store(p, x, 0);
}

FORCE fftc_real real_load(const fftc_scalar *p, const int reversed)
{
    (void)reversed;
    return *p;
}

FORCE void real_store(fftc_scalar *p, fftc_real x, const int reversed)
{
    (void)reversed;
    *p = x;
}

#else

/* The inverse of lane_column. */
FORCE int column_lane(int c)
{
    return c < LANES / 2 ? c / HALF * BLOCK + c % HALF
                         : (c - LANES / 2) / HALF * BLOCK + HALF + (c - LANES / 2) % HALF;
}

/* One instruction where two-source permutations are; otherwise the engine's cheap shuffles, then
 * one permutation of each part. */
#ifdef __AVX512F__

FORCE fftc_complex reversed_load(const fftc_scalar *p)
{
    fftc_real a = *(const unaligned_real *)p;
    fftc_real b = *(const unaligned_real *)(p + LANES);
    index_vector re;
    index_vector im;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        re[i] = 2 * (LANES - 1 - lane_column(i));
        im[i] = 2 * (LANES - 1 - lane_column(i)) + 1;
    }
    return fftc_complex_make(shuffle(a, b, re), shuffle(a, b, im));
}

FORCE void reversed_store(fftc_scalar *p, fftc_complex x)
{
    index_vector low;
    index_vector high;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        low[i] = column_lane(LANES - 1 - i / 2) + i % 2 * LANES;
        high[i] = column_lane(LANES - 1 - (LANES + i) / 2) + i % 2 * LANES;
    }
    *(unaligned_real *)p = shuffle(x.re, x.im, low);
    *(unaligned_real *)(p + LANES) = shuffle(x.re, x.im, high);
}

#else

FORCE fftc_real reverse_lanes(fftc_real x)
{
    index_vector index;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        index[i] = column_lane(LANES - 1 - lane_column(i));
    }
    return shuffle(x, x, index);
}

FORCE fftc_complex reversed_load(const fftc_scalar *p)
{
    fftc_complex x = full_load(p, 0);
    return fftc_complex_make(reverse_lanes(x.re), reverse_lanes(x.im));
}

FORCE void reversed_store(fftc_scalar *p, fftc_complex x)
{
    full_store(p, fftc_complex_make(reverse_lanes(x.re), reverse_lanes(x.im)), 0);
}

#endif

/* Natural order: lane i is the complex number i of the block, or i from its end. */
FORCE fftc_complex pair_load(const fftc_scalar *p, const int reversed)
{
    fftc_real a = *(const unaligned_real *)p;
    fftc_real b = *(const unaligned_real *)(p + LANES);
    index_vector re;
    index_vector im;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        re[i] = 2 * (reversed ? LANES - 1 - i : i);
        im[i] = 2 * (reversed ? LANES - 1 - i : i) + 1;
    }
    return fftc_complex_make(shuffle(a, b, re), shuffle(a, b, im));
}

FORCE void pair_store(fftc_scalar *p, fftc_complex x, const int reversed)
{
    index_vector low;
    index_vector high;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        low[i] = (reversed ? LANES - 1 - i / 2 : i / 2) + i % 2 * LANES;
        high[i] = (reversed ? LANES / 2 - 1 - i / 2 : LANES / 2 + i / 2) + i % 2 * LANES;
    }
    *(unaligned_real *)p = shuffle(x.re, x.im, low);
    *(unaligned_real *)(p + LANES) = shuffle(x.re, x.im, high);
}

FORCE fftc_real turn_round(fftc_real x)
{
    index_vector index;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        index[i] = LANES - 1 - i;
    }
    return shuffle(x, x, index);
}

FORCE fftc_real real_load(const fftc_scalar *p, const int reversed)
{
    fftc_real x = *(const unaligned_real *)p;
    return reversed ? turn_round(x) : x;
}

FORCE void real_store(fftc_scalar *p, fftc_real x, const int reversed)
{
    *(unaligned_real *)p = reversed ? turn_round(x) : x;
}

#endif
