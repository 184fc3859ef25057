/* SPDX-License-Identifier: MIT
 *
 * Making the steps of a plan of real numbers: what real_steps.c, which makes lines, and
 * real_columns.c, which makes everything else of several axes, have in common.
 */
#ifndef FFTC_CPU_REAL_MAKER_H
#define FFTC_CPU_REAL_MAKER_H

#include "cpu/real/real_steps.h"

/* Lines that are staged share cache lines: as many at a time as have numbers in one, but not more
 * bytes than this. */
#define FFTC_REAL_GROUP_BYTES ((size_t)64)
#define FFTC_REAL_MAX_STAGE_BYTES ((size_t)1 << 20)

typedef struct fftc_real_maker {
    const fftc_real_setting *setting;
    const fftc_layout *layout; /* strides in scalars */
    fftc_real_plan *plan;
    bool in_place;
    int threads; /* for one transform */
    size_t n;    /* of the last axis */
    size_t h;    /* n / 2 */
    double scale;
    bool at_once; /* each step does all transforms (fftc_real_at_once) */
    fftc_error *error;
} fftc_real_maker;

/* Adds a step, of one line at a time by one thread. */
fftc_real_step *fftc_real_maker_add(fftc_real_maker *m, fftc_real_step_kind kind);
/* Adds the step along the last axis of FFTC_REAL. `packed`: spectra have h numbers, the first one
 * DC + i Nyquist. `from_dst`: the lines' arguments are in dst. */
fftc_status fftc_real_maker_add_lines(fftc_real_maker *m, bool packed, bool from_dst);
/* Prepares a step of lines, whose sides and loops are set. */
fftc_status fftc_real_maker_prepare_lines(fftc_real_maker *m, fftc_real_step *s,
                                          fftc_real_line_choice choice);
/* real_columns.c: adds all steps of FFTC_REAL with several axes. */
fftc_status fftc_real_maker_add_axes(fftc_real_maker *m);

/* How many threads so many lines are worth. */
int fftc_real_maker_threads(const fftc_real_maker *m, size_t lines, size_t length);
/* Decides how many lines are done at a time, and how threads share them; then what working memory
 * they take: line_bytes for each thread, and the staged ones. */
void fftc_real_maker_group(const fftc_real_maker *m, fftc_real_step *s, size_t line_bytes);
void fftc_real_maker_share(const fftc_real_maker *m, fftc_real_step *s, size_t length);
void fftc_real_maker_finish(fftc_real_maker *m, fftc_real_step *s, size_t line_bytes,
                            size_t staged_scalars);
/* Notes that a step takes so much working memory, beside the plane. */
void fftc_real_maker_need(fftc_real_maker *m, size_t bytes);

#endif
