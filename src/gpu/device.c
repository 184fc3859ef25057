/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/internal.h"
#include "support/check.h"
#include "support/error.h"

/* A feature that is an extension in older versions of Vulkan and part of newer ones. */
typedef struct optional_feature {
    const char *extension;
    uint32_t core_version;
    bool present;
} optional_feature;

typedef struct optional_features {
    optional_feature driver_properties;
    optional_feature float16;
    optional_feature subgroup_size_control;
    optional_feature push_descriptor;
    optional_feature device_address;
    optional_feature pipeline_robustness;
    optional_feature statistics;
} optional_features;

static fftc_status find_optional(VkPhysicalDevice physical, uint32_t api_version,
                                 optional_features *optional, fftc_error *error)
{
    optional_feature *all[] = {
        &optional->driver_properties, &optional->float16,        &optional->subgroup_size_control,
        &optional->push_descriptor,   &optional->device_address, &optional->pipeline_robustness,
        &optional->statistics};
    uint32_t count = 0;
    VkResult result = vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);
    VkExtensionProperties *extensions = calloc(count + 1, sizeof *extensions);
    if (extensions == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a list of extensions");
    }
    if (result >= VK_SUCCESS) {
        result = vkEnumerateDeviceExtensionProperties(physical, NULL, &count, extensions);
    }
    if (result < VK_SUCCESS) {
        free(extensions);
        return fftc_vk_fail(error, result, "vkEnumerateDeviceExtensionProperties");
    }
    for (size_t p = 0; p < sizeof all / sizeof all[0]; ++p) {
        all[p]->present = api_version >= all[p]->core_version;
        for (uint32_t i = 0; i < count && !all[p]->present; ++i) {
            all[p]->present = strcmp(extensions[i].extensionName, all[p]->extension) == 0;
        }
    }
    free(extensions);
    return FFTC_SUCCESS;
}

/* Puts `structure` in front of a pNext chain. */
static void chain(void **next, void *structure)
{
    ((VkBaseOutStructure *)structure)->pNext = *next;
    *next = structure;
}

static void query_features(VkPhysicalDevice physical, const optional_features *optional,
                           fftc_vulkan_device *info)
{
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDevice16BitStorageFeatures storage = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
    VkPhysicalDeviceShaderFloat16Int8Features float16 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES};
    VkPhysicalDeviceSubgroupSizeControlFeatures size_control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    VkPhysicalDeviceBufferDeviceAddressFeatures address = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
    VkPhysicalDevicePipelineRobustnessFeaturesEXT robustness = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES_EXT};
    chain(&features.pNext, &storage);
    if (optional->pipeline_robustness.present) {
        chain(&features.pNext, &robustness);
    }
    if (optional->device_address.present) {
        chain(&features.pNext, &address);
    }
    if (optional->float16.present) {
        chain(&features.pNext, &float16);
    }
    if (optional->subgroup_size_control.present) {
        chain(&features.pNext, &size_control);
    }
    vkGetPhysicalDeviceFeatures2(physical, &features);
    info->float16 = float16.shaderFloat16 == VK_TRUE;
    info->float64 = features.features.shaderFloat64 == VK_TRUE;
    info->storage16 = storage.storageBuffer16BitAccess == VK_TRUE;
    info->push_descriptor = optional->push_descriptor.present;
    info->device_address = address.bufferDeviceAddress == VK_TRUE;
    info->pipeline_robustness = robustness.pipelineRobustness == VK_TRUE;
    info->subgroup_full =
        size_control.subgroupSizeControl == VK_TRUE && size_control.computeFullSubgroups == VK_TRUE;
}

static void fill_limits(const VkPhysicalDeviceLimits *limits, VkDeviceSize allocation_max,
                        fftc_vulkan_device *info)
{
    uint32_t invocations = limits->maxComputeWorkGroupInvocations;
    uint32_t size = limits->maxComputeWorkGroupSize[0];
    info->invocations_max = invocations < size ? invocations : size;
    info->shared_bytes = limits->maxComputeSharedMemorySize;
    info->workgroups_max = limits->maxComputeWorkGroupCount[0];
    info->buffer_bytes_max = limits->maxStorageBufferRange;
    if (info->buffer_bytes_max > allocation_max) {
        info->buffer_bytes_max = allocation_max;
    }
}

static void fill_subgroups(const VkPhysicalDeviceSubgroupProperties *subgroup,
                           const VkPhysicalDeviceSubgroupSizeControlProperties *control,
                           fftc_vulkan_device *info)
{
    const VkSubgroupFeatureFlags shuffles = VK_SUBGROUP_FEATURE_BASIC_BIT |
                                            VK_SUBGROUP_FEATURE_SHUFFLE_BIT |
                                            VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;
    if ((subgroup->supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0) {
        info->subgroup_full = false;
        return;
    }
    info->subgroup_shuffle = (subgroup->supportedOperations & shuffles) == shuffles;
    info->subgroup_size = subgroup->subgroupSize;
    info->subgroup_size_min = subgroup->subgroupSize;
    info->subgroup_size_max = subgroup->subgroupSize;
    info->subgroup_full = info->subgroup_full &&
                          (control->requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
    if (info->subgroup_full) {
        info->subgroup_size_min = control->minSubgroupSize;
        info->subgroup_size_max = control->maxSubgroupSize;
        info->subgroups_max = control->maxComputeWorkgroupSubgroups;
    }
}

static void query_properties(VkPhysicalDevice physical, const optional_features *optional,
                             fftc_vulkan_device *info)
{
    VkPhysicalDeviceProperties2 properties = {.sType =
                                                  VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    VkPhysicalDeviceSubgroupProperties subgroup = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceMaintenance3Properties maintenance = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceSubgroupSizeControlProperties control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
    chain(&properties.pNext, &subgroup);
    chain(&properties.pNext, &maintenance);
    if (optional->driver_properties.present) {
        chain(&properties.pNext, &driver);
    }
    if (optional->subgroup_size_control.present) {
        chain(&properties.pNext, &control);
    }
    vkGetPhysicalDeviceProperties2(physical, &properties);
    const VkPhysicalDeviceProperties *p = &properties.properties;
    snprintf(info->name, sizeof info->name, "%s", p->deviceName);
    if (driver.driverName[0] != '\0') {
        snprintf(info->driver, sizeof info->driver, "%s%s%s", driver.driverName,
                 driver.driverInfo[0] != '\0' ? ", " : "", driver.driverInfo);
    } else {
        snprintf(info->driver, sizeof info->driver, "version 0x%08x", p->driverVersion);
    }
    info->type = p->deviceType;
    info->vendor_id = p->vendorID;
    info->device_id = p->deviceID;
    fill_limits(&p->limits, maintenance.maxMemoryAllocationSize, info);
    fill_subgroups(&subgroup, &control, info);
}

fftc_status fftc_device_query(VkPhysicalDevice physical, uint32_t api_version,
                              fftc_vulkan_device *info, fftc_device_extensions *extensions,
                              fftc_error *error)
{
    optional_features optional = {
        .driver_properties = {VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME, VK_API_VERSION_1_2, false},
        .float16 = {VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME, VK_API_VERSION_1_2, false},
        .subgroup_size_control = {VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, VK_API_VERSION_1_3,
                                  false},
        .push_descriptor = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME, VK_MAKE_API_VERSION(0, 1, 4, 0),
                            false},
        .device_address = {VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, VK_API_VERSION_1_2, false},
        .pipeline_robustness = {VK_EXT_PIPELINE_ROBUSTNESS_EXTENSION_NAME, UINT32_MAX, false},
        .statistics = {VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME, UINT32_MAX, false},
    };
    VkPhysicalDeviceProperties basic;
    vkGetPhysicalDeviceProperties(physical, &basic);
    *info = (fftc_vulkan_device){.api_version = basic.apiVersion};
    if (basic.apiVersion < VK_API_VERSION_1_1) {
        snprintf(info->name, sizeof info->name, "%s", basic.deviceName);
        info->type = basic.deviceType;
        fill_limits(&basic.limits, basic.limits.maxStorageBufferRange, info);
        return FFTC_SUCCESS;
    }
    /* What may be used is what both the instance and the device have. */
    uint32_t usable = basic.apiVersion < api_version ? basic.apiVersion : api_version;
    fftc_status status = find_optional(physical, usable, &optional, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    query_features(physical, &optional, info);
    query_properties(physical, &optional, info);
    if (extensions != NULL) {
        extensions->count = 0;
        extensions->statistics = optional.statistics.present;
        if (info->float16 && usable < optional.float16.core_version) {
            extensions->name[extensions->count++] = optional.float16.extension;
        }
        if (info->subgroup_full && usable < optional.subgroup_size_control.core_version) {
            extensions->name[extensions->count++] = optional.subgroup_size_control.extension;
        }
        if (info->push_descriptor && usable < optional.push_descriptor.core_version) {
            extensions->name[extensions->count++] = optional.push_descriptor.extension;
        }
        if (info->device_address && usable < optional.device_address.core_version) {
            extensions->name[extensions->count++] = optional.device_address.extension;
        }
        if (info->pipeline_robustness) {
            extensions->name[extensions->count++] = optional.pipeline_robustness.extension;
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status list(const fftc_instance *instance, fftc_vulkan_device *devices, uint32_t room,
                        uint32_t *count, fftc_error *error)
{
    VkPhysicalDevice *physical;
    uint32_t found;
    fftc_status status = fftc_instance_devices(instance->handle, &physical, &found, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const uint32_t listed = found < room ? found : room;
    fftc_vulkan_device *all = calloc(listed + 1, sizeof *all);
    if (all == NULL) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %u devices", (unsigned)listed);
    }
    for (uint32_t i = 0; status == FFTC_SUCCESS && i < listed; ++i) {
        status = fftc_device_query(physical[i], instance->api_version, &all[i], NULL, error);
    }
    if (status == FFTC_SUCCESS) {
        for (uint32_t i = 0; i < listed; ++i) {
            devices[i] = all[i];
        }
        *count = found;
    }
    free(all);
    free(physical);
    return status;
}

fftc_status fftc_vulkan_device_list(fftc_vulkan_device *devices, uint32_t *count, fftc_error *error)
{
    if (count == NULL) {
        return fftc_fail_no_place(error, "count");
    }
    fftc_instance instance;
    fftc_status status = fftc_instance_create(NULL, &instance, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (instance.handle == VK_NULL_HANDLE) {
        *count = 0;
        return fftc_succeed(error);
    }
    status = list(&instance, devices, devices != NULL ? *count : 0, count, error);
    fftc_instance_destroy(&instance);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}
