/* SPDX-License-Identifier: MIT */
#include "gpu/internal.h"
#include "support/error.h"

static const char *result_name(VkResult result)
{
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY: return "out of host memory";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return "out of device memory";
    case VK_ERROR_OUT_OF_POOL_MEMORY: return "out of pool memory";
    case VK_ERROR_TOO_MANY_OBJECTS: return "too many objects";
    case VK_ERROR_INITIALIZATION_FAILED: return "initialisation failed";
    case VK_ERROR_DEVICE_LOST: return "the device was lost";
    case VK_ERROR_MEMORY_MAP_FAILED: return "memory could not be mapped";
    case VK_ERROR_LAYER_NOT_PRESENT: return "a layer is missing";
    case VK_ERROR_EXTENSION_NOT_PRESENT: return "an extension is missing";
    case VK_ERROR_FEATURE_NOT_PRESENT: return "a feature is missing";
    case VK_ERROR_INCOMPATIBLE_DRIVER: return "no usable driver";
    case VK_ERROR_INVALID_SHADER_NV: return "the driver refused the shader";
    case VK_TIMEOUT: return "timed out";
    default: return "unexpected result";
    }
}

fftc_status fftc_vk_fail(fftc_error *error, VkResult result, const char *call)
{
    bool memory = result == VK_ERROR_OUT_OF_HOST_MEMORY ||
                  result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
                  result == VK_ERROR_OUT_OF_POOL_MEMORY || result == VK_ERROR_TOO_MANY_OBJECTS;
    return fftc_fail(error, memory ? FFTC_OUT_OF_MEMORY : FFTC_DEVICE_FAILED,
                     "%s: %s (VkResult %d)", call, result_name(result), (int)result);
}
