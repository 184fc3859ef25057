/* SPDX-License-Identifier: MIT
 *
 * Carries out a plan that `fftcore emit --plan FOLDER ...` wrote, with nothing but its files,
 * Vulkan and a reader of JSON: what a program does that embeds an FFT and not the library.
 *
 *   run_emitted FOLDER DATA [DEVICE]
 *
 * Reads DATA/src.bin (in place: DATA/dst.bin; split numbers: DATA/src_im.bin too) and writes
 * DATA/dst.bin. Exit status: 0 good, 1 trouble, 77 the device has not what the plan needs.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <vulkan/vulkan.h>

#define BUFFERS_MAX 16
#define BINDINGS_MAX 5u
#define CHECK(call)                                                         \
    do {                                                                    \
        VkResult check_result = (call);                                     \
        if (check_result != VK_SUCCESS) {                                   \
            fprintf(stderr, "%s: VkResult %d\n", #call, (int)check_result); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

/* --- files ---------------------------------------------------------------------------------- */

static FILE *open_file(const char *folder, const char *name, const char *mode)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, mode);
    if (file == NULL) {
        fprintf(stderr, "%s cannot be opened\n", path);
        exit(1);
    }
    return file;
}

/* The whole file, with a 0 behind it. */
static void *read_file(const char *folder, const char *name, size_t *bytes)
{
    FILE *file = open_file(folder, name, "rb");
    char *data = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    rewind(file);
    if (size >= 0) {
        data = malloc((size_t)size + 1);
    }
    if (data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size) {
        fprintf(stderr, "%s/%s cannot be read\n", folder, name);
        exit(1);
    }
    fclose(file);
    data[size] = '\0';
    *bytes = (size_t)size;
    return data;
}

static const cJSON *member(const cJSON *object, const char *name)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    if (value == NULL) {
        fprintf(stderr, "plan.json has no %s\n", name);
        exit(1);
    }
    return value;
}

static uint64_t number(const cJSON *object, const char *name)
{
    return (uint64_t)member(object, name)->valuedouble;
}

static const char *text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(member(object, name));
}

static bool is_true(const cJSON *object, const char *name)
{
    return cJSON_IsTrue(member(object, name));
}

/* --- the device ----------------------------------------------------------------------------- */

typedef struct buffer {
    const char *name;
    VkDeviceSize bytes;
    VkBuffer handle;
    VkDeviceMemory memory;
    void *mapped;
} buffer;

typedef struct program {
    const char *folder;
    const cJSON *plan;
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t family;
    VkQueue queue;
    buffer buffers[BUFFERS_MAX];
    uint32_t buffer_count;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline *pipelines; /* of the kernels */
    VkDescriptorPool pool;
    VkCommandPool command_pool;
    VkCommandBuffer commands;
} program;

static void open_instance(program *p, uint32_t which)
{
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application};
    VkPhysicalDevice devices[16];
    uint32_t count = 16;
    CHECK(vkCreateInstance(&info, NULL, &p->instance));
    CHECK(vkEnumeratePhysicalDevices(p->instance, &count, devices));
    if (which >= count) {
        fprintf(stderr, "there is no device %u\n", (unsigned)which);
        exit(1);
    }
    p->physical = devices[which];
}

/* Leaves with status 77 if the device cannot run one of the kernels. */
static void check_needs(const program *p, bool *subgroups, bool *float64)
{
    VkPhysicalDeviceSubgroupSizeControlProperties sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &sizes};
    VkPhysicalDeviceSubgroupSizeControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &control};
    vkGetPhysicalDeviceProperties2(p->physical, &properties);
    vkGetPhysicalDeviceFeatures2(p->physical, &features);
    const VkPhysicalDeviceLimits *limits = &properties.properties.limits;
    bool good = true;
    const cJSON *kernel;
    cJSON_ArrayForEach(kernel, member(p->plan, "kernels"))
    {
        uint64_t invocations =
            (uint64_t)cJSON_GetArrayItem(member(kernel, "workgroup_size"), 0)->valuedouble;
        uint64_t size = number(kernel, "subgroup_size");
        good = good && invocations <= limits->maxComputeWorkGroupInvocations &&
               invocations <= limits->maxComputeWorkGroupSize[0] &&
               number(kernel, "shared_bytes") <= limits->maxComputeSharedMemorySize &&
               (!is_true(kernel, "shaderFloat64") || features.features.shaderFloat64) &&
               (size == 0 || (control.subgroupSizeControl && control.computeFullSubgroups &&
                              size >= sizes.minSubgroupSize && size <= sizes.maxSubgroupSize));
        *subgroups = *subgroups || size != 0;
        *float64 = *float64 || is_true(kernel, "shaderFloat64");
    }
    if (!good || properties.properties.apiVersion < VK_API_VERSION_1_3) {
        /* This program, not the plan, wants 1.3: it spares naming extensions. */
        fprintf(stderr, "%s has not what this plan needs\n", properties.properties.deviceName);
        exit(77);
    }
}

static void open_device(program *p)
{
    bool subgroups = false;
    bool float64 = false;
    VkQueueFamilyProperties families[16];
    uint32_t count = 16;
    check_needs(p, &subgroups, &float64);
    VkPhysicalDeviceSubgroupSizeControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES,
        .subgroupSizeControl = subgroups,
        .computeFullSubgroups = subgroups};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &control,
                                          .features.shaderFloat64 = float64};
    vkGetPhysicalDeviceQueueFamilyProperties(p->physical, &count, families);
    while (p->family + 1 < count && (families[p->family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
        ++p->family;
    }
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = p->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = (const float[]){1.0f}};
    VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                 .pNext = &features,
                                 .queueCreateInfoCount = 1,
                                 .pQueueCreateInfos = &queue};
    CHECK(vkCreateDevice(p->physical, &device, NULL, &p->device));
    vkGetDeviceQueue(p->device, p->family, 0, &p->queue);
}

/* --- buffers -------------------------------------------------------------------------------- */

static void make_buffer(const program *p, buffer *b)
{
    const VkMemoryPropertyFlags flags =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = b->bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties types;
    uint32_t type = 0;
    CHECK(vkCreateBuffer(p->device, &info, NULL, &b->handle));
    vkGetBufferMemoryRequirements(p->device, b->handle, &needs);
    vkGetPhysicalDeviceMemoryProperties(p->physical, &types);
    while ((needs.memoryTypeBits >> type & 1) == 0 ||
           (types.memoryTypes[type].propertyFlags & flags) != flags) {
        ++type; /* Vulkan promises that there is one */
    }
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = needs.size,
                                   .memoryTypeIndex = type};
    CHECK(vkAllocateMemory(p->device, &memory, NULL, &b->memory));
    CHECK(vkBindBufferMemory(p->device, b->handle, b->memory, 0));
    CHECK(vkMapMemory(p->device, b->memory, 0, VK_WHOLE_SIZE, 0, &b->mapped));
}

static void fill_buffer(const buffer *b, const char *folder, const char *file)
{
    size_t bytes;
    void *data = read_file(folder, file, &bytes);
    if (bytes != b->bytes) {
        fprintf(stderr, "%s has %zu bytes, the plan wants %llu\n", file, bytes,
                (unsigned long long)b->bytes);
        exit(1);
    }
    memcpy(b->mapped, data, bytes);
    free(data);
}

static buffer *find_buffer(program *p, const char *name)
{
    for (uint32_t i = 0; i < p->buffer_count; ++i) {
        if (strcmp(p->buffers[i].name, name) == 0) {
            return &p->buffers[i];
        }
    }
    return NULL;
}

static void make_buffers(program *p, const char *data)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, member(p->plan, "buffers"))
    {
        buffer *b = &p->buffers[p->buffer_count++];
        *b = (buffer){.name = text(one, "name"), .bytes = number(one, "bytes")};
        make_buffer(p, b);
    }
    fill_buffer(find_buffer(p, "table"), p->folder, "table.bin");
    bool in_place = find_buffer(p, "src") == NULL;
    fill_buffer(find_buffer(p, in_place ? "dst" : "src"), data, in_place ? "dst.bin" : "src.bin");
    buffer *imaginary = find_buffer(p, in_place ? "dst_im" : "src_im");
    if (imaginary != NULL) {
        fill_buffer(imaginary, data, in_place ? "dst_im.bin" : "src_im.bin");
    }
}

/* --- kernels -------------------------------------------------------------------------------- */

/* One layout for all: bindings 0 to 4, of which a kernel uses those that its dispatches list. */
static void make_layouts(program *p)
{
    VkDescriptorSetLayoutBinding bindings[BINDINGS_MAX];
    for (uint32_t i = 0; i < BINDINGS_MAX; ++i) {
        bindings[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                     VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    }
    VkDescriptorSetLayoutCreateInfo set = {.sType =
                                               VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .bindingCount = BINDINGS_MAX,
                                           .pBindings = bindings};
    CHECK(vkCreateDescriptorSetLayout(p->device, &set, NULL, &p->set_layout));
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 (uint32_t)number(p->plan, "push_constant_bytes")};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &p->set_layout,
                                         .pushConstantRangeCount = 1,
                                         .pPushConstantRanges = &range};
    CHECK(vkCreatePipelineLayout(p->device, &layout, NULL, &p->layout));
}

static VkPipeline make_pipeline(const program *p, const cJSON *kernel)
{
    VkShaderModule module;
    VkPipeline pipeline;
    size_t bytes;
    uint32_t *code = read_file(p->folder, text(kernel, "spirv"), &bytes);
    VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = code};
    CHECK(vkCreateShaderModule(p->device, &module_info, NULL, &module));
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = (uint32_t)number(kernel, "subgroup_size")};
    bool sized = size.requiredSubgroupSize != 0;
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = sized ? &size : NULL,
                  .flags = sized ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = text(p->plan, "entry_point")},
        .layout = p->layout};
    CHECK(vkCreateComputePipelines(p->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(p->device, module, NULL);
    free(code);
    return pipeline;
}

static void make_pipelines(program *p)
{
    const cJSON *kernels = member(p->plan, "kernels");
    const cJSON *kernel;
    size_t count = 0;
    p->pipelines = calloc((size_t)cJSON_GetArraySize(kernels) + 1, sizeof *p->pipelines);
    cJSON_ArrayForEach(kernel, kernels)
    {
        p->pipelines[count++] = make_pipeline(p, kernel);
    }
}

/* --- dispatches ----------------------------------------------------------------------------- */

static void begin_commands(program *p)
{
    uint32_t count = (uint32_t)cJSON_GetArraySize(member(p->plan, "dispatches")) + 1;
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BINDINGS_MAX * count};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = count,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    CHECK(vkCreateDescriptorPool(p->device, &pool, NULL, &p->pool));
    VkCommandPoolCreateInfo command_pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                            .queueFamilyIndex = p->family};
    CHECK(vkCreateCommandPool(p->device, &command_pool, NULL, &p->command_pool));
    VkCommandBufferAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = p->command_pool,
                                            .commandBufferCount = 1};
    CHECK(vkAllocateCommandBuffers(p->device, &allocate, &p->commands));
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    CHECK(vkBeginCommandBuffer(p->commands, &begin));
}

static VkDescriptorSet make_set(program *p, const cJSON *bindings)
{
    VkDescriptorSet set;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = p->pool,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &p->set_layout};
    const cJSON *one;
    CHECK(vkAllocateDescriptorSets(p->device, &info, &set));
    cJSON_ArrayForEach(one, bindings)
    {
        VkDescriptorBufferInfo range = {find_buffer(p, text(one, "buffer"))->handle,
                                        number(one, "offset"), number(one, "bytes")};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = set,
                                      .dstBinding = (uint32_t)number(one, "binding"),
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &range};
        vkUpdateDescriptorSets(p->device, 1, &write, 0, NULL);
    }
    return set;
}

static void record(program *p, const cJSON *dispatch)
{
    uint32_t words[64];
    uint32_t count = 0;
    const cJSON *word;
    cJSON_ArrayForEach(word, member(dispatch, "push_constants"))
    {
        words[count++] = (uint32_t)word->valuedouble;
    }
    VkDescriptorSet set = make_set(p, member(dispatch, "bindings"));
    if (is_true(dispatch, "barrier_before")) {
        VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_SHADER_READ_BIT};
        vkCmdPipelineBarrier(p->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0,
                             NULL);
    }
    vkCmdBindPipeline(p->commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                      p->pipelines[number(dispatch, "kernel")]);
    vkCmdBindDescriptorSets(p->commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &set, 0,
                            NULL);
    vkCmdPushConstants(p->commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4 * count, words);
    vkCmdDispatch(p->commands,
                  (uint32_t)cJSON_GetArrayItem(member(dispatch, "workgroups"), 0)->valuedouble, 1,
                  1);
}

static void submit(program *p)
{
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    vkCmdPipelineBarrier(p->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    CHECK(vkEndCommandBuffer(p->commands));
    VkSubmitInfo work = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &p->commands};
    CHECK(vkQueueSubmit(p->queue, 1, &work, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(p->queue));
}

static void write_result(program *p, const char *data)
{
    static const char *const names[][2] = {{"dst", "dst.bin"}, {"dst_im", "dst_im.bin"}};
    for (int i = 0; i < 2; ++i) {
        const buffer *b = find_buffer(p, names[i][0]);
        if (b != NULL) {
            FILE *file = open_file(data, names[i][1], "wb");
            bool written = fwrite(b->mapped, 1, b->bytes, file) == b->bytes;
            if (fclose(file) != 0 || !written) {
                fprintf(stderr, "%s/%s cannot be written\n", data, names[i][1]);
                exit(1);
            }
        }
    }
}

static void close_all(program *p)
{
    int kernels = cJSON_GetArraySize(member(p->plan, "kernels"));
    vkDestroyCommandPool(p->device, p->command_pool, NULL);
    vkDestroyDescriptorPool(p->device, p->pool, NULL);
    for (int i = 0; i < kernels; ++i) {
        vkDestroyPipeline(p->device, p->pipelines[i], NULL);
    }
    free(p->pipelines);
    vkDestroyPipelineLayout(p->device, p->layout, NULL);
    vkDestroyDescriptorSetLayout(p->device, p->set_layout, NULL);
    for (uint32_t i = 0; i < p->buffer_count; ++i) {
        vkDestroyBuffer(p->device, p->buffers[i].handle, NULL);
        vkFreeMemory(p->device, p->buffers[i].memory, NULL);
    }
    vkDestroyDevice(p->device, NULL);
    vkDestroyInstance(p->instance, NULL);
}

int main(int argc, char **argv)
{
    size_t bytes;
    const cJSON *dispatch;
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "run_emitted FOLDER DATA [DEVICE]\n");
        return 1;
    }
    char *description = read_file(argv[1], "plan.json", &bytes);
    cJSON *plan = cJSON_ParseWithLength(description, bytes);
    if (plan == NULL) {
        fprintf(stderr, "plan.json is not JSON\n");
        return 1;
    }
    program p = {.folder = argv[1], .plan = plan};
    open_instance(&p, argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0);
    open_device(&p);
    make_buffers(&p, argv[2]);
    make_layouts(&p);
    make_pipelines(&p);
    begin_commands(&p);
    cJSON_ArrayForEach(dispatch, member(plan, "dispatches"))
    {
        record(&p, dispatch);
    }
    submit(&p);
    write_result(&p, argv[2]);
    close_all(&p);
    cJSON_Delete(plan);
    free(description);
    return 0;
}
