/* SPDX-License-Identifier: MIT
 *
 * IEEE 754 binary16 by its bits, for host code that must not depend on the compiler having
 * _Float16.
 */
#ifndef FFTC_COMMON_HALF_H
#define FFTC_COMMON_HALF_H

#include <math.h>
#include <stdint.h>

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

#endif
