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

/* Points beyond the ends of a row, in memory: those before, the nearest one last, and those behind.
 * Before and behind all rows' is some memory, of any content. */
#define FFTC_DIFFERENCE_BEYOND (2 * FFTC_DIFFERENCE_MOST_REACH)
#define FFTC_DIFFERENCE_MARGIN 64 /* bytes */

/* A part of a row, or several rows. */
typedef struct fftc_difference_piece {
    size_t count; /* of a row */
    size_t rows;
    size_t stride; /* from row to row, in numbers */
    const void *row;
    bool front; /* the piece begins rows */
    bool back;  /* it ends them */
    const void *beyond;
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
    int to; /* its number among FFTC_DIFFERENCE_BEYOND */
} fftc_difference_end;

/* What lies beyond rows' ends. */
typedef struct fftc_difference_padding {
    const void *from; /* the first row; further ones follow `length` numbers behind */
    size_t length;
    size_t rows;
    void *to;
    int count;
    fftc_difference_end end[FFTC_DIFFERENCE_BEYOND];
} fftc_difference_padding;

typedef struct fftc_difference_set {
    /* Points of a row, and of a piece, by reach - 1. */
    size_t least[FFTC_DIFFERENCE_MOST_REACH];
    void (*pad)(const fftc_difference_padding *padding);
    /* By equation, axes - 1 and reach - 1. */
    void (*step[2][3][FFTC_DIFFERENCE_MOST_REACH])(const fftc_difference_piece *piece);
} fftc_difference_set;

/* The set of an instruction set, by its name, or of a narrower one if rows are too short for its
 * vectors. NULL if the build has no such precision. */
const fftc_difference_set *fftc_difference_set_for(const char *isa, fftc_precision precision,
                                                   uint32_t length, int reach);

#endif
