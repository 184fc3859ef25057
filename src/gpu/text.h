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

/* Appends a number with `digits` decimals after the first digit, or with so many significant
 * digits: "1.25e-01" and "1.5e-07". It has a point in every locale: printf may write a comma, which
 * shaders and JSON do not allow. */
void fftc_text_exponential(fftc_text *text, int digits, double x);
void fftc_text_significant(fftc_text *text, int digits, double x);
void fftc_text_free(fftc_text *text);

#endif
