/* SPDX-License-Identifier: MIT
 *
 * Sums of products as they are written down, for kernels of few taps. One set of functions for each
 * instruction set; the exact ones give the same bits everywhere.
 */
#ifndef FFTC_CPU_CONVOLUTION_DIRECT_SUMS_H
#define FFTC_CPU_CONVOLUTION_DIRECT_SUMS_H

#include <stdbool.h>
#include <stddef.h>

/* y[i] = sum over lines l and taps t of h[l * taps + t] x[l][i + t], 0 <= i < count. Numbers follow
 * each other in memory, aligned as their scalars are; y is apart from all of x. If there are fewer
 * sums than fill a vector, x can be read and y written as if they did. */
typedef struct fftc_direct_sums {
    size_t lines;
    size_t taps;
    size_t count;
    const void *h;
    const void *const *x; /* of each line; NULL: zeros */
    void *y;
} fftc_direct_sums;

typedef void (*fftc_direct_run)(const fftc_direct_sums *sums);

typedef struct fftc_direct_set {
    fftc_direct_run real[2]; /* by fftc_precision: float, double */
    fftc_direct_run complex[2];
    size_t vector; /* bytes */
} fftc_direct_set;

/* For an instruction set, by its name. */
const fftc_direct_set *fftc_direct_set_for(const char *isa, bool exact);

#endif
