/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "gpu/compile.h"
#include "gpu/internal.h"

static uint32_t floor_log2(uint32_t x)
{
    uint32_t log2 = 0;
    while (x > 1) {
        x >>= 1;
        ++log2;
    }
    return log2;
}

static fftc_status check_precision(const fftc_vulkan_device *info, fftc_precision precision,
                                   fftc_error *error)
{
    if (precision == FFTC_FLOAT16 && !info->float16) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s has no half-precision arithmetic (shaderFloat16): use float",
                         info->name);
    }
    if (precision == FFTC_FLOAT64 && !info->float64) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "%s has no double-precision arithmetic (shaderFloat64): use float",
                         info->name);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_limits(const fftc_vulkan_device *info, const fftc_variant *variant,
                                fftc_error *error)
{
    uint64_t invocations = (uint64_t)1 << variant->workgroup_log2;
    uint64_t shared = fftc_variant_shared_bytes(variant);
    uint64_t words =
        variant->observe_stages != 0 ? variant->elements_log2 + variant->workgroup_log2 : 1;
    uint64_t bytes = fftc_variant_points(variant) * fftc_variant_element_bytes(variant) * words;
    if (invocations > info->invocations_max) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "workgroup_log2 is %u: %s runs at most %u invocations in a workgroup, "
                         "pass at most %u and more elements each",
                         (unsigned)variant->workgroup_log2, info->name,
                         (unsigned)info->invocations_max,
                         (unsigned)floor_log2(info->invocations_max));
    }
    if (shared > info->shared_bytes) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "a workgroup of 2^%u needs %llu bytes of shared memory, %s has %u: pass a "
                         "smaller workgroup_log2",
                         (unsigned)variant->workgroup_log2, (unsigned long long)shared, info->name,
                         (unsigned)info->shared_bytes);
    }
    if (bytes > info->buffer_bytes_max) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "one transform%s takes %llu bytes, a buffer of %s at most %llu: pass a "
                         "smaller elements_log2",
                         variant->observe_stages != 0 ? " with its stages" : "",
                         (unsigned long long)bytes, info->name,
                         (unsigned long long)info->buffer_bytes_max);
    }
    return FFTC_SUCCESS;
}

/* The subgroup size to ask for: full subgroups of at least 2^subgroup_log2 lanes that fit the
 * workgroup, as near to the device's own choice as may be; 0 if there is none. */
static uint32_t choose_subgroup_size(const fftc_vulkan_device *info, const fftc_workgroup_fft *fft)
{
    uint32_t invocations = 1u << fft->workgroup_log2;
    uint32_t chosen = 0;
    if (!info->subgroup_full || info->subgroup_size_min == 0) {
        return 0;
    }
    for (uint32_t size = info->subgroup_size_min; size <= info->subgroup_size_max; size *= 2) {
        bool fits = size >= 1u << fft->subgroup_log2 && size <= invocations &&
                    invocations / size <= info->subgroups_max;
        if (fits && (chosen == 0 || size <= info->subgroup_size)) {
            chosen = size;
        }
    }
    return chosen;
}

fftc_status fftc_pipeline_plan(const fftc_vulkan_device *info, const fftc_workgroup_fft *fft,
                               bool observe_stages, fftc_variant *variant, uint32_t *subgroup_size,
                               fftc_error *error)
{
    fftc_status status = check_precision(info, fft->precision, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    *subgroup_size = 0;
    if (fft->subgroup_log2 != 0) {
        uint32_t lanes = info->subgroup_shuffle ? info->subgroup_size_max : 1;
        if (1u << fft->subgroup_log2 > lanes) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "subgroup_log2 is %u: a subgroup of %s that can shuffle has %u lanes, "
                             "pass at most %u",
                             (unsigned)fft->subgroup_log2, info->name, (unsigned)lanes,
                             (unsigned)floor_log2(lanes));
        }
        *subgroup_size = choose_subgroup_size(info, fft);
    }
    *variant = fftc_variant_of(fft, *subgroup_size != 0 ? fft->subgroup_log2 : 0, observe_stages);
    return check_limits(info, variant, error);
}

static fftc_status create_layout(fftc_vulkan *context, fftc_pipeline *pipeline, fftc_error *error)
{
    VkDescriptorSetLayoutBinding bindings[3];
    VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .pBindings = bindings};
    const bool present[3] = {true, pipeline->variant.computed_twiddles == 0,
                             pipeline->variant.observe_stages != 0};
    for (uint32_t i = 0; i < 3; ++i) {
        if (present[i]) {
            bindings[set.bindingCount++] =
                (VkDescriptorSetLayoutBinding){.binding = i,
                                               .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                               .descriptorCount = 1,
                                               .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
        }
    }
    VkResult result =
        vkCreateDescriptorSetLayout(context->device, &set, NULL, &pipeline->set_layout);
    if (result != VK_SUCCESS) {
        pipeline->set_layout = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateDescriptorSetLayout");
    }
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &pipeline->set_layout};
    result = vkCreatePipelineLayout(context->device, &layout, NULL, &pipeline->layout);
    if (result != VK_SUCCESS) {
        pipeline->layout = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreatePipelineLayout");
    }
    return FFTC_SUCCESS;
}

static fftc_status create_module(fftc_vulkan *context, const fftc_variant *variant,
                                 VkShaderModule *module, fftc_error *error)
{
    fftc_text glsl = {0};
    uint32_t *words = NULL;
    size_t word_count = 0;
    fftc_status status = fftc_variant_source(variant, &glsl, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_compile(glsl.data, &words, &word_count, error);
    }
    if (status == FFTC_SUCCESS && context->validate) {
        status = fftc_spirv_validate(words, word_count, error);
    }
    if (status == FFTC_SUCCESS) {
        VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                         .codeSize = word_count * sizeof *words,
                                         .pCode = words};
        VkResult result = vkCreateShaderModule(context->device, &info, NULL, module);
        if (result != VK_SUCCESS) {
            status = fftc_vk_fail(error, result, "vkCreateShaderModule");
        }
    }
    free(words);
    fftc_text_free(&glsl);
    return status;
}

static fftc_status create_pipeline(fftc_vulkan *context, fftc_pipeline *pipeline,
                                   uint32_t subgroup_size, fftc_error *error)
{
    VkShaderModule module = VK_NULL_HANDLE;
    fftc_status status = create_module(context, &pipeline->variant, &module, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = subgroup_size};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = pipeline->layout};
    if (subgroup_size != 0) {
        info.stage.pNext = &size;
        info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    }
    VkResult result = vkCreateComputePipelines(context->device, VK_NULL_HANDLE, 1, &info, NULL,
                                               &pipeline->handle);
    vkDestroyShaderModule(context->device, module, NULL);
    if (result != VK_SUCCESS) {
        pipeline->handle = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateComputePipelines");
    }
    return FFTC_SUCCESS;
}

static void destroy_pipeline(fftc_vulkan *context, fftc_pipeline *pipeline)
{
    vkDestroyPipeline(context->device, pipeline->handle, NULL);
    vkDestroyPipelineLayout(context->device, pipeline->layout, NULL);
    vkDestroyDescriptorSetLayout(context->device, pipeline->set_layout, NULL);
    free(pipeline);
}

/* A variant and a device decide the subgroup size, so that it need not be part of the key. */
fftc_status fftc_pipeline_get(fftc_vulkan *context, const fftc_variant *variant,
                              uint32_t subgroup_size, const fftc_pipeline **pipeline,
                              fftc_error *error)
{
    for (const fftc_pipeline *p = context->pipelines; p != NULL; p = p->next) {
        if (memcmp(&p->variant, variant, sizeof *variant) == 0) {
            *pipeline = p;
            return FFTC_SUCCESS;
        }
    }
    fftc_pipeline *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a pipeline");
    }
    made->variant = *variant;
    fftc_status status = create_layout(context, made, error);
    if (status == FFTC_SUCCESS) {
        status = create_pipeline(context, made, subgroup_size, error);
    }
    if (status != FFTC_SUCCESS) {
        destroy_pipeline(context, made);
        return status;
    }
    made->next = context->pipelines;
    context->pipelines = made;
    *pipeline = made;
    return FFTC_SUCCESS;
}

void fftc_pipelines_destroy(fftc_vulkan *context)
{
    while (context->pipelines != NULL) {
        fftc_pipeline *next = context->pipelines->next;
        destroy_pipeline(context, context->pipelines);
        context->pipelines = next;
    }
}
