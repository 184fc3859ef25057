/* SPDX-License-Identifier: MIT
 *
 * The three passes of one radix for short primes (short_rader.c): packed_pass_tmpl.h includes this
 * once for each, with RADIX, CODELET, BUNDLE and NAME set.
 *
 * A convolution of r1 r2 numbers, whose intermediate results are in registers and a few lines of
 * the first-level cache only. The steps are: codelets of r1 on groups of C columns, which are
 * loaded number by number in Rader's order; transpositions; codelets of r2 on chunks of C rows,
 * products, and codelets back at once; transpositions; codelets of r1, which store each number
 * where it belongs. Chunks are RADER_PITCH vectors apart, whatever the radices.
 */

/* Where the columns' numbers are: `at` has RADIX * C places for each group. `w` as in
 * NAME(first_group); NULL if the radices are coprime. */
static void NAME(rader_bring)(const fftc_scalar *src, const uint32_t *at, size_t columns,
                              const fftc_real *w, fftc_real *y)
{
    for (size_t column = 0; column < columns; column += C, at += RADIX * C) {
        fftc_real *group = y + group_base(column, columns);
        BUNDLE x;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x.v[q] = collect(src, at + q * C);
        }
        x = CODELET(x);
        if (w != NULL) {
            UNROLL for (int q = 1; q < RADIX; ++q, w += 2)
            {
                x.v[q] = rotated(x.v[q], w, 0);
            }
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
                group[chunk * RADER_PITCH + i] = square[i];
            }
        }
    }
}

/* Transforms there, multiplies and transforms back, in place. Returns the spectrum's first number,
 * to which x0 is added. */
static fftc_real NAME(rader_convolve)(fftc_real *y, size_t rows, const fftc_real *factors,
                                      fftc_real x0)
{
    fftc_real first = x0;
    for (size_t row = 0; row < rows; row += C, y += RADER_PITCH, factors += 2 * RADIX) {
        BUNDLE x;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x.v[q] = packed(y[q]);
        }
        x = CODELET(x);
        first = row == 0 ? x.v[0].v : first;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x.v[q] = rotated(x.v[q], factors + 2 * q, 0);
        }
        x.v[0].v += x0;
        x0 = fftc_real_splat(0);
        x = CODELET(x);
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            y[q == 0 ? 0 : RADIX - q] = x.v[q].v;
        }
    }
    return first;
}

/* The last group overlaps the one before, and writes the same numbers again. */
static void NAME(rader_put)(const fftc_real *y, const uint32_t *at, size_t columns,
                            const fftc_real *w, fftc_scalar *dst)
{
    for (size_t column = 0; column < columns; column += C, at += RADIX * C) {
        const fftc_real *group = y + group_base(column, columns);
        BUNDLE x;
        UNROLL for (int chunk = 0; chunk < CHUNKS(RADIX); ++chunk)
        {
            fftc_real square[C];
            UNROLL for (int i = 0; i < C; ++i)
            {
                square[i] = group[chunk * RADER_PITCH + i];
            }
            transpose(square);
            UNROLL for (int i = 0; i < C; ++i)
            {
                x.v[CHUNK_BASE(RADIX, chunk) + i] = packed(square[i]);
            }
        }
        if (w != NULL) {
            UNROLL for (int q = 1; q < RADIX; ++q, w += 2)
            {
                x.v[q] = rotated(x.v[q], w, 1);
            }
        }
        x = CODELET(x);
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            spread(x.v[q], dst, at + (q == 0 ? 0 : RADIX - q) * C);
        }
    }
}
