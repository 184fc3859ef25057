/* SPDX-License-Identifier: MIT
 *
 * The order of lanes in [re][im] vectors (edge_tmpl.h), and how pairs in memory order are taken
 * apart into it. LANES > 1.
 */
#include "cpu/engine/shuffle_units.h"

#if FFTC_PRECISION == 64
typedef int64_t index_vector __attribute__((vector_size(8 * LANES)));
#else
typedef int32_t index_vector __attribute__((vector_size(4 * LANES)));
#endif
typedef fftc_real unaligned_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

/* Numbers in a block of 128 bits, and complex numbers. */
#define BLOCK (128 / FFTC_PRECISION)
#define HALF (BLOCK / 2)

FORCE int lane_column(int p)
{
    return (p % BLOCK < HALF ? 0 : LANES / 2) + p / BLOCK * HALF + p % HALF;
}

#if FFTC_SHUFFLE_UNITS
/* Does a shuffle by `index` pair the first or second halves of each 128 bits? */
FORCE int pairs_halves(index_vector index, const int half)
{
    int same = 1;
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        const int lane = i / BLOCK * BLOCK + half * HALF + i % HALF;
        same &= index[i] == lane + (i / HALF % 2 != 0 ? LANES : 0);
    }
    return same;
}
#endif

/* Lane i of the result is lane index[i] of a and b in a row. clang has no __builtin_shuffle, but
 * sees through the loop. */
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
#if FFTC_SHUFFLE_UNITS
    if (pairs_halves(index, 0) || pairs_halves(index, 1)) {
        return fftc_halves_paired(a, b, pairs_halves(index, 1));
    }
#endif
    return __builtin_shuffle(a, b, index);
#endif
}

/* Real (part 0) or imaginary (1) parts of LANES complex numbers in two vectors. */
FORCE fftc_real part_of(fftc_real a, fftc_real b, const int part)
{
    index_vector index;
    UNROLL for (int p = 0; p < LANES; ++p)
    {
        index[p] = 2 * lane_column(p) + part;
    }
    return shuffle(a, b, index);
}
