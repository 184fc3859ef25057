/* SPDX-License-Identifier: MIT */
#include "stft.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/kernel/order.h"
#include "scalar.h"
#include "simd.h"

#define PI 3.14159265358979323846

double tool_stft_weight(const tool_stft *stft, uint64_t i)
{
    return stft->hann ? 0.5 - 0.5 * cos(2.0 * PI * (double)i / (double)stft->length) : 1.0;
}

double tool_stft_weight_sum(const tool_stft *stft)
{
    double sum = 0.0;
    for (uint64_t i = 0; i < stft->length; ++i) {
        sum += tool_stft_weight(stft, i);
    }
    return sum;
}

typedef struct stft_room {
    uint64_t batch;  /* frames at a time */
    double *weights; /* length */
    double *wide;    /* one frame */
    double *ordered;
    unsigned char *data; /* batch frames in the FFT's precision */
} stft_room;

static void room_free(stft_room *room)
{
    free(room->weights);
    free(room->wide);
    free(room->ordered);
    free(room->data);
}

static bool room_make(const tool_stft *stft, stft_room *room)
{
    size_t scalar = fftc_precision_bytes(stft->fft.precision);
    uint64_t most = ((uint64_t)1 << 20) / stft->length;
    room->batch = most < 1 ? 1 : most < stft->frames ? most : stft->frames;
    room->weights = calloc(stft->length, sizeof(double));
    room->wide = calloc(stft->length, 2 * sizeof(double));
    room->ordered = calloc(stft->length, 2 * sizeof(double));
    room->data = calloc(room->batch * stft->length, 2 * scalar);
    if (room->weights == NULL || room->wide == NULL || room->ordered == NULL ||
        room->data == NULL) {
        return false;
    }
    for (uint64_t i = 0; i < stft->length; ++i) {
        room->weights[i] = tool_stft_weight(stft, i);
    }
    return true;
}

static void frame_load(const tool_stft *stft, stft_room *room, uint64_t frame, void *to)
{
    const tool_signal *signal = stft->signal;
    uint64_t first = stft->offset + frame * stft->hop;
    for (uint64_t i = 0; i < stft->length; ++i) {
        bool inside = first + i < signal->count;
        const double *in = signal->samples + 2 * (first + i);
        room->wide[2 * i] = inside ? in[0] * room->weights[i] : 0.0;
        room->wide[2 * i + 1] = inside ? in[1] * room->weights[i] : 0.0;
    }
    tool_scalars_from_double(stft->fft.precision, room->wide, to, 2 * stft->length);
}

/* False: the spectrum is not finite. */
static bool frame_order(const tool_stft *stft, stft_room *room, const void *from)
{
    tool_scalars_to_double(stft->fft.precision, from, room->wide, 2 * stft->length);
    for (uint64_t i = 0; i < 2 * stft->length; ++i) {
        if (!(fabs(room->wide[i]) <= DBL_MAX / 2)) {
            return false;
        }
    }
    for (uint64_t slot = 0; slot < stft->length; ++slot) {
        uint32_t f =
            fftc_get_dft_index((uint32_t)slot, stft->fft.elements_log2, stft->fft.workgroup_log2);
        memcpy(room->ordered + 2 * (uint64_t)f, room->wide + 2 * slot, 2 * sizeof(double));
    }
    return true;
}

static fftc_status run_batches(const tool_stft *stft, stft_room *room, tool_stft_take take,
                               void *user, fftc_error *error)
{
    size_t frame_bytes = (size_t)stft->length * 2 * fftc_precision_bytes(stft->fft.precision);
    fftc_workgroup_fft fft = stft->fft;
    for (uint64_t done = 0; done < stft->frames; done += fft.batch) {
        uint64_t left = stft->frames - done;
        uint32_t lanes;
        fft.batch = left < room->batch ? left : room->batch;
        for (uint64_t i = 0; i < fft.batch; ++i) {
            frame_load(stft, room, done + i, room->data + i * frame_bytes);
        }
        fftc_status status = tool_simd_run(&fft, room->data, NULL, &lanes, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        for (uint64_t i = 0; i < fft.batch; ++i) {
            if (!frame_order(stft, room, room->data + i * frame_bytes)) {
                return tool_fail(error, FFTC_TOO_LARGE,
                                 "the spectrum from point %llu on is beyond the range of %s: scale "
                                 "the recording down",
                                 (unsigned long long)(stft->offset + (done + i) * stft->hop),
                                 tool_precision_names[stft->fft.precision]);
            }
            if (!take(user, done + i, room->ordered)) {
                return tool_fail(error, FFTC_INVALID_ARGUMENT, "stopped");
            }
        }
    }
    return FFTC_SUCCESS;
}

fftc_status tool_stft_run(const tool_stft *stft, tool_stft_take take, void *user, fftc_error *error)
{
    stft_room room = {.batch = 0};
    fftc_status status = room_make(stft, &room) ? run_batches(stft, &room, take, user, error)
                                                : tool_fail(error, FFTC_OUT_OF_MEMORY,
                                                            "no memory for windows of %llu points",
                                                            (unsigned long long)stft->length);
    room_free(&room);
    return status;
}
