/* SPDX-License-Identifier: MIT
 *
 * The reference FFT on every device against the CPU: the same bits, at the end and after every
 * stage, and nothing written that should not be.
 */
#include <stdio.h>
#include <string.h>

#include "fftcore/emulate.h"
#include "vulkan_testing.h"

/* What one description is run on. The stages' buffer may be absent. */
typedef struct arrays {
    testing_buffer data;
    testing_buffer stages;
    testing_buffer expected;
    testing_buffer expected_stages;
} arrays;

static void describe(const fftc_workgroup_fft *fft, char text[96])
{
    snprintf(text, 96, "E %u, W %u, S %u, %zu-byte scalars, %s, %s twiddles",
             (unsigned)fft->elements_log2, (unsigned)fft->workgroup_log2,
             (unsigned)fft->subgroup_log2, fftc_precision_bytes(fft->precision),
             fft->direction == FFTC_FORWARD ? "forward" : "inverse",
             fft->computed_twiddles != 0 ? "computed" : "table");
}

/* The CPU's answer: the subgroup size does not change the bits, so the emulator takes any. */
static void expect(const fftc_workgroup_fft *fft, const arrays *a)
{
    fftc_error error;
    fftc_emulation config = {.observers = FFTC_OBSERVE_NONE};
    fftc_status status = fftc_workgroup_fft_emulate(fft, &config, a->expected.data,
                                                    a->expected_stages.data, NULL, NULL, 0, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
}

static void compare(const fftc_workgroup_fft *fft, const char *device, const arrays *a)
{
    char text[96];
    describe(fft, text);
    ck_assert_msg(memcmp(a->data.data, a->expected.data, a->data.bytes) == 0,
                  "%s: %s: result differs", device, text);
    if (a->stages.data != NULL) {
        size_t one = a->stages.bytes / (fft->batch == 0 ? 1 : fft->batch) /
                     fftc_workgroup_fft_stage_count(fft);
        for (size_t at = 0; at < a->stages.bytes; at += one) {
            ck_assert_msg(
                memcmp((char *)a->stages.data + at, (char *)a->expected_stages.data + at, one) == 0,
                "%s: %s: array %zu of the stages differs", device, text, at / one);
        }
    }
}

static void run(fftc_vulkan *context, const fftc_workgroup_fft *fft, bool stages)
{
    size_t batch = fft->batch == 0 ? 1 : fft->batch;
    size_t points = batch << (fft->elements_log2 + fft->workgroup_log2);
    size_t bytes = points * 2 * fftc_precision_bytes(fft->precision);
    size_t stages_bytes = stages ? bytes * fftc_workgroup_fft_stage_count(fft) : 0;
    testing_random random = testing_random_start("vulkan reference");
    fftc_error error;
    arrays a = {.data = testing_buffer_create(bytes, 16),
                .expected = testing_buffer_create(bytes, 16)};
    if (stages) {
        a.stages = testing_buffer_create(stages_bytes, 16);
        a.expected_stages = testing_buffer_create(stages_bytes, 16);
    }
    testing_fill(fft->precision, a.data.data, points, &random);
    memcpy(a.expected.data, a.data.data, bytes);
    expect(fft, &a);
    ck_assert_msg(fftc_workgroup_fft_vulkan(context, fft, a.data.data, a.stages.data, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    compare(fft, fftc_vulkan_device_info(context)->name, &a);
    testing_buffer_release(&a.data);
    testing_buffer_release(&a.expected);
    if (stages) {
        testing_buffer_release(&a.stages);
        testing_buffer_release(&a.expected_stages);
    }
}

static bool can(const fftc_vulkan *context, fftc_precision precision)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(context);
    return precision == FFTC_FLOAT32 || (precision == FFTC_FLOAT64 ? info->float64 : info->float16);
}

/* Half needs a compiler that knows it, on the CPU's side. */
static bool cpu_can(fftc_precision precision)
{
    uint64_t data[4] = {0};
    const fftc_workgroup_fft fft = {.elements_log2 = 1, .precision = precision};
    return fftc_workgroup_fft_emulate(&fft, NULL, data, NULL, NULL, NULL, 0, NULL) !=
           FFTC_UNSUPPORTED;
}

static uint32_t lanes_log2(const fftc_vulkan *context)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(context);
    uint32_t log2 = 0;
    while (info->subgroup_shuffle && 2u << log2 <= info->subgroup_size) {
        ++log2;
    }
    return log2;
}

typedef struct sweep {
    fftc_precision precision;
    uint32_t computed;
    uint32_t elements_max;
    uint32_t workgroup_step;
} sweep;

/* Workgroups that are narrower than the device's subgroups, as wide, and wider. Of each shape two
 * drivers on the CPU have one direction each. */
static void run_sweep(fftc_vulkan *context, const sweep *s, uint32_t device, uint32_t devices)
{
    uint32_t lanes = lanes_log2(context);
    const uint32_t subgroups[3] = {0, lanes > 1 ? lanes - 1 : 0, lanes};
    unsigned drawn = 0;
    unsigned count = 0;
    if (!can(context, s->precision) || !cpu_can(s->precision)) {
        printf("%s: no %zu-byte scalars\n", fftc_vulkan_device_info(context)->name,
               fftc_precision_bytes(s->precision));
        return;
    }
    for (uint32_t e = 1; e <= s->elements_max; ++e) {
        for (uint32_t w = 0; w <= lanes + 3; w += s->workgroup_step) {
            for (uint32_t k = 0; k < 3; ++k) {
                if (k > 0 && subgroups[k] == subgroups[k - 1]) {
                    continue;
                }
                for (int inverse = 0; inverse < 2; ++inverse) {
                    if (!vulkan_testing_turn(drawn++, device, devices)) {
                        continue;
                    }
                    const fftc_workgroup_fft fft = {.elements_log2 = e,
                                                    .workgroup_log2 = w,
                                                    .subgroup_log2 = subgroups[k],
                                                    .precision = s->precision,
                                                    .direction =
                                                        inverse != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                                                    .computed_twiddles = s->computed,
                                                    .batch = 3};
                    run(context, &fft, true);
                    ++count;
                }
            }
        }
    }
    printf("%s: %u descriptions, the same bits\n", fftc_vulkan_device_info(context)->name, count);
}

static void sweep_devices(const sweep *s)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan *context = vulkan_testing_open(numbers[i]);
        run_sweep(context, s, i, count);
        vulkan_testing_close(context);
    }
}

START_TEST(float_table_same_bits_as_cpu)
{
    sweep_devices(&(sweep){FFTC_FLOAT32, 0, 3, 1});
}
END_TEST

START_TEST(float_computed_same_bits_as_cpu)
{
    sweep_devices(&(sweep){FFTC_FLOAT32, 1, 2, 3});
}
END_TEST

START_TEST(double_table_same_bits_as_cpu)
{
    sweep_devices(&(sweep){FFTC_FLOAT64, 0, 2, 3});
}
END_TEST

START_TEST(double_computed_same_bits_as_cpu)
{
    sweep_devices(&(sweep){FFTC_FLOAT64, 1, 1, 3});
}
END_TEST

START_TEST(half_table_same_bits_as_cpu)
{
    sweep_devices(&(sweep){FFTC_FLOAT16, 0, 2, 3});
}
END_TEST

START_TEST(half_computed_same_bits_as_cpu)
{
    sweep_devices(&(sweep){FFTC_FLOAT16, 1, 1, 3});
}
END_TEST

/* The widest workgroup of the device, many elements each. */
START_TEST(long_transforms_same_bits_as_cpu)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan *context = vulkan_testing_open(numbers[i]);
        uint32_t widest = 0;
        while (2u << widest <= fftc_vulkan_device_info(context)->invocations_max &&
               widest < FFTC_WORKGROUP_FFT_MAX_WORKGROUP_LOG2 &&
               (uint64_t)16 << widest <= fftc_vulkan_device_info(context)->shared_bytes) {
            ++widest;
        }
        for (int inverse = 0; inverse < 2; ++inverse) {
            const fftc_workgroup_fft fft = {.elements_log2 = 16 - widest,
                                            .workgroup_log2 = widest,
                                            .subgroup_log2 = lanes_log2(context),
                                            .direction =
                                                inverse != 0 ? FFTC_INVERSE : FFTC_FORWARD};
            run(context, &fft, false);
        }
        vulkan_testing_close(context);
    }
}
END_TEST

/* More transforms than one dispatch may have on some devices (65535 workgroups). */
START_TEST(batch_in_parts_same_bits_as_cpu)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    bool parts = false;
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan *context = vulkan_testing_open(numbers[i]);
        const fftc_workgroup_fft fft = {.elements_log2 = 1, .workgroup_log2 = 1, .batch = 70001};
        run(context, &fft, true);
        parts = parts || fftc_vulkan_device_info(context)->workgroups_max < fft.batch;
        vulkan_testing_close(context);
    }
    printf("%s\n", parts ? "a batch went in parts" : "every device took the batch at once");
}
END_TEST

VULKAN_TESTING_MAIN("vulkan reference", float_table_same_bits_as_cpu,
                    float_computed_same_bits_as_cpu, double_table_same_bits_as_cpu,
                    double_computed_same_bits_as_cpu, half_table_same_bits_as_cpu,
                    half_computed_same_bits_as_cpu, long_transforms_same_bits_as_cpu,
                    batch_in_parts_same_bits_as_cpu)
