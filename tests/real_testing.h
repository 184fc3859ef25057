/* SPDX-License-Identifier: MIT
 *
 * What the tests of FFTC_REAL and FFTC_REAL_TO_REAL share: as transform_testing.h, for two sides of
 * different shape.
 */
#ifndef FFTC_REAL_TESTING_H
#define FFTC_REAL_TESTING_H

#include "transform_arrays.h"

/* One side of a description: axes and batch, last; strides in items of `scalars` numbers. */
typedef struct real_side {
    int rank;
    size_t scalars;
    size_t length[FFTC_MAX_RANK + 1];
    size_t stride[FFTC_MAX_RANK + 1];
    size_t items; /* of the whole batch */
    size_t span;  /* items from the first to behind the last */
} real_side;

real_side real_side_of(const fftc_transform *t, bool dst);

/* Offset of item `index`, batch slowest, last axis fastest. */
size_t real_offset(const real_side *side, size_t index);

/* The description in one line, in static storage. */
const char *real_describe(const fftc_transform *t);

/* A valid description of a kind, of at most most_points points in all. */
fftc_transform real_draw(fftc_kind kind, testing_random *random, size_t most_points);

/* Computes all scalars of dst in order, from the definition. The caller frees them. */
long double *real_expect(const fftc_transform *t, const void *src);

/* Executes as transform_execute does: scalars of dst in order; the caller frees them. */
void *real_execute(const fftc_transform *t, int threads, size_t slack, const void *data);

/* Executes as real_execute does, but by a runner, from arrays that end with the numbers. */
void *real_execute_by(const transform_runner *runner, const fftc_transform *t, size_t slack,
                      const void *data);

/* `count` random scalars. */
void real_fill(fftc_precision precision, void *data, size_t count, testing_random *random);

/* Relative L2 distance of the scalars of dst. */
double real_error(const fftc_transform *t, const void *scalars, const long double *expected);

/* The promised error: that of the axes, of the logical length for FFTC_REAL_TO_REAL, added. */
double real_bound(const fftc_transform *t);

/* Which sum a kind and direction is. */
fftc_trigonometric real_kind_of(const fftc_transform *t, int axis);

/* --- real_checks.c ---------------------------------------------------------------------------- */

/* Scalars of dst against the definition. */
void real_check(const fftc_transform *t, const void *scalars, const long double *expected);

/* One transform with every instruction set. */
void real_check_row(const fftc_transform *t, const void *data);

/* Random descriptions of a kind; the second with several threads that share even little work. */
void real_check_descriptions(fftc_kind kind, testing_random *random);
void real_check_threads(fftc_kind kind, testing_random *random);

/* Checks that the inverse transform gives back what the forward one took. */
void real_check_close(const fftc_transform *t, const void *data, const void *back, size_t count);

#endif
