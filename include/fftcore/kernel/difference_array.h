/* SPDX-License-Identifier: MIT
 *
 * A time step of the heat or the wave equation by difference_block.h on arrays: the next points of
 * the blocks of a workgroup. Parameters beside those of difference_block.h:
 *
 *   FFTC_DIFFERENCE_WAVE     1: the wave equation; 0: the heat equation
 *   FFTC_DIFFERENCE_MEDIUM   1: there is a factor of the Laplacian for each point; 0: none
 *
 * Arrays hold x fastest, then y, then z. Blocks are counted along y, then x, then z, so that
 * the blocks of a workgroup load the same rows.
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

/* Yours to define, of numbers of vectors as fftc_difference_points_get. The next points, which of
 * the wave equation are the previous ones before; and factors. */
FFTC_ACCESSOR(fftc_difference_row, fftc_difference_next_get, (fftc_uint vector));
FFTC_ACCESSOR(void, fftc_difference_next_set, (fftc_uint vector, fftc_difference_row points));
FFTC_ACCESSOR(fftc_difference_row, fftc_difference_medium_get, (fftc_uint vector));
/* fftc_difference_wave's. */
FFTC_ACCESSOR(fftc_real, fftc_difference_gain, (void));
FFTC_ACCESSOR(fftc_real, fftc_difference_loss, (void));

/* The previous points of the wave equation. */
FFTC_FN FFTC_ACCESSOR(fftc_difference_row, fftc_difference_besides, (fftc_uint vector))
{
    fftc_difference_row previous;
    if (FFTC_DIFFERENCE_WAVE != 0u) {
        previous = fftc_difference_next_get(vector);
    } else {
        previous.point[0] = FFTC_REAL(0.0);
    }
    return previous;
}

FFTC_FN FFTC_ACCESSOR(void, fftc_difference_take,
                      (fftc_uint vector, fftc_difference_row points, fftc_difference_row laplacians,
                       fftc_difference_row previous))
{
    fftc_difference_row factors;
    fftc_difference_row next;
    if (FFTC_DIFFERENCE_MEDIUM != 0u) {
        factors = fftc_difference_medium_get(vector);
    }
    FFTC_UNROLL for (fftc_uniform j = 0u; j < FFTC_DIFFERENCE_COLUMNS; ++j)
    {
        fftc_real laplacian = laplacians.point[j];
        if (FFTC_DIFFERENCE_MEDIUM != 0u) {
            FFTC_PRECISE fftc_real scaled = factors.point[j] * laplacian;
            laplacian = scaled;
        }
        if (FFTC_DIFFERENCE_WAVE != 0u) {
            next.point[j] = fftc_difference_wave(points.point[j], previous.point[j], laplacian,
                                                 fftc_difference_gain(), fftc_difference_loss());
        } else {
            next.point[j] = fftc_difference_heat(points.point[j], laplacian);
        }
    }
    fftc_difference_next_set(vector, next);
}

/* Blocks along an axis. */
FFTC_FN fftc_uniform fftc_difference_blocks_along(fftc_uniform axis, fftc_uniform size)
{
    return (fftc_difference_length(axis) + size - 1u) / size;
}

/* Does invocation number `invocation` of all, which may have no block. */
FFTC_FN void fftc_difference_array(fftc_uint invocation)
{
    fftc_uint along_x = FFTC_UINT(fftc_difference_blocks_along(0u, FFTC_DIFFERENCE_WIDTH));
    fftc_uint along_y = FFTC_UINT(fftc_difference_blocks_along(1u, FFTC_DIFFERENCE_ROWS));
    fftc_uint block = invocation >> FFTC_DIFFERENCE_LANES_LOG2;
    fftc_difference_block(block / along_y % along_x * FFTC_DIFFERENCE_WIDTH,
                          block % along_y * FFTC_DIFFERENCE_ROWS,
                          block / along_y / along_x * FFTC_DIFFERENCE_PLANES,
                          invocation & FFTC_UINT((1u << FFTC_DIFFERENCE_LANES_LOG2) - 1u));
}

#endif
