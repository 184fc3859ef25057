/* SPDX-License-Identifier: MIT
 *
 * Cases drawn at random: "random:CLASS:SEED:COUNT".
 *
 * The numbers are those of splitmix64 (Steele, Lea and Flood 2014), which begins with the seed, and
 * all arithmetic is of integers: a seed gives the same cases on every machine, and fewer of them
 * are the first of more.
 */
#include "bench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CASES 10000
#define MOST_NUMBERS ((uint64_t)1 << 20) /* of an array, gaps not counted; else it is redrawn */
#define MOST_STEP 4
#define MOST_PAD 16

typedef struct bounds {
    uint64_t least, most;
} bounds;

typedef struct base {
    const char *name;
    const char *what;
    int least_rank, most_rank; /* the first axes of a lower rank are left out */
    bounds length[FFTC_MAX_RANK];
    bounds batch;
} base;

enum { ROWS, COLUMNS, AXES, INTERLEAVED, BATCHES, PLANES, CUBES, BASES };

static const base bases[BASES] = {
    [ROWS] = {"rows", "of 2 to 65536 points", 1, 1, {{2, 65536}}, {1, 1}},
    [COLUMNS] = {"columns",
                 "1 to 256 side by side, of 2 to 128 points",
                 2,
                 2,
                 {{2, 128}, {1, 256}},
                 {1, 1}},
    [AXES] = {"axes",
              "some of 2 to 4 axes of 2 to 64 points, half of them described in any order",
              2,
              4,
              {{2, 64}, {2, 64}, {2, 64}, {2, 64}},
              {1, 1}},
    [INTERLEAVED] = {"interleaved",
                     "lines or planes of 4 to 1024 points an axis, of 2 to 8 channels, which are a "
                     "batch or a loop",
                     2,
                     3,
                     {{4, 1024}, {4, 1024}, {2, 8}},
                     {1, 1}},
    [BATCHES] = {"batches", "of 2 to 4096 rows of 2 to 1024 points", 1, 1, {{2, 1024}}, {2, 4096}},
    [PLANES] = {"planes", "of 2 to 512 points an axis", 2, 2, {{2, 512}, {2, 512}}, {1, 1}},
    [CUBES] = {"cubes", "of 2 to 64 points an axis", 3, 3, {{2, 64}, {2, 64}, {2, 64}}, {1, 1}},
};

/* What a class is, beside its base. */
typedef enum trait { LONG, SMOOTH, REAL, COSINE, INPLACE, SPLIT, STRIDED, TRAITS } trait;

static const char *const trait_names[TRAITS] = {"long",    "smooth", "real",   "cosine",
                                                "inplace", "split",  "strided"};

static const bounds long_rows = {4097, 16384};

typedef struct drawn_class {
    int base; /* -1: none yet */
    bool has[TRAITS];
} drawn_class;

/* --- numbers ---------------------------------------------------------------------------------- */

static uint64_t next(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Less than `count`, which is at most 2^32. */
static uint64_t below(uint64_t *state, uint64_t count)
{
    return (next(state) >> 32) * count >> 32;
}

static int bits_of(uint64_t n)
{
    return 64 - __builtin_clzll(n);
}

/* Each number of binary digits is as probable as any other, then each number that has so many;
 * what is out of bounds is drawn again. */
static uint64_t between(uint64_t *state, bounds b)
{
    uint64_t n;
    do {
        int least = bits_of(b.least);
        int digits = least + (int)below(state, (uint64_t)(bits_of(b.most) - least + 1));
        uint64_t first = (uint64_t)1 << (digits - 1);
        n = first + below(state, first);
    } while (n < b.least || n > b.most);
    return n;
}

static bool is_smooth(uint64_t n)
{
    for (uint64_t p = 2; p <= 7; p += p == 2 ? 1 : 2) {
        while (n % p == 0) {
            n /= p;
        }
    }
    return n == 1;
}

/* The largest number up to one between them that has no prime factor above 7. */
static uint64_t smooth_between(uint64_t *state, bounds b)
{
    uint64_t n;
    do {
        for (n = between(state, b); !is_smooth(n);) {
            --n;
        }
    } while (n < b.least);
    return n;
}

/* --- cases ------------------------------------------------------------------------------------ */

static void draw_kind(const drawn_class *class, uint64_t *state, bench_case *c)
{
    c->kind = class->has[REAL] ? FFTC_REAL : class->has[COSINE] ? FFTC_REAL_TO_REAL : FFTC_COMPLEX;
    if (class->has[REAL] && below(state, 2) == 1) {
        c->direction = FFTC_INVERSE;
    }
    if (class->has[COSINE]) {
        c->trigonometric = (fftc_trigonometric)below(state, FFTC_DST_IV + 1);
    }
}

static void draw_axes(const drawn_class *class, uint64_t *state, bench_case *c)
{
    const base *b = &bases[class->base];
    c->rank = b->least_rank + (int)below(state, (uint64_t)(b->most_rank - b->least_rank + 1));
    unsigned all = (1u << c->rank) - 1;
    c->loops = class->base == COLUMNS || class->base == INTERLEAVED ? 1u << (c->rank - 1) : 0;
    if (class->base == AXES) { /* neither none nor all of them */
        c->loops = 1 + (unsigned)below(state, all - 1);
    }
    for (int i = 0; i < c->rank; ++i) {
        bounds some = class->has[LONG] ? long_rows : b->length[b->most_rank - c->rank + i];
        bool smooth = class->has[SMOOTH] && !bench_case_loops(c, i);
        c->length[i] = smooth ? smooth_between(state, some) : between(state, some);
    }
    c->batch = between(state, b->batch);
}

/* Fisher and Yates. */
static void draw_order(uint64_t *state, bench_case *c)
{
    c->ordered = true;
    for (int i = 0; i < c->rank; ++i) {
        int j = (int)below(state, (uint64_t)i + 1);
        c->order[i] = c->order[j];
        c->order[j] = i;
    }
}

static void draw_layout(const drawn_class *class, uint64_t *state, bench_case *c)
{
    c->placement = class->has[INPLACE] ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    c->format = class->has[SPLIT] ? FFTC_SPLIT : FFTC_INTERLEAVED;
    c->batched = class->base == INTERLEAVED && below(state, 2) == 1;
    if (class->base == AXES && below(state, 2) == 1) {
        draw_order(state, c);
    }
    if (class->has[STRIDED]) {
        bool packed = class->has[REAL] && class->has[INPLACE];
        c->step = packed ? 1 : 1 + below(state, MOST_STEP);
        c->pad = c->step == 1 ? 1 + below(state, MOST_PAD) : below(state, MOST_PAD + 1);
    }
}

static void draw(const drawn_class *class, uint64_t *state, bench_case *c)
{
    do {
        memset(c, 0, sizeof *c);
        draw_kind(class, state, c);
        draw_axes(class, state, c);
        draw_layout(class, state, c);
        bench_case_complete(c);
    } while (c->points * c->transforms > MOST_NUMBERS || bench_case_wrong(c) != NULL);
}

/* --- classes ---------------------------------------------------------------------------------- */

/* A word of a class, as "real" in "real-columns". */
static bool take_word(const char *word, size_t length, drawn_class *class)
{
    for (int i = 0; i < BASES; ++i) {
        if (strlen(bases[i].name) == length && strncmp(word, bases[i].name, length) == 0) {
            bool first = class->base < 0;
            class->base = i;
            return first;
        }
    }
    for (int i = 0; i < TRAITS; ++i) {
        if (strlen(trait_names[i]) == length && strncmp(word, trait_names[i], length) == 0) {
            bool first = !class->has[i];
            class->has[i] = true;
            return first;
        }
    }
    return false;
}

/* There are cases of it (bench_case_wrong). */
static bool exists(const drawn_class *class)
{
    const bool *has = class->has;
    bool last_loops = class->base == COLUMNS || class->base == INTERLEAVED || class->base == AXES;
    return !(has[LONG] && class->base != ROWS) && !(has[REAL] && has[COSINE]) &&
           !(has[COSINE] && has[SPLIT]) &&
           !(has[REAL] && has[INPLACE] && (has[SPLIT] || last_loops));
}

static bool parse_class(const char *text, size_t length, drawn_class *class)
{
    *class = (drawn_class){.base = -1};
    for (size_t at = 0; at <= length;) {
        size_t word = strcspn(text + at, "-:");
        if (!take_word(text + at, word, class)) {
            return false;
        }
        at += word + 1;
    }
    return class->base >= 0 && exists(class);
}

static bool parse_number(const char *text, char end, uint64_t *number)
{
    char *behind = NULL;
    bool digits = text != NULL && *text >= '0' && *text <= '9'; /* strtoull takes signs, too */
    errno = 0;
    *number = digits ? strtoull(text, &behind, 10) : 0;
    return digits && errno == 0 && *behind == end;
}

bool bench_drawn_parse(const char *text, bench_cases *cases, char *why, size_t why_bytes)
{
    uint64_t seed;
    uint64_t count;
    drawn_class class;
    const char *name = text + strlen(BENCH_DRAWN);
    size_t length = strcspn(name, ":");
    const char *numbers = name[length] == ':' ? name + length + 1 : NULL;
    const char *last = numbers != NULL ? strchr(numbers, ':') : NULL;
    if (!parse_class(name, length, &class)) {
        (void)snprintf(why, why_bytes,
                       "\"%.60s\": %.*s is no class: write rows, columns, axes, interleaved, "
                       "batches, planes or cubes, with smooth, real or cosine, inplace, split, "
                       "strided, long: real-columns-strided; long is of rows, cosines are not "
                       "split, and in place real ones have no columns, axes, interleaved or split",
                       text, (int)(length < 40 ? length : 40), name);
        return false;
    }
    if (!parse_number(numbers, ':', &seed) || !parse_number(last + 1, '\0', &count) || count < 1 ||
        count > MOST_CASES) {
        (void)snprintf(why, why_bytes,
                       "\"%.60s\": write random:CLASS:SEED:COUNT, a SEED below 2^64 and a COUNT of "
                       "1 to %d",
                       text, MOST_CASES);
        return false;
    }
    uint64_t state = seed;
    for (uint64_t i = 0; i < count; ++i) {
        bench_case c;
        draw(&class, &state, &c);
        (void)snprintf(c.drawn, sizeof c.drawn, "%.*s", (int)length, name);
        c.seed = seed;
        if (!bench_cases_append(cases, &c)) {
            (void)snprintf(why, why_bytes, "out of memory");
            return false;
        }
    }
    return true;
}

size_t bench_drawn_help(char *text, size_t bytes)
{
    size_t used = 0;
    for (int i = 0; i < BASES && used < bytes; ++i) {
        used += (size_t)snprintf(text + used, bytes - used, "  random:%s:SEED:COUNT  %s\n",
                                 bases[i].name, bases[i].what);
    }
    return used;
}
