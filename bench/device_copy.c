/* SPDX-License-Identifier: MIT
 *
 * A copy on the device: the speed that all is held against.
 */
#include <stdlib.h>

#include "device.h"
#include "gpu/compile.h"

static const char copy_glsl[] = "#version 450\n"
                                "layout(local_size_x = 256) in;\n"
                                "layout(set = 0, binding = 0) readonly buffer A { uvec4 a[]; };\n"
                                "layout(set = 0, binding = 1) writeonly buffer B { uvec4 b[]; };\n"
                                "layout(push_constant) uniform P { uint first; uint end; };\n"
                                "void main() {\n"
                                "    uint i = first + gl_GlobalInvocationID.x;\n"
                                "    if (i < end) { b[i] = a[i]; }\n"
                                "}\n";

typedef struct copy_shader {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
} copy_shader;

static VkResult copy_create_pipeline(const device_bench *b, copy_shader *c, const uint32_t *words,
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

static VkResult copy_create_set(const device_bench *b, copy_shader *c)
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

static void copy_record(const device_bench *b, const copy_shader *c)
{
    uint32_t end = (uint32_t)(b->bytes / 16);
    uint32_t most = fftc_vulkan_device_info(b->context)->workgroups_max;
    vkCmdBindPipeline(b->queue.commands, VK_PIPELINE_BIND_POINT_COMPUTE, c->pipeline);
    vkCmdBindDescriptorSets(b->queue.commands, VK_PIPELINE_BIND_POINT_COMPUTE, c->layout, 0, 1,
                            &c->set, 0, NULL);
    for (uint32_t first = 0; first < end;) {
        uint32_t groups = (end - first + 255) / 256;
        uint32_t push[2] = {first, end};
        groups = groups < most ? groups : most;
        vkCmdPushConstants(b->queue.commands, c->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, push);
        vkCmdDispatch(b->queue.commands, groups, 1, 1);
        first += groups * 256;
    }
}

static VkResult copy_time(device_bench *b, const copy_shader *c)
{
    double stamps[DEVICE_RUNS + 1];
    double runs[DEVICE_RUNS];
    double start = device_now();
    VkResult result = VK_SUCCESS;
    do {
        result = gpu_begin(&b->queue);
        for (uint32_t i = 0; i < DEVICE_RUNS && result == VK_SUCCESS; ++i) {
            gpu_stamp(&b->queue, i);
            copy_record(b, c);
            gpu_barrier(&b->queue);
        }
        if (result == VK_SUCCESS) {
            gpu_stamp(&b->queue, DEVICE_RUNS);
            result = gpu_submit(&b->queue);
        }
    } while (result == VK_SUCCESS && device_now() - start < DEVICE_WARM_SECONDS);
    if (result == VK_SUCCESS) {
        result = gpu_stamps_read(&b->queue, DEVICE_RUNS + 1, stamps);
    }
    for (int i = 0; i < DEVICE_RUNS && result == VK_SUCCESS; ++i) {
        runs[i] = stamps[i + 1] - stamps[i];
    }
    b->copy_seconds = result == VK_SUCCESS ? device_median(runs, DEVICE_RUNS) : 0.0;
    return result;
}

bool device_measure_copy(device_bench *b, char *why, size_t why_bytes)
{
    copy_shader c = {0};
    uint32_t *words = NULL;
    size_t count = 0;
    fftc_error error;
    if (fftc_compile(copy_glsl, &words, &count, &error) != FFTC_SUCCESS) {
        (void)snprintf(why, why_bytes, "%s", error.message);
        return false;
    }
    VkResult result = copy_create_pipeline(b, &c, words, count);
    if (result == VK_SUCCESS) {
        result = copy_create_set(b, &c);
    }
    if (result == VK_SUCCESS) {
        result = copy_time(b, &c);
    }
    VkDevice device = b->queue.handles.device;
    vkDestroyDescriptorPool(device, c.pool, NULL);
    vkDestroyPipeline(device, c.pipeline, NULL);
    vkDestroyShaderModule(device, c.module, NULL);
    vkDestroyPipelineLayout(device, c.layout, NULL);
    vkDestroyDescriptorSetLayout(device, c.set_layout, NULL);
    free(words);
    if (result != VK_SUCCESS) {
        (void)snprintf(why, why_bytes, "the copy: VkResult %d", (int)result);
    }
    return result == VK_SUCCESS;
}
