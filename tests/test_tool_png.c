/* SPDX-License-Identifier: MIT
 *
 * What samples of a PNG mean: every depth, colour type, transparency, gamma and interlacing,
 * against the definitions, which are written out here again. The files are written by libpng.
 */
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "raster.h"
#include "recording.h"
#include "testing.h"

enum { WIDTH = 19, HEIGHT = 11, PIXELS = WIDTH * HEIGHT };

typedef struct file_bytes {
    unsigned char *at;
    size_t count, room;
} file_bytes;

typedef struct shape {
    int type; /* PNG_COLOR_TYPE_... */
    int bits;
    bool interlaced, transparent; /* tRNS */
    int gamma;                    /* times 100000; 0: no gAMA */
    bool srgb, profile, primaries;
    uint32_t across, down; /* pHYs, in an unknown unit; 0: none */
} shape;

static void append(png_structp writer, png_bytep data, size_t count)
{
    file_bytes *file = png_get_io_ptr(writer);
    ck_assert_uint_le(file->count + count, file->room);
    memcpy(file->at + file->count, data, count);
    file->count += count;
}

static unsigned channels_of(int type)
{
    return (type & PNG_COLOR_MASK_PALETTE) != 0
               ? 1U
               : ((type & PNG_COLOR_MASK_COLOR) != 0 ? 3U : 1U) +
                     ((type & PNG_COLOR_MASK_ALPHA) != 0 ? 1U : 0U);
}

/* The sample at a pixel: any of its values, most of them all over the range. */
static unsigned sample_at(const shape *s, int pixel, unsigned channel)
{
    unsigned random = (unsigned)pixel * 2654435761U + channel * 40503U * 65536U;
    unsigned top = random >> 16;
    return pixel % 7 == 0 ? 0 : pixel % 7 == 1 ? (1U << s->bits) - 1 : top >> (16 - s->bits);
}

static png_color palette_colour(unsigned index)
{
    const png_color colour = {(png_byte)(index * 37U), (png_byte)(255U - index * 11U),
                              (png_byte)(index * index)};
    return colour;
}

static void describe(png_structp writer, png_infop info, const shape *s)
{
    png_color colours[256];
    png_byte alphas[256];
    png_color_16 key = {0};
    png_set_IHDR(writer, info, WIDTH, HEIGHT, s->bits, s->type,
                 s->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    for (unsigned i = 0; i < 256; ++i) {
        colours[i] = palette_colour(i);
        alphas[i] = (png_byte)(i * 71U);
    }
    if (s->type == PNG_COLOR_TYPE_PALETTE) {
        png_set_PLTE(writer, info, colours, 1 << s->bits);
    }
    key.gray = key.red = (png_uint_16)sample_at(s, 5, 0);
    key.green = (png_uint_16)sample_at(s, 5, 1);
    key.blue = (png_uint_16)sample_at(s, 5, 2);
    if (s->transparent) {
        /* One entry of the palette fewer has an alpha: those that lack it are opaque. */
        png_set_tRNS(writer, info, alphas, (1 << s->bits) - 1, &key);
    }
    if (s->gamma > 0) {
        png_set_gAMA_fixed(writer, info, s->gamma);
    }
    if (s->srgb) {
        png_set_sRGB(writer, info, PNG_sRGB_INTENT_PERCEPTUAL);
    }
    if (s->primaries) { /* of Rec. 2020 */
        png_set_cHRM_fixed(writer, info, 31270, 32900, 70800, 29200, 17000, 79700, 13100, 4600);
    }
    if (s->across > 0) {
        png_set_pHYs(writer, info, s->across, s->down, PNG_RESOLUTION_UNKNOWN);
    }
    png_write_info(writer, info);
}

/* A chunk that libpng would not write, with its length and without its checksum, before all but
 * IHDR. */
static void insert(file_bytes *file, const unsigned char *chunk, size_t count)
{
    memmove(file->at + 33 + count + 4, file->at + 33, file->count - 33);
    memcpy(file->at + 33, chunk, count);
    png_save_uint_32(file->at + 33 + count, testing_crc32(chunk + 4, count - 4));
    file->count += count + 4;
}

static file_bytes make(const shape *s)
{
    static unsigned char rows[HEIGHT][WIDTH * 8];
    png_bytep pointers[HEIGHT];
    unsigned channels = channels_of(s->type);
    file_bytes file = {malloc(1 << 16), 0, 1 << 16};
    png_structp writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(writer);
    ck_assert(info != NULL && file.at != NULL);
    for (int pixel = 0; pixel < PIXELS; ++pixel) {
        for (unsigned channel = 0; channel < channels; ++channel) {
            unsigned sample = sample_at(s, pixel, channel);
            unsigned at = (unsigned)(pixel % WIDTH) * channels + channel;
            if (s->bits == 16) {
                png_save_uint_16(&rows[pixel / WIDTH][2 * at], sample);
            } else {
                rows[pixel / WIDTH][at] = (unsigned char)sample;
            }
        }
    }
    for (int y = 0; y < HEIGHT; ++y) {
        pointers[y] = rows[y];
    }
    png_set_write_fn(writer, &file, append, NULL);
    describe(writer, info, s);
    png_set_packing(writer);
    png_write_image(writer, pointers);
    png_write_end(writer, info);
    png_destroy_write_struct(&writer, &info);
    if (s->profile) { /* which is none that libpng accepts */
        static const unsigned char chunk[] = {0, 0, 0, 5, 'i', 'C', 'C', 'P', 'x', 0, 0, 1, 2};
        insert(&file, chunk, sizeof chunk);
    }
    return file;
}

static double to_linear(const shape *s, double coded)
{
    if (s->gamma > 0 && !s->srgb) {
        return pow(coded, 100000.0 / s->gamma);
    }
    return coded <= 0.04045 ? coded / 12.92 : pow((coded + 0.055) / 1.055, 2.4);
}

/* Red, green, blue and alpha, as the PNG specification defines them. */
static void expect(const shape *s, int pixel, double colour[4])
{
    double full = (double)((1 << s->bits) - 1);
    unsigned channels = channels_of(s->type);
    unsigned colours = channels >= 3 ? 3 : 1;
    bool is_key = true;
    if (s->type == PNG_COLOR_TYPE_PALETTE) {
        unsigned index = sample_at(s, pixel, 0);
        const png_color entry = palette_colour(index);
        colour[0] = to_linear(s, entry.red / 255.0);
        colour[1] = to_linear(s, entry.green / 255.0);
        colour[2] = to_linear(s, entry.blue / 255.0);
        bool listed = s->transparent && (int)index < (1 << s->bits) - 1;
        colour[3] = listed ? (png_byte)(index * 71U) / 255.0 : 1.0;
        return;
    }
    for (unsigned i = 0; i < 3; ++i) {
        unsigned channel = i % colours;
        colour[i] = to_linear(s, sample_at(s, pixel, channel) / full);
        is_key = is_key && sample_at(s, pixel, channel) == sample_at(s, 5, channel);
    }
    bool has_alpha = channels == 2 || channels == 4;
    colour[3] = has_alpha                  ? sample_at(s, pixel, channels - 1) / full
                : s->transparent && is_key ? 0.0
                                           : 1.0;
}

static tool_raster parse(const file_bytes *file)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status = tool_raster_parse(file->at, file->count, NULL, &raster, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    return raster;
}

static double to_srgb(double linear)
{
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

static void check_raster(const shape *s, const tool_raster *raster)
{
    ck_assert(raster->width == WIDTH && raster->height == HEIGHT);
    bool has_alpha = s->transparent || (s->type & PNG_COLOR_MASK_ALPHA) != 0;
    ck_assert(has_alpha == (raster->alpha != NULL));
    for (int i = 0; i < PIXELS; ++i) {
        double colour[4];
        expect(s, i, colour);
        for (int channel = 0; channel < 3; ++channel) {
            double got = (double)tool_raster_plane(raster, channel)[i];
            double expected = colour[channel] * colour[3];
            ck_assert_msg(fabs(got - expected) <= 1e-7 * expected + 1e-12,
                          "type %d, %d bits, gamma %d, pixel %d, channel %d: %.9g for %.9g",
                          s->type, s->bits, s->gamma, i, channel, got, expected);
        }
        ck_assert(!has_alpha || fabs((double)raster->alpha[i] - colour[3]) <= 1e-7);
    }
}

/* Rows as a signal: luminance, coded as sRGB; a grey picture in sRGB has its samples. */
static void check_signal(const shape *s, const file_bytes *file)
{
    tool_signal signal;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_msg(tool_signal_parse(file->at, file->count, NULL, &signal, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    ck_assert_uint_eq(signal.count, PIXELS);
    for (int i = 0; i < PIXELS; ++i) {
        double colour[4];
        expect(s, i, colour);
        double grey = to_srgb(colour[3] * (0.2126390059 * colour[0] + 0.7151686788 * colour[1] +
                                           0.0721923154 * colour[2]));
        ck_assert_double_eq_tol(signal.samples[2 * i], grey, 1e-7);
    }
    tool_signal_free(&signal);
}

/* Before, 8 bits with gAMA came out up to 8 of 255 too bright and with alpha up to 15. */
START_TEST(png_every_depth_type_gamma_and_transparency_exact)
{
    static const int types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_PALETTE,
                                PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB_ALPHA};
    static const int gammas[] = {0, 45455, 100000, 55556, 33333, 151724};
    for (int number = 0; number < 5 * 5 * 6 * 8; ++number) {
        shape s = {.type = types[number % 5],
                   .bits = 1 << number / 5 % 5,
                   .gamma = gammas[number / 25 % 6],
                   .interlaced = (number / 150 & 1) != 0,
                   .transparent = (number / 150 & 2) != 0,
                   .srgb = (number / 150 & 4) != 0};
        bool has_alpha = (s.type & PNG_COLOR_MASK_ALPHA) != 0;
        if ((s.type == PNG_COLOR_TYPE_PALETTE && s.bits == 16) || (has_alpha && s.transparent) ||
            (s.type != PNG_COLOR_TYPE_PALETTE && s.type != PNG_COLOR_TYPE_GRAY && s.bits < 8) ||
            (s.srgb && s.gamma != 0 && s.gamma != 45455)) {
            continue;
        }
        file_bytes file = make(&s);
        tool_raster raster = parse(&file);
        check_raster(&s, &raster);
        ck_assert_uint_eq(raster.bits, (unsigned)(s.type == PNG_COLOR_TYPE_PALETTE ? 8 : s.bits));
        tool_raster_free(&raster);
        check_signal(&s, &file);
        free(file.at);
    }
}
END_TEST

START_TEST(png_what_is_left_out_said)
{
    shape s = {
        .type = PNG_COLOR_TYPE_RGB, .bits = 8, .profile = true, .across = 1000, .down = 2000};
    file_bytes file = make(&s);
    tool_raster raster = parse(&file);
    ck_assert_msg(strstr(raster.taken, "left out: its colour profile (ICC)") != NULL, "%s",
                  raster.taken);
    check_raster(&s, &raster);
    ck_assert(raster.frame.pixel_aspect == 2.0F);
    tool_raster_free(&raster);
    free(file.at);
    static const unsigned char hdr[] = {0, 0, 0, 4, 'c', 'I', 'C', 'P', 9, 16, 0, 1};
    static const unsigned char srgb[] = {0, 0, 0, 4, 'c', 'I', 'C', 'P', 1, 13, 0, 1};
    s = (shape){.type = PNG_COLOR_TYPE_RGB, .bits = 8};
    for (int known = 0; known < 2; ++known) {
        file = make(&s);
        insert(&file, known != 0 ? srgb : hdr, sizeof hdr);
        raster = parse(&file);
        check_raster(&s, &raster);
        ck_assert((strstr(raster.taken, "(cICP)") == NULL) == (known != 0));
        tool_raster_free(&raster);
        free(file.at);
    }
    s = (shape){.type = PNG_COLOR_TYPE_RGB, .bits = 8, .primaries = true};
    file = make(&s);
    raster = parse(&file);
    ck_assert_msg(strstr(raster.taken, "converted to Rec. 709") != NULL, "%s", raster.taken);
    double colour[4];
    expect(&s, 9, colour);
    ck_assert_double_eq_tol((double)raster.planes[9], /* ITU-R BT.2087 */
                            1.6605 * colour[0] - 0.5876 * colour[1] - 0.0728 * colour[2], 2e-4);
    tool_raster_free(&raster);
    free(file.at);
    s.srgb = true; /* which says the primaries too */
    file = make(&s);
    raster = parse(&file);
    check_raster(&s, &raster);
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

static tool_raster write_and_parse(const tool_raster *raster, uint64_t *clipped)
{
    char path[64];
    file_bytes file = {NULL, 0, 0};
    (void)snprintf(path, sizeof path, "png-%ld.png", (long)getpid());
    ck_assert(tool_raster_write(raster, path, clipped));
    ck_assert_int_eq(tool_file_read(path, UINT64_MAX, &file.at, &file.count, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(remove(path), 0);
    tool_raster again = parse(&file);
    free(file.at);
    return again;
}

/* To half a level of what is coded, and alpha too. */
START_TEST(png_written_has_depth_alpha_window_and_aspect)
{
    for (int number = 0; number < 4; ++number) {
        tool_raster raster;
        uint64_t clipped;
        bool has_alpha = number % 2 != 0;
        double full = number / 2 != 0 ? 65535.0 : 255.0;
        ck_assert_int_eq(tool_raster_create(16, 12, &raster, NULL), FFTC_SUCCESS);
        ck_assert(!has_alpha || tool_raster_add_alpha(&raster, NULL) == FFTC_SUCCESS);
        raster.bits = number / 2 != 0 ? 16 : 8;
        raster.frame = (tool_frame){-3, -2, 0, 0, 10, 8, 0.5F};
        for (int i = 0; i < 16 * 12 * 3; ++i) {
            float alpha = (float)(1 + i % 192 % 5) / 5.0F;
            raster.planes[i] = (float)(i % 191) / 190.0F * (has_alpha ? alpha : 1.0F);
            if (has_alpha) {
                raster.alpha[i % 192] = alpha;
            }
        }
        tool_raster again = write_and_parse(&raster, &clipped);
        ck_assert(again.width == 10 && again.height == 8 && clipped == 0);
        ck_assert(again.bits == (unsigned)raster.bits && (again.alpha != NULL) == has_alpha);
        ck_assert_double_eq_tol((double)again.frame.pixel_aspect, 0.5, 1e-6);
        for (int i = 0; i < 80; ++i) {
            int from = (i / 10 + 2) * 16 + i % 10 + 3;
            double covered = has_alpha ? (double)raster.alpha[from] : 1.0;
            for (int channel = 0; channel < 3; ++channel) {
                double wanted = (double)tool_raster_plane(&raster, channel)[from] / covered;
                double got = (double)tool_raster_plane(&again, channel)[i] /
                             (has_alpha ? (double)again.alpha[i] : 1.0);
                ck_assert_double_eq_tol(to_srgb(got), to_srgb(wanted), 0.5001 / full + 1e-7);
            }
            ck_assert(!has_alpha || fabs((double)again.alpha[i] - covered) <= 0.5001 / full);
        }
        tool_raster_free(&again);
        tool_raster_free(&raster);
    }
}
END_TEST

START_TEST(png_light_that_covers_nothing_counted)
{
    tool_raster raster;
    uint64_t clipped;
    ck_assert_int_eq(tool_raster_create(3, 1, &raster, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(tool_raster_add_alpha(&raster, NULL), FFTC_SUCCESS);
    raster.planes[0] = 0.5F; /* light that an alpha of 0 cannot carry */
    raster.planes[1] = 0.5F;
    raster.alpha[1] = 0.5F;
    tool_raster again = write_and_parse(&raster, &clipped);
    ck_assert_uint_eq(clipped, 1);
    ck_assert_double_eq_tol((double)again.planes[1], 0.5, 0.01);
    tool_raster_free(&again);
    tool_raster_free(&raster);
}
END_TEST

static void check_refused(const file_bytes *file, const char *word)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert(tool_raster_parse(file->at, file->count, NULL, &raster, &error) != FFTC_SUCCESS);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
    ck_assert_ptr_null(raster.planes);
}

START_TEST(png_damaged_refused)
{
    const shape s = {.type = PNG_COLOR_TYPE_RGB, .bits = 8, .gamma = 55556};
    file_bytes file = make(&s);
    file.at[33 + 8] ^= 1; /* in gAMA, whose checksum then is wrong */
    check_refused(&file, "damaged");
    file.at[33 + 8] ^= 1;
    file.at[file.count / 2] ^= 1;
    check_refused(&file, "damaged");
    file.at[file.count / 2] ^= 1;
    png_save_uint_32(file.at + 20, 1000000); /* rows that its bytes cannot hold */
    png_save_uint_32(file.at + 29, testing_crc32(file.at + 12, 17));
    check_refused(&file, "more pixels than");
    png_save_uint_32(file.at + 16, 10000000);
    png_save_uint_32(file.at + 29, testing_crc32(file.at + 12, 17));
    check_refused(&file, "10000000 x 1000000 pixels, more than");
    free(file.at);
}
END_TEST

TESTING_MAIN("tool_png", png_every_depth_type_gamma_and_transparency_exact,
             png_what_is_left_out_said, png_written_has_depth_alpha_window_and_aspect,
             png_light_that_covers_nothing_counted, png_damaged_refused)
