/* SPDX-License-Identifier: MIT
 *
 * Plans on every device, under validation: right in every class of length, both directions and
 * placements, batches, strides and ranks; bad arguments refused.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_plan_testing.h"

static vulkan_plan_device device;

static void execute(const fftc_transform *t, const fftc_vulkan_plan_options *options,
                    const void *src, size_t src_bytes, void *dst, size_t dst_bytes)
{
    const fftc_arrays arrays = {.src = src, .dst = dst};
    if (t->placement == FFTC_IN_PLACE) {
        memcpy(dst, src, src_bytes);
    }
    vulkan_plan_run(&device, t, options, &arrays, src_bytes, dst_bytes, NULL);
}

static bool have_double(void)
{
    return fftc_vulkan_device_info(device.context)->float64;
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

/* One pass, even and uneven; two; three. Shaders for the CPU take a second to compile, so that
 * these are few: the emulator's tests have every length. */
static const uint64_t lengths[] = {1, 7, 60, 256, 2310, 4096, 30030};

START_TEST(plan_every_class_of_length_right)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        vulkan_plan_open(numbers[d], &device);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
            fftc_transform t = {.length = {lengths[i]},
                                .batch = lengths[i] > 5000 ? 2 : 1 + i % 7,
                                .direction = i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE,
                                .placement = i % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            fftc_vulkan_plan_options options = {.addresses = i % 4 == 1 &&
                                                             device.queue.handles.device_address};
            if (vulkan_testing_turn((unsigned)i, d, count)) {
                check_packed(&t, &options);
            }
            if (have_double() && lengths[i] == 60) {
                t.precision = FFTC_FLOAT64;
                check_packed(&t, &options);
            }
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

/* What is planned in another way where there is much to do: three stages of large radices of
 * double, powers of three in three rounds, and short lines side by side. */
START_TEST(plan_long_dispatches_right)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        vulkan_plan_open(numbers[d], &device);
        const fftc_transform thirds = {.length = {2187}, .batch = 480};
        const fftc_transform wide = {
            .length = {4500}, .batch = 120, .precision = FFTC_FLOAT64, .direction = FFTC_INVERSE};
        const fftc_transform fives = {.length = {5000}, .batch = 108, .precision = FFTC_FLOAT64};
        const fftc_transform gathered = {.length = {25}, .batch = 1000};
        const fftc_vulkan_plan_options options = {.addresses = false};
        if (vulkan_testing_turn(0, d, count)) {
            check_packed(&thirds, &options);
        }
        if (vulkan_testing_turn(1, d, count)) {
            check_packed(&gathered, &options);
        }
        if (have_double()) {
            check_packed(&fives, &options);
        }
        if (have_double() && getenv("FFTCORE_TEST_CAMPAIGN") != NULL) {
            check_packed(&wide, &options);
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

/* An intermediate result that lies in dst, where there would be scratch otherwise. */
START_TEST(plan_with_less_scratch_right)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        const fftc_transform t = {.length = {1 << 20}};
        fftc_vulkan_plan_options options = {.passes.less_scratch = false};
        uint64_t scratch[2];
        if (!vulkan_testing_turn(1, d, count)) {
            continue;
        }
        vulkan_plan_open(numbers[d], &device);
        for (int less = 0; less < 2; ++less) {
            fftc_vulkan_plan *plan;
            options.passes.less_scratch = less != 0;
            ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &t, &options, &plan, NULL),
                             FFTC_SUCCESS);
            scratch[less] = fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH);
            fftc_vulkan_plan_destroy(plan);
        }
        ck_assert_uint_gt(scratch[0], scratch[1]);
        check_packed(&t, &options);
        vulkan_plan_close(&device);
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
        if (!vulkan_testing_turn(0, d, count)) {
            continue;
        }
        vulkan_plan_open(numbers[d], &device);
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
        vulkan_plan_close(&device);
    }
}
END_TEST

static void refused(const fftc_transform *t, const fftc_vulkan_plan_options *options,
                    fftc_status status, const char *word)
{
    fftc_vulkan_plan *plan = (fftc_vulkan_plan *)1;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_plan_create(device.context, t, options, &plan, &error), status);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
}

START_TEST(plan_bad_arguments_refused)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    fftc_vulkan_plan *plan;
    fftc_error error;
    (void)vulkan_testing_devices(numbers);
    vulkan_plan_open(numbers[0], &device);
    fftc_transform t = {
        .length = {16}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE, .format = FFTC_SPLIT};
    refused(&t, NULL, FFTC_UNSUPPORTED, "split");
    t = (fftc_transform){
        .length = {16}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE, .src_range = {{0, 8}}};
    refused(&t, NULL, FFTC_UNSUPPORTED, "ranges");
    t = (fftc_transform){.length = {16}, .src_range = {{8, 17}}};
    refused(&t, NULL, FFTC_INVALID_ARGUMENT, "range");
    t = (fftc_transform){.length = {16}, .batch = (uint64_t)1 << 40};
    refused(&t, NULL, FFTC_TOO_LARGE, "smaller batch");
    t = (fftc_transform){.length = {0}};
    refused(&t, NULL, FFTC_INVALID_ARGUMENT, "length");
    refused(NULL, NULL, FFTC_INVALID_ARGUMENT, "description");
    t = (fftc_transform){.length = {16}};
    ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &t, NULL, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_create(NULL, &t, NULL, &plan, &error), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &t, NULL, &plan, &error),
                     FFTC_SUCCESS);
    gpu_buffer a;
    gpu_buffer b;
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 1024, false, &a), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 1024, false, &b), VK_SUCCESS);
    const fftc_vulkan_buffers bad[] = {
        {.dst = {.buffer = b.handle}},
        {.src = {.buffer = a.handle}},
        {.src = {.buffer = a.handle, .bytes = 127}, .dst = {.buffer = b.handle}},
        {.src = {.buffer = a.handle, .offset = 4}, .dst = {.buffer = b.handle}},
        {.src = {.buffer = a.handle}, .dst = {.buffer = a.handle}}};
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        ck_assert_int_eq(fftc_vulkan_plan_record(plan, device.queue.commands, &bad[i], &error),
                         FFTC_INVALID_ARGUMENT);
        ck_assert(error.message[0] != '\0');
    }
    ck_assert_int_eq(fftc_vulkan_plan_record(NULL, device.queue.commands, &bad[0], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_record(plan, device.queue.commands, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_record(plan, VK_NULL_HANDLE, &bad[0], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    gpu_buffer_destroy(&device.queue, &a);
    gpu_buffer_destroy(&device.queue, &b);
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_plan_destroy(NULL);
    vulkan_plan_close(&device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_plan", plan_every_class_of_length_right, plan_long_dispatches_right,
                    plan_with_less_scratch_right, plan_strides_and_ranks_right,
                    plan_bad_arguments_refused)
