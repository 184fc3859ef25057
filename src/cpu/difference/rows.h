/* SPDX-License-Identifier: MIT
 *
 * Pieces of rows of finite differences: a set of functions for each instruction set and precision,
 * with the same bits.
 */
#ifndef FFTC_CPU_DIFFERENCE_ROWS_H
#define FFTC_CPU_DIFFERENCE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "describe/difference.h"

/* A part of a row, or several rows. */
typedef struct fftc_difference_piece {
    size_t count; /* of a row */
    size_t rows;
    size_t stride;     /* from row to row, in numbers */
    size_t row_stride; /* of `row` */
    const void *row;   /* with reach points before and behind */
    /* The rows before and behind at distances from 1 on, of z and of y. */
    const void *before[2][FFTC_DIFFERENCE_MOST_REACH];
    const void *behind[2][FFTC_DIFFERENCE_MOST_REACH];
    const void *medium;  /* or NULL */
    void *next;          /* of waves, it holds the previous points */
    const void *weight;  /* [3][1 + FFTC_DIFFERENCE_MOST_REACH] */
    const void *damping; /* gain and loss */
} fftc_difference_piece;

/* A point beyond an end: that of the row at `index` times `sign`, which is 1, -1 or 0. */
typedef struct fftc_difference_end {
    uint32_t index;
    int sign;
} fftc_difference_end;

/* Copies of rows with what lies beyond their ends. */
typedef struct fftc_difference_padding {
    const void *from; /* the first row, whole; further ones follow `length` numbers behind */
    size_t length;
    size_t first; /* of each row, the points that are copied */
    size_t count;
    size_t rows;
    void *to; /* copies of rows are count + 2 * reach numbers apart */
    int reach;
    /* By their distance, from 1 on. */
    fftc_difference_end before[FFTC_DIFFERENCE_MOST_REACH];
    fftc_difference_end behind[FFTC_DIFFERENCE_MOST_REACH];
} fftc_difference_padding;

typedef struct fftc_difference_set {
    void (*pad)(const fftc_difference_padding *padding);
    /* By equation, axes - 1 and reach - 1. */
    void (*step[2][3][FFTC_DIFFERENCE_MOST_REACH])(const fftc_difference_piece *piece);
} fftc_difference_set;

/* The set of an instruction set, by its name. */
const fftc_difference_set *fftc_difference_set_for(const char *isa, fftc_precision precision);

#endif
