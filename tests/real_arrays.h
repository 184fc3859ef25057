/* SPDX-License-Identifier: MIT
 *
 * Transforms of real numbers with split spectra, in half, and of ranges, against the plain
 * ones in double: on arrays where what must not be read is no number and what must not be
 * written is watched.
 */
#ifndef FFTC_REAL_ARRAYS_H
#define FFTC_REAL_ARRAYS_H

#include "real_testing.h"

/* A valid description of a kind with any storage and ranges,
 * of at most most_points points in all. */
fftc_transform real_draw_any(fftc_kind kind, testing_random *random, size_t most_points);

/* Numbers of dst that are wanted, in order. */
typedef struct real_result {
    double *number; /* the caller frees them */
    size_t count;
    double error; /* over the norm of the whole result */
} real_result;

/* By whoever carries out transforms, on arrays that end `slack` scalars behind what is described.
 * Asserts that nothing else was written. The same random numbers draw the same source. */
real_result real_run_by(const transform_runner *runner, const fftc_transform *t, size_t slack,
                        testing_random random);

/* Runs a transform as real_run_by does, and checks that the error stays below the bound. */
real_result real_run_checked(const transform_runner *runner, const fftc_transform *t, size_t slack,
                             testing_random random);

#endif
