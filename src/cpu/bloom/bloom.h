/* SPDX-License-Identifier: MIT
 *
 * Bloom on the CPU (fftcore/bloom.h), inside: a convolution (fftcore/convolution.h) of one plane of
 * floats for each channel.
 *
 *   create.c     making and destroying a plan
 *   kernel.c     the taps of each channel, divided by their power
 *   resample.c   the taps that a resampled kernel comes to
 *   tiles.c      how large the tiles are
 *   pixels.c     from the picture's pixels to planes, and back
 *   execute.c    carrying a plan out
 */
#ifndef FFTC_CPU_BLOOM_H
#define FFTC_CPU_BLOOM_H

#include "cpu/parallel.h"
#include "cpu/plan/staging.h"
#include "describe/bloom_request.h"
#include "support/error.h"

/* An axis of the plane that a tile of a channel is copied to: the tile's pixels and, unless it has
 * the whole axis with zeros beyond it, as many around it as sums meet. Panels of columns are read
 * from there without another copy. */
typedef struct fftc_bloom_axis {
    uint32_t picture;
    uint32_t tile; /* pixels of a tile; the last one may have fewer */
    uint32_t tiles;
    uint32_t before; /* numbers of the plane before the tile's own */
    uint32_t all;
} fftc_bloom_axis;

struct fftc_bloom {
    fftc_bloom_request request;
    fftc_bloom_axis rows;
    fftc_bloom_axis columns;
    fftc_convolution *convolution; /* of a tile of a channel */
    fftc_allocator allocator;
    fftc_staging staging;
    fftc_crew crew;
    int threads;
    int reproducible;
    bool inside;           /* threads work inside each tile, else each has tiles of its own */
    size_t spectrum_bytes; /* of one channel */
    size_t plane;          /* numbers of a tile of a channel, or of its result */
    size_t copy_bytes;     /* of a picture whose tiles are replaced while others read it */
};

/* The spectra's first bytes, which those of the convolutions follow. */
typedef struct fftc_bloom_head {
    double power[FFTC_BLOOM_CHANNELS_MAX];
    double sum[FFTC_BLOOM_CHANNELS_MAX]; /* of the taps, as they were prepared */
    uint64_t spectra;                    /* how many */
    uint64_t unused[7];                  /* to whole cache lines */
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

static inline size_t fftc_bloom_tiles(const fftc_bloom *plan)
{
    return (size_t)plan->rows.tiles * plan->columns.tiles;
}

/* A tile's working memory: a plane for each channel, and one before them. The result of a channel
 * takes the plane before its own. */
static inline size_t fftc_bloom_tile_bytes(const fftc_bloom *plan)
{
    return (plan->request.what.channels + 1) * plan->plane * sizeof(float);
}

/* Pixels: the user's, or a copy of planes of floats, from which `beyond` has been taken. */
typedef struct fftc_bloom_pixels {
    fftc_bloom_layout layout;
    fftc_precision precision;
    char *data;
    float beyond[FFTC_BLOOM_CHANNELS_MAX];
} fftc_bloom_pixels;

static inline char *fftc_bloom_pixel(const fftc_bloom_pixels *pixels, size_t y, size_t x)
{
    return pixels->data + (y * pixels->layout.row + x * pixels->layout.pixel) *
                              fftc_precision_bytes(pixels->precision);
}

/* tiles.c: chooses how many tiles the picture has along each axis. */
void fftc_bloom_choose_tiles(fftc_bloom *plan);
/* pixels.c: `count` neighbouring pixels to a plane for each channel, `apart` numbers apart, tamed
 * and less what is beyond the picture; and pixels of the result from the planes of the convolution,
 * and from the picture's pixels where the frame has a part of them. */
void fftc_bloom_take(const fftc_bloom *plan, const fftc_bloom_pixels *from, size_t y, size_t x,
                     size_t count, float *planes, size_t apart);
void fftc_bloom_give(const fftc_bloom *plan, const fftc_bloom_factors *factors,
                     const fftc_bloom_pixels *picture, const float *results,
                     const fftc_bloom_pixels *to, size_t y, size_t x, size_t count);
/* resample.c: where a tap is if their centre is in the first place, as a resampled kernel's. */
size_t fftc_bloom_centred(const fftc_bloom_description *d, size_t tap);
/* From the kernel's taps to one for each point of the convolution.
 * FFTC_OUT_OF_MEMORY. */
fftc_status fftc_bloom_resample(const fftc_bloom *plan, const double *taps, float *resampled,
                                fftc_error *error);

#endif
