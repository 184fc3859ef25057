/* SPDX-License-Identifier: MIT
 *
 * Values of the options of `fftcore check`.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check_numbers.h"
#include "check_shader.h"

/* A number that `text` begins with; *text moves behind it. */
static bool take_small(const char **text, uint32_t *number)
{
    char *end;
    errno = 0;
    unsigned long value = **text >= '0' && **text <= '9' ? strtoul(*text, &end, 10) : 0;
    if (**text < '0' || **text > '9' || errno != 0 || value >= UINT32_MAX) {
        return false;
    }
    *number = (uint32_t)value;
    *text = end;
    return true;
}

static bool take_character(const char **text, char c)
{
    bool there = **text == c;
    *text += there;
    return there;
}

/* "0.1", "0.1[2]" or "address.1". */
static bool parse_place(const char **text, check_place *place)
{
    if (strncmp(*text, "address.", 8) == 0) {
        *text += 8;
        place->set = place->binding = FFTC_SPIRV_BY_ADDRESS;
        return take_small(text, &place->element);
    }
    if (!take_small(text, &place->set) || !take_character(text, '.') ||
        !take_small(text, &place->binding)) {
        return false;
    }
    return !take_character(text, '[') ||
           (take_small(text, &place->element) && take_character(text, ']'));
}

bool check_take_place(const tool_option *option, char *text, void *field)
{
    check_places *places = field;
    check_place place = {.set = 0};
    const char *at = text;
    if (!parse_place(&at, &place) || *at != '=' || at[1] == '\0') {
        (void)tool_refuse("--%s %s: write %s, such as 0.1=%s", option->name, text, option->value,
                          strcmp(option->name, "buffer") == 0    ? "zeros:1024"
                          : strcmp(option->name, "image") == 0   ? "64x64"
                          : strcmp(option->name, "sampler") == 0 ? "linear,clamp-to-edge"
                                                                 : "result.npy");
        return false;
    }
    place.what = at + 1;
    for (uint32_t i = 0; i < places->count; ++i) { /* a later one takes the place of an earlier */
        const check_place *other = &places->place[i];
        if (other->set == place.set && other->binding == place.binding &&
            other->element == place.element) {
            places->place[i] = place;
            return true;
        }
    }
    if (places->count == CHECK_MOST) {
        (void)tool_refuse("--%s: at most %d of them are possible", option->name, CHECK_MOST);
        return false;
    }
    places->place[places->count++] = place;
    return true;
}

bool check_take_constant(const tool_option *option, char *text, void *field)
{
    check_constants *constants = field;
    fftc_spirv_constant constant = {.id = 0};
    const char *at = text;
    uint32_t bytes;
    if (!take_small(&at, &constant.id) || *at != '=' || at[1] == '\0') {
        (void)tool_refuse("--%s %s: write ID=VALUE, such as 0=64", option->name, text);
        return false;
    }
    if (!check_parse_number("--spec", at + 1, &constant.value, &bytes)) {
        return false;
    }
    for (uint32_t i = 0; i < constants->count; ++i) {
        if (constants->constant[i].id == constant.id) {
            constants->constant[i] = constant;
            return true;
        }
    }
    if (constants->count == CHECK_MOST) {
        (void)tool_refuse("--%s: at most %d of them are possible", option->name, CHECK_MOST);
        return false;
    }
    constants->constant[constants->count++] = constant;
    return true;
}

bool check_take_tolerance(const tool_option *option, char *text, void *field)
{
    double *tolerance = field;
    double read[2] = {0.0, 0.0};
    const char *at = text;
    char *end;
    bool good;
    int count = 0;
    for (;;) {
        read[count] = strtod(at, &end);
        good = end != at && read[count] >= 0.0 && !isinf(read[count]);
        if (!good || *end != ',' || ++count == 2) {
            break;
        }
        at = end + 1;
    }
    if (!good || *end != '\0') {
        return tool_refuse("--%s: write how far a float may be from what is expected, and how far "
                           "relative to that: 1e-6 or 1e-6,1e-5",
                           option->name) == TOOL_GOOD;
    }
    tolerance[0] = read[0];
    tolerance[1] = read[1];
    return true;
}

bool check_take_groups(const tool_option *option, char *text, void *field)
{
    uint32_t *groups = field;
    const char *at = text;
    uint32_t count = 0;
    bool good = true;
    groups[0] = groups[1] = groups[2] = 1;
    do {
        good = count < 3 && take_small(&at, &groups[count]) && groups[count] > 0;
        ++count;
    } while (good && take_character(&at, ','));
    if (!good || *at != '\0') {
        (void)tool_refuse(
            "--%s %s: write how many workgroups there are, at most 2^31 in all: 8, or "
            "8,4 or 8,4,2",
            option->name, text);
        return false;
    }
    return true;
}

bool check_take_text(const tool_option *option, char *text, void *field)
{
    check_texts *texts = field;
    if (texts->count == CHECK_MOST) {
        (void)tool_refuse("--%s: at most %d of them are possible", option->name, CHECK_MOST);
        return false;
    }
    texts->text[texts->count++] = text;
    return true;
}
