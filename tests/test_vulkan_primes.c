/* SPDX-License-Identifier: MIT
 *
 * Lengths with large prime factors on every device, under validation, against the CPU's plan in
 * double: random shapes, and each number of dispatches.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan_plan_testing.h"

static vulkan_plan_device device;

/* Axes with gaps between their rows. */
static size_t draw_strides(fftc_transform *t, uint64_t *stride, uint64_t *distance,
                           testing_random *random)
{
    uint64_t next = 1;
    uint64_t span = 1;
    int rank = 0;
    while (rank < FFTC_MAX_RANK && t->length[rank] != 0) {
        ++rank;
    }
    for (int i = rank - 1; i >= 0; --i) {
        stride[i] = next + testing_random_below(random, 3);
        span += (t->length[i] - 1) * stride[i];
        next = stride[i] * t->length[i];
    }
    *distance = next + testing_random_below(random, 3);
    return (size_t)(span + (t->batch - 1) * *distance);
}

#define GAP 7.0f

/* Whether everything is what the CPU's plan makes of it, and the gaps are as they were. */
static void compare(const fftc_transform *t, const void *got, const double *expected, size_t span)
{
    double *y = malloc(2 * span * sizeof *y);
    double error = 0.0;
    double norm = 0.0;
    double points = 1.0;
    testing_to_double(t->precision, got, span, y);
    for (size_t i = 0; i < 2 * span; ++i) {
        if (expected[i] == (double)GAP) {
            ck_assert_msg(y[i] == (double)GAP, "number %zu was written", i);
        } else {
            error += (y[i] - expected[i]) * (y[i] - expected[i]);
            norm += expected[i] * expected[i];
        }
    }
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        points *= (double)t->length[i];
    }
    error = sqrt(error / norm);
    ck_assert_msg(error <= fftc_transform_error_bound(t->precision, (uint64_t)points),
                  "%llu x %llu, batch %llu, precision %d, direction %d, placement %d: error %g",
                  (unsigned long long)t->length[0], (unsigned long long)t->length[1],
                  (unsigned long long)t->batch, (int)t->precision, (int)t->direction,
                  (int)t->placement, error);
    free(y);
}

static void check(fftc_transform t, testing_random *random)
{
    size_t bytes = 2 * fftc_precision_bytes(t.precision);
    size_t src_span = draw_strides(&t, t.src_stride, &t.src_distance, random);
    size_t dst_span = src_span;
    /* Few registers: shaders for the CPU are compiled faster. */
    fftc_vulkan_plan_options options = {.passes.registers = 8,
                                        .addresses = testing_random_below(random, 3) == 0 &&
                                                     device.queue.handles.device_address};
    fftc_transform wide = t;
    fftc_plan *plan;
    if (t.placement == FFTC_IN_PLACE) {
        memcpy(t.dst_stride, t.src_stride, sizeof t.dst_stride);
        t.dst_distance = t.src_distance;
    } else {
        dst_span = draw_strides(&t, t.dst_stride, &t.dst_distance, random);
    }
    wide = t;
    wide.precision = FFTC_FLOAT64;
    testing_buffer src = testing_buffer_create(src_span * bytes, 8);
    testing_buffer dst = testing_buffer_create(dst_span * bytes, 8);
    double *x = malloc(2 * src_span * sizeof *x);
    double *y = malloc(2 * dst_span * sizeof *y);
    testing_fill(t.precision, src.data, src_span, random);
    testing_to_double(t.precision, src.data, src_span, x);
    for (size_t i = 0; i < 2 * dst_span; ++i) {
        y[i] = (double)GAP;
        if (t.precision == FFTC_FLOAT64) {
            ((double *)dst.data)[i] = (double)GAP;
        } else {
            ((float *)dst.data)[i] = GAP;
        }
    }
    ck_assert_int_eq(fftc_plan_create(&wide, NULL, &plan, NULL), FFTC_SUCCESS);
    if (t.placement == FFTC_IN_PLACE) {
        memcpy(y, x, 2 * src_span * sizeof *x);
        ck_assert_int_eq(fftc_plan_execute(plan, y, y, NULL), FFTC_SUCCESS);
    } else {
        ck_assert_int_eq(fftc_plan_execute(plan, x, y, NULL), FFTC_SUCCESS);
    }
    fftc_plan_destroy(plan);
    const fftc_arrays arrays = {.src = src.data, .dst = dst.data};
    if (t.placement == FFTC_IN_PLACE) {
        memcpy(dst.data, src.data, src_span * bytes);
    }
    vulkan_plan_run(&device, &t, &options, &arrays, src_span * bytes, dst_span * bytes, NULL);
    compare(&t, dst.data, y, dst_span);
    free(x);
    free(y);
    testing_buffer_release(&src);
    testing_buffer_release(&dst);
}

START_TEST(primes_every_number_of_dispatches_right)
{
    /* One dispatch, and three. */
    static const uint64_t lengths[] = {37, 4099};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    testing_random random = testing_random_start("primes");
    for (uint32_t d = 0; d < count; ++d) {
        vulkan_plan_open(numbers[d], &device);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
            fftc_transform t = {.length = {lengths[i]},
                                .batch = i == 0 ? 1 + testing_random_below(&random, 5) : 1,
                                .direction = i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE,
                                .placement = i % 3 == 0 ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE};
            if (vulkan_testing_turn((unsigned)i, d, count)) {
                check(t, &random);
            }
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

START_TEST(primes_random_shapes_right)
{
    static const uint64_t lengths[] = {17, 23, 31, 37, 51, 61, 94};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    testing_random random = testing_random_start("prime shapes");
    for (uint32_t d = 0; d < count; ++d) {
        vulkan_plan_open(numbers[d], &device);
        for (int trial = 0; trial < 2; ++trial) {
            bool wide = trial == 0 && fftc_vulkan_device_info(device.context)->float64;
            fftc_transform t = {.batch = 1 + testing_random_below(&random, 3),
                                .precision = wide ? FFTC_FLOAT64 : FFTC_FLOAT32,
                                .direction = (fftc_direction)testing_random_below(&random, 2),
                                .placement = (fftc_placement)testing_random_below(&random, 2),
                                .scaling = (fftc_scaling)testing_random_below(&random, 3)};
            int rank = 1 + (int)testing_random_below(&random, 3);
            int prime = (int)testing_random_below(&random, (uint64_t)rank);
            for (int i = 0; i < rank; ++i) {
                t.length[i] = i == prime ? lengths[testing_random_below(&random, 7)]
                                         : 2 + testing_random_below(&random, 9);
            }
            check(t, &random);
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_primes", primes_every_number_of_dispatches_right,
                    primes_random_shapes_right)
