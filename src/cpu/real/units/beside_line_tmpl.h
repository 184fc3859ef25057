/* SPDX-License-Identifier: MIT
 *
 * Lines of LINE numbers: beside.c includes this once for each length; undefined again at the
 * end.
 */
#define BUNDLE PASTE(fftc_complex_, LINE)
#define CODELET PASTE(fftc_dft_, LINE)
#define NAME(x) PASTE(PASTE(x, _), LINE)

enum { NAME(SPECTRUM) = 2 * (LINE / 2 + 1) };

FORCE void NAME(forward_group)(places from, places to, fftc_scalar scale)
{
    fftc_real x[LINE];
    fftc_real y[NAME(SPECTRUM)];
    BUNDLE z;
    bring(from, x, LINE);
    UNROLL_LINE for (int q = 0; q < LINE; ++q)
    {
        z.v[q] = fftc_complex_make(x[q] * scale, FFTC_REAL(0.0));
    }
    z = CODELET(z);
    UNROLL_LINE for (int k = 0; k <= LINE / 2; ++k)
    {
        y[2 * k] = z.v[k].re;
        y[2 * k + 1] = k > 0 && 2 * k < LINE ? z.v[k].im : FFTC_REAL(0.0);
    }
    put(to, y, NAME(SPECTRUM));
}

/* The inverse of a codelet is the codelet with its elements taken backwards. */
FORCE void NAME(backward_group)(places from, places to, fftc_scalar scale)
{
    fftc_real x[LINE];
    fftc_real y[NAME(SPECTRUM)];
    BUNDLE z;
    bring(from, y, NAME(SPECTRUM));
    UNROLL_LINE for (int k = 0; k <= LINE / 2; ++k)
    {
        const int alone = k == 0 || 2 * k == LINE;
        fftc_real im = alone ? FFTC_REAL(0.0) : y[2 * k + 1];
        z.v[k > 0 ? LINE - k : 0] = fftc_complex_make(y[2 * k], im);
        if (!alone) {
            z.v[k] = fftc_complex_make(y[2 * k], -im);
        }
    }
    z = CODELET(z);
    UNROLL_LINE for (int q = 0; q < LINE; ++q) x[q] = z.v[q].re * scale;
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
    if (src_step == in && dst_step == out) {
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
#undef CODELET
#undef BUNDLE
#undef LINE
