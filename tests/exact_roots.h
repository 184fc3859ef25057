/* SPDX-License-Identifier: MIT
 *
 * Cosines and sines by arithmetic that is wider than any of the library's, and of no library.
 */
#ifndef FFTC_TESTS_EXACT_ROOTS_H
#define FFTC_TESTS_EXACT_ROOTS_H

#include <math.h>

#include "testing.h"

/* 113 bits: quadruple precision, by its name on this machine. */
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 quad;
#else
typedef long double quad;
#endif

/* pi as a sum of doubles. */
static inline quad exact_pi(void)
{
    return (quad)0x1.921fb54442d18p+1 + (quad)0x1.1a62633145c07p-53 + (quad)-0x1.f1976b7ed8fbcp-109;
}

/* Taylor, x <= pi/4. */
static inline void exact_series(quad x, quad *sine, quad *cosine)
{
    quad s = x;
    quad c = 1;
    *sine = s;
    *cosine = c;
    for (int n = 1; n < 30; ++n) {
        c = -c * x * x / (quad)((2 * n - 1) * (2 * n));
        s = -s * x * x / (quad)(2 * n * (2 * n + 1));
        *cosine += c;
        *sine += s;
    }
}

/* Is `actual` the number of that precision nearest to `exact`? The quadruple number is rounded by
 * trying the two neighbours, so that it is not rounded twice. */
static inline bool exact_nearest(fftc_precision precision, double actual, quad exact)
{
    quad size = actual < 0 ? -(quad)actual : (quad)actual;
    quad error = actual < 0 ? -exact - size : exact - size; /* above 0: away from 0 */
    int exponent;
    bool power = frexp(fabs(actual), &exponent) == 0.5;
    if (precision == FFTC_FLOAT16 && exponent < -13) {
        exponent = -13; /* subnormal */
        power = false;
    }
    quad half = (quad)ldexp(testing_unit(precision), exponent - 1); /* of a unit */
    if (actual == 0.0) {
        return error == 0;
    }
    return error >= 0 ? error <= half : -error <= (power ? half / 2 : half);
}

#endif
