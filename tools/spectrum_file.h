/* SPDX-License-Identifier: MIT
 *
 * Spectra as files: .npy and .csv.
 */
#ifndef TOOL_SPECTRUM_FILE_H
#define TOOL_SPECTRUM_FILE_H

#include "stft.h"

/* Real signals: bins 0 .. N/2. Complex ones: all N. */
uint64_t tool_spectrum_bins(const tool_stft *stft);

/* Frequency of a bin in Hz, or in cycles a point if the sample rate is unknown. */
double tool_spectrum_frequency(const tool_stft *stft, uint64_t bin);

/* complex64 (complex128 for f64); one axis, or [window][bin] if there are several windows. Both
 * return TOOL_GOOD or refuse. */
int tool_spectrum_write_npy(const tool_stft *stft, const char *path);
int tool_spectrum_write_csv(const tool_stft *stft, const char *path);

#endif
