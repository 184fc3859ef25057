/* SPDX-License-Identifier: MIT
 *
 * The three passes of one radix in rows of r1 r2 r3 points on packed numbers (triple.c):
 * packed_pass_tmpl.h includes this where the unit has such rows.
 */

#if RADIX >= C
/* A group of C columns; a row of `to` is a column's results, RADIX numbers. */
FORCE void NAME(triple_group)(const fftc_scalar *p, fftc_strided rows, fftc_scalar *to,
                              const fftc_scalar *w, fftc_scalar scale, const int inverse)
{
    BUNDLE x = CODELET(NAME(bring)(p, rows, inverse, 0));
    x.v[0].v *= scale;
    UNROLL for (int q = 1; q < RADIX; ++q)
    {
        x.v[q] = turned_by_table(x.v[q], w + 2 * C * (q - 1), inverse);
    }
    UNROLL for (int chunk = 0; chunk < CHUNKS(RADIX); ++chunk)
    {
        fftc_real square[C];
        UNROLL for (int i = 0; i < C; ++i)
        {
            square[i] = x.v[CHUNK_BASE(RADIX, chunk) + i].v;
        }
        transpose(square);
        UNROLL for (int i = 0; i < C; ++i)
        {
            store(to + 2 * (i * RADIX + CHUNK_BASE(RADIX, chunk)), packed(square[i]));
        }
    }
}

FORCE void NAME(triple_first_any)(const fftc_scalar *p, size_t m, fftc_scalar *y,
                                  const fftc_scalar *w, fftc_scalar scale, const int inverse)
{
    const fftc_engine_blocks all = {m, 0};
    fftc_strided rows = NUMBERS_APART(m, RADIX);
    fftc_row_run run;
    for (size_t column = 0; column < m; column = run.end) {
        run = fftc_row_run_at(column, m, m, all, C);
        const fftc_scalar *at = p + 2 * run.base;
        fftc_scalar *to = y + 2 * RADIX * run.base;
        for (; column < run.end; column += C) {
            NAME(triple_group)(at, rows, to, w, scale, inverse);
            at += 2 * C;
            to += 2 * RADIX * C;
            w += 2 * C * (RADIX - 1);
        }
    }
}

static void NAME(triple_first)(const fftc_scalar *p, size_t m, fftc_scalar *y, const fftc_scalar *w,
                               fftc_scalar scale, int inverse)
{
    if (inverse) {
        NAME(triple_first_any)(p, m, y, w, scale, 1);
    } else {
        NAME(triple_first_any)(p, m, y, w, scale, 0);
    }
}

#endif

/* C rows of RADIX r3 points, which stand in columns of y that are r1 numbers apart; the results are
 * RADIX blocks of r3 vectors, TRIPLE_PITCH vectors apart: a constant needs no registers. */
FORCE void NAME(triple_middle_any)(const fftc_scalar *y, size_t r1, size_t r3, fftc_real *to,
                                   const fftc_scalar *w, const int inverse)
{
    fftc_strided from = NUMBERS_APART(r1 * r3, RADIX);
    for (size_t j = 0; j < r3; ++j, y += 2 * r1, ++to, w += 2 * (RADIX - 1)) {
        BUNDLE x = CODELET(NAME(bring)(y, from, inverse, 0));
        to[0] = x.v[0].v;
        UNROLL for (int q = 1; q < RADIX; ++q)
        {
            to[q * TRIPLE_PITCH] = turned_by_one(x.v[q], w + 2 * (q - 1), inverse).v;
        }
    }
}

static void NAME(triple_middle)(const fftc_scalar *y, size_t r1, size_t r3, fftc_real *to,
                                const fftc_scalar *w, int inverse)
{
    if (inverse) {
        NAME(triple_middle_any)(y, r1, r3, to, w, 1);
    } else {
        NAME(triple_middle_any)(y, r1, r3, to, w, 0);
    }
}

/* What the middle pass left; results r1 r2 numbers apart. */
FORCE void NAME(triple_last_any)(const fftc_real *y, fftc_scalar *d, size_t r1, size_t r2,
                                 const int inverse)
{
    fftc_strided rows = NUMBERS_APART(r1 * r2, RADIX);
    for (size_t k = 0; k < r2; ++k, y += TRIPLE_PITCH, d += 2 * r1) {
        NAME(last_chunk)(y, d, rows, inverse, 0);
    }
}

static void NAME(triple_last)(const fftc_real *y, fftc_scalar *d, size_t r1, size_t r2, int inverse)
{
    if (inverse) {
        NAME(triple_last_any)(y, d, r1, r2, 1);
    } else {
        NAME(triple_last_any)(y, d, r1, r2, 0);
    }
}
