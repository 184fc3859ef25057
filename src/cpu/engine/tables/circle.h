/* SPDX-License-Identifier: MIT
 *
 * Points of the unit circle for the engine's tables.
 */
#ifndef FFTC_CPU_CIRCLE_H
#define FFTC_CPU_CIRCLE_H

#include <stddef.h>
#include <stdint.h>

#include "fftcore/fftcore.h"

/* For tables that must be made in microseconds; support/unit_point.h is for those that must be
 * correctly rounded.
 *
 * (cos, -sin) of 2 pi k / n, to within 0.52 * 2^-53, the same on every machine: integers bring the
 * angle into [0, pi/4] first, so that the quadrants are exact and symmetric. k < n <= 2^46. */
void fftc_circle(uint64_t k, uint64_t n, double point[2]);

/* The points of k, k + step, k + 2 step, ..., each mod n: `count` of them, with the bits of
 * fftc_circle. Where neighbours lie in one eighth of the circle they take a third of the time. k
 * and step are below n. */
void fftc_circle_run(uint64_t k, uint64_t step, uint64_t n, size_t count, double *points);

/* The points of fftc_circle_run, with cosines and negated sines in two arrays. */
void fftc_circle_split(uint64_t k, uint64_t step, uint64_t n, size_t count, double *cosine,
                       double *sine);

/* How many neighbours are computed at once: callers of many points should ask for so many at a
 * time. */
#define FFTC_CIRCLE_ROW 64

/* A real number of a table of the given precision, at its index among those. */
static inline double fftc_table_get(fftc_precision precision, const void *table, size_t index)
{
    return precision == FFTC_FLOAT64 ? ((const double *)table)[index]
                                     : (double)((const float *)table)[index];
}

static inline void fftc_table_set(fftc_precision precision, void *table, size_t index, double x)
{
    if (precision == FFTC_FLOAT64) {
        ((double *)table)[index] = x;
    } else {
        ((float *)table)[index] = (float)x;
    }
}

/* Stores a complex number, at its index among those. */
static inline void fftc_table_put(fftc_precision precision, void *table, size_t index, double re,
                                  double im)
{
    fftc_table_set(precision, table, 2 * index, re);
    fftc_table_set(precision, table, 2 * index + 1, im);
}

/* Stores one into a table of vectors: `lanes` real parts, then as many imaginary ones. */
static inline void fftc_table_put_lane(fftc_precision precision, void *table, size_t lanes,
                                       size_t lane, double re, double im)
{
    fftc_table_set(precision, table, lane, re);
    fftc_table_set(precision, table, lanes + lane, im);
}

#endif
