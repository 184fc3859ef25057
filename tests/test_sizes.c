/* SPDX-License-Identifier: MIT */
#include "fftcore/kernel/sizes.h"

#include <stdbool.h>

#include "testing.h"

typedef struct worked {
    fftc_buffer_request request;
    uint64_t plain; /* 0: not part of this example */
    uint64_t convolution;
    uint64_t tight;
} worked;

/* Numbers that the original's documentation and pipeline work out; `tight` by hand. */
static const worked examples[] = {
    /* bloom, 1280 x 720, kernel 256, columns first */
    {{.axis_count = 2,
      .channels = 3,
      .real_signal = 1,
      .axis_order = {1, 0},
      .extent = {1280, 720},
      .kernel_extent = {256, 256}},
     15728640,
     15728640,
     15728640},
    {{.axis_count = 2,
      .pass = 1,
      .channels = 3,
      .real_signal = 1,
      .axis_order = {1, 0},
      .extent = {1280, 720},
      .kernel_extent = {256, 256}},
     25165824,
     25165824,
     25165824},
    /* in half */
    {{.axis_count = 2,
      .channels = 3,
      .scalar_bytes = 2,
      .real_signal = 1,
      .axis_order = {1, 0},
      .extent = {1280, 720},
      .kernel_extent = {256, 256}},
     7864320,
     7864320,
     7864320},
    /* a complex signal */
    {{.axis_count = 2,
      .channels = 3,
      .axis_order = {1, 0},
      .extent = {1280, 720},
      .kernel_extent = {256, 256}},
     31457280,
     31457280,
     31457280},
    {{.axis_count = 2,
      .pass = 1,
      .channels = 3,
      .axis_order = {1, 0},
      .extent = {1280, 720},
      .kernel_extent = {256, 256}},
     50331648,
     50331648,
     50331648},
    /* rows first */
    {{.axis_count = 2,
      .channels = 3,
      .real_signal = 1,
      .axis_order = {0, 1},
      .extent = {1280, 720},
      .kernel_extent = {256, 256}},
     17694720,
     17694720,
     17694720},
    {{.axis_count = 2,
      .pass = 1,
      .channels = 3,
      .real_signal = 1,
      .axis_order = {0, 1},
      .extent = {1280, 720},
      .kernel_extent = {256, 256}},
     25165824,
     25165824,
     25165824},
    /* one axis */
    {{.axis_count = 1, .extent = {1000}}, 8192, 8192, 8192},
    {{.axis_count = 1, .real_signal = 1, .extent = {1000}}, 4096, 4096, 4096},
    {{.axis_count = 1, .real_signal = 1, .scalar_bytes = 2, .extent = {1024}}, 2048, 2048, 2048},
    {{.axis_count = 1, .scalar_bytes = 8, .extent = {1000}}, 16384, 16384, 16384},
    /* three axes, last first */
    {{.axis_count = 3,
      .pass = 1,
      .channels = 2,
      .real_signal = 1,
      .axis_order = {2, 0, 1},
      .extent = {5, 6, 7}},
     3072,
     3072,
     3072},
    /* 1920 x 1080, kernel 256 */
    {{.axis_count = 2,
      .channels = 3,
      .real_signal = 1,
      .axis_order = {1, 0},
      .extent = {1920, 1080},
      .kernel_extent = {256, 256}},
     47185920,
     47185920,
     47185920},
    {{.axis_count = 2,
      .pass = 1,
      .channels = 3,
      .real_signal = 1,
      .axis_order = {1, 0},
      .extent = {1920, 1080},
      .kernel_extent = {256, 256}},
     50331648,
     100663296,
     100663296},
    /* 769 + 256 - 1 is a power of two: the original takes twice the need */
    {{.axis_count = 2,
      .channels = 3,
      .real_signal = 1,
      .axis_order = {1, 0},
      .extent = {1280, 769},
      .kernel_extent = {256, 256}},
     15728640,
     31457280,
     15728640},
};

START_TEST(output_buffer_size_worked_examples)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; ++i) {
        const worked *x = &examples[i];
        ck_assert_uint_eq(fftc_get_output_buffer_size(x->request), x->plain);
        ck_assert_uint_eq(fftc_get_output_buffer_size_convolution(x->request), x->convolution);
        ck_assert_uint_eq(fftc_get_output_buffer_size_convolution_tight(x->request), x->tight);
    }
}
END_TEST

START_TEST(output_buffer_size_short_real_axis_keeps_one)
{
    fftc_buffer_request request = {.axis_count = 2, .real_signal = 1, .extent = {1, 3}};
    ck_assert_uint_eq(fftc_get_output_buffer_size(request), 8 * 1 * 3);
    request.pass = 1;
    ck_assert_uint_eq(fftc_get_output_buffer_size(request), 8 * 1 * 4);
    request.extent[0] = 2;
    ck_assert_uint_eq(fftc_get_output_buffer_size(request), 8 * 1 * 4);
}
END_TEST

START_TEST(output_buffer_size_senseless_request_zero)
{
    const fftc_buffer_request good = {.axis_count = 3, .extent = {4, 5, 6}};
    fftc_buffer_request bad[10];
    for (size_t i = 0; i < 10; ++i) {
        bad[i] = good;
    }
    bad[0].axis_count = 0;
    bad[1].axis_count = 5;
    bad[2].pass = 3;
    bad[3].scalar_bytes = 3;
    bad[4].extent[1] = 0;
    bad[5].axis_order[0] = 3; /* no such axis */
    bad[6].axis_order[1] = 1; /* 0, 1, 0 */
    bad[7].axis_order[0] = 0xffffffffu;
    bad[8].scalar_bytes = 16;
    bad[9].pass = 0xffffffffu;
    ck_assert_uint_eq(fftc_get_output_buffer_size(good), 8 * 4 * 5 * 6);
    for (size_t i = 0; i < 10; ++i) {
        ck_assert_uint_eq(fftc_get_output_buffer_size(bad[i]), 0);
        ck_assert_uint_eq(fftc_get_output_buffer_size_convolution(bad[i]), 0);
        ck_assert_uint_eq(fftc_get_output_buffer_size_convolution_tight(bad[i]), 0);
    }
}
END_TEST

/* --- at random, against 128-bit arithmetic --- */

__extension__ typedef unsigned __int128 wide;

/* Draws any size. Its log2 is uniform, so that overflows and small numbers both occur. */
static uint64_t any_size(testing_random *random)
{
    return testing_random_next(random) >> testing_random_below(random, 64);
}

static wide naive_padded(uint64_t extent, uint64_t margin)
{
    wide power = 1;
    while (power < (wide)extent + margin) {
        power *= 2;
    }
    return power;
}

static uint64_t naive_size(const fftc_buffer_request *request, const fftc_uniform *order,
                           bool convolution)
{
    wide bytes = (wide)2 * request->scalar_bytes * request->channels;
    for (fftc_uniform i = 0; i < request->axis_count; ++i) {
        uint64_t extent = request->extent[order[i]];
        wide length = extent;
        if (i <= request->pass) {
            length = naive_padded(extent, convolution ? request->kernel_extent[order[i]] : 0);
        }
        if (i == 0 && request->real_signal != 0 && length > 1) {
            length /= 2;
        }
        /* What is too large stays so, since no length is 0; the product of the others fits. */
        if (bytes > UINT64_MAX || length > UINT64_MAX) {
            bytes = (wide)UINT64_MAX + 1;
        } else {
            bytes *= length;
        }
    }
    return bytes > UINT64_MAX ? UINT64_MAX : (uint64_t)bytes;
}

START_TEST(output_buffer_size_random_requests_agree_or_saturate)
{
    testing_random random = testing_random_start("sizes");
    int saturated = 0;
    for (int trial = 0; trial < 200000; ++trial) {
        fftc_buffer_request request = {
            .axis_count = 1 + (fftc_uniform)testing_random_below(&random, 4),
            .channels = 1 + (fftc_uniform)(any_size(&random) >> 33),
            .scalar_bytes = 2u << testing_random_below(&random, 3),
            .real_signal = (fftc_uniform)testing_random_below(&random, 2)};
        uint64_t size;
        request.pass = (fftc_uniform)testing_random_below(&random, request.axis_count);
        for (fftc_uniform i = 0; i < request.axis_count; ++i) {
            fftc_uniform j = (fftc_uniform)testing_random_below(&random, i + 1);
            request.axis_order[i] = request.axis_order[j]; /* Fisher and Yates, inside out */
            request.axis_order[j] = i;
            request.extent[i] = any_size(&random) >> (trial % 2 == 0 ? 40 : 0);
            request.extent[i] += request.extent[i] == 0 ? 1 : 0;
            request.kernel_extent[i] = any_size(&random) >> (trial % 2 == 0 ? 40 : 0);
        }
        size = fftc_get_output_buffer_size(request);
        saturated += size == FFTC_SIZE_MAX ? 1 : 0;
        ck_assert_uint_eq(size, naive_size(&request, request.axis_order, false));
        ck_assert_uint_eq(fftc_get_output_buffer_size_convolution(request),
                          naive_size(&request, request.axis_order, true));
        for (fftc_uniform i = 0; i < 4; ++i) {
            fftc_buffer_request tight = request;
            tight.kernel_extent[i] = 0; /* on one axis */
            size = fftc_get_output_buffer_size_convolution_tight(tight);
            for (fftc_uniform k = 0; k < 4; ++k) {
                tight.kernel_extent[k] -= tight.kernel_extent[k] != 0 ? 1 : 0;
            }
            ck_assert_uint_eq(size, naive_size(&tight, tight.axis_order, true));
        }
    }
    ck_assert_int_gt(saturated, 1000); /* saturated sizes and others were drawn */
    ck_assert_int_lt(saturated, 150000);
}
END_TEST

START_TEST(round_up_every_power_and_neighbours)
{
    ck_assert_uint_eq(fftc_round_up_to_power_of_two(0), 1);
    ck_assert_uint_eq(fftc_round_up_to_power_of_two(1), 1);
    ck_assert_uint_eq(fftc_floor_log2(0), 0);
    for (unsigned k = 1; k < 64; ++k) {
        uint64_t power = (uint64_t)1 << k;
        ck_assert_uint_eq(fftc_round_up_to_power_of_two(power), power);
        ck_assert_uint_eq(fftc_round_up_to_power_of_two(power - 1), k == 1 ? 1 : power);
        ck_assert_uint_eq(fftc_round_up_to_power_of_two(power + 1),
                          k == 63 ? FFTC_SIZE_MAX : power * 2);
        ck_assert_uint_eq(fftc_floor_log2(power), k);
        ck_assert_uint_eq(fftc_floor_log2(power - 1), k - 1);
        ck_assert_uint_eq(fftc_floor_log2(power + (power - 1)), k);
    }
    ck_assert_uint_eq(fftc_round_up_to_power_of_two(FFTC_SIZE_MAX), FFTC_SIZE_MAX);
}
END_TEST

typedef struct parameters_vector {
    uint32_t max_workgroup_size;
    uint32_t length;
    uint32_t min_subgroup_size;
    uint32_t elements_log2;
    uint32_t workgroup_log2;
} parameters_vector;

START_TEST(optimal_parameters_known_results)
{
    const parameters_vector vectors[] = {
        /* what the original gives */
        {512, 256, 32, 1, 7},
        {512, 975, 32, 1, 9},
        {512, 1535, 32, 2, 9},
        {512, 1231, 32, 2, 9},
        {1024, 2049, 32, 2, 10},
        {512, 64, 32, 1, 5},
        {512, 33, 32, 1, 5},
        {512, 32, 32, 0, 0},
        {300, 1000, 64, 2, 8},
        {512, 65, 64, 1, 6},
        {512, 4097, 32, 4, 9},
        {512, 2175, 32, 3, 9},
        {3, 100, 4, 0, 0},
        {64, 40, 3, 0, 0},
        {512, 5, 4, 1, 2},
        {512, 9, 4, 1, 3},
        {128, 1048576, 32, 13, 7},
        /* small subgroups, which it refuses */
        {512, 2, 1, 1, 0},
        {512, 3, 1, 1, 1},
        {512, 3, 2, 1, 1},
        {1, 100, 1, 7, 0},
        {512, 1, 1, 0, 0},
        {512, 0, 1, 0, 0},
        /* limits */
        {512, 100, 0, 0, 0},
        {0, 100, 1, 0, 0},
        {1024, 0x80000000u, 32, 21, 10},
        {1024, 0x80000001u, 32, 0, 0},
        {0xffffffffu, 0x80000000u, 0x40000000u, 1, 30},
        {0xffffffffu, 0xffffffffu, 0x80000000u, 0, 0},
    };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i) {
        const parameters_vector *v = &vectors[i];
        fftc_fft_parameters p =
            fftc_optimal_fft_parameters(v->max_workgroup_size, v->length, v->min_subgroup_size);
        ck_assert_msg(p.elements_log2 == v->elements_log2 && p.workgroup_log2 == v->workgroup_log2,
                      "(%u, %u, %u) gives %u, %u", v->max_workgroup_size, v->length,
                      v->min_subgroup_size, p.elements_log2, p.workgroup_log2);
    }
}
END_TEST

/* Valid means: every promise of the header holds; invalid: no (E, W) could keep them all. */
START_TEST(optimal_parameters_random_requests_keep_promises)
{
    testing_random random = testing_random_start("parameters");
    for (int trial = 0; trial < 200000; ++trial) {
        uint32_t max = (uint32_t)(any_size(&random) >> 48);
        uint32_t length = (uint32_t)(any_size(&random) >> 32);
        uint32_t subgroup = (uint32_t)testing_random_below(&random, 9);
        bool valid;
        fftc_fft_parameters p;
        subgroup = trial % 8 == 0 ? subgroup : 1u << subgroup;
        p = fftc_optimal_fft_parameters(max, length, subgroup);
        valid = subgroup != 0 && (subgroup & (subgroup - 1)) == 0 && max >= subgroup &&
                length > subgroup && length <= 0x80000000u;
        ck_assert_int_eq(p.elements_log2 != 0, valid);
        if (valid) {
            uint64_t n = (uint64_t)1 << (p.elements_log2 + p.workgroup_log2);
            ck_assert_uint_ge(n, length);
            ck_assert_uint_lt(n / 2, length);
            ck_assert_uint_le(1u << p.workgroup_log2, max);
            ck_assert_uint_ge(1u << p.workgroup_log2, subgroup);
            /* one more step would break a limit */
            ck_assert(p.elements_log2 == 1 || (uint64_t)2 << p.workgroup_log2 > max);
        } else {
            ck_assert_uint_eq(p.workgroup_log2, 0);
        }
    }
}
END_TEST

TESTING_MAIN("sizes", output_buffer_size_worked_examples,
             output_buffer_size_short_real_axis_keeps_one,
             output_buffer_size_senseless_request_zero,
             output_buffer_size_random_requests_agree_or_saturate,
             round_up_every_power_and_neighbours, optimal_parameters_known_results,
             optimal_parameters_random_requests_keep_promises)
