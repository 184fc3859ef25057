/* SPDX-License-Identifier: MIT
 *
 * The unordered passes of one radix: unordered.c includes this once for each, with RADIX set;
 * undefined again at the end.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

/* Single numbers, of which nobody convolves many, have their codelets in one place, and loops: a
 * quarter of the code. */
#if LANES == 1
#define CODELET_FUNCTION static __attribute__((noinline))
#define EACH_POINT
#else
#define CODELET_FUNCTION FORCE
#define EACH_POINT UNROLL
#endif

CODELET_FUNCTION BUNDLE NAME(there)(BUNDLE x)
{
    return PASTE(fftc_dft_, RADIX)(x);
}

/* The inverse is the forward one between two exchanges of real and imaginary part. */
FORCE BUNDLE NAME(back_again)(BUNDLE x)
{
    EACH_POINT for (int q = 0; q < RADIX; ++q) x.v[q] = fftc_complex_make(x.v[q].im, x.v[q].re);
    x = NAME(there)(x);
    EACH_POINT for (int q = 0; q < RADIX; ++q) x.v[q] = fftc_complex_make(x.v[q].im, x.v[q].re);
    return x;
}

FORCE BUNDLE NAME(gather)(const fftc_complex *work, size_t stride)
{
    BUNDLE x;
    EACH_POINT for (int q = 0; q < RADIX; ++q) x.v[q] = work[(size_t)q * stride];
    return x;
}

FORCE void NAME(scatter)(fftc_complex *work, size_t stride, BUNDLE x)
{
    EACH_POINT for (int q = 0; q < RADIX; ++q) work[(size_t)q * stride] = x.v[q];
}

FORCE BUNDLE NAME(twiddle_all)(BUNDLE x, const fftc_scalar *w)
{
    EACH_POINT for (int q = 1; q < RADIX; ++q) x.v[q] = rotate(x.v[q], w + 2 * (q - 1));
    return x;
}

FORCE BUNDLE NAME(twiddle_all_back)(BUNDLE x, const fftc_scalar *w)
{
    EACH_POINT for (int q = 1; q < RADIX; ++q) x.v[q] = rotate_back(x.v[q], w + 2 * (q - 1));
    return x;
}

/* --- in place --------------------------------------------------------------------------------- */

static void NAME(middle)(void *work, size_t count, size_t sub, const void *twiddles)
{
    fftc_complex *y = (fftc_complex *)work;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    for (size_t j = 0; j < count; ++j, w += 2 * (RADIX - 1)) {
        NAME(scatter)(y + j, sub, NAME(twiddle_all)(NAME(there)(NAME(gather)(y + j, sub)), w));
    }
}

static void NAME(back)(void *work, size_t count, size_t sub, const void *twiddles)
{
    fftc_complex *y = (fftc_complex *)work;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    for (size_t j = 0; j < count; ++j, w += 2 * (RADIX - 1)) {
        NAME(scatter)
        (y + j, sub, NAME(back_again)(NAME(twiddle_all_back)(NAME(gather)(y + j, sub), w)));
    }
}

static void NAME(last)(void *work, size_t blocks)
{
    fftc_complex *y = (fftc_complex *)work;
    for (size_t block = 0; block < blocks; ++block, y += RADIX) {
        NAME(scatter)(y, 1, NAME(there)(NAME(gather)(y, 1)));
    }
}

static void NAME(back_first)(void *work, size_t blocks)
{
    fftc_complex *y = (fftc_complex *)work;
    for (size_t block = 0; block < blocks; ++block, y += RADIX) {
        NAME(scatter)(y, 1, NAME(back_again)(NAME(gather)(y, 1)));
    }
}

static void NAME(product)(void *work, size_t blocks, const void *spectrum)
{
    fftc_complex *y = (fftc_complex *)work;
    const fftc_scalar *k = (const fftc_scalar *)spectrum;
    for (size_t block = 0; block < blocks; ++block, y += RADIX, k += 2 * LANES * RADIX) {
        BUNDLE x = NAME(there)(NAME(gather)(y, 1));
        EACH_POINT for (int q = 0; q < RADIX; ++q)
        {
            x.v[q] = fftc_complex_mul(x.v[q], from_table(k + 2 * LANES * q));
        }
        NAME(scatter)(y, 1, NAME(back_again)(x));
    }
}

#ifdef ENGINE_ENDS_ALONE
#define OF_MEMORY
#else
/* --- columns from memory and to memory -------------------------------------------------------- */

/* Functions for columns of which all rows exist gained nothing, in no instruction set. */
static void NAME(load)(fftc_panel src, void *work, size_t sub, const void *twiddles)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    fftc_complex *y = (fftc_complex *)work;
    edge_mode mode = edge_mode_make(src.lanes);
    for (size_t j = 0; j < sub; ++j, w += 2 * (RADIX - 1)) {
        BUNDLE x;
        EACH_POINT for (int q = 0; q < RADIX; ++q)
        {
            size_t row = j + (size_t)q * sub;
            if (row < src.rows) {
                x.v[q] = edge_load(p + row * src.stride, mode, 0);
                prefetch_next(p + row * src.stride);
            } else {
                x.v[q] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
            }
        }
        NAME(scatter)(y + j, sub, NAME(twiddle_all)(NAME(there)(x), w));
    }
}

static void NAME(store)(const void *work, size_t sub, const void *twiddles, fftc_panel dst)
{
    const fftc_complex *y = (const fftc_complex *)work;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    fftc_scalar *p = (fftc_scalar *)dst.data;
    edge_mode mode = edge_mode_make(dst.lanes);
    for (size_t j = 0; j < sub; ++j, w += 2 * (RADIX - 1)) {
        BUNDLE x = NAME(back_again)(NAME(twiddle_all_back)(NAME(gather)(y + j, sub), w));
        EACH_POINT for (int q = 0; q < RADIX; ++q)
        {
            size_t row = j + (size_t)q * sub;
            if (row < dst.rows) {
                edge_store(p + row * dst.stride, x.v[q], mode, 0);
            }
        }
    }
}

FORCE void NAME(emit_any)(const fftc_complex *y, size_t blocks, fftc_panel dst,
                          fftc_pair_twiddle twiddle, const int has_twiddles)
{
    fftc_scalar *p = (fftc_scalar *)dst.data;
    for (size_t at = 0; at < blocks * RADIX; at += RADIX) {
        BUNDLE x = NAME(there)(NAME(gather)(y + at, 1));
        EACH_POINT for (int q = 0; q < RADIX; ++q)
        {
            if (has_twiddles) {
                x.v[q] = twiddled(x.v[q], (const fftc_complex *)twiddle.by_lane,
                                  (const fftc_scalar *)twiddle.by_row, at + (size_t)q);
            }
            full_store(p + (at + (size_t)q) * dst.stride, x.v[q], 0);
        }
    }
}

static void NAME(emit)(const void *work, size_t blocks, fftc_panel dst, fftc_pair_twiddle twiddle)
{
    if (twiddle.by_lane != NULL) {
        NAME(emit_any)((const fftc_complex *)work, blocks, dst, twiddle, 1);
    } else {
        NAME(emit_any)((const fftc_complex *)work, blocks, dst, twiddle, 0);
    }
}

FORCE void NAME(take_any)(fftc_panel src, fftc_complex *y, size_t blocks, fftc_pair_twiddle twiddle,
                          const int has_twiddles)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    for (size_t at = 0; at < blocks * RADIX; at += RADIX) {
        BUNDLE x;
        EACH_POINT for (int q = 0; q < RADIX; ++q)
        {
            const fftc_scalar *from = p + (at + (size_t)q) * src.stride;
            x.v[q] = full_load(from, 0);
            prefetch_next(from);
            if (has_twiddles) {
                x.v[q] = twiddled_back(x.v[q], (const fftc_complex *)twiddle.by_lane,
                                       (const fftc_scalar *)twiddle.by_row, at + (size_t)q);
            }
        }
        NAME(scatter)(y + at, 1, NAME(back_again)(x));
    }
}

static void NAME(take)(fftc_panel src, void *work, size_t blocks, fftc_pair_twiddle twiddle)
{
    if (twiddle.by_lane != NULL) {
        NAME(take_any)(src, (fftc_complex *)work, blocks, twiddle, 1);
    } else {
        NAME(take_any)(src, (fftc_complex *)work, blocks, twiddle, 0);
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

#if RADIX <= LANES
FORCE void NAME(row_any)(const void *src, size_t count, size_t m, size_t begin, size_t end,
                         void *work, const void *twiddles, const int full)
{
    const fftc_scalar *p = (const fftc_scalar *)src;
    const fftc_complex *w = (const fftc_complex *)twiddles + begin / LANES * (RADIX - 1);
    fftc_complex *y = (fftc_complex *)work;
    for (size_t column = begin; column < end; column += LANES, w += RADIX - 1) {
        /* The last group overlaps the one before: it writes the same numbers again. */
        size_t base = column + LANES <= m ? column : m - LANES;
        BUNDLE x;
        fftc_real re[LANES];
        fftc_real im[LANES];
        EACH_POINT for (int q = 0; q < RADIX; ++q)
        {
            const size_t at = base + (size_t)q * m;
            if (full || at + LANES <= count) {
                x.v[q] = full_load(p + 2 * at, 0);
            } else {
                x.v[q] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
                if (!full && at < count) {
                    x.v[q] = edge_load(p + 2 * at, edge_mode_make((int)(count - at)), 0);
                }
            }
        }
        x = NAME(there)(x);
        EACH_POINT for (int q = 1; q < RADIX; ++q) x.v[q] = fftc_complex_mul(x.v[q], w[q - 1]);
        /* Lanes beyond the radix hold copies of row 0. */
        EACH_POINT for (int i = 0; i < LANES; ++i)
        {
            re[i] = x.v[lane_column(i) < RADIX ? lane_column(i) : 0].re;
            im[i] = x.v[lane_column(i) < RADIX ? lane_column(i) : 0].im;
        }
        transpose(re);
        transpose(im);
        EACH_POINT for (int i = 0; i < LANES; ++i)
        {
            y[base + (size_t)lane_column(i)] = fftc_complex_make(re[i], im[i]);
        }
    }
}

static ALONE void NAME(row_all)(const void *src, size_t m, size_t begin, size_t end, void *work,
                                const void *twiddles)
{
    NAME(row_any)(src, 0, m, begin, end, work, twiddles, 1);
}

static ALONE void NAME(row_some)(const void *src, size_t count, size_t m, size_t begin, size_t end,
                                 void *work, const void *twiddles)
{
    NAME(row_any)(src, count, m, begin, end, work, twiddles, 0);
}

static void NAME(row)(const void *src, size_t count, size_t m, size_t begin, size_t end, void *work,
                      const void *twiddles)
{
    if (count >= RADIX * m) {
        NAME(row_all)(src, m, begin, end, work, twiddles);
    } else {
        NAME(row_some)(src, count, m, begin, end, work, twiddles);
    }
}

FORCE void NAME(row_back_any)(const void *work, size_t m, size_t begin, size_t end, void *dst,
                              size_t count, const void *twiddles, const int full)
{
    const fftc_complex *y = (const fftc_complex *)work;
    const fftc_complex *w = (const fftc_complex *)twiddles + begin / LANES * (RADIX - 1);
    fftc_scalar *p = (fftc_scalar *)dst;
    for (size_t column = begin; column < end; column += LANES, w += RADIX - 1) {
        size_t base = column + LANES <= m ? column : m - LANES;
        BUNDLE x;
        fftc_real re[LANES];
        fftc_real im[LANES];
        EACH_POINT for (int i = 0; i < LANES; ++i)
        {
            re[i] = y[base + (size_t)lane_column(i)].re;
            im[i] = y[base + (size_t)lane_column(i)].im;
        }
        transpose(re);
        transpose(im);
        EACH_POINT for (int i = 0; i < LANES; ++i)
        {
            if (lane_column(i) < RADIX) {
                x.v[lane_column(i)] = fftc_complex_make(re[i], im[i]);
            }
        }
        EACH_POINT for (int q = 1; q < RADIX; ++q) x.v[q] = multiply_conjugate(x.v[q], w[q - 1]);
        x = NAME(back_again)(x);
        EACH_POINT for (int q = 0; q < RADIX; ++q)
        {
            const size_t at = base + (size_t)q * m;
            if (full || at + LANES <= count) {
                full_store(p + 2 * at, x.v[q], 0);
            } else if (at < count) {
                edge_store(p + 2 * at, x.v[q], edge_mode_make((int)(count - at)), 0);
            }
        }
    }
}

static ALONE void NAME(row_back_all)(const void *work, size_t m, size_t begin, size_t end,
                                     void *dst, const void *twiddles)
{
    NAME(row_back_any)(work, m, begin, end, dst, 0, twiddles, 1);
}

static ALONE void NAME(row_back_some)(const void *work, size_t m, size_t begin, size_t end,
                                      void *dst, size_t count, const void *twiddles)
{
    NAME(row_back_any)(work, m, begin, end, dst, count, twiddles, 0);
}

static void NAME(row_back)(const void *work, size_t m, size_t begin, size_t end, void *dst,
                           size_t count, const void *twiddles)
{
    if (count >= RADIX * m) {
        NAME(row_back_all)(work, m, begin, end, dst, twiddles);
    } else {
        NAME(row_back_some)(work, m, begin, end, dst, count, twiddles);
    }
}

static void NAME(real_product)(const fftc_unordered_real_product *f)
{
    if (f->complement) {
        real_product_any(*f, MIRROR(RADIX, 1));
    } else {
        real_product_any(*f, MIRROR(RADIX, 0));
    }
}
#define OF_ROWS .row = NAME(row), .row_back = NAME(row_back), .real_product = NAME(real_product),
#else
#define OF_ROWS
#endif
#define OF_MEMORY \
    .load = NAME(load), .emit = NAME(emit), .take = NAME(take), .store = NAME(store), OF_ROWS
#endif

static const fftc_unordered_radix NAME(passes_of) = {.middle = NAME(middle),
                                                     .last = NAME(last),
                                                     .product = NAME(product),
                                                     .back_first = NAME(back_first),
                                                     .back = NAME(back),
                                                     OF_MEMORY};

#undef OF_MEMORY
#undef OF_ROWS
#undef NAME
#undef BUNDLE
#undef RADIX
#undef CODELET_FUNCTION
#undef EACH_POINT
