/* SPDX-License-Identifier: MIT
 *
 * What a blur does to its kernel's spectrum, one frequency at a time.
 */
#ifndef FFTC_SPECTRUM_H
#define FFTC_SPECTRUM_H

#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/real_pair.h"

/* Moves taps by half of every axis, which must be of even length, so that the one in the middle is
 * at 0: exp(-pi i f) is a sign. `frequency` is the sum of those along all axes. */
FFTC_FN fftc_complex fftc_spectrum_centre(fftc_complex value, fftc_uint frequency)
{
    fftc_bool even = fftc_is_zero(frequency & FFTC_UINT(1u));
    return fftc_complex_select(even, value, fftc_complex_neg(value));
}

/* Interpolates with a Dirac impulse at 0, whose spectrum is 1 everywhere: part 0 is the kernel
 * itself, part 1 leaves a picture as it is. */
FFTC_FN fftc_complex fftc_spectrum_sharpen(fftc_complex value, fftc_real part)
{
    FFTC_PRECISE fftc_real rest = FFTC_REAL(1.0) - part;
    FFTC_PRECISE fftc_complex z;
    z.re = rest * value.re + part;
    z.im = rest * value.im;
    return z;
}

/* The luminance of linear light with the primaries and the white of Rec. 709. */
FFTC_FN fftc_wide fftc_luminance(fftc_wide red, fftc_wide green, fftc_wide blue)
{
    FFTC_PRECISE fftc_wide y = FFTC_WIDE(0.2126390059) * red + FFTC_WIDE(0.7151686788) * green +
                               FFTC_WIDE(0.0721923154) * blue;
    return y;
}

/* By what a kernel's taps are divided. */
#define FFTC_NORMALISE_LUMINANCE 0u /* the luminance of all: colours stay different */
#define FFTC_NORMALISE_CHANNEL 1u   /* each channel by its own sum: white stays white */
#define FFTC_NORMALISE_NONE 2u

/* The divisor of a channel whose taps sum to `own`; the luminance of all sums is `luminance`. */
FFTC_FN fftc_wide fftc_spectrum_power(fftc_wide own, fftc_wide luminance, fftc_uniform normalise)
{
    return normalise == FFTC_NORMALISE_LUMINANCE ? luminance
           : normalise == FFTC_NORMALISE_CHANNEL ? own
                                                 : FFTC_WIDE(1.0);
}

/* Two real lines in one complex transform are multiplied by spectra of their own: h of the first,
 * g of the second line, both of real lines. z and mirror are Z[f] and Z[-f], which are the same
 * number for f = 0 and half of an even length; the result is the product's at f and at -f.
 *
 * This is for the line that holds, after real lines have been transformed along the first axis, the
 * real numbers X[0] + i X[N / 2] of each. */
FFTC_FN fftc_signals fftc_spectrum_multiply_pair(fftc_complex z, fftc_complex mirror,
                                                 fftc_complex h, fftc_complex g)
{
    fftc_signals lines = fftc_real_unpack(z, mirror);
    fftc_signals product;
    lines.first = fftc_complex_mul(lines.first, h);
    lines.second = fftc_complex_mul(lines.second, g);
    product.first = fftc_real_repack(lines);
    product.second = fftc_real_repack_mirror(lines);
    return product;
}

#endif
