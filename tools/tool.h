/* SPDX-License-Identifier: MIT
 *
 * What the subcommands of `fftcore` share: exit codes, one-line refusals, numbers from the command
 * line, files.
 */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fftcore/fftcore.h"
#include "fftcore/reference.h"

enum {
    TOOL_GOOD = 0,
    TOOL_DIFFERS = 1, /* something differs, or was found */
    TOOL_REFUSED = 2  /* bad usage or a bad file: one line on stderr says what to change */
};

typedef struct tool_command tool_command; /* command.h */

/* Fills *error (may be NULL) and returns status. */
fftc_status tool_fail(fftc_error *error, fftc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A message of the library's in the command's words: --addresses for options.addresses. */
void tool_translate(const char *message, char *text, size_t bytes);

/* Prints "fftcore: ...", one line, on stderr, translated; returns TOOL_REFUSED. */
int tool_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A number of least .. most, written 1024 or 2^10, or tool_refuse naming `option`. False after
 * refusing. */
bool tool_parse_number(const char *option, const char *text, uint64_t least, uint64_t most,
                       uint64_t *number);

/* A number such as 0.5 of least .. most, in the same way. */
bool tool_parse_real(const char *option, const char *text, double least, double most,
                     double *number);

/* "X,Y": what is before the comma goes to `first`, and what is behind it is returned. NULL if there
 * is no comma, or too much before it. */
#define TOOL_FIRST_BYTES 64
const char *tool_split_pair(const char *text, char first[TOOL_FIRST_BYTES]);

/* One of `names` (NULL ends them); -1 and a refusal that lists them otherwise. */
int tool_parse_name(const char *option, const char *text, const char *const *names);

extern const char *const tool_direction_names[]; /* by fftc_direction, as the next, and NULL */
extern const char *const tool_precision_names[];
extern const char *const tool_full_precision_names[]; /* without half precision */

/* A number that the command line did not give. */
#define TOOL_NOT_GIVEN UINT64_MAX

#define TOOL_FILE_BYTES_LIMIT ((uint64_t)1 << 30)

/* The whole file in memory, at most most_bytes; the caller frees *bytes. */
fftc_status tool_file_read(const char *path, uint64_t most_bytes, unsigned char **bytes,
                           size_t *count, fftc_error *error);

/* Opens for writing, "-" being stdout. NULL after refusing. What was there stays until
 * tool_file_close has seen that everything was written, unless it is no plain file (a pipe, a
 * device) or cannot be replaced without losing its owner or its other names.
 * tool_file_close returns false after refusing; tool_file_discard gives up without a word. */
FILE *tool_file_create(const char *path);
bool tool_file_close(FILE *file, const char *path);
void tool_file_discard(FILE *file);

/* Whether an output (NULL: none) is standard output; then no table is printed there. */
bool tool_goes_out(const char *path);

/* A whole file at once. */
bool tool_file_write(const char *path, const void *bytes, size_t count);

/* Does `text` end in `suffix`, whatever its case? */
bool tool_ends_with(const char *text, const char *suffix);

double tool_milliseconds(void);

#endif
