/* SPDX-License-Identifier: MIT
 *
 * Spectra of consecutive windows of a signal, by fftcore's SIMD execution.
 */
#ifndef TOOL_STFT_H
#define TOOL_STFT_H

#include "signal.h"

typedef struct tool_stft {
    const tool_signal *signal;
    fftc_workgroup_fft fft; /* one window: forward, batch 0 */
    uint64_t length;        /* of the window: the points of fft */
    uint64_t offset;        /* of the first window; points beyond the end are zero */
    uint64_t hop;
    uint64_t frames;
    bool hann; /* else rectangular */
} tool_stft;

/* Receives each window's spectrum in turn, `length` complex numbers in natural order of frequency,
 * not scaled, whose magnitudes are finite. False stops. */
typedef bool (*tool_stft_take)(void *user, uint64_t frame, const double *spectrum);

/* FFTC_TOO_LARGE: a spectrum that the precision cannot hold. */
fftc_status tool_stft_run(const tool_stft *stft, tool_stft_take take, void *user,
                          fftc_error *error);

/* Weight of point i of the window, and the sum of all. */
double tool_stft_weight(const tool_stft *stft, uint64_t i);
double tool_stft_weight_sum(const tool_stft *stft);

#endif
