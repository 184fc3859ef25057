/* SPDX-License-Identifier: MIT
 *
 * Short lines of real numbers in one call by codelets (units/codelet_lines.c): many with a line in
 * each lane of a vector, a few line by line.
 */
#ifndef FFTC_CPU_REAL_CODELET_LINES_H
#define FFTC_CPU_REAL_CODELET_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "fftcore/fftcore.h"

struct fftc_real_line_choice;

/* Numbers of the longest line. */
#define FFTC_CODELET_LINES_MOST 45

/* Lines of real numbers to half spectra, or back. Steps from line to line in scalars; in place, src
 * is dst and the steps are the same. The result is multiplied by `scale`. Any number of lines; each
 * has the same bits wherever it is among them. */
typedef void fftc_codelet_lines_run(const void *src, size_t src_step, void *dst, size_t dst_step,
                                    size_t lines, double scale);

/* Groups of lines that lie side by side, with src apart from dst. All distances are in scalars. */
typedef struct fftc_codelet_columns {
    size_t lines;      /* of a group */
    size_t src_stride; /* from number to number of a line */
    size_t dst_stride;
    size_t groups;
    size_t src_step; /* from group to group */
    size_t dst_step;
    double scale;
} fftc_codelet_columns;

typedef void fftc_codelet_columns_run(const fftc_codelet_columns *columns, const void *src,
                                      void *dst);

typedef struct fftc_codelet_lines {
    /* A function by the numbers of a line; NULL: there is none. */
    fftc_codelet_lines_run *forward[FFTC_CODELET_LINES_MOST + 1];
    fftc_codelet_lines_run *backward[FFTC_CODELET_LINES_MOST + 1];
    fftc_codelet_columns_run *forward_columns[FFTC_CODELET_LINES_MOST + 1];
    fftc_codelet_columns_run *backward_columns[FFTC_CODELET_LINES_MOST + 1];
} fftc_codelet_lines;

/* The function by which an instruction set, which its engines name, transforms lines of such a
 * choice; NULL: codelets do not suit them. */
fftc_codelet_lines_run *fftc_codelet_lines_choose(const struct fftc_real_line_choice *choice,
                                                  fftc_precision precision, const char *isa);

/* The same for lines that lie side by side. */
fftc_codelet_columns_run *fftc_codelet_columns_choose(const struct fftc_real_line_choice *choice,
                                                      fftc_precision precision, const char *isa);

/* The function for lines one by one, or the one for lines in lanes, fast or not. NULL: there
 * is none. */
fftc_codelet_lines_run *fftc_codelet_lines_of(const struct fftc_real_line_choice *choice,
                                              fftc_precision precision, const char *isa,
                                              bool in_lanes);

#endif
