/* SPDX-License-Identifier: MIT
 *
 * Transforms on a Vulkan device, from and to host memory, for tests.
 */
#ifndef FFTC_TESTS_VULKAN_EXECUTE_H
#define FFTC_TESTS_VULKAN_EXECUTE_H

#include "../bench/gpu.h"
#include "vulkan_testing.h"

/* One transform; asserts success, and that an out-of-place source is not written. dst keeps what the
 * transform does not write. */
void vulkan_execute(fftc_vulkan *context, gpu_queue *queue, const fftc_transform *t,
                    const fftc_vulkan_plan_options *options, const void *src, size_t src_bytes,
                    void *dst, size_t dst_bytes);

#endif
