/* SPDX-License-Identifier: MIT
 *
 * Options of commands that read and write coloured pictures.
 */
#ifndef TOOL_RASTER_OPTIONS_H
#define TOOL_RASTER_OPTIONS_H

#include "command.h"
#include "raster.h"

/* Three rows: which picture of an OpenEXR file, into a tool_raster_choice. `prefix` is "" or, say,
 * "kernel-"; `whose` ends the help texts: "of IMAGE". */
#define TOOL_OPTIONS_CHOICE(options, choice, prefix, whose)                                       \
    {.name = prefix "part",                                                                       \
     .value = "PART",                                                                             \
     TOOL_TO_TEXT(TOOL_TEXT, options, choice.part),                                               \
     .help = "the part " whose " (its name, or its number from 0), if it is an OpenEXR "          \
             "file of several; default the first that has a picture"},                            \
        {.name = prefix "view",                                                                   \
         .value = "VIEW",                                                                         \
         TOOL_TO_TEXT(TOOL_TEXT, options, choice.view),                                           \
         .help = "the view " whose ", such as left; default the file's own default"},             \
    {                                                                                             \
        .name = prefix "layer", .value = "LAYER", TOOL_TO_TEXT(TOOL_TEXT, options, choice.layer), \
        .help = "the layer " whose "; default the one without a name"                             \
    }

/* Bits of a PNG's numbers. */
typedef enum tool_depth { TOOL_DEPTH_AUTO = 0, TOOL_DEPTH_8, TOOL_DEPTH_16 } tool_depth;

extern const char *const tool_depth_names[];

#define TOOL_OPTION_DEPTH(options, field)                                                 \
    {                                                                                     \
        .name = "depth", .value = "BITS", TOOL_TO_NAME(options, field, tool_depth_names), \
        .help = "of each colour in a .png that is written: @; default auto, which is 16 " \
                "if the picture was a .png of 16, else 8"                                 \
    }

/* The first of part, view and layer that was given: "--part"; NULL: none. Without a prefix. */
const char *tool_choice_given(const tool_raster_choice *choice);

/* False after refusing a depth that `output` cannot have. */
bool tool_depth_check(tool_depth depth, const char *output);
void tool_depth_set(tool_depth depth, tool_raster *raster);

#endif
