/* SPDX-License-Identifier: MIT
 *
 * Descriptions with real numbers that plans for devices carry out.
 */
#ifndef FFTC_EDGES_REAL_TESTING_H
#define FFTC_EDGES_REAL_TESTING_H

#include "edges_testing.h"
#include "real_testing.h"

/* Whether the axes' complex transforms have prime factors up to 13 alone. */
bool edges_real_goes(const fftc_transform *t);

/* Of a kind, of at most most_points points in all. */
fftc_transform edges_real_draw(fftc_kind kind, testing_random *random, size_t most_points);

/* Carries one out by `runner`: right by the definition. Returns the scalars of
 * dst; the caller frees them. */
void *edges_real_check(const transform_runner *runner, const fftc_transform *t, const void *data);

/* Random numbers for a description's source; the caller frees them. */
void *edges_real_data(const fftc_transform *t, testing_random *random);

#endif
