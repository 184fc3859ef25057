/* SPDX-License-Identifier: MIT
 *
 * A finite-difference scheme out of its description: lengths and weights as kernels want them, x
 * first.
 */
#ifndef FFTC_DESCRIBE_DIFFERENCE_H
#define FFTC_DESCRIBE_DIFFERENCE_H

#include "fftcore/finite_difference.h"

#define FFTC_DIFFERENCE_MOST_REACH 4

typedef struct fftc_difference_scheme {
    int axes;
    int reach;
    /* Of x, y and z; length 1 and weights 0 where there is no axis: y, if there are two. */
    uint32_t length[3];
    uint32_t boundary[3];
    double weight[3][FFTC_DIFFERENCE_MOST_REACH + 1]; /* number 0 of x is that of all axes */
    double gain;
    double loss;
    uint64_t points;
} fftc_difference_scheme;

/* Checks the description and fills *scheme; with `limit` not NULL the time step is not looked at:
 * weights are those of a time step of 1, and *limit receives the largest one. */
FFTC_API fftc_status fftc_difference_read(const fftc_difference *difference,
                                          fftc_difference_scheme *scheme, double *limit,
                                          fftc_error *error);

/* Whether the arrays of an execution are there, aligned and apart. */
FFTC_API fftc_status fftc_difference_check_arrays(const fftc_difference_scheme *scheme,
                                                  size_t bytes_of_number, void *const arrays[2],
                                                  const void *medium, fftc_error *error);

#endif
