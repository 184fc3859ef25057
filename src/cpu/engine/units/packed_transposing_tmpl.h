/* SPDX-License-Identifier: MIT
 *
 * The passes of one radix through columns whose results become rows (fftc_packed_transposing in
 * packed.h): packed_pass_tmpl.h includes this where the unit has such.
 *
 * C columns, side by side in vectors, are done at once: neighbouring numbers of memory, which are a
 * cache line where vectors are. Each column's results are stored one after the other.
 */
#if RADIX >= C
/* Columns of one codelet. */
FORCE void NAME(transposing_single_any)(const fftc_scalar *p, size_t line, size_t m, fftc_scalar *d,
                                        size_t pitch, fftc_scalar scale, const int inverse)
{
    fftc_strided lines = NUMBERS_APART(line, RADIX);
    for (size_t column = 0; column < m; column += C) {
        const size_t base = group_base(column, m);
#if RADIX <= MOST_GATHERED
        BUNDLE x = CODELET(NAME(bring)(p + 2 * base, lines, inverse));
#else
        origin from = {fftc_strided_at(p + 2 * base, lines), lines};
        BUNDLE x = NAME(finish)(NAME(begin)(from, RADIX, inverse));
#endif
        if (scale != 1) {
            UNROLL_POINTS for (int q = 0; q < RADIX; ++q) x.v[q].v *= scale;
        }
        UNROLL for (int chunk = 0; chunk < CHUNKS(RADIX); ++chunk)
        {
            fftc_real square[C];
            UNROLL for (int i = 0; i < C; ++i)
            {
                square[i] = x.v[CHUNK_BASE(RADIX, chunk) + i].v;
            }
            store_transposed_rows(square, d + 2 * (base * pitch + CHUNK_BASE(RADIX, chunk)),
                                  2 * pitch);
        }
    }
}

static void NAME(transposing_single)(const void *src, size_t line, size_t m, void *dst,
                                     size_t pitch, double scale, int inverse)
{
    if (inverse) {
        NAME(transposing_single_any)(src, line, m, dst, pitch, (fftc_scalar)scale, 1);
    } else {
        NAME(transposing_single_any)(src, line, m, dst, pitch, (fftc_scalar)scale, 0);
    }
}

#if RADIX <= FFTC_PACKED_MAX_RADIX
/* The first of two radices: C columns at p. Chunks of C results are vectors, of which those that
 * the last radix combines are neighbours. */
FORCE void NAME(transposing_first_any)(const fftc_scalar *p, size_t line, size_t last,
                                       fftc_real *strip, const fftc_scalar *w, fftc_scalar scale,
                                       const int inverse)
{
    fftc_strided lines = NUMBERS_APART(line * last, RADIX);
    const size_t apart = CHUNKS(RADIX) * last;
    for (size_t j = 0; j < last; ++j, p += 2 * line, w += 2 * (RADIX - 1)) {
        BUNDLE x = CODELET(NAME(bring)(p, lines, inverse));
        x.v[0].v *= scale;
        if (j == 0) {
            UNROLL for (int q = 1; q < RADIX; ++q) x.v[q].v *= scale;
        } else {
            UNROLL for (int q = 1; q < RADIX; ++q)
            {
                x.v[q] = twiddled_by_one(x.v[q], w + 2 * (q - 1), inverse);
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
                strip[(size_t)i * apart + (size_t)chunk * last + j] = square[i];
            }
        }
    }
}

static void NAME(transposing_first)(const void *src, size_t line, size_t last, void *strip,
                                    const void *twiddles, double scale, int inverse)
{
    if (inverse) {
        NAME(transposing_first_any)(src, line, last, strip, twiddles, (fftc_scalar)scale, 1);
    } else {
        NAME(transposing_first_any)(src, line, last, strip, twiddles, (fftc_scalar)scale, 0);
    }
}
#endif
#endif

#if RADIX <= FFTC_PACKED_MAX_RADIX
/* The last of two radices: C columns from the strip. */
FORCE void NAME(transposing_last_any)(const fftc_real *strip, fftc_scalar *d, size_t pitch,
                                      size_t first, const int inverse)
{
    fftc_strided apart = NUMBERS_APART(first, RADIX);
    for (int i = 0; i < C; ++i, d += 2 * pitch) {
        for (size_t row = 0; row < first; row += C, strip += RADIX) {
            NAME(last_chunk)(strip, d + 2 * group_base(row, first), apart, inverse, 0);
        }
    }
}

static void NAME(transposing_last)(const void *strip, void *dst, size_t pitch, size_t first,
                                   int inverse)
{
    if (inverse) {
        NAME(transposing_last_any)(strip, dst, pitch, first, 1);
    } else {
        NAME(transposing_last_any)(strip, dst, pitch, first, 0);
    }
}
#endif
