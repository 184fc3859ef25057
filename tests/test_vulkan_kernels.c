/* SPDX-License-Identifier: MIT
 *
 * The kernel headers on every Vulkan device, through two shader compilers: codelets, computed
 * twiddles and index functions give the bits that C gives.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "vulkan_compute.h"
#include "vulkan_testing.h"

#define INVOCATIONS 1024u
#define SOURCES 16u /* complex numbers of an invocation; as in kernels.comp */
#define RESULTS 146u

static const unsigned radices[] = {2, 3, 4, 5, 7, 8, 11, 13, 16};

/* What invocation i should have written; `result` has room for RESULTS complex numbers. */
static void expect(const testing_kernels *scalar, const char *source, uint32_t i, char *result)
{
    size_t bytes = 2 * fftc_precision_bytes(scalar->precision);
    uint32_t k = i & 1023u;
    for (size_t r = 0; r < sizeof radices / sizeof *radices; ++r) {
        for (int direction = 0; direction < 2; ++direction) {
            scalar->dft(radices[r], (fftc_direction)direction, source, result);
            result += radices[r] * bytes;
        }
    }
    scalar->twiddle(&k, 10, result);
    for (uint32_t filter = 0; filter < 3; ++filter) {
        uint32_t y = i * 37 % 1024;
        result += bytes;
        scalar->resample(&k, &y, 1024, filter, result);
    }
    for (int op = 0; op < TESTING_SPECTRUM_OPS; ++op) {
        result += bytes;
        scalar->spectrum((testing_spectrum_op)op, source, source + bytes, &i, result);
    }
}

/* Where the first difference is, for people. */
static const char *place(size_t result)
{
    static char text[64];
    for (size_t r = 0; r < sizeof radices / sizeof *radices; ++r) {
        for (int direction = 0; direction < 2; ++direction) {
            if (result < radices[r]) {
                snprintf(text, sizeof text, "radix %u, direction %d, element %zu", radices[r],
                         direction, result);
                return text;
            }
            result -= radices[r];
        }
    }
    return result == 0 ? "twiddle" : result < 4 ? "resampling" : "spectrum";
}

static void check_numbers(const testing_kernels *scalar, const char *source, const char *result,
                          const char *device)
{
    size_t bytes = 2 * fftc_precision_bytes(scalar->precision);
    for (uint32_t i = 0; i < INVOCATIONS; ++i) {
        char expected[RESULTS * 16];
        expect(scalar, source + i * SOURCES * bytes, i, expected);
        for (size_t at = 0; at < RESULTS; ++at) {
            ck_assert_msg(
                memcmp(expected + at * bytes, result + (i * RESULTS + at) * bytes, bytes) == 0,
                "%s, %s, invocation %u, %s", device, testing_precision_names[scalar->precision], i,
                place(at));
        }
    }
}

static void check_indices(const uint32_t *indices)
{
    const testing_kernels *scalar = testing_kernels_scalar(FFTC_FLOAT32);
    for (uint32_t i = 0; i < INVOCATIONS; ++i) {
        uint32_t slot = i & 511u;
        for (int f = 0; f < 4; ++f) {
            uint32_t expected;
            scalar->index((testing_index_function)f, &slot, 3, 6, &expected);
            ck_assert_uint_eq(indices[8 * i + (uint32_t)f], expected);
        }
        for (uint32_t padding = 0; padding < 4; ++padding) {
            uint32_t expected;
            scalar->padding(&i, 400, 37, padding, &expected);
            ck_assert_uint_eq(indices[8 * i + 4 + padding], expected);
        }
    }
}

/* One shader on every device. */
static void check_shader(fftc_precision precision, const char *compiler)
{
    const testing_kernels *scalar = testing_kernels_scalar(precision);
    testing_random random = testing_random_start("vulkan kernels");
    size_t bytes = 2 * fftc_precision_bytes(precision);
    char *source = malloc(INVOCATIONS * SOURCES * bytes);
    char *result = malloc(INVOCATIONS * RESULTS * bytes);
    uint32_t *indices = malloc(INVOCATIONS * 8 * sizeof *indices);
    char name[512];
    size_t spirv_bytes;
    uint32_t *spirv;
    ck_assert(source != NULL && result != NULL && indices != NULL);
    snprintf(name, sizeof name, "kernels_%s_%u", compiler,
             8u * (unsigned)fftc_precision_bytes(precision));
    spirv = vulkan_compute_shader(name, &spirv_bytes);
    for (uint32_t device = 0; device < vulkan_compute_device_count(); ++device) {
        vulkan_compute_job job = {.spirv = spirv,
                                  .spirv_bytes = spirv_bytes,
                                  .float16 = precision == FFTC_FLOAT16,
                                  .float64 = precision == FFTC_FLOAT64,
                                  .buffer_count = 3,
                                  .data = {source, result, indices},
                                  .bytes = {INVOCATIONS * SOURCES * bytes,
                                            INVOCATIONS * RESULTS * bytes,
                                            INVOCATIONS * 8 * sizeof *indices},
                                  .workgroups = INVOCATIONS / 64};
        bool able;
        testing_fill(precision, source, INVOCATIONS * SOURCES, &random);
        memset(result, 0xa5, job.bytes[1]);
        able = vulkan_compute_run(device, &job, name);
        printf("%s, %s, %s: %s\n", name, testing_precision_names[precision], compiler,
               able ? "compared" : "not supported");
        fflush(stdout);
        if (able) {
            check_numbers(scalar, source, result, name);
            check_indices(indices);
        }
    }
    free(source);
    free(result);
    free(indices);
    free(spirv);
}

START_TEST(kernels_float_bits_of_c)
{
    check_shader(FFTC_FLOAT32, "glslang");
    check_shader(FFTC_FLOAT32, "glslc");
}
END_TEST

START_TEST(kernels_double_bits_of_c)
{
    check_shader(FFTC_FLOAT64, "glslang");
    check_shader(FFTC_FLOAT64, "glslc");
}
END_TEST

START_TEST(kernels_half_bits_of_c)
{
    if (testing_kernels_scalar(FFTC_FLOAT16) != NULL) {
        check_shader(FFTC_FLOAT16, "glslang");
        check_shader(FFTC_FLOAT16, "glslc");
    } else {
        printf("half: this compiler has none to compare with\n");
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan kernels", kernels_float_bits_of_c, kernels_double_bits_of_c,
                    kernels_half_bits_of_c)
