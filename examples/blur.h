/* SPDX-License-Identifier: MIT
 *
 * A kernel of one's own in which pixels need their neighbours: a picture's brightness is blurred by
 * the weights 1 2 1, along rows and along columns. kernel/stencil.h brings the neighbours.
 *
 * blur.c runs it in the emulator, blur.comp is a shader of it. FFTC_WORKGROUP_LOG2: log2 of the
 * invocations, at most 8. BLUR_COLUMNS, BLUR_ROWS: the picture, of any size. There is a workgroup
 * for each of its BLUR_TILES_ACROSS times BLUR_TILES_DOWN tiles.
 */
#ifndef BLUR_H
#define BLUR_H

/* Tiles of 32 x 8 pixels, of one word, with one more all around. */
#define FFTC_TILE_COLUMNS_LOG2 5u
#define FFTC_TILE_ROWS_LOG2 3u
#define FFTC_TILE_REACH_COLUMNS 1u
#define FFTC_TILE_REACH_ROWS 1u
#define FFTC_TILE_WORDS 1u
#include "fftcore/kernel/stencil.h"

#ifndef BLUR_COLUMNS
#error "define BLUR_COLUMNS: pixels in a row of the picture"
#endif
#ifndef BLUR_ROWS
#error "define BLUR_ROWS: rows of the picture"
#endif

#define BLUR_TILES_ACROSS ((BLUR_COLUMNS + 31u) >> FFTC_TILE_COLUMNS_LOG2)
#define BLUR_TILES_DOWN ((BLUR_ROWS + 7u) >> FFTC_TILE_ROWS_LOG2)

/* Yours to define: the brightness of a pixel, and where that of the blurred one goes. */
FFTC_ACCESSOR(fftc_real, blur_load, (fftc_uint index));
FFTC_ACCESSOR(void, blur_store, (fftc_uint index, fftc_real brightness));

/* Where this workgroup's tile begins in the picture. */
FFTC_FN fftc_uniform blur_left(void)
{
    return fftc_workgroup_index() % BLUR_TILES_ACROSS << FFTC_TILE_COLUMNS_LOG2;
}

FFTC_FN fftc_uniform blur_top(void)
{
    return fftc_workgroup_index() / BLUR_TILES_ACROSS << FFTC_TILE_ROWS_LOG2;
}

/* Number at - 1, or the nearest one of `size`. */
FFTC_FN fftc_uint blur_nearest(fftc_uint at, fftc_uniform size)
{
    fftc_uint inside = fftc_select_uint(at < FFTC_UINT(size), at, FFTC_UINT(size));
    return fftc_select_uint(inside < FFTC_UINT(1u), FFTC_UINT(0u), inside - FFTC_UINT(1u));
}

/* Beyond an edge the pixels at the edge go on. */
fftc_tile_pixel fftc_tile_load(fftc_uint column, fftc_uint row)
{
    fftc_uint x = blur_nearest(FFTC_UINT(blur_left()) + column, BLUR_COLUMNS);
    fftc_uint y = blur_nearest(FFTC_UINT(blur_top()) + row, BLUR_ROWS);
    fftc_tile_pixel pixel;
    pixel.word[0] = fftc_word_from_real(blur_load(y * FFTC_UINT(BLUR_COLUMNS) + x));
    return pixel;
}

FFTC_FN fftc_real blur_weigh(fftc_real before, fftc_real middle, fftc_real after)
{
    FFTC_PRECISE fftc_real outer = FFTC_REAL(0.25) * (before + after);
    FFTC_PRECISE fftc_real sum = FFTC_REAL(0.5) * middle + outer;
    return sum;
}

FFTC_FN fftc_real blur_brightness(fftc_uint column, fftc_uint row)
{
    return fftc_real_from_word(fftc_tile_get(column, row).word[0]);
}

/* Three neighbours in a row, the first in this column of the tile with what is around it. */
FFTC_FN fftc_real blur_row(fftc_uint column, fftc_uint row)
{
    return blur_weigh(blur_brightness(column, row), blur_brightness(column + FFTC_UINT(1u), row),
                      blur_brightness(column + FFTC_UINT(2u), row));
}

void fftc_stencil_pixel(fftc_uint column, fftc_uint row)
{
    fftc_uint x = FFTC_UINT(blur_left()) + column;
    fftc_uint y = FFTC_UINT(blur_top()) + row;
    fftc_real blurred = blur_weigh(blur_row(column, row), blur_row(column, row + FFTC_UINT(1u)),
                                   blur_row(column, row + FFTC_UINT(2u)));
    /* Tiles may reach beyond the picture. A branch without a barrier inside may differ between
     * invocations. (Not with vectors, FFTC_LANES: there blur_store would leave lanes out.) */
    if (x < FFTC_UINT(BLUR_COLUMNS) && y < FFTC_UINT(BLUR_ROWS)) {
        blur_store(y * FFTC_UINT(BLUR_COLUMNS) + x, blurred);
    }
}

FFTC_FN void blur(void)
{
    fftc_stencil();
}

#endif
