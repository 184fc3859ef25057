/* SPDX-License-Identifier: MIT */
#ifndef TOOL_CHECK_NUMBERS_H
#define TOOL_CHECK_NUMBERS_H

#include "tool.h"

/* "16" (32 bits), "0.5" (a float), "true" (1), or with a type before it, such as "u64:7": its bits
 * and how many bytes it has. False after refusing in the name of `option`. */
bool check_parse_number(const char *option, const char *text, uint64_t *bits, uint32_t *bytes);

#endif
