/* SPDX-License-Identifier: MIT */
#include "raster.h"

bool tool_raster_can_write(const char *path)
{
    return tool_ends_with(path, ".png") || tool_ends_with(path, ".exr");
}

bool tool_raster_write(const tool_raster *raster, const char *path, uint64_t *clipped)
{
    *clipped = 0;
    return tool_ends_with(path, ".exr") ? tool_raster_write_exr(raster, path)
                                        : tool_raster_write_png(raster, path, clipped);
}
