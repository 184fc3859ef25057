/* SPDX-License-Identifier: MIT
 *
 * Plans that were measured on a device: right, within their time, saved as text that gives the same
 * plan; nothing is taken that was not saved for this plan. What the time stamps say is made
 * up here, so that what is chosen does not depend on the machine: the functions below stand in
 * front of the loader's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vulkan_plan_testing.h"

#define TEXT_BYTES 1024
#define PLENTY 3600.0 /* seconds */

/* What the stamps say of champion and challenger. */
static enum { TRUTH, CHALLENGER_FASTER, CHALLENGER_SLOWER } stamps_say;
static unsigned reads;       /* of stamps */
static unsigned reads_max;   /* then the challengers are slower */
static bool no_memory;       /* from now on */
static unsigned allocations; /* so far */
static unsigned scarce_from; /* from this number on there is no memory either; 0: always is */
static unsigned submissions; /* until the device is lost; 0: never */
static bool no_stamps;

/* POSIX has dlsym give functions as object pointers; ISO C wants them copied. */
static PFN_vkVoidFunction next(const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    PFN_vkVoidFunction function;
    if (address == NULL) {
        fprintf(stderr, "%s is not in the loader\n", name);
        abort();
    }
    memcpy(&function, &address, sizeof function);
    return function;
}

VKAPI_ATTR VkResult VKAPI_CALL vkGetQueryPoolResults(VkDevice device, VkQueryPool pool,
                                                     uint32_t first, uint32_t count, size_t bytes,
                                                     void *data, VkDeviceSize stride,
                                                     VkQueryResultFlags flags)
{
    uint64_t *stamps = data;
    VkResult result = ((PFN_vkGetQueryPoolResults)next("vkGetQueryPoolResults"))(
        device, pool, first, count, bytes, data, stride, flags);
    ++reads;
    for (uint32_t i = 0; i < count && stamps_say != TRUTH; ++i) { /* turns of 1000 and 500 ticks */
        bool faster = stamps_say == CHALLENGER_FASTER && reads <= reads_max;
        stamps[i] = (faster ? 1500 : 2500) * (uint64_t)(i / 2) + 1000 * (uint64_t)(i % 2);
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL vkAllocateMemory(VkDevice device, const VkMemoryAllocateInfo *info,
                                                const VkAllocationCallbacks *allocator,
                                                VkDeviceMemory *memory)
{
    ++allocations;
    return no_memory || (scarce_from != 0 && allocations >= scarce_from)
               ? VK_ERROR_OUT_OF_DEVICE_MEMORY
               : ((PFN_vkAllocateMemory)next("vkAllocateMemory"))(device, info, allocator, memory);
}

VKAPI_ATTR VkResult VKAPI_CALL vkQueueSubmit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo *infos, VkFence fence)
{
    if (submissions != 0 && --submissions == 0) {
        return VK_ERROR_DEVICE_LOST;
    }
    return ((PFN_vkQueueSubmit)next("vkQueueSubmit"))(queue, count, infos, fence);
}

VKAPI_ATTR void VKAPI_CALL vkGetPhysicalDeviceQueueFamilyProperties(
    VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties *families)
{
    ((PFN_vkGetPhysicalDeviceQueueFamilyProperties)next(
        "vkGetPhysicalDeviceQueueFamilyProperties"))(device, count, families);
    for (uint32_t i = 0; i < *count && families != NULL && no_stamps; ++i) {
        families[i].timestampValidBits = 0;
    }
}

static vulkan_plan_device device;

static void open_first(void)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    vulkan_plan_open(numbers[0], &device);
    stamps_say = TRUTH;
    reads = 0;
    reads_max = UINT32_MAX;
}

static fftc_vulkan_plan *make(const fftc_transform *t, const fftc_vulkan_plan_options *options)
{
    fftc_vulkan_plan *plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_plan_create(device.context, t, options, &plan, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    return plan;
}

static const char *save(const fftc_vulkan_plan *plan, char text[TEXT_BYTES])
{
    size_t bytes = 0;
    ck_assert_int_eq(fftc_vulkan_plan_save(plan, NULL, 0, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_le(bytes, TEXT_BYTES);
    ck_assert_int_eq(fftc_vulkan_plan_save(plan, text, bytes - 1, &bytes, NULL), FFTC_TOO_LARGE);
    ck_assert_int_eq(fftc_vulkan_plan_save(plan, text, bytes, &bytes, NULL), FFTC_SUCCESS);
    ck_assert_uint_eq(strlen(text) + 1, bytes);
    ck_assert_int_eq(text[bytes - 2], '\n');
    return text;
}

/* The saved line of a plan with these options. */
static const char *line_of(const fftc_transform *t, const fftc_vulkan_plan_options *options,
                           char text[TEXT_BYTES])
{
    fftc_vulkan_plan *plan = make(t, options);
    (void)save(plan, text);
    fftc_vulkan_plan_destroy(plan);
    return text;
}

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
/* Less to try: shaders for the CPU take a while to compile. */
static const fftc_vulkan_plan_options narrow = {.invocations = 64};

/* The first challengers win; what that makes is right, and comes again from its line. */
START_TEST(measured_plan_right_and_the_same_from_its_line)
{
    char text[TEXT_BYTES];
    char again[TEXT_BYTES];
    char estimate[TEXT_BYTES];
    open_first();
    (void)line_of(&transform, &narrow, estimate);
    fftc_vulkan_plan_options options = narrow;
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    stamps_say = CHALLENGER_FASTER;
    reads_max = 5; /* the champion's, and one duel */
    (void)line_of(&transform, &options, text);
    ck_assert_uint_ge(reads, 5);
    ck_assert_str_ne(text, estimate);
    ck_assert_msg(strstr(text, " a0.") != NULL, "not of several passes: %s", text);
    reads = 0;
    options.saved = text;
    fftc_vulkan_plan *plan = make(&transform, &options);
    ck_assert_str_eq(save(plan, again), text);
    ck_assert(fftc_vulkan_plan_get_times(plan).measuring == 0.0);
    ck_assert_uint_eq(reads, 0);
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

/* By true stamps, on every device. */
START_TEST(measured_by_the_clock_right)
{
    char text[TEXT_BYTES];
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        vulkan_plan_open(numbers[i], &device);
        stamps_say = TRUTH;
        fftc_vulkan_plan_options options = narrow;
        options.effort = FFTC_MEASURE;
        options.seconds = 1.0;
        (void)line_of(&transform, &options, text);
        options.saved = text;
        check_right(&transform, &options);
        vulkan_plan_close(&device);
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
    open_first();
    (void)line_of(&transform, &narrow, estimate);
    fftc_vulkan_plan_options options = narrow;
    options.effort = FFTC_MEASURE;
    options.seconds = 1e-6;
    stamps_say = CHALLENGER_FASTER;
    ck_assert_str_eq(line_of(&transform, &options, text), estimate);
    ck_assert_uint_eq(reads, 0);
    stamps_say = CHALLENGER_SLOWER;
    options.seconds = 0.3;
    double start = now();
    ck_assert_str_eq(line_of(&transform, &options, text), estimate);
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
    open_first();
    (void)line_of(&transform, &narrow, estimate);
    fftc_vulkan_plan *held = make(&transform, &narrow); /* with the factors that others need */
    fftc_vulkan_plan_options options = narrow;
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    stamps_say = CHALLENGER_FASTER;
    no_stamps = true;
    ck_assert_str_eq(line_of(&transform, &options, text), estimate);
    no_stamps = false;
    no_memory = true;
    ck_assert_str_eq(line_of(&transform, &options, text), estimate);
    no_memory = false;
    ck_assert_uint_eq(reads, 0);
    for (unsigned at = 1; at < 5; ++at) {
        submissions = at;
        plan = held;
        ck_assert_int_eq(
            fftc_vulkan_plan_create(device.context, &transform, &options, &plan, &error),
            FFTC_DEVICE_FAILED);
        ck_assert_ptr_null(plan);
        ck_assert_str_ne(error.message, "");
    }
    submissions = 0;
    fftc_vulkan_plan_destroy(held);
    vulkan_plan_close(&device);
}
END_TEST

/* Memory that runs out, at whatever allocation: there is a plan nevertheless. */
START_TEST(memory_runs_out_plan_made)
{
    char text[TEXT_BYTES];
    open_first();
    fftc_vulkan_plan *held = make(&transform, &narrow); /* with the factors that it needs */
    fftc_vulkan_plan_options options = narrow;
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    stamps_say = CHALLENGER_FASTER;
    reads_max = 5;
    allocations = 0;
    (void)line_of(&transform, &options, text);
    unsigned all = allocations;
    ck_assert_uint_gt(all, 8);
    for (unsigned i = 0; i < 8; ++i) { /* the arrays to measure in; the plan that won */
        scarce_from = i < 4 ? 1 + i : all - (i - 4);
        reads = 0;
        allocations = 0;
        (void)line_of(&transform, &options, text);
    }
    scarce_from = 0;
    fftc_vulkan_plan_destroy(held);
    vulkan_plan_close(&device);
}
END_TEST

static fftc_status refuse(const char *saved, const char *part)
{
    fftc_vulkan_plan_options options = narrow;
    options.saved = saved;
    fftc_vulkan_plan *plan;
    fftc_error error;
    fftc_status status =
        fftc_vulkan_plan_create(device.context, &transform, &options, &plan, &error);
    ck_assert_msg(status != FFTC_SUCCESS, "taken: %s", saved);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, part) != NULL, "\"%s\" lacks \"%s\"", error.message, part);
    return status;
}

/* Lines of others are passed over; the own one is found between them; damage is not. */
START_TEST(saved_lines_of_others_passed_over_damage_refused)
{
    static char file[8 * TEXT_BYTES];
    char estimate[TEXT_BYTES];
    char mine[TEXT_BYTES];
    char other[TEXT_BYTES];
    char text[TEXT_BYTES];
    open_first();
    (void)line_of(&transform, &narrow, estimate);
    size_t length = strlen(estimate) - 1;
    snprintf(mine, sizeof mine, "%.*s p0.4.0\n", (int)length, estimate);
    /* Another device's: one digit of its hash is another one. */
    strcpy(other, mine);
    char *digit = strstr(other, fftc_version()) + strlen(fftc_version()) + 1;
    *digit = *digit == '0' ? '1' : '0';
    fftc_vulkan_plan_options options = narrow;
    options.saved = other;
    ck_assert_str_eq(line_of(&transform, &options, text), estimate);
    /* Another transform's, another version's, and options of its own. */
    const fftc_transform longer = {.length = {48}, .batch = 4};
    options.saved = mine;
    ck_assert_ptr_null(strstr(line_of(&longer, &options, text), "p0"));
    options.exact = true;
    ck_assert_ptr_null(strstr(line_of(&transform, &options, text), "p0"));
    options.exact = false;
    snprintf(file, sizeof file, "fftcore-vulkan 0.0.0 whatever it wrote\n%s%s%s", other, mine,
             estimate);
    options.saved = file;
    ck_assert_str_eq(line_of(&transform, &options, text), mine);
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
    ck_assert_int_eq(refuse("\n", "line 1"), FFTC_INVALID_ARGUMENT);
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
    open_first();
    for (int i = 0; i < 3; ++i) {
        const fftc_vulkan_accessors accessors = {.load = loads[i]};
        fftc_vulkan_plan_options options = narrow;
        options.accessors = &accessors;
        (void)line_of(&transform, &options, estimate[i]);
    }
    for (int i = 0; i < 9; ++i) {
        const fftc_vulkan_accessors accessors = {.load = loads[i % 3]};
        fftc_vulkan_plan_options options = narrow;
        options.accessors = &accessors;
        snprintf(mine, sizeof mine, "%.*s p0.4.0\n", (int)strlen(estimate[i / 3]) - 1,
                 estimate[i / 3]);
        options.saved = mine;
        bool taken = strstr(line_of(&transform, &options, text), "p0.4.0") != NULL;
        ck_assert(taken == (i % 3 == i / 3));
    }
    vulkan_plan_close(&device);
}
END_TEST

/* --- convolutions ----------------------------------------------------------------------------- */

static const fftc_convolution_description blurred = {
    .signal = {.length = {40}, .kind = FFTC_REAL, .batch = 4}, .kernel_length = {5}};

/* Only periods are tried: each schedule would be a kernel more. */
static const fftc_vulkan_plan_options fixed = {.invocations = 64, .registers = 4};

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
    open_first();
    fftc_vulkan_plan_options options = fixed;
    (void)convolution_line(&options, estimate);
    ck_assert_ptr_nonnull(strstr(estimate, " convolution f32:real:forward:40*4 "));
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    stamps_say = CHALLENGER_SLOWER;
    ck_assert_str_eq(convolution_line(&options, text), estimate);
    stamps_say = CHALLENGER_FASTER;
    reads_max = 9;
    reads = 0;
    (void)convolution_line(&options, measured);
    ck_assert_msg(strstr(measured, " a0.") != NULL, "%s", measured);
    (void)line_of(&transform, &fixed, other);
    snprintf(file, sizeof file, "%s%s%s", other, measured, estimate);
    options.saved = file;
    reads = 0;
    ck_assert_str_eq(convolution_line(&options, text), measured);
    ck_assert_uint_eq(reads, 0);
    (void)line_of(&transform, &options,
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
    const fftc_vulkan_plan_options own = {.registers = 4, .own_scratch = true};
    unsigned count = UINT32_MAX;
    for (unsigned i = 0; i <= count; ++i) {
        fftc_vulkan_convolution *plan = NULL;
        fftc_error error;
        scarce_from = i;
        allocations = 0;
        fftc_status status =
            fftc_vulkan_convolution_create(device.context, &picture, &own, &plan, &error);
        count = i == 0 ? allocations : count; /* with plenty of memory */
        ck_assert_int_eq(status, i == 0 ? FFTC_SUCCESS : FFTC_OUT_OF_MEMORY);
        ck_assert((plan == NULL) == (i != 0));
        ck_assert((error.message[0] != '\0') == (i != 0));
        fftc_vulkan_convolution_destroy(plan);
    }
    ck_assert_uint_ge(count, 2);
    scarce_from = 0;
}

/* At whatever allocation memory runs out, there is a plan if there is one by estimate; a device
 * that is lost meanwhile is told. */
START_TEST(convolution_memory_runs_out_or_device_lost)
{
    char text[TEXT_BYTES];
    open_first();
    fftc_vulkan_convolution *held = convolution(&fixed); /* with the factors that it needs */
    fftc_vulkan_plan_options options = fixed;
    options.effort = FFTC_MEASURE;
    options.seconds = PLENTY;
    stamps_say = CHALLENGER_FASTER;
    reads_max = 5;
    reads = 0;
    allocations = 0;
    (void)convolution_line(&options, text);
    unsigned all = allocations;
    ck_assert_uint_gt(all, 4);
    for (unsigned i = 0; i < all; ++i) {
        fftc_vulkan_convolution *plan;
        fftc_error error;
        scarce_from = 1 + i;
        reads = 0;
        allocations = 0;
        ck_assert_int_eq(
            fftc_vulkan_convolution_create(device.context, &blurred, &options, &plan, &error),
            FFTC_SUCCESS);
        fftc_vulkan_convolution_destroy(plan);
    }
    scarce_from = 0;
    check_scarce_scratch();
    for (unsigned at = 1; at < 6; ++at) {
        fftc_vulkan_convolution *plan = held;
        fftc_error error;
        submissions = at;
        ck_assert_int_eq(
            fftc_vulkan_convolution_create(device.context, &blurred, &options, &plan, &error),
            FFTC_DEVICE_FAILED);
        ck_assert_ptr_null(plan);
        ck_assert_str_ne(error.message, "");
    }
    submissions = 0;
    fftc_vulkan_convolution_destroy(held);
    vulkan_plan_close(&device);
}
END_TEST

START_TEST(measuring_what_cannot_be_refused)
{
    fftc_vulkan_plan_options options = {.effort = (fftc_effort)2};
    const fftc_vulkan_accessors accessors = {
        .load = "fftc_complex fftc_user_load(fftc_uint index)\n{\n    return "
                "fftc_src_get(index);\n}\n"};
    fftc_vulkan_plan *plan;
    fftc_emitted_plan emitted;
    size_t bytes;
    open_first();
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
    fftc_vulkan_convolution *other;
    ck_assert_int_eq(
        fftc_vulkan_convolution_create(device.context, &blurred, &options, &other, NULL),
        FFTC_UNSUPPORTED);
    ck_assert_ptr_null(other);
    ck_assert_int_eq(fftc_vulkan_convolution_save(NULL, NULL, 0, &bytes, NULL),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_plan_save(NULL, NULL, 0, &bytes, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert(fftc_vulkan_plan_get_times(NULL).all == 0.0);
    vulkan_plan_close(&device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan measure", measured_plan_right_and_the_same_from_its_line,
                    measured_by_the_clock_right, budget_spent_estimate_kept,
                    nothing_to_measure_with_estimate_kept_device_lost_told,
                    memory_runs_out_plan_made, saved_lines_of_others_passed_over_damage_refused,
                    saved_with_accessors_and_without_are_others,
                    measured_convolution_the_same_from_its_line,
                    convolution_memory_runs_out_or_device_lost, measuring_what_cannot_be_refused)
