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

/* The most points of a piece. */
#define FFTC_DIFFERENCE_PIECE 512

typedef struct fftc_difference_piece {
    size_t count;
    const void *row; /* with reach points before and behind */
    /* The rows before and behind at distances from 1 on, of z and of y. */
    const void *before[2][FFTC_DIFFERENCE_MOST_REACH];
    const void *behind[2][FFTC_DIFFERENCE_MOST_REACH];
    const void *medium;  /* or NULL */
    void *next;          /* of waves, it holds the previous points */
    const void *weight;  /* [3][1 + FFTC_DIFFERENCE_MOST_REACH] */
    const void *damping; /* gain and loss */
} fftc_difference_piece;

typedef struct fftc_difference_set {
    /* By equation, axes - 1 and reach - 1. */
    void (*step[2][3][FFTC_DIFFERENCE_MOST_REACH])(const fftc_difference_piece *piece);
} fftc_difference_set;

/* The set of an instruction set, by its name. */
const fftc_difference_set *fftc_difference_set_for(const char *isa, fftc_precision precision);

#endif
