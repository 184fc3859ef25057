/* SPDX-License-Identifier: MIT */
#include "gpu.h"

static VkResult create_queries(gpu_queue *queue)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = 16;
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceQueueFamilyProperties(queue->handles.physical_device, &count, families);
    vkGetPhysicalDeviceProperties(queue->handles.physical_device, &properties);
    queue->tick_seconds = (double)properties.limits.timestampPeriod * 1e-9;
    if (queue->handles.queue_family >= count ||
        families[queue->handles.queue_family].timestampValidBits == 0) {
        return VK_SUCCESS;
    }
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = GPU_STAMPS_MAX};
    return vkCreateQueryPool(queue->handles.device, &info, NULL, &queue->queries);
}

VkResult gpu_open(const fftc_vulkan *context, gpu_queue *queue)
{
    *queue = (gpu_queue){.handles = fftc_vulkan_get_handles(context)};
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .queueFamilyIndex = queue->handles.queue_family};
    VkResult result = vkCreateCommandPool(queue->handles.device, &pool, NULL, &queue->pool);
    if (result != VK_SUCCESS) {
        return result;
    }
    VkCommandBufferAllocateInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                          .commandPool = queue->pool,
                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                          .commandBufferCount = 1};
    result = vkAllocateCommandBuffers(queue->handles.device, &buffer, &queue->commands);
    vkGetPhysicalDeviceMemoryProperties(queue->handles.physical_device, &queue->memory);
    return result == VK_SUCCESS ? create_queries(queue) : result;
}

void gpu_close(gpu_queue *queue)
{
    vkDestroyQueryPool(queue->handles.device, queue->queries, NULL);
    vkDestroyCommandPool(queue->handles.device, queue->pool, NULL);
    *queue = (gpu_queue){0};
}

/* The first type that has all of `flags`; the last resort is any. */
static uint32_t memory_type(const gpu_queue *queue, uint32_t types, VkMemoryPropertyFlags flags)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = queue->memory.memoryTypeCount; i-- > 0;) {
        bool usable = (types >> i & 1u) != 0;
        if (usable && ((queue->memory.memoryTypes[i].propertyFlags & flags) == flags)) {
            found = i;
        }
    }
    return found;
}

static VkResult create(const gpu_queue *queue, VkDeviceSize bytes, bool host, gpu_buffer *buffer)
{
    bool address = queue->handles.device_address;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                                        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        (address ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0)};
    *buffer = (gpu_buffer){.bytes = bytes};
    VkResult result = vkCreateBuffer(queue->handles.device, &info, NULL, &buffer->handle);
    if (result != VK_SUCCESS) {
        buffer->handle = VK_NULL_HANDLE;
        return result;
    }
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(queue->handles.device, buffer->handle, &needs);
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = address ? &flags : NULL,
        .allocationSize = needs.size,
        .memoryTypeIndex =
            host ? memory_type(queue, needs.memoryTypeBits,
                               VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                   VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                                   VK_MEMORY_PROPERTY_HOST_CACHED_BIT)
                 : memory_type(queue, needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)};
    if (host && allocation.memoryTypeIndex == UINT32_MAX) {
        allocation.memoryTypeIndex =
            memory_type(queue, needs.memoryTypeBits,
                        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    }
    result = vkAllocateMemory(queue->handles.device, &allocation, NULL, &buffer->memory);
    if (result != VK_SUCCESS) {
        buffer->memory = VK_NULL_HANDLE;
    } else {
        result = vkBindBufferMemory(queue->handles.device, buffer->handle, buffer->memory, 0);
    }
    if (result == VK_SUCCESS && host) {
        result = vkMapMemory(queue->handles.device, buffer->memory, 0, VK_WHOLE_SIZE, 0,
                             &buffer->mapped);
    }
    return result;
}

void gpu_buffer_destroy(const gpu_queue *queue, gpu_buffer *buffer)
{
    vkDestroyBuffer(queue->handles.device, buffer->handle, NULL);
    vkFreeMemory(queue->handles.device, buffer->memory, NULL);
    *buffer = (gpu_buffer){0};
}

VkResult gpu_buffer_create(const gpu_queue *queue, VkDeviceSize bytes, bool host,
                           gpu_buffer *buffer)
{
    VkResult result = create(queue, bytes, host, buffer);
    if (result != VK_SUCCESS) {
        gpu_buffer_destroy(queue, buffer);
    }
    return result;
}

VkResult gpu_begin(gpu_queue *queue)
{
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkResult result = vkResetCommandPool(queue->handles.device, queue->pool, 0);
    return result == VK_SUCCESS ? vkBeginCommandBuffer(queue->commands, &begin) : result;
}

VkResult gpu_submit(gpu_queue *queue)
{
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &queue->commands};
    VkResult result = vkEndCommandBuffer(queue->commands);
    if (result == VK_SUCCESS) {
        result = vkQueueSubmit(queue->handles.queue, 1, &info, VK_NULL_HANDLE);
    }
    return result == VK_SUCCESS ? vkQueueWaitIdle(queue->handles.queue) : result;
}

void gpu_barrier(const gpu_queue *queue)
{
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT |
                                        VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_HOST_BIT;
    VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                              .dstAccessMask =
                                  VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    vkCmdPipelineBarrier(queue->commands, stages, stages, 0, 1, &memory, 0, NULL, 0, NULL);
}

void gpu_stamp(const gpu_queue *queue, uint32_t number)
{
    if (number == 0) {
        vkCmdResetQueryPool(queue->commands, queue->queries, 0, GPU_STAMPS_MAX);
    }
    vkCmdWriteTimestamp(queue->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queue->queries,
                        number);
}

VkResult gpu_stamps_read(const gpu_queue *queue, uint32_t count, double *seconds)
{
    uint64_t ticks[GPU_STAMPS_MAX] = {0};
    VkResult result =
        vkGetQueryPoolResults(queue->handles.device, queue->queries, 0, count, sizeof ticks, ticks,
                              sizeof ticks[0], VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    for (uint32_t i = 0; i < count; ++i) {
        seconds[i] = (double)(ticks[i] - ticks[0]) * queue->tick_seconds;
    }
    return result;
}
