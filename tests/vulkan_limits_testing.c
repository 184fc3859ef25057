/* SPDX-License-Identifier: MIT
 *
 * The functions below stand in front of the loader's.
 */
#include "vulkan_limits_testing.h"

#include "vulkan_loader.h"

vulkan_limits_pretence pretend;
vulkan_limits_heard heard;

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceProperties(VkPhysicalDevice device,
                                                         VkPhysicalDeviceProperties *properties)
{
    VULKAN_LOADER(vkGetPhysicalDeviceProperties)(device, properties);
    if (pretend.alignment != 0) {
        properties->limits.minStorageBufferOffsetAlignment = pretend.alignment;
    }
    if (pretend.old) {
        properties->apiVersion = VK_API_VERSION_1_0;
    }
    if (pretend.storage_buffers != 0) {
        properties->limits.maxPerStageDescriptorStorageBuffers = pretend.storage_buffers;
    }
}

VKAPI_ATTR void VKAPI_CALL vkCmdBindPipeline(VkCommandBuffer commands, VkPipelineBindPoint point,
                                             VkPipeline pipeline)
{
    ++heard.recorded;
    VULKAN_LOADER(vkCmdBindPipeline)(commands, point, pipeline);
}

VKAPI_ATTR void VKAPI_CALL vkCmdDispatch(VkCommandBuffer commands, uint32_t x, uint32_t y,
                                         uint32_t z)
{
    ++heard.recorded;
    heard.workgroups_most = x > heard.workgroups_most ? x : heard.workgroups_most;
    VULKAN_LOADER(vkCmdDispatch)(commands, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL
vkCmdPipelineBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                     VkDependencyFlags flags, uint32_t memory_count, const VkMemoryBarrier *memory,
                     uint32_t buffer_count, const VkBufferMemoryBarrier *buffers,
                     uint32_t image_count, const VkImageMemoryBarrier *images)
{
    ++heard.recorded;
    VULKAN_LOADER(vkCmdPipelineBarrier)
    (commands, from, to, flags, memory_count, memory, buffer_count, buffers, image_count, images);
}

static void change_properties(VkBaseOutStructure *structure)
{
    if (structure->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
        VkPhysicalDeviceSubgroupProperties *p = (void *)structure;
        if (pretend.no_shuffle) {
            p->supportedOperations &= ~(VkFlags)VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
        }
        if (pretend.subgroup_size != 0) {
            p->subgroupSize = pretend.subgroup_size;
        }
    }
    if (structure->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES &&
        pretend.subgroup_size_max != 0) {
        VkPhysicalDeviceSubgroupSizeControlProperties *p = (void *)structure;
        p->minSubgroupSize = 4;
        p->maxSubgroupSize = pretend.subgroup_size_max;
        p->maxComputeWorkgroupSubgroups = pretend.subgroups;
    }
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceProperties2(VkPhysicalDevice device,
                                                          VkPhysicalDeviceProperties2 *properties)
{
    VkPhysicalDeviceLimits *limits = &properties->properties.limits;
    VULKAN_LOADER(vkGetPhysicalDeviceProperties2)(device, properties);
    if (pretend.shared_bytes != 0) {
        limits->maxComputeSharedMemorySize = pretend.shared_bytes;
    }
    if (pretend.buffer_bytes != 0) {
        limits->maxStorageBufferRange = pretend.buffer_bytes;
    }
    if (pretend.invocations != 0) {
        limits->maxComputeWorkGroupInvocations = pretend.invocations;
    }
    if (pretend.workgroups != 0) {
        limits->maxComputeWorkGroupCount[0] = pretend.workgroups;
    }
    for (VkBaseOutStructure *s = properties->pNext; s != NULL; s = s->pNext) {
        change_properties(s);
    }
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceFeatures2(VkPhysicalDevice device,
                                                        VkPhysicalDeviceFeatures2 *features)
{
    VULKAN_LOADER(vkGetPhysicalDeviceFeatures2)(device, features);
    for (VkBaseOutStructure *s = features->pNext; s != NULL; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES &&
            pretend.no_full_subgroups) {
            ((VkPhysicalDeviceSubgroupSizeControlFeatures *)(void *)s)->computeFullSubgroups =
                VK_FALSE;
        }
    }
}

VKAPI_ATTR VkResult VKAPI_CALL vkCreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                        uint32_t count,
                                                        const VkComputePipelineCreateInfo *infos,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkPipeline *pipelines)
{
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *size = infos->stage.pNext;
    heard.full_subgroups =
        (infos->stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT) != 0;
    heard.subgroup_size = size != NULL ? size->requiredSubgroupSize : 0;
    heard.pipelines += count;
    if (pretend.no_pipeline) {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    return VULKAN_LOADER(vkCreateComputePipelines)(device, cache, count, infos, allocator,
                                                   pipelines);
}

VKAPI_ATTR VkResult VKAPI_CALL
vkCreateDescriptorSetLayout(VkDevice device, const VkDescriptorSetLayoutCreateInfo *info,
                            const VkAllocationCallbacks *allocator, VkDescriptorSetLayout *layout)
{
    heard.buffers = 0;
    heard.pictures = 0;
    for (uint32_t i = 0; i < info->bindingCount; ++i) {
        bool picture = info->pBindings[i].descriptorType == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
        *(picture ? &heard.pictures : &heard.buffers) += info->pBindings[i].descriptorCount;
    }
    return VULKAN_LOADER(vkCreateDescriptorSetLayout)(device, info, allocator, layout);
}

fftc_vulkan *vulkan_limits_open(vulkan_limits_pretence p)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    pretend = p;
    return vulkan_testing_open(numbers[0]);
}
