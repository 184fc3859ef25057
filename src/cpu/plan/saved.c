/* SPDX-License-Identifier: MIT */
#include "cpu/plan/saved.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "cpu/plan/plan.h"

/* --- what the transform is
 * --------------------------------------------------------------------- */

/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    for (int i = 0; i < 8; ++i) {
        hash = (hash ^ (number >> (8 * i) & 0xffu)) * 0x100000001b3u;
    }
    return hash;
}

static uint64_t hash_transform(const fftc_transform *t)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        hash = hash_number(hash, t->length[i]);
        hash = hash_number(hash, t->src_stride[i]);
        hash = hash_number(hash, t->dst_stride[i]);
        hash = hash_number(hash, (uint64_t)t->trigonometric[i]);
        hash = hash_number(hash, t->src_range[i].begin);
        hash = hash_number(hash, t->src_range[i].end);
        hash = hash_number(hash, t->dst_range[i].begin);
        hash = hash_number(hash, t->dst_range[i].end);
    }
    hash = hash_number(hash, t->batch == 0 ? 1 : t->batch);
    hash = hash_number(hash, t->src_distance);
    hash = hash_number(hash, t->dst_distance);
    hash = hash_number(hash, (uint64_t)t->precision);
    hash = hash_number(hash, (uint64_t)t->direction);
    hash = hash_number(hash, (uint64_t)t->placement);
    hash = hash_number(hash, (uint64_t)t->scaling);
    hash = hash_number(hash, (uint64_t)t->kind);
    return hash_number(hash, (uint64_t)t->format);
}

#define MAX_NAME 160

/* "f32:complex:forward:1080x1920*4 9d1c0f3a7b52e684" of a transform that was found valid. */
static void name_transform(const fftc_transform *t, char name[MAX_NAME])
{
    static const char *const precisions[] = {"f32", "f64", "f16"};
    static const char *const kinds[] = {"complex", "real", "trigonometric"};
    int used = snprintf(name, MAX_NAME, "%s:%s:%s:", precisions[t->precision], kinds[t->kind],
                        t->direction == FFTC_INVERSE ? "inverse" : "forward");
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        used += snprintf(name + used, MAX_NAME - (size_t)used, "%s%" PRIu64, i > 0 ? "x" : "",
                         t->length[i]);
    }
    if (t->batch > 1) {
        used += snprintf(name + used, MAX_NAME - (size_t)used, "*%" PRIu64, t->batch);
    }
    (void)snprintf(name + used, MAX_NAME - (size_t)used, " %016" PRIx64, hash_transform(t));
}

/* --- writing
 * ----------------------------------------------------------------------------------- */

/* Counts what does not fit. */
typedef struct writer {
    char *text;
    size_t capacity;
    size_t used;
} writer;

static void put(writer *w, const char *piece)
{
    size_t length = strlen(piece);
    if (w->capacity - w->used > length && w->used < w->capacity) {
        memcpy(w->text + w->used, piece, length + 1);
    }
    w->used += length;
}

static void write_plan(const fftc_plan *plan, writer *w)
{
    char name[MAX_NAME];
    name_transform(&plan->transform, name);
    put(w, "fftcore ");
    put(w, fftc_version());
    put(w, " ");
    put(w, plan->isa);
    put(w, " ");
    put(w, name);
    for (int i = 0; i < plan->choices.count; ++i) {
        const fftc_choice *choice = &plan->choices.choice[i];
        for (int k = 0; k < choice->count; ++k) {
            char number[16];
            (void)snprintf(number, sizeof number, "%c%" PRIu32, k == 0 ? ' ' : '.',
                           choice->word[k]);
            put(w, number);
        }
    }
}

fftc_status fftc_plan_save(const fftc_plan *plan, char *text, size_t capacity, size_t *bytes,
                           fftc_error *error)
{
    if (plan == NULL || bytes == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is NULL",
                         plan == NULL ? "plan" : "bytes");
    }
    for (int i = 0; i < plan->choices.count; ++i) {
        if (plan->choices.choice[i].cut) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "the plan decided more than a line can say: plan anew each time");
        }
    }
    writer counted = {NULL, 0, 0};
    write_plan(plan, &counted);
    *bytes = counted.used + 1;
    if (text == NULL) {
        return fftc_succeed(error);
    }
    if (capacity < *bytes) {
        return fftc_fail(error, FFTC_TOO_LARGE, "the text takes %zu bytes, capacity is %zu", *bytes,
                         capacity);
    }
    writer w = {text, capacity, 0};
    write_plan(plan, &w);
    return fftc_succeed(error);
}

/* --- reading
 * ----------------------------------------------------------------------------------- */

/* Does the text go on with exactly this word and a blank, or with the word and its end? */
static bool take_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || ((*text)[length] != ' ' && (*text)[length] != '\0')) {
        return false;
    }
    *text += length;
    if (**text == ' ') {
        ++*text;
    }
    return true;
}

/* Decimal, without sign or leading zeros, below 2^32. */
static bool take_number(const char **text, uint32_t *number)
{
    const char *p = *text;
    uint64_t value = 0;
    for (; *p >= '0' && *p <= '9' && value <= UINT32_MAX; ++p) {
        value = 10 * value + (uint64_t)(*p - '0');
    }
    bool good = p != *text && value <= UINT32_MAX && (**text != '0' || p == *text + 1);
    *number = (uint32_t)value;
    *text = p;
    return good;
}

static bool take_choice(const char **text, fftc_choice *choice)
{
    choice->count = 0;
    choice->cut = false;
    for (;;) {
        uint32_t word;
        if (!take_number(text, &word)) {
            return false;
        }
        fftc_choice_put(choice, word);
        if (choice->cut) {
            return false;
        }
        if (**text != '.') {
            return **text == '\0' || **text == ' ';
        }
        ++*text;
    }
}

static bool take_choices(const char *text, fftc_choices *choices)
{
    choices->given = 0;
    while (*text != '\0') {
        if (choices->given == FFTC_CHOICES ||
            !take_choice(&text, &choices->choice[choices->given])) {
            return false;
        }
        ++choices->given;
        if (*text == ' ' && *++text == '\0') {
            return false;
        }
    }
    return true;
}

fftc_status fftc_saved_read(const char *text, const fftc_transform *transform, const char *isa,
                            fftc_choices *choices, fftc_error *error)
{
    char name[MAX_NAME];
    if (!take_word(&text, "fftcore")) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "saved is not a line that fftc_plan_save wrote");
    }
    if (!take_word(&text, fftc_version())) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "saved by another version, this is %s: plan anew, and save that",
                         fftc_version());
    }
    if (!take_word(&text, isa)) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "saved for another instruction set, this is %s: plan anew, and save that",
                         isa);
    }
    name_transform(transform, name);
    size_t length = strlen(name);
    if (strncmp(text, name, length) != 0 || (text[length] != ' ' && text[length] != '\0')) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "saved for another transform, this is %.150s", name);
    }
    text += length;
    if (*text == ' ') {
        ++text;
        if (*text == '\0') {
            --text; /* a blank with nothing behind it */
        }
    }
    if (!take_choices(text, choices)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "saved is damaged after the transform's name: save the plan again");
    }
    return FFTC_SUCCESS;
}
