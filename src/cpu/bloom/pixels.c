/* SPDX-License-Identifier: MIT
 *
 * Pixels of the user's, in so many at a time that they stay in a cache, to a plane of floats for
 * each channel, and back.
 */
#include <math.h>
#include <string.h>

#include "cpu/bloom/bloom.h"
#include "cpu/minimum.h"
#include "support/half.h"

#define GREATEST_HALF 65504.0F
#define PIECE 256u

static const fftc_storage floats = {FFTC_FLOAT32, false, true};

/* Copies `count` pixels, each channel `apart` floats after the one before, or back. Packed pixels
 * of halves become such of floats first, since neighbours are converted together. */
static void copy(const fftc_bloom *plan, const fftc_bloom_pixels *pixels, char *at, float *planes,
                 size_t apart, size_t count, bool in)
{
    const size_t channels = plan->request.what.channels;
    const fftc_storage storage = {pixels->precision, false, true};
    fftc_region array = {storage, at, NULL, (size_t)pixels->layout.pixel,
                         (size_t)pixels->layout.channel};
    const fftc_region stage = {floats, (char *)planes, NULL, 1, apart};
    float packed[PIECE * FFTC_BLOOM_CHANNELS_MAX];
    if (pixels->precision == FFTC_FLOAT32 || array.pitch != 1 || array.step != channels) {
        fftc_staging_copy(&plan->staging, array, stage, count, channels, in);
        return;
    }
    const fftc_region middle = {floats, (char *)packed, NULL, channels, 1};
    const fftc_region line = {floats, (char *)packed, NULL, 1, 1};
    array.step = 1;
    if (in) {
        fftc_staging_copy(&plan->staging, array, line, count * channels, 1, true);
    }
    fftc_staging_copy(&plan->staging, middle, stage, count, channels, in);
    if (!in) {
        fftc_staging_copy(&plan->staging, array, line, count * channels, 1, false);
    }
}

/* Infinities and NaNs do not spread. Most pieces have none. */
static void tame(float *x, size_t count)
{
    const uint32_t infinite = 0x7f800000;
    uint32_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        found |= (fftc_bits_of_float(x[i]) & infinite) == infinite ? 1 : 0;
    }
    for (size_t i = 0; i < count && found != 0; ++i) {
        x[i] = isnan(x[i]) ? 0.0F : isinf(x[i]) ? copysignf(GREATEST_HALF, x[i]) : x[i];
    }
}

void fftc_bloom_take(const fftc_bloom *plan, const fftc_bloom_pixels *from, size_t y, size_t x,
                     size_t count, float *planes, size_t apart)
{
    const fftc_bloom_description *d = &plan->request.what;
    for (size_t i = 0; i < count; i += PIECE) {
        const size_t piece = fftc_minimum(PIECE, count - i);
        copy(plan, from, fftc_bloom_pixel(from, y, x + i), planes + i, apart, piece, true);
        for (uint32_t c = 0; c < d->channels; ++c) {
            float *to = planes + c * apart + i;
            if (d->keep_infinities == 0) {
                tame(to, piece);
            }
            for (size_t k = 0; k < piece && from->beyond[c] != 0.0F; ++k) {
                to[k] -= from->beyond[c];
            }
        }
    }
}

/* Of picture and convolution what has no part in the result is not looked at, so that with
 * sharpening 1 the picture comes back as it was. */
static void mix(const fftc_bloom_factors *f, uint32_t c, const float *picture, const float *sums,
                size_t count, float *to)
{
    if (f->picture == 0.0F) {
        for (size_t i = 0; i < count; ++i) {
            to[i] = f->sum * sums[i] + f->added[c];
        }
    } else if (f->sum == 0.0F) {
        for (size_t i = 0; i < count; ++i) {
            to[i] = f->picture * (picture[i] + f->beyond[c]);
        }
    } else {
        for (size_t i = 0; i < count; ++i) {
            to[i] = f->picture * (picture[i] + f->beyond[c]) + (f->sum * sums[i] + f->added[c]);
        }
    }
}

void fftc_bloom_give(const fftc_bloom *plan, const fftc_bloom_factors *f,
                     const fftc_bloom_pixels *picture, const float *results,
                     const fftc_bloom_pixels *to, size_t y, size_t x, size_t count)
{
    float own[FFTC_BLOOM_CHANNELS_MAX][PIECE];
    float mixed[FFTC_BLOOM_CHANNELS_MAX][PIECE];
    for (size_t i = 0; i < count; i += PIECE) {
        const size_t piece = fftc_minimum(PIECE, count - i);
        if (f->picture != 0.0F) {
            fftc_bloom_take(plan, picture, y, x + i, piece, own[0], PIECE);
        }
        for (uint32_t c = 0; c < plan->request.what.channels; ++c) {
            mix(f, c, own[c], results + c * plan->plane + i, piece, mixed[c]);
        }
        copy(plan, to, fftc_bloom_pixel(to, y, x + i), mixed[0], PIECE, piece, false);
    }
}
