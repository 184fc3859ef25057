/* SPDX-License-Identifier: MIT */
#include "source_options.h"

#include <string.h>

#include "npy_file.h"

bool tool_take_channel(const tool_option *option, char *text, void *field)
{
    tool_source_choice *choice = field;
    uint64_t number = 0;
    (void)option;
    if (strcmp(text, "mix") == 0 || strcmp(text, "all") == 0) {
        choice->channels = text[0] == 'm' ? TOOL_CHANNEL_MIX : TOOL_CHANNEL_ALL;
        return true;
    }
    if (text[0] < '0' || text[0] > '9') {
        (void)tool_refuse("--channel %s: must be the number of a channel, counted from 1, or mix "
                          "or all",
                          text);
        return false;
    }
    choice->channels = TOOL_CHANNEL_ONE;
    if (!tool_parse_number("--channel", text, 1, TOOL_CHANNELS_LIMIT, &number)) {
        return false;
    }
    choice->channel = (uint32_t)number;
    return true;
}

bool tool_take_axis(const tool_option *option, char *text, void *field)
{
    tool_source_choice *choice = field;
    uint64_t number = 0;
    (void)option;
    choice->has_axis = true;
    if (!tool_parse_number("--axis", text, 0, TOOL_NPY_AXES - 1, &number)) {
        return false;
    }
    choice->axis = (uint32_t)number;
    return true;
}
