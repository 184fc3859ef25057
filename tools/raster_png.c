/* SPDX-License-Identifier: MIT
 *
 * Coloured pictures from PNG.
 */
#include "png_file.h"
#include "raster.h"

static void take_pixels(const tool_png *png, tool_raster *raster)
{
    uint64_t pixels = (uint64_t)png->width * png->height;
    for (uint64_t i = 0; i < pixels; ++i) {
        double pixel[4];
        tool_png_pixel(png, i, pixel);
        for (uint64_t channel = 0; channel < TOOL_CHANNELS; ++channel) {
            raster->planes[channel * pixels + i] = (float)(pixel[channel] * pixel[3]);
        }
        if (raster->alpha != NULL) {
            raster->alpha[i] = (float)pixel[3];
        }
    }
}

fftc_status tool_raster_parse_png(const unsigned char *bytes, size_t count, tool_raster *raster,
                                  fftc_error *error)
{
    tool_png png;
    fftc_status status = tool_png_open(bytes, count, &png, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = tool_raster_create(png.width, png.height, raster, error);
    if (status == FFTC_SUCCESS && png.has_alpha) {
        status = tool_raster_add_alpha(raster, error);
    }
    if (status == FFTC_SUCCESS) {
        (void)snprintf(raster->format, sizeof raster->format, "PNG, %u x %u pixels", raster->width,
                       raster->height);
        raster->bits = png.bits;
        raster->frame.pixel_aspect = (float)png.pixel_aspect;
        take_pixels(&png, raster);
        if (png.left_out[0] != '\0') {
            tool_raster_note(raster, "left out: %s", png.left_out);
        }
        if (png.has_primaries && !png.grey) {
            tool_raster_convert(raster, &png.primaries, NULL);
        }
    }
    tool_png_close(&png);
    return status;
}
