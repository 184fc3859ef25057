/* SPDX-License-Identifier: MIT
 *
 * What kinds of lines offer, by the cost model: for the estimate the cheapest way, and for
 * measuring (FFTC_MEASURE) the few that it considers best.
 */
#ifndef FFTC_CPU_CANDIDATES_H
#define FFTC_CPU_CANDIDATES_H

#include "cpu/engine/choice.h"
#include "cpu/engine/lines/line.h"

#define FFTC_CANDIDATES 20

/* What is to be planned. Measuring wants several ways of each kind, also those whose costs the
 * model does not know. */
typedef struct fftc_line_task {
    size_t n;
    const fftc_engine *const *engines; /* all of one precision, NULL at the end */
    fftc_line_wish wish;
    bool measure;
    bool smooth; /* fftc_vector_has_radices */
} fftc_line_task;

static inline fftc_line_task fftc_line_task_of(size_t n, const fftc_engine *const *engines,
                                               fftc_line_wish wish)
{
    return (fftc_line_task){n, engines, wish, .smooth = fftc_vector_has_radices(n)};
}

/* The best ways so far, the cheapest first. */
typedef struct fftc_shortlist {
    int most;
    int count;
    double limit; /* what costs as much does not come in */
    bool settled; /* no other kind can be better, as the estimate sees it */
    double cost[FFTC_CANDIDATES];
    fftc_choice choice[FFTC_CANDIDATES];
} fftc_shortlist;

/* An empty list; the ways in it are not initialised. */
static inline void fftc_shortlist_start(fftc_shortlist *list, int most)
{
    list->most = most;
    list->count = 0;
    list->limit = 1e300;
    list->settled = false;
}

/* Returns room for the numbers of a way that costs so much; NULL if the way is not among the
 * best. */
fftc_choice *fftc_line_offer(fftc_shortlist *list, fftc_line_kind kind, double cost);

/* Offers the ways of another list. */
void fftc_shortlist_join(fftc_shortlist *list, const fftc_shortlist *others);

/* Chooses the cheapest way, as numbers; returns its cost. */
double fftc_line_choose(const fftc_line_task *task, fftc_choice *choice);

/* Lists ways to do what a choice was made for; of the choice, n, columns and care are
 * read. */
void fftc_candidates_list(const fftc_choice *choice, const fftc_engine *const *engines,
                          fftc_shortlist *list);

#endif
