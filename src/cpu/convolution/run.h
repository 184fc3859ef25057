/* SPDX-License-Identifier: MIT
 *
 * Parts of an execution: columns.c does the levels, rows.c the rows between them.
 */
#ifndef FFTC_CPU_CONVOLUTION_RUN_H
#define FFTC_CPU_CONVOLUTION_RUN_H

#include "cpu/convolution/convolution.h"

/* The execution of one signal, or of some that are done together; or the preparation of a kernel:
 * then `out` receives the spectrum, and nothing is transformed back. */
typedef struct fftc_run {
    const fftc_convolution *plan;
    const fftc_convolution_side *from;
    const fftc_convolution_side *to; /* of a single axis */
    fftc_user src;                   /* only read */
    const char *spectrum;
    fftc_user dst;
    char *out;
    size_t together;
    char *middle; /* one after the other for signals that are done together */
    char *work;   /* of the first thread */
    fftc_team team;
} fftc_run;

/* A transformed row and its mirror image. They are the same one for complex signals, and for rows
 * that are their own mirror image. */
typedef struct fftc_two_rows {
    char *a;
    char *b;
    size_t number_a; /* in the spectrum */
    size_t number_b;
    size_t first; /* frequency on the split level */
} fftc_two_rows;

/* How many groups of as many columns as a level has lanes there are. */
size_t fftc_run_groups(const fftc_level *level, size_t columns);
/* How many rows of the levels behind `after` hold something on this side. */
size_t fftc_run_rows_behind(const fftc_convolution *plan, const fftc_convolution_side *side,
                            int after);

/* Bodies of fftc_parallel. fftc_run_columns_in and fftc_run_columns_out go over the groups of level
 * 0: from src to the middle, and from there to dst. fftc_run_slabs goes over the indices of level 0
 * of each signal, an index and its mirror image at once, and does all levels and rows behind
 * them. */
void fftc_run_columns_in(void *context, int thread, size_t begin, size_t end);
void fftc_run_columns_out(void *context, int thread, size_t begin, size_t end);
void fftc_run_slabs(void *context, int thread, size_t begin, size_t end);

/* How many indices of level 0 there are for one signal, each with its mirror image. */
static inline size_t fftc_run_slabs_count(const fftc_convolution *plan)
{
    const fftc_level *level = &plan->level[0];
    return level->halves != NULL ? level->half_count : level->pair.m;
}

/* Transforms all columns of a level other than level 0, within a slab. */
void fftc_run_level(const fftc_run *r, int of, char *slab, char *work, bool back);

/* Transforms loaded rows, multiplies them and transforms them back; or transforms them and stores
 * the kernel's spectrum. work_b is work_a if both are the same row. */
void fftc_run_product(const fftc_run *r, const fftc_two_rows *rows, char *work_a, char *work_b);
void fftc_run_spectrum(const fftc_run *r, const fftc_two_rows *rows, char *work_a, char *work_b);

#endif
