/* SPDX-License-Identifier: MIT
 *
 * A program that has a Vulkan device already shares it with the library: there and back in one
 * command buffer, with a barrier of the program's between the two.
 *
 *     example_own_device          exit status 1 if the numbers do not come back
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "vulkan_helper.h"

enum { POINTS = 1000, BATCH = 64, NUMBERS = 2 * POINTS * BATCH };

static void vulkan_check(VkResult result)
{
    const fftc_error error = {.status = FFTC_DEVICE_FAILED, .message = "a call of Vulkan failed"};
    helper_check(result == VK_SUCCESS ? FFTC_SUCCESS : FFTC_DEVICE_FAILED, &error);
}

/* --- what the program has anyway -------------------------------------------------------------- */

static bool has_extension(VkPhysicalDevice device, const char *name)
{
    static VkExtensionProperties list[1024];
    uint32_t count = sizeof list / sizeof *list;
    bool found = false;
    (void)vkEnumerateDeviceExtensionProperties(device, NULL, &count, list); /* or the first 1024 */
    for (uint32_t i = 0; i < count; ++i) {
        found = found || strcmp(list[i].extensionName, name) == 0;
    }
    return found;
}

static uint32_t compute_family(VkPhysicalDevice device)
{
    VkQueueFamilyProperties list[16];
    uint32_t count = sizeof list / sizeof *list;
    uint32_t family = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, list);
    while (family < count && (list[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
        ++family;
    }
    return family;
}

/* The first device of Vulkan 1.1; without one, device stays VK_NULL_HANDLE. What is enabled is
 * said to the library as well: recordings are cheapest with push descriptors. */
static fftc_vulkan_handles open_device(void)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                           .pApplicationInfo = &application};
    fftc_vulkan_handles own = {.api_version = application.apiVersion};
    uint32_t count = 1;
    if (vkCreateInstance(&instance, NULL, &own.instance) != VK_SUCCESS) {
        return own;
    }
    (void)vkEnumeratePhysicalDevices(own.instance, &count, &own.physical_device);
    if (count == 0) {
        vkDestroyInstance(own.instance, NULL);
        return own;
    }
    const float priority = 1.0F;
    const char *const extension = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
    own.queue_family = compute_family(own.physical_device);
    own.push_descriptor = has_extension(own.physical_device, extension);
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = own.queue_family,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue,
                                       .enabledExtensionCount = own.push_descriptor ? 1 : 0,
                                       .ppEnabledExtensionNames = &extension};
    vulkan_check(vkCreateDevice(own.physical_device, &device, NULL, &own.device));
    vkGetDeviceQueue(own.device, own.queue_family, 0, &own.queue);
    return own;
}

static VkCommandBuffer begin(const fftc_vulkan_handles *own, VkCommandPool *pool)
{
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = own->queue_family};
    vulkan_check(vkCreateCommandPool(own->device, &info, NULL, pool));
    const VkCommandBufferAllocateInfo one = {.sType =
                                                 VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                             .commandPool = *pool,
                                             .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                             .commandBufferCount = 1};
    const VkCommandBufferBeginInfo start = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands;
    vulkan_check(vkAllocateCommandBuffers(own->device, &one, &commands));
    vulkan_check(vkBeginCommandBuffer(commands, &start));
    return commands;
}

static void submit_and_wait(const fftc_vulkan_handles *own, VkCommandBuffer commands)
{
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands};
    vulkan_check(vkEndCommandBuffer(commands));
    vulkan_check(vkQueueSubmit(own->queue, 1, &info, VK_NULL_HANDLE));
    vulkan_check(vkQueueWaitIdle(own->queue));
}

static void barrier(VkCommandBuffer commands, VkPipelineStageFlags stage, VkAccessFlags access)
{
    const VkMemoryBarrier memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                    .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                    .dstAccessMask = access};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, stage, 0, 1, &memory, 0,
                         NULL, 0, NULL);
}

/* --- what the library adds -------------------------------------------------------------------- */

static fftc_vulkan_plan *plan_create(fftc_vulkan *context, fftc_direction direction)
{
    const fftc_transform transform = {
        .length = {POINTS}, .batch = BATCH, .direction = direction, .placement = FFTC_IN_PLACE};
    const fftc_vulkan_plan_options options = {.own_scratch = true};
    fftc_vulkan_plan *plan;
    fftc_error error;
    helper_check(fftc_vulkan_plan_create(context, &transform, &options, &plan, &error), &error);
    return plan;
}

static void there_and_back(const fftc_vulkan_handles *own, fftc_vulkan *context, VkBuffer buffer)
{
    fftc_vulkan_plan *there = plan_create(context, FFTC_FORWARD);
    fftc_vulkan_plan *back = plan_create(context, FFTC_INVERSE);
    const fftc_vulkan_buffers buffers = {.dst = {.buffer = buffer}};
    fftc_error error;
    VkCommandPool pool;
    VkCommandBuffer commands = begin(own, &pool);
    helper_check(fftc_vulkan_plan_record(there, commands, &buffers, &error), &error);
    /* Here a program would multiply the spectrum; in any case what follows waits for it. */
    barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    helper_check(fftc_vulkan_plan_record(back, commands, &buffers, &error), &error);
    barrier(commands, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    submit_and_wait(own, commands);
    vkDestroyCommandPool(own->device, pool, NULL);
    fftc_vulkan_plan_destroy(back); /* not before what was recorded with it is done */
    fftc_vulkan_plan_destroy(there);
}

int main(void)
{
    const fftc_vulkan_handles own = open_device();
    fftc_vulkan *context;
    fftc_error error;
    float worst = 0.0F;
    if (own.device == VK_NULL_HANDLE) {
        (void)puts("there is no Vulkan device");
        return 77;
    }
    helper_check(fftc_vulkan_wrap(&own, &context, &error), &error);
    helper_buffer buffer = helper_buffer_create(context, NUMBERS * sizeof(float));
    float *numbers = buffer.data;
    for (int i = 0; i < NUMBERS; ++i) {
        numbers[i] = (float)(i % 251);
    }
    there_and_back(&own, context, buffer.handle);
    for (int i = 0; i < NUMBERS; ++i) {
        worst = fmaxf(worst, fabsf(numbers[i] - (float)(i % 251)));
    }
    (void)printf("%s: off by at most %.1e of 250\n", fftc_vulkan_device_info(context)->name,
                 (double)worst);
    helper_buffer_destroy(context, &buffer);
    fftc_vulkan_destroy(context); /* the handles stay the program's */
    vkDestroyDevice(own.device, NULL);
    vkDestroyInstance(own.instance, NULL);
    return worst < 1e-3F ? 0 : 1;
}
