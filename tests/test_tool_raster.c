/* SPDX-License-Identifier: MIT
 *
 * Coloured pictures from and to files: PNG and OpenEXR.
 */
#include <math.h>
#include <openexr.h>
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

typedef struct exr_shape {
    exr_storage_t storage;
    exr_compression_t compression;
    exr_pixel_type_t type; /* float or half */
    const char *const *names;
    int channels;
    int32_t left, top, width, height; /* of the data window */
    int32_t sampling;                 /* of the last channel */
} exr_shape;

static void *pixel_at(const exr_shape *shape, void *planes, int channel, int64_t x, int64_t y)
{
    size_t bytes = shape->type == EXR_PIXEL_HALF ? 2 : 4;
    int64_t index = (channel * (int64_t)shape->height + y) * shape->width + x;
    return (unsigned char *)planes + (size_t)index * bytes;
}

static int channel_index(const exr_shape *shape, const char *name)
{
    int channel = 0;
    while (strcmp(shape->names[channel], name) != 0) {
        ++channel;
    }
    return channel;
}

static void write_chunk(exr_context_t context, const exr_shape *shape, void *planes,
                        const exr_chunk_info_t *chunk, int64_t x, int64_t y)
{
    int32_t bytes = shape->type == EXR_PIXEL_HALF ? 2 : 4;
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
    ck_assert_int_eq(exr_encoding_initialize(context, 0, chunk, &pipeline), EXR_ERR_SUCCESS);
    for (int i = 0; i < pipeline.channel_count; ++i) {
        exr_coding_channel_info_t *channel = &pipeline.channels[i];
        channel->encode_from_ptr =
            pixel_at(shape, planes, channel_index(shape, channel->channel_name), x, y);
        channel->user_bytes_per_element = (int16_t)bytes;
        channel->user_data_type = (uint16_t)shape->type;
        channel->user_pixel_stride = bytes;
        channel->user_line_stride = bytes * shape->width;
    }
    ck_assert_int_eq(exr_encoding_choose_default_routines(context, 0, &pipeline), EXR_ERR_SUCCESS);
    ck_assert_int_eq(exr_encoding_run(context, 0, &pipeline), EXR_ERR_SUCCESS);
    ck_assert_int_eq(exr_encoding_destroy(context, &pipeline), EXR_ERR_SUCCESS);
}

#define TILE 8

static exr_context_t start_exr(const exr_shape *shape, const char *path)
{
    exr_context_t context = NULL;
    int part = 0;
    const exr_attr_box2i_t window = {
        {.x = shape->left, .y = shape->top},
        {.x = shape->left + shape->width - 1, .y = shape->top + shape->height - 1}};
    const exr_attr_v2f_t centre = {.x = 0.0F, .y = 0.0F};
    ck_assert_int_eq(exr_start_write(&context, path, EXR_WRITE_FILE_DIRECTLY, NULL),
                     EXR_ERR_SUCCESS);
    ck_assert_int_eq(exr_add_part(context, "part", shape->storage, &part), EXR_ERR_SUCCESS);
    ck_assert_int_eq(exr_initialize_required_attr(context, part, &window, &window, 1.0F, &centre,
                                                  1.0F, EXR_LINEORDER_INCREASING_Y,
                                                  shape->compression),
                     EXR_ERR_SUCCESS);
    for (int i = 0; i < shape->channels; ++i) {
        int32_t sampling = i == shape->channels - 1 ? shape->sampling : 1;
        ck_assert_int_eq(exr_add_channel(context, part, shape->names[i], shape->type,
                                         EXR_PERCEPTUALLY_LOGARITHMIC, sampling, sampling),
                         EXR_ERR_SUCCESS);
    }
    if (shape->storage == EXR_STORAGE_TILED) {
        ck_assert_int_eq(exr_set_tile_descriptor(context, part, TILE, TILE, EXR_TILE_ONE_LEVEL,
                                                 EXR_TILE_ROUND_DOWN),
                         EXR_ERR_SUCCESS);
    }
    ck_assert_int_eq(exr_write_header(context), EXR_ERR_SUCCESS);
    return context;
}

static file_bytes make_exr(const exr_shape *shape, void *planes)
{
    const char *path = temporary("-made.exr");
    exr_context_t context = start_exr(shape, path);
    exr_chunk_info_t chunk;
    int32_t lines = 1;
    bool tiled = shape->storage == EXR_STORAGE_TILED;
    if (!tiled) {
        ck_assert_int_eq(exr_get_scanlines_per_chunk(context, 0, &lines), EXR_ERR_SUCCESS);
    }
    for (int32_t y = 0; y < shape->height; y += tiled ? TILE : lines) {
        for (int32_t x = 0; x < shape->width; x += tiled ? TILE : shape->width) {
            ck_assert_int_eq(
                tiled ? exr_write_tile_chunk_info(context, 0, x / TILE, y / TILE, 0, 0, &chunk)
                      : exr_write_scanline_chunk_info(context, 0, shape->top + y, &chunk),
                EXR_ERR_SUCCESS);
            write_chunk(context, shape, planes, &chunk, x, y);
        }
    }
    ck_assert_int_eq(exr_finish(&context), EXR_ERR_SUCCESS);
    return slurp(path);
}

static tool_raster parse(const file_bytes *file)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status = tool_raster_parse(file->at, file->count, &raster, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    return raster;
}

static void check_refused(const file_bytes *file, fftc_status expected, const char *word)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(tool_raster_parse(file->at, file->count, &raster, &error), expected);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
    ck_assert_ptr_null(raster.planes);
}

static const char *const colours[] = {"A", "B", "G", "R", "Z"};
static const char *const grey[] = {"Y"};

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

/* Channels that are no colours between those that are, and a data window of its own. */
START_TEST(exr_tiles_and_lines_equal)
{
    enum { WIDTH = 21, HEIGHT = 35, PIXELS = WIDTH * HEIGHT };
    static float planes[5 * PIXELS];
    static const exr_compression_t compressions[] = {EXR_COMPRESSION_NONE, EXR_COMPRESSION_ZIP,
                                                     EXR_COMPRESSION_ZIPS, EXR_COMPRESSION_RLE};
    for (size_t i = 0; i < sizeof planes / sizeof *planes; ++i) {
        planes[i] = (float)(i / 5 % 32); /* what all of them make smaller: see raster_exr.c */
    }
    for (size_t i = 0; i < sizeof compressions / sizeof *compressions; ++i) {
        for (int tiled = 0; tiled < 2; ++tiled) {
            const exr_shape shape = {tiled ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE,
                                     compressions[i],
                                     EXR_PIXEL_FLOAT,
                                     colours,
                                     5,
                                     -3,
                                     5,
                                     WIDTH,
                                     HEIGHT,
                                     1};
            file_bytes file = make_exr(&shape, planes);
            tool_raster raster = parse(&file);
            ck_assert_uint_eq(raster.width, WIDTH);
            ck_assert_uint_eq(raster.height, HEIGHT);
            for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
                ck_assert_mem_eq(tool_raster_plane(&raster, channel),
                                 planes + (3 - channel) * PIXELS, PIXELS * sizeof *planes);
            }
            tool_raster_free(&raster);
            free(file.at);
        }
    }
}
END_TEST

START_TEST(exr_of_halves_and_grey)
{
    uint16_t halves[4] = {0x3C00, 0x3800, 0xC000, 0x0000}; /* 1, 0.5, -2, 0 */
    const float values[4] = {1.0F, 0.5F, -2.0F, 0.0F};
    const exr_shape shape = {
        EXR_STORAGE_SCANLINE, EXR_COMPRESSION_ZIP, EXR_PIXEL_HALF, grey, 1, 0, 0, 2, 2, 1};
    file_bytes file = make_exr(&shape, halves);
    tool_raster raster = parse(&file);
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        ck_assert_mem_eq(tool_raster_plane(&raster, channel), values, sizeof values);
    }
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

START_TEST(what_is_no_picture_refused)
{
    static float planes[5 * 64] = {0.0F};
    exr_shape shape = {
        EXR_STORAGE_SCANLINE, EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT, colours, 2, 0, 0, 8, 8, 1};
    file_bytes file = make_exr(&shape, planes); /* A and B alone */
    check_refused(&file, FFTC_UNSUPPORTED, "channels R, G and B");
    free(file.at);
    shape.channels = 4;
    shape.sampling = 2; /* of R */
    shape.compression = EXR_COMPRESSION_NONE;
    file = make_exr(&shape, planes);
    check_refused(&file, FFTC_UNSUPPORTED, "fewer pixels");
    free(file.at);
    shape.sampling = 1;
    planes[3 * 64 + 8 + 3] = INFINITY;
    file = make_exr(&shape, planes);
    check_refused(&file, FFTC_INVALID_ARGUMENT, "x = 3, y = 1");
    free(file.at);
    check_refused(&(file_bytes){(unsigned char *)"GIF89a", 6}, FFTC_INVALID_ARGUMENT, "neither");
    check_refused(&(file_bytes){NULL, 0}, FFTC_INVALID_ARGUMENT, "neither");
}
END_TEST

static unsigned char *find(const file_bytes *file, const char *word)
{
    unsigned char *at = file->at;
    while (memcmp(at, word, strlen(word)) != 0) {
        ++at;
        ck_assert_uint_lt((size_t)(at - file->at) + strlen(word), file->count);
    }
    return at;
}

/* OpenEXR 3.1.5 reads such chunks, and leaves the missing numbers as memory happens to be. */
START_TEST(exr_chunk_shorter_than_its_window_refused)
{
    static float planes[4 * 64];
    const exr_shape shape = {
        EXR_STORAGE_SCANLINE, EXR_COMPRESSION_NONE, EXR_PIXEL_FLOAT, colours, 4, 0, 0, 8, 8, 1};
    file_bytes file = make_exr(&shape, planes);
    unsigned char *right = find(&file, "dataWindow") + sizeof "dataWindow" + sizeof "box2i" + 4 + 8;
    ck_assert_uint_eq(*right, 7);
    *right = 100;
    check_refused(&file, FFTC_INVALID_ARGUMENT, "cannot be read");
    free(file.at);
}
END_TEST

/* Memory of exactly the file's size, so that a sanitizer sees what is read beyond it. */
START_TEST(every_prefix_refused)
{
    unsigned char pixels[5 * 4 * 3] = {1, 2, 3};
    static float planes[4 * 64] = {1.0F, 2.0F};
    const exr_shape shape = {
        EXR_STORAGE_SCANLINE, EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT, colours, 4, 0, 0, 8, 8, 1};
    file_bytes files[] = {make_png(PNG_FORMAT_RGB, 5, 4, pixels), make_exr(&shape, planes)};
    for (size_t i = 0; i < 2; ++i) {
        for (size_t count = 0; count < files[i].count; ++count) {
            tool_raster raster;
            unsigned char *cut = malloc(count > 0 ? count : 1);
            ck_assert_ptr_nonnull(cut);
            memcpy(cut, files[i].at, count);
            ck_assert_msg(tool_raster_parse(cut, count, &raster, NULL) != FFTC_SUCCESS,
                          "%zu of %zu bytes were accepted", count, files[i].count);
            free(cut);
        }
        free(files[i].at);
    }
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
             exr_written_and_read_is_the_same, exr_tiles_and_lines_equal, exr_of_halves_and_grey,
             what_is_no_picture_refused, exr_chunk_shorter_than_its_window_refused,
             every_prefix_refused, raster_sizes_checked)
