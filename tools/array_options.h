/* SPDX-License-Identifier: MIT
 *
 * Options that say how a transform's numbers stand in their arrays, which of them there are, and
 * which axes are loops.
 */
#ifndef FFTC_TOOL_ARRAY_OPTIONS_H
#define FFTC_TOOL_ARRAY_OPTIONS_H

#include "command.h"

/* Into the fields of fftc_transform. */
bool tool_take_strides(const tool_option *option, char *text, void *field);
bool tool_take_distance(const tool_option *option, char *text, void *field);
bool tool_take_ranges(const tool_option *option, char *text, void *field);
bool tool_take_loops(const tool_option *option, char *text, void *field);

/* Rows of options; `transform` is an fftc_transform. */
#define TOOL_ARRAY_OPTION(option_name, options, transform_field, function, text) \
    {                                                                            \
        .name = option_name, .value = "LIST", .kind = TOOL_TEXT,                 \
        TOOL_FIELD(options, transform_field), .take = (function), .help = (text) \
    }
#define TOOL_DISTANCE_OPTION(option_name, options, transform_field, text)                \
    {                                                                                    \
        .name = option_name, .value = "N", .kind = TOOL_TEXT,                            \
        TOOL_FIELD(options, transform_field), .take = tool_take_distance, .help = (text) \
    }
#define TOOL_ARRAY_OPTIONS(options, transform)                                                   \
    TOOL_ARRAY_OPTION("src-stride", options, transform.src_stride, tool_take_strides,            \
                      "of the source, from one number to the next along each axis, the slowest " \
                      "first: 2048,1; packed rows without"),                                     \
        TOOL_ARRAY_OPTION("dst-stride", options, transform.dst_stride, tool_take_strides,        \
                          "of the result"),                                                      \
        TOOL_DISTANCE_OPTION("src-distance", options, transform.src_distance,                    \
                             "of the source, from one transform of a batch to the next"),        \
        TOOL_DISTANCE_OPTION("dst-distance", options, transform.dst_distance, "of the result"),  \
        TOOL_ARRAY_OPTION("src-range", options, transform.src_range, tool_take_ranges,           \
                          "what there is of each axis: 0:512,: (the first half of an axis of "   \
                          "1024, all of the other)"),                                            \
        TOOL_ARRAY_OPTION("dst-range", options, transform.dst_range, tool_take_ranges,           \
                          "what is wanted of each axis"),                                        \
        TOOL_ARRAY_OPTION(                                                                       \
            "loop", options, transform.loop, tool_take_loops,                                    \
            "1 for each axis that is not transformed: 1,0,1 for the second of three")

#endif
