/* SPDX-License-Identifier: MIT
 *
 * Plans as lines of text: what those for the CPU and those for devices have in common.
 */
#ifndef FFTC_DESCRIBE_SAVED_TEXT_H
#define FFTC_DESCRIBE_SAVED_TEXT_H

#include <stdbool.h>
#include <string.h>

#include "fftcore/convolution.h"

#define FFTC_TRANSFORM_NAME_BYTES 256

/* "f32:complex:forward:1080x1920*4 9d1c0f3a7b52e684" of a transform that was found valid: for
 * people, and a hash of all that it means, however it was written. */
FFTC_API void fftc_transform_name(const fftc_transform *t, char name[FFTC_TRANSFORM_NAME_BYTES]);

#define FFTC_CONVOLUTION_WORD "convolution"
#define FFTC_CONVOLUTION_NAME_BYTES (FFTC_TRANSFORM_NAME_BYTES + 48)

/* The name of a convolution in saved lines: that word, its signal's name, and a hash of the
 * rest. */
FFTC_API void fftc_convolution_name(const fftc_convolution_description *description,
                                    char name[FFTC_CONVOLUTION_NAME_BYTES]);

/* Counts what does not fit. */
typedef struct fftc_text_writer {
    char *text; /* NULL: only counts */
    size_t capacity;
    size_t used;
} fftc_text_writer;

FFTC_API void fftc_text_put(fftc_text_writer *w, const char *piece);

/* Does what fftc_plan_save and similar functions promise, for a `plan` that `write` puts into
 * words. */
FFTC_API fftc_status fftc_text_save(void (*write)(const void *plan, fftc_text_writer *w),
                                    const void *plan, char *text, size_t capacity, size_t *bytes,
                                    fftc_error *error);

/* At the end of a line: "\n", "\r\n", or the end of the text, with or without a '\r'. */
static inline bool fftc_text_at_end(const char *text)
{
    text += *text == '\r';
    return *text == '\0' || *text == '\n';
}

/* The next line, or the end of the text. */
static inline const char *fftc_text_next_line(const char *text)
{
    text += strcspn(text, "\n");
    return *text == '\n' ? text + 1 : text;
}

/* Whether a line says nothing: it is blank, or a comment. */
static inline bool fftc_text_is_silent(const char *line)
{
    return *line == '#' || fftc_text_at_end(line + strspn(line, " \t"));
}

/* How lines of plans begin: of those for the CPU, and of those for devices. */
#define FFTC_SAVED_WORD "fftcore"
#define FFTC_SAVED_DEVICE_WORD "fftcore-vulkan"

/* The instruction set of reproducible plans. */
#define FFTC_SAVED_ANY_ISA "any"

/* Whether there is such an effort, and what it takes. */
FFTC_API fftc_status fftc_effort_check(fftc_effort effort, const char *saved, fftc_error *error);

/* Whether measuring may take so long: up to a day. */
FFTC_API fftc_status fftc_seconds_check(double seconds, fftc_error *error);

/* The effort that a plan for the CPU was made by, a word behind the name in its saved line. Lines
 * of the time before that word have none. */
typedef enum fftc_saved_effort {
    FFTC_SAVED_UNSAID = 0,
    FFTC_SAVED_ESTIMATED,
    FFTC_SAVED_MEASURED
} fftc_saved_effort;

static inline fftc_saved_effort fftc_saved_effort_of(fftc_effort effort)
{
    return effort == FFTC_MEASURE ? FFTC_SAVED_MEASURED : FFTC_SAVED_ESTIMATED;
}

/* How a plan's line begins, up to the choices: the version, the instruction set, the name and the
 * effort. */
void fftc_saved_put_head(fftc_text_writer *w, const char *isa, const char *name,
                         fftc_saved_effort effort);

/* Finds the first line that will do, of those that plans for the CPU wrote: "fftcore", this
 * version, `isa` and `name`. By FFTC_MEASURE an estimated line will not do. *rest is behind that
 * name and the effort's word, at a blank or at the line's end; NULL if there is no such line. Lines
 * of other plans, blank ones and comments are passed over. FFTC_INVALID_ARGUMENT if a line is none
 * of a plan. By FFTC_SAVED, if none will do: FFTC_UNSUPPORTED if all are of other instruction sets
 * or versions, else FFTC_INVALID_ARGUMENT. */
fftc_status fftc_saved_line(const char *saved, const char *isa, const char *name,
                            fftc_effort effort, const char **rest, fftc_saved_effort *made_by,
                            fftc_error *error);

/* Decimal, without sign or leading zeros, below 2^32. */
FFTC_API bool fftc_text_take_number(const char **text, uint32_t *number);

#endif
