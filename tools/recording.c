/* SPDX-License-Identifier: MIT
 *
 * Whole signals: from a source, and random ones.
 */
#include "recording.h"

#include <stdlib.h>
#include <string.h>

fftc_status tool_signal_allocate(uint64_t count, tool_signal *signal, fftc_error *error)
{
    memset(signal, 0, sizeof *signal);
    if (count == 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "holds no samples");
    }
    if (count > TOOL_SAMPLES_LIMIT) {
        return tool_fail(error, FFTC_TOO_LARGE, "says it has %llu samples: at most %llu are read",
                         (unsigned long long)count, (unsigned long long)TOOL_SAMPLES_LIMIT);
    }
    signal->samples = calloc((size_t)count, 2 * sizeof(double));
    if (signal->samples == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %llu samples",
                         (unsigned long long)count);
    }
    signal->count = count;
    return FFTC_SUCCESS;
}

void tool_signal_free(tool_signal *signal)
{
    free(signal->samples);
    signal->samples = NULL;
    signal->count = 0;
}

/* Reads a source of known length. */
static fftc_status take_counted(tool_source *source, tool_signal *signal, fftc_error *error)
{
    const tool_source_info *info = tool_source_about(source);
    uint64_t got = 0;
    fftc_error inner;
    return tool_signal_allocate(info->count, signal, &inner) == FFTC_SUCCESS
               ? tool_source_read(source, true, signal->samples, info->count, &got, error)
               : tool_source_fail(source, &inner, error);
}

/* Of a pipe that ends when it ends. */
static fftc_status take_growing(tool_source *source, tool_signal *signal, fftc_error *error)
{
    size_t parts = tool_source_about(source)->is_complex ? 2 : 1;
    uint64_t room = (uint64_t)1 << 16;
    uint64_t got = room;
    fftc_status status = FFTC_SUCCESS;
    fftc_error inner;
    while (status == FFTC_SUCCESS && got > 0) {
        uint64_t most = signal->count + room;
        double *more =
            most <= TOOL_SAMPLES_LIMIT ? realloc(signal->samples, most * 2 * sizeof(double)) : NULL;
        if (more == NULL) {
            (void)tool_fail(&inner, FFTC_TOO_LARGE, "has at least %llu samples: too many",
                            (unsigned long long)signal->count);
            return tool_source_fail(source, &inner, error);
        }
        signal->samples = more;
        status = tool_source_read(source, true, more + parts * signal->count, room, &got, error);
        signal->count += got;
        room = signal->count > room ? signal->count : room;
    }
    if (status == FFTC_SUCCESS && signal->count == 0) {
        (void)tool_fail(&inner, FFTC_INVALID_ARGUMENT, "holds no samples");
        return tool_source_fail(source, &inner, error);
    }
    return status;
}

static fftc_status take_all(tool_source *source, tool_signal *signal, fftc_error *error)
{
    const tool_source_info *info = tool_source_about(source);
    fftc_status status = info->count == TOOL_COUNT_UNKNOWN ? take_growing(source, signal, error)
                                                           : take_counted(source, signal, error);
    if (status != FFTC_SUCCESS) {
        tool_signal_free(signal);
        return status;
    }
    /* Real samples are spread out from the end, to make room for imaginary parts. */
    for (uint64_t i = signal->count; !info->is_complex && i-- > 0;) {
        signal->samples[2 * i] = signal->samples[i];
        signal->samples[2 * i + 1] = 0.0;
    }
    signal->is_complex = info->is_complex;
    signal->sample_rate = info->sample_rate;
    memcpy(signal->format, info->format, sizeof signal->format);
    memcpy(signal->taken, info->taken, sizeof signal->taken);
    return FFTC_SUCCESS;
}

fftc_status tool_signal_parse(const unsigned char *bytes, size_t count,
                              const tool_source_choice *choice, tool_signal *signal,
                              fftc_error *error)
{
    tool_source *source;
    memset(signal, 0, sizeof *signal);
    fftc_status status = tool_source_open_memory(bytes, count, false, choice, &source, error);
    if (status == FFTC_SUCCESS) {
        status = take_all(source, signal, error);
    }
    tool_source_close(source);
    return status;
}

fftc_status tool_signal_read(const char *path, const tool_source_choice *choice,
                             tool_signal *signal, fftc_error *error)
{
    tool_source *source;
    memset(signal, 0, sizeof *signal);
    fftc_status status = tool_source_open(path, choice, &source, error);
    if (status == FFTC_SUCCESS) {
        status = take_all(source, signal, error);
    }
    tool_source_close(source);
    return status;
}

uint64_t tool_random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

fftc_status tool_signal_random(uint64_t seed, uint64_t count, tool_signal *signal,
                               fftc_error *error)
{
    uint64_t state = seed;
    fftc_status status = tool_signal_allocate(count, signal, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (uint64_t i = 0; i < 2 * count; ++i) {
        uint64_t word = tool_random_next(&state);
        /* 2^-6 .. 1: clear of zero, so that no product comes near the subnormal range. */
        double magnitude = 0x1p-6 + (1.0 - 0x1p-6) * (double)(word >> 11) * 0x1p-53;
        signal->samples[i] = (word & 1) != 0 ? -magnitude : magnitude;
    }
    signal->is_complex = true;
    (void)snprintf(signal->format, sizeof signal->format, "random");
    return FFTC_SUCCESS;
}
