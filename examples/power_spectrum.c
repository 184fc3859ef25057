/* SPDX-License-Identifier: MIT
 *
 * Dispatches power_spectrum.comp, a shader of one's own with an FFT in it, on every device, and
 * compares what it writes with sums in double.
 *
 *     glslc --target-env=vulkan1.1 -I include -I shaders examples/power_spectrum.comp -o power.spv
 *     example_power_spectrum power.spv      exit status 1 if a device's powers are wrong
 *
 * Of the library it takes the device (vulkan_helper.h) and the bound of the error. The shader
 * itself needs none of it, only the headers that it was compiled with.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/reference.h"
#include "vulkan_helper.h"

#define PI 3.14159265358979323846

enum { POINTS = 512, HOP = 128, FRAMES = 20, BINS = POINTS / 2 + 1 };
enum { SAMPLES = HOP * (FRAMES - 1) + POINTS };

static void check(VkResult result, const char *call)
{
    if (result != VK_SUCCESS) {
        (void)fprintf(stderr, "%s: VkResult %d\n", call, (int)result);
        exit(1);
    }
}

static void *read_module(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    uint32_t *words = malloc(1 << 20);
    *bytes = file != NULL && words != NULL ? fread(words, 1, 1 << 20, file) : 0;
    if (*bytes < 20 || words[0] != 0x07230203u) {
        (void)fprintf(stderr, "%s is no SPIR-V module\n", path);
        exit(1);
    }
    (void)fclose(file);
    return words;
}

/* --- the dispatch ----------------------------------------------------------------------------- */

typedef struct program {
    VkDevice device;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
} program;

/* Bindings 0 and 1 are storage buffers, and one word is pushed: what the shader declares. */
static void make_layouts(program *p)
{
    VkDescriptorSetLayoutBinding bindings[2] = {{0}};
    for (uint32_t i = 0; i < 2; ++i) {
        bindings[i] =
            (VkDescriptorSetLayoutBinding){.binding = i,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .descriptorCount = 1,
                                           .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    VkDescriptorSetLayoutCreateInfo set = {.sType =
                                               VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .bindingCount = 2,
                                           .pBindings = bindings};
    check(vkCreateDescriptorSetLayout(p->device, &set, NULL, &p->set_layout),
          "vkCreateDescriptorSetLayout");
    VkPushConstantRange pushed = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = 4};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &p->set_layout,
                                         .pushConstantRangeCount = 1,
                                         .pPushConstantRanges = &pushed};
    check(vkCreatePipelineLayout(p->device, &layout, NULL, &p->layout), "vkCreatePipelineLayout");
}

static void make_pipeline(program *p, const uint32_t *words, size_t bytes)
{
    VkShaderModule module;
    VkShaderModuleCreateInfo code = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = words};
    check(vkCreateShaderModule(p->device, &code, NULL, &module), "vkCreateShaderModule");
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = p->layout};
    check(vkCreateComputePipelines(p->device, VK_NULL_HANDLE, 1, &info, NULL, &p->pipeline),
          "vkCreateComputePipelines");
    vkDestroyShaderModule(p->device, module, NULL);
}

static void make_set(program *p, const helper_buffer buffers[2])
{
    VkDescriptorPoolSize size = {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 2};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    check(vkCreateDescriptorPool(p->device, &pool, NULL, &p->pool), "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                       .descriptorPool = p->pool,
                                       .descriptorSetCount = 1,
                                       .pSetLayouts = &p->set_layout};
    check(vkAllocateDescriptorSets(p->device, &set, &p->set), "vkAllocateDescriptorSets");
    for (uint32_t i = 0; i < 2; ++i) {
        VkDescriptorBufferInfo whole = {.buffer = buffers[i].handle, .range = VK_WHOLE_SIZE};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = p->set,
                                      .dstBinding = i,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &whole};
        vkUpdateDescriptorSets(p->device, 1, &write, 0, NULL);
    }
}

/* One workgroup for each frame. */
static void dispatch(const fftc_vulkan *context, const program *p)
{
    const uint32_t hop = HOP;
    helper_submission s = helper_begin(context);
    vkCmdBindPipeline(s.commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    vkCmdBindDescriptorSets(s.commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &p->set, 0,
                            NULL);
    vkCmdPushConstants(s.commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof hop, &hop);
    vkCmdDispatch(s.commands, FRAMES, 1, 1);
    helper_finish(context, &s);
}

static void destroy(const program *p)
{
    vkDestroyDescriptorPool(p->device, p->pool, NULL);
    vkDestroyPipeline(p->device, p->pipeline, NULL);
    vkDestroyPipelineLayout(p->device, p->layout, NULL);
    vkDestroyDescriptorSetLayout(p->device, p->set_layout, NULL);
}

/* --- the check -------------------------------------------------------------------------------- */

/* What the powers are off, as a part of their sum. */
static double difference(const float *samples, const float *power)
{
    double off = 0.0;
    double sum = 0.0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int k = 0; k < BINS; ++k) {
            double re = 0.0;
            double im = 0.0;
            for (int i = 0; i < POINTS; ++i) {
                double sine = sin(PI * i / POINTS);
                double x = sine * sine * (double)samples[frame * HOP + i];
                re += x * cos(2.0 * PI * (k * i % POINTS) / POINTS);
                im -= x * sin(2.0 * PI * (k * i % POINTS) / POINTS);
            }
            sum += re * re + im * im;
            off += fabs(re * re + im * im - (double)power[frame * BINS + k]);
        }
    }
    return off / sum;
}

static bool try_device(uint32_t number, const uint32_t *words, size_t bytes, const float *samples)
{
    const fftc_vulkan_options options = {.device = number};
    /* Powers are squares, so that they are off by twice as much; and the window is rounded. */
    const double bound = 3.0 * fftc_error_bound(FFTC_FLOAT32, POINTS) + 1e-6;
    fftc_vulkan *context;
    fftc_error error;
    helper_check(fftc_vulkan_create(&options, &context, &error), &error);
    program p = {.device = fftc_vulkan_get_handles(context).device};
    helper_buffer buffers[2] = {
        helper_buffer_create(context, SAMPLES * sizeof(float)),
        helper_buffer_create(context, (size_t)FRAMES * BINS * sizeof(float))};
    memcpy(buffers[0].data, samples, SAMPLES * sizeof(float));
    make_layouts(&p);
    make_pipeline(&p, words, bytes);
    make_set(&p, buffers);
    dispatch(context, &p);
    double off = difference(samples, buffers[1].data);
    (void)printf("%s: powers off by %.2g of their sum, %.2g allowed\n",
                 fftc_vulkan_device_info(context)->name, off, bound);
    destroy(&p);
    helper_buffer_destroy(context, &buffers[0]);
    helper_buffer_destroy(context, &buffers[1]);
    fftc_vulkan_destroy(context);
    return off <= bound;
}

int main(int count, char **words)
{
    static float samples[SAMPLES];
    uint32_t devices = 0;
    size_t bytes;
    bool good = true;
    fftc_error error;
    if (count != 2) {
        (void)fprintf(stderr, "usage: example_power_spectrum MODULE.spv\n");
        return 1;
    }
    uint32_t *module = read_module(words[1], &bytes);
    for (int i = 0; i < SAMPLES; ++i) { /* a tone that rises, and a steady one */
        samples[i] = (float)(sin(0.05 * i + 0.0002 * i * i) + 0.25 * cos(2.0 * i));
    }
    helper_check(fftc_vulkan_device_list(NULL, &devices, &error), &error);
    for (uint32_t i = 0; i < devices; ++i) {
        good = try_device(i, module, bytes, samples) && good;
    }
    free(module);
    return devices == 0 ? 77 : good ? 0 : 1;
}
