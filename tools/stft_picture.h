/* SPDX-License-Identifier: MIT */
#ifndef TOOL_STFT_PICTURE_H
#define TOOL_STFT_PICTURE_H

#include "spectrogram.h"
#include "stft.h"

#define SPECTROGRAM_LENGTH_LIMIT ((uint64_t)1 << 16)

/* Level in dB of a full-scale tone; `range` dB are shown below the strongest, whose magnitude is
 * given. Returns TOOL_GOOD or refuses. */
int tool_stft_draw(const tool_stft *stft, double strongest, double range, const char *path);

#endif
