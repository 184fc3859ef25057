/* SPDX-License-Identifier: MIT
 *
 * Vulkan calls that fail, one after the other: each gives a status, leaves the caller's data alone
 * and leaks nothing. And the counter-test of all Vulkan tests: a barrier or a destruction that is
 * left out does make the validation layer speak.
 *
 * The functions below stand in front of the loader's, which the library calls by the same names.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_loader.h"
#include "vulkan_testing.h"

static atomic_uint calls; /* to any of the functions below, by several threads */
static unsigned fail_at;  /* the call that fails; 0: none */
static VkResult fail_with;
static const char *failed; /* the name of the call that fails */
static atomic_uint pipelines_made;
static VkPipelineCache expected_cache; /* the cache that each pipeline is to be made with */
static atomic_uint made_otherwise;
static VkPipelineShaderStageCreateFlags stage_flags; /* of the last pipeline */
static uint32_t subgroup_size;                       /* the subgroup size that the pipeline asked
                                                        for; 0: none */
static bool without_barriers;
static bool without_destruction;
static bool without_mapped; /* no device memory that the host could write */

static bool fails(const char *name)
{
    if (atomic_fetch_add(&calls, 1) + 1 == fail_at) {
        failed = name;
        return true;
    }
    return false;
}

/* `parameters` and `arguments` with their parentheses. */
#define STAND_IN(name, parameters, arguments)                            \
    VKAPI_ATTR VkResult VKAPI_CALL name parameters                       \
    {                                                                    \
        return fails(#name) ? fail_with : VULKAN_LOADER(name) arguments; \
    }

typedef const VkAllocationCallbacks *callbacks;

STAND_IN(vkCreateInstance, (const VkInstanceCreateInfo *a, callbacks b, VkInstance *c), (a, b, c))
STAND_IN(vkEnumeratePhysicalDevices, (VkInstance a, uint32_t *b, VkPhysicalDevice *c), (a, b, c))
STAND_IN(vkEnumerateDeviceExtensionProperties,
         (VkPhysicalDevice a, const char *b, uint32_t *c, VkExtensionProperties *d), (a, b, c, d))
STAND_IN(vkCreateDevice,
         (VkPhysicalDevice a, const VkDeviceCreateInfo *b, callbacks c, VkDevice *d), (a, b, c, d))
STAND_IN(vkCreateDescriptorSetLayout,
         (VkDevice a, const VkDescriptorSetLayoutCreateInfo *b, callbacks c,
          VkDescriptorSetLayout *d),
         (a, b, c, d))
STAND_IN(vkCreatePipelineLayout,
         (VkDevice a, const VkPipelineLayoutCreateInfo *b, callbacks c, VkPipelineLayout *d),
         (a, b, c, d))
STAND_IN(vkCreateShaderModule,
         (VkDevice a, const VkShaderModuleCreateInfo *b, callbacks c, VkShaderModule *d),
         (a, b, c, d))
STAND_IN(vkCreateBuffer, (VkDevice a, const VkBufferCreateInfo *b, callbacks c, VkBuffer *d),
         (a, b, c, d))
STAND_IN(vkAllocateMemory,
         (VkDevice a, const VkMemoryAllocateInfo *b, callbacks c, VkDeviceMemory *d), (a, b, c, d))
STAND_IN(vkBindBufferMemory, (VkDevice a, VkBuffer b, VkDeviceMemory c, VkDeviceSize d),
         (a, b, c, d))
STAND_IN(vkMapMemory,
         (VkDevice a, VkDeviceMemory b, VkDeviceSize c, VkDeviceSize d, VkMemoryMapFlags e,
          void **f),
         (a, b, c, d, e, f))
STAND_IN(vkCreateDescriptorPool,
         (VkDevice a, const VkDescriptorPoolCreateInfo *b, callbacks c, VkDescriptorPool *d),
         (a, b, c, d))
STAND_IN(vkAllocateDescriptorSets,
         (VkDevice a, const VkDescriptorSetAllocateInfo *b, VkDescriptorSet *c), (a, b, c))
STAND_IN(vkCreateCommandPool,
         (VkDevice a, const VkCommandPoolCreateInfo *b, callbacks c, VkCommandPool *d),
         (a, b, c, d))
STAND_IN(vkAllocateCommandBuffers,
         (VkDevice a, const VkCommandBufferAllocateInfo *b, VkCommandBuffer *c), (a, b, c))
STAND_IN(vkCreateFence, (VkDevice a, const VkFenceCreateInfo *b, callbacks c, VkFence *d),
         (a, b, c, d))
STAND_IN(vkBeginCommandBuffer, (VkCommandBuffer a, const VkCommandBufferBeginInfo *b), (a, b))
STAND_IN(vkEndCommandBuffer, (VkCommandBuffer a), (a))
STAND_IN(vkQueueSubmit, (VkQueue a, uint32_t b, const VkSubmitInfo *c, VkFence d), (a, b, c, d))
STAND_IN(vkWaitForFences, (VkDevice a, uint32_t b, const VkFence *c, VkBool32 d, uint64_t e),
         (a, b, c, d, e))
STAND_IN(vkResetFences, (VkDevice a, uint32_t b, const VkFence *c), (a, b, c))
STAND_IN(vkResetCommandPool, (VkDevice a, VkCommandPool b, VkCommandPoolResetFlags c), (a, b, c))

VKAPI_ATTR VkResult VKAPI_CALL vkCreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                        uint32_t count,
                                                        const VkComputePipelineCreateInfo *infos,
                                                        callbacks allocator, VkPipeline *pipelines)
{
    if (fails("vkCreateComputePipelines")) {
        return fail_with;
    }
    pipelines_made += count;
    made_otherwise += cache != expected_cache ? count : 0;
    stage_flags = infos->stage.flags;
    subgroup_size = 0;
    if (infos->stage.pNext != NULL) {
        subgroup_size =
            ((const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *)infos->stage.pNext)
                ->requiredSubgroupSize;
    }
    return VULKAN_LOADER(vkCreateComputePipelines)(device, cache, count, infos, allocator,
                                                   pipelines);
}

VKAPI_ATTR void VKAPI_CALL
vkCmdPipelineBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                     VkDependencyFlags flags, uint32_t memory_count, const VkMemoryBarrier *memory,
                     uint32_t buffer_count, const VkBufferMemoryBarrier *buffers,
                     uint32_t image_count, const VkImageMemoryBarrier *images)
{
    if (!without_barriers) {
        VULKAN_LOADER(vkCmdPipelineBarrier)
        (commands, from, to, flags, memory_count, memory, buffer_count, buffers, image_count,
         images);
    }
}

VKAPI_ATTR void VKAPI_CALL vkDestroyPipelineLayout(VkDevice device, VkPipelineLayout layout,
                                                   callbacks allocator)
{
    if (!without_destruction) {
        VULKAN_LOADER(vkDestroyPipelineLayout)(device, layout, allocator);
    }
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceMemoryProperties(
    VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties *properties)
{
    VULKAN_LOADER(vkGetPhysicalDeviceMemoryProperties)(device, properties);
    for (uint32_t i = 0; i < properties->memoryTypeCount && without_mapped; ++i) {
        properties->memoryTypes[i].propertyFlags &= ~(VkFlags)VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL vkQueueWaitIdle(VkQueue queue)
{
    /* A lost device does nothing more; this one has to be waited for. */
    VkResult result = VULKAN_LOADER(vkQueueWaitIdle)(queue);
    return fails("vkQueueWaitIdle") ? fail_with : result;
}

#define POINTS 32u

static const fftc_workgroup_fft transform = {.elements_log2 = 2, .workgroup_log2 = 3};

static uint32_t first_device(void)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    return numbers[0];
}

/* From nothing to the result and back to nothing, with call number `at` failing; false if there is
 * no such call any more. */
static bool one_fault(uint32_t device, unsigned at, VkResult result, fftc_status expected)
{
    const fftc_vulkan_options options = {.device = device, .validate = vulkan_testing_validates()};
    testing_random random = testing_random_start("faults");
    float data[2 * POINTS];
    float before[2 * POINTS];
    float stages[5 * 2 * POINTS];
    fftc_vulkan *context;
    fftc_error error;
    testing_fill(FFTC_FLOAT32, data, POINTS, &random);
    memcpy(before, data, sizeof data);
    memset(stages, 0, sizeof stages);
    calls = 0;
    failed = NULL;
    fail_with = result;
    fail_at = at;
    fftc_status status = fftc_vulkan_create(&options, &context, &error);
    ck_assert_ptr_eq(context, status == FFTC_SUCCESS ? context : NULL);
    if (status == FFTC_SUCCESS) {
        status = fftc_workgroup_fft_vulkan(context, &transform, data, stages, &error);
    }
    fail_at = 0;
    if (failed == NULL) {
        ck_assert_int_eq(status, FFTC_SUCCESS);
        fftc_vulkan_destroy(context);
        return false;
    }
    ck_assert_msg(status == expected, "%s failed: status %d, %s", failed, (int)status,
                  error.message);
    ck_assert_str_ne(error.message, "");
    ck_assert_msg(memcmp(data, before, sizeof data) == 0, "%s failed: data were written", failed);
    for (size_t i = 0; i < sizeof stages / sizeof *stages; ++i) {
        ck_assert_msg(stages[i] == 0.0f, "%s failed: stages were written", failed);
    }
    if (context != NULL) { /* once the call works again, the context works, too */
        ck_assert_msg(fftc_workgroup_fft_vulkan(context, &transform, data, stages, &error) ==
                          FFTC_SUCCESS,
                      "after %s: %s", failed, error.message);
        vulkan_testing_close(context);
    }
    return true;
}

START_TEST(every_call_that_fails_gives_a_status)
{
    const struct {
        VkResult result;
        fftc_status status;
    } faults[] = {{VK_ERROR_OUT_OF_DEVICE_MEMORY, FFTC_OUT_OF_MEMORY},
                  {VK_ERROR_DEVICE_LOST, FFTC_DEVICE_FAILED}};
    uint32_t device = first_device();
    for (unsigned k = 0; k < 2; ++k) {
        unsigned at = 1;
        while (one_fault(device, at, faults[k].result, faults[k].status)) {
            ++at;
        }
        printf("%u calls failed one by one with VkResult %d\n", at - 1, (int)faults[k].result);
        ck_assert_uint_gt(at, 30);
    }
}
END_TEST

/* A plan, or a convolution where there is no transform. */
typedef struct any_plan {
    fftc_vulkan_plan *plan;
    fftc_vulkan_convolution *convolution;
} any_plan;

static const fftc_convolution_description picture = {.signal = {.length = {4, 6}},
                                                     .kernel_length = {3, 3}};

static fftc_status any_create(fftc_vulkan *context, const fftc_transform *t, any_plan *made,
                              fftc_error *error)
{
    const fftc_vulkan_plan_options own = {.own_scratch = true};
    *made = (any_plan){.plan = NULL};
    return t != NULL
               ? fftc_vulkan_plan_create(context, t, &own, &made->plan, error)
               : fftc_vulkan_convolution_create(context, &picture, &own, &made->convolution, error);
}

/* A plan with call number `at` failing. */
static bool one_plan_fault(uint32_t device, fftc_vulkan_cache *cache, const fftc_transform *t,
                           unsigned at, VkResult result, fftc_status expected)
{
    const fftc_vulkan_options options = {
        .device = device, .validate = vulkan_testing_validates(), .cache = cache};
    any_plan made;
    fftc_vulkan *context;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_create(&options, &context, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    calls = 0;
    failed = NULL;
    fail_with = result;
    fail_at = at;
    fftc_status status = any_create(context, t, &made, &error);
    fail_at = 0;
    bool any = failed != NULL;
    if (status != FFTC_SUCCESS) { /* what failed can be had the next time */
        ck_assert_msg(status == expected, "%s failed: status %d, %s", failed, (int)status,
                      error.message);
        ck_assert_str_ne(error.message, "");
        ck_assert(made.plan == NULL && made.convolution == NULL);
        ck_assert_msg(any_create(context, t, &made, &error) == FFTC_SUCCESS, "after %s: %s", failed,
                      error.message);
    }
    fftc_vulkan_plan_destroy(made.plan);
    fftc_vulkan_convolution_destroy(made.convolution);
    ck_assert_uint_eq(fftc_vulkan_message_count(context), 0);
    fftc_vulkan_destroy(context);
    return any;
}

START_TEST(every_call_of_a_plan_that_fails_gives_a_status)
{
    uint32_t device = first_device();
    fftc_vulkan_cache *cache;
    unsigned at = 1;
    ck_assert_int_eq(fftc_vulkan_cache_create(NULL, &cache, NULL), FFTC_SUCCESS);
    /* Two kernels, which are made at the same time. */
    const fftc_transform two = {.length = {10000}, .placement = FFTC_IN_PLACE};
    while (
        one_plan_fault(device, cache, &two, at, VK_ERROR_OUT_OF_HOST_MEMORY, FFTC_OUT_OF_MEMORY)) {
        ++at;
    }
    printf("%u calls of a plan failed one by one\n", at - 1);
    ck_assert_uint_gt(at, 9); /* layouts, two modules, two pipelines, buffers and their memory */
    /* Factors that have to be sent, by a device that gets lost. */
    const fftc_transform one = {.length = {2}};
    without_mapped = true;
    at = 1;
    while (one_plan_fault(device, cache, &one, at, VK_ERROR_DEVICE_LOST, FFTC_DEVICE_FAILED)) {
        ++at;
    }
    without_mapped = false;
    printf("%u calls of a plan that sends its factors failed one by one\n", at - 1);
    ck_assert_uint_gt(at, 16); /* further calls: a copy of the buffer, a pool, commands, a
                                  submission, the wait */
    fftc_vulkan_cache_destroy(cache);
}
END_TEST

/* Before the first plan of halves a device is asked how it rounds them, if it has push
 * descriptors. */
START_TEST(every_call_of_a_plan_of_halves_that_fails_gives_a_status)
{
    static const fftc_transform halves = {.length = {2}, .precision = FFTC_FLOAT16};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan_cache *cache;
        unsigned at = 1;
        ck_assert_int_eq(fftc_vulkan_cache_create(NULL, &cache, NULL), FFTC_SUCCESS);
        while (one_plan_fault(numbers[i], cache, &halves, at, VK_ERROR_DEVICE_LOST,
                              FFTC_DEVICE_FAILED)) {
            ++at;
        }
        printf("%u calls of a plan of halves failed one by one\n", at - 1);
        ck_assert_uint_gt(at, vulkan_testing_device(numbers[i])->push_descriptor ? 18 : 6);
        fftc_vulkan_cache_destroy(cache);
    }
}
END_TEST

/* Two plans in one, and a scratch of both. */
START_TEST(every_call_of_a_convolution_that_fails_gives_a_status)
{
    uint32_t device = first_device();
    fftc_vulkan_cache *cache;
    unsigned at = 1;
    ck_assert_int_eq(fftc_vulkan_cache_create(NULL, &cache, NULL), FFTC_SUCCESS);
    while (
        one_plan_fault(device, cache, NULL, at, VK_ERROR_OUT_OF_HOST_MEMORY, FFTC_OUT_OF_MEMORY)) {
        ++at;
    }
    printf("%u calls of a convolution failed one by one\n", at - 1);
    ck_assert_uint_gt(at, 18);
    fftc_vulkan_cache_destroy(cache);
}
END_TEST

START_TEST(device_list_failing_gives_a_status)
{
    uint32_t count = 3;
    fftc_error error;
    calls = 0;
    fail_at = 1;
    fail_with = VK_ERROR_OUT_OF_HOST_MEMORY;
    ck_assert_int_eq(fftc_vulkan_device_list(NULL, &count, &error), FFTC_OUT_OF_MEMORY);
    ck_assert_uint_eq(count, 3);
    fail_at = 0;
}
END_TEST

START_TEST(same_description_twice_compiled_once)
{
    float data[2 * POINTS] = {1.0f};
    fftc_vulkan *context = vulkan_testing_open(first_device());
    fftc_workgroup_fft other = transform;
    other.direction = FFTC_INVERSE;
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &transform, data, NULL, NULL), 0);
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &transform, data, NULL, NULL), 0);
    ck_assert_uint_eq(pipelines_made, 1);
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &other, data, NULL, NULL), 0);
    ck_assert_uint_eq(pipelines_made, 2);
    vulkan_testing_close(context);
}
END_TEST

/* A VkPipelineCache of the program's own meets every kernel of a plan, and nothing after that. */
START_TEST(pipeline_cache_of_the_callers_used)
{
    static const fftc_transform two = {.length = {10000}};
    const VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    fftc_vulkan *context = vulkan_testing_open(first_device());
    VkDevice device = fftc_vulkan_get_handles(context).device;
    fftc_vulkan_plan_options options = {.own_scratch = true};
    fftc_vulkan_plan *plan;
    fftc_vulkan_plan *without;
    fftc_vulkan_convolution *convolution;
    ck_assert_int_eq(vkCreatePipelineCache(device, &info, NULL, &options.cache), VK_SUCCESS);
    expected_cache = options.cache;
    ck_assert_int_eq(fftc_vulkan_plan_create(context, &two, &options, &plan, NULL), 0);
    unsigned kernels = pipelines_made;
    ck_assert_uint_ge(kernels, 2);
    ck_assert_int_eq(
        fftc_vulkan_convolution_create(context, &picture, &options, &convolution, NULL), 0);
    ck_assert_uint_gt(pipelines_made, kernels);
    ck_assert_uint_eq(made_otherwise, 0);
    kernels = pipelines_made;
    options.cache = VK_NULL_HANDLE;
    const fftc_transform other = {.length = {5}};
    ck_assert_int_eq(fftc_vulkan_plan_create(context, &other, &options, &without, NULL), 0);
    ck_assert_uint_gt(pipelines_made, kernels);
    ck_assert_uint_eq(made_otherwise, pipelines_made - kernels);
    vkDestroyPipelineCache(device, expected_cache, NULL);
    expected_cache = VK_NULL_HANDLE;
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_convolution_destroy(convolution);
    fftc_vulkan_plan_destroy(without);
    vulkan_testing_close(context);
}
END_TEST

/* Shuffles are used only where full subgroups of a known size are promised, and then they are. */
START_TEST(subgroups_asked_for_where_the_workgroup_has_room)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        static float data[2 << 10];
        fftc_vulkan *context = vulkan_testing_open(numbers[i]);
        const fftc_vulkan_device *info = fftc_vulkan_device_info(context);
        uint32_t lanes = 0;
        while (2u << lanes <= info->subgroup_size_min) {
            ++lanes;
        }
        if (info->subgroup_full && info->subgroup_shuffle && lanes > 0) {
            fftc_workgroup_fft fft = {
                .elements_log2 = 1, .workgroup_log2 = lanes + 1, .subgroup_log2 = 1};
            ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &fft, data, NULL, NULL), 0);
            ck_assert_uint_ne(
                stage_flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT, 0);
            ck_assert_uint_ge(subgroup_size, info->subgroup_size_min);
            ck_assert_uint_le(subgroup_size, info->subgroup_size_max);
            fft.workgroup_log2 = lanes - 1;
            ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &fft, data, NULL, NULL), 0);
            ck_assert_uint_eq(stage_flags, 0);
            ck_assert_uint_eq(subgroup_size, 0);
        }
        vulkan_testing_close(context);
    }
}
END_TEST

START_TEST(barrier_left_out_validation_speaks)
{
    float data[2 * POINTS] = {1.0f};
    if (!vulkan_testing_validates()) {
        return;
    }
    fftc_vulkan *context = vulkan_testing_open(first_device());
    without_barriers = true;
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &transform, data, NULL, NULL), 0);
    without_barriers = false;
    uint32_t count = fftc_vulkan_message_count(context);
    ck_assert_uint_ge(count, 1);
    ck_assert_uint_eq(vulkan_testing_messages(), count);
    ck_assert_ptr_nonnull(strstr(fftc_vulkan_message(context, 0), "SYNC-HAZARD"));
    ck_assert_ptr_null(fftc_vulkan_message(context, count));
    fftc_vulkan_destroy(context);
}
END_TEST

START_TEST(object_left_over_validation_speaks)
{
    float data[2 * POINTS] = {1.0f};
    if (!vulkan_testing_validates()) {
        return;
    }
    fftc_vulkan *context = vulkan_testing_open(first_device());
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &transform, data, NULL, NULL), 0);
    ck_assert_uint_eq(fftc_vulkan_message_count(context), 0);
    without_destruction = true;
    fftc_vulkan_destroy(context);
    ck_assert_uint_ge(vulkan_testing_messages(), 1);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan faults", every_call_that_fails_gives_a_status,
                    every_call_of_a_plan_that_fails_gives_a_status,
                    every_call_of_a_plan_of_halves_that_fails_gives_a_status,
                    every_call_of_a_convolution_that_fails_gives_a_status,
                    device_list_failing_gives_a_status, same_description_twice_compiled_once,
                    pipeline_cache_of_the_callers_used,
                    subgroups_asked_for_where_the_workgroup_has_room,
                    barrier_left_out_validation_speaks, object_left_over_validation_speaks)
