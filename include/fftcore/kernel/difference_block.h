/* SPDX-License-Identifier: MIT
 *
 * Finite differences in 1 to 3 dimensions without shared memory. A subgroup, or a part of one, does
 * a block on its own: its lanes lie along x, and each holds FFTC_DIFFERENCE_COLUMNS neighbouring
 * points of FFTC_DIFFERENCE_ROWS rows. It goes through the block plane by plane with the 2 * reach
 * + 1 planes that it needs in registers, and the next one on its way. So neighbours along z are
 * registers, neighbours along y are registers or loads, and neighbours along x come from other
 * lanes by shuffles. The outermost lanes serve only these. (After D. Tolmachev's finite-difference
 * solver on the platform of VkFFT, 2023.)
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
/* Yours to define. Where the value at a position along an axis, 0 for x, 1 for y, 2 for z, comes
 * from: position `at` - FFTC_DIFFERENCE_MARGIN, which may lie beyond the array
 * (fftc_difference_at). It is asked once for each column and each row of a block, and once for each
 * plane. */
FFTC_DIFFERENCE_BLOCK_ACCESSOR(fftc_difference_place, fftc_difference_find,
                               (fftc_uint at, fftc_uniform axis));
/* Yours to define. The value of a point of the array. */
FFTC_DIFFERENCE_BLOCK_ACCESSOR(fftc_real, fftc_difference_load,
                               (fftc_uint x, fftc_uint y, fftc_uint z));

/* Yours to define. The weight of neighbours at a distance of 1 to FFTC_DIFFERENCE_REACH along an
 * axis, 0 for x, 1 for y, 2 for z; at distance 0 of axis 0 the sum of all axes' weights of the
 * point itself, which is not asked for another axis. */
FFTC_ACCESSOR(fftc_real, fftc_difference_weight, (fftc_uniform axis, fftc_uniform distance));

/* Yours to define. What a point's result needs besides, such as its previous value; 0 if nothing.
 * It is asked for all points of a plane before the first one is taken, so that loads overlap. */
FFTC_DIFFERENCE_BLOCK_ACCESSOR(fftc_real, fftc_difference_besides,
                               (fftc_uint x, fftc_uint y, fftc_uint z));

/* Yours to define: takes a point, its Laplacian, and what fftc_difference_besides gave. Drop what
 * lies beyond the array: x is 0xffffffff for invocations that serve their neighbours alone. */
FFTC_DIFFERENCE_BLOCK_ACCESSOR(void, fftc_difference_point,
                               (fftc_uint x, fftc_uint y, fftc_uint z, fftc_real point,
                                fftc_real laplacian, fftc_real besides));

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

/* Where the columns of an invocation are, with their neighbours as in a span. */
FFTC_STRUCT(fftc_difference_columns)
{
    fftc_difference_place at[FFTC_DIFFERENCE_COLUMNS_MAX + 2u * FFTC_DIFFERENCE_REACH_MAX];
};

FFTC_STRUCT(fftc_difference_rows)
{
    fftc_difference_place at[FFTC_DIFFERENCE_TALL_MAX];
};

/* Neighbours along x, which come by shuffles, are not looked for. */
FFTC_FN fftc_difference_columns fftc_difference_columns_find(fftc_uint first)
{
    fftc_uniform beside = FFTC_SUBGROUP_LOG2 == 0u ? FFTC_DIFFERENCE_REACH : 0u;
    fftc_difference_columns columns;
    FFTC_UNROLL for (fftc_uniform i = FFTC_DIFFERENCE_REACH - beside;
                     i < FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_COLUMNS + beside; ++i)
    {
        columns.at[i] =
            fftc_difference_find(first + FFTC_UINT(i) - FFTC_UINT(FFTC_DIFFERENCE_REACH), 0u);
    }
    return columns;
}

/* Those of the block, and with three axes reach more on each side: row r is number r + reach. */
FFTC_FN fftc_difference_rows fftc_difference_rows_find(fftc_uint first)
{
    fftc_uniform beside = FFTC_DIFFERENCE_AXES == 3u ? FFTC_DIFFERENCE_REACH : 0u;
    fftc_difference_rows rows;
    FFTC_UNROLL for (fftc_uniform i = FFTC_DIFFERENCE_REACH - beside;
                     i < FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_ROWS + beside; ++i)
    {
        rows.at[i] =
            fftc_difference_find(first + FFTC_UINT(i) - FFTC_UINT(FFTC_DIFFERENCE_REACH), 1u);
    }
    return rows;
}

/* Of three places at most one is beyond the array where the value counts, since neighbours lie
 * along one axis. */
FFTC_FN fftc_real fftc_difference_get(fftc_difference_place x, fftc_difference_place y,
                                      fftc_difference_place z)
{
    fftc_difference_place all = x;
    all.there = x.there && y.there && z.there;
    all.negative = x.negative || y.negative || z.negative;
    return fftc_difference_value(all, fftc_difference_load(x.index, y.index, z.index));
}

FFTC_FN fftc_difference_row fftc_difference_row_load(fftc_difference_columns columns,
                                                     fftc_difference_place y,
                                                     fftc_difference_place z)
{
    fftc_difference_row row;
    FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        row.point[j] = fftc_difference_get(columns.at[FFTC_DIFFERENCE_REACH + j], y, z);
    }
    return row;
}

/* A row with its neighbours along x: point j is number j + FFTC_DIFFERENCE_REACH. */
FFTC_FN fftc_difference_span fftc_difference_span_of(fftc_difference_row row,
                                                     fftc_difference_columns columns,
                                                     fftc_difference_place y,
                                                     fftc_difference_place z)
{
    fftc_difference_span span;
    FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        span.point[FFTC_DIFFERENCE_REACH + j] = row.point[j];
    }
    FFTC_UNROLL for (fftc_uniform k = 1u; k <= FFTC_DIFFERENCE_REACH; ++k)
    {
        fftc_uniform before = FFTC_DIFFERENCE_REACH - k;
        fftc_uniform behind = FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_COLUMNS - 1u + k;
        if (FFTC_SUBGROUP_LOG2 == 0u) {
            span.point[before] = fftc_difference_get(columns.at[before], y, z);
            span.point[behind] = fftc_difference_get(columns.at[behind], y, z);
        } else {
            fftc_uniform lanes = (k + FFTC_DIFFERENCE_COLUMNS - 1u) / FFTC_DIFFERENCE_COLUMNS;
            span.point[before] = fftc_difference_neighbour(
                row.point[lanes * FFTC_DIFFERENCE_COLUMNS - k], lanes, 0u);
            span.point[behind] = fftc_difference_neighbour(
                row.point[k - 1u - (lanes - 1u) * FFTC_DIFFERENCE_COLUMNS], lanes, 1u);
        }
    }
    return span;
}

/* Planes in registers, FFTC_DIFFERENCE_ROWS rows of each: those that a plane's sums need, and the
 * one behind them. */
FFTC_STRUCT(fftc_difference_queue)
{
    fftc_difference_row row[(FFTC_DIFFERENCE_DEEP_MAX + 1u) * FFTC_DIFFERENCE_ROWS_MAX];
};

/* What the points of a plane need besides. */
FFTC_STRUCT(fftc_difference_extras)
{
    fftc_difference_row row[FFTC_DIFFERENCE_ROWS_MAX];
};

/* Rows of the plane in the middle, with their neighbours along y. */
FFTC_STRUCT(fftc_difference_tall)
{
    fftc_difference_row row[FFTC_DIFFERENCE_TALL_MAX];
};

FFTC_FN fftc_real fftc_difference_laplacian(fftc_difference_span span, fftc_difference_tall tall,
                                            fftc_difference_queue queue, fftc_uniform r,
                                            fftc_uniform j)
{
    const fftc_uniform middle = FFTC_DIFFERENCE_DEEP / 2u;
    fftc_real sum = fftc_difference_begin(span.point[FFTC_DIFFERENCE_REACH + j],
                                          fftc_difference_weight(0u, 0u));
    FFTC_UNROLL for (fftc_uniform k = 1u; k <= FFTC_DIFFERENCE_REACH; ++k)
    {
        sum = fftc_difference_add(sum, span.point[FFTC_DIFFERENCE_REACH + j - k],
                                  span.point[FFTC_DIFFERENCE_REACH + j + k],
                                  fftc_difference_weight(0u, k));
    }
    if (FFTC_DIFFERENCE_AXES == 3u) {
        FFTC_UNROLL for (fftc_uniform k = 1u; k <= FFTC_DIFFERENCE_REACH; ++k)
        {
            sum = fftc_difference_add(sum, tall.row[FFTC_DIFFERENCE_REACH + r - k].point[j],
                                      tall.row[FFTC_DIFFERENCE_REACH + r + k].point[j],
                                      fftc_difference_weight(1u, k));
        }
    }
    if (FFTC_DIFFERENCE_AXES > 1u) {
        FFTC_UNROLL for (fftc_uniform k = 1u; k <= middle; ++k)
        {
            sum = fftc_difference_add(sum,
                                      queue.row[(middle - k) * FFTC_DIFFERENCE_ROWS + r].point[j],
                                      queue.row[(middle + k) * FFTC_DIFFERENCE_ROWS + r].point[j],
                                      fftc_difference_weight(2u, k));
        }
    }
    return sum;
}

/* Column j of an invocation; none of one that serves its neighbours alone. */
FFTC_FN fftc_uint fftc_difference_own(fftc_uint column, fftc_uniform j)
{
    return fftc_select_uint(column < FFTC_UINT(0xffffffffu), column + FFTC_UINT(j), column);
}

/* The points of the plane in the middle of the queue, whose z has the margin. */
FFTC_FN void fftc_difference_plane(fftc_difference_queue queue, fftc_difference_columns columns,
                                   fftc_difference_rows rows, fftc_uint column, fftc_uint y,
                                   fftc_uint z)
{
    const fftc_uniform middle = FFTC_DIFFERENCE_DEEP / 2u;
    fftc_difference_place plane = fftc_difference_find(z, 2u);
    fftc_difference_tall tall;
    fftc_difference_extras extras;
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
        {
            extras.row[r].point[j] =
                fftc_difference_besides(fftc_difference_own(column, j), y + FFTC_UINT(r),
                                        z - FFTC_UINT(FFTC_DIFFERENCE_MARGIN));
        }
    }
    if (FFTC_DIFFERENCE_AXES == 3u) {
        FFTC_UNROLL for (fftc_uniform i = 0u; i < FFTC_DIFFERENCE_REACH; ++i)
        {
            fftc_uniform below = FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_ROWS + i;
            tall.row[i] = fftc_difference_row_load(columns, rows.at[i], plane);
            tall.row[below] = fftc_difference_row_load(columns, rows.at[below], plane);
        }
    }
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        tall.row[FFTC_DIFFERENCE_REACH + r] = queue.row[middle * FFTC_DIFFERENCE_ROWS + r];
    }
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        fftc_difference_span span =
            fftc_difference_span_of(tall.row[FFTC_DIFFERENCE_REACH + r], columns,
                                    rows.at[FFTC_DIFFERENCE_REACH + r], plane);
        FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
        {
            fftc_difference_point(
                fftc_difference_own(column, j), y + FFTC_UINT(r),
                z - FFTC_UINT(FFTC_DIFFERENCE_MARGIN), span.point[FFTC_DIFFERENCE_REACH + j],
                fftc_difference_laplacian(span, tall, queue, r, j), extras.row[r].point[j]);
        }
    }
}

/* Loads rows of the plane at z, which has the margin, to the queue's row `to` and further. */
FFTC_FN fftc_difference_queue fftc_difference_queue_load(fftc_difference_queue queue,
                                                         fftc_difference_columns columns,
                                                         fftc_difference_rows rows, fftc_uint z,
                                                         fftc_uniform to)
{
    fftc_difference_place plane = fftc_difference_find(z, 2u);
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        queue.row[to + r] =
            fftc_difference_row_load(columns, rows.at[FFTC_DIFFERENCE_REACH + r], plane);
    }
    return queue;
}

/* Does the block whose first point is (x, y, z), which is the same for each 2^FFTC_SUBGROUP_LOG2
 * lanes that follow each other. All invocations of the subgroup call it. With fewer than three axes
 * y is 0, with one z is 0, too. */
FFTC_FN void fftc_difference_block(fftc_uint x, fftc_uint y, fftc_uint z)
{
    const fftc_uniform held = FFTC_DIFFERENCE_DEEP * FFTC_DIFFERENCE_ROWS;
    fftc_difference_queue queue;
    fftc_uint lane = fftc_subgroup_lane() & FFTC_UINT((1u << FFTC_SUBGROUP_LOG2) - 1u);
    fftc_uint own = lane - FFTC_UINT(FFTC_DIFFERENCE_HALO);
    fftc_bool serves = own >= FFTC_UINT((1u << FFTC_SUBGROUP_LOG2) - 2u * FFTC_DIFFERENCE_HALO);
    fftc_uint margin = FFTC_UINT(FFTC_DIFFERENCE_MARGIN);
    fftc_uint column = x + own * FFTC_UINT(FFTC_DIFFERENCE_COLUMNS);
    fftc_uint top = z + margin - FFTC_UINT(FFTC_DIFFERENCE_DEEP / 2u); /* the first one held */
    fftc_difference_columns columns = fftc_difference_columns_find(column + margin);
    fftc_difference_rows rows = fftc_difference_rows_find(y + margin);
    column = fftc_select_uint(serves, FFTC_UINT(0xffffffffu), column);
    FFTC_UNROLL for (fftc_uniform i = 0u; i < FFTC_DIFFERENCE_DEEP; ++i)
    {
        queue = fftc_difference_queue_load(queue, columns, rows, top + FFTC_UINT(i),
                                           i * FFTC_DIFFERENCE_ROWS);
    }
    for (fftc_uniform step = 0u; step < FFTC_DIFFERENCE_PLANES; ++step) {
        /* The next plane is asked for before this one's sums, which take a while. */
        if (step + 1u < FFTC_DIFFERENCE_PLANES) {
            queue = fftc_difference_queue_load(queue, columns, rows,
                                               top + FFTC_UINT(step + FFTC_DIFFERENCE_DEEP), held);
        }
        fftc_difference_plane(queue, columns, rows, column, y, z + margin + FFTC_UINT(step));
        if (step + 1u < FFTC_DIFFERENCE_PLANES) {
            FFTC_UNROLL for (fftc_uniform i = 0u; i < held; ++i)
            {
                queue.row[i] = queue.row[i + FFTC_DIFFERENCE_ROWS];
            }
        }
    }
}

#endif
