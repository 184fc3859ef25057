/* SPDX-License-Identifier: MIT
 *
 * Files in memory, as the tests of the readers make them, and what every reader owes: a signal, or
 * a sentence that says what is wrong.
 */
#ifndef FFTC_READER_TESTING_H
#define FFTC_READER_TESTING_H

#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "testing.h"

typedef struct bytes {
    unsigned char *at;
    size_t count;
} bytes;

static inline void append(bytes *to, const void *data, size_t count)
{
    to->at = realloc(to->at, to->count + count);
    ck_assert_ptr_nonnull(to->at);
    memcpy(to->at + to->count, data, count);
    to->count += count;
}

static inline void append_number(bytes *to, uint64_t number, size_t count, bool big_endian)
{
    for (size_t i = 0; i < count; ++i) {
        unsigned char byte = (unsigned char)(number >> 8 * (big_endian ? count - 1 - i : i));
        append(to, &byte, 1);
    }
}

/* Each prefix, in memory of exactly its size, so that a sanitizer sees a read beyond it. */
static inline void check_every_prefix_refused(const bytes *file)
{
    for (size_t count = 0; count < file->count; ++count) {
        tool_signal signal;
        fftc_error error = {.status = FFTC_SUCCESS};
        unsigned char *cut = malloc(count > 0 ? count : 1);
        ck_assert_ptr_nonnull(cut);
        memcpy(cut, file->at, count);
        ck_assert_msg(tool_signal_parse(cut, count, NULL, &signal, &error) != FFTC_SUCCESS,
                      "%zu of %zu bytes were accepted", count, file->count);
        ck_assert_ptr_null(signal.samples);
        ck_assert_uint_gt(strlen(error.message), 0);
        free(cut);
    }
}

static inline fftc_status parse(const bytes *file, tool_signal *signal)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status = tool_signal_parse(file->at, file->count, NULL, signal, &error);
    ck_assert_int_eq(status == FFTC_SUCCESS, error.message[0] == '\0');
    return status;
}

static inline void check_refused(const bytes *file, fftc_status status)
{
    tool_signal signal;
    ck_assert_int_eq(parse(file, &signal), status);
    ck_assert_ptr_null(signal.samples);
}

#endif
