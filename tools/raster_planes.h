/* SPDX-License-Identifier: MIT
 *
 * Pictures from files as planes of numbers, and back.
 */
#ifndef TOOL_RASTER_PLANES_H
#define TOOL_RASTER_PLANES_H

#include "planes.h"
#include "raster.h"

#define TOOL_PICTURE_CHANNELS 4

/* Makes planes of red, green and blue, or one plane if these are equal everywhere; and one of
 * alpha, if there is alpha. */
fftc_status tool_planes_of_raster(const tool_raster *raster, fftc_precision precision,
                                  tool_planes *planes, fftc_error *error);

/* How many of 1 to 4 channels are not alpha: 1 or 3. */
uint64_t tool_planes_colours(const tool_planes *planes);

/* Makes a raster of 1 to 4 planes, in their order. FFTC_INVALID_ARGUMENT if a number does not fit a
 * float. */
fftc_status tool_raster_of_planes(const tool_planes *planes, tool_raster *raster,
                                  fftc_error *error);
/* Replaces the numbers of the raster that the planes were made of, which keeps all else. */
fftc_status tool_raster_set_planes(tool_raster *raster, const tool_planes *planes,
                                   fftc_error *error);

#endif
