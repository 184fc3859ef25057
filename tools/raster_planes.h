/* SPDX-License-Identifier: MIT
 *
 * Pictures from files as planes of numbers, and back.
 */
#ifndef TOOL_RASTER_PLANES_H
#define TOOL_RASTER_PLANES_H

#include "planes.h"
#include "raster.h"

#define TOOL_PICTURE_CHANNELS 4

fftc_status tool_planes_of_raster(const tool_raster *raster, fftc_precision precision,
                                  tool_planes *planes, fftc_error *error);

/* Of 1 to 4 channels: grey; grey and alpha; red, green and blue; those and alpha.
 * FFTC_INVALID_ARGUMENT if a number does not fit a float. */
fftc_status tool_raster_of_planes(const tool_planes *planes, tool_raster *raster,
                                  fftc_error *error);

#endif
