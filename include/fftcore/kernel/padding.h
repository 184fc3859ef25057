/* SPDX-License-Identifier: MIT
 *
 * What lies beyond the ends of an axis, as an index function: where number e of a padded axis comes
 * from. Nothing is copied; a kernel asks for each number that it loads.
 *
 * The axis has `length` numbers x[0], x[1], ... of its own. `before` more come before them, and any
 * number behind them: number e of the padded axis is x[e - before], and where that does not exist
 *
 *     FFTC_PADDING_ZERO     nothing: 0, or a constant of yours
 *     FFTC_PADDING_MIRROR   the axis reflected, end number included: ... x1 x0 | x0 x1 x2 ... ,
 *                           and reflected again, as often as necessary
 *     FFTC_PADDING_REPEAT   the axis again:                        ... xL-2 xL-1 | x0 x1 x2 ...
 *     FFTC_PADDING_CLAMP    its first or last number:              ... x0 x0 | x0 x1 x2 ...
 *
 * (Vulkan's address modes clamp-to-border, mirrored-repeat, repeat and clamp-to-edge.) For several
 * axes, each has its own; a number is there if it is on all of them.
 */
#ifndef FFTC_PADDING_H
#define FFTC_PADDING_H

#include "fftcore/kernel/dialect.h"

#define FFTC_PADDING_ZERO 0u
#define FFTC_PADDING_MIRROR 1u
#define FFTC_PADDING_REPEAT 2u
#define FFTC_PADDING_CLAMP 3u

/* `index` is within the axis even where nothing is there, so that it may be loaded and dropped. */
FFTC_STRUCT(fftc_padded)
{
    fftc_uint index;
    fftc_bool there;
};

/* The nearest number of the axis. */
FFTC_FN fftc_uint fftc_padding_clamp(fftc_uint e, fftc_uniform before, fftc_uniform length)
{
    fftc_uint behind = fftc_select_uint(e < FFTC_UINT(before + length), e - FFTC_UINT(before),
                                        FFTC_UINT(length - 1u));
    return fftc_select_uint(e < FFTC_UINT(before), FFTC_UINT(0u), behind);
}

/* FFTC_PADDING_MIRROR with one reflection at each end, which takes no division: before is at most
 * length, e below before + 2 length. Of e - before, its complement and its mirror image behind the
 * axis, the least is the only one that is an index: numbers below 0 are large ones here. */
FFTC_FN fftc_uint fftc_padding_mirror_once(fftc_uint e, fftc_uniform before, fftc_uniform length)
{
    fftc_uint ahead = e - FFTC_UINT(before);
    fftc_uint below = FFTC_UINT(before - 1u) - e;
    fftc_uint behind = FFTC_UINT(2u * length - 1u) - ahead;
    fftc_uint nearer = fftc_select_uint(ahead < below, ahead, below);
    return fftc_select_uint(nearer < behind, nearer, behind);
}

/* Number e of the padded axis; e, before and before + length at most 2^31, length 1 to 2^31 - 1. */
FFTC_FN fftc_padded fftc_padding_find(fftc_uint e, fftc_uniform before, fftc_uniform length,
                                      fftc_uniform padding)
{
    fftc_padded at;
    at.there = e >= FFTC_UINT(0u);
    if (padding == FFTC_PADDING_MIRROR) {
        /* Number 1 before the axis is its number 0, and so on: only the distance counts. */
        fftc_uniform period = 2u * length;
        fftc_uint away = fftc_select_uint(e < FFTC_UINT(before), FFTC_UINT(before - 1u) - e,
                                          e - FFTC_UINT(before)) %
                         FFTC_UINT(period);
        at.index = fftc_select_uint(away < FFTC_UINT(length), away, FFTC_UINT(period - 1u) - away);
    } else if (padding == FFTC_PADDING_REPEAT) {
        at.index = (e + FFTC_UINT(length - before % length)) % FFTC_UINT(length);
    } else {
        at.index = fftc_padding_clamp(e, before, length);
        if (padding == FFTC_PADDING_ZERO) {
            at.there = e - FFTC_UINT(before) < FFTC_UINT(length);
        }
    }
    return at;
}

#endif
