/* SPDX-License-Identifier: MIT */
#ifndef TOOL_SPECTROGRAM_H
#define TOOL_SPECTROGRAM_H

#include "stft.h"

#define SPECTROGRAM_COLUMNS 1080
#define SPECTROGRAM_ROWS 512
#define SPECTROGRAM_LENGTH_LIMIT ((uint64_t)1 << 16)

/* Time to the right, frequency upwards, level as colour, in dB of a full-scale tone; `range` dB are
 * shown below the strongest, whose magnitude is given. Returns TOOL_GOOD or refuses. */
int tool_spectrogram_write(const tool_stft *stft, double strongest, double range, const char *path);

#endif
