/* SPDX-License-Identifier: MIT
 *
 * Emitted plans, carried out on every device by a program that knows nothing of fftcore
 * (examples/run_emitted.c), against the CPU's plans.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emit_testing.h"
#include "emitted_folder.h"
#include "fftcore/emulate_bloom.h"

static void emit_convolution(const fftc_convolution_description *d,
                             const fftc_vulkan_device *device,
                             const fftc_vulkan_plan_options *options, fftc_emitted_plan plans[2])
{
    fftc_vulkan_cache *cache;
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_cache_create(NULL, &cache, &error), FFTC_SUCCESS);
    ck_assert_msg(fftc_vulkan_convolution_emit(d, device, options, cache, &plans[0], &plans[1],
                                               &error) == FFTC_SUCCESS,
                  "%s", error.message);
    fftc_vulkan_cache_destroy(cache);
}

static size_t points_of(const fftc_transform *t)
{
    size_t points = 1;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        points *= t->length[i];
    }
    return points;
}

static double bound_of(const fftc_transform *t)
{
    double bound = 0.0;
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        bound += fftc_transform_error_bound(t->precision, t->length[i]);
    }
    return bound;
}

/* Packed complex transforms: the program's result against the CPU's in double. */
static void check(const fftc_transform *t, const fftc_vulkan_device *device, uint32_t number)
{
    size_t total = points_of(t) * (t->batch == 0 ? 1 : t->batch);
    size_t bytes = 2 * fftc_precision_bytes(t->precision) * total;
    testing_random random = testing_random_start("emit plan");
    void *data = malloc(bytes);
    double *x = malloc(2 * sizeof *x * total);
    long double *y = malloc(2 * sizeof *y * total);
    fftc_transform judge = *t;
    fftc_plan *cpu;
    testing_fill(t->precision, data, total, &random);
    testing_to_double(t->precision, data, total, x);
    judge.precision = FFTC_FLOAT64;
    judge.placement = FFTC_IN_PLACE;
    ck_assert_int_eq(fftc_plan_create(&judge, NULL, &cpu, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(cpu, x, x, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(cpu);
    for (size_t i = 0; i < 2 * total; ++i) {
        y[i] = (long double)x[i];
    }
    fftc_emitted_plan plan = emit_testing_plan(t, device, NULL);
    emitted_folder_make();
    emitted_folder_write_plan(&plan);
    emitted_folder_write(t->placement == FFTC_IN_PLACE ? "dst.bin" : "src.bin", data, bytes);
    ck_assert_int_eq(emitted_folder_shell("%s %s %s %u", FFTC_TEST_RUN_EMITTED, emitted_folder,
                                          emitted_folder, (unsigned)number),
                     0);
    emitted_folder_read("dst.bin", data, bytes);
    double error = testing_relative_error(t->precision, data, y, total);
    ck_assert_msg(error <= bound_of(t), "%llu points on %s: error %g",
                  (unsigned long long)points_of(t), device != NULL ? device->name : "any", error);
    emitted_folder_remove();
    fftc_emitted_plan_free(&plan);
    free(data);
    free(x);
    free(y);
}

/* One pass, uneven; two; in place through scratch; several axes; a device's own limits, and none's;
 * a prime.
 */
static const struct {
    fftc_transform t;
    bool any_device;
} cases[] = {
    {{.length = {60}, .batch = 5, .direction = FFTC_INVERSE}, false},
    {{.length = {10000}, .placement = FFTC_IN_PLACE}, false},
    {{.length = {64, 100}, .batch = 2, .scaling = FFTC_SCALE_UNITARY}, true},
    {{.length = {1000}, .precision = FFTC_FLOAT64, .batch = 2}, false},
    {{.length = {1009}, .batch = 2}, false},
};

START_TEST(stranger_carries_out_emitted_plans)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        const fftc_vulkan_device *device = vulkan_testing_device(numbers[d]);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
            if (cases[i].t.precision == FFTC_FLOAT64 ? device->float64
                                                     : vulkan_testing_turn((unsigned)i, d, count)) {
                check(&cases[i].t, cases[i].any_device ? NULL : device, numbers[d]);
            }
        }
    }
}
END_TEST

/* By the command's options: rows that stand apart, every other number of them, of which some do not
 * exist; a transposed result, of which not all is wanted; three of them. */
enum { ROWS = 12, POINTS = 20, PITCH = 50, APART = 700, DST_APART = 260, COPIES = 3 };

static const fftc_transform scattered = {.length = {ROWS, POINTS},
                                         .batch = COPIES,
                                         .src_stride = {PITCH, 2},
                                         .dst_stride = {1, ROWS + 1},
                                         .src_distance = APART,
                                         .dst_distance = DST_APART,
                                         .src_range = {{0, 7}, {3, POINTS}},
                                         .dst_range = {{0, 0}, {0, 11}}};

/* What the command emits for `options`, carried out, against the CPU's plan. */
static void check_emitted(uint32_t number, const fftc_transform *t, const char *options)
{
    enum { SRC = 2 * APART * COPIES, DST = 2 * DST_APART * COPIES };
    size_t bytes[2];
    float src[SRC];
    float dst[DST] = {0.0f};
    float expected[DST] = {0.0f};
    testing_random random = testing_random_start("emit scattered");
    fftc_plan *cpu;
    double difference = 0.0;
    double norm = 0.0;
    testing_fill(FFTC_FLOAT32, src, SRC / 2, &random);
    ck_assert_int_eq(fftc_transform_bytes(t, &bytes[0], &bytes[1], NULL), FFTC_SUCCESS);
    ck_assert(bytes[0] <= sizeof src && bytes[1] <= sizeof dst);
    ck_assert_int_eq(fftc_plan_create(t, NULL, &cpu, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(cpu, src, expected, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(cpu);
    emitted_folder_make();
    ck_assert_int_eq(
        emitted_folder_shell("%s emit --plan %s %s", FFTC_TEST_COMMAND, emitted_folder, options),
        0);
    emitted_folder_write("src.bin", src, bytes[0]);
    emitted_folder_write("dst.bin", dst, bytes[1]);
    ck_assert_int_eq(emitted_folder_shell("%s %s %s %u", FFTC_TEST_RUN_EMITTED, emitted_folder,
                                          emitted_folder, (unsigned)number),
                     0);
    emitted_folder_read("dst.bin", dst, bytes[1]);
    for (size_t i = 0; i < bytes[1] / sizeof *dst; ++i) {
        difference += pow((double)dst[i] - (double)expected[i], 2.0);
        norm += pow((double)expected[i], 2.0);
    }
    ck_assert_msg(sqrt(difference / norm) <= 2.0 * bound_of(t), "off by %g",
                  sqrt(difference / norm));
    emitted_folder_remove();
}

START_TEST(command_emits_arrays_loops_and_scalings)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        char options[256];
        (void)snprintf(options, sizeof options,
                       "--length %dx%d*%d --src-stride %d,2 --dst-stride 1,%d --src-distance %d "
                       "--dst-distance %d --src-range 0:7,3:%d --dst-range :,0:11",
                       ROWS, POINTS, COPIES, PITCH, ROWS + 1, APART, DST_APART, POINTS);
        check_emitted(numbers[d], &scattered, options);
        const fftc_transform middle = {.length = {3, ROWS, 5}, .batch = 2, .loop = {1, 0, 1}};
        check_emitted(numbers[d], &middle, "--length 3x12x5*2 --loop 1,0,1");
        const fftc_transform inverse = {
            .length = {POINTS}, .direction = FFTC_INVERSE, .scaling = FFTC_SCALE_UNITARY};
        check_emitted(numbers[d], &inverse, "--length 20 --direction inverse --scaling unitary");
    }
}
END_TEST

START_TEST(command_refuses_what_is_no_stride_or_range)
{
    static const char *const bad[] = {"--src-stride 4",     "--src-stride 4,x",
                                      "--dst-stride 1,2,3", "--dst-distance 1,2",
                                      "--src-range 3:2,:",  "--dst-range :,:,0:2",
                                      "--src-range 4",      "--dst-range 0:999999,:",
                                      "--src-distance -1",  "--src-stride 1,2,3,4,5",
                                      "--loop 2,0",         "--loop 1,1",
                                      "--loop 0,0,1",       "--scaling full",
                                      "--correlate",        "--src-stride 0,0",
                                      "--limits ''"};
    emitted_folder_make();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        ck_assert_msg(emitted_folder_shell("%s emit --plan %s --length 8x8 %s 2> /dev/null",
                                           FFTC_TEST_COMMAND, emitted_folder, bad[i]) == 2,
                      "%s", bad[i]);
    }
    static const char *const contradictions[] = {
        "64*2 --dst-distance 0",      "64*2 --src-stride 1",        "conv:64 --src-range 0:3",
        "c2r:64 --direction forward", "r2c:64 --direction inverse", "dct2:64 --split",
        "rconv:64 --split",           "conv:64 --direction inverse"};
    for (size_t i = 0; i < sizeof contradictions / sizeof *contradictions; ++i) {
        ck_assert_msg(emitted_folder_shell("%s emit --plan %s --length %s 2> /dev/null",
                                           FFTC_TEST_COMMAND, emitted_folder,
                                           contradictions[i]) == 2,
                      "%s", contradictions[i]);
    }
    emitted_folder_remove();
}
END_TEST

/* Real numbers from a buffer of their own, and the power of their spectrum into another
 * one: no src, no dst. */
static const fftc_accessors power = {
    .load = "fftc_complex fftc_user_load(fftc_uint index)\n"
            "{\n"
            "    fftc_real x = fftc_real_from_word(fftc_extra_get(0u, index));\n"
            "    return fftc_complex_make(x, FFTC_REAL(0.0));\n"
            "}\n",
    .store = "void fftc_user_store(fftc_uint index, fftc_complex value)\n"
             "{\n"
             "    fftc_uint to = index + FFTC_UINT(fftc_user_word(2u));\n"
             "    fftc_extra_set(2u, to, fftc_word_from_real(fftc_complex_norm(value)));\n"
             "}\n",
    .extra = {FFTC_EXTRA_BUFFER, FFTC_EXTRA_NONE, FFTC_EXTRA_BUFFER}};

enum { SIGNAL = 48, SIGNALS = 3, ENTRIES = SIGNAL / 2 + 1, BEFORE = 5 };

static void check_accessors(uint32_t number)
{
    const fftc_transform t = {.kind = FFTC_REAL, .length = {SIGNAL}, .batch = SIGNALS};
    const fftc_vulkan_plan_options options = {.accessors = &power};
    const uint32_t words[] = {0, 0, BEFORE, 0, 0, 0, 0, 0};
    float signals[SIGNAL * SIGNALS];
    float spectra[2 * ENTRIES * SIGNALS];
    float powers[BEFORE + ENTRIES * SIGNALS] = {7.0f};
    testing_random random = testing_random_start("emit accessors");
    fftc_plan *cpu;
    testing_fill(FFTC_FLOAT32, signals, SIGNAL * SIGNALS / 2, &random);
    ck_assert_int_eq(fftc_plan_create(&t, NULL, &cpu, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_plan_execute(cpu, signals, spectra, NULL), FFTC_SUCCESS);
    fftc_plan_destroy(cpu);
    fftc_emitted_plan plan = emit_testing_plan(&t, NULL, &options);
    ck_assert_ptr_null(strstr(plan.description, "\"name\": \"src\""));
    ck_assert_ptr_null(strstr(plan.description, "\"name\": \"dst\""));
    emitted_folder_make();
    emitted_folder_write_plan(&plan);
    emitted_folder_write("extra0.bin", signals, sizeof signals);
    emitted_folder_write("extra2.bin", powers, sizeof powers);
    emitted_folder_write("words.bin", words, sizeof words);
    ck_assert_int_eq(emitted_folder_shell("%s %s %s %u", FFTC_TEST_RUN_EMITTED, emitted_folder,
                                          emitted_folder, (unsigned)number),
                     0);
    emitted_folder_read("extra2.bin", powers, sizeof powers);
    ck_assert(powers[0] == 7.0f);
    /* Two results of an error e in X, relative to all: |X|^2 by at most 2 e
     * |X| of either's norm. */
    double all = 0.0;
    for (size_t i = 0; i < (size_t)2 * ENTRIES * SIGNALS; ++i) {
        all += (double)spectra[i] * (double)spectra[i];
    }
    double bound = 4.0 * fftc_transform_error_bound(FFTC_FLOAT32, SIGNAL) * all;
    for (size_t i = 0; i < (size_t)ENTRIES * SIGNALS; ++i) {
        double re = (double)spectra[2 * i];
        double im = (double)spectra[2 * i + 1];
        ck_assert_msg(fabs((double)powers[BEFORE + i] - (re * re + im * im)) <= bound,
                      "power %zu is %g, not %g", i, (double)powers[BEFORE + i], re * re + im * im);
    }
    emitted_folder_remove();
    fftc_emitted_plan_free(&plan);
}

START_TEST(stranger_carries_out_plans_with_accessors)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        check_accessors(numbers[d]);
    }
}
END_TEST

enum { LONG = 3000, TAPS = 40, PICTURE = 20 };

/* Twice the numbers in, half of them out. */
static const fftc_accessors doubling = {
    .load = "fftc_complex fftc_user_load(fftc_uint index)\n"
            "{\n"
            "    return fftc_complex_scale(fftc_src_get(index), FFTC_REAL(2.0));\n"
            "}\n",
    .store = "void fftc_user_store(fftc_uint index, fftc_complex value)\n"
             "{\n"
             "    fftc_dst_set(index, fftc_complex_scale(value, FFTC_REAL(0.5)));\n"
             "}\n",
    .extra = {FFTC_EXTRA_NONE}};

/* One dispatch of blocks, with accessors beside the spectrum; three of a picture, whose kernel is
 * not a square. By the files, against the CPU. */
static void check_convolution(uint32_t number, const fftc_vulkan_device *device, bool picture)
{
    const uint64_t n[] = {picture ? PICTURE : LONG, PICTURE};
    const uint64_t taps[] = {picture ? 5 : TAPS, 3};
    const fftc_vulkan_plan_options options = {.passes.registers = 4, /* which compile faster */
                                              .accessors = picture ? NULL : &doubling};
    const size_t count = picture ? (size_t)PICTURE * PICTURE : LONG;
    const size_t kernel_count = picture ? 15 : TAPS;
    float src[LONG];
    float dst[LONG];
    float expected[LONG];
    float kernel[TAPS];
    fftc_convolution_description d;
    fftc_convolution *cpu;
    fftc_emitted_plan plans[2];
    testing_random random = testing_random_start("emit convolution");
    double norm = 0.0;
    double taps_norm = 0.0;
    double difference = 0.0;
    testing_fill(FFTC_FLOAT32, src, count / 2, &random);
    for (size_t i = 0; i < kernel_count; ++i) {
        kernel[i] = (float)testing_random_real(&random);
        taps_norm += fabs((double)kernel[i]);
    }
    ck_assert_int_eq(fftc_convolution_describe_linear(picture ? 2 : 1, n, taps, FFTC_SAME,
                                                      FFTC_CORRELATE, FFTC_REAL, &d, NULL),
                     FFTC_SUCCESS);
    emit_convolution(&d, device, &options, plans);
    ck_assert_ptr_nonnull(strstr(plans[0].description, "\"kernel\""));
    ck_assert_ptr_nonnull(strstr(plans[1].description, "\"correlate\""));
    emitted_folder_make();
    emitted_folder_write("kernel.bin", kernel, kernel_count * sizeof *kernel);
    emitted_folder_write("src.bin", src, count * sizeof *src);
    for (int i = 0; i < 2; ++i) {
        emitted_folder_write_plan(&plans[i]);
        ck_assert_int_eq(emitted_folder_shell("%s %s %s %u", FFTC_TEST_RUN_EMITTED, emitted_folder,
                                              emitted_folder, (unsigned)number),
                         0);
        fftc_emitted_plan_free(&plans[i]);
    }
    emitted_folder_read("dst.bin", dst, count * sizeof *dst);
    emitted_folder_remove();
    ck_assert_int_eq(fftc_convolution_create(&d, NULL, &cpu, NULL), FFTC_SUCCESS);
    void *spectrum = malloc(fftc_convolution_spectrum_bytes(cpu));
    ck_assert_int_eq(fftc_convolution_prepare(cpu, kernel, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_convolution_execute(cpu, src, spectrum, expected, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < count; ++i) {
        difference += pow((double)dst[i] - (double)expected[i], 2.0);
        norm += (double)src[i] * (double)src[i];
    }
    double bound = 3.0 * fftc_convolution_error_bound(cpu) * taps_norm * sqrt(norm);
    ck_assert_msg(sqrt(difference) <= bound, "off by %g, at most %g", sqrt(difference), bound);
    free(spectrum);
    fftc_convolution_destroy(cpu);
}

START_TEST(stranger_carries_out_convolutions)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        check_convolution(numbers[d], vulkan_testing_device(numbers[d]), false);
        check_convolution(numbers[d], NULL, true);
    }
}
END_TEST

/* A bloom from images of halves to one, with a kernel for all channels; one of buffers of halves,
 * whose alpha has a spectrum of its own, from a resampled kernel; and one of buffers of floats. */
enum { WIDE = 13, HIGH = 9, TAPS_WIDE = 5, TAPS_HIGH = 4, NUMBERS = 4 * WIDE * HIGH };
enum { IMAGES, HALVES, FLOATS, SIDES };

static fftc_bloom_description bloom_of(int sides)
{
    fftc_bloom_description d;
    fftc_bloom_describe(WIDE, HIGH, sides == IMAGES ? 3 : 4, TAPS_WIDE, TAPS_HIGH, &d);
    d.kernel_channels = sides == IMAGES ? 1 : 3;
    d.padding = sides == IMAGES ? FFTC_PAD_MIRROR : FFTC_PAD_REPEAT;
    d.resampling = sides == HALVES ? FFTC_BLOOM_CUBIC : FFTC_BLOOM_EXACT;
    d.precision = sides == HALVES ? FFTC_FLOAT16 : FFTC_FLOAT32;
    d.src = (fftc_bloom_layout){4 * WIDE, 4, 1}; /* as texels lie */
    d.dst = d.src;
    return d;
}

static void bloom_by_cpu(const fftc_bloom_description *d, const float *kernel,
                         const fftc_bloom_frame *frame, const float *src, float *dst)
{
    fftc_bloom *cpu;
    ck_assert_int_eq(fftc_bloom_create(d, NULL, &cpu, NULL), FFTC_SUCCESS);
    void *spectrum = malloc(fftc_bloom_spectrum_bytes(cpu));
    void *memory = malloc(fftc_bloom_work_bytes(cpu));
    ck_assert_int_eq(fftc_bloom_prepare(cpu, kernel, spectrum, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_bloom_execute(cpu, src, spectrum, frame, dst, memory, NULL),
                     FFTC_SUCCESS);
    fftc_bloom_destroy(cpu);
    free(spectrum);
    free(memory);
}

/* In floats: of a device's plan by the CPU. One for all devices is what the emulator makes of their
 * limits; a resampled kernel is taken at that plan's frequencies, too. */
static void bloom_expect(fftc_bloom_description d, const fftc_vulkan_device *device,
                         const float *kernel, const fftc_bloom_frame *frame, const float *src,
                         float *dst)
{
    d.precision = FFTC_FLOAT32;
    if (device != NULL) {
        bloom_by_cpu(&d, kernel, frame, src, dst);
        return;
    }
    const fftc_emulated_device e = {
        .invocations_max = 128, .shared_bytes = 16384, .passes.no_subgroups = true};
    ck_assert_int_eq(fftc_emulate_bloom(&d, NULL, &e, src, kernel, frame, dst, NULL, NULL),
                     FFTC_SUCCESS);
}

/* Returns the exponent of what they are divided by. */
static int write_taps(const fftc_bloom_description *d, const void *kernel)
{
    size_t bytes;
    fftc_bloom_light light;
    ck_assert_int_eq(fftc_bloom_taps_bytes(d, &bytes, NULL), FFTC_SUCCESS);
    float *taps = malloc(bytes);
    ck_assert_int_eq(fftc_bloom_taps(d, NULL, kernel, taps, &light, NULL), FFTC_SUCCESS);
    emitted_folder_write("kernel.bin", taps, bytes);
    free(taps);
    return light.exponent;
}

static int exponent_of(const char *description)
{
    static const char key[] = "\"exponent\": ";
    const char *at = strstr(description, key);
    ck_assert_ptr_nonnull(at);
    return (int)strtol(at + sizeof key - 1, NULL, 10);
}

static void check_bloom(uint32_t number, const fftc_vulkan_device *device, int sides)
{
    const bool images = sides == IMAGES;
    const fftc_bloom_description d = bloom_of(sides);
    const fftc_vulkan_bloom_storage storage =
        images ? FFTC_VULKAN_BLOOM_HALF : FFTC_VULKAN_BLOOM_BUFFER;
    const fftc_vulkan_bloom_options options = {.src = storage,
                                               .dst = storage,
                                               .scratch = images ? FFTC_FLOAT16 : FFTC_FLOAT32,
                                               .exact = sides == FLOATS};
    /* Results are below 1: there halves are within 2^-11, whichever way a device rounds them. */
    const fftc_bloom_frame frame = {.sharpening = 0.25f, .exposure = -2.0f};
    float words[8] = {0.25f * 0.25f};
    const fftc_precision precision = sides == FLOATS ? FFTC_FLOAT32 : FFTC_FLOAT16;
    const size_t bytes = fftc_precision_bytes(precision) * NUMBERS;
    testing_random random = testing_random_start("emit bloom");
    float kernel[3 * TAPS_WIDE * TAPS_HIGH];
    float taps[3 * TAPS_WIDE * TAPS_HIGH]; /* of the description's precision */
    float src[NUMBERS];
    float expected[NUMBERS];
    float texels[NUMBERS];
    fftc_emitted_plan plans[2];
    fftc_error error;
    for (size_t i = 0; i < sizeof kernel / sizeof *kernel; ++i) {
        testing_set(d.precision, taps, i, 0.1 + fabs(testing_random_real(&random)));
        kernel[i] = (float)testing_get(d.precision, taps, i);
    }
    for (size_t i = 0; i < NUMBERS; ++i) {
        testing_set(precision, texels, i, fabs(testing_random_real(&random)));
        src[i] = (float)testing_get(precision, texels, i);
    }
    bloom_expect(d, device, kernel, &frame, src, expected);
    ck_assert_msg(fftc_vulkan_bloom_emit(&d, device, &options, NULL, &plans[0], &plans[1],
                                         &error) == FFTC_SUCCESS,
                  "%s", error.message);
    emitted_folder_make();
    const int exponent = write_taps(&d, taps) + exponent_of(plans[1].description);
    words[1] = (float)ldexp(0.25 * 0.75, exponent);
    emitted_folder_write("src.bin", texels, bytes);
    emitted_folder_write("words.bin", words, sizeof words);
    for (int i = 0; i < 2; ++i) {
        emitted_folder_write_plan(&plans[i]);
        ck_assert_int_eq(emitted_folder_shell("%s %s %s %u", FFTC_TEST_RUN_EMITTED, emitted_folder,
                                              emitted_folder, (unsigned)number),
                         0);
        fftc_emitted_plan_free(&plans[i]);
    }
    emitted_folder_read("dst.bin", texels, bytes);
    for (size_t i = 0; i < NUMBERS; ++i) {
        double wanted = images && i % 4 == 3 ? 1.0 : (double)expected[i];
        double got = testing_get(precision, texels, i);
        ck_assert_msg(sides == FLOATS ? got == wanted : fabs(got - wanted) <= 1e-3,
                      "number %zu is %g, not %g", i, got, wanted);
    }
    emitted_folder_remove();
}

START_TEST(stranger_carries_out_blooms)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        for (int i = 0; i < SIDES; ++i) {
            if (vulkan_testing_turn((unsigned)i, d, count)) {
                check_bloom(numbers[d], i == IMAGES ? vulkan_testing_device(numbers[d]) : NULL, i);
            }
        }
    }
}
END_TEST

START_TEST(emitting_blooms_refuses_what_it_cannot)
{
    const fftc_bloom_description good = bloom_of(IMAGES);
    const fftc_vulkan_bloom_options storage = {.dst = (fftc_vulkan_bloom_storage)9};
    fftc_bloom_description large = good;
    fftc_emitted_plan plans[2];
    fftc_error error;
    ck_assert_int_eq(fftc_vulkan_bloom_emit(&good, NULL, NULL, NULL, &plans[0], &plans[0], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_bloom_emit(NULL, NULL, NULL, NULL, &plans[0], &plans[1], &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(
        fftc_vulkan_bloom_emit(&good, NULL, &storage, NULL, &plans[0], &plans[1], &error),
        FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "options.dst"));
    large.width = 60000;
    large.src = large.dst = (fftc_bloom_layout){0};
    ck_assert_int_eq(fftc_vulkan_bloom_emit(&large, NULL, NULL, NULL, &plans[0], &plans[1], &error),
                     FFTC_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(error.message, "three dispatches"));
    ck_assert_ptr_null(plans[0].kernel);
    ck_assert_ptr_null(plans[1].kernel);
}
END_TEST

/* The counter-test: a table that is not the plan's gives a wrong result, so the files are what
 * counts. */
START_TEST(stranger_given_a_wrong_table_differs)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    const fftc_transform t = {.length = {256}};
    float data[512] = {1.0f, 2.0f, 3.0f};
    float other[512];
    fftc_emitted_plan plan = emit_testing_plan(&t, NULL, NULL);
    (void)vulkan_testing_devices(numbers);
    emitted_folder_make();
    emitted_folder_write("src.bin", data, sizeof data);
    emitted_folder_write_plan(&plan);
    ck_assert_int_eq(emitted_folder_shell("%s %s %s %u", FFTC_TEST_RUN_EMITTED, emitted_folder,
                                          emitted_folder, (unsigned)numbers[0]),
                     0);
    emitted_folder_read("dst.bin", data, sizeof data);
    memset(plan.table, 0, plan.table_bytes);
    emitted_folder_write_plan(&plan);
    ck_assert_int_eq(emitted_folder_shell("%s %s %s %u", FFTC_TEST_RUN_EMITTED, emitted_folder,
                                          emitted_folder, (unsigned)numbers[0]),
                     0);
    emitted_folder_read("dst.bin", other, sizeof other);
    ck_assert_int_ne(memcmp(data, other, sizeof data), 0);
    emitted_folder_remove();
    fftc_emitted_plan_free(&plan);
}
END_TEST

VULKAN_TESTING_MAIN("emit_plan", stranger_carries_out_emitted_plans,
                    command_emits_arrays_loops_and_scalings,
                    command_refuses_what_is_no_stride_or_range,
                    stranger_given_a_wrong_table_differs, stranger_carries_out_plans_with_accessors,
                    stranger_carries_out_convolutions, stranger_carries_out_blooms,
                    emitting_blooms_refuses_what_it_cannot)
