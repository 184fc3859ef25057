/* SPDX-License-Identifier: MIT
 *
 * Plans on a device, from and to host memory.
 */
#ifndef FFTC_VULKAN_PLAN_TESTING_H
#define FFTC_VULKAN_PLAN_TESTING_H

#include "../bench/gpu.h"
#include "vulkan_testing.h"

typedef struct vulkan_plan_device {
    fftc_vulkan *context;
    gpu_queue queue;
} vulkan_plan_device;

void vulkan_plan_open(uint32_t number, vulkan_plan_device *device);
void vulkan_plan_close(vulkan_plan_device *device);

/* An array, its copy on the device, and the way between them; nothing if there is no data. Creating
 * records the copy to the device, fetching the one back. */
typedef struct vulkan_plan_pair {
    gpu_buffer device;
    gpu_buffer host;
    VkBufferCopy region;
} vulkan_plan_pair;

vulkan_plan_pair vulkan_plan_pair_create(vulkan_plan_device *d, const void *data, size_t bytes);
void vulkan_plan_pair_fetch(const vulkan_plan_device *d, const vulkan_plan_pair *p);
/* What was fetched. Behind an odd number of halves there is another one, which
 * must be as it was. */
void vulkan_plan_pair_read(const vulkan_plan_pair *p, void *data, size_t bytes);
size_t vulkan_plan_whole_words(size_t bytes);
void vulkan_plan_pair_destroy(const vulkan_plan_device *d, vulkan_plan_pair *p);
fftc_vulkan_span vulkan_plan_pair_span(const vulkan_plan_pair *p);

/* One transform on arrays of so many bytes each; those of accessors without an array are NULL.
 * What the transform does not write keeps its contents; src is checked to. `more` (may be
 * NULL): extras and words. */
void vulkan_plan_run(vulkan_plan_device *device, const fftc_transform *t,
                     const fftc_vulkan_plan_options *options, const fftc_arrays *arrays,
                     size_t src_bytes, size_t dst_bytes, const fftc_vulkan_buffers *more);

#endif
