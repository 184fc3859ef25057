/* SPDX-License-Identifier: MIT */
#include "emitted_helper.h"

emitted_buffer emitted_buffer_create(VkPhysicalDevice physical, VkDevice device, VkDeviceSize bytes)
{
    const VkMemoryPropertyFlags flags =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    emitted_buffer b = {.bytes = bytes};
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties types;
    uint32_t type = 0;
    CHECK(vkCreateBuffer(device, &info, NULL, &b.handle));
    vkGetBufferMemoryRequirements(device, b.handle, &needs);
    vkGetPhysicalDeviceMemoryProperties(physical, &types);
    while ((needs.memoryTypeBits >> type & 1) == 0 ||
           (types.memoryTypes[type].propertyFlags & flags) != flags) {
        ++type; /* Vulkan promises that there is one */
    }
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = needs.size,
                                   .memoryTypeIndex = type};
    CHECK(vkAllocateMemory(device, &memory, NULL, &b.memory));
    CHECK(vkBindBufferMemory(device, b.handle, b.memory, 0));
    CHECK(vkMapMemory(device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.mapped));
    return b;
}

void emitted_buffer_destroy(VkDevice device, const emitted_buffer *buffer)
{
    vkDestroyBuffer(device, buffer->handle, NULL);
    vkFreeMemory(device, buffer->memory, NULL);
}
