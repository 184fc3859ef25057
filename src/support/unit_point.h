/* SPDX-License-Identifier: MIT
 *
 * Points of the unit circle to twice the precision of long double: what rounds correctly to any of
 * the library's precisions. No function of the C library decides a bit of them.
 */
#ifndef FFTC_SUPPORT_UNIT_POINT_H
#define FFTC_SUPPORT_UNIT_POINT_H

#include <stdint.h>

/* The unevaluated sum hi + lo, |lo| at most half a unit in the last place of hi. */
typedef struct fftc_pair_ld {
    long double hi;
    long double lo;
} fftc_pair_ld;

/* Cosine and sine of pi * numerator / denominator, 0 <= numerator <= denominator / 4, which long
 * doubles hold exactly. Relative error below 2^-100. */
void fftc_unit_point(uint64_t numerator, uint64_t denominator, fftc_pair_ld *cosine,
                     fftc_pair_ld *sine);

/* Cosine and sine of the sum of two angles, each of which and whose sum is as fftc_unit_point's.
 * Adds a relative error below 2^-115. */
void fftc_unit_point_further(const fftc_pair_ld x[2], const fftc_pair_ld y[2], fftc_pair_ld sum[2]);

/* The double nearest to the sum. */
double fftc_pair_ld_round(fftc_pair_ld x);

#endif
