/* SPDX-License-Identifier: MIT */
#include "vulkan_compute.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "vulkan_compute_images.h"
#include "vulkan_testing.h"

#define DEVICES_MAX 16u
#define OK(call) ck_assert_msg((call) == VK_SUCCESS, "%s failed", #call)

typedef struct machine {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    VkDebugUtilsMessengerEXT messenger;
    uint32_t message_count;
} machine;

static VKAPI_ATTR VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                           VkDebugUtilsMessageTypeFlagsEXT type,
                                           const VkDebugUtilsMessengerCallbackDataEXT *data,
                                           void *user)
{
    (void)severity;
    (void)type;
    fprintf(stderr, "validation: %s\n", data->pMessage);
    ++*(uint32_t *)user;
    return VK_FALSE;
}

/* Under validation if vulkan_testing.h says so. */
static void open_instance(machine *m)
{
    const char *layers[] = {"VK_LAYER_KHRONOS_validation"};
    const char *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    VkValidationFeatureEnableEXT enables[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                        .enabledValidationFeatureCount = 1,
                                        .pEnabledValidationFeatures = enables};
    VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .pNext = &features,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = hear,
        .pUserData = &m->message_count};
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_2};
    uint32_t on = vulkan_testing_validates() ? 1 : 0;
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pNext = on != 0 ? &messenger : NULL,
                                 .pApplicationInfo = &application,
                                 .enabledLayerCount = on,
                                 .ppEnabledLayerNames = layers,
                                 .enabledExtensionCount = on,
                                 .ppEnabledExtensionNames = extensions};
    PFN_vkCreateDebugUtilsMessengerEXT create;
    OK(vkCreateInstance(&info, NULL, &m->instance));
    if (on != 0) {
        messenger.pNext = NULL;
        create = (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
            m->instance, "vkCreateDebugUtilsMessengerEXT");
        OK(create(m->instance, &messenger, NULL, &m->messenger));
    }
}

static void close_instance(machine *m)
{
    if (m->messenger != VK_NULL_HANDLE) {
        PFN_vkDestroyDebugUtilsMessengerEXT destroy =
            (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
                m->instance, "vkDestroyDebugUtilsMessengerEXT");
        destroy(m->instance, m->messenger, NULL);
    }
    /* What is said from here on goes to the messenger in the instance's create info. */
    vkDestroyInstance(m->instance, NULL);
    ck_assert_msg(m->message_count == 0, "the validation layer had %u messages",
                  (unsigned)m->message_count);
}

uint32_t *vulkan_compute_shader(const char *name, size_t *bytes)
{
    const char *folder = getenv("FFTCORE_TEST_SPIRV");
    const size_t most = 1u << 20;
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s.spv", folder != NULL ? folder : FFTC_TEST_SPIRV, name);
    FILE *file = fopen(path, "rb");
    uint32_t *words = malloc(most);
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    ck_assert_ptr_nonnull(words);
    *bytes = fread(words, 1, most, file);
    (void)fclose(file);
    ck_assert(*bytes != 0 && *bytes < most);
    return words;
}

uint32_t vulkan_compute_device_count(void)
{
    machine m = {0};
    uint32_t count = 0;
    open_instance(&m);
    OK(vkEnumeratePhysicalDevices(m.instance, &count, NULL));
    close_instance(&m);
    return count;
}

/* The features of Vulkan 1.2 that a device has, all of them to be switched on. */
typedef struct all_features {
    VkPhysicalDeviceVulkan11Features eleven;
    VkPhysicalDeviceVulkan12Features twelve;
    VkPhysicalDeviceFeatures2 features;
} all_features;

static bool has_all_numbers(const machine *m, all_features *all)
{
    const VkPhysicalDeviceFeatures *core = &all->features.features;
    all->twelve = (VkPhysicalDeviceVulkan12Features){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    all->eleven = (VkPhysicalDeviceVulkan11Features){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &all->twelve};
    all->features = (VkPhysicalDeviceFeatures2){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &all->eleven};
    vkGetPhysicalDeviceFeatures2(m->physical, &all->features);
    return core->shaderFloat64 && core->shaderInt64 && core->shaderInt16 &&
           all->twelve.shaderFloat16 && all->twelve.shaderInt8 &&
           all->eleven.storageBuffer16BitAccess && all->twelve.storageBuffer8BitAccess;
}

static bool open_device(machine *m, const vulkan_compute_job *job)
{
    all_features all;
    VkPhysicalDevice16BitStorageFeatures storage = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
    VkPhysicalDeviceShaderFloat16Int8Features half = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, .pNext = &storage};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &half};
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &features,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};
    VkQueueFamilyProperties families[8];
    uint32_t count = 8;
    bool numbers = has_all_numbers(m, &all);
    bool images = all.features.features.imageCubeArray &&
                  all.features.features.shaderStorageImageExtendedFormats &&
                  all.features.features.shaderImageGatherExtended &&
                  all.twelve.samplerMirrorClampToEdge;
    if ((job->small_and_wide && !numbers) || (job->image_count != 0 && !images)) {
        return false;
    }
    info.pNext = job->small_and_wide || job->image_count != 0 ? (void *)&all.features : &features;
    vkGetPhysicalDeviceFeatures2(m->physical, &features);
    if ((job->float16 && !(half.shaderFloat16 && storage.storageBuffer16BitAccess)) ||
        (job->float64 && !features.features.shaderFloat64)) {
        return false;
    }
    features.features = (VkPhysicalDeviceFeatures){.shaderFloat64 = job->float64};
    half.shaderFloat16 = job->float16;
    half.shaderInt8 = VK_FALSE;
    storage = (VkPhysicalDevice16BitStorageFeatures){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
        .storageBuffer16BitAccess = job->float16};
    vkGetPhysicalDeviceQueueFamilyProperties(m->physical, &count, families);
    while (m->family < count && (families[m->family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
        ++m->family;
    }
    ck_assert_uint_lt(m->family, count);
    queue.queueFamilyIndex = m->family;
    OK(vkCreateDevice(m->physical, &info, NULL, &m->device));
    vkGetDeviceQueue(m->device, m->family, 0, &m->queue);
    return true;
}

typedef struct array {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *mapped;
} array;

static array array_create(const machine *m, const void *data, size_t bytes)
{
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkPhysicalDeviceMemoryProperties types;
    VkMemoryRequirements needs;
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    array a;
    OK(vkCreateBuffer(m->device, &info, NULL, &a.buffer));
    vkGetBufferMemoryRequirements(m->device, a.buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(m->physical, &types);
    while ((needs.memoryTypeBits & 1u << allocation.memoryTypeIndex) == 0 ||
           (types.memoryTypes[allocation.memoryTypeIndex].propertyFlags & wanted) != wanted) {
        ++allocation.memoryTypeIndex;
        ck_assert_uint_lt(allocation.memoryTypeIndex, types.memoryTypeCount);
    }
    allocation.allocationSize = needs.size;
    OK(vkAllocateMemory(m->device, &allocation, NULL, &a.memory));
    OK(vkBindBufferMemory(m->device, a.buffer, a.memory, 0));
    OK(vkMapMemory(m->device, a.memory, 0, VK_WHOLE_SIZE, 0, &a.mapped));
    memcpy(a.mapped, data, bytes);
    return a;
}

static void array_destroy(const machine *m, array *a)
{
    vkDestroyBuffer(m->device, a->buffer, NULL);
    vkFreeMemory(m->device, a->memory, NULL);
}

typedef struct program {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
} program;

static void bind_arrays(const machine *m, const program *p, const array *arrays, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        VkDescriptorBufferInfo buffer = {arrays[i].buffer, 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = p->set,
                                      .dstBinding = i,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &buffer};
        vkUpdateDescriptorSets(m->device, 1, &write, 0, NULL);
    }
}

static program program_create(const machine *m, const vulkan_compute_job *job)
{
    VkDescriptorSetLayoutBinding bindings[VULKAN_COMPUTE_BUFFERS_MAX + VULKAN_COMPUTE_IMAGES_MAX];
    uint32_t sizes_count = job->buffer_count + job->image_count;
    VkDescriptorSetLayoutCreateInfo sets = {.sType =
                                                VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = sizes_count,
                                            .pBindings = bindings};
    VkDescriptorPoolSize sizes[VULKAN_COMPUTE_BUFFERS_MAX + VULKAN_COMPUTE_IMAGES_MAX];
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = sizes_count,
                                       .pPoolSizes = sizes};
    VkShaderModuleCreateInfo code = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                     .codeSize = job->spirv_bytes,
                                     .pCode = job->spirv};
    program p;
    VkPushConstantRange constants = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4 * job->constants};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &p.set_layout,
                                         .pushConstantRangeCount = job->constants != 0,
                                         .pPushConstantRanges = &constants};
    VkDescriptorSetAllocateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                       .descriptorSetCount = 1,
                                       .pSetLayouts = &p.set_layout};
    VkComputePipelineCreateInfo pipeline = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"}};
    for (uint32_t i = 0; i < sizes_count; ++i) {
        const fftc_spirv_binding *image =
            i >= job->buffer_count ? &job->bindings[i - job->buffer_count] : NULL;
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = image != NULL ? image->binding : i,
            .descriptorType = image != NULL ? vulkan_compute_descriptor_type(image->resource)
                                            : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
        sizes[i] = (VkDescriptorPoolSize){bindings[i].descriptorType, 1};
    }
    OK(vkCreateDescriptorSetLayout(m->device, &sets, NULL, &p.set_layout));
    OK(vkCreatePipelineLayout(m->device, &layout, NULL, &p.layout));
    OK(vkCreateShaderModule(m->device, &code, NULL, &pipeline.stage.module));
    pipeline.layout = p.layout;
    OK(vkCreateComputePipelines(m->device, VK_NULL_HANDLE, 1, &pipeline, NULL, &p.pipeline));
    vkDestroyShaderModule(m->device, pipeline.stage.module, NULL);
    OK(vkCreateDescriptorPool(m->device, &pool, NULL, &p.pool));
    set.descriptorPool = p.pool;
    OK(vkAllocateDescriptorSets(m->device, &set, &p.set));
    return p;
}

static void program_destroy(const machine *m, program *p)
{
    vkDestroyDescriptorPool(m->device, p->pool, NULL);
    vkDestroyPipeline(m->device, p->pipeline, NULL);
    vkDestroyPipelineLayout(m->device, p->layout, NULL);
    vkDestroyDescriptorSetLayout(m->device, p->set_layout, NULL);
}

static void dispatch(const machine *m, const program *p, const vulkan_compute_job *job)
{
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                         .queueFamilyIndex = m->family};
    VkCommandBufferAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkMemoryBarrier to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    VkSubmitInfo submission = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1};
    VkCommandBuffer commands;
    OK(vkCreateCommandPool(m->device, &pool_info, NULL, &allocation.commandPool));
    OK(vkAllocateCommandBuffers(m->device, &allocation, &commands));
    OK(vkBeginCommandBuffer(commands, &begin));
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &p->set, 0,
                            NULL);
    if (job->constants != 0) {
        vkCmdPushConstants(commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4 * job->constants,
                           job->constant);
    }
    vkCmdDispatch(commands, job->workgroups, 1, 1);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                         0, 1, &to_host, 0, NULL, 0, NULL);
    OK(vkEndCommandBuffer(commands));
    submission.pCommandBuffers = &commands;
    OK(vkQueueSubmit(m->queue, 1, &submission, VK_NULL_HANDLE));
    OK(vkQueueWaitIdle(m->queue));
    vkDestroyCommandPool(m->device, allocation.commandPool, NULL);
}

uint32_t vulkan_compute_subgroup_size(uint32_t device)
{
    machine m = {0};
    VkPhysicalDevice devices[DEVICES_MAX];
    VkPhysicalDeviceSubgroupProperties subgroup = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup};
    uint32_t count = DEVICES_MAX;
    open_instance(&m);
    OK(vkEnumeratePhysicalDevices(m.instance, &count, devices));
    ck_assert_uint_lt(device, count);
    vkGetPhysicalDeviceProperties2(devices[device], &properties);
    close_instance(&m);
    return subgroup.subgroupSize;
}

bool vulkan_compute_run(uint32_t device, const vulkan_compute_job *job, char *name)
{
    machine m = {0};
    VkPhysicalDevice devices[DEVICES_MAX];
    VkPhysicalDeviceProperties properties;
    uint32_t count = DEVICES_MAX;
    bool able;
    open_instance(&m);
    OK(vkEnumeratePhysicalDevices(m.instance, &count, devices));
    ck_assert_uint_lt(device, count);
    m.physical = devices[device];
    vkGetPhysicalDeviceProperties(m.physical, &properties);
    snprintf(name, 256, "%s", properties.deviceName);
    ck_assert_uint_le(job->image_count, VULKAN_COMPUTE_IMAGES_MAX);
    able = open_device(&m, job);
    for (uint32_t k = 0; k < job->image_count && able; ++k) {
        const vulkan_compute_device d = {.physical = m.physical};
        if (!vulkan_compute_supports(&d, job, k)) {
            vkDestroyDevice(m.device, NULL);
            able = false;
        }
    }
    if (able) {
        const vulkan_compute_device d = {m.physical, m.device, m.queue, m.family};
        vulkan_compute_image images[VULKAN_COMPUTE_IMAGES_MAX];
        array arrays[VULKAN_COMPUTE_BUFFERS_MAX];
        program p = program_create(&m, job);
        for (uint32_t i = 0; i < job->buffer_count; ++i) {
            arrays[i] = array_create(&m, job->data[i], job->bytes[i]);
        }
        bind_arrays(&m, &p, arrays, job->buffer_count);
        for (uint32_t k = 0; k < job->image_count; ++k) {
            images[k] = vulkan_compute_image_create(&d, job, k);
            vulkan_compute_image_bind(&d, job, k, &images[k], p.set);
        }
        dispatch(&m, &p, job);
        for (uint32_t k = 0; k < job->image_count; ++k) {
            vulkan_compute_image_read(&d, job, k, &images[k]);
            vulkan_compute_image_destroy(&d, &images[k]);
        }
        for (uint32_t i = 0; i < job->buffer_count; ++i) {
            memcpy(job->data[i], arrays[i].mapped, job->bytes[i]);
            array_destroy(&m, &arrays[i]);
        }
        program_destroy(&m, &p);
        vkDestroyDevice(m.device, NULL);
    }
    close_instance(&m);
    return able;
}
