/* SPDX-License-Identifier: MIT
 *
 * A program that knows nothing of fftcore: it is given the description that `emit` wrote and some
 * SPIR-V, and runs that on every Vulkan device that meets the requirements. Twiddles, the order of
 * the spectrum and the expected result are its own, from what the description says.
 *
 *   emit_stranger KERNEL.json KERNEL.spv    0 good, 1 wrong, 2 trouble, 77 no device can
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../examples/emitted_helper.h"

#define PI 3.14159265358979323846264338327950288L
#define TRANSFORMS 3u

/* --- the description -------------------------------------------------------------------------- */

typedef struct kernel {
    unsigned points;
    unsigned e; /* elements_log2 */
    unsigned w; /* workgroup_log2 */
    unsigned bits;
    bool inverse;
    bool table;
    unsigned invocations;
    unsigned shared_bytes;
    bool full_subgroups;
    unsigned subgroup_min;
    unsigned subgroup_max;
    bool float16;
    bool float64;
    double bound;
    uint32_t *code;
    size_t code_bytes;
} kernel;

static bool is(const cJSON *object, const char *name, const char *text)
{
    return strcmp(emitted_text(object, name), text) == 0;
}

static kernel read_kernel(const char *description, const char *code)
{
    cJSON *json = emitted_parse(description);
    const cJSON *needs = emitted_member(json, "requirements");
    const cJSON *data = cJSON_GetArrayItem(emitted_member(json, "bindings"), 0);
    kernel k = {
        .points = (unsigned)emitted_number(json, "points"),
        .e = (unsigned)emitted_number(json, "elements_log2"),
        .w = (unsigned)emitted_number(json, "workgroup_log2"),
        .bits = 4 * (unsigned)emitted_number(data, "element_bytes"),
        .inverse = is(json, "direction", "inverse"),
        .table = is(json, "twiddles", "table"),
        .invocations =
            (unsigned)cJSON_GetArrayItem(emitted_member(json, "workgroup_size"), 0)->valuedouble,
        .shared_bytes = (unsigned)emitted_number(json, "shared_bytes"),
        .full_subgroups = emitted_is_true(needs, "full_subgroups"),
        .subgroup_min = (unsigned)emitted_number(needs, "subgroup_size_min"),
        .subgroup_max = (unsigned)emitted_number(needs, "subgroup_size_max"),
        .float16 = emitted_is_true(needs, "shaderFloat16"),
        .float64 = emitted_is_true(needs, "shaderFloat64"),
        .bound = emitted_member(json, "error_bound")->valuedouble};
    if (emitted_number(json, "format") != 1) {
        fprintf(stderr, "%s is of another format\n", description);
        exit(2);
    }
    cJSON_Delete(json);
    k.code = emitted_read(code, &k.code_bytes);
    return k;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static uint16_t half_from(double x)
{
    uint16_t best = 0;
    int exponent;
    double magnitude = fabs(x);
    if (magnitude < 0x1p-14) { /* subnormal or zero */
        best = (uint16_t)nearbyint(ldexp(magnitude, 24));
    } else {
        double mantissa = frexp(magnitude, &exponent); /* in [1/2, 1) */
        best = (uint16_t)(((exponent + 13) << 10) + (int)nearbyint(ldexp(mantissa, 11)));
    }
    return (uint16_t)(best | (x < 0 ? 0x8000 : 0));
}

static double half_value(uint16_t half)
{
    int exponent = half >> 10 & 31;
    double mantissa = half & 1023;
    double x = exponent == 0 ? ldexp(mantissa, -24) : ldexp(mantissa + 1024, exponent - 25);
    return (half & 0x8000) != 0 ? -x : x;
}

static void put(unsigned bits, void *array, size_t i, double x)
{
    if (bits == 16) {
        ((uint16_t *)array)[i] = half_from(x);
    } else if (bits == 32) {
        ((float *)array)[i] = (float)x;
    } else {
        ((double *)array)[i] = x;
    }
}

static double get(unsigned bits, const void *array, size_t i)
{
    return bits == 16   ? half_value(((const uint16_t *)array)[i])
           : bits == 32 ? (double)((const float *)array)[i]
                        : ((const double *)array)[i];
}

static unsigned reversed(unsigned x, unsigned bits)
{
    unsigned y = 0;
    for (unsigned i = 0; i < bits; ++i) {
        y |= (x >> i & 1u) << (bits - 1 - i);
    }
    return y;
}

/* i = (h | q | b) -> (q | reversed b | reversed h). */
static unsigned frequency(const kernel *k, unsigned i)
{
    unsigned b = i & ((1u << k->w) - 1);
    unsigned q = i >> k->w & 1;
    unsigned h = i >> (k->w + 1);
    return q << (k->e + k->w - 1) | reversed(b, k->w) << (k->e - 1) | reversed(h, k->e - 1);
}

/* Slot `i` of the result for source x, from the definition; in long double, since the kernel may be
 * in double. */
static void expected(const kernel *k, const double *x, unsigned i, long double *re, long double *im)
{
    int sign = k->inverse ? 1 : -1;
    *re = 0;
    *im = 0;
    for (unsigned j = 0; j < k->points; ++j) {
        uint64_t turns = k->inverse ? (uint64_t)frequency(k, j) * i : (uint64_t)frequency(k, i) * j;
        long double angle = sign * 2 * PI * (long double)(turns % k->points) / k->points;
        long double c = cosl(angle);
        long double s = sinl(angle);
        long double xr = (long double)x[2 * j];
        long double xi = (long double)x[2 * j + 1];
        *re += xr * c - xi * s;
        *im += xr * s + xi * c;
    }
    if (k->inverse) {
        *re /= k->points;
        *im /= k->points;
    }
}

/* --- one device ------------------------------------------------------------------------------- */

typedef struct gpu {
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    emitted_buffer buffer[2]; /* data, twiddles */
    uint32_t subgroup_size;   /* to ask for, 0: none */
} gpu;

/* Can it, and with which subgroup size? */
static bool suitable(const kernel *k, gpu *g)
{
    VkPhysicalDeviceSubgroupSizeControlProperties sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &sizes};
    VkPhysicalDeviceShaderFloat16Int8Features float16 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES};
    VkPhysicalDeviceSubgroupSizeControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES,
        .pNext = &float16};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &control};
    vkGetPhysicalDeviceProperties(g->physical, &properties.properties);
    if (properties.properties.apiVersion < VK_API_VERSION_1_3) {
        return false; /* this program, not the kernel, wants 1.3: it spares the extensions */
    }
    vkGetPhysicalDeviceProperties2(g->physical, &properties);
    vkGetPhysicalDeviceFeatures2(g->physical, &features);
    const VkPhysicalDeviceLimits *limits = &properties.properties.limits;
    g->subgroup_size = 0;
    if (k->full_subgroups) {
        uint32_t size = sizes.minSubgroupSize;
        while (size < k->subgroup_min) {
            size *= 2;
        }
        if (!control.computeFullSubgroups || !control.subgroupSizeControl ||
            size > sizes.maxSubgroupSize || size > k->subgroup_max) {
            return false;
        }
        g->subgroup_size = size;
    }
    return k->invocations <= limits->maxComputeWorkGroupInvocations &&
           k->shared_bytes <= limits->maxComputeSharedMemorySize &&
           (!k->float16 || float16.shaderFloat16) &&
           (!k->float64 || features.features.shaderFloat64);
}

static void open_device(const kernel *k, gpu *g)
{
    VkPhysicalDeviceShaderFloat16Int8Features float16 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
        .shaderFloat16 = k->float16};
    VkPhysicalDeviceSubgroupSizeControlFeatures control = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES,
        .pNext = &float16,
        .subgroupSizeControl = k->full_subgroups,
        .computeFullSubgroups = k->full_subgroups};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &control,
                                          .features.shaderFloat64 = k->float64};
    g->family = emitted_compute_family(g->physical);
    g->device = emitted_device(g->physical, g->family, &features);
    vkGetDeviceQueue(g->device, g->family, 0, &g->queue);
}

static void submit(gpu *g, VkPipelineLayout layout, VkPipeline pipeline, VkDescriptorSet set)
{
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                         .queueFamilyIndex = g->family};
    CHECK(vkCreateCommandPool(g->device, &pool_info, NULL, &pool));
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .commandBufferCount = 1};
    CHECK(vkAllocateCommandBuffers(g->device, &info, &commands));
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    CHECK(vkBeginCommandBuffer(commands, &begin));
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(commands, TRANSFORMS, 1, 1);
    emitted_submit(g->queue, commands);
    vkDestroyCommandPool(g->device, pool, NULL);
}

static void run(const kernel *k, gpu *g)
{
    uint32_t bindings = k->table ? 2 : 1;
    VkDescriptorSetLayoutBinding slots[2];
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    for (uint32_t i = 0; i < bindings; ++i) {
        slots[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                  VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    }
    VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = bindings,
        .pBindings = slots};
    CHECK(vkCreateDescriptorSetLayout(g->device, &set_info, NULL, &set_layout));
    VkPipelineLayoutCreateInfo layout_info = {.sType =
                                                  VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                              .setLayoutCount = 1,
                                              .pSetLayouts = &set_layout};
    CHECK(vkCreatePipelineLayout(g->device, &layout_info, NULL, &layout));
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, bindings};
    VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                            .maxSets = 1,
                                            .poolSizeCount = 1,
                                            .pPoolSizes = &size};
    CHECK(vkCreateDescriptorPool(g->device, &pool_info, NULL, &pool));
    VkDescriptorSetAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                            .descriptorPool = pool,
                                            .descriptorSetCount = 1,
                                            .pSetLayouts = &set_layout};
    CHECK(vkAllocateDescriptorSets(g->device, &allocate, &set));
    for (uint32_t i = 0; i < bindings; ++i) {
        VkDescriptorBufferInfo buffer = {g->buffer[i].handle, 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = set,
                                      .dstBinding = i,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &buffer};
        vkUpdateDescriptorSets(g->device, 1, &write, 0, NULL);
    }
    VkPipeline pipeline =
        emitted_pipeline(g->device, layout, k->code, k->code_bytes, "main", g->subgroup_size);
    submit(g, layout, pipeline, set);
    vkDestroyPipeline(g->device, pipeline, NULL);
    vkDestroyDescriptorPool(g->device, pool, NULL);
    vkDestroyPipelineLayout(g->device, layout, NULL);
    vkDestroyDescriptorSetLayout(g->device, set_layout, NULL);
}

static void fill(const kernel *k, gpu *g, double *x)
{
    uint32_t state = 2463534242u; /* xorshift32 (Marsaglia 2003) */
    for (size_t i = 0; i < (size_t)2 * TRANSFORMS * k->points; ++i) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        put(k->bits, g->buffer[0].mapped, i, ((int)(state >> 22) - 511) / 256.0);
        x[i] = get(k->bits, g->buffer[0].mapped, i);
    }
    for (unsigned half = 1; k->table && half < k->points; half *= 2) {
        for (unsigned j = 0; j < half; ++j) {
            size_t at = (size_t)2 * (half + j);
            put(k->bits, g->buffer[1].mapped, at, (double)cosl(PI * j / half));
            put(k->bits, g->buffer[1].mapped, at + 1, (double)-sinl(PI * j / half));
        }
    }
}

/* Relative L2 error over all transforms. */
static double judge(const kernel *k, const gpu *g, const double *x)
{
    long double wrong = 0;
    long double all = 0;
    for (unsigned t = 0; t < TRANSFORMS; ++t) {
        for (unsigned i = 0; i < k->points; ++i) {
            size_t at = (size_t)2 * (t * k->points + i);
            long double re;
            long double im;
            expected(k, x + (size_t)2 * t * k->points, i, &re, &im);
            long double dre = (long double)get(k->bits, g->buffer[0].mapped, at) - re;
            long double dim = (long double)get(k->bits, g->buffer[0].mapped, at + 1) - im;
            wrong += dre * dre + dim * dim;
            all += re * re + im * im;
        }
    }
    return (double)sqrtl(wrong / all);
}

static double try_device(const kernel *k, gpu *g)
{
    VkDeviceSize element = k->bits / 4;
    double *x = malloc((size_t)2 * TRANSFORMS * k->points * sizeof *x);
    if (x == NULL) {
        exit(2);
    }
    open_device(k, g);
    g->buffer[0] = emitted_buffer_create(g->physical, g->device, TRANSFORMS * k->points * element);
    g->buffer[1] = emitted_buffer_create(g->physical, g->device, k->points * element);
    fill(k, g, x);
    run(k, g);
    double error = judge(k, g, x);
    for (unsigned i = 0; i < 2; ++i) {
        emitted_buffer_destroy(g->device, &g->buffer[i]);
    }
    vkDestroyDevice(g->device, NULL);
    free(x);
    return error;
}

int main(int argc, char **argv)
{
    VkPhysicalDevice devices[16];
    uint32_t count = 16;
    unsigned ran = 0;
    int status = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: emit_stranger KERNEL.json KERNEL.spv\n");
        return 2;
    }
    kernel k = read_kernel(argv[1], argv[2]);
    VkInstance instance = emitted_instance();
    CHECK(vkEnumeratePhysicalDevices(instance, &count, devices));
    for (uint32_t i = 0; i < count; ++i) {
        gpu g = {.physical = devices[i]};
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        if (!suitable(&k, &g)) {
            printf("  %s: does not meet the requirements\n", properties.deviceName);
            continue;
        }
        double error = try_device(&k, &g);
        bool good = error <= k.bound;
        printf("  %s: relative error %.3g, %s\n", properties.deviceName, error,
               good ? "good" : "WRONG");
        status = good ? status : 1;
        ++ran;
    }
    vkDestroyInstance(instance, NULL);
    free(k.code);
    return ran == 0 ? 77 : status;
}
