/* SPDX-License-Identifier: MIT */
#include "gpu/condition.h"

#include <ctype.h>
#include <string.h>

bool fftc_slice_is(fftc_slice slice, const char *word)
{
    return slice.bytes == strlen(word) && memcmp(slice.data, word, slice.bytes) == 0;
}

static bool starts_with(fftc_slice slice, const char *prefix)
{
    size_t bytes = strlen(prefix);
    return slice.bytes >= bytes && memcmp(slice.data, prefix, bytes) == 0;
}

static bool name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static fftc_slice trim(fftc_slice slice)
{
    while (slice.bytes > 0 && isspace((unsigned char)slice.data[0])) {
        ++slice.data;
        --slice.bytes;
    }
    while (slice.bytes > 0 && isspace((unsigned char)slice.data[slice.bytes - 1])) {
        --slice.bytes;
    }
    return slice;
}

fftc_slice fftc_slice_word(fftc_slice slice)
{
    size_t bytes = 0;
    slice = trim(slice);
    while (bytes < slice.bytes && name_character(slice.data[bytes])) {
        ++bytes;
    }
    return (fftc_slice){slice.data, bytes};
}

/* A decimal literal with an optional u. glslang refuses the u in #if, so such a literal is no
 * number there; but a macro with this value is still defined. */
static bool plain_number(fftc_slice slice, long *value)
{
    *value = 0;
    for (size_t i = 0; i < slice.bytes; ++i) {
        if (!isdigit((unsigned char)slice.data[i]) || i > 8) {
            return false;
        }
        *value = 10 * *value + (slice.data[i] - '0');
    }
    return slice.bytes > 0;
}

bool fftc_macros_define(fftc_macros *macros, fftc_slice definition, bool certain)
{
    fftc_slice name = fftc_slice_word(definition);
    const char *end = definition.data + definition.bytes;
    const char *after = name.data + name.bytes;
    if (after < end && *after == '(') {
        return true;
    }
    if (macros->count == FFTC_MACROS_MAX) {
        return false;
    }
    long value;
    bool numeric = plain_number(trim((fftc_slice){after, (size_t)(end - after)}), &value);
    macros->entry[macros->count].name = name;
    macros->entry[macros->count].certain = certain;
    macros->entry[macros->count].numeric = numeric && certain;
    macros->entry[macros->count].value = value;
    ++macros->count;
    return true;
}

static int find(const fftc_macros *macros, fftc_slice name)
{
    for (unsigned i = 0; i < macros->count; ++i) {
        fftc_slice known = macros->entry[i].name;
        if (known.bytes == name.bytes && memcmp(known.data, name.data, name.bytes) == 0) {
            return (int)i;
        }
    }
    return -1;
}

fftc_answer fftc_macros_defined(const fftc_macros *macros, fftc_slice name)
{
    int known = find(macros, name);
    if (known >= 0) {
        return macros->entry[known].certain ? FFTC_ANSWER_YES : FFTC_ANSWER_UNKNOWN;
    }
    if (fftc_slice_is(name, "GL_core_profile")) {
        return FFTC_ANSWER_YES;
    }
    return starts_with(name, "FFTC_") ? FFTC_ANSWER_NO : FFTC_ANSWER_UNKNOWN;
}

/* Recursive descent. If it meets anything that it does not understand, the whole is unknown. */
typedef struct parser {
    const fftc_macros *macros;
    const char *at;
    const char *end;
    bool unknown;
} parser;

static bool take(parser *p, const char *token)
{
    size_t bytes = strlen(token);
    while (p->at < p->end && isspace((unsigned char)*p->at)) {
        ++p->at;
    }
    if ((size_t)(p->end - p->at) >= bytes && memcmp(p->at, token, bytes) == 0) {
        p->at += bytes;
        return true;
    }
    return false;
}

static long either(parser *p, unsigned depth);

static fftc_slice take_word(parser *p)
{
    fftc_slice word = fftc_slice_word((fftc_slice){p->at, (size_t)(p->end - p->at)});
    if (word.bytes == 0) {
        p->unknown = true;
    } else {
        p->at = word.data + word.bytes;
    }
    return word;
}

static long defined_operator(parser *p)
{
    bool parenthesis = take(p, "(");
    fftc_answer answer = fftc_macros_defined(p->macros, take_word(p));
    p->unknown = p->unknown || answer == FFTC_ANSWER_UNKNOWN || (parenthesis && !take(p, ")"));
    return answer == FFTC_ANSWER_YES;
}

static long primary(parser *p, unsigned depth)
{
    long value = 0;
    if (take(p, "(")) {
        value = either(p, depth + 1);
        p->unknown = p->unknown || !take(p, ")");
        return value;
    }
    fftc_slice word = take_word(p);
    if (fftc_slice_is(word, "defined")) {
        return defined_operator(p);
    }
    if (!plain_number(word, &value)) {
        int known = find(p->macros, word);
        bool usable = known >= 0 && p->macros->entry[known].numeric;
        p->unknown = p->unknown || !usable;
        value = usable ? p->macros->entry[known].value : 0;
    }
    return value;
}

static long negation(parser *p, unsigned depth)
{
    if (depth > 16) {
        p->unknown = true;
        return 0;
    }
    const char *before = p->at;
    if (take(p, "!") && (p->at == p->end || *p->at != '=')) {
        return !negation(p, depth + 1);
    }
    p->at = before;
    return primary(p, depth);
}

static long equality(parser *p, unsigned depth)
{
    long value = negation(p, depth);
    for (;;) {
        if (take(p, "==")) {
            value = value == negation(p, depth);
        } else if (take(p, "!=")) {
            value = value != negation(p, depth);
        } else {
            return value;
        }
    }
}

static long both(parser *p, unsigned depth)
{
    long value = equality(p, depth);
    while (take(p, "&&")) {
        long other = equality(p, depth);
        value = value != 0 && other != 0;
    }
    return value;
}

static long either(parser *p, unsigned depth)
{
    long value = both(p, depth);
    while (take(p, "||")) {
        long other = both(p, depth);
        value = value != 0 || other != 0;
    }
    return value;
}

fftc_answer fftc_condition_evaluate(const fftc_macros *macros, fftc_slice expression)
{
    parser p = {macros, expression.data, expression.data + expression.bytes, false};
    long value = either(&p, 0);
    (void)take(&p, "");
    if (p.unknown || p.at != p.end) {
        return FFTC_ANSWER_UNKNOWN;
    }
    return value != 0 ? FFTC_ANSWER_YES : FFTC_ANSWER_NO;
}
