/* SPDX-License-Identifier: MIT
 *
 * Spectra as files, .npy and .csv, from spectra that go by.
 */
#ifndef TOOL_SPECTRUM_FILE_H
#define TOOL_SPECTRUM_FILE_H

#include "stft.h"

typedef struct tool_spectrum_file {
    const char *path;
    FILE *file;
    bool csv, wide;
    const tool_stft *stft;
    uint32_t channels;
    uint64_t bins;
    double sample_rate; /* 0: not known */
    long long elements; /* of .npy: where they begin */
    uint64_t expected;  /* .npy: windows of a channel, or TOOL_COUNT_UNKNOWN */
    tool_time writing;
} tool_spectrum_file;

/* Frequency of a bin in Hz, or in cycles a point if the sample rate is 0. */
double tool_spectrum_frequency(uint64_t length, double sample_rate, uint64_t bin);

/* .npy is complex64, or complex128 for f64: [channel][window][bin], without the axes of one channel
 * and of one window. .csv has columns for both. False after refusing. */
bool tool_spectrum_file_open(tool_spectrum_file *to, const char *path, bool csv,
                             const tool_stft *stft, const tool_source_info *info);
bool tool_spectrum_file_take(tool_spectrum_file *to, const tool_stft_block *block);
/* Finishes the file after the last one of `frames` windows of each channel. False after
 * refusing. */
bool tool_spectrum_file_finish(tool_spectrum_file *to, uint64_t frames);
/* Ends writing without a result: what was at `path` before stays. */
void tool_spectrum_file_abandon(tool_spectrum_file *to);

#endif
