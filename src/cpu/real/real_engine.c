/* SPDX-License-Identifier: MIT */
#include "cpu/real/real_engine.h"

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

/* Point number i of `count` into a lane of vector number `vector`. */
static void put(const fftc_real_engine *engine, void *table, size_t vector, size_t lane,
                fftc_circle_row *row, size_t i, size_t count)
{
    size_t lanes = (size_t)engine->lanes;
    size_t bytes = 2 * fftc_precision_bytes(engine->precision) * lanes;
    const double *w = fftc_circle_of(row, i, count);
    fftc_table_put_lane(engine->precision, (char *)table + vector * bytes, lanes, lane, w[0], w[1]);
}

/* c[j] by groups from the low end, and, for half of them, by groups from the high one. */
static void fill_quarter(const fftc_real_engine *engine, size_t h, void *table)
{
    size_t lanes = (size_t)engine->lanes;
    size_t groups = groups_of(h, lanes);
    const uint64_t n = 32 * (uint64_t)h;
    fftc_circle_row up = {.n = n, .first = 1, .step = 8};
    fftc_circle_row down = {.n = n, .first = 8 * (uint64_t)(h - 1) + 1, .step = n - 8};
    for (size_t group = 0; group < groups; ++group) {
        size_t base = group_base(group, h, lanes);
        for (size_t lane = 0; lane < lanes; ++lane) {
            put(engine, table, group, lane, &up, base + lane, h);
            if (group < (groups + 1) / 2) {
                put(engine, table, groups + group, lane, &down, base + lane, h);
            }
        }
    }
}

void fftc_real_turns_fill(const fftc_real_engine *engine, fftc_real_turn turn, size_t h,
                          void *table)
{
    size_t lanes = (size_t)engine->lanes;
    size_t pairs = (h - 1) / 2;
    uint64_t circle = 8 * (uint64_t)h; /* 4 n: a quarter of it is -i */
    if (turn == FFTC_TURN_QUARTER) {
        fill_quarter(engine, h, table);
        return;
    }
    /* Of k = 1 + i: of k itself, of 5 k and a quarter turn, of 4 k and a quarter turn. */
    fftc_circle_row once = {.n = circle, .first = 1, .step = 1};
    fftc_circle_row five = {.n = circle, .first = (circle / 4 + 5) % circle, .step = 5};
    fftc_circle_row four = {.n = circle, .first = (circle / 4 + 4) % circle, .step = 4};
    for (size_t group = 0; group < groups_of(pairs, lanes); ++group) {
        size_t base = group_base(group, pairs, lanes);
        for (size_t lane = 0; lane < lanes; ++lane) {
            if (turn == FFTC_TURN_COSINE) {
                put(engine, table, 2 * group, lane, &once, base + lane, pairs);
                put(engine, table, 2 * group + 1, lane, &five, base + lane, pairs);
            } else {
                /* Engine order: fftc_engine_column of as many lanes. */
                const fftc_engine like = {.precision = engine->precision, .lanes = engine->lanes};
                put(engine, table, group, lane, &four, base + fftc_engine_column(&like, lane),
                    pairs);
            }
        }
    }
}
