/* SPDX-License-Identifier: MIT
 *
 * Rader's method (1968) for primes p. Take the inputs x_j in the order j = g^b and the outputs in
 * the order k = g^-a, for a generator g of the residues modulo p. Then all outputs except number 0,
 * and all of each but x_0, are a cyclic convolution of p - 1 points. x_0 is added where that takes
 * one addition: to the first number of the spectrum. The inverse transform is the same with outputs
 * 1 .. p - 1 in reverse.
 */
#ifndef FFTC_CPU_RADER_H
#define FFTC_CPU_RADER_H

#include "cpu/engine/arena.h"
#include "cpu/engine/engine.h"
#include "support/error.h"

/* The tables of a prime p for which there is a generator (fftc_rader_generator). */
typedef struct fftc_rader {
    const uint32_t *order; /* g^b mod p, b = 0 .. p - 2 */
    const void *spectrum;  /* of exp(-2 pi i g^-b / p), scaled by scale / (p - 1), in the engine's
                            * precision, for transforms of that excess (codelet_gain.h) */
} fftc_rader;

fftc_status fftc_rader_tables(const fftc_engine *engine, size_t p, double scale, double excess,
                              fftc_arena *arena, fftc_rader *tables, fftc_error *error);

/* The least one; 0 if n is not prime. 2 < n < 2^32; takes time in proportion to the largest prime
 * factor of n - 1. */
uint64_t fftc_rader_generator(uint64_t n);

#endif
