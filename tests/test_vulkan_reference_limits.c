/* SPDX-License-Identifier: MIT
 *
 * The reference FFT on devices that this machine does not have: with less shared memory, smaller
 * buffers, other subgroups.
 */
#include <stdlib.h>
#include <string.h>

#include "fftcore/emulate.h"
#include "vulkan_limits_testing.h"

/* `transforms` of 256 points, against the CPU. */
static void expect_same_bits(fftc_vulkan *context, uint32_t subgroup_log2, uint64_t transforms)
{
    const fftc_workgroup_fft fft = {.elements_log2 = 2,
                                    .workgroup_log2 = 6,
                                    .subgroup_log2 = subgroup_log2,
                                    .batch = transforms};
    testing_random random = testing_random_start("vulkan limits");
    testing_buffer data = testing_buffer_create(transforms * 2048, 16);
    testing_buffer expected = testing_buffer_create(transforms * 2048, 16);
    testing_buffer stages = testing_buffer_create(transforms * 2048 * 8, 16);
    testing_buffer expected_stages = testing_buffer_create(transforms * 2048 * 8, 16);
    fftc_error error;
    testing_fill(FFTC_FLOAT32, data.data, transforms * 256, &random);
    memcpy(expected.data, data.data, data.bytes);
    ck_assert_int_eq(fftc_workgroup_fft_emulate(&fft, NULL, expected.data, expected_stages.data,
                                                NULL, NULL, 0, NULL),
                     FFTC_SUCCESS);
    ck_assert_msg(fftc_workgroup_fft_vulkan(context, &fft, data.data, stages.data, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_mem_eq(data.data, expected.data, data.bytes);
    ck_assert_mem_eq(stages.data, expected_stages.data, stages.bytes);
    testing_buffer_release(&data);
    testing_buffer_release(&expected);
    testing_buffer_release(&stages);
    testing_buffer_release(&expected_stages);
}

static void expect_refusal(fftc_vulkan *context, const fftc_workgroup_fft *fft, const char *part)
{
    float untouched = 1.0f;
    fftc_error error;
    ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, fft, &untouched, NULL, &error),
                     FFTC_UNSUPPORTED);
    ck_assert_msg(strstr(error.message, part) != NULL, "\"%s\" lacks \"%s\"", error.message, part);
    ck_assert(untouched == 1.0f);
}

START_TEST(shared_memory_too_small_unsupported)
{
    const fftc_workgroup_fft wide = {.elements_log2 = 1, .workgroup_log2 = 7};
    fftc_vulkan *context = vulkan_limits_open((vulkan_limits_pretence){.shared_bytes = 1000});
    expect_refusal(context, &wide, "1024 bytes of shared memory");
    expect_same_bits(context, 0, 1); /* 512 bytes */
    vulkan_testing_close(context);
}
END_TEST

START_TEST(buffer_too_small_for_one_transform_unsupported)
{
    const fftc_workgroup_fft longer = {.elements_log2 = 8, .workgroup_log2 = 6};
    fftc_vulkan *context = vulkan_limits_open((vulkan_limits_pretence){.buffer_bytes = 100000});
    expect_refusal(context, &longer, "131072 bytes");
    vulkan_testing_close(context);
}
END_TEST

/* 16384 bytes of stages a transform: four of them at once. */
START_TEST(buffer_small_batch_in_parts_same_bits)
{
    fftc_vulkan *context = vulkan_limits_open((vulkan_limits_pretence){.buffer_bytes = 70000});
    expect_same_bits(context, 0, 11);
    vulkan_testing_close(context);
}
END_TEST

START_TEST(shuffles_missing_unsupported_but_without_subgroups_fine)
{
    const fftc_workgroup_fft shuffling = {
        .elements_log2 = 1, .workgroup_log2 = 6, .subgroup_log2 = 1};
    fftc_vulkan *context = vulkan_limits_open((vulkan_limits_pretence){.no_shuffle = true});
    expect_refusal(context, &shuffling, "pass at most 0");
    expect_same_bits(context, 0, 2);
    vulkan_testing_close(context);
}
END_TEST

START_TEST(full_subgroups_missing_same_bits)
{
    fftc_vulkan *context = vulkan_limits_open((vulkan_limits_pretence){.no_full_subgroups = true});
    heard.full_subgroups = true;
    expect_same_bits(context, 1, 2);
    ck_assert(!heard.full_subgroups);
    ck_assert_uint_eq(heard.subgroup_size, 0);
    vulkan_testing_close(context);
}
END_TEST

/* A device with a range of sizes, its own choice 32, at most 4 subgroups in a workgroup. */
START_TEST(subgroup_size_near_the_devices_choice)
{
    const struct {
        uint32_t workgroup_log2;
        uint32_t subgroup_log2;
        uint32_t size; /* 0: none will do */
    } cases[] = {{6, 2, 32}, {5, 5, 32}, {4, 2, 16}, {3, 1, 8},
                 {2, 2, 4},  {1, 1, 0},  {6, 6, 64}, {7, 1, 32}};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    (void)vulkan_testing_devices(numbers);
    const fftc_vulkan_options options = {.device = numbers[0]};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_vulkan *context;
        float data[512];
        const fftc_workgroup_fft fft = {.elements_log2 = 1,
                                        .workgroup_log2 = cases[i].workgroup_log2,
                                        .subgroup_log2 = cases[i].subgroup_log2};
        pretend = (vulkan_limits_pretence){
            .subgroup_size = 32, .subgroup_size_max = 64, .subgroups = 4, .no_pipeline = true};
        ck_assert_int_eq(fftc_vulkan_create(&options, &context, NULL), FFTC_SUCCESS);
        if (!fftc_vulkan_device_info(context)->subgroup_full) {
            fftc_vulkan_destroy(context);
            return;
        }
        heard.subgroup_size = 99;
        ck_assert_int_eq(fftc_workgroup_fft_vulkan(context, &fft, data, NULL, NULL),
                         FFTC_OUT_OF_MEMORY);
        ck_assert_msg(heard.subgroup_size == cases[i].size, "case %zu: asked for %u", i,
                      (unsigned)heard.subgroup_size);
        ck_assert(heard.full_subgroups == (cases[i].size != 0));
        fftc_vulkan_destroy(context);
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan reference limits", shared_memory_too_small_unsupported,
                    buffer_too_small_for_one_transform_unsupported,
                    buffer_small_batch_in_parts_same_bits,
                    shuffles_missing_unsupported_but_without_subgroups_fine,
                    full_subgroups_missing_same_bits, subgroup_size_near_the_devices_choice)
