/* SPDX-License-Identifier: MIT */
#include "gpu/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `bytes` more and the final 0. */
static bool reserve(fftc_text *text, size_t bytes)
{
    if (text->failed || bytes > SIZE_MAX / 2 - text->bytes - 1) {
        text->failed = true;
        return false;
    }
    size_t needed = text->bytes + bytes + 1;
    if (needed > text->capacity) {
        size_t capacity = needed < 4096 ? 4096 : 2 * needed;
        char *data = realloc(text->data, capacity);
        if (data == NULL) {
            text->failed = true;
            return false;
        }
        text->data = data;
        text->capacity = capacity;
    }
    return true;
}

void fftc_text_append(fftc_text *text, const char *data, size_t bytes)
{
    if (reserve(text, bytes)) {
        memcpy(text->data + text->bytes, data, bytes);
        text->bytes += bytes;
        text->data[text->bytes] = '\0';
    }
}

void fftc_text_format(fftc_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (bytes < 0 || !reserve(text, (size_t)bytes)) {
        text->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(text->data + text->bytes, (size_t)bytes + 1, format, arguments);
    va_end(arguments);
    text->bytes += (size_t)bytes;
}

/* Appends a number, with a point for the locale's decimal separator, which is whatever does not
 * belong to a number, perhaps several bytes. */
static void append_number(fftc_text *text, const char *number)
{
    static const char plain[] = "+-0123456789einfa";
    size_t whole = strspn(number, plain);
    size_t separator = strcspn(number + whole, plain);
    fftc_text_append(text, number, whole);
    if (separator != 0) {
        fftc_text_append(text, ".", 1);
        fftc_text_append(text, number + whole + separator, strlen(number + whole + separator));
    }
}

void fftc_text_exponential(fftc_text *text, int digits, double x)
{
    char number[64];
    (void)snprintf(number, sizeof number, "%.*e", digits, x);
    append_number(text, number);
}

void fftc_text_significant(fftc_text *text, int digits, double x)
{
    char number[64];
    (void)snprintf(number, sizeof number, "%.*g", digits, x);
    append_number(text, number);
}

void fftc_text_free(fftc_text *text)
{
    free(text->data);
    *text = (fftc_text){0};
}
