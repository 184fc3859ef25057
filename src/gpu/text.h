/* SPDX-License-Identifier: MIT
 *
 * A text that grows. Running out of memory is remembered, so that only the end needs a check.
 */
#ifndef FFTC_GPU_TEXT_H
#define FFTC_GPU_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A zeroed structure is an empty text. */
typedef struct fftc_text {
    char *data; /* malloc'ed, 0 at the end; NULL while nothing was appended */
    size_t bytes;
    size_t capacity;
    bool failed;
} fftc_text;

void fftc_text_append(fftc_text *text, const char *data, size_t bytes);
void fftc_text_format(fftc_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* `digits` decimals after the first one, or significant digits: "1.25e-01" and "1.5e-07". With a
 * point whatever the program's locale, in which printf may write a comma: shaders and JSON have
 * none. */
void fftc_text_exponential(fftc_text *text, int digits, double x);
void fftc_text_significant(fftc_text *text, int digits, double x);
void fftc_text_free(fftc_text *text);

#endif
