/* SPDX-License-Identifier: MIT */
#include "cpu/engine/cost/cost.h"

#include <string.h>

#include "cpu/engine/cost/cost_tables.h"
#include "cpu/engine/dense.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/vector_plan.h"
#include "cpu/processor.h"

static double positive(double x)
{
    return x > 0.0 ? x : 0.0;
}

static int log2_of(int power)
{
    int log2 = 0;
    while (power >> (log2 + 1) != 0) {
        ++log2;
    }
    return log2;
}

/* The cost of a pass of a large prime, also from bench/fit_cost, within 10%: (p - 1)^2 fused
 * multiplications and additions, and p vectors to load and to store. */
static double prime_cost(fftc_cost_role role, int radix)
{
    double products = 0.125 * (radix - 1) * (radix - 1);
    double vectors = (role == FFTC_COST_LOAD ? 2.8 : 1.8) * radix;
    return products + vectors + (role == FFTC_COST_SINGLE ? 15.0 : 0.0);
}

/* Reproducible plans, whose engines have names of their own, are chosen alike everywhere. */
static bool is_isa(const fftc_engine *engine, const char *name)
{
    return strcmp(engine->name, name) == 0;
}

/* AVX-512: 32 registers, and masks. */
static bool is_avx512(const fftc_engine *engine)
{
    return is_isa(engine, "avx512");
}

static size_t vector_bits(const fftc_engine *engine)
{
    return (size_t)engine->lanes * fftc_precision_bytes(engine->precision) * 8;
}

/* Whether vectors of 512 bits take two turns in units of 256. */
static bool is_halved(const fftc_engine *engine)
{
    return is_avx512(engine) && vector_bits(engine) == 512 && fftc_processor_is_zen3_or_4();
}

static bool is_avx2_on_zen3(const fftc_engine *engine)
{
    return is_isa(engine, "avx2") && fftc_processor_is_zen3();
}

static bool is_avx2_on_zen3_or_4(const fftc_engine *engine)
{
    return is_isa(engine, "avx2") && fftc_processor_is_zen3_or_4();
}

static bool is_avx512_on_intel(const fftc_engine *engine)
{
    return is_avx512(engine) && fftc_processor_is_intel();
}

/* With AVX2, or in double, choosing by Intel's processors gained nothing in the mean
 * (docs/log/2026-11-26-cpu-intel.md). */
static bool is_float_avx512_on_intel(const fftc_engine *engine)
{
    return is_avx512_on_intel(engine) && engine->precision != FFTC_FLOAT64;
}

/* How many times as much as a vector of 128 bits a vector of 256 or 512 bits costs. On the
 * processor of the tables it costs the same. Intel's processors have as many units for 256 bits,
 * but two of three for 512, and a single one for shuffles of these and across 128 bits. Zen 4 has
 * units of 256 bits. */
static double breadth(const fftc_engine *engine)
{
    size_t bits = vector_bits(engine);
    if (is_halved(engine)) {
        return 1.87;
    }
    return !is_float_avx512_on_intel(engine) ? 1.0 : bits == 512 ? 1.6 : bits == 256 ? 1.37 : 1.0;
}

/* The same for packed rows. */
static double packed_breadth(const fftc_engine *engine)
{
    const size_t bits = vector_bits(engine);
    if (is_float_avx512_on_intel(engine)) {
        return bits == 512 ? 1.6 : bits == 256 ? 1.22 : 1.0;
    }
    if (is_avx512_on_intel(engine) && bits == 512) {
        return 0.85;
    }
    return is_halved(engine) ? 0.88 * breadth(engine) : breadth(engine);
}

/* bench/fit_cost calls a single pass on the same numbers again and again, and each call waits for
 * what the one before it stored. Columns do not wait: from 4 to 10 points, and with 32 registers up
 * to 16, one pass takes 0.6 to 0.9 of the time of two. So much less makes the model say so. */
static double waiting_of_single(const fftc_engine *engine, int radix)
{
    if (is_avx512(engine)) {
        return 11.0;
    }
    return radix <= 10 ? 7.0 : 0.0;
}

double fftc_cost_butterfly(const fftc_engine *engine, fftc_cost_role role, int radix)
{
    double more = breadth(engine);
    const fftc_cost_table *table =
        &fftc_cost_butterflies[is_avx512(engine) ? FFTC_COST_32_REGISTERS : FFTC_COST_16_REGISTERS];
    if (radix > FFTC_ENGINE_MAX_CODELET) {
        return more * prime_cost(role, radix);
    }
    if (is_float_avx512_on_intel(engine) && vector_bits(engine) == 512) {
        table = &fftc_cost_butterflies[FFTC_COST_INTEL_512];
        more = 1.0;
    }
    switch (role) {
    case FFTC_COST_MIDDLE: return more * (double)table->middle[radix];
    case FFTC_COST_LOAD: return more * (double)table->load[radix];
    case FFTC_COST_STORE: return more * (double)table->store[radix];
    case FFTC_COST_SINGLE:
        return more * ((double)table->single[radix] - waiting_of_single(engine, radix));
    case FFTC_COST_ROW: return more * (double)table->row[log2_of(engine->lanes)][radix];
    }
    return 0.0;
}

/* Within 10% of what bench/fit_cost measures, as long as the table leaves room in the first-level
 * cache. */
double fftc_cost_dense(const fftc_engine *engine, size_t n)
{
    size_t products = fftc_dense_inputs(n) * fftc_dense_outputs(n, (size_t)engine->lanes);
    const double each = products * fftc_vector_bytes(engine) > 36 * 1024 ? 0.6 : 0.35;
    const double fit = is_avx512_on_intel(engine) ? 0.8 : 1.0;
    return fit * (8.0 + breadth(engine) * each * (double)products);
}

/* What reading and writing a vector costs in a pass over so many bytes, with caches of 32 KB and 1
 * MB: 200 bytes a nanosecond from and to the second level, 64 beyond. (Measured by replacing one
 * pass by another; streams that the processor prefetches are mostly hidden behind the
 * arithmetic.) */
double fftc_cost_traffic(const fftc_engine *engine, size_t working_set)
{
    double bytes = 2.0 * 2.0 * engine->lanes * (engine->precision == FFTC_FLOAT64 ? 8.0 : 4.0);
    if (working_set <= 40 * 1024) {
        return 0.0;
    }
    return working_set <= 1024 * 1024 ? bytes / 200.0 : bytes / 64.0;
}

/* With masks it costs nothing. Without masks a part of a vector goes by way of a copy
 * (edge_tmpl.h), which is faster for half a vector than for other parts: from bench/fit_cost. On
 * Zen 3 and Zen 4, 7 of 8 floats take longer than 3 of 4 numbers. */
double fftc_cost_part(const fftc_engine *engine, int lanes)
{
    if (lanes >= engine->lanes || is_avx512(engine)) {
        return 0.0;
    }
    if (2 * lanes == engine->lanes) {
        return 1.8;
    }
    return engine->lanes == 8 && is_avx2_on_zen3_or_4(engine) ? 6.4 : 4.8;
}

double fftc_cost_crowd(int radix, size_t apart, size_t array)
{
    return radix > 8 && apart % 4096 == 0 && array > 32 * 1024 ? 2.0 : 0.0;
}

/* With AVX2, Intel's processors do the last pass of a packed row of floats in less time than the
 * table says relative to the first: 10 by 16 points take 0.9 of the time of 16 by 10, which would
 * be chosen without this. Rows of 32 take longer than three radices. */
static double last_pass(const fftc_engine *engine, int last)
{
    bool held = is_isa(engine, "avx2") && fftc_processor_is_intel();
    if (!held || engine->precision == FFTC_FLOAT64 || engine->lanes != 8) {
        return 1.0;
    }
    return last > FFTC_PACKED_MAX_RADIX ? 1.05 : 0.85;
}

/* Rows by the function for any radices, whose first pass has one group of columns or little more:
 * with AVX-512 Zen 4 takes up to twice what the tables say (docs/log/2026-11-26-cpu-zen4.md). */
static double few_groups(const fftc_engine *engine, int last)
{
    const int numbers = engine->packed->numbers;
    if (!is_avx512(engine) || !fftc_processor_is_zen3_or_4() || numbers > 4 ||
        last >= 2 * numbers) {
        return 1.0;
    }
    return 1.0 + 0.4 * (2 * numbers - last) / numbers;
}

/* On Intel's processors, where doubles and their twiddles, which take twice the room, exceed the
 * first-level cache. */
static double beyond_first_cache(const fftc_engine *engine, int points)
{
    const bool held = is_avx512_on_intel(engine) && engine->precision == FFTC_FLOAT64;
    return held && vector_bits(engine) == 512
               ? 7.9 / 1024 * positive((2.0 + 2.0 + 1.0) * 16.0 * points - 48.0 * 1024.0)
               : 0.0;
}

double fftc_cost_packed(const fftc_engine *engine, int first, int last, bool whole)
{
    int numbers = engine->packed->numbers;
    const fftc_cost_packed_table *table = &fftc_cost_packed_rows[log2_of(numbers)];
    double groups = (double)((last + numbers - 1) / numbers);
    double chunks = (double)((first + numbers - 1) / numbers);
    if (last == 1) {
        return (double)fftc_cost_packed_rows[0].last[first];
    }
    double cost = groups * (double)table->first[first] +
                  chunks * last_pass(engine, last) * (double)table->last[last];
    cost *= packed_breadth(engine);
    cost += beyond_first_cache(engine, first * last);
    cost *= first == 15 && is_avx2_on_zen3_or_4(engine) ? 1.06 : 1.0;
    return whole ? 0.9 * cost : few_groups(engine, last) * (cost + FFTC_COST_PACKED);
}

/* It costs as much as a codelet on its vectors, with loads and stores counted twice. */
double fftc_cost_lane_row(const fftc_engine *engine, int points)
{
    double numbers = engine->packed->numbers;
    return breadth(engine) * (1.3 / numbers) * (double)fftc_cost_packed_rows[0].last[points];
}

/* Both radices there and back, loads and stores in an order that no cache expects, and products.
 * One factor for each kind of vector fits all of it, to within a tenth from 67 to 257 points. */
double fftc_cost_short_rader(const fftc_engine *engine, int first, int last, bool coprime)
{
    int numbers = engine->packed->numbers;
    const fftc_cost_packed_table *table = &fftc_cost_packed_rows[log2_of(numbers)];
    double fit = numbers == 2 ? 0.61 : engine->precision == FFTC_FLOAT64 ? 0.84 : 0.8;
    double groups = (double)((last + numbers - 1) / numbers);
    double chunks = (double)((first + numbers - 1) / numbers);
    double group = 2.0 * (double)table->last[first] + (coprime ? 1.0 : 1.8) * first;
    double chunk = 2.0 * (double)table->last[last] + 0.3 * last;
    return fit * breadth(engine) * (groups * group + chunks * chunk + 10.0);
}

static double wide_fit(const fftc_engine *engine)
{
    if (!is_avx512_on_intel(engine)) {
        return 1.0;
    }
    return engine->precision == FFTC_FLOAT64 ? (vector_bits(engine) == 512 ? 0.9 : 0.75)
                                             : (vector_bits(engine) == 256 ? 1.1 : 1.0);
}

/* A wide row's twiddles take twice the room of a row's: where they exceed the first-level cache, it
 * costs about 60 bytes a nanosecond. */
double fftc_cost_wide(const fftc_engine *engine, int radix, size_t m)
{
    size_t numbers = (size_t)engine->packed->numbers;
    size_t vector = 2 * numbers * fftc_precision_bytes(engine->precision);
    double groups = (double)((m + numbers - 1) / numbers);
    double table = 2.0 * groups * (double)((size_t)(radix - 1) * vector);
    double cost = breadth(engine) * groups * (double)fftc_cost_wide_groups[vector > 32][radix];
    cost *= wide_fit(engine);
    return table > 32.0 * 1024 ? cost + table / 2 / 60 : cost;
}

/* In vectors of 256 bits. */
static bool has_function(const fftc_engine *engine, const int *radix)
{
    const size_t bytes = fftc_precision_bytes(engine->precision);
#define TRIPLE_WHOLE_32(...) {4, __VA_ARGS__},
#define TRIPLE_WHOLE_64(...) {8, __VA_ARGS__},
    static const int functions[][4] = {
#include "cpu/engine/units/packed_triple_lengths.h"
    };
#undef TRIPLE_WHOLE_32
#undef TRIPLE_WHOLE_64
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        if ((size_t)functions[i][0] == bytes &&
            memcmp(functions[i] + 1, radix, 3 * sizeof *radix) == 0) {
            return true;
        }
    }
    return false;
}

/* Rows of three packed passes. */
typedef struct triple {
    size_t r1;
    size_t m;      /* points of the other two passes */
    double groups; /* vectors of a row of m points, */
    double chunks; /* and of r1 of them */
    double bytes;
    size_t apart;      /* the first pass's numbers, in bytes */
    bool first_across; /* whether vectors of r1 points cross cache lines, */
    bool last_across;  /* and those of m */
} triple;

static triple triple_of(const fftc_engine *engine, const int *radix)
{
    const size_t numbers = (size_t)engine->packed->numbers;
    const size_t r1 = (size_t)radix[0];
    const size_t m = (size_t)radix[1] * (size_t)radix[2];
    return (triple){
        .r1 = r1,
        .m = m,
        .groups = (double)((m + numbers - 1) / numbers),
        .chunks = (double)((r1 + numbers - 1) / numbers),
        .bytes = 2.0 * (double)(r1 * m * fftc_precision_bytes(engine->precision)),
        .apart = 2 * m * fftc_precision_bytes(engine->precision),
        .first_across = r1 % numbers != 0,
        .last_across = m % numbers != 0,
    };
}

static double triple_passes(const triple *t, const int *radix, const float *first,
                            const float *middle, const float *last)
{
    return t->groups * (double)first[radix[0]] +
           t->chunks * (radix[2] * (double)middle[radix[1]] + radix[1] * (double)last[radix[2]]);
}

/* There are charges for first radices that put vectors across cache lines, if three arrays exceed
 * the first-level cache; and for 16 of double, if a chunk has too many lines for the quarter of it
 * that they share. On Zen 3, columns whose numbers are a multiple of 1 or 4 KB apart take longer.
 * The nanoseconds of the processor whose tables these are, of which that of the other rows' tables
 * takes 1.47. */
static double triple_256(const fftc_engine *engine, const triple *t, const int *radix)
{
    const bool is_double = engine->precision == FFTC_FLOAT64;
    double cost = 10.0 + triple_passes(t, radix, fftc_cost_triple_first_256[is_double ? 0 : 1],
                                       fftc_cost_triple_middle_256, fftc_cost_triple_last_256);
    bool across = t->first_across && t->bytes > 16384.0;
    bool meets = t->r1 * 2 * fftc_precision_bytes(engine->precision) == 256 && t->m > 160;
    cost *= 0.73 * (across || meets ? 1.35 : has_function(engine, radix) ? 0.94 : 1.0);
    if (is_avx2_on_zen3(engine)) {
        const double crowd = t->apart % 4096 == 0 ? 1.6 : t->apart % 1024 == 0 ? 1.22 : 1.16;
        cost *= t->bytes < 8192.0 ? 1.08 : crowd;
    } else if (fftc_processor_is_zen3_or_4()) {
        cost *= t->bytes > 24.0 * 1024.0 ? 1.25 : 1.08;
    }
    return cost;
}

/* Fitted to Zen 4 (docs/log/2026-11-26-cpu-zen4.md), from what the passes themselves cost
 * elsewhere. There the greatest first radices of double and the greatest second one of float cost
 * more; and so do a second radix of 8, and first ones whose numbers are 4 KB apart, in one set of
 * the first-level cache, which holds 8 of them. */
static double triple_halved(const triple *t, const int *radix, bool is_double)
{
    double cost = 20.0 + triple_passes(t, radix, fftc_cost_triple_first[is_double ? 0 : 1],
                                       fftc_cost_triple_middle, fftc_cost_triple_last);
    if (radix[1] == 8) {
        cost += (is_double ? 0.2 : 0.1) * t->chunks * radix[2] * (double)fftc_cost_triple_middle[8];
    }
    cost += t->bytes > 16384.0 && is_double ? 4.0 / 1024 * (t->bytes - 16384.0) : 0.0;
    cost += t->last_across ? 0.1 * t->groups * (double)t->r1 : 0.0;
    cost += t->first_across ? t->chunks * (double)t->m : 0.0;
    cost *= t->r1 > 8 && t->apart % 4096 == 0 ? 1.4 : 1.0;
    if (is_double) {
        return (radix[0] == 20 ? 1.04 : radix[0] == 16 ? 1.1 : 1.0) * (0.85 * cost + 29.0);
    }
    return (radix[1] == 16 ? 1.03 : 1.0) * (0.82 * cost + 15.0);
}

/* A row and its working memory are charged beyond half of the first-level cache, and more beyond
 * all of it; and so are vectors across cache lines. */
static double triple_512(const triple *t, const int *radix, bool is_double)
{
    static const double alone[2] = {26.0, 76.0};
    static const double beyond_half[2] = {0.97 / 1024, 0.46 / 1024};
    static const double beyond_all[2] = {1.12 / 1024, 0.45 / 1024};
    static const double last_across[2] = {0.085, 0.16};
    static const double first_across[2] = {0.36, 0.42};
    const int i = is_double ? 0 : 1;
    const fftc_cost_triple_table *table = &fftc_cost_triple_512[i];
    double cost = alone[i] + triple_passes(t, radix, table->first, table->middle, table->last);
    cost += beyond_half[i] * positive(t->bytes - 24.0 * 1024.0);
    cost += beyond_all[i] * positive(t->bytes - 48.0 * 1024.0);
    cost += t->last_across ? last_across[i] * t->groups * (double)t->r1 : 0.0;
    return cost + (t->first_across ? first_across[i] * t->chunks * (double)t->m : 0.0);
}

/* In the nanoseconds of the other rows' tables. */
double fftc_cost_triple(const fftc_engine *engine, const int *radix)
{
    const triple t = triple_of(engine, radix);
    if (vector_bits(engine) == 256) {
        return triple_256(engine, &t, radix);
    }
    const bool is_double = engine->precision == FFTC_FLOAT64;
    return is_halved(engine) ? triple_halved(&t, radix, is_double)
                             : triple_512(&t, radix, is_double);
}

/* Two passes of radix 32, as a multiple of what a packed row's last pass of 32 costs. */
static double square_32(const fftc_engine *engine)
{
    const int numbers = engine->packed->numbers;
    const double groups = 32.0 / numbers;
    const fftc_cost_packed_table *table = &fftc_cost_packed_rows[log2_of(numbers)];
    return 1.53 * breadth(engine) * groups * (double)table->last[32];
}

/* Four passes of radix 8. */
static double square_64(const fftc_engine *engine)
{
    const bool wide = vector_bits(engine) == 512;
    const float first = wide ? fftc_cost_triple_first[1][8] : fftc_cost_triple_first_256[0][8];
    const float middle = wide ? fftc_cost_triple_middle[8] : fftc_cost_triple_middle_256[8];
    const float last = wide ? fftc_cost_triple_last[8] : fftc_cost_triple_last_256[8];
    const int points = 64 * 64;
    const int groups = points / 8 / engine->packed->numbers;
    const double narrow = is_avx2_on_zen3_or_4(engine) ? 0.89 : 0.77;
    const double fit = is_halved(engine) ? 1.25 : wide ? 0.54 : narrow;
    return fit * groups * ((double)first + 2.0 * (double)middle + (double)last);
}

/* In the nanoseconds of the other rows' tables. */
double fftc_cost_square(const fftc_engine *engine, int side)
{
    return side == 32 ? square_32(engine) : square_64(engine);
}

bool fftc_cost_knows_whole(void)
{
    return fftc_processor_is_zen3_or_4();
}

static bool is_long(int radix)
{
    return radix > FFTC_PACKED_MAX_RADIX;
}

bool fftc_cost_knows_packed(const fftc_engine *engine, int first, int last)
{
    return is_avx512_on_intel(engine) ||
           (!is_long(first) && (!is_long(last) || last == FFTC_PACKED_MAX_LAST));
}

bool fftc_cost_knows_triple(const fftc_engine *engine, const int *radix)
{
    const bool known =
        (!is_long(radix[0]) || (radix[0] == 20 && engine->precision == FFTC_FLOAT64)) &&
        !is_long(radix[2]);
    return fftc_processor_is_intel() || (fftc_processor_is_zen3_or_4() && known);
}

bool fftc_cost_knows_square(void)
{
    return fftc_processor_is_intel() || fftc_processor_is_zen3_or_4();
}

bool fftc_cost_compares_triple(const fftc_engine *engine)
{
    return is_avx512_on_intel(engine) ||
           (engine->precision != FFTC_FLOAT64 && vector_bits(engine) == 256);
}
