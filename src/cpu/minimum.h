/* SPDX-License-Identifier: MIT
 *
 * The smaller and the larger of two sizes.
 */
#ifndef FFTC_CPU_MINIMUM_H
#define FFTC_CPU_MINIMUM_H

#include <stddef.h>

static inline size_t fftc_minimum(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t fftc_maximum(size_t a, size_t b)
{
    return a > b ? a : b;
}

#endif
