/* SPDX-License-Identifier: MIT
 *
 * fftcore/vulkan/finite_difference.h on every device: recorded steps and executions have the bits
 * of the CPU; what is refused.
 */
#include "fftcore/vulkan/finite_difference.h"

#include <stdlib.h>
#include <string.h>

#include "difference_steps_testing.h"
#include "vulkan_plan_testing.h"

static vulkan_plan_device device;

/* Records all steps but the last, then that one in a recording of its own. */
static void record(const fftc_vulkan_difference *plan, const difference_steps *c)
{
    fftc_error error;
    void *results[2] = {malloc(c->bytes), malloc(c->bytes)};
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    vulkan_plan_pair pair[3] = {
        vulkan_plan_pair_create(&device, c->arrays[0], c->bytes),
        vulkan_plan_pair_create(&device, c->arrays[1], c->bytes),
        vulkan_plan_pair_create(&device, c->medium, c->medium != NULL ? c->bytes : 0)};
    fftc_vulkan_span spans[2] = {vulkan_plan_pair_span(&pair[0]), vulkan_plan_pair_span(&pair[1])};
    const fftc_vulkan_span medium = vulkan_plan_pair_span(&pair[2]);
    gpu_barrier(&device.queue);
    for (uint32_t i = 0; i < 2; ++i) {
        ck_assert_msg(fftc_vulkan_difference_record(
                          plan, device.queue.commands, i == 0 ? c->steps - 1 : 1, spans,
                          c->medium != NULL ? &medium : NULL, &error) == FFTC_SUCCESS,
                      "%s: %s", c->name, error.message);
        gpu_barrier(&device.queue);
    }
    vulkan_plan_pair_fetch(&device, &pair[0]);
    vulkan_plan_pair_fetch(&device, &pair[1]);
    gpu_barrier(&device.queue);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    const bool first = spans[0].buffer == pair[0].device.handle;
    vulkan_plan_pair_read(&pair[first ? 0 : 1], results[0], c->bytes);
    vulkan_plan_pair_read(&pair[first ? 1 : 0], results[1], c->bytes);
    difference_steps_compare(c, results, "recorded");
    for (int i = 0; i < 3; ++i) {
        vulkan_plan_pair_destroy(&device, &pair[i]);
    }
    free(results[0]);
    free(results[1]);
}

static void check(const difference_steps *c, bool recorded)
{
    const fftc_vulkan_difference_options options = {.blocks = c->blocks,
                                                    .medium = c->medium != NULL};
    fftc_vulkan_difference *plan;
    fftc_error error;
    if (c->difference.precision == FFTC_FLOAT64 &&
        !fftc_vulkan_device_info(device.context)->float64) {
        return;
    }
    ck_assert_msg(fftc_vulkan_difference_create(device.context, &c->difference, &options, &plan,
                                                &error) == FFTC_SUCCESS,
                  "%s: %s", c->name, error.message);
    if (recorded) {
        record(plan, c);
    } else {
        void *const own[2] = {malloc(c->bytes), malloc(c->bytes)};
        void *arrays[2] = {own[0], own[1]};
        memcpy(own[0], c->arrays[0], c->bytes);
        memcpy(own[1], c->arrays[1], c->bytes);
        ck_assert_msg(fftc_vulkan_difference_execute(plan, c->steps, arrays, c->medium, &error) ==
                          FFTC_SUCCESS,
                      "%s: %s", c->name, error.message);
        difference_steps_compare(c, arrays, "executed");
        free(own[0]);
        free(own[1]);
    }
    fftc_vulkan_difference_destroy(plan);
}

START_TEST(steps_on_devices_have_the_bits_of_the_cpu)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    const uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        testing_random random = testing_random_start("steps");
        vulkan_plan_open(numbers[k], &device);
        for (unsigned i = 0; i < 72; ++i) {
            difference_steps c = difference_steps_draw(i, &random);
            if (vulkan_testing_turn(i, k, 2 * count)) {
                check(&c, i % 3 != 0);
            }
            difference_steps_free(&c);
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

/* More workgroups than devices must allow in one dispatch, and more steps than one submission of an
 * execution has. */
START_TEST(long_arrays_and_many_steps_have_the_bits_of_the_cpu)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    const uint32_t count = vulkan_testing_devices(numbers);
    testing_random random = testing_random_start("long");
    for (int turn = 0; turn < 2; ++turn) {
        difference_steps l = {.steps = turn == 0 ? 1 : 131};
        l.points = turn == 0 ? 65536u * 16u + 3u : 50u;
        l.difference = (fftc_difference){.equation = FFTC_WAVE,
                                         .length = {l.points},
                                         .boundary = {FFTC_BOUNDARY_ZERO},
                                         .order = 4,
                                         .coefficient = 1,
                                         .time_step = 0.5};
        l.bytes = l.points * sizeof(float);
        l.blocks = (fftc_difference_blocks){.no_subgroups = true, .columns = 1, .invocations = 16};
        difference_steps_fill(&l, &random);
        for (uint32_t k = 0; k < count; ++k) {
            vulkan_plan_open(numbers[k], &device);
            check(&l, false);
            vulkan_plan_close(&device);
        }
        difference_steps_free(&l);
    }
}
END_TEST

static void refuse(const fftc_difference *d, const fftc_vulkan_difference_options *options,
                   fftc_status status, const char *words)
{
    fftc_vulkan_difference *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_difference_create(device.context, d, options, &plan, &error),
                     status);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
}

static void refuse_record(const fftc_vulkan_difference *plan, const fftc_vulkan_span arrays[2],
                          const fftc_vulkan_span *medium, const char *words)
{
    fftc_vulkan_span spans[2] = {arrays[0], arrays[1]};
    fftc_error error;
    ck_assert_int_eq(
        fftc_vulkan_difference_record(plan, device.queue.commands, 3, spans, medium, &error),
        FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
    ck_assert(spans[0].buffer == arrays[0].buffer && spans[0].offset == arrays[0].offset);
}

static void refuse_on_device(void)
{
    fftc_difference d = {.length = {16, 16}, .coefficient = 1, .time_step = 0.1};
    fftc_vulkan_difference_options options = {.blocks = {.columns = 9}};
    fftc_vulkan_difference *plan;
    fftc_error error;
    char data[4096] = {0};
    refuse(NULL, NULL, FFTC_INVALID_ARGUMENT, "difference");
    refuse(&d, &options, FFTC_INVALID_ARGUMENT, "at most 4 columns");
    d.time_step = 1;
    refuse(&d, NULL, FFTC_INVALID_ARGUMENT, "time_step");
    d.time_step = 0.1;
    ck_assert_int_eq(fftc_vulkan_difference_create(NULL, &d, NULL, &plan, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_difference_create(device.context, &d, NULL, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_difference_create(device.context, &d, NULL, &plan, NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    vulkan_plan_pair pair = vulkan_plan_pair_create(&device, data, sizeof data);
    gpu_barrier(&device.queue);
    const fftc_vulkan_span whole = {.buffer = pair.device.handle};
    const fftc_vulkan_span apart = {.buffer = pair.device.handle, .offset = 1024};
    const fftc_vulkan_span beyond = {.buffer = pair.device.handle, .offset = 3584};
    const fftc_vulkan_span near = {.buffer = pair.device.handle, .offset = 768};
    refuse_record(plan, (fftc_vulkan_span[2]){whole, {.offset = 0}}, NULL,
                  "arrays[1] has no buffer");
    refuse_record(plan, (fftc_vulkan_span[2]){whole, near}, NULL, "overlap");
    refuse_record(plan, (fftc_vulkan_span[2]){whole, beyond}, NULL, "arrays[1] has 512 bytes");
    refuse_record(plan, (fftc_vulkan_span[2]){whole, apart}, &whole, "options.medium");
    fftc_vulkan_span good[2] = {whole, apart};
    ck_assert_int_eq(
        fftc_vulkan_difference_record(NULL, device.queue.commands, 1, good, NULL, NULL),
        FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(
        fftc_vulkan_difference_record(plan, device.queue.commands, 1, good, NULL, &error),
        FFTC_SUCCESS);
    gpu_barrier(&device.queue);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    void *arrays[2] = {data, data + 1000};
    ck_assert_int_eq(fftc_vulkan_difference_execute(plan, 1, arrays, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "overlap"));
    vulkan_plan_pair_destroy(&device, &pair);
    fftc_vulkan_difference_destroy(plan);
    fftc_vulkan_difference_destroy(NULL);
}

START_TEST(what_is_wrong_is_refused)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    vulkan_plan_open(numbers[0], &device);
    refuse_on_device();
    vulkan_plan_close(&device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan finite differences", steps_on_devices_have_the_bits_of_the_cpu,
                    long_arrays_and_many_steps_have_the_bits_of_the_cpu, what_is_wrong_is_refused)
