/* SPDX-License-Identifier: MIT
 *
 * Large arrays of any precision: what is done to all of their numbers, on all threads.
 */
#ifndef FFTC_TESTS_HUGE_NUMBERS_H
#define FFTC_TESTS_HUGE_NUMBERS_H

#include "sparse_signal.h"

typedef struct huge_array {
    void *data;
    void *im; /* split: the imaginary parts; else NULL */
    fftc_precision precision;
    bool real;
} huge_array;

sparse_number huge_get(const huge_array *array, uint64_t index);
void huge_put(const huge_array *array, uint64_t index, sparse_number value);

/* The first `count` numbers. */
void huge_clear(const huge_array *array, uint64_t count);
double huge_energy(const huge_array *array, uint64_t count); /* sum of squares */

/* Packed transforms of a batch, nothing but their impulses; and tones, of one axis. */
void huge_put_impulses(const huge_array *array, const sparse_signal *signal, uint64_t batch);
void huge_put_tones(const huge_array *array, const sparse_signal *signal, uint64_t batch);

/* How far an array of packed transforms, `pitch` numbers each, is from the impulses times `gain`
 * (of a real array's tones, (n + 1) / 2 apart: see twice) and zeros, as a part of the impulses'
 * root of the sum of squares. All numbers are looked at; the impulses are 0 afterwards. */
typedef struct huge_expected {
    const sparse_signal *signal;
    uint64_t batch;
    uint64_t pitch;
    double gain;
    bool twice; /* the gain is twice that at index 0, and at half the signal's points */
} huge_expected;
double huge_impulse_error(const huge_array *array, const huge_expected *expected);

#endif
