/* SPDX-License-Identifier: MIT
 *
 * Two plans take turns on the same data. Their shortest times count, since a disturbance can only
 * make a run longer. Measuring (FFTC_MEASURE) is a series of such duels, champion against
 * challenger.
 */
#ifndef FFTC_CPU_DUEL_H
#define FFTC_CPU_DUEL_H

#include <stdbool.h>

typedef struct fftc_duel {
    void (*run)(void *context, const void *plan); /* once */
    void *context;
    double deadline;     /* fftc_duel_now */
    double make_seconds; /* that making a plan takes */
    double seconds;      /* the champion's time */
    bool apart;          /* other threads: each sample comes after a run that is not counted */
} fftc_duel;

double fftc_duel_now(void);

/* Measures the champion's time, as well as the deadline allows. */
void fftc_duel_begin(fftc_duel *duel, const void *champion);

/* Whether making a plan and the shortest duel would be over in time. */
bool fftc_duel_has_time(const fftc_duel *duel);

/* True if the challenger is clearly faster, twice if there is the time. */
bool fftc_duel_won(fftc_duel *duel, const void *champion, const void *challenger);

#endif
