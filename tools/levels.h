/* SPDX-License-Identifier: MIT
 *
 * The levels of a spectrogram, from spectra that go by.
 */
#ifndef TOOL_LEVELS_H
#define TOOL_LEVELS_H

#include "stft.h"

/* One channel. Windows that share a column show the loudest of each bin. */
typedef struct tool_levels {
    bool is_complex, wide;
    uint64_t bins, most_columns;
    uint64_t frames;     /* TOOL_COUNT_UNKNOWN: the longer it takes, the more share a column */
    uint64_t per_column; /* how many windows share a column, if `frames` is known */
    double offset;       /* dB of a magnitude of 1 */
    float *level;        /* [column][bin] from the lowest frequency up, dB; -INFINITY for 0 */
    uint64_t columns;    /* how many columns are done */
    /* The column under way: its largest powers, float or double, over 4^scale, and the largest
     * real or imaginary part, which decides the scale. */
    void *power;
    int scale;
    double largest;
    bool begun;
} tool_levels;

/* `full` is the magnitude that 0 dB stands for; most_columns is even. False if there is no memory,
 * which tool_levels_free deals with too. */
bool tool_levels_make(tool_levels *levels, const tool_stft *stft, bool is_complex, double full,
                      uint64_t most_columns);
void tool_levels_free(tool_levels *levels);

void tool_levels_take(tool_levels *levels, const tool_stft_block *block);
/* To be called after the last block. */
void tool_levels_finish(tool_levels *levels);

#endif
