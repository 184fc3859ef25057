/* SPDX-License-Identifier: MIT
 *
 * Samples to a sound file or a .npy, piece by piece.
 */
#ifndef TOOL_SINK_H
#define TOOL_SINK_H

#include "tool.h"

/* What is written. */
typedef struct tool_sink_signal {
    uint32_t channels;
    bool is_complex;
    bool wide;          /* samples come as double, else as float */
    double sample_rate; /* 0: none, and only .npy can be written */
    int sound_format;   /* libsndfile's of where it comes from: its coding is kept where the output
                           can have it; 0: no sound */
} tool_sink_signal;

#define TOOL_SINK_FORMAT_BYTES 96

typedef struct tool_sink tool_sink;

/* Creates the file that the ending of `path` names: .npy, or a sound that libsndfile writes. NULL
 * after refusing. */
tool_sink *tool_sink_create(const char *path, const tool_sink_signal *signal);

/* `count` samples of each channel, sample after sample; a complex number is two. False after
 * refusing. */
bool tool_sink_write(tool_sink *sink, const void *samples, uint64_t count);

/* The format for people, "WAV (Microsoft), Signed 16 bit PCM", valid until the sink is closed. */
const char *tool_sink_format(const tool_sink *sink);
/* Numbers beyond full scale, which a coding of whole numbers cannot hold. */
uint64_t tool_sink_clipped(const tool_sink *sink);

/* Everything has been written; false after refusing. */
bool tool_sink_close(tool_sink *sink);
/* Gives up; what was there before stays. NULL is allowed. */
void tool_sink_abandon(tool_sink *sink);

/* The endings, as a message lists them; and whether `path` has one. */
extern const char tool_sink_endings[];
bool tool_sink_can_write(const char *path);

#endif
