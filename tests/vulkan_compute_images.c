/* SPDX-License-Identifier: MIT */
#include "vulkan_compute_images.h"

#include <check.h>
#include <string.h>

#define OK(call) ck_assert_msg((call) == VK_SUCCESS, "%s failed", #call)

static const VkFormat formats[FFTC_SPIRV_FORMAT_COUNT] = {
    VK_FORMAT_UNDEFINED,
    VK_FORMAT_R32G32B32A32_SFLOAT,
    VK_FORMAT_R16G16B16A16_SFLOAT,
    VK_FORMAT_R32_SFLOAT,
    VK_FORMAT_R8G8B8A8_UNORM,
    VK_FORMAT_R8G8B8A8_SNORM,
    VK_FORMAT_R32G32_SFLOAT,
    VK_FORMAT_R16G16_SFLOAT,
    VK_FORMAT_B10G11R11_UFLOAT_PACK32,
    VK_FORMAT_R16_SFLOAT,
    VK_FORMAT_R16G16B16A16_UNORM,
    VK_FORMAT_A2B10G10R10_UNORM_PACK32,
    VK_FORMAT_R16G16_UNORM,
    VK_FORMAT_R8G8_UNORM,
    VK_FORMAT_R16_UNORM,
    VK_FORMAT_R8_UNORM,
    VK_FORMAT_R16G16B16A16_SNORM,
    VK_FORMAT_R16G16_SNORM,
    VK_FORMAT_R8G8_SNORM,
    VK_FORMAT_R16_SNORM,
    VK_FORMAT_R8_SNORM,
    VK_FORMAT_R32G32B32A32_SINT,
    VK_FORMAT_R16G16B16A16_SINT,
    VK_FORMAT_R8G8B8A8_SINT,
    VK_FORMAT_R32_SINT,
    VK_FORMAT_R32G32_SINT,
    VK_FORMAT_R16G16_SINT,
    VK_FORMAT_R8G8_SINT,
    VK_FORMAT_R16_SINT,
    VK_FORMAT_R8_SINT,
    VK_FORMAT_R32G32B32A32_UINT,
    VK_FORMAT_R16G16B16A16_UINT,
    VK_FORMAT_R8G8B8A8_UINT,
    VK_FORMAT_R32_UINT,
    VK_FORMAT_A2B10G10R10_UINT_PACK32,
    VK_FORMAT_R32G32_UINT,
    VK_FORMAT_R16G16_UINT,
    VK_FORMAT_R8G8_UINT,
    VK_FORMAT_R16_UINT,
    VK_FORMAT_R8_UINT,
    VK_FORMAT_R64_UINT,
    VK_FORMAT_R64_SINT,
    VK_FORMAT_R8G8B8A8_SRGB,
    VK_FORMAT_B8G8R8A8_UNORM,
    VK_FORMAT_B8G8R8A8_SRGB,
    VK_FORMAT_E5B9G9R9_UFLOAT_PACK32,
};

VkDescriptorType vulkan_compute_descriptor_type(fftc_spirv_resource resource)
{
    switch (resource) {
    case FFTC_SPIRV_STORAGE_BUFFER: return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case FFTC_SPIRV_UNIFORM_BUFFER: return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case FFTC_SPIRV_STORAGE_IMAGE: return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case FFTC_SPIRV_SAMPLED_IMAGE: return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case FFTC_SPIRV_SAMPLER: return VK_DESCRIPTOR_TYPE_SAMPLER;
    case FFTC_SPIRV_IMAGE_AND_SAMPLER: return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case FFTC_SPIRV_STORAGE_TEXELS: return VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    case FFTC_SPIRV_UNIFORM_TEXELS: return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    }
    ck_abort();
}

static bool is_texel_buffer(const vulkan_compute_job *job, uint32_t k)
{
    return job->bindings[k].resource == FFTC_SPIRV_STORAGE_TEXELS ||
           job->bindings[k].resource == FFTC_SPIRV_UNIFORM_TEXELS;
}

static bool is_storage(const vulkan_compute_job *job, uint32_t k)
{
    return job->bindings[k].resource == FFTC_SPIRV_STORAGE_TEXELS ||
           job->bindings[k].resource == FFTC_SPIRV_STORAGE_IMAGE;
}

bool vulkan_compute_supports(const vulkan_compute_device *d, const vulkan_compute_job *job,
                             uint32_t k)
{
    VkFormatProperties properties;
    VkFormatFeatureFlags wanted =
        is_texel_buffer(job, k) ? (is_storage(job, k) ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                                      : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT)
        : is_storage(job, k)    ? VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT
                                : VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
    if (job->bindings[k].resource == FFTC_SPIRV_SAMPLER) {
        return true;
    }
    vkGetPhysicalDeviceFormatProperties(d->physical, formats[job->images[k].format], &properties);
    return ((is_texel_buffer(job, k) ? properties.bufferFeatures
                                     : properties.optimalTilingFeatures) &
            wanted) == wanted;
}

static VkDeviceMemory allocate(const vulkan_compute_device *d, const VkMemoryRequirements *needs,
                               VkMemoryPropertyFlags wanted)
{
    VkPhysicalDeviceMemoryProperties types;
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = needs->size};
    VkDeviceMemory memory;
    vkGetPhysicalDeviceMemoryProperties(d->physical, &types);
    while ((needs->memoryTypeBits & 1u << allocation.memoryTypeIndex) == 0 ||
           (types.memoryTypes[allocation.memoryTypeIndex].propertyFlags & wanted) != wanted) {
        ++allocation.memoryTypeIndex;
        ck_assert_uint_lt(allocation.memoryTypeIndex, types.memoryTypeCount);
    }
    OK(vkAllocateMemory(d->device, &allocation, NULL, &memory));
    return memory;
}

static void create_buffer(const vulkan_compute_device *d, vulkan_compute_image *to,
                          const void *data, VkBufferUsageFlags usage)
{
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = to->bytes, .usage = usage};
    VkMemoryRequirements needs;
    OK(vkCreateBuffer(d->device, &info, NULL, &to->buffer));
    vkGetBufferMemoryRequirements(d->device, to->buffer, &needs);
    to->buffer_memory = allocate(
        d, &needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    OK(vkBindBufferMemory(d->device, to->buffer, to->buffer_memory, 0));
    OK(vkMapMemory(d->device, to->buffer_memory, 0, VK_WHOLE_SIZE, 0, &to->mapped));
    memcpy(to->mapped, data, to->bytes);
}

static uint32_t extent(uint32_t x, uint32_t level)
{
    x = x != 0 ? x : 1;
    return x >> level != 0 ? x >> level : 1;
}

static uint32_t at_least_1(uint32_t x)
{
    return x != 0 ? x : 1;
}

/* Between the buffer and the image, level by level. */
static void copy(const vulkan_compute_device *d, const fftc_spirv_image *given,
                 const vulkan_compute_image *image, VkImageAspectFlags aspect, bool to_image)
{
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                         .queueFamilyIndex = d->family};
    VkCommandBufferAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = to_image ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_GENERAL,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->image,
        .subresourceRange = {aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
    VkMemoryBarrier to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    VkSubmitInfo submission = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1};
    VkCommandBuffer commands;
    VkDeviceSize at = 0;
    OK(vkCreateCommandPool(d->device, &pool_info, NULL, &allocation.commandPool));
    OK(vkAllocateCommandBuffers(d->device, &allocation, &commands));
    OK(vkBeginCommandBuffer(commands, &begin));
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    for (uint32_t level = 0; level < at_least_1(given->levels); ++level) {
        VkBufferImageCopy region = {
            .bufferOffset = at,
            .imageSubresource = {aspect, level, 0, at_least_1(given->layers)},
            .imageExtent = {extent(given->width, level), extent(given->height, level),
                            extent(given->depth, level)}};
        if (to_image) {
            vkCmdCopyBufferToImage(commands, image->buffer, image->image, VK_IMAGE_LAYOUT_GENERAL,
                                   1, &region);
        } else {
            vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, image->buffer,
                                   1, &region);
        }
        at += (VkDeviceSize)region.imageExtent.width * region.imageExtent.height *
              region.imageExtent.depth * at_least_1(given->layers) *
              fftc_spirv_format_bytes(given->format);
    }
    barrier.oldLayout = VK_IMAGE_LAYOUT_GENERAL;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &to_host, 0, NULL, 1, &barrier);
    OK(vkEndCommandBuffer(commands));
    submission.pCommandBuffers = &commands;
    OK(vkQueueSubmit(d->queue, 1, &submission, VK_NULL_HANDLE));
    OK(vkQueueWaitIdle(d->queue));
    vkDestroyCommandPool(d->device, allocation.commandPool, NULL);
}

/* Texels that are compared with are those of a depth format. */
static void create_image(const vulkan_compute_device *d, const vulkan_compute_job *job, uint32_t k,
                         vulkan_compute_image *to)
{
    const fftc_spirv_image *given = &job->images[k];
    const fftc_spirv_binding *binding = &job->bindings[k];
    bool depth = binding->resource == FFTC_SPIRV_IMAGE_AND_SAMPLER &&
                 job->samplers[k].compare != FFTC_SPIRV_COMPARE_NEVER &&
                 given->format == FFTC_SPIRV_R16_UNORM;
    VkImageAspectFlags aspect = depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    static const VkImageType types[] = {VK_IMAGE_TYPE_1D, VK_IMAGE_TYPE_2D, VK_IMAGE_TYPE_3D,
                                        VK_IMAGE_TYPE_2D};
    static const VkImageViewType views[][2] = {
        {VK_IMAGE_VIEW_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D_ARRAY},
        {VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY},
        {VK_IMAGE_VIEW_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D},
        {VK_IMAGE_VIEW_TYPE_CUBE, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY}};
    bool storage = binding->resource == FFTC_SPIRV_STORAGE_IMAGE;
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = binding->dimension == FFTC_SPIRV_CUBE ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .imageType = types[binding->dimension],
        .format = depth ? VK_FORMAT_D16_UNORM : formats[given->format],
        .extent = {given->width, at_least_1(given->height), at_least_1(given->depth)},
        .mipLevels = at_least_1(given->levels),
        .arrayLayers = at_least_1(given->layers),
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = (storage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT) |
                 VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements needs;
    OK(vkCreateImage(d->device, &info, NULL, &to->image));
    vkGetImageMemoryRequirements(d->device, to->image, &needs);
    to->memory = allocate(d, &needs, 0);
    OK(vkBindImageMemory(d->device, to->image, to->memory, 0));
    VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = to->image,
        .viewType = views[binding->dimension][binding->arrayed],
        .format = info.format,
        .subresourceRange = {aspect, 0, info.mipLevels, 0, info.arrayLayers}};
    OK(vkCreateImageView(d->device, &view, NULL, &to->view));
    copy(d, given, to, aspect, true);
}

static VkSampler create_sampler(const vulkan_compute_device *d, const fftc_spirv_sampler *given)
{
    static const VkSamplerAddressMode wraps[] = {
        VK_SAMPLER_ADDRESS_MODE_REPEAT, VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
        VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
        VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE};
    static const VkBorderColor borders[] = {VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
                                            VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK,
                                            VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE};
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                .magFilter =
                                    (VkFilter)given->magnify, /* both have NEAREST, LINEAR */
                                .minFilter = (VkFilter)given->minify,
                                .mipmapMode = (VkSamplerMipmapMode)given->between_levels,
                                .addressModeU = wraps[given->wrap[0]],
                                .addressModeV = wraps[given->wrap[1]],
                                .addressModeW = wraps[given->wrap[2]],
                                .mipLodBias = given->bias,
                                .compareEnable = given->compare != FFTC_SPIRV_COMPARE_NEVER,
                                .compareOp = (VkCompareOp)given->compare, /* in the same order */
                                .minLod = given->least_level,
                                .maxLod = given->most_level,
                                .borderColor = borders[given->border],
                                .unnormalizedCoordinates = given->unnormalized};
    VkSampler sampler;
    OK(vkCreateSampler(d->device, &info, NULL, &sampler));
    return sampler;
}

vulkan_compute_image vulkan_compute_image_create(const vulkan_compute_device *d,
                                                 const vulkan_compute_job *job, uint32_t k)
{
    const fftc_spirv_image *given = &job->images[k];
    fftc_spirv_resource resource = job->bindings[k].resource;
    vulkan_compute_image image = {.bytes = given->bytes};
    if (resource == FFTC_SPIRV_SAMPLER || resource == FFTC_SPIRV_IMAGE_AND_SAMPLER) {
        image.sampler = create_sampler(d, &job->samplers[k]);
    }
    if (is_texel_buffer(job, k)) {
        VkBufferViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                       .format = formats[given->format],
                                       .range = VK_WHOLE_SIZE};
        create_buffer(d, &image, given->data,
                      is_storage(job, k) ? VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT
                                         : VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
        view.buffer = image.buffer;
        OK(vkCreateBufferView(d->device, &view, NULL, &image.buffer_view));
    } else if (resource != FFTC_SPIRV_SAMPLER) {
        create_buffer(d, &image, given->data,
                      VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
        create_image(d, job, k, &image);
    }
    return image;
}

void vulkan_compute_image_bind(const vulkan_compute_device *d, const vulkan_compute_job *job,
                               uint32_t k, const vulkan_compute_image *image, VkDescriptorSet set)
{
    VkDescriptorImageInfo info = {image->sampler, image->view, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = set,
                                  .dstBinding = job->bindings[k].binding,
                                  .descriptorCount = 1,
                                  .descriptorType =
                                      vulkan_compute_descriptor_type(job->bindings[k].resource),
                                  .pImageInfo = &info,
                                  .pTexelBufferView = &image->buffer_view};
    vkUpdateDescriptorSets(d->device, 1, &write, 0, NULL);
}

void vulkan_compute_image_read(const vulkan_compute_device *d, const vulkan_compute_job *job,
                               uint32_t k, const vulkan_compute_image *image)
{
    if (is_storage(job, k)) {
        if (!is_texel_buffer(job, k)) {
            copy(d, &job->images[k], image, VK_IMAGE_ASPECT_COLOR_BIT, false);
        }
        memcpy(job->images[k].data, image->mapped, image->bytes);
    }
}

void vulkan_compute_image_destroy(const vulkan_compute_device *d, vulkan_compute_image *image)
{
    vkDestroySampler(d->device, image->sampler, NULL);
    vkDestroyBufferView(d->device, image->buffer_view, NULL);
    vkDestroyImageView(d->device, image->view, NULL);
    vkDestroyImage(d->device, image->image, NULL);
    vkDestroyBuffer(d->device, image->buffer, NULL);
    vkFreeMemory(d->device, image->memory, NULL);
    vkFreeMemory(d->device, image->buffer_memory, NULL);
}
