/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include <math.h>

const char *const tool_filter_kind_names[] = {"low pass", "high pass", "band pass", "band stop",
                                              NULL};
const char *const tool_filter_shape_names[] = {"butterworth", "gaussian", "ideal", NULL};

static double power(double base, uint32_t exponent)
{
    double result = 1.0;
    for (; exponent > 0; exponent /= 2) {
        result *= exponent % 2 == 1 ? base : 1.0;
        base *= base;
    }
    return result;
}

static double low_pass(const tool_filter *filter, double cut, double frequency_squared)
{
    double ratio = frequency_squared / (cut * cut);
    switch (filter->shape) {
    case TOOL_GAUSSIAN: return exp2(-ratio);
    case TOOL_IDEAL: return ratio <= 1.0 + 1e-12 ? 1.0 : 0.0; /* sums of squares are rounded */
    default: return 1.0 / (1.0 + power(ratio, filter->order));
    }
}

double tool_filter_gain(const tool_filter *filter, double frequency_squared)
{
    double low = low_pass(filter, filter->cut[0], frequency_squared);
    switch (filter->kind) {
    case TOOL_HIGH_PASS: return 1.0 - low;
    case TOOL_BAND_PASS: return low_pass(filter, filter->cut[1], frequency_squared) - low;
    case TOOL_BAND_STOP: return 1.0 - (low_pass(filter, filter->cut[1], frequency_squared) - low);
    default: return low;
    }
}
