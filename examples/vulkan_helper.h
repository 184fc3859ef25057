/* SPDX-License-Identifier: MIT
 *
 * What the examples of accessors share: memory that the device and the program see, a picture, and one
 * submission. Programs bring their own.
 */
#ifndef EXAMPLES_VULKAN_HELPER_H
#define EXAMPLES_VULKAN_HELPER_H

#include "fftcore/vulkan.h"

typedef struct helper_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    void *data; /* mapped */
} helper_buffer;

typedef struct helper_picture {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view; /* for layout VK_IMAGE_LAYOUT_GENERAL */
} helper_picture;

/* All of these end the program with a message where something fails. */
void helper_check(fftc_status status, const fftc_error *error);
helper_buffer helper_buffer_create(const fftc_vulkan *context, size_t bytes);
void helper_buffer_destroy(const fftc_vulkan *context, helper_buffer *buffer);

/* Four bytes a pixel, rows from the top. */
helper_picture helper_picture_create(const fftc_vulkan *context, const void *rgba, uint32_t width,
                                     uint32_t height);
void helper_picture_destroy(const fftc_vulkan *context, helper_picture *picture);

/* Records the plan, submits it and waits. */
void helper_run(const fftc_vulkan *context, const fftc_vulkan_plan *plan,
                const fftc_vulkan_buffers *buffers);

#endif
