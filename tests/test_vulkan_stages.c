/* SPDX-License-Identifier: MIT
 *
 * Stage differences on devices, for transforms of the sizes that people use: after every stage the
 * device holds the bits of the SIMD execution, and FFTW finishes what the device holds.
 * (test_vulkan_reference.c goes through the small shapes one by one.)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stage_oracle.h"
#include "vulkan_testing.h"

static const uint32_t shapes[][2] = {{1, 7}, {4, 4}, {3, 6}, {2, 8}, {1, 9}, {4, 10}};

static bool can(const fftc_vulkan *context, const fftc_workgroup_fft *fft)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(context);
    uint64_t shared = (uint64_t)2 * fftc_precision_bytes(fft->precision) << fft->workgroup_log2;
    return (fft->precision != FFTC_FLOAT64 || info->float64) &&
           (fft->precision != FFTC_FLOAT16 || info->float16) && shared <= info->shared_bytes &&
           1u << fft->workgroup_log2 <= info->invocations_max;
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

/* FFTW's verdict on what the device holds after each stage. */
static double worst_error(const fftc_workgroup_fft *fft, const void *source, const char *stages)
{
    uint32_t stage_count = fftc_workgroup_fft_stage_count(fft);
    size_t n = (size_t)1 << stage_count;
    size_t bytes = n * 2 * fftc_precision_bytes(fft->precision);
    double *wide = malloc(n * 2 * sizeof *wide);
    double *spectrum = malloc(n * 2 * sizeof *spectrum);
    double worst = 0.0;
    ck_assert(wide != NULL && spectrum != NULL);
    testing_to_double(fft->precision, source, n, wide);
    stage_oracle_spectrum(fft, wide, spectrum);
    for (uint32_t stage = 0; stage < stage_count; ++stage) {
        testing_to_double(fft->precision, stages + stage * bytes, n, wide);
        double error = stage_oracle_error(fft, stage, spectrum, wide);
        worst = error > worst ? error : worst;
    }
    free(wide);
    free(spectrum);
    return worst;
}

/* False if the device or the CPU's compiler lacks the precision, or the device the size. */
static bool check(fftc_vulkan *context, const fftc_workgroup_fft *fft)
{
    uint32_t stage_count = fftc_workgroup_fft_stage_count(fft);
    size_t n = (size_t)1 << stage_count;
    size_t bytes = n * 2 * fftc_precision_bytes(fft->precision);
    testing_buffer source = testing_buffer_create(bytes, 16);
    testing_buffer data = testing_buffer_create(bytes, 16);
    testing_buffer stages[2] = {testing_buffer_create(bytes * stage_count, 16),
                                testing_buffer_create(bytes * stage_count, 16)};
    testing_random random = testing_random_start("vulkan stages");
    fftc_workgroup_fft simd = *fft;
    fftc_error error;
    const char *name = fftc_vulkan_device_info(context)->name;

    simd.subgroup_log2 = 2;
    testing_fill(fft->precision, source.data, n, &random);
    memcpy(data.data, source.data, bytes);
    fftc_status status = fftc_workgroup_fft_simd(&simd, data.data, stages[0].data, 1, &error);
    bool able = can(context, fft) && status != FFTC_UNSUPPORTED;
    if (able) {
        ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
        memcpy(data.data, source.data, bytes);
        status = fftc_workgroup_fft_vulkan(context, fft, data.data, stages[1].data, &error);
        ck_assert_msg(status == FFTC_SUCCESS, "%s: %s", name, error.message);
        for (uint32_t stage = 0; stage < stage_count; ++stage) {
            ck_assert_msg(memcmp((char *)stages[0].data + stage * bytes,
                                 (char *)stages[1].data + stage * bytes, bytes) == 0,
                          "%s: stage %u differs: E %u W %u S %u, %zu-byte scalars", name, stage,
                          fft->elements_log2, fft->workgroup_log2, fft->subgroup_log2,
                          fftc_precision_bytes(fft->precision));
        }
        double worst = worst_error(fft, source.data, stages[1].data);
        double bound = fftc_error_bound(fft->precision, n);
        ck_assert_msg(worst <= bound, "%s: FFTW finds an error of %g, bound %g: E %u W %u", name,
                      worst, bound, fft->elements_log2, fft->workgroup_log2);
    }
    testing_buffer_release(&source);
    testing_buffer_release(&data);
    testing_buffer_release(&stages[0]);
    testing_buffer_release(&stages[1]);
    return able;
}

static void check_devices(fftc_precision precision, uint32_t computed)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan *context = vulkan_testing_open(numbers[i]);
        unsigned run = 0;
        for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; ++shape) {
            for (int inverse = 0; inverse < 2; ++inverse) {
                const fftc_workgroup_fft fft = {
                    .elements_log2 = shapes[shape][0],
                    .workgroup_log2 = shapes[shape][1],
                    .subgroup_log2 = shape % 3 == 2 ? 0 : lanes_log2(context),
                    .precision = precision,
                    .direction = inverse != 0 ? FFTC_INVERSE : FFTC_FORWARD,
                    .computed_twiddles = computed};
                run += check(context, &fft);
            }
        }
        printf("%s: %u transforms of %zu-byte scalars\n", fftc_vulkan_device_info(context)->name,
               run, fftc_precision_bytes(precision));
        vulkan_testing_close(context);
    }
}

START_TEST(float_stages_are_simd_and_fftw_finishes)
{
    check_devices(FFTC_FLOAT32, 0);
    check_devices(FFTC_FLOAT32, 1);
}
END_TEST

START_TEST(double_stages_are_simd_and_fftw_finishes)
{
    check_devices(FFTC_FLOAT64, 0);
}
END_TEST

START_TEST(half_stages_are_simd_and_fftw_finishes)
{
    check_devices(FFTC_FLOAT16, 0);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan stages", float_stages_are_simd_and_fftw_finishes,
                    double_stages_are_simd_and_fftw_finishes,
                    half_stages_are_simd_and_fftw_finishes)
