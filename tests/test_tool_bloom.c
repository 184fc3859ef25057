/* SPDX-License-Identifier: MIT
 *
 * `fftcore bloom`: pictures of any size against the sums themselves, for all edges, on the CPU, and
 * every Vulkan device against that.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bloom.h"
#include "bloom_kernel.h"
#include "devices.h"
#include "testing.h"

static const double luminance[TOOL_CHANNELS] = {0.2126390059, 0.7151686788, 0.0721923154};

static tool_raster draw(testing_random *random, uint32_t width, uint32_t height, double least)
{
    tool_raster raster;
    ck_assert_int_eq(tool_raster_create(width, height, &raster, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < (size_t)width * height * TOOL_CHANNELS; ++i) {
        raster.planes[i] = (float)(least + fabs(testing_random_real(random)));
    }
    return raster;
}

/* The picture's number at a place that may lie beyond its edges, found step by step. */
static double look(const tool_raster *picture, tool_edges edges, int channel, int64_t x, int64_t y)
{
    int64_t at[2] = {x, y};
    const int64_t size[2] = {picture->width, picture->height};
    for (int axis = 0; axis < 2; ++axis) {
        while (at[axis] < 0 || at[axis] >= size[axis]) {
            bool before = at[axis] < 0;
            switch (edges) {
            case TOOL_EDGES_ZERO: return 0.0;
            case TOOL_EDGES_WRAP: at[axis] += before ? size[axis] : -size[axis]; break;
            case TOOL_EDGES_CLAMP: at[axis] = before ? 0 : size[axis] - 1; break;
            default: at[axis] = before ? -1 - at[axis] : 2 * size[axis] - 1 - at[axis];
            }
        }
    }
    return (double)tool_raster_plane(picture, channel)[at[1] * picture->width + at[0]];
}

static double sum_directly(const tool_bloom *bloom, const tool_raster *picture,
                           const tool_raster *kernel, double power, int channel, uint32_t x,
                           uint32_t y)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < kernel->height; ++v) {
        for (uint32_t u = 0; u < kernel->width; ++u) {
            sum += (double)tool_raster_plane(kernel, channel)[v * kernel->width + u] *
                   look(picture, bloom->edges, channel, (int64_t)x - u + bloom->centre[0],
                        (int64_t)y - v + bloom->centre[1]);
        }
    }
    return (1.0 - bloom->mix) * sum / power +
           bloom->mix * look(picture, bloom->edges, channel, x, y);
}

static double power_of(const tool_raster *kernel)
{
    double power = 0.0;
    for (size_t i = 0; i < (size_t)kernel->width * kernel->height * TOOL_CHANNELS; ++i) {
        power +=
            luminance[i / ((size_t)kernel->width * kernel->height)] * (double)kernel->planes[i];
    }
    return power;
}

static void check(const tool_bloom *bloom, const tool_raster *picture, const tool_raster *kernel)
{
    tool_raster result;
    tool_bloom_report report;
    fftc_error error = {.status = FFTC_SUCCESS};
    double power = power_of(kernel);
    fftc_status status = tool_bloom_run(bloom, picture, kernel, &result, &report, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    ck_assert_uint_eq(result.width, picture->width);
    ck_assert_uint_eq(result.height, picture->height);
    ck_assert_double_eq_tol(report.power, power, 1e-12 * power);
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        for (uint32_t y = 0; y < picture->height; ++y) {
            for (uint32_t x = 0; x < picture->width; ++x) {
                double wanted = sum_directly(bloom, picture, kernel, power, channel, x, y);
                double got =
                    (double)tool_raster_plane(&result, channel)[(size_t)y * result.width + x];
                ck_assert_msg(fabs(got - wanted) < 1e-5,
                              "%u x %u with %u x %u, edges %s, centre %u,%u, mix %g, channel %d, "
                              "x %u, y %u: %g, not %g",
                              picture->width, picture->height, kernel->width, kernel->height,
                              tool_edges_names[bloom->edges], bloom->centre[0], bloom->centre[1],
                              bloom->mix, channel, x, y, got, wanted);
            }
        }
    }
    tool_raster_free(&result);
}

static const uint32_t sizes[][4] = {{17, 11, 5, 4}, {8, 16, 1, 1},    {5, 3, 9, 8},  {1, 1, 3, 2},
                                    {12, 7, 1, 7},  {24, 20, 24, 20}, {3, 2, 13, 11}};

#define SIZES (sizeof sizes / sizeof *sizes)

static void check_sizes(tool_bloom bloom, size_t count)
{
    testing_random random = testing_random_start("bloom");
    for (size_t i = 0; i < count; ++i) {
        tool_raster picture = draw(&random, sizes[i][0], sizes[i][1], -0.2);
        tool_raster kernel = draw(&random, sizes[i][2], sizes[i][3], 0.01);
        for (int edges = TOOL_EDGES_MIRROR; edges <= TOOL_EDGES_ZERO; ++edges) {
            bloom.edges = (tool_edges)edges;
            bloom.centre[0] = (uint32_t)(testing_random_below(&random, kernel.width));
            bloom.centre[1] = (uint32_t)(testing_random_below(&random, kernel.height));
            bloom.mix = edges % 2 == 0 ? 0.0 : 0.3;
            check(&bloom, &picture, &kernel);
        }
        tool_raster_free(&picture);
        tool_raster_free(&kernel);
    }
}

START_TEST(pictures_equal_direct_sums)
{
    check_sizes((tool_bloom){.threads = 1}, SIZES);
    check_sizes((tool_bloom){.threads = 3}, SIZES);
}
END_TEST

#ifdef FFTCORE_TOOL_COMPILER
/* Leaves three pixels of the kernel, next to its middle: there the windowed sinc's transform is 1
 * to a thousandth. Of their copies, where CPU and devices differ, two thousandths are left. */
static void narrow(tool_raster *kernel)
{
    const size_t pixels = (size_t)kernel->width * kernel->height;
    const size_t middle = (kernel->height - 1) / 2 * kernel->width + (kernel->width - 1) / 2;
    for (size_t i = 0; i < pixels * TOOL_CHANNELS; ++i) {
        size_t at = i % pixels;
        bool kept = at == middle || at == middle + 1 || at == middle + kernel->width;
        kernel->planes[i] = kept ? kernel->planes[i] : 0.0F;
    }
}

/* The same bloom by the CPU and by a device, of a picture with an alpha. */
static void check_alike(tool_bloom bloom)
{
    testing_random random = testing_random_start("alike");
    const bool exact = bloom.resampling == FFTC_BLOOM_EXACT;
    tool_raster picture = draw(&random, 20, 13, 0.0);
    tool_raster kernel = draw(&random, exact ? 8 : 40, exact ? 5 : 35, 0.01);
    tool_raster result[2];
    tool_bloom_report report[2];
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(tool_raster_add_alpha(&picture, NULL), FFTC_SUCCESS);
    if (!exact) {
        narrow(&kernel);
        bloom.centre[0] = (kernel.width - 1) / 2;
        bloom.centre[1] = (kernel.height - 1) / 2;
    }
    for (size_t i = 0; i < 20 * 13; ++i) {
        picture.alpha[i] = (float)fabs(testing_random_real(&random));
    }
    for (int i = 0; i < 2; ++i) {
        bloom.on_device = i == 1;
        fftc_status status =
            tool_bloom_run(&bloom, &picture, &kernel, &result[i], &report[i], &error);
        ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    }
    ck_assert(report[0].power == report[1].power);
    for (int channel = 0; channel <= TOOL_CHANNELS; ++channel) {
        for (size_t i = 0; i < 20 * 13; ++i) {
            double cpu = (double)tool_raster_plane(&result[0], channel)[i];
            double device = (double)tool_raster_plane(&result[1], channel)[i];
            ck_assert_msg(fabs(device - cpu) < (exact ? 1e-5 : 5e-3),
                          "edges %s, resample %s, channel %d, pixel %zu: %g on device %u, %g on "
                          "the CPU",
                          tool_edges_names[bloom.edges], tool_resampling_names[bloom.resampling],
                          channel, i, device, bloom.device, cpu);
        }
    }
    tool_raster_free(&result[0]);
    tool_raster_free(&result[1]);
    tool_raster_free(&picture);
    tool_raster_free(&kernel);
}
#else
static void check_refused(tool_bloom bloom)
{
    testing_random random = testing_random_start("refused");
    tool_raster picture = draw(&random, 4, 4, 0.0);
    tool_raster kernel = draw(&random, 2, 2, 0.0);
    tool_raster result;
    tool_bloom_report report;
    fftc_error error;
    bloom.on_device = true;
    ck_assert_int_eq(tool_bloom_run(&bloom, &picture, &kernel, &result, &report, &error),
                     FFTC_UNSUPPORTED);
    ck_assert_msg(strstr(error.message, "without a shader compiler") != NULL, "%s", error.message);
    ck_assert_msg(strstr(error.message, "without --device") != NULL, "%s", error.message);
    tool_raster_free(&picture);
    tool_raster_free(&kernel);
}
#endif

/* tests/test_vulkan_bloom.c has all edges and sizes: what they take is compiled anew each time. */
START_TEST(devices_agree_with_the_cpu)
{
    tool_devices devices = {.count = 0};
    tool_devices_open(&devices);
    for (uint32_t i = 0; i < devices.count; ++i) {
        const tool_bloom bloom = {.threads = 1,
                                  .edges = (tool_edges)(i % 4),
                                  .resampling = i % 2 == 0 ? FFTC_BLOOM_SINC : FFTC_BLOOM_EXACT,
                                  .mix = 0.25,
                                  .exposure = -0.5,
                                  .centre = {1, 4},
                                  .device = i};
#ifdef FFTCORE_TOOL_COMPILER
        check_alike(bloom);
#else
        check_refused(bloom);
#endif
    }
    tool_devices_close(&devices);
}
END_TEST

START_TEST(mix_of_one_is_the_picture)
{
    testing_random random = testing_random_start("bloom mix");
    tool_raster picture = draw(&random, 40, 30, 0.0);
    tool_raster kernel = draw(&random, 9, 9, 0.0);
    tool_raster result;
    tool_bloom_report report;
    tool_bloom bloom = {.threads = 1, .mix = 1.0, .centre = {2, 7}};
    ck_assert_int_eq(tool_bloom_run(&bloom, &picture, &kernel, &result, &report, NULL),
                     FFTC_SUCCESS);
    for (size_t i = 0; i < 40 * 30 * TOOL_CHANNELS; ++i) {
        ck_assert_double_eq_tol((double)result.planes[i], (double)picture.planes[i], 2e-6);
    }
    tool_raster_free(&picture);
    tool_raster_free(&kernel);
    tool_raster_free(&result);
}
END_TEST

/* Of white that covers as much as it shines, the luminance stays what is covered. */
static void check_alpha(const tool_bloom *bloom, const tool_raster *kernel)
{
    testing_random random = testing_random_start("bloom alpha");
    tool_raster picture = draw(&random, 9, 7, 0.0);
    tool_raster result;
    tool_bloom_report report;
    ck_assert_int_eq(tool_raster_add_alpha(&picture, NULL), FFTC_SUCCESS);
    picture.frame = (tool_frame){-1, 2, 0, 0, 5, 5, 2.0F};
    picture.bits = 16;
    for (size_t i = 0; i < 63; ++i) {
        picture.alpha[i] = i % 3 == 0 ? 0.0F : picture.planes[i];
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            tool_raster_plane(&picture, channel)[i] = picture.alpha[i];
        }
    }
    ck_assert_int_eq(tool_bloom_run(bloom, &picture, kernel, &result, &report, NULL), FFTC_SUCCESS);
    ck_assert_mem_eq(&result.frame, &picture.frame, sizeof picture.frame);
    ck_assert_uint_eq(result.bits, 16);
    for (size_t i = 0; i < 63; ++i) {
        double light = 0.0;
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            light += luminance[channel] * (double)tool_raster_plane(&result, channel)[i];
        }
        ck_assert_double_eq_tol((double)result.alpha[i], fmin(light, 1.0), 1e-5);
        picture.alpha[i] = 1.0F;
    }
    tool_raster_free(&result);
    ck_assert_int_eq(tool_bloom_run(bloom, &picture, kernel, &result, &report, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < 63; ++i) {
        ck_assert(result.alpha[i] == 1.0F); /* what is opaque stays so, up to its edges */
    }
    tool_raster_free(&result);
    tool_raster_free(&picture);
}

START_TEST(alpha_is_convolved_with_the_luminance)
{
    testing_random random = testing_random_start("bloom alpha kernel");
    tool_raster kernel = draw(&random, 4, 3, 0.01);
    for (int edges = TOOL_EDGES_MIRROR; edges <= TOOL_EDGES_ZERO; ++edges) {
        const tool_bloom bloom = {
            .threads = 1, .edges = (tool_edges)edges, .mix = 0.25, .centre = {1, 2}};
        check_alpha(&bloom, &kernel);
    }
    tool_raster_free(&kernel);
}
END_TEST

/* The kernel's luminance has no reciprocal in float. */
START_TEST(dark_kernel_is_divided_by_its_luminance)
{
    testing_random random = testing_random_start("bloom dark");
    tool_raster picture = draw(&random, 6, 5, 0.0);
    tool_raster kernel;
    tool_raster result;
    tool_bloom_report report;
    tool_bloom bloom = {.threads = 1};
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(tool_raster_create(1, 1, &kernel, NULL), FFTC_SUCCESS);
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        kernel.planes[channel] = 1e-42F;
    }
    ck_assert_msg(tool_bloom_run(&bloom, &picture, &kernel, &result, &report, &error) ==
                      FFTC_SUCCESS,
                  "%s", error.message);
    for (size_t i = 0; i < 6 * 5 * TOOL_CHANNELS; ++i) {
        ck_assert_double_eq_tol((double)result.planes[i], (double)picture.planes[i], 2e-6);
    }
    tool_raster_free(&picture);
    tool_raster_free(&kernel);
    tool_raster_free(&result);
}
END_TEST

START_TEST(what_does_not_fit_a_float_refused)
{
    static const struct {
        float kernel[3], picture;
        const char *word;
    } cases[] = {{{1e38F, -1e38F, 1e-3F}, 1.0F, "cancel"},
                 {{1.0F, -3.0F, 1.0F}, 1.0F, "darker than black"},
                 {{-1.0F, 3.0F, -1.0F}, 3e38F, "darken the picture"}};
    const tool_bloom bloom = {.threads = 1, .centre = {1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        tool_raster picture;
        tool_raster kernel;
        tool_raster result;
        tool_bloom_report report;
        fftc_error error = {.status = FFTC_SUCCESS};
        ck_assert_int_eq(tool_raster_create(4, 4, &picture, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(tool_raster_create(3, 1, &kernel, NULL), FFTC_SUCCESS);
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            memcpy(tool_raster_plane(&kernel, channel), cases[i].kernel, sizeof cases[i].kernel);
        }
        picture.planes[5] = cases[i].picture; /* alone, so that every way of summing meets it */
        ck_assert_int_eq(tool_bloom_run(&bloom, &picture, &kernel, &result, &report, &error),
                         FFTC_INVALID_ARGUMENT);
        ck_assert_msg(strstr(error.message, cases[i].word) != NULL, "%s", error.message);
        ck_assert_ptr_null(result.planes);
        tool_raster_free(&picture);
        tool_raster_free(&kernel);
    }
}
END_TEST

START_TEST(black_kernel_refused)
{
    testing_random random = testing_random_start("bloom black");
    tool_raster picture = draw(&random, 4, 4, 0.0);
    tool_raster kernel;
    tool_raster result;
    tool_bloom_report report;
    tool_bloom bloom = {.threads = 1};
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(tool_raster_create(2, 2, &kernel, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(tool_bloom_run(&bloom, &picture, &kernel, &result, &report, &error),
                     FFTC_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.message, "black"));
    ck_assert_ptr_null(result.planes);
    tool_raster_free(&picture);
    tool_raster_free(&kernel);
}
END_TEST

static double made(const tool_raster *kernel, uint32_t x, uint32_t y)
{
    return (double)tool_raster_plane(kernel, 1)[(size_t)y * kernel->width + x];
}

START_TEST(kernels_by_name_have_their_shapes)
{
    tool_raster kernel;
    ck_assert(tool_kernel_is_made("heart:4") && !tool_kernel_is_made("heart.png"));
    ck_assert_int_eq(tool_kernel_make("gauss:25", NULL, &kernel, NULL), FFTC_SUCCESS);
    ck_assert_double_eq_tol(made(&kernel, 12, 12), 1.0, 1e-7);
    ck_assert_double_eq_tol(made(&kernel, 15, 8), exp(-25.0 / (2.0 * 25.0 * 25.0 / 36.0)), 1e-7);
    tool_raster_free(&kernel);
    ck_assert_int_eq(tool_kernel_make("airy:160", NULL, &kernel, NULL), FFTC_SUCCESS);
    ck_assert_double_eq_tol(made(&kernel, 79, 79), 1.0, 1e-7);
    ck_assert_double_eq_tol(made(&kernel, 79 + 6, 79 + 8), 0.0, 1e-7); /* the dark ring */
    ck_assert_double_gt(made(&kernel, 79 + 13, 79), 0.015);            /* the bright one */
    tool_raster_free(&kernel);
    ck_assert_int_eq(tool_kernel_make("star:65", NULL, &kernel, NULL), FFTC_SUCCESS);
    ck_assert_double_gt(made(&kernel, 40, 32), 100.0 * made(&kernel, 38, 38));
    ck_assert_double_eq(made(&kernel, 40, 32), made(&kernel, 32, 24));
    tool_raster_free(&kernel);
    ck_assert_int_eq(tool_kernel_make("heart:65", NULL, &kernel, NULL), FFTC_SUCCESS);
    ck_assert_double_eq(made(&kernel, 32, 32), 1.0);
    ck_assert_double_eq(made(&kernel, 32, 2), 0.0); /* the notch */
    ck_assert_double_eq(made(&kernel, 14, 60), 0.0);
    ck_assert_double_gt(made(&kernel, 16, 10), 0.5);
    tool_raster_free(&kernel);
}
END_TEST

START_TEST(kernels_by_name_of_no_size_refused)
{
    static const char *const names[] = {"gauss:0", "gauss:", "star:-3", "heart:4097", "airy:9x"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        tool_raster kernel;
        fftc_error error;
        ck_assert_int_eq(tool_kernel_make(names[i], NULL, &kernel, &error), FFTC_INVALID_ARGUMENT);
        ck_assert_msg(strstr(error.message, "1 to 4096 pixels") != NULL, "%s", error.message);
        ck_assert_ptr_null(kernel.planes);
    }
}
END_TEST

/* A round hole's diffraction: symmetric, brightest in the pixel that is a kernel's centre, with an
 * even size too, where it was one further on (until 43ae2f05). */
START_TEST(aperture_gives_its_diffraction)
{
    tool_raster hole;
    tool_raster kernel;
    uint64_t clipped;
    char name[64] = "aperture:";
    char path[] = "/tmp/fftcore_apertureXXXXXX.exr";
    int file = mkstemps(path, 4);
    ck_assert_int_ge(file, 0);
    close(file);
    ck_assert_int_eq(tool_raster_create(40, 30, &hole, NULL), FFTC_SUCCESS);
    for (int i = 0; i < 40 * 30; ++i) {
        float light = hypot(i % 40 - 20.0, i / 40 - 15.0) < 5.0 ? 1.0F : 0.0F;
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            tool_raster_plane(&hole, channel)[i] = light;
        }
    }
    ck_assert(tool_raster_write(&hole, path, &clipped));
    strcat(name, path);
    fftc_status status = tool_kernel_make(name, NULL, &kernel, NULL);
    ck_assert_int_eq(remove(path), 0);
    ck_assert_int_eq(status, FFTC_SUCCESS);
    ck_assert_uint_eq(kernel.width, 40);
    ck_assert_uint_eq(kernel.height, 30);
    for (uint32_t y = 0; y < 29; ++y) {
        for (uint32_t x = 0; x < 39; ++x) {
            ck_assert_double_le(made(&kernel, x, y), made(&kernel, 19, 14));
            ck_assert_double_eq_tol(made(&kernel, x, y), made(&kernel, 38 - x, 28 - y), 1e-9);
        }
    }
    ck_assert_double_lt(made(&kernel, 19, 14 + 4), 0.05 * made(&kernel, 19, 14));
    tool_raster_free(&hole);
    tool_raster_free(&kernel);
}
END_TEST

TESTING_MAIN("tool_bloom", kernels_by_name_have_their_shapes, kernels_by_name_of_no_size_refused,
             aperture_gives_its_diffraction, pictures_equal_direct_sums, devices_agree_with_the_cpu,
             mix_of_one_is_the_picture, alpha_is_convolved_with_the_luminance,
             dark_kernel_is_divided_by_its_luminance, what_does_not_fit_a_float_refused,
             black_kernel_refused)
