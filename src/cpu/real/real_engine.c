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
    case FFTC_TURN_QUARTER: {
        size_t groups = groups_of(h, lanes);
        return (groups + (groups + 1) / 2) * lanes;
    }
    default: return pairs;
    }
}

/* Vectors of a table: first, first + step, ... of a circle of n, step below n. */
typedef struct sequence {
    uint64_t n;
    uint64_t first;
    uint64_t step;
} sequence;

/* Number i; i times the lesser of step and n - step fits 64 bits. */
static uint64_t number_of(const sequence *s, uint64_t i)
{
    uint64_t back = s->n - s->step;
    uint64_t way = s->step <= back ? i * s->step % s->n : s->n - i * back % s->n;
    return (s->first + way) % s->n;
}

/* A vector for each of the first `groups` groups of `count` numbers, `pitch` vectors from one to the
 * next; in the engine's order of lanes, or the natural one. */
static void fill_vectors(const fftc_real_engine *engine, const sequence *s, size_t count,
                         size_t groups, bool natural, void *table, size_t pitch)
{
    const fftc_engine like = {.precision = engine->precision, .lanes = engine->lanes};
    size_t lanes = (size_t)engine->lanes;
    size_t bytes = 2 * fftc_precision_bytes(engine->precision) * lanes;
    size_t place[FFTC_CIRCLE_ROW];
    double points[2 * FFTC_CIRCLE_ROW];
    char *to = table;
    for (size_t lane = 0; lane < lanes; ++lane) {
        place[lane] = 2 * (natural ? lane : fftc_engine_column(&like, lane));
    }
    for (size_t group = 0; group < groups;) {
        size_t base = group_base(group, count, lanes);
        size_t most =
            groups - group < FFTC_CIRCLE_ROW / lanes ? groups - group : FFTC_CIRCLE_ROW / lanes;
        size_t whole = (count - base) / lanes; /* groups from here on that don't overlap */
        size_t here = whole < most ? whole : most;
        fftc_circle_run(number_of(s, base), s->step, s->n, here * lanes, points);
        for (size_t i = 0; i < here; ++i, to += pitch * bytes) {
            for (size_t lane = 0; lane < lanes; ++lane) {
                const double *w = points + 2 * i * lanes + place[lane];
                fftc_table_put_lane(engine->precision, to, lanes, lane, w[0], w[1]);
            }
        }
        group += here;
    }
}

void fftc_real_turns_fill(const fftc_real_engine *engine, fftc_real_turn turn, size_t h,
                          void *table)
{
    size_t lanes = (size_t)engine->lanes;
    size_t vector = 2 * fftc_precision_bytes(engine->precision) * lanes;
    size_t pairs = (h - 1) / 2;
    size_t groups = groups_of(pairs, lanes);
    uint64_t circle = 8 * (uint64_t)h; /* 4 n: a quarter of it is -i */
    /* Of k = 1 + i: of k itself, of 5 k and a quarter turn, of 4 k and a quarter turn. */
    const sequence once = {circle, 1, 1};
    const sequence five = {circle, (circle / 4 + 5) % circle, 5};
    const sequence four = {circle, (circle / 4 + 4) % circle, 4};
    /* c[j] by groups from the low end, and, for half of them, by groups from the high one. */
    const sequence up = {4 * circle, 1, 8};
    const sequence down = {4 * circle, 8 * (uint64_t)(h - 1) + 1, 4 * circle - 8};
    switch (turn) {
    case FFTC_TURN_REAL: fill_vectors(engine, &four, pairs, groups, false, table, 1); break;
    case FFTC_TURN_COSINE:
        fill_vectors(engine, &once, pairs, groups, true, table, 2);
        fill_vectors(engine, &five, pairs, groups, true, (char *)table + vector, 2);
        break;
    case FFTC_TURN_QUARTER:
        groups = groups_of(h, lanes);
        fill_vectors(engine, &up, h, groups, true, table, 1);
        fill_vectors(engine, &down, h, (groups + 1) / 2, true, (char *)table + groups * vector, 1);
        break;
    }
}
