/* SPDX-License-Identifier: MIT
 *
 * The circular convolution of one row with numbers that are known when planning, by the unordered
 * pair, so that a row of n numbers takes no more working memory than n numbers. Only the first
 * numbers of the row exist, and only the first results are wanted. Each is multiplied by a factor,
 * before and after.
 */
#ifndef FFTC_CPU_CYCLIC_H
#define FFTC_CPU_CYCLIC_H

#include "cpu/engine/choice.h"
#include "cpu/engine/pair.h"

typedef struct fftc_cyclic {
    size_t n;
    int radix;                /* the radix of the first pass; 1: there is none, since the engine
                                 has one lane */
    size_t chunks;            /* the first pass leaves so many vector FFTs side by side */
    fftc_unordered_pair pair; /* the vector FFT of each chunk */
    const void *twiddles;
    const void *group_twiddles; /* NULL: no more than half of the row exists */
    double cost;                /* of one direction */
} fftc_cyclic;

/* Bytes of the row on its way. */
static inline size_t fftc_cyclic_bytes(const fftc_cyclic *around)
{
    return around->n * 2 * fftc_precision_bytes(around->pair.engine->precision);
}

/* The lanes for which convolutions for these engines are chosen: n should be a multiple, and at
 * least their square. */
size_t fftc_cyclic_lanes(const fftc_engine *const *engines);

/* Chooses the cheapest way over all engines (NULL at the end), n a product of 2, 3, 5 and 7. Its
 * cost is 1e300 if there is none: n is odd, or reproducible plans have none for it. */
void fftc_cyclic_choose(size_t n, const fftc_engine *const *engines, fftc_cyclic *around);

/* Writes the choice as numbers, and reads it (choice.h). */
void fftc_cyclic_write(const fftc_cyclic *around, fftc_choice *choice);
bool fftc_cyclic_read(fftc_choice *choice, size_t n, const fftc_engine *const *engines,
                      fftc_cyclic *around);

/* `whole`: more than half of the row exists; then n is a multiple of the square of
 * fftc_cyclic_lanes. */
fftc_status fftc_cyclic_prepare(fftc_cyclic *around, bool whole, fftc_arena *arena,
                                fftc_error *error);

/* Finds where the vectors of natural order are in a chunk: n / radix numbers. */
void fftc_cyclic_positions(const fftc_cyclic *around, uint32_t *position);

/* Arranges n complex numbers in natural order, `step` from one to the next, as a spectrum. */
void fftc_cyclic_arrange(const fftc_cyclic *around, const struct fftc_team *team,
                         const uint32_t *position, const void *natural, size_t step,
                         void *spectrum);
/* Brings a spectrum back to natural order, the numbers side by side. */
void fftc_cyclic_straighten(const fftc_cyclic *around, const uint32_t *position,
                            const void *spectrum, void *natural);

/* `in` brings ends.src to the row at `work`, `there` transforms it, `convolve` also multiplies by
 * the spectrum and transforms back, and `out` stores to ends.dst (unordered.h). Callers set src,
 * dst, factors, addend, count and swap. Only whole rows have an addend. */
void fftc_cyclic_in(const fftc_cyclic *around, const fftc_team *team, fftc_unordered_ends ends,
                    void *work);
void fftc_cyclic_there(const fftc_cyclic *around, const fftc_team *team, void *work);
void fftc_cyclic_convolve(const fftc_cyclic *around, const fftc_team *team, void *work,
                          const void *spectrum);
void fftc_cyclic_out(const fftc_cyclic *around, const fftc_team *team, void *work,
                     fftc_unordered_ends ends);

#endif
