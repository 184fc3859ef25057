/* SPDX-License-Identifier: MIT
 *
 * A signal to be transformed: read from a recording, or seeded random. The readers take memory, so
 * that a fuzzer can call them.
 */
#ifndef TOOL_SIGNAL_H
#define TOOL_SIGNAL_H

#include "tool.h"

#define TOOL_SAMPLES_LIMIT ((uint64_t)1 << 26)
#define TOOL_FILE_BYTES_LIMIT ((uint64_t)1 << 30)

typedef struct tool_signal {
    double *samples; /* 2 * count: real and imaginary part of each; released by tool_signal_free */
    uint64_t count;
    bool is_complex;    /* false: all imaginary parts are zero */
    double sample_rate; /* per second; 0 if the file does not say */
    char format[64];    /* for people: "WAV, 16 bit, 1 channel" */
} tool_signal;

/* Sound: any format libsndfile knows, its first channel, full scale being 1. */
fftc_status tool_read_sound(const unsigned char *bytes, size_t count, tool_signal *signal,
                            fftc_error *error);

/* NumPy: f2, f4, f8, c8, c16 or i2 of either byte order; one axis, or the first row of two. */
fftc_status tool_read_npy(const unsigned char *bytes, size_t count, tool_signal *signal,
                          fftc_error *error);

/* PNG: grey values 0 .. 1 of the pixels, row after row. */
fftc_status tool_read_png(const unsigned char *bytes, size_t count, tool_signal *signal,
                          fftc_error *error);

/* Whichever of the three the content is. On success the signal has at least one sample and all are
 * finite. */
fftc_status tool_signal_parse(const unsigned char *bytes, size_t count, tool_signal *signal,
                              fftc_error *error);
fftc_status tool_signal_read(const char *path, tool_signal *signal, fftc_error *error);

/* count complex samples, parts uniform in (-1, 1) and clear of zero; the same for the same seed
 * everywhere. */
fftc_status tool_signal_random(uint64_t seed, uint64_t count, tool_signal *signal,
                               fftc_error *error);

/* Room for `count` zero samples. */
fftc_status tool_signal_allocate(uint64_t count, tool_signal *signal, fftc_error *error);
void tool_signal_free(tool_signal *signal);

#endif
