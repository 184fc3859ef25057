/* SPDX-License-Identifier: MIT */
#include "cpu/engine/cost.h"

#include <string.h>

#include "cpu/engine/dense.h"
#include "cpu/engine/packed.h"
#include "cpu/engine/vector_plan.h"

typedef float by_radix[FFTC_ENGINE_MAX_CODELET + 1];

/* Places in tables. */
enum { TABLE_32_REGISTERS, TABLE_16_REGISTERS, TABLE_INTEL_512 };

typedef struct cost_table {
    by_radix middle;
    by_radix load;
    by_radix store;
    by_radix single;
    by_radix row[5]; /* by log2 of the lanes */
} cost_table;

/* From bench/fit_cost on one core of an AMD EPYC of family 26 (Zen 5), gcc 12.2: with 32 vector
 * registers (AVX-512) and with 16 (AVX2). A butterfly costs about the same whatever the width of
 * its vectors, in float and in double; but see breadth. */
static const cost_table tables[] = {
    {
        .middle = {[2] = 1.6F,
                   [3] = 2.3F,
                   [4] = 2.6F,
                   [5] = 4.6F,
                   [6] = 5.1F,
                   [7] = 8.7F,
                   [8] = 6.7F,
                   [9] = 12.1F,
                   [10] = 10.1F,
                   [11] = 20.1F,
                   [12] = 12.0F,
                   [13] = 21.5F,
                   [14] = 19.7F,
                   [15] = 21.8F,
                   [16] = 20.7F},
        .load = {[2] = 3.4F,
                 [3] = 5.0F,
                 [4] = 5.8F,
                 [5] = 8.3F,
                 [6] = 9.1F,
                 [7] = 12.1F,
                 [8] = 12.3F,
                 [9] = 17.2F,
                 [10] = 16.4F,
                 [11] = 23.7F,
                 [12] = 18.7F,
                 [13] = 28.6F,
                 [14] = 26.3F,
                 [15] = 25.8F,
                 [16] = 26.3F},
        .store = {[2] = 2.7F,
                  [3] = 3.6F,
                  [4] = 4.0F,
                  [5] = 5.4F,
                  [6] = 5.7F,
                  [7] = 8.1F,
                  [8] = 7.6F,
                  [9] = 10.5F,
                  [10] = 10.5F,
                  [11] = 18.9F,
                  [12] = 13.0F,
                  [13] = 24.2F,
                  [14] = 19.0F,
                  [15] = 18.4F,
                  [16] = 19.2F},
        .single = {[2] = 15.1F,
                   [3] = 18.8F,
                   [4] = 17.9F,
                   [5] = 23.1F,
                   [6] = 23.6F,
                   [7] = 27.7F,
                   [8] = 28.1F,
                   [9] = 34.3F,
                   [10] = 33.0F,
                   [11] = 40.0F,
                   [12] = 36.5F,
                   [13] = 43.6F,
                   [14] = 42.9F,
                   [15] = 45.7F,
                   [16] = 44.4F},
        .row = {[1] = {[2] = 1.8F},
                [2] = {[2] = 2.8F, [3] = 4.5F, [4] = 4.9F},
                [3] = {[2] = 5.3F,
                       [3] = 7.7F,
                       [4] = 8.5F,
                       [5] = 13.1F,
                       [6] = 12.2F,
                       [7] = 16.2F,
                       [8] = 15.8F},
                [4] = {[2] = 12.6F,
                       [3] = 15.1F,
                       [4] = 14.9F,
                       [5] = 19.9F,
                       [6] = 19.5F,
                       [7] = 23.7F,
                       [8] = 21.8F,
                       [9] = 27.7F,
                       [10] = 27.3F,
                       [11] = 37.6F,
                       [12] = 29.8F,
                       [13] = 41.8F,
                       [14] = 40.0F,
                       [15] = 43.4F,
                       [16] = 40.7F}},
    },
    {
        .middle = {[2] = 1.4F,
                   [3] = 2.1F,
                   [4] = 2.7F,
                   [5] = 4.6F,
                   [6] = 5.0F,
                   [7] = 10.5F,
                   [8] = 6.7F,
                   [9] = 12.6F,
                   [10] = 11.1F,
                   [11] = 26.3F,
                   [12] = 12.7F,
                   [13] = 28.4F,
                   [14] = 24.8F,
                   [15] = 21.2F,
                   [16] = 18.3F},
        .load = {[2] = 2.8F,
                 [3] = 4.1F,
                 [4] = 4.9F,
                 [5] = 7.2F,
                 [6] = 7.9F,
                 [7] = 12.8F,
                 [8] = 11.7F,
                 [9] = 15.7F,
                 [10] = 16.3F,
                 [11] = 30.7F,
                 [12] = 17.9F,
                 [13] = 33.8F,
                 [14] = 28.0F,
                 [15] = 26.6F,
                 [16] = 25.9F},
        .store = {[2] = 2.3F,
                  [3] = 3.3F,
                  [4] = 3.9F,
                  [5] = 4.8F,
                  [6] = 5.2F,
                  [7] = 7.7F,
                  [8] = 6.5F,
                  [9] = 10.3F,
                  [10] = 10.7F,
                  [11] = 21.3F,
                  [12] = 11.7F,
                  [13] = 25.6F,
                  [14] = 19.0F,
                  [15] = 18.9F,
                  [16] = 17.6F},
        .single = {[2] = 13.6F,
                   [3] = 16.2F,
                   [4] = 16.5F,
                   [5] = 19.2F,
                   [6] = 21.6F,
                   [7] = 26.0F,
                   [8] = 24.8F,
                   [9] = 30.1F,
                   [10] = 29.0F,
                   [11] = 35.8F,
                   [12] = 30.0F,
                   [13] = 44.5F,
                   [14] = 38.4F,
                   [15] = 37.4F,
                   [16] = 41.6F},
        .row = {[1] = {[2] = 3.3F},
                [2] = {[2] = 2.9F, [3] = 4.8F, [4] = 5.2F},
                [3] = {[2] = 5.4F,
                       [3] = 8.1F,
                       [4] = 8.5F,
                       [5] = 12.3F,
                       [6] = 11.9F,
                       [7] = 16.0F,
                       [8] = 15.5F}},
    },
    /* 16 floats on an Intel Xeon with AMX-FP16, gcc 12.2. */
    {
        .middle = {[2] = 2.2F,
                   [3] = 4.0F,
                   [4] = 5.1F,
                   [5] = 8.2F,
                   [6] = 9.6F,
                   [7] = 14.1F,
                   [8] = 13.8F,
                   [9] = 21.0F,
                   [10] = 21.1F,
                   [11] = 35.1F,
                   [12] = 24.7F,
                   [13] = 40.3F,
                   [14] = 34.8F,
                   [15] = 36.1F,
                   [16] = 33.1F},
        .load = {[2] = 5.0F,
                 [3] = 8.3F,
                 [4] = 11.1F,
                 [5] = 15.5F,
                 [6] = 17.8F,
                 [7] = 21.3F,
                 [8] = 21.7F,
                 [9] = 28.0F,
                 [10] = 28.9F,
                 [11] = 40.9F,
                 [12] = 35.2F,
                 [13] = 47.9F,
                 [14] = 46.2F,
                 [15] = 47.2F,
                 [16] = 45.1F},
        .store = {[2] = 3.5F,
                  [3] = 4.9F,
                  [4] = 6.2F,
                  [5] = 8.7F,
                  [6] = 10.0F,
                  [7] = 14.1F,
                  [8] = 13.8F,
                  [9] = 19.1F,
                  [10] = 19.3F,
                  [11] = 31.6F,
                  [12] = 20.7F,
                  [13] = 34.3F,
                  [14] = 30.7F,
                  [15] = 32.2F,
                  [16] = 30.3F},
        .single = {[2] = 16.2F,
                   [3] = 21.1F,
                   [4] = 21.4F,
                   [5] = 26.8F,
                   [6] = 26.6F,
                   [7] = 34.8F,
                   [8] = 37.4F,
                   [9] = 41.0F,
                   [10] = 41.0F,
                   [11] = 50.7F,
                   [12] = 43.9F,
                   [13] = 56.2F,
                   [14] = 52.7F,
                   [15] = 56.6F,
                   [16] = 56.3F},
        .row = {[4] = {[2] = 30.7F,
                       [3] = 37.7F,
                       [4] = 38.4F,
                       [5] = 45.8F,
                       [6] = 49.3F,
                       [7] = 59.6F,
                       [8] = 57.2F,
                       [9] = 65.7F,
                       [10] = 63.4F,
                       [11] = 69.2F,
                       [12] = 67.8F,
                       [13] = 78.2F,
                       [14] = 72.3F,
                       [15] = 77.8F,
                       [16] = 74.7F}},
    },
};

typedef struct packed_table {
    by_radix first;
    float last[FFTC_PACKED_MAX_LAST + 1];
} packed_table;

/* From bench/fit_cost, by log2 of the numbers in a vector: a group of columns of the first radix, a
 * chunk of rows of the last, beside FFTC_COST_PACKED for the row itself. The fit meets measured
 * rows to within 5% in the mean, and much the same in every instruction set. 32 is from whole rows
 * of 320 to 512 points. */
static const packed_table packed_tables[] = {
    {.first = {[2] = 0.1F,
               [3] = 0.3F,
               [4] = 0.4F,
               [5] = 0.8F,
               [6] = 0.8F,
               [7] = 1.8F,
               [8] = 1.3F,
               [9] = 3.5F,
               [10] = 2.4F,
               [11] = 6.3F,
               [12] = 3.2F,
               [13] = 9.1F,
               [14] = 5.6F,
               [15] = 6.7F,
               [16] = 6.8F},
     .last = {[2] = 1.4F,
              [3] = 2.2F,
              [4] = 2.8F,
              [5] = 3.9F,
              [6] = 4.4F,
              [7] = 5.6F,
              [8] = 6.0F,
              [9] = 8.0F,
              [10] = 7.8F,
              [11] = 11.2F,
              [12] = 9.3F,
              [13] = 14.0F,
              [14] = 12.3F,
              [15] = 13.5F,
              [16] = 14.2F,
              [32] = 42.0F}},
    {.first = {[2] = 0.1F,
               [3] = 0.4F,
               [4] = 0.4F,
               [5] = 1.2F,
               [6] = 1.1F,
               [7] = 2.5F,
               [8] = 2.4F,
               [9] = 4.6F,
               [10] = 3.0F,
               [11] = 7.1F,
               [12] = 3.8F,
               [13] = 11.1F,
               [14] = 6.5F,
               [15] = 7.1F,
               [16] = 7.4F},
     .last = {[2] = 1.3F,
              [3] = 2.8F,
              [4] = 2.8F,
              [5] = 4.7F,
              [6] = 4.8F,
              [7] = 6.9F,
              [8] = 6.6F,
              [9] = 9.5F,
              [10] = 8.5F,
              [11] = 13.7F,
              [12] = 10.0F,
              [13] = 16.0F,
              [14] = 14.0F,
              [15] = 16.2F,
              [16] = 15.3F,
              [32] = 40.0F}},
    {.first = {[4] = 1.3F,
               [5] = 2.2F,
               [6] = 2.2F,
               [7] = 4.3F,
               [8] = 3.8F,
               [9] = 6.2F,
               [10] = 5.2F,
               [11] = 9.6F,
               [12] = 6.2F,
               [13] = 13.8F,
               [14] = 8.7F,
               [15] = 9.9F,
               [16] = 9.6F},
     .last = {[4] = 2.8F,
              [5] = 5.6F,
              [6] = 5.6F,
              [7] = 7.3F,
              [8] = 6.6F,
              [9] = 10.5F,
              [10] = 9.6F,
              [11] = 14.1F,
              [12] = 10.2F,
              [13] = 16.9F,
              [14] = 15.3F,
              [15] = 16.3F,
              [16] = 15.5F,
              [32] = 37.0F}},
    {.first = {[8] = 7.0F,
               [9] = 11.5F,
               [10] = 10.2F,
               [11] = 14.3F,
               [12] = 10.9F,
               [13] = 18.6F,
               [14] = 13.8F,
               [15] = 14.6F,
               [16] = 14.4F},
     .last = {[8] = 7.0F,
              [9] = 11.0F,
              [10] = 10.4F,
              [11] = 13.1F,
              [12] = 10.1F,
              [13] = 14.9F,
              [14] = 14.0F,
              [15] = 14.8F,
              [16] = 13.6F,
              [32] = 34.0F}},
};

static int log2_of(int power)
{
    int log2 = 0;
    while (power >> (log2 + 1) != 0) {
        ++log2;
    }
    return log2;
}

/* Of the large primes, likewise from bench/fit_cost, within 10%: (p - 1)^2 fused multiplications
 * and additions, and p vectors to fetch and to put back. */
static double prime_cost(fftc_cost_role role, int radix)
{
    double products = 0.125 * (radix - 1) * (radix - 1);
    double vectors = (role == FFTC_COST_LOAD ? 2.8 : 1.8) * radix;
    return products + vectors + (role == FFTC_COST_SINGLE ? 15.0 : 0.0);
}

/* AVX-512: 32 registers, and masks. */
static bool is_avx512(const fftc_engine *engine)
{
    return strcmp(engine->name, "avx512") == 0;
}

static size_t vector_bits(const fftc_engine *engine)
{
    return (size_t)engine->lanes * fftc_precision_bytes(engine->precision) * 8;
}

static bool is_intel(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_is("intel") != 0;
#else
    return false;
#endif
}

/* What a vector of 256 or 512 bits costs more than one of 128. Nothing where the tables are from.
 * Intel's processors have as many units for 256 bits, but two of three for 512, and a single one
 * for shuffles of these and across 128 bits. Held to AVX2, or in double, choosing by that gained
 * nothing in the mean (docs/cpu-tuning.md). Reproducible plans, whose engines have other names,
 * are the same everywhere. */
static double breadth(const fftc_engine *engine)
{
    if (!is_avx512(engine) || engine->precision == FFTC_FLOAT64 || !is_intel()) {
        return 1.0;
    }
    size_t bits = vector_bits(engine);
    return bits == 512 ? 1.6 : bits == 256 ? 1.2 : 1.0;
}

double fftc_cost_butterfly(const fftc_engine *engine, fftc_cost_role role, int radix)
{
    double more = breadth(engine);
    const cost_table *table = &tables[is_avx512(engine) ? TABLE_32_REGISTERS : TABLE_16_REGISTERS];
    if (radix > FFTC_ENGINE_MAX_CODELET) {
        return more * prime_cost(role, radix);
    }
    if (more > 1.0 && vector_bits(engine) == 512) {
        table = &tables[TABLE_INTEL_512];
        more = 1.0;
    }
    switch (role) {
    case FFTC_COST_MIDDLE: return more * (double)table->middle[radix];
    case FFTC_COST_LOAD: return more * (double)table->load[radix];
    case FFTC_COST_STORE: return more * (double)table->store[radix];
    case FFTC_COST_SINGLE: return more * (double)table->single[radix];
    case FFTC_COST_ROW: return more * (double)table->row[log2_of(engine->lanes)][radix];
    }
    return 0.0;
}

/* Within 10% of what bench/fit_cost measures, as long as the table leaves room in the first-level
 * cache. */
double fftc_cost_dense(const fftc_engine *engine, size_t n)
{
    size_t products = fftc_dense_inputs(n) * fftc_dense_outputs(n, (size_t)engine->lanes);
    return 8.0 + breadth(engine) * (products * fftc_vector_bytes(engine) > 36 * 1024 ? 0.6 : 0.35) *
                     (double)products;
}

/* Reading and writing all of it once, with caches of 32 KB and 1 MB: 200 bytes a nanosecond from
 * and to the second level, 64 beyond (measured with passes in the place of others; streams that
 * the processor foresees are mostly hidden behind the arithmetic). */
double fftc_cost_traffic(const fftc_engine *engine, size_t working_set)
{
    double bytes = 2.0 * 2.0 * engine->lanes * (engine->precision == FFTC_FLOAT64 ? 8.0 : 4.0);
    if (working_set <= 40 * 1024) {
        return 0.0;
    }
    return working_set <= 1024 * 1024 ? bytes / 200.0 : bytes / 64.0;
}

/* Masks cost nothing. Without them it goes by way of a copy (edge_tmpl.h), half a vector sooner
 * than another part: from bench/fit_cost. */
double fftc_cost_part(const fftc_engine *engine, int lanes)
{
    if (lanes >= engine->lanes || is_avx512(engine)) {
        return 0.0;
    }
    return 2 * lanes == engine->lanes ? 1.8 : 4.8;
}

double fftc_cost_crowd(int radix, size_t apart, size_t array)
{
    return radix > 8 && apart % 4096 == 0 && array > 32 * 1024 ? 2.0 : 0.0;
}

/* Intel's processors, held to AVX2, do the last pass of a packed row of floats in less than the
 * table's part of the first: 10 by 16 and 10 by 32 points take 0.9 of the time of 16 by 10 and of a
 * wide row, which would be chosen without this. */
static double last_pass(const fftc_engine *engine)
{
    bool held = strcmp(engine->name, "avx2") == 0 && is_intel();
    return held && engine->precision != FFTC_FLOAT64 && engine->lanes == 8 ? 0.85 : 1.0;
}

double fftc_cost_packed(const fftc_engine *engine, int first, int last, bool whole)
{
    int numbers = engine->packed->numbers;
    const packed_table *table = &packed_tables[log2_of(numbers)];
    double groups = (double)((last + numbers - 1) / numbers);
    double chunks = (double)((first + numbers - 1) / numbers);
    if (last == 1) {
        return (double)packed_tables[0].last[first];
    }
    double cost = groups * (double)table->first[first] +
                  chunks * last_pass(engine) * (double)table->last[last];
    cost *= breadth(engine);
    return whole ? 0.9 * cost : cost + FFTC_COST_PACKED;
}

/* As much as a codelet of its vectors, with what it fetches and stores twice as often. */
double fftc_cost_abreast(const fftc_engine *engine, int points)
{
    double numbers = engine->packed->numbers;
    return breadth(engine) * (1.3 / numbers) * (double)packed_tables[0].last[points];
}

/* Both ways through both radices, places that no cache expects, and products; one factor for each
 * kind of vector fits all of it, to within a tenth from 67 to 257 points. */
double fftc_cost_short_rader(const fftc_engine *engine, int first, int last, bool coprime)
{
    int numbers = engine->packed->numbers;
    const packed_table *table = &packed_tables[log2_of(numbers)];
    double fit = numbers == 2 ? 0.61 : engine->precision == FFTC_FLOAT64 ? 0.84 : 0.8;
    double groups = (double)((last + numbers - 1) / numbers);
    double chunks = (double)((first + numbers - 1) / numbers);
    double group = 2.0 * (double)table->last[first] + (coprime ? 1.0 : 1.8) * first;
    double chunk = 2.0 * (double)table->last[last] + 0.3 * last;
    return fit * breadth(engine) * (groups * group + chunks * chunk + 10.0);
}

/* From bench/fit_cost: a group of columns of a wide row's first pass, in vectors of up to 256 bits
 * and of 512; the larger radices of these as they are in rows of 1000 points. */
static const by_radix wide_groups[] = {{[2] = 1.8F,
                                        [3] = 2.8F,
                                        [4] = 2.8F,
                                        [5] = 5.2F,
                                        [6] = 5.2F,
                                        [7] = 7.5F,
                                        [8] = 7.5F,
                                        [9] = 14.5F,
                                        [10] = 13.5F,
                                        [11] = 16.5F,
                                        [12] = 13.8F,
                                        [13] = 21.5F,
                                        [14] = 17.0F,
                                        [15] = 17.4F,
                                        [16] = 17.8F},
                                       {[8] = 11.0F,
                                        [9] = 15.0F,
                                        [10] = 20.0F,
                                        [11] = 18.0F,
                                        [12] = 18.0F,
                                        [13] = 23.0F,
                                        [14] = 20.5F,
                                        [15] = 24.0F,
                                        [16] = 26.0F}};

/* Its twiddles take twice the room of a row's: where they leave the first-level cache, about
 * 60 bytes a nanosecond. */
double fftc_cost_wide(const fftc_engine *engine, int radix, size_t m)
{
    size_t numbers = (size_t)engine->packed->numbers;
    size_t vector = 2 * numbers * fftc_precision_bytes(engine->precision);
    double groups = (double)((m + numbers - 1) / numbers);
    double table = 2.0 * groups * (double)((size_t)(radix - 1) * vector);
    double cost = breadth(engine) * groups * (double)wide_groups[vector > 32][radix];
    return table > 32.0 * 1024 ? cost + table / 2 / 60 : cost;
}

/* Fitted to whole rows of all radices, 2197 of double and 1521 of float, on an Intel Xeon with
 * AVX-512, to within 8% in the mean: a group of columns in double and in float; a vector's rows. */
static const float triple_first[][FFTC_TRIPLE_MOST_FIRST + 1] = {{[4] = 5.0F,
                                                                  [5] = 4.6F,
                                                                  [6] = 5.3F,
                                                                  [7] = 9.8F,
                                                                  [8] = 13.5F,
                                                                  [9] = 16.2F,
                                                                  [10] = 13.8F,
                                                                  [11] = 21.8F,
                                                                  [12] = 20.7F,
                                                                  [13] = 27.5F,
                                                                  [14] = 22.5F,
                                                                  [15] = 31.2F,
                                                                  [16] = 36.0F,
                                                                  [20] = 46.0F},
                                                                 {[8] = 14.6F,
                                                                  [9] = 15.6F,
                                                                  [10] = 11.4F,
                                                                  [11] = 19.4F,
                                                                  [12] = 13.4F,
                                                                  [13] = 26.3F,
                                                                  [14] = 22.0F,
                                                                  [15] = 27.3F,
                                                                  [16] = 39.0F}};
static const by_radix triple_middle = {
    [4] = 2.1F,   [5] = 3.8F,   [6] = 4.7F,   [7] = 7.3F,   [8] = 7.7F,   [9] = 11.9F, [10] = 11.7F,
    [11] = 16.7F, [12] = 15.0F, [13] = 22.7F, [14] = 20.5F, [15] = 23.2F, [16] = 25.8F};
static const by_radix triple_last = {
    [4] = 1.1F,   [5] = 2.2F,  [6] = 2.5F,   [7] = 4.5F,   [8] = 4.8F,   [9] = 7.2F,  [10] = 6.8F,
    [11] = 11.7F, [12] = 9.2F, [13] = 15.2F, [14] = 13.0F, [15] = 14.4F, [16] = 16.7F};

/* In the other rows' nanoseconds: those of float are this processor's, nearly; those of double are
 * another's, which takes half of the time. Where a radix leaves vectors across cache lines that is
 * charged, and a little more, in double for both radices much more: rows that others do nearly as
 * well should stay theirs. */
double fftc_cost_triple(const fftc_engine *engine, const int *radix)
{
    const bool is_double = engine->precision == FFTC_FLOAT64;
    const size_t numbers = (size_t)engine->packed->numbers;
    const size_t r1 = (size_t)radix[0];
    const size_t m = (size_t)radix[1] * (size_t)radix[2];
    const double bytes = 2.0 * (double)(r1 * m * fftc_precision_bytes(engine->precision));
    const double groups = (double)((m + numbers - 1) / numbers);
    const double chunks = (double)((r1 + numbers - 1) / numbers);
    double cost = 20.0 + groups * (double)triple_first[is_double ? 0 : 1][r1] +
                  chunks * (radix[2] * (double)triple_middle[radix[1]] +
                            radix[1] * (double)triple_last[radix[2]]);
    cost += bytes > 16384.0 ? (is_double ? 12.0 : 0.5) / 1024 * (bytes - 16384.0) : 0.0;
    cost += m % numbers != 0 ? 0.2 * groups * (double)r1 : 0.0;
    cost += r1 % numbers != 0 ? 1.1 * chunks * (double)m : 0.0;
    cost *= r1 % numbers == 0 ? 1.0 : is_double ? (m % numbers == 0 ? 1.3 : 1.75) : 1.12;
    return (is_double ? 0.48 : 0.9) * cost;
}

bool fftc_cost_knows_triple(void)
{
    return is_intel();
}
