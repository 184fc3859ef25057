/* SPDX-License-Identifier: MIT
 *
 * What source.c and the readers of its formats share.
 */
#ifndef TOOL_SOURCE_INTERNAL_H
#define TOOL_SOURCE_INTERNAL_H

#include "source.h"

/* A format. `read` gives up to `wanted` samples of source->delivered channels, fewer at the end
 * only; source.c checks the numbers and chooses channels. */
typedef struct tool_source_format {
    fftc_status (*read)(tool_source *source, bool wide, void *to, uint64_t wanted, uint64_t *got,
                        fftc_error *error);
    /* NULL: by reading. There are as many. */
    fftc_status (*skip)(tool_source *source, uint64_t count, fftc_error *error);
    void (*close)(tool_source *source);
} tool_source_format;

struct tool_source {
    const tool_source_format *format;
    void *state; /* of the format; released by its close */
    tool_bytes bytes;
    tool_source_choice choice;
    tool_source_info info;
    uint32_t delivered; /* channels: 1 or info.file_channels */
    uint64_t at;        /* samples read or passed over */
    char *name;         /* of the file, for messages; NULL: memory */
    unsigned char *piece;
};

/* Each fills format, state, delivered and info but for `channels` and `taken`, to which it may add
 * what else was chosen. After a failure close is called too, if format was set. */
fftc_status tool_source_open_sound(tool_source *source, fftc_error *error);
fftc_status tool_source_open_stream(tool_source *source, fftc_error *error); /* WAV, sequential */
fftc_status tool_source_open_npy(tool_source *source, fftc_error *error);
fftc_status tool_source_open_png(tool_source *source, fftc_error *error);

/* What a container says it holds must lie inside the file, and checksums that libsndfile does not
 * look at must be right. */
fftc_status tool_sound_check(tool_bytes *bytes, fftc_error *error);

/* --channel N must exist. */
fftc_status tool_source_check_channels(tool_source *source, uint64_t channels, fftc_error *error);

/* "WAV, 16 bit PCM, 2 channels" of libsndfile's format. */
void tool_sound_format_text(int format, int channels, char *text, size_t bytes);

#endif
