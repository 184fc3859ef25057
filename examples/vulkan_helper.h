/* SPDX-License-Identifier: MIT
 *
 * What the examples of plans share: memory that the device and the program see, and one submission.
 * Programs bring their own.
 */
#ifndef EXAMPLES_VULKAN_HELPER_H
#define EXAMPLES_VULKAN_HELPER_H

#include "fftcore/vulkan.h"

typedef struct helper_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    void *data; /* mapped */
} helper_buffer;

/* All of these end the program with a message where something fails. */
void helper_check(fftc_status status, const fftc_error *error);
helper_buffer helper_buffer_create(const fftc_vulkan *context, size_t bytes);
void helper_buffer_destroy(const fftc_vulkan *context, helper_buffer *buffer);

/* Records the plan, submits it and waits. */
void helper_run(const fftc_vulkan *context, const fftc_vulkan_plan *plan,
                const fftc_vulkan_buffers *buffers);
/* The same of a convolution: its kernel, and the signal. */
void helper_convolve(const fftc_vulkan *context, const fftc_vulkan_convolution *plan,
                     const fftc_vulkan_convolution_buffers *buffers);

#endif
