/* SPDX-License-Identifier: MIT
 *
 * A convolution without transforms: the sums of products themselves, which take less time if the
 * kernel has few taps.
 *
 * The work is divided into tasks: the signals of a batch, and within each of them some rows (of the
 * last axis but one), and of each row a piece of the last axis. A sum needs as many lines of the
 * signal as the kernel has lines. They are read in place, or copied into lines of the task's own if
 * they are strided, reach around the corner, or do not exist as a whole. From one row to the next
 * most of these lines stay.
 */
#ifndef FFTC_CPU_CONVOLUTION_DIRECT_H
#define FFTC_CPU_CONVOLUTION_DIRECT_H

#include "common/error.h"
#include "cpu/convolution/direct_sums.h"
#include "cpu/engine/engine.h"

typedef struct fftc_convolution fftc_convolution;
struct fftc_run;

/* What planning decides; zeroed: the convolution is by transforms. */
typedef struct fftc_direct {
    const fftc_direct_set *set;
    size_t lines;   /* of the kernel; above 0 */
    size_t windows; /* of taps (windows.h); 0: by lines, as above */
    size_t above;   /* taps along the last axis but one: so many lines follow each other */
    size_t taps;    /* of each line */
    size_t piece;   /* sums of a task in a row */
    size_t pieces;
    size_t rows; /* of a task */
    size_t shares;
    size_t together; /* rows that are done together */
    size_t around;   /* lines that are kept for them, in each group of `above` */
    size_t tasks;    /* of a signal */
    size_t pitch;    /* bytes of a line copied */
    size_t work;     /* bytes for each thread */
    int threads;
} fftc_direct;

/* Whether the request can be carried out so; then `nanoseconds` is what it takes, in the unit of
 * cost.h, of one signal. */
bool fftc_direct_suits(const fftc_convolution *plan, double *nanoseconds);
/* Sets plan->direct, the maps and sides. */
fftc_status fftc_direct_plan(fftc_convolution *plan, fftc_error *error);
size_t fftc_direct_spectrum_bytes(const fftc_convolution *plan);
double fftc_direct_error_bound(const fftc_convolution *plan);

/* r->work is set. Executes all signals, or prepares the kernel's taps in the order in which they
 * are used. */
void fftc_direct_execute(const fftc_convolution *plan, struct fftc_run *r);
void fftc_direct_prepare(const fftc_convolution *plan, const struct fftc_run *r);

#endif
