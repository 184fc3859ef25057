/* SPDX-License-Identifier: MIT
 *
 * Emitted plans, which are not carried out here: what they say of themselves, that they need no
 * more of a device than was stated, and what is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "emit_testing.h"
#include "gpu/spirv.h"

static uint64_t number_after(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    ck_assert_msg(at != NULL, "no %s", name);
    return strtoull(at + strlen(name), NULL, 10);
}

/* Loops, and variables that are not in registers: drivers keep arrays that a loop indexes in
 * memory, and an H200 takes several times as long then. */
static unsigned left_to_the_driver(const fftc_emitted_kernel *kernel)
{
    unsigned count = 0;
    for (size_t at = FFTC_SPIRV_HEADER_WORDS; at < kernel->spirv_words;
         at += kernel->spirv[at] >> 16) {
        uint32_t operation = kernel->spirv[at] & 0xffff;
        count += operation == FFTC_SPIRV_LOOP_MERGE ||
                 (operation == FFTC_SPIRV_VARIABLE && kernel->spirv[at + 3] == FFTC_SPIRV_FUNCTION);
    }
    return count;
}

/* No device is needed: what Vulkan requires of all is enough for one pass and for several. */
START_TEST(plan_for_any_device_keeps_within_the_least_limits)
{
    static const uint64_t lengths[] = {60, 4096};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        const fftc_transform t = {.length = {lengths[i]}, .batch = 2};
        fftc_emitted_plan plan = emit_testing_plan(&t, NULL, NULL);
        ck_assert_uint_ge(plan.kernels, 1);
        const char *at = plan.description;
        for (uint32_t k = 0; k < plan.kernels; ++k) {
            at = strstr(at, "\"workgroup_size\"");
            ck_assert_uint_le(number_after(at, "\"workgroup_size\": ["), 128);
            ck_assert_uint_le(number_after(at, "\"shared_bytes\": "), 16384);
            ck_assert_uint_eq(number_after(at, "\"subgroup_size\": "), 0);
            ck_assert_uint_eq(left_to_the_driver(&plan.kernel[k]), 0);
            ck_assert_ptr_null(strstr(plan.kernel[k].glsl, "#include"));
            ck_assert_ptr_null(strstr(plan.kernel[k].glsl, "gl_Subgroup"));
            ++at;
        }
        fftc_emitted_plan_free(&plan);
        ck_assert_ptr_null(plan.kernel);
    }
}
END_TEST

START_TEST(more_workgroups_than_a_dispatch_takes_are_split)
{
    const fftc_transform t = {.length = {16}, .batch = 100000};
    const fftc_vulkan_device device = {.invocations_max = 16,
                                       .shared_bytes = 16384,
                                       .workgroups_max = 1000,
                                       .buffer_bytes_max = (uint64_t)1 << 27};
    fftc_emitted_plan plan = emit_testing_plan(&t, &device, NULL);
    uint64_t groups = 0;
    unsigned dispatches = 0;
    for (const char *at = plan.description; (at = strstr(at, "\"workgroups\": [")) != NULL; ++at) {
        uint64_t one = number_after(at, "\"workgroups\": [");
        ck_assert_uint_le(one, 1000);
        groups += one;
        ++dispatches;
    }
    ck_assert_uint_gt(dispatches, 1);
    ck_assert_uint_eq(dispatches, (groups + 999) / 1000);
    ck_assert_ptr_null(strstr(plan.description, "\"barrier_before\": true"));
    fftc_emitted_plan_free(&plan);
}
END_TEST

static void check_told(const char *description, const char *text)
{
    ck_assert_msg(strstr(description, text) != NULL, "%s is not in\n%s", text, description);
}

/* What may be left 0 is written out, as it is meant. */
START_TEST(description_tells_the_transform)
{
    const struct {
        fftc_transform t;
        const char *text[2];
    } told[] = {
        /* Half spectra have fewer items than signals. */
        {{.length = {6, 20}, .kind = FFTC_REAL, .dst_range = {{0, 4}}},
         {"\"dst\": {\"numbers\": \"complex\", \"element_bytes\": 8, \"buffers\": [\"dst\"], "
          "\"length\": [6, 11], \"stride\": [11, 1], \"distance\": 66, "
          "\"range\": [[0, 4], [0, 11]]}",
          "\"range\": [[0, 6], [0, 20]]}"}},
        {{.length = {6, 20},
          .kind = FFTC_REAL,
          .direction = FFTC_INVERSE,
          .scaling = FFTC_SCALE_NONE,
          .format = FFTC_SPLIT,
          .src_range = {{0, 4}},
          .dst_range = {{1, 4}}},
         {"\"element_bytes\": 4, \"buffers\": [\"src\", \"src_im\"]",
          "\"stride\": [20, 1], \"distance\": 120, \"range\": [[1, 4], [0, 20]]}"}},
        /* In place the rows of real numbers have room for their spectra. */
        {{.length = {6, 20}, .kind = FFTC_REAL, .placement = FFTC_IN_PLACE},
         {"\"src\": {\"numbers\": \"real\", \"element_bytes\": 4, \"buffers\": [\"dst\"], "
          "\"length\": [6, 20], \"stride\": [22, 1], \"distance\": 132",
          "{\"name\": \"dst\", \"use\": \"input and output\", \"bytes\": 528}"}},
        {{.length = {5, 6, 20},
          .kind = FFTC_REAL_TO_REAL,
          .loop = {1},
          .trigonometric = {FFTC_DCT_II, FFTC_DCT_II, FFTC_DST_IV},
          .scaling = FFTC_SCALE_UNITARY},
         {"\"scaling\": \"unitary\"", "\"trigonometric\": [null, \"DCT II\", \"DST IV\"]"}},
    };
    for (size_t i = 0; i < sizeof told / sizeof *told; ++i) {
        fftc_emitted_plan plan = emit_testing_plan(&told[i].t, NULL, NULL);
        check_told(plan.description, told[i].text[0]);
        check_told(plan.description, told[i].text[1]);
        check_told(plan.description, "\"options\": {\"exact\": false, \"pair_batch\": false}");
        fftc_emitted_plan_free(&plan);
    }
}
END_TEST

/* As it is refused to plans. */
START_TEST(emit_table_beyond_a_buffer_refused)
{
    const fftc_transform t = {.length = {1009}};
    fftc_vulkan_device device = {.invocations_max = 128,
                                 .shared_bytes = 16384,
                                 .workgroups_max = 65535,
                                 .buffer_bytes_max = 16384};
    fftc_emitted_plan plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_plan_emit(&t, &device, NULL, NULL, &plan, &error), FFTC_TOO_LARGE);
    ck_assert_ptr_nonnull(strstr(error.message, "table"));
    device.buffer_bytes_max = 1 << 20;
    ck_assert_int_eq(fftc_vulkan_plan_emit(&t, &device, NULL, NULL, &plan, &error), FFTC_SUCCESS);
    fftc_emitted_plan_free(&plan);
}
END_TEST

/* Without its origin a centred kernel reads as a causal one. */
START_TEST(emit_convolution_tells_kernel_and_sums)
{
    const fftc_convolution_description d = {
        .signal = {.length = {16, 16}, .kind = FFTC_REAL, .dst_range = {{2, 5}, {0, 0}}},
        .kernel_length = {3, 5},
        .kernel_stride = {8, 1},
        .kernel_origin = {1, 2}};
    const fftc_vulkan_plan_options options = {.exact = true, .passes.pair_batch = true};
    fftc_emitted_plan plans[2];
    ck_assert_int_eq(
        fftc_vulkan_convolution_emit(&d, NULL, &options, NULL, &plans[0], &plans[1], NULL),
        FFTC_SUCCESS);
    for (int i = 0; i < 2; ++i) {
        const char *text = plans[i].description;
        check_told(text, "\"length\": [3, 5], \"stride\": [8, 1], \"origin\": [1, 2]}");
        check_told(text, "\"range\": [[2, 5], [0, 16]]");
        check_told(text, i == 0 ? "\"part\": \"prepare\"" : "\"part\": \"execute\"");
        check_told(text, "\"options\": {\"exact\": true, \"pair_batch\": true}");
    }
    check_told(plans[0].description, "{\"name\": \"spectrum\", \"use\": \"output\"");
    check_told(plans[1].description, "{\"name\": \"spectrum\", \"use\": \"input\"");
    fftc_emitted_plan_free(&plans[0]);
    fftc_emitted_plan_free(&plans[1]);
}
END_TEST

START_TEST(emit_plan_bad_arguments_refused_and_zeroed)
{
    const fftc_transform t = {.length = {16}};
    const fftc_transform wide = {.length = {16}, .precision = FFTC_FLOAT64};
    const fftc_vulkan_device nothing = {.invocations_max = 64};
    const fftc_accessors accessors = {
        .load = "fftc_complex fftc_user_load(fftc_uint i)\n{ return fftc_src_gt(i); }"};
    const fftc_vulkan_plan_options options = {.accessors = &accessors};
    fftc_emitted_plan plan;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_plan_emit(&t, NULL, NULL, NULL, NULL, &error),
                     FFTC_INVALID_ARGUMENT);
    memset(&plan, 0x77, sizeof plan);
    ck_assert_int_eq(fftc_vulkan_plan_emit(NULL, NULL, NULL, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_null(plan.kernel);
    ck_assert_int_eq(fftc_vulkan_plan_emit(&t, &nothing, NULL, NULL, &plan, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "shared_bytes"));
    ck_assert_int_eq(fftc_vulkan_plan_emit(&wide, NULL, NULL, NULL, &plan, &error),
                     FFTC_UNSUPPORTED);
    ck_assert_int_eq(fftc_vulkan_plan_emit(&t, NULL, &options, NULL, &plan, &error),
                     FFTC_COMPILE_FAILED);
    ck_assert_ptr_nonnull(strstr(error.message, "accessors.load, line 2: 'fftc_src_gt'"));
    ck_assert_ptr_null(plan.description);
    fftc_emitted_plan_free(&plan);
    fftc_emitted_plan_free(NULL);
}
END_TEST

START_TEST(emitting_convolutions_refuses_what_it_cannot)
{
    const fftc_convolution_description good = {.signal = {.length = {16}}};
    fftc_convolution_description bad = good;
    const fftc_vulkan_plan_options measured = {.effort = FFTC_MEASURE};
    const fftc_vulkan_plan_options saved = {.saved = "wisdom"};
    fftc_emitted_plan plans[2];
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_convolution_emit(&good, NULL, NULL, NULL, NULL, &plans[1], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(
        fftc_vulkan_convolution_emit(&good, NULL, NULL, NULL, &plans[0], &plans[0], &error),
        FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(
        fftc_vulkan_convolution_emit(NULL, NULL, NULL, NULL, &plans[0], &plans[1], &error),
        FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(
        fftc_vulkan_convolution_emit(&good, NULL, &measured, NULL, &plans[0], &plans[1], &error),
        FFTC_UNSUPPORTED);
    ck_assert_int_eq(
        fftc_vulkan_convolution_emit(&good, NULL, &saved, NULL, &plans[0], &plans[1], &error),
        FFTC_INVALID_ARGUMENT);
    bad.kernel_length[0] = 17;
    ck_assert_int_eq(
        fftc_vulkan_convolution_emit(&bad, NULL, NULL, NULL, &plans[0], &plans[1], &error),
        FFTC_INVALID_ARGUMENT);
    bad = good;
    bad.signal.precision = FFTC_FLOAT64;
    ck_assert_int_eq(
        fftc_vulkan_convolution_emit(&bad, NULL, NULL, NULL, &plans[0], &plans[1], &error),
        FFTC_UNSUPPORTED);
    ck_assert_ptr_null(plans[0].kernel);
    ck_assert_ptr_null(plans[1].kernel);
    ck_assert_int_ne(error.message[0], '\0');
}
END_TEST

VULKAN_TESTING_MAIN("emit description", plan_for_any_device_keeps_within_the_least_limits,
                    more_workgroups_than_a_dispatch_takes_are_split,
                    description_tells_the_transform, emit_plan_bad_arguments_refused_and_zeroed,
                    emitting_convolutions_refuses_what_it_cannot,
                    emit_table_beyond_a_buffer_refused, emit_convolution_tells_kernel_and_sums)
