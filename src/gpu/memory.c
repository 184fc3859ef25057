/* SPDX-License-Identifier: MIT */
#include "gpu/internal.h"
#include "support/error.h"

/* The first memory type of `types` that has all of `required` and, if there is one, all of
 * `wanted` too; UINT32_MAX without. */
static uint32_t find_type(const fftc_vulkan *context, uint32_t types,
                          VkMemoryPropertyFlags required, VkMemoryPropertyFlags wanted)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = context->memory.memoryTypeCount; i-- > 0;) {
        VkMemoryPropertyFlags flags = context->memory.memoryTypes[i].propertyFlags;
        bool usable = (types >> i & 1u) != 0 && (flags & required) == required;
        bool best = usable && (flags & wanted) == wanted;
        bool best_already = found != UINT32_MAX &&
                            (context->memory.memoryTypes[found].propertyFlags & wanted) == wanted;
        if (best || (usable && !best_already)) {
            found = i;
        }
    }
    return found;
}

/* What a buffer is used for, the properties that its memory must have, and those that it should
 * have. */
typedef struct buffer_kind {
    VkBufferUsageFlags usage;
    VkMemoryPropertyFlags required;
    VkMemoryPropertyFlags wanted;
} buffer_kind;

static const buffer_kind on_device = {.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                      .wanted = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
static const buffer_kind on_host = {.required = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                                    .wanted = VK_MEMORY_PROPERTY_HOST_CACHED_BIT};
static const buffer_kind on_both = {.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                    .required = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT |
                                                VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                VK_MEMORY_PROPERTY_HOST_COHERENT_BIT};

static fftc_status create_buffer(fftc_vulkan *context, const buffer_kind *kind, VkDeviceSize bytes,
                                 VkBuffer *buffer, VkDeviceMemory *memory, fftc_error *error)
{
    bool by_address =
        context->info.device_address && (kind->usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) != 0;
    VkBufferUsageFlags usage =
        kind->usage | (by_address ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0);
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes,
                               .usage = usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                               .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
    VkResult result = vkCreateBuffer(context->device, &info, NULL, buffer);
    if (result != VK_SUCCESS) {
        *buffer = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateBuffer");
    }
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(context->device, *buffer, &needs);
    uint32_t type = find_type(context, needs.memoryTypeBits, kind->required, kind->wanted);
    if (type == UINT32_MAX) {
        return fftc_fail(error, FFTC_DEVICE_FAILED, "%s offers no memory type for a buffer",
                         context->info.name);
    }
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = by_address ? &flags : NULL,
                                       .allocationSize = needs.size,
                                       .memoryTypeIndex = type};
    result = vkAllocateMemory(context->device, &allocation, NULL, memory);
    if (result != VK_SUCCESS) {
        *memory = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkAllocateMemory");
    }
    result = vkBindBufferMemory(context->device, *buffer, *memory, 0);
    return result == VK_SUCCESS ? FFTC_SUCCESS : fftc_vk_fail(error, result, "vkBindBufferMemory");
}

fftc_status fftc_device_buffer_create(fftc_vulkan *context, VkDeviceSize bytes, VkBuffer *buffer,
                                      VkDeviceMemory *memory, fftc_error *error)
{
    return create_buffer(context, &on_device, bytes, buffer, memory, error);
}

fftc_status fftc_array_create(fftc_vulkan *context, VkDeviceSize bytes, fftc_gpu_array *array,
                              fftc_error *error)
{
    *array = (fftc_gpu_array){.bytes = bytes};
    fftc_status status = create_buffer(context, &on_device, bytes, &array->device_buffer,
                                       &array->device_memory, error);
    if (status == FFTC_SUCCESS) {
        status = create_buffer(context, &on_host, bytes, &array->host_buffer, &array->host_memory,
                               error);
    }
    if (status == FFTC_SUCCESS) {
        VkResult result =
            vkMapMemory(context->device, array->host_memory, 0, VK_WHOLE_SIZE, 0, &array->mapped);
        if (result != VK_SUCCESS) {
            status = fftc_vk_fail(error, result, "vkMapMemory");
        }
    }
    if (status != FFTC_SUCCESS) {
        fftc_array_destroy(context, array);
    }
    return status;
}

/* If device memory can be mapped, no copy has to be sent: that saves two allocations, a submission
 * and the wait for it. Such memory may be scarce (256 MiB of a card's), so it is used only for at
 * most this part of its heap. */
#define MAPPED_PART 16u

fftc_status fftc_array_create_sent(fftc_vulkan *context, VkDeviceSize bytes, fftc_gpu_array *array,
                                   fftc_error *error)
{
    const VkPhysicalDeviceMemoryProperties *memory = &context->memory;
    uint32_t type = find_type(context, UINT32_MAX, on_both.required, 0);
    *array = (fftc_gpu_array){.bytes = bytes};
    if (type != UINT32_MAX &&
        bytes <= memory->memoryHeaps[memory->memoryTypes[type].heapIndex].size / MAPPED_PART &&
        create_buffer(context, &on_both, bytes, &array->device_buffer, &array->device_memory,
                      NULL) == FFTC_SUCCESS &&
        vkMapMemory(context->device, array->device_memory, 0, VK_WHOLE_SIZE, 0, &array->mapped) ==
            VK_SUCCESS) {
        return FFTC_SUCCESS;
    }
    fftc_array_destroy(context, array);
    return fftc_array_create(context, bytes, array, error);
}

/* Destroying VK_NULL_HANDLE is legal, and freeing memory unmaps it. */
void fftc_array_destroy(fftc_vulkan *context, fftc_gpu_array *array)
{
    vkDestroyBuffer(context->device, array->device_buffer, NULL);
    vkDestroyBuffer(context->device, array->host_buffer, NULL);
    vkFreeMemory(context->device, array->device_memory, NULL);
    vkFreeMemory(context->device, array->host_memory, NULL);
    *array = (fftc_gpu_array){0};
}
