/* SPDX-License-Identifier: MIT */
#include "cpu/engine/circulant.h"

#include "cpu/engine/candidates.h"
#include "cpu/engine/circle.h"
#include "cpu/engine/cost.h"
#include "cpu/engine/line_kinds.h"
#include "cpu/engine/rader.h"

static bool suits(size_t n)
{
    return n >= FFTC_CIRCULANT_LEAST && n <= FFTC_CIRCULANT_MOST && n % 6 == 1 &&
           fftc_rader_generator(n) != 0;
}

static bool fits(const fftc_engine *engine)
{
    return engine->circulant != NULL;
}

void fftc_circulant_choose(fftc_line *line, const fftc_engine *const *engines)
{
    line->cost = 1e300;
    for (; suits(line->n) && *engines != NULL; ++engines) {
        if (fits(*engines) && fftc_cost_circulant(*engines, line->n) < line->cost) {
            line->cost = fftc_cost_circulant(*engines, line->n);
            line->engine = *engines;
        }
    }
}

void fftc_circulant_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    for (; suits(n) && *engines != NULL; ++engines) {
        if (fits(*engines)) {
            fftc_line line = {.kind = FFTC_LINE_CIRCULANT, .n = n, .engine = *engines};
            line.cost = fftc_cost_circulant(*engines, n);
            fftc_shortlist_offer(list, &line);
        }
    }
}

void fftc_circulant_write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, (size_t)line->engine->lanes);
}

bool fftc_circulant_read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    line->engine = fftc_engine_read(choice, engines);
    return line->engine != NULL && fits(line->engine) && suits(line->n);
}

/* Cosine (part 0) and sine (1) of the angle between an input and an output `difference` after it and a
 * number of thirds; of the middle third the sine's sign is changed. */
static double entry(const fftc_line *line, const uint32_t *power, size_t third, size_t difference,
                    size_t part)
{
    size_t m = line->n - 1;
    double w[2];
    fftc_circle(power[(third * (m / 6) + difference) % m], line->n, w);
    double x = line->scale * (part == 0 ? w[0] : -w[1]);
    return part == 1 && third == 1 ? -x : x;
}

/* M, K_0, K_2 - K_0 and K_1 - K_0. */
static double factor(const fftc_line *line, const uint32_t *power, size_t matrix, size_t difference,
                     size_t part)
{
    double t[3];
    for (size_t third = 0; third < 3; ++third) {
        t[third] = entry(line, power, third, difference, part);
    }
    switch (matrix) {
    case 0: return (t[0] + t[1] + t[2]) / 3.0;
    case 1: return (2.0 * t[0] - t[1] - t[2]) / 3.0;
    case 2: return t[2] - t[0];
    default: return t[1] - t[0];
    }
}

static void put(const fftc_line *line, void *table, size_t index, double value)
{
    if (line->precision == FFTC_FLOAT64) {
        ((double *)table)[index] = value;
    } else {
        ((float *)table)[index] = (float)value;
    }
}

/* The block of vectors from `first` on, at scalar `at` of the table; returns where the next one is. */
static size_t put_block(const fftc_line *line, const uint32_t *power, void *table, size_t at,
                        size_t first, size_t vectors)
{
    size_t lanes = (size_t)line->engine->lanes;
    size_t q = (line->n - 1) / 6;
    size_t count = 4 * q * 2 * vectors * lanes;
    for (size_t i = 0; i < count; ++i) {
        size_t vector = i / lanes % vectors;
        size_t part = i / (lanes * vectors) % 2;
        size_t v = i / (lanes * vectors * 2) % q;
        size_t matrix = i / (lanes * vectors * 2 * q);
        size_t u = (first + vector) * lanes + fftc_engine_column(line->engine, i % lanes);
        double x = u < q ? factor(line, power, matrix, line->n - 1 + u - v, part) : 0.0;
        put(line, table, at + i, x);
    }
    return at + count;
}

static void put_table(const fftc_line *line, const uint32_t *power, void *table)
{
    size_t left = fftc_circulant_outputs(line->n, (size_t)line->engine->lanes);
    size_t at = 0;
    for (size_t first = 0; left > 0;) {
        size_t vectors = fftc_circulant_block(left);
        at = put_block(line, power, table, at, first, vectors);
        first += vectors;
        left -= vectors;
    }
}

fftc_status fftc_circulant_prepare(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    size_t p = line->n;
    size_t lanes = (size_t)line->engine->lanes;
    uint64_t g = fftc_rader_generator(p);
    uint32_t power[FFTC_CIRCULANT_MOST];
    uint32_t *order = fftc_arena_allocate(arena, p - 1, sizeof *order);
    void *table =
        fftc_arena_allocate(arena, (p - 1) / 6 * fftc_circulant_outputs(p, lanes) * 8 * lanes,
                            fftc_precision_bytes(line->precision));
    if (order == NULL || table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the factors of %zu points", p);
    }
    uint64_t at = 1;
    for (size_t i = 0; i < p - 1; ++i, at = at * g % p) {
        power[i] = (uint32_t)at;
    }
    size_t h = (p - 1) / 2;
    for (size_t i = 0; i < h; ++i) {
        order[i] = power[i == 0 ? 0 : p - 1 - i];
        order[h + i] = power[i];
    }
    put_table(line, power, table);
    line->order = order;
    line->twiddles = table;
    return FFTC_SUCCESS;
}

void fftc_circulant_execute(const fftc_line *line, const void *src, void *dst, int inverse)
{
    line->engine->circulant(src, dst, line->n, line->order, line->twiddles, line->scale, inverse);
}
