/* SPDX-License-Identifier: MIT
 *
 * Scalars as slots of a frame have them: integers of a width in the low bits, floats by their bits.
 */
#ifndef FFTC_SPIRV_SCALARS_H
#define FFTC_SPIRV_SCALARS_H

#include <math.h>
#include <stdint.h>

#include "spirv/math.h"
#include "support/half.h"

static inline int64_t sign_extend(uint64_t x, unsigned width)
{
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

static inline uint64_t mask_of(unsigned width)
{
    return ~(uint64_t)0 >> (64 - width);
}

/* What is undefined gets a value that no processor traps for. */
static inline int64_t divide(int64_t x, int64_t y)
{
    return y == 0 ? -1 : y == -1 ? (int64_t)(0 - (uint64_t)x) : x / y;
}

static inline int64_t remainder_of(int64_t x, int64_t y)
{
    return y == 0 || y == -1 ? (y == 0 ? x : 0) : x % y;
}

/* With the sign of y. */
static inline int64_t modulus(int64_t x, int64_t y)
{
    int64_t r = remainder_of(x, y);
    return r != 0 && (r < 0) != (y < 0) && y != 0 ? r + y : r;
}

static inline double as_double(uint64_t bits)
{
    return fftc_spirv_to_double(bits, 64);
}

static inline float as_float(uint64_t bits)
{
    return fftc_float_of_bits((uint32_t)bits);
}

static inline float as_half(uint64_t bits)
{
    return fftc_float_from_half((uint16_t)bits);
}

static inline double float_remainder(double x, double y)
{
    return fmod(x, y);
}

/* With the sign of y. */
static inline double float_modulus(double x, double y)
{
    double r = fmod(x, y);
    return r != 0.0 && (r < 0.0) != (y < 0.0) ? r + y : r;
}

#endif
