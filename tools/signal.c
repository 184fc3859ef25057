/* SPDX-License-Identifier: MIT
 *
 * Which reader, random signals, and what holds for every signal.
 */
#include "signal.h"

#include <math.h>
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

fftc_status tool_signal_parse(const unsigned char *bytes, size_t count, tool_signal *signal,
                              fftc_error *error)
{
    static const unsigned char png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const unsigned char npy[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    fftc_status status;
    memset(signal, 0, sizeof *signal);
    if (count == 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is empty");
    }
    if (count >= sizeof png && memcmp(bytes, png, sizeof png) == 0) {
        status = tool_read_png(bytes, count, signal, error);
    } else if (count >= sizeof npy && memcmp(bytes, npy, sizeof npy) == 0) {
        status = tool_read_npy(bytes, count, signal, error);
    } else {
        status = tool_read_sound(bytes, count, signal, error);
    }
    for (uint64_t i = 0; status == FFTC_SUCCESS && i < 2 * signal->count; ++i) {
        if (!isfinite(signal->samples[i])) {
            status = tool_fail(error, FFTC_INVALID_ARGUMENT, "sample %llu is not a finite number",
                               (unsigned long long)(i / 2));
        }
    }
    if (status != FFTC_SUCCESS) {
        tool_signal_free(signal);
    }
    return status;
}

fftc_status tool_signal_read(const char *path, tool_signal *signal, fftc_error *error)
{
    unsigned char *bytes = NULL;
    size_t count = 0;
    fftc_error inner = {.status = FFTC_SUCCESS};
    memset(signal, 0, sizeof *signal);
    fftc_status status = tool_file_read(path, TOOL_FILE_BYTES_LIMIT, &bytes, &count, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = tool_signal_parse(bytes, count, signal, &inner);
    free(bytes);
    if (status != FFTC_SUCCESS) {
        return tool_fail(error, status, "%s: %.400s", path, inner.message);
    }
    return FFTC_SUCCESS;
}

/* SplitMix64: every seed, zero too, gives an unrelated sequence. */
static uint64_t random_next(uint64_t *state)
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
        uint64_t word = random_next(&state);
        /* 2^-6 .. 1: clear of zero, so that no product comes near the subnormal range. */
        double magnitude = 0x1p-6 + (1.0 - 0x1p-6) * (double)(word >> 11) * 0x1p-53;
        signal->samples[i] = (word & 1) != 0 ? -magnitude : magnitude;
    }
    signal->is_complex = true;
    (void)snprintf(signal->format, sizeof signal->format, "random");
    return FFTC_SUCCESS;
}
