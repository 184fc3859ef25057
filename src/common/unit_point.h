/* SPDX-License-Identifier: MIT
 *
 * Points of the unit circle to twice the precision of long double: what rounds correctly to any of
 * the library's precisions.
 */
#ifndef FFTC_COMMON_UNIT_POINT_H
#define FFTC_COMMON_UNIT_POINT_H

#include <stdint.h>

/* The unevaluated sum hi + lo, |lo| at most half a unit in the last place of hi. */
typedef struct fftc_pair_ld {
    long double hi;
    long double lo;
} fftc_pair_ld;

/* Cosine and sine of pi * numerator / denominator, 0 <= numerator <= denominator / 4 < 2^62, the
 * denominator a power of two. Relative error below 2^-100. */
void fftc_unit_point(uint64_t numerator, uint64_t denominator, fftc_pair_ld *cosine,
                     fftc_pair_ld *sine);

/* The double nearest to the sum. */
double fftc_pair_ld_round(fftc_pair_ld x);

#endif
