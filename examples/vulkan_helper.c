/* SPDX-License-Identifier: MIT */
#include "vulkan_helper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(VkResult result, const char *call)
{
    if (result != VK_SUCCESS) {
        (void)fprintf(stderr, "%s: VkResult %d\n", call, (int)result);
        exit(1);
    }
}

void helper_check(fftc_status status, const fftc_error *error)
{
    if (status != FFTC_SUCCESS) {
        (void)fprintf(stderr, "%s\n", error->message);
        exit(1);
    }
}

static VkDeviceMemory allocate(const fftc_vulkan *context, const VkMemoryRequirements *needs,
                               VkMemoryPropertyFlags wanted)
{
    fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
    VkPhysicalDeviceMemoryProperties properties;
    VkDeviceMemory memory;
    uint32_t type = 0;
    vkGetPhysicalDeviceMemoryProperties(handles.physical_device, &properties);
    while (type < properties.memoryTypeCount &&
           ((needs->memoryTypeBits >> type & 1u) == 0 ||
            (properties.memoryTypes[type].propertyFlags & wanted) != wanted)) {
        ++type;
    }
    if (type == properties.memoryTypeCount) {
        (void)fprintf(stderr, "the device has no memory of this kind\n");
        exit(1);
    }
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .pNext = handles.device_address ? &flags : NULL,
                                 .allocationSize = needs->size,
                                 .memoryTypeIndex = type};
    check(vkAllocateMemory(handles.device, &info, NULL, &memory), "vkAllocateMemory");
    return memory;
}

helper_buffer helper_buffer_create(const fftc_vulkan *context, size_t bytes)
{
    fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
    VkDevice device = handles.device;
    VkBufferUsageFlags address =
        handles.device_address ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | address};
    VkMemoryRequirements needs;
    helper_buffer buffer;
    check(vkCreateBuffer(device, &info, NULL, &buffer.handle), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(device, buffer.handle, &needs);
    buffer.memory =
        allocate(context, &needs,
                 VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkBindBufferMemory(device, buffer.handle, buffer.memory, 0), "vkBindBufferMemory");
    check(vkMapMemory(device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &buffer.data), "vkMapMemory");
    memset(buffer.data, 0, bytes);
    return buffer;
}

void helper_buffer_destroy(const fftc_vulkan *context, helper_buffer *buffer)
{
    VkDevice device = fftc_vulkan_get_handles(context).device;
    vkDestroyBuffer(device, buffer->handle, NULL);
    vkFreeMemory(device, buffer->memory, NULL);
}

/* --- one submission --------------------------------------------------------------------------- */

helper_submission helper_begin(const fftc_vulkan *context)
{
    fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .queueFamilyIndex = handles.queue_family};
    VkCommandBufferBeginInfo start = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    helper_submission s;
    check(vkCreateCommandPool(handles.device, &pool, NULL, &s.pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = s.pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
    check(vkAllocateCommandBuffers(handles.device, &info, &s.commands), "vkAllocateCommandBuffers");
    check(vkBeginCommandBuffer(s.commands, &start), "vkBeginCommandBuffer");
    return s;
}

static void barrier(const helper_submission *s, VkPipelineStageFlags stage, VkAccessFlags access)
{
    VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                              .dstAccessMask = access};
    vkCmdPipelineBarrier(s->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, stage, 0, 1, &memory, 0,
                         NULL, 0, NULL);
}

void helper_finish(const fftc_vulkan *context, helper_submission *s)
{
    fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &s->commands};
    barrier(s, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    check(vkEndCommandBuffer(s->commands), "vkEndCommandBuffer");
    check(vkQueueSubmit(handles.queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(handles.queue), "vkQueueWaitIdle");
    vkDestroyCommandPool(handles.device, s->pool, NULL);
}

void helper_run(const fftc_vulkan *context, const fftc_vulkan_plan *plan,
                const fftc_vulkan_buffers *buffers)
{
    fftc_error error;
    helper_submission s = helper_begin(context);
    helper_check(fftc_vulkan_plan_record(plan, s.commands, buffers, &error), &error);
    helper_finish(context, &s);
}

void helper_convolve(const fftc_vulkan *context, const fftc_vulkan_convolution *plan,
                     const fftc_vulkan_convolution_buffers *buffers)
{
    fftc_error error;
    helper_submission s = helper_begin(context);
    helper_check(fftc_vulkan_convolution_prepare(plan, s.commands, buffers, &error), &error);
    /* For the spectrum, and the scratch that both write. */
    barrier(&s, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    helper_check(fftc_vulkan_convolution_record(plan, s.commands, buffers, &error), &error);
    helper_finish(context, &s);
}
