/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "emitted_helper.h"

static const struct {
    const char *name;
    VkFormat format;
    uint32_t texel_bytes;
} formats[] = {{"R8G8B8A8_UNORM", VK_FORMAT_R8G8B8A8_UNORM, 4},
               {"R8G8B8A8_SRGB", VK_FORMAT_R8G8B8A8_SRGB, 4},
               {"R16G16B16A16_SFLOAT", VK_FORMAT_R16G16B16A16_SFLOAT, 8},
               {"R32G32B32A32_SFLOAT", VK_FORMAT_R32G32B32A32_SFLOAT, 16}};

static void allocate(VkPhysicalDevice physical, VkDevice device, emitted_image *image)
{
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties types;
    uint32_t type = 0;
    vkGetImageMemoryRequirements(device, image->handle, &needs);
    vkGetPhysicalDeviceMemoryProperties(physical, &types);
    while ((needs.memoryTypeBits >> type & 1) == 0) {
        ++type;
    }
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = needs.size,
                                   .memoryTypeIndex = type};
    CHECK(vkAllocateMemory(device, &memory, NULL, &image->memory));
    CHECK(vkBindImageMemory(device, image->handle, image->memory, 0));
}

emitted_image emitted_image_create(VkPhysicalDevice physical, VkDevice device, uint32_t width,
                                   uint32_t height, const char *format, bool stored)
{
    size_t which = 0;
    while (which < sizeof formats / sizeof *formats && strcmp(formats[which].name, format) != 0) {
        ++which;
    }
    if (which == sizeof formats / sizeof *formats) {
        fprintf(stderr, "%s is no format that this program knows\n", format);
        exit(2);
    }
    /* Shaders code sRGB themselves, since images of that format cannot be stored to. */
    bool coded = stored && formats[which].format == VK_FORMAT_R8G8B8A8_SRGB;
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = coded ? VK_FORMAT_R8G8B8A8_UNORM : formats[which].format,
        .extent = {width, height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 (stored ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT)};
    emitted_image image = {.width = width, .height = height};
    CHECK(vkCreateImage(device, &info, NULL, &image.handle));
    allocate(physical, device, &image);
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = image.handle,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = info.format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    CHECK(vkCreateImageView(device, &view, NULL, &image.view));
    image.texels = emitted_buffer_create(physical, device,
                                         (VkDeviceSize)formats[which].texel_bytes * width * height);
    return image;
}

void emitted_image_destroy(VkDevice device, const emitted_image *image)
{
    vkDestroyImageView(device, image->view, NULL);
    vkDestroyImage(device, image->handle, NULL);
    vkFreeMemory(device, image->memory, NULL);
    emitted_buffer_destroy(device, &image->texels);
}

static void barrier(VkCommandBuffer commands, const emitted_image *image, VkImageLayout from)
{
    VkImageMemoryBarrier wait = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = from == VK_IMAGE_LAYOUT_UNDEFINED ? 0 : VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = from,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->handle,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &wait);
}

static VkBufferImageCopy whole(const emitted_image *image)
{
    return (VkBufferImageCopy){.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                               .imageExtent = {image->width, image->height, 1}};
}

void emitted_image_upload(VkCommandBuffer commands, const emitted_image *image)
{
    VkBufferImageCopy region = whole(image);
    barrier(commands, image, VK_IMAGE_LAYOUT_UNDEFINED);
    vkCmdCopyBufferToImage(commands, image->texels.handle, image->handle, VK_IMAGE_LAYOUT_GENERAL,
                           1, &region);
    barrier(commands, image, VK_IMAGE_LAYOUT_GENERAL);
}

void emitted_image_download(VkCommandBuffer commands, const emitted_image *image)
{
    VkBufferImageCopy region = whole(image);
    barrier(commands, image, VK_IMAGE_LAYOUT_GENERAL);
    vkCmdCopyImageToBuffer(commands, image->handle, VK_IMAGE_LAYOUT_GENERAL, image->texels.handle,
                           1, &region);
}
