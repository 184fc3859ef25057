/* SPDX-License-Identifier: MIT
 *
 * Each composition of kernel/accessor.h gives the right transform in the emulator, on every
 * schedule, without a finding, with more than two elements an invocation.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FFTC_PRECISION 32
#define FFTC_SUFFIX _direct
#include "fftcore/kernel/precision.h"

#include "fftcore/emulate.h"
#include "testing.h"

#define E_LOG2 3
#define W_LOG2 4
#define POINTS 128
#define CHANNEL_COUNT 2
#define TRANSFORM_COUNT 3
#define SOURCE 0u

#define FFTC_ELEMENTS_LOG2 3u
#define FFTC_WORKGROUP_LOG2 4u
#define FFTC_SUBGROUP_LOG2 2u

/* What the kernel in hand does; constant during a run. */
static struct options {
    bool window;
    bool natural;
    bool barrier;
    uint32_t destination;
} options;

/* Without symmetry, so that an index that goes astray shows. */
static double window(size_t index)
{
    return 1.0 / (1.0 + (double)(index % POINTS));
}

#include "accessor_tmpl.h"

static void direct_kernel(void *user)
{
    (void)user;
    for (fftc_uniform i = 0; i < TRANSFORM_COUNT; ++i) {
        if (i > 0) {
            fftc_workgroup_barrier();
        }
        fftc_accessor_select(0, i * POINTS);
        fftc_workgroup_fft_forward();
    }
}

#undef FFTC_SUFFIX
#define FFTC_SUFFIX _preloaded
#define FFTC_PRELOADED
#include "fftcore/kernel/precision.h"

#include "accessor_tmpl.h"

static void preloaded_kernel(void *user)
{
    (void)user;
    fftc_accessor_select(0, 0);
    fftc_preload();
    if (options.barrier) {
        fftc_workgroup_barrier_buffers();
    }
    fftc_workgroup_fft_forward();
    fftc_unload();
}

#undef FFTC_SUFFIX
#undef FFTC_CHANNELS
#define FFTC_SUFFIX _channels
#define FFTC_CHANNELS 2u
#include "fftcore/kernel/precision.h"

#include "accessor_tmpl.h"

static void channels_kernel(void *user)
{
    (void)user;
    fftc_channels_preload(0);
    fftc_channels_fft_forward();
    fftc_channels_unload(0);
}

/* The channels change places in registers, between the transforms. */
static void swap_kernel(void *user)
{
    (void)user;
    fftc_channels_preload(0);
    fftc_channels_fft_forward();
    for (fftc_uniform a = 0; a < FFTC_ELEMENTS; ++a) {
        fftc_complex z = fftc_preloaded_get(0, a);
        fftc_preloaded_set(0, a, fftc_preloaded_get(1, a));
        fftc_preloaded_set(1, a, z);
    }
    fftc_workgroup_barrier();
    fftc_channels_fft_inverse();
    fftc_channels_unload(0);
}

/* --- running ---------------------------------------------------------------------------------- */

typedef struct arrays {
    size_t count; /* complex numbers */
    float *source;
    float *result;
    fftc_report report; /* of the last run */
} arrays;

static arrays arrays_create(const char *name, size_t count)
{
    testing_random random = testing_random_start(name);
    arrays a = {.count = count};
    a.source = malloc(count * 2 * sizeof(float));
    a.result = malloc(count * 2 * sizeof(float));
    ck_assert(a.source != NULL && a.result != NULL);
    testing_fill(FFTC_FLOAT32, a.source, count, &random);
    return a;
}

static void arrays_release(arrays *a)
{
    free(a->source);
    free(a->result);
}

static void run_once(arrays *a, void (*kernel)(void *), bool in_place, fftc_schedule schedule,
                     float *result)
{
    float *work = malloc(a->count * 2 * sizeof(float));
    fftc_memory memories[2] = {{.name = "source",
                                .data = work,
                                .element_bytes = 2 * sizeof(float),
                                .element_count = a->count},
                               {.name = "destination",
                                .data = result,
                                .element_bytes = 2 * sizeof(float),
                                .element_count = a->count}};
    fftc_emulation config = {.workgroup_size = 1u << W_LOG2,
                             .subgroup_size = 1u << FFTC_SUBGROUP_LOG2,
                             .shared_words = 2u << W_LOG2,
                             .schedule = schedule,
                             .seed = testing_seed(),
                             .private_bytes = sizeof(fftc_accessor_state_channels),
                             .memories = memories,
                             .memory_count = 2};
    fftc_emulator *emulator = NULL;
    fftc_error error = {.message = ""};
    ck_assert_ptr_nonnull(work);
    memcpy(work, a->source, a->count * 2 * sizeof(float));
    memset(result, 0, a->count * 2 * sizeof(float));
    ck_assert_msg(fftc_emulator_create(&config, &emulator, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    options.destination = in_place ? 0 : 1;
    ck_assert_int_eq(fftc_emulator_run(emulator, kernel, NULL, &a->report, &error), FFTC_SUCCESS);
    if (in_place) {
        memcpy(result, work, a->count * 2 * sizeof(float));
    }
    fftc_emulator_destroy(emulator);
    free(work);
}

/* Runs a kernel on every schedule, which must give no finding, and the same bits. */
static void run(arrays *a, void (*kernel)(void *), bool in_place)
{
    float *again = malloc(a->count * 2 * sizeof(float));
    ck_assert_ptr_nonnull(again);
    for (int i = 0; i < FFTC_SCHEDULE_COUNT; ++i) {
        run_once(a, kernel, in_place, (fftc_schedule)i, i == 0 ? a->result : again);
        ck_assert_msg(a->report.finding_count == 0, "%s: %llu findings",
                      fftc_schedule_name((fftc_schedule)i),
                      (unsigned long long)a->report.finding_count);
        ck_assert_msg(i == 0 || memcmp(a->result, again, a->count * 2 * sizeof(float)) == 0,
                      "%s: other bits", fftc_schedule_name((fftc_schedule)i));
    }
    free(again);
}

/* DFT of every stride-th element from source + first, windowed if the options say so, in natural or
 * Nabla order; compared with the same elements of the result. */
static void check_transform(const arrays *a, size_t first, size_t stride)
{
    long double x[2 * POINTS];
    long double y[2 * POINTS];
    long double expected[2 * POINTS];
    float got[2 * POINTS];
    double error;
    for (size_t t = 0; t < POINTS; ++t) {
        double factor = options.window ? window(t) : 1.0;
        for (size_t part = 0; part < 2; ++part) {
            x[2 * t + part] =
                (long double)(factor * (double)a->source[2 * (first + t * stride) + part]);
            got[2 * t + part] = a->result[2 * (first + t * stride) + part];
        }
    }
    testing_dft(POINTS, -1, x, y);
    for (size_t i = 0; i < POINTS; ++i) {
        size_t f = options.natural ? i : fftc_get_dft_index((fftc_uint)i, E_LOG2, W_LOG2);
        expected[2 * i] = y[2 * f];
        expected[2 * i + 1] = y[2 * f + 1];
    }
    error = testing_relative_error(FFTC_FLOAT32, got, expected, POINTS);
    /* The window costs two roundings more, its own and that of the product. */
    ck_assert_msg(error <= fftc_error_bound(FFTC_FLOAT32, POINTS) +
                               (options.window ? 2 * testing_unit(FFTC_FLOAT32) : 0.0),
                  "relative error %g", error);
}

START_TEST(direct_offset_transforms_each_place)
{
    arrays a = arrays_create("direct", TRANSFORM_COUNT * POINTS);
    options = (struct options){.natural = false};
    run(&a, direct_kernel, true);
    for (size_t i = 0; i < TRANSFORM_COUNT; ++i) {
        check_transform(&a, i * POINTS, 1);
    }
    arrays_release(&a);
}
END_TEST

START_TEST(preloaded_permuted_unload_natural_order)
{
    arrays a = arrays_create("preloaded", POINTS);
    options = (struct options){.natural = true};
    run(&a, preloaded_kernel, false);
    check_transform(&a, 0, 1);
    ck_assert_uint_eq(a.report.total.memory_loads, POINTS);
    ck_assert_uint_eq(a.report.total.memory_stores, POINTS);
    arrays_release(&a);
}
END_TEST

START_TEST(preloaded_permuted_unload_in_place_natural_order)
{
    arrays a = arrays_create("in place", POINTS);
    options = (struct options){.natural = true, .barrier = true};
    run(&a, preloaded_kernel, true);
    check_transform(&a, 0, 1);
    arrays_release(&a);
}
END_TEST

START_TEST(preloaded_permuted_unload_in_place_without_barrier_race_found)
{
    arrays a = arrays_create("race", POINTS);
    options = (struct options){.natural = true, .barrier = false};
    run_once(&a, preloaded_kernel, true, FFTC_SCHEDULE_LOCK_STEP, a.result);
    ck_assert_uint_gt(a.report.finding_count, 0);
    arrays_release(&a);
}
END_TEST

START_TEST(preloaded_windowed_load_transforms_product)
{
    arrays a = arrays_create("window", POINTS);
    options = (struct options){.natural = true, .window = true};
    run(&a, preloaded_kernel, false);
    check_transform(&a, 0, 1);
    arrays_release(&a);
}
END_TEST

START_TEST(channels_two_transformed_each)
{
    arrays a = arrays_create("channels", CHANNEL_COUNT * POINTS);
    options = (struct options){.natural = true};
    run(&a, channels_kernel, false);
    for (size_t channel = 0; channel < CHANNEL_COUNT; ++channel) {
        check_transform(&a, channel, CHANNEL_COUNT);
    }
    ck_assert_uint_eq(a.report.total.memory_loads, CHANNEL_COUNT * POINTS);
    ck_assert_uint_eq(a.report.total.memory_stores, CHANNEL_COUNT * POINTS);
    arrays_release(&a);
}
END_TEST

START_TEST(channels_swapped_in_registers_round_trip)
{
    arrays a = arrays_create("swap", CHANNEL_COUNT * POINTS);
    long double expected[2 * CHANNEL_COUNT * POINTS];
    double error;
    options = (struct options){.natural = false};
    run(&a, swap_kernel, true);
    for (size_t t = 0; t < POINTS; ++t) {
        for (size_t part = 0; part < 4; ++part) {
            expected[4 * t + part] = (long double)a.source[4 * t + (part ^ 2)];
        }
    }
    error = testing_relative_error(FFTC_FLOAT32, a.result, expected, CHANNEL_COUNT * POINTS);
    ck_assert_msg(error <= 2 * fftc_error_bound(FFTC_FLOAT32, POINTS), "relative error %g", error);
    arrays_release(&a);
}
END_TEST

TESTING_MAIN("accessor", direct_offset_transforms_each_place,
             preloaded_permuted_unload_natural_order,
             preloaded_permuted_unload_in_place_natural_order,
             preloaded_permuted_unload_in_place_without_barrier_race_found,
             preloaded_windowed_load_transforms_product, channels_two_transformed_each,
             channels_swapped_in_registers_round_trip)
