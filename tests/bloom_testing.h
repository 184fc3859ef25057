/* SPDX-License-Identifier: MIT
 *
 * What the tests of blooms share: cases with their data, and pictures continued beyond their edges.
 */
#ifndef FFTC_BLOOM_TESTING_H
#define FFTC_BLOOM_TESTING_H

#include "fftcore/bloom.h"
#include "testing.h"

/* A description with its arrays, the size that it asks for to the byte. */
typedef struct bloom_case {
    fftc_bloom_description d; /* with all distances */
    testing_buffer src;
    testing_buffer dst;
    testing_buffer kernel;
} bloom_case;

/* Draws a description for devices, of axes and kernels of 1 to `most` pixels, but not one pixel
 * with one tap. `powers` is FFTC_BLOOM_AS_IS, for kernels that are divided by their power, or one
 * more, for all. */
fftc_bloom_description bloom_draw(testing_random *random, uint32_t most, uint32_t powers);

/* Fills in the distances of packed arrays, and draws the picture, 0 to 1 with some brighter pixels,
 * and a kernel that is not symmetric. */
bloom_case bloom_case_start(const fftc_bloom_description *d, testing_random *random);
void bloom_case_end(bloom_case *c);
const char *bloom_describe(const fftc_bloom_description *d);

/* Plans, prepares and executes, in guarded memory. */
void bloom_execute(bloom_case *c, const fftc_bloom_frame *frame, int threads);

/* A number of an array; the kernel's channel number 3 of 3 is their luminance. */
double bloom_get(const bloom_case *c, const testing_buffer *array, const fftc_bloom_layout *layout,
                 uint32_t y, uint32_t x, uint32_t channel);
double bloom_tap(const bloom_case *c, uint32_t y, uint32_t x, uint32_t channel);

/* The place within an axis of `length` that is taken at any place, found step by step; -1: none. */
int64_t bloom_place(fftc_padding padding, int64_t at, int64_t length);
/* The picture there, or what is beyond it. */
double bloom_look(const bloom_case *c, int64_t y, int64_t x, uint32_t channel);

/* What the taps of a channel are divided by. */
double bloom_power(const bloom_case *c, uint32_t channel);

/* Compares the result with the sums themselves: all pixels if there are at most so many, else some,
 * among them the corners. */
void bloom_check_pixels(const bloom_case *c, const fftc_bloom_frame *frame, size_t most,
                        testing_random *random);

/* The frequencies at which a resampled kernel's spectrum is taken, of rows and of columns:
 * k / points, or (k - 1/4) / (points / 2), as of a right-angle convolution. */
typedef struct bloom_lattice {
    uint32_t points[2];
    bool quarter[2];
    uint32_t before[2]; /* numbers of padding before the picture, and behind it; others are 0 */
    uint32_t behind[2];
} bloom_lattice;

/* What tap k of `taps` adds to number n of `points`, in [n * taps + k]: its wave in each frequency
 * of the picture is interpolated between frequencies of the kernel, and transformed back. The
 * caller frees it. */
double *bloom_spread(fftc_bloom_resampling resampling, uint32_t taps, uint32_t centre,
                     uint32_t points, bool quarter);
/* Compares all pixels with what the resampled kernel means in space: sums of the padded picture,
 * which meets itself around the corner, with its sign changed where frequencies are between. The
 * tolerance is for the greatest pixel. */
void bloom_check_resampled(const bloom_case *c, const bloom_lattice *lattice, double tolerance);

/* The most that the root mean square of a channel's error is with scratch of halves, as
 * fftcore/vulkan/bloom.h bounds it, with the sums of the kernel's magnitudes. */
double bloom_half_bound(const bloom_case *c, const fftc_bloom_frame *frame, uint32_t channel);
/* Compares all pixels with the sums by that. */
void bloom_check_halves(const bloom_case *c, const fftc_bloom_frame *frame);

#endif
