/* SPDX-License-Identifier: MIT
 *
 * The first pass of radix RADIX, C or more, of rows in three passes (packed_triple_tmpl.h), with
 * NAME, BUNDLE and CODELET set. Loops have few enough iterations to be unrolled.
 */

/* Does a group of C columns. A row of `to` has the results of one column, TRIPLE_WIDTH(RADIX)
 * numbers, of which those beyond RADIX do not matter. */
FORCE void NAME(triple_group)(const fftc_scalar *p, fftc_strided rows, fftc_scalar *to,
                              const fftc_scalar *w, fftc_scalar scale, const int inverse)
{
#if defined(__AVX512F__) && RADIX <= MOST_GATHERED /* all numbers fit registers */
    fftc_strided_rows at = fftc_strided_at(p, rows);
    BUNDLE x;
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q)
    {
        x.v[inverse && q > 0 ? RADIX - q : q] = load(fftc_strided_row(at, rows, q));
    }
    x = CODELET(x);
#else
    origin from = {fftc_strided_at(p, rows), rows};
    BUNDLE x = NAME(finish)(NAME(begin)(from, RADIX, inverse));
#endif
    x.v[0].v *= scale;
    UNROLL_POINTS for (int q = 1; q < RADIX; ++q)
    {
        x.v[q] = twiddled_by_table(x.v[q], w + 2 * C * (q - 1), inverse);
    }
    UNROLL for (int chunk = 0; chunk < CHUNKS(RADIX); ++chunk)
    {
        fftc_real square[C];
        UNROLL for (int i = 0; i < C; ++i)
        {
            const int q = TRIPLE_BASE(RADIX, chunk) + i;
            square[i] = x.v[q < RADIX ? q : RADIX - 1].v;
        }
        store_transposed_rows(square, to + 2 * TRIPLE_BASE(RADIX, chunk), 2 * TRIPLE_WIDTH(RADIX));
    }
}

/* `next`: NULL, or a later row, of which each group prefetches as much as it reads itself. */
FORCE void NAME(triple_first_any)(const fftc_scalar *p, size_t m, fftc_scalar *y,
                                  const fftc_scalar *w, fftc_scalar scale, const int inverse,
                                  const fftc_prefetch_row *next)
{
    const fftc_engine_blocks all = {m, 0};
    fftc_strided rows = NUMBERS_APART(m, RADIX);
    fftc_row_run run;
    for (size_t column = 0; column < m; column = run.end) {
        run = fftc_row_run_at(column, m, m, all, C);
        const fftc_scalar *at = p + 2 * run.base;
        fftc_scalar *to = y + 2 * TRIPLE_WIDTH(RADIX) * run.base;
        for (; column < run.end; column += C) {
            bring_src(next, column * RADIX * NUMBER_BYTES, C * RADIX * NUMBER_BYTES);
            NAME(triple_group)(at, rows, to, w, scale, inverse);
            at += 2 * C;
            to += 2 * TRIPLE_WIDTH(RADIX) * C;
            w += 2 * C * (RADIX - 1);
        }
    }
}

#if RADIX < 32 /* radices below 32 are called where all distances are constants */
static void NAME(triple_first)(const fftc_scalar *p, size_t m, fftc_scalar *y, const fftc_scalar *w,
                               fftc_scalar scale, int inverse, const fftc_prefetch_row *next)
{
    if (inverse) {
        NAME(triple_first_any)(p, m, y, w, scale, 1, next);
    } else {
        NAME(triple_first_any)(p, m, y, w, scale, 0, next);
    }
}
#endif
