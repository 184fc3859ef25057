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

typedef struct fftc_column_passes {
    int lanes;
    /* For r from 2 to 16, and others where there are registers enough; elsewhere NULL.
     *
     * Columns of r points, m > 0 of them: point q is at p + from[q] bytes, result k at d + to[k],
     * where no column is read; or p is d, and the places are the same. Results 1 to r - 1 are
     * multiplied by `factors`, unless that is NULL: for each result `lanes` times the real part,
     * and as often the imaginary one, of which number 0, 2, ... are negative. */
    void (*pass[FFTC_COLUMN_PASSES_MOST + 1])(const char *p, const size_t *from, char *d,
                                              const size_t *to, const void *factors, size_t m);
    /* `pass` with non-temporal stores, or NULL. m is a multiple of the numbers in a cache line, and
     * results begin at cache lines; the thread settles them afterwards (fftc_move). */
    void (*pass_nontemporal[FFTC_COLUMN_PASSES_MOST + 1])(const char *p, const size_t *from,
                                                          char *d, const size_t *to, size_t m);
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
    const fftc_column_passes
        *column_passes; /* by the widest vectors; NULL in engines of reproducible plans */
} fftc_lane_rows;

#endif
