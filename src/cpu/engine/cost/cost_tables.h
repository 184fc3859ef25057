/* SPDX-License-Identifier: MIT
 *
 * Measured times of butterflies, in nanoseconds, from which the cost model (cost.h) is composed.
 * bench/fit_cost.c measures most of them.
 */
#ifndef FFTC_CPU_COST_TABLES_H
#define FFTC_CPU_COST_TABLES_H

#include "cpu/engine/engine.h"
#include "cpu/engine/packed.h"

typedef float fftc_cost_by_radix[FFTC_ENGINE_MAX_CODELET + 1];

/* By what a pass does at its ends (fftc_cost_role). */
typedef struct fftc_cost_table {
    fftc_cost_by_radix middle;
    fftc_cost_by_radix load;
    fftc_cost_by_radix store;
    fftc_cost_by_radix single;
    fftc_cost_by_radix row[5]; /* by log2 of the lanes */
} fftc_cost_table;

/* From bench/fit_cost on one core of an AMD EPYC of family 26 (Zen 5), gcc 12.2: with 32 vector
 * registers (AVX-512) and with 16 (AVX2). A butterfly costs about the same whatever the width of
 * its vectors, in float and in double; but not on Intel's processors, where 16 floats have a table
 * of their own (a Xeon with AMX-FP16, gcc 12.2). */
enum { FFTC_COST_32_REGISTERS, FFTC_COST_16_REGISTERS, FFTC_COST_INTEL_512, FFTC_COST_TABLES };
extern const fftc_cost_table fftc_cost_butterflies[FFTC_COST_TABLES];

typedef struct fftc_cost_packed_table {
    float first[FFTC_PACKED_MAX_FIRST + 1];
    float last[FFTC_PACKED_MAX_LAST + 1];
} fftc_cost_packed_table;

/* From bench/fit_cost, by log2 of the numbers in a vector: a group of columns of the first radix, a
 * chunk of rows of the last, beside FFTC_COST_PACKED for the row itself. The fit meets measured
 * rows to within 5% in the mean, and much the same in every instruction set. 32 is from whole rows
 * of 320 to 512 points. */
extern const fftc_cost_packed_table fftc_cost_packed_rows[4];

/* From bench/fit_cost: a group of columns of a wide row's first pass, in vectors of up to 256 bits
 * and of 512; the larger radices of these as they are in rows of 1000 points. */
extern const fftc_cost_by_radix fftc_cost_wide_groups[2];

/* Fitted to whole rows of three radices, 2197 of double and 1521 of float, on an Intel Xeon with
 * AVX-512, to within 8% in the mean: a group of columns in double and in float; a vector's rows.
 * They serve Zen 4 (cost.c), for which those beyond 16 points, but 20 of double, are guesses. */
extern const float fftc_cost_triple_first[2][FFTC_PACKED_MAX_FIRST + 1];
extern const fftc_cost_by_radix fftc_cost_triple_middle;
extern const float fftc_cost_triple_last[FFTC_PACKED_MAX_FIRST + 1];

/* In double and in float on Intel's processors, from bench/fit_rows there (Emerald Rapids), in the
 * nanoseconds of the other rows' tables. Those of 11, 13, 21, 22 and 26 points are set between
 * their neighbours'; the choices that they lead to were timed. */
typedef struct fftc_cost_triple_table {
    float first[FFTC_PACKED_MAX_FIRST + 1];
    fftc_cost_by_radix middle;
    float last[FFTC_PACKED_MAX_FIRST + 1];
} fftc_cost_triple_table;
extern const fftc_cost_triple_table fftc_cost_triple_512[2];

/* The same in vectors of 256 bits, there held to AVX2: each pass by itself, in the first-level
 * cache. */
extern const fftc_cost_by_radix fftc_cost_triple_first_256[2];
extern const fftc_cost_by_radix fftc_cost_triple_middle_256;
extern const fftc_cost_by_radix fftc_cost_triple_last_256;

#endif
