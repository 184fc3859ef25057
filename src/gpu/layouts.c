/* SPDX-License-Identifier: MIT
 *
 * Layouts of descriptor sets and of pipelines, one of each for every binding.
 */
#include "common/error.h"
#include "gpu/internal.h"

/* Each extra has two bindings, one as a buffer and one as a picture. */
static uint32_t count_bindings(fftc_binding binding)
{
    switch (binding) {
    case FFTC_BIND_SET:
    case FFTC_BIND_PUSHED: return 3;
    case FFTC_BIND_SPLIT: return FFTC_KERNEL_BINDINGS;
    case FFTC_BIND_SPECTRUM: return FFTC_KERNEL_BINDINGS + 1;
    case FFTC_BIND_EXTRAS: return FFTC_EXTRAS_SPECTRUM_BINDING;
    case FFTC_BIND_EXTRAS_SPECTRUM: return FFTC_EXTRAS_SPECTRUM_BINDING + 1;
    default: return 0;
    }
}

static bool is_picture(uint32_t binding)
{
    return binding >= FFTC_KERNEL_BINDINGS + FFTC_VULKAN_EXTRAS &&
           binding < FFTC_EXTRAS_SPECTRUM_BINDING;
}

uint32_t fftc_binding_pictures(fftc_binding binding)
{
    uint32_t pictures = 0;
    for (uint32_t i = 0; i < count_bindings(binding); ++i) {
        pictures += is_picture(i);
    }
    return pictures;
}

uint32_t fftc_binding_buffers(fftc_binding binding)
{
    return count_bindings(binding) - fftc_binding_pictures(binding);
}

static fftc_status create_set_layout(fftc_vulkan *context, fftc_binding binding, fftc_error *error)
{
    const uint32_t count = count_bindings(binding);
    const bool pushed = binding != FFTC_BIND_SET && context->push_descriptors != NULL;
    VkDescriptorSetLayoutBinding bindings[FFTC_EXTRAS_SPECTRUM_BINDING + 1];
    VkDescriptorSetLayout *set = &context->layouts[binding].set;
    for (uint32_t i = 0; i < count; ++i) {
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = i,
            .descriptorType = is_picture(i) ? VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE
                                            : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = pushed ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR : 0,
        .bindingCount = count,
        .pBindings = bindings};
    VkResult result = vkCreateDescriptorSetLayout(context->device, &info, NULL, set);
    if (result != VK_SUCCESS) {
        *set = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateDescriptorSetLayout");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_layout_ready(fftc_vulkan *context, fftc_binding binding, fftc_error *error)
{
    bool has_set = binding < FFTC_BIND_ADDRESSES;
    VkPipelineLayout *layout = &context->layouts[binding].pipeline;
    if (*layout != VK_NULL_HANDLE) {
        return FFTC_SUCCESS;
    }
    if (has_set && context->layouts[binding].set == VK_NULL_HANDLE) {
        fftc_status status = create_set_layout(context, binding, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, fftc_kernel_push_bytes(binding)};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = has_set,
                                       .pSetLayouts = &context->layouts[binding].set,
                                       .pushConstantRangeCount = range.size != 0,
                                       .pPushConstantRanges = &range};
    VkResult result = vkCreatePipelineLayout(context->device, &info, NULL, layout);
    if (result != VK_SUCCESS) {
        *layout = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreatePipelineLayout");
    }
    return FFTC_SUCCESS;
}

void fftc_layouts_destroy(fftc_vulkan *context)
{
    for (int i = 0; i < FFTC_BINDING_COUNT && context->device != VK_NULL_HANDLE; ++i) {
        vkDestroyPipelineLayout(context->device, context->layouts[i].pipeline, NULL);
        vkDestroyDescriptorSetLayout(context->device, context->layouts[i].set, NULL);
    }
}
