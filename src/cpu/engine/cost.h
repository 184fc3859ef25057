/* SPDX-License-Identifier: MIT
 *
 * The cost model that plans are chosen by. Its unit is the time of one butterfly of radix 2 on one vector; docs/cpu-engine.md says how
 * the constants were fitted.
 */
#ifndef FFTC_CPU_COST_H
#define FFTC_CPU_COST_H

#include "cpu/engine/engine.h"

/* One butterfly of the radix on vectors that are in the first-level cache. */
double fftc_cost_butterfly(const fftc_engine *engine, int radix);

/* One group of a row's first pass: the butterfly, its twiddles and the transposition. */
double fftc_cost_row_group(const fftc_engine *engine, int radix);

/* Reading and writing one vector of a working set of so many bytes once more. */
double fftc_cost_vector_traffic(const fftc_engine *engine, size_t working_set);

#endif
