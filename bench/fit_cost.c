/* SPDX-License-Identifier: MIT
 *
 * Measures what the planner's cost model needs, in nanoseconds: a pass of each radix, for every
 * engine of this machine, on data in the first-level cache. Prints the tables as C, as they stand
 * in src/cpu/engine/cost/cost_tables.c; and of a new processor's row in src/cpu/engine/machine.c,
 * the members of fftc_cost_fit that say how this machine differs from the tables that there are.
 *
 * Linked to the static library, since the engines are not exported.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/cost/cost_tables.h"
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

static int log2_of(int power)
{
    int log2 = 0;
    while (power >> (log2 + 1) != 0) {
        ++log2;
    }
    return log2;
}

/* Measured times by radix. */
typedef double by_radix[FFTC_ENGINE_MAX_RADIX + 1];

/* Large primes, which have a formula in place of tables, come as a comment. */
static void print_table(const char *before, const by_radix ns, const char *after)
{
    int first = 2;
    int last = FFTC_ENGINE_MAX_CODELET;
    while (first < last && ns[first] == 0.0) {
        ++first;
    }
    while (last > first && ns[last] == 0.0) {
        --last;
    }
    printf("    %sFROM(%d", before, first);
    for (int r = first; r <= last; ++r) {
        printf(ns[r] == 0.0 ? ", 0" : ", %.1fF", ns[r]);
    }
    printf(")%s,", after);
    for (int r = FFTC_ENGINE_MAX_CODELET + 1; r <= FFTC_ENGINE_MAX_RADIX; ++r) {
        if (ns[r] > 0.0) {
            printf(" /* %d: %.1f */", r, ns[r]);
        }
    }
    printf("\n");
}

/* The geometric mean of measured times over those of a table. */
typedef struct factor {
    double logs;
    int count;
} factor;

static void compare(factor *f, double ns, double table)
{
    if (ns > 0.0 && table > 0.0) {
        f->logs += log(ns / table);
        ++f->count;
    }
}

static void print_factor(const fftc_engine *engine, const char *member, factor f)
{
    const int bits = engine->lanes * (engine->precision == FFTC_FLOAT64 ? 64 : 32);
    if (f.count > 0) {
        printf("    .%s[%d][%d] = %.2f,\n", member, engine->precision == FFTC_FLOAT64,
               bits >= 512 ? 2 : bits / 256, exp(f.logs / f.count));
    }
}

/* What a pass does at its ends. */
enum { MIDDLE, LOAD, STORE, ROW, SINGLE, PART, WHATS };

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
    case MIDDLE: passes->middle(b->work, BLOCKS, BLOCKS, b->table); break;
    case LOAD: passes->load(edge, b->work, BLOCKS, BLOCKS, b->table, 1.0); break;
    case STORE: passes->store(b->work, edge, order); break;
    case ROW:
        passes->row(b->other, 0, BLOCKS * lanes, b->work, (fftc_engine_blocks){BLOCKS * lanes, 0},
                    b->table, 1.0);
        break;
    case SINGLE: passes->single(edge, edge, 1.0); break;
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
    return best * 1e9 / (b->what == SINGLE ? 1 : BLOCKS);
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
            double times = is_first ? p->groups : p->chunks;
            double rest = p->time - FFTC_COST_PACKED -
                          (is_first ? p->chunks * other[p->last] : p->groups * other[p->first]);
            up += times * rest / (p->time * p->time);
            down += times * times / (p->time * p->time);
        }
    }
    return up / down > 0.1 ? up / down : 0.1;
}

/* The fit leaves open which part of a row's time its first pass has: with k ceil(r / c) more in the
 * first table and less in the last one, all rows take the same. So the known tables decide. */
static void split_alike(by_radix *cost, const fftc_cost_packed_table *known, int least, int c)
{
    double more = 0.0;
    for (int r = least; r <= FFTC_PACKED_MAX_RADIX; ++r) {
        more += ((double)known->first[r] - cost[0][r]) / ((r + c - 1) / c);
    }
    more /= FFTC_PACKED_MAX_RADIX - least + 1;
    for (int r = least; r <= FFTC_PACKED_MAX_RADIX; ++r) {
        cost[0][r] = fmax(cost[0][r] + more * ((r + c - 1) / c), 0.1);
        cost[1][r] = fmax(cost[1][r] - more * ((r + c - 1) / c), 0.1);
    }
}

static factor fit_packed(const fftc_packed *packed, void *src, void *dst, const void *table)
{
    const fftc_cost_packed_table *known = &fftc_cost_packed_rows[log2_of(packed->numbers)];
    pair pairs[FFTC_PACKED_MAX_RADIX * FFTC_PACKED_MAX_RADIX];
    by_radix cost[2] = {{0}};
    factor f = {0};
    int c = packed->numbers;
    int least = c > 2 ? c : 2;
    int count = 0;
    for (int first = least; first <= FFTC_PACKED_MAX_RADIX; ++first) {
        for (int last = least; last <= FFTC_PACKED_MAX_RADIX; ++last) {
            pair p = {first, last, (double)((last + c - 1) / c), (double)((first + c - 1) / c),
                      measure_packed(packed, first, last, src, dst, table)};
            compare(&f, p.time - FFTC_COST_PACKED,
                    p.groups * (double)known->first[first] + p.chunks * (double)known->last[last]);
            pairs[count++] = p;
        }
    }
    for (int round = 0; round < 400; ++round) {
        for (int r = least; r <= FFTC_PACKED_MAX_RADIX; ++r) {
            cost[round % 2][r] = fit_radix(pairs, count, r, round % 2 == 0, cost[1 - round % 2]);
        }
    }
    split_alike(cost, known, least, c);
    printf("/* fftc_cost_packed_rows[%d] */\n", log2_of(c));
    print_table("{.first = ", cost[0], "");
    print_table(" .last = ", cost[1], "}");
    return f;
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

static factor fit_wide(const fftc_engine *engine, void *src, void *dst, const void *table)
{
    const fftc_packed *packed = engine->packed;
    const int wide = packed->numbers * fftc_precision_bytes(engine->precision) > 16;
    by_radix ns = {0};
    factor f = {0};
    for (int r = 2; r <= FFTC_PACKED_MAX_RADIX; ++r) {
        if (packed->wide->first[r] != NULL) {
            ns[r] = measure_wide(packed, r, src, dst, table);
            compare(&f, ns[r], (double)fftc_cost_wide_groups[wide][r]);
        }
    }
    printf("/* fftc_cost_wide_groups[%d] */\n", wide);
    print_table("", ns, "");
    return f;
}

static factor fit_butterflies(bench *b, by_radix *ns)
{
    static const char *const names[] = {".middle = ", ".load = ", ".store = "};
    const fftc_engine *engine = b->engine;
    const fftc_cost_table *known =
        strcmp(engine->name, "avx512") == 0 ? &fftc_cost_32_registers : &fftc_cost_16_registers;
    const float *const tables[] = {known->middle, known->load, known->store,
                                   known->row[log2_of(engine->lanes)]};
    char row[24];
    factor f = {0};
    for (b->what = 0; b->what < WHATS; ++b->what) {
        for (int r = 2; r <= FFTC_ENGINE_MAX_RADIX; ++r) {
            b->radix = r;
            for (uint32_t i = 0; i < BLOCKS; ++i) {
                b->index[i] = i * (uint32_t)r;
            }
            if (engine->radix[r] == NULL || (b->what == ROW && engine->radix[r]->row == NULL)) {
                continue;
            }
            ns[b->what][r] = measure(b);
            if (b->what <= ROW && r <= FFTC_ENGINE_MAX_CODELET) {
                compare(&f, ns[b->what][r], (double)tables[b->what][r]);
            }
        }
    }
    for (int what = MIDDLE; what <= STORE; ++what) {
        print_table(names[what], ns[what], "");
    }
    print_table(".single = ", ns[SINGLE], "");
    snprintf(row, sizeof row, ".row = {[%d] = ", log2_of(engine->lanes));
    if (engine->lanes > 1) {
        print_table(row, ns[ROW], "}");
    }
    return f;
}

/* What a store of one lane less takes in addition to that of a whole vector, in the mean. */
static void print_part(const fftc_engine *engine, by_radix *ns)
{
    const int kind = engine->lanes == 2 ? 0 : engine->lanes == 8 ? 2 : 1;
    double sum = 0.0;
    int vectors = 0;
    for (int r = 2; r <= FFTC_ENGINE_MAX_CODELET; ++r) {
        sum += ns[PART][r] - ns[STORE][r];
        vectors += ns[PART][r] > 0.0 ? r : 0;
    }
    if (engine->lanes > 1) {
        printf("    .part[%d] = %.1f,\n", kind, fmax(sum, 0.0) / vectors);
    }
}

static void fit(const fftc_engine *engine)
{
    by_radix ns[WHATS] = {{0}};
    factor packed = {0};
    factor wide = {0};
    bench b = {.engine = engine};
    size_t bytes = (size_t)FFTC_ENGINE_MAX_RADIX * BLOCKS * (size_t)engine->lanes * 16;
    b.work = buffer(bytes);
    b.other = buffer(bytes * 2);
    b.table = buffer(bytes * 2 * (size_t)engine->lanes);
    printf("/* --- %s, %s, %d lanes: fftc_cost_table */\n", engine->name,
           engine->precision == FFTC_FLOAT64 ? "double" : "float", engine->lanes);
    const factor breadth = fit_butterflies(&b, ns);
    if (engine->packed != NULL) {
        packed = fit_packed(engine->packed, b.work, b.other, b.table);
        wide = fit_wide(engine, b.work, b.other, b.table);
        wide.logs -= wide.count * breadth.logs / breadth.count;
    }
    printf("/* fftc_cost_fit of %s on this processor */\n", engine->name);
    print_factor(engine, "breadth", breadth);
    print_factor(engine, "packed", packed);
    print_factor(engine, "wide", wide);
    print_part(engine, ns);
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
