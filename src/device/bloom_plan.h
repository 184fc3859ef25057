/* SPDX-License-Identifier: MIT
 *
 * A bloom (fftcore/bloom.h) as three dispatches: those of the convolution of all its channels
 * (convolution_plan.h), of which the first loads pixels, and the last one stores them
 * (include/fftcore/kernel/bloom_edge.h).
 *
 * With a resampled kernel `prepare` is the real transform of its planes, once for all of them, and
 * the product samples that spectrum (kernel/resample_line.h). Then the spectrum has nothing of the
 * picture's size, not even a scale, which is the product's.
 */
#ifndef FFTC_DEVICE_BLOOM_PLAN_H
#define FFTC_DEVICE_BLOOM_PLAN_H

#include "describe/bloom_request.h"
#include "device/convolution_plan.h"

/* What stands at the edges, pictures or else buffers; and between the dispatches, complex numbers
 * of halves or else of floats.
 *
 * Halves. A pair of real lines x, x' whose numbers are at most 65504 + b, b what is subtracted of
 * them, has complex ones of at most sqrt(2) (65504 + b), and their transform of P points at most P
 * times as much. The first pass multiplies it by 2^-k / P, k so that this is at most 65504. The
 * second axis is a convolution with taps whose magnitudes add up to at most 1 (fftc_bloom_light),
 * so it makes nothing greater. What the first pass has taken away comes back in the spectrum, P,
 * and in word 1, 2^k. */
typedef struct fftc_bloom_edges {
    bool src_picture;
    bool dst_picture;
    bool half_scratch;
} fftc_bloom_edges;

/* What the dispatches of a frame cost, in passes over a point: the first axis twice, over as many
 * lines as the picture has, and the second one over whole periods of the first. Rows first cost
 * more than that, as measured. */
FFTC_API double fftc_bloom_cost(const fftc_convolution_passes *passes);

/* The convolution of all channels, as planes of packed rows; columns are its first axis, or
 * rows. */
FFTC_API fftc_convolution_description fftc_bloom_convolution(const fftc_bloom_request *request,
                                                             bool rows_first);

/* k of above; 0 with floats. */
FFTC_API int fftc_bloom_exponent(const fftc_bloom_description *description,
                                 const fftc_bloom_edges *edges);

/* The words of a recording, as kernel/bloom_edge.h reads them. `light` is that of the taps.
 * FFTC_INVALID_ARGUMENT: the frame as fftc_bloom_check_frame has it, or word 1 is beyond the range
 * of a float. */
FFTC_API fftc_status fftc_bloom_set_words(const fftc_bloom_description *description,
                                          const fftc_bloom_edges *edges,
                                          const fftc_bloom_frame *frame,
                                          const fftc_bloom_light *light,
                                          uint32_t word[FFTC_USER_WORDS_MAX], fftc_error *error);

/* `prepare` makes one spectrum, or those of all planes of a resampled kernel. FFTC_UNSUPPORTED
 * where an axis does not fit a workgroup, or has one point; otherwise as
 * fftc_convolution_passes_make. Of the limits, load and store must be set. */
FFTC_API fftc_status fftc_bloom_passes_make(const fftc_bloom_request *request,
                                            const fftc_bloom_edges *edges, fftc_bloom_order order,
                                            const fftc_pass_limits *limits,
                                            fftc_convolution_passes *passes, fftc_error *error);

#endif
