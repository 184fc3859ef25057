/* SPDX-License-Identifier: MIT
 *
 * Real numbers on every device, under validation: every kind, parity, rank, placement and storage
 * of both sides, in one and in several passes; in exact mode the bits that the emulator gives
 * for the same plan.
 */
#include <stdlib.h>
#include <string.h>

#include "edges_real_testing.h"
#include "vulkan_edges_testing.h"

static vulkan_edges edges;

/* What the CPU makes of it in double. */
static long double *by_cpu(const fftc_transform *t, const void *data)
{
    fftc_transform wide = *t;
    real_side from = real_side_of(t, false);
    real_side to = real_side_of(t, true);
    size_t scalars = to.items * to.scalars;
    double *x = malloc(from.span * from.scalars * sizeof *x);
    long double *y = malloc(scalars * sizeof *y);
    ck_assert(x != NULL && y != NULL);
    wide.precision = FFTC_FLOAT64;
    for (size_t i = 0; i < from.span * from.scalars; ++i) {
        x[i] = testing_get(t->precision, data, i);
    }
    double *result = real_execute(&wide, 1, 0, x);
    for (size_t i = 0; i < scalars; ++i) {
        y[i] = (long double)result[i];
    }
    free(result);
    free(x);
    return y;
}

static void check(fftc_transform t, testing_random *random)
{
    const fftc_vulkan_device *info = fftc_vulkan_device_info(edges.device.context);
    edges_emulated e = vulkan_edges_same(&edges);
    t.precision = info->float64 ? t.precision : FFTC_FLOAT32;
    real_side to = real_side_of(&t, true);
    void *data = edges_real_data(&t, random);
    void *got = real_execute_by(&(transform_runner){vulkan_edges_run, &edges}, &t, 0, data);
    void *emulated = real_execute_by(&(transform_runner){edges_emulate, &e}, &t, 0, data);
    long double *expected = by_cpu(&t, data);
    double error = real_error(&t, got, expected);
    ck_assert_msg(error <= real_bound(&t), "%s: error %.3g, bound %.3g", real_describe(&t), error,
                  real_bound(&t));
    ck_assert_msg(
        memcmp(got, emulated, to.items * to.scalars * fftc_precision_bytes(t.precision)) == 0,
        "%s: not the emulator's bits", real_describe(&t));
    free(expected);
    free(data);
    free(got);
    free(emulated);
}

static void check_kind(fftc_kind kind, const char *name)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        testing_random random = testing_random_start(name);
        vulkan_plan_open(numbers[d], &edges.device);
        const fftc_vulkan_device *info = fftc_vulkan_device_info(edges.device.context);
        for (unsigned i = 0; i < 2 * transform_campaign(); ++i) {
            edges.options =
                (fftc_vulkan_plan_options){.exact = true,
                                           .addresses = i % 3 == 2 && info->device_address,
                                           .passes.pair_batch = i % 2 == 0,
                                           .passes.registers = 16};
            fftc_transform t = real_draw(kind, &random, 60);
            if (vulkan_testing_turn(i, d, count)) {
                check(t, &random);
            }
        }
        vulkan_plan_close(&edges.device);
    }
}

START_TEST(real_any_description_has_the_emulators_bits)
{
    check_kind(FFTC_REAL, "vulkan real");
}
END_TEST

START_TEST(trigonometric_any_description_has_the_emulators_bits)
{
    check_kind(FFTC_REAL_TO_REAL, "vulkan trigonometric");
}
END_TEST

/* Lines in pairs: both directions of what takes two passes, and of rows of odd length. */
START_TEST(real_several_passes_have_the_emulators_bits)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        testing_random random = testing_random_start("vulkan rows");
        vulkan_plan_open(numbers[d], &edges.device);
        edges.options = (fftc_vulkan_plan_options){.exact = true, .passes.registers = 8};
        for (unsigned way = 0; way < 2; ++way) {
            fftc_transform t = {.kind = FFTC_REAL,
                                .length = {32768},
                                .direction = way == 0 ? FFTC_FORWARD : FFTC_INVERSE};
            if (vulkan_testing_turn(way, d, count)) {
                check(t, &random);
            }
            t.length[0] = 45;
            t.batch = 6;
            if (vulkan_testing_turn(2 + way, d, count)) {
                check(t, &random);
            }
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

/* Columns of half spectra, written to rows with gaps. */
START_TEST(real_arrays_have_the_emulators_bits)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        testing_random random = testing_random_start("vulkan arrays");
        const fftc_transform t = {
            .kind = FFTC_REAL, .length = {16, 250}, .batch = 3, .direction = FFTC_INVERSE};
        vulkan_plan_open(numbers[d], &edges.device);
        edges.options = (fftc_vulkan_plan_options){.exact = true};
        if (vulkan_testing_turn(0, d, count)) {
            check(t, &random);
        }
        vulkan_plan_close(&edges.device);
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_real", real_arrays_have_the_emulators_bits,
                    real_any_description_has_the_emulators_bits,
                    trigonometric_any_description_has_the_emulators_bits,
                    real_several_passes_have_the_emulators_bits)
