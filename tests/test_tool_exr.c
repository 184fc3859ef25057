/* SPDX-License-Identifier: MIT
 *
 * Pictures from and to OpenEXR files. Those that are read were written by OpenEXR's own library.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exr_testing.h"
#include "raster.h"
#include "testing.h"

static tool_raster parse_chosen(const exr_testing_bytes *file, const tool_raster_choice *choice)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    fftc_status status = tool_raster_parse(file->at, file->count, choice, &raster, &error);
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    return raster;
}

static tool_raster parse(const exr_testing_bytes *file)
{
    return parse_chosen(file, NULL);
}

static void check_choice_refused(const exr_testing_bytes *file, const tool_raster_choice *choice,
                                 fftc_status expected, const char *word)
{
    tool_raster raster;
    fftc_error error = {.status = FFTC_SUCCESS};
    ck_assert_int_eq(tool_raster_parse(file->at, file->count, choice, &raster, &error), expected);
    ck_assert_msg(strstr(error.message, word) != NULL, "%s", error.message);
    ck_assert_ptr_null(raster.planes);
}

static void check_refused(const exr_testing_bytes *file, fftc_status expected, const char *word)
{
    check_choice_refused(file, NULL, expected, word);
}

static void check_near(float actual, double expected, double tolerance)
{
    ck_assert_double_eq_tol((double)actual, expected, tolerance);
}

/* Exact in half precision, and smooth, so that what loses something loses little. */
static float smooth(int channel, int x, int y)
{
    return 1.0F + (float)channel + (float)x / 8.0F + (float)y / 16.0F;
}

static float whole(int channel, int x, int y)
{
    return (float)(1000 * channel + 7 * x + y);
}

/* Relative. Halves are exact in all but B44 and DWA, and UINT is exact in all; PXR24 cuts floats to
 * 24 bits. */
static double loss(int type, int compression)
{
    bool dwa = compression == EXR_DWAA || compression == EXR_DWAB;
    bool b44 = compression == EXR_B44 || compression == EXR_B44A;
    return type == EXR_UINT                                ? 0.0
           : dwa                                           ? 0.01
           : b44 && type == EXR_HALF                       ? 0.02
           : compression == EXR_PXR24 && type == EXR_FLOAT ? ldexp(1.0, -16)
                                                           : 0.0;
}

/* The channel's number in the list, or -1. */
static int find_channel(const char *list, const char *name)
{
    int number = 0;
    for (const char *at = list; *at != '\0'; ++at, ++number) {
        size_t length = strcspn(at, ",");
        if (strlen(name) == length && strncmp(at, name, length) == 0) {
            return number;
        }
        at += length;
        if (*at == '\0') {
            break;
        }
    }
    return -1;
}

static void check_picture(const exr_testing_shape *shape, const tool_raster *raster)
{
    static const char *const names[] = {"R", "G", "B", "A"};
    const char *list = shape->parts[0].channels;
    double most = loss(shape->type, shape->compression);
    bool alpha = find_channel(list, "A") >= 0;
    ck_assert_uint_eq(raster->width, (unsigned)shape->width);
    ck_assert_uint_eq(raster->height, (unsigned)shape->height);
    ck_assert(alpha == (raster->alpha != NULL));
    for (int plane = 0; plane < (alpha ? 4 : 3); ++plane) {
        int channel = find_channel(list, names[plane]);
        channel = channel < 0 ? find_channel(list, "Y") : channel;
        const float *got = plane < 3 ? tool_raster_plane(raster, plane) : raster->alpha;
        for (int i = 0; i < shape->width * shape->height; ++i) {
            int x = i % shape->width;
            int y = i / shape->width;
            double expected = (double)(shape->type == EXR_UINT ? whole : smooth)(channel, x, y);
            ck_assert_msg(fabs((double)got[i] - expected) <= most * expected,
                          "%s, type %d, compression %d, arrangement %d: plane %d has %g for %g at "
                          "%d, %d",
                          list, shape->type, shape->compression, (int)shape->arrangement, plane,
                          (double)got[i], expected, x, y);
        }
    }
}

/* Four halves of which one is no colour, and three, ended the program: dc9d0fff and before. B44 of
 * floats had rows of the three colours mixed up, and DWA was not read. */
START_TEST(exr_every_layout_type_compression_and_arrangement_read)
{
    static const char *const layouts[] = {"R,G,B", "A,B,G,R", "R,G,B,Z",
                                          "Y",     "A,Y",     "A,B,G,R,Z,other.Q"};
    for (int number = 0; number < 6 * 3 * EXR_COMPRESSIONS * EXR_ARRANGEMENTS; ++number) {
        int rest = number / EXR_ARRANGEMENTS;
        const exr_testing_shape shape = {
            .type = rest % 3,
            .compression = rest / 3 % EXR_COMPRESSIONS,
            .arrangement = number % EXR_ARRANGEMENTS,
            .left = -3,
            .top = 5,
            .width = number % 5 == 0 ? 1 : 13,
            .height = number % 5 == 0 ? 1 : 35,
            .parts = {{layouts[rest / 3 / EXR_COMPRESSIONS], "", NULL}}};
        exr_testing_bytes file = exr_testing_write(&shape, shape.type == EXR_UINT ? whole : smooth);
        tool_raster raster = parse(&file);
        check_picture(&shape, &raster);
        tool_raster_free(&raster);
        free(file.at);
    }
}
END_TEST

static float luminance_and_chroma(int channel, int x, int y)
{
    return channel == 0   ? 1.0F + (float)x / 8.0F + (float)y / 16.0F
           : channel == 1 ? (float)(x % 4) / 8.0F - 0.25F
           : channel == 2 ? (float)(y % 4) / 8.0F - 0.25F
                          : 0.5F;
}

START_TEST(exr_luminance_and_chroma_as_the_library_has_them)
{
    for (int number = 0; number < 3 * EXR_COMPRESSIONS; ++number) {
        const exr_testing_shape shape = {
            .type = number % 2 == 0 ? EXR_HALF : EXR_FLOAT,
            .compression = number % EXR_COMPRESSIONS,
            .arrangement = (exr_arrangement)(number / EXR_COMPRESSIONS), /* not in tiles */
            .left = 2,
            .top = -4,
            .width = 22,
            .height = 36,
            .parts = {{number % 3 == 0 ? "Y,RY/2,BY/2,A" : "Y,RY/2,BY/2", "", NULL}}};
        if (shape.arrangement > EXR_LINES_UPWARDS) {
            break;
        }
        exr_testing_bytes file = exr_testing_write(&shape, luminance_and_chroma);
        float *expected = exr_testing_read(&file);
        tool_raster raster = parse(&file);
        for (size_t i = 0; i < (size_t)22 * 36; ++i) {
            for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
                ck_assert(tool_raster_plane(&raster, channel)[i] ==
                          expected[4 * i + (size_t)channel]);
            }
            ck_assert(raster.alpha == NULL || raster.alpha[i] == expected[4 * i + 3]);
        }
        ck_assert((raster.alpha != NULL) == (number % 3 == 0));
        tool_raster_free(&raster);
        free(expected);
        free(file.at);
    }
}
END_TEST

/* Of as many numbers as the luminance: R = (RY + 1) Y, B = (BY + 1) Y, and Y is the sum of the
 * three as Rec. 709 weighs them. */
START_TEST(exr_chroma_of_every_pixel_read)
{
    const exr_testing_shape shape = {.type = EXR_FLOAT,
                                     .compression = EXR_ZIP,
                                     .width = 9,
                                     .height = 5,
                                     .parts = {{"Y,RY,BY", "", NULL}}};
    exr_testing_bytes file = exr_testing_write(&shape, luminance_and_chroma);
    tool_raster raster = parse(&file);
    for (int i = 0; i < 45; ++i) {
        double y = (double)luminance_and_chroma(0, i % 9, i / 9);
        double red = y * (1.0 + (double)luminance_and_chroma(1, i % 9, i / 9));
        double blue = y * (1.0 + (double)luminance_and_chroma(2, i % 9, i / 9));
        check_near(tool_raster_plane(&raster, 0)[i], red, 1e-6);
        check_near(tool_raster_plane(&raster, 2)[i], blue, 1e-6);
        check_near(tool_raster_plane(&raster, 1)[i], (y - 0.2126 * red - 0.0722 * blue) / 0.7152,
                   1e-3);
    }
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

START_TEST(exr_windows_both_covered)
{
    exr_testing_shape shape = {.type = EXR_FLOAT,
                               .compression = EXR_PIZ,
                               .left = 4,
                               .top = 3,
                               .width = 3,
                               .height = 2,
                               .shown = {0, 0, 10, 8},
                               .pixel_aspect = 2.0F,
                               .parts = {{"R,G,B,A", "", NULL}}};
    exr_testing_bytes file = exr_testing_write(&shape, smooth);
    tool_raster raster = parse(&file); /* a part of what is shown: black around it */
    ck_assert(raster.width == 10 && raster.height == 8);
    ck_assert_msg(strstr(raster.taken, "black beyond its 3 x 2 pixels") != NULL, "%s",
                  raster.taken);
    for (int i = 0; i < 80; ++i) {
        int x = i % 10 - 4;
        int y = i / 10 - 3;
        bool inside = x >= 0 && x < 3 && y >= 0 && y < 2;
        ck_assert(tool_raster_plane(&raster, 1)[i] == (inside ? smooth(1, x, y) : 0.0F));
        ck_assert(raster.alpha[i] == (inside ? smooth(3, x, y) : 0.0F));
    }
    tool_raster_free(&raster);
    free(file.at);
    shape.left = shape.top = -2;
    shape.width = 14;
    shape.height = 12;
    file = exr_testing_write(&shape, smooth);
    raster = parse(&file); /* more than what is shown */
    const tool_frame expected = {-2, -2, 0, 0, 10, 8, 2.0F};
    ck_assert(raster.width == 14 && raster.height == 12 && raster.taken[0] == '\0');
    ck_assert_mem_eq(&raster.frame, &expected, sizeof expected);
    ck_assert_uint_eq(tool_raster_png_pixels(&raster), 80); /* "3 of 168 pixels" were clipped */
    free(file.at);

    char path[64];
    uint64_t clipped;
    exr_testing_bytes again = {NULL, 0};
    (void)snprintf(path, sizeof path, "exr-%ld.exr", (long)getpid());
    ck_assert(tool_raster_write(&raster, path, &clipped));
    ck_assert_int_eq(tool_file_read(path, UINT64_MAX, &again.at, &again.count, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(remove(path), 0);
    exr_testing_header header = exr_testing_read_header(&again);
    const exr_testing_header kept = {{-2, -2, 14, 12}, {0, 0, 10, 8}, 2.0F, 4, 1};
    ck_assert_mem_eq(&header, &kept, sizeof kept);
    tool_raster same = parse(&again);
    size_t bytes = (size_t)14 * 12 * sizeof(float);
    ck_assert_mem_eq(same.planes, raster.planes, TOOL_CHANNELS * bytes);
    ck_assert_mem_eq(same.alpha, raster.alpha, bytes);
    tool_raster_free(&same);
    tool_raster_free(&raster);
    free(again.at);
}
END_TEST

static float in_xyz(int channel, int x, int y)
{
    static const float white[] = {0.95045593F, 1.0F, 1.08905775F}; /* D65 */
    (void)x;
    (void)y;
    return white[channel];
}

static float one(int channel, int x, int y)
{
    (void)x;
    (void)y;
    return channel == 0 ? 1.0F : 0.0F;
}

static float all_one(int channel, int x, int y)
{
    (void)channel;
    (void)x;
    (void)y;
    return 1.0F;
}

static void check_colour(const exr_testing_shape *shape, exr_testing_value value,
                         const double *colour, double tolerance)
{
    exr_testing_bytes file = exr_testing_write(shape, value);
    tool_raster raster = parse(&file);
    ck_assert_msg(strstr(raster.taken, "converted to Rec. 709") != NULL, "%s", raster.taken);
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        check_near(tool_raster_plane(&raster, channel)[0], colour[channel], tolerance);
    }
    tool_raster_free(&raster);
    free(file.at);
}

/* Reference colours: IEC 61966-2-1 for X, Y, Z; for Rec. 2020 the matrix of ITU-R BT.2087. */
START_TEST(exr_primaries_converted)
{
    static const double white[] = {1.0, 1.0, 1.0};
    static const double red_of_2020[] = {1.6605, -0.1246, -0.0182};
    exr_testing_shape shape = {.type = EXR_FLOAT,
                               .width = 1,
                               .height = 1,
                               .primaries = {1, 0, 0, 1, 0, 0, 1.0F / 3, 1.0F / 3},
                               .parts = {{"R,G,B", "", NULL}}};
    check_colour(&shape, in_xyz, white, 2e-4);
    static const float rec2020[] = {0.708F, 0.292F, 0.170F,  0.797F,
                                    0.131F, 0.046F, 0.3127F, 0.3290F};
    memcpy(shape.primaries, rec2020, sizeof rec2020);
    check_colour(&shape, one, red_of_2020, 1e-4);
    static const float aces[] = {0.7347F, 0.2653F, 0.0F,     1.0F,
                                 0.0001F, -0.077F, 0.32168F, 0.33767F};
    memcpy(shape.primaries, aces, sizeof aces);
    check_colour(&shape, all_one, white, 1e-5); /* white stays white */
    shape.neutral[0] = 0.3457F;
    shape.neutral[1] = 0.3585F;
    shape.primaries[7] = 0.0F; /* Rec. 709, but D50 is to be neutral */
    exr_testing_bytes file = exr_testing_write(&shape, all_one);
    tool_raster raster = parse(&file);
    ck_assert(raster.planes[0] < 0.9F && raster.planes[2] > 1.1F);
    tool_raster_free(&raster);
    free(file.at);
    memset(shape.neutral, 0, sizeof shape.neutral);
    static const float nonsense[] = {0.3F, 0.3F, 0.3F, 0.3F, 0.3F, 0.3F, 0.3F, 0.3F};
    memcpy(shape.primaries, nonsense, sizeof nonsense);
    file = exr_testing_write(&shape, all_one);
    raster = parse(&file);
    ck_assert_msg(strstr(raster.taken, "make no colours") != NULL, "%s", raster.taken);
    ck_assert(raster.planes[0] == 1.0F);
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

static void check_taken(const exr_testing_bytes *file, const tool_raster_choice *choice,
                        int channel, const char *words)
{
    tool_raster raster = parse_chosen(file, choice);
    ck_assert_msg(strstr(raster.taken, words) != NULL, "%s", raster.taken);
    ck_assert_msg(raster.planes[0] == whole(channel, 0, 0), "%g instead of channel %d",
                  (double)raster.planes[0], channel);
    tool_raster_free(&raster);
}

START_TEST(exr_parts_chosen)
{
    const exr_testing_shape shape = {.type = EXR_UINT,
                                     .compression = EXR_ZIP,
                                     .width = 4,
                                     .height = 3,
                                     .parts = {{"Z", "depth", NULL},
                                               {"R,G,B", "beauty", "left"},
                                               {"R,G,B,glow.R,glow.G,glow.B", "2nd", "right"}}};
    exr_testing_bytes file = exr_testing_write(&shape, whole);
    check_taken(&file, NULL, 1, "part 1 (beauty), view left taken, of 3 pictures");
    check_taken(&file, &(tool_raster_choice){.part = "2"}, 4, "part 2 (2nd), view right");
    check_taken(&file, &(tool_raster_choice){.part = "2nd"}, 4, "part 2");
    check_taken(&file, &(tool_raster_choice){.view = "right"}, 4, "part 2");
    check_taken(&file, &(tool_raster_choice){.layer = "glow"}, 7,
                "part 2 (2nd), view right, layer glow");
    check_choice_refused(&file, &(tool_raster_choice){.part = "3", .option = "--kernel-"},
                         FFTC_INVALID_ARGUMENT, "--kernel-part");
    check_choice_refused(&file, &(tool_raster_choice){.part = "beauty", .view = "right"},
                         FFTC_INVALID_ARGUMENT, "it has part 1 (beauty), view left; part 2");
    check_choice_refused(&file, &(tool_raster_choice){.part = "0"}, FFTC_INVALID_ARGUMENT,
                         "it has part 1 (beauty), view left");
    free(file.at);
    const exr_testing_shape chroma = {
        .type = EXR_HALF,
        .width = 4,
        .height = 4,
        .parts = {{"R,G,B", "colours", NULL}, {"Y,RY/2,BY/2", "chroma", NULL}}};
    file = exr_testing_write(&chroma, all_one);
    tool_raster raster = parse_chosen(&file, &(tool_raster_choice){.part = "chroma"});
    ck_assert(raster.planes[0] == 2.0F); /* (RY + 1) Y */
    tool_raster_free(&raster);
    free(file.at);
}
END_TEST

START_TEST(exr_views_and_layers_chosen)
{
    const exr_testing_shape shape = {
        .type = EXR_UINT,
        .compression = EXR_PIZ,
        .width = 4,
        .height = 3,
        .views = "left,right",
        .parts = {{"R,G,B,right.R,right.G,right.B,a.b.left.R,a.b.left.G,a.b.left.B", "", NULL}}};
    exr_testing_bytes file = exr_testing_write(&shape, whole);
    check_taken(&file, NULL, 0, "view left taken, of 3 pictures");
    check_taken(&file, &(tool_raster_choice){.view = "left"}, 0, "view left");
    check_taken(&file, &(tool_raster_choice){.view = "right"}, 3, "view right");
    check_taken(&file, &(tool_raster_choice){.layer = "a.b"}, 6, "view left, layer a.b");
    check_choice_refused(&file, &(tool_raster_choice){.layer = "a.b", .view = "right"},
                         FFTC_INVALID_ARGUMENT, "view left; view right; view left, layer a.b");
    free(file.at);
    const exr_testing_shape layers = {.type = EXR_UINT,
                                      .width = 2,
                                      .height = 2,
                                      .parts = {{"key.Y,key.A,key.id,depth.Z", "", NULL}}};
    file = exr_testing_write(&layers, whole);
    check_taken(&file, NULL, 0, "left out: depth.Z, key.id");
    free(file.at);
}
END_TEST

START_TEST(exr_lost_in_a_giant_window_refused)
{
    exr_testing_shape shape = {.type = EXR_HALF,
                               .width = 6,
                               .height = 6,
                               .shown = {0, 0, 9000, 9000},
                               .parts = {{"R,G,B", "", NULL}}};
    exr_testing_bytes file = exr_testing_write(&shape, smooth);
    check_refused(&file, FFTC_TOO_LARGE, "crop its display window");
    free(file.at);
}
END_TEST

START_TEST(exr_without_a_picture_refused)
{
    exr_testing_shape shape = {
        .type = EXR_FLOAT, .width = 8, .height = 8, .parts = {{"A,B", "", NULL}}};
    exr_testing_bytes file = exr_testing_write(&shape, smooth);
    check_refused(&file, FFTC_UNSUPPORTED, "its channels are A, B");
    free(file.at);
    shape.parts[0].channels = "R/2,G,B";
    file = exr_testing_write(&shape, smooth);
    check_refused(&file, FFTC_UNSUPPORTED, "channel R of fewer pixels");
    free(file.at);
    shape.parts[0].channels = "Y,RY/4,BY/4";
    file = exr_testing_write(&shape, smooth);
    check_refused(&file, FFTC_UNSUPPORTED, "channel RY of fewer pixels");
    free(file.at);
    shape.parts[0].channels = "R,G,B";
    shape.deep = 1;
    file = exr_testing_write(&shape, smooth);
    check_refused(&file, FFTC_UNSUPPORTED, "flatten it");
    free(file.at);
}
END_TEST

static float infinite(int channel, int x, int y)
{
    return channel == 1 && x == 3 && y == 1 ? INFINITY : 0.0F;
}

static unsigned char *find(const exr_testing_bytes *file, const char *word)
{
    unsigned char *at = file->at;
    while (memcmp(at, word, strlen(word)) != 0) {
        ++at;
        ck_assert_uint_lt((size_t)(at - file->at) + strlen(word), file->count);
    }
    return at;
}

START_TEST(exr_damaged_refused)
{
    exr_testing_shape shape = {
        .type = EXR_FLOAT, .width = 8, .height = 8, .parts = {{"R,G,B", "", NULL}}};
    exr_testing_bytes file = exr_testing_write(&shape, infinite);
    check_refused(&file, FFTC_INVALID_ARGUMENT, "x = 3, y = 1");
    unsigned char *window = find(&file, "dataWindow") + sizeof "dataWindow" + sizeof "box2i" + 4;
    window[8] = 100; /* the rows become longer than their bytes */
    check_refused(&file, FFTC_INVALID_ARGUMENT, "a chunk has not the bytes");
    window[8] = 0xFF;
    check_refused(&file, FFTC_INVALID_ARGUMENT, "a chunk has not the bytes");
    memset(window + 8, 0x7F, 8);
    check_refused(&file, FFTC_TOO_LARGE, "more than");
    memset(window + 8, 0x80, 8);
    check_refused(&file, FFTC_INVALID_ARGUMENT, "window is empty");
    window[8] = 7;
    memset(window + 9, 0, 3);
    memset(window + 12, 0, 4);
    window[13] = 0xFF; /* 65281 rows */
    check_refused(&file, FFTC_INVALID_ARGUMENT, "damaged");
    *(find(&file, "compression") + sizeof "compression" + sizeof "compression" + 4) = 11;
    check_refused(&file, FFTC_UNSUPPORTED, "compression number 11");
    free(file.at);
}
END_TEST

/* Of RLE that unpacks to less than it should, and tiles that are shorter than they should be. */
START_TEST(exr_short_chunks_refused)
{
    exr_testing_shape shape = {.type = EXR_FLOAT,
                               .compression = EXR_RLE,
                               .width = 100,
                               .height = 1,
                               .parts = {{"R,G,B", "", NULL}}};
    exr_testing_bytes file = exr_testing_write(&shape, infinite); /* all zeros */
    file.at[file.count - 2] -= 1;                                 /* the last run is one shorter */
    check_refused(&file, FFTC_INVALID_ARGUMENT, "a chunk has not the bytes");
    free(file.at);
    shape.compression = EXR_NONE;
    shape.arrangement = EXR_TILES;
    shape.width = 2;
    shape.parts[1] = (exr_testing_part){"Y", "second", NULL};
    file = exr_testing_write(&shape, infinite);
    tool_raster raster = parse_chosen(&file, &(tool_raster_choice){.part = "1"});
    tool_raster_free(&raster);
    file.at[file.count - 12] -= 4; /* the size of the second part's only tile */
    check_choice_refused(&file, &(tool_raster_choice){.part = "1"}, FFTC_INVALID_ARGUMENT,
                         "a chunk has not the bytes");
    free(file.at);
}
END_TEST

/* Memory of exactly the file's size, so that a sanitizer sees what is read beyond it. */
START_TEST(exr_every_prefix_refused)
{
    exr_testing_shape shape = {
        .type = EXR_HALF, .width = 8, .height = 8, .parts = {{"A,B,G,R", "", NULL}}};
    for (int several = 0; several < 2; ++several) {
        shape.compression = several != 0 ? EXR_DWAA : EXR_ZIP;
        shape.parts[1].channels = several != 0 ? "Y" : NULL;
        shape.parts[1].name = "second";
        exr_testing_bytes file = exr_testing_write(&shape, smooth);
        size_t needed = 0; /* of the second part's chunks none is */
        for (size_t count = 0; count < file.count; ++count) {
            tool_raster raster;
            unsigned char *cut = malloc(count > 0 ? count : 1);
            ck_assert_ptr_nonnull(cut);
            memcpy(cut, file.at, count);
            fftc_error error = {.status = FFTC_SUCCESS};
            if (tool_raster_parse(cut, count, NULL, &raster, &error) == FFTC_SUCCESS) {
                needed = needed == 0 ? count : needed;
                tool_raster_free(&raster);
            } else {
                ck_assert_msg(needed == 0 && error.message[0] != '\0', "%zu bytes", count);
            }
            free(cut);
        }
        ck_assert(several != 0 ? needed > file.count * 3 / 4 : needed == 0);
        free(file.at);
    }
}
END_TEST

TESTING_MAIN("tool_exr", exr_every_layout_type_compression_and_arrangement_read,
             exr_luminance_and_chroma_as_the_library_has_them, exr_chroma_of_every_pixel_read,
             exr_windows_both_covered, exr_primaries_converted, exr_parts_chosen,
             exr_views_and_layers_chosen, exr_lost_in_a_giant_window_refused,
             exr_without_a_picture_refused, exr_damaged_refused, exr_short_chunks_refused,
             exr_every_prefix_refused)
