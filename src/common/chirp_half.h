/* SPDX-License-Identifier: MIT */
#ifndef FFTC_COMMON_CHIRP_HALF_H
#define FFTC_COMMON_CHIRP_HALF_H

#include "common/chirp_plan.h"

/* Whether the next function is for this convolution: a long period that is even behind
 * its first axis. */
bool fftc_chirp_half_serves(const fftc_convolution_key *key);

/* The table of fftc_chirp_spectrum of float, on several threads: the same bits whatever their
 * number. False if there was no memory. */
bool fftc_chirp_half(const fftc_convolution_key *key, void *table);

#endif
