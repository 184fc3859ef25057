/* SPDX-License-Identifier: MIT
 *
 * Measures what the planner's cost model needs (src/cpu/engine/cost/cost_tables.c), in nanoseconds:
 * a pass of each radix, for every engine of this machine, on data in the first-level cache. Prints
 * the tables as C.
 *
 * Linked to the static library, since the engines are not exported.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu/engine/cost/cost.h"
#include "cpu/isa.h"

enum { BLOCKS = 8, SAMPLES = 41 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *buffer(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
    if (memory == NULL) {
        exit(1);
    }
    memset(memory, 0, bytes);
    return memory;
}

typedef struct bench {
    const fftc_engine *engine;
    int radix;
    int what;
    void *work;
    void *other;
    void *table;
    uint32_t index[BLOCKS];
} bench;

static void once(bench *b)
{
    const fftc_engine_radix *passes = b->engine->radix[b->radix];
    size_t lanes = (size_t)b->engine->lanes;
    fftc_engine_edge edge = {b->other, lanes, (int)lanes, 0};
    fftc_engine_order order = {b->index, 1, BLOCKS, 1, 0, 0};
    switch (b->what) {
    case 0: passes->middle(b->work, BLOCKS, BLOCKS, b->table); break;
    case 1: passes->load(edge, b->work, BLOCKS, BLOCKS, b->table, 1.0); break;
    case 2: passes->store(b->work, edge, order); break;
    case 3:
        passes->row(b->other, 0, BLOCKS * lanes, b->work, (fftc_engine_blocks){BLOCKS * lanes, 0},
                    b->table, 1.0);
        break;
    case 4: passes->single(edge, edge, 1.0); break;
    default: /* the store of case 2 with one lane less */
        edge.lanes -= 1;
        passes->store(b->work, edge, order);
        break;
    }
}

/* Nanoseconds of one butterfly (one group of a row): the fastest of many samples, since noise only
 * adds. */
static double measure(bench *b)
{
    double best = 1e300;
    for (int sample = 0; sample < SAMPLES; ++sample) {
        double start = now();
        for (int i = 0; i < 100; ++i) {
            once(b);
        }
        double t = (now() - start) / 100;
        best = t < best ? t : best;
    }
    return best * 1e9 / (b->what == 4 ? 1 : BLOCKS);
}

/* --- packed rows: T(r1, r2) = A + groups(r2) first[r1] + chunks(r1) last[r2], by alternating least
 * squares of the relative error over all pairs of radices */

typedef struct pair {
    int first;
    int last;
    double groups;
    double chunks;
    double time;
} pair;

static double measure_packed(const fftc_packed *packed, int first, int last, void *src, void *dst,
                             const void *table)
{
    fftc_engine_rows rows = {
        .count = 100, .twiddles = table, .scale = 1.0, .first = first, .last = last};
    double best = 1e300;
    for (int sample = 0; sample < SAMPLES; ++sample) {
        double start = now();
        packed->two_passes(&rows, src, dst);
        double t = (now() - start) / 100;
        best = t < best ? t : best;
    }
    return best * 1e9;
}

/* The best cost of radix r in one role, the other's given. */
static double fit_radix(const pair *pairs, int count, int r, bool is_first, const double *other)
{
    double up = 0.0;
    double down = 0.0;
    for (int i = 0; i < count; ++i) {
        const pair *p = &pairs[i];
        if ((is_first ? p->first : p->last) == r) {
            double factor = is_first ? p->groups : p->chunks;
            double rest = p->time - FFTC_COST_PACKED -
                          (is_first ? p->chunks * other[p->last] : p->groups * other[p->first]);
            up += factor * rest / (p->time * p->time);
            down += factor * factor / (p->time * p->time);
        }
    }
    return up / down > 0.1 ? up / down : 0.1;
}

static void fit_packed(const fftc_packed *packed, void *src, void *dst, const void *table)
{
    pair pairs[FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_RADIX];
    double cost[2][FFTC_PACKED_MAX_RADIX + 1] = {{0}};
    int c = packed->numbers;
    int least = c > 2 ? c : 2;
    int count = 0;
    for (int first = least; first <= FFTC_PACKED_MAX_RADIX; ++first) {
        for (int last = least; last <= FFTC_PACKED_MAX_RADIX; ++last) {
            pairs[count++] =
                (pair){first, last, (double)((last + c - 1) / c), (double)((first + c - 1) / c),
                       measure_packed(packed, first, last, src, dst, table)};
        }
    }
    for (int round = 0; round < 400; ++round) {
        for (int r = least; r <= FFTC_PACKED_MAX_RADIX; ++r) {
            cost[round % 2][r] = fit_radix(pairs, count, r, round % 2 == 0, cost[1 - round % 2]);
        }
    }
    for (int role = 0; role < 2; ++role) {
        printf("    packed .%s = {", role == 0 ? "first" : "last");
        for (int r = least; r <= FFTC_PACKED_MAX_RADIX; ++r) {
            printf("%s[%d] = %.1fF", r == least ? "" : ", ", r, cost[role][r]);
        }
        printf("},\n");
    }
}

/* A group of columns of a wide row's first pass. */
static double measure_wide(const fftc_packed *packed, int radix, void *src, void *dst,
                           const void *table)
{
    size_t m = 8 * (size_t)packed->numbers;
    fftc_engine_blocks blocks = {m, 0};
    double best = 1e300;
    for (int sample = 0; sample < SAMPLES; ++sample) {
        double start = now();
        for (int i = 0; i < 100; ++i) {
            packed->wide->first[radix](src, 0, m, dst, m, blocks, table, 1.0);
        }
        double t = (now() - start) / 100;
        best = t < best ? t : best;
    }
    return best * 1e9 / 8;
}

static void fit_wide(const fftc_packed *packed, void *src, void *dst, const void *table)
{
    printf("    wide = {");
    for (int r = 2; r <= FFTC_PACKED_MAX_RADIX; ++r) {
        if (packed->wide->first[r] != NULL) {
            printf("[%d] = %.1fF, ", r, measure_wide(packed, r, src, dst, table));
        }
    }
    printf("},\n");
}

static void fit(const fftc_engine *engine)
{
    static const char *const names[] = {"middle", "load",   "store",
                                        "row",    "single", "part of a store"};
    bench b = {.engine = engine};
    size_t bytes = (size_t)FFTC_ENGINE_MAX_RADIX * BLOCKS * (size_t)engine->lanes * 16;
    b.work = buffer(bytes);
    b.other = buffer(bytes * 2);
    b.table = buffer(bytes * 2 * (size_t)engine->lanes);
    printf("/* %s, %s, %d lanes */\n{\n", engine->name,
           engine->precision == FFTC_FLOAT64 ? "double" : "float", engine->lanes);
    for (b.what = 0; b.what < 6; ++b.what) {
        printf("    .%s = {", names[b.what]);
        for (int r = 2; r <= FFTC_ENGINE_MAX_RADIX; ++r) {
            b.radix = r;
            for (uint32_t i = 0; i < BLOCKS; ++i) {
                b.index[i] = i * (uint32_t)r;
            }
            if (engine->radix[r] == NULL || (b.what == 3 && engine->radix[r]->row == NULL)) {
                continue;
            }
            printf("%s[%d] = %.1ff", r == 2 ? "" : ", ", r, measure(&b));
        }
        printf("},\n");
    }
    printf("},\n");
    if (engine->packed != NULL) {
        fit_packed(engine->packed, b.work, b.other, b.table);
        fit_wide(engine->packed, b.work, b.other, b.table);
    }
    free(b.work);
    free(b.other);
    free(b.table);
}

int main(void)
{
    const char *isa;
    fftc_error error;
    if (fftc_isa_select(&isa, &error) != FFTC_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    for (int p = 0; p < 2; ++p) {
        const fftc_engine *const *e = fftc_engines(p == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64, isa);
        for (; *e != NULL; ++e) {
            fit(*e);
        }
    }
    return 0;
}
