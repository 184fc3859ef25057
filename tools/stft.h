/* SPDX-License-Identifier: MIT
 *
 * Spectra of consecutive windows of a signal that is read once, by plans of the library or by its
 * reference kernel.
 */
#ifndef TOOL_STFT_H
#define TOOL_STFT_H

#include "source.h"
#include "times.h"
#include "window.h"

typedef struct tool_stft {
    uint64_t length; /* points of a window */
    uint64_t hop;    /* from one window to the next */
    /* Windows; what a single one has beyond the end of the signal is zero. TOOL_COUNT_UNKNOWN: as
     * many as fit, at least one. */
    uint64_t frames;
    tool_window_kind window;
    double beta; /* TOOL_WINDOW_KAISER */
    fftc_precision precision;
    int threads;
    bool reference; /* by the reference kernel: length is a power of two */
} tool_stft;

/* The spectra of some consecutive windows of one channel, not scaled. */
typedef struct tool_stft_block {
    uint32_t channel;
    uint64_t first; /* window */
    uint64_t count;
    uint64_t bins;      /* of each window: tool_stft_bins */
    bool wide;          /* double, else float */
    const void *values; /* [window][bin], complex, all finite */
    /* The magnitude of each window's largest real or imaginary part. */
    const double *largest;
} tool_stft_block;

/* Receives the blocks, each channel's in turn. False stops, after refusing. */
typedef bool (*tool_stft_take)(void *user, const tool_stft_block *block);

/* What was found, and how long it took. */
typedef struct tool_stft_result {
    uint64_t frames;  /* of each channel */
    uint64_t samples; /* how many samples the signal had, from where it was given; the last ones
                         may not be used */
    /* The strongest bin of all: a number that a person can check. */
    uint32_t peak_channel;
    uint64_t peak_frame, peak_bin;
    double peak; /* the magnitude of the strongest bin; 0: the signal is silent */
    tool_time reading, planning, transforming, taking;
} tool_stft_result;

/* Real signals: bins 0 .. N/2. Complex ones: all N. */
uint64_t tool_stft_bins(const tool_stft *stft, bool is_complex);

/* Transforms the source from its position on. FFTC_TOO_LARGE: a spectrum that the precision cannot
 * hold. FFTC_SUCCESS with *stopped if `take` returned false. */
fftc_status tool_stft_run(const tool_stft *stft, tool_source *source, tool_stft_take take,
                          void *user, tool_stft_result *result, bool *stopped, fftc_error *error);

#endif
