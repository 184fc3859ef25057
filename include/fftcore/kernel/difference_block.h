/* SPDX-License-Identifier: MIT
 *
 * Finite differences in 1 to 3 dimensions without shared memory. Invocations side by side along x
 * do a block. Each holds FFTC_DIFFERENCE_COLUMNS neighbouring points, one aligned vector of memory,
 * of FFTC_DIFFERENCE_ROWS rows. It goes through the block plane by plane with the 2 * reach + 1
 * planes that it needs in registers, and the next one on its way. So neighbours along z are
 * registers, neighbours along y are registers or loads, and neighbours along x come from the lanes
 * beside by shuffles; the first and the last lane load theirs. (After D. Tolmachev's
 * finite-difference solver on the platform of VkFFT, 2023.)
 *
 *   FFTC_DIFFERENCE_AXES      1: x; 2: x and z; 3: x, y and z. x is the fastest axis
 *   FFTC_DIFFERENCE_REACH     1 to 4: half of the order
 *   FFTC_DIFFERENCE_COLUMNS   1, 2 or 4, a divisor of the length along x; at least the reach, or 1
 *                             without shuffles
 *   FFTC_DIFFERENCE_ROWS      1 to 8; 1 unless there are three axes
 *   FFTC_DIFFERENCE_PLANES    at least 1; 1 if there is one axis
 *   FFTC_DIFFERENCE_LANES_LOG2  log2 of the invocations that do a block
 *   FFTC_SUBGROUP_LOG2        the same, if a subgroup has at least as many lanes and they shuffle;
 *                             0: no subgroup operations, and all invocations load neighbours
 *                             along x
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

FFTC_REQUIRE(FFTC_DIFFERENCE_AXES_must_be_1_to_3,
             FFTC_DIFFERENCE_AXES >= 1u && FFTC_DIFFERENCE_AXES <= 3u);
FFTC_REQUIRE(FFTC_DIFFERENCE_REACH_must_be_1_to_4,
             FFTC_DIFFERENCE_REACH >= 1u && FFTC_DIFFERENCE_REACH <= 4u);
FFTC_REQUIRE(FFTC_DIFFERENCE_COLUMNS_must_be_1_or_else_2_or_4_and_at_least_FFTC_DIFFERENCE_REACH,
             FFTC_DIFFERENCE_COLUMNS == 1u ||
                 (FFTC_DIFFERENCE_COLUMNS >= FFTC_DIFFERENCE_REACH &&
                  (FFTC_DIFFERENCE_COLUMNS == 2u || FFTC_DIFFERENCE_COLUMNS == 4u)));
FFTC_REQUIRE(FFTC_SUBGROUP_LOG2_must_be_0_or_FFTC_DIFFERENCE_LANES_LOG2_and_columns_reach_over,
             FFTC_SUBGROUP_LOG2 == 0u ||
                 FFTC_SUBGROUP_LOG2 == (FFTC_DIFFERENCE_COLUMNS >= FFTC_DIFFERENCE_REACH
                                            ? FFTC_DIFFERENCE_LANES_LOG2
                                            : 0u));
FFTC_REQUIRE(FFTC_DIFFERENCE_ROWS_must_be_1_to_8_and_1_unless_FFTC_DIFFERENCE_AXES_is_3,
             FFTC_DIFFERENCE_ROWS >= 1u &&
                 FFTC_DIFFERENCE_ROWS <= (FFTC_DIFFERENCE_AXES == 3u ? 8u : 1u));
FFTC_REQUIRE(FFTC_DIFFERENCE_PLANES_must_be_at_least_1_and_1_if_FFTC_DIFFERENCE_AXES_is_1,
             FFTC_DIFFERENCE_PLANES >= 1u &&
                 (FFTC_DIFFERENCE_AXES > 1u || FFTC_DIFFERENCE_PLANES == 1u));

/* For a unit with variables for parameters: what they are at most. */
#ifndef FFTC_DIFFERENCE_AXES_MAX
#define FFTC_DIFFERENCE_AXES_MAX FFTC_DIFFERENCE_AXES
#define FFTC_DIFFERENCE_REACH_MAX FFTC_DIFFERENCE_REACH
#define FFTC_DIFFERENCE_COLUMNS_MAX FFTC_DIFFERENCE_COLUMNS
#define FFTC_DIFFERENCE_ROWS_MAX FFTC_DIFFERENCE_ROWS
#endif

/* Points of a row that an invocation does. */
FFTC_STRUCT(fftc_difference_row)
{
    fftc_real point[FFTC_DIFFERENCE_COLUMNS_MAX];
};

/* fftcore/kernel/difference_array.h defines these of arrays. */
#ifndef FFTC_DIFFERENCE_BLOCK_ACCESSOR
#define FFTC_DIFFERENCE_BLOCK_ACCESSOR FFTC_ACCESSOR
#endif
/* Yours to define. Lengths and boundaries (FFTC_DIFFERENCE_PERIODIC, ...) of the axes x, y and z;
 * length 1 where there is no axis. */
FFTC_ACCESSOR(fftc_uniform, fftc_difference_length, (fftc_uniform axis));
FFTC_ACCESSOR(fftc_uniform, fftc_difference_boundary, (fftc_uniform axis));
/* Yours to define. Points of the array, which holds x fastest, then y, then z, from number `vector`
 * * FFTC_DIFFERENCE_COLUMNS on. */
FFTC_ACCESSOR(fftc_difference_row, fftc_difference_points_get, (fftc_uint vector));

/* Yours to define. The weight of neighbours at a distance of 1 to FFTC_DIFFERENCE_REACH along an
 * axis, 0 for x, 1 for y, 2 for z; at distance 0 of axis 0 the sum of all axes' weights of the
 * point itself, which is not asked for another axis. */
FFTC_ACCESSOR(fftc_real, fftc_difference_weight, (fftc_uniform axis, fftc_uniform distance));

/* Yours to define. What the points' results need besides, such as their previous values; zeros if
 * nothing. It is asked for all points of a plane before the first ones are taken, so that loads
 * overlap. */
FFTC_DIFFERENCE_BLOCK_ACCESSOR(fftc_difference_row, fftc_difference_besides, (fftc_uint vector));

/* Yours to define: takes points, their Laplacians, and what fftc_difference_besides gave. */
FFTC_DIFFERENCE_BLOCK_ACCESSOR(void, fftc_difference_take,
                               (fftc_uint vector, fftc_difference_row points,
                                fftc_difference_row laplacians, fftc_difference_row besides));

/* --- places ----------------------------------------------------------------------------------- */

/* Position `at` - FFTC_DIFFERENCE_REACH of an axis. Nearly all positions are within the array, and
 * need no division. */
FFTC_FN fftc_difference_place fftc_difference_find(fftc_uint at, fftc_uniform axis)
{
    fftc_difference_place place;
    place.index = at - FFTC_UINT(FFTC_DIFFERENCE_REACH);
    place.there = place.index < FFTC_UINT(fftc_difference_length(axis));
    place.negative = !place.there;
    if (place.negative) {
        place = fftc_difference_at(at, FFTC_DIFFERENCE_REACH, fftc_difference_length(axis),
                                   fftc_difference_boundary(axis));
    }
    return place;
}

/* Whether a place has the array's value. This boundary alone has others. */
FFTC_FN fftc_bool fftc_difference_is_plain(fftc_difference_place place, fftc_uniform axis)
{
    return fftc_difference_boundary(axis) != FFTC_DIFFERENCE_ZERO ||
           (place.there && !place.negative);
}

FFTC_FN fftc_difference_row fftc_difference_row_value(fftc_difference_place place,
                                                      fftc_difference_row row)
{
    FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        row.point[j] = fftc_difference_value(place, row.point[j]);
    }
    return row;
}

#define FFTC_DIFFERENCE_TALL_MAX (FFTC_DIFFERENCE_ROWS_MAX + 2u * FFTC_DIFFERENCE_REACH_MAX)

/* The columns of an invocation: number of a vector in a row. */
FFTC_STRUCT(fftc_difference_columns)
{
    fftc_uint vector;
    fftc_bool within; /* the array; if not, `vector` is another one */
    /* Whether no lane gives the columns before or behind, and where they are. Those that `reflect`
     * are beyond the array, and made of those that are loaded by its boundary. */
    fftc_bool first;
    fftc_bool last;
    fftc_bool reflect_before;
    fftc_bool reflect_behind;
    fftc_uint before;
    fftc_uint behind;
    /* With fewer columns than the reach: points before and behind, by their distance. */
    fftc_difference_place place_before[FFTC_DIFFERENCE_REACH_MAX];
    fftc_difference_place place_behind[FFTC_DIFFERENCE_REACH_MAX];
};

/* Where an invocation's points are in a plane. */
FFTC_STRUCT(fftc_difference_rows)
{
    fftc_uint begin[FFTC_DIFFERENCE_TALL_MAX]; /* number of a row's first vector */
    fftc_uint y;                               /* of the block */
    fftc_bool plain;                           /* all rows have the array's values */
};

FFTC_FN fftc_difference_columns fftc_difference_columns_find(fftc_uint vector, fftc_uint lane)
{
    fftc_uint count = FFTC_UINT(fftc_difference_length(0u) / FFTC_DIFFERENCE_COLUMNS);
    fftc_uint end = count - 1u;
    fftc_bool reflecting = fftc_difference_boundary(0u) != FFTC_DIFFERENCE_PERIODIC;
    fftc_difference_columns c;
    c.within = vector < count;
    c.vector = fftc_select_uint(c.within, vector, FFTC_UINT(0u));
    c.first = FFTC_SUBGROUP_LOG2 == 0u || lane == FFTC_UINT(0u);
    c.last = FFTC_SUBGROUP_LOG2 == 0u || vector == end ||
             (c.within && lane == FFTC_UINT((1u << FFTC_SUBGROUP_LOG2) - 1u));
    c.reflect_before = reflecting && c.vector == FFTC_UINT(0u);
    c.reflect_behind = reflecting && c.vector == end;
    c.before = fftc_select_uint(c.vector == FFTC_UINT(0u),
                                fftc_select_uint(reflecting, FFTC_UINT(0u), end), c.vector - 1u);
    c.behind = fftc_select_uint(c.vector == end, fftc_select_uint(reflecting, end, FFTC_UINT(0u)),
                                c.vector + 1u);
    if (FFTC_DIFFERENCE_COLUMNS < FFTC_DIFFERENCE_REACH) {
        FFTC_UNROLL for (fftc_uniform k = 1u; k <= FFTC_DIFFERENCE_REACH; ++k)
        {
            fftc_uint here = c.vector + FFTC_UINT(FFTC_DIFFERENCE_REACH);
            c.place_before[k - 1u] = fftc_difference_find(here - FFTC_UINT(k), 0u);
            c.place_behind[k - 1u] = fftc_difference_find(here + FFTC_UINT(k), 0u);
        }
    }
    return c;
}

/* Those of the block, and with three axes reach more on each side: row r is number r + reach. */
FFTC_FN fftc_difference_rows fftc_difference_rows_find(fftc_uint y, fftc_uint vector)
{
    fftc_uniform beside = FFTC_DIFFERENCE_AXES == 3u ? FFTC_DIFFERENCE_REACH : 0u;
    fftc_uint stride = FFTC_UINT(fftc_difference_length(0u) / FFTC_DIFFERENCE_COLUMNS);
    fftc_difference_rows rows;
    rows.y = y;
    rows.plain = y >= FFTC_UINT(0u);
    FFTC_UNROLL for (fftc_uniform i = FFTC_DIFFERENCE_REACH - beside;
                     i < FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_ROWS + beside; ++i)
    {
        fftc_difference_place place = fftc_difference_find(y + FFTC_UINT(i), 1u);
        rows.begin[i] = place.index * stride + vector;
        rows.plain = rows.plain && fftc_difference_is_plain(place, 1u);
    }
    return rows;
}

/* The number of a plane's first vector. */
FFTC_FN fftc_uint fftc_difference_plane_begin(fftc_uint z)
{
    return z * FFTC_UINT(fftc_difference_length(0u) / FFTC_DIFFERENCE_COLUMNS *
                         fftc_difference_length(1u));
}

/* --- neighbours along x ----------------------------------------------------------------------- */

/* The number of the lane before, or behind. */
FFTC_FN fftc_uint fftc_difference_shuffle(fftc_uint word, fftc_uniform behind)
{
    fftc_subgroup_sync();
    if (behind != 0u) {
        word = fftc_subgroup_shuffle_down(word, 1u);
    } else {
        word = fftc_subgroup_shuffle_up(word, 1u);
    }
    return word;
}

FFTC_FN fftc_real fftc_difference_neighbour(fftc_real x, fftc_uniform behind)
{
#if FFTC_PRECISION == 16
    return fftc_real_from_word_low(fftc_difference_shuffle(fftc_word_from_reals(x, x), behind));
#elif FFTC_PRECISION == 32
    return fftc_real_from_word(fftc_difference_shuffle(fftc_word_from_real(x), behind));
#else
    fftc_uint low = fftc_difference_shuffle(fftc_word_low(x), behind);
    return fftc_real_from_words(low, fftc_difference_shuffle(fftc_word_high(x), behind));
#endif
}

/* What is before or behind a block's rows along x: vectors that its first and last lanes load. */
FFTC_STRUCT(fftc_difference_edges)
{
    fftc_difference_row before[FFTC_DIFFERENCE_ROWS_MAX];
    fftc_difference_row behind[FFTC_DIFFERENCE_ROWS_MAX];
};

/* The columns before or behind an end of the array, of those at the end: what lies so near beyond
 * an axis that reflects does not depend on how long it is. */
FFTC_FN fftc_difference_row fftc_difference_reflect(fftc_difference_row row, fftc_uniform behind)
{
    fftc_difference_row beyond;
    FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        fftc_uniform at = behind * 2u * FFTC_DIFFERENCE_COLUMNS + j;
        fftc_difference_place place =
            fftc_difference_at(FFTC_UINT(at), FFTC_DIFFERENCE_COLUMNS, FFTC_DIFFERENCE_COLUMNS,
                               fftc_difference_boundary(0u));
        fftc_real point = row.point[0];
        FFTC_UNROLL for (fftc_uniform i = 1u; i < FFTC_DIFFERENCE_COLUMNS; ++i)
        {
            point = fftc_select(place.index == FFTC_UINT(i), row.point[i], point);
        }
        beyond.point[j] = fftc_difference_value(place, point);
    }
    return beyond;
}

FFTC_FN fftc_difference_edges fftc_difference_edges_load(fftc_difference_columns columns,
                                                         fftc_difference_rows rows, fftc_uint plane)
{
    fftc_difference_edges edges;
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        fftc_uint row = plane + rows.begin[FFTC_DIFFERENCE_REACH + r] - columns.vector;
        if (columns.first) {
            edges.before[r] = fftc_difference_points_get(row + columns.before);
        }
        if (columns.last) {
            edges.behind[r] = fftc_difference_points_get(row + columns.behind);
        }
    }
    return edges;
}

/* A row with its neighbours along x: point j is number j + FFTC_DIFFERENCE_REACH. */
FFTC_STRUCT(fftc_difference_span)
{
    fftc_real point[FFTC_DIFFERENCE_COLUMNS_MAX + 2u * FFTC_DIFFERENCE_REACH_MAX];
};

FFTC_FN fftc_difference_span fftc_difference_span_load(fftc_difference_row row,
                                                       fftc_difference_columns columns,
                                                       fftc_uint begin)
{
    fftc_difference_span span;
    span.point[FFTC_DIFFERENCE_REACH] = row.point[0];
    FFTC_UNROLL for (fftc_uniform k = 1u; k <= FFTC_DIFFERENCE_REACH; ++k)
    {
        fftc_difference_place before = columns.place_before[k - 1u];
        fftc_difference_place behind = columns.place_behind[k - 1u];
        fftc_difference_row left = fftc_difference_points_get(begin + before.index);
        fftc_difference_row right = fftc_difference_points_get(begin + behind.index);
        span.point[FFTC_DIFFERENCE_REACH - k] = fftc_difference_value(before, left.point[0]);
        span.point[FFTC_DIFFERENCE_REACH + k] = fftc_difference_value(behind, right.point[0]);
    }
    return span;
}

FFTC_FN fftc_difference_span fftc_difference_span_shuffle(fftc_difference_row row,
                                                          fftc_difference_columns columns,
                                                          fftc_difference_row before,
                                                          fftc_difference_row behind)
{
    fftc_difference_span span;
    if (columns.reflect_before) {
        before = fftc_difference_reflect(before, 0u);
    }
    if (columns.reflect_behind) {
        behind = fftc_difference_reflect(behind, 1u);
    }
    FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        span.point[FFTC_DIFFERENCE_REACH + j] = row.point[j];
    }
    FFTC_UNROLL for (fftc_uniform k = 0u; k < FFTC_DIFFERENCE_REACH; ++k)
    {
        fftc_uniform j = FFTC_DIFFERENCE_COLUMNS - FFTC_DIFFERENCE_REACH + k;
        fftc_uniform to = FFTC_DIFFERENCE_REACH + FFTC_DIFFERENCE_COLUMNS + k;
        span.point[k] = before.point[j];
        span.point[to] = behind.point[k];
        if (FFTC_SUBGROUP_LOG2 != 0u) {
            span.point[k] = fftc_select(columns.first, before.point[j],
                                        fftc_difference_neighbour(row.point[j], 0u));
            span.point[to] = fftc_select(columns.last, behind.point[k],
                                         fftc_difference_neighbour(row.point[k], 1u));
        }
    }
    return span;
}

/* --- planes ----------------------------------------------------------------------------------- */

/* At most: planes in registers. */
#define FFTC_DIFFERENCE_DEEP_MAX \
    (FFTC_DIFFERENCE_AXES_MAX == 1u ? 1u : 2u * FFTC_DIFFERENCE_REACH_MAX + 1u)

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

/* Where the queue has row r of its plane i. */
FFTC_FN fftc_uniform fftc_difference_slot(fftc_uniform i, fftc_uniform r)
{
    return i * FFTC_DIFFERENCE_ROWS + r;
}

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
            sum = fftc_difference_add(sum, queue.row[fftc_difference_slot(middle - k, r)].point[j],
                                      queue.row[fftc_difference_slot(middle + k, r)].point[j],
                                      fftc_difference_weight(2u, k));
        }
    }
    return sum;
}

/* Where row `at` of fftc_difference_rows is. */
FFTC_FN fftc_difference_place fftc_difference_row_place(fftc_difference_rows rows, fftc_uniform at)
{
    return fftc_difference_find(rows.y + FFTC_UINT(at), 1u);
}

/* Rows beside the block's own ones along y. */
FFTC_FN fftc_difference_tall fftc_difference_tall_load(fftc_difference_rows rows, fftc_uint plane)
{
    fftc_difference_tall tall;
    FFTC_UNROLL for (fftc_uniform i = 0u; i < 2u * FFTC_DIFFERENCE_REACH; ++i)
    {
        fftc_uniform at = i < FFTC_DIFFERENCE_REACH ? i : FFTC_DIFFERENCE_ROWS + i;
        tall.row[at] = fftc_difference_points_get(plane + rows.begin[at]);
    }
    if (!rows.plain) {
        FFTC_UNROLL for (fftc_uniform i = 0u; i < 2u * FFTC_DIFFERENCE_REACH; ++i)
        {
            fftc_uniform at = i < FFTC_DIFFERENCE_REACH ? i : FFTC_DIFFERENCE_ROWS + i;
            tall.row[at] =
                fftc_difference_row_value(fftc_difference_row_place(rows, at), tall.row[at]);
        }
    }
    return tall;
}

FFTC_FN fftc_bool fftc_difference_has_row(fftc_uint y)
{
    return y < FFTC_UINT(fftc_difference_length(1u));
}

/* The points of the plane in the middle of the queue. */
FFTC_FN void fftc_difference_plane(fftc_difference_queue queue, fftc_difference_columns columns,
                                   fftc_difference_rows rows, fftc_uint z)
{
    fftc_bool within = columns.within && z < FFTC_UINT(fftc_difference_length(2u));
    /* A plane that is not there may be any, since nothing of it is taken. */
    fftc_uint plane = fftc_difference_plane_begin(fftc_select_uint(within, z, FFTC_UINT(0u)));
    fftc_difference_tall tall;
    fftc_difference_edges edges;
    fftc_difference_extras extras;
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        if (within && fftc_difference_has_row(rows.y + FFTC_UINT(r))) {
            extras.row[r] = fftc_difference_besides(plane + rows.begin[FFTC_DIFFERENCE_REACH + r]);
        }
    }
    if (FFTC_DIFFERENCE_COLUMNS >= FFTC_DIFFERENCE_REACH) {
        edges = fftc_difference_edges_load(columns, rows, plane);
    }
    if (FFTC_DIFFERENCE_AXES == 3u) {
        tall = fftc_difference_tall_load(rows, plane);
    }
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        tall.row[FFTC_DIFFERENCE_REACH + r] =
            queue.row[fftc_difference_slot(FFTC_DIFFERENCE_DEEP / 2u, r)];
    }
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        fftc_uint begin = plane + rows.begin[FFTC_DIFFERENCE_REACH + r];
        fftc_difference_row points = tall.row[FFTC_DIFFERENCE_REACH + r];
        fftc_difference_row sums;
        fftc_difference_span span;
        if (FFTC_DIFFERENCE_COLUMNS < FFTC_DIFFERENCE_REACH) {
            span = fftc_difference_span_load(points, columns, begin - columns.vector);
        } else {
            span = fftc_difference_span_shuffle(points, columns, edges.before[r], edges.behind[r]);
        }
        FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
        {
            sums.point[j] = fftc_difference_laplacian(span, tall, queue, r, j);
        }
        if (within && fftc_difference_has_row(rows.y + FFTC_UINT(r))) {
            fftc_difference_take(begin, points, sums, extras.row[r]);
        }
    }
}

/* Loads the rows of the plane at z - FFTC_DIFFERENCE_REACH as plane i of the queue. */
FFTC_FN fftc_difference_queue fftc_difference_queue_load(fftc_difference_queue queue,
                                                         fftc_uniform i, fftc_difference_rows rows,
                                                         fftc_uint z)
{
    fftc_difference_place place = fftc_difference_find(z, 2u);
    fftc_uint plane = fftc_difference_plane_begin(place.index);
    FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
    {
        fftc_uniform to = fftc_difference_slot(i, r);
        queue.row[to] = fftc_difference_points_get(plane + rows.begin[FFTC_DIFFERENCE_REACH + r]);
    }
    /* Of rows that count as neighbours, one coordinate at most is beyond the array. */
    if (!rows.plain || !fftc_difference_is_plain(place, 2u)) {
        FFTC_UNROLL for (fftc_uniform r = 0u; r < FFTC_DIFFERENCE_ROWS; ++r)
        {
            fftc_uniform to = fftc_difference_slot(i, r);
            queue.row[to] = fftc_difference_row_value(
                place,
                fftc_difference_row_value(
                    fftc_difference_row_place(rows, FFTC_DIFFERENCE_REACH + r), queue.row[to]));
        }
    }
    return queue;
}

/* Does the block whose first point is (x, y, z), which is the same for each
 * 2^FFTC_DIFFERENCE_LANES_LOG2 invocations that follow each other; `lane` is an invocation's number
 * among them. All invocations of the subgroup call it. With fewer than three axes y is 0, with one
 * z is 0, too. */
FFTC_FN void fftc_difference_block(fftc_uint x, fftc_uint y, fftc_uint z, fftc_uint lane)
{
    fftc_difference_queue queue;
    fftc_difference_columns columns =
        fftc_difference_columns_find(x / FFTC_DIFFERENCE_COLUMNS + lane, lane);
    fftc_difference_rows rows = fftc_difference_rows_find(y, columns.vector);
    /* The first plane that is held. */
    fftc_uint top = z + FFTC_UINT(FFTC_DIFFERENCE_REACH - FFTC_DIFFERENCE_DEEP / 2u);
    FFTC_UNROLL for (fftc_uniform i = 0u; i < FFTC_DIFFERENCE_DEEP; ++i)
    {
        queue = fftc_difference_queue_load(queue, i, rows, top + FFTC_UINT(i));
    }
    for (fftc_uniform step = 0u; step < FFTC_DIFFERENCE_PLANES; ++step) {
        /* The next plane is asked for before this one's sums, which take a while. */
        if (step + 1u < FFTC_DIFFERENCE_PLANES) {
            queue = fftc_difference_queue_load(queue, FFTC_DIFFERENCE_DEEP, rows,
                                               top + FFTC_UINT(step + FFTC_DIFFERENCE_DEEP));
        }
        fftc_difference_plane(queue, columns, rows, z + FFTC_UINT(step));
        FFTC_UNROLL for (fftc_uniform i = 0u; i < FFTC_DIFFERENCE_DEEP * FFTC_DIFFERENCE_ROWS; ++i)
        {
            queue.row[i] = queue.row[i + FFTC_DIFFERENCE_ROWS];
        }
    }
}

#endif
