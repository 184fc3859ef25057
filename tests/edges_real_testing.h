/* SPDX-License-Identifier: MIT
 *
 * Descriptions with real numbers that plans for devices carry out.
 */
#ifndef FFTC_EDGES_REAL_TESTING_H
#define FFTC_EDGES_REAL_TESTING_H

#include "edges_testing.h"
#include "real_testing.h"

/* Carries one out by `runner`: right by the definition. Returns the scalars of
 * dst; the caller frees them. */
void *edges_real_check(const transform_runner *runner, const fftc_transform *t, const void *data);

/* Random numbers for a description's source; the caller frees them. */
void *edges_real_data(const fftc_transform *t, testing_random *random);

#endif
