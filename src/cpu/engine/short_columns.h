/* SPDX-License-Identifier: MIT
 *
 * Columns, side by side, of one or two radices (fftc_column_passes): from any equally distant rows
 * to others.
 */
#ifndef FFTC_CPU_ENGINE_SHORT_COLUMNS_H
#define FFTC_CPU_ENGINE_SHORT_COLUMNS_H

#include "cpu/engine/arena.h"
#include "cpu/engine/choice.h"
#include "cpu/engine/lane_rows.h"
#include "support/error.h"

/* The strips of columns that wait between two passes: the most columns, and bytes. */
#define FFTC_SHORT_COLUMNS_STRIP 16
#define FFTC_SHORT_COLUMNS_BYTES ((size_t)16 * 1024)

typedef struct fftc_short_columns {
    const fftc_column_passes *column_passes;
    size_t number;    /* bytes of a complex number */
    size_t dst_bytes; /* from row to row of results */
    size_t first;     /* the radices; the last one is 1 for columns of one pass */
    size_t last;
    size_t strip;              /* how many columns a strip has */
    fftc_column_pass begin[2]; /* by direction: the only pass, or the one to the strip */
    fftc_column_pass finish;   /* from the strip */
} fftc_short_columns;

/* What a choice of short columns begins with, where that of other columns has their lanes. */
#define FFTC_SHORT_COLUMNS_NUMBER 22

/* The passes of the first engine that has some, or NULL. */
const fftc_column_passes *fftc_short_columns_passes(const fftc_engine *const *engines);

/* Whether such columns can be done; and whether they are cheaper than vector FFTs where there are
 * so many side by side. */
bool fftc_short_columns_can(const fftc_engine *const *engines, size_t n);
bool fftc_short_columns_pay(const fftc_engine *const *engines, size_t n, size_t columns);

/* Whether lines that are contiguous neither in the source nor in the results, or not in one of
 * these (`contiguous`), are cheaper as columns without neighbours than by way of working memory. */
bool fftc_short_columns_pay_apart(const fftc_engine *const *engines, size_t n, size_t lines,
                                  bool contiguous);

/* Writes the choice as numbers, and tells whether they are those of columns of n points. */
void fftc_short_columns_write(size_t n, fftc_choice *choice);
bool fftc_short_columns_read(const fftc_choice *choice, size_t n);

/* The radices of columns: n and 1 if there is such a pass, otherwise two radices, coprime if
 * possible, whose larger one is least; *first is 0 if there are none. */
void fftc_short_columns_radices(const fftc_column_passes *column_passes, size_t n, size_t *first,
                                size_t *last);

/* Prepares columns of n points, in rows that are so many numbers apart, whose results are
 * multiplied by `scale`; n has radices. */
fftc_status fftc_short_columns_prepare(fftc_short_columns *columns,
                                       const fftc_column_passes *column_passes,
                                       fftc_precision precision, size_t n, size_t src_line,
                                       size_t dst_line, double scale, fftc_arena *arena,
                                       fftc_error *error);

/* Transforms m columns. src may be dst if the rows of both are equally far apart. strip:
 * FFTC_SHORT_COLUMNS_BYTES, at a multiple of 64 bytes. `nontemporal`: by non-temporal stores, which
 * the thread settles afterwards (fftc_move). */
void fftc_short_columns_run(const fftc_short_columns *columns, const void *src, void *dst, size_t m,
                            void *strip, int inverse, bool nontemporal);

/* Transforms groups of columns, neither side of which is packed, likewise. */
void fftc_short_columns_run_groups(const fftc_short_columns *columns,
                                   const fftc_column_groups *groups, const void *src, void *dst,
                                   void *strip, int inverse);

/* Whether results can be stored by non-temporal stores. */
bool fftc_short_columns_can_be_nontemporal(const fftc_short_columns *columns, const void *dst,
                                           size_t m);

#endif
