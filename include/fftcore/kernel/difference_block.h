/* SPDX-License-Identifier: MIT
 *
 * Finite differences in 1 to 3 dimensions without shared memory. A subgroup, or a part of one, does
 * a block on its own: its lanes lie along x, and each holds FFTC_DIFFERENCE_COLUMNS neighbouring
 * points of FFTC_DIFFERENCE_ROWS rows. It goes through the block plane by plane with the 2 * reach
 * + 1 planes that it needs in registers. So neighbours along z are registers, neighbours along y
 * are registers or loads, and neighbours along x come from other lanes by shuffles. The outermost
 * lanes serve only these. (After D. Tolmachev's finite-difference solver on the platform of VkFFT,
 * 2023.)
 *
 *   FFTC_DIFFERENCE_AXES      1: x; 2: x and z; 3: x, y and z. x is the fastest axis
 *   FFTC_DIFFERENCE_REACH     1 to 4: half of the order
 *   FFTC_DIFFERENCE_COLUMNS   1 to 8
 *   FFTC_DIFFERENCE_ROWS      1 to 8; 1 unless there are three axes
 *   FFTC_DIFFERENCE_PLANES    at least 1; 1 if there is one axis
 *   FFTC_SUBGROUP_LOG2        log2 of the lanes that do a block; a subgroup has at least as many.
 *                             0: no subgroup operations, a block has one invocation, and
 *                             neighbours along x are loaded
 *
 * A block has FFTC_DIFFERENCE_WIDTH by FFTC_DIFFERENCE_ROWS by FFTC_DIFFERENCE_PLANES points. No
 * barriers; a sync before each shuffle.
 */
#ifndef FFTC_DIFFERENCE_BLOCK_H
#define FFTC_DIFFERENCE_BLOCK_H

#include "fftcore/kernel/difference_size.h"
#include "fftcore/kernel/finite_difference.h"
#include "fftcore/kernel/subgroup.h"
#include "fftcore/kernel/workgroup.h"

#ifndef FFTC_DIFFERENCE_ROWS
#error "define FFTC_DIFFERENCE_ROWS: rows of a block"
#endif
#ifndef FFTC_DIFFERENCE_PLANES
#error "define FFTC_DIFFERENCE_PLANES: planes of a block"
#endif

/* What coordinates of loads are more than the point's, so that they are not negative. */
#define FFTC_DIFFERENCE_MARGIN (FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_COLUMNS)

FFTC_REQUIRE(FFTC_DIFFERENCE_AXES_must_be_1_to_3,
             FFTC_DIFFERENCE_AXES >= 1u && FFTC_DIFFERENCE_AXES <= 3u);
FFTC_REQUIRE(FFTC_DIFFERENCE_REACH_must_be_1_to_4,
             FFTC_DIFFERENCE_REACH >= 1u && FFTC_DIFFERENCE_REACH <= 4u);
FFTC_REQUIRE(FFTC_DIFFERENCE_COLUMNS_must_be_1_to_8,
             FFTC_DIFFERENCE_COLUMNS >= 1u && FFTC_DIFFERENCE_COLUMNS <= 8u);
FFTC_REQUIRE(FFTC_DIFFERENCE_ROWS_must_be_1_to_8_and_1_unless_FFTC_DIFFERENCE_AXES_is_3,
             FFTC_DIFFERENCE_ROWS >= 1u &&
                 FFTC_DIFFERENCE_ROWS <= (FFTC_DIFFERENCE_AXES == 3u ? 8u : 1u));
FFTC_REQUIRE(FFTC_DIFFERENCE_PLANES_must_be_at_least_1_and_1_if_FFTC_DIFFERENCE_AXES_is_1,
             FFTC_DIFFERENCE_PLANES >= 1u &&
                 (FFTC_DIFFERENCE_AXES > 1u || FFTC_DIFFERENCE_PLANES == 1u));
FFTC_REQUIRE(FFTC_DIFFERENCE_COLUMNS_must_be_more_for_so_few_lanes_and_this_FFTC_DIFFERENCE_REACH,
             FFTC_DIFFERENCE_WIDTH >= 1u && 2u * FFTC_DIFFERENCE_HALO < 1u << FFTC_SUBGROUP_LOG2);

/* For a unit with variables for parameters: what they are at most. */
#ifndef FFTC_DIFFERENCE_AXES_MAX
#define FFTC_DIFFERENCE_AXES_MAX FFTC_DIFFERENCE_AXES
#define FFTC_DIFFERENCE_REACH_MAX FFTC_DIFFERENCE_REACH
#define FFTC_DIFFERENCE_COLUMNS_MAX FFTC_DIFFERENCE_COLUMNS
#define FFTC_DIFFERENCE_ROWS_MAX FFTC_DIFFERENCE_ROWS
#endif

/* fftcore/kernel/difference_array.h defines these of arrays. */
#ifndef FFTC_DIFFERENCE_BLOCK_ACCESSOR
#define FFTC_DIFFERENCE_BLOCK_ACCESSOR FFTC_ACCESSOR
#endif
/* Yours to define. The value at a point, which may lie beyond the array: its coordinates are x, y
 * and z - FFTC_DIFFERENCE_MARGIN each (fftc_difference_at). */
FFTC_DIFFERENCE_BLOCK_ACCESSOR(fftc_real, fftc_difference_load,
                               (fftc_uint x, fftc_uint y, fftc_uint z));

/* Yours to define. The weight of neighbours at a distance of 1 to FFTC_DIFFERENCE_REACH along an
 * axis, 0 for x, 1 for y, 2 for z; at distance 0 of axis 0 the sum of all axes' weights of the
 * point itself, which is not asked for another axis. */
FFTC_ACCESSOR(fftc_real, fftc_difference_weight, (fftc_uniform axis, fftc_uniform distance));

/* Yours to define: takes a point and its Laplacian. Drop what lies beyond the array: x is
 * 0xffffffff for invocations that serve their neighbours alone. */
FFTC_DIFFERENCE_BLOCK_ACCESSOR(void, fftc_difference_point,
                               (fftc_uint x, fftc_uint y, fftc_uint z, fftc_real point,
                                fftc_real laplacian));

/* The number of the lane `delta` before, or behind. */
FFTC_FN fftc_uint fftc_difference_shuffle(fftc_uint word, fftc_uniform delta, fftc_uniform behind)
{
    fftc_subgroup_sync();
    if (behind != 0u) {
        word = fftc_subgroup_shuffle_down(word, delta);
    } else {
        word = fftc_subgroup_shuffle_up(word, delta);
    }
    return word;
}

FFTC_FN fftc_real fftc_difference_neighbour(fftc_real x, fftc_uniform delta, fftc_uniform behind)
{
#if FFTC_PRECISION == 16
    return fftc_real_from_word_low(
        fftc_difference_shuffle(fftc_word_from_reals(x, x), delta, behind));
#elif FFTC_PRECISION == 32
    return fftc_real_from_word(fftc_difference_shuffle(fftc_word_from_real(x), delta, behind));
#else
    fftc_uint low = fftc_difference_shuffle(fftc_word_low(x), delta, behind);
    return fftc_real_from_words(low, fftc_difference_shuffle(fftc_word_high(x), delta, behind));
#endif
}

/* At most: planes in registers, and rows of one of them with the neighbours along y. */
#define FFTC_DIFFERENCE_DEEP_MAX \
    (FFTC_DIFFERENCE_AXES_MAX == 1u ? 1u : 2u * FFTC_DIFFERENCE_REACH_MAX + 1u)
#define FFTC_DIFFERENCE_TALL_MAX (FFTC_DIFFERENCE_ROWS_MAX + 2u * FFTC_DIFFERENCE_REACH_MAX)

/* Some points of a row, and the same with their neighbours. */
FFTC_STRUCT(fftc_difference_row)
{
    fftc_real point[FFTC_DIFFERENCE_COLUMNS_MAX];
};

FFTC_STRUCT(fftc_difference_span)
{
    fftc_real point[FFTC_DIFFERENCE_COLUMNS_MAX + 2u * FFTC_DIFFERENCE_REACH_MAX];
};

FFTC_FN fftc_difference_row fftc_difference_row_load(fftc_uint x, fftc_uint y, fftc_uint z)
{
    fftc_difference_row row;
    FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        row.point[j] = fftc_difference_load(x + FFTC_UINT(j), y, z);
    }
    return row;
}

/* A row with its neighbours along x: point j is number j + FFTC_DIFFERENCE_REACH. */
FFTC_FN fftc_difference_span fftc_difference_span_of(fftc_difference_row row, fftc_uint x,
                                                     fftc_uint y, fftc_uint z)
{
    fftc_difference_span span;
    FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        span.point[FFTC_DIFFERENCE_REACH + j] = row.point[j];
    }
    FFTC_UNROLL for (fftc_uniform k = 1u; k <= FFTC_DIFFERENCE_REACH; ++k)
    {
        fftc_uniform behind = FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_COLUMNS - 1u + k;
        if (FFTC_SUBGROUP_LOG2 == 0u) {
            span.point[FFTC_DIFFERENCE_REACH - k] = fftc_difference_load(x - FFTC_UINT(k), y, z);
            span.point[behind] =
                fftc_difference_load(x + FFTC_UINT(FFTC_DIFFERENCE_COLUMNS - 1u + k), y, z);
        } else {
            fftc_uniform lanes = (k + FFTC_DIFFERENCE_COLUMNS - 1u) / FFTC_DIFFERENCE_COLUMNS;
            span.point[FFTC_DIFFERENCE_REACH - k] = fftc_difference_neighbour(
                row.point[lanes * FFTC_DIFFERENCE_COLUMNS - k], lanes, 0u);
            span.point[behind] = fftc_difference_neighbour(
                row.point[k - 1u - (lanes - 1u) * FFTC_DIFFERENCE_COLUMNS], lanes, 1u);
        }
    }
    return span;
}

/* Does the block whose first point is (x, y, z), which is the same for each 2^FFTC_SUBGROUP_LOG2
 * lanes that follow each other. All invocations of the subgroup call it. With fewer than three axes
 * y is 0, with one z is 0, too. */
FFTC_FN void fftc_difference_block(fftc_uint x, fftc_uint y, fftc_uint z)
{
    fftc_difference_row queue[FFTC_DIFFERENCE_DEEP_MAX * FFTC_DIFFERENCE_ROWS_MAX];
    fftc_difference_row tall[FFTC_DIFFERENCE_TALL_MAX];
    const fftc_uniform middle = FFTC_DIFFERENCE_DEEP / 2u;
    fftc_uint lane = fftc_subgroup_lane() & FFTC_UINT((1u << FFTC_SUBGROUP_LOG2) - 1u);
    fftc_uint own = lane - FFTC_UINT(FFTC_DIFFERENCE_HALO);
    fftc_bool serves = own >= FFTC_UINT((1u << FFTC_SUBGROUP_LOG2) - 2u * FFTC_DIFFERENCE_HALO);
    /* With the margin from here on. */
    fftc_uint margin = FFTC_UINT(FFTC_DIFFERENCE_MARGIN);
    fftc_uint first = x + margin + own * FFTC_UINT(FFTC_DIFFERENCE_COLUMNS);
    for (fftc_uniform step = 0u; step < FFTC_DIFFERENCE_PLANES + FFTC_DIFFERENCE_DEEP - 1u;
         ++step) {
        fftc_uint ahead = z + margin + FFTC_UINT(step) - FFTC_UINT(middle);
        fftc_uint at = ahead - FFTC_UINT(middle);
        FFTC_UNROLL for (fftc_uniform i = FFTC_DIFFERENCE_ROWS;
                         i < FFTC_DIFFERENCE_DEEP * FFTC_DIFFERENCE_ROWS; ++i)
        {
            queue[i - FFTC_DIFFERENCE_ROWS] = queue[i];
        }
        FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
        {
            queue[(FFTC_DIFFERENCE_DEEP - 1u) * FFTC_DIFFERENCE_ROWS + r] =
                fftc_difference_row_load(first, y + margin + FFTC_UINT(r), ahead);
        }
        if (step + 1u < FFTC_DIFFERENCE_DEEP) {
            continue;
        }
        if (FFTC_DIFFERENCE_AXES == 3u) {
            FFTC_UNROLL for (fftc_uniform i = 0u; i < FFTC_DIFFERENCE_REACH; ++i)
            {
                fftc_uint above = y + margin + FFTC_UINT(i) - FFTC_UINT(FFTC_DIFFERENCE_REACH);
                fftc_uint below = y + margin + FFTC_UINT(i + FFTC_DIFFERENCE_ROWS);
                tall[i] = fftc_difference_row_load(first, above, at);
                tall[FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_ROWS + i] =
                    fftc_difference_row_load(first, below, at);
            }
        }
        FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
        {
            tall[FFTC_DIFFERENCE_REACH + r] = queue[middle * FFTC_DIFFERENCE_ROWS + r];
        }
        FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
        {
            fftc_difference_span span = fftc_difference_span_of(
                tall[FFTC_DIFFERENCE_REACH + r], first, y + margin + FFTC_UINT(r), at);
            FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
            {
                fftc_real point = span.point[FFTC_DIFFERENCE_REACH + j];
                fftc_real sum = fftc_difference_begin(point, fftc_difference_weight(0u, 0u));
                FFTC_UNROLL for (fftc_uniform k = 1u; k <= FFTC_DIFFERENCE_REACH; ++k)
                {
                    sum = fftc_difference_add(sum, span.point[FFTC_DIFFERENCE_REACH + j - k],
                                              span.point[FFTC_DIFFERENCE_REACH + j + k],
                                              fftc_difference_weight(0u, k));
                }
                if (FFTC_DIFFERENCE_AXES == 3u) {
                    FFTC_UNROLL for (fftc_uniform k = 1u; k <= FFTC_DIFFERENCE_REACH; ++k)
                    {
                        sum = fftc_difference_add(sum, tall[FFTC_DIFFERENCE_REACH + r - k].point[j],
                                                  tall[FFTC_DIFFERENCE_REACH + r + k].point[j],
                                                  fftc_difference_weight(1u, k));
                    }
                }
                if (FFTC_DIFFERENCE_AXES > 1u) {
                    FFTC_UNROLL for (fftc_uniform k = 1u; k <= middle; ++k)
                    {
                        sum = fftc_difference_add(
                            sum, queue[(middle - k) * FFTC_DIFFERENCE_ROWS + r].point[j],
                            queue[(middle + k) * FFTC_DIFFERENCE_ROWS + r].point[j],
                            fftc_difference_weight(2u, k));
                    }
                }
                fftc_uint column = first - margin + FFTC_UINT(j);
                fftc_difference_point(fftc_select_uint(serves, FFTC_UINT(0xffffffffu), column),
                                      y + FFTC_UINT(r), at - margin, point, sum);
            }
        }
    }
}

#endif
