/* SPDX-License-Identifier: MIT
 *
 * A shader of the benchmark's own.
 */
#include <stdlib.h>

#include "device.h"
#include "gpu/compile.h"

static VkResult create_pipeline(const device_bench *b, device_shader *c, const uint32_t *words,
                                size_t count)
{
    VkDevice device = b->queue.handles.device;
    VkDescriptorSetLayoutBinding bindings[2] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    VkDescriptorSetLayoutCreateInfo set = {.sType =
                                               VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .bindingCount = 2,
                                           .pBindings = bindings};
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 8};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &c->set_layout,
                                         .pushConstantRangeCount = 1,
                                         .pPushConstantRanges = &range};
    VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                       .codeSize = 4 * count,
                                       .pCode = words};
    VkResult result = vkCreateDescriptorSetLayout(device, &set, NULL, &c->set_layout);
    if (result == VK_SUCCESS) {
        result = vkCreatePipelineLayout(device, &layout, NULL, &c->layout);
    }
    if (result == VK_SUCCESS) {
        result = vkCreateShaderModule(device, &module, NULL, &c->module);
    }
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = c->module,
                  .pName = "main"},
        .layout = c->layout};
    return result == VK_SUCCESS
               ? vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &c->pipeline)
               : result;
}

static VkResult create_set(const device_bench *b, device_shader *c)
{
    VkDevice device = b->queue.handles.device;
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkResult result = vkCreateDescriptorPool(device, &pool, NULL, &c->pool);
    VkDescriptorSetAllocateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                       .descriptorPool = c->pool,
                                       .descriptorSetCount = 1,
                                       .pSetLayouts = &c->set_layout};
    if (result == VK_SUCCESS) {
        result = vkAllocateDescriptorSets(device, &set, &c->set);
    }
    if (result != VK_SUCCESS) {
        return result;
    }
    const gpu_buffer *sides[2] = {&b->src, &b->dst};
    for (uint32_t i = 0; i < 2; ++i) {
        VkDescriptorBufferInfo buffer = {sides[i]->handle, 0, b->bytes};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = c->set,
                                      .dstBinding = i,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &buffer};
        vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
    }
    return VK_SUCCESS;
}

void device_shader_destroy(const device_bench *b, device_shader *shader)
{
    VkDevice device = b->queue.handles.device;
    vkDestroyDescriptorPool(device, shader->pool, NULL);
    vkDestroyPipeline(device, shader->pipeline, NULL);
    vkDestroyShaderModule(device, shader->module, NULL);
    vkDestroyPipelineLayout(device, shader->layout, NULL);
    vkDestroyDescriptorSetLayout(device, shader->set_layout, NULL);
}

VkResult device_shader_make(const device_bench *b, const uint32_t *words, size_t count,
                            device_shader *shader)
{
    *shader = (device_shader){.module = VK_NULL_HANDLE};
    VkResult result = create_pipeline(b, shader, words, count);
    if (result == VK_SUCCESS) {
        result = create_set(b, shader);
    }
    if (result != VK_SUCCESS) {
        device_shader_destroy(b, shader);
    }
    return result;
}

bool device_shader_create(const device_bench *b, const char *glsl, device_shader *shader, char *why,
                          size_t why_bytes)
{
    uint32_t *words = NULL;
    size_t count = 0;
    fftc_error error;
    if (fftc_compile(glsl, &words, &count, &error) != FFTC_SUCCESS) {
        (void)snprintf(why, why_bytes, "%s", error.message);
        return false;
    }
    VkResult result = device_shader_make(b, words, count, shader);
    free(words);
    if (result != VK_SUCCESS) {
        (void)snprintf(why, why_bytes, "a shader: VkResult %d", (int)result);
    }
    return result == VK_SUCCESS;
}

void device_shader_bind(const device_shader *shader, VkCommandBuffer commands)
{
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader->layout, 0, 1,
                            &shader->set, 0, NULL);
}
