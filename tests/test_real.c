/* SPDX-License-Identifier: MIT
 *
 * kernel/real.h in the emulator against the DFT's definition: two real signals, half spectra, both
 * directions, every small shape, subgroup size and schedule.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FFTC_PRECISION 32
#define FFTC_SUFFIX _f32
#include "fftcore/kernel/precision.h"

#include "fftcore/emulate.h"
#include "testing.h"

#define SIGNALS 0u
#define SPECTRA 1u
#define MAX_POINTS 512

static struct shape {
    uint32_t elements_log2;
    uint32_t workgroup_log2;
    uint32_t subgroup_log2;
} shape;

static uint32_t half_entries(void)
{
    return 1u << (shape.elements_log2 + shape.workgroup_log2 - 1);
}

static double few_bits(testing_random *random)
{
    return floor(64.0 * testing_random_real(random)) / 64.0;
}

/* Run-time values serve as parameters: the headers use them in expressions only. */
#define FFTC_ELEMENTS_LOG2 (shape.elements_log2)
#define FFTC_WORKGROUP_LOG2 (shape.workgroup_log2)
#define FFTC_SUBGROUP_LOG2 (shape.subgroup_log2)

#include "real_tmpl.h"

#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 64
#define FFTC_SUFFIX _f64
#include "fftcore/kernel/precision.h"

#include "real_tmpl.h"

#ifdef __FLT16_MANT_DIG__
#undef FFTC_PRECISION
#undef FFTC_SUFFIX
#define FFTC_PRECISION 16
#define FFTC_SUFFIX _f16
#include "fftcore/kernel/precision.h"

#include "real_tmpl.h"

#define HALF(name) name##_f16
#define PRECISION_COUNT 3
#else
#define HALF(name) NULL
#define PRECISION_COUNT 2
#endif

typedef void (*kernel)(void *);
static const kernel forward_kernels[3] = {[FFTC_FLOAT32] = forward_kernel_f32,
                                          [FFTC_FLOAT64] = forward_kernel_f64,
                                          [FFTC_FLOAT16] = HALF(forward_kernel)};
static const kernel inverse_kernels[3] = {[FFTC_FLOAT32] = inverse_kernel_f32,
                                          [FFTC_FLOAT64] = inverse_kernel_f64,
                                          [FFTC_FLOAT16] = HALF(inverse_kernel)};

/* N complex numbers each; as wide as the widest precision. */
typedef struct arrays {
    double signals[2 * MAX_POINTS];
    double spectra[2 * MAX_POINTS];
} arrays;

static void run_once(kernel run, fftc_precision precision, fftc_schedule schedule, arrays *a)
{
    size_t points = 2 * (size_t)half_entries();
    fftc_memory memories[2];
    fftc_emulation config = {.workgroup_size = 1u << shape.workgroup_log2,
                             .subgroup_size = 1u << shape.subgroup_log2,
                             .shared_words = 4u << shape.workgroup_log2,
                             .schedule = schedule,
                             .seed = testing_seed(),
                             .memories = memories,
                             .memory_count = 2};
    fftc_emulator *emulator = NULL;
    fftc_report report;
    fftc_error error = {.message = ""};
    memset(memories, 0, sizeof memories);
    memories[0].name = "signals";
    memories[0].data = a->signals;
    memories[1].name = "spectra";
    memories[1].data = a->spectra;
    for (int i = 0; i < 2; ++i) {
        memories[i].element_bytes = 2 * fftc_precision_bytes(precision);
        memories[i].element_count = points;
    }
    ck_assert_msg(fftc_emulator_create(&config, &emulator, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_int_eq(fftc_emulator_run(emulator, run, NULL, &report, &error), FFTC_SUCCESS);
    if (report.finding_count != 0) {
        char text[512];
        fftc_finding_format(&report.findings[0], text, sizeof text);
        ck_abort_msg("E=%u W=%u S=%u: %s", shape.elements_log2, shape.workgroup_log2,
                     shape.subgroup_log2, text);
    }
    fftc_emulator_destroy(emulator);
}

/* Every subgroup size and schedule gives the same bits; `a` receives them. */
static void run_all(kernel run, fftc_precision precision, arrays *a)
{
    arrays source = *a;
    bool first = true;
    for (shape.subgroup_log2 = 0; shape.subgroup_log2 <= shape.workgroup_log2;
         ++shape.subgroup_log2) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            arrays again = source;
            run_once(run, precision, (fftc_schedule)schedule, &again);
            ck_assert_msg(first || memcmp(a, &again, sizeof again) == 0,
                          "E=%u W=%u S=%u %s: other bits", shape.elements_log2,
                          shape.workgroup_log2, shape.subgroup_log2,
                          fftc_schedule_name((fftc_schedule)schedule));
            *a = again;
            first = false;
        }
    }
}

/* x[t] + i y[t] -> both half spectra. */
static void half_spectra(fftc_precision precision, const void *signals, long double *spectra)
{
    size_t points = 2 * (size_t)half_entries();
    long double x[2 * MAX_POINTS] = {0};
    long double y[2 * MAX_POINTS];
    for (size_t signal = 0; signal < 2; ++signal) {
        long double *half = spectra + signal * points;
        for (size_t t = 0; t < points; ++t) {
            x[2 * t] = (long double)testing_get(precision, signals, 2 * t + signal);
        }
        testing_dft(points, -1, x, y);
        for (size_t w = 0; w < points / 2; ++w) {
            size_t f =
                fftc_get_half_frequency((uint32_t)w, shape.elements_log2, shape.workgroup_log2);
            half[2 * w] = y[2 * f];
            half[2 * w + 1] = w == 0 ? y[points] : y[2 * f + 1];
        }
    }
}

static void check_error(const char *what, fftc_precision precision, const void *got,
                        const long double *expected, double allowed)
{
    size_t points = 2 * (size_t)half_entries();
    double error = testing_relative_error(precision, got, expected, points);
    ck_assert_msg(error <= allowed, "%s, E=%u W=%u precision %d: relative error %g, allowed %g",
                  what, shape.elements_log2, shape.workgroup_log2, (int)precision, error, allowed);
}

static void check_shape(fftc_precision precision, testing_random *random)
{
    size_t points = 2 * (size_t)half_entries();
    size_t bytes = 2 * fftc_precision_bytes(precision) * points;
    /* Packing and unpacking round once; so does storing a spectrum in this precision. */
    double allowed = fftc_error_bound(precision, points) + testing_unit(precision);
    long double signals[2 * MAX_POINTS];
    long double spectra[2 * MAX_POINTS];
    arrays a;
    memset(&a, 0, sizeof a);
    testing_fill(precision, a.signals, points, random);
    testing_to_long_double(precision, a.signals, points, signals);
    half_spectra(precision, a.signals, spectra);
    run_all(forward_kernels[precision], precision, &a);
    check_error("forward", precision, a.spectra, spectra, allowed);

    for (size_t i = 0; i < 2 * points; ++i) {
        testing_set(precision, a.spectra, i, (double)spectra[i]);
    }
    memset(a.signals, 0xff, bytes);
    run_all(inverse_kernels[precision], precision, &a);
    check_error("inverse", precision, a.signals, signals, allowed + testing_unit(precision));
}

START_TEST(signals_every_shape_equal_dft)
{
    testing_random random = testing_random_start("real");
    for (int precision = 0; precision < PRECISION_COUNT; ++precision) {
        for (shape.elements_log2 = 1; shape.elements_log2 <= 4; ++shape.elements_log2) {
            for (shape.workgroup_log2 = 0; shape.workgroup_log2 <= 5; ++shape.workgroup_log2) {
                check_shape((fftc_precision)precision, &random);
            }
        }
    }
}
END_TEST

START_TEST(half_indices_every_shape_inverse_of_each_other)
{
    for (uint32_t e = 1; e <= 12; ++e) {
        for (uint32_t w = 0; w <= 12 - e; ++w) {
            for (uint32_t entry = 0; entry < 1u << (e + w - 1); ++entry) {
                uint32_t slot = fftc_get_half_slot(entry, e, w);
                uint32_t frequency = fftc_get_half_frequency(entry, e, w);
                ck_assert_uint_eq((slot >> w) % 2, 0);
                ck_assert_uint_eq(fftc_get_half_entry(slot, e, w), entry);
                ck_assert_uint_eq(fftc_get_dft_index(slot, e, w), frequency);
                ck_assert_uint_eq(fftc_get_half_frequency(frequency, e, w), entry);
                ck_assert_uint_eq(slot, entry % (1u << w) + (2u << w) * (entry >> w));
            }
        }
    }
}
END_TEST

START_TEST(numbers_packed_unpacked_exact)
{
    testing_random random = testing_random_start("numbers");
    check_numbers_f64(&random);
    check_numbers_f32(&random);
#ifdef __FLT16_MANT_DIG__
    check_numbers_f16(&random);
#endif
}
END_TEST

TESTING_MAIN("real", signals_every_shape_equal_dft, half_indices_every_shape_inverse_of_each_other,
             numbers_packed_unpacked_exact)
