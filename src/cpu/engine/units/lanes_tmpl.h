/* SPDX-License-Identifier: MIT
 *
 * The order of lanes in [re][im] vectors (edge_tmpl.h), and how pairs in memory order are separated
 * into it. LANES > 1.
 */
#include "cpu/engine/units/each_lane.h"
#include "cpu/engine/units/shuffle_units.h"

#if FFTC_PRECISION == 64
typedef int64_t index_vector __attribute__((vector_size(8 * LANES)));
#else
typedef int32_t index_vector __attribute__((vector_size(4 * LANES)));
#endif
typedef fftc_real unaligned_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

/* Numbers in a block of 128 bits, and complex numbers. */
#define BLOCK (128 / FFTC_PRECISION)
#define HALF (BLOCK / 2)

#define LANE_COLUMN(p) (((p) % BLOCK < HALF ? 0 : LANES / 2) + (p) / BLOCK * HALF + (p) % HALF)
#define COLUMN_LANE(c)                                 \
    ((c) < LANES / 2 ? (c) / HALF * BLOCK + (c) % HALF \
                     : ((c)-LANES / 2) / HALF * BLOCK + HALF + ((c)-LANES / 2) % HALF)

FORCE int lane_column(int p)
{
    return LANE_COLUMN(p);
}

/* Lane i of the result is lane index(i, x) of a and b in a row: index is a macro, x constant. */
#ifdef __clang__
#define SHUFFLE(a, b, index, x) __builtin_shufflevector(a, b, EACH_LANE(index, x))
#else
#define SHUFFLE_ANY(a, b, index, x) __builtin_shuffle(a, b, (index_vector){EACH_LANE(index, x)})
#if FFTC_SHUFFLE_UNITS
/* Whether the first or second halves of each 128 bits are paired. */
#define PAIRS_LANE(i, index, x, half) \
    (index(i, x) ==                   \
     (i) / BLOCK * BLOCK + (half)*HALF + (i) % HALF + ((i) / HALF % 2 != 0 ? LANES : 0))
#define PAIRS_HALVES(index, x, half) (EVERY_LANE(PAIRS_LANE, index, x, half))
#define SHUFFLE(a, b, index, x)                                \
    (PAIRS_HALVES(index, x, 0) || PAIRS_HALVES(index, x, 1)    \
         ? fftc_halves_paired(a, b, PAIRS_HALVES(index, x, 1)) \
         : SHUFFLE_ANY(a, b, index, x))
#else
#define SHUFFLE SHUFFLE_ANY
#endif
#endif

/* A shuffle by a vector of indices that is constant only after inlining. clang has no
 * __builtin_shuffle, but it resolves the loop. */
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

/* Real (part 0) or imaginary (1) parts of LANES complex numbers in two vectors. */
FORCE fftc_real part_of(fftc_real a, fftc_real b, const int part)
{
#define PART_LANE(p, part) (2 * LANE_COLUMN(p) + (part))
    return part ? SHUFFLE(a, b, PART_LANE, 1) : SHUFFLE(a, b, PART_LANE, 0);
#undef PART_LANE
}
