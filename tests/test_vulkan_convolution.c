/* SPDX-License-Identifier: MIT
 *
 * Convolutions on every device, under validation: the sums, in exact mode the bits of the emulator, and what
 * is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "convolution_testing.h"
#include "fftcore/emulate_plan.h"
#include "transform_testing.h"
#include "vulkan_plan_testing.h"

#ifdef TESTING_SANITIZED_THREAD
#define TRIALS 2
#else
#define TRIALS 6
#endif

static vulkan_plan_device device;

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
    bool subgroups = info->subgroup_full && info->subgroup_shuffle && !options->no_subgroups;
    const fftc_emulation config = {.subgroup_size = info->subgroup_size};
    const fftc_plan_emulation e = {.invocations_max = info->invocations_max,
                                   .shared_bytes = info->shared_bytes,
                                   .no_subgroups = !subgroups,
                                   .registers = options->registers,
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
    fftc_plan_report report;
    fftc_error error;
    ck_assert_msg(fftc_convolution_emulate(&c->d, &e, &arrays, &report, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_uint_eq(report.finding_count, 0);
    for (size_t i = 0; i < c->shape.arrays; ++i) {
        ck_assert_msg(memcmp(dst[i], c->dst[i], c->dst_bytes) == 0, "%s: not the emulator's bits",
                      convolution_describe(&c->d));
        free(dst[i]);
    }
}

static void check(fftc_convolution_description d, const fftc_vulkan_plan_options *options,
                  testing_random *random)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(device.context);
    if (d.signal.precision == FFTC_FLOAT64 && !info->float64) {
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
                                                .no_subgroups = i % 5 == 4,
                                                /* which compile faster */
                                                .registers = i % 5 == 3 ? 0 : 4};
            check(convolution_draw(&random, 600, 100000), &options, &random);
        }
        vulkan_plan_close(&device);
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_convolution", convolution_any_description_right_on_every_device)
