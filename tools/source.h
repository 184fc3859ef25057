/* SPDX-License-Identifier: MIT
 *
 * Samples from a sound (any format that libsndfile reads), a .npy, the rows of a .png, or standard
 * input, piece by piece: of an input of any length little is in memory at a time.
 */
#ifndef TOOL_SOURCE_H
#define TOOL_SOURCE_H

#include "bytes.h"

#define TOOL_CHANNELS_LIMIT 1024
#define TOOL_COUNT_UNKNOWN UINT64_MAX

typedef enum tool_channels {
    TOOL_CHANNEL_DEFAULT = 0, /* the first; nobody asked for it */
    TOOL_CHANNEL_ONE,
    TOOL_CHANNEL_MIX, /* the mean of all channels */
    TOOL_CHANNEL_ALL
} tool_channels;

/* What to take of an input. Zeroed, or NULL, means the first channel. */
typedef struct tool_source_choice {
    tool_channels channels;
    uint32_t channel; /* from 1 on, with TOOL_CHANNEL_ONE */
    /* The axis of a .npy along which time runs, counted from 0. Without it the longer of two, axes
     * of one element not counted. */
    bool has_axis;
    uint32_t axis;
} tool_source_choice;

typedef struct tool_source_info {
    uint64_t count;         /* samples of a channel; TOOL_COUNT_UNKNOWN of some pipes */
    uint32_t channels;      /* how many are read: 1 unless TOOL_CHANNEL_ALL */
    uint32_t file_channels; /* how many the file has */
    bool is_complex;
    bool is_sound;      /* the channels are those of loudspeakers */
    double sample_rate; /* per second; 0 if the input does not say */
    int sound_format;   /* libsndfile's; 0 if it is no sound */
    char format[96];    /* for people: "WAV, 16 bit PCM, 2 channels" */
    char taken[96];     /* "channel 1 of 2", "the mean of 2 channels", "both channels" ...; empty if
                           there is nothing to choose */
} tool_source_info;

typedef struct tool_source tool_source;

/* Messages begin with the path. On failure *source is NULL. */
fftc_status tool_source_open(const char *path, const tool_source_choice *choice,
                             tool_source **source, fftc_error *error);
/* Opens bytes in memory, which stay until the source is closed. `sequential` reads them as from a
 * pipe, which must be a WAV. */
fftc_status tool_source_open_memory(const unsigned char *bytes, size_t count, bool sequential,
                                    const tool_source_choice *choice, tool_source **source,
                                    fftc_error *error);
/* NULL is allowed. */
void tool_source_close(tool_source *source);

const tool_source_info *tool_source_about(const tool_source *source);

/* The next `wanted` samples as double (wide) or float, sample after sample: its channels, each of
 * one number, or two if they are complex. *got is less than wanted only at the end. Every number is
 * finite. FFTC_INVALID_ARGUMENT: the input is damaged, ends before it should, or holds what is not
 * a finite number. */
fftc_status tool_source_read(tool_source *source, bool wide, void *to, uint64_t wanted,
                             uint64_t *got, fftc_error *error);

/* Goes on behind the next `count` samples. FFTC_INVALID_ARGUMENT if there are not so many. */
fftc_status tool_source_skip(tool_source *source, uint64_t count, fftc_error *error);

/* Of a source whose count is not known: reads what is left into memory, and counts it. It goes on
 * where it was, as if that were the beginning. `wide`: as double. */
fftc_status tool_source_hold(tool_source *source, bool wide, fftc_error *error);

/* Copies a failure that the caller found, the name of the input before its message. */
fftc_status tool_source_fail(const tool_source *source, const fftc_error *found, fftc_error *error);

#endif
