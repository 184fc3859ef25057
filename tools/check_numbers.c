/* SPDX-License-Identifier: MIT
 *
 * Numbers with their types, as shaders get them: 16, -3, 0.5, u64:7.
 */
#include "check_numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct number_type {
    const char *prefix;
    char kind; /* 'u', 'i', 'f' */
    uint32_t bytes;
} number_type;

static const number_type types[] = {
    {"u8:", 'u', 1},  {"u16:", 'u', 2}, {"u32:", 'u', 4}, {"u64:", 'u', 8}, {"i8:", 'i', 1},
    {"i16:", 'i', 2}, {"i32:", 'i', 4}, {"i64:", 'i', 8}, {"f32:", 'f', 4}, {"f64:", 'f', 8}};

/* By the prefix, or by how the number is written. */
static number_type type_of(const char **text)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        size_t bytes = strlen(types[i].prefix);
        if (strncmp(*text, types[i].prefix, bytes) == 0) {
            *text += bytes;
            return types[i];
        }
    }
    bool hexadecimal = strncmp(*text, "0x", 2) == 0;
    bool real = !hexadecimal && strpbrk(*text, ".eEnN") != NULL;
    return real                ? (number_type){"", 'f', 4}
           : (*text)[0] == '-' ? (number_type){"", 'i', 4}
                               : (number_type){"", 'u', 4};
}

static bool parse_whole(const char *text, const number_type *type, uint64_t *bits)
{
    bool negative = text[0] == '-';
    const char *digits = text + negative;
    unsigned width = 8 * type->bytes;
    uint64_t most =
        type->kind == 'u' ? UINT64_MAX >> (64 - width) : (UINT64_MAX >> (65 - width)) + negative;
    char *end;
    errno = 0;
    uint64_t value = strtoull(digits, &end, strncmp(digits, "0x", 2) == 0 ? 16 : 10);
    if (digits[0] < '0' || digits[0] > '9' || *end != '\0' || errno != 0 || value > most ||
        (negative && type->kind == 'u')) {
        return false;
    }
    *bits = (negative ? 0 - value : value) & UINT64_MAX >> (64 - width);
    return true;
}

static bool parse_float(const char *text, uint32_t bytes, uint64_t *bits)
{
    char *end;
    double value = strtod(text, &end);
    float single = (float)value;
    uint32_t word = 0;
    *bits = 0;
    if (end == text || *end != '\0') {
        return false;
    }
    if (bytes == 4) {
        memcpy(&word, &single, sizeof word);
        *bits = word;
    } else {
        memcpy(bits, &value, sizeof *bits);
    }
    return true;
}

bool check_parse_number(const char *option, const char *text, uint64_t *bits, uint32_t *bytes)
{
    const char *rest = text;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        *bits = text[0] == 't';
        *bytes = 4;
        return true;
    }
    number_type type = type_of(&rest);
    *bytes = type.bytes;
    if (type.kind == 'f' ? parse_float(rest, type.bytes, bits) : parse_whole(rest, &type, bits)) {
        return true;
    }
    (void)tool_refuse("%s %s: is no number, such as 16, -3, 0.5, true or u64:7, that fits its type",
                      option, text);
    return false;
}
