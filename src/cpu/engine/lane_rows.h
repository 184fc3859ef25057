/* SPDX-License-Identifier: MIT
 *
 * Many short rows, or small planes, in one call: each row is one codelet, and the rows lie side by
 * side in vectors (units/lane_rows.c).
 */
#ifndef FFTC_CPU_LANE_ROWS_H
#define FFTC_CPU_LANE_ROWS_H

#include "cpu/engine/engine.h"

/* From row to row between the columns and the rows of a plane, in numbers. */
#define FFTC_LANE_ROWS_PITCH FFTC_PACKED_MAX_RADIX

/* The most points of a row that is done side by side with others: longer ones are as fast in two
 * passes. */
#define FFTC_LANE_ROWS_MOST 15

/* Passes of one codelet through columns that lie side by side, from any rows to any rows
 * (units/column_passes.c). */
#define FFTC_COLUMN_PASSES_MOST 32

/* Of so few points, a pass through any number of columns is one function: the loops of a whole pass
 * take longer to begin than some columns do. */
#define FFTC_COLUMN_LONE_ANY 8

/* A pass of radix r: in each column `times` transforms of r points. */
typedef struct fftc_column_pass {
    size_t times;
    const size_t *from;  /* [times][r]: where point q of each is, in bytes */
    const size_t *to;    /* [times][r]: where result k goes */
    const void *factors; /* [times][r - 1][2 lanes], or NULL. Results 1 to r - 1 are multiplied by
                            these: for each `lanes` times the real part, and as often the imaginary
                            one, of which number 0, 2, ... are negative */
    double scale;        /* all results are multiplied by this */
} fftc_column_pass;

/* The columns of a call: `count` groups of m > 0 neighbours. */
typedef struct fftc_column_groups {
    size_t m;
    size_t count;
    size_t src_step; /* bytes from group to group */
    size_t dst_step;
    bool src_packed; /* the groups, of as many columns as a vector has numbers at most, follow each
                        other on this side, in room for a whole vector */
    bool dst_packed;
} fftc_column_groups;

/* src is dst, and results go where the points of the same column and transform were; or no
 * point of a later column or transform is where results go. */
typedef void fftc_column_pass_run(const fftc_column_pass *pass, const fftc_column_groups *groups,
                                  const void *src, void *dst);

typedef struct fftc_column_passes {
    int lanes;
    bool joins; /* several groups share a vector where they fit it */
    /* For r from 2 to 16, and others where there are registers enough; elsewhere NULL. */
    fftc_column_pass_run *pass[FFTC_COLUMN_PASSES_MOST + 1];
    /* `pass` of one group, rows->count columns, which a vector holds unless there are at most
     * FFTC_COLUMN_LONE_ANY points. The pass, the context of the rows, has no factors, and `times`
     * is 1. */
    fftc_engine_rows_run lone[FFTC_COLUMN_PASSES_MOST + 1];
    /* `pass` with non-temporal stores, or NULL: of one group whose m is a multiple of the numbers
     * in a cache line, and no factors or scale. Results begin at cache lines; the thread settles
     * them afterwards (fftc_move). */
    fftc_column_pass_run *pass_nontemporal[FFTC_COLUMN_PASSES_MOST + 1];
} fftc_column_passes;

typedef struct fftc_lane_rows {
    int numbers; /* numbers in a vector, which is how many rows are done at a time */
    /* Rows of so many points, up to FFTC_LANE_ROWS_MOST, any number of them. */
    fftc_engine_rows_run rows[FFTC_PACKED_MAX_RADIX + 1];
    /* Rows with non-temporal stores (units/nontemporal_stores.h). NULL: there are none. */
    fftc_engine_rows_run rows_nontemporal[FFTC_PACKED_MAX_RADIX + 1];
    /* `count` planes of `first` rows of `last` points, the columns first. */
    fftc_engine_rows_run planes;
    /* As `planes`, but each plane prefetches the next one, whose rows are one after the other. */
    fftc_engine_rows_run planes_prefetching;
    /* Columns of r points, m of them side by side, 2 <= m <= FFTC_LANE_ROWS_PITCH: from rows that
     * are `line` bytes apart to rows of FFTC_LANE_ROWS_PITCH numbers, and back. */
    void (*columns[FFTC_PACKED_MAX_RADIX + 1])(const char *p, size_t line, void *rows, size_t m,
                                               int inverse);
    void (*columns_back[FFTC_PACKED_MAX_RADIX + 1])(const void *rows, char *d, size_t line,
                                                    size_t m, int inverse);
} fftc_lane_rows;

#endif
