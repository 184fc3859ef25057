/* SPDX-License-Identifier: MIT
 *
 * The radix-2 butterflies that the reference kernel is made of. Higher radices are in codelet.h.
 *
 * Decimation in frequency multiplies after the subtraction, decimation in time before the addition
 * (Gentleman and Sande 1966; Cooley and Tukey 1965); one undoes the other up to the factor 2.
 */
#ifndef FFTC_BUTTERFLY_H
#define FFTC_BUTTERFLY_H

#include "fftcore/kernel/complex.h"

/* The two elements an invocation holds; lo is the one with the smaller index. */
FFTC_STRUCT(fftc_pair)
{
    fftc_complex lo;
    fftc_complex hi;
};

FFTC_FN fftc_pair fftc_pair_make(fftc_complex lo, fftc_complex hi)
{
    fftc_pair pair;
    pair.lo = lo;
    pair.hi = hi;
    return pair;
}

/* (lo, hi) -> (lo + hi, twiddle * (lo - hi)), twiddle = exp(-i pi k / half). */
FFTC_FN fftc_pair fftc_butterfly_dif(fftc_pair x, fftc_complex twiddle)
{
    return fftc_pair_make(fftc_complex_add(x.lo, x.hi),
                          fftc_complex_mul(fftc_complex_sub(x.lo, x.hi), twiddle));
}

/* (lo, hi) -> (lo + u, lo - u), u = conj(twiddle) * hi, with the same twiddle as the forward
 * transform's. Not scaled. */
FFTC_FN fftc_pair fftc_butterfly_dit(fftc_pair x, fftc_complex twiddle)
{
    fftc_complex u = fftc_complex_mul_conj(x.hi, twiddle);
    return fftc_pair_make(fftc_complex_add(x.lo, u), fftc_complex_sub(x.lo, u));
}

FFTC_FN fftc_pair fftc_pair_scale(fftc_pair x, fftc_real factor)
{
    return fftc_pair_make(fftc_complex_scale(x.lo, factor), fftc_complex_scale(x.hi, factor));
}

/* Where the butterfly number v of a stage finds its elements: position of lo; hi is stride further.
 * Each block of 2 * stride positions holds stride butterflies. */
FFTC_FN fftc_uint fftc_butterfly_position(fftc_uint v, fftc_uniform stride_log2)
{
    fftc_uniform offset_mask = (1u << stride_log2) - 1u;
    return ((v & ~offset_mask) << 1u) | (v & offset_mask);
}

#endif
