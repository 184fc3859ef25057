/* SPDX-License-Identifier: MIT */
#include "fftcore/reference.h"
#include "support/smooth.h"

double fftc_transform_error_bound(fftc_precision precision, uint64_t length)
{
    if (precision == FFTC_FLOAT16) {
        /* The error of float, and one rounding to half. */
        return fftc_transform_error_bound(FFTC_FLOAT32, length) + 0x1p-11;
    }
    /* Transforms of smooth lengths are sums of logarithmic depth. */
    if (fftc_is_13_smooth(length)) {
        return fftc_error_bound(precision, length);
    }
    const uint64_t convolved = length <= UINT64_MAX / 4 ? 4 * length : UINT64_MAX;
    return 1.5 * fftc_error_bound(precision, convolved);
}
