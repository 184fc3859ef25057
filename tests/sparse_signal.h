/* SPDX-License-Identifier: MIT
 *
 * Signals of a few impulses, whose transforms are sums of a few terms: any number of the result can
 * be had exactly, without another transform of the same size. The other way round, a few tones give
 * a few impulses and zeros.
 */
#ifndef FFTC_TESTS_SPARSE_SIGNAL_H
#define FFTC_TESTS_SPARSE_SIGNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "fftcore/fftcore.h"

#define SPARSE_TERMS_MAX 8

typedef struct sparse_signal {
    uint64_t seed;
    uint64_t length[FFTC_MAX_RANK]; /* as in a description: the first 0 ends the list */
    uint64_t points;                /* the product of the lengths */
    uint64_t most;                  /* impulses lie below this index of a transform */
    int terms;                      /* impulses of each transform of a batch */
    bool real;                      /* amplitudes */
} sparse_signal;

typedef struct sparse_number {
    double re;
    double im;
} sparse_number;

typedef struct sparse_term {
    uint64_t at; /* index in the packed array of one transform */
    sparse_number amplitude;
} sparse_term;

/* Makes a signal for a transform of FFTC_COMPLEX, FFTC_REAL or FFTC_REAL_TO_REAL. */
sparse_signal sparse_signal_make(const fftc_transform *transform, int terms, uint64_t seed);

/* 64 bits that look random; advances the state. */
uint64_t sparse_random(uint64_t *state);

/* Impulse number i of transform number `batch`. One of the first transform is its last number. */
sparse_term sparse_term_of(const sparse_signal *signal, uint64_t batch, int i);

/* a b / n as a fraction of a turn between -1/2 and 1/2, rounded once. */
double sparse_turn(uint64_t a, uint64_t b, uint64_t n);

/* Number `at` of the transform's unscaled spectrum; at counts in packed arrays of `length`, of
 * FFTC_REAL too. `inverse`: with the other sign of the exponent. */
sparse_number sparse_spectrum(const sparse_signal *signal, uint64_t batch, uint64_t at,
                              bool inverse);

/* Number k of the unscaled DCT II. */
double sparse_dct(const sparse_signal *signal, uint64_t batch, uint64_t k);

/* Numbers first .. first + count - 1 of the tones at the places of the impulses: of one axis.
 * A tone of a real signal is its real part. */
#define SPARSE_TONES_BLOCK 256
typedef struct sparse_tones {
    const sparse_signal *signal;
    uint64_t batch;
    double turn[SPARSE_TERMS_MAX][2 * SPARSE_TONES_BLOCK];
} sparse_tones;
void sparse_tones_start(const sparse_signal *signal, uint64_t batch, sparse_tones *tones);
void sparse_tones_block(const sparse_tones *tones, uint64_t first, uint64_t count,
                        double numbers[2 * SPARSE_TONES_BLOCK]);

#endif
