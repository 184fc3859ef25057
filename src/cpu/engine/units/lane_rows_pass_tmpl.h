/* SPDX-License-Identifier: MIT
 *
 * Rows of one radix, side by side, and planes of them: lane_rows.c includes this once for each,
 * with RADIX set; undefined again at the end.
 *
 * `inverse` is a constant wherever these are inlined. The inverse of a codelet is the codelet with
 * its elements taken backwards.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define CODELET PASTE(fftc_dft_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

FORCE BUNDLE NAME(bring)(places at, const int inverse)
{
    BUNDLE x;
    UNROLL for (int q = 0; q + 1 < RADIX; q += 2)
    {
        bring_two(at, q, &x.v[inverse && q > 0 ? RADIX - q : q],
                  &x.v[inverse ? RADIX - 1 - q : q + 1]);
    }
#if RADIX % 2 != 0
    x.v[inverse ? 1 : RADIX - 1] = bring_one(at, RADIX - 1);
#endif
    return x;
}

FORCE void NAME(put)(places at, BUNDLE x, const int nontemporal)
{
#if FFTC_PRECISION == 64 && (RADIX % 2 != 0 || RADIX > 12)
    UNROLL for (int k = 0; k < RADIX; ++k)
    {
        put_half(point(at, 0, k), _mm256_castpd256_pd128((__m256d)x.v[k].v), nontemporal);
    }
    UNROLL for (int k = 0; k < RADIX; ++k)
    {
        put_half(point(at, 1, k), _mm256_extractf128_pd((__m256d)x.v[k].v, 1), nontemporal);
    }
#else
    UNROLL for (int k = 0; k + 1 < RADIX; k += 2)
    {
        put_two(at, k, x.v[k], x.v[k + 1], nontemporal);
    }
#if RADIX % 2 != 0
    put_one(at, RADIX - 1, x.v[RADIX - 1], nontemporal);
#endif
#endif
}

FORCE BUNDLE NAME(scaled)(BUNDLE x, fftc_scalar scale)
{
    UNROLL for (int k = 0; k < RADIX; ++k) x.v[k].v *= scale;
    return x;
}

FORCE void NAME(group)(places from, places to, fftc_scalar scale, const int inverse,
                       const int nontemporal)
{
    NAME(put)(to, NAME(scaled)(CODELET(NAME(bring)(from, inverse)), scale), nontemporal);
}

#if RADIX <= FFTC_LANE_ROWS_MOST
FORCE void NAME(rows_any)(const fftc_engine_rows *rows, const void *src, void *dst,
                          const int inverse, const int nontemporal)
{
    const char *p = (const char *)src;
    char *d = (char *)dst;
    const fftc_scalar scale = (fftc_scalar)rows->scale;
    const size_t src_step = rows->src_step * NUMBER;
    const size_t dst_step = rows->dst_step * NUMBER;
    const size_t row = RADIX * NUMBER;
    size_t left = rows->count;
    if (src_step == row && dst_step == row) {
        for (; left >= C; left -= C, p += C * row, d += C * row) {
            NAME(group)
            (places_at(p, row, C, 1), places_at(d, row, C, 1), scale, inverse, nontemporal);
        }
    }
    for (; left > 0; left -= left < C ? left : C) {
        NAME(group)
        (places_at(p, src_step, left, 0), places_at(d, dst_step, left, 0), scale, inverse, 0);
        p += C * src_step;
        d += C * dst_step;
    }
}

static void NAME(rows)(const fftc_engine_rows *rows, const void *src, void *dst)
{
    if (rows->inverse) {
        NAME(rows_any)(rows, src, dst, 1, 0);
    } else {
        NAME(rows_any)(rows, src, dst, 0, 0);
    }
}

#if FFTC_NONTEMPORAL
static void NAME(rows_nontemporal)(const fftc_engine_rows *rows, const void *src, void *dst)
{
    if (RADIX * NUMBER % 16 != 0 || !fftc_nontemporal_suits(rows, dst)) {
        NAME(rows)(rows, src, dst);
        return;
    }
    if (rows->inverse) {
        NAME(rows_any)(rows, src, dst, 1, 1);
    } else {
        NAME(rows_any)(rows, src, dst, 0, 1);
    }
    fftc_settle();
}
#endif
#endif

/* --- planes ----------------------------------------------------------------------------------- */

/* RADIX rows of m points, C columns at a time; the last ones overlap those before them. */
FORCE void NAME(columns_any)(const char *p, size_t line, fftc_scalar *y, size_t m,
                             const int inverse)
{
    fftc_strided lines = fftc_strided_make(line, RADIX);
    for (size_t column = 0; column < m; column += C) {
        size_t base = column + C <= m || m < C ? column : m - C;
        fftc_strided_rows at = fftc_strided_at(p + base * NUMBER, lines);
        BUNDLE x;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x.v[inverse && q > 0 ? RADIX - q : q] = load_some(fftc_strided_row(at, lines, q), m);
        }
        x = CODELET(x);
        UNROLL for (int k = 0; k < RADIX; ++k) store(y + 2 * (k * PITCH + base), x.v[k]);
    }
}

static void NAME(columns)(const char *p, size_t line, void *rows, size_t m, int inverse)
{
    if (inverse) {
        NAME(columns_any)(p, line, (fftc_scalar *)rows, m, 1);
    } else {
        NAME(columns_any)(p, line, (fftc_scalar *)rows, m, 0);
    }
}

FORCE void NAME(columns_back_any)(const fftc_scalar *y, char *d, size_t line, size_t m,
                                  const int inverse)
{
    fftc_strided lines = fftc_strided_make(line, RADIX);
    for (size_t column = 0; column < m; column += C) {
        size_t base = column + C <= m || m < C ? column : m - C;
        fftc_strided_rows at = fftc_strided_at(d + base * NUMBER, lines);
        BUNDLE x;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x.v[inverse && q > 0 ? RADIX - q : q] = load_some(y + 2 * (q * PITCH + base), m);
        }
        x = CODELET(x);
        UNROLL for (int k = 0; k < RADIX; ++k)
        {
            store_some((void *)(uintptr_t)fftc_strided_row(at, lines, k), x.v[k], m);
        }
    }
}

static void NAME(columns_back)(const void *rows, char *d, size_t line, size_t m, int inverse)
{
    if (inverse) {
        NAME(columns_back_any)((const fftc_scalar *)rows, d, line, m, 1);
    } else {
        NAME(columns_back_any)((const fftc_scalar *)rows, d, line, m, 0);
    }
}

FORCE void NAME(plane_rows_any)(const fftc_scalar *y, size_t count, char *d, size_t line,
                                fftc_scalar scale, const int inverse)
{
    for (size_t row = 0; row < count; row += C) {
        size_t left = count - row;
        NAME(group)
        (places_at(y + 2 * row * PITCH, PITCH * NUMBER, left, 0), places_at(d, line, left, 0),
         scale, inverse, 0);
        d += C * line;
    }
}

static void NAME(plane_rows)(const fftc_scalar *y, size_t count, char *d, size_t line,
                             fftc_scalar scale, int inverse)
{
    if (inverse) {
        NAME(plane_rows_any)(y, count, d, line, scale, 1);
    } else {
        NAME(plane_rows_any)(y, count, d, line, scale, 0);
    }
}

#if RADIX == 4 || RADIX == 8
FORCE void NAME(square)(const char *p, char *d, fftc_scalar scale, const int inverse)
{
    const size_t line = RADIX * NUMBER;
    BUNDLE x[RADIX / C]; /* columns */
    UNROLL for (int group = 0; group < RADIX / C; ++group)
    {
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x[group].v[inverse && q > 0 ? RADIX - q : q] =
                load(p + (size_t)q * line + (size_t)(group * C) * NUMBER);
        }
        x[group] = CODELET(x[group]);
    }
    UNROLL for (int row = 0; row < RADIX; row += C)
    {
        BUNDLE y;
        UNROLL for (int group = 0; group < RADIX / C; ++group)
        {
            transpose(&x[group].v[row]);
            UNROLL for (int i = 0; i < C; ++i)
            {
                const int q = group * C + i;
                y.v[inverse && q > 0 ? RADIX - q : q] = x[group].v[row + i];
            }
        }
        NAME(put)
        (places_at(d + (size_t)row * line, line, C, 1), NAME(scaled)(CODELET(y), scale), 0);
    }
}
#endif

#undef NAME
#undef CODELET
#undef BUNDLE
#undef RADIX
