/* SPDX-License-Identifier: MIT */
#include "window.h"

#include <math.h>

#define PI 3.14159265358979323846

const char *const tool_window_names[] = {"none",   "hann",    "hamming",     "blackman",
                                         "kaiser", "flattop", "rectangular", NULL};

tool_window_kind tool_window_of_name(int index)
{
    return index <= TOOL_WINDOW_FLATTOP ? (tool_window_kind)index : TOOL_WINDOW_NONE;
}

/* Sums of cosines: a[0] - a[1] cos(x) + a[2] cos(2 x) - ... Hamming and Blackman: with the
 * coefficients of Blackman and Tukey (1958). Flat top: D'Antona and Ferrero (2006), as in SciPy
 * and MATLAB. */
static const double cosines[][5] = {
    [TOOL_WINDOW_NONE] = {1.0},
    [TOOL_WINDOW_HANN] = {0.5, 0.5},
    [TOOL_WINDOW_HAMMING] = {0.54, 0.46},
    [TOOL_WINDOW_BLACKMAN] = {0.42, 0.5, 0.08},
    [TOOL_WINDOW_KAISER] = {0.0},
    [TOOL_WINDOW_FLATTOP] = {0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368},
};

/* The modified Bessel function of the first kind, order 0, by its power series, whose terms are all
 * positive: sum of (x^2 / 4)^k / (k!)^2. */
static double bessel_i0(double x)
{
    double term = 1.0;
    double sum = 1.0;
    for (int k = 1; term > sum * 1e-17; ++k) {
        term *= x / (2.0 * k) * (x / (2.0 * k));
        sum += term;
    }
    return sum;
}

double tool_window_weight(tool_window_kind kind, double beta, uint64_t length, uint64_t i)
{
    if (length == 1) {
        return 1.0; /* as in SciPy; by the formulas it would be 0, and a sound be silence */
    }
    double part = (double)i / (double)length;
    if (kind == TOOL_WINDOW_KAISER) {
        double from_middle = 2.0 * part - 1.0;
        return bessel_i0(beta * sqrt(1.0 - from_middle * from_middle)) / bessel_i0(beta);
    }
    double sum = 0.0;
    for (int k = 4; k >= 0; --k) {
        double term = cosines[kind][k] * cos(2.0 * PI * k * part);
        sum += k % 2 == 0 ? term : -term;
    }
    return sum;
}

double tool_window_sum(tool_window_kind kind, double beta, uint64_t length)
{
    double sum = 0.0;
    if (kind == TOOL_WINDOW_NONE) {
        return (double)length;
    }
    for (uint64_t i = 0; i < length; ++i) {
        sum += tool_window_weight(kind, beta, length, i);
    }
    return sum;
}
