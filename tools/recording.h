/* SPDX-License-Identifier: MIT
 *
 * A whole signal in memory: one channel of a recording, or seeded random numbers.
 */
#ifndef TOOL_RECORDING_H
#define TOOL_RECORDING_H

#include "source.h"

#define TOOL_SAMPLES_LIMIT ((uint64_t)1 << 26)

typedef struct tool_signal {
    double *samples; /* 2 * count: real and imaginary part of each; released by tool_signal_free */
    uint64_t count;
    bool is_complex;    /* false: all imaginary parts are zero */
    double sample_rate; /* per second; 0 if the file does not say */
    char format[96];    /* for people: "WAV, 16 bit PCM, 2 channels" */
    char taken[96];     /* of source.h: "channel 1 of 2" */
} tool_signal;

/* All samples of one channel, or of the mean, which are finite and at least one: of a file (or
 * "-"), or of its bytes. `choice` may be NULL. */
fftc_status tool_signal_read(const char *path, const tool_source_choice *choice,
                             tool_signal *signal, fftc_error *error);
fftc_status tool_signal_parse(const unsigned char *bytes, size_t count,
                              const tool_source_choice *choice, tool_signal *signal,
                              fftc_error *error);

/* SplitMix64: every seed, zero too, gives an unrelated sequence. */
uint64_t tool_random_next(uint64_t *state);

/* Makes count complex samples, whose parts are uniform in (-1, 1) and clear of zero. A seed gives
 * the same samples everywhere. */
fftc_status tool_signal_random(uint64_t seed, uint64_t count, tool_signal *signal,
                               fftc_error *error);

/* Room for `count` zero samples. */
fftc_status tool_signal_allocate(uint64_t count, tool_signal *signal, fftc_error *error);
void tool_signal_free(tool_signal *signal);

#endif
