/* SPDX-License-Identifier: MIT
 *
 * What a program needs that runs what `fftcore emit` wrote, with Vulkan and a reader of JSON
 * alone: files, members of descriptions, buffers, pipelines. Trouble is told, and ends the
 * program with status 2.
 */
#ifndef EMITTED_HELPER_H
#define EMITTED_HELPER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cjson/cJSON.h>
#include <vulkan/vulkan.h>

#define CHECK(call)                                                         \
    do {                                                                    \
        VkResult check_result = (call);                                     \
        if (check_result != VK_SUCCESS) {                                   \
            fprintf(stderr, "%s: VkResult %d\n", #call, (int)check_result); \
            exit(2);                                                        \
        }                                                                   \
    } while (0)

/* The whole file, with a 0 behind it; the caller frees it. */
void *emitted_read(const char *path, size_t *bytes);
cJSON *emitted_parse(const char *path);

/* Members that must be there. */
const cJSON *emitted_member(const cJSON *object, const char *name);
uint64_t emitted_number(const cJSON *object, const char *name);
const char *emitted_text(const cJSON *object, const char *name);
bool emitted_is_true(const cJSON *object, const char *name);

/* Vulkan 1.3 spares naming extensions; what is emitted needs 1.1. */
VkInstance emitted_instance(void);
uint32_t emitted_compute_family(VkPhysicalDevice physical);
VkDevice emitted_device(VkPhysicalDevice physical, uint32_t family, const void *features);

/* emitted_buffer.c */
typedef struct emitted_buffer {
    VkDeviceSize bytes;
    VkBuffer handle;
    VkDeviceMemory memory;
    void *mapped;
} emitted_buffer;

/* Storage in memory that both sides see. */
emitted_buffer emitted_buffer_create(VkPhysicalDevice physical, VkDevice device,
                                     VkDeviceSize bytes);
void emitted_buffer_destroy(VkDevice device, const emitted_buffer *buffer);

/* emitted_image.c: an image in VK_IMAGE_LAYOUT_GENERAL, and its texels in a buffer. */
typedef struct emitted_image {
    uint32_t width, height;
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView view;
    emitted_buffer texels;
} emitted_image;

/* `stored`: shaders write it; otherwise they read it. */
emitted_image emitted_image_create(VkPhysicalDevice physical, VkDevice device, uint32_t width,
                                   uint32_t height, const char *format, bool stored);
void emitted_image_destroy(VkDevice device, const emitted_image *image);
/* Record copies between the two; the first brings the image into its layout. */
void emitted_image_upload(VkCommandBuffer commands, const emitted_image *image);
void emitted_image_download(VkCommandBuffer commands, const emitted_image *image);

/* subgroup_size 0: whichever. */
VkPipeline emitted_pipeline(VkDevice device, VkPipelineLayout layout, const uint32_t *code,
                            size_t bytes, const char *entry_point, uint32_t subgroup_size);

/* Ends the commands, with a barrier for the host, and waits for them. */
void emitted_submit(VkQueue queue, VkCommandBuffer commands);

#endif
