/* SPDX-License-Identifier: MIT
 *
 * cJSON with this tool's rules: text is made valid UTF-8, what is not finite is null, and a number
 * that a double cannot hold goes out in full digits.
 */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <cjson/cJSON.h>

#include "tool.h"

void json_text(cJSON *object, const char *name, const char *text);
void json_flag(cJSON *object, const char *name, bool flag);
/* All 64 bits go out: seeds need them. */
void json_count(cJSON *object, const char *name, uint64_t count);
void json_number_or_null(cJSON *object, const char *name, double number);

/* The object that is written: with the version, by which the command knows its files again. */
cJSON *json_begin(const char *command);

/* Writes root to path ("-": stdout) and deletes it. False after refusing. */
bool json_write(cJSON *root, const char *path);

#endif
