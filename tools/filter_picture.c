/* SPDX-License-Identifier: MIT */
#include "filter_picture.h"

#include <stdlib.h>

#include "progress.h"
#include "raster_planes.h"

static void add(tool_planes *planes, double light)
{
    uint64_t colours = tool_planes_colours(planes);
    for (uint64_t i = 0; i < colours * planes->height * planes->width && light != 0.0; ++i) {
        tool_planes_set(planes, i, tool_planes_get(planes, i) + light);
    }
}

/* Without frequency 0, the mean of alpha is 0. */
static void drop_alpha(tool_picture_filtering *filtering)
{
    tool_raster *picture = &filtering->picture;
    if (picture->alpha != NULL && tool_ends_with(filtering->output, ".png") &&
        tool_filter_gain(filtering->filter, 0.0) < 0.5) {
        tool_raster_note(picture, "alpha left out, of which this filter leaves none for a PNG");
        picture->alpha = NULL;
    }
}

static fftc_status filter_raster(tool_picture_filtering *filtering, fftc_error *error)
{
    tool_planes planes;
    fftc_status status =
        tool_planes_of_raster(&filtering->picture, filtering->precision, &planes, error);
    if (status == FFTC_SUCCESS) {
        status = tool_filter_planes(filtering->filter, filtering->edges, filtering->threads,
                                    &planes, error);
    }
    if (status == FFTC_SUCCESS) {
        add(&planes, filtering->add);
        drop_alpha(filtering);
        status = tool_raster_set_planes(&filtering->picture, &planes, error);
    }
    tool_planes_free(&planes);
    return status;
}

int tool_filter_picture(tool_picture_filtering *filtering)
{
    fftc_error error = {.status = FFTC_SUCCESS};
    tool_progress_set(-1.0, "reading %s", filtering->file);
    if (tool_raster_read(filtering->file, filtering->choice, &filtering->picture, &error) !=
        FFTC_SUCCESS) {
        return tool_refuse("%s", error.message);
    }
    if (filter_raster(filtering, &error) != FFTC_SUCCESS) {
        return tool_refuse("%s: %s", filtering->file, error.message);
    }
    tool_depth_set(filtering->depth, &filtering->picture);
    tool_progress_set(-1.0, "writing %s", filtering->output);
    return tool_raster_write(&filtering->picture, filtering->output, &filtering->clipped)
               ? TOOL_GOOD
               : TOOL_REFUSED;
}
