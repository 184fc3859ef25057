/* SPDX-License-Identifier: MIT
 *
 * Blooms with resampled kernels against what resampling means in space, in double; and what blooms
 * refuse.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bloom_testing.h"
#include "fftcore/reference.h"

START_TEST(resampled_kernels_equal_their_sums_in_space)
{
    /* With 16 x 8 taps periods are 32 x 24, and 54 x 24: multiples of the kernel, and not. */
    static const uint32_t sizes[][4] = {
        {17, 17, 16, 8}, {20, 13, 5, 7}, {3, 9, 16, 12}, {12, 1, 9, 1}, {23, 10, 31, 6}};
    testing_random random = testing_random_start("resampled");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        for (int way = 0; way < 12; ++way) {
            fftc_bloom_description d;
            fftc_bloom_describe(sizes[i][0], sizes[i][1], 2, sizes[i][2], sizes[i][3], &d);
            d.resampling = (fftc_bloom_resampling)(1 + way % 3);
            d.padding = (fftc_padding)(way / 3);
            d.beyond[1] = d.padding == FFTC_PAD_ZERO ? 0.5F : 0.0F;
            d.centre_x = (uint32_t)testing_random_below(&random, d.kernel_width);
            d.power = FFTC_BLOOM_CHANNEL;
            const uint32_t length[] = {d.height, d.width};
            const uint32_t taps[] = {d.kernel_height, d.kernel_width};
            bloom_lattice lattice = {.quarter = {false, false}};
            for (int axis = 0; axis < 2; ++axis) { /* padded all over, as much on both sides */
                uint32_t points =
                    (uint32_t)fftc_convolution_length((uint64_t)length[axis] + taps[axis] - 1);
                lattice.points[axis] = points;
                lattice.behind[axis] = (points - length[axis]) / 2;
                lattice.before[axis] = points - length[axis] - lattice.behind[axis];
            }
            bloom_case c = bloom_case_start(&d, &random);
            bloom_execute(&c, NULL, 1);
            bloom_check_resampled(&c, &lattice, 1e-5);
            bloom_case_end(&c);
        }
    }
}
END_TEST

/* Where the kernel's length divides the picture's: copies of the taps, times the filter's own
 * transform. */
START_TEST(resampling_repeats_the_taps)
{
    const uint32_t taps = 8;
    const uint32_t points = 32;
    const double pi = acos(-1.0);
    double before = 1e9;
    for (int resampling = FFTC_BLOOM_TENT; resampling <= FFTC_BLOOM_SINC; ++resampling) {
        double *spread = bloom_spread((fftc_bloom_resampling)resampling, taps, 3, points, false);
        double beside = 0.0;
        for (uint32_t n = 0; n < points; ++n) {
            for (uint32_t k = 0; k < taps; ++k) {
                double got = spread[n * taps + k];
                double sines = n == 0 ? 1.0 : sin(pi * n / taps) / (4.0 * sin(pi * n / points));
                bool copy = (n + 3) % taps == k;
                ck_assert(copy || fabs(got) < 1e-14);
                ck_assert(!copy || resampling != FFTC_BLOOM_TENT ||
                          fabs(got - sines * sines) < 1e-14);
                beside += n >= taps / 2 && n < points - taps / 2 ? fabs(got) : 0.0;
            }
        }
        /* What is left of the copies beside the middle one: each filter leaves less. */
        ck_assert_double_lt(beside, before);
        before = beside;
        free(spread);
    }
}
END_TEST

/* Until 43ae2f05 the taps of some were those of the instruction set. */
START_TEST(reproducible_spectra_are_those_of_every_instruction_set)
{
    static const char *const isas[] = {"scalar", "sse2", "avx2", "avx512", "neon"};
    testing_random random = testing_random_start("reproducible");
    const fftc_plan_options options = {.reproducible = 1};
    for (int i = 0; i < 40; ++i) {
        fftc_bloom_description d = bloom_draw(&random, 40, FFTC_BLOOM_AS_IS);
        d.precision = FFTC_FLOAT16;
        d.resampling = (fftc_bloom_resampling)(1 + i % 3);
        bloom_case c = bloom_case_start(&d, &random);
        void *first = NULL;
        for (size_t isa = 0; isa < sizeof isas / sizeof *isas; ++isa) {
            fftc_bloom *plan;
            ck_assert_int_eq(setenv("FFTCORE_FORCE_ISA", isas[isa], 1), 0);
            if (fftc_simd_isa_name() == NULL) {
                continue;
            }
            ck_assert_int_eq(fftc_bloom_create(&c.d, &options, &plan, NULL), FFTC_SUCCESS);
            const size_t bytes = fftc_bloom_spectrum_bytes(plan);
            void *spectrum = calloc(1, bytes);
            ck_assert_ptr_nonnull(spectrum);
            ck_assert_int_eq(fftc_bloom_prepare(plan, c.kernel.data, spectrum, NULL), FFTC_SUCCESS);
            ck_assert_msg(first == NULL || memcmp(first, spectrum, bytes) == 0, "%s: %s", isas[isa],
                          bloom_describe(&c.d));
            free(first);
            first = spectrum;
            fftc_bloom_destroy(plan);
        }
        free(first);
        bloom_case_end(&c);
    }
    ck_assert_int_eq(unsetenv("FFTCORE_FORCE_ISA"), 0);
}
END_TEST

static fftc_bloom_description good(void)
{
    fftc_bloom_description d;
    fftc_bloom_describe(8, 6, 3, 4, 3, &d);
    return d;
}

static void refuse(const fftc_bloom_description *d, const fftc_plan_options *options,
                   fftc_status status, const char *words)
{
    fftc_bloom *plan = (fftc_bloom *)&plan;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(fftc_bloom_create(d, options, &plan, &error), status);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.message, words) != NULL, "\"%s\" without \"%s\"", error.message,
                  words);
}

#define REFUSE(change, status, words)      \
    do {                                   \
        fftc_bloom_description d = good(); \
        change;                            \
        refuse(&d, NULL, status, words);   \
    } while (0)

START_TEST(descriptions_without_sense_refused)
{
    const fftc_bloom_description valid = good();
    const fftc_plan_options saved = {.saved = ""};
    refuse(NULL, NULL, FFTC_INVALID_ARGUMENT, "description is NULL");
    ck_assert_int_eq(fftc_bloom_create(&valid, NULL, NULL, NULL), FFTC_INVALID_ARGUMENT);
    REFUSE(d.width = 0, FFTC_INVALID_ARGUMENT, "0 x 6 pixels");
    REFUSE(d.kernel_height = 0, FFTC_INVALID_ARGUMENT, "the kernel 4 x 0");
    REFUSE(d.channels = 5, FFTC_INVALID_ARGUMENT, "channels is 5");
    REFUSE(d.kernel_channels = 2, FFTC_INVALID_ARGUMENT, "kernel_channels is 2");
    REFUSE(d.centre_x = 4, FFTC_INVALID_ARGUMENT, "pixel (4, 1)");
    REFUSE(d.beyond[2] = INFINITY, FFTC_INVALID_ARGUMENT, "beyond[2]");
    REFUSE(d.precision = FFTC_FLOAT64, FFTC_UNSUPPORTED, "of float or half");
    REFUSE(d.precision = (fftc_precision)7, FFTC_INVALID_ARGUMENT, "precision");
    REFUSE(d.padding = (fftc_padding)4, FFTC_INVALID_ARGUMENT, "padding is 4");
    REFUSE(d.power = (fftc_bloom_power)3, FFTC_INVALID_ARGUMENT, "power is 3");
    REFUSE(d.resampling = (fftc_bloom_resampling)4, FFTC_INVALID_ARGUMENT, "resampling is 4");
    REFUSE(d.src.pixel = 3, FFTC_INVALID_ARGUMENT, "src.row is 0");
    REFUSE((d.dst = (fftc_bloom_layout){8, 1, 8}), FFTC_INVALID_ARGUMENT, "share places");
    REFUSE((d.src = (fftc_bloom_layout){1ull << 60, 1, 1}), FFTC_TOO_LARGE, "array of src");
    /* All taps in one place; their plane of packed ones has 2^64 bytes in all (until 43ae2f05). */
    REFUSE((d.width = d.height = 1, d.kernel_width = d.kernel_height = 1u << 30,
            d.channels = d.kernel_channels = 4, d.kernel = (fftc_bloom_layout){1, 1, 1}),
           FFTC_TOO_LARGE, "a kernel of 1073741824 x 1073741824");
    REFUSE((d.width = 65530, d.resampling = FFTC_BLOOM_TENT, d.kernel_width = 9), FFTC_TOO_LARGE,
           "at most 65536");
    refuse(&valid, &saved, FFTC_UNSUPPORTED, "is not saved");
    fftc_bloom_description tiles; /* where options are not the convolution's */
    fftc_bloom_describe(700, 500, 1, 7, 7, &tiles);
    refuse(&tiles, &(fftc_plan_options){.threads = 4097}, FFTC_INVALID_ARGUMENT, "0 to 4096");
    refuse(&tiles, &(fftc_plan_options){.executions = 33}, FFTC_INVALID_ARGUMENT, "to 32");
}
END_TEST

START_TEST(executions_without_sense_refused)
{
    testing_random random = testing_random_start("refused");
    fftc_bloom_description d = good();
    bloom_case c = bloom_case_start(&d, &random);
    fftc_bloom *plan;
    fftc_bloom *other;
    fftc_error error;
    ck_assert_int_eq(fftc_bloom_create(&d, NULL, &plan, NULL), FFTC_SUCCESS);
    d.width = 64;
    ck_assert_int_eq(fftc_bloom_create(&d, NULL, &other, NULL), FFTC_SUCCESS);
    size_t bytes = fftc_bloom_spectrum_bytes(plan);
    size_t work_bytes = fftc_bloom_work_bytes(plan);
    char *spectrum = calloc(1, bytes + 64);
    char *work = malloc(work_bytes + 64);
    ck_assert(spectrum != NULL && work != NULL);
    void *src = c.src.data;
    void *dst = c.dst.data;
#define EXECUTE(src, spectrum, frame, dst, work, words)                                         \
    ck_assert_int_eq(fftc_bloom_execute(plan, src, spectrum, frame, dst, work, &error),         \
                     FFTC_INVALID_ARGUMENT);                                                    \
    ck_assert_msg(strstr(error.message, words) != NULL, "\"%s\" without \"%s\"", error.message, \
                  words)
    EXECUTE(src, spectrum, NULL, dst, work, "another plan's");
    ck_assert_int_eq(fftc_bloom_prepare(plan, c.kernel.data, spectrum, NULL), FFTC_SUCCESS);
    /* One with a spectrum for all channels, of which there is no second one (until 43ae2f05). */
    fftc_bloom *alike;
    d = good();
    d.kernel_channels = 1;
    ck_assert_int_eq(fftc_bloom_create(&d, NULL, &alike, NULL), FFTC_SUCCESS);
    testing_buffer one = testing_buffer_create(fftc_bloom_spectrum_bytes(alike), 64);
    ck_assert_int_eq(fftc_bloom_prepare(alike, c.kernel.data, one.data, NULL), FFTC_SUCCESS);
    EXECUTE(src, one.data, NULL, dst, work, "another plan's");
    testing_buffer_release(&one);
    fftc_bloom_destroy(alike);
    EXECUTE(NULL, spectrum, NULL, dst, work, "src is NULL");
    EXECUTE(src, NULL, NULL, dst, work, "spectrum is NULL");
    EXECUTE(src, spectrum, NULL, NULL, work, "dst is NULL");
    EXECUTE(src, spectrum, NULL, dst, NULL, "work is NULL");
    EXECUTE(src, spectrum, (&(fftc_bloom_frame){1.5F, 0.0F}), dst, work, "sharpening is 1.5");
    EXECUTE(src, spectrum, (&(fftc_bloom_frame){NAN, 0.0F}), dst, work, "sharpening is");
    EXECUTE(src, spectrum, (&(fftc_bloom_frame){0.0F, 101.0F}), dst, work, "exposure is 101");
    EXECUTE((char *)src + 2, spectrum, NULL, dst, work, "aligned");
    EXECUTE(src, spectrum, NULL, (char *)src + 4, work, "dst shares memory with src");
    EXECUTE(src, spectrum, NULL, spectrum + 64, work, "work or the spectrum shares");
    EXECUTE(work + 8, spectrum, NULL, dst, work, "work or the spectrum shares");
    ck_assert_int_eq(fftc_bloom_execute(other, src, spectrum, NULL, dst, NULL, NULL),
                     FFTC_INVALID_ARGUMENT);
    free(spectrum);
    free(work);
    fftc_bloom_destroy(plan);
    fftc_bloom_destroy(other);
    fftc_bloom_destroy(NULL);
    ck_assert_uint_eq(fftc_bloom_spectrum_bytes(NULL), 0);
    ck_assert_uint_eq(fftc_bloom_work_bytes(NULL), 0);
    bloom_case_end(&c);
}
END_TEST

START_TEST(kernels_without_light_refused)
{
    static const struct {
        float tap;
        fftc_bloom_power power;
        const char *words;
    } cases[] = {{0.0F, FFTC_BLOOM_LUMINANCE, "black: the luminance"},
                 {0.0F, FFTC_BLOOM_CHANNEL, "black: a channel"},
                 {-1.0F, FFTC_BLOOM_LUMINANCE, "darker than black"},
                 {INFINITY, FFTC_BLOOM_AS_IS, "every tap must be finite"},
                 {NAN, FFTC_BLOOM_AS_IS, "pixel (0, 0) is"},
                 {1e38F, FFTC_BLOOM_AS_IS, "more than a float"}}; /* NaNs until 43ae2f05 */
    testing_random random = testing_random_start("kernels");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        fftc_bloom_description d = good();
        fftc_bloom *plan;
        fftc_error error;
        d.power = cases[i].power;
        bloom_case c = bloom_case_start(&d, &random);
        for (uint32_t k = 0; k < 4 * 3 * 3; ++k) {
            ((float *)c.kernel.data)[k] = cases[i].tap;
        }
        ck_assert_int_eq(fftc_bloom_create(&d, NULL, &plan, NULL), FFTC_SUCCESS);
        void *spectrum = aligned_alloc(64, fftc_bloom_spectrum_bytes(plan));
        ck_assert_ptr_nonnull(spectrum);
        ck_assert_int_eq(fftc_bloom_prepare(plan, c.kernel.data, spectrum, &error),
                         FFTC_INVALID_ARGUMENT);
        ck_assert_msg(strstr(error.message, cases[i].words) != NULL, "%s", error.message);
        free(spectrum);
        fftc_bloom_destroy(plan);
        bloom_case_end(&c);
    }
}
END_TEST

TESTING_MAIN("bloom_resampled", resampled_kernels_equal_their_sums_in_space,
             resampling_repeats_the_taps, reproducible_spectra_are_those_of_every_instruction_set,
             descriptions_without_sense_refused, executions_without_sense_refused,
             kernels_without_light_refused)
