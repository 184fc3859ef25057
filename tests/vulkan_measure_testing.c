/* SPDX-License-Identifier: MIT
 *
 * The functions below stand in front of the loader's.
 */
#include "vulkan_measure_testing.h"

#include <string.h>

#include "vulkan_loader.h"

vulkan_measure_pretence pretend;

VKAPI_ATTR VkResult VKAPI_CALL vkGetQueryPoolResults(VkDevice device, VkQueryPool pool,
                                                     uint32_t first, uint32_t count, size_t bytes,
                                                     void *data, VkDeviceSize stride,
                                                     VkQueryResultFlags flags)
{
    uint64_t *stamps = data;
    VkResult result = VULKAN_LOADER(vkGetQueryPoolResults)(device, pool, first, count, bytes, data,
                                                           stride, flags);
    ++pretend.reads;
    for (uint32_t i = 0; i < count && pretend.stamps_say != TRUTH;
         ++i) { /* turns of 1000 and 500 ticks */
        bool faster = pretend.stamps_say == CHALLENGER_FASTER && pretend.reads <= pretend.reads_max;
        stamps[i] = (faster ? 1500 : 2500) * (uint64_t)(i / 2) + 1000 * (uint64_t)(i % 2);
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL vkAllocateMemory(VkDevice device, const VkMemoryAllocateInfo *info,
                                                const VkAllocationCallbacks *allocator,
                                                VkDeviceMemory *memory)
{
    ++pretend.allocations;
    return pretend.no_memory ||
                   (pretend.scarce_from != 0 && pretend.allocations >= pretend.scarce_from)
               ? VK_ERROR_OUT_OF_DEVICE_MEMORY
               : VULKAN_LOADER(vkAllocateMemory)(device, info, allocator, memory);
}

VKAPI_ATTR VkResult VKAPI_CALL vkQueueSubmit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo *infos, VkFence fence)
{
    if (pretend.submissions != 0 && --pretend.submissions == 0) {
        return VK_ERROR_DEVICE_LOST;
    }
    return VULKAN_LOADER(vkQueueSubmit)(queue, count, infos, fence);
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceQueueFamilyProperties(
    VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties *families)
{
    VULKAN_LOADER(vkGetPhysicalDeviceQueueFamilyProperties)(device, count, families);
    for (uint32_t i = 0; i < *count && families != NULL && pretend.no_stamps; ++i) {
        families[i].timestampValidBits = 0;
    }
}

void vulkan_measure_open(vulkan_plan_device *device)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    vulkan_plan_open(numbers[0], device);
    pretend = (vulkan_measure_pretence){.stamps_say = TRUTH, .reads_max = UINT32_MAX};
}

fftc_vulkan_plan *vulkan_measure_make(const vulkan_plan_device *device, const fftc_transform *t,
                                      const fftc_vulkan_plan_options *options)
{
    fftc_vulkan_plan *plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_plan_create(device->context, t, options, &plan, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    return plan;
}

const char *vulkan_measure_save(const fftc_vulkan_plan *plan, char text[TEXT_BYTES])
{
    size_t bytes = 0;
    ck_assert_int_eq(fftc_vulkan_plan_save(plan, NULL, 0, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_le(bytes, TEXT_BYTES);
    ck_assert_int_eq(fftc_vulkan_plan_save(plan, text, bytes - 1, &bytes, NULL), FFTC_TOO_LARGE);
    ck_assert_int_eq(fftc_vulkan_plan_save(plan, text, bytes, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(strlen(text) + 1, bytes);
    ck_assert_int_eq(text[bytes - 2], '\n');
    return text;
}

const char *vulkan_measure_line(const vulkan_plan_device *device, const fftc_transform *t,
                                const fftc_vulkan_plan_options *options, char text[TEXT_BYTES])
{
    fftc_vulkan_plan *plan = vulkan_measure_make(device, t, options);
    (void)vulkan_measure_save(plan, text);
    fftc_vulkan_plan_destroy(plan);
    return text;
}
