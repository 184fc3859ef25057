/* SPDX-License-Identifier: MIT
 *
 * The cost model by which plans are chosen, in nanoseconds of the machine to which it was fitted;
 * only ratios matter. bench/fit_cost.c measures the tables, docs/cpu-engine.md explains them.
 */
#ifndef FFTC_CPU_COST_H
#define FFTC_CPU_COST_H

#include "cpu/engine/engine.h"

/* What a pass does at its ends (engine.h). */
typedef enum fftc_cost_role {
    FFTC_COST_MIDDLE,
    FFTC_COST_LOAD,
    FFTC_COST_STORE,
    FFTC_COST_SINGLE,
    FFTC_COST_ROW
} fftc_cost_role;

/* The cost of one butterfly of a pass, on vectors in the first-level cache; for a row's first pass,
 * of one group of columns. */
double fftc_cost_butterfly(const fftc_engine *engine, fftc_cost_role role, int radix);

/* The cost of a packed row of first * last points. `fixed`: by a function of its own, not by two
 * passes. */
double fftc_cost_packed(const fftc_engine *engine, int first, int last, bool fixed);

/* The cost of one of many rows that lie side by side (lane_rows.h). */
double fftc_cost_lane_row(const fftc_engine *engine, int points);

/* The cost of a row of first * last + 1 points, a prime (short_rader.c). */
double fftc_cost_short_rader(const fftc_engine *engine, int first, int last, bool coprime);

/* The cost of a row of n points as a product of matrix and vector (dense.h). */
double fftc_cost_dense(const fftc_engine *engine, size_t n);

/* What a vector adds to a pass whose working set of so many bytes is not in the first-level
 * cache. */
double fftc_cost_traffic(const fftc_engine *engine, size_t working_set);

/* What storing a vector of which memory has only so many lanes costs in addition. */
double fftc_cost_partial_vector(const fftc_engine *engine, int lanes);

/* What a vector costs in addition if the vectors of a butterfly are so many bytes apart in an array
 * of so many: more than 8 cache lines at a time may compete for the same sets of the first-level
 * cache. */
double fftc_cost_crowd(int radix, size_t apart, size_t array);

/* The cost of calling a pass; and of calling it on each of the blocks that another pass left, as it
 * is measured for rows of 1000 to 16384 points: the first butterflies of a block wait for the last
 * ones of the block before. */
#define FFTC_COST_CALL 4.0
#define FFTC_COST_BLOCK 32.0

/* The cost of the first pass of a wide row of radix * m points. */
double fftc_cost_wide(const fftc_engine *engine, int radix, size_t m);

/* The cost of a row of three radices on packed numbers (triple.c). */
double fftc_cost_triple(const fftc_engine *engine, const int *radix);

/* Whether the costs of rows with these radices are known on this machine, in two passes or in
 * three: elsewhere only measuring finds such rows. */
bool fftc_cost_knows_packed(const fftc_engine *engine, int first, int last);
bool fftc_cost_knows_triple(const fftc_engine *engine, const int *radix);

/* What a packed row costs in addition to its groups and chunks. */
#define FFTC_COST_PACKED 3.0

#endif
