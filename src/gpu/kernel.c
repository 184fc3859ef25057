/* SPDX-License-Identifier: MIT
 *
 * Dispatches of kernel/fft_pass.h as pipelines. All of them share two layouts.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "gpu/compile.h"
#include "gpu/flatten.h"
#include "gpu/internal.h"
#include "gpu/optimize.h"

static void define(fftc_text *text, const char *name, uint32_t value)
{
    fftc_text_format(text, "#define FFTC_%s %uu\n", name, (unsigned)value);
}

static void define_line(fftc_text *text, const fftc_line_schedule *s)
{
    static const uint32_t radices[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 32};
    define(text, "LINE_POINTS", s->points);
    define(text, "LINE_INVOCATIONS", s->invocations);
    define(text, "LINE_COUNT", s->count);
    define(text, "LINE_REGISTERS", s->registers);
    define(text, "LINE_STAGES", s->stages);
    for (unsigned i = 0; i < FFTC_LINE_STAGES_MAX; ++i) {
        fftc_text_format(text, "#define FFTC_LINE_RADIX_%u %uu\n", i, (unsigned)s->radix[i]);
    }
    fftc_text_format(text, "#define FFTC_LINE_ONLY\n");
    for (size_t r = 0; r < sizeof radices / sizeof radices[0]; ++r) {
        bool used = false;
        for (uint32_t i = 0; i < s->stages; ++i) {
            used = used || s->radix[i] == radices[r];
        }
        if (used) {
            fftc_text_format(text, "#define FFTC_LINE_WITH_%u\n", (unsigned)radices[r]);
        }
    }
    define(text, "LINE_WORDS", s->words);
    define(text, "LINE_ROUNDS", s->rounds);
    define(text, "LINE_STRIDE", s->stride);
    define(text, "LINE_PAD_LOG2", s->pad_log2);
    define(text, "LINE_LOAD_ACROSS", s->load_across);
    define(text, "LINE_STORE_ACROSS", s->store_across);
    define(text, "LINE_IN_SUBGROUP", s->in_subgroup);
    fftc_text_format(text, "#define FFTC_GROUP %u\n", (unsigned)(s->count * s->invocations));
    fftc_text_format(text, "#define FFTC_SHARED_WORDS %u\n", (unsigned)fftc_line_shared_words(s));
    fftc_text_format(text, "%s", s->in_subgroup != 0 ? "#define FFTC_SUBGROUPS\n" : "");
}

fftc_status fftc_kernel_source(const fftc_kernel_key *key, const fftc_pieces *pieces,
                               fftc_text *glsl, fftc_error *error)
{
    const fftc_pass_key *pass = &key->pass;
    fftc_text source = {0};
    fftc_text_format(&source,
                     "#version 450\n"
                     "/* Lines of %u points.\n"
                     " * Made by fftcore %s from its kernel headers; their licence is MIT. */\n\n"
                     "#define FFTC_PRECISION %u\n%s%s",
                     (unsigned)pass->line.points, fftc_version(),
                     pass->precision == FFTC_FLOAT64 ? 64u : 32u,
                     key->exact != 0 ? "" : "#define FFTC_FAST\n",
                     key->addresses != 0 ? "#define FFTC_ADDRESSES\n" : "");
    define_line(&source, &pass->line);
    fftc_text_format(&source, "%s", pass->in_place != 0 ? "#define FFTC_ONE_BUFFER\n" : "");
    define(&source, "LINE_IN_PLACE", pass->in_place);
    define(&source, "LINE_FACTORED", pass->before > 1);
    define(&source, "LINE_INVERSE", pass->inverse);
    define(&source, "LINE_SCALED", pass->scaled);
    fftc_text_format(&source, "#define FFTC_LINE_SCALE FFTC_REAL(%.17e)\n", fftc_pass_scale(pass));
    define(&source, "PASS_LINES", pass->lines);
    define(&source, "PASS_BEFORE", pass->before);
    define(&source, "PASS_EVEN", pass->even);
    define(&source, "PASS_DIGITS", pass->digits);
    define(&source, "PASS_SRC_STRIDE", pass->src_stride);
    define(&source, "PASS_DST_STRIDE", pass->dst_stride);
    define(&source, "PASS_TABLE", fftc_line_twiddle_count(&pass->line));
    define(&source, "PASS_SRC_BEGIN", pass->src_range[0]);
    define(&source, "PASS_SRC_END", pass->src_range[1]);
    define(&source, "PASS_DST_BEGIN", pass->dst_range[0]);
    define(&source, "PASS_DST_END", pass->dst_range[1]);
    fftc_text_format(&source, "#define FFTC_SRC_FORM %u\n#define FFTC_DST_FORM %u\n",
                     (unsigned)pass->src_form, (unsigned)pass->dst_form);
    if (pieces != NULL) {
        fftc_pieces_define(pieces, pass, &source);
    }
    fftc_text_format(&source, "#include \"common/fft_pass.glsl\"\n");
    fftc_status status =
        source.failed ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader")
                      : fftc_flatten(source.data, glsl, error);
    fftc_text_free(&source);
    if (pieces != NULL) {
        fftc_pieces_append(pieces, pass, glsl);
    }
    if (status == FFTC_SUCCESS && glsl->failed) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader");
    }
    return status;
}

static fftc_kernel_layout layout_of(const fftc_kernel_key *key)
{
    return key->addresses != 0 ? FFTC_LAYOUT_ADDRESSES
           : key->pass.src_form == FFTC_FORM_SPLIT || key->pass.dst_form == FFTC_FORM_SPLIT
               ? FFTC_LAYOUT_SPLIT
               : FFTC_LAYOUT_DESCRIPTORS;
}

static fftc_status create_set_layout(fftc_vulkan *context, fftc_kernel_layout kind,
                                     const fftc_pieces *pieces, VkDescriptorSetLayout *set,
                                     fftc_error *error)
{
    VkDescriptorSetLayoutBinding bindings[FFTC_KERNEL_BINDINGS + FFTC_VULKAN_EXTRAS];
    uint32_t count = kind == FFTC_LAYOUT_SPLIT ? FFTC_KERNEL_BINDINGS : 3;
    for (uint32_t i = 0; i < count; ++i) {
        bindings[i] =
            (VkDescriptorSetLayoutBinding){.binding = i,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .descriptorCount = 1,
                                           .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    if (pieces != NULL) {
        count += fftc_pieces_bindings(pieces, bindings + count);
    }
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
        .bindingCount = count,
        .pBindings = bindings};
    VkResult result = vkCreateDescriptorSetLayout(context->device, &info, NULL, set);
    if (result != VK_SUCCESS) {
        *set = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateDescriptorSetLayout");
    }
    return FFTC_SUCCESS;
}

/* Of the context, or of the plan's pieces. */
static fftc_status create_layout(fftc_vulkan *context, fftc_kernel_layout kind, fftc_pieces *pieces,
                                 VkPipelineLayout *made, fftc_error *error)
{
    VkDescriptorSetLayout *set = pieces != NULL ? &pieces->set : &context->kernel_set[kind];
    VkPipelineLayout *layout = pieces != NULL ? &pieces->layout : &context->kernel_layout[kind];
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 fftc_kernel_push_bytes(kind == FFTC_LAYOUT_ADDRESSES,
                                                        pieces != NULL)};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = kind == FFTC_LAYOUT_ADDRESSES ? 0 : 1,
                                       .pSetLayouts = set,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
    if (*layout == VK_NULL_HANDLE) {
        fftc_status status = FFTC_SUCCESS;
        if (kind != FFTC_LAYOUT_ADDRESSES && *set == VK_NULL_HANDLE) {
            status = create_set_layout(context, kind, pieces, set, error);
        }
        if (status != FFTC_SUCCESS) {
            return status;
        }
        VkResult result = vkCreatePipelineLayout(context->device, &info, NULL, layout);
        if (result != VK_SUCCESS) {
            *layout = VK_NULL_HANDLE;
            return fftc_vk_fail(error, result, "vkCreatePipelineLayout");
        }
    }
    *made = *layout;
    return FFTC_SUCCESS;
}

uint32_t fftc_kernel_push_bytes(bool addresses, bool pieces)
{
    return addresses ? sizeof(fftc_kernel_push)
                     : offsetof(fftc_kernel_push, more) +
                           (pieces ? FFTC_VULKAN_WORDS * (uint32_t)sizeof(uint32_t) : 0);
}

static fftc_status create_module(fftc_vulkan *context, const fftc_kernel_key *key,
                                 const fftc_pieces *pieces, VkShaderModule *module,
                                 fftc_error *error)
{
    fftc_text glsl = {0};
    uint32_t *words = NULL;
    size_t word_count = 0;
    fftc_status status = fftc_kernel_source(key, pieces, &glsl, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_compile(glsl.data, &words, &word_count, error);
        if (status != FFTC_SUCCESS && pieces != NULL) {
            fftc_pieces_explain(error);
        }
    }
    if (status == FFTC_SUCCESS && !fftc_spirv_optimize(&words, &word_count)) {
        status = fftc_fail(error, FFTC_COMPILE_FAILED, "SPIRV-Tools could not unroll a shader");
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

static fftc_status create_kernel(fftc_vulkan *context, fftc_kernel *kernel, fftc_pieces *pieces,
                                 VkPipelineCache cache, fftc_error *error)
{
    VkShaderModule module = VK_NULL_HANDLE;
    fftc_status status =
        create_layout(context, layout_of(&kernel->key), pieces, &kernel->layout, error);
    if (status == FFTC_SUCCESS) {
        status = create_module(context, &kernel->key, pieces, &module, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = context->info.subgroup_size};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = kernel->layout};
    if (context->statistics != NULL) {
        info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    }
    if (kernel->key.pass.line.in_subgroup != 0) {
        info.stage.pNext = &size;
        info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    }
    VkResult result =
        vkCreateComputePipelines(context->device, cache, 1, &info, NULL, &kernel->handle);
    vkDestroyShaderModule(context->device, module, NULL);
    if (result != VK_SUCCESS) {
        kernel->handle = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateComputePipelines");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_kernel_get(fftc_vulkan *context, const fftc_kernel_key *key, fftc_pieces *pieces,
                            VkPipelineCache cache, const fftc_kernel **kernel, fftc_error *error)
{
    for (const fftc_kernel *k = context->kernels; k != NULL && pieces == NULL; k = k->next) {
        if (memcmp(&k->key, key, sizeof *key) == 0) {
            *kernel = k;
            return FFTC_SUCCESS;
        }
    }
    fftc_kernel *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a pipeline");
    }
    made->key = *key;
    fftc_status status = create_kernel(context, made, pieces, cache, error);
    if (status != FFTC_SUCCESS) {
        free(made);
        return status;
    }
    if (pieces == NULL) {
        made->next = context->kernels;
        context->kernels = made;
    }
    *kernel = made;
    return FFTC_SUCCESS;
}

void fftc_kernel_destroy(fftc_vulkan *context, const fftc_kernel *kernel)
{
    vkDestroyPipeline(context->device, kernel->handle, NULL);
    free((fftc_kernel *)(uintptr_t)kernel);
}

void fftc_kernels_destroy(fftc_vulkan *context)
{
    while (context->kernels != NULL) {
        fftc_kernel *next = context->kernels->next;
        fftc_kernel_destroy(context, context->kernels);
        context->kernels = next;
    }
    for (int i = 0; i < FFTC_KERNEL_LAYOUTS && context->device != VK_NULL_HANDLE; ++i) {
        vkDestroyPipelineLayout(context->device, context->kernel_layout[i], NULL);
        vkDestroyDescriptorSetLayout(context->device, context->kernel_set[i], NULL);
    }
}
