/* SPDX-License-Identifier: MIT
 *
 * Spectra of chirps, for the tables of convolutions.
 */
#ifndef FFTC_DEVICE_CHIRP_SPECTRUM_H
#define FFTC_DEVICE_CHIRP_SPECTRUM_H

#include "device/chirp_plan.h"

/* The transform of exp(pi i j^2 / n), -n < j < n = key->chirp, with the period m of key->axes, over
 * m: frequency k_1 + N_1 (k_2 + N_2 (...)) at element (k_1, k_2, ...) of the array of axes N_1,
 * N_2, ... The bits are the same on every machine with the same long double. A long transform
 * becomes a job. False if there was no memory. */
bool fftc_chirp_spectrum_begin(const fftc_convolution_key *key, fftc_precision precision,
                               void *table, fftc_table_jobs *jobs);

/* m. */
uint64_t fftc_chirp_period(const fftc_convolution_key *key);

/* The frequency at element `rest` of the axes behind the first, over N_1. */
uint64_t fftc_chirp_frequency(const fftc_convolution_key *key, uint64_t rest);

#endif
