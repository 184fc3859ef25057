/* SPDX-License-Identifier: MIT
 *
 * Convolutions that were measured on a device, as test_vulkan_measure.c has transforms.
 */
#include <stdio.h>
#include <string.h>

#include "vulkan_measure_testing.h"

static vulkan_plan_device device;

static const fftc_transform transform = {.length = {48}, .batch = 3};

static const fftc_convolution_description blurred = {
    .signal = {.length = {40}, .kind = FFTC_REAL, .batch = 4}, .kernel_length = {5}};

/* Only periods are tried: each schedule would be a kernel more. */
static const fftc_vulkan_plan_options fixed = {.passes.invocations = 64, .passes.registers = 4};

static fftc_vulkan_convolution *convolution(const fftc_vulkan_plan_options *options)
{
    fftc_vulkan_convolution *plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_convolution_create(device.context, &blurred, options, &plan,
                                                 &error) == FFTC_SUCCESS,
                  "%s", error.message);
    return plan;
}

static const char *convolution_line(const fftc_vulkan_plan_options *options, char text[TEXT_BYTES])
{
    size_t bytes = 0;
    fftc_vulkan_convolution *plan = convolution(options);
    ck_assert_int_eq(fftc_vulkan_convolution_save(plan, NULL, 0, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_le(bytes, TEXT_BYTES);
    ck_assert_int_eq(fftc_vulkan_convolution_save(plan, text, bytes - 1, &bytes, NULL),
                     FFTC_TOO_LARGE);
    ck_assert_int_eq(fftc_vulkan_convolution_save(plan, text, bytes, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(strlen(text) + 1, bytes);
    fftc_vulkan_convolution_destroy(plan);
    return text;
}

/* Periods and schedules change as the stamps say, within a file that has a
 * transform's line, too. */
START_TEST(measured_convolution_the_same_from_its_line)
{
    static char file[4 * TEXT_BYTES];
    char estimate[TEXT_BYTES];
    char measured[TEXT_BYTES];
    char other[TEXT_BYTES];
    char text[TEXT_BYTES];
    vulkan_measure_open(&device);
    fftc_vulkan_plan_options options = fixed;
    (void)convolution_line(&options, estimate);
    ck_assert_ptr_nonnull(strstr(estimate, " convolution f32:real:forward:40*4 "));
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    pretend.stamps_say = CHALLENGER_SLOWER;
    ck_assert_str_eq(convolution_line(&options, text), estimate);
    pretend.stamps_say = CHALLENGER_FASTER;
    pretend.reads_max = 9;
    pretend.reads = 0;
    (void)convolution_line(&options, measured);
    ck_assert_msg(strstr(measured, " a0.") != NULL, "%s", measured);
    (void)vulkan_measure_line(&device, &transform, &fixed, other);
    snprintf(file, sizeof file, "%s%s%s", other, measured, estimate);
    options.saved = file;
    pretend.reads = 0;
    ck_assert_str_eq(convolution_line(&options, text), measured);
    ck_assert_uint_eq(pretend.reads, 0);
    (void)vulkan_measure_line(&device, &transform, &options,
                              text); /* finds its own, and nothing wrong with the others */
    ck_assert_str_eq(text, other);
    /* A period that leaves no room, and one of no length. */
    for (int i = 0; i < 2; ++i) {
        fftc_vulkan_convolution *plan;
        fftc_error error;
        snprintf(file, sizeof file, "%.*s a0.%d\n", (int)strlen(estimate) - 1, estimate, 7 * i);
        ck_assert_int_eq(
            fftc_vulkan_convolution_create(device.context, &blurred, &options, &plan, &error),
            FFTC_UNSUPPORTED);
        ck_assert_ptr_null(plan);
        ck_assert_ptr_nonnull(strstr(error.message, "axis 0"));
    }
    for (size_t cut = 1; cut < strlen(estimate); ++cut) {
        fftc_vulkan_convolution *plan;
        snprintf(file, sizeof file, "%.*s", (int)cut, estimate);
        ck_assert_int_eq(
            fftc_vulkan_convolution_create(device.context, &blurred, &options, &plan, NULL),
            FFTC_INVALID_ARGUMENT);
    }
    vulkan_plan_close(&device);
}
END_TEST

/* A table, or a scratch of its own, that there is no memory for: no plan. */
static void check_scarce_scratch(void)
{
    const fftc_convolution_description picture = {.signal = {.length = {6, 10}},
                                                  .kernel_length = {3, 3}};
    const fftc_vulkan_plan_options own = {.passes.registers = 4, .own_scratch = true};
    unsigned count = UINT32_MAX;
    for (unsigned i = 0; i <= count; ++i) {
        fftc_vulkan_convolution *plan = NULL;
        fftc_error error;
        pretend.scarce_from = i;
        pretend.allocations = 0;
        fftc_status status =
            fftc_vulkan_convolution_create(device.context, &picture, &own, &plan, &error);
        count = i == 0 ? pretend.allocations : count; /* with plenty of memory */
        ck_assert_int_eq(status, i == 0 ? FFTC_SUCCESS : FFTC_OUT_OF_MEMORY);
        ck_assert((plan == NULL) == (i != 0));
        ck_assert((error.message[0] != '\0') == (i != 0));
        fftc_vulkan_convolution_destroy(plan);
    }
    ck_assert_uint_ge(count, 2);
    pretend.scarce_from = 0;
}

/* At whatever allocation memory runs out, there is a plan if there is one by estimate; a device
 * that is lost meanwhile is told. */
START_TEST(convolution_memory_runs_out_or_device_lost)
{
    char text[TEXT_BYTES];
    vulkan_measure_open(&device);
    fftc_vulkan_convolution *held = convolution(&fixed); /* with the factors that it needs */
    fftc_vulkan_plan_options options = fixed;
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    pretend.stamps_say = CHALLENGER_FASTER;
    pretend.reads_max = 5;
    pretend.reads = 0;
    pretend.allocations = 0;
    (void)convolution_line(&options, text);
    unsigned all = pretend.allocations;
    ck_assert_uint_gt(all, 4);
    for (unsigned i = 0; i < all; ++i) {
        fftc_vulkan_convolution *plan;
        fftc_error error;
        pretend.scarce_from = 1 + i;
        pretend.reads = 0;
        pretend.allocations = 0;
        ck_assert_int_eq(
            fftc_vulkan_convolution_create(device.context, &blurred, &options, &plan, &error),
            FFTC_SUCCESS);
        fftc_vulkan_convolution_destroy(plan);
    }
    pretend.scarce_from = 0;
    check_scarce_scratch();
    for (unsigned at = 1; at < 6; ++at) {
        fftc_vulkan_convolution *plan = held;
        fftc_error error;
        pretend.submissions = at;
        ck_assert_int_eq(
            fftc_vulkan_convolution_create(device.context, &blurred, &options, &plan, &error),
            FFTC_DEVICE_FAILED);
        ck_assert_ptr_null(plan);
        ck_assert_str_ne(error.message, "");
    }
    pretend.submissions = 0;
    fftc_vulkan_convolution_destroy(held);
    vulkan_plan_close(&device);
}
END_TEST

START_TEST(measuring_convolutions_that_cannot_be_refused)
{
    const fftc_accessors accessors = {
        .load = "fftc_complex fftc_user_load(fftc_uint index)\n{\n    return "
                "fftc_src_get(index);\n}\n"};
    const fftc_vulkan_plan_options options = {.effort = FFTC_MEASURE, .accessors = &accessors};
    size_t bytes;
    vulkan_measure_open(&device);
    fftc_vulkan_convolution *other;
    ck_assert_int_eq(
        fftc_vulkan_convolution_create(device.context, &blurred, &options, &other, NULL),
        FFTC_UNSUPPORTED);
    ck_assert_ptr_null(other);
    ck_assert_int_eq(fftc_vulkan_convolution_save(NULL, NULL, 0, &bytes, NULL),
                     FFTC_INVALID_ARGUMENT);
    vulkan_plan_close(&device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan measure convolution", measured_convolution_the_same_from_its_line,
                    convolution_memory_runs_out_or_device_lost,
                    measuring_convolutions_that_cannot_be_refused)
