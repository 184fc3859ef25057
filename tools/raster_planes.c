/* SPDX-License-Identifier: MIT */
#include "raster_planes.h"

#include <string.h>

/* Whether red, green and blue are equal everywhere. */
static bool is_grey(const tool_raster *raster)
{
    size_t bytes = (size_t)raster->width * raster->height * sizeof *raster->planes;
    return memcmp(tool_raster_plane(raster, 0), tool_raster_plane(raster, 1), bytes) == 0 &&
           memcmp(tool_raster_plane(raster, 0), tool_raster_plane(raster, 2), bytes) == 0;
}

uint64_t tool_planes_colours(const tool_planes *planes)
{
    return planes->channels < TOOL_CHANNELS ? 1 : TOOL_CHANNELS;
}

fftc_status tool_planes_of_raster(const tool_raster *raster, fftc_precision precision,
                                  tool_planes *planes, fftc_error *error)
{
    const uint64_t pixels = (uint64_t)raster->height * raster->width;
    const uint64_t colours = is_grey(raster) ? 1 : TOOL_CHANNELS;
    const tool_planes shape = {.height = raster->height,
                               .width = raster->width,
                               .channels = colours + (raster->alpha != NULL),
                               .precision = precision};
    fftc_status status = tool_planes_create(&shape, planes, error);
    for (uint64_t i = 0; i < pixels * shape.channels && status == FFTC_SUCCESS; ++i) {
        float number =
            i < pixels * colours ? raster->planes[i] : raster->alpha[i - pixels * colours];
        tool_planes_set(planes, i, (double)number);
    }
    return status;
}

/* The raster has the size of the planes, and an alpha only if they have one. */
static fftc_status copy(const tool_planes *planes, tool_raster *raster, fftc_error *error)
{
    const uint64_t pixels = planes->height * planes->width;
    const uint64_t colours = tool_planes_colours(planes);
    for (uint64_t i = 0; i < pixels * TOOL_CHANNELS; ++i) {
        raster->planes[i] =
            (float)tool_planes_get(planes, i / pixels % colours * pixels + i % pixels);
    }
    for (uint64_t i = 0; i < pixels && raster->alpha != NULL; ++i) {
        raster->alpha[i] = (float)tool_planes_get(planes, colours * pixels + i);
    }
    if (tool_raster_check_finite(raster, NULL) != FFTC_SUCCESS) {
        return tool_fail(error, FFTC_INVALID_ARGUMENT,
                         "the result has numbers that do not fit a float: scale it down");
    }
    return FFTC_SUCCESS;
}

fftc_status tool_raster_of_planes(const tool_planes *planes, tool_raster *raster, fftc_error *error)
{
    fftc_status status = tool_raster_create(planes->width, planes->height, raster, error);
    if (status == FFTC_SUCCESS && planes->channels > tool_planes_colours(planes)) {
        status = tool_raster_add_alpha(raster, error);
    }
    if (status == FFTC_SUCCESS) {
        status = copy(planes, raster, error);
    }
    if (status != FFTC_SUCCESS) {
        tool_raster_free(raster);
    }
    return status;
}

fftc_status tool_raster_set_planes(tool_raster *raster, const tool_planes *planes,
                                   fftc_error *error)
{
    return copy(planes, raster, error);
}
