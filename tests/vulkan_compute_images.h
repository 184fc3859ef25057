/* SPDX-License-Identifier: MIT
 *
 * Images, samplers and texel buffers of a vulkan_compute_job on a device: what fftcore/spirv.h has
 * for the emulator, for a driver.
 */
#ifndef FFTC_VULKAN_COMPUTE_IMAGES_H
#define FFTC_VULKAN_COMPUTE_IMAGES_H

#include <vulkan/vulkan.h>

#include "vulkan_compute.h"

#define VULKAN_COMPUTE_IMAGES_MAX 32u

typedef struct vulkan_compute_device {
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
} vulkan_compute_device;

typedef struct vulkan_compute_image {
    VkImage image; /* of a texel buffer: none */
    VkImageView view;
    VkBufferView buffer_view;
    VkBuffer buffer; /* texels to be read and written by the host; of a texel buffer: itself */
    VkDeviceMemory memory, buffer_memory;
    VkSampler sampler;
    void *mapped;
    size_t bytes;
} vulkan_compute_image;

VkDescriptorType vulkan_compute_descriptor_type(fftc_spirv_resource resource);
/* False if the device has not what binding k of the job needs. */
bool vulkan_compute_supports(const vulkan_compute_device *d, const vulkan_compute_job *job,
                             uint32_t k);
/* With the job's texels, in the layout GENERAL. */
vulkan_compute_image vulkan_compute_image_create(const vulkan_compute_device *d,
                                                 const vulkan_compute_job *job, uint32_t k);
void vulkan_compute_image_bind(const vulkan_compute_device *d, const vulkan_compute_job *job,
                               uint32_t k, const vulkan_compute_image *image, VkDescriptorSet set);
/* The texels back to the job, after all work is done. */
void vulkan_compute_image_read(const vulkan_compute_device *d, const vulkan_compute_job *job,
                               uint32_t k, const vulkan_compute_image *image);
void vulkan_compute_image_destroy(const vulkan_compute_device *d, vulkan_compute_image *image);

#endif
