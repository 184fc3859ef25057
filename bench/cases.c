/* SPDX-License-Identifier: MIT
 *
 * What to measure, by names such as "2^10", "1080x1920", "16*4096" and "rconv:480+31". What stands
 * behind the lengths is layout.c's.
 */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct named_set {
    const char *name;
    const char *what;
    const char *list;
} named_set;

static const named_set sets[] = {
    {"small", "2 to 15", "2,3,4,5,6,7,8,9,10,11,12,13,14,15"},
    {"powers", "2^4 to 2^22",
     "2^4,2^5,2^6,2^7,2^8,2^9,2^10,2^11,2^12,2^13,2^14,2^15,2^16,2^17,2^18,2^19,2^20,2^21,2^22"},
    {"mixed", "lengths of small factors, up to 10^6",
     "60,243,360,1000,1080,1920,2187,2310,5005,10^5,10^6"},
    {"primes", "17 to 65537", "17,127,1009,10007,65537"},
    {"batches", "2^20 points in rows of 16 to 1024", "16*65536,64*16384,256*4096,1024*1024"},
    {"ranks", "two and three dimensions",
     "256x256,1024x1024,2048x1024,1920x1080,64x64x64,128x128x128,256x256x256"},
    {"real", "real to complex, in one dimension and two",
     "r2c:1024,r2c:65536,r2c:1080,r2c:1024x1024,r2c:1920x1080"},
    {"cosine", "the four cosine transforms",
     "dct2:1024,dct2:65536,dct2:1080,dct2:512x512,dct3:1024,dct4:1024,dct1:1025"},
    {"convolutions", "circular and linear, complex and real, in one dimension and two",
     "conv:1024,rconv:1024,conv:65536,rconv:65536,rconv:1048576,rconv:48000+4000,rconv:1048576+63,"
     "conv:512x512,rconv:1024x1024,rconv:1080x1920+31x31"},
    {"all", "all of these but small and convolutions",
     "powers,mixed,primes,batches,ranks,real,cosine"},
};
#define SET_COUNT (sizeof sets / sizeof *sets)

const char *bench_cases_help(void)
{
    static char text[4096];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < SET_COUNT && used < sizeof text; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "  %s  %s\n", sets[i].name,
                                 sets[i].what);
    }
    if (used < sizeof text) {
        (void)bench_drawn_help(text + used, sizeof text - used);
    }
    return text;
}

/* "1024" or "2^10"; *text moves behind it. */
static bool parse_number(const char **text, uint64_t *number)
{
    char *end;
    if (**text < '0' || **text > '9') {
        return false;
    }
    unsigned long long base = strtoull(*text, &end, 10);
    *number = base;
    if (*end == '^' && end[1] >= '0' && end[1] <= '9') {
        unsigned long long power = strtoull(end + 1, &end, 10);
        *number = 1;
        for (unsigned long long i = 0; i < power; ++i) {
            if (__builtin_mul_overflow(*number, base, number)) {
                return false;
            }
        }
    }
    *text = end;
    /* Whatever is larger has no place in memory; what is not, multiplies without overflow. */
    return *number >= 1 && *number <= (uint64_t)1 << 40;
}

typedef struct kind_name {
    const char *prefix;
    fftc_kind kind;
    fftc_direction direction;
    fftc_trigonometric trigonometric;
    bool convolution;
} kind_name;

static const kind_name kind_names[] = {
    {"", FFTC_COMPLEX, FFTC_FORWARD, FFTC_DCT_II, false},
    {"r2c:", FFTC_REAL, FFTC_FORWARD, FFTC_DCT_II, false},
    {"c2r:", FFTC_REAL, FFTC_INVERSE, FFTC_DCT_II, false},
    {"dct1:", FFTC_REAL_TO_REAL, FFTC_FORWARD, FFTC_DCT_I, false},
    {"dct2:", FFTC_REAL_TO_REAL, FFTC_FORWARD, FFTC_DCT_II, false},
    {"dct3:", FFTC_REAL_TO_REAL, FFTC_FORWARD, FFTC_DCT_III, false},
    {"dct4:", FFTC_REAL_TO_REAL, FFTC_FORWARD, FFTC_DCT_IV, false},
    {"dst1:", FFTC_REAL_TO_REAL, FFTC_FORWARD, FFTC_DST_I, false},
    {"dst2:", FFTC_REAL_TO_REAL, FFTC_FORWARD, FFTC_DST_II, false},
    {"dst3:", FFTC_REAL_TO_REAL, FFTC_FORWARD, FFTC_DST_III, false},
    {"dst4:", FFTC_REAL_TO_REAL, FFTC_FORWARD, FFTC_DST_IV, false},
    {"conv:", FFTC_COMPLEX, FFTC_FORWARD, FFTC_DCT_II, true},
    {"rconv:", FFTC_REAL, FFTC_FORWARD, FFTC_DCT_II, true},
};
#define KIND_COUNT (sizeof kind_names / sizeof *kind_names)

/* *text moves behind the prefix. */
static void parse_kind(const char **text, bench_case *c)
{
    const kind_name *found = &kind_names[0];
    for (size_t i = 1; i < KIND_COUNT; ++i) {
        if (strncmp(*text, kind_names[i].prefix, strlen(kind_names[i].prefix)) == 0) {
            found = &kind_names[i];
        }
    }
    *text += strlen(found->prefix);
    c->kind = found->kind;
    c->direction = found->direction;
    c->trigonometric = found->trigonometric;
    c->convolution = found->convolution;
}

static const char *prefix_of(const bench_case *c)
{
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        const kind_name *k = &kind_names[i];
        if (k->kind == c->kind && k->direction == c->direction &&
            k->trigonometric == c->trigonometric && k->convolution == c->convolution) {
            return k->prefix;
        }
    }
    return "";
}

/* "63x63": as many axes as there are, and no more taps than numbers. */
static bool parse_taps(const char **text, bench_case *c)
{
    for (int i = 0; i < c->rank; ++i) {
        if ((i > 0 && *(*text)++ != 'x') || !parse_number(text, &c->kernel_length[i]) ||
            c->kernel_length[i] > c->length[i]) {
            return false;
        }
    }
    return true;
}

static bool parse_case(const char *text, bench_case *c)
{
    uint64_t all = 1;
    memset(c, 0, sizeof *c);
    parse_kind(&text, c);
    c->batch = 1;
    do {
        if (c->rank == FFTC_MAX_RANK || !parse_number(&text, &c->length[c->rank]) ||
            __builtin_mul_overflow(all, c->length[c->rank], &all)) {
            return false;
        }
        ++c->rank;
    } while (*text == 'x' && *text++ == 'x');
    if (*text == '+' && c->convolution) {
        ++text;
        if (!parse_taps(&text, c)) {
            return false;
        }
    }
    if (*text == '*') {
        ++text;
        if (!parse_number(&text, &c->batch)) {
            return false;
        }
    }
    return !__builtin_mul_overflow(all, c->batch, &all) && all <= (uint64_t)1 << 40 &&
           bench_layout_parse(text, c);
}

/* Powers are written out, so that a case has one name. */
static void name_case(bench_case *c)
{
    size_t used = (size_t)snprintf(c->name, sizeof c->name, "%s", prefix_of(c));
    for (int i = 0; i < c->rank; ++i) {
        used += (size_t)snprintf(c->name + used, sizeof c->name - used, "%s%" PRIu64,
                                 i > 0 ? "x" : "", c->length[i]);
    }
    for (int i = 0; i < c->rank && c->kernel_length[0] != 0; ++i) {
        used += (size_t)snprintf(c->name + used, sizeof c->name - used, "%c%" PRIu64,
                                 i > 0 ? 'x' : '+', c->kernel_length[i]);
    }
    if (c->batch > 1) {
        (void)snprintf(c->name + used, sizeof c->name - used, "*%" PRIu64, c->batch);
    }
    bench_layout_name(c, c->name, sizeof c->name);
}

bool bench_cases_append(bench_cases *cases, const bench_case *c)
{
    bench_case *longer = realloc(cases->list, (cases->count + 1) * sizeof *longer);
    if (longer == NULL) {
        return false;
    }
    cases->list = longer;
    cases->list[cases->count] = *c;
    name_case(&cases->list[cases->count++]);
    return true;
}

int bench_cases_width(const bench_cases *cases, int least)
{
    int width = least;
    for (size_t i = 0; i < cases->count; ++i) {
        int one = (int)strlen(cases->list[i].name);
        width = one > width ? one : width;
    }
    return width;
}

static bool parse_word(const char *word, bench_cases *cases, char *why, size_t why_bytes)
{
    bench_case c;
    for (size_t i = 0; i < SET_COUNT; ++i) {
        if (strcmp(word, sets[i].name) == 0) {
            return bench_cases_parse(sets[i].list, cases, why, why_bytes);
        }
    }
    if (strncmp(word, BENCH_DRAWN, strlen(BENCH_DRAWN)) == 0) {
        return bench_drawn_parse(word, cases, why, why_bytes);
    }
    if (!parse_case(word, &c)) {
        (void)snprintf(
            why, why_bytes,
            "\"%.80s\" is no case: write 48, 2^10, 1080x1920 (up to 4 axes) or 16*65536 (a "
            "batch), at most 2^40 points in all; r2c:, c2r:, dct1: to dct4: or dst1: to dst4: "
            "before it; conv:4096 or rconv:1024x1024+63x63 (no more taps than points); "
            ":axes=01, :order=10, :step=2, :pad=3, :batched, :inplace or :split behind it",
            word);
        return false;
    }
    bench_case_complete(&c);
    const char *wrong = bench_case_wrong(&c);
    if (wrong != NULL) {
        (void)snprintf(why, why_bytes, "\"%.80s\": %s", word, wrong);
        return false;
    }
    if (!bench_cases_append(cases, &c)) {
        (void)snprintf(why, why_bytes, "out of memory");
        return false;
    }
    return true;
}

bool bench_cases_parse(const char *text, bench_cases *cases, char *why, size_t why_bytes)
{
    for (;;) {
        char word[160];
        size_t length = strcspn(text, ",");
        (void)snprintf(word, sizeof word, "%.*s",
                       (int)(length < sizeof word - 1 ? length : sizeof word - 1), text);
        if (!parse_word(word, cases, why, why_bytes)) {
            return false;
        }
        if (text[length] == '\0') {
            return true;
        }
        text += length + 1;
    }
}
