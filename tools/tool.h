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

typedef struct tool_command {
    const char *name;
    const char *summary;
    const char *help; /* text of `fftcore help NAME`, with an example */
    int (*run)(int argc, char **argv);
    const char *(*more_help)(void); /* what comes behind the help; or NULL */
} tool_command;

extern const tool_command tool_command_info;
extern const tool_command tool_command_diff;
extern const tool_command tool_command_transform;
extern const tool_command tool_command_emit;
extern const tool_command tool_command_bench;
extern const tool_command tool_command_bloom;

/* Fills *error (may be NULL) and returns status. */
fftc_status tool_fail(fftc_error *error, fftc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints "fftcore: ...", one line, on stderr; returns TOOL_REFUSED. */
int tool_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A number of least .. most, written 1024 or 2^10, or tool_refuse naming `option`. False after
 * refusing. */
bool tool_parse_number(const char *option, const char *text, uint64_t least, uint64_t most,
                       uint64_t *number);

/* A number such as 0.5 of least .. most, in the same way. */
bool tool_parse_real(const char *option, const char *text, double least, double most,
                     double *number);

/* The refusal for getopt_long's '?' and ':'. */
int tool_refuse_option(const char *command, int code, char **argv);

/* The value of an option written "--json FILE", "--json=FILE" or bare "--json", to be called with
 * getopt's optarg; bare means "-". The next word is taken as FILE unless it starts with '-' or ends
 * like a recording (.wav, .npy, ...), which nobody wants overwritten. */
const char *tool_optional_file(char **argv, const char *taken);

/* One of `names` (NULL ends them); -1 and a refusal that lists them otherwise. */
int tool_parse_name(const char *option, const char *text, const char *const *names);

extern const char *const tool_direction_names[];

const char *tool_precision_name(fftc_precision precision);
bool tool_parse_precision(const char *text, fftc_precision *precision);

/* The sizes as the command line gives them; 0 in has_* means not given. */
typedef struct tool_shape {
    bool has_length, has_elements, has_workgroup;
    uint64_t length, elements_log2, workgroup_log2;
} tool_shape;

/* Unless asked otherwise: 256 invocations, which every device at hand runs, SwiftShader no more. */
#define TOOL_WORKGROUP_LOG2 8u

/* Sets elements_log2 and workgroup_log2 of `fft`: those given are kept, the rest follows from
 * length (default_length if nothing is given). At most 2^most_log2 points. False after refusing. */
bool tool_shape_resolve(const tool_shape *shape, uint64_t default_length, uint32_t most_log2,
                        fftc_workgroup_fft *fft);

/* --subgroup: a power of two of 1 .. 128. False after refusing. */
bool tool_parse_subgroup(const char *text, uint32_t *subgroup_log2);

#define TOOL_FILE_BYTES_LIMIT ((uint64_t)1 << 30)

/* The whole file in memory, at most most_bytes; the caller frees *bytes. */
fftc_status tool_file_read(const char *path, uint64_t most_bytes, unsigned char **bytes,
                           size_t *count, fftc_error *error);

/* Opens for writing, "-" being stdout. NULL after refusing. tool_file_close checks that everything
 * was written; false after refusing. */
FILE *tool_file_create(const char *path);
bool tool_file_close(FILE *file, const char *path);

/* At most one of `count` files (NULL: none) goes to stdout. False after refusing. */
bool tool_one_on_stdout(const char *command, const char *const *paths, size_t count);

/* Does `text` end in `suffix`, whatever its case? */
bool tool_ends_with(const char *text, const char *suffix);

double tool_milliseconds(void);

#endif
