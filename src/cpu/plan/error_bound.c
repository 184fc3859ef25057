/* SPDX-License-Identifier: MIT */
#include <stdbool.h>

#include "fftcore/reference.h"

/* Is n a product of primes up to 13, whose transforms are sums of logarithmic depth? */
static bool has_small_factors(uint64_t n)
{
    static const uint64_t primes[] = {2, 3, 5, 7, 11, 13};
    for (size_t i = 0; i < sizeof primes / sizeof *primes && n > 0; ++i) {
        while (n % primes[i] == 0) {
            n /= primes[i];
        }
    }
    return n == 1;
}

double fftc_transform_error_bound(fftc_precision precision, uint64_t length)
{
    if (precision == FFTC_FLOAT16) {
        /* Float, and one rounding to half. */
        return fftc_transform_error_bound(FFTC_FLOAT32, length) + 0x1p-11;
    }
    return has_small_factors(length) ? fftc_error_bound(precision, length)
                                     : 1.5 * fftc_error_bound(precision, 4 * length);
}
