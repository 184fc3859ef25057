/* SPDX-License-Identifier: MIT
 *
 * Plans on every device, under validation: right in every class of length, both directions and
 * placements, batches, strides and ranks; bad arguments refused.
 */
#include <math.h>
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

/* One pass, even and uneven; two; three. Shaders for the CPU take a second to compile, so that these
 * are few: the emulator's tests have every length. */
static const uint64_t lengths[] = {1, 7, 60, 256, 2310, 4096, 30030};

START_TEST(plan_every_class_of_length_right)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        open_device(numbers[d]);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
            fftc_transform t = {.length = {lengths[i]},
                                .batch = lengths[i] > 5000 ? 2 : 1 + i % 7,
                                .direction = i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE,
                                .placement = i % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_vulkan_plan_options options = {.addresses =
                                                    i % 4 == 1 && queue.handles.device_address};
            check_packed(&t, &options);
            if (have_double() && lengths[i] == 60) {
                t.precision = FFTC_FLOAT64;
                check_packed(&t, &options);
            }
        }
        close_device();
    }
}
END_TEST

/* Rows and columns of arrays with gaps: what lies in the gaps stays. */
START_TEST(plan_strides_and_ranks_right)
{
    enum { ROWS = 12, COLUMNS = 20, ROW = 23, BATCH = 2, DISTANCE = 300 };
    static float src[2 * BATCH * DISTANCE];
    static float dst[2 * BATCH * DISTANCE];
    static double plane[2 * ROWS * COLUMNS];
    static double line[2 * ROWS];
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    const size_t span = DISTANCE * (BATCH - 1) + ROW * (ROWS - 1) + COLUMNS;
    const fftc_transform t = {.length = {ROWS, COLUMNS},
                              .batch = BATCH,
                              .src_stride = {ROW, 1},
                              .dst_stride = {ROW, 1},
                              .src_distance = DISTANCE,
                              .dst_distance = DISTANCE};
    testing_random random = testing_random_start("strides");
    testing_fill(FFTC_FLOAT32, src, BATCH * DISTANCE, &random);
    for (uint32_t d = 0; d < count; ++d) {
        open_device(numbers[d]);
        for (size_t i = 0; i < sizeof dst / sizeof *dst; ++i) {
            dst[i] = 7.0f;
        }
        execute(&t, NULL, src, span * 8, dst, span * 8);
        for (size_t b = 0; b < BATCH; ++b) {
            for (size_t r = 0; r < ROWS; ++r) {
                testing_to_double(FFTC_FLOAT32, src + 2 * (b * DISTANCE + r * ROW), COLUMNS,
                                  plane + 2 * r * COLUMNS);
                testing_fftw(COLUMNS, 1, -1, plane + 2 * r * COLUMNS, plane + 2 * r * COLUMNS);
            }
            for (size_t c = 0; c < COLUMNS; ++c) {
                for (size_t r = 0; r < ROWS; ++r) {
                    line[2 * r] = plane[2 * (r * COLUMNS + c)];
                    line[2 * r + 1] = plane[2 * (r * COLUMNS + c) + 1];
                }
                testing_fftw(ROWS, 1, -1, line, line);
                for (size_t r = 0; r < ROWS; ++r) {
                    const float *got = dst + 2 * (b * DISTANCE + r * ROW + c);
                    ck_assert(fabs((double)got[0] - line[2 * r]) < 1e-3 &&
                              fabs((double)got[1] - line[2 * r + 1]) < 1e-3);
                }
            }
            for (size_t r = 0; r + 1 < ROWS; ++r) {
                for (size_t c = COLUMNS; c < ROW; ++c) {
                    ck_assert(dst[2 * (b * DISTANCE + r * ROW + c)] == 7.0f);
                }
            }
        }
        close_device();
    }
}
END_TEST

static void refused(const fftc_transform *t, const fftc_vulkan_plan_options *options,
                    fftc_status status, const char *word)
{
    fftc_vulkan_plan *plan = (fftc_vulkan_plan *)1;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_plan_create(context, t, options, &plan, &error), status);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
}

START_TEST(plan_bad_arguments_refused)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    fftc_vulkan_plan *plan;
    fftc_error error;
    (void)vulkan_testing_devices(numbers);
    open_device(numbers[0]);
    fftc_transform t = {.length = {17}};
    refused(&t, NULL, FFTC_UNSUPPORTED, "17 points");
    t = (fftc_transform){.length = {16}, .kind = FFTC_REAL};
    refused(&t, NULL, FFTC_UNSUPPORTED, "kind");
    t = (fftc_transform){.length = {16}, .format = FFTC_SPLIT, .precision = FFTC_FLOAT16};
    refused(&t, NULL, FFTC_UNSUPPORTED, "split half");
    t = (fftc_transform){.length = {16}, .src_range = {{8, 17}}};
    refused(&t, NULL, FFTC_INVALID_ARGUMENT, "range");
    t = (fftc_transform){.length = {16}, .batch = (uint64_t)1 << 40};
    refused(&t, NULL, FFTC_TOO_LARGE, "smaller batch");
    t = (fftc_transform){.length = {0}};
    refused(&t, NULL, FFTC_INVALID_ARGUMENT, "length");
    refused(NULL, NULL, FFTC_INVALID_ARGUMENT, "description");
    t = (fftc_transform){.length = {16}};
    ck_assert_int_eq(fftc_vulkan_plan_create(context, &t, NULL, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_create(NULL, &t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_create(context, &t, NULL, &plan, &error), FFTC_SUCCESS);
    gpu_buffer a;
    gpu_buffer b;
    ck_assert_int_eq(gpu_buffer_create(&queue, 1024, false, &a), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, 1024, false, &b), VK_SUCCESS);
    const fftc_vulkan_buffers bad[] = {
        {.dst = {.buffer = b.handle}},
        {.src = {.buffer = a.handle}},
        {.src = {.buffer = a.handle, .bytes = 127}, .dst = {.buffer = b.handle}},
        {.src = {.buffer = a.handle, .offset = 4}, .dst = {.buffer = b.handle}},
        {.src = {.buffer = a.handle}, .dst = {.buffer = a.handle}}};
    ck_assert_int_eq(gpu_begin(&queue), VK_SUCCESS);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        ck_assert_int_eq(fftc_vulkan_plan_record(plan, queue.commands, &bad[i], &error),
                         FFTC_INVALID_ARGUMENT);
        ck_assert(error.message[0] != '\0');
    }
    ck_assert_int_eq(fftc_vulkan_plan_record(NULL, queue.commands, &bad[0], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_record(plan, queue.commands, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_record(plan, VK_NULL_HANDLE, &bad[0], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(gpu_submit(&queue), VK_SUCCESS);
    gpu_buffer_destroy(&queue, &a);
    gpu_buffer_destroy(&queue, &b);
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_plan_destroy(NULL);
    close_device();
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_plan", plan_every_class_of_length_right, plan_strides_and_ranks_right,
                    plan_bad_arguments_refused)
