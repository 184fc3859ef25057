/* SPDX-License-Identifier: MIT
 *
 * Plans on every device, under validation: right in every class of length, both directions and
 * placements, batches, strides and ranks; the emulator's bits in exact mode; bad arguments refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench/gpu.h"
#include "vulkan_testing.h"

static fftc_vulkan *context;
static gpu_queue queue;

static void open_device(uint32_t number)
{
    context = vulkan_testing_open(number);
    ck_assert_int_eq(gpu_open(context, &queue), VK_SUCCESS);
}

static void close_device(void)
{
    gpu_close(&queue);
    vulkan_testing_close(context);
}

/* One transform on the device, from and to host memory. dst keeps what the transform does not write. */
static void execute(const fftc_transform *t, const fftc_vulkan_plan_options *options,
                    const void *src, size_t src_bytes, void *dst, size_t dst_bytes)
{
    fftc_vulkan_plan *plan;
    fftc_error error;
    gpu_buffer device[3] = {{0}};
    gpu_buffer host[2] = {{0}};
    bool in_place = t->placement == FFTC_IN_PLACE;
    ck_assert_msg(fftc_vulkan_plan_create(context, t, options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    uint64_t scratch = fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH);
    ck_assert_uint_eq(fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SRC), src_bytes);
    ck_assert_uint_eq(fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_DST), dst_bytes);
    ck_assert_int_eq(gpu_buffer_create(&queue, src_bytes, true, &host[0]), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, dst_bytes, true, &host[1]), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, src_bytes, false, &device[0]), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, dst_bytes, false, &device[1]), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, scratch + 16, false, &device[2]), VK_SUCCESS);
    memcpy(host[0].mapped, src, src_bytes);
    memcpy(host[1].mapped, dst, dst_bytes);
    VkBufferCopy regions[2] = {{0, 0, src_bytes}, {0, 0, dst_bytes}};
    fftc_vulkan_buffers buffers = {
        .src = {.buffer = in_place ? VK_NULL_HANDLE : device[0].handle, .bytes = src_bytes},
        .dst = {.buffer = device[1].handle, .bytes = dst_bytes},
        .scratch = {.buffer = scratch != 0 ? device[2].handle : VK_NULL_HANDLE, .bytes = scratch}};
    ck_assert_int_eq(gpu_begin(&queue), VK_SUCCESS);
    vkCmdCopyBuffer(queue.commands, host[0].handle, device[0].handle, 1, &regions[0]);
    vkCmdCopyBuffer(queue.commands, host[in_place ? 0 : 1].handle, device[1].handle, 1,
                    &regions[1]);
    gpu_barrier(&queue);
    ck_assert_msg(fftc_vulkan_plan_record(plan, queue.commands, &buffers, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    gpu_barrier(&queue);
    vkCmdCopyBuffer(queue.commands, device[1].handle, host[1].handle, 1, &regions[1]);
    if (!in_place) { /* src is never written */
        vkCmdCopyBuffer(queue.commands, device[0].handle, host[0].handle, 1, &regions[0]);
    }
    gpu_barrier(&queue);
    ck_assert_int_eq(gpu_submit(&queue), VK_SUCCESS);
    memcpy(dst, host[1].mapped, dst_bytes);
    ck_assert(in_place || memcmp(host[0].mapped, src, src_bytes) == 0);
    for (int i = 0; i < 3; ++i) {
        gpu_buffer_destroy(&queue, &device[i]);
    }
    gpu_buffer_destroy(&queue, &host[0]);
    gpu_buffer_destroy(&queue, &host[1]);
    fftc_vulkan_plan_destroy(plan);
}

static bool have_double(void)
{
    return fftc_vulkan_device_info(context)->float64;
}

/* A packed transform of rank 1, judged by FFTW in double. */
static void check_packed(const fftc_transform *t, const fftc_vulkan_plan_options *options)
{
    size_t n = t->length[0];
    size_t total = n * (t->batch == 0 ? 1 : t->batch);
    size_t bytes = 2 * fftc_precision_bytes(t->precision) * total;
    testing_random random = testing_random_start("plan");
    testing_buffer src = testing_buffer_create(bytes, 8);
    testing_buffer dst = testing_buffer_create(bytes, 8);
    double *x = malloc(2 * total * sizeof *x);
    long double *y = malloc(2 * total * sizeof *y);
    double scale = t->direction == FFTC_INVERSE ? 1.0 / (double)n : 1.0;
    testing_fill(t->precision, src.data, total, &random);
    testing_to_double(t->precision, src.data, total, x);
    execute(t, options, src.data, bytes, dst.data, bytes);
    testing_fftw(n, total / n, t->direction == FFTC_FORWARD ? -1 : 1, x, x);
    for (size_t i = 0; i < 2 * total; ++i) {
        y[i] = (long double)(x[i] * scale);
    }
    double error = testing_relative_error(t->precision, dst.data, y, total);
    ck_assert_msg(error <= fftc_transform_error_bound(t->precision, n),
                  "%zu points, batch %zu, precision %d, direction %d, placement %d: error %g", n,
                  total / n, (int)t->precision, (int)t->direction, (int)t->placement, error);
    free(x);
    free(y);
    testing_buffer_release(&src);
    testing_buffer_release(&dst);
}

/* One pass; two; three. */
static const uint64_t lengths[] = {
    1,    2,    3,    4,    5,    7,    8,     11,    13,    15,    16,    24,     32,
    60,   64,   100,  128,  243,  256,  360,   512,   1000,  1024,  1080,  1331,   1920,
    2048, 2187, 2310, 4096, 5005, 8192, 16384, 16807, 30030, 32768, 65536, 100000, 262144};

START_TEST(plan_every_length_right)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        open_device(numbers[d]);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
            fftc_transform t = {.length = {lengths[i]},
                                .batch = lengths[i] > 5000 ? 1 + i % 2 : 1 + i % 7,
                                .direction = i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE,
                                .placement = i % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_vulkan_plan_options options = {.addresses =
                                                    i % 4 == 1 && queue.handles.device_address};
            check_packed(&t, &options);
            if (have_double() && lengths[i] < 70000) {
                t.precision = FFTC_FLOAT64;
                check_packed(&t, &options);
            }
        }
        close_device();
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_plan", plan_every_length_right)
