/* SPDX-License-Identifier: MIT
 *
 * Numbers and names from the command line.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

const char *const tool_direction_names[] = {"forward", "inverse", NULL};
const char *const tool_precision_names[] = {"f32", "f64", "f16", NULL};
const char *const tool_full_precision_names[] = {"f32", "f64", NULL};

/* Reads "1024" or "2^10", and moves *text behind it. False if that does not fit. */
static bool take_number(const char **text, uint64_t *number)
{
    char *end;
    errno = 0;
    uint64_t base = strtoull(*text, &end, 10);
    bool fits = errno == 0;
    *number = base;
    if (*end == '^' && end[1] >= '0' && end[1] <= '9') {
        uint64_t exponent = strtoull(end + 1, &end, 10);
        *number = exponent == 0 ? 1 : base;
        for (uint64_t i = 1; i < exponent && base > 1 && fits; ++i) {
            fits = !__builtin_mul_overflow(*number, base, number);
        }
    }
    *text = end;
    return fits;
}

bool tool_parse_number(const char *option, const char *text, uint64_t least, uint64_t most,
                       uint64_t *number)
{
    const char *end = text;
    uint64_t value = 0;
    /* strtoull accepts signs and blanks, a size has neither. */
    bool plain = text[0] >= '0' && text[0] <= '9';
    bool fits = plain && take_number(&end, &value);
    if (!plain || *end != '\0') {
        (void)tool_refuse("%s %s: is not a whole number, such as 1024 or 2^10", option, text);
        return false;
    }
    if (!fits || value < least || value > most) {
        (void)tool_refuse("%s %s: must be %llu to %llu", option, text, (unsigned long long)least,
                          (unsigned long long)most);
        return false;
    }
    *number = value;
    return true;
}

const char *tool_split_pair(const char *text, char first[TOOL_FIRST_BYTES])
{
    const char *comma = strchr(text, ',');
    if (comma == NULL || comma - text >= TOOL_FIRST_BYTES) {
        return NULL;
    }
    memcpy(first, text, (size_t)(comma - text));
    first[comma - text] = '\0';
    return comma + 1;
}

bool tool_parse_real(const char *option, const char *text, double least, double most,
                     double *number)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) {
        (void)tool_refuse("%s %s: must be a number, %g to %g", option, text, least, most);
        return false;
    }
    *number = value;
    return true;
}

int tool_parse_name(const char *option, const char *text, const char *const *names)
{
    char list[256] = "";
    size_t count = 0;
    for (int i = 0; names[i] != NULL; ++i) {
        if (strcmp(names[i], text) == 0) {
            return i;
        }
        size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    for (; names[count] != NULL; ++count) {
    }
    const char *nearest = tool_nearest(text, names, count);
    (void)tool_refuse("%s %s: must be one of %s%s%s%s", option, text, list,
                      nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
                      nearest != NULL ? "?" : "");
    return -1;
}
