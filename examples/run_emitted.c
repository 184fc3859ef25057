/* SPDX-License-Identifier: MIT
 *
 * Carries out a plan that `fftcore emit --plan FOLDER ...` wrote, with nothing but its files,
 * Vulkan and a reader of JSON: what a program does that embeds an FFT and not the library.
 *
 *   run_emitted FOLDER DATA [DEVICE]
 *
 * Reads the plan's input, and writes its output, from and to files in DATA that are named after the
 * buffers: src.bin and dst.bin (in place dst.bin alone; split numbers: src_im.bin, dst_im.bin too).
 * A convolution is two plans: that of the kernel reads kernel.bin and writes spectrum.bin, the
 * other one reads that too. Of an output that has a file already, what the plan does not write
 * stays. A plan with accessors may have buffers of theirs, extra0.bin .. extra3.bin, which are
 * written back, and words, words.bin: eight 32-bit numbers, 0 without that file. Exit status: 0
 * good, 2 trouble, 77 the device has not what the plan needs.
 *
 * A bloom is two plans, too. Its pictures may be images, whose files have their texels; its words
 * are those of a frame.
 */
#include <string.h>

#include "emitted_helper.h"

#define FORMAT 1u /* of plan.json: docs/emitted-plans.md */
#define BUFFERS_MAX 16
#define PICTURES_MAX 2
#define BINDINGS_MAX 14u
#define PUSH_WORDS_MAX 64u
#define USER_WORDS 8u

/* --- files ---------------------------------------------------------------------------------- */

static void path_of(char *path, size_t bytes, const char *folder, const char *name)
{
    snprintf(path, bytes, "%s/%s", folder, name);
}

static void *read_file(const char *folder, const char *name, size_t *bytes)
{
    char path[4096];
    path_of(path, sizeof path, folder, name);
    return emitted_read(path, bytes);
}

static bool is_file(const char *folder, const char *name)
{
    char path[4096];
    path_of(path, sizeof path, folder, name);
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

static void refuse(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(2);
}

static void write_file(const char *folder, const char *name, const void *data, size_t bytes)
{
    char path[4096];
    path_of(path, sizeof path, folder, name);
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(data, 1, bytes, file) == bytes;
    if ((file != NULL && fclose(file) != 0) || !written) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(2);
    }
}

/* --- the device ----------------------------------------------------------------------------- */

typedef struct buffer {
    const char *name, *use;
    emitted_buffer in;
} buffer;

typedef struct picture {
    const char *name;
    bool stored;
    emitted_image in;
} picture;

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
    picture pictures[PICTURES_MAX];
    uint32_t picture_count;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    uint32_t words[USER_WORDS];
    VkPipeline *pipelines; /* of the kernels */
    VkDescriptorPool pool;
    VkCommandPool command_pool;
    VkCommandBuffer commands;
} program;

static void open_instance(program *p, uint32_t which)
{
    VkPhysicalDevice devices[16];
    uint32_t count = 16;
    p->instance = emitted_instance();
    CHECK(vkEnumeratePhysicalDevices(p->instance, &count, devices));
    if (which >= count) {
        fprintf(stderr, "there is no device %u\n", (unsigned)which);
        exit(2);
    }
    p->physical = devices[which];
}

/* Features that some kernel asks for. */
typedef struct needed {
    bool subgroups;
    bool float64;
    bool storage16;
} needed;

/* Leaves with status 77 if the device cannot run one of the kernels. */
static void check_needs(const program *p, needed *needs)
{
    VkPhysicalDeviceSubgroupSizeControlProperties sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &sizes};
    VkPhysicalDeviceSubgroupSizeControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
    VkPhysicalDevice16BitStorageFeatures storage = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, .pNext = &control};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &storage};
    vkGetPhysicalDeviceProperties2(p->physical, &properties);
    vkGetPhysicalDeviceFeatures2(p->physical, &features);
    const VkPhysicalDeviceLimits *limits = &properties.properties.limits;
    bool good = true;
    const cJSON *kernel;
    cJSON_ArrayForEach(kernel, emitted_member(p->plan, "kernels"))
    {
        uint64_t invocations =
            (uint64_t)cJSON_GetArrayItem(emitted_member(kernel, "workgroup_size"), 0)->valuedouble;
        uint64_t size = emitted_number(kernel, "subgroup_size");
        bool halves = emitted_is_true(kernel, "storageBuffer16BitAccess");
        good = good && invocations <= limits->maxComputeWorkGroupInvocations &&
               invocations <= limits->maxComputeWorkGroupSize[0] &&
               emitted_number(kernel, "shared_bytes") <= limits->maxComputeSharedMemorySize &&
               (!emitted_is_true(kernel, "shaderFloat64") || features.features.shaderFloat64) &&
               (!halves || storage.storageBuffer16BitAccess) &&
               (size == 0 || (control.subgroupSizeControl && control.computeFullSubgroups &&
                              size >= sizes.minSubgroupSize && size <= sizes.maxSubgroupSize));
        needs->subgroups = needs->subgroups || size != 0;
        needs->float64 = needs->float64 || emitted_is_true(kernel, "shaderFloat64");
        needs->storage16 = needs->storage16 || halves;
    }
    if (!good || properties.properties.apiVersion < VK_API_VERSION_1_3) {
        /* This program, not the plan, wants 1.3: it spares naming extensions. */
        fprintf(stderr, "%s has not what this plan needs\n", properties.properties.deviceName);
        exit(77);
    }
}

static void open_device(program *p)
{
    needed needs = {false, false, false};
    check_needs(p, &needs);
    VkPhysicalDeviceSubgroupSizeControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES,
        .subgroupSizeControl = needs.subgroups,
        .computeFullSubgroups = needs.subgroups};
    VkPhysicalDevice16BitStorageFeatures storage = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
        .pNext = &control,
        .storageBuffer16BitAccess = needs.storage16};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &storage,
                                          .features.shaderFloat64 = needs.float64};
    p->family = emitted_compute_family(p->physical);
    p->device = emitted_device(p->physical, p->family, &features);
    vkGetDeviceQueue(p->device, p->family, 0, &p->queue);
}

/* --- buffers -------------------------------------------------------------------------------- */

static buffer *find_buffer(program *p, const char *name)
{
    for (uint32_t i = 0; i < p->buffer_count; ++i) {
        if (strcmp(p->buffers[i].name, name) == 0) {
            return &p->buffers[i];
        }
    }
    refuse("plan.json binds a buffer that it does not list");
    return NULL;
}

static bool is_input(const buffer *b)
{
    return strcmp(b->use, "input") == 0 || strcmp(b->use, "input and output") == 0;
}

static bool is_output(const buffer *b)
{
    return strcmp(b->use, "output") == 0 || strcmp(b->use, "input and output") == 0;
}

static bool is_extra(const buffer *b)
{
    return strcmp(b->use, "extra") == 0;
}

static void fill_buffer(program *p, buffer *b, const char *folder, const char *file)
{
    size_t bytes;
    void *data = read_file(folder, file, &bytes);
    if (b->in.bytes == 0) { /* of whatever size */
        b->in = emitted_buffer_create(p->physical, p->device, (bytes + 3) / 4 * 4 + 4);
        b->in.bytes = bytes;
    }
    if (bytes != b->in.bytes) {
        fprintf(stderr, "%s has %zu bytes, the plan wants %llu\n", file, bytes,
                (unsigned long long)b->in.bytes);
        exit(2);
    }
    memcpy(b->in.mapped, data, bytes);
    free(data);
}

static void make_buffer(program *p, const char *data, const cJSON *one)
{
    char file[64];
    if (p->buffer_count == BUFFERS_MAX) {
        refuse("plan.json has more buffers than a plan can have");
    }
    buffer *b = &p->buffers[p->buffer_count++];
    VkDeviceSize bytes = emitted_number(one, "bytes");
    b->name = emitted_text(one, "name");
    b->use = emitted_text(one, "use");
    b->in.bytes = 0;
    if (bytes != 0) {
        b->in = emitted_buffer_create(p->physical, p->device, bytes);
    }
    snprintf(file, sizeof file, "%s.bin", b->name);
    if (cJSON_HasObjectItem(one, "file")) {
        fill_buffer(p, b, p->folder, emitted_text(one, "file"));
    } else if (is_input(b) || is_extra(b) || (is_output(b) && is_file(data, file))) {
        fill_buffer(p, b, data, file);
    }
}

static void make_buffers(program *p, const char *data)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, emitted_member(p->plan, "buffers"))
    {
        make_buffer(p, data, one);
    }
    if (is_file(data, "words.bin")) {
        size_t bytes;
        uint32_t *words = read_file(data, "words.bin", &bytes);
        memcpy(p->words, words, bytes < sizeof p->words ? bytes : sizeof p->words);
        free(words);
    }
}

/* --- pictures ------------------------------------------------------------------------------- */

static bool is_picture(const cJSON *binding)
{
    return cJSON_HasObjectItem(binding, "picture");
}

static bool is_stored(const cJSON *binding)
{
    return strcmp(emitted_text(binding, "access"), "write") == 0;
}

static const picture *find_picture(const program *p, const char *name)
{
    for (uint32_t i = 0; i < p->picture_count; ++i) {
        if (strcmp(p->pictures[i].name, name) == 0) {
            return &p->pictures[i];
        }
    }
    return NULL;
}

static uint32_t length_of(const cJSON *side, int axis)
{
    return (uint32_t)cJSON_GetArrayItem(emitted_member(side, "length"), axis)->valuedouble;
}

static void make_picture(program *p, const char *data, const cJSON *binding)
{
    if (p->picture_count == PICTURES_MAX || !cJSON_HasObjectItem(binding, "format")) {
        refuse("this program has no pictures for accessors");
    }
    picture *made = &p->pictures[p->picture_count++];
    char file[64];
    size_t bytes;
    made->name = emitted_text(binding, "picture");
    made->stored = is_stored(binding);
    const cJSON *side = emitted_member(p->plan, made->name); /* rows, columns, channels */
    made->in = emitted_image_create(p->physical, p->device, length_of(side, 1), length_of(side, 0),
                                    emitted_text(binding, "format"), made->stored);
    snprintf(file, sizeof file, "%s.bin", made->name);
    if (!made->stored) {
        void *texels = read_file(data, file, &bytes);
        if (bytes != made->in.texels.bytes) {
            refuse("the picture's file has not the size of its texels");
        }
        memcpy(made->in.texels.mapped, texels, bytes);
        free(texels);
    }
}

static void make_pictures(program *p, const char *data)
{
    const cJSON *dispatch;
    const cJSON *one;
    cJSON_ArrayForEach(dispatch, emitted_member(p->plan, "dispatches"))
    {
        cJSON_ArrayForEach(one, emitted_member(dispatch, "bindings"))
        {
            if (is_picture(one) && find_picture(p, emitted_text(one, "picture")) == NULL) {
                make_picture(p, data, one);
            }
        }
    }
}

/* --- kernels -------------------------------------------------------------------------------- */

static VkDescriptorType type_of(const cJSON *binding)
{
    return !is_picture(binding) ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
           : is_stored(binding) ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                                : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
}

/* One layout for all: the bindings that any dispatch lists. */
static void make_layouts(program *p)
{
    VkDescriptorSetLayoutBinding bindings[BINDINGS_MAX];
    uint32_t used = 0;
    uint32_t count = 0;
    const cJSON *dispatch;
    const cJSON *one;
    cJSON_ArrayForEach(dispatch, emitted_member(p->plan, "dispatches"))
    {
        cJSON_ArrayForEach(one, emitted_member(dispatch, "bindings"))
        {
            uint32_t number = (uint32_t)emitted_number(one, "binding");
            if (number >= BINDINGS_MAX) {
                refuse("plan.json has a binding that no plan has");
            }
            if ((used >> number & 1u) == 0) {
                bindings[count++] = (VkDescriptorSetLayoutBinding){
                    number, type_of(one), 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
            }
            used |= 1u << number;
        }
    }
    VkDescriptorSetLayoutCreateInfo set = {.sType =
                                               VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .bindingCount = count,
                                           .pBindings = bindings};
    CHECK(vkCreateDescriptorSetLayout(p->device, &set, NULL, &p->set_layout));
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 (uint32_t)emitted_number(p->plan, "push_constant_bytes")};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &p->set_layout,
                                         .pushConstantRangeCount = 1,
                                         .pPushConstantRanges = &range};
    CHECK(vkCreatePipelineLayout(p->device, &layout, NULL, &p->layout));
}

static VkPipeline make_pipeline(const program *p, const cJSON *kernel)
{
    size_t bytes;
    uint32_t *code = read_file(p->folder, emitted_text(kernel, "spirv"), &bytes);
    VkPipeline pipeline =
        emitted_pipeline(p->device, p->layout, code, bytes, emitted_text(p->plan, "entry_point"),
                         (uint32_t)emitted_number(kernel, "subgroup_size"));
    free(code);
    return pipeline;
}

static void make_pipelines(program *p)
{
    const cJSON *kernels = emitted_member(p->plan, "kernels");
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
    uint32_t count = (uint32_t)cJSON_GetArraySize(emitted_member(p->plan, "dispatches")) + 1;
    VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BINDINGS_MAX * count},
        {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, PICTURES_MAX * count},
        {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, PICTURES_MAX * count},
    };
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = count,
                                       .poolSizeCount = 3,
                                       .pPoolSizes = sizes};
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
        VkDescriptorBufferInfo range;
        VkDescriptorImageInfo image;
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = set,
                                      .dstBinding = (uint32_t)emitted_number(one, "binding"),
                                      .descriptorCount = 1,
                                      .descriptorType = type_of(one)};
        if (is_picture(one)) {
            const picture *of = find_picture(p, emitted_text(one, "picture"));
            image = (VkDescriptorImageInfo){VK_NULL_HANDLE, of->in.view, VK_IMAGE_LAYOUT_GENERAL};
            write.pImageInfo = &image;
        } else {
            VkDeviceSize bytes = emitted_number(one, "bytes");
            range = (VkDescriptorBufferInfo){find_buffer(p, emitted_text(one, "buffer"))->in.handle,
                                             emitted_number(one, "offset"),
                                             bytes != 0 ? bytes : VK_WHOLE_SIZE};
            write.pBufferInfo = &range;
        }
        vkUpdateDescriptorSets(p->device, 1, &write, 0, NULL);
    }
    return set;
}

static void record(program *p, const cJSON *dispatch)
{
    uint32_t words[PUSH_WORDS_MAX];
    uint32_t count = 0;
    const cJSON *word;
    const cJSON *user = cJSON_GetObjectItemCaseSensitive(dispatch, "user_words");
    size_t user_at = user != NULL ? (size_t)user->valuedouble : 0;
    cJSON_ArrayForEach(word, emitted_member(dispatch, "push_constants"))
    {
        if (count == PUSH_WORDS_MAX) {
            refuse("plan.json has more push constants than a plan can have");
        }
        words[count++] = (uint32_t)word->valuedouble;
    }
    if (user != NULL) {
        if (user_at > count || count - user_at < sizeof p->words / sizeof *p->words) {
            refuse("plan.json has no room for the words of accessors");
        }
        memcpy(words + user_at, p->words, sizeof p->words);
    }
    VkDescriptorSet set = make_set(p, emitted_member(dispatch, "bindings"));
    if (emitted_is_true(dispatch, "barrier_before")) {
        VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                   .dstAccessMask =
                                       VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
        vkCmdPipelineBarrier(p->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0,
                             NULL);
    }
    vkCmdBindPipeline(p->commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                      p->pipelines[emitted_number(dispatch, "kernel")]);
    vkCmdBindDescriptorSets(p->commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &set, 0,
                            NULL);
    vkCmdPushConstants(p->commands, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4 * count, words);
    vkCmdDispatch(
        p->commands,
        (uint32_t)cJSON_GetArrayItem(emitted_member(dispatch, "workgroups"), 0)->valuedouble, 1, 1);
}

static void write_result(program *p, const char *data)
{
    char file[64];
    for (uint32_t i = 0; i < p->buffer_count; ++i) {
        const buffer *b = &p->buffers[i];
        snprintf(file, sizeof file, "%s.bin", b->name);
        if (is_output(b) || is_extra(b)) {
            write_file(data, file, b->in.mapped, b->in.bytes);
        }
    }
    for (uint32_t i = 0; i < p->picture_count; ++i) {
        const picture *made = &p->pictures[i];
        snprintf(file, sizeof file, "%s.bin", made->name);
        if (made->stored) {
            write_file(data, file, made->in.texels.mapped, made->in.texels.bytes);
        }
    }
}

static void close_all(program *p)
{
    int kernels = cJSON_GetArraySize(emitted_member(p->plan, "kernels"));
    vkDestroyCommandPool(p->device, p->command_pool, NULL);
    vkDestroyDescriptorPool(p->device, p->pool, NULL);
    for (int i = 0; i < kernels; ++i) {
        vkDestroyPipeline(p->device, p->pipelines[i], NULL);
    }
    free(p->pipelines);
    vkDestroyPipelineLayout(p->device, p->layout, NULL);
    vkDestroyDescriptorSetLayout(p->device, p->set_layout, NULL);
    for (uint32_t i = 0; i < p->buffer_count; ++i) {
        emitted_buffer_destroy(p->device, &p->buffers[i].in);
    }
    for (uint32_t i = 0; i < p->picture_count; ++i) {
        emitted_image_destroy(p->device, &p->pictures[i].in);
    }
    vkDestroyDevice(p->device, NULL);
    vkDestroyInstance(p->instance, NULL);
}

int main(int argc, char **argv)
{
    char path[4096];
    const cJSON *dispatch;
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "run_emitted FOLDER DATA [DEVICE]\n");
        return 2;
    }
    path_of(path, sizeof path, argv[1], "plan.json");
    cJSON *plan = emitted_parse(path);
    if (emitted_number(plan, "format") != FORMAT) {
        refuse("plan.json is of another version: emit the plan again, with this program's fftcore");
    }
    program p = {.folder = argv[1], .plan = plan};
    open_instance(&p, argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0);
    open_device(&p);
    make_buffers(&p, argv[2]);
    make_pictures(&p, argv[2]);
    make_layouts(&p);
    make_pipelines(&p);
    begin_commands(&p);
    for (uint32_t i = 0; i < p.picture_count; ++i) {
        emitted_image_upload(p.commands, &p.pictures[i].in);
    }
    cJSON_ArrayForEach(dispatch, emitted_member(plan, "dispatches"))
    {
        record(&p, dispatch);
    }
    for (uint32_t i = 0; i < p.picture_count; ++i) {
        emitted_image_download(p.commands, &p.pictures[i].in);
    }
    emitted_submit(p.queue, p.commands);
    write_result(&p, argv[2]);
    close_all(&p);
    cJSON_Delete(plan);
    return 0;
}
