/* SPDX-License-Identifier: MIT */
#include "cpu/real/real_engine.h"

#include <stdbool.h>

#include "cpu/engine/circle.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/isas.h"

#define DECLARE(isa, bits, lanes) \
    extern const fftc_real_engine fftc_real_engine_##isa##_f##bits##x##lanes;
#define ENGINE(isa, bits, lanes) &fftc_real_engine_##isa##_f##bits##x##lanes

DECLARE(base, 32, 4)
DECLARE(base, 32, 1)
DECLARE(base, 64, 2)
DECLARE(base, 64, 1)
#ifdef FFTC_ENGINE_AVX2
DECLARE(avx2, 32, 8)
DECLARE(avx2, 64, 4)
#endif
#ifdef FFTC_ENGINE_AVX512
DECLARE(avx512, 32, 16)
DECLARE(avx512, 32, 8)
DECLARE(avx512, 64, 8)
DECLARE(avx512, 64, 4)
#endif

/* Widest first. What is shorter than the list's narrowest vectors is as well served by the base
 * ones. */
typedef struct engine_list {
    const fftc_real_engine *f32[5];
    const fftc_real_engine *f64[5];
} engine_list;

static const engine_list lists[] = {
#ifdef FFTC_ENGINE_AVX512
    {{ENGINE(avx512, 32, 16), ENGINE(avx512, 32, 8), ENGINE(base, 32, 4), ENGINE(base, 32, 1)},
     {ENGINE(avx512, 64, 8), ENGINE(avx512, 64, 4), ENGINE(base, 64, 2), ENGINE(base, 64, 1)}},
#endif
#ifdef FFTC_ENGINE_AVX2
    {{ENGINE(avx2, 32, 8), ENGINE(base, 32, 4), ENGINE(base, 32, 1)},
     {ENGINE(avx2, 64, 4), ENGINE(base, 64, 2), ENGINE(base, 64, 1)}},
#endif
    {{ENGINE(base, 32, 4), ENGINE(base, 32, 1)}, {ENGINE(base, 64, 2), ENGINE(base, 64, 1)}},
};

const fftc_real_engine *fftc_real_engine_choose(fftc_precision precision, const char *isa, size_t h)
{
    const engine_list *list = &lists[fftc_isa_place(isa)];
    const fftc_real_engine *const *e = precision == FFTC_FLOAT64 ? list->f64 : list->f32;
    while (e[1] != NULL && (size_t)(*e)->lanes > (h - 1) / 2) {
        ++e;
    }
    return *e;
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Groups of lanes that cover `count`, the last ending with it. */
static size_t groups_of(size_t count, size_t lanes)
{
    return (count + lanes - 1) / lanes;
}

static size_t group_base(size_t group, size_t count, size_t lanes)
{
    return (group + 1) * lanes <= count ? group * lanes : count - lanes;
}

size_t fftc_real_turns_count(const fftc_real_engine *engine, fftc_real_turn turn, size_t h)
{
    size_t lanes = (size_t)engine->lanes;
    size_t pairs = groups_of((h - 1) / 2, lanes) * lanes;
    switch (turn) {
    case FFTC_TURN_COSINE: return 2 * pairs;
    case FFTC_TURN_QUARTER: return h;
    default: return pairs;
    }
}

/* Points first, first + step, ... of a circle of n. */
typedef struct sequence {
    uint64_t n;
    uint64_t first;
    uint64_t step;
} sequence;

/* `count` points, number place[0] first, then place[1], ...: real parts and imaginary parts. */
static void put_parts(fftc_precision precision, void *re, void *im, size_t count,
                      const double *points, const uint32_t *place)
{
    for (size_t i = 0; i < count && precision == FFTC_FLOAT64; ++i) {
        ((double *)re)[i] = points[2 * place[i]];
        ((double *)im)[i] = points[2 * place[i] + 1];
    }
    for (size_t i = 0; i < count && precision != FFTC_FLOAT64; ++i) {
        ((float *)re)[i] = (float)points[2 * place[i]];
        ((float *)im)[i] = (float)points[2 * place[i] + 1];
    }
}

/* For each group of `count` numbers a vector of each sequence; in the engine's order of lanes, or
 * the natural one. */
static void fill_vectors(const fftc_real_engine *engine, const sequence *s, size_t sequences,
                         size_t count, bool natural, void *table)
{
    const fftc_engine like = {.precision = engine->precision, .lanes = engine->lanes};
    size_t lanes = (size_t)engine->lanes;
    size_t groups = groups_of(count, lanes);
    size_t bytes = 2 * fftc_precision_bytes(engine->precision) * lanes;
    uint32_t place[FFTC_CIRCLE_ROW];
    double points[2 * FFTC_CIRCLE_ROW];
    char *to = table;
    for (size_t lane = 0; lane < lanes; ++lane) {
        place[lane] = (uint32_t)(natural ? lane : fftc_engine_column(&like, lane));
    }
    for (size_t group = 0; group < groups;) {
        size_t base = group_base(group, count, lanes);
        size_t most = FFTC_CIRCLE_ROW / lanes;
        size_t whole = (count - base) / lanes; /* groups from here on that don't overlap */
        size_t here = whole < most ? whole : most;
        here = here < groups - group ? here : groups - group;
        for (size_t i = 0; i < sequences; ++i) {
            uint64_t first = (s[i].first + base * s[i].step) % s[i].n;
            fftc_circle_run(first, s[i].step, s[i].n, here * lanes, points);
            for (size_t j = 0; j < here; ++j) {
                char *vector = to + (j * sequences + i) * bytes;
                put_parts(engine->precision, vector, vector + bytes / 2, lanes,
                          points + 2 * j * lanes, place);
            }
        }
        to += here * sequences * bytes;
        group += here;
    }
}

/* Real parts of the first h of a sequence, then the imaginary ones. */
static void fill_parts(fftc_precision precision, const sequence *s, size_t h, void *table)
{
    size_t scalar = fftc_precision_bytes(precision);
    uint32_t place[FFTC_CIRCLE_ROW];
    for (uint32_t i = 0; i < FFTC_CIRCLE_ROW; ++i) {
        place[i] = i;
    }
    for (size_t i = 0; i < h; i += FFTC_CIRCLE_ROW) {
        double points[2 * FFTC_CIRCLE_ROW];
        size_t count = h - i < FFTC_CIRCLE_ROW ? h - i : FFTC_CIRCLE_ROW;
        fftc_circle_run((s->first + i * s->step) % s->n, s->step, s->n, count, points);
        put_parts(precision, (char *)table + i * scalar, (char *)table + (h + i) * scalar, count,
                  points, place);
    }
}

void fftc_real_turns_fill(const fftc_real_engine *engine, fftc_real_turn turn, size_t h,
                          void *table)
{
    size_t pairs = (h - 1) / 2;
    uint64_t circle = 8 * (uint64_t)h; /* 4 n: a quarter of it is -i */
    /* Of k = 1 + i: of k itself, of 5 k and a quarter turn; of 4 k and a quarter turn. */
    const sequence cosine[2] = {{circle, 1, 1}, {circle, (circle / 4 + 5) % circle, 5}};
    const sequence real = {circle, (circle / 4 + 4) % circle, 4};
    const sequence quarter = {4 * circle, 1, 8};
    switch (turn) {
    case FFTC_TURN_REAL: fill_vectors(engine, &real, 1, pairs, false, table); break;
    case FFTC_TURN_COSINE: fill_vectors(engine, cosine, 2, pairs, true, table); break;
    case FFTC_TURN_QUARTER: fill_parts(engine->precision, &quarter, h, table); break;
    }
}
