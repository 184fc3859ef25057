/* SPDX-License-Identifier: MIT */
#include "emitted_helper.h"

/* --- files ---------------------------------------------------------------------------------- */

void *emitted_read(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    char *data = NULL;
    long size = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        size = ftell(file);
        rewind(file);
    }
    if (size >= 0) {
        data = malloc((size_t)size + 1);
    }
    if (data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    fclose(file);
    data[size] = '\0';
    *bytes = (size_t)size;
    return data;
}

cJSON *emitted_parse(const char *path)
{
    size_t bytes;
    char *text = emitted_read(path, &bytes);
    cJSON *json = cJSON_ParseWithLength(text, bytes);
    if (json == NULL) {
        fprintf(stderr, "%s is not JSON\n", path);
        exit(2);
    }
    free(text);
    return json;
}

const cJSON *emitted_member(const cJSON *object, const char *name)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    if (value == NULL) {
        fprintf(stderr, "the description has no %s\n", name);
        exit(2);
    }
    return value;
}

uint64_t emitted_number(const cJSON *object, const char *name)
{
    return (uint64_t)emitted_member(object, name)->valuedouble;
}

const char *emitted_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(emitted_member(object, name));
}

bool emitted_is_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(emitted_member(object, name));
}

/* --- the device ----------------------------------------------------------------------------- */

VkInstance emitted_instance(void)
{
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application};
    VkInstance instance;
    CHECK(vkCreateInstance(&info, NULL, &instance));
    return instance;
}

uint32_t emitted_compute_family(VkPhysicalDevice physical)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = 16;
    uint32_t family = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    while (family + 1 < count && (families[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
        ++family;
    }
    return family;
}

VkDevice emitted_device(VkPhysicalDevice physical, uint32_t family, const void *features)
{
    VkDevice device;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = family,
                                     .queueCount = 1,
                                     .pQueuePriorities = (const float[]){1.0f}};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = features,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};
    CHECK(vkCreateDevice(physical, &info, NULL, &device));
    return device;
}

VkPipeline emitted_pipeline(VkDevice device, VkPipelineLayout layout, const uint32_t *code,
                            size_t bytes, const char *entry_point, uint32_t subgroup_size)
{
    VkShaderModule module;
    VkPipeline pipeline;
    VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = code};
    CHECK(vkCreateShaderModule(device, &module_info, NULL, &module));
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = subgroup_size};
    bool sized = subgroup_size != 0;
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = sized ? &size : NULL,
                  .flags = sized ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = entry_point},
        .layout = layout};
    CHECK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(device, module, NULL);
    return pipeline;
}

void emitted_submit(VkQueue queue, VkCommandBuffer commands)
{
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask =
                                   VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    vkCmdPipelineBarrier(commands,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    CHECK(vkEndCommandBuffer(commands));
    VkSubmitInfo work = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &commands};
    CHECK(vkQueueSubmit(queue, 1, &work, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(queue));
}
