/* SPDX-License-Identifier: MIT */
#include "bloom_peers.h"

/* Made of the shaders by glslangValidator. */
#include "bloom_direct.h"
#include "bloom_prefix_32.h"
#include "bloom_prefix_4.h"

#define TILE 32u /* of bloom_direct.comp */

/* --- images ----------------------------------------------------------------------------------- */

static VkResult allocate(const gpu_queue *queue, bloom_image *image)
{
    VkMemoryRequirements needs;
    uint32_t type = 0;
    vkGetImageMemoryRequirements(queue->handles.device, image->handle, &needs);
    for (uint32_t i = queue->memory.memoryTypeCount; i-- > 0;) {
        bool local =
            (queue->memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
        type = local && (needs.memoryTypeBits >> i & 1u) != 0 ? i : type;
    }
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = type};
    VkResult result = vkAllocateMemory(queue->handles.device, &info, NULL, &image->memory);
    return result == VK_SUCCESS
               ? vkBindImageMemory(queue->handles.device, image->handle, image->memory, 0)
               : result;
}

static VkResult make_general(gpu_queue *queue, const bloom_image *image)
{
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->handle,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkResult result = gpu_begin(queue);
    if (result != VK_SUCCESS) {
        return result;
    }
    vkCmdPipelineBarrier(queue->commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    return gpu_submit(queue);
}

VkResult bloom_image_create(gpu_queue *queue, uint32_t width, uint32_t height, bloom_image *image)
{
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R16G16B16A16_SFLOAT,
        .extent = {width, height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT};
    *image = (bloom_image){.width = width, .height = height};
    VkResult result = vkCreateImage(queue->handles.device, &info, NULL, &image->handle);
    if (result == VK_SUCCESS) {
        result = allocate(queue, image);
    }
    const VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image->handle,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = info.format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    if (result == VK_SUCCESS) {
        result = vkCreateImageView(queue->handles.device, &view, NULL, &image->view);
    }
    return result == VK_SUCCESS ? make_general(queue, image) : result;
}

void bloom_image_destroy(const gpu_queue *queue, bloom_image *image)
{
    vkDestroyImageView(queue->handles.device, image->view, NULL);
    vkDestroyImage(queue->handles.device, image->handle, NULL);
    vkFreeMemory(queue->handles.device, image->memory, NULL);
    *image = (bloom_image){.width = 0};
}

static VkBufferImageCopy whole(const bloom_image *image)
{
    return (VkBufferImageCopy){.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                               .imageExtent = {image->width, image->height, 1}};
}

VkResult bloom_image_write(gpu_queue *queue, const gpu_buffer *from, const bloom_image *to)
{
    const VkBufferImageCopy region = whole(to);
    VkResult result = gpu_begin(queue);
    if (result != VK_SUCCESS) {
        return result;
    }
    vkCmdCopyBufferToImage(queue->commands, from->handle, to->handle, VK_IMAGE_LAYOUT_GENERAL, 1,
                           &region);
    gpu_barrier(queue);
    return gpu_submit(queue);
}

VkResult bloom_image_read(gpu_queue *queue, const bloom_image *from, const gpu_buffer *to)
{
    const VkBufferImageCopy region = whole(from);
    VkResult result = gpu_begin(queue);
    if (result != VK_SUCCESS) {
        return result;
    }
    gpu_barrier(queue);
    vkCmdCopyImageToBuffer(queue->commands, from->handle, VK_IMAGE_LAYOUT_GENERAL, to->handle, 1,
                           &region);
    gpu_barrier(queue);
    return gpu_submit(queue);
}

VkResult bloom_image_spoil(gpu_queue *queue, const bloom_image *image)
{
    static const VkClearColorValue colour = {.float32 = {-1.0F, -1.0F, -1.0F, -1.0F}};
    static const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkResult result = gpu_begin(queue);
    if (result != VK_SUCCESS) {
        return result;
    }
    vkCmdClearColorImage(queue->commands, image->handle, VK_IMAGE_LAYOUT_GENERAL, &colour, 1, &all);
    gpu_barrier(queue);
    return gpu_submit(queue);
}

/* --- shaders ---------------------------------------------------------------------------------- */

#define PUSH_WORDS 6u

static VkResult create_layouts(const gpu_queue *queue, bloom_peer *peer)
{
    static const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 3,
        .pBindings = bindings};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4 * PUSH_WORDS};
    const VkPipelineLayoutCreateInfo layout = {.sType =
                                                   VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &peer->set_layout,
                                               .pushConstantRangeCount = 1,
                                               .pPushConstantRanges = &range};
    VkResult result =
        vkCreateDescriptorSetLayout(queue->handles.device, &set, NULL, &peer->set_layout);
    return result == VK_SUCCESS
               ? vkCreatePipelineLayout(queue->handles.device, &layout, NULL, &peer->layout)
               : result;
}

static VkResult create_sets(const gpu_queue *queue, bloom_peer *peer)
{
    static const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 2},
                                                 {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 2},
                                                 {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2}};
    const VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 2,
                                             .poolSizeCount = 3,
                                             .pPoolSizes = sizes};
    VkResult result = vkCreateDescriptorPool(queue->handles.device, &pool, NULL, &peer->pool);
    const VkDescriptorSetLayout layouts[] = {peer->set_layout, peer->set_layout};
    const VkDescriptorSetAllocateInfo sets = {.sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = peer->pool,
                                              .descriptorSetCount = 2,
                                              .pSetLayouts = layouts};
    return result == VK_SUCCESS ? vkAllocateDescriptorSets(queue->handles.device, &sets, peer->set)
                                : result;
}

VkResult bloom_peer_create(const gpu_queue *queue, bloom_peer_kind kind, uint32_t subgroup_size,
                           bloom_peer *peer)
{
    const bool wide = subgroup_size >= 32;
    const VkShaderModuleCreateInfo code = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                           .codeSize = kind == BLOOM_DIRECT ? sizeof bloom_direct
                                                       : wide               ? sizeof bloom_prefix_32
                                                                            : sizeof bloom_prefix_4,
                                           .pCode = kind == BLOOM_DIRECT ? bloom_direct
                                                    : wide               ? bloom_prefix_32
                                                                         : bloom_prefix_4};
    VkShaderModule module = VK_NULL_HANDLE;
    *peer = (bloom_peer){.pipeline = VK_NULL_HANDLE};
    VkResult result = create_layouts(queue, peer);
    if (result == VK_SUCCESS) {
        result = create_sets(queue, peer);
    }
    if (result == VK_SUCCESS) {
        result = vkCreateShaderModule(queue->handles.device, &code, NULL, &module);
    }
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = peer->layout};
    if (result == VK_SUCCESS) {
        result = vkCreateComputePipelines(queue->handles.device, VK_NULL_HANDLE, 1, &info, NULL,
                                          &peer->pipeline);
    }
    vkDestroyShaderModule(queue->handles.device, module, NULL);
    return result;
}

void bloom_peer_destroy(const gpu_queue *queue, bloom_peer *peer)
{
    vkDestroyDescriptorPool(queue->handles.device, peer->pool, NULL);
    vkDestroyPipeline(queue->handles.device, peer->pipeline, NULL);
    vkDestroyPipelineLayout(queue->handles.device, peer->layout, NULL);
    vkDestroyDescriptorSetLayout(queue->handles.device, peer->set_layout, NULL);
    *peer = (bloom_peer){.pipeline = VK_NULL_HANDLE};
}

void bloom_peer_bind(const gpu_queue *queue, const bloom_peer *peer, int set,
                     const bloom_image *src, const bloom_image *dst, const gpu_buffer *taps)
{
    const VkDescriptorImageInfo images[] = {{VK_NULL_HANDLE, src->view, VK_IMAGE_LAYOUT_GENERAL},
                                            {VK_NULL_HANDLE, dst->view, VK_IMAGE_LAYOUT_GENERAL}};
    const VkDescriptorBufferInfo buffer = {taps->handle, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet writes[3];
    for (uint32_t i = 0; i < 3; ++i) {
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = peer->set[set],
                                           .dstBinding = i,
                                           .descriptorCount = 1};
    }
    writes[0].descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    writes[0].pImageInfo = &images[0];
    writes[1].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    writes[1].pImageInfo = &images[1];
    writes[2].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writes[2].pBufferInfo = &buffer;
    vkUpdateDescriptorSets(queue->handles.device, 3, writes, 0, NULL);
}

static void dispatch(const bloom_peer *peer, VkCommandBuffer commands, int set,
                     const uint32_t push[PUSH_WORDS], uint32_t columns, uint32_t rows)
{
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, peer->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, peer->layout, 0, 1,
                            &peer->set[set], 0, NULL);
    vkCmdPushConstants(commands, peer->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4 * PUSH_WORDS,
                       push);
    vkCmdDispatch(commands, columns, rows, 1);
}

void bloom_peer_convolve(const bloom_peer *peer, VkCommandBuffer commands, const bloom_image *src,
                         uint32_t kernel)
{
    const uint32_t centre = (kernel - 1) / 2;
    const uint32_t push[PUSH_WORDS] = {src->width, src->height,         kernel,
                                       kernel,     kernel - 1 - centre, kernel - 1 - centre};
    dispatch(peer, commands, 0, push, (src->width + TILE - 1) / TILE,
             (src->height + TILE - 1) / TILE);
}

void bloom_peer_blur(const bloom_peer *peer, const gpu_queue *queue, VkCommandBuffer commands,
                     const bloom_image *src, uint32_t radius)
{
    const uint32_t rows[PUSH_WORDS] = {src->width, radius, 0};
    const uint32_t columns[PUSH_WORDS] = {src->height, radius, 1};
    dispatch(peer, commands, 0, rows, src->height, 1);
    gpu_barrier(queue);
    dispatch(peer, commands, 1, columns, src->width, 1);
}
