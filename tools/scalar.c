/* SPDX-License-Identifier: MIT
 *
 * Conversion and comparison of scalars, half precision by its bits.
 */
#include "scalar.h"

#include <math.h>
#include <string.h>

#include "support/half.h"

void tool_scalars_from_double(fftc_precision precision, const double *from, void *to,
                              uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i) {
        if (precision == FFTC_FLOAT64) {
            ((double *)to)[i] = from[i];
        } else if (precision == FFTC_FLOAT32) {
            ((float *)to)[i] = (float)from[i];
        } else {
            ((uint16_t *)to)[i] = fftc_half_from_double(from[i]);
        }
    }
}

void tool_scalars_to_double(fftc_precision precision, const void *from, double *to, uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i) {
        if (precision == FFTC_FLOAT64) {
            to[i] = ((const double *)from)[i];
        } else if (precision == FFTC_FLOAT32) {
            to[i] = (double)((const float *)from)[i];
        } else {
            to[i] = fftc_double_from_half(((const uint16_t *)from)[i]);
        }
    }
}

static uint64_t scalar_bits(fftc_precision precision, const void *x, uint64_t index)
{
    uint64_t wide;
    uint32_t single;
    uint16_t half;
    if (precision == FFTC_FLOAT64) {
        memcpy(&wide, (const char *)x + 8 * index, sizeof wide);
        return wide;
    }
    if (precision == FFTC_FLOAT32) {
        memcpy(&single, (const char *)x + 4 * index, sizeof single);
        return single;
    }
    memcpy(&half, (const char *)x + 2 * index, sizeof half);
    return half;
}

static uint32_t fraction_bits(fftc_precision precision)
{
    return precision == FFTC_FLOAT64 ? 52u : precision == FFTC_FLOAT32 ? 23u : 10u;
}

static uint64_t ulp_distance(fftc_precision precision, uint64_t x, uint64_t y)
{
    uint32_t sign_bit = (uint32_t)fftc_precision_bytes(precision) * 8 - 1;
    uint64_t sign = (uint64_t)1 << sign_bit;
    uint64_t infinity = (sign - 1) >> fraction_bits(precision) << fraction_bits(precision);
    uint64_t x_magnitude = x & (sign - 1);
    uint64_t y_magnitude = y & (sign - 1);
    if (x_magnitude > infinity || y_magnitude > infinity) {
        return UINT64_MAX;
    }
    if (((x ^ y) & sign) != 0) {
        return x_magnitude + y_magnitude + 1;
    }
    return x_magnitude > y_magnitude ? x_magnitude - y_magnitude : y_magnitude - x_magnitude;
}

tool_comparison tool_compare(fftc_precision precision, const void *x, const void *y, uint64_t count)
{
    tool_comparison result = {0, 0, 0};
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t a = scalar_bits(precision, x, i);
        uint64_t b = scalar_bits(precision, y, i);
        if (a != b) {
            uint64_t ulp = ulp_distance(precision, a, b);
            result.first = result.differing == 0 ? i : result.first;
            result.largest_ulp = ulp > result.largest_ulp ? ulp : result.largest_ulp;
            ++result.differing;
        }
    }
    return result;
}

uint64_t tool_count_subnormal(fftc_precision precision, const void *x, uint64_t count)
{
    uint64_t found = 0;
    uint64_t sign = (uint64_t)1 << (fftc_precision_bytes(precision) * 8 - 1);
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t magnitude = scalar_bits(precision, x, i) & (sign - 1);
        found += magnitude != 0 && magnitude >> fraction_bits(precision) == 0;
    }
    return found;
}

double tool_scale_for_squares(const double *x, uint64_t count)
{
    double most = 0.0;
    int exponent;
    for (uint64_t i = 0; i < count; ++i) {
        most = fmax(most, fabs(x[i]));
    }
    (void)frexp(most, &exponent);
    return ldexp(1.0, exponent > -1000 ? -exponent : 1000);
}

double tool_relative_error(const double *x, const double *y, uint64_t count)
{
    double scale = tool_scale_for_squares(y, 2 * count);
    double difference = 0.0;
    double norm = 0.0;
    for (uint64_t i = 0; i < 2 * count; ++i) {
        double off = x[i] * scale - y[i] * scale;
        difference += off * off;
        norm += y[i] * scale * (y[i] * scale);
    }
    if (difference == 0.0) {
        return 0.0;
    }
    return sqrt(difference / norm);
}
