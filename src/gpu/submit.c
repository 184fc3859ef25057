/* SPDX-License-Identifier: MIT
 *
 * The library's own submissions, which are waited for. None of them happens while a plan is
 * recorded.
 */
#include "gpu/internal.h"

void fftc_memory_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                         VkPipelineStageFlags to, VkAccessFlags access)
{
    VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                              .srcAccessMask = written,
                              .dstAccessMask = access};
    vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, NULL, 0, NULL);
}

VkResult fftc_submit_and_wait(fftc_vulkan *context, VkCommandBuffer commands)
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

static VkResult record_and_submit(fftc_vulkan *context, VkCommandPool pool,
                                  void (*record)(void *user, VkCommandBuffer commands), void *user)
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkCommandBuffer commands;
    VkResult result = vkAllocateCommandBuffers(context->device, &info, &commands);
    if (result == VK_SUCCESS) {
        result = vkBeginCommandBuffer(commands, &begin);
    }
    if (result == VK_SUCCESS) {
        record(user, commands);
        result = vkEndCommandBuffer(commands);
    }
    return result == VK_SUCCESS ? fftc_submit_and_wait(context, commands) : result;
}

VkResult fftc_submit_once(fftc_vulkan *context,
                          void (*record)(void *user, VkCommandBuffer commands), void *user)
{
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                    .queueFamilyIndex = context->queue_family};
    VkCommandPool pool;
    VkResult result = vkCreateCommandPool(context->device, &info, NULL, &pool);
    if (result == VK_SUCCESS) {
        result = record_and_submit(context, pool, record, user);
        vkDestroyCommandPool(context->device, pool, NULL);
    }
    return result;
}
