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

#include "cpu/convolution/direct_sums.h"
#include "cpu/engine/engine.h"
#include "support/error.h"

typedef struct fftc_convolution fftc_convolution;
struct fftc_run;

/* What planning decides. Zeroed: the convolution takes transforms. */
typedef struct fftc_direct {
    const fftc_direct_set *set;
    size_t lines;   /* how many lines of taps the kernel has, at least one */
    size_t windows; /* how many windows of taps there are (windows.c); 0: the sums are made by
                       lines */
    size_t above;   /* taps along the last axis but one: so many lines of the signal follow each
                       other */
    size_t taps;    /* how many taps a line has */
    size_t piece;   /* how many sums of a row a task has */
    size_t pieces;
    size_t rows; /* how many rows a task has */
    size_t shares;
    size_t block_rows; /* how many rows share the lines that are loaded */
    size_t around;     /* lines that are kept for these rows, in each group of `above` */
    size_t tasks;      /* how many tasks a signal has */
    size_t pitch;      /* bytes of a line that is copied */
    size_t work;       /* working memory of each thread */
    int threads;
} fftc_direct;

/* Whether the request can be carried out without transforms. `nanoseconds` receives the cost of one
 * signal (cost.h). */
bool fftc_direct_suits(const fftc_convolution *plan, double *nanoseconds);
/* Sets plan->direct, the maps and sides. */
fftc_status fftc_direct_plan(fftc_convolution *plan, fftc_error *error);
size_t fftc_direct_spectrum_bytes(const fftc_convolution *plan);
double fftc_direct_error_bound(const fftc_convolution *plan);

/* Executes all signals, or prepares the kernel's taps in the order in which they are used. r->work
 * is set. */
void fftc_direct_execute(const fftc_convolution *plan, struct fftc_run *r);
void fftc_direct_prepare(const fftc_convolution *plan, const struct fftc_run *r);
/* Multiplies `count` taps by the plan's scale. */
void fftc_direct_scale(const fftc_convolution *plan, void *taps, size_t count);

/* windows.c: a convolution of a short signal of one axis as the product of a matrix and a vector.
 * Sum i is the product of the signal and a row of taps, shifted by i, around the corner or not.
 * Neither signal nor sums are copied, and a batch is one call. */

/* Whether the request can be carried out by windows. `nanoseconds` receives the cost, as from
 * fftc_direct_suits. */
bool fftc_windows_suit(const fftc_convolution *plan, double *nanoseconds);
/* Sets what windows need in plan->direct, and the maps; the sides' strides are set. */
void fftc_windows_plan(fftc_convolution *plan);
size_t fftc_windows_spectrum_bytes(const fftc_convolution *plan);

/* Convolves all signals, or makes the kernel's windows; r->work is set. */
void fftc_windows_execute(const fftc_convolution *plan, struct fftc_run *r);
void fftc_windows_prepare(const fftc_convolution *plan, const struct fftc_run *r);

#endif
