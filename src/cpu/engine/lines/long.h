/* SPDX-License-Identifier: MIT
 *
 * Long rows: rows whose first twiddles are products, so that their tables stay small; whose last
 * passes finish several blocks at once, so that they store to long pieces of memory
 * (vector_plan.c); and whose passes a team can share.
 */
#ifndef FFTC_CPU_LONG_H
#define FFTC_CPU_LONG_H

#include "cpu/engine/lines/line_kinds.h"

/* How a row that no cache holds is done (far.c). */
typedef struct fftc_far {
    int passes; /* of the vector FFT, in the first trip; 0: each is a trip by itself (long.c) */
    size_t siblings; /* how many blocks are finished at once */
    bool streams;    /* results are stored by non-temporal stores */
    const fftc_move *move;
} fftc_far;

typedef struct fftc_long_row {
    int radix;                  /* of the first pass */
    const void *lane_twiddles;  /* factors of the first pass for each lane */
    const void *group_twiddles; /* factors of the first pass for each group of columns */
    fftc_vector_plan rest;
    fftc_far far;
} fftc_long_row;

static inline const fftc_long_row *fftc_long_of(const fftc_line *line)
{
    return line->own;
}

/* Which long rows go through memory twice only, and how: sets row->far. */
void fftc_far_choose(const fftc_line *line, fftc_long_row *row);
size_t fftc_far_thread_bytes(const fftc_line *line);
void fftc_far_execute(const fftc_line *line, const fftc_line_job *job);

#endif
