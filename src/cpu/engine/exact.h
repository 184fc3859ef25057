/* SPDX-License-Identifier: MIT
 *
 * Reproducible rows whose bits do not depend on the number of lanes: packed and wide ones. They are
 * chosen as if every instruction set had vectors of 512 bits, saved with the lanes that every one
 * has, and carried out by the widest existing vectors that the row fills.
 */
#ifndef FFTC_CPU_EXACT_H
#define FFTC_CPU_EXACT_H

#include "cpu/engine/engine.h"

/* An engine by which the cost model chooses, and which carries nothing out. */
typedef struct fftc_exact_model {
    fftc_engine engine;
    fftc_packed packed;
} fftc_exact_model;

/* Finds the engines for a row that fills so many lanes. In reproducible plans (engines), *model
 * becomes the engine by which the row is chosen, and the other is the one that carries it out. In
 * other plans both are `engine`. */
typedef struct fftc_exact_pair {
    const fftc_engine *judge;
    const fftc_engine *runner;
} fftc_exact_pair;

fftc_exact_pair fftc_exact_pair_of(const fftc_engine *const *engines, const fftc_engine *engine,
                                   size_t lanes, fftc_exact_model *model);

/* The lanes to write into a saved plan. */
size_t fftc_exact_lanes(const fftc_engine *engine);

#endif
