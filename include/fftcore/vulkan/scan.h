/* SPDX-License-Identifier: MIT
 *
 * Scans and reductions of arrays on Vulkan devices, recorded into command buffers of yours. Include
 * it beside fftcore/vulkan.h.
 */
#ifndef FFTCORE_VULKAN_SCAN_H
#define FFTCORE_VULKAN_SCAN_H

#include "fftcore/scan.h"
#include "fftcore/vulkan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A scan described as for the CPU (fftcore/scan.h), with the same bits:
 *
 *     fftc_scan_description sums = {.length = 1 << 24};
 *     fftc_vulkan_scan_options options = {.own_scratch = true};
 *     fftc_vulkan_scan *scan;
 *     fftc_vulkan_scan_create(context, &sums, &options, &scan, &error);
 *     fftc_vulkan_scan_buffers buffers = {.src = {.buffer = a}, .dst = {.buffer = b}};
 *     fftc_vulkan_scan_record(scan, commands, &buffers, &error);
 *
 * 64-bit integers need no feature of the device, doubles shaderFloat64. An array has up to 2^31
 * items, and fits one descriptor (fftc_vulkan_device.buffer_bytes_max). */
typedef struct fftc_vulkan_scan fftc_vulkan_scan;

/* A zeroed structure is valid, and NULL means a zeroed one. */
typedef struct fftc_vulkan_scan_options {
    fftc_scan_pass_options passes;
    /* The plan allocates its scratch itself, if it needs any. Its recordings then begin with a
     * barrier, and no two of them may be carried out at the same time. */
    bool own_scratch;
    VkPipelineCache cache; /* as in fftc_vulkan_plan_options */
    /* As in fftc_vulkan_plan_options; sets are taken on devices without push descriptors. */
    uint32_t recordings;
} fftc_vulkan_scan_options;

/* Plans a scan. On failure *scan is NULL.
 *
 * FFTC_INVALID_ARGUMENT: `context`, `description` or `scan` is NULL; the description is one that
 * fftc_scan_create refuses in this way (FFTC_SCAN_OWN needs `text`, which has no line that begins
 * with #, and not `combine`); or an option is out of its range. FFTC_UNSUPPORTED: doubles on a
 * device without shaderFloat64; more invocations or shared memory than it has; or a shader must be
 * compiled, and this library was built without a compiler.
 * FFTC_TOO_LARGE: more than 2^31 items, or more bytes than a descriptor reaches.
 * FFTC_COMPILE_FAILED: own.text. FFTC_OUT_OF_MEMORY. FFTC_DEVICE_FAILED. */
FFTC_API fftc_status fftc_vulkan_scan_create(fftc_vulkan *context,
                                             const fftc_scan_description *description,
                                             const fftc_vulkan_scan_options *options,
                                             fftc_vulkan_scan **scan, fftc_error *error);
/* Nothing that was recorded may still be carried out. NULL is allowed. */
FFTC_API void fftc_vulkan_scan_destroy(fftc_vulkan_scan *scan);

/* Bytes of scratch that a recording needs; src, heads and dst have those of fftc_scan_bytes. One
 * pass: some 17 bytes for each word of an item in 4096 items; several: some 4. The answer is 0 for
 * NULL. */
FFTC_API uint64_t fftc_vulkan_scan_scratch_bytes(const fftc_vulkan_scan *scan);

/* Offsets are multiples of minStorageBufferOffsetAlignment. Addresses are not taken. */
typedef struct fftc_vulkan_scan_buffers {
    fftc_vulkan_span src;     /* in place: dst, or zeroed */
    fftc_vulkan_span heads;   /* by segments */
    fftc_vulkan_span dst;     /* apart from src and heads, unless in place */
    fftc_vulkan_span scratch; /* for this recording alone; zeroed with options.own_scratch */
} fftc_vulkan_scan_buffers;

/* Appends the scan to a command buffer that is being recorded, outside of a render pass, for the
 * context's queue family. Binds compute pipelines, push constants and descriptor set 0: bind yours
 * anew after it. Barriers are those of fftc_vulkan_plan_record: between its own dispatches, none
 * before the first or after the last; accesses are reads of src and heads, and reads and writes of
 * dst and scratch, by compute shaders. On failure nothing is recorded.
 *
 * FFTC_INVALID_ARGUMENT: `scan`, `commands` or `buffers` is NULL; or a buffer that the plan needs
 * is missing, too small, not aligned, or without the usage that it needs; or in place, src is given
 * and is not dst; or out of place, src and dst begin at the same place. FFTC_OUT_OF_MEMORY and
 * FFTC_DEVICE_FAILED, where descriptor sets are taken. */
FFTC_API fftc_status fftc_vulkan_scan_record(const fftc_vulkan_scan *scan, VkCommandBuffer commands,
                                             const fftc_vulkan_scan_buffers *buffers,
                                             fftc_error *error);

/* Emits the dispatches of a scan, as fftc_vulkan_plan_emit does those of a transform
 * (docs/emitted-plans.md): of buffers "src", "heads", "dst" and "scratch", with `options.passes`.
 * `device` may be NULL, which means the least that Vulkan 1.1 promises. On failure *emitted is
 * zeroed. Thread-safe.
 *
 * FFTC_INVALID_ARGUMENT: as fftc_vulkan_scan_create says; `emitted` is NULL; a limit of the device
 * is 0; or there is nothing to dispatch. Other statuses are those of fftc_vulkan_scan_create. */
FFTC_API fftc_status fftc_vulkan_scan_emit(const fftc_scan_description *description,
                                           const fftc_vulkan_device *device,
                                           const fftc_vulkan_scan_options *options,
                                           fftc_emitted_plan *emitted, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
