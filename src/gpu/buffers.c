/* SPDX-License-Identifier: MIT */
#include "gpu/buffers.h"

#include "support/error.h"

fftc_status fftc_buffer_check(const fftc_vulkan *context, const fftc_vulkan_span *span,
                              const char *name, uint64_t needed, const char *advice,
                              fftc_error *error)
{
    VkMemoryRequirements memory;
    if (needed == 0) {
        return FFTC_SUCCESS;
    }
    if (span->buffer == VK_NULL_HANDLE || span->address != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s has no buffer, or an address: %s", name,
                         advice);
    }
    if (span->usage != 0 && (span->usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s's buffer was created without VK_BUFFER_USAGE_STORAGE_BUFFER_BIT: this "
                         "plan needs it",
                         name);
    }
    if (span->offset % context->offset_alignment != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s starts at %llu: pass a multiple of %llu",
                         name, (unsigned long long)span->offset,
                         (unsigned long long)context->offset_alignment);
    }
    vkGetBufferMemoryRequirements(context->device, span->buffer, &memory);
    uint64_t room = span->offset > memory.size ? 0 : memory.size - span->offset;
    room = span->bytes != 0 && span->bytes < room ? span->bytes : room;
    if (room < needed) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s has %llu bytes, this plan needs %llu: pass a larger buffer", name,
                         (unsigned long long)room, (unsigned long long)needed);
    }
    return FFTC_SUCCESS;
}

static bool overlap(const fftc_vulkan_span *a, const fftc_vulkan_span *b, uint64_t bytes)
{
    return a->buffer == b->buffer && a->offset < b->offset + bytes && b->offset < a->offset + bytes;
}

fftc_status fftc_buffers_check(const fftc_vulkan *context, const fftc_vulkan_span *const *spans,
                               const char *const *names, uint32_t count, uint64_t bytes,
                               fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < count && status == FFTC_SUCCESS; ++i) {
        if (spans[i] == NULL) {
            continue;
        }
        status = fftc_buffer_check(context, spans[i], names[i], bytes, "pass a buffer", error);
        for (uint32_t j = 0; j < i && status == FFTC_SUCCESS; ++j) {
            if (spans[j] != NULL && overlap(spans[j], spans[i], bytes)) {
                status = fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                   "%s and %s overlap: pass places of their own, %llu bytes each",
                                   names[j], names[i], (unsigned long long)bytes);
            }
        }
    }
    return status;
}

void fftc_compute_barrier(VkCommandBuffer commands)
{
    fftc_memory_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void fftc_bind_set(VkCommandBuffer commands, const fftc_pipeline *kernel, VkDescriptorSet set)
{
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout->handle, 0, 1,
                            &set, 0, NULL);
}

void fftc_bind_buffers(const fftc_vulkan *context, VkCommandBuffer commands,
                       const fftc_pipeline *kernel, const VkDescriptorBufferInfo *buffers,
                       VkDescriptorSet set)
{
    const VkPipelineLayout layout = kernel->layout->handle;
    VkWriteDescriptorSet writes[FFTC_BOUND_BUFFERS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < FFTC_BOUND_BUFFERS_MAX; ++i) {
        if ((kernel->layout->descriptors >> i & 1) != 0) {
            writes[count++] =
                (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = set,
                                       .dstBinding = i,
                                       .descriptorCount = 1,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .pBufferInfo = &buffers[i]};
        }
    }
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->handle);
    if (set == VK_NULL_HANDLE) {
        context->push_descriptors(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, count,
                                  writes);
    } else {
        vkUpdateDescriptorSets(context->device, count, writes, 0, NULL);
        fftc_bind_set(commands, kernel, set);
    }
}
