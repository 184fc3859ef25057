/* SPDX-License-Identifier: MIT
 *
 * The two classic ways of an FFT on Vulkan devices, recorded into command buffers of yours. Include
 * it beside fftcore/vulkan.h.
 */
#ifndef FFTCORE_VULKAN_BUTTERFLY_H
#define FFTCORE_VULKAN_BUTTERFLY_H

#include "fftcore/butterfly.h"
#include "fftcore/vulkan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines described as in fftcore/butterfly.h:
 *
 *     fftc_butterfly rows = {.points_log2 = 9, .lines = 256, .technique = FFTC_TECHNIQUE_LINES};
 *     fftc_vulkan_butterfly *plan;
 *     fftc_vulkan_butterfly_create(context, &rows, NULL, &plan, &error);
 *     fftc_vulkan_butterfly_buffers buffers = {.src = {.buffer = a}, .dst = {.buffer = b}};
 *     fftc_vulkan_butterfly_record(plan, commands, &buffers, &error);
 *
 * Passes have workgroups of up to 256 invocations. Lines have one invocation for each point, as far
 * as the device goes (up to 1024); beyond that each makes several results of a pass. Roundings are
 * those of the kernels' source: the emulator's bits. */
typedef struct fftc_vulkan_butterfly fftc_vulkan_butterfly;

/* A zeroed structure is valid, and NULL means a zeroed one. */
typedef struct fftc_vulkan_butterfly_options {
    VkPipelineCache cache; /* as in fftc_vulkan_plan_options */
    /* As in fftc_vulkan_plan_options; sets are taken on devices without push descriptors, by
     * recordings. */
    uint32_t recordings;
} fftc_vulkan_butterfly_options;

/* With a table, the plan has it in the device's memory. On failure *plan is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `context`, `butterfly` or `plan` is NULL, or a member of the description
 * is out of its range. FFTC_UNSUPPORTED: doubles on a device without shaderFloat64; a line that
 * needs more shared memory than the device has, 4 complex numbers for each 2 points; or a shader
 * must be compiled, and this library was built without a compiler. FFTC_TOO_LARGE: an array of more
 * than 2^31 numbers, or an array or a table of more bytes than a descriptor reaches.
 * FFTC_OUT_OF_MEMORY. FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_vulkan_butterfly_create(fftc_vulkan *context,
                                                  const fftc_butterfly *butterfly,
                                                  const fftc_vulkan_butterfly_options *options,
                                                  fftc_vulkan_butterfly **plan, fftc_error *error);
/* Nothing that was recorded may still be carried out. NULL is allowed. */
FFTC_API void fftc_vulkan_butterfly_destroy(fftc_vulkan_butterfly *plan);

/* Bytes of src and of dst, and those of the scratch, which passes alternate with dst: 0 for lines,
 * and for a single pass. Both 0 for NULL. */
FFTC_API uint64_t fftc_vulkan_butterfly_bytes(const fftc_vulkan_butterfly *plan);
FFTC_API uint64_t fftc_vulkan_butterfly_scratch_bytes(const fftc_vulkan_butterfly *plan);

typedef struct fftc_vulkan_butterfly_buffers {
    fftc_vulkan_span src;
    fftc_vulkan_span dst;
    fftc_vulkan_span scratch; /* zeroed if none is needed */
} fftc_vulkan_butterfly_buffers;

/* Appends the transform to a command buffer that is being recorded, outside of a render pass, for
 * the context's queue family. Binds a compute pipeline, push constants and descriptor set 0: bind
 * yours anew after it. Barriers are those of fftc_vulkan_plan_record: between its own dispatches,
 * none before the first or after the last; accesses are reads of src, and reads and writes of dst
 * and scratch, by compute shaders. Offsets are multiples of minStorageBufferOffsetAlignment;
 * addresses are not taken.
 *
 * FFTC_INVALID_ARGUMENT: `plan`, `commands` or `buffers` is NULL; or a buffer is missing, too
 * small, not aligned, or without the usage that it needs; or two of them overlap.
 * FFTC_OUT_OF_MEMORY and FFTC_DEVICE_FAILED, where descriptor sets are taken. On failure nothing is
 * recorded. */
FFTC_API fftc_status fftc_vulkan_butterfly_record(const fftc_vulkan_butterfly *plan,
                                                  VkCommandBuffer commands,
                                                  const fftc_vulkan_butterfly_buffers *buffers,
                                                  fftc_error *error);

/* Emits the dispatches, as fftc_vulkan_plan_emit does those of a transform (docs/emitted-plans.md):
 * buffers "src" and "dst", "scratch" where there are several passes, and "table". `device` may be
 * NULL, which means the least that Vulkan 1.1 promises. On failure *emitted is zeroed. Thread-safe.
 *
 * FFTC_INVALID_ARGUMENT: as fftc_vulkan_butterfly_create says; `emitted` is NULL; or a limit of the
 * device is 0. Other statuses are those of fftc_vulkan_butterfly_create. */
FFTC_API fftc_status fftc_vulkan_butterfly_emit(const fftc_butterfly *butterfly,
                                                const fftc_vulkan_device *device,
                                                fftc_emitted_plan *emitted, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
