/* SPDX-License-Identifier: MIT
 *
 * The passes of one radix: engine_tmpl.h includes this once for each, with RADIX set; undefined again at the end.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define CODELET PASTE(fftc_dft_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

FORCE BUNDLE NAME(gather)(const fftc_complex *work, size_t stride)
{
    BUNDLE x;
    UNROLL for (int q = 0; q < RADIX; ++q) x.v[q] = work[(size_t)q * stride];
    return x;
}

FORCE void NAME(scatter)(fftc_complex *work, size_t stride, BUNDLE x, const fftc_scalar *w)
{
    work[0] = x.v[0];
    UNROLL for (int q = 1; q < RADIX; ++q) work[(size_t)q * stride] =
        rotate(x.v[q], w + 2 * (q - 1));
}

static void NAME(middle)(void *work, size_t sub, const void *twiddles)
{
    fftc_complex *y = (fftc_complex *)work;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    for (size_t j = 0; j < sub; ++j) {
        NAME(scatter)(y + j, sub, CODELET(NAME(gather)(y + j, sub)), w + 2 * (RADIX - 1) * j);
    }
}

static void NAME(load)(fftc_engine_edge src, void *work, size_t sub, const void *twiddles,
                       double scale)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    fftc_complex *y = (fftc_complex *)work;
    edge_mode mode = edge_mode_make(src.lanes, src.swap);
    for (size_t j = 0; j < sub; ++j) {
        BUNDLE x;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x.v[q] = edge_load(p + 2 * (j + (size_t)q * sub) * src.stride, mode);
        }
        x = CODELET(x);
        x.v[0] = scaled(x.v[0], (fftc_scalar)scale);
        NAME(scatter)(y + j, sub, x, w + 2 * (RADIX - 1) * j);
    }
}

static void NAME(store)(const void *work, fftc_engine_edge dst, fftc_engine_order order)
{
    const fftc_complex *y = (const fftc_complex *)work;
    edge_mode mode = edge_mode_make(dst.lanes, dst.swap);
    for (size_t block = 0; block < order.blocks; ++block) {
        BUNDLE x = CODELET(NAME(gather)(y + block * RADIX, 1));
        fftc_scalar *p = (fftc_scalar *)dst.data + 2 * order.index[block] * dst.stride;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            edge_store(p + 2 * (size_t)q * order.step * dst.stride, x.v[q], mode);
        }
    }
}

static void NAME(single)(fftc_engine_edge src, fftc_engine_edge dst, double scale)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    fftc_scalar *d = (fftc_scalar *)dst.data;
    edge_mode in = edge_mode_make(src.lanes, src.swap);
    edge_mode out = edge_mode_make(dst.lanes, dst.swap);
    BUNDLE x;
    UNROLL for (int q = 0; q < RADIX; ++q)
    {
        x.v[q] = edge_load(p + 2 * (size_t)q * src.stride, in);
    }
    x = CODELET(x);
    UNROLL for (int q = 0; q < RADIX; ++q)
    {
        edge_store(d + 2 * (size_t)q * dst.stride, scaled(x.v[q], (fftc_scalar)scale), out);
    }
}

static void NAME(reorder)(const void *work, void *sorted, fftc_engine_order order)
{
    const fftc_complex *y = (const fftc_complex *)work;
    fftc_complex *z = (fftc_complex *)sorted;
    for (size_t block = 0; block < order.blocks; ++block) {
        BUNDLE x = CODELET(NAME(gather)(y + block * RADIX, 1));
        UNROLL for (int q = 0; q < RADIX; ++q) z[order.index[block] + (size_t)q * order.step] =
            x.v[q];
    }
}

/* First pass of a row of RADIX * m points, RADIX <= LANES <= m: see engine.h. The twiddles of a group of LANES columns are
 * RADIX - 1 vectors of real parts and imaginary parts. */
#if RADIX <= LANES
static void NAME(row)(const void *src, int swap, size_t m, void *work, const void *twiddles,
                      double scale)
{
    const fftc_scalar *p = (const fftc_scalar *)src;
    const fftc_complex *w = (const fftc_complex *)twiddles;
    fftc_complex *y = (fftc_complex *)work;
    edge_mode mode = edge_mode_make(LANES, swap);
    for (size_t column = 0; column < m; column += LANES, w += RADIX - 1) {
        /* The last group overlaps the one before: it writes the same numbers again. */
        size_t base = column + LANES <= m ? column : m - LANES;
        fftc_real re[LANES];
        fftc_real im[LANES];
        BUNDLE x;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x.v[q] = edge_load(p + 2 * (base + (size_t)q * m), mode);
        }
        x = CODELET(x);
        re[0] = x.v[0].re * (fftc_scalar)scale;
        im[0] = x.v[0].im * (fftc_scalar)scale;
        UNROLL for (int q = 1; q < RADIX; ++q)
        {
            fftc_complex z = fftc_complex_mul(x.v[q], w[q - 1]);
            re[q] = z.re;
            im[q] = z.im;
        }
        UNROLL for (int q = RADIX; q < LANES; ++q)
        {
            re[q] = re[0];
            im[q] = im[0];
        }
        transpose(re);
        transpose(im);
        UNROLL for (int lane = 0; lane < LANES; ++lane)
        {
            y[base + (size_t)lane] = fftc_complex_make(re[lane], im[lane]);
        }
    }
}
#endif

/* A whole row of LANES * RADIX points in one go, for lengths where calls and the trip through the work array would cost as much
 * as the arithmetic: first pass, transposition, last pass. */
#if LANES > 1 && RADIX >= LANES
#define FIRST PASTE(fftc_complex_, FFTC_LANES)
static void NAME(fused)(const void *src, void *dst, int swap, const void *twiddles, double scale)
{
    const fftc_scalar *p = (const fftc_scalar *)src;
    fftc_scalar *d = (fftc_scalar *)dst;
    const fftc_complex *w = (const fftc_complex *)twiddles;
    edge_mode mode = edge_mode_make(LANES, swap);
    BUNDLE y;
    UNROLL for (int column = 0; column < RADIX; column += LANES)
    {
        const int base = column + LANES <= RADIX ? column : RADIX - LANES;
        fftc_real re[LANES];
        fftc_real im[LANES];
        FIRST x;
        UNROLL for (int q = 0; q < LANES; ++q) { x.v[q] = edge_load(p + 2 * (base + q * RADIX), mode); }
        x = PASTE(fftc_dft_, FFTC_LANES)(x);
        re[0] = x.v[0].re * (fftc_scalar)scale;
        im[0] = x.v[0].im * (fftc_scalar)scale;
        UNROLL for (int q = 1; q < LANES; ++q)
        {
            fftc_complex z = fftc_complex_mul(x.v[q], w[q - 1]);
            re[q] = z.re;
            im[q] = z.im;
        }
        w += LANES - 1;
        transpose(re);
        transpose(im);
        UNROLL for (int lane = 0; lane < LANES; ++lane)
        {
            y.v[base + lane] = fftc_complex_make(re[lane], im[lane]);
        }
    }
    y = CODELET(y);
    UNROLL for (int q = 0; q < RADIX; ++q) { edge_store(d + 2 * q * LANES, y.v[q], mode); }
}
#undef FIRST
#define FUSED NAME(fused)
#else
#define FUSED NULL
#endif

#if RADIX <= LANES
#define ROW NAME(row)
#else
#define ROW NULL
#endif
static const fftc_engine_radix NAME(passes_of) = {
    .middle = NAME(middle),
    .load = NAME(load),
    .store = NAME(store),
    .reorder = NAME(reorder),
    .single = NAME(single),
    .row = ROW,
    .fused = FUSED,
};

#undef ROW
#undef FUSED
#undef NAME
#undef CODELET
#undef BUNDLE
#undef RADIX
