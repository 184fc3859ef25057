/* SPDX-License-Identifier: MIT
 *
 * Complex transforms of any storage and any ranges, carried out on arrays where every number that
 * must not be read is no number, and everything that must not be written is watched.
 */
#ifndef FFTC_TRANSFORM_ARRAYS_H
#define FFTC_TRANSFORM_ARRAYS_H

#include "transform_testing.h"

/* The format, precision and ranges that transform_draw leaves alone. */
void transform_draw_storage(fftc_transform *t, testing_random *random);
void transform_draw_ranges(fftc_transform *t, testing_random *random);

/* Numbers for src_range, all of the batch, in order: 2 * count, representable in t's precision. */
double *transform_draw_source(const fftc_transform *t, testing_random *random);

/* Executes on fresh guarded arrays. Asserts success and that nothing but dst_range was written (in
 * place: nothing outside of both ranges), and nothing at all of an out-of-place source. Returns the
 * numbers of dst_range in order. `own_work`: by fftc_plan_execute_arrays with memory of ours. */
double *transform_run(const fftc_transform *t, int threads, size_t slack, bool own_work,
                      const double *source);

/* Runs a transform as transform_run does, with the plan option `reproducible`. */
double *transform_run_reproducibly(const fftc_transform *t, const double *source);

/* A transform that somebody else carries out: `run` gets the arrays and the bytes of each of
 * them. */
typedef struct transform_runner {
    void (*run)(void *user, const fftc_transform *t, const fftc_arrays *arrays, size_t src_bytes,
                size_t dst_bytes);
    void *user;
} transform_runner;

double *transform_run_by(const transform_runner *runner, const fftc_transform *t, size_t slack,
                         const double *source);

/* How many numbers transform_run returns, by halves: complex ones. */
size_t transform_wanted(const fftc_transform *t);

/* sqrt of the squared error in dst_range over the squared norm of the whole result, by the
 * definition. */
double transform_run_error(const fftc_transform *t, const double *source, const double *result);

/* Draws a source and asserts that the error stays below the bound. */
void transform_check_values(const fftc_transform *t, testing_random *random);

/* Asserts that neither threads nor alignment nor whose memory is worked in changes a bit. */
void transform_check_bits(const fftc_transform *t, testing_random *random);

#endif
