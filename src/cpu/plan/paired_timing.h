/* SPDX-License-Identifier: MIT
 *
 * Two plans are timed alternately on the same data. Their shortest times count, since a disturbance
 * can only make a run longer. Measuring (FFTC_MEASURE) is a series of such comparisons, champion
 * against challenger.
 */
#ifndef FFTC_CPU_PAIRED_TIMING_H
#define FFTC_CPU_PAIRED_TIMING_H

#include <stdbool.h>

#include "cpu/engine/arena.h"
#include "fftcore/fftcore.h"

typedef struct fftc_paired_timing {
    void (*run)(void *context, const void *plan); /* runs the plan once */
    void *context;
    double deadline;     /* fftc_paired_timing_now */
    double make_seconds; /* what making a plan takes */
    double seconds;      /* the champion's time */
    bool apart;          /* the plans use different numbers of threads: each sample comes after a
                            run that is not counted */
} fftc_paired_timing;

double fftc_paired_timing_now(void);

/* Measures the champion's time, as well as the deadline allows. */
void fftc_paired_timing_begin(fftc_paired_timing *timing, const void *champion);

/* Whether making a plan and the shortest comparison would be over in time. */
bool fftc_paired_timing_has_time(const fftc_paired_timing *timing);

/* True if the challenger is clearly faster; twice, if there is time to measure it again. */
bool fftc_paired_timing_won(fftc_paired_timing *timing, const void *champion,
                            const void *challenger);

/* Allocates arrays of so many bytes to measure with; `src_im` and `dst_im`: also those of imaginary
 * parts. They hold zeros, which stay zeros however often they are transformed in place, and for
 * which no arithmetic takes longer. False if there is no memory, or not the time to write all of
 * them `times` times. */
bool fftc_paired_timing_arrays(const fftc_paired_timing *timing, fftc_arena *arena, size_t src,
                               size_t dst, bool in_place, bool src_im, bool dst_im, double times,
                               fftc_arrays *arrays);

#endif
