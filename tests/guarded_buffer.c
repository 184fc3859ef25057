/* SPDX-License-Identifier: MIT
 *
 * In place of examples/emitted_buffer.c: buffers that are followed by a guard, which must be as it
 * was when they are destroyed. Buffers and guards begin as NaNs of any precision, so that whatever
 * is used before it was written spoils the result.
 */
#include <string.h>

#include "../examples/emitted_helper.h"

#define GUARD_BYTES 4096u
#define NOTHING 0xff
#define BUFFERS_MAX 64

typedef struct guard {
    VkBuffer of;
    const unsigned char *first;
} guard;

static guard guards[BUFFERS_MAX];

static uint32_t memory_type(VkPhysicalDevice physical, uint32_t allowed)
{
    const VkMemoryPropertyFlags flags =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties types;
    uint32_t type = 0;
    vkGetPhysicalDeviceMemoryProperties(physical, &types);
    while ((allowed >> type & 1) == 0 || (types.memoryTypes[type].propertyFlags & flags) != flags) {
        ++type;
    }
    return type;
}

emitted_buffer emitted_buffer_create(VkPhysicalDevice physical, VkDevice device, VkDeviceSize bytes)
{
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes + GUARD_BYTES,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    emitted_buffer b = {.bytes = bytes};
    VkMemoryRequirements needs;
    CHECK(vkCreateBuffer(device, &info, NULL, &b.handle));
    vkGetBufferMemoryRequirements(device, b.handle, &needs);
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = needs.size,
                                   .memoryTypeIndex = memory_type(physical, needs.memoryTypeBits)};
    CHECK(vkAllocateMemory(device, &memory, NULL, &b.memory));
    CHECK(vkBindBufferMemory(device, b.handle, b.memory, 0));
    CHECK(vkMapMemory(device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.mapped));
    memset(b.mapped, NOTHING, bytes + GUARD_BYTES);
    unsigned free_one = 0;
    while (free_one < BUFFERS_MAX && guards[free_one].of != VK_NULL_HANDLE) {
        ++free_one;
    }
    if (free_one == BUFFERS_MAX) {
        fprintf(stderr, "more buffers than guards\n");
        exit(2);
    }
    guards[free_one] = (guard){b.handle, (const unsigned char *)b.mapped + bytes};
    return b;
}

void emitted_buffer_destroy(VkDevice device, const emitted_buffer *buffer)
{
    unsigned found = 0;
    while (found + 1 < BUFFERS_MAX && guards[found].of != buffer->handle) {
        ++found;
    }
    for (unsigned k = 0; k < GUARD_BYTES; ++k) {
        if (guards[found].first[k] != NOTHING) {
            fprintf(stderr, "byte %u behind the end of a buffer was written\n", k);
            exit(3);
        }
    }
    guards[found].of = VK_NULL_HANDLE;
    vkDestroyBuffer(device, buffer->handle, NULL);
    vkFreeMemory(device, buffer->memory, NULL);
}
