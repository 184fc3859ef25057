/* SPDX-License-Identifier: MIT
 *
 * Coloured pictures to PNG.
 */
#include <math.h>
#include <png.h>
#include <stdlib.h>

#include "colour.h"
#include "raster.h"

typedef struct target {
    const tool_raster *raster;
    uint32_t left, top, width, height; /* the part that is shown */
    unsigned bits;
    uint64_t clipped;
    char message[128];
} target;

static void keep_message(png_structp writer, png_const_charp message)
{
    target *to = png_get_error_ptr(writer);
    (void)snprintf(to->message, sizeof to->message, "%s", message);
    png_longjmp(writer, 1);
}

static void keep_quiet(png_structp writer, png_const_charp message)
{
    (void)writer;
    (void)message;
}

static void put(const target *to, double value, unsigned char **at)
{
    double full = to->bits == 16 ? 65535.0 : 255.0;
    long number = lround(full * fmin(fmax(value, 0.0), 1.0));
    if (to->bits == 16) {
        *(*at)++ = (unsigned char)(number >> 8);
    }
    *(*at)++ = (unsigned char)(number & 255);
}

/* Colours of a PNG are not multiplied by alpha; where nothing is covered they are lost. More than a
 * convolution's rounding outside 0 .. 1 counts. */
static void code_row(target *to, uint32_t row, unsigned char *at)
{
    const tool_raster *raster = to->raster;
    for (uint32_t x = 0; x < to->width; ++x) {
        size_t i = (size_t)(to->top + row) * raster->width + to->left + x;
        double alpha = raster->alpha != NULL ? (double)raster->alpha[i] : 1.0;
        bool outside = !(alpha >= -1e-4 && alpha <= 1.0001);
        alpha = fmin(fmax(alpha, 0.0), 1.0);
        for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
            double light = (double)tool_raster_plane(raster, channel)[i];
            outside = outside || !(light >= -1e-4 && light <= alpha + 1e-4);
            light = alpha > 0.0 ? light / alpha : 0.0;
            put(to, tool_srgb_coded(fmin(fmax(light, 0.0), 1.0)), &at);
        }
        if (raster->alpha != NULL) {
            put(to, alpha, &at);
        }
        to->clipped += outside;
    }
}

static void describe(png_structp writer, png_infop info, const target *to)
{
    float aspect = to->raster->frame.pixel_aspect;
    png_set_IHDR(writer, info, to->width, to->height, (int)to->bits,
                 to->raster->alpha != NULL ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(writer, info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (aspect > 1e-4F && aspect < 1e4F && aspect != 1.0F) {
        png_set_pHYs(writer, info, 100000, (png_uint_32)lround(100000.0 * (double)aspect),
                     PNG_RESOLUTION_UNKNOWN);
    }
    png_write_info(writer, info);
}

static bool write_rows(png_structp writer, png_infop info, FILE *file, unsigned char *row,
                       target *to)
{
    if (setjmp(png_jmpbuf(writer)) != 0) {
        return false;
    }
    png_init_io(writer, file);
    png_set_user_limits(writer, (png_uint_32)TOOL_RASTER_PIXELS_LIMIT,
                        (png_uint_32)TOOL_RASTER_PIXELS_LIMIT);
    describe(writer, info, to);
    for (uint32_t y = 0; y < to->height; ++y) {
        code_row(to, y, row);
        png_write_row(writer, row);
    }
    png_write_end(writer, info);
    return true;
}

/* What is shown, as far as there are pixels; all of them if it lies beside them. */
static void choose_part(const tool_raster *raster, target *to)
{
    const tool_frame *frame = &raster->frame;
    int64_t left = (int64_t)frame->shown_left - frame->left;
    int64_t top = (int64_t)frame->shown_top - frame->top;
    int64_t right = left + frame->shown_width;
    int64_t bottom = top + frame->shown_height;
    left = left > 0 ? left : 0;
    top = top > 0 ? top : 0;
    right = right < raster->width ? right : raster->width;
    bottom = bottom < raster->height ? bottom : raster->height;
    bool all = left >= right || top >= bottom;
    to->left = all ? 0 : (uint32_t)left;
    to->top = all ? 0 : (uint32_t)top;
    to->width = all ? raster->width : (uint32_t)(right - left);
    to->height = all ? raster->height : (uint32_t)(bottom - top);
}

uint64_t tool_raster_png_pixels(const tool_raster *raster)
{
    target to = {.raster = raster};
    choose_part(raster, &to);
    return (uint64_t)to.width * to.height;
}

bool tool_raster_write_png(const tool_raster *raster, const char *path, uint64_t *clipped)
{
    target to = {.raster = raster, .bits = raster->bits > 8 ? 16 : 8};
    bool good = false;
    choose_part(raster, &to);
    FILE *file = tool_file_create(path);
    if (file == NULL) {
        return false;
    }
    png_structp writer =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &to, keep_message, keep_quiet);
    png_infop info = writer != NULL ? png_create_info_struct(writer) : NULL;
    unsigned char *row = malloc((size_t)to.width * (TOOL_CHANNELS + 1) * 2);
    if (info == NULL || row == NULL) {
        (void)tool_refuse("%s: no memory to write a PNG", path);
    } else {
        good = write_rows(writer, info, file, row, &to);
        if (!good) {
            (void)tool_refuse("%s: %s", path, to.message);
        }
    }
    free(row);
    png_destroy_write_struct(&writer, &info);
    *clipped = to.clipped;
    if (!good) {
        tool_file_discard(file);
        return false;
    }
    return tool_file_close(file, path);
}
