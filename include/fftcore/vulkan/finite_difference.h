/* SPDX-License-Identifier: MIT
 *
 * The heat and the wave equation by finite differences on Vulkan devices, recorded into command
 * buffers of yours or carried out at once. Include it beside fftcore/vulkan.h.
 */
#ifndef FFTCORE_VULKAN_FINITE_DIFFERENCE_H
#define FFTCORE_VULKAN_FINITE_DIFFERENCE_H

#include "fftcore/finite_difference.h"
#include "fftcore/vulkan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Steps described as for the CPU (fftcore/finite_difference.h), with the same bits:
 *
 *     fftc_difference heat = {.length = {512, 512}, .coefficient = 1.0, .time_step = 0.25};
 *     fftc_vulkan_difference *plan;
 *     fftc_vulkan_difference_create(context, &heat, NULL, &plan, &error);
 *     fftc_vulkan_span arrays[2] = {{.buffer = a}, {.buffer = b}};
 *     fftc_vulkan_difference_record(plan, commands, 100, arrays, NULL, &error);
 *
 * A step is one dispatch without shared memory (kernel/difference_array.h). Double precision needs
 * shaderFloat64. An array has up to 2^31 points and fits one descriptor
 * (fftc_vulkan_device.buffer_bytes_max). */
typedef struct fftc_vulkan_difference fftc_vulkan_difference;

/* A zeroed structure is valid, and NULL means a zeroed one. */
typedef struct fftc_vulkan_difference_options {
    fftc_difference_blocks blocks;
    bool medium;           /* executions and recordings have one; without it they must not */
    VkPipelineCache cache; /* as in fftc_vulkan_plan_options */
    /* As in fftc_vulkan_plan_options; sets are taken on devices without push descriptors,
     * by recordings. */
    uint32_t recordings;
} fftc_vulkan_difference_options;

/* Plans steps; a plan has some 200 bytes of the device's memory. On failure *plan is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `context`, `difference` or `plan` is NULL; the description is one that
 * fftc_difference_plan_create refuses in this way; or an option is out of its range.
 * FFTC_UNSUPPORTED: what that refuses in this way; doubles on a device without shaderFloat64;
 * more invocations than it has; or a shader must be compiled, and this library was built without a
 * compiler. FFTC_TOO_LARGE: more than 2^31 points, or more bytes
 * than a descriptor reaches. FFTC_OUT_OF_MEMORY. FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_vulkan_difference_create(fftc_vulkan *context,
                                                   const fftc_difference *difference,
                                                   const fftc_vulkan_difference_options *options,
                                                   fftc_vulkan_difference **plan,
                                                   fftc_error *error);
/* Nothing that was recorded may still be carried out. NULL is allowed. */
FFTC_API void fftc_vulkan_difference_destroy(fftc_vulkan_difference *plan);

/* Appends `steps` time steps to a command buffer that is being recorded, outside of a render pass,
 * for the context's queue family. Arrays and medium are those of fftc_difference_execute: the two
 * spans change places with every step, so that arrays[0] is the newest state after the recording
 * was carried out, and what the next recording begins with. Binds a compute pipeline, push
 * constants and descriptor set 0: bind yours anew after it. Barriers are those of
 * fftc_vulkan_plan_record: between its own dispatches, none before the first or after the last;
 * accesses are reads and writes of both arrays, and reads of the medium, by compute shaders.
 * Offsets are multiples of minStorageBufferOffsetAlignment; addresses are not taken. Any number of
 * recordings of one plan may be carried out at the same time on different arrays.
 *
 * FFTC_INVALID_ARGUMENT: `plan`, `commands` or `arrays` is NULL; a medium that the plan was not
 * made for, or none where it was; or a buffer is missing, too small, not aligned, or without the
 * usage that it needs; or two of them overlap. FFTC_OUT_OF_MEMORY and FFTC_DEVICE_FAILED, where
 * descriptor sets are taken. On failure nothing is recorded. */
FFTC_API fftc_status fftc_vulkan_difference_record(const fftc_vulkan_difference *plan,
                                                   VkCommandBuffer commands, uint32_t steps,
                                                   fftc_vulkan_span arrays[2],
                                                   const fftc_vulkan_span *medium,
                                                   fftc_error *error);

/* Goes `steps` time steps on with arrays of the host's, as fftc_difference_execute does: copies
 * them to the device, carries the steps out on the context's queue, waits, and copies the results
 * back. Its device memory is allocated for the call. Where steps follow each other, recordings on
 * buffers of yours save the copies. On failure the arrays are as they were.
 *
 * FFTC_INVALID_ARGUMENT: as fftc_difference_execute, and a medium as above. FFTC_OUT_OF_MEMORY.
 * FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_vulkan_difference_execute(const fftc_vulkan_difference *plan,
                                                    uint64_t steps, void *arrays[2],
                                                    const void *medium, fftc_error *error);

/* Emits two time steps, as fftc_vulkan_plan_emit does the dispatches of a transform
 * (docs/emitted-plans.md): "points" has the newest state before and after, "previous" the one
 * before, which of heat need not be there at first; and "medium", with options.medium. Carry them
 * out as often as you like. `device` may be NULL, which means the least that Vulkan 1.1 promises.
 * `cache` and `recordings` of the options are not looked at. On failure *emitted is zeroed.
 * Thread-safe.
 *
 * FFTC_INVALID_ARGUMENT: as fftc_vulkan_difference_create says; `emitted` is NULL; or a limit of
 * the device is 0. Other statuses are those of fftc_vulkan_difference_create. */
FFTC_API fftc_status fftc_vulkan_difference_emit(const fftc_difference *difference,
                                                 const fftc_vulkan_device *device,
                                                 const fftc_vulkan_difference_options *options,
                                                 fftc_emitted_plan *emitted, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
