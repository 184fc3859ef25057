/* SPDX-License-Identifier: MIT
 *
 * Plans that were measured on a device: right, within their time, saved as text that gives the same
 * plan; nothing is taken that was not saved for this plan.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vulkan_measure_testing.h"

static vulkan_plan_device device;

/* Packed and out of place, against the CPU's plan. */
static void check_right(const fftc_transform *t, const fftc_vulkan_plan_options *options)
{
    size_t total = t->length[0] * (t->batch == 0 ? 1 : t->batch);
    float *x = malloc(2 * total * sizeof *x);
    float *y = calloc(2 * total, sizeof *y);
    float *expected = malloc(2 * total * sizeof *expected);
    testing_random random = testing_random_start("measure");
    fftc_plan *plan;
    double error = 0.0;
    double norm = 0.0;
    testing_fill(FFTC_FLOAT32, x, total, &random);
    const fftc_arrays arrays = {.src = x, .dst = y};
    vulkan_plan_run(&device, t, options, &arrays, 2 * total * sizeof *x, 2 * total * sizeof *y,
                    NULL);
    ck_assert_int_eq(fftc_plan_create(t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(plan, x, expected, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    for (size_t i = 0; i < 2 * total; ++i) {
        error += (double)(y[i] - expected[i]) * (double)(y[i] - expected[i]);
        norm += (double)expected[i] * (double)expected[i];
    }
    ck_assert_double_le(error, 4.0 * norm * fftc_transform_error_bound(FFTC_FLOAT32, t->length[0]) *
                                   fftc_transform_error_bound(FFTC_FLOAT32, t->length[0]));
    free(x);
    free(y);
    free(expected);
}

static const fftc_transform transform = {.length = {48}, .batch = 3};
/* There is less to try, since shaders for the CPU take a while to compile. */
static const fftc_vulkan_plan_options narrow = {.passes.invocations = 64};

/* The first challengers win; what that makes is right, and comes again from its line. */
START_TEST(measured_plan_right_and_the_same_from_its_line)
{
    char text[TEXT_BYTES];
    char again[TEXT_BYTES];
    char estimate[TEXT_BYTES];
    vulkan_measure_open(&device);
    (void)vulkan_measure_line(&device, &transform, &narrow, estimate);
    fftc_vulkan_plan_options options = narrow;
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    pretend.stamps_say = CHALLENGER_FASTER;
    pretend.reads_max = 5; /* the champion's, and one comparison */
    (void)vulkan_measure_line(&device, &transform, &options, text);
    ck_assert_uint_ge(pretend.reads, 5);
    ck_assert_str_ne(text, estimate);
    ck_assert_msg(strstr(text, " a0.") != NULL, "not of several passes: %s", text);
    pretend.reads = 0;
    options.saved = text;
    fftc_vulkan_plan *plan = vulkan_measure_make(&device, &transform, &options);
    ck_assert_str_eq(vulkan_measure_save(plan, again), text);
    ck_assert(fftc_vulkan_plan_get_times(plan).measuring == 0.0);
    ck_assert_uint_eq(pretend.reads, 0);
    fftc_vulkan_plan_destroy(plan);
    check_right(&transform, &options);
    /* Emitted plans take it too. */
    fftc_emitted_plan emitted[2];
    options.effort = FFTC_ESTIMATE;
    for (int i = 0; i < 2; ++i) {
        options.saved = i == 0 ? text : NULL;
        ck_assert_int_eq(fftc_vulkan_plan_emit(&transform, fftc_vulkan_device_info(device.context),
                                               &options, NULL, &emitted[i], NULL),
                         FFTC_SUCCESS);
    }
    ck_assert_str_ne(emitted[0].description, emitted[1].description);
    fftc_emitted_plan_free(&emitted[0]);
    fftc_emitted_plan_free(&emitted[1]);
    vulkan_plan_close(&device);
}
END_TEST

/* Measuring by true stamps is right on every device. */
START_TEST(measured_by_the_clock_right)
{
    char text[TEXT_BYTES];
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        vulkan_plan_open(numbers[i], &device);
        pretend.stamps_say = TRUTH;
        fftc_vulkan_plan_options options = narrow;
        options.effort = FFTC_MEASURE;
        options.seconds = 1.0;
        (void)vulkan_measure_line(&device, &transform, &options, text);
        options.saved = text;
        check_right(&transform, &options);
        vulkan_plan_close(&device);
    }
}
END_TEST

/* Trials are recorded again and again into one command buffer, whatever the plan's own recordings
 * are: none of them may take over the descriptor sets of another. */
START_TEST(measured_by_descriptor_sets_of_one_recording_right)
{
    char text[TEXT_BYTES];
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        if (!vulkan_testing_turn(1, i, count)) {
            continue;
        }
        fftc_vulkan *whole = vulkan_testing_open(numbers[i]);
        device.context = vulkan_testing_wrap(whole);
        ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
        pretend = (vulkan_measure_pretence){.stamps_say = TRUTH};
        fftc_vulkan_plan_options options = narrow;
        options.recordings = 1;
        options.effort = FFTC_MEASURE;
        options.seconds = 1.0;
        (void)vulkan_measure_line(&device, &transform, &options, text);
        ck_assert_uint_ge(pretend.reads, 1);
        options.saved = text;
        check_right(&transform, &options);
        gpu_close(&device.queue);
        fftc_vulkan_destroy(device.context);
        vulkan_testing_close(whole);
    }
}
END_TEST

static double now(void)
{
    struct timespec at;
    (void)clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* Nothing is tried that would not be over in time. */
START_TEST(budget_spent_estimate_kept)
{
    char text[TEXT_BYTES];
    char estimate[TEXT_BYTES];
    vulkan_measure_open(&device);
    (void)vulkan_measure_line(&device, &transform, &narrow, estimate);
    fftc_vulkan_plan_options options = narrow;
    options.effort = FFTC_MEASURE;
    options.seconds = 1e-6;
    pretend.stamps_say = CHALLENGER_FASTER;
    ck_assert_str_eq(vulkan_measure_line(&device, &transform, &options, text), estimate);
    ck_assert_uint_eq(pretend.reads, 0);
    pretend.stamps_say = CHALLENGER_SLOWER;
    options.seconds = 0.3;
    double start = now();
    ck_assert_str_eq(vulkan_measure_line(&device, &transform, &options, text), estimate);
    /* One challenger may take longer to compile than the one before it. */
    ck_assert_double_le(now() - start, 30.0);
    vulkan_plan_close(&device);
}
END_TEST

/* Without stamps, or memory to measure in, the estimate's plan; a lost device is told. */
START_TEST(nothing_to_measure_with_estimate_kept_device_lost_told)
{
    char text[TEXT_BYTES];
    char estimate[TEXT_BYTES];
    fftc_vulkan_plan *plan;
    fftc_error error;
    vulkan_measure_open(&device);
    (void)vulkan_measure_line(&device, &transform, &narrow, estimate);
    fftc_vulkan_plan *held =
        vulkan_measure_make(&device, &transform, &narrow); /* with the factors that others need */
    fftc_vulkan_plan_options options = narrow;
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    pretend.stamps_say = CHALLENGER_FASTER;
    pretend.no_stamps = true;
    ck_assert_str_eq(vulkan_measure_line(&device, &transform, &options, text), estimate);
    pretend.no_stamps = false;
    pretend.no_memory = true;
    ck_assert_str_eq(vulkan_measure_line(&device, &transform, &options, text), estimate);
    pretend.no_memory = false;
    ck_assert_uint_eq(pretend.reads, 0);
    for (unsigned at = 1; at < 5; ++at) {
        pretend.submissions = at;
        plan = held;
        ck_assert_int_eq(
            fftc_vulkan_plan_create(device.context, &transform, &options, &plan, &error),
            FFTC_DEVICE_FAILED);
        ck_assert_ptr_null(plan);
        ck_assert_str_ne(error.message, "");
    }
    pretend.submissions = 0;
    fftc_vulkan_plan_destroy(held);
    vulkan_plan_close(&device);
}
END_TEST

/* Memory that runs out, at whatever allocation: there is a plan nevertheless. */
START_TEST(memory_runs_out_plan_made)
{
    char text[TEXT_BYTES];
    vulkan_measure_open(&device);
    fftc_vulkan_plan *held =
        vulkan_measure_make(&device, &transform, &narrow); /* with the factors that it needs */
    fftc_vulkan_plan_options options = narrow;
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    pretend.stamps_say = CHALLENGER_FASTER;
    pretend.reads_max = 5;
    pretend.allocations = 0;
    (void)vulkan_measure_line(&device, &transform, &options, text);
    unsigned all = pretend.allocations;
    ck_assert_uint_gt(all, 8);
    for (unsigned i = 0; i < 8; ++i) { /* the arrays to measure in; the plan that won */
        pretend.scarce_from = i < 4 ? 1 + i : all - (i - 4);
        pretend.reads = 0;
        pretend.allocations = 0;
        (void)vulkan_measure_line(&device, &transform, &options, text);
    }
    pretend.scarce_from = 0;
    fftc_vulkan_plan_destroy(held);
    vulkan_plan_close(&device);
}
END_TEST

static fftc_status refuse_by(const fftc_vulkan_plan_options *options, const char *part)
{
    fftc_vulkan_plan *plan;
    fftc_error error;
    fftc_status status =
        fftc_vulkan_plan_create(device.context, &transform, options, &plan, &error);
    ck_assert_msg(status != FFTC_SUCCESS, "taken: %s", options->saved);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, part) != NULL, "\"%s\" lacks \"%s\"", error.message, part);
    return status;
}

static fftc_status refuse(const char *saved, const char *part)
{
    fftc_vulkan_plan_options options = narrow;
    options.saved = saved;
    fftc_status status = refuse_by(&options, part);
    options.effort = FFTC_SAVED;
    ck_assert_int_eq(refuse_by(&options, part), status);
    return status;
}

/* What has no line for the transform, by FFTC_SAVED. */
static fftc_status refuse_others(const char *saved, const char *part)
{
    fftc_vulkan_plan_options options = narrow;
    options.saved = saved;
    options.effort = FFTC_SAVED;
    return refuse_by(&options, part);
}

/* Lines of others are passed over; the own one is found between them; damage is not. */
START_TEST(saved_lines_of_others_passed_over_damage_refused)
{
    static char file[8 * TEXT_BYTES];
    char estimate[TEXT_BYTES];
    char mine[TEXT_BYTES];
    char other[TEXT_BYTES];
    char text[TEXT_BYTES];
    vulkan_measure_open(&device);
    (void)vulkan_measure_line(&device, &transform, &narrow, estimate);
    size_t length = strlen(estimate) - 1;
    snprintf(mine, sizeof mine, "%.*s p0.4.0\n", (int)length, estimate);
    /* A line of another device: one digit of its hash differs. */
    strcpy(other, mine);
    char *digit = strstr(other, fftc_version()) + strlen(fftc_version()) + 1;
    *digit = *digit == '0' ? '1' : '0';
    fftc_vulkan_plan_options options = narrow;
    options.saved = other;
    ck_assert_str_eq(vulkan_measure_line(&device, &transform, &options, text), estimate);
    ck_assert_int_eq(refuse_others(other, "another device"), FFTC_UNSUPPORTED);
    ck_assert_int_eq(refuse_others("", "another device"), FFTC_UNSUPPORTED);
    ck_assert_int_eq(refuse_others(NULL, "saved NULL"), FFTC_INVALID_ARGUMENT);
    /* Lines of another transform, of another version, of the CPU, and of other options. */
    const fftc_transform longer = {.length = {48}, .batch = 4};
    options.saved = mine;
    ck_assert_ptr_null(strstr(vulkan_measure_line(&device, &longer, &options, text), "p0"));
    ck_assert_int_eq(
        refuse_others(vulkan_measure_line(&device, &longer, &narrow, text), "another transform"),
        FFTC_INVALID_ARGUMENT);
    options.exact = true;
    ck_assert_ptr_null(strstr(vulkan_measure_line(&device, &transform, &options, text), "p0"));
    options.exact = false;
    snprintf(file, sizeof file,
             "fftcore-vulkan 0.0.0 whatever it wrote\nfftcore 0.0.0 avx2 the CPU\n%s%s%s", other,
             mine, estimate);
    options.saved = file;
    options.effort = FFTC_SAVED;
    ck_assert_str_eq(vulkan_measure_line(&device, &transform, &options, text), mine);
    check_right(&transform, &options);

    /* Damage, wherever it is. */
    static const char *const bad[] = {" p0",
                                      " p0.8",
                                      " p0.8.0.0",
                                      " p28.8.0",
                                      " a0",
                                      " a4.5",
                                      " a0.5.4 a0.4.5",
                                      " x0.1",
                                      "  p0.8.0",
                                      " p0.8.0 ",
                                      " p0.08.0",
                                      " p0.-8.0",
                                      " p0.99999999999.0",
                                      " a0.2.2.2.2.2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        snprintf(file, sizeof file, "%s%.*s%s\n", mine, (int)length, estimate, bad[i]);
        ck_assert_int_eq(refuse(file, "line 2"), FFTC_INVALID_ARGUMENT);
    }
    ck_assert_int_eq(refuse("wisdom", "line 1"), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(refuse("\nwisdom", "line 2"), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(refuse_others("\n# no line\r\n", "another device"), FFTC_UNSUPPORTED);
    for (size_t cut = 1; cut <= length; ++cut) {
        snprintf(file, sizeof file, "%.*s", (int)cut, estimate);
        options.saved = file;
        ck_assert_int_eq(refuse(file, "line 1"), FFTC_INVALID_ARGUMENT);
    }
    /* Numbers that make no passes. */
    snprintf(file, sizeof file, "%.*s p0.1.0\n", (int)length, estimate);
    ck_assert_int_eq(refuse(file, "does not fit"), FFTC_UNSUPPORTED);
    vulkan_plan_close(&device);
}
END_TEST

/* A plan with accessors has other passes: neither takes the other's line. */
START_TEST(saved_with_accessors_and_without_are_others)
{
    static const char *const loads[] = {
        NULL,
        "fftc_complex fftc_user_load(fftc_uint index)\n{\n    return fftc_src_get(index);\n}\n",
        "fftc_complex fftc_user_load(fftc_uint index)\n{\n    return "
        "fftc_complex_make(FFTC_REAL(1.0), "
        "FFTC_REAL(0.0));\n}\n"};
    char estimate[3][TEXT_BYTES];
    char mine[TEXT_BYTES];
    char text[TEXT_BYTES];
    vulkan_measure_open(&device);
    for (int i = 0; i < 3; ++i) {
        const fftc_accessors accessors = {.load = loads[i]};
        fftc_vulkan_plan_options options = narrow;
        options.accessors = &accessors;
        (void)vulkan_measure_line(&device, &transform, &options, estimate[i]);
    }
    for (int i = 0; i < 9; ++i) {
        const fftc_accessors accessors = {.load = loads[i % 3]};
        fftc_vulkan_plan_options options = narrow;
        options.accessors = &accessors;
        snprintf(mine, sizeof mine, "%.*s p0.4.0\n", (int)strlen(estimate[i / 3]) - 1,
                 estimate[i / 3]);
        options.saved = mine;
        bool taken =
            strstr(vulkan_measure_line(&device, &transform, &options, text), "p0.4.0") != NULL;
        ck_assert(taken == (i % 3 == i / 3));
    }
    vulkan_plan_close(&device);
}
END_TEST

START_TEST(measuring_what_cannot_be_refused)
{
    fftc_vulkan_plan_options options = {.effort = (fftc_effort)3};
    const fftc_accessors accessors = {
        .load = "fftc_complex fftc_user_load(fftc_uint index)\n{\n    return "
                "fftc_src_get(index);\n}\n"};
    fftc_vulkan_plan *plan;
    fftc_emitted_plan emitted;
    size_t bytes;
    vulkan_measure_open(&device);
    ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &transform, &options, &plan, NULL),
                     FFTC_INVALID_ARGUMENT);
    options.effort = FFTC_MEASURE;
    options.seconds = -1.0;
    ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &transform, &options, &plan, NULL),
                     FFTC_INVALID_ARGUMENT);
    options.seconds = 0.0;
    ck_assert_int_eq(fftc_vulkan_plan_emit(&transform, NULL, &options, NULL, &emitted, NULL),
                     FFTC_UNSUPPORTED);
    options.accessors = &accessors;
    ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &transform, &options, &plan, NULL),
                     FFTC_UNSUPPORTED);
    ck_assert_ptr_null(plan);
    ck_assert_int_eq(fftc_vulkan_plan_save(NULL, NULL, 0, &bytes, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert(fftc_vulkan_plan_get_times(NULL).all == 0.0);
    vulkan_plan_close(&device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan measure", measured_plan_right_and_the_same_from_its_line,
                    measured_by_the_clock_right, measured_by_descriptor_sets_of_one_recording_right,
                    budget_spent_estimate_kept,
                    nothing_to_measure_with_estimate_kept_device_lost_told,
                    memory_runs_out_plan_made, saved_lines_of_others_passed_over_damage_refused,
                    saved_with_accessors_and_without_are_others, measuring_what_cannot_be_refused)
