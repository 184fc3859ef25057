/* SPDX-License-Identifier: MIT
 *
 * The bytes of an input, wherever they are: in a file of any length, of which little is in memory
 * at a time, in memory (which a fuzzer calls with), or in a pipe that is read once.
 */
#ifndef TOOL_BYTES_H
#define TOOL_BYTES_H

#include "tool.h"

#define TOOL_BYTES_UNKNOWN UINT64_MAX

typedef struct tool_bytes {
    const unsigned char *memory; /* NULL: a file */
    int file;
    bool close_file;
    bool piped;      /* came through a pipe, whose writer could not go back to fill sizes in */
    bool sequential; /* read from `at` on only: a pipe, or what is treated as one */
    uint64_t at;     /* the next that a sequential read gives */
    uint64_t count;  /* TOOL_BYTES_UNKNOWN: not before all has been read */
    unsigned char head[16];
    size_t head_count; /* of a pipe, taken from it to see what it carries */
} tool_bytes;

/* A regular file, or "-" for standard input. What comes through a pipe is copied to a temporary
 * file, except a WAV (or RF64), of which the program at its other end may still be writing: that is
 * sequential, from a file on standard input too. The message begins with the path. */
fftc_status tool_bytes_open(const char *path, tool_bytes *bytes, fftc_error *error);
void tool_bytes_close(tool_bytes *bytes);

/* Up to `wanted` bytes from `at`, which for sequential ones is bytes->at; returns how many there
 * are. */
size_t tool_bytes_read(tool_bytes *bytes, uint64_t at, void *to, size_t wanted);

#endif
