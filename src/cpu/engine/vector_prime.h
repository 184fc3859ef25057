/* SPDX-License-Identifier: MIT
 *
 * Transforms of p points side by side in the lanes, p a prime above the engine's radices,
 * by Rader's method (rader.h): columns of that length, or the last pass of a vector FFT. The
 * convolution's own two vector FFTs may end in such a prime again, if p - 1 has one.
 */
#ifndef FFTC_CPU_VECTOR_PRIME_H
#define FFTC_CPU_VECTOR_PRIME_H

#include "cpu/engine/lines/rader.h"
#include "cpu/engine/vector_plan.h"

/* The largest such prime. Beyond it the arrays of 16 lanes leave the second-level cache. It is
 * below 83^2, so that what is left of a number without its prime factors up to 79 is a prime. */
#define FFTC_VECTOR_PRIME_MOST 4096

struct fftc_vector_prime {
    size_t p;
    fftc_rader rader;       /* the spectrum as p - 1 scalars */
    fftc_vector_plan inner; /* p - 1 points, columns */
    double scale;
};

/* What is left of m without its factors that are radices. */
size_t fftc_vector_rest(size_t m);

/* Whether p is a prime above the radices, up to FFTC_VECTOR_PRIME_MOST. */
bool fftc_vector_prime_suits(size_t p);

/* Nanoseconds of one transform of p points, at the end of a vector FFT. */
double fftc_vector_prime_cost(const fftc_engine *engine, size_t p);

/* *Prepares the pass. *vectors receives how many vectors of scratch memory it needs. */
fftc_status fftc_vector_prime_prepare(const fftc_engine *engine, size_t p, double scale,
                                      fftc_arena *arena, const fftc_vector_prime **prime,
                                      size_t *vectors, fftc_error *error);

/* Transforms columns of p points from rows to rows, which may be the same. src.swap == dst.swap. Of
 * the scratch memory, p vectors more are needed than for store. */
void fftc_vector_prime_columns(const fftc_engine *engine, const fftc_vector_prime *prime,
                               void *vectors, void *scratch, fftc_engine_edge src,
                               fftc_engine_edge dst);

/* Does the last pass, of p vectors, which are lost, to rows. */
void fftc_vector_prime_store(const fftc_engine *engine, const fftc_vector_prime *prime,
                             void *vectors, void *scratch, fftc_engine_edge dst);

#endif
