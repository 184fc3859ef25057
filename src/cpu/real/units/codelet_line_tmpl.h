/* SPDX-License-Identifier: MIT
 *
 * Lines of LINE = COLUMN * ROW numbers: codelet_lines.c includes this once for each length, with
 * all three set; they are undefined at the end. With WITH_TWIDDLES there are twiddles,
 * twiddled_<LINE>(z, j); without, COLUMN and ROW are coprime. FORWARD_ONLY: to half spectra alone.
 *
 * ROW columns of COLUMN points are followed by COLUMN rows of ROW points; element n1 of column n2
 * is number n1 ROW + n2 (coprime: n1 ROW + n2 COLUMN, mod LINE), and frequency f is in row f mod
 * COLUMN. To half spectra, columns are real, and row k is the conjugate of row -k, which is left
 * out. From half spectra, column n2 with its twiddles is the conjugate of column -n2, which is left
 * out, and rows are real.
 */
#define COLUMN_OF PASTE(fftc_complex_, COLUMN)
#define ROW_OF PASTE(fftc_complex_, ROW)
#define COLUMN_CODELET PASTE(fftc_dft_, COLUMN)
#define ROW_CODELET PASTE(fftc_dft_, ROW)
#ifdef WITH_TWIDDLES
#define TWIDDLE(z, j) PASTE(twiddled_, LINE)(z, j)
#define NUMBER(n1, n2) ((n1)*ROW + (n2))
#define PLACE_IN_ROW(f) ((f) / COLUMN)
#else
#define TWIDDLE(z, j) (z)
#define NUMBER(n1, n2) (((n1)*ROW + (n2)*COLUMN) % LINE)
#define PLACE_IN_ROW(f) ((f) % ROW)
#endif
#define NAME(x) PASTE(PASTE(x, _), LINE)

enum { NAME(SPECTRUM) = 2 * (LINE / 2 + 1) };

FORCE void NAME(forward_group)(places from, places to, fftc_scalar scale)
{
    fftc_real x[LINE];
    fftc_real y[NAME(SPECTRUM)];
    ROW_OF rows[COLUMN];
    bring(from, x, LINE);
    UNROLL_LINE for (int n2 = 0; n2 < ROW; ++n2)
    {
        COLUMN_OF column;
        UNROLL_LINE for (int n1 = 0; n1 < COLUMN; ++n1)
        {
            column.v[n1] = fftc_complex_make(x[NUMBER(n1, n2)] * scale, FFTC_REAL(0.0));
        }
        column = COLUMN_CODELET(column);
        UNROLL_LINE for (int k = 0; k <= COLUMN / 2; ++k)
        {
            rows[k].v[n2] = TWIDDLE(column.v[k], n2 * k);
        }
    }
    UNROLL_LINE for (int k = 0; k <= COLUMN / 2; ++k) rows[k] = ROW_CODELET(rows[k]);
    UNROLL_LINE for (int f = 0; f <= LINE / 2; ++f)
    {
        const int mirrored = f % COLUMN > COLUMN / 2;
        const int g = mirrored ? LINE - f : f;
        const fftc_complex z = rows[g % COLUMN].v[PLACE_IN_ROW(g)];
        const int alone = f == 0 || 2 * f == LINE;
        y[2 * f] = z.re;
        y[2 * f + 1] = alone ? FFTC_REAL(0.0) : mirrored ? -z.im : z.im;
    }
    put(to, y, NAME(SPECTRUM));
}

#ifndef FORWARD_ONLY
/* Element n of the results of a codelet, in reverse, which makes it the inverse transform. */
FORCE fftc_complex NAME(backward_element)(const fftc_real *y, const int n)
{
    const int place = 2 * n > LINE ? LINE - n : n;
    if (place == 0 || 2 * place == LINE) {
        return fftc_complex_make(y[2 * place], FFTC_REAL(0.0));
    }
    return fftc_complex_make(y[2 * place], place == n ? -y[2 * place + 1] : y[2 * place + 1]);
}

FORCE void NAME(backward_group)(places from, places to, fftc_scalar scale)
{
    fftc_real x[LINE];
    fftc_real y[NAME(SPECTRUM)];
    ROW_OF rows[COLUMN];
    bring(from, y, NAME(SPECTRUM));
    UNROLL_LINE for (int n2 = 0; n2 <= ROW / 2; ++n2)
    {
        COLUMN_OF column;
        UNROLL_LINE for (int n1 = 0; n1 < COLUMN; ++n1)
        {
            column.v[n1] = NAME(backward_element)(y, NUMBER(n1, n2));
        }
        column = COLUMN_CODELET(column);
        const int mirrored = (ROW - n2) % ROW;
        UNROLL_LINE for (int k = 0; k < COLUMN; ++k)
        {
            fftc_complex z = TWIDDLE(column.v[k], n2 * k);
            rows[k].v[mirrored] = fftc_complex_make(z.re, -z.im);
            rows[k].v[n2] = n2 == mirrored ? fftc_complex_make(z.re, FFTC_REAL(0.0)) : z;
        }
    }
    UNROLL_LINE for (int k = 0; k < COLUMN; ++k) rows[k] = ROW_CODELET(rows[k]);
    UNROLL_LINE for (int n = 0; n < LINE; ++n)
    {
        x[n] = rows[n % COLUMN].v[PLACE_IN_ROW(n)].re * scale;
    }
    put(to, x, LINE);
}
#endif

FORCE void NAME(group)(places from, places to, fftc_scalar scale, const int back)
{
#ifndef FORWARD_ONLY
    if (back) {
        NAME(backward_group)(from, to, scale);
        return;
    }
#endif
    (void)back;
    NAME(forward_group)(from, to, scale);
}

FORCE void NAME(lines_any)(const fftc_scalar *p, size_t src_step, fftc_scalar *d, size_t dst_step,
                           size_t lines, fftc_scalar scale, const int back)
{
    const size_t in = back ? NAME(SPECTRUM) : LINE;
    const size_t out = back ? LINE : NAME(SPECTRUM);
    if (LANES > 1 && src_step == in && dst_step == out) {
        for (; lines >= LANES; lines -= LANES, p += LANES * in, d += LANES * out) {
            NAME(group)(places_at(p, in, LANES, 1), places_at(d, out, LANES, 1), scale, back);
        }
    }
    for (; lines > 0; lines -= lines < LANES ? lines : LANES) {
        NAME(group)
        (places_at(p, src_step, lines, 0), places_at(d, dst_step, lines, 0), scale, back);
        p += LANES * src_step;
        d += LANES * dst_step;
    }
}

static void NAME(forward)(const void *src, size_t src_step, void *dst, size_t dst_step,
                          size_t lines, double scale)
{
    NAME(lines_any)
    ((const fftc_scalar *)src, src_step, (fftc_scalar *)dst, dst_step, lines, (fftc_scalar)scale,
     0);
}

#ifndef FORWARD_ONLY
static void NAME(backward)(const void *src, size_t src_step, void *dst, size_t dst_step,
                           size_t lines, double scale)
{
    NAME(lines_any)
    ((const fftc_scalar *)src, src_step, (fftc_scalar *)dst, dst_step, lines, (fftc_scalar)scale,
     1);
}
#endif

#undef NAME
#undef PLACE_IN_ROW
#undef NUMBER
#undef TWIDDLE
#undef ROW_CODELET
#undef COLUMN_CODELET
#undef ROW_OF
#undef COLUMN_OF
#undef FORWARD_ONLY
#undef WITH_TWIDDLES
#undef ROW
#undef COLUMN
#undef LINE
