/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "gpu/internal.h"
#include "support/error.h"

static const char validation_layer[] = "VK_LAYER_KHRONOS_validation";

static bool layer_present(void)
{
    uint32_t count = 0;
    bool found = false;
    if (vkEnumerateInstanceLayerProperties(&count, NULL) != VK_SUCCESS || count == 0) {
        return false;
    }
    VkLayerProperties *layers = calloc(count, sizeof *layers);
    if (layers != NULL && vkEnumerateInstanceLayerProperties(&count, layers) >= VK_SUCCESS) {
        for (uint32_t i = 0; i < count; ++i) {
            found = found || strcmp(layers[i].layerName, validation_layer) == 0;
        }
    }
    free(layers);
    return found;
}

static uint32_t version(void)
{
    uint32_t loader = VK_API_VERSION_1_0;
    (void)vkEnumerateInstanceVersion(&loader);
    return loader < VK_API_VERSION_1_3 ? loader : VK_API_VERSION_1_3;
}

static fftc_status create_messenger(fftc_instance *instance,
                                    const VkDebugUtilsMessengerCreateInfoEXT *info,
                                    fftc_error *error)
{
    PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(instance->handle,
                                                                  "vkCreateDebugUtilsMessengerEXT");
    VkResult result = create != NULL ? create(instance->handle, info, NULL, &instance->messenger)
                                     : VK_ERROR_EXTENSION_NOT_PRESENT;
    if (result != VK_SUCCESS) {
        fftc_instance_destroy(instance);
        return fftc_vk_fail(error, result, "vkCreateDebugUtilsMessengerEXT");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_instance_create(fftc_messages *messages, fftc_instance *instance,
                                 fftc_error *error)
{
    const VkValidationFeatureEnableEXT enabled[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    const char *layers[] = {validation_layer};
    const char *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    *instance = (fftc_instance){.api_version = version()};
    if (instance->api_version < VK_API_VERSION_1_1) {
        return fftc_fail(error, FFTC_UNSUPPORTED, "the Vulkan loader is older than 1.1");
    }
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pEngineName = "fftcore",
                                     .apiVersion = instance->api_version};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application};
    VkDebugUtilsMessengerCreateInfoEXT messenger = {0};
    VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                        .pNext = &messenger,
                                        .enabledValidationFeatureCount = 1,
                                        .pEnabledValidationFeatures = enabled};
    if (messages != NULL) {
        if (!layer_present()) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "%s is not installed (Debian: vulkan-validationlayers): install it "
                             "or do without validation",
                             validation_layer);
        }
        messenger = fftc_messages_create_info(messages);
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = layers;
        info.enabledExtensionCount = 2;
        info.ppEnabledExtensionNames = extensions;
    }
    VkResult result = vkCreateInstance(&info, NULL, &instance->handle);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
        instance->handle = VK_NULL_HANDLE;
        return FFTC_SUCCESS;
    }
    if (result != VK_SUCCESS) {
        instance->handle = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateInstance");
    }
    messenger.pNext = NULL;
    return messages != NULL ? create_messenger(instance, &messenger, error) : FFTC_SUCCESS;
}

void fftc_instance_destroy(fftc_instance *instance)
{
    if (instance->handle == VK_NULL_HANDLE) {
        return;
    }
    if (instance->messenger != VK_NULL_HANDLE) {
        PFN_vkDestroyDebugUtilsMessengerEXT destroy =
            (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
                instance->handle, "vkDestroyDebugUtilsMessengerEXT");
        destroy(instance->handle, instance->messenger, NULL);
    }
    vkDestroyInstance(instance->handle, NULL);
    *instance = (fftc_instance){0};
}

fftc_status fftc_instance_devices(VkInstance instance, VkPhysicalDevice **devices, uint32_t *count,
                                  fftc_error *error)
{
    *devices = NULL;
    *count = 0;
    VkResult result = vkEnumeratePhysicalDevices(instance, count, NULL);
    if (result == VK_ERROR_INITIALIZATION_FAILED) {
        *count =
            0; /* what the loader says where there are drivers, but nothing for them to drive */
        return FFTC_SUCCESS;
    }
    if (result != VK_SUCCESS) {
        *count = 0;
        return fftc_vk_fail(error, result, "vkEnumeratePhysicalDevices");
    }
    if (*count == 0) {
        return FFTC_SUCCESS;
    }
    *devices = calloc(*count, sizeof **devices);
    if (*devices == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a list of devices");
    }
    result = vkEnumeratePhysicalDevices(instance, count, *devices);
    if (result < VK_SUCCESS) {
        free(*devices);
        *devices = NULL;
        return fftc_vk_fail(error, result, "vkEnumeratePhysicalDevices");
    }
    return FFTC_SUCCESS;
}
