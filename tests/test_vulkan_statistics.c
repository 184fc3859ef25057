/* SPDX-License-Identifier: MIT
 *
 * What a driver says of kernels, from one that says something of each kind: the functions below
 * stand in front of the loader's, and add the extension to a device that need not have it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_loader.h"
#include "vulkan_testing.h"

static const char extension[] = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
static VkResult answer;   /* of the driver when it is asked */
static unsigned captured; /* pipelines of which statistics were wanted */

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateDeviceExtensionProperties(
    VkPhysicalDevice device, const char *layer, uint32_t *count, VkExtensionProperties *properties)
{
    uint32_t own = *count - (properties != NULL ? 1 : 0);
    VkResult result =
        VULKAN_LOADER(vkEnumerateDeviceExtensionProperties)(device, layer, &own, properties);
    if (properties != NULL) {
        properties[own] = (VkExtensionProperties){.specVersion = 1};
        strcpy(properties[own].extensionName, extension);
    }
    *count = own + 1;
    return result;
}

/* Without the extension and its feature, which come last and first. */
VKAPI_ATTR VkResult VKAPI_CALL vkCreateDevice(VkPhysicalDevice physical,
                                              const VkDeviceCreateInfo *info,
                                              const VkAllocationCallbacks *allocator,
                                              VkDevice *device)
{
    VkDeviceCreateInfo less = *info;
    VkPhysicalDeviceFeatures2 features = *(const VkPhysicalDeviceFeatures2 *)info->pNext;
    const VkBaseInStructure *first = features.pNext;
    if (first != NULL &&
        first->sType ==
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR) {
        ck_assert_str_eq(info->ppEnabledExtensionNames[--less.enabledExtensionCount], extension);
        memcpy(&features.pNext, &first->pNext, sizeof features.pNext);
        less.pNext = &features;
    }
    return VULKAN_LOADER(vkCreateDevice)(physical, &less, allocator, device);
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                        uint32_t count,
                                                        const VkComputePipelineCreateInfo *infos,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkPipeline *pipelines)
{
    VkComputePipelineCreateInfo info = *infos;
    captured += (info.flags & VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR) != 0 ? 1 : 0;
    info.flags &= ~(VkPipelineCreateFlags)VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    return VULKAN_LOADER(vkCreateComputePipelines)(device, cache, count, &info, allocator,
                                                   pipelines);
}

static VKAPI_ATTR VkResult VKAPI_CALL say(VkDevice device, const VkPipelineExecutableInfoKHR *which,
                                          uint32_t *count, VkPipelineExecutableStatisticKHR *list)
{
    (void)device;
    ck_assert(which->pipeline != VK_NULL_HANDLE);
    ck_assert_uint_ge(*count, 4);
    *count = 4;
    list[0].format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR;
    list[0].value.u64 = 18446744073709551615u;
    strcpy(list[0].name, "Registers");
    list[1].format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR;
    list[1].value.i64 = -3;
    strcpy(list[1].name, "Balance");
    list[2].format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR;
    list[2].value.f64 = 0.25;
    strcpy(list[2].name, "Occupancy");
    list[3].format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR;
    list[3].value.b32 = VK_TRUE;
    strcpy(list[3].name, "Spills");
    return answer;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device, const char *name)
{
    return strcmp(name, "vkGetPipelineExecutableStatisticsKHR") == 0
               ? (PFN_vkVoidFunction)say
               : VULKAN_LOADER(vkGetDeviceProcAddr)(device, name);
}

static fftc_vulkan *context;

static fftc_vulkan_plan *plan_with(bool statistics)
{
    const fftc_transform t = {.length = {16}};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    const fftc_vulkan_options options = {.device = numbers[0], .statistics = statistics};
    fftc_vulkan_plan *plan;
    fftc_error error;
    captured = 0;
    answer = VK_SUCCESS;
    ck_assert_msg(fftc_vulkan_create(&options, &context, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_msg(fftc_vulkan_plan_create(context, &t, NULL, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return plan;
}

static const char expected[] =
    "Registers 18446744073709551615; Balance -3; Occupancy 0.25; Spills 1; ";

START_TEST(statistics_of_every_kind_one_line)
{
    fftc_vulkan_plan *plan = plan_with(true);
    char text[256];
    ck_assert_uint_eq(captured, 1);
    ck_assert_int_eq(fftc_vulkan_plan_statistics(plan, 0, text, sizeof text),
                     (int)strlen(expected));
    ck_assert_str_eq(text, expected);
    /* The text is cut as by snprintf: with a 0, and the answer is how long it would have been. */
    for (size_t room = 1; room < sizeof expected; ++room) {
        memset(text, '#', sizeof text);
        ck_assert_int_eq(fftc_vulkan_plan_statistics(plan, 0, text, room), (int)strlen(expected));
        ck_assert_uint_eq(strlen(text), room - 1);
        ck_assert_int_eq(strncmp(text, expected, room - 1), 0);
        ck_assert_int_eq(text[room], '#');
    }
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_destroy(context);
}
END_TEST

static void expect_nothing(const fftc_vulkan_plan *plan, uint32_t pass)
{
    char text[8] = "before";
    ck_assert_int_eq(fftc_vulkan_plan_statistics(plan, pass, text, sizeof text), 0);
    ck_assert_str_eq(text, "");
}

START_TEST(statistics_not_asked_for_or_refused_empty)
{
    fftc_vulkan_plan *plan = plan_with(false);
    ck_assert_uint_eq(captured, 0);
    expect_nothing(plan, 0);
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_destroy(context);
    plan = plan_with(true);
    expect_nothing(NULL, 0);
    expect_nothing(plan, 1); /* there is no such dispatch */
    answer = VK_ERROR_OUT_OF_HOST_MEMORY;
    expect_nothing(plan, 0);
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_destroy(context);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan statistics", statistics_of_every_kind_one_line,
                    statistics_not_asked_for_or_refused_empty)
