/* SPDX-License-Identifier: MIT
 *
 * Complex numbers as they are in memory, LANES / 2 of them in one vector. This header replaces
 * kernel/complex.h, so that the codelets, which know complex numbers by these functions only, are
 * compiled for them too. A quarter turn costs a shuffle here, which it does not if real and
 * imaginary parts have vectors of their own. In return a transform needs half as many registers,
 * and nothing has to be separated at its ends. This makes short rows faster.
 *
 * i y is y with its parts exchanged, times (-1, 1): the factor goes into the multiply-add.
 */
#ifndef FFTC_COMPLEX_H
#define FFTC_COMPLEX_H

#include "cpu/engine/units/each_lane.h"
#include "cpu/engine/units/shuffle_units.h"
#include "cpu/engine/units/unroll.h"
#include "fftcore/kernel/dialect.h"

typedef struct fftc_complex {
    fftc_real v;
} fftc_complex;

FORCE fftc_complex packed(fftc_real v)
{
    fftc_complex z = {v};
    return z;
}

FORCE fftc_real exchanged(fftc_real x)
{
#define NEIGHBOUR(p, unused) ((p) ^ 1)
#if FFTC_SHUFFLE_UNITS
    return fftc_neighbours_exchanged(x);
#elif defined(__clang__)
    return __builtin_shufflevector(x, x, EACH_LANE(NEIGHBOUR, 0));
#else
    return __builtin_shuffle(x, (fftc_mask){EACH_LANE(NEIGHBOUR, 0)});
#endif
#undef NEIGHBOUR
}

/* (-1, 1) times i's factor, in every number. */
FORCE fftc_real i_times(fftc_real k)
{
#define SIGN(p, unused) ((p)&1) != 0 ? 1 : -1
    const fftc_real sign = {EACH_LANE(SIGN, 0)};
#undef SIGN
    return sign * k;
}

FORCE fftc_complex fftc_complex_add(fftc_complex x, fftc_complex y)
{
    return packed(x.v + y.v);
}

FORCE fftc_complex fftc_complex_sub(fftc_complex x, fftc_complex y)
{
    return packed(x.v - y.v);
}

FORCE fftc_complex fftc_complex_scale(fftc_complex x, fftc_real k)
{
    return packed(x.v * k);
}

FORCE fftc_complex fftc_complex_add_scaled(fftc_complex x, fftc_complex y, fftc_real k)
{
    return packed(x.v + y.v * k);
}

FORCE fftc_complex fftc_complex_sub_scaled(fftc_complex x, fftc_complex y, fftc_real k)
{
    return packed(x.v - y.v * k);
}

FORCE fftc_complex fftc_complex_add_i_scaled(fftc_complex x, fftc_complex y, fftc_real k)
{
    return packed(x.v + exchanged(y.v) * i_times(k));
}

FORCE fftc_complex fftc_complex_sub_i_scaled(fftc_complex x, fftc_complex y, fftc_real k)
{
    return packed(x.v - exchanged(y.v) * i_times(k));
}

FORCE fftc_complex fftc_complex_add_i(fftc_complex x, fftc_complex y)
{
    return fftc_complex_add_i_scaled(x, y, FFTC_REAL(1.0));
}

FORCE fftc_complex fftc_complex_sub_i(fftc_complex x, fftc_complex y)
{
    return fftc_complex_sub_i_scaled(x, y, FFTC_REAL(1.0));
}

FORCE fftc_complex fftc_complex_swap(fftc_complex x)
{
    return packed(exchanged(x.v));
}

#endif
