/* SPDX-License-Identifier: MIT
 *
 * Kernels of which a driver is told that they stay within their buffers. The functions below stand
 * in front of the loader's: a device that can be told so, or one that cannot, whatever it is.
 */
#include <string.h>

#include "vulkan_loader.h"
#include "vulkan_testing.h"

static const char extension[] = VK_EXT_PIPELINE_ROBUSTNESS_EXTENSION_NAME;
static bool offered;     /* the device has the extension */
static bool enabled;     /* the last device was created with extension and feature */
static unsigned created; /* pipelines since the last count */
static unsigned told;    /* how many pipelines were made without checks of storage buffers */
static unsigned asked;   /* how many pipelines were made with such checks */

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateDeviceExtensionProperties(
    VkPhysicalDevice device, const char *layer, uint32_t *count, VkExtensionProperties *properties)
{
    uint32_t own = *count - (properties != NULL ? 1 : 0);
    VkResult result =
        VULKAN_LOADER(vkEnumerateDeviceExtensionProperties)(device, layer, &own, properties);
    for (uint32_t i = 0; properties != NULL && i < own; ++i) {
        if (strcmp(properties[i].extensionName, extension) == 0) {
            strcpy(properties[i].extensionName, "none");
        }
    }
    if (properties != NULL) {
        properties[own] = (VkExtensionProperties){.specVersion = 1};
        strcpy(properties[own].extensionName, offered ? extension : "none");
    }
    *count = own + 1;
    return result;
}

static bool is_robustness(const VkBaseOutStructure *s)
{
    return s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES_EXT;
}

/* The link that points to it, or to the end. */
static VkBaseOutStructure **find_robustness(VkBaseOutStructure *chain)
{
    VkBaseOutStructure **link = &chain->pNext;
    while (*link != NULL && !is_robustness(*link)) {
        link = &(*link)->pNext;
    }
    return link;
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceFeatures2(VkPhysicalDevice device,
                                                        VkPhysicalDeviceFeatures2 *features)
{
    VkBaseOutStructure **link = find_robustness((VkBaseOutStructure *)features);
    VkBaseOutStructure *found = *link;
    ck_assert(found == NULL || offered);
    if (found != NULL) {
        *link = found->pNext;
    }
    VULKAN_LOADER(vkGetPhysicalDeviceFeatures2)(device, features);
    if (found != NULL) {
        *link = found;
        ((VkPhysicalDevicePipelineRobustnessFeaturesEXT *)found)->pipelineRobustness = VK_TRUE;
    }
}

/* Without the extension, which comes last or before one that is for statistics, and its feature. */
VKAPI_ATTR VkResult VKAPI_CALL vkCreateDevice(VkPhysicalDevice physical,
                                              const VkDeviceCreateInfo *info,
                                              const VkAllocationCallbacks *allocator,
                                              VkDevice *device)
{
    VkDeviceCreateInfo less = *info;
    const char *names[32];
    VkBaseOutStructure *chain;
    ck_assert_uint_le(info->enabledExtensionCount, 32);
    memcpy(&chain, &info->pNext, sizeof chain);
    less.enabledExtensionCount = 0;
    less.ppEnabledExtensionNames = names;
    for (uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
        if (strcmp(info->ppEnabledExtensionNames[i], extension) != 0) {
            names[less.enabledExtensionCount++] = info->ppEnabledExtensionNames[i];
        }
    }
    VkBaseOutStructure **link = find_robustness(chain);
    VkBaseOutStructure *found = *link;
    enabled = less.enabledExtensionCount + 1 == info->enabledExtensionCount && found != NULL;
    ck_assert(enabled ||
              (less.enabledExtensionCount == info->enabledExtensionCount && found == NULL));
    if (found != NULL) {
        *link = found->pNext;
    }
    VkResult result = VULKAN_LOADER(vkCreateDevice)(physical, &less, allocator, device);
    if (found != NULL) {
        *link = found;
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                        uint32_t count,
                                                        const VkComputePipelineCreateInfo *infos,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkPipeline *pipelines)
{
    VkComputePipelineCreateInfo info = *infos;
    const VkPipelineRobustnessCreateInfoEXT *robustness = info.pNext;
    ck_assert_uint_eq(count, 1);
    ++created;
    if (robustness != NULL) {
        ck_assert_int_eq(robustness->sType, VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT);
        ck_assert_ptr_null(robustness->pNext);
        told += robustness->storageBuffers == VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT;
        asked += robustness->storageBuffers ==
                 VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_EXT;
        info.pNext = NULL;
    }
    return VULKAN_LOADER(vkCreateComputePipelines)(device, cache, count, &info, allocator,
                                                   pipelines);
}

static fftc_vulkan *open_one(void)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    const fftc_vulkan_options options = {.device = numbers[0]};
    fftc_vulkan *context;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_create(&options, &context, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return context;
}

static const fftc_transform sixteen = {.length = {16}};

/* Makes a plan, and counts pipelines. */
static void make_plan(fftc_vulkan *context, const fftc_transform *t,
                      const fftc_accessors *accessors)
{
    const fftc_vulkan_plan_options options = {.accessors = accessors};
    fftc_vulkan_plan *plan;
    fftc_error error;
    created = 0;
    told = 0;
    asked = 0;
    ck_assert_msg(fftc_vulkan_plan_create(context, t, &options, &plan, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    fftc_vulkan_plan_destroy(plan);
}

START_TEST(plan_on_device_that_can_be_told_is_unchecked)
{
    offered = true;
    fftc_vulkan *context = open_one();
    ck_assert(enabled);
    ck_assert(fftc_vulkan_device_info(context)->pipeline_robustness);
    ck_assert(fftc_vulkan_get_handles(context).pipeline_robustness);
    make_plan(context, &sixteen, NULL);
    ck_assert_uint_eq(created, 1);
    ck_assert_uint_eq(told, 1);
    fftc_vulkan_destroy(context);
}
END_TEST

START_TEST(plan_with_accessors_is_as_the_device_has_it)
{
    const fftc_accessors accessors = {
        .load = "fftc_complex fftc_user_load(fftc_uint index) { return fftc_src_get(index); }\n"};
    offered = true;
    fftc_vulkan *context = open_one();
    make_plan(context, &sixteen, &accessors);
    ck_assert_uint_eq(created, 1);
    ck_assert_uint_eq(told + asked, 0);
    fftc_vulkan_destroy(context);
}
END_TEST

/* Which a driver does better with its checks: gpu/kernel.c. */
START_TEST(halves_by_32_points_a_stage_are_checked)
{
    const fftc_transform large = {.length = {1024}, .batch = 8192, .precision = FFTC_FLOAT16};
    const fftc_transform small = {.length = {256}, .batch = 8192, .precision = FFTC_FLOAT16};
    offered = true;
    fftc_vulkan *context = open_one();
    make_plan(context, &large, NULL); /* this also makes a kernel that tries how halves are
                                         rounded */
    ck_assert_uint_ge(created, 1);
    ck_assert_uint_eq(told, 0);
    ck_assert_uint_eq(asked, 1); /* where a driver could be told, silence need not mean checks */
    make_plan(context, &small, NULL);
    ck_assert_uint_eq(created, 1);
    ck_assert_uint_eq(told, 1);
    ck_assert_uint_eq(asked, 0);
    fftc_vulkan_destroy(context);
}
END_TEST

START_TEST(long_lines_with_their_mirrors_are_checked)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    fftc_transform t = {
        .length = {30720}, .batch = 140, .kind = FFTC_REAL, .direction = FFTC_INVERSE};
    offered = true;
    for (uint32_t d = 0; d < count; ++d) {
        const fftc_vulkan_options options = {.device = numbers[d]};
        fftc_vulkan *context;
        ck_assert_int_eq(fftc_vulkan_create(&options, &context, NULL), FFTC_SUCCESS);
        const fftc_vulkan_device *info = fftc_vulkan_device_info(context);
        if (info->shared_bytes >= 32768 && info->invocations_max >= 512) {
            t.direction = FFTC_INVERSE;
            make_plan(context, &t, NULL);
            ck_assert_uint_eq(created, 1);
            ck_assert_uint_eq(asked, 1);
            t.direction = FFTC_FORWARD;
            make_plan(context, &t, NULL);
            ck_assert_uint_eq(asked, 0);
        }
        fftc_vulkan_destroy(context);
    }
}
END_TEST

START_TEST(device_without_the_extension_is_told_nothing)
{
    offered = false;
    fftc_vulkan *context = open_one();
    ck_assert(!enabled);
    ck_assert(!fftc_vulkan_device_info(context)->pipeline_robustness);
    make_plan(context, &sixteen, NULL);
    ck_assert_uint_eq(created, 1);
    ck_assert_uint_eq(told, 0);
    fftc_vulkan_destroy(context);
}
END_TEST

START_TEST(wrapped_device_is_told_what_its_owner_enabled)
{
    offered = true;
    fftc_vulkan *context = open_one();
    for (int enable = 0; enable < 2; ++enable) {
        fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
        fftc_vulkan *wrapped;
        handles.pipeline_robustness = enable == 1;
        ck_assert_int_eq(fftc_vulkan_wrap(&handles, &wrapped, NULL), FFTC_SUCCESS);
        make_plan(wrapped, &sixteen, NULL);
        ck_assert_uint_eq(created, 1);
        ck_assert_uint_eq(told, enable);
        fftc_vulkan_destroy(wrapped);
    }
    fftc_vulkan_destroy(context);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan unchecked", plan_on_device_that_can_be_told_is_unchecked,
                    plan_with_accessors_is_as_the_device_has_it,
                    halves_by_32_points_a_stage_are_checked,
                    long_lines_with_their_mirrors_are_checked,
                    device_without_the_extension_is_told_nothing,
                    wrapped_device_is_told_what_its_owner_enabled)
