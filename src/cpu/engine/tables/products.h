/* SPDX-License-Identifier: MIT
 *
 * The first pass of long vector FFTs of engines with one lane, whose table of twiddles would be as
 * long as the transform: planning 2^20 points of double took 4 ms because of it, half of which the
 * system spent on empty pages. Instead twiddles are products, made for a few columns at a time.
 */
#ifndef FFTC_CPU_PRODUCTS_H
#define FFTC_CPU_PRODUCTS_H

#include "cpu/engine/vector_plan.h"

/* Whether the twiddles of the plan's first pass are products. */
bool fftc_products_suit(const fftc_vector_plan *plan);
fftc_status fftc_products_prepare(fftc_vector_plan *plan, fftc_arena *arena, fftc_error *error);

/* Does the first pass, in place of the `load` of its radix. */
void fftc_products_load(const fftc_engine *engine, const fftc_vector_plan *plan, void *work,
                        size_t stride, fftc_engine_edge src);

#endif
