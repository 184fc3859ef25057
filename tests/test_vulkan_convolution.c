/* SPDX-License-Identifier: MIT
 *
 * Convolutions on every device, under validation: the sums, in exact mode the bits of the emulator,
 * and what is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"
#include "doubling_pieces.h"
#include "fftcore/emulate_plan.h"
#include "transform_testing.h"
#include "vulkan_limits_testing.h"
#include "vulkan_plan_testing.h"

#define TRIALS 4

static vulkan_plan_device device;
static const fftc_accessors doubling = {.load = doubling_load, .store = halving_store};

static fftc_vulkan_convolution *make(const fftc_convolution_description *d,
                                     const fftc_vulkan_plan_options *options)
{
    fftc_vulkan_convolution *plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_convolution_create(device.context, d, options, &plan, &error) ==
                      FFTC_SUCCESS,
                  "%s: %s", convolution_describe(d), error.message);
    return plan;
}

enum { SRC, SRC_IM, KERNEL, KERNEL_IM, DST, DST_IM, COUNT };

static void record(const fftc_vulkan_convolution *plan, vulkan_plan_pair *pair,
                   const gpu_buffer *spectrum, const gpu_buffer *scratch)
{
    fftc_error error;
    const fftc_vulkan_convolution_buffers buffers = {
        .src = vulkan_plan_pair_span(&pair[SRC]),
        .src_im = vulkan_plan_pair_span(&pair[SRC_IM]),
        .kernel = vulkan_plan_pair_span(&pair[KERNEL]),
        .kernel_im = vulkan_plan_pair_span(&pair[KERNEL_IM]),
        .dst = vulkan_plan_pair_span(&pair[DST]),
        .dst_im = vulkan_plan_pair_span(&pair[DST_IM]),
        .spectrum = {.buffer = spectrum->handle, .bytes = spectrum->bytes},
        .scratch = {.buffer = scratch->handle, .bytes = scratch->bytes}};
    gpu_barrier(&device.queue);
    ck_assert_msg(fftc_vulkan_convolution_prepare(plan, device.queue.commands, &buffers, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    gpu_barrier(&device.queue);
    ck_assert_msg(fftc_vulkan_convolution_record(plan, device.queue.commands, &buffers, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    gpu_barrier(&device.queue);
}

/* Fills the case's dst; checks that nothing else is changed. */
static void run(convolution_case *c, const fftc_vulkan_convolution *plan, bool own_scratch)
{
    uint64_t scratch_bytes =
        own_scratch ? 0 : fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SCRATCH);
    const void *data[COUNT] = {c->src[0],    c->src[1], c->kernel[0],
                               c->kernel[1], c->dst[0], c->dst[1]};
    const size_t bytes[COUNT] = {c->src_bytes,    c->src_bytes, c->kernel_bytes,
                                 c->kernel_bytes, c->dst_bytes, c->dst_bytes};
    vulkan_plan_pair pair[COUNT];
    gpu_buffer spectrum;
    gpu_buffer scratch = {.handle = VK_NULL_HANDLE};
    ck_assert_uint_eq(fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SRC),
                      vulkan_plan_whole_words(c->src[0] != NULL ? c->src_bytes : c->dst_bytes));
    ck_assert_uint_eq(fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_KERNEL),
                      vulkan_plan_whole_words(c->kernel_bytes));
    ck_assert_uint_eq(fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_DST),
                      vulkan_plan_whole_words(c->dst_bytes));
    ck_assert_int_eq(gpu_buffer_create(&device.queue,
                                       fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SPECTRUM),
                                       false, &spectrum),
                     VK_SUCCESS);
    if (scratch_bytes != 0) {
        ck_assert_int_eq(gpu_buffer_create(&device.queue, scratch_bytes, false, &scratch),
                         VK_SUCCESS);
    }
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    for (int i = 0; i < COUNT; ++i) {
        pair[i] = vulkan_plan_pair_create(&device, data[i], bytes[i]);
    }
    record(plan, pair, &spectrum, &scratch);
    for (int i = 0; i < COUNT; ++i) {
        vulkan_plan_pair_fetch(&device, &pair[i]);
    }
    gpu_barrier(&device.queue);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    for (int i = 0; i < COUNT; ++i) {
        if (data[i] != NULL && i < DST) {
            ck_assert(memcmp(pair[i].host.mapped, data[i], bytes[i]) == 0);
        } else if (data[i] != NULL) {
            vulkan_plan_pair_read(&pair[i], c->dst[i - DST], bytes[i]);
        }
        vulkan_plan_pair_destroy(&device, &pair[i]);
    }
    gpu_buffer_destroy(&device.queue, &spectrum);
    gpu_buffer_destroy(&device.queue, &scratch);
}

/* The emulator's results for the same plan, from what was in dst before. */
static void check_bits(const convolution_case *c, const fftc_vulkan_plan_options *options)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(device.context);
    bool subgroups = info->subgroup_full && info->subgroup_shuffle && !options->passes.no_subgroups;
    const fftc_emulation config = {.subgroup_size = info->subgroup_size};
    const fftc_emulated_device e = {.invocations_max = info->invocations_max,
                                    .shared_bytes = info->shared_bytes,
                                    .subgroups_max = info->subgroups_max,
                                    .passes.no_subgroups = !subgroups,
                                    .passes.less_scratch = options->passes.less_scratch,
                                    .passes.pair_batch = options->passes.pair_batch,
                                    .passes.registers = options->passes.registers,
                                    .load = options->accessors != NULL ? fftc_emulated_load : NULL,
                                    .store =
                                        options->accessors != NULL ? fftc_emulated_store : NULL,
                                    .config = &config};
    char *dst[2] = {NULL, NULL};
    for (size_t i = 0; i < c->shape.arrays; ++i) {
        dst[i] = malloc(c->dst_bytes);
        ck_assert_ptr_nonnull(dst[i]);
        memcpy(dst[i], c->before[i], c->dst_bytes);
    }
    const fftc_convolution_arrays arrays = {.src = c->src[0] != NULL ? c->src[0] : dst[0],
                                            .src_im = c->src[1] != NULL ? c->src[1] : dst[1],
                                            .kernel = c->kernel[0],
                                            .kernel_im = c->kernel[1],
                                            .dst = dst[0],
                                            .dst_im = dst[1]};
    fftc_emulated_report report;
    fftc_error error;
    ck_assert_msg(fftc_emulate_convolution(&c->d, &e, &arrays, &report, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_uint_eq(report.finding_count, 0);
    for (size_t i = 0; i < c->shape.arrays; ++i) {
        ck_assert_msg(memcmp(dst[i], c->dst[i], c->dst_bytes) == 0, "%s: not the emulator's bits",
                      convolution_describe(&c->d));
        free(dst[i]);
    }
}

/* The pieces here are of float. */
static void check(fftc_convolution_description d, const fftc_vulkan_plan_options *options,
                  testing_random *random)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(device.context);
    if (d.signal.precision == FFTC_FLOAT64 && (!info->float64 || options->accessors != NULL)) {
        d.signal.precision = FFTC_FLOAT32;
    }
    fftc_vulkan_convolution *plan = make(&d, options);
    convolution_case c = convolution_case_start(&d, random);
    run(&c, plan, options->own_scratch);
    convolution_case_judge(&c, fftc_vulkan_convolution_error_bound(plan));
    if (options->exact) {
        check_bits(&c, options);
    }
    convolution_case_end(&c);
    fftc_vulkan_convolution_destroy(plan);
}

START_TEST(convolution_any_description_right_on_every_device)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        testing_random random = testing_random_start("devices");
        vulkan_plan_open(numbers[k], &device);
        bool addresses = fftc_vulkan_device_info(device.context)->device_address;
        for (int i = 0; i < (int)(TRIALS * transform_campaign()); ++i) {
            fftc_vulkan_plan_options options = {.exact = i % 2 == 0,
                                                .addresses = addresses && i % 4 >= 2,
                                                .own_scratch = i % 3 == 0,
                                                .effort = i % 4 == 1 ? FFTC_MEASURE : FFTC_ESTIMATE,
                                                .seconds = 0.5,
                                                .passes.no_subgroups = i % 5 == 4,
                                                .passes.less_scratch = i % 7 == 2,
                                                .passes.pair_batch = i % 3 == 1,
                                                /* which compile faster */
                                                .passes.registers = i % 5 == 3 ? 8 : 4};
            fftc_convolution_description d = convolution_draw(&random, 400, 100000);
            if (vulkan_testing_turn((unsigned)i, k, count)) {
                check(d, &options, &random);
            }
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

/* A line of several dispatches, a picture of which only a part exists and is wanted, colours side
 * by side. */
START_TEST(convolution_each_way_right_on_every_device)
{
    static const fftc_convolution_description ways[] = {
        {.signal = {.length = {12000}}, .kernel_length = {3000}, .kernel_origin = {150}},
        {.signal = {.length = {20, 30},
                    .kind = FFTC_REAL,
                    .batch = 3,
                    .src_range = {{0, 16}, {0, 25}},
                    .dst_range = {{0, 16}, {0, 25}},
                    .src_stride = {75, 3},
                    .dst_stride = {75, 3},
                    .src_distance = 1,
                    .dst_distance = 1,
                    .placement = FFTC_IN_PLACE},
         .kernel_length = {5, 7},
         .kernel_origin = {2, 3}},
        /* Signals in blocks; a real one by a right-angle convolution. */
        {.signal = {.length = {12000}, .batch = 2}, .kernel_length = {30}, .kernel_origin = {20}},
        {.signal = {.length = {1200}, .kind = FFTC_REAL, .src_range = {{0, 600}}},
         .kernel_length = {600}},
    };
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t k = 0; k < count; ++k) {
        testing_random random = testing_random_start("ways");
        vulkan_plan_open(numbers[k], &device);
        for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
            const fftc_vulkan_plan_options options = {
                .exact = true,
                .passes.registers = 4,
                .accessors = ways[i].signal.length[0] < 2000 ? &doubling : NULL};
            if (vulkan_testing_turn((unsigned)i, k, count)) {
                check(ways[i], &options, &random);
            }
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

/* Records with one span changed; nothing may be appended. */
static void refuse(const fftc_vulkan_convolution *plan,
                   const fftc_vulkan_convolution_buffers *buffers, bool prepare, const char *word)
{
    fftc_error error;
    fftc_status status =
        prepare ? fftc_vulkan_convolution_prepare(plan, device.queue.commands, buffers, &error)
                : fftc_vulkan_convolution_record(plan, device.queue.commands, buffers, &error);
    ck_assert_int_eq(status, FFTC_INVALID_ARGUMENT);
    ck_assert_msg(strstr(error.message, word) != NULL, "no \"%s\" in: %s", word, error.message);
}

/* Checks a spectrum that shares memory, all of it or its last bytes. */
static void check_spectrum_apart(const fftc_vulkan_convolution *plan,
                                 const fftc_vulkan_convolution_buffers *good)
{
    fftc_vulkan_convolution_buffers bad = *good;
    bad.spectrum = good->src;
    bad.spectrum.bytes = 0;
    refuse(plan, &bad, false, "where src is");
    bad.spectrum = good->dst;
    bad.spectrum.bytes = 0;
    refuse(plan, &bad, false, "where dst is");
    bad.spectrum = good->scratch;
    bad.spectrum.bytes = 0;
    refuse(plan, &bad, false, "where scratch is");
    refuse(plan, &bad, true, "where spectrum is");
    bad.spectrum = good->spectrum;
    bad.dst = good->spectrum;
    bad.dst.offset = (good->spectrum.bytes - 8) / 256 * 256;
    bad.dst.bytes = 0;
    refuse(plan, &bad, false, "where dst is");
}

static void check_records(void)
{
    const fftc_convolution_description d = {.signal = {.length = {6, 10}}, .kernel_length = {3, 3}};
    const fftc_vulkan_plan_options options = {.passes.registers = 4};
    fftc_vulkan_convolution *plan = make(&d, &options);
    gpu_buffer buffer[5];
    static const fftc_vulkan_side sides[5] = {FFTC_VULKAN_SRC, FFTC_VULKAN_DST, FFTC_VULKAN_KERNEL,
                                              FFTC_VULKAN_SPECTRUM, FFTC_VULKAN_SCRATCH};
    fftc_vulkan_span span[5];
    for (int i = 0; i < 5; ++i) {
        uint64_t bytes = fftc_vulkan_convolution_bytes(plan, sides[i]);
        ck_assert_int_eq(gpu_buffer_create(&device.queue, bytes + 1024, false, &buffer[i]),
                         VK_SUCCESS);
        span[i] = (fftc_vulkan_span){.buffer = buffer[i].handle, .bytes = bytes};
    }
    const fftc_vulkan_convolution_buffers good = {
        .src = span[0], .dst = span[1], .kernel = span[2], .spectrum = span[3], .scratch = span[4]};
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    fftc_vulkan_convolution_buffers bad = good;
    bad.src.bytes -= 1;
    refuse(plan, &bad, false, "src has");
    bad = good;
    bad.dst.bytes -= 1;
    refuse(plan, &bad, false, "dst has");
    bad = good;
    bad.spectrum.bytes -= 1;
    refuse(plan, &bad, false, "spectrum has");
    refuse(plan, &bad, true, "spectrum has");
    bad.spectrum = good.spectrum;
    bad.spectrum.offset = 4;
    refuse(plan, &bad, false, "spectrum starts");
    refuse(plan, &bad, true, "spectrum starts");
    bad = good;
    bad.kernel.bytes -= 1;
    refuse(plan, &bad, true, "kernel has");
    bad.kernel = (fftc_vulkan_span){.buffer = VK_NULL_HANDLE};
    refuse(plan, &bad, true, "kernel has no buffer");
    bad.kernel = good.spectrum;
    bad.kernel.bytes = 0;
    refuse(plan, &bad, true, "where kernel is");
    check_spectrum_apart(plan, &good);
    bad = good;
    bad.scratch = (fftc_vulkan_span){.buffer = VK_NULL_HANDLE};
    refuse(plan, &bad, false, "scratch has no buffer");
    bad = good;
    bad.src = bad.dst;
    refuse(plan, &bad, false, "FFTC_IN_PLACE");
    refuse(NULL, &good, false, "plan is NULL");
    refuse(plan, NULL, true, "buffers is NULL");
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    for (int i = 0; i < 5; ++i) {
        gpu_buffer_destroy(&device.queue, &buffer[i]);
    }
    fftc_vulkan_convolution_destroy(plan);
}

static void check_creation(void)
{
    const fftc_convolution_description good = {.signal = {.length = {16}}};
    const fftc_accessors accessors = {.load = "fftc_complex load(fftc_uint index);\n"};
    const fftc_accessors wrong = {
        .load = "fftc_complex fftc_user_load(fftc_uint index) { return fftc_nobody(index); }\n"};
    const fftc_vulkan_plan_options with = {.accessors = &accessors};
    fftc_convolution_description d = good;
    fftc_vulkan_convolution *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_convolution_create(NULL, &d, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, NULL, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, &d, NULL, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, &d, &with, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_null(plan);
    const fftc_vulkan_plan_options badly = {.accessors = &wrong};
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, &d, &badly, &plan, &error),
                     FFTC_COMPILE_FAILED);
    ck_assert_ptr_nonnull(strstr(error.message, "accessors.load, line 1"));
    ck_assert_ptr_null(plan);
    const fftc_vulkan_plan_options odd = {.effort = (fftc_effort)99};
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, &d, &odd, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "effort 99"));
    d.kernel_length[0] = 17;
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, &d, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    d = good;
    d.signal.length[0] = (uint64_t)1 << 31;
    d.kernel_length[0] = 1;
    ck_assert_int_ne(fftc_vulkan_convolution_create(device.context, &d, NULL, &plan, &error),
                     FFTC_SUCCESS);
    ck_assert_int_ne(error.message[0], '\0');
    d = good;
    d.signal.batch = (uint64_t)1 << 40;
    ck_assert_int_eq(fftc_vulkan_convolution_create(device.context, &d, NULL, &plan, &error),
                     FFTC_TOO_LARGE);
    fftc_vulkan_convolution_destroy(NULL);
    ck_assert_uint_eq(fftc_vulkan_convolution_bytes(NULL, FFTC_VULKAN_SRC), 0);
}

START_TEST(convolution_bad_arguments_refused)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    if (vulkan_testing_devices(numbers) != 0) {
        vulkan_plan_open(numbers[0], &device);
        check_records();
        check_creation();
        vulkan_plan_close(&device);
    }
}
END_TEST

static void refuse_too_large(fftc_vulkan *context, const fftc_convolution_description *d,
                             bool addresses, const char *part, bool advised)
{
    const fftc_vulkan_plan_options options = {.addresses = addresses};
    fftc_vulkan_convolution *plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_convolution_create(context, d, &options, &plan, &error),
                     FFTC_TOO_LARGE);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, part) != NULL, "no \"%s\" in: %s", part, error.message);
    ck_assert_msg((strstr(error.message, "options.addresses") != NULL) == advised, "%s",
                  error.message);
}

/* A batch is not recorded in parts: where no descriptor reaches all of it, addresses do, and the
 * message says so. They do not help where it is the spectrum that is too large. */
START_TEST(convolution_beyond_descriptors_by_addresses_right)
{
    static const fftc_convolution_description cases[] = {
        {.signal = {.length = {100}, .batch = 20}, .kernel_length = {5}},
        {.signal = {.length = {8, 12}, .kind = FFTC_REAL, .batch = 41}, .kernel_length = {3, 2}},
        {.signal = {.length = {8, 12}, .batch = 20, .placement = FFTC_IN_PLACE},
         .kernel_length = {3, 3}}};
    static const fftc_convolution_description long_kernel = {.signal = {.length = {1000}},
                                                             .kernel_length = {500}};
    testing_random random = testing_random_start("beyond descriptors");
    device.context = vulkan_limits_open((vulkan_limits_pretence){.buffer_bytes = 4096});
    ck_assert_int_eq(gpu_open(device.context, &device.queue), VK_SUCCESS);
    const fftc_vulkan_device *info = fftc_vulkan_device_info(device.context);
    fftc_vulkan *sets = vulkan_testing_wrap(device.context);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const fftc_vulkan_plan_options options = {
            .exact = true, .addresses = info->push_descriptor, .passes.registers = 4};
        refuse_too_large(sets, &cases[i], false, "pass a smaller batch", false);
        if (info->push_descriptor) {
            refuse_too_large(device.context, &cases[i], false, "pass a smaller batch",
                             info->device_address);
        }
        if (info->device_address) {
            check(cases[i], &options, &random);
        }
    }
    refuse_too_large(device.context, &long_kernel, false, "pass shorter axes", false);
    if (info->device_address) {
        refuse_too_large(device.context, &long_kernel, true, "the spectrum has", false);
    }
    fftc_vulkan_destroy(sets);
    vulkan_plan_close(&device);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_convolution", convolution_any_description_right_on_every_device,
                    convolution_each_way_right_on_every_device,
                    convolution_beyond_descriptors_by_addresses_right,
                    convolution_bad_arguments_refused)
