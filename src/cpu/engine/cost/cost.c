/* SPDX-License-Identifier: MIT */
#include "cpu/engine/cost/cost.h"

#include <string.h>

#include "cpu/engine/cost/cost_tables.h"
#include "cpu/engine/dense.h"
#include "cpu/engine/machine.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/vector_plan.h"

static double positive(double x)
{
    return x > 0.0 ? x : 0.0;
}

static int log2_of(int power)
{
    return __builtin_ctz((unsigned)power);
}

/* How many vectors of packed numbers hold so many points. */
static double vectors_of(const fftc_engine *engine, size_t points)
{
    const size_t numbers = (size_t)engine->packed->numbers;
    return (double)((points + numbers - 1) / numbers);
}

static const fftc_cost_packed_table *packed_table(const fftc_engine *engine)
{
    return &fftc_cost_packed_rows[log2_of(engine->packed->numbers)];
}

/* The cost of a pass of a large prime, also from bench/fit_cost, within 10%: (p - 1)^2 fused
 * multiplications and additions, and p vectors to load and to store. */
static double prime_cost(fftc_cost_role role, int radix)
{
    double products = 0.125 * (radix - 1) * (radix - 1);
    double vectors = (role == FFTC_COST_LOAD ? 2.8 : 1.8) * radix;
    return products + vectors + (role == FFTC_COST_SINGLE ? 15.0 : 0.0);
}

/* How the processor's engines differ from the tables. Reproducible plans are chosen alike
 * everywhere: their engines have names of their own. */
static const fftc_cost_fit *fit_of(const fftc_engine *engine)
{
    const fftc_machine *here = fftc_machine_here();
    return strcmp(engine->name, "avx512") == 0 ? here->avx512
           : strcmp(engine->name, "avx2") == 0 ? here->avx2
                                               : &fftc_cost_usual;
}

static bool is_double(const fftc_engine *engine)
{
    return engine->precision == FFTC_FLOAT64;
}

static size_t vector_bits(const fftc_engine *engine)
{
    return (size_t)engine->lanes * fftc_precision_bytes(engine->precision) * 8;
}

static double times(double factor)
{
    return factor > 0.0 ? factor : 1.0;
}

static double for_vector(const fftc_engine *engine, const fftc_cost_by_vector factors)
{
    const size_t bits = vector_bits(engine);
    return times(factors[is_double(engine)][bits >= 512 ? 2 : bits >= 256 ? 1 : 0]);
}

static double breadth(const fftc_engine *engine)
{
    return for_vector(engine, fit_of(engine)->breadth);
}

double fftc_cost_butterfly(const fftc_engine *engine, fftc_cost_role role, int radix)
{
    const fftc_cost_fit *fit = fit_of(engine);
    const bool own = fit->floats_512 != NULL && vector_bits(engine) == 512 && !is_double(engine);
    const fftc_cost_table *table = own ? fit->floats_512 : fit->butterflies;
    if (radix > FFTC_ENGINE_MAX_CODELET) {
        return breadth(engine) * prime_cost(role, radix);
    }
    const double more = own ? 1.0 : breadth(engine);
    switch (role) {
    case FFTC_COST_MIDDLE: return more * (double)table->middle[radix];
    case FFTC_COST_LOAD: return more * (double)table->load[radix];
    case FFTC_COST_STORE: return more * (double)table->store[radix];
    case FFTC_COST_SINGLE:
        return more * ((double)table->single[radix] - (double)table->waiting[radix > 10]);
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
    return times(fit_of(engine)->dense) * (8.0 + breadth(engine) * each * (double)products);
}

/* What reading and writing a vector costs in a pass over so many bytes, with caches of 32 KB and 1
 * MB: 200 bytes a nanosecond from and to the second level, 64 beyond. (Measured by replacing one
 * pass by another; streams that the processor prefetches are mostly hidden behind the
 * arithmetic.) */
double fftc_cost_traffic(const fftc_engine *engine, size_t working_set)
{
    double bytes = 2.0 * 2.0 * engine->lanes * (is_double(engine) ? 8.0 : 4.0);
    if (working_set <= 40 * 1024) {
        return 0.0;
    }
    return working_set <= 1024 * 1024 ? bytes / 200.0 : bytes / 64.0;
}

double fftc_cost_partial_vector(const fftc_engine *engine, int lanes)
{
    const double *part = fit_of(engine)->part;
    return lanes >= engine->lanes       ? 0.0
           : 2 * lanes == engine->lanes ? part[0]
                                        : part[engine->lanes == 8 ? 2 : 1];
}

double fftc_cost_crowd(int radix, size_t apart, size_t array)
{
    return radix > 8 && apart % 4096 == 0 && array > 32 * 1024 ? 2.0 : 0.0;
}

static double last_pass(const fftc_engine *engine, int last)
{
    const bool floats = engine->lanes == 8 && !is_double(engine);
    return floats ? times(fit_of(engine)->packed_last[last > FFTC_PACKED_MAX_RADIX]) : 1.0;
}

/* Rows by the function for any radices, whose first pass has one group of columns or little
 * more. */
static double few_groups(const fftc_engine *engine, int last)
{
    const int numbers = engine->packed->numbers;
    return numbers > 4 || last >= 2 * numbers
               ? 1.0
               : 1.0 + fit_of(engine)->packed_few * (2 * numbers - last) / numbers;
}

/* Twiddles take twice the room of numbers. */
static double beyond_first_cache(const fftc_engine *engine, int points)
{
    return is_double(engine) && vector_bits(engine) == 512
               ? fit_of(engine)->packed_beyond *
                     positive((2.0 + 2.0 + 1.0) * 16.0 * points - 48.0 * 1024.0)
               : 0.0;
}

double fftc_cost_packed(const fftc_engine *engine, int first, int last, bool fixed)
{
    const fftc_cost_packed_table *table = packed_table(engine);
    if (last == 1) {
        return (double)fftc_cost_packed_rows[0].last[first];
    }
    double cost =
        vectors_of(engine, (size_t)last) * (double)table->first[first] +
        vectors_of(engine, (size_t)first) * last_pass(engine, last) * (double)table->last[last];
    cost *= for_vector(engine, fit_of(engine)->packed);
    cost += beyond_first_cache(engine, first * last);
    cost *= first == 15 ? times(fit_of(engine)->packed_first_15) : 1.0;
    cost *= last == 32 ? times(fit_of(engine)->packed_32[is_double(engine)]) : 1.0;
    return fixed ? 0.9 * cost : few_groups(engine, last) * (cost + FFTC_COST_PACKED);
}

/* A row in a lane costs as much as a codelet on its vectors, with loads and stores counted
 * twice. */
double fftc_cost_lane_row(const fftc_engine *engine, int points)
{
    double numbers = engine->packed->numbers;
    return breadth(engine) * (1.3 / numbers) * (double)fftc_cost_packed_rows[0].last[points];
}

/* The cost has both radices there and back, loads and stores in an order that no cache expects, and
 * products. One factor for each kind of vector fits all of it, to within a tenth from 67 to 257
 * points. */
double fftc_cost_short_rader(const fftc_engine *engine, int first, int last, bool coprime)
{
    const fftc_cost_packed_table *table = packed_table(engine);
    double fit = engine->packed->numbers == 2 ? 0.61 : is_double(engine) ? 0.84 : 0.8;
    double group = 2.0 * (double)table->last[first] + (coprime ? 1.0 : 1.8) * first;
    double chunk = 2.0 * (double)table->last[last] + 0.3 * last;
    return fit * breadth(engine) *
           (vectors_of(engine, (size_t)last) * group + vectors_of(engine, (size_t)first) * chunk +
            10.0);
}

/* A wide row's twiddles take twice the room of a row's: where they exceed the first-level cache, it
 * costs about 60 bytes a nanosecond. */
double fftc_cost_wide(const fftc_engine *engine, int radix, size_t m)
{
    size_t vector = vector_bits(engine) / 8;
    double groups = vectors_of(engine, m);
    double table = 2.0 * groups * (double)((size_t)(radix - 1) * vector);
    double cost = breadth(engine) * groups * (double)fftc_cost_wide_groups[vector > 32][radix];
    cost *= for_vector(engine, fit_of(engine)->wide);
    return table > 32.0 * 1024 ? cost + table / 2 / 60 : cost;
}

/* Whether vectors of 256 bits have a function for a row of these three radices. */
static bool has_function(const fftc_engine *engine, const int *radix)
{
    const size_t bytes = fftc_precision_bytes(engine->precision);
#define TRIPLE_FIXED_32(...) {4, __VA_ARGS__},
#define TRIPLE_FIXED_64(...) {8, __VA_ARGS__},
    static const int functions[][4] = {
#include "cpu/engine/units/packed_triple_lengths.h"
    };
#undef TRIPLE_FIXED_32
#undef TRIPLE_FIXED_64
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
    double groups; /* vectors that hold m points */
    double chunks; /* vectors that hold r1 points */
    double bytes;
    size_t apart;      /* the first pass's numbers, in bytes */
    bool first_across; /* whether vectors of r1 points cross cache lines */
    bool last_across;  /* whether vectors of m points cross cache lines */
} triple;

static triple triple_of(const fftc_engine *engine, const int *radix)
{
    const size_t numbers = (size_t)engine->packed->numbers;
    const size_t r1 = (size_t)radix[0];
    const size_t m = (size_t)radix[1] * (size_t)radix[2];
    return (triple){
        .r1 = r1,
        .m = m,
        .groups = vectors_of(engine, m),
        .chunks = vectors_of(engine, r1),
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
 * that they share. The nanoseconds are of the processor whose tables these are, of which that of
 * the other rows' tables takes 1.47. */
static double triple_256(const fftc_engine *engine, const triple *t, const int *radix)
{
    const fftc_cost_fit *fit = fit_of(engine);
    double cost = 10.0 + triple_passes(t, radix, fftc_cost_triple_first_256[is_double(engine)],
                                       fftc_cost_triple_middle_256, fftc_cost_triple_last_256);
    bool across = t->first_across && t->bytes > 16384.0;
    bool meets = t->r1 * 2 * fftc_precision_bytes(engine->precision) == 256 && t->m > 160;
    cost *= 0.73 * (across || meets ? 1.35 : has_function(engine, radix) ? 0.94 : 1.0);
    const int crowd = t->apart % 4096 == 0 ? 3 : t->apart % 1024 == 0 ? 2 : 1;
    return cost * times(fit->triple_256[t->bytes < fit->triple_256_bytes ? 0 : crowd]);
}

static double triple_512(const fftc_cost_triple_fit *fit, const triple *t, const int *radix)
{
    double cost = fit->alone + triple_passes(t, radix, fit->first, fit->middle, fit->last);
    if (radix[1] == 8) {
        cost += fit->second_8 * t->chunks * radix[2] * (double)fit->middle[8];
    }
    for (int i = 0; i < 2; ++i) {
        cost += fit->beyond[i] * positive(t->bytes - fit->beyond_at[i]);
    }
    cost += t->last_across ? fit->last_across * t->groups * (double)t->r1 : 0.0;
    cost += t->first_across ? fit->first_across * t->chunks * (double)t->m : 0.0;
    cost *= t->r1 > 8 && t->apart % 4096 == 0 ? times(fit->crowd) : 1.0;
    const double first = radix[0] == 20 ? fit->first_20 : radix[0] == 16 ? fit->first_16 : 1.0;
    const double second = radix[1] == 16 ? fit->second_16 : 1.0;
    return times(first) * times(second) * (times(fit->scale) * cost + fit->offset);
}

/* The cost is in the nanoseconds of the other rows' tables. */
double fftc_cost_triple(const fftc_engine *engine, const int *radix)
{
    const triple t = triple_of(engine, radix);
    return vector_bits(engine) == 256
               ? triple_256(engine, &t, radix)
               : triple_512(&fit_of(engine)->triple_512[is_double(engine)], &t, radix);
}

static bool is_long(int radix)
{
    return radix > FFTC_PACKED_MAX_RADIX;
}

bool fftc_cost_knows_packed(const fftc_engine *engine, int first, int last)
{
    return fit_of(engine)->long_radices ||
           (!is_long(first) && (!is_long(last) || last == FFTC_PACKED_MAX_LAST));
}

bool fftc_cost_knows_triple(const fftc_engine *engine, const int *radix)
{
    const fftc_machine *here = fftc_machine_here();
    const bool known =
        (!is_long(radix[0]) || (radix[0] == 20 && is_double(engine))) && !is_long(radix[2]);
    return here->knows_triple && (known || here->knows_long_triple);
}
