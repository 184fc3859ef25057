/* SPDX-License-Identifier: MIT
 *
 * Copies mapped memory to device memory, by a submission that is waited for.
 */
#include "common/error.h"
#include "gpu/internal.h"

static VkResult record_copy(VkCommandBuffer commands, const fftc_array *array)
{
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkBufferCopy region = {0, 0, array->bytes};
    /* For everything that any later submission reads. */
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_SHADER_READ_BIT};
    VkResult result = vkBeginCommandBuffer(commands, &begin);
    if (result != VK_SUCCESS) {
        return result;
    }
    vkCmdCopyBuffer(commands, array->host_buffer, array->device_buffer, 1, &region);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    return vkEndCommandBuffer(commands);
}

static VkResult submit(fftc_vulkan *context, VkCommandBuffer commands)
{
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &commands};
    pthread_mutex_lock(&context->lock);
    VkResult result = vkQueueSubmit(context->queue, 1, &info, VK_NULL_HANDLE);
    result = result == VK_SUCCESS ? vkQueueWaitIdle(context->queue) : result;
    pthread_mutex_unlock(&context->lock);
    return result;
}

fftc_status fftc_array_upload(fftc_vulkan *context, fftc_array *array, fftc_error *error)
{
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                    .queueFamilyIndex = context->queue_family};
    VkCommandPool pool;
    if (array->host_buffer == VK_NULL_HANDLE) {
        return FFTC_SUCCESS; /* a submission sees what the host wrote before it */
    }
    VkResult result = vkCreateCommandPool(context->device, &info, NULL, &pool);
    if (result != VK_SUCCESS) {
        return fftc_vk_fail(error, result, "vkCreateCommandPool");
    }
    VkCommandBufferAllocateInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                          .commandPool = pool,
                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                          .commandBufferCount = 1};
    VkCommandBuffer commands;
    result = vkAllocateCommandBuffers(context->device, &buffer, &commands);
    if (result == VK_SUCCESS) {
        result = record_copy(commands, array);
    }
    if (result == VK_SUCCESS) {
        result = submit(context, commands);
    }
    vkDestroyCommandPool(context->device, pool, NULL);
    return result == VK_SUCCESS ? FFTC_SUCCESS
                                : fftc_vk_fail(error, result, "sending a table to the device");
}
