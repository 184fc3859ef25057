/* SPDX-License-Identifier: MIT
 *
 * What the readers of recordings owe whatever they are given: a signal, or a failure with a
 * sentence, and nothing to release; and the same samples in pieces, from any place on.
 */
#ifndef FFTC_FUZZ_READER_H
#define FFTC_FUZZ_READER_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "recording.h"

/* Channels may be many; time is what a fuzzer has. */
#define FUZZ_SAMPLES 100000u

static inline void fuzz_check_failure(fftc_status status, const fftc_error *error)
{
    fuzz_check(error->status == status, "status %d, but the error says %d", (int)status,
               (int)error->status);
    fuzz_check(error->message[0] != '\0' && strchr(error->message, '\n') == NULL,
               "not one sentence: \"%s\"", error->message);
}

/* One channel, whole. */
static inline void fuzz_check_signal(const uint8_t *data, size_t size,
                                     const tool_source_choice *choice)
{
    tool_signal signal;
    fftc_error error;
    memset(&error, 0, sizeof error);
    fftc_status status = tool_signal_parse(data, size, choice, &signal, &error);
    if (status != FFTC_SUCCESS) {
        fuzz_check(signal.samples == NULL && signal.count == 0, "a failure left a signal");
        fuzz_check_failure(status, &error);
        return;
    }
    fuzz_check(signal.count > 0 && signal.count <= TOOL_SAMPLES_LIMIT, "%llu samples",
               (unsigned long long)signal.count);
    for (uint64_t i = 0; i < signal.count; ++i) {
        fuzz_check(signal.is_complex || signal.samples[2 * i + 1] == 0.0,
                   "sample %llu of a real signal is complex", (unsigned long long)i);
        fuzz_check(isfinite(signal.samples[2 * i]) != 0 && isfinite(signal.samples[2 * i + 1]) != 0,
                   "sample %llu is not finite", (unsigned long long)i);
    }
    tool_signal_free(&signal);
}

typedef struct fuzz_samples {
    float *at;
    uint64_t count; /* samples */
    size_t each;    /* floats of one */
    fftc_status status;
} fuzz_samples;

/* Gathers the samples from number `skip` on, `piece` at a time. */
static inline fuzz_samples fuzz_gather(const uint8_t *data, size_t size, bool sequential,
                                       const tool_source_choice *choice, uint64_t skip,
                                       uint64_t piece)
{
    fuzz_samples result = {NULL, 0, 0, FFTC_SUCCESS};
    tool_source *source;
    fftc_error error;
    uint64_t got = piece;
    memset(&error, 0, sizeof error);
    result.status = tool_source_open_memory(data, size, sequential, choice, &source, &error);
    if (result.status == FFTC_SUCCESS) {
        const tool_source_info *about = tool_source_about(source);
        result.each = (size_t)about->channels * (about->is_complex ? 2 : 1);
        result.at = calloc((FUZZ_SAMPLES + piece) * result.each, sizeof(float));
        fuzz_check(strnlen(about->format, sizeof about->format) < sizeof about->format &&
                       strnlen(about->taken, sizeof about->taken) < sizeof about->taken,
                   "a text is not terminated");
        result.status =
            result.at == NULL ? FFTC_OUT_OF_MEMORY : tool_source_skip(source, skip, &error);
    }
    while (result.status == FFTC_SUCCESS && got == piece && result.count < FUZZ_SAMPLES) {
        result.status = tool_source_read(source, false, result.at + result.count * result.each,
                                         piece, &got, &error);
        result.count += result.status == FFTC_SUCCESS ? got : 0;
    }
    if (result.status != FFTC_SUCCESS && result.status != FFTC_OUT_OF_MEMORY) {
        fuzz_check_failure(result.status, &error);
    }
    tool_source_close(source);
    return result;
}

/* Of all that can be read at once, in one way or another, the same is read in pieces. */
static inline void fuzz_check_pieces(const uint8_t *data, size_t size, bool sequential,
                                     const tool_source_choice *choice)
{
    fuzz_samples whole = fuzz_gather(data, size, sequential, choice, 0, FUZZ_SAMPLES);
    uint64_t skip = whole.count / 3;
    fuzz_samples rest = fuzz_gather(data, size, sequential, choice, skip, 1000);
    if (whole.status == FFTC_SUCCESS && rest.status == FFTC_SUCCESS) {
        uint64_t common = whole.count - skip < rest.count ? whole.count - skip : rest.count;
        fuzz_check(
            memcmp(whole.at + skip * whole.each, rest.at, common * whole.each * sizeof(float)) == 0,
            "the samples from %llu on differ", (unsigned long long)skip);
    }
    free(whole.at);
    free(rest.at);
}

/* The magic of the format, if it is one of ours, is put in place: no mutation need guess it. */
static inline int fuzz_reader(const char *magic, size_t magic_bytes, const uint8_t *data,
                              size_t size)
{
    uint8_t *file = malloc(size > 0 ? size : 1);
    tool_source_choice choice = {.channels = (tool_channels)(size % 4),
                                 .channel = 1 + (uint32_t)(size / 4 % 3),
                                 .has_axis = size / 12 % 3 == 2,
                                 .axis = (uint32_t)(size / 36 % 3)};
    if (file == NULL) {
        return 0;
    }
    memcpy(file, data, size);
    memcpy(file, magic_bytes > 0 ? magic : (const char *)data,
           magic_bytes < size ? magic_bytes : 0);
    fuzz_check_pieces(file, size, false, &choice);
    fuzz_check_pieces(file, size, true, &choice);
    if (choice.channels != TOOL_CHANNEL_ALL) {
        fuzz_check_signal(file, size, &choice);
    }
    free(file);
    return 0;
}

#endif
