/* SPDX-License-Identifier: MIT
 *
 * A vector FFT there and back in the engine's unordered pair: which radices, their tables, and the
 * order in which the passes run.
 */
#ifndef FFTC_CPU_PAIR_H
#define FFTC_CPU_PAIR_H

#include "cpu/engine/unordered.h"
#include "cpu/engine/vector_plan.h"

/* Chosen and written as any vector FFT is (fftc_vector_choose, fftc_vector_write), m smooth; both
 * ways have twiddles for all passes. */
typedef fftc_vector_plan fftc_unordered_pair;

/* The choice from its numbers (choice.h). */
bool fftc_pair_read(fftc_choice *choice, const fftc_engine *engine, size_t m,
                    fftc_unordered_pair *pair);
/* Makes the tables. */
fftc_status fftc_pair_prepare(fftc_unordered_pair *pair, fftc_arena *arena, fftc_error *error);

/* The frequency that stands at a position. */
size_t fftc_pair_frequency(const fftc_unordered_pair *pair, size_t position);

/* Transforms columns from memory to memory, m >= 2. src has natural order there, dst back; on the
 * other side, row p is position p, all m of them. work: m vectors. */
void fftc_pair_columns_there(const fftc_unordered_pair *pair, void *work, fftc_panel src,
                             fftc_panel dst, fftc_pair_twiddle twiddle);
void fftc_pair_columns_back(const fftc_unordered_pair *pair, void *work, fftc_panel src,
                            fftc_pair_twiddle twiddle, fftc_panel dst);

/* Transform rows in place, shared by a team. "Around" is there, times the spectrum, and back. */
void fftc_pair_there(const fftc_unordered_pair *pair, const fftc_team *team, void *work);
void fftc_pair_back(const fftc_unordered_pair *pair, const fftc_team *team, void *work);
void fftc_pair_around(const fftc_unordered_pair *pair, const fftc_team *team, void *work,
                      const void *spectrum);

#endif
