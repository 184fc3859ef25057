/* SPDX-License-Identifier: MIT
 *
 * Finite differences: the arithmetic of a Laplacian, of the heat and the wave equation, and what
 * lies beyond an axis' ends. difference_block.h makes blocks of points of it without shared memory.
 *
 * The central weights are those of B. Fornberg, Math. Comp. 51 (1988), table 2.
 *
 * The Laplacian is one chain of sums in a fixed order: the point itself, times the sum of all
 * axes' weights; then, axis after axis from x on and from near to far, pairs of neighbours, added
 * and multiplied by their weight. The same functions make it on the CPU, so bits agree.
 */
#ifndef FFTC_FINITE_DIFFERENCE_H
#define FFTC_FINITE_DIFFERENCE_H

#include "fftcore/kernel/padding.h"

/* --- arithmetic ------------------------------------------------------------------------------- */

FFTC_FN fftc_real fftc_difference_begin(fftc_real point, fftc_real weight)
{
    FFTC_PRECISE fftc_real sum = weight * point;
    return sum;
}

FFTC_FN fftc_real fftc_difference_add(fftc_real sum, fftc_real before, fftc_real after,
                                      fftc_real weight)
{
    FFTC_PRECISE fftc_real more = sum + weight * (before + after);
    return more;
}

/* The next point of the heat equation; the Laplacian is multiplied by diffusivity and time step. */
FFTC_FN fftc_real fftc_difference_heat(fftc_real point, fftc_real laplacian)
{
    FFTC_PRECISE fftc_real next = point + laplacian;
    return next;
}

/* The next point of the wave equation, by leapfrog; the Laplacian is multiplied by the square of
 * speed times time step. `gain` and `loss` are 1 without damping; for a damping g,
 * gain = 1 / (1 + g dt / 2) and loss = (1 - g dt / 2) gain. */
FFTC_FN fftc_real fftc_difference_wave(fftc_real point, fftc_real previous, fftc_real laplacian,
                                       fftc_real gain, fftc_real loss)
{
    FFTC_PRECISE fftc_real next = gain * ((point + point) + laplacian) - loss * previous;
    return next;
}

/* --- boundaries ------------------------------------------------------------------------------- */

/* What lies beyond an axis' ends. Each is a symmetry, so schemes keep their order there. */
#define FFTC_DIFFERENCE_PERIODIC 0u /* the array begins again */
#define FFTC_DIFFERENCE_ZERO 1u     /* 0 one step beyond the last point, odd about there (DST I) */
#define FFTC_DIFFERENCE_MIRROR 2u   /* slope 0 half a step beyond the last point (DCT II) */

/* A value at a position: the point at `index`, or its negative, or 0 if nothing is there. */
FFTC_STRUCT(fftc_difference_place)
{
    fftc_uint index;
    fftc_bool there;
    fftc_bool negative;
};

/* Of a position `at` - margin, which may be negative, along an axis of `length` points; length and
 * margin at most 2^28. */
FFTC_FN fftc_difference_place fftc_difference_at(fftc_uint at, fftc_uniform margin,
                                                 fftc_uniform length, fftc_uniform boundary)
{
    fftc_difference_place place;
    if (boundary == FFTC_DIFFERENCE_ZERO) {
        /* The period begins with the zero before the first point; the second half is negative. */
        fftc_padded q =
            fftc_padding_find(at + FFTC_UINT(1u), margin, 2u * (length + 1u), FFTC_PADDING_REPEAT);
        place.negative = q.index > FFTC_UINT(length);
        place.index =
            fftc_select_uint(place.negative, FFTC_UINT(2u * (length + 1u)) - q.index, q.index) - 1u;
        place.there = place.index < FFTC_UINT(length);
        place.index = fftc_select_uint(place.there, place.index, FFTC_UINT(0u));
    } else {
        fftc_padded q = fftc_padding_find(at, margin, length,
                                          boundary == FFTC_DIFFERENCE_MIRROR ? FFTC_PADDING_MIRROR
                                                                             : FFTC_PADDING_REPEAT);
        place.index = q.index;
        place.there = q.there;
        place.negative = at < FFTC_UINT(0u);
    }
    return place;
}

FFTC_FN fftc_real fftc_difference_value(fftc_difference_place place, fftc_real point)
{
    fftc_real value = fftc_select(place.negative, -point, point);
    return fftc_select(place.there, value, FFTC_REAL(0.0));
}

#endif
