/* SPDX-License-Identifier: MIT
 *
 * Plans on devices that this machine does not have: with fewer buffers, workgroups or bytes in a
 * descriptor than its own.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doubling_pieces.h"
#include "vulkan_limits_testing.h"
#include "vulkan_plan_testing.h"

START_TEST(vulkan_1_0_unsupported)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    fftc_vulkan *context;
    fftc_error error;
    (void)vulkan_testing_devices(numbers);
    pretend.old = true;
    const fftc_vulkan_options options = {.device = numbers[0]};
    ck_assert_int_eq(fftc_vulkan_create(&options, &context, &error), FFTC_UNSUPPORTED);
    ck_assert_ptr_null(context);
    ck_assert_ptr_nonnull(strstr(error.message, "1.1 is needed"));
}
END_TEST

/* A program's own device of which it enabled too little. */
START_TEST(plan_features_missing_unsupported)
{
    fftc_vulkan *context = vulkan_limits_open((vulkan_limits_pretence){.old = false});
    const fftc_vulkan_handles all = fftc_vulkan_get_handles(context);
    const struct {
        bool push, address, ask;
        fftc_precision precision;
        const char *part;
    } cases[] = {
        {all.push_descriptor, false, true, FFTC_FLOAT32, "options.addresses"},
        {all.push_descriptor, all.device_address, false, FFTC_FLOAT64, "no double precision"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_vulkan_handles handles = all;
        fftc_vulkan *wrapped;
        fftc_vulkan_plan *plan;
        fftc_error error;
        const fftc_transform t = {.length = {2}, .precision = cases[i].precision};
        const fftc_vulkan_plan_options options = {.addresses = cases[i].ask};
        handles.push_descriptor = cases[i].push;
        handles.device_address = cases[i].address;
        handles.float64 = false;
        ck_assert_int_eq(fftc_vulkan_wrap(&handles, &wrapped, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(fftc_vulkan_plan_create(wrapped, &t, &options, &plan, &error),
                         FFTC_UNSUPPORTED);
        ck_assert_ptr_null(plan);
        ck_assert_msg(strstr(error.message, cases[i].part) != NULL, "%s", error.message);
        fftc_vulkan_destroy(wrapped);
    }
    vulkan_testing_close(context);
}
END_TEST

/* A transform on the device and on the CPU. Two scalars for each number of packed arrays, one on
 * real sides: an even count, in whole words. */
static void expect_as_cpu(vulkan_plan_device *device, const fftc_transform *t,
                          const fftc_vulkan_plan_options *options)
{
    bool in_place = t->placement == FFTC_IN_PLACE;
    size_t scalar = fftc_precision_bytes(t->precision);
    testing_random random = testing_random_start("device and CPU");
    size_t src_bytes;
    size_t dst_bytes;
    fftc_plan *plan;
    ck_assert_int_eq(fftc_transform_bytes(t, &src_bytes, &dst_bytes, NULL), FFTC_SUCCESS);
    testing_buffer src = testing_buffer_create(src_bytes, 16);
    testing_buffer dst = testing_buffer_create(dst_bytes, 16);
    testing_buffer expected = testing_buffer_create(dst_bytes, 16);
    testing_fill(t->precision, src.data, src_bytes / scalar / 2, &random);
    if (in_place) {
        memcpy(dst.data, src.data, src_bytes);
        memcpy(expected.data, src.data, src_bytes);
    }
    const fftc_arrays arrays = {.src = src.data, .dst = dst.data};
    vulkan_plan_run(device, t, options, &arrays, src_bytes, dst_bytes, NULL);
    ck_assert_int_eq(fftc_plan_create(t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(
        fftc_plan_execute(plan, in_place ? expected.data : src.data, expected.data, NULL),
        FFTC_SUCCESS);
    fftc_plan_destroy(plan);
    double error = 0.0;
    double norm = 0.0;
    for (size_t i = 0; i < dst_bytes / scalar; ++i) {
        double x = testing_get(t->precision, expected.data, i);
        error += pow(testing_get(t->precision, dst.data, i) - x, 2.0);
        norm += x * x;
    }
    ck_assert_double_le(sqrt(error / norm),
                        2.0 * fftc_transform_error_bound(t->precision, t->length[0]));
    testing_buffer_release(&src);
    testing_buffer_release(&dst);
    testing_buffer_release(&expected);
}

/* What only long transforms have on real devices, intermediate results in bricks and panels, and
 * factors as products, on one that is so small that short ones have it. */
START_TEST(plan_for_a_tiny_device_in_bricks_and_with_products_right)
{
    static const struct {
        uint64_t length[3];
        uint64_t batch;
        vulkan_limits_pretence device;
        const char *macro;
    } cases[] = {
        {{576}, 1, {.shared_bytes = 512, .invocations = 64}, "#define FFTC_PASS_BRICKS"},
        {{4096}, 1, {.shared_bytes = 128, .invocations = 32}, "#define FFTC_PASS_FINE"},
        {{60, 48}, 15, {.shared_bytes = 512, .invocations = 64}, "#define FFTC_PASS_SRC_ALL 48"},
        {{64, 8, 12}, 14, {.shared_bytes = 1024, .invocations = 32}, "FFTC_PASS_SRC_ALL 96"}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; ++i) {
        if (i % 2 != i / 2 % 2 &&
            (cases[i / 2].length[1] != 0 || getenv("FFTCORE_TEST_CAMPAIGN") == NULL)) {
            continue; /* once each, out of place and in place */
        }
        fftc_transform t = {.batch = cases[i / 2].batch,
                            .direction = i % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE,
                            .placement = i % 2 == 0 ? FFTC_OUT_OF_PLACE : FFTC_IN_PLACE};
        const fftc_vulkan_plan_options options = {.passes.no_subgroups = true};
        vulkan_plan_device device = {.context = vulkan_limits_open(cases[i / 2].device)};
        memcpy(t.length, cases[i / 2].length, sizeof cases->length);
        fftc_emitted_plan emitted;
        ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
        ck_assert_int_eq(fftc_vulkan_plan_emit(&t, fftc_vulkan_device_info(device.context),
                                               &options, NULL, &emitted, NULL),
                         FFTC_SUCCESS);
        ck_assert_msg(strstr(emitted.kernel[emitted.kernels - 1].glsl, cases[i / 2].macro) != NULL,
                      "case %u: no %s", (unsigned)i, cases[i / 2].macro);
        fftc_emitted_plan_free(&emitted);
        expect_as_cpu(&device, &t, &options);
        vulkan_plan_close(&device);
    }
}
END_TEST

/* A pass of more workgroups than a dispatch takes is several dispatches: by descriptors, pushed or
 * in sets, by addresses, and with accessors, whose numbers are pushed in another form; in place,
 * where validation sees what is bound, not what is touched. */
START_TEST(plan_of_more_workgroups_than_a_dispatch_takes_right)
{
    static const fftc_transform cases[] = {
        {.length = {16}, .batch = 37}, {.length = {16}, .batch = 37, .placement = FFTC_IN_PLACE}};
    static const fftc_accessors both = {.load = doubling_load, .store = halving_store};
    vulkan_plan_device device = {.context = vulkan_limits_open(
                                     (vulkan_limits_pretence){.workgroups = 3, .invocations = 16})};
    vulkan_plan_device by_sets = {.context = vulkan_testing_wrap(device.context)};
    bool address = fftc_vulkan_device_info(device.context)->device_address;
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    ck_assert_int_eq(gpu_open(by_sets.context, &by_sets.queue), VK_SUCCESS);
    for (int i = 0; i < 12; ++i) {
        const fftc_vulkan_plan_options options = {.addresses = i % 3 == 1,
                                                  .accessors = i % 6 < 3 ? NULL : &both};
        if (!options.addresses || address) {
            heard.recorded = 0;
            heard.workgroups_most = 0;
            expect_as_cpu(i % 3 == 2 ? &by_sets : &device, &cases[i / 6], &options);
            ck_assert_uint_gt(heard.recorded, 4); /* a pipeline and dispatches */
            ck_assert_uint_eq(heard.workgroups_most, 3);
        }
    }
    gpu_close(&by_sets.queue);
    fftc_vulkan_destroy(by_sets.context);
    vulkan_plan_close(&device);
}
END_TEST

/* Batches of which a descriptor reaches 8, 16 or fewer transforms, and some remain: by descriptors
 * in parts, by addresses as a whole, by descriptor sets not at all. */
START_TEST(plan_batch_beyond_descriptors_in_parts_right)
{
    static const fftc_transform cases[] = {
        {.length = {16}, .batch = 37},
        {.length = {17}, .batch = 32, .placement = FFTC_IN_PLACE, .direction = FFTC_INVERSE},
        {.length = {3, 16}, .loop = {1}, .batch = 37}, /* loops that become part of the batch */
        {.length = {3, 15}, .loop = {1}, .batch = 41, .kind = FFTC_REAL},
        {.length = {15}, .batch = 71, .kind = FFTC_REAL, .dst_distance = 9},
        {.length = {16}, .batch = 75, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE},
        {.length = {9}, .batch = 290, .kind = FFTC_REAL_TO_REAL, .precision = FFTC_FLOAT16},
        {.length = {4, 8}, .batch = 40, .kind = FFTC_REAL_TO_REAL}};
    vulkan_plan_device device = {
        .context = vulkan_limits_open((vulkan_limits_pretence){.buffer_bytes = 2048})};
    const fftc_vulkan_plan_options by_addresses = {.addresses = true};
    fftc_vulkan *sets = vulkan_testing_wrap(device.context);
    bool push = fftc_vulkan_device_info(device.context)->push_descriptor;
    bool address = fftc_vulkan_device_info(device.context)->device_address;
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_vulkan_plan *plan;
        fftc_error error;
        if (push || address) {
            expect_as_cpu(&device, &cases[i], NULL);
        }
        if (address && i == 0) {
            expect_as_cpu(&device, &cases[i], &by_addresses);
        }
        ck_assert_int_eq(fftc_vulkan_plan_create(sets, &cases[i], NULL, &plan, &error),
                         FFTC_TOO_LARGE);
        ck_assert_ptr_nonnull(strstr(error.message, "smaller batch"));
    }
    /* What addresses do not reach either is not said to be in their reach. */
    const fftc_transform beyond[] = {{.length = {UINT64_C(1) << 63}},
                                     {.length = {64}, .batch = UINT64_C(1) << 40}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; ++i) {
        fftc_vulkan_plan *plan;
        fftc_error error;
        ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &beyond[i], NULL, &plan, &error),
                         FFTC_TOO_LARGE);
        ck_assert_msg(strstr(error.message, "options.addresses") == NULL, "%s", error.message);
    }
    fftc_vulkan_destroy(sets);
    vulkan_plan_close(&device);
}
END_TEST

/* An array that is all that a descriptor reaches, and begins where one can. */
START_TEST(plan_as_large_as_a_descriptor_right)
{
    static const fftc_transform t = {.length = {512}};
    vulkan_plan_device device = {.context = vulkan_limits_open((vulkan_limits_pretence){
                                     .buffer_bytes = 4096, .alignment = 256})};
    fftc_vulkan_plan *plan;
    fftc_error error;
    gpu_buffer buffers[3];
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    expect_as_cpu(&device, &t, NULL);
    fftc_vulkan *sets = vulkan_testing_wrap(device.context); /* which takes no addresses */
    ck_assert_int_eq(fftc_vulkan_plan_create(sets, &t, NULL, &plan, NULL), FFTC_SUCCESS);
    for (int i = 0; i < 3; ++i) {
        ck_assert_int_eq(gpu_buffer_create(&device.queue, 8192, false, &buffers[i]), VK_SUCCESS);
    }
    const fftc_vulkan_buffers askew = {.src = {.buffer = buffers[0].handle},
                                       .dst = {.buffer = buffers[1].handle, .offset = 8},
                                       .scratch = {.buffer = buffers[2].handle}};
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_plan_record(plan, device.queue.commands, &askew, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, "dst starts at 8: pass a multiple of") != NULL, "%s",
                  error.message);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    for (int i = 0; i < 3; ++i) {
        gpu_buffer_destroy(&device.queue, &buffers[i]);
    }
    fftc_vulkan_plan_destroy(plan);
    fftc_vulkan_destroy(sets);
    vulkan_plan_close(&device);
}
END_TEST

/* A spectrum is not written where no descriptor could begin to read it. */
START_TEST(spectrum_askew_refused)
{
    static const fftc_convolution_description d = {.signal = {.length = {16}},
                                                   .kernel_length = {3}};
    vulkan_plan_device device = {
        .context = vulkan_limits_open((vulkan_limits_pretence){.alignment = 256})};
    fftc_vulkan *sets = vulkan_testing_wrap(device.context); /* which takes no addresses */
    fftc_vulkan_convolution *plan;
    fftc_error error;
    gpu_buffer kernel;
    gpu_buffer spectrum;
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_convolution_create(sets, &d, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 1024, false, &kernel), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 1024, false, &spectrum), VK_SUCCESS);
    fftc_vulkan_convolution_buffers buffers = {
        .kernel = {.buffer = kernel.handle}, .spectrum = {.buffer = spectrum.handle, .offset = 64}};
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_convolution_prepare(plan, device.queue.commands, &buffers, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, "spectrum starts at 64: pass a multiple of 256") != NULL,
                  "%s", error.message);
    buffers.spectrum.offset = 256;
    ck_assert_int_eq(fftc_vulkan_convolution_prepare(plan, device.queue.commands, &buffers, &error),
                     FFTC_SUCCESS);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    gpu_buffer_destroy(&device.queue, &kernel);
    gpu_buffer_destroy(&device.queue, &spectrum);
    fftc_vulkan_convolution_destroy(plan);
    fftc_vulkan_destroy(sets);
    vulkan_plan_close(&device);
}
END_TEST

/* A plan whose scratch has two parts, of which the second one is as large, and does not begin where
 * a descriptor can. */
START_TEST(plan_with_a_part_askew_too_large)
{
    static const fftc_transform t = {.length = {2049, 4}, .kind = FFTC_REAL};
    const fftc_vulkan_plan_options options = {.passes.no_subgroups = true};
    fftc_vulkan *contexts[2];
    fftc_vulkan_plan *plan;
    for (int i = 0; i < 2; ++i) {
        contexts[0] =
            vulkan_limits_open((vulkan_limits_pretence){.shared_bytes = 16384,
                                                        .invocations = 128,
                                                        .buffer_bytes = i == 0 ? 99840 : 99840 + 64,
                                                        .alignment = 64});
        contexts[1] = vulkan_testing_wrap(contexts[0]); /* which takes no addresses */
        fftc_error error;
        fftc_status status = fftc_vulkan_plan_create(contexts[1], &t, &options, &plan, &error);
        ck_assert_msg(status == (i == 0 ? FFTC_TOO_LARGE : FFTC_SUCCESS), "%s", error.message);
        fftc_vulkan_plan_destroy(plan);
        fftc_vulkan_destroy(contexts[1]);
        vulkan_testing_close(contexts[0]);
    }
}
END_TEST

/* Transforms that no descriptor reaches: the message says what does. Their kernels find addresses
 * in 64 bits. */
START_TEST(plan_beyond_descriptors_by_addresses_right)
{
    static const fftc_transform cases[] = {
        {.length = {600}},
        {.length = {32, 40}, .kind = FFTC_REAL, .direction = FFTC_INVERSE, .batch = 2},
        {.length = {48, 48}, .kind = FFTC_REAL_TO_REAL, .precision = FFTC_FLOAT16},
        {.length = {30, 40}, .precision = FFTC_FLOAT16, .placement = FFTC_IN_PLACE}};
    vulkan_plan_device device = {
        .context = vulkan_limits_open((vulkan_limits_pretence){.buffer_bytes = 4096})};
    const fftc_vulkan_plan_options by_addresses = {.addresses = true};
    const fftc_vulkan_device *info = fftc_vulkan_device_info(device.context);
    fftc_vulkan *sets = vulkan_testing_wrap(device.context);
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_vulkan_plan *plan;
        fftc_error error;
        bool descriptors = info->push_descriptor && info->device_address;
        ck_assert_int_eq(fftc_vulkan_plan_create(descriptors ? device.context : sets, &cases[i],
                                                 NULL, &plan, &error),
                         FFTC_TOO_LARGE);
        ck_assert_msg(strstr(error.message, descriptors ? "options.addresses" : "can reach") !=
                          NULL,
                      "%s", error.message);
        if (info->device_address) {
            expect_as_cpu(&device, &cases[i], &by_addresses);
        }
    }
    fftc_vulkan_destroy(sets);
    vulkan_plan_close(&device);
}
END_TEST

/* A single transform that remains of a batch reads pairs of numbers, where the parts before it, an
 * odd distance from each other, read them one by one: all of them begin at a pair then. */
START_TEST(plan_whose_rest_reads_pairs_right_and_refuses_half_a_pair)
{
    static const fftc_transform t = {
        .length = {16}, .batch = 33, .kind = FFTC_REAL, .src_distance = 17};
    vulkan_plan_device device = {
        .context = vulkan_limits_open((vulkan_limits_pretence){.buffer_bytes = 2048})};
    const fftc_vulkan_device *info = fftc_vulkan_device_info(device.context);
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    if (info->push_descriptor || info->device_address) {
        fftc_vulkan_plan *plan;
        fftc_error error;
        gpu_buffer src;
        gpu_buffer dst;
        expect_as_cpu(&device, &t, NULL);
        ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &t, NULL, &plan, NULL),
                         FFTC_SUCCESS);
        ck_assert_int_eq(gpu_buffer_create(&device.queue, 4096, false, &src), VK_SUCCESS);
        ck_assert_int_eq(gpu_buffer_create(&device.queue, 4096, false, &dst), VK_SUCCESS);
        fftc_vulkan_buffers buffers = {.src = {.buffer = src.handle, .offset = 4},
                                       .dst = {.buffer = dst.handle}};
        ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
        ck_assert_int_eq(fftc_vulkan_plan_record(plan, device.queue.commands, &buffers, &error),
                         FFTC_INVALID_ARGUMENT);
        ck_assert_msg(strstr(error.message, "src starts at 4: pass a multiple of 8") != NULL, "%s",
                      error.message);
        buffers.src.offset = 8;
        ck_assert_int_eq(fftc_vulkan_plan_record(plan, device.queue.commands, &buffers, &error),
                         FFTC_SUCCESS);
        ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        gpu_buffer_destroy(&device.queue, &src);
        gpu_buffer_destroy(&device.queue, &dst);
        fftc_vulkan_plan_destroy(plan);
    }
    vulkan_plan_close(&device);
}
END_TEST

/* Lines of 64 points, in workgroups of 64 invocations: two full subgroups of 32, for which only a
 * device is asked that takes so many of them. */
START_TEST(plan_asks_for_no_more_subgroups_than_a_workgroup_takes)
{
    static const fftc_transform t = {.length = {64}, .batch = 1000};
    for (uint32_t most = 1; most <= 3; ++most) {
        fftc_vulkan_plan *plan;
        fftc_vulkan *context = vulkan_limits_open((vulkan_limits_pretence){
            .subgroup_size = 32, .subgroup_size_max = 64, .subgroups = most, .no_pipeline = true});
        const fftc_vulkan_device *info = fftc_vulkan_device_info(context);
        heard.subgroup_size = 99;
        ck_assert_int_eq(fftc_vulkan_plan_create(context, &t, NULL, &plan, NULL),
                         FFTC_OUT_OF_MEMORY);
        bool asked = info->subgroup_full && info->subgroup_shuffle && most >= 2;
        ck_assert_msg(heard.subgroup_size == (asked ? 32 : 0), "of %u: subgroups of %u",
                      (unsigned)most, (unsigned)heard.subgroup_size);
        ck_assert(heard.full_subgroups == asked);
        vulkan_testing_close(context);
    }
}
END_TEST

#define SCALED(number)                                                        \
    "fftc_complex fftc_user_load(fftc_uint index)\n"                          \
    "{\n"                                                                     \
    "    fftc_real scale = fftc_real_from_word(fftc_extra_get(0u, index));\n" \
    "    return fftc_complex_scale(" number ", scale);\n"                     \
    "}\n"
static const fftc_accessors one_extra = {.load = SCALED("fftc_src_get(index)"),
                                         .extra = {FFTC_EXTRA_BUFFER}};
static const fftc_accessors two_extras = {
    .load = SCALED("fftc_src_get(index)"),
    .extra = {FFTC_EXTRA_BUFFER, FFTC_EXTRA_NONE, FFTC_EXTRA_BUFFER}};
static const fftc_accessors two_and_no_src = {
    .load = SCALED("fftc_complex_make(FFTC_REAL(1.0), FFTC_REAL(1.0))"),
    .extra = {FFTC_EXTRA_BUFFER, FFTC_EXTRA_FLOAT_PICTURE, FFTC_EXTRA_BUFFER}};
#undef SCALED

static const struct {
    fftc_format format;
    const fftc_accessors *accessors;
    uint32_t buffers, pictures; /* how many one shader has */
    const char *advice;         /* without addresses; NULL: the plan is made */
} described[] = {
    {FFTC_INTERLEAVED, NULL, 3, 0, NULL},
    {FFTC_SPLIT, NULL, 5, 0, "pass format FFTC_INTERLEAVED"},
    {FFTC_INTERLEAVED, &one_extra, 4, 0, NULL},
    {FFTC_INTERLEAVED, &two_extras, 5, 0, "announce fewer in accessors.extra"},
    {FFTC_INTERLEAVED, &two_and_no_src, 4, 1, NULL},
    {FFTC_SPLIT, &one_extra, 6, 0, "accessors.extra, or pass format FFTC_INTERLEAVED"}};

/* On a device where no pipeline can be made, so that what is not refused fails at that. */
static void check_described(fftc_vulkan *context, size_t i, const char *advice)
{
    const fftc_transform t = {.length = {16}, .format = described[i].format};
    const fftc_vulkan_plan_options options = {.accessors = described[i].accessors};
    fftc_vulkan_plan *plan;
    fftc_error error;
    char needs[40];
    heard = (vulkan_limits_heard){.pipelines = 0};
    fftc_status status = fftc_vulkan_plan_create(context, &t, &options, &plan, &error);
    ck_assert_ptr_null(plan);
    if (advice == NULL) {
        ck_assert_int_eq(status, FFTC_OUT_OF_MEMORY);
        ck_assert_uint_eq(heard.pipelines, 1);
        ck_assert_uint_eq(heard.buffers, described[i].buffers);
        ck_assert_uint_eq(heard.pictures, described[i].pictures);
        return;
    }
    (void)snprintf(needs, sizeof needs, "needs %u storage buffers", (unsigned)described[i].buffers);
    ck_assert_int_eq(status, FFTC_UNSUPPORTED);
    ck_assert_uint_eq(heard.pipelines, 0);
    ck_assert_msg(strstr(error.message, needs) != NULL, "%s", error.message);
    ck_assert_msg(strstr(error.message, advice) != NULL, "%s", error.message);
}

/* Vulkan asks for no more than 4, the table among them: split numbers have 5, so have two extras
 * with src and dst. Nothing is made for what is refused, and no more declared than is needed. */
START_TEST(plan_of_too_many_buffers_unsupported_before_pipelines)
{
    fftc_vulkan *context =
        vulkan_limits_open((vulkan_limits_pretence){.storage_buffers = 4, .no_pipeline = true});
    fftc_vulkan_handles handles = fftc_vulkan_get_handles(context);
    bool choice = handles.device_address && handles.push_descriptor;
    for (int with_addresses = 0; with_addresses < (choice ? 2 : 1); ++with_addresses) {
        fftc_vulkan *wrapped;
        handles.device_address = with_addresses != 0;
        for (size_t i = 0; i < sizeof described / sizeof *described; ++i) {
            bool refused = described[i].advice != NULL;
            ck_assert_int_eq(fftc_vulkan_wrap(&handles, &wrapped, NULL), FFTC_SUCCESS);
            check_described(wrapped, i,
                            refused && with_addresses != 0 ? "pass options.addresses"
                                                           : described[i].advice);
            fftc_vulkan_destroy(wrapped);
        }
    }
    vulkan_testing_close(context);
}
END_TEST

/* Two passes, in place: they need scratch. Whatever is missing, not one command is recorded. */
START_TEST(record_buffers_missing_or_too_small_nothing_recorded)
{
    const fftc_transform t = {.length = {16}, .placement = FFTC_IN_PLACE};
    vulkan_plan_device device = {.context =
                                     vulkan_limits_open((vulkan_limits_pretence){.old = false})};
    fftc_vulkan_plan_options options = {.saved = NULL};
    fftc_vulkan_plan *plan;
    fftc_error error;
    char line[400];
    char saved[450];
    size_t bytes;
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &t, NULL, &plan, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_plan_save(plan, line, sizeof line, &bytes, NULL), FFTC_SUCCESS);
    fftc_vulkan_plan_destroy(plan);
    snprintf(saved, sizeof saved, "%.*s a0.4.4\n", (int)bytes - 2, line);
    options.saved = saved;
    ck_assert_int_eq(fftc_vulkan_plan_create(device.context, &t, &options, &plan, NULL),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH), 128);
    gpu_buffer a;
    gpu_buffer b;
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 128, false, &a), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 128, false, &b), VK_SUCCESS);
    const struct {
        fftc_vulkan_buffers buffers;
        const char *part;
    } bad[] = {{{.dst = {.buffer = a.handle}}, "scratch has no buffer"},
               {{.scratch = {.buffer = b.handle}}, "dst has no buffer"},
               {{.dst = {.buffer = a.handle}, .scratch = {.buffer = b.handle, .bytes = 120}},
                "scratch has 120 bytes"},
               {{.dst = {.buffer = a.handle, .bytes = 64}, .scratch = {.buffer = b.handle}},
                "dst has 64 bytes"},
               {{.dst = {.buffer = a.handle}, .scratch = {.buffer = a.handle}},
                "the scratch, of 128 bytes, is where"},
               {{.dst = {.offset = 4, .buffer = a.handle}, .scratch = {.buffer = b.handle}},
                "multiple of 8"}};
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    heard.recorded = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        ck_assert_int_eq(
            fftc_vulkan_plan_record(plan, device.queue.commands, &bad[i].buffers, &error),
            FFTC_INVALID_ARGUMENT);
        ck_assert_msg(strstr(error.message, bad[i].part) != NULL, "%s", error.message);
        ck_assert_uint_eq(heard.recorded, 0);
    }
    const fftc_vulkan_buffers good = {.dst = {.buffer = a.handle}, .scratch = {.buffer = b.handle}};
    ck_assert_int_eq(fftc_vulkan_plan_record(plan, device.queue.commands, &good, &error),
                     FFTC_SUCCESS);
    ck_assert_uint_eq(heard.recorded, 5);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    gpu_buffer_destroy(&device.queue, &a);
    gpu_buffer_destroy(&device.queue, &b);
    fftc_vulkan_plan_destroy(plan);
    vulkan_plan_close(&device);
}
END_TEST

/* What an accessor reads beside src is bound by one descriptor, all of what is stated, or of the
 * buffer. */
START_TEST(record_extra_beyond_a_descriptor_refused)
{
    static const fftc_accessors accessors = {
        .load = "fftc_complex fftc_user_load(fftc_uint index)\n"
                "{\n"
                "    fftc_real x = fftc_real_from_word(fftc_extra_get(0u, index));\n"
                "    return fftc_complex_make(x, FFTC_REAL(0.0));\n"
                "}\n",
        .extra = {FFTC_EXTRA_BUFFER}};
    static const fftc_transform t = {.length = {16}};
    static const struct {
        VkDeviceSize offset, bytes;
        bool beyond;
    } cases[] = {{0, 2048, false}, {0, 2052, true}, {0, 0, true}, {4096, 2048, false}};
    fftc_vulkan *whole = vulkan_limits_open((vulkan_limits_pretence){.buffer_bytes = 2048});
    bool address = fftc_vulkan_device_info(whole)->device_address;
    fftc_vulkan *sets = vulkan_testing_wrap(whole);
    vulkan_plan_device device = {.context = whole};
    ck_assert_int_eq(gpu_open(whole, &device.queue), VK_SUCCESS);
    gpu_buffer dst;
    gpu_buffer extra;
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 128, false, &dst), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&device.queue, 8192, false, &extra), VK_SUCCESS);
    for (int by_addresses = 0; by_addresses < (address ? 2 : 1); ++by_addresses) {
        const fftc_vulkan_plan_options options = {.accessors = &accessors,
                                                  .addresses = by_addresses != 0};
        fftc_vulkan_plan *plan;
        fftc_error error;
        ck_assert_int_eq(
            fftc_vulkan_plan_create(by_addresses != 0 ? whole : sets, &t, &options, &plan, NULL),
            FFTC_SUCCESS);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
            const fftc_vulkan_buffers buffers = {.dst = {.buffer = dst.handle},
                                                 .extra = {{.span = {.buffer = extra.handle,
                                                                     .offset = cases[i].offset,
                                                                     .bytes = cases[i].bytes}}}};
            bool refused = cases[i].beyond && by_addresses == 0;
            error.message[0] = '\0';
            ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
            fftc_status status =
                fftc_vulkan_plan_record(plan, device.queue.commands, &buffers, &error);
            ck_assert_msg(status == (refused ? FFTC_TOO_LARGE : FFTC_SUCCESS), "case %zu: %s", i,
                          error.message);
            ck_assert_msg(!refused || strstr(error.message, "options.addresses") != NULL, "%s",
                          error.message);
            ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
        }
        fftc_vulkan_plan_destroy(plan);
    }
    gpu_buffer_destroy(&device.queue, &dst);
    gpu_buffer_destroy(&device.queue, &extra);
    fftc_vulkan_destroy(sets);
    vulkan_plan_close(&device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan limits", vulkan_1_0_unsupported, plan_features_missing_unsupported,
                    plan_of_too_many_buffers_unsupported_before_pipelines,
                    plan_for_a_tiny_device_in_bricks_and_with_products_right,
                    plan_of_more_workgroups_than_a_dispatch_takes_right,
                    plan_batch_beyond_descriptors_in_parts_right,
                    plan_as_large_as_a_descriptor_right, plan_with_a_part_askew_too_large,
                    spectrum_askew_refused, plan_beyond_descriptors_by_addresses_right,
                    plan_whose_rest_reads_pairs_right_and_refuses_half_a_pair,
                    plan_asks_for_no_more_subgroups_than_a_workgroup_takes,
                    record_buffers_missing_or_too_small_nothing_recorded,
                    record_extra_beyond_a_descriptor_refused)
