/* SPDX-License-Identifier: MIT
 *
 * Convolutions with accessors that have the signal and its sums elsewhere: the bits of the
 * emulator, on every device, by descriptors and by addresses, in one dispatch (with the spectrum in
 * it) and in several.
 */
#include <string.h>

#include "convolution_testing.h"
#include "fftcore/emulate_plan.h"
#include "transform_testing.h"
#include "vulkan_plan_testing.h"

#define NUMBERS 900 /* of a signal */
#define TAPS 11

/* Samples of 16 bits, two to a word, with a gain; sums by index, each beside its number. */
FFTC_PIECE(
    samples_load, fftc_complex fftc_user_load(fftc_uint index) {
        fftc_uint bits = (fftc_extra_get(0u, index >> 1u) >> ((index & 1u) << 4u)) & 0xffffu;
        FFTC_PRECISE fftc_real x =
            fftc_real_from_wide(fftc_wide_from_uint(bits ^ 0x8000u)) - FFTC_REAL(32768.0);
        FFTC_PRECISE fftc_real y = x * fftc_real_from_word(FFTC_UINT(fftc_user_word(3u)));
        return fftc_complex_make(y, FFTC_REAL(0.0));
    })

FFTC_PIECE(
    sums_store, void fftc_user_store(fftc_uint index, fftc_complex value) {
        fftc_extra_set(2u, 2u * index, index + fftc_user_word(7u));
        fftc_extra_set(2u, 2u * index + 1u, fftc_word_from_real(value.re));
    })

static const fftc_accessors accessors = {
    .load = samples_load,
    .store = sums_store,
    .extra = {FFTC_EXTRA_BUFFER, FFTC_EXTRA_NONE, FFTC_EXTRA_BUFFER}};

static vulkan_plan_device device;
static int16_t samples[NUMBERS];
static float kernel[TAPS];
static uint32_t sums[2][2 * NUMBERS]; /* by the device, by the emulator */
static const float gain = 0.125F;

static gpu_buffer make_buffer(const void *data, size_t bytes)
{
    gpu_buffer buffer;
    ck_assert_int_eq(gpu_buffer_create(&device.queue, bytes, true, &buffer), VK_SUCCESS);
    if (data != NULL) {
        memcpy(buffer.mapped, data, bytes);
    }
    return buffer;
}

static void run_device(const fftc_convolution_description *d,
                       const fftc_vulkan_plan_options *options)
{
    fftc_vulkan_convolution *plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_convolution_create(device.context, d, options, &plan, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_uint_eq(fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SRC), 0);
    ck_assert_uint_eq(fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_DST), 0);
    uint64_t scratch_bytes = fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SCRATCH);
    gpu_buffer buffers[] = {
        make_buffer(samples, sizeof samples), make_buffer(kernel, sizeof kernel),
        make_buffer(NULL, sizeof sums[0]),
        make_buffer(NULL, fftc_vulkan_convolution_bytes(plan, FFTC_VULKAN_SPECTRUM)),
        make_buffer(NULL, scratch_bytes != 0 ? scratch_bytes : 4)};
    fftc_vulkan_convolution_buffers b = {.kernel = {.buffer = buffers[1].handle},
                                         .spectrum = {.buffer = buffers[3].handle},
                                         .scratch = {.buffer = buffers[4].handle},
                                         .extra = {[0] = {.span = {.buffer = buffers[0].handle}},
                                                   [2] = {.span = {.buffer = buffers[2].handle}}},
                                         .word = {[7] = 5}};
    memcpy(&b.word[3], &gain, sizeof gain);
    ck_assert_int_eq(gpu_begin(&device.queue), VK_SUCCESS);
    gpu_barrier(&device.queue);
    ck_assert_int_eq(fftc_vulkan_convolution_prepare(plan, device.queue.commands, &b, &error),
                     FFTC_SUCCESS);
    gpu_barrier(&device.queue);
    fftc_vulkan_convolution_buffers bad = b;
    bad.extra[2].span.buffer = VK_NULL_HANDLE;
    ck_assert_int_eq(fftc_vulkan_convolution_record(plan, device.queue.commands, &bad, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "extra[2]"));
    ck_assert_msg(fftc_vulkan_convolution_record(plan, device.queue.commands, &b, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    gpu_barrier(&device.queue);
    ck_assert_int_eq(gpu_submit(&device.queue), VK_SUCCESS);
    memcpy(sums[0], buffers[2].mapped, sizeof sums[0]);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; ++i) {
        gpu_buffer_destroy(&device.queue, &buffers[i]);
    }
    fftc_vulkan_convolution_destroy(plan);
}

static double run_emulator(const fftc_convolution_description *d,
                           const fftc_vulkan_plan_options *options)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(device.context);
    const fftc_emulation config = {.subgroup_size = info->subgroup_size};
    fftc_emulated_device e = {
        .invocations_max = info->invocations_max,
        .shared_bytes = info->shared_bytes,
        .passes.no_subgroups = !(info->subgroup_full && info->subgroup_shuffle),
        .passes.registers = options->passes.registers,
        .load = fftc_emulated_load,
        .store = fftc_emulated_store,
        .extra = {[0] = {.data = samples, .element_bytes = 4, .element_count = NUMBERS / 2},
                  [2] = {.data = sums[1], .element_bytes = 4, .element_count = 2 * NUMBERS}},
        .word = {[7] = 5},
        .config = &config};
    const fftc_convolution_arrays arrays = {.kernel = kernel};
    fftc_emulated_report report;
    fftc_error error;
    memcpy(&e.word[3], &gain, sizeof gain);
    ck_assert_msg(fftc_emulate_convolution(d, &e, &arrays, &report, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_uint_eq(report.finding_count, 0);
    return report.bound;
}

/* The sums themselves, of rows of `numbers` samples and a causal kernel. */
static void check_sums(size_t numbers, double bound)
{
    double magnitudes = 0.0;
    double norm = 0.0;
    double error = 0.0;
    for (int t = 0; t < TAPS; ++t) {
        magnitudes += kernel[t] < 0.0F ? -(double)kernel[t] : (double)kernel[t];
    }
    for (size_t i = 0; i < NUMBERS; ++i) {
        float got;
        double sum = 0.0;
        for (size_t t = 0; t < TAPS && t <= i % numbers; ++t) {
            sum += (double)kernel[t] * (double)gain * samples[i - t];
        }
        ck_assert_uint_eq(sums[0][2 * i], i + 5);
        memcpy(&got, &sums[0][2 * i + 1], sizeof got);
        error += ((double)got - sum) * ((double)got - sum);
        norm += (double)gain * samples[i] * (double)gain * samples[i];
    }
    ck_assert_double_le(error, bound * bound * magnitudes * magnitudes * norm);
}

START_TEST(convolution_accessors_have_the_emulators_bits)
{
    static const uint64_t rows[] = {1, 9};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    testing_random random = testing_random_start("accessors");
    for (int i = 0; i < NUMBERS; ++i) {
        samples[i] = (int16_t)testing_random_next(&random);
    }
    for (int i = 0; i < TAPS; ++i) {
        kernel[i] = (float)testing_random_real(&random);
    }
    for (uint32_t k = 0; k < 4 * count; ++k) {
        fftc_convolution_description d;
        const uint64_t n[] = {rows[k % 2], NUMBERS / rows[k % 2]};
        const uint64_t taps[] = {1, TAPS};
        vulkan_plan_open(numbers[k / 4], &device);
        bool addresses = k / 2 % 2 != 0 && fftc_vulkan_device_info(device.context)->device_address;
        const fftc_vulkan_plan_options options = {
            .exact = true, .addresses = addresses, .passes.registers = 4, .accessors = &accessors};
        ck_assert_int_eq(fftc_convolution_describe_linear(2, n, taps, FFTC_FULL, FFTC_CONVOLVE,
                                                          FFTC_REAL, &d, NULL),
                         FFTC_SUCCESS);
        d.signal.dst_range[1].end = n[1];
        d.signal.dst_stride[0] = n[1];
        run_device(&d, &options);
        double bound = run_emulator(&d, &options);
        ck_assert(memcmp(sums[0], sums[1], sizeof sums[0]) == 0);
        check_sums(n[1], bound);
        vulkan_plan_close(&device);
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_convolution_edges", convolution_accessors_have_the_emulators_bits)
