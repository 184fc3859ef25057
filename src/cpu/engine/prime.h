/* SPDX-License-Identifier: MIT
 *
 * The primes above 13 that have a pass of their own, and what that pass needs (prime_tmpl.h).
 */
#ifndef FFTC_CPU_PRIME_H
#define FFTC_CPU_PRIME_H

#include <stdint.h>

#include "cpu/engine/radices.h"

/* h = (p - 1) / 2 and g a generator of the residues modulo p. The tables of cosines and sines hold
 * 2 pi g^i / p for i = -h .. h - 1, in the precision of the engine. */
typedef struct fftc_engine_prime {
    int p;
    const uint8_t *power; /* g^i mod p, i = 0 .. p - 2 */
    const void *cosines;
    const void *sines;
} fftc_engine_prime;

#define FFTC_ENGINE_DECLARE(p, x)                               \
    extern const fftc_engine_prime fftc_engine_prime_##p##_f32; \
    extern const fftc_engine_prime fftc_engine_prime_##p##_f64;
FFTC_PRIMES(FFTC_ENGINE_DECLARE, )
#undef FFTC_ENGINE_DECLARE

#endif
