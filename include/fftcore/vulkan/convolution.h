/* SPDX-License-Identifier: MIT
 *
 * Convolution and correlation on Vulkan devices. Part of fftcore/vulkan.h.
 */
#ifndef FFTCORE_VULKAN_CONVOLUTION_H
#define FFTCORE_VULKAN_CONVOLUTION_H

#include <vulkan/vulkan_core.h>

#include "fftcore/convolution.h"
#include "fftcore/vulkan/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A convolution or correlation described as for the CPU (fftcore/convolution.h), recorded into
 * command buffers of your own:
 *
 *     fftc_convolution_description what;
 *     fftc_convolution_describe_linear(2, (uint64_t[]){1080, 1920}, (uint64_t[]){31, 31},
 *                                      FFTC_SAME, FFTC_CONVOLVE, FFTC_REAL, &what, &error);
 *     fftc_vulkan_convolution *plan;
 *     fftc_vulkan_convolution_create(context, &what, NULL, &plan, &error);
 *     fftc_vulkan_convolution_buffers buffers = {.src = {.buffer = a}, .dst = {.buffer = b},
 *                                                .kernel = {.buffer = k},
 *                                                .spectrum = {.buffer = s},
 *                                                .scratch = {.buffer = t}};
 *     fftc_vulkan_convolution_prepare(plan, commands, &buffers, &error);   once for each kernel
 *     ... a barrier from shader writes to shader reads and, for the scratch, writes ...
 *     fftc_vulkan_convolution_record(plan, commands, &buffers, &error);    as often as you like
 *
 * Everything that a description can say is offered: convolution and correlation, rank 1 to 4,
 * periods of any length, ranges, strides, batches, in and out of place; half storage, float and
 * double, complex (interleaved or split) and real. Accessors load the signal's numbers and store
 * the sums, with the description's indices; the kernel is read without one. An axis that cannot be
 * split into passes of the device's workgroups is FFTC_UNSUPPORTED.
 *
 * Sizes: a batch is not recorded in parts, as a transform's is. Where src, dst, kernel or scratch
 * is larger than one descriptor reaches (fftc_vulkan_device.buffer_bytes_max), options.addresses is
 * needed, with which an array may have up to 2^31 numbers; a device that cannot push descriptors
 * takes addresses by itself. The spectrum must be within one descriptor's reach in any case. A
 * period (of a linear convolution: numbers and taps together) is at most 2^30; a first axis in
 * blocks (see below) may have 2^31 - 2^14. Beyond that: FFTC_TOO_LARGE.
 *
 * Padding is neither stored nor read. One axis that a workgroup can hold (8192 points of float, as
 * a rule) is one dispatch, which reads src once and writes dst once; two axes are three dispatches.
 * A first axis much longer than its kernel is done in blocks of sums, each of which reads taps - 1
 * numbers more than it gives (overlap and save): a line is then one dispatch, however long it is,
 * and needs no scratch. Real signals cost half of complex ones: each goes in two halves, or as a
 * right-angle convolution of half as many complex points, whichever costs less; or, with
 * options.passes.pair_batch, two of a batch at a time. (A circular real signal with a kernel as
 * long as itself gains nothing by either, and costs as much as a complex one.) */

typedef struct fftc_vulkan_convolution fftc_vulkan_convolution;

/* Plans a convolution, as fftc_vulkan_plan_create plans a transform, with the same options.
 * FFTC_MEASURE tries other periods, blocks among them, and other schedules of the dispatches from
 * src to dst. A spectrum fits plans of the same periods: those made by estimate, or from one saved
 * line. With own_scratch one scratch serves fftc_vulkan_convolution_prepare and _record, which
 * begin with a barrier then. On failure *plan is NULL.
 *
 * Statuses: for the description those of fftc_convolution_create, FFTC_TOO_LARGE also for what is
 * beyond the sizes above; for everything else those of fftc_vulkan_plan_create. FFTC_UNSUPPORTED
 * also if there are too many passes, or too many loops in one. */
FFTC_API fftc_status fftc_vulkan_convolution_create(fftc_vulkan *context,
                                                    const fftc_convolution_description *description,
                                                    const fftc_vulkan_plan_options *options,
                                                    fftc_vulkan_convolution **plan,
                                                    fftc_error *error);
/* NULL is allowed. */
FFTC_API void fftc_vulkan_convolution_destroy(fftc_vulkan_convolution *plan);

/* As fftc_vulkan_plan_save, with the same statuses; lines of both may stand in one file. */
FFTC_API fftc_status fftc_vulkan_convolution_save(const fftc_vulkan_convolution *plan, char *text,
                                                  size_t capacity, size_t *bytes,
                                                  fftc_error *error);

/* Bytes that the recordings use of each: from the first element to the end of the last one; of
 * split sides, of each of the two arrays. Both recordings can use the same scratch, which is as
 * large as the larger need: the signals, or pairs of them, as complex numbers, where each axis
 * counts by the longest form that it has on its way; twice that if an axis of several passes, other
 * than the first, is read cyclically (indices wrap at the period); 0 for one dispatch. */
FFTC_API uint64_t fftc_vulkan_convolution_bytes(const fftc_vulkan_convolution *plan,
                                                fftc_vulkan_side side);

/* The error bound, as fftc_convolution_error_bound gives it. */
FFTC_API double fftc_vulkan_convolution_error_bound(const fftc_vulkan_convolution *plan);

typedef struct fftc_vulkan_convolution_buffers {
    fftc_vulkan_span src; /* in place: dst, or zeroed */
    fftc_vulkan_span dst;
    fftc_vulkan_span kernel;   /* read by fftc_vulkan_convolution_prepare only */
    fftc_vulkan_span spectrum; /* offset: a multiple of minStorageBufferOffsetAlignment */
    fftc_vulkan_span scratch;  /* ignored if the plan needs none; zeroed with own_scratch */
    fftc_vulkan_span src_im;   /* FFTC_SPLIT: the imaginary parts */
    fftc_vulkan_span dst_im;
    fftc_vulkan_span kernel_im;
    fftc_vulkan_extra extra[FFTC_EXTRAS_MAX]; /* of accessors */
    uint32_t word[FFTC_USER_WORDS_MAX];       /* what fftc_user_word returns to them */
} fftc_vulkan_convolution_buffers;

/* Appends the kernel's transform, from buffers->kernel to buffers->spectrum, which may be copied
 * and kept: it serves this plan, and plans made the same way for a device of the same limits with
 * the same library. src, dst and extras are ignored. For command buffers, barriers, threads and
 * statuses what fftc_vulkan_plan_record says holds for both; the spectrum is one more array that
 * must be apart from the others. */
FFTC_API fftc_status fftc_vulkan_convolution_prepare(const fftc_vulkan_convolution *plan,
                                                     VkCommandBuffer commands,
                                                     const fftc_vulkan_convolution_buffers *buffers,
                                                     fftc_error *error);

/* Appends the convolution, from buffers->src by buffers->spectrum to buffers->dst.
 * buffers->kernel is ignored. */
FFTC_API fftc_status fftc_vulkan_convolution_record(const fftc_vulkan_convolution *plan,
                                                    VkCommandBuffer commands,
                                                    const fftc_vulkan_convolution_buffers *buffers,
                                                    fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
