/* SPDX-License-Identifier: MIT */
#include "raster.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "colour.h"
#include "recording.h"

float *tool_raster_plane(const tool_raster *raster, int channel)
{
    return channel < TOOL_CHANNELS
               ? raster->planes + (size_t)channel * raster->height * raster->width
               : raster->alpha;
}

double tool_raster_luminance(const tool_raster *raster, size_t pixel)
{
    double sum = 0.0;
    for (int channel = 0; channel < TOOL_CHANNELS; ++channel) {
        sum += tool_luminance[channel] * (double)tool_raster_plane(raster, channel)[pixel];
    }
    return sum;
}

int tool_raster_channels(const tool_raster *raster)
{
    return raster->alpha != NULL ? TOOL_CHANNELS + 1 : TOOL_CHANNELS;
}

fftc_status tool_raster_create(uint64_t width, uint64_t height, tool_raster *raster,
                               fftc_error *error)
{
    *raster = (tool_raster){0};
    if (width == 0 || height == 0) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a picture without pixels");
    }
    if (height > TOOL_RASTER_PIXELS_LIMIT || width > TOOL_RASTER_PIXELS_LIMIT / height) {
        return tool_fail(error, FFTC_TOO_LARGE,
                         "is a picture of %llu x %llu pixels, more than %llu in all",
                         (unsigned long long)width, (unsigned long long)height,
                         (unsigned long long)TOOL_RASTER_PIXELS_LIMIT);
    }
    raster->planes = calloc((size_t)(width * height) * TOOL_CHANNELS, sizeof *raster->planes);
    if (raster->planes == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %llu x %llu pixels",
                         (unsigned long long)width, (unsigned long long)height);
    }
    raster->width = (uint32_t)width;
    raster->height = (uint32_t)height;
    return FFTC_SUCCESS;
}

fftc_status tool_raster_add_alpha(tool_raster *raster, fftc_error *error)
{
    size_t pixels = (size_t)raster->width * raster->height;
    size_t colours = TOOL_CHANNELS * pixels;
    float *grown = realloc(raster->planes, (colours + pixels) * sizeof *grown);
    if (grown == NULL) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %u x %u pixels", raster->width,
                         raster->height);
    }
    memset(grown + colours, 0, pixels * sizeof *grown);
    raster->planes = grown;
    raster->alpha = grown + colours;
    return FFTC_SUCCESS;
}

void tool_raster_free(tool_raster *raster)
{
    free(raster->planes);
    *raster = (tool_raster){0};
}

void tool_raster_note(tool_raster *raster, const char *format, ...)
{
    size_t used = strlen(raster->taken);
    va_list arguments;
    if (used > 0 && used + 2 < sizeof raster->taken) {
        memcpy(raster->taken + used, "; ", 3);
        used += 2;
    }
    va_start(arguments, format);
    (void)vsnprintf(raster->taken + used, sizeof raster->taken - used, format, arguments);
    va_end(arguments);
}

fftc_status tool_raster_check_finite(const tool_raster *raster, fftc_error *error)
{
    size_t pixels = (size_t)raster->width * raster->height;
    for (int channel = 0; channel < tool_raster_channels(raster); ++channel) {
        const float *plane = tool_raster_plane(raster, channel);
        for (size_t i = 0; i < pixels; ++i) {
            if (!isfinite(plane[i])) {
                return tool_fail(error, FFTC_INVALID_ARGUMENT,
                                 "has a pixel that is not a finite number, at x = %llu, y = %llu",
                                 (unsigned long long)(i % raster->width),
                                 (unsigned long long)(i / raster->width));
            }
        }
    }
    return FFTC_SUCCESS;
}

fftc_status tool_raster_parse(const unsigned char *bytes, size_t count,
                              const tool_raster_choice *choice, tool_raster *raster,
                              fftc_error *error)
{
    static const unsigned char png[] = {0x89, 'P', 'N', 'G'};
    static const unsigned char exr[] = {0x76, 0x2F, 0x31, 0x01};
    fftc_status status;
    *raster = (tool_raster){0};
    if (count >= sizeof png && memcmp(bytes, png, sizeof png) == 0) {
        if (choice != NULL &&
            (choice->part != NULL || choice->view != NULL || choice->layer != NULL)) {
            return tool_fail(error, FFTC_INVALID_ARGUMENT,
                             "is a PNG, which is one picture: no part, view or layer can be "
                             "chosen");
        }
        status = tool_raster_parse_png(bytes, count, raster, error);
    } else if (count >= sizeof exr && memcmp(bytes, exr, sizeof exr) == 0) {
        status = tool_raster_parse_exr(bytes, count, choice, raster, error);
    } else {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         count == 0 ? "is empty" : "is neither a PNG nor an OpenEXR picture");
    }
    if (status == FFTC_SUCCESS) {
        status = tool_raster_check_finite(raster, error);
    }
    if (status != FFTC_SUCCESS) {
        tool_raster_free(raster);
    }
    return status;
}

fftc_status tool_raster_read(const char *path, const tool_raster_choice *choice,
                             tool_raster *raster, fftc_error *error)
{
    unsigned char *bytes = NULL;
    size_t count = 0;
    fftc_error inner = {.status = FFTC_SUCCESS};
    *raster = (tool_raster){0};
    fftc_status status = tool_file_read(path, TOOL_FILE_BYTES_LIMIT, &bytes, &count, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = tool_raster_parse(bytes, count, choice, raster, &inner);
    free(bytes);
    return status == FFTC_SUCCESS ? status
                                  : tool_fail(error, status, "%s: %s", path, inner.message);
}
