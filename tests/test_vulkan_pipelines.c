/* SPDX-License-Identifier: MIT
 *
 * How long pipelines live: as long as a plan has them, and then as long as the context keeps them
 * for the next one. The functions below stand in front of the loader's, and count.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "vulkan_loader.h"
#include "vulkan_testing.h"

static atomic_uint made;
static atomic_uint destroyed;
static atomic_int failing; /* 1: the next creation */

VKAPI_ATTR VkResult VKAPI_CALL vkCreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                        uint32_t count,
                                                        const VkComputePipelineCreateInfo *infos,
                                                        const VkAllocationCallbacks *allocator,
                                                        VkPipeline *pipelines)
{
    if (atomic_load(&failing) != 0 && atomic_fetch_sub(&failing, 1) == 1) {
        *pipelines = VK_NULL_HANDLE;
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    atomic_fetch_add(&made, count);
    return VULKAN_LOADER(vkCreateComputePipelines)(device, cache, count, infos, allocator,
                                                   pipelines);
}

VKAPI_ATTR void VKAPI_CALL vkDestroyPipeline(VkDevice device, VkPipeline pipeline,
                                             const VkAllocationCallbacks *allocator)
{
    atomic_fetch_add(&destroyed, pipeline != VK_NULL_HANDLE ? 1u : 0u);
    VULKAN_LOADER(vkDestroyPipeline)(device, pipeline, allocator);
}

static unsigned alive(void)
{
    return atomic_load(&made) - atomic_load(&destroyed);
}

/* Opens a context, with validation where plans outlive others of the same kernels. */
static fftc_vulkan *open_context(uint32_t kept, bool validate)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    fftc_vulkan_options options = {.validate = validate && vulkan_testing_validates(),
                                   .pipelines_kept = kept};
    fftc_vulkan *context;
    fftc_error error;
    ck_assert_uint_gt(vulkan_testing_devices(numbers), 0);
    options.device = numbers[0];
    atomic_store(&made, 0);
    atomic_store(&destroyed, 0);
    ck_assert_msg(fftc_vulkan_create(&options, &context, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return context;
}

static void close_context(fftc_vulkan *context)
{
    ck_assert_uint_eq(fftc_vulkan_message_count(context), 0);
    fftc_vulkan_destroy(context);
    ck_assert_uint_eq(alive(), 0);
}

/* One kernel each, another one for each length. */
static fftc_vulkan_plan *plan_of(fftc_vulkan *context, uint64_t points)
{
    const fftc_transform t = {.length = {points}};
    fftc_vulkan_plan *plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_plan_create(context, &t, NULL, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return plan;
}

START_TEST(pipelines_of_destroyed_plans_go)
{
    fftc_vulkan *context = open_context(3, false);
    for (unsigned turn = 0; turn < 2; ++turn) {
        for (uint64_t points = 2; points < 12; ++points) {
            fftc_vulkan_plan_destroy(plan_of(context, points));
            ck_assert_uint_le(alive(), 3);
        }
    }
    ck_assert_uint_eq(atomic_load(&made), 20);
    close_context(context);
}
END_TEST

/* What was given back the longest time ago goes first. */
START_TEST(pipelines_used_last_are_kept)
{
    fftc_vulkan *context = open_context(2, false);
    fftc_vulkan_plan_destroy(plan_of(context, 2));
    fftc_vulkan_plan_destroy(plan_of(context, 3));
    fftc_vulkan_plan_destroy(plan_of(context, 2)); /* the pipeline is kept */
    ck_assert_uint_eq(atomic_load(&made), 2);
    fftc_vulkan_plan_destroy(plan_of(context, 4)); /* 3 goes */
    ck_assert_uint_eq(alive(), 2);
    fftc_vulkan_plan_destroy(plan_of(context, 2));
    ck_assert_uint_eq(atomic_load(&made), 3);
    fftc_vulkan_plan_destroy(plan_of(context, 3));
    ck_assert_uint_eq(atomic_load(&made), 4);
    close_context(context);
}
END_TEST

START_TEST(pipelines_of_plans_stay)
{
    enum { PLANS = 6 };
    fftc_vulkan *context = open_context(1, true);
    fftc_vulkan_plan *plans[PLANS];
    for (int i = 0; i < PLANS; ++i) {
        plans[i] = plan_of(context, 2 + (uint64_t)i);
    }
    fftc_vulkan_plan *again = plan_of(context, 2);
    ck_assert_uint_eq(alive(), PLANS);
    ck_assert_uint_eq(atomic_load(&made), PLANS);
    fftc_vulkan_plan_destroy(plans[0]); /* the other plan has the same pipelines */
    fftc_vulkan_plan_destroy(plans[1]);
    fftc_vulkan_plan_destroy(plans[2]);
    ck_assert_uint_eq(alive(), PLANS - 1);
    fftc_vulkan_plan_destroy(again); /* kept, and the third goes */
    ck_assert_uint_eq(alive(), PLANS - 2);
    for (int i = 3; i < PLANS; ++i) {
        fftc_vulkan_plan_destroy(plans[i]);
    }
    ck_assert_uint_eq(alive(), 1);
    close_context(context);
}
END_TEST

/* Of several kernels, of which one cannot be made; what the others had is given back. */
START_TEST(pipelines_of_failed_plans_go)
{
    const fftc_transform t = {.length = {6, 5}};
    fftc_vulkan *context = open_context(1, false);
    fftc_vulkan_plan *plan;
    fftc_error error;
    for (int turn = 0; turn < 2; ++turn) { /* in the second round the other kernel may be kept */
        atomic_store(&failing, 1);
        ck_assert_int_eq(fftc_vulkan_plan_create(context, &t, NULL, &plan, &error),
                         FFTC_OUT_OF_MEMORY);
        ck_assert_ptr_null(plan);
        ck_assert_uint_le(alive(), 1);
    }
    atomic_store(&failing, 0);
    ck_assert_int_eq(fftc_vulkan_plan_create(context, &t, NULL, &plan, &error), FFTC_SUCCESS);
    ck_assert_uint_eq(alive(), 2);
    fftc_vulkan_plan_destroy(plan);
    ck_assert_uint_eq(alive(), 1);
    close_context(context);
}
END_TEST

START_TEST(pipelines_kept_by_default)
{
    fftc_vulkan *context = open_context(0, false);
    for (uint64_t points = 2; points < 12; ++points) {
        fftc_vulkan_plan_destroy(plan_of(context, points));
    }
    ck_assert_uint_eq(alive(), 10);
    ck_assert_uint_eq(fftc_vulkan_get_handles(context).pipelines_kept, 64);
    close_context(context);
}
END_TEST

/* Threads that take and give back the same few pipelines. */
enum { THREADS = 4, TURNS = 20 };

static void *churn(void *data)
{
    fftc_vulkan *context = data;
    for (unsigned i = 0; i < TURNS; ++i) {
        const fftc_transform t = {.length = {2 + i % 3}};
        fftc_vulkan_plan *plan;
        if (fftc_vulkan_plan_create(context, &t, NULL, &plan, NULL) != FFTC_SUCCESS) {
            return data;
        }
        fftc_vulkan_plan_destroy(plan);
    }
    return NULL;
}

START_TEST(pipelines_of_several_threads_are_counted)
{
    fftc_vulkan *context = open_context(1, false);
    pthread_t threads[THREADS];
    void *failed;
    for (int i = 0; i < THREADS; ++i) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, churn, context), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        ck_assert_int_eq(pthread_join(threads[i], &failed), 0);
        ck_assert_ptr_null(failed);
    }
    ck_assert_uint_eq(alive(), 1);
    close_context(context);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan pipelines", pipelines_of_destroyed_plans_go,
                    pipelines_used_last_are_kept, pipelines_of_plans_stay,
                    pipelines_of_failed_plans_go, pipelines_kept_by_default,
                    pipelines_of_several_threads_are_counted)
