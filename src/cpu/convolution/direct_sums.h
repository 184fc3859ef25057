/* SPDX-License-Identifier: MIT
 *
 * Sums of products as they are written down, for kernels of few taps. There is one set of functions
 * for each instruction set and precision; the exact ones give the same bits everywhere.
 */
#ifndef FFTC_CPU_CONVOLUTION_DIRECT_SUMS_H
#define FFTC_CPU_CONVOLUTION_DIRECT_SUMS_H

#include <stdbool.h>
#include <stddef.h>

#include "fftcore/fftcore.h"

/* The most rows of sums in a block: they need the same lines of the signal. */
#define FFTC_DIRECT_ROWS 2

/* The kernel has `groups` times `above` lines of `taps` taps, one after the other in h. Row r of
 * the sums is
 *
 *     y[r][i] = sum over groups g, lines l and taps t of
 *                   h[(g * above + l) * taps + t] x[g * (above + rows - 1) + l + r][i + t]
 *
 * for 0 <= i < count, with the same bits however many rows there are. Numbers follow each other in
 * memory, aligned as their scalars are; y is apart from all of x. If a row has fewer sums than fill
 * a vector, x can be read and y written as if it had as many. */
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

/* Sums of short signals. The taps are stored at every shift: a window begins with one tap, followed
 * by those behind it.
 *
 *     y[i] = sum over 0 <= s < numbers of (window numbers - 1 - s + i)[0] x[s]
 *
 * for 0 <= i < count, of each signal. Steps are in bytes. y is apart from all of x. */
#define FFTC_WINDOW_BYTES 64

typedef struct fftc_direct_windows {
    size_t numbers;
    size_t count;
    size_t signals;
    const void *windows; /* numbers + count - 1 */
    const void *x;
    size_t x_step;
    void *y;
    size_t y_step;
} fftc_direct_windows;

typedef void (*fftc_windows_run)(const fftc_direct_windows *sums);

/* Multiplies complex numbers z by numbers h: z[i] (h[i], h[i]) + (z[i + 1], z[i]) h[scalars + i],
 * whose signs alternate. `scalars` is a multiple of a vector's. */
typedef void (*fftc_products_run)(void *z, const void *h, size_t scalars);

typedef struct fftc_direct_set {
    fftc_direct_run real;
    fftc_direct_run complex;
    fftc_windows_run real_windows;
    fftc_windows_run complex_windows;
    fftc_products_run products;
    size_t vector; /* bytes */
} fftc_direct_set;

/* The set of an instruction set, by its name. */
const fftc_direct_set *fftc_direct_set_for(const char *isa, fftc_precision precision, bool exact);

#endif
