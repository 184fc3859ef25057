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

#include "fftcore/kernel/dialect.h"

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

/* The value at a position is factor times the point at index; factor is 1, -1 or 0. */
FFTC_STRUCT(fftc_difference_place)
{
    fftc_uint index;
    fftc_real factor;
};

/* Of a position `at` - margin, which may be negative, along an axis of `length` points; length and
 * margin at most 2^30. */
FFTC_FN fftc_difference_place fftc_difference_at(fftc_uint at, fftc_uniform margin,
                                                 fftc_uniform length, fftc_uniform boundary)
{
    fftc_difference_place place;
    fftc_uniform period = boundary == FFTC_DIFFERENCE_PERIODIC ? length
                          : boundary == FFTC_DIFFERENCE_ZERO   ? 2u * (length + 1u)
                                                               : 2u * length;
    /* Zero boundaries count from the zero before the first point. */
    fftc_uniform shift = period - margin % period + (boundary == FFTC_DIFFERENCE_ZERO ? 1u : 0u);
    fftc_uint q = (at % FFTC_UINT(period) + FFTC_UINT(shift)) % FFTC_UINT(period);
    place.factor = FFTC_REAL(1.0);
    place.index = q;
    if (boundary == FFTC_DIFFERENCE_ZERO) {
        fftc_bool beyond = q > FFTC_UINT(length);
        fftc_bool zero = fftc_is_zero(q % FFTC_UINT(length + 1u));
        place.index = fftc_select_uint(beyond, FFTC_UINT(period) - q, q) - 1u;
        place.index = fftc_select_uint(zero, FFTC_UINT(0u), place.index);
        place.factor = fftc_select(beyond, FFTC_REAL(-1.0), FFTC_REAL(1.0));
        place.factor = fftc_select(zero, FFTC_REAL(0.0), place.factor);
    } else if (boundary == FFTC_DIFFERENCE_MIRROR) {
        place.index = fftc_select_uint(q >= FFTC_UINT(length), FFTC_UINT(period - 1u) - q, q);
    }
    return place;
}

#endif
