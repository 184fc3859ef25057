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

/* All helpers end the program with a message where something fails. */
void helper_check(fftc_status status, const fftc_error *error);
helper_buffer helper_buffer_create(const fftc_vulkan *context, size_t bytes);
void helper_buffer_destroy(const fftc_vulkan *context, helper_buffer *buffer);

/* Commands of one submission: what stands between the two calls is recorded. The second one submits
 * it, waits, and lets the program see what was written. */
typedef struct helper_submission {
    VkCommandPool pool;
    VkCommandBuffer commands;
} helper_submission;

helper_submission helper_begin(const fftc_vulkan *context);
void helper_finish(const fftc_vulkan *context, helper_submission *submission);

/* Records the plan, submits it and waits. */
void helper_run(const fftc_vulkan *context, const fftc_vulkan_plan *plan,
                const fftc_vulkan_buffers *buffers);
/* Records a convolution, of the kernel and then of the signal, submits it and waits. */
void helper_convolve(const fftc_vulkan *context, const fftc_vulkan_convolution *plan,
                     const fftc_vulkan_convolution_buffers *buffers);

#endif
