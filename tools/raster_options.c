/* SPDX-License-Identifier: MIT */
#include "raster_options.h"

const char *const tool_depth_names[] = {"auto", "8", "16", NULL};

bool tool_depth_check(tool_depth depth, const char *output)
{
    if (depth != TOOL_DEPTH_AUTO && !tool_ends_with(output, ".png")) {
        (void)tool_refuse("--depth: is for .png, and %s has floats", output);
        return false;
    }
    return true;
}

void tool_depth_set(tool_depth depth, tool_raster *raster)
{
    if (depth != TOOL_DEPTH_AUTO) {
        raster->bits = depth == TOOL_DEPTH_16 ? 16 : 8;
    }
}

const char *tool_choice_given(const tool_raster_choice *choice)
{
    return choice->part != NULL    ? "--part"
           : choice->view != NULL  ? "--view"
           : choice->layer != NULL ? "--layer"
                                   : NULL;
}
