/* SPDX-License-Identifier: MIT
 *
 * Devices without push descriptors and addresses: recordings by descriptor sets of the plan's, as
 * many as there are, or in turns; from several threads; and no memory for them.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_loader.h"
#include "vulkan_plan_testing.h"

/* 256 bytes each: wherever a descriptor must begin, no other recording's array is in it. */
enum { POINTS = 32, RECORDINGS = 40, THREADS = 4 };

static vulkan_plan_device device;
static fftc_vulkan *whole; /* the context that may do everything */
static bool with_all;      /* the tests use that one */

static unsigned pools; /* how many pools were made */
static bool no_pool;

VKAPI_ATTR VkResult VKAPI_CALL vkCreateDescriptorPool(VkDevice handle,
                                                      const VkDescriptorPoolCreateInfo *info,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkDescriptorPool *pool)
{
    if (no_pool) {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    ++pools;
    return VULKAN_LOADER(vkCreateDescriptorPool)(handle, info, allocator, pool);
}

static bool open_next(uint32_t *number)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    if (*number >= vulkan_testing_devices(numbers)) {
        return false;
    }
    whole = vulkan_testing_open(numbers[(*number)++]);
    device.context = with_all ? whole : vulkan_testing_wrap(whole);
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    return true;
}

static void close_it(void)
{
    gpu_close(&device.queue);
    if (!with_all) {
        fftc_vulkan_destroy(device.context);
    }
    vulkan_testing_close(whole);
}

/* Makes a plan in place, of POINTS numbers, with two dispatches. */
static fftc_vulkan_plan *make(uint32_t recordings)
{
    const fftc_transform t = {.length = {4, POINTS / 4}, .placement = FFTC_IN_PLACE};
    const fftc_vulkan_plan_options options = {.recordings = recordings};
    fftc_vulkan_plan *plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_plan_create(device.context, &t, &options, &plan, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    return plan;
}

static void record(const fftc_vulkan_plan *plan, VkCommandBuffer commands, VkBuffer buffer,
                   uint32_t number)
{
    const fftc_vulkan_buffers buffers = {
        .dst = {.buffer = buffer, .offset = (VkDeviceSize)number * 8 * POINTS}};
    fftc_error error;
    ck_assert_msg(fftc_vulkan_plan_record(plan, commands, &buffers, &error) == FFTC_SUCCESS, "%s",
                  error.message);
}

/* A first number of 1, and zeros: all become that number. */
static void fill(float *data)
{
    memset(data, 0, RECORDINGS * 8 * POINTS);
    for (size_t i = 0; i < RECORDINGS; ++i) {
        data[2 * POINTS * i] = (float)(i + 1);
    }
}

static void check(const float *data, size_t first, size_t end)
{
    for (size_t i = first; i < end; ++i) {
        for (size_t k = 0; k < POINTS; ++k) {
            const float *number = data + 2 * (POINTS * i + k);
            ck_assert_msg(number[0] == (float)(i + 1) && number[1] == 0.0f,
                          "recording %zu, number %zu: %g %g", i, k, (double)number[0],
                          (double)number[1]);
        }
    }
}

/* All in one submission: each has sets of its own. */
START_TEST(recordings_without_limit_keep_their_sets)
{
    static float data[RECORDINGS * 2 * POINTS];
    for (uint32_t i = 0; open_next(&i);) {
        fftc_vulkan_plan *plan = make(0);
        fill(data);
        pools = 0;
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        vulkan_plan_pair pair = vulkan_plan_pair_create(&device, data, sizeof data);
        gpu_barrier(&device.queue);
        for (uint32_t r = 0; r < RECORDINGS; ++r) {
            record(plan, device.queue.commands, pair.device.handle, r);
        }
        ck_assert_uint_eq(pools, RECORDINGS / 8);
        gpu_barrier(&device.queue);
        vulkan_plan_pair_fetch(&device, &pair);
        gpu_barrier(&device.queue);
        ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        vulkan_plan_pair_read(&pair, data, sizeof data);
        check(data, 0, RECORDINGS);
        vulkan_plan_pair_destroy(&device, &pair);
        fftc_vulkan_plan_destroy(plan);
        close_it();
    }
}
END_TEST

/* Three at a time: any number of them with the sets of one pool. */
START_TEST(recordings_in_turns_take_over_sets)
{
    static float data[RECORDINGS * 2 * POINTS];
    for (uint32_t i = 0; open_next(&i);) {
        fftc_vulkan_plan *plan = make(3);
        fill(data);
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        vulkan_plan_pair pair = vulkan_plan_pair_create(&device, data, sizeof data);
        ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        pools = 0;
        for (uint32_t r = 0; r + 1 < RECORDINGS; r += 3) {
            ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
            for (uint32_t k = 0; k < 3; ++k) {
                record(plan, device.queue.commands, pair.device.handle, r + k);
            }
            ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        }
        ck_assert_uint_eq(pools, 1);
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        vulkan_plan_pair_fetch(&device, &pair);
        gpu_barrier(&device.queue);
        ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        vulkan_plan_pair_read(&pair, data, sizeof data);
        check(data, 0, RECORDINGS - 1);
        vulkan_plan_pair_destroy(&device, &pair);
        fftc_vulkan_plan_destroy(plan);
        close_it();
    }
}
END_TEST

typedef struct recorder {
    const fftc_vulkan_plan *plan;
    VkBuffer buffer;
    VkCommandPool pool;
    VkCommandBuffer commands;
    uint32_t first;
} recorder;

static void *record_some(void *user)
{
    recorder *r = user;
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    ck_assert_int_eq(vkBeginCommandBuffer(r->commands, &begin), VK_SUCCESS);
    for (uint32_t i = 0; i < RECORDINGS / THREADS; ++i) {
        record(r->plan, r->commands, r->buffer, r->first + i);
    }
    ck_assert_int_eq(vkEndCommandBuffer(r->commands), VK_SUCCESS);
    return NULL;
}

static void start(recorder *r, const fftc_vulkan_plan *plan, VkBuffer buffer, uint32_t number)
{
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .queueFamilyIndex = device.queue.handles.queue_family};
    VkCommandBufferAllocateInfo allocation = {.sType =
                                                  VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                              .commandBufferCount = 1};
    *r = (recorder){.plan = plan, .buffer = buffer, .first = number * (RECORDINGS / THREADS)};
    VkDevice handle = device.queue.handles.device;
    ck_assert_int_eq(vkCreateCommandPool(handle, &info, NULL, &r->pool), VK_SUCCESS);
    allocation.commandPool = r->pool;
    ck_assert_int_eq(vkAllocateCommandBuffers(handle, &allocation, &r->commands), VK_SUCCESS);
}

static void record_by_threads(void)
{
    static float data[RECORDINGS * 2 * POINTS];
    for (uint32_t i = 0; open_next(&i);) {
        recorder r[THREADS];
        pthread_t thread[THREADS];
        fftc_vulkan_plan *plan = make(RECORDINGS);
        fill(data);
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        vulkan_plan_pair pair = vulkan_plan_pair_create(&device, data, sizeof data);
        ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        for (uint32_t k = 0; k < THREADS; ++k) {
            start(&r[k], plan, pair.device.handle, k);
            ck_assert_int_eq(pthread_create(&thread[k], NULL, record_some, &r[k]), 0);
        }
        for (uint32_t k = 0; k < THREADS; ++k) {
            VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &r[k].commands};
            ck_assert_int_eq(pthread_join(thread[k], NULL), 0);
            ck_assert_int_eq(vkQueueSubmit(device.queue.handles.queue, 1, &info, VK_NULL_HANDLE),
                             VK_SUCCESS);
        }
        ck_assert_int_eq(vkQueueWaitIdle(device.queue.handles.queue), VK_SUCCESS);
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        vulkan_plan_pair_fetch(&device, &pair);
        gpu_barrier(&device.queue);
        ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        vulkan_plan_pair_read(&pair, data, sizeof data);
        check(data, 0, RECORDINGS);
        for (uint32_t k = 0; k < THREADS; ++k) {
            vkDestroyCommandPool(device.queue.handles.device, r[k].pool, NULL);
        }
        vulkan_plan_pair_destroy(&device, &pair);
        fftc_vulkan_plan_destroy(plan);
        close_it();
    }
}

START_TEST(recordings_of_several_threads_right)
{
    record_by_threads();
    with_all = true; /* one plan by push descriptors or addresses, too */
    record_by_threads();
}
END_TEST

START_TEST(recording_without_memory_for_sets_fails_and_may_be_tried_again)
{
    for (uint32_t i = 0; open_next(&i);) {
        fftc_vulkan_plan *plan = make(0);
        fftc_error error;
        gpu_buffer memory;
        ck_assert_int_eq(gpu_buffer_create(&device.queue, 8 * POINTS, false, &memory), VK_SUCCESS);
        const fftc_vulkan_buffers buffers = {.dst = {.buffer = memory.handle}};
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        no_pool = true;
        ck_assert_int_eq(fftc_vulkan_plan_record(plan, device.queue.commands, &buffers, &error),
                         FFTC_OUT_OF_MEMORY);
        ck_assert_ptr_nonnull(strstr(error.message, "vkCreateDescriptorPool"));
        no_pool = false;
        ck_assert_int_eq(fftc_vulkan_plan_record(plan, device.queue.commands, &buffers, &error),
                         FFTC_SUCCESS);
        ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        gpu_buffer_destroy(&device.queue, &memory);
        fftc_vulkan_plan_destroy(plan);
        close_it();
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan sets", recordings_without_limit_keep_their_sets,
                    recordings_in_turns_take_over_sets, recordings_of_several_threads_right,
                    recording_without_memory_for_sets_fails_and_may_be_tried_again)
