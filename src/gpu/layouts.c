/* SPDX-License-Identifier: MIT
 *
 * Layouts of descriptor sets and of pipelines: one of each for programs that are bound alike.
 */
#include <stdlib.h>

#include "gpu/internal.h"
#include "support/error.h"

/* The most descriptors of set 0. */
enum { DESCRIPTORS_MAX = FFTC_EXTRAS_SPECTRUM_BINDING + 1 };

static bool is_picture(uint32_t number)
{
    return number >= FFTC_KERNEL_BINDINGS + FFTC_EXTRAS_MAX &&
           number < FFTC_EXTRAS_SPECTRUM_BINDING;
}

static bool is_stored(uint32_t descriptors, uint32_t number)
{
    uint32_t extra = number - (FFTC_KERNEL_BINDINGS + FFTC_EXTRAS_MAX);
    return is_picture(number) && (descriptors & FFTC_STORED_PICTURE_0 << extra) != 0;
}

uint32_t fftc_descriptors_pictures(uint32_t descriptors)
{
    uint32_t pictures = 0;
    for (uint32_t i = 0; i < DESCRIPTORS_MAX; ++i) {
        pictures += (descriptors >> i & 1) != 0 && is_picture(i) && !is_stored(descriptors, i);
    }
    return pictures;
}

uint32_t fftc_descriptors_stored(uint32_t descriptors)
{
    uint32_t pictures = 0;
    for (uint32_t i = 0; i < DESCRIPTORS_MAX; ++i) {
        pictures += (descriptors >> i & 1) != 0 && is_stored(descriptors, i);
    }
    return pictures;
}

uint32_t fftc_descriptors_buffers(uint32_t descriptors)
{
    uint32_t buffers = 0;
    for (uint32_t i = 0; i < DESCRIPTORS_MAX; ++i) {
        buffers += (descriptors >> i & 1) != 0 && !is_picture(i);
    }
    return buffers;
}

static fftc_status create_set(const fftc_vulkan *context, fftc_pipeline_layout *layout,
                              fftc_error *error)
{
    const bool pushed = layout->binding != FFTC_BIND_SET && context->push_descriptors != NULL;
    VkDescriptorSetLayoutBinding bindings[DESCRIPTORS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < DESCRIPTORS_MAX; ++i) {
        if ((layout->descriptors >> i & 1) != 0) {
            bindings[count++] = (VkDescriptorSetLayoutBinding){
                .binding = i,
                .descriptorType = is_stored(layout->descriptors, i)
                                      ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                                  : is_picture(i) ? VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE
                                                  : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                .descriptorCount = 1,
                .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
        }
    }
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = pushed ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR : 0,
        .bindingCount = count,
        .pBindings = bindings};
    VkResult result = vkCreateDescriptorSetLayout(context->device, &info, NULL, &layout->set);
    if (result != VK_SUCCESS) {
        layout->set = VK_NULL_HANDLE;
        return fftc_vk_fail(error, result, "vkCreateDescriptorSetLayout");
    }
    return FFTC_SUCCESS;
}

static fftc_status create(const fftc_vulkan *context, fftc_pipeline_layout *layout,
                          fftc_error *error)
{
    bool has_set = layout->descriptors != 0;
    fftc_status status = has_set ? create_set(context, layout, error) : FFTC_SUCCESS;
    if (status != FFTC_SUCCESS) {
        return status;
    }
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 fftc_kernel_push_bytes(layout->binding)};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = has_set,
                                       .pSetLayouts = &layout->set,
                                       .pushConstantRangeCount = range.size != 0,
                                       .pPushConstantRanges = &range};
    VkResult result = vkCreatePipelineLayout(context->device, &info, NULL, &layout->handle);
    if (result != VK_SUCCESS) {
        vkDestroyDescriptorSetLayout(context->device, layout->set, NULL);
        return fftc_vk_fail(error, result, "vkCreatePipelineLayout");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_pipeline_layout_get(fftc_vulkan *context, fftc_binding binding,
                                     uint32_t descriptors, const fftc_pipeline_layout **layout,
                                     fftc_error *error)
{
    fftc_pipeline_layout *found = context->layouts;
    while (found != NULL && (found->binding != binding || found->descriptors != descriptors)) {
        found = found->next;
    }
    *layout = found;
    if (found != NULL) {
        return FFTC_SUCCESS;
    }
    fftc_pipeline_layout *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a layout of pipelines");
    }
    *made = (fftc_pipeline_layout){
        .binding = binding, .descriptors = descriptors, .next = context->layouts};
    fftc_status status = create(context, made, error);
    if (status != FFTC_SUCCESS) {
        free(made);
        return status;
    }
    context->layouts = made;
    *layout = made;
    return FFTC_SUCCESS;
}

void fftc_pipeline_layouts_destroy(fftc_vulkan *context)
{
    while (context->layouts != NULL) {
        fftc_pipeline_layout *next = context->layouts->next;
        vkDestroyPipelineLayout(context->device, context->layouts->handle, NULL);
        vkDestroyDescriptorSetLayout(context->device, context->layouts->set, NULL);
        free(context->layouts);
        context->layouts = next;
    }
}
