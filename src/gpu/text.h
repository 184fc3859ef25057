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
void fftc_text_free(fftc_text *text);

#endif
