/* SPDX-License-Identifier: MIT
 *
 * A time step of the heat or the wave equation by difference_block.h on arrays: the next points of
 * the blocks of a workgroup. Parameters beside those of difference_block.h:
 *
 *   FFTC_DIFFERENCE_WAVE     1: the wave equation; 0: the heat equation
 *   FFTC_DIFFERENCE_MEDIUM   1: there is a factor of the Laplacian for each point; 0: none
 *
 * Arrays hold x fastest, then y, then z. Blocks are counted along x, then y, then z.
 */
#ifndef FFTC_DIFFERENCE_ARRAY_H
#define FFTC_DIFFERENCE_ARRAY_H

#define FFTC_DIFFERENCE_BLOCK_ACCESSOR FFTC_FN FFTC_ACCESSOR
#include "fftcore/kernel/difference_block.h"

#ifndef FFTC_DIFFERENCE_WAVE
#error "define FFTC_DIFFERENCE_WAVE: 1 for the wave equation, 0 for the heat equation"
#endif
#ifndef FFTC_DIFFERENCE_MEDIUM
#error "define FFTC_DIFFERENCE_MEDIUM: 1 if each point has a factor of its own, else 0"
#endif

/* Yours to define. Lengths and boundaries (FFTC_DIFFERENCE_PERIODIC, ...) of the axes x, y and z;
 * length 1 where there is no axis. */
FFTC_ACCESSOR(fftc_uniform, fftc_difference_length, (fftc_uniform axis));
FFTC_ACCESSOR(fftc_uniform, fftc_difference_boundary, (fftc_uniform axis));
/* The points; the next ones, which of the wave equation are the previous ones before; a factor. */
FFTC_ACCESSOR(fftc_real, fftc_difference_points_get, (fftc_uint index));
FFTC_ACCESSOR(fftc_real, fftc_difference_next_get, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_difference_next_set, (fftc_uint index, fftc_real point));
FFTC_ACCESSOR(fftc_real, fftc_difference_medium_get, (fftc_uint index));
/* fftc_difference_wave's. */
FFTC_ACCESSOR(fftc_real, fftc_difference_gain, (void));
FFTC_ACCESSOR(fftc_real, fftc_difference_loss, (void));

/* Nearly all positions are within the array, and need no division. */
FFTC_FN FFTC_ACCESSOR(fftc_difference_place, fftc_difference_find,
                      (fftc_uint at, fftc_uniform axis))
{
    fftc_difference_place place;
    place.index = at - FFTC_UINT(FFTC_DIFFERENCE_MARGIN);
    place.there = place.index < FFTC_UINT(fftc_difference_length(axis));
    place.negative = !place.there;
    if (place.negative) {
        place = fftc_difference_at(at, FFTC_DIFFERENCE_MARGIN, fftc_difference_length(axis),
                                   fftc_difference_boundary(axis));
    }
    return place;
}

FFTC_FN FFTC_ACCESSOR(fftc_real, fftc_difference_load, (fftc_uint x, fftc_uint y, fftc_uint z))
{
    fftc_uint row = z * FFTC_UINT(fftc_difference_length(1u)) + y;
    return fftc_difference_points_get(row * FFTC_UINT(fftc_difference_length(0u)) + x);
}

FFTC_FN fftc_bool fftc_difference_is_within(fftc_uint x, fftc_uint y, fftc_uint z)
{
    return x < fftc_difference_length(0u) && y < fftc_difference_length(1u) &&
           z < fftc_difference_length(2u);
}

FFTC_FN fftc_uint fftc_difference_index(fftc_uint x, fftc_uint y, fftc_uint z)
{
    return (z * fftc_difference_length(1u) + y) * fftc_difference_length(0u) + x;
}

/* The previous point of the wave equation. */
FFTC_FN FFTC_ACCESSOR(fftc_real, fftc_difference_besides, (fftc_uint x, fftc_uint y, fftc_uint z))
{
    fftc_real previous = FFTC_REAL(0.0);
    if (FFTC_DIFFERENCE_WAVE != 0u && fftc_difference_is_within(x, y, z)) {
        previous = fftc_difference_next_get(fftc_difference_index(x, y, z));
    }
    return previous;
}

FFTC_FN FFTC_ACCESSOR(void, fftc_difference_point,
                      (fftc_uint x, fftc_uint y, fftc_uint z, fftc_real point, fftc_real laplacian,
                       fftc_real previous))
{
    fftc_real next;
    if (fftc_difference_is_within(x, y, z)) {
        fftc_uint index = fftc_difference_index(x, y, z);
        if (FFTC_DIFFERENCE_MEDIUM != 0u) {
            FFTC_PRECISE fftc_real scaled = fftc_difference_medium_get(index) * laplacian;
            laplacian = scaled;
        }
        if (FFTC_DIFFERENCE_WAVE != 0u) {
            next = fftc_difference_wave(point, previous, laplacian, fftc_difference_gain(),
                                        fftc_difference_loss());
        } else {
            next = fftc_difference_heat(point, laplacian);
        }
        fftc_difference_next_set(index, next);
    }
}

/* Blocks along an axis. */
FFTC_FN fftc_uniform fftc_difference_blocks_along(fftc_uniform axis, fftc_uniform size)
{
    return (fftc_difference_length(axis) + size - 1u) / size;
}

/* Does block number `block`, which is the same for each 2^FFTC_SUBGROUP_LOG2 lanes that follow each
 * other; there may be no such block. */
FFTC_FN void fftc_difference_array(fftc_uint block)
{
    fftc_uint along_x = FFTC_UINT(fftc_difference_blocks_along(0u, FFTC_DIFFERENCE_WIDTH));
    fftc_uint along_y = FFTC_UINT(fftc_difference_blocks_along(1u, FFTC_DIFFERENCE_ROWS));
    fftc_difference_block(block % along_x * FFTC_DIFFERENCE_WIDTH,
                          block / along_x % along_y * FFTC_DIFFERENCE_ROWS,
                          block / along_x / along_y * FFTC_DIFFERENCE_PLANES);
}

#endif
