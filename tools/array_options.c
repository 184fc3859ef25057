/* SPDX-License-Identifier: MIT */
#include "array_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* "4" of "4,1"; *text moves behind it. */
static bool take_number(const char **text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = **text >= '0' && **text <= '9' ? strtoull(*text, &end, 10) : 0;
    if (**text < '0' || **text > '9' || errno != 0) {
        return false;
    }
    *text = end;
    return true;
}

/* "2048,1": one for each axis, the slowest first. */
static bool take_strides(const char *text, uint64_t strides[FFTC_MAX_RANK])
{
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (!take_number(&text, &strides[i])) {
            return false;
        }
        if (*text == '\0') {
            return true;
        }
        if (*text++ != ',') {
            return false;
        }
    }
    return false;
}

/* "1,0,1": the first and the last axis of three. */
static bool take_loops(const char *text, int loops[FFTC_MAX_RANK])
{
    uint64_t given[FFTC_MAX_RANK] = {0};
    bool good = take_strides(text, given);
    for (int i = 0; i < FFTC_MAX_RANK && good; ++i) {
        loops[i] = given[i] != 0;
        good = given[i] <= 1;
    }
    return good;
}

/* "0:540,:": begin and end of each axis, nothing for all. */
static bool take_ranges(const char *text, fftc_range ranges[FFTC_MAX_RANK])
{
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        fftc_range *r = &ranges[i];
        bool all = *text == ':';
        if ((!all && !take_number(&text, &r->begin)) || *text++ != ':' ||
            (!all && (!take_number(&text, &r->end) || r->end <= r->begin))) {
            return false;
        }
        if (*text == '\0') {
            return true;
        }
        if (*text++ != ',') {
            return false;
        }
    }
    return false;
}

static bool refuse(const tool_option *option, const char *text, const char *form)
{
    (void)tool_refuse("--%s %s: give %s", option->name, text, form);
    return false;
}

/* Strides that are all 0 would mean packed rows, which nobody writes so. */
static bool any(const uint64_t strides[FFTC_MAX_RANK])
{
    uint64_t all = 0;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        all |= strides[i];
    }
    return all != 0;
}

bool tool_take_strides(const tool_option *option, char *text, void *field)
{
    uint64_t *strides = field;
    int axes = 1;
    for (const char *at = text; *at != '\0'; ++at) {
        axes += *at == ',';
    }
    if (!take_strides(text, strides) || !any(strides)) {
        return refuse(option, text, "one number for each axis, such as 2048,1, not 0 for all");
    }
    for (int i = 0; i < axes; ++i) { /* who writes a 0 means it */
        strides[i] = strides[i] == 0 ? FFTC_STRIDE_ZERO : strides[i];
    }
    return true;
}

bool tool_take_distance(const tool_option *option, char *text, void *field)
{
    char name[32];
    uint64_t *distance = field;
    (void)snprintf(name, sizeof name, "--%s", option->name);
    bool good = tool_parse_number(name, text, 0, UINT64_MAX, distance);
    *distance = *distance == 0 ? FFTC_STRIDE_ZERO : *distance;
    return good;
}

bool tool_take_ranges(const tool_option *option, char *text, void *field)
{
    return take_ranges(text, field) ||
           refuse(option, text, "begin:end of each axis, such as 0:512,: (: is all of it)");
}

bool tool_take_loops(const tool_option *option, char *text, void *field)
{
    return take_loops(text, field) ||
           refuse(option, text, "1 for each axis that is a loop and 0 for others: 1,0,1");
}
