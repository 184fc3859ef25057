/* SPDX-License-Identifier: MIT
 *
 * Bloom of pictures on Vulkan devices. Part of fftcore/vulkan.h.
 */
#ifndef FFTCORE_VULKAN_BLOOM_H
#define FFTCORE_VULKAN_BLOOM_H

#include <vulkan/vulkan_core.h>

#include "fftcore/bloom.h"
#include "fftcore/vulkan/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A bloom described as for the CPU (fftcore/bloom.h), recorded into command buffers of your own,
 * from an image to an image, or from and to buffers:
 *
 *     fftc_bloom_description what;
 *     fftc_bloom_describe(1280, 720, 3, 256, 256, &what);
 *     what.padding = FFTC_PAD_MIRROR;
 *     const fftc_vulkan_bloom_options options = {.src = FFTC_VULKAN_BLOOM_HALF,
 *                                                .dst = FFTC_VULKAN_BLOOM_HALF};
 *     fftc_vulkan_bloom_create(context, &what, &options, &plan, &error);
 *     fftc_bloom_taps(&what, NULL, kernel, taps, &light, &error);        on the CPU, once a kernel
 *     ... copy the taps to a buffer ...
 *     fftc_vulkan_bloom_prepare(plan, commands, &arrays, &error);        once for each kernel
 *     ... a barrier from shader writes to shader reads and, for the scratch, writes ...
 *     fftc_vulkan_bloom_record(plan, commands, &arrays, &frame, &error); for each frame
 *
 * A frame is three dispatches: the first axis there, from pixels to scratch; the second axis there,
 * the product and the way back; the first axis back, from scratch to pixels. All channels of a
 * pixel are loaded at once, and stored at once. Padding is an index, and never stored; lines that
 * lie wholly in the padding are not transformed. Arithmetic is of float, and so is the scratch, or
 * with options.scratch FFTC_FLOAT16 it has half as many bytes.
 *
 * Resampled kernels. The spectrum is the kernel's own, of k rows and l / 2 + 1 columns of complex
 * floats for k x l taps, and the second dispatch samples it. So one that has been prepared serves
 * the frames of every plan on the device whose kernel has as many taps, and planes of
 * fftc_bloom_taps, whatever the picture's size and channels, the filter and the edges. What copies
 * of the taps reach is met around the corner of the padded picture (fftcore/bloom.h): along both
 * axes it is padded at least as far as the kernel reaches, and has zeros up to the length that the
 * plan takes; along the axis that is transformed first it is met with its sign changed, if that is
 * a right-angle convolution, as it is unless another way costs less.
 *
 * Scratch of halves. Numbers are scaled between the dispatches so that no picture of halves and no
 * kernel overflows: a number beyond 65504 counts as 65504, as an infinity does; with
 * keep_infinities it stays, and where a number between the dispatches overflows, the results of its
 * line are infinities or NaNs. With s the sum of the magnitudes of a channel's taps, divided by
 * their power (1 for a kernel without negative taps that FFTC_BLOOM_CHANNEL divides), of the
 * channel that has the greatest, m the root of the sum of the squares of a channel with its
 * padding, divided by the picture's pixels, and P the points of the longer padded axis, the root
 * mean square of that channel's error is at most s (2^-10 m + 2^-21 sqrt(P)), times (1 -
 * sharpening) 2^exposure: each of two roundings adds 2^-11 of what it rounds, and 2^-25 where that
 * is less than the least normal half; none of the transforms makes it more. It is a tenth of that
 * as a rule.
 *
 * Images. The source is a view of one mip level with VK_IMAGE_USAGE_SAMPLED_BIT of a format whose
 * texels are floats in a shader, of any number of channels: R8G8B8A8_UNORM, R8G8B8A8_SRGB (whose
 * view decodes it), R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT, ... The destination is a view with
 * VK_IMAGE_USAGE_STORAGE_BIT of the format that options.dst names. Vulkan does not store to views
 * of sRGB. So FFTC_VULKAN_BLOOM_SRGB takes a view of R8G8B8A8_UNORM, of an image of that format or
 * of one of R8G8B8A8_SRGB with VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT, and codes the numbers itself.
 * Where the picture has fewer channels than four, the others of the destination are 0, alpha is 1.
 * Images have at least width x height texels; the others stay as they are.
 *
 * Buffers hold numbers of the description's precision in its layouts; halves take whole words, one
 * number more where there is an odd one. Images take no notice of either.
 *
 * fftc_vulkan_bloom_emit (fftcore/vulkan/emit.h) writes a bloom for programs without this library.
 *
 * Limits: every axis, padded, fits a workgroup (8192 points as a rule), and is more than one pixel
 * with one tap. A buffer has at most 2^31 numbers. Of a resampled kernel a line of taps fits shared
 * memory, with eight bytes for each. */
typedef enum fftc_vulkan_bloom_storage {
    FFTC_VULKAN_BLOOM_BUFFER = 0,
    FFTC_VULKAN_BLOOM_UNORM, /* R8G8B8A8_UNORM; the four images are alike as sources */
    FFTC_VULKAN_BLOOM_SRGB,  /* R8G8B8A8_SRGB, stored through a view of R8G8B8A8_UNORM */
    FFTC_VULKAN_BLOOM_HALF,  /* R16G16B16A16_SFLOAT */
    FFTC_VULKAN_BLOOM_FLOAT  /* R32G32B32A32_SFLOAT */
} fftc_vulkan_bloom_storage;

/* A zeroed structure is valid, and NULL means a zeroed one: buffers. */
typedef struct fftc_vulkan_bloom_options {
    fftc_vulkan_bloom_storage src;
    fftc_vulkan_bloom_storage dst;
    fftc_bloom_order order;
    fftc_precision scratch; /* FFTC_FLOAT32 or FFTC_FLOAT16: see above */
    bool exact;             /* these three as in fftc_vulkan_plan_options */
    VkPipelineCache cache;
    uint32_t recordings;
} fftc_vulkan_bloom_options;

typedef struct fftc_vulkan_bloom fftc_vulkan_bloom;

/* Plans. On failure *plan is NULL.
 *
 * Statuses: for the description those of fftc_bloom_create; FFTC_INVALID_ARGUMENT also if `context`
 * is NULL or an option out of its range; FFTC_UNSUPPORTED also beyond the limits above, or with
 * scratch of halves if `beyond` has more than 65504; for everything else those of
 * fftc_vulkan_plan_create. */
FFTC_API fftc_status fftc_vulkan_bloom_create(fftc_vulkan *context,
                                              const fftc_bloom_description *description,
                                              const fftc_vulkan_bloom_options *options,
                                              fftc_vulkan_bloom **plan, fftc_error *error);
/* NULL is allowed. */
FFTC_API void fftc_vulkan_bloom_destroy(fftc_vulkan_bloom *plan);

/* Bytes of each buffer: 0 of a side that is an image. FFTC_VULKAN_KERNEL are the taps, as
 * fftc_bloom_taps_bytes has them. Both recordings can use the same scratch. */
FFTC_API uint64_t fftc_vulkan_bloom_bytes(const fftc_vulkan_bloom *plan, fftc_vulkan_side side);

typedef struct fftc_vulkan_bloom_arrays {
    fftc_vulkan_span src; /* may be dst if both have the same layout */
    fftc_vulkan_span dst;
    VkImageView src_image;
    /* When the commands are carried out: VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL or another in
     * which shaders read. */
    VkImageLayout src_layout;
    VkImageView dst_image;     /* in VK_IMAGE_LAYOUT_GENERAL; may be of the same image as src_image,
                                which is in that layout, too, then */
    fftc_vulkan_span kernel;   /* taps; read by fftc_vulkan_bloom_prepare only */
    fftc_vulkan_span spectrum; /* starts at a multiple of minStorageBufferOffsetAlignment */
    fftc_vulkan_span scratch;
    fftc_bloom_light light; /* of the taps */
} fftc_vulkan_bloom_arrays;

/* Appends dispatches to a command buffer that is being recorded, as fftc_vulkan_plan_record does,
 * with the same barriers, statuses and rules for threads: accesses are in
 * VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, and none comes before the first dispatch or after the last.
 * _prepare reads the taps, and writes the spectrum and the scratch; it may be done on another
 * queue, or for several kernels with a spectrum for each, or by another plan if the kernel is
 * resampled. _record reads src and the spectrum, and
 * writes dst and the scratch; a buffer of halves it accesses by atomic operations, which count as
 * writes of src, too, though nothing in it changes. `frame` NULL means zeros. FFTC_INVALID_ARGUMENT
 * also if a number of the frame is out of its range, 2^(exposure + light.exponent) is beyond a
 * float's, or an image is given for a side of buffers, or none for the other kind. */
FFTC_API fftc_status fftc_vulkan_bloom_prepare(const fftc_vulkan_bloom *plan,
                                               VkCommandBuffer commands,
                                               const fftc_vulkan_bloom_arrays *arrays,
                                               fftc_error *error);
FFTC_API fftc_status fftc_vulkan_bloom_record(const fftc_vulkan_bloom *plan,
                                              VkCommandBuffer commands,
                                              const fftc_vulkan_bloom_arrays *arrays,
                                              const fftc_bloom_frame *frame, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
