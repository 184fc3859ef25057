/* SPDX-License-Identifier: MIT */
#ifndef FFTC_DEVICE_CHIRP_FRESNEL_H
#define FFTC_DEVICE_CHIRP_FRESNEL_H

#include "device/chirp_plan.h"

/* Whether the next function is for this convolution: a chirp that is long enough. */
bool fftc_chirp_fresnel_serves(const fftc_convolution_key *key, fftc_precision precision);

/* Makes the table of fftc_chirp_spectrum_begin, as a job. It has the same bits on every machine
 * with doubles of IEEE 754. `key` must be there until the job has run. False if there was no
 * memory. */
bool fftc_chirp_fresnel_begin(const fftc_convolution_key *key, fftc_precision precision,
                              void *table, fftc_table_jobs *jobs);

#endif
