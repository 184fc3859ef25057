/* SPDX-License-Identifier: MIT
 *
 * A source whose length is not known, read to its end and kept in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "source_internal.h"

typedef struct held {
    unsigned char *numbers;
    bool wide;
    size_t each; /* numbers of a sample */
} held;

static fftc_status read_held(tool_source *source, bool wide, void *to, uint64_t wanted,
                             uint64_t *got, fftc_error *error)
{
    const held *state = source->state;
    uint64_t left = source->info.count - source->at;
    *got = wanted < left ? wanted : left;
    (void)error;
    for (uint64_t i = 0; i < *got * state->each; ++i) {
        uint64_t from = source->at * state->each + i;
        double number = state->wide ? ((const double *)(const void *)state->numbers)[from]
                                    : (double)((const float *)(const void *)state->numbers)[from];
        if (wide) {
            ((double *)to)[i] = number;
        } else {
            ((float *)to)[i] = (float)number;
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status skip_held(tool_source *source, uint64_t count, fftc_error *error)
{
    (void)source;
    (void)count;
    (void)error;
    return FFTC_SUCCESS; /* places are counted from source->at */
}

static void close_held(tool_source *source)
{
    held *state = source->state;
    free(state->numbers);
    free(state);
}

static const tool_source_format format = {read_held, skip_held, close_held};

fftc_status tool_source_hold(tool_source *source, bool wide, fftc_error *error)
{
    held *state = calloc(1, sizeof *state);
    uint64_t room = (uint64_t)1 << 16;
    uint64_t count = 0;
    uint64_t got = room;
    fftc_status status = FFTC_SUCCESS;
    size_t each = (size_t)source->info.channels * (source->info.is_complex ? 2 : 1);
    size_t bytes = each * (wide ? sizeof(double) : sizeof(float));
    while (state != NULL && status == FFTC_SUCCESS && got > 0) {
        size_t total;
        unsigned char *more = NULL;
        if (!__builtin_mul_overflow(count + room, bytes, &total)) {
            more = realloc(state->numbers, total);
        }
        if (more == NULL) {
            fftc_error inner;
            (void)tool_fail(&inner, FFTC_OUT_OF_MEMORY,
                            "no memory for more than its first %llu samples",
                            (unsigned long long)count);
            status = tool_source_fail(source, &inner, error);
            break;
        }
        state->numbers = more;
        status = tool_source_read(source, wide, more + count * bytes, room, &got, error);
        count += got;
        room = count > room ? count : room;
    }
    if (state == NULL || status != FFTC_SUCCESS) {
        if (state != NULL) {
            free(state->numbers);
        }
        free(state);
        return state == NULL ? tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory to read with")
                             : status;
    }
    source->format->close(source);
    state->wide = wide;
    state->each = each;
    source->format = &format;
    source->state = state;
    source->delivered = source->info.channels;
    source->info.count = count;
    source->at = 0;
    return FFTC_SUCCESS;
}
