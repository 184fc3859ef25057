/* SPDX-License-Identifier: MIT
 *
 * The command line's words for what is taken of an input.
 */
#include <string.h>

#include "source.h"

bool tool_channel_parse(const char *option, const char *text, tool_source_choice *choice)
{
    uint64_t number = 0;
    if (strcmp(text, "mix") == 0 || strcmp(text, "all") == 0) {
        choice->channels = text[0] == 'm' ? TOOL_CHANNEL_MIX : TOOL_CHANNEL_ALL;
        return true;
    }
    if (text[0] < '0' || text[0] > '9') {
        (void)tool_refuse("%s %s: must be the number of a channel, counted from 1, or mix or all",
                          option, text);
        return false;
    }
    if (!tool_parse_number(option, text, 1, TOOL_CHANNELS_LIMIT, &number)) {
        return false;
    }
    choice->channels = TOOL_CHANNEL_ONE;
    choice->channel = (uint32_t)number;
    return true;
}
