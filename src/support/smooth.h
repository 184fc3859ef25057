/* SPDX-License-Identifier: MIT
 *
 * Products of the primes up to 13, and common factors.
 */
#ifndef FFTC_SUPPORT_SMOOTH_H
#define FFTC_SUPPORT_SMOOTH_H

#include <stdbool.h>
#include <stdint.h>

/* What remains of n without its prime factors up to 13; 0 of 0. */
static inline uint64_t fftc_rough_part(uint64_t n)
{
    static const unsigned char primes[] = {2, 3, 5, 7, 11, 13};
    for (unsigned i = 0; i < sizeof primes && n > 1; ++i) {
        while (n % primes[i] == 0) {
            n /= primes[i];
        }
    }
    return n;
}

/* Is n a product of primes up to 13? */
static inline bool fftc_is_13_smooth(uint64_t n)
{
    return fftc_rough_part(n) == 1;
}

/* Whether a and b have no common factor; false of 0 and 0. */
static inline bool fftc_are_coprime(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

#endif
