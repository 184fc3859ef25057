/* SPDX-License-Identifier: MIT
 *
 * Sums of products as they are written down, for kernels of few taps. One set of functions for each
 * instruction set; the exact ones give the same bits everywhere.
 */
#ifndef FFTC_CPU_CONVOLUTION_DIRECT_SUMS_H
#define FFTC_CPU_CONVOLUTION_DIRECT_SUMS_H

#include <stdbool.h>
#include <stddef.h>

/* Rows of sums that may be done together: they meet the same lines of the signal. */
#define FFTC_DIRECT_ROWS 2

/* The kernel has `groups` times `above` lines of `taps` taps, one after the other in h. Row r of
 * the sums is
 *
 *     y[r][i] = sum over groups g, lines l and taps t of
 *                   h[(g * above + l) * taps + t] x[g * (above + rows - 1) + l + r][i + t]
 *
 * for 0 <= i < count, with the same bits however many rows there are. Numbers follow each other in
 * memory, aligned as their scalars are; y is apart from all of x. If there are fewer sums in a row
 * than fill a vector, x can be read and y written as if they did. */
typedef struct fftc_direct_sums {
    size_t groups;
    size_t above;
    size_t taps;
    size_t rows; /* 1, or FFTC_DIRECT_ROWS */
    size_t count;
    const void *h;
    const void *const *x; /* lines; NULL: zeros */
    void *y[FFTC_DIRECT_ROWS];
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
