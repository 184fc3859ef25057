/* SPDX-License-Identifier: MIT
 *
 * A tile of a picture, with the pixels around it, in shared memory: for kernels in which each pixel
 * needs its neighbours (small convolutions, finite differences, medians, dilations).
 *
 * A workgroup of 1 << FFTC_WORKGROUP_LOG2 invocations does a tile of
 * 1 << FFTC_TILE_COLUMNS_LOG2 by 1 << FFTC_TILE_ROWS_LOG2 pixels, at least as many. It loads these
 * and FFTC_TILE_REACH_COLUMNS more on the left and on the right, FFTC_TILE_REACH_ROWS more above
 * and below, each of them once; neighbours load neighbours. Then each invocation does its share of
 * the tile: neighbours do neighbours again.
 *
 * A pixel is FFTC_TILE_WORDS words of 32 bits. Shared memory: FFTC_TILE_SHARED_WORDS (group.h). Row
 * after row without gaps, so no bank is hit twice where a tile's row has at least as many pixels as
 * a subgroup has lanes.
 */
#ifndef FFTC_STENCIL_H
#define FFTC_STENCIL_H

#include "fftcore/kernel/group.h"
#include "fftcore/kernel/workgroup.h"

#ifndef FFTC_TILE_COLUMNS_LOG2
#error "define FFTC_TILE_COLUMNS_LOG2: log2 of a tile's width"
#endif
#ifndef FFTC_TILE_ROWS_LOG2
#error "define FFTC_TILE_ROWS_LOG2: log2 of a tile's height"
#endif
#ifndef FFTC_TILE_REACH_COLUMNS
#error "define FFTC_TILE_REACH_COLUMNS: how far a pixel's neighbours are to the left and right"
#endif
#ifndef FFTC_TILE_REACH_ROWS
#error "define FFTC_TILE_REACH_ROWS: how far a pixel's neighbours are above and below"
#endif
#ifndef FFTC_TILE_WORDS
#error "define FFTC_TILE_WORDS: words of 32 bits of a pixel"
#endif

FFTC_REQUIRE(FFTC_TILE_WORDS_must_be_at_least_1, FFTC_TILE_WORDS >= 1u);
FFTC_REQUIRE(FFTC_TILE_COLUMNS_LOG2_must_be_at_most_12, FFTC_TILE_COLUMNS_LOG2 <= 12u);
FFTC_REQUIRE(FFTC_TILE_ROWS_LOG2_must_be_at_most_12, FFTC_TILE_ROWS_LOG2 <= 12u);
FFTC_REQUIRE(FFTC_TILE_REACH_COLUMNS_must_be_at_most_4096, FFTC_TILE_REACH_COLUMNS <= 4096u);
FFTC_REQUIRE(FFTC_TILE_REACH_ROWS_must_be_at_most_4096, FFTC_TILE_REACH_ROWS <= 4096u);
FFTC_REQUIRE(
    FFTC_TILE_COLUMNS_LOG2_and_FFTC_TILE_ROWS_LOG2_must_sum_to_FFTC_WORKGROUP_LOG2_at_least,
    FFTC_TILE_COLUMNS_LOG2 + FFTC_TILE_ROWS_LOG2 >= FFTC_WORKGROUP_LOG2);
#ifdef FFTC_SHARED_WORDS
FFTC_REQUIRE(FFTC_SHARED_WORDS_must_be_at_least_FFTC_TILE_SHARED_WORDS,
             FFTC_SHARED_WORDS >= FFTC_TILE_SHARED_WORDS);
#endif

FFTC_STRUCT(fftc_tile_pixel)
{
    fftc_uint word[FFTC_TILE_WORDS];
};

/* Yours to define. The pixel in a column and row of the tile with what is around it: the tile's own
 * first pixel is (FFTC_TILE_REACH_COLUMNS, FFTC_TILE_REACH_ROWS). Where that is beyond the picture,
 * give what shall lie there. Called again for the last pixel by invocations that have none left. */
FFTC_ACCESSOR(fftc_tile_pixel, fftc_tile_load, (fftc_uint column, fftc_uint row));

/* Yours to define for fftc_stencil: does one of the tile's own pixels, which are counted from
 * (0, 0); neighbours come from fftc_tile_get. */
FFTC_ACCESSOR(void, fftc_stencil_pixel, (fftc_uint column, fftc_uint row));

/* Loads the tile with what is around it. Shared memory must be free on entry, and needs a barrier
 * before it is written again. One barrier, at the end. All invocations call it. */
FFTC_FN void fftc_tile_fill(void)
{
    fftc_uint last = FFTC_UINT(FFTC_TILE_WIDTH * FFTC_TILE_HEIGHT - 1u);
    for (fftc_uniform round = 0u; round < FFTC_TILE_ROUNDS; ++round) {
        fftc_uint index = FFTC_UINT(round << FFTC_WORKGROUP_LOG2) + fftc_invocation_index();
        fftc_uint from = fftc_select_uint(index < last, index, last);
        fftc_uint row = from / FFTC_UINT(FFTC_TILE_WIDTH);
        fftc_tile_pixel pixel = fftc_tile_load(from - row * FFTC_UINT(FFTC_TILE_WIDTH), row);
        for (fftc_uniform k = 0u; k < FFTC_TILE_WORDS; ++k) {
            fftc_shared_set(FFTC_UINT(k * (FFTC_TILE_ROUNDS << FFTC_WORKGROUP_LOG2)) + index,
                            pixel.word[k]);
        }
    }
    fftc_workgroup_barrier();
}

/* The pixel in a column and row as fftc_tile_load counts them: the neighbour of the tile's pixel
 * (x, y) that is i to the right and j below is
 * fftc_tile_get(x + FFTC_TILE_REACH_COLUMNS + i, y + FFTC_TILE_REACH_ROWS + j). */
FFTC_FN fftc_tile_pixel fftc_tile_get(fftc_uint column, fftc_uint row)
{
    fftc_tile_pixel pixel;
    for (fftc_uniform k = 0u; k < FFTC_TILE_WORDS; ++k) {
        pixel.word[k] = fftc_shared_get(FFTC_UINT(k * (FFTC_TILE_ROUNDS << FFTC_WORKGROUP_LOG2)) +
                                        row * FFTC_UINT(FFTC_TILE_WIDTH) + column);
    }
    return pixel;
}

/* Fills the tile, then calls fftc_stencil_pixel for each of its pixels. */
FFTC_FN void fftc_stencil(void)
{
    fftc_tile_fill();
    for (fftc_uniform first = 0u; first < (1u << (FFTC_TILE_COLUMNS_LOG2 + FFTC_TILE_ROWS_LOG2));
         first += 1u << FFTC_WORKGROUP_LOG2) {
        fftc_uint index = FFTC_UINT(first) + fftc_invocation_index();
        fftc_stencil_pixel(index & FFTC_UINT((1u << FFTC_TILE_COLUMNS_LOG2) - 1u),
                           index >> FFTC_TILE_COLUMNS_LOG2);
    }
}

#endif
