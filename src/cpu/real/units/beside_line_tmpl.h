/* SPDX-License-Identifier: MIT
 *
 * Lines of LINE numbers: beside.c includes this once for each length. If a codelet's second step
 * begins with twiddles, TURNED is how many points it then transforms. Both are undefined again at
 * the end.
 *
 * A codelet's two steps (codelets.h) are columns, then rows. To half spectra, columns are real, and
 * row k is the conjugate of row -k, which is left out. From half spectra, column n2 with its
 * twiddles is the conjugate of column -n2, which is left out, and rows are real.
 */
#define COLUMN PASTE(fftc_dft_column_, LINE)
#define ROW PASTE(fftc_dft_row_, LINE)
#define COLUMN_POINTS PASTE(FFTC_DFT_COLUMN_, LINE)
#define ROW_POINTS PASTE(FFTC_DFT_ROW_, LINE)
#define IN PASTE(fftc_dft_in_, LINE)
#define OUT PASTE(fftc_dft_out_, LINE)
#define FIRST PASTE(fftc_dft_first_, LINE)
#define SECOND PASTE(fftc_dft_second_, LINE)
#ifdef TURNED
#define TURN(z, j) PASTE(turned_, LINE)(z, j)
#define PLAIN_SECOND(row, k) PASTE(fftc_dft_, TURNED)(row)
#else
#define TURN(z, j) (z)
#define PLAIN_SECOND(row, k) SECOND(row, k)
#endif
#define NAME(x) PASTE(PASTE(x, _), LINE)

enum { NAME(SPECTRUM) = 2 * (LINE / 2 + 1) };

FORCE void NAME(forward_group)(places from, places to, fftc_scalar scale)
{
    fftc_real x[LINE];
    fftc_real y[NAME(SPECTRUM)];
    ROW rows[COLUMN_POINTS];
    bring(from, x, LINE);
    UNROLL_LINE for (int n2 = 0; n2 < ROW_POINTS; ++n2)
    {
        COLUMN column;
        UNROLL_LINE for (int n1 = 0; n1 < COLUMN_POINTS; ++n1)
        {
            column.v[n1] = fftc_complex_make(x[IN(n1, n2)] * scale, FFTC_REAL(0.0));
        }
        column = FIRST(column);
        UNROLL_LINE for (int k = 0; k < COLUMN_POINTS; ++k) rows[k].v[n2] = column.v[k];
    }
    UNROLL_LINE for (int k = 0; k <= COLUMN_POINTS / 2; ++k)
    {
        rows[k] = SECOND(rows[k], k);
        UNROLL_LINE for (int i = 0; i < ROW_POINTS; ++i)
        {
            const int frequency = OUT(k, i);
            const int mirrored = 2 * frequency > LINE;
            const int place = mirrored ? LINE - frequency : frequency;
            const int alone = place == 0 || 2 * place == LINE;
            fftc_real im = rows[k].v[i].im;
            y[2 * place] = rows[k].v[i].re;
            y[2 * place + 1] = alone ? FFTC_REAL(0.0) : mirrored ? -im : im;
        }
    }
    put(to, y, NAME(SPECTRUM));
}

/* Element n of a codelet that is taken backwards, and so is the inverse of itself. */
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
    ROW rows[COLUMN_POINTS];
    bring(from, y, NAME(SPECTRUM));
    UNROLL_LINE for (int n2 = 0; n2 <= ROW_POINTS / 2; ++n2)
    {
        COLUMN column;
        UNROLL_LINE for (int n1 = 0; n1 < COLUMN_POINTS; ++n1)
        {
            column.v[n1] = NAME(backward_element)(y, IN(n1, n2));
        }
        column = FIRST(column);
        const int mirrored = (ROW_POINTS - n2) % ROW_POINTS;
        UNROLL_LINE for (int k = 0; k < COLUMN_POINTS; ++k)
        {
            fftc_complex z = TURN(column.v[k], n2 * k);
            rows[k].v[mirrored] = fftc_complex_make(z.re, -z.im);
            rows[k].v[n2] = n2 == mirrored ? fftc_complex_make(z.re, FFTC_REAL(0.0)) : z;
        }
    }
    UNROLL_LINE for (int k = 0; k < COLUMN_POINTS; ++k)
    {
        rows[k] = PLAIN_SECOND(rows[k], k);
        UNROLL_LINE for (int i = 0; i < ROW_POINTS; ++i)
        {
            x[OUT(k, i)] = rows[k].v[i].re * scale;
        }
    }
    put(to, x, LINE);
}

FORCE void NAME(group)(places from, places to, fftc_scalar scale, const int back)
{
    if (back) {
        NAME(backward_group)(from, to, scale);
    } else {
        NAME(forward_group)(from, to, scale);
    }
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

static void NAME(backward)(const void *src, size_t src_step, void *dst, size_t dst_step,
                           size_t lines, double scale)
{
    NAME(lines_any)
    ((const fftc_scalar *)src, src_step, (fftc_scalar *)dst, dst_step, lines, (fftc_scalar)scale,
     1);
}

#undef NAME
#undef TURNED
#undef PLAIN_SECOND
#undef TURN
#undef SECOND
#undef FIRST
#undef OUT
#undef IN
#undef ROW_POINTS
#undef COLUMN_POINTS
#undef ROW
#undef COLUMN
#undef LINE
