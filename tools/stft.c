/* SPDX-License-Identifier: MIT
 *
 * A signal goes by: samples come in, windows overlap, and what lies behind is forgotten.
 */
#include <stdlib.h>
#include <string.h>

#include "stft_internal.h"

/* Points of the windows that are transformed at a time, for each thread: they and their spectra
 * stay in its second-level cache. */
#define BATCH_POINTS ((uint64_t)1 << 16)

uint64_t tool_stft_bins(const tool_stft *stft, bool is_complex)
{
    return is_complex ? stft->length : stft->length / 2 + 1;
}

typedef struct flow {
    const tool_stft *stft;
    tool_source *source;
    uint32_t channels;
    bool counted, ended;
    size_t each;            /* bytes of a sample of one channel */
    uint64_t room, have;    /* samples of a channel, from the next window's first one on */
    unsigned char *samples; /* [channel][room] */
    unsigned char *mixed;   /* as they are read, if there are several channels */
    tool_stft_result *result;
    fftc_error *error;
} flow;

enum { MIXED_BYTES = 1 << 16 };

static fftc_status flow_read(flow *f, uint64_t wanted, void *to, uint64_t *got)
{
    tool_time start = tool_time_now();
    fftc_status status =
        tool_source_read(f->source, f->stft->precision == FFTC_FLOAT64, to, wanted, got, f->error);
    f->result->samples += *got;
    tool_time_add(&f->result->reading, start);
    return status;
}

/* Until there are `wanted` samples, or no more. */
static fftc_status flow_fill(flow *f, uint64_t wanted)
{
    fftc_status status = FFTC_SUCCESS;
    while (status == FFTC_SUCCESS && f->have < wanted && !f->ended) {
        uint64_t more = wanted - f->have;
        uint64_t most = MIXED_BYTES / (f->each * f->channels);
        uint64_t got = 0;
        if (f->channels == 1) {
            status = flow_read(f, more, f->samples + f->have * f->each, &got);
            f->ended = got < more;
        } else {
            most = most < 1 ? 1 : most;
            more = more < most ? more : most;
            status = flow_read(f, more, f->mixed, &got);
            f->ended = got < more;
            for (uint64_t i = 0; i < got * f->channels; ++i) {
                uint64_t channel = i % f->channels;
                uint64_t place = channel * f->room + f->have + i / f->channels;
                memcpy(f->samples + place * f->each, f->mixed + i * f->each, f->each);
            }
        }
        f->have += got;
    }
    return status;
}

/* Forgets `count` samples, those that have not been read yet too. */
static fftc_status flow_forget(flow *f, uint64_t count)
{
    fftc_status status = FFTC_SUCCESS;
    if (count < f->have) {
        f->have -= count;
        for (uint32_t channel = 0; channel < f->channels; ++channel) {
            unsigned char *row = f->samples + channel * f->room * f->each;
            memmove(row, row + count * f->each, f->have * f->each);
        }
        return status;
    }
    count -= f->have;
    f->have = 0;
    if (f->counted) {
        f->result->samples += count;
        return tool_source_skip(f->source, count, f->error);
    }
    while (status == FFTC_SUCCESS && count > 0 && !f->ended) {
        status = flow_fill(f, count < f->room ? count : f->room);
        count -= f->have;
        f->have = 0;
    }
    return status;
}

/* The next `count` windows of every channel, which are there. */
static fftc_status run_windows(flow *f, stft_engine *engine, uint64_t first, uint64_t count,
                               tool_stft_take take, void *user, bool *stopped)
{
    for (uint32_t channel = 0; channel < f->channels && !*stopped; ++channel) {
        uint64_t bad = 0;
        tool_time start = tool_time_now();
        fftc_status status = stft_engine_run(engine, f->samples + channel * f->room * f->each,
                                             f->have, count, &bad, f->error);
        if (status == FFTC_TOO_LARGE) {
            return tool_fail(f->error, status,
                             "the spectrum of window %llu is beyond the range of %s: scale the "
                             "recording down",
                             (unsigned long long)(first + bad),
                             tool_precision_names[f->stft->precision]);
        }
        if (status != FFTC_SUCCESS) {
            return status;
        }
        const tool_stft_block block = {.channel = channel,
                                       .first = first,
                                       .count = count,
                                       .bins = engine->bins,
                                       .wide = engine->wide,
                                       .values = engine->results,
                                       .largest = engine->largest};
        if (engine->peak_found) {
            f->result->peak = engine->peak;
            f->result->peak_channel = channel;
            f->result->peak_frame = first + engine->peak_frame;
            f->result->peak_bin = engine->peak_bin;
        }
        tool_time_add(&f->result->transforming, start);
        start = tool_time_now();
        *stopped = !take(user, &block);
        tool_time_add(&f->result->taking, start);
    }
    return FFTC_SUCCESS;
}

/* How many of the next windows, at most `most`, there are samples for: the very first need not be
 * full. */
static uint64_t windows_ready(const flow *f, uint64_t done, uint64_t most)
{
    const tool_stft *stft = f->stft;
    if (f->have < stft->length) {
        return done == 0 && f->have > 0 ? 1 : 0;
    }
    uint64_t full = (f->have - stft->length) / stft->hop + 1;
    return full < most ? full : most;
}

static fftc_status run(flow *f, stft_engine *engine, tool_stft_take take, void *user, bool *stopped)
{
    const tool_stft *stft = f->stft;
    uint64_t done = 0;
    while (done < stft->frames && !*stopped) {
        uint64_t left = stft->frames - done;
        uint64_t count = left < engine->batch ? left : engine->batch;
        fftc_status status = flow_fill(f, (count - 1) * stft->hop + stft->length);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        count = windows_ready(f, done, count);
        if (count == 0) {
            break;
        }
        status = run_windows(f, engine, done, count, take, user, stopped);
        done += count;
        f->result->frames = done;
        if (status == FFTC_SUCCESS && done < stft->frames) {
            status = flow_forget(f, count * stft->hop);
        }
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    return done > 0 ? FFTC_SUCCESS
                    : tool_fail(f->error, FFTC_INVALID_ARGUMENT, "there are no samples");
}

static uint64_t choose_batch(const tool_stft *stft)
{
    uint64_t apart = stft->hop > stft->length ? stft->hop : stft->length;
    uint64_t most = BATCH_POINTS * (uint64_t)(stft->threads > 1 ? stft->threads : 1) / apart;
    return most < 1 ? 1 : most < stft->frames ? most : stft->frames;
}

fftc_status tool_stft_run(const tool_stft *stft, tool_source *source, tool_stft_take take,
                          void *user, tool_stft_result *result, bool *stopped, fftc_error *error)
{
    const tool_source_info *info = tool_source_about(source);
    uint64_t batch = choose_batch(stft);
    stft_engine engine;
    flow f = {.stft = stft,
              .source = source,
              .channels = info->channels,
              .counted = info->count != TOOL_COUNT_UNKNOWN && stft->frames != TOOL_COUNT_UNKNOWN,
              .each = (stft->precision == FFTC_FLOAT64 ? sizeof(double) : sizeof(float)) *
                      (info->is_complex ? 2 : 1),
              .room = (batch - 1) * stft->hop + stft->length,
              .result = result,
              .error = error};
    *result = (tool_stft_result){.frames = 0};
    *stopped = false;
    fftc_status status = stft_engine_make(stft, info->is_complex, batch, &engine, error);
    result->planning = engine.planning;
    if (status == FFTC_SUCCESS) {
        f.room += stft_engine_more(&engine);
        f.samples = stft_allocate(f.room * f.channels, f.each);
        f.mixed = malloc(MIXED_BYTES + f.each * f.channels);
        status = f.samples != NULL && f.mixed != NULL
                     ? run(&f, &engine, take, user, stopped)
                     : tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %u channels",
                                 (unsigned)f.channels);
    }
    stft_engine_free(&engine);
    free(f.samples);
    free(f.mixed);
    return status;
}
