/* SPDX-License-Identifier: MIT
 *
 * Short lines of real numbers as products with a matrix. This takes fewer operations than passes
 * whose vectors would be mostly empty, and no calls in between. The lanes hold either the results
 * of a line, or neighbouring lines. Each result is the sum of two, one of the even arguments and
 * one of the odd ones: half the roundings in a row, and the same bits either way.
 */
#ifndef FFTC_CPU_REAL_MATRIX_H
#define FFTC_CPU_REAL_MATRIX_H

#include "cpu/engine/arena.h"

struct fftc_real_engine;
struct fftc_real_line_choice;

/* Numbers of the longest line. */
#define FFTC_REAL_MATRIX_MOST 32

/* Several lines to a vector of a wider engine, where lines follow each other without gaps on both
 * sides. Argument j of lane i is at index[j][i] behind the first line's beginning. */
typedef struct fftc_real_matrix_group {
    const struct fftc_real_engine *engine; /* NULL: there are none */
    size_t lines;
    size_t covered;     /* lines over which its loads and stores may go */
    size_t least;       /* the fewest lines for which groups pay */
    size_t src_step;    /* the distance from line to line at which lines form groups */
    const void *factor; /* [n][lanes] */
    const void *index;  /* [n][lanes], integers as wide as the numbers */
    bool two;           /* the arguments fill more than a vector, and at most two */
    bool fused;         /* products and sums are fused, as the sums of the other engine are */
} fftc_real_matrix_group;

typedef struct fftc_real_matrix {
    size_t n;       /* arguments */
    size_t m;       /* results, but for those that `ends` adds */
    size_t pitch;   /* m, rounded up to a vector of the engine's */
    size_t gap;     /* 1: argument j > 0 is number j + 1 of the line */
    size_t covered; /* packed lines over which the vectors of one go */
    bool ends; /* result 1 is the real part of the last frequency, which belongs behind the others;
                  its imaginary part and that of the first are 0 */
    const struct fftc_real_engine *engine;
    const void *entry; /* [n][pitch], what argument j contributes to result k; 0 behind m */
    fftc_real_matrix_group group;
} fftc_real_matrix;

/* Whether an instruction set, which its engines name, does such a line in this way. */
bool fftc_real_matrix_suits(const struct fftc_real_line_choice *choice, fftc_precision precision,
                            const char *isa);

/* Whether the rows of a small plane, so many of them, are done by a matrix. */
bool fftc_real_matrix_suits_planes(const struct fftc_real_line_choice *choice, size_t rows,
                                   fftc_precision precision, const char *isa);

/* `ends`: for a cosine or sine transform, the factor of the arguments at the ends, and then that of
 * the results there. NULL without memory. */
const fftc_real_matrix *fftc_real_matrix_make(const struct fftc_real_line_choice *choice,
                                              const double ends[2], fftc_precision precision,
                                              const char *isa, fftc_arena *arena);

/* A matrix for real numbers to half spectra in rows with room for whole vectors (`m`): it also
 * makes the imaginary parts that are 0, and zeros behind the last number. Whoever reads the results
 * at once in other vectors would wait for numbers that are stored one by one. Where those zeros
 * would take more vectors, the matrix leaves them out. */
const fftc_real_matrix *fftc_real_matrix_make_padded(const struct fftc_real_line_choice *choice,
                                                     fftc_precision precision, const char *isa,
                                                     fftc_arena *arena);

#endif
