/* SPDX-License-Identifier: MIT
 *
 * Rows of which only a range exists, or only a range is wanted: the first pass of a row (engine.h)
 * that fetches and computes no more than what exists, and last passes that compute and store what
 * is wanted. n = r * m points as rows are, x[q m + c] in row q of column c:
 *
 * - All columns of a range's [qa m + ca, qb m + cb) have the same number of rows, one after the
 *   other, but for changes at ca and at cb. Row q0 is made row 0 by a turn of the twiddles, so that
 *   which are present is known when a pass is compiled, up to a number. Of a single row a butterfly
 *   is nothing but twiddles, with the outputs in the lanes as they are needed: so nothing is
 *   transposed. Groups of columns in which there is a change are copied first.
 * - Wanted outputs k0 .. k1 - 1 become outputs 0 .. k1 - k0 - 1, another turn of the same twiddles,
 *   k0 being rounded down to a multiple of r. Then a last pass's butterfly has its first few
 *   outputs wanted, or none.
 *
 * Columns (a vector FFT as it stands in memory) do the same in their first pass and last passes, a
 * row of lanes being a point; there k0 need not be a multiple of r, as the first pass puts its
 * outputs where it likes.
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

/* Of a group of `lanes` columns from `base` on, rows first .. first + count - 1 exist; of a cut one
 * that is not so, and all rows are taken. */
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

/* How far from `column` on all groups are alike: to a group with a change in it, or behind that. */
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

/* Columns `begin` to `end` (a multiple of the lanes, or m) of a first pass. Its twiddles hold the
 * scale. The inverse takes conjugates, and i is in its twiddles: that exchanges real and imaginary
 * parts. Tables of a short row: `twiddles`, as many vectors a group as there are lanes, for output
 * q, or where a single row exists for column q, with the outputs in the lanes. Of a long one
 * `twiddles` are r scalars a group, to be multiplied with the vectors of by_output or by_column. */
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

/* The first pass of columns, points source.begin to source.end of them at src. Its twiddles, r a
 * butterfly, hold what those of fftc_pruned_part do. Output q goes to block (q - turn) mod r. */
typedef struct fftc_pruned_load {
    fftc_engine_edge src; /* src.swap: the inverse */
    size_t sub;
    size_t stride;
    fftc_pruned_source source;
    size_t turn;
    const void *twiddles;
} fftc_pruned_load;

/* Of the vectors of results those below `vectors` are wanted, but for the first `head` lanes of the
 * first one and all from `tail` on of the last one. */
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
