/* SPDX-License-Identifier: MIT */
#include "raster_planes.h"

#include <string.h>

/* Red, green and blue the same everywhere. */
static bool is_grey(const tool_raster *raster)
{
    size_t bytes = (size_t)raster->width * raster->height * sizeof *raster->planes;
    return memcmp(tool_raster_plane(raster, 0), tool_raster_plane(raster, 1), bytes) == 0 &&
           memcmp(tool_raster_plane(raster, 0), tool_raster_plane(raster, 2), bytes) == 0;
}

fftc_status tool_planes_of_raster(const tool_raster *raster, fftc_precision precision,
                                  tool_planes *planes, fftc_error *error)
{
    const tool_planes shape = {.height = raster->height,
                               .width = raster->width,
                               .channels = is_grey(raster) ? 1 : TOOL_CHANNELS,
                               .precision = precision};
    fftc_status status = tool_planes_create(&shape, planes, error);
    uint64_t pixels = shape.height * shape.width;
    for (uint64_t i = 0; i < pixels * shape.channels && status == FFTC_SUCCESS; ++i) {
        tool_planes_set(planes, i, (double)raster->planes[i]);
    }
    return status;
}

fftc_status tool_raster_of_planes(const tool_planes *planes, tool_raster *raster, fftc_error *error)
{
    fftc_status status = tool_raster_create(planes->width, planes->height, raster, error);
    uint64_t pixels = planes->height * planes->width;
    uint64_t colours = planes->channels < TOOL_CHANNELS ? 1 : TOOL_CHANNELS;
    for (uint64_t i = 0; i < pixels * TOOL_CHANNELS && status == FFTC_SUCCESS; ++i) {
        uint64_t channel = i / pixels % colours;
        raster->planes[i] = (float)tool_planes_get(planes, channel * pixels + i % pixels);
    }
    if (status == FFTC_SUCCESS && tool_raster_check_finite(raster, NULL) != FFTC_SUCCESS) {
        status = tool_fail(error, FFTC_INVALID_ARGUMENT, "a number does not fit a float");
    }
    if (status != FFTC_SUCCESS) {
        tool_raster_free(raster);
    }
    return status;
}
