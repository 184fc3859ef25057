/* SPDX-License-Identifier: MIT
 *
 * Pictures from file to file through a filter.
 */
#ifndef TOOL_FILTER_PICTURE_H
#define TOOL_FILTER_PICTURE_H

#include "filter.h"
#include "raster_options.h"

typedef struct tool_picture_filtering {
    const tool_filter *filter; /* cycles per pixel */
    const char *file, *output;
    tool_edges edges;
    const tool_raster_choice *choice; /* may be NULL */
    tool_depth depth;
    double add;               /* to every colour of the result */
    fftc_precision precision; /* FFTC_FLOAT32 or FFTC_FLOAT64 */
    int threads;
    /* What was done: */
    tool_raster picture; /* the result; released by the caller, also after a refusal */
    uint64_t clipped;    /* pixels */
} tool_picture_filtering;

/* Alpha is filtered as the colours are, which have been multiplied by it: so passes add up. What
 * a filter without frequency 0 leaves of it is no alpha for a PNG, which is written without one.
 * TOOL_GOOD, or TOOL_REFUSED after saying why. */
int tool_filter_picture(tool_picture_filtering *filtering);

#endif
