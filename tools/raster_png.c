/* SPDX-License-Identifier: MIT
 *
 * Coloured pictures as PNG.
 */
#include <stdlib.h>

#include "picture.h"
#include "png_file.h"
#include "raster.h"

/* libpng makes files of 16 bits linear by itself. It could do so for those of 8 bits, but has only
 * as many levels of linear light then. */
static fftc_status read_pixels(png_image *image, bool linear, tool_raster *raster,
                               fftc_error *error)
{
    const png_color black = {0, 0, 0};
    float decoded[256];
    size_t pixels = (size_t)raster->width * raster->height;
    void *numbers = malloc(pixels * TOOL_CHANNELS * (linear ? sizeof(png_uint_16) : 1));
    if (numbers == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %llu pixels",
                         (unsigned long long)pixels);
    }
    if (png_image_finish_read(image, linear ? NULL : &black, numbers, 0, NULL) == 0) {
        free(numbers);
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a damaged PNG: %s", image->message);
    }
    for (unsigned i = 0; i < 256; ++i) {
        decoded[i] = (float)tool_srgb_decode((unsigned char)i);
    }
    for (size_t i = 0; i < pixels * TOOL_CHANNELS; ++i) {
        raster->planes[i % TOOL_CHANNELS * pixels + i / TOOL_CHANNELS] =
            linear ? (float)((const png_uint_16 *)numbers)[i] / 65535.0F
                   : decoded[((const unsigned char *)numbers)[i]];
    }
    free(numbers);
    return FFTC_SUCCESS;
}

fftc_status tool_raster_parse_png(const unsigned char *bytes, size_t count, tool_raster *raster,
                                  fftc_error *error)
{
    png_image image;
    fftc_status status = tool_png_open(bytes, count, &image, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    bool linear = (image.format & PNG_FORMAT_FLAG_LINEAR) != 0;
    image.format = linear ? PNG_FORMAT_LINEAR_RGB : PNG_FORMAT_RGB;
    status = tool_raster_create(image.width, image.height, raster, error);
    if (status == FFTC_SUCCESS) {
        (void)snprintf(raster->format, sizeof raster->format, "PNG, %u x %u pixels", raster->width,
                       raster->height);
        status = read_pixels(&image, linear, raster, error);
    }
    png_image_free(&image);
    return status;
}

/* True if one of the pixel's numbers is outside 0 .. 1 by more than a convolution's rounding. */
static bool encode(const tool_raster *raster, size_t pixel, tool_colour *colour)
{
    unsigned char *const coded[TOOL_CHANNELS] = {&colour->red, &colour->green, &colour->blue};
    bool outside = false;
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        float x = tool_raster_plane(raster, channel)[pixel];
        outside = outside || !(x >= -1e-4F && x <= 1.0001F);
        *coded[channel] = tool_srgb_encode((double)x);
    }
    return outside;
}

bool tool_raster_write_png(const tool_raster *raster, const char *path, uint64_t *clipped)
{
    tool_picture picture;
    const tool_colour black = {0, 0, 0};
    if (!tool_picture_create(&picture, (int)raster->width, (int)raster->height, black)) {
        return false;
    }
    for (size_t i = 0; i < (size_t)raster->width * raster->height; ++i) {
        *clipped += encode(raster, i, &picture.pixels[i]);
    }
    bool written = tool_picture_write(&picture, path);
    tool_picture_free(&picture);
    return written;
}
