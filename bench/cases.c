/* SPDX-License-Identifier: MIT */
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
    {"all", "all of these but small", "powers,mixed,primes,batches,ranks"},
};
#define SET_COUNT (sizeof sets / sizeof *sets)

const char *bench_cases_help(void)
{
    static char text[1024];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < SET_COUNT && used < sizeof text; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "  %-8s %s\n", sets[i].name,
                                 sets[i].what);
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

static bool parse_case(const char *text, bench_case *c)
{
    memset(c, 0, sizeof *c);
    c->batch = 1;
    c->points = 1;
    do {
        if (c->rank == FFTC_MAX_RANK || !parse_number(&text, &c->length[c->rank]) ||
            __builtin_mul_overflow(c->points, c->length[c->rank], &c->points)) {
            return false;
        }
        ++c->rank;
    } while (*text == 'x' && *text++ == 'x');
    if (*text == '*') {
        ++text;
        if (!parse_number(&text, &c->batch)) {
            return false;
        }
    }
    uint64_t all;
    return *text == '\0' && !__builtin_mul_overflow(c->points, c->batch, &all) &&
           all <= (uint64_t)1 << 40;
}

/* Powers are written out, so that a case has one name. */
static void name_case(bench_case *c)
{
    size_t used = 0;
    for (int i = 0; i < c->rank; ++i) {
        used += (size_t)snprintf(c->name + used, sizeof c->name - used, "%s%" PRIu64,
                                 i > 0 ? "x" : "", c->length[i]);
    }
    if (c->batch > 1) {
        (void)snprintf(c->name + used, sizeof c->name - used, "*%" PRIu64, c->batch);
    }
}

static bool append(bench_cases *cases, const bench_case *c)
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

static bool parse_word(const char *word, bench_cases *cases, char *why, size_t why_bytes)
{
    bench_case c;
    for (size_t i = 0; i < SET_COUNT; ++i) {
        if (strcmp(word, sets[i].name) == 0) {
            return bench_cases_parse(sets[i].list, cases, why, why_bytes);
        }
    }
    if (!parse_case(word, &c)) {
        (void)snprintf(why, why_bytes,
                       "\"%s\" is no case: write a length (48), an array (1080x1920), a batch "
                       "(16*65536 for 65536 transforms of 16 points), or the name of a set",
                       word);
        return false;
    }
    if (!append(cases, &c)) {
        (void)snprintf(why, why_bytes, "out of memory");
        return false;
    }
    return true;
}

bool bench_cases_parse(const char *text, bench_cases *cases, char *why, size_t why_bytes)
{
    for (;;) {
        char word[80];
        size_t length = strcspn(text, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)(length < 79 ? length : 79), text);
        if (!parse_word(word, cases, why, why_bytes)) {
            return false;
        }
        if (text[length] == '\0') {
            return true;
        }
        text += length + 1;
    }
}
