/* SPDX-License-Identifier: MIT
 *
 * Columns of up to 64 points, side by side, of one or two radices (fftc_column_passes): from any
 * equally distant rows to others.
 */
#ifndef FFTC_CPU_PLAN_SHORT_COLUMNS_H
#define FFTC_CPU_PLAN_SHORT_COLUMNS_H

#include "cpu/engine/arena.h"
#include "cpu/engine/lane_rows.h"
#include "support/error.h"

/* The most points of a column. */
#define FFTC_SHORT_COLUMNS_MOST 64

/* How many columns at a time wait between two passes, and their bytes. */
#define FFTC_SHORT_COLUMNS_STRIP 16
#define FFTC_SHORT_COLUMNS_BYTES \
    (2 * FFTC_SHORT_COLUMNS_STRIP * FFTC_SHORT_COLUMNS_MOST * sizeof(double))

typedef struct fftc_short_columns {
    const fftc_column_passes *column_passes;
    size_t number;    /* bytes of a complex number */
    size_t dst_bytes; /* from row to row of results */
    size_t first;     /* the radices; the last one is 1 for columns of one pass */
    size_t last;
    size_t *from[2];     /* [inverse][last][first] bytes */
    size_t *to;          /* [first][last], or [first] */
    size_t *strip_to;    /* [first] */
    size_t *strip_from;  /* [last] */
    const char *factors; /* [last][first - 1][2 lanes], or NULL */
    size_t factor_bytes; /* bytes of [first - 1][2 lanes] */
} fftc_short_columns;

/* The radices of columns: n and 1 if there is such a pass, otherwise two radices, coprime if
 * possible, whose larger one is least; *first is 0 if there are none. */
void fftc_short_columns_radices(const fftc_column_passes *column_passes, size_t n, size_t *first,
                                size_t *last);

/* Prepares columns of n points, in rows that are so many numbers apart; n has radices. */
fftc_status fftc_short_columns_prepare(fftc_short_columns *columns,
                                       const fftc_column_passes *column_passes,
                                       fftc_precision precision, size_t n, size_t src_line,
                                       size_t dst_line, fftc_arena *arena, fftc_error *error);

/* Transforms m columns. src may be dst if the rows of both are equally far apart. strip:
 * FFTC_SHORT_COLUMNS_BYTES, at a multiple of 64 bytes. `nontemporal`: by non-temporal stores, which
 * the thread settles afterwards (fftc_move). */
void fftc_short_columns_run(const fftc_short_columns *columns, const void *src, void *dst, size_t m,
                            void *strip, int inverse, bool nontemporal);

/* Whether results can be stored by non-temporal stores. */
bool fftc_short_columns_can_be_nontemporal(const fftc_short_columns *columns, const void *dst,
                                           size_t m);

#endif
