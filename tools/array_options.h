/* SPDX-License-Identifier: MIT
 *
 * Options that say how a transform's numbers stand in their arrays, which of them there are, and
 * which axes are loops.
 */
#ifndef FFTC_TOOL_ARRAY_OPTIONS_H
#define FFTC_TOOL_ARRAY_OPTIONS_H

#include <getopt.h>

#include "tool.h"

/* To stand in a list of getopt_long's: values from FIRST on that no other option has. */
#define TOOL_ARRAY_OPTIONS_FIRST 1000
#define TOOL_ARRAY_OPTIONS                                                       \
    {"src-stride", required_argument, NULL, TOOL_ARRAY_OPTIONS_FIRST},           \
        {"dst-stride", required_argument, NULL, TOOL_ARRAY_OPTIONS_FIRST + 1},   \
        {"src-distance", required_argument, NULL, TOOL_ARRAY_OPTIONS_FIRST + 2}, \
        {"dst-distance", required_argument, NULL, TOOL_ARRAY_OPTIONS_FIRST + 3}, \
        {"src-range", required_argument, NULL, TOOL_ARRAY_OPTIONS_FIRST + 4},    \
        {"dst-range", required_argument, NULL, TOOL_ARRAY_OPTIONS_FIRST + 5},    \
    {                                                                            \
        "loop", required_argument, NULL, TOOL_ARRAY_OPTIONS_FIRST + 6            \
    }
#define TOOL_ARRAY_OPTIONS_COUNT 7

static inline bool tool_is_array_option(int option)
{
    return option >= TOOL_ARRAY_OPTIONS_FIRST &&
           option < TOOL_ARRAY_OPTIONS_FIRST + TOOL_ARRAY_OPTIONS_COUNT;
}

/* Into the transform, as fftc_transform has them; false after refusing. */
bool tool_take_array_option(const char *command, int option, const char *text,
                            fftc_transform *transform);

#endif
