/* SPDX-License-Identifier: MIT
 *
 * Two real signals as one complex one. z = x + i y has Z[f] = X[f] + i Y[f]; since X[-f] =
 * conj(X[f]), and Y alike,
 *
 *     X[f] = (Z[f] + conj(Z[-f])) / 2,    Y[f] = -i (Z[f] - conj(Z[-f])) / 2.
 *
 * f = 0 and f = N / 2 are their own negatives: there X and Y are real, X = Re Z and Y = Im Z.
 */
#ifndef FFTC_REAL_PAIR_H
#define FFTC_REAL_PAIR_H

#include "fftcore/kernel/complex.h"

/* One frequency of two spectra, or one sample of two signals. */
FFTC_STRUCT(fftc_signals)
{
    fftc_complex first;
    fftc_complex second;
};

/* x + i y of two real samples. The way back is the two parts. */
FFTC_FN fftc_complex fftc_real_pack(fftc_real x, fftc_real y)
{
    return fftc_complex_make(x, y);
}

/* X[f] and Y[f] from Z[f] and Z[-f]. */
FFTC_FN fftc_signals fftc_real_unpack(fftc_complex z, fftc_complex mirror)
{
    fftc_complex other = fftc_complex_conj(mirror);
    fftc_signals spectra;
    spectra.first = fftc_complex_scale(fftc_complex_add(z, other), FFTC_REAL(0.5));
    spectra.second =
        fftc_complex_mul_minus_i(fftc_complex_scale(fftc_complex_sub(z, other), FFTC_REAL(0.5)));
    return spectra;
}

/* Z[f] = X[f] + i Y[f]. */
FFTC_FN fftc_complex fftc_real_repack(fftc_signals spectra)
{
    return fftc_complex_add(spectra.first, fftc_complex_mul_i(spectra.second));
}

/* Z[-f] = conj(X[f]) + i conj(Y[f]). */
FFTC_FN fftc_complex fftc_real_repack_mirror(fftc_signals spectra)
{
    return fftc_complex_add(fftc_complex_conj(spectra.first),
                            fftc_complex_mul_i(fftc_complex_conj(spectra.second)));
}

/* Entry 0 of both half spectra, DC + i Nyquist, from Z[0] and Z[N / 2]; and back, DC first. Either
 * way it swaps Im of the first with Re of the second. */
FFTC_FN fftc_signals fftc_real_transpose(fftc_complex x, fftc_complex y)
{
    fftc_signals swapped;
    swapped.first = fftc_complex_make(x.re, y.re);
    swapped.second = fftc_complex_make(x.im, y.im);
    return swapped;
}

#endif
