/* SPDX-License-Identifier: MIT
 *
 * Rows of which only a range exists, or only a range is wanted. The first pass of a row (engine.h)
 * loads and computes no more than what exists, and the last passes compute and store only what is
 * wanted. As in other rows of n = r * m points, x[q m + c] is in row q of column c:
 *
 * - All columns of a range's [qa m + ca, qb m + cb) have the same number of consecutive rows, but
 *   this number changes at ca and at cb. A rotation of the twiddles turns the first existing row q0
 *   into row 0, so that which rows exist is known at compile time, up to their number. A butterfly
 *   of a single row is nothing but twiddles, whose outputs are already in the lanes where they are
 *   needed, so nothing is transposed. Groups of columns that contain a change are copied first.
 * - Wanted outputs k0 .. k1 - 1 become outputs 0 .. k1 - k0 - 1, by another rotation of the same
 *   twiddles, after k0 is rounded down to a multiple of r. Then the first few outputs of a last
 *   pass's butterfly are wanted, or none.
 *
 * Columns (a vector FFT as it is in memory) do the same in their first pass and last passes, where
 * a row of lanes is a point. There k0 need not be a multiple of r, as the first pass can put its
 * outputs anywhere.
 */
#ifndef FFTC_CPU_PRUNED_H
#define FFTC_CPU_PRUNED_H

#include "cpu/engine/engine.h"

/* The range that exists, by rows and columns; its end is not in it. */
typedef struct fftc_pruned_source {
    size_t begin; /* in points */
    size_t end;
    size_t first_row;
    size_t first_column;
    size_t last_row;
    size_t last_column;
} fftc_pruned_source;

static inline fftc_pruned_source fftc_pruned_source_make(size_t begin, size_t end, size_t m)
{
    fftc_pruned_source s = {begin, end, begin / m, begin % m, end / m, end % m};
    return s;
}

/* Rows first .. first + count - 1 exist of a group of `lanes` columns from `base` on. If the group
 * is cut, that is not so for all columns, and all rows are taken. */
typedef struct fftc_pruned_group {
    size_t first;
    size_t count;
    bool cut;
} fftc_pruned_group;

static inline bool fftc_pruned_cuts(size_t at, size_t base, size_t lanes)
{
    return base < at && at < base + lanes;
}

static inline fftc_pruned_group fftc_pruned_group_of(const fftc_pruned_source *s, size_t radix,
                                                     size_t base, size_t lanes)
{
    fftc_pruned_group g = {0, radix, true};
    if (!fftc_pruned_cuts(s->first_column, base, lanes) &&
        !fftc_pruned_cuts(s->last_column, base, lanes)) {
        g.first = s->first_row + (base < s->first_column ? 1 : 0);
        g.count = s->last_row + (base < s->last_column ? 1 : 0) - g.first;
        g.cut = false;
    }
    return g;
}

/* How far from `column` on all groups are alike: up to a group that contains a change, or behind
 * it. */
static inline size_t fftc_pruned_run(const fftc_pruned_source *s, size_t column, size_t end,
                                     size_t lanes)
{
    const size_t change[2] = {s->first_column, s->last_column};
    for (int i = 0; i < 2; ++i) {
        size_t group = change[i] - change[i] % lanes;
        if (group > column && group < end) {
            end = group;
        } else if (group == column && change[i] > column && column + lanes < end) {
            end = column + lanes;
        }
    }
    return end;
}

/* Columns `begin` to `end` (a multiple of the lanes, or m) of a first pass. Its twiddles contain
 * the scale. The inverse takes conjugates and has i in its twiddles, which exchanges real and
 * imaginary parts. Tables of a short row: `twiddles` has as many vectors for each group as there
 * are lanes, one for each output q, or, if a single row exists, one for each column q with the
 * outputs in the lanes. Tables of a long one: `twiddles` has r scalars for each group, to be
 * multiplied by the vectors of by_output or by_column. */
typedef struct fftc_pruned_part {
    const void *src; /* point 0 */
    int conjugate;
    size_t m;
    size_t begin;
    size_t end;
    fftc_engine_blocks blocks;
    fftc_pruned_source source;
    const void *twiddles;
    const void *by_output;
    const void *by_column;
} fftc_pruned_part;

/* The first pass of columns, of points source.begin to source.end at src. Its twiddles, r for each
 * butterfly, contain what those of fftc_pruned_part do. Output q goes to block (q - turn) mod r. */
typedef struct fftc_pruned_load {
    fftc_engine_edge src; /* src.swap: the inverse */
    size_t sub;
    size_t stride;
    fftc_pruned_source source;
    size_t turn;
    const void *twiddles;
} fftc_pruned_load;

/* Vectors of results below `vectors` are wanted, except the first `head` lanes of the first one and
 * all lanes from `tail` on of the last one. */
typedef struct fftc_pruned_window {
    size_t vectors;
    size_t head;
    size_t tail;
    size_t
        next; /* a sibling (fftc_engine_order) of vector v is v + next: 1 of rows, 0 of columns */
} fftc_pruned_window;

typedef struct fftc_pruned_radix {
    int classes; /* has it butterflies for a half and a quarter of its elements? */
    void (*row)(const fftc_pruned_part *part, void *work); /* NULL above the lanes */
    void (*load)(const fftc_pruned_load *load, void *work);
    void (*store)(const void *work, fftc_engine_edge dst, fftc_engine_order order,
                  const fftc_pruned_window *window);
} fftc_pruned_radix;

typedef struct fftc_pruned {
    const fftc_pruned_radix *radix[FFTC_ENGINE_MAX_CODELET + 1];
} fftc_pruned;

#endif
