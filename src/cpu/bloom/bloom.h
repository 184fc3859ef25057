/* SPDX-License-Identifier: MIT
 *
 * Bloom on the CPU (fftcore/bloom.h), inside: a convolution (fftcore/convolution.h) of one plane of
 * floats for each channel.
 *
 *   create.c     making and destroying a plan
 *   kernel.c     the taps of each channel, divided by their power
 *   resample.c   the taps that a resampled kernel comes to
 *   pixels.c     from the picture's pixels to planes, and back
 *   execute.c    carrying a plan out
 */
#ifndef FFTC_CPU_BLOOM_H
#define FFTC_CPU_BLOOM_H

#include "cpu/parallel.h"
#include "cpu/plan/staging.h"
#include "describe/bloom_request.h"
#include "support/error.h"

/* An axis of the plane that a channel is copied to: the picture and, unless zeros are beyond it, as
 * much of its padding as sums meet. Panels of columns are read from there without another copy. */
typedef struct fftc_bloom_axis {
    uint32_t picture;
    uint32_t before; /* numbers of padding before the picture */
    uint32_t all;
} fftc_bloom_axis;

struct fftc_bloom {
    fftc_bloom_request request;
    fftc_bloom_axis rows;
    fftc_bloom_axis columns;
    fftc_convolution *convolution;
    fftc_allocator allocator;
    fftc_staging staging;
    fftc_crew crew;
    int threads;
    size_t spectrum_bytes; /* of one channel */
    size_t plane_bytes;    /* of a channel with its padding */
    size_t result_bytes;   /* of a channel */
};

/* The spectra's first bytes, which those of the convolutions follow. */
typedef struct fftc_bloom_head {
    double power[FFTC_BLOOM_CHANNELS_MAX];
    double sum[FFTC_BLOOM_CHANNELS_MAX]; /* of the taps, as they were prepared */
} fftc_bloom_head;

static inline size_t fftc_bloom_lines(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Where the spectrum of a channel is. */
static inline size_t fftc_bloom_offset(const fftc_bloom *plan, uint32_t channel)
{
    size_t number = plan->request.spectra == 1 ? 0 : channel;
    return sizeof(fftc_bloom_head) + number * plan->spectrum_bytes;
}

/* pixels.c: a row of the picture to the planes, of which the first one's row is given, tamed and
 * less what is beyond the picture; and the row of the result from the planes of picture and
 * convolution. */
void fftc_bloom_take(const fftc_bloom *plan, const char *pixels, const float *beyond,
                     float *planes);
void fftc_bloom_give(const fftc_bloom *plan, const fftc_bloom_factors *factors, const float *planes,
                     const float *results, char *pixels);
/* resample.c: where a tap is if their centre is in the first place, as a resampled kernel's. */
size_t fftc_bloom_centred(const fftc_bloom_description *d, size_t tap);
/* From the kernel's taps to one for each point of the convolution.
 * FFTC_OUT_OF_MEMORY. */
fftc_status fftc_bloom_resample(const fftc_bloom *plan, const double *taps, float *resampled,
                                fftc_error *error);

#endif
