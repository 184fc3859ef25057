/* SPDX-License-Identifier: MIT
 *
 * IEEE 754 binary16 by its bits, for host code that must not depend on the compiler having
 * _Float16.
 */
#ifndef FFTC_SUPPORT_HALF_H
#define FFTC_SUPPORT_HALF_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline double fftc_double_from_half(uint16_t half)
{
    int exponent = (half >> 10) & 31;
    double mantissa = half & 1023;
    double magnitude;
    if (exponent == 31) {
        magnitude = mantissa != 0.0 ? (double)NAN : (double)INFINITY;
    } else if (exponent == 0) {
        magnitude = ldexp(mantissa, -24);
    } else {
        magnitude = ldexp(mantissa + 1024.0, exponent - 25);
    }
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

/* Round to nearest, ties to even, in one rounding. */
static inline uint16_t fftc_half_from_double(double x)
{
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    double magnitude = fabs(x);
    int exponent;
    double scaled;
    if (isnan(x)) {
        return (uint16_t)(sign | 0x7e00);
    }
    if (magnitude >= 65520.0) {
        return (uint16_t)(sign | 0x7c00);
    }
    (void)frexp(magnitude, &exponent); /* magnitude = m * 2^exponent, m in [0.5, 1) */
    if (magnitude == 0.0 || exponent < -13) {
        return (uint16_t)(sign | (uint16_t)nearbyint(ldexp(magnitude, 24)));
    }
    scaled = nearbyint(ldexp(magnitude, 11 - exponent)); /* 1024 .. 2048 */
    /* 2048 carries into the exponent by the addition. */
    return (uint16_t)(sign | (uint16_t)(((exponent + 13) << 10) + (int)scaled));
}

/* The next two functions are for arrays: a few operations without branches, which a compiler turns
 * into vector instructions. They give the bits of processors' own conversions, NaN payloads
 * included. */

static inline uint32_t fftc_bits_of_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float fftc_float_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline float fftc_float_from_half(uint16_t half)
{
    const uint32_t least = (uint32_t)(127 - 14) << 23; /* 2^-14, the least normal half */
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t magnitude = (uint32_t)(half & 0x7fff) << 13;
    uint32_t exponent = magnitude & 0x0f800000;
    uint32_t normal = magnitude + ((uint32_t)(127 - 15) << 23);
    /* Under a leading one that 2^-14 supplies and takes away again, a subnormal's bits are worth
     * what they are in a half; both steps are exact. */
    uint32_t subnormal =
        fftc_bits_of_float(fftc_float_of_bits(least + magnitude) - fftc_float_of_bits(least));
    uint32_t quiet = (magnitude & 0x007fe000) != 0 ? 0x00400000 : 0;
    uint32_t special = 0x7f800000 | magnitude | quiet; /* infinite, or not a number */
    uint32_t finite = exponent == 0 ? subnormal : normal;
    return fftc_float_of_bits(sign | (exponent == 0x0f800000 ? special : finite));
}

/* Round to nearest, ties to even. */
static inline uint16_t fftc_half_from_float(float x)
{
    uint32_t bits = fftc_bits_of_float(x);
    uint32_t sign = (bits >> 16) & 0x8000;
    uint32_t magnitude = bits & 0x7fffffff;
    /* The 13 low bits are dropped. 0xfff and the last remaining bit are added first, which carries
     * exactly where nearest-even rounds up. The carry may reach the exponent, up to that of
     * infinity. */
    uint32_t odd = (magnitude >> 13) & 1;
    uint32_t normal = (magnitude - ((uint32_t)(127 - 15) << 23) + 0xfff + odd) >> 13;
    /* Below 2^-14 a half counts in 2^-24, the last place of a float in [1/2, 1): the sum rounds. */
    uint32_t subnormal =
        fftc_bits_of_float(fftc_float_of_bits(magnitude) + 0.5F) - fftc_bits_of_float(0.5F);
    uint32_t special =
        magnitude > 0x7f800000 ? 0x7e00 | ((magnitude >> 13) & 0x03ff) : (uint32_t)0x7c00;
    uint32_t half = magnitude < ((uint32_t)(127 - 14) << 23) ? subnormal : normal;
    return (uint16_t)(sign | (magnitude >= 0x47800000 ? special : half));
}

#endif
