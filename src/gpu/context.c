/* SPDX-License-Identifier: MIT
 *
 * Contexts: on a device that the library opens, or around the program's own.
 */
#include <stdlib.h>

#include "gpu/cache.h"
#include "gpu/internal.h"
#include "support/check.h"
#include "support/error.h"

#define PIPELINES_KEPT 64u

static fftc_status context_alloc(const fftc_vulkan_options *options, fftc_vulkan **context,
                                 fftc_error *error)
{
    fftc_vulkan *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a context");
    }
    made->cache = options->cache;
    if (options->cache == NULL) {
        fftc_status status = fftc_cache_create_default(&made->own_cache, error);
        if (status != FFTC_SUCCESS) {
            free(made);
            return status;
        }
        made->cache = made->own_cache;
    }
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->pipelines_lock, NULL);
    pthread_cond_init(&made->pipelines_changed, NULL);
    pthread_mutex_init(&made->tables_lock, NULL);
    fftc_messages_init(&made->messages, options);
    made->validate = options->validate;
    made->pipelines_kept = options->pipelines_kept != 0 ? options->pipelines_kept : PIPELINES_KEPT;
    *context = made;
    return FFTC_SUCCESS;
}

static fftc_status pick_device(fftc_vulkan *context, uint32_t number, fftc_error *error)
{
    VkPhysicalDevice *physical = NULL;
    uint32_t count = 0;
    fftc_status status = FFTC_SUCCESS;
    if (context->instance.handle != VK_NULL_HANDLE) {
        status = fftc_instance_devices(context->instance.handle, &physical, &count, error);
    }
    if (status == FFTC_SUCCESS && count == 0) {
        status = fftc_fail(error, FFTC_UNSUPPORTED,
                           "there is no Vulkan device: install a driver (Debian: "
                           "mesa-vulkan-drivers has one for the CPU)");
    } else if (status == FFTC_SUCCESS && number >= count) {
        status = fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "there is no device %u: this machine has %u, counted from 0",
                           (unsigned)number, (unsigned)count);
    } else if (status == FFTC_SUCCESS) {
        context->physical = physical[number];
    }
    free(physical);
    return status;
}

/* The first queue family with compute from `first` on; UINT32_MAX if there is none. */
static fftc_status find_queue_family(const fftc_vulkan *context, uint32_t first, uint32_t *family,
                                     fftc_error *error)
{
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(context->physical, &count, NULL);
    VkQueueFamilyProperties *families = calloc(count + 1, sizeof *families);
    if (families == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a list of queues");
    }
    vkGetPhysicalDeviceQueueFamilyProperties(context->physical, &count, families);
    while (first < count && (families[first].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
        ++first;
    }
    free(families);
    *family = first < count ? first : UINT32_MAX;
    return FFTC_SUCCESS;
}

static fftc_status pick_queue_family(fftc_vulkan *context, fftc_error *error)
{
    fftc_status status = find_queue_family(context, 0, &context->queue_family, error);
    return status == FFTC_SUCCESS && context->queue_family == UINT32_MAX
               ? fftc_fail(error, FFTC_UNSUPPORTED, "%s has no compute queue", context->info.name)
               : status;
}

static fftc_status check_queue_family(const fftc_vulkan *context, fftc_error *error)
{
    uint32_t family;
    fftc_status status = find_queue_family(context, context->queue_family, &family, error);
    return status == FFTC_SUCCESS && (family == UINT32_MAX || family != context->queue_family)
               ? fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "queue_family is %u: pass a family of %s with VK_QUEUE_COMPUTE_BIT",
                           (unsigned)context->queue_family, context->info.name)
               : status;
}

/* The features to request from a device, as a chain. */
typedef struct wanted_features {
    VkPhysicalDeviceFeatures2 all;
    VkPhysicalDeviceSubgroupSizeControlFeatures size_control;
    VkPhysicalDeviceBufferDeviceAddressFeatures address;
    VkPhysicalDevice16BitStorageFeatures storage;
    VkPhysicalDeviceShaderFloat16Int8Features float16;
    VkPhysicalDevicePipelineRobustnessFeaturesEXT robustness;
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executable;
} wanted_features;

static void want(wanted_features *f, bool wanted, void *structure)
{
    if (wanted) {
        ((VkBaseOutStructure *)structure)->pNext = f->all.pNext;
        f->all.pNext = structure;
    }
}

static void want_features(const fftc_vulkan_device *info, bool statistics, wanted_features *f)
{
    *f = (wanted_features){
        .all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                .features.shaderFloat64 = info->float64},
        .size_control = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES,
                         .subgroupSizeControl = VK_TRUE,
                         .computeFullSubgroups = VK_TRUE},
        .address = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES,
                    .bufferDeviceAddress = VK_TRUE},
        .storage = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
                    .storageBuffer16BitAccess = VK_TRUE},
        .float16 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
                    .shaderFloat16 = VK_TRUE},
        .robustness = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES_EXT,
                       .pipelineRobustness = VK_TRUE},
        .executable = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
            .pipelineExecutableInfo = VK_TRUE}};
    want(f, info->subgroup_full, &f->size_control);
    want(f, info->device_address, &f->address);
    want(f, info->storage16, &f->storage);
    want(f, info->float16, &f->float16);
    want(f, info->pipeline_robustness, &f->robustness);
    want(f, statistics, &f->executable);
}

static fftc_status create_device(fftc_vulkan *context, fftc_device_extensions *extensions,
                                 fftc_error *error)
{
    const float priority = 1.0f;
    wanted_features features;
    want_features(&context->info, extensions->statistics, &features);
    if (extensions->statistics) {
        extensions->name[extensions->count++] =
            VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    }
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = context->queue_family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &features.all,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = extensions->count,
                               .ppEnabledExtensionNames = extensions->name};
    VkResult result = vkCreateDevice(context->physical, &info, NULL, &context->device);
    if (result != VK_SUCCESS) {
        context->device = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateDevice");
    }
    vkGetDeviceQueue(context->device, context->queue_family, 0, &context->queue);
    return FFTC_SUCCESS;
}

/* Memory types and the device's description; `api_version` is the instance's. */
static fftc_status learn_device(fftc_vulkan *context, uint32_t api_version,
                                fftc_device_extensions *extensions, fftc_error *error)
{
    fftc_status status =
        fftc_device_query(context->physical, api_version, &context->info, extensions, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (context->info.api_version < VK_API_VERSION_1_1) {
        return fftc_fail(error, FFTC_UNSUPPORTED, "%s has only Vulkan 1.0: 1.1 is needed",
                         context->info.name);
    }
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(context->physical, &properties);
    context->offset_alignment = properties.limits.minStorageBufferOffsetAlignment;
    vkGetPhysicalDeviceMemoryProperties(context->physical, &context->memory);
    return FFTC_SUCCESS;
}

/* Looks up functions that the loader does not export. If one is missing, its feature is not
 * used. */
static void learn_functions(fftc_vulkan *context)
{
    VkDevice device = context->device;
    if (context->info.push_descriptor) {
        context->push_descriptors =
            (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(device, "vkCmdPushDescriptorSetKHR");
        if (context->push_descriptors == NULL) { /* Vulkan 1.4 without the extension */
            context->push_descriptors = (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(
                device, "vkCmdPushDescriptorSet");
        }
        context->info.push_descriptor = context->push_descriptors != NULL;
    }
    if (context->info.device_address) {
        context->buffer_address =
            (PFN_vkGetBufferDeviceAddress)vkGetDeviceProcAddr(device, "vkGetBufferDeviceAddress");
        if (context->buffer_address == NULL) {
            context->buffer_address = (PFN_vkGetBufferDeviceAddress)vkGetDeviceProcAddr(
                device, "vkGetBufferDeviceAddressKHR");
        }
        context->info.device_address = context->buffer_address != NULL;
    }
}

static fftc_status open_device(fftc_vulkan *context, uint32_t number, bool statistics,
                               fftc_error *error)
{
    fftc_device_extensions extensions = {.count = 0};
    fftc_status status = fftc_instance_create(context->validate ? &context->messages : NULL,
                                              &context->instance, error);
    if (status == FFTC_SUCCESS) {
        status = pick_device(context, number, error);
    }
    if (status == FFTC_SUCCESS) {
        status = learn_device(context, context->instance.api_version, &extensions, error);
    }
    if (status == FFTC_SUCCESS) {
        status = pick_queue_family(context, error);
    }
    if (status == FFTC_SUCCESS) {
        extensions.statistics = extensions.statistics && statistics;
        status = create_device(context, &extensions, error);
    }
    if (status == FFTC_SUCCESS) {
        learn_functions(context);
        if (extensions.statistics) {
            context->statistics = (PFN_vkGetPipelineExecutableStatisticsKHR)vkGetDeviceProcAddr(
                context->device, "vkGetPipelineExecutableStatisticsKHR");
        }
    }
    return status;
}

fftc_status fftc_vulkan_create(const fftc_vulkan_options *options, fftc_vulkan **context,
                               fftc_error *error)
{
    const fftc_vulkan_options defaults = {0};
    if (context == NULL) {
        return fftc_fail_no_place(error, "context");
    }
    *context = NULL;
    if (options == NULL) {
        options = &defaults;
    }
    fftc_vulkan *made = NULL;
    fftc_status status = context_alloc(options, &made, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    made->owned = true;
    status = open_device(made, options->device, options->statistics, error);
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_destroy(made);
        return status;
    }
    *context = made;
    return fftc_succeed(error);
}

fftc_status fftc_vulkan_wrap(const fftc_vulkan_handles *handles, fftc_vulkan **context,
                             fftc_error *error)
{
    if (context == NULL) {
        return fftc_fail_no_place(error, "context");
    }
    *context = NULL;
    if (handles == NULL || handles->instance == VK_NULL_HANDLE ||
        handles->physical_device == VK_NULL_HANDLE || handles->device == VK_NULL_HANDLE ||
        handles->queue == VK_NULL_HANDLE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "a Vulkan handle is missing: pass instance, physical device, device and "
                         "queue");
    }
    if (handles->api_version != 0 && handles->api_version < VK_API_VERSION_1_1) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "api_version is Vulkan %u.%u: create the instance for 1.1 or later",
                         (unsigned)VK_API_VERSION_MAJOR(handles->api_version),
                         (unsigned)VK_API_VERSION_MINOR(handles->api_version));
    }
    const fftc_vulkan_options options = {.cache = handles->cache,
                                         .pipelines_kept = handles->pipelines_kept};
    fftc_vulkan *made = NULL;
    fftc_status status = context_alloc(&options, &made, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    /* The instance is not destroyed with the context, which does not own it. */
    made->instance.handle = handles->instance;
    made->instance.api_version =
        handles->api_version != 0 ? handles->api_version : VK_API_VERSION_1_1;
    made->physical = handles->physical_device;
    made->device = handles->device;
    made->queue = handles->queue;
    made->queue_family = handles->queue_family;
    status = learn_device(made, made->instance.api_version, NULL, error);
    if (status == FFTC_SUCCESS) {
        status = check_queue_family(made, error);
    }
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_destroy(made);
        return status;
    }
    made->info.float16 = made->info.float16 && handles->float16;
    made->info.float64 = made->info.float64 && handles->float64;
    made->info.storage16 = made->info.storage16 && handles->storage16;
    made->info.subgroup_full = made->info.subgroup_full && handles->subgroup_full;
    made->info.push_descriptor = made->info.push_descriptor && handles->push_descriptor;
    made->info.device_address = made->info.device_address && handles->device_address;
    made->info.pipeline_robustness = made->info.pipeline_robustness && handles->pipeline_robustness;
    learn_functions(made);
    *context = made;
    return fftc_succeed(error);
}

void fftc_vulkan_destroy(fftc_vulkan *context)
{
    if (context == NULL) {
        return;
    }
    fftc_pipelines_destroy(context);
    if (context->owned) {
        if (context->device != VK_NULL_HANDLE) {
            vkDestroyDevice(context->device, NULL);
        }
        fftc_instance_destroy(&context->instance);
    }
    fftc_messages_free(&context->messages);
    pthread_cond_destroy(&context->pipelines_changed);
    pthread_mutex_destroy(&context->pipelines_lock);
    pthread_mutex_destroy(&context->tables_lock);
    pthread_mutex_destroy(&context->lock);
    fftc_vulkan_cache_destroy(context->own_cache);
    free(context);
}

fftc_vulkan_handles fftc_vulkan_get_handles(const fftc_vulkan *context)
{
    if (context == NULL) {
        return (fftc_vulkan_handles){.device = VK_NULL_HANDLE};
    }
    return (fftc_vulkan_handles){.instance = context->instance.handle,
                                 .physical_device = context->physical,
                                 .device = context->device,
                                 .queue = context->queue,
                                 .queue_family = context->queue_family,
                                 .api_version = context->instance.api_version,
                                 .float16 = context->info.float16,
                                 .float64 = context->info.float64,
                                 .storage16 = context->info.storage16,
                                 .subgroup_full = context->info.subgroup_full,
                                 .push_descriptor = context->info.push_descriptor,
                                 .device_address = context->info.device_address,
                                 .pipeline_robustness = context->info.pipeline_robustness,
                                 .cache = context->own_cache == NULL ? context->cache : NULL,
                                 .pipelines_kept = context->pipelines_kept};
}

const fftc_vulkan_device *fftc_vulkan_device_info(const fftc_vulkan *context)
{
    return context != NULL ? &context->info : NULL;
}
