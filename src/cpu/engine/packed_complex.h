/* SPDX-License-Identifier: MIT
 *
 * Complex numbers as they stand in memory, LANES / 2 of them in one vector: takes the place of
 * kernel/complex.h, so that the codelets, which know complex numbers by these functions only, are
 * compiled for them too. A quarter turn costs a shuffle here, which it does not where real and
 * imaginary parts have vectors of their own; in return a transform needs half as many registers,
 * and nothing has to be taken apart at its ends. Short rows are faster so.
 *
 * i y is y's parts exchanged, times (-1, 1): the factor goes into the multiply-add.
 */
#ifndef FFTC_COMPLEX_H
#define FFTC_COMPLEX_H

#include "cpu/engine/shuffle_units.h"
#include "cpu/engine/unroll.h"
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
#if FFTC_SHUFFLE_UNITS
    return fftc_neighbours_exchanged(x);
#elif defined(__clang__)
    fftc_real y;
    UNROLL for (int p = 0; p < FFTC_LANES; ++p)
    {
        y[p] = x[p ^ 1];
    }
    return y;
#else
    fftc_mask index;
    UNROLL for (int p = 0; p < FFTC_LANES; ++p)
    {
        index[p] = p ^ 1;
    }
    return __builtin_shuffle(x, index);
#endif
}

/* (-1, 1) times i's factor, in every number. */
FORCE fftc_real i_times(fftc_real k)
{
    fftc_real sign;
    UNROLL for (int p = 0; p < FFTC_LANES; ++p)
    {
        sign[p] = (fftc_scalar)((p & 1) != 0 ? 1 : -1);
    }
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
