/* SPDX-License-Identifier: MIT
 *
 * The options that say what is taken of an input, of all commands that read signals.
 */
#ifndef TOOL_SOURCE_OPTIONS_H
#define TOOL_SOURCE_OPTIONS_H

#include "command.h"
#include "source.h"

/* Rows of options; `choice` is a tool_source_choice. */
#define TOOL_OPTION_CHANNEL(options, choice, text)                                       \
    {                                                                                    \
        .name = "channel", .value = "N", .kind = TOOL_TEXT, TOOL_FIELD(options, choice), \
        .take = tool_take_channel, .help = (text)                                        \
    }
#define TOOL_OPTION_AXIS(options, choice)                                                         \
    {                                                                                             \
        .name = "axis", .value = "A", .kind = TOOL_NUMBER, TOOL_FIELD(options, choice),           \
        .take = tool_take_axis,                                                                   \
        .help = "of a .npy: the axis along which time runs, counted from 0; default: the longer " \
                "of two; the other has the channels"                                              \
    }

bool tool_take_channel(const tool_option *option, char *text, void *field);
bool tool_take_axis(const tool_option *option, char *text, void *field);

#endif
