/* SPDX-License-Identifier: MIT
 *
 * What a reader of recordings owes whatever it is given: a signal within the limits, or a failure
 * with a sentence, and nothing to release.
 */
#ifndef FFTC_FUZZ_READER_H
#define FFTC_FUZZ_READER_H

#include <math.h>
#include <string.h>

#include "input.h"
#include "signal.h"

typedef fftc_status (*fuzz_read)(const unsigned char *bytes, size_t count, tool_signal *signal,
                                 fftc_error *error);

static inline void fuzz_check_outcome(fftc_status status, const tool_signal *signal,
                                      const fftc_error *error, int finite)
{
    if (status != FFTC_SUCCESS) {
        fuzz_check(signal->samples == NULL && signal->count == 0, "a failure left a signal");
        fuzz_check(error->status == status, "status %d, but the error says %d", (int)status,
                   (int)error->status);
        fuzz_check(error->message[0] != '\0' && strchr(error->message, '\n') == NULL,
                   "not one sentence: \"%s\"", error->message);
        return;
    }
    fuzz_check(signal->samples != NULL && signal->count <= TOOL_SAMPLES_LIMIT, "%llu samples",
               (unsigned long long)signal->count);
    fuzz_check(strnlen(signal->format, sizeof signal->format) < sizeof signal->format,
               "the format is not terminated");
    for (uint64_t i = 0; i < signal->count; ++i) {
        fuzz_check(signal->is_complex || signal->samples[2 * i + 1] == 0.0,
                   "sample %llu of a real signal is complex", (unsigned long long)i);
        fuzz_check(!finite || (isfinite(signal->samples[2 * i]) != 0 &&
                               isfinite(signal->samples[2 * i + 1]) != 0),
                   "sample %llu is not finite", (unsigned long long)i);
    }
}

/* The reader itself, and the way the command goes: by content, with its further promises. */
static inline int fuzz_reader(fuzz_read read, const uint8_t *data, size_t size)
{
    tool_signal signal;
    fftc_error error;
    memset(&error, 0, sizeof error);
    fuzz_check_outcome(read(data, size, &signal, &error), &signal, &error, 0);
    tool_signal_free(&signal);

    memset(&error, 0, sizeof error);
    fftc_status status = tool_signal_parse(data, size, &signal, &error);
    fuzz_check_outcome(status, &signal, &error, 1);
    fuzz_check(status != FFTC_SUCCESS || signal.count > 0, "a signal without samples");
    tool_signal_free(&signal);
    return 0;
}

#endif
