/* SPDX-License-Identifier: MIT
 *
 * Pictures through `fftcore transform` and `fftcore filter`, from file to file: spectra against
 * direct sums, and pictures that come back.
 */
#include <complex.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "filter_picture.h"
#include "npy_file.h"
#include "picture.h"
#include "testing.h"
#include "transform_picture.h"

#define PI 3.14159265358979323846

/* A file of the test's own; four at a time. */
static char *temporary(const char *ending)
{
    static char paths[4][64];
    static int next;
    char *path = paths[next++ % 4];
    (void)snprintf(path, sizeof paths[0], "pictures-%ld-%d%s", (long)getpid(), next, ending);
    return path;
}

/* What is said on standard output or stderr, at most so much of it. */
typedef struct said {
    char text[1024];
} said;

/* Runs with stream `number` going to *text. */
static int listen(int number, int (*run)(const void *job), const void *job, said *words)
{
    FILE *sink = tmpfile();
    ck_assert_ptr_nonnull(sink);
    (void)fflush(NULL);
    int before = dup(number);
    ck_assert_int_ge(dup2(fileno(sink), number), 0);
    int code = run(job);
    (void)fflush(NULL);
    ck_assert_int_ge(dup2(before, number), 0);
    (void)close(before);
    rewind(sink);
    size_t got = fread(words->text, 1, sizeof words->text - 1, sink);
    words->text[got] = '\0';
    (void)fclose(sink);
    return code;
}

static int run_transform(const void *job)
{
    return tool_transform_picture(job);
}

static said transform(const tool_picture_job *job)
{
    said words;
    tool_picture_job whole = *job;
    whole.threads = 2;
    whole.range = whole.range > 0.0 ? whole.range : 90.0;
    ck_assert_int_eq(listen(STDOUT_FILENO, run_transform, &whole, &words), TOOL_GOOD);
    return words;
}

static void check_refused(const tool_picture_job *job, const char *word)
{
    said words;
    tool_picture_job whole = *job;
    whole.threads = 1;
    whole.range = 90.0;
    ck_assert_int_eq(listen(STDERR_FILENO, run_transform, &whole, &words), TOOL_REFUSED);
    ck_assert_msg(strstr(words.text, word) != NULL, "%s", words.text);
    ck_assert_int_ne(access(job->output, F_OK), 0);
}

/* --- files ------------------------------------------------------------------------------------ */

static tool_raster draw(testing_random *random, uint32_t width, uint32_t height, bool grey,
                        bool alpha)
{
    tool_raster raster;
    size_t pixels = (size_t)width * height;
    ck_assert_int_eq(tool_raster_create(width, height, &raster, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < pixels * TOOL_CHANNELS; ++i) {
        raster.planes[i] = grey && i >= pixels ? raster.planes[i % pixels]
                                               : (float)fabs(testing_random_real(random)) / 4.0F;
    }
    if (alpha) {
        ck_assert_int_eq(tool_raster_add_alpha(&raster, NULL), FFTC_SUCCESS);
        for (size_t i = 0; i < pixels; ++i) {
            raster.alpha[i] = (float)fabs(testing_random_real(random)) / 4.0F;
        }
    }
    return raster;
}

static void write_raster(const tool_raster *raster, const char *path)
{
    uint64_t clipped;
    ck_assert(tool_raster_write(raster, path, &clipped));
}

static tool_raster read_raster(const char *path)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_msg(tool_raster_read(path, NULL, &raster, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return raster;
}

static double number_of(const tool_raster *raster, uint64_t channel, uint64_t pixel)
{
    uint64_t pixels = (uint64_t)raster->width * raster->height;
    return (double)(channel < TOOL_CHANNELS ? raster->planes[channel * pixels + pixel]
                                            : raster->alpha[pixel]);
}

typedef struct array {
    unsigned char *bytes;
    tool_npy npy;
} array;

static array read_array(const char *path)
{
    array a;
    size_t count;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_msg(tool_file_read(path, UINT64_MAX, &a.bytes, &count, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_msg(tool_npy_open(a.bytes, count, &a.npy, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return a;
}

static void write_array(const char *path, const char *descr, uint32_t axes, const uint64_t *shape,
                        const void *elements, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert(tool_npy_write_header(file, descr, axes, shape));
    ck_assert_uint_eq(fwrite(elements, 1, bytes, file), bytes);
    ck_assert_int_eq(fclose(file), 0);
}

/* (clang 14 has no CMPLX.) */
static double complex turn(double turns)
{
    const double parts[2] = {cos(2.0 * PI * turns), sin(2.0 * PI * turns)};
    double complex value;
    memcpy(&value, parts, sizeof value);
    return value;
}

/* --- spectra ---------------------------------------------------------------------------------- */

static const uint32_t sizes[][2] = {{5, 7}, {1, 1}, {6, 1}, {1, 9}, {8, 4}, {3, 2}};
#define SIZES (sizeof sizes / sizeof *sizes)

static void check_spectrum(const tool_raster *raster, uint64_t colours, const array *spectrum)
{
    const double height = raster->height;
    const double width = raster->width;
    const uint64_t channels = colours + (raster->alpha != NULL);
    const uint64_t pixels = (uint64_t)raster->height * raster->width;
    ck_assert_uint_eq(spectrum->npy.axes, channels == 1 ? 2 : 3);
    ck_assert_uint_eq(spectrum->npy.shape[0], raster->height);
    ck_assert_uint_eq(spectrum->npy.shape[1], raster->width);
    ck_assert_uint_eq(spectrum->npy.count, pixels * channels);
    for (uint64_t i = 0; i < spectrum->npy.count; ++i) {
        uint64_t channel = i % channels < colours ? i % channels : TOOL_CHANNELS;
        uint64_t at = i / channels;
        double complex sum = 0.0;
        for (uint64_t pixel = 0; pixel < pixels; ++pixel) {
            double turns = (double)(at / raster->width) * (double)(pixel / raster->width) / height +
                           (double)(at % raster->width) * (double)(pixel % raster->width) / width;
            sum += number_of(raster, channel, pixel) * turn(-turns);
        }
        double value[2];
        tool_npy_value(&spectrum->npy, i, value);
        double tolerance = spectrum->npy.scalar_bytes == 8 ? 1e-12 : 2e-5;
        ck_assert_double_eq_tol(value[0], creal(sum), tolerance);
        ck_assert_double_eq_tol(value[1], cimag(sum), tolerance);
    }
}

/* Grey and coloured pictures, with and without alpha, of any size and in both precisions: the
 * spectrum is numpy.fft.fft2's, and its inverse is the picture. */
START_TEST(spectra_equal_sums_and_come_back)
{
    testing_random random = testing_random_start("pictures");
    for (size_t i = 0; i < 4 * SIZES; ++i) {
        const char *picture = temporary(".exr");
        const char *output = temporary(".npy");
        const char *back = temporary(".exr");
        fftc_precision precision = i % 3 == 0 ? FFTC_FLOAT64 : FFTC_FLOAT32;
        bool grey = i / SIZES % 2 == 0;
        tool_raster raster =
            draw(&random, sizes[i % SIZES][0], sizes[i % SIZES][1], grey, i / SIZES / 2 != 0);
        write_raster(&raster, picture);
        (void)transform(
            &(tool_picture_job){.file = picture, .output = output, .precision = precision});
        array spectrum = read_array(output);
        check_spectrum(&raster, grey ? 1 : TOOL_CHANNELS, &spectrum);
        (void)transform(&(tool_picture_job){
            .file = output, .output = back, .inverse = true, .precision = precision});
        tool_raster same = read_raster(back);
        ck_assert_int_eq(same.alpha != NULL, raster.alpha != NULL);
        uint64_t channels = raster.alpha != NULL ? TOOL_CHANNELS + 1 : TOOL_CHANNELS;
        for (uint64_t at = 0; at < channels * raster.width * raster.height; ++at) {
            uint64_t pixels = (uint64_t)raster.width * raster.height;
            ck_assert_double_eq_tol(number_of(&same, at / pixels, at % pixels),
                                    number_of(&raster, at / pixels, at % pixels), 1e-6);
        }
        tool_raster_free(&raster);
        tool_raster_free(&same);
        free(spectrum.bytes);
        (void)remove(picture);
        (void)remove(output);
        (void)remove(back);
    }
}
END_TEST

/* Writes a PNG of random samples, all values of 8 bits among them. */
static void write_png(const char *path, png_uint_32 format, uint32_t width, uint32_t height,
                      testing_random *random)
{
    png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height};
    image.format = format;
    unsigned char *samples = malloc(PNG_IMAGE_SIZE(image));
    ck_assert_ptr_nonnull(samples);
    for (size_t i = 0; i < PNG_IMAGE_SIZE(image); ++i) {
        samples[i] = (unsigned char)(testing_random_next(random) >> 40);
    }
    ck_assert(png_image_write_to_file(&image, path, 0, samples, 0, NULL) != 0);
    free(samples);
}

/* What 8 bits of sRGB and alpha show of it. */
static unsigned char *look(const char *path, size_t *count)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    ck_assert(png_image_begin_read_from_file(&image, path) != 0);
    image.format = PNG_FORMAT_RGBA;
    *count = PNG_IMAGE_SIZE(image);
    unsigned char *samples = malloc(*count);
    ck_assert_ptr_nonnull(samples);
    ck_assert(png_image_finish_read(&image, NULL, samples, 0, NULL) != 0);
    return samples;
}

START_TEST(png_comes_back_to_one_level)
{
    static const png_uint_32 formats[] = {PNG_FORMAT_RGB,      PNG_FORMAT_GRAY,
                                          PNG_FORMAT_LINEAR_Y, PNG_FORMAT_LINEAR_RGB,
                                          PNG_FORMAT_RGBA,     PNG_FORMAT_GA};
    static const uint32_t extents[][2] = {{67, 45}, {1, 200}, {300, 1}, {1, 1}, {64, 32}};
    testing_random random = testing_random_start("pictures back");
    for (size_t i = 0; i < sizeof formats / sizeof *formats * 5; ++i) {
        const char *picture = temporary(".png");
        const char *spectrum = temporary(".npy");
        const char *back = temporary(".png");
        size_t count;
        size_t other_count;
        write_png(picture, formats[i / 5], extents[i % 5][0], extents[i % 5][1], &random);
        (void)transform(&(tool_picture_job){.file = picture, .output = spectrum});
        said words =
            transform(&(tool_picture_job){.file = spectrum, .output = back, .inverse = true});
        ck_assert_ptr_null(strstr(words.text, "clipped"));
        ck_assert_ptr_null(strstr(words.text, "left out"));
        unsigned char *before = look(picture, &count);
        unsigned char *after = look(back, &other_count);
        ck_assert_uint_eq(count, other_count);
        /* libpng makes 8 bits of 16 with an error of its own: there our reader looks. */
        tool_raster raster = read_raster(picture);
        for (size_t at = 0; at < count; ++at) {
            if (before[at | 3] == 0 && at % 4 != 3) {
                continue; /* nobody sees which colour it is */
            }
            bool shown = (formats[i / 5] & PNG_FORMAT_FLAG_LINEAR) == 0;
            int level = shown || at % 4 == 3 ? before[at]
                                             : tool_srgb_encode(number_of(&raster, at % 4, at / 4));
            ck_assert_msg(abs(level - after[at]) <= 1, "format %zu, size %zu: %d, not %d", i / 5,
                          i % 5, after[at], level);
        }
        tool_raster_free(&raster);
        free(before);
        free(after);
        (void)remove(picture);
        (void)remove(spectrum);
        (void)remove(back);
    }
}
END_TEST

/* sRGB of 16 bits, and alpha, as a file has them. */
static double level_of(const tool_raster *raster, uint64_t channel, uint64_t pixel)
{
    double x = number_of(raster, channel, pixel);
    if (channel == TOOL_CHANNELS) {
        return 65535.0 * x;
    }
    x /= raster->alpha != NULL ? (double)raster->alpha[pixel] : 1.0;
    return 65535.0 * (x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1.0 / 2.4) - 0.055);
}

START_TEST(png_of_16_bits_comes_back_to_one_level_of_16)
{
    testing_random random = testing_random_start("pictures of 16 bits");
    for (int alpha = 0; alpha < 2; ++alpha) {
        const char *picture = temporary(".png");
        const char *spectrum = temporary(".npy");
        const char *back = temporary(".png");
        write_png(picture, alpha ? PNG_FORMAT_LINEAR_RGB_ALPHA : PNG_FORMAT_LINEAR_RGB, 41, 30,
                  &random);
        (void)transform(
            &(tool_picture_job){.file = picture, .output = spectrum, .precision = FFTC_FLOAT64});
        (void)transform(&(tool_picture_job){.file = spectrum,
                                            .output = back,
                                            .inverse = true,
                                            .precision_of_file = true,
                                            .depth = TOOL_DEPTH_16});
        tool_raster before = read_raster(picture);
        tool_raster after = read_raster(back);
        ck_assert_uint_eq(after.bits, 16);
        ck_assert_int_eq(after.alpha != NULL, alpha);
        for (uint64_t i = 0; i < (alpha ? 4U : 3U) * 41 * 30; ++i) {
            uint64_t pixel = i % (41 * 30);
            if (before.alpha == NULL || before.alpha[pixel] > 0.0F) {
                ck_assert_double_eq_tol(level_of(&before, i / (41 * 30), pixel),
                                        level_of(&after, i / (41 * 30), pixel), 1.0);
            }
        }
        tool_raster_free(&before);
        tool_raster_free(&after);
        (void)remove(picture);
        (void)remove(spectrum);
        (void)remove(back);
    }
}
END_TEST

/* Frequency 0 is in the middle, and the levels are what is documented. */
START_TEST(magnitudes_are_drawn_from_the_middle)
{
    enum { WIDTH = 13, HEIGHT = 9 };
    tool_raster raster;
    const char *picture = temporary(".exr");
    const char *levels = temporary(".png");
    const char *floats = temporary(".exr");
    ck_assert_int_eq(tool_raster_create(WIDTH, HEIGHT, &raster, NULL), FFTC_SUCCESS);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        double x = i % WIDTH;
        double y = (double)(i / WIDTH);
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            tool_raster_plane(&raster, channel)[i] =
                (float)(0.5 + 0.2 * cos(2.0 * PI * (2.0 * x / WIDTH + y / HEIGHT)) +
                        0.02 * cos(2.0 * PI * 3.0 * y / HEIGHT));
        }
    }
    write_raster(&raster, picture);
    said words = transform(&(tool_picture_job){.file = picture, .output = levels, .range = 40.0});
    ck_assert_msg(strstr(words.text, "0.153846, 0.111111 cycles per pixel") != NULL, "%s",
                  words.text);
    (void)transform(&(tool_picture_job){.file = picture, .output = floats});
    tool_raster magnitude = read_raster(floats);
    size_t count;
    unsigned char *grey = look(levels, &count);
    ck_assert_uint_eq(count, 4 * WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        int x = i % WIDTH - WIDTH / 2;
        int y = i / WIDTH - HEIGHT / 2;
        bool strong = (x == 2 && y == 1) || (x == -2 && y == -1);
        bool weak = x == 0 && (y == 3 || y == -3);
        double wanted = WIDTH * HEIGHT * (x == 0 && y == 0 ? 0.5 : strong ? 0.1 : weak ? 0.01 : 0);
        ck_assert_double_eq_tol((double)magnitude.planes[i], wanted, 1e-4);
        /* 20 dB less of 40 dB: half of 255. */
        int level = (x == 0 && y == 0) || strong ? 255 : weak ? 128 : 0;
        ck_assert_int_le(abs(grey[4 * i] - level), 1);
    }
    free(grey);
    tool_raster_free(&magnitude);
    tool_raster_free(&raster);
    (void)remove(picture);
    (void)remove(levels);
    (void)remove(floats);
}
END_TEST

START_TEST(arrays_of_complex_numbers_come_back)
{
    testing_random random = testing_random_start("pictures arrays");
    const uint64_t shape[] = {4, 5, 2};
    const char *first = temporary(".npy");
    const char *spectrum = temporary(".npy");
    const char *back = temporary(".npy");
    double numbers[80];
    testing_fill(FFTC_FLOAT64, numbers, 40, &random);
    write_array(first, TOOL_NPY_HOST "c16", 3, shape, numbers, sizeof numbers);
    (void)transform(
        &(tool_picture_job){.file = first, .output = spectrum, .precision = FFTC_FLOAT64});
    (void)transform(&(tool_picture_job){
        .file = spectrum, .output = back, .inverse = true, .precision = FFTC_FLOAT64});
    array a = read_array(back);
    array s = read_array(spectrum);
    double sum[2] = {0.0, 0.0};
    double value[2];
    ck_assert_uint_eq(a.npy.count, 40);
    for (uint64_t i = 0; i < 40; ++i) {
        tool_npy_value(&a.npy, i, value);
        ck_assert_double_eq_tol(value[0], numbers[2 * i], 1e-13);
        ck_assert_double_eq_tol(value[1], numbers[2 * i + 1], 1e-13);
        sum[0] += i % 2 == 1 ? numbers[2 * i] : 0.0; /* frequency 0 of the second channel */
        sum[1] += i % 2 == 1 ? numbers[2 * i + 1] : 0.0;
    }
    tool_npy_value(&s.npy, 1, value);
    ck_assert_double_eq_tol(value[0], sum[0], 1e-12);
    ck_assert_double_eq_tol(value[1], sum[1], 1e-12);
    /* The file is no spectrum of a picture, and for a picture something is missing. */
    const char *picture = temporary(".exr");
    said words =
        transform(&(tool_picture_job){.file = spectrum, .output = picture, .inverse = true});
    ck_assert_msg(strstr(words.text, "was left out") != NULL, "%s", words.text);
    free(a.bytes);
    free(s.bytes);
    (void)remove(first);
    (void)remove(spectrum);
    (void)remove(back);
    (void)remove(picture);
}
END_TEST

START_TEST(what_has_no_two_dimensions_refused)
{
    const char *file = temporary(".npy");
    const char *out = temporary(".png");
    const double numbers[40] = {1.0, (double)INFINITY};
    const uint64_t five[] = {2, 4, 5};
    tool_picture_job job = {.file = file, .output = out};
    write_array(file, TOOL_NPY_HOST "f8", 1, (const uint64_t[]){40}, numbers, sizeof numbers);
    check_refused(&job, "has 1 axis");
    write_array(file, TOOL_NPY_HOST "f8", 4, (const uint64_t[]){2, 2, 2, 5}, numbers,
                sizeof numbers);
    check_refused(&job, "has 4 axes");
    write_array(file, TOOL_NPY_HOST "f8", 3, five, numbers, sizeof numbers);
    check_refused(&job, "not finite");
    write_array(file, TOOL_NPY_HOST "f8", 3, five, numbers, 39 * sizeof *numbers);
    check_refused(&job, "cut off");
    write_array(file, TOOL_NPY_HOST "i8", 3, five, (const uint64_t[40]){1, 2}, sizeof numbers);
    check_refused(&job, "at most 4 channels");
    job.inverse = true;
    check_refused(&job, "at most 4");
    job = (tool_picture_job){.file = file, .output = "pictures.svg"};
    check_refused(&job, ".npy, .png or .exr");
    job = (tool_picture_job){.file = "no such file", .output = out};
    check_refused(&job, "no such file");
    testing_random random = testing_random_start("pictures refused");
    tool_raster raster = draw(&random, 2, 2, false, false);
    const char *picture = temporary(".exr");
    write_raster(&raster, picture);
    job = (tool_picture_job){.file = picture, .output = out, .inverse = true};
    check_refused(&job, "is a picture");
    tool_raster_free(&raster);
    (void)remove(file);
    (void)remove(picture);
}
END_TEST

/* --- filters ---------------------------------------------------------------------------------- */

static tool_raster filter(const char *file, tool_filter_kind kind, int edges)
{
    const tool_filter filter = {
        .kind = kind, .shape = (tool_filter_shape)(edges % 3), .order = 4, .cut = {0.13}};
    const char *output = temporary(".exr");
    tool_picture_filtering f = {.filter = &filter,
                                .file = file,
                                .output = output,
                                .edges = (tool_edges)edges,
                                .threads = 2};
    ck_assert_int_eq(tool_filter_picture(&f), TOOL_GOOD);
    ck_assert_uint_eq(f.clipped, 0);
    tool_raster_free(&f.picture);
    tool_raster result = read_raster(output);
    (void)remove(output);
    return result;
}

START_TEST(low_pass_and_high_pass_add_up_to_the_picture)
{
    testing_random random = testing_random_start("pictures filtered");
    for (int edges = TOOL_EDGES_MIRROR; edges <= TOOL_EDGES_ZERO; ++edges) {
        const char *file = temporary(".exr");
        bool alpha = edges % 2 == 0;
        tool_raster raster = draw(&random, 37, 22, edges == TOOL_EDGES_WRAP, alpha);
        write_raster(&raster, file);
        tool_raster low = filter(file, TOOL_LOW_PASS, edges);
        tool_raster high = filter(file, TOOL_HIGH_PASS, edges);
        for (uint64_t i = 0; i < (alpha ? 4U : 3U) * 37 * 22; ++i) {
            uint64_t channel = i / (37 * 22);
            uint64_t pixel = i % (37 * 22);
            double sum = number_of(&low, channel, pixel) + number_of(&high, channel, pixel);
            ck_assert_double_eq_tol(sum, number_of(&raster, channel, pixel), 2e-6);
        }
        tool_raster_free(&low);
        tool_raster_free(&high);
        tool_raster_free(&raster);
        (void)remove(file);
    }
}
END_TEST

TESTING_MAIN("tool_pictures", spectra_equal_sums_and_come_back, png_comes_back_to_one_level,
             png_of_16_bits_comes_back_to_one_level_of_16, magnitudes_are_drawn_from_the_middle,
             arrays_of_complex_numbers_come_back, what_has_no_two_dimensions_refused,
             low_pass_and_high_pass_add_up_to_the_picture)
