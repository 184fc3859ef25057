/* SPDX-License-Identifier: MIT
 *
 * A device that is the emulator, for tests of Vulkan that are linked with this: functions in front
 * of the loader's keep what is recorded, and carry it out when it is submitted. So each dispatch
 * is checked with the SPIR-V, the constants and the buffers that a driver would get:
 *
 *   - no finding, and equal bits in all buffers, with other schedules, orders of workgroups and, if
 *     the pipeline does not ask for one, subgroup sizes;
 *   - without any one of its barriers there is a finding, or no two accesses that it kept apart.
 *
 * The driver behind it gives memory; its limits are seen, but for the ones below: a device that the
 * library knows as one whose workgroups go on, with subgroups of FFTCORE_TEST_SUBGROUP lanes (8).
 *
 * FFTCORE_TEST_CAMPAIGN: all schedules, and all barriers of a shader instead of the first ones.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulated_dispatch.h"
#include "fftcore/spirv.h"
#include "vulkan_loader.h"

enum { RECORDINGS = 256, MADE_BY_NVIDIA = 0x10de };

/* --- memory */

typedef struct mapping {
    VkDeviceMemory memory;
    char *data;
} mapping;

static emulated_buffer buffers[EMULATED_BUFFERS];
static VkBuffer names[EMULATED_BUFFERS]; /* of them */
static mapping mappings[EMULATED_BUFFERS];
static emulated_counts counts;

/* The number of a buffer; of VK_NULL_HANDLE, one that is free. */
static uint32_t find_buffer(VkBuffer handle)
{
    uint32_t i = 0;
    while (i < EMULATED_BUFFERS && names[i] != handle) {
        ++i;
    }
    ck_assert_uint_lt(i, EMULATED_BUFFERS);
    return i;
}

static mapping *find_mapping(VkDeviceMemory memory)
{
    uint32_t i = 0;
    while (i < EMULATED_BUFFERS && mappings[i].memory != memory) {
        ++i;
    }
    ck_assert_uint_lt(i, EMULATED_BUFFERS);
    return &mappings[i];
}

VKAPI_ATTR VkResult VKAPI_CALL vkAllocateMemory(VkDevice device, const VkMemoryAllocateInfo *info,
                                                const VkAllocationCallbacks *callbacks,
                                                VkDeviceMemory *memory)
{
    void *data;
    VkResult result = VULKAN_LOADER(vkAllocateMemory)(device, info, callbacks, memory);
    if (result == VK_SUCCESS) {
        mapping *m = find_mapping(VK_NULL_HANDLE);
        ck_assert_int_eq(VULKAN_LOADER(vkMapMemory)(device, *memory, 0, VK_WHOLE_SIZE, 0, &data),
                         VK_SUCCESS);
        *m = (mapping){.memory = *memory, .data = data};
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL vkFreeMemory(VkDevice device, VkDeviceMemory memory,
                                        const VkAllocationCallbacks *callbacks)
{
    if (memory != VK_NULL_HANDLE) {
        *find_mapping(memory) = (mapping){.memory = VK_NULL_HANDLE};
    }
    VULKAN_LOADER(vkFreeMemory)(device, memory, callbacks);
}

VKAPI_ATTR VkResult VKAPI_CALL vkMapMemory(VkDevice device, VkDeviceMemory memory,
                                           VkDeviceSize offset, VkDeviceSize bytes,
                                           VkMemoryMapFlags flags, void **data)
{
    (void)device;
    (void)bytes;
    (void)flags;
    *data = find_mapping(memory)->data + offset;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateBuffer(VkDevice device, const VkBufferCreateInfo *info,
                                              const VkAllocationCallbacks *callbacks,
                                              VkBuffer *handle)
{
    VkResult result = VULKAN_LOADER(vkCreateBuffer)(device, info, callbacks, handle);
    if (result == VK_SUCCESS) {
        uint32_t number = find_buffer(VK_NULL_HANDLE);
        names[number] = *handle;
        buffers[number] = (emulated_buffer){.bytes = info->size};
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL vkBindBufferMemory(VkDevice device, VkBuffer handle,
                                                  VkDeviceMemory memory, VkDeviceSize offset)
{
    buffers[find_buffer(handle)].data = find_mapping(memory)->data + offset;
    return VULKAN_LOADER(vkBindBufferMemory)(device, handle, memory, offset);
}

VKAPI_ATTR void VKAPI_CALL vkDestroyBuffer(VkDevice device, VkBuffer handle,
                                           const VkAllocationCallbacks *callbacks)
{
    if (handle != VK_NULL_HANDLE) {
        uint32_t number = find_buffer(handle);
        free(buffers[number].kept[0]);
        free(buffers[number].kept[1]);
        buffers[number] = (emulated_buffer){.data = NULL};
        names[number] = VK_NULL_HANDLE;
    }
    VULKAN_LOADER(vkDestroyBuffer)(device, handle, callbacks);
}

static VKAPI_ATTR VkDeviceAddress VKAPI_CALL get_address(VkDevice device,
                                                         const VkBufferDeviceAddressInfo *info)
{
    (void)device;
    return fftc_spirv_buffer_address(find_buffer(info->buffer));
}

/* --- pipelines, which no driver compiles */

VKAPI_ATTR VkResult VKAPI_CALL vkCreateShaderModule(VkDevice device,
                                                    const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkShaderModule *handle)
{
    emulated_module *made = malloc(sizeof *made + info->codeSize);
    (void)device;
    (void)callbacks;
    ck_assert(made != NULL);
    made->count = info->codeSize / 4;
    memcpy(made->words, info->pCode, info->codeSize);
    *handle = (VkShaderModule)(uintptr_t)made;
    return VK_SUCCESS;
}

/* A module is its pipeline's. */
VKAPI_ATTR void VKAPI_CALL vkDestroyShaderModule(VkDevice device, VkShaderModule handle,
                                                 const VkAllocationCallbacks *callbacks)
{
    (void)device;
    (void)handle;
    (void)callbacks;
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                        uint32_t count,
                                                        const VkComputePipelineCreateInfo *infos,
                                                        const VkAllocationCallbacks *callbacks,
                                                        VkPipeline *handles)
{
    (void)device;
    (void)cache;
    (void)callbacks;
    ck_assert_uint_eq(count, 1);
    ck_assert_ptr_null(infos->stage.pSpecializationInfo);
    emulated_pipeline *made = malloc(sizeof *made);
    ck_assert(made != NULL);
    *made = (emulated_pipeline){.code = (emulated_module *)(uintptr_t)infos->stage.module};
    for (const VkBaseInStructure *s = infos->stage.pNext; s != NULL; s = s->pNext) {
        if (s->sType ==
            VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO) {
            made->subgroup_size =
                ((const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *)(const void *)s)
                    ->requiredSubgroupSize;
        }
    }
    *handles = (VkPipeline)(uintptr_t)made;
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL vkDestroyPipeline(VkDevice device, VkPipeline handle,
                                             const VkAllocationCallbacks *callbacks)
{
    emulated_pipeline *p = (emulated_pipeline *)(uintptr_t)handle;
    (void)device;
    (void)callbacks;
    if (p != NULL) {
        free(p->code);
        free(p);
    }
}

/* --- recordings */

typedef struct command {
    emulated_dispatch dispatch; /* pipeline NULL: a copy */
    VkBuffer from, to;
    VkBufferCopy region;
    struct command *next;
} command;

typedef struct recording {
    VkCommandBuffer handle;
    emulated_dispatch state; /* what the next dispatch will have */
    command *first, **last;
} recording;

static recording recordings[RECORDINGS];

static recording *recording_of(VkCommandBuffer handle)
{
    uint32_t i = 0;
    while (i < RECORDINGS && recordings[i].handle != handle && recordings[i].handle != NULL) {
        ++i;
    }
    ck_assert_uint_lt(i, RECORDINGS);
    recordings[i].handle = handle;
    return &recordings[i];
}

static void add(VkCommandBuffer handle, const command *c)
{
    recording *r = recording_of(handle);
    command *made = malloc(sizeof *made);
    ck_assert(made != NULL);
    *made = *c;
    made->next = NULL;
    *r->last = made;
    r->last = &made->next;
}

static void forget(recording *r)
{
    while (r->first != NULL) {
        command *next = r->first->next;
        free(r->first);
        r->first = next;
    }
    r->last = &r->first;
    r->state = (emulated_dispatch){.pipeline = NULL};
}

VKAPI_ATTR VkResult VKAPI_CALL vkBeginCommandBuffer(VkCommandBuffer handle,
                                                    const VkCommandBufferBeginInfo *info)
{
    forget(recording_of(handle));
    return VULKAN_LOADER(vkBeginCommandBuffer)(handle, info);
}

VKAPI_ATTR void VKAPI_CALL vkCmdBindPipeline(VkCommandBuffer handle, VkPipelineBindPoint point,
                                             VkPipeline p)
{
    (void)point;
    recording_of(handle)->state.pipeline = (emulated_pipeline *)(uintptr_t)p;
}

VKAPI_ATTR void VKAPI_CALL vkCmdPushConstants(VkCommandBuffer handle, VkPipelineLayout layout,
                                              VkShaderStageFlags stages, uint32_t offset,
                                              uint32_t bytes, const void *values)
{
    recording *r = recording_of(handle);
    (void)layout;
    (void)stages;
    ck_assert_uint_le(offset + bytes, sizeof r->state.push);
    memcpy(r->state.push + offset, values, bytes);
}

static emulated_binding bound(const VkDescriptorBufferInfo *info)
{
    const emulated_buffer *b = &buffers[find_buffer(info->buffer)];
    return (emulated_binding){.data = b->data + info->offset,
                              .bytes = info->range == VK_WHOLE_SIZE ? b->bytes - info->offset
                                                                    : info->range};
}

static VKAPI_ATTR void VKAPI_CALL push_descriptors(VkCommandBuffer handle,
                                                   VkPipelineBindPoint point,
                                                   VkPipelineLayout layout, uint32_t set,
                                                   uint32_t count,
                                                   const VkWriteDescriptorSet *writes)
{
    recording *r = recording_of(handle);
    (void)point;
    (void)layout;
    ck_assert_uint_eq(set, 0);
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k < writes[i].descriptorCount; ++k) {
            ck_assert(writes[i].dstBinding + k < EMULATED_BINDINGS &&
                      writes[i].pBufferInfo != NULL);
            r->state.binding[writes[i].dstBinding + k] = bound(&writes[i].pBufferInfo[k]);
        }
    }
}

VKAPI_ATTR void VKAPI_CALL vkCmdDispatch(VkCommandBuffer handle, uint32_t x, uint32_t y, uint32_t z)
{
    command c = {.dispatch = recording_of(handle)->state};
    ck_assert(c.dispatch.pipeline != NULL);
    c.dispatch.groups[0] = x;
    c.dispatch.groups[1] = y;
    c.dispatch.groups[2] = z;
    add(handle, &c);
}

VKAPI_ATTR void VKAPI_CALL vkCmdCopyBuffer(VkCommandBuffer handle, VkBuffer from, VkBuffer to,
                                           uint32_t count, const VkBufferCopy *regions)
{
    for (uint32_t i = 0; i < count; ++i) {
        add(handle, &(command){.from = from, .to = to, .region = regions[i]});
    }
}

VKAPI_ATTR VkResult VKAPI_CALL vkQueueSubmit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo *infos, VkFence fence)
{
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k < infos[i].commandBufferCount; ++k) {
            recording *r = recording_of(infos[i].pCommandBuffers[k]);
            for (command *c = r->first; c != NULL; c = c->next) {
                if (c->dispatch.pipeline != NULL) {
                    emulated_dispatch_run(&c->dispatch, buffers, &counts);
                } else {
                    memmove(buffers[find_buffer(c->to)].data + c->region.dstOffset,
                            buffers[find_buffer(c->from)].data + c->region.srcOffset,
                            c->region.size);
                }
            }
        }
    }
    return VULKAN_LOADER(vkQueueSubmit)(queue, count, infos, fence);
}

/* --- the device */

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device, const char *name)
{
    if (strcmp(name, "vkCmdPushDescriptorSetKHR") == 0) {
        return (PFN_vkVoidFunction)push_descriptors;
    }
    if (strcmp(name, "vkGetBufferDeviceAddress") == 0) {
        return (PFN_vkVoidFunction)get_address;
    }
    return VULKAN_LOADER(vkGetDeviceProcAddr)(device, name);
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceProperties2(VkPhysicalDevice physical,
                                                          VkPhysicalDeviceProperties2 *properties)
{
    VULKAN_LOADER(vkGetPhysicalDeviceProperties2)(physical, properties);
    properties->properties.vendorID = MADE_BY_NVIDIA;
    for (VkBaseOutStructure *s = properties->pNext; s != NULL; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
            ((VkPhysicalDeviceSubgroupProperties *)(void *)s)->subgroupSize =
                emulated_subgroup_size();
        }
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
            VkPhysicalDeviceSubgroupSizeControlProperties *control = (void *)s;
            control->minSubgroupSize = control->maxSubgroupSize = emulated_subgroup_size();
            control->maxComputeWorkgroupSubgroups = UINT16_MAX;
        }
    }
}

VKAPI_ATTR void VKAPI_CALL vkDestroyDevice(VkDevice device, const VkAllocationCallbacks *callbacks)
{
    for (uint32_t i = 0; i < RECORDINGS; ++i) {
        forget(&recordings[i]);
        recordings[i].handle = NULL;
    }
    printf("%u dispatches emulated, %u runs; of %u barriers taken out %u were not needed\n",
           counts.dispatches, counts.runs, counts.removed, counts.lived);
    ck_assert(counts.dispatches > 0 && 4 * counts.lived <= counts.removed);
    VULKAN_LOADER(vkDestroyDevice)(device, callbacks);
}
