/* SPDX-License-Identifier: MIT
 *
 * Rows of 64 by 64 points on packed numbers (square.c), both sides done as 8 by 8: packed.c
 * includes this after its codelets, where the unit has such rows.
 *
 * A line of the first-level cache has LINE numbers. Columns are done LINE at a time, so that each
 * line of the source is brought there once, and between their two steps they take 4 KB.
 */
#define SIDE 64
#define LINE (FFTC_CACHE_LINE / (int)(2 * sizeof(fftc_scalar)))
#define ROWS (FFTC_SQUARE_LINES * LINE)

/* The first step of C columns: eight points each, `apart`, times the twiddles of 8 by 8. The eight
 * results of a column are side by side at `to`, those of the next `pitch` scalars behind them. */
FORCE void square_64_columns_first(const fftc_scalar *p, fftc_strided apart, fftc_scalar *to,
                                   const size_t pitch, const fftc_scalar *w, const int inverse)
{
    origin from = {fftc_strided_at(p, apart), apart};
    fftc_complex_8 x = finish_8(begin_8(from, 8, inverse));
    UNROLL for (int q = 1; q < 8; ++q)
    {
        x.v[q] = twiddled_by_one(x.v[q], w + 2 * (q - 1), inverse);
    }
    UNROLL for (int chunk = 0; chunk < CHUNKS(8); ++chunk)
    {
        fftc_real square[C];
        UNROLL for (int i = 0; i < C; ++i) square[i] = x.v[chunk * C + i].v;
        transpose(square);
        UNROLL for (int i = 0; i < C; ++i)
        {
            store(to + 2 * chunk * C + (size_t)i * pitch, packed(square[i]));
        }
    }
}

/* The second step of a column, for C of its first step's results: eight points each, 8 numbers
 * apart. The results, times the column's twiddles, are 8 numbers apart, too. */
FORCE void square_64_columns_last(const fftc_scalar *p, fftc_scalar *to, const fftc_scalar *w,
                                  const int inverse)
{
    const fftc_strided apart = NUMBERS_APART_FIXED(8);
    origin from = {fftc_strided_at(p, apart), apart};
    half_8 h = begin_8(from, 8, inverse);
    UNROLL for (int k = 0; k < FFTC_DFT_COLUMN_8; ++k)
    {
        fftc_dft_row_8 x = fftc_dft_second_8(h.row[k], k);
        UNROLL for (int i = 0; i < FFTC_DFT_ROW_8; ++i)
        {
            const int at = 2 * 8 * fftc_dft_out_8(k, i);
            store(to + at, twiddled_by_table(x.v[i], w + at, inverse));
        }
    }
}

/* The first step of C rows, `apart` between their points: results go to `to`, `pitch` vectors from
 * each other. */
FORCE void square_64_rows_first(const fftc_scalar *y, fftc_strided apart, fftc_real *to,
                                const size_t pitch, const fftc_scalar *w, const int inverse)
{
    origin from = {fftc_strided_at(y, apart), apart};
    half_8 h = begin_8(from, 8, inverse);
    UNROLL for (int k = 0; k < FFTC_DFT_COLUMN_8; ++k)
    {
        fftc_dft_row_8 x = fftc_dft_second_8(h.row[k], k);
        UNROLL for (int i = 0; i < FFTC_DFT_ROW_8; ++i)
        {
            const int q = fftc_dft_out_8(k, i);
            to[q * pitch] = (q == 0 ? x.v[i] : twiddled_by_one(x.v[i], w + 2 * (q - 1), inverse)).v;
        }
    }
}

FORCE void square_64_rows_last(const fftc_real *p, const size_t pitch, fftc_scalar *d,
                               fftc_strided apart, const int inverse, const int how)
{
    const fftc_strided vectors = fftc_strided_fixed(pitch * sizeof *p);
    origin from = {fftc_strided_at(p, vectors), vectors};
    fftc_strided_rows to = fftc_strided_at(d, apart);
    half_8 h = begin_8(from, 8, inverse);
    UNROLL for (int k = 0; k < FFTC_DFT_COLUMN_8; ++k)
    {
        fftc_dft_row_8 x = fftc_dft_second_8(h.row[k], k);
        UNROLL for (int i = 0; i < FFTC_DFT_ROW_8; ++i)
        {
            put((fftc_scalar *)fftc_strided_row(to, apart, fftc_dft_out_8(k, i)), x.v[i], how);
        }
    }
}

/* What LINE columns read, or LINE rows write. */
#define LINES_BYTES (LINE * SIDE * NUMBER_BYTES)

/* Point j of the row is in column j % SIDE, and the results of a column are a row of y. `next`:
 * NULL, or a later row, of which as much is prefetched as is read. */
FORCE void square_64_columns(const fftc_packed_square *row, const fftc_scalar *src, fftc_scalar *y,
                             fftc_scalar *block, const int inverse, const fftc_prefetch_row *next)
{
    const fftc_strided apart = NUMBERS_APART_FIXED(8 * SIDE);
    const fftc_scalar *inner = (const fftc_scalar *)row->inner;
    const fftc_scalar *w = (const fftc_scalar *)row->columns;
    for (size_t column = 0; column < SIDE; column += LINE) {
        for (size_t b = 0; b < 8; ++b) {
            bring_src(next, (SIDE * column + LINE * 8 * b) * NUMBER_BYTES, LINES_BYTES / 8);
            for (size_t i = 0; i < LINE; i += C) {
                square_64_columns_first(src + 2 * (b * SIDE + column + i), apart,
                                        block + 2 * (i * SIDE + 8 * b), 2 * SIDE, inner + 2 * 7 * b,
                                        inverse);
            }
        }
        for (size_t i = 0; i < LINE * SIDE; i += SIDE, w += 2 * SIDE, y += 2 * SIDE) {
            for (size_t q = 0; q < 8; q += C) {
                square_64_columns_last(block + 2 * (i + q), y + 2 * q, w + 2 * q, inverse);
            }
        }
    }
}

/* Results are 8 KB (4 KB) apart, in one set of the first-level cache. Stores wait for lines of
 * other sets meanwhile if several cache lines of each row are done at once. Rows that were read
 * last are stored first: y may be d. `next`: NULL, or a later row, for whose results as much is
 * prefetched as is written. */
FORCE void square_64_rows(const fftc_packed_square *row, const fftc_scalar *y, fftc_scalar *d,
                          fftc_real *block, const int inverse, const int how,
                          const fftc_prefetch_row *next)
{
    const fftc_strided apart = NUMBERS_APART_FIXED(8 * SIDE);
    const fftc_scalar *inner = (const fftc_scalar *)row->inner;
    for (size_t k = 0; k < SIDE; k += ROWS) {
        for (size_t b = 0; b < 8; ++b) {
            for (size_t i = 0; i < ROWS; i += C) {
                square_64_rows_first(y + 2 * (b * SIDE + k + i), apart,
                                     block + 8 * (ROWS / C) * b + i / C, ROWS / C,
                                     inner + 2 * 7 * b, inverse);
            }
        }
        for (size_t p = 8; p-- > 0;) {
            bring_dst(next, (SIDE * k + ROWS * 8 * (7 - p)) * NUMBER_BYTES,
                      FFTC_SQUARE_LINES * LINES_BYTES / 8, how);
            for (size_t i = 0; i < ROWS; i += C) {
                square_64_rows_last(block + (ROWS / C) * p + i / C, 8 * (ROWS / C),
                                    d + 2 * (p * SIDE + k + i), apart, inverse, how);
            }
        }
    }
}

FORCE void square_64_any(const fftc_packed_square *row, const fftc_scalar *src, fftc_scalar *dst,
                         void *work, const int inverse, const int how,
                         const fftc_prefetch_row *next)
{
    fftc_scalar *block = (fftc_scalar *)work;
    fftc_scalar *y = src != dst && !(how & NONTEMPORAL_LINES) ? dst : block + 2 * ROWS * SIDE;
    square_64_columns(row, src, y, block, inverse, next);
    square_64_rows(row, y, dst, (fftc_real *)work, inverse, how, next);
}

static void square_64(const fftc_packed_square *row, const void *src, void *dst, void *work,
                      int inverse, const fftc_prefetch_row *next)
{
    IN_EACH_WAY(square_64_any, next != NULL && next->nontemporal, row, (const fftc_scalar *)src,
                (fftc_scalar *)dst, work);
}

#undef LINES_BYTES
#undef ROWS
#undef LINE
#undef SIDE
