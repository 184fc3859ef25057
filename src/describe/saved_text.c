/* SPDX-License-Identifier: MIT */
#include "describe/saved_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "describe/convolution_request.h"
#include "describe/real_layout.h"
#include "support/check.h"
#include "support/error.h"
#include "support/hash.h"

/* What came after the first version counts only where it is not 0, so that saved lines keep their
 * hashes. */
static uint64_t hash_later(uint64_t hash, const fftc_transform *t)
{
    if (t->factor != 0.0) {
        uint64_t bits;
        memcpy(&bits, &t->factor, sizeof bits);
        hash = fftc_hash_number(fftc_hash_text(hash, "factor"), bits);
    }
    for (int i = 0; i < FFTC_MAX_LOOPS && t->loops[i].length != 0; ++i) {
        hash = fftc_hash_number(fftc_hash_text(hash, "loop"), t->loops[i].length);
        hash = fftc_hash_number(hash, (uint64_t)t->loops[i].src_stride);
        hash = fftc_hash_number(hash, (uint64_t)t->loops[i].dst_stride);
    }
    return t->conjugate != 0 ? fftc_hash_text(hash, "conjugate") : hash;
}

/* Of a transform in its normal form. */
uint64_t fftc_transform_hash(const fftc_transform *t)
{
    uint64_t hash = FFTC_HASH_START;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        hash = fftc_hash_number(hash, t->length[i]);
        hash = fftc_hash_number(hash, t->src_stride[i]);
        hash = fftc_hash_number(hash, t->dst_stride[i]);
        hash = fftc_hash_number(hash, (uint64_t)t->trigonometric[i]);
        hash = fftc_hash_number(hash, t->src_range[i].begin);
        hash = fftc_hash_number(hash, t->src_range[i].end);
        hash = fftc_hash_number(hash, t->dst_range[i].begin);
        hash = fftc_hash_number(hash, t->dst_range[i].end);
        hash = fftc_hash_number(hash, (uint64_t)t->loop[i]);
    }
    hash = fftc_hash_number(hash, t->batch);
    hash = fftc_hash_number(hash, t->src_distance);
    hash = fftc_hash_number(hash, t->dst_distance);
    hash = fftc_hash_number(hash, (uint64_t)t->precision);
    hash = fftc_hash_number(hash, (uint64_t)t->direction);
    hash = fftc_hash_number(hash, (uint64_t)t->placement);
    hash = fftc_hash_number(hash, (uint64_t)t->scaling);
    hash = fftc_hash_number(hash, (uint64_t)t->kind);
    return hash_later(fftc_hash_number(hash, (uint64_t)t->format), t);
}

static void name_normal(const fftc_transform *t, char name[FFTC_TRANSFORM_NAME_BYTES])
{
    static const char *const kinds[] = {"complex", "real", "trigonometric", "real-source"};
    int used =
        snprintf(name, FFTC_TRANSFORM_NAME_BYTES, "%s:%s:%s:", fftc_precision_name(t->precision),
                 kinds[t->kind], t->direction == FFTC_INVERSE ? "inverse" : "forward");
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        used += snprintf(name + used, FFTC_TRANSFORM_NAME_BYTES - (size_t)used, "%s%" PRIu64,
                         i > 0 ? "x" : "", t->length[i]);
    }
    if (t->batch > 1) {
        used +=
            snprintf(name + used, FFTC_TRANSFORM_NAME_BYTES - (size_t)used, "*%" PRIu64, t->batch);
    }
    for (int i = 0; i < FFTC_MAX_LOOPS && t->loops[i].length != 0; ++i) {
        used += snprintf(name + used, FFTC_TRANSFORM_NAME_BYTES - (size_t)used, "*%" PRIu64,
                         t->loops[i].length);
    }
    (void)snprintf(name + used, FFTC_TRANSFORM_NAME_BYTES - (size_t)used, " %016" PRIx64,
                   fftc_transform_hash(t));
}

void fftc_transform_name(const fftc_transform *t, char name[FFTC_TRANSFORM_NAME_BYTES])
{
    fftc_transform normal;
    fftc_transform_make_normal(t, &normal);
    fftc_transform_shorten(&normal);
    name_normal(&normal, name);
}

void fftc_convolution_name(const fftc_convolution_description *description,
                           char name[FFTC_CONVOLUTION_NAME_BYTES])
{
    fftc_convolution_description d;
    fftc_convolution_normalise(description, &d);
    const bool whole = memcmp(d.kernel_length, d.signal.length, sizeof d.kernel_length) == 0;
    uint64_t hash = fftc_hash_number(FFTC_HASH_START, (uint64_t)d.product);
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        hash = fftc_hash_number(hash, whole ? 0 : d.kernel_length[i]);
        hash = fftc_hash_number(hash, d.kernel_stride[i]);
        hash = fftc_hash_number(hash, d.kernel_origin[i]);
    }
    if (d.direct_sums != 0) {
        hash = fftc_hash_text(hash, "direct sums");
    }
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (d.padding[i] != FFTC_PAD_ZERO) {
            hash = fftc_hash_number(fftc_hash_text(hash, "padding"), (uint64_t)i);
            hash = fftc_hash_number(hash, (uint64_t)d.padding[i]);
        }
    }
    const fftc_kind kind = d.signal.kind;
    d.signal.kind = FFTC_COMPLEX; /* both sides of a complex transform have the same lengths */
    fftc_transform_shorten(&d.signal);
    d.signal.kind = kind;
    memcpy(name, FFTC_CONVOLUTION_WORD " ", sizeof FFTC_CONVOLUTION_WORD);
    name_normal(&d.signal, name + sizeof FFTC_CONVOLUTION_WORD);
    size_t used = strlen(name);
    (void)snprintf(name + used, FFTC_CONVOLUTION_NAME_BYTES - used, " %016" PRIx64, hash);
}

void fftc_text_put(fftc_text_writer *w, const char *piece)
{
    size_t length = strlen(piece);
    if (w->capacity - w->used > length && w->used < w->capacity) {
        memcpy(w->text + w->used, piece, length + 1);
    }
    w->used += length;
}

fftc_status fftc_text_save(void (*write)(const void *plan, fftc_text_writer *w), const void *plan,
                           char *text, size_t capacity, size_t *bytes, fftc_error *error)
{
    if (plan == NULL || bytes == NULL) {
        return plan == NULL ? fftc_fail_null(error, "plan") : fftc_fail_no_place(error, "bytes");
    }
    fftc_text_writer counted = {NULL, 0, 0};
    write(plan, &counted);
    *bytes = counted.used + 1;
    if (text == NULL) {
        return fftc_succeed(error);
    }
    if (capacity < *bytes) {
        return fftc_fail(error, FFTC_TOO_LARGE, "the text takes %zu bytes, capacity is %zu", *bytes,
                         capacity);
    }
    fftc_text_writer w = {text, capacity, 0};
    write(plan, &w);
    return fftc_succeed(error);
}

fftc_status fftc_effort_check(fftc_effort effort, const char *saved, fftc_error *error)
{
    if (effort != FFTC_ESTIMATE && effort != FFTC_MEASURE && effort != FFTC_SAVED) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "effort %d: pass FFTC_ESTIMATE, FFTC_MEASURE or FFTC_SAVED", (int)effort);
    }
    if (effort == FFTC_SAVED && saved == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "effort is FFTC_SAVED and saved NULL: pass what was saved, or another "
                         "effort");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_seconds_check(double seconds, fftc_error *error)
{
    return seconds >= 0.0 && seconds <= 86400.0
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "seconds is %g: pass 0 to 86400, the time that measuring may take",
                           seconds);
}

/* How far a line matches what is looked for; if none does, the best match determines the
 * message. */
typedef enum likeness {
    LIKE_NOTHING, /* none of a plan; or there was no line but comments */
    LIKE_OTHER_DEVICE,
    LIKE_OTHER_VERSION,
    LIKE_OTHER_ISA,
    LIKE_OTHER_BITS, /* reproducible, or not, as the plan is not */
    LIKE_OTHER_NAME,
    LIKE_IT
} likeness;

/* Moves behind `words` if the text goes on with them, followed by a blank or the line's end. */
static bool take_words(const char **text, const char *words)
{
    size_t length = strlen(words);
    if (strncmp(*text, words, length) != 0 ||
        ((*text)[length] != ' ' && !fftc_text_at_end(*text + length))) {
        return false;
    }
    *text += length;
    return true;
}

static bool take_word(const char **text, const char *word)
{
    if (!take_words(text, word)) {
        return false;
    }
    *text += **text == ' ' ? 1 : 0;
    return true;
}

/* Compares a line for another instruction set, from that word on. */
static likeness compare_other(const char *text, const char *isa, const char *name)
{
    bool bits = take_word(&text, FFTC_SAVED_ANY_ISA) || strcmp(isa, FFTC_SAVED_ANY_ISA) == 0;
    if (strcmp(isa, FFTC_SAVED_ANY_ISA) == 0) {
        text += strcspn(text, " \r\n");
        text += *text == ' ' ? 1 : 0;
    }
    return bits && take_words(&text, name) ? LIKE_OTHER_BITS : LIKE_OTHER_ISA;
}

static likeness compare_line(const char **text, const char *isa, const char *name)
{
    return take_word(text, FFTC_SAVED_DEVICE_WORD) ? LIKE_OTHER_DEVICE
           : !take_word(text, FFTC_SAVED_WORD)     ? LIKE_NOTHING
           : !take_word(text, fftc_version())      ? LIKE_OTHER_VERSION
           : !take_word(text, isa)                 ? compare_other(*text, isa, name)
           : !take_words(text, name)               ? LIKE_OTHER_NAME
                                                   : LIKE_IT;
}

/* Why no line would do, of which the best was that like. */
static fftc_status refuse(likeness best, const char *isa, const char *name, fftc_error *error)
{
    switch (best) {
    case LIKE_NOTHING:
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "saved is empty or has nothing but comments: pass what was saved, or another effort");
    case LIKE_OTHER_DEVICE:
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "saved for devices, not for the CPU: plan anew, and save that");
    case LIKE_OTHER_VERSION:
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "saved by another version, this is %s: plan anew, and save that",
                         fftc_version());
    case LIKE_OTHER_ISA:
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "saved for another instruction set, this is %s: plan anew, and save that",
                         isa);
    case LIKE_OTHER_BITS:
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "saved %s options.reproducible: plan as then, or anew, and save that",
                         strcmp(isa, FFTC_SAVED_ANY_ISA) == 0 ? "without" : "with");
    default:
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "saved for another transform, this is %.200s: plan anew, and save that",
                         name);
    }
}

static const char *const effort_words[] = {[FFTC_SAVED_UNSAID] = "",
                                           [FFTC_SAVED_ESTIMATED] = " estimated",
                                           [FFTC_SAVED_MEASURED] = " measured"};

void fftc_saved_put_head(fftc_text_writer *w, const char *isa, const char *name,
                         fftc_saved_effort effort)
{
    const char *const words[] = {FFTC_SAVED_WORD,     " ", fftc_version(), " ", isa, " ", name,
                                 effort_words[effort]};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        fftc_text_put(w, words[i]);
    }
}

static fftc_saved_effort take_effort(const char **text)
{
    return take_words(text, effort_words[FFTC_SAVED_ESTIMATED])  ? FFTC_SAVED_ESTIMATED
           : take_words(text, effort_words[FFTC_SAVED_MEASURED]) ? FFTC_SAVED_MEASURED
                                                                 : FFTC_SAVED_UNSAID;
}

fftc_status fftc_saved_line(const char *saved, const char *isa, const char *name,
                            fftc_effort effort, const char **rest, fftc_saved_effort *made_by,
                            fftc_error *error)
{
    likeness best = LIKE_NOTHING;
    unsigned number = 1;
    for (const char *line = saved; *line != '\0'; line = fftc_text_next_line(line), ++number) {
        *rest = line;
        if (fftc_text_is_silent(line)) {
            continue;
        }
        likeness like = compare_line(rest, isa, name);
        if (like == LIKE_IT) {
            *made_by = take_effort(rest);
            if (*made_by != FFTC_SAVED_ESTIMATED || effort != FFTC_MEASURE) {
                return FFTC_SUCCESS;
            }
        }
        if (like == LIKE_NOTHING) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "line %u of saved is no saved plan: pass lines as they were saved",
                             number);
        }
        best = like > best ? like : best;
    }
    *rest = NULL;
    return effort == FFTC_SAVED ? refuse(best, isa, name, error) : FFTC_SUCCESS;
}

bool fftc_text_take_number(const char **text, uint32_t *number)
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
