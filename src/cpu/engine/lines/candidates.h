/* SPDX-License-Identifier: MIT
 *
 * The ways that the cost model considers best, for measuring (FFTC_MEASURE).
 */
#ifndef FFTC_CPU_CANDIDATES_H
#define FFTC_CPU_CANDIDATES_H

#include "cpu/engine/choice.h"
#include "cpu/engine/lines/line.h"

#define FFTC_CANDIDATES 20

typedef struct fftc_candidate {
    double cost;
    fftc_choice choice;
} fftc_candidate;

/* Cheapest first. */
typedef struct fftc_shortlist {
    int count;
    fftc_candidate best[FFTC_CANDIDATES];
} fftc_shortlist;

/* Lists ways to do what a choice was made for; of the choice, n, columns and care are
 * read. */
void fftc_candidates_list(const fftc_choice *choice, const fftc_engine *const *engines,
                          fftc_shortlist *list);

/* --- for the kinds of lines: each offers its own ---------------------------------------------- */

/* Keeps the line, whose cost is set, if it is among the best. */
void fftc_shortlist_offer(fftc_shortlist *list, const fftc_line *line);

void fftc_packed_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_grid_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_wide_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_triple_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_square_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_row_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_long_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_dense_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_rader_candidates(size_t n, fftc_care care, const fftc_engine *const *engines,
                           fftc_shortlist *list);
void fftc_short_rader_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list);
void fftc_chirp_candidates(size_t n, fftc_care care, const fftc_engine *const *engines,
                           fftc_shortlist *list);

#endif
