/* SPDX-License-Identifier: MIT */
#include "cpu/real/real_engine.h"

#include <stdbool.h>
#include <string.h>

#include "cpu/engine/tables/twiddles.h"
#include "cpu/isa.h"
#include "cpu/minimum.h"

#define ENGINE(isa, bits, lanes) FFTC_IF_F##bits(&fftc_real_engine_##isa##_f##bits##x##lanes)
#define DECLARE(isa, f32, f64)                                        \
    extern const fftc_real_engine fftc_real_engine_##isa##_f32x##f32; \
    extern const fftc_real_engine fftc_real_engine_##isa##_f64x##f64;
FFTC_BUILT_ISAS(DECLARE)
DECLARE(avx512, 8, 4)

/* Engines of an instruction set, widest first. For what is shorter than the list's narrowest
 * vectors the base engines are as good. */
typedef struct engine_list {
    const fftc_real_engine *f32[5];
    const fftc_real_engine *f64[5];
} engine_list;

#define AFTER_scalar(bits, half, narrow)
#define AFTER_base(bits, half, narrow) ENGINE(scalar, bits, 1),
#define AFTER_avx2(bits, half, narrow) ENGINE(base, bits, narrow), ENGINE(scalar, bits, 1),
#define AFTER_avx512(bits, half, narrow) ENGINE(avx512, bits, half), AFTER_avx2(bits, half, narrow)
#define LIST(isa, f32, f64) \
    {{ENGINE(isa, 32, f32), AFTER_##isa(32, 8, 4)}, {ENGINE(isa, 64, f64), AFTER_##isa(64, 4, 2)}},

static const engine_list lists[] = {FFTC_BUILT_ISAS(LIST)};

const fftc_real_engine *fftc_real_engine_choose(fftc_precision precision, const char *isa, size_t h)
{
    const engine_list *list = &lists[fftc_isa_place(isa)];
    const fftc_real_engine *const *e = precision == FFTC_FLOAT64 ? list->f64 : list->f32;
    while (e[1] != NULL && (size_t)(*e)->lanes > (h - 1) / 2) {
        ++e;
    }
    return *e;
}

/* In longer lines most vectors are in the cache by the time that they are loaded. */
static const size_t most_stored_bytes = 2048;

/* Whether an engine's separate_stored serves: h fills vectors of half the lanes, with `even` an
 * even number of them, of which none is made twice. None may be a part of a vector that was stored,
 * which Intel's processors are slow to load. */
static bool takes_stored(const fftc_real_engine *engine, size_t h, size_t numbers, bool even)
{
    const size_t lanes = (size_t)engine->lanes;
    return engine->separate_stored != NULL && lanes / 2 >= numbers &&
           h % (even ? lanes : lanes / 2) == 0;
}

/* The vectors are those of the instruction set that `separate` takes: they fuse if it does. */
const fftc_real_engine *fftc_real_engine_for_stored(fftc_precision precision, const char *isa,
                                                    size_t h, size_t numbers)
{
    const engine_list *list = &lists[fftc_isa_place(isa)];
    const fftc_real_engine *const *engines = precision == FFTC_FLOAT64 ? list->f64 : list->f32;
    const char *name = fftc_real_engine_choose(precision, isa, h)->name;
    const bool is_short = 2 * h * fftc_precision_bytes(precision) <= most_stored_bytes;
    for (int even = 1; even >= 0 && is_short; --even) {
        for (const fftc_real_engine *const *e = engines; *e != NULL; ++e) {
            if (strcmp((*e)->name, name) == 0 && takes_stored(*e, h, numbers, even == 1)) {
                return *e;
            }
        }
    }
    return NULL;
}

/* --- tables ----------------------------------------------------------------------------------- */

/* How many groups of lanes cover `count`, if the last group ends with it. */
static size_t groups_of(size_t count, size_t lanes)
{
    return (count + lanes - 1) / lanes;
}

static size_t group_base(size_t group, size_t count, size_t lanes)
{
    return (group + 1) * lanes <= count ? group * lanes : count - lanes;
}

/* How many groups of half as many numbers as lanes cover h numbers. */
static size_t stored_groups(const fftc_real_engine *engine, size_t h)
{
    return (h / ((size_t)engine->lanes / 2) + 1) / 2;
}

size_t fftc_real_twiddles_count(const fftc_real_engine *engine, fftc_real_twiddle twiddle, size_t h)
{
    size_t lanes = (size_t)engine->lanes;
    size_t pairs = groups_of((h - 1) / 2, lanes) * lanes;
    switch (twiddle) {
    case FFTC_TWIDDLE_COSINE: return 2 * pairs;
    case FFTC_TWIDDLE_QUARTER: return h;
    case FFTC_TWIDDLE_STORED: return stored_groups(engine, h) * lanes;
    default: return pairs;
    }
}

/* Points first, first + step, ... of a circle of n. */
typedef struct sequence {
    uint64_t n;
    uint64_t first;
    uint64_t step;
} sequence;

/* Writes, for each group of `count` numbers, a vector of each sequence, in the engine's order of
 * lanes or in the natural one. */
static void fill_vectors(const fftc_real_engine *engine, const sequence *s, size_t sequences,
                         size_t count, bool natural, void *table)
{
    size_t lanes = (size_t)engine->lanes;
    size_t groups = groups_of(count, lanes);
    size_t bytes = 2 * fftc_precision_bytes(engine->precision) * lanes;
    const fftc_twiddle_vectors vectors =
        fftc_twiddle_vectors_of(engine->precision, lanes, natural, sequences * bytes, 1.0);
    double row[2][FFTC_CIRCLE_ROW];
    char *to = table;
    for (size_t group = 0; group < groups;) {
        size_t base = group_base(group, count, lanes);
        size_t most = FFTC_CIRCLE_ROW / lanes;
        size_t whole = (count - base) / lanes; /* groups from here on that don't overlap */
        size_t here = whole < most ? whole : most;
        for (size_t i = 0; i < sequences; ++i) {
            uint64_t first = (s[i].first + base * s[i].step) % s[i].n;
            fftc_circle_split(first, s[i].step, s[i].n, here * lanes, row[0], row[1]);
            fftc_twiddle_vectors_put(&vectors, to + i * bytes, here, row[0], row[1]);
        }
        to += here * sequences * bytes;
        group += here;
    }
}

/* Where point i of a sequence, of `count`, is in a row, which is filled with the next ones where it
 * begins. */
static size_t place_in_row(const sequence *s, size_t i, size_t count,
                           double row[2][FFTC_CIRCLE_ROW])
{
    if (i % FFTC_CIRCLE_ROW == 0) {
        const size_t here = fftc_minimum(count - i, FFTC_CIRCLE_ROW);
        fftc_circle_split((s->first + i * s->step) % s->n, s->step, s->n, here, row[0], row[1]);
    }
    return i % FFTC_CIRCLE_ROW;
}

/* Writes the real parts of the first h numbers of a sequence, then the imaginary ones. */
static void fill_parts(fftc_precision precision, const sequence *s, size_t h, void *table)
{
    double row[2][FFTC_CIRCLE_ROW];
    for (size_t i = 0; i < h; ++i) {
        const size_t place = place_in_row(s, i, h, row);
        fftc_table_put_lane(precision, table, h, i, row[0][place], row[1][place]);
    }
}

static void fill_stored(const fftc_real_engine *engine, const sequence *s, size_t h, void *table)
{
    const size_t numbers = (size_t)engine->lanes / 2;
    const size_t count = stored_groups(engine, h) * numbers;
    double row[2][FFTC_CIRCLE_ROW];
    for (size_t i = 0; i < count; ++i) {
        const size_t place = place_in_row(s, i, count, row);
        const size_t at = i / numbers * 2 * numbers + i % numbers;
        fftc_table_put(engine->precision, table, at, row[0][place], row[0][place]);
        fftc_table_put(engine->precision, table, at + numbers, -row[1][place], row[1][place]);
    }
}

void fftc_real_twiddles_fill(const fftc_real_engine *engine, fftc_real_twiddle twiddle, size_t h,
                             void *table)
{
    size_t pairs = (h - 1) / 2;
    uint64_t circle = 8 * (uint64_t)h; /* 4 n: a quarter of it is -i */
    /* For k = 1 + i the table has points k, and 5 k times -i; or 4 k times -i. */
    const sequence cosine[2] = {{circle, 1, 1}, {circle, (circle / 4 + 5) % circle, 5}};
    const sequence real = {circle, (circle / 4 + 4) % circle, 4};
    const sequence stored = {circle, circle / 4, 4};
    const sequence quarter = {4 * circle, 1, 8};
    switch (twiddle) {
    case FFTC_TWIDDLE_REAL: fill_vectors(engine, &real, 1, pairs, false, table); break;
    case FFTC_TWIDDLE_STORED: fill_stored(engine, &stored, h, table); break;
    case FFTC_TWIDDLE_COSINE: fill_vectors(engine, cosine, 2, pairs, true, table); break;
    case FFTC_TWIDDLE_QUARTER: fill_parts(engine->precision, &quarter, h, table); break;
    }
}
