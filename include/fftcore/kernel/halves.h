/* SPDX-License-Identifier: MIT
 *
 * Complex numbers stored as two halves (IEEE 754 binary16) in a word of 32 bits, real part low, and
 * worked on as float: FFTC_PRECISION is 32. No 16-bit type and no 16-bit storage is needed, and the
 * rounding is to nearest, ties to even, everywhere: GLSL's packHalf2x16 leaves that to the device.
 * The bits are those of processors' own conversions, NaN payloads included.
 */
#ifndef FFTC_HALVES_H
#define FFTC_HALVES_H

#include "fftcore/kernel/complex.h"

#if FFTC_PRECISION == 32

/* The number of the low 16 bits. */
FFTC_FN fftc_real fftc_real_from_half(fftc_uint half_bits)
{
    fftc_uint sign = (half_bits & 0x8000u) << 16u;
    fftc_uint magnitude = (half_bits & 0x7fffu) << 13u;
    fftc_uint exponent = magnitude & 0x0f800000u;
    /* 0x38800000 is 2^-14, the least normal half. Under a leading one that it supplies and takes
     * away again, a subnormal's bits are worth what they are in a half; both steps are exact. */
    FFTC_PRECISE fftc_real low =
        fftc_real_from_word(magnitude + 0x38800000u) - fftc_real_from_word(FFTC_UINT(0x38800000u));
    fftc_uint finite =
        fftc_select_uint(fftc_is_zero(exponent), fftc_word_from_real(low), magnitude + 0x38000000u);
    fftc_uint quiet = fftc_select_uint(fftc_is_zero(magnitude & 0x007fe000u), FFTC_UINT(0u),
                                       FFTC_UINT(0x00400000u));
    fftc_uint special = 0x7f800000u | magnitude | quiet; /* infinite, or not a number */
    return fftc_real_from_word(
        sign | fftc_select_uint(fftc_is_zero(exponent ^ 0x0f800000u), special, finite));
}

FFTC_FN fftc_uint fftc_half_from_real(fftc_real x)
{
    fftc_uint bits = fftc_word_from_real(x);
    fftc_uint sign = (bits >> 16u) & 0x8000u;
    fftc_uint magnitude = bits & 0x7fffffffu;
    /* The 13 low bits are dropped. 0xfff and the last remaining bit are added first, which carries
     * exactly where nearest-even rounds up. The carry may reach the exponent, up to that of
     * infinity. */
    fftc_uint normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13u) & 1u)) >> 13u;
    /* Below 2^-14 a half counts in 2^-24, the last place of a float in [1/2, 1): the sum rounds. */
    FFTC_PRECISE fftc_real sum = fftc_real_from_word(magnitude) + FFTC_REAL(0.5);
    fftc_uint subnormal = fftc_word_from_real(sum) - 0x3f000000u;
    fftc_uint payload = 0x7e00u | ((magnitude >> 13u) & 0x03ffu);
    fftc_uint special = fftc_select_uint(magnitude > 0x7f800000u, payload, FFTC_UINT(0x7c00u));
    fftc_uint finite = fftc_select_uint(magnitude < 0x38800000u, subnormal, normal);
    return sign | fftc_select_uint(magnitude >= 0x47800000u, special, finite);
}

FFTC_FN fftc_complex fftc_complex_from_halves(fftc_uint word)
{
    return fftc_complex_make(fftc_real_from_half(word & 0xffffu), fftc_real_from_half(word >> 16u));
}

FFTC_FN fftc_uint fftc_halves_from_complex(fftc_complex value)
{
    return fftc_half_from_real(value.re) | (fftc_half_from_real(value.im) << 16u);
}

#endif
#endif
