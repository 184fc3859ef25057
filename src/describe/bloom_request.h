/* SPDX-License-Identifier: MIT
 *
 * The description of a bloom (fftcore/bloom.h), checked, and the convolution of each channel that
 * it comes to.
 */
#ifndef FFTC_DESCRIBE_BLOOM_REQUEST_H
#define FFTC_DESCRIBE_BLOOM_REQUEST_H

#include "fftcore/bloom.h"

typedef struct fftc_bloom_request {
    fftc_bloom_description what; /* with all distances */
    size_t src_bytes;
    size_t dst_bytes;
    size_t kernel_bytes;
    size_t spectra; /* different ones */
    /* Planes of packed rows of floats: rows, then columns; as if with the kernel's own taps. */
    fftc_convolution_description channel;
    uint64_t padded[2]; /* what the picture of a resampled kernel has with padding, on the CPU */
} fftc_bloom_request;

FFTC_API fftc_status fftc_bloom_read(const fftc_bloom_description *description,
                                     fftc_bloom_request *request, fftc_error *error);

/* FFTC_INVALID_ARGUMENT. */
FFTC_API fftc_status fftc_bloom_check_frame(const fftc_bloom_frame *frame, fftc_error *error);

/* How a frame's result is made: picture x + (sum y + added), with y the convolution of x less what
 * is beyond the picture, which sums to added. */
typedef struct fftc_bloom_factors {
    float picture;
    float sum;
    float beyond[FFTC_BLOOM_CHANNELS_MAX];
    float added[FFTC_BLOOM_CHANNELS_MAX];
} fftc_bloom_factors;

/* `sum`: of the taps of each channel. */
FFTC_API fftc_bloom_factors fftc_bloom_factors_of(const fftc_bloom_description *d,
                                                  const fftc_bloom_frame *frame,
                                                  const double sum[FFTC_BLOOM_CHANNELS_MAX]);

#endif
