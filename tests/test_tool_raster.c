/* SPDX-License-Identifier: MIT
 *
 * Coloured pictures from and to files: PNG.
 */
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "raster.h"
#include "testing.h"

typedef struct file_bytes {
    unsigned char *at;
    size_t count;
} file_bytes;

static void check_near(float actual, double expected, double tolerance)
{
    ck_assert_double_eq_tol((double)actual, expected, tolerance);
}

/* A file of the test's own, which is gone when it was read. */
static char *temporary(const char *ending)
{
    static char path[64];
    (void)snprintf(path, sizeof path, "raster-%ld%s", (long)getpid(), ending);
    return path;
}

static file_bytes slurp(const char *path)
{
    file_bytes file = {NULL, 0};
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_msg(tool_file_read(path, UINT64_MAX, &file.at, &file.count, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_int_eq(remove(path), 0);
    return file;
}

static file_bytes make_png(png_uint_32 format, uint32_t width, uint32_t height, const void *pixels)
{
    png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height};
    png_alloc_size_t count = 0;
    image.format = format;
    ck_assert(png_image_write_to_memory(&image, NULL, &count, 0, pixels, 0, NULL) != 0);
    file_bytes file = {malloc(count), count};
    ck_assert_ptr_nonnull(file.at);
    ck_assert(png_image_write_to_memory(&image, file.at, &count, 0, pixels, 0, NULL) != 0);
    file.count = count;
    return file;
}

static tool_raster parse(const file_bytes *file)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status = tool_raster_parse(file->at, file->count, NULL, &raster, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    return raster;
}

static void check_refused(const file_bytes *file, fftc_status expected, const char *word)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(tool_raster_parse(file->at, file->count, NULL, &raster, &error), expected);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
    ck_assert_ptr_null(raster.planes);
}

START_TEST(png_of_8_bits_is_linear_light)
{
    unsigned char pixels[256 * 3];
    for (int i = 0; i < 256; ++i) {
        pixels[3 * i] = (unsigned char)i;
        pixels[3 * i + 1] = (unsigned char)(255 - i);
        pixels[3 * i + 2] = 128;
    }
    file_bytes file = make_png(PNG_FORMAT_RGB, 64, 4, pixels);
    tool_raster raster = parse(&file);
    ck_assert_uint_eq(raster.width, 64);
    ck_assert_uint_eq(raster.height, 4);
    for (int i = 0; i < 256; ++i) {
        double coded = i / 255.0;
        double linear = coded <= 0.04045 ? coded / 12.92 : pow((coded + 0.055) / 1.055, 2.4);
        check_near(tool_raster_plane(&raster, 0)[i], linear, 1e-6);
        check_near(tool_raster_plane(&raster, 1)[255 - i], linear, 1e-6);
        check_near(tool_raster_plane(&raster, 2)[i], 0.2158605, 1e-6);
    }
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

START_TEST(png_of_16_bits_keeps_them)
{
    png_uint_16 pixels[2 * 3] = {0, 1, 300, 65535, 32768, 7};
    file_bytes file = make_png(PNG_FORMAT_LINEAR_RGB, 2, 1, pixels);
    tool_raster raster = parse(&file);
    for (int i = 0; i < 6; ++i) {
        check_near(tool_raster_plane(&raster, i % 3)[i / 3], pixels[i] / 65535.0, 1.1 / 65535.0);
    }
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

START_TEST(png_transparent_lies_over_black)
{
    unsigned char pixels[2 * 4] = {255, 255, 255, 0, 200, 100, 50, 255};
    file_bytes file = make_png(PNG_FORMAT_RGBA, 2, 1, pixels);
    tool_raster raster = parse(&file);
    check_near(tool_raster_plane(&raster, 0)[0], 0.0, 1e-12);
    check_near(tool_raster_plane(&raster, 0)[1], 0.5775805, 1e-6);
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

START_TEST(png_written_and_read_is_the_same)
{
    tool_raster raster;
    uint64_t clipped;
    const char *path = temporary("-round.png");
    ck_assert_int_eq(tool_raster_create(16, 16, &raster, NULL), FFTC_SUCCESS);
    for (int i = 0; i < 256 * 3; ++i) {
        double coded = i % 256 / 255.0;
        raster.planes[i] =
            (float)(coded <= 0.04045 ? coded / 12.92 : pow((coded + 0.055) / 1.055, 2.4));
    }
    raster.planes[0] = -0.5F;
    raster.planes[255] = 1.5F;
    ck_assert(tool_raster_write(&raster, path, &clipped));
    ck_assert_uint_eq(clipped, 2);
    file_bytes file = slurp(path);
    tool_raster again = parse(&file);
    raster.planes[0] = 0.0F;
    raster.planes[255] = 1.0F;
    for (int i = 0; i < 256 * 3; ++i) {
        check_near(again.planes[i], (double)raster.planes[i], 1e-6);
    }
    tool_raster_free(&again);
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

START_TEST(exr_written_and_read_is_the_same)
{
    testing_random random = testing_random_start("exr");
    tool_raster raster;
    uint64_t clipped = 1;
    const char *path = temporary("-round.exr");
    ck_assert_int_eq(tool_raster_create(37, 41, &raster, NULL), FFTC_SUCCESS);
    for (size_t i = 0; i < (size_t)37 * 41 * TOOL_CHANNELS; ++i) {
        raster.planes[i] = 1e4F * (float)testing_random_real(&random);
    }
    ck_assert(tool_raster_write(&raster, path, &clipped));
    ck_assert_uint_eq(clipped, 0);
    file_bytes file = slurp(path);
    tool_raster again = parse(&file);
    ck_assert_uint_eq(again.width, 37);
    ck_assert_uint_eq(again.height, 41);
    ck_assert_mem_eq(again.planes, raster.planes,
                     (size_t)37 * 41 * TOOL_CHANNELS * sizeof *raster.planes);
    tool_raster_free(&again);
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

START_TEST(what_is_no_picture_refused)
{
    check_refused(&(file_bytes){(unsigned char *)"GIF89a", 6}, FFTC_INVALID_ARGUMENT, "neither");
    check_refused(&(file_bytes){NULL, 0}, FFTC_INVALID_ARGUMENT, "empty");
}
END_TEST

/* Memory of exactly the file's size, so that a sanitizer sees what is read beyond it. */
START_TEST(every_prefix_refused)
{
    unsigned char pixels[5 * 4 * 3] = {1, 2, 3};
    file_bytes file = make_png(PNG_FORMAT_RGB, 5, 4, pixels);
    for (size_t count = 0; count < file.count; ++count) {
        tool_raster raster;
        unsigned char *cut = malloc(count > 0 ? count : 1);
        ck_assert_ptr_nonnull(cut);
        memcpy(cut, file.at, count);
        ck_assert_msg(tool_raster_parse(cut, count, NULL, &raster, NULL) != FFTC_SUCCESS,
                      "%zu of %zu bytes were accepted", count, file.count);
        free(cut);
    }
    free(file.at);
}
END_TEST

START_TEST(raster_sizes_checked)
{
    tool_raster raster;
    ck_assert_int_eq(tool_raster_create(0, 5, &raster, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(tool_raster_create(UINT64_MAX, UINT64_MAX, &raster, NULL), FFTC_TOO_LARGE);
    ck_assert_int_eq(tool_raster_create(TOOL_RASTER_PIXELS_LIMIT, 2, &raster, NULL),
                     FFTC_TOO_LARGE);
    ck_assert_ptr_null(raster.planes);
}
END_TEST

TESTING_MAIN("tool_raster", png_of_8_bits_is_linear_light, png_of_16_bits_keeps_them,
             png_transparent_lies_over_black, png_written_and_read_is_the_same,
             exr_written_and_read_is_the_same, what_is_no_picture_refused, every_prefix_refused,
             raster_sizes_checked)
