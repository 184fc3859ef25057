/* SPDX-License-Identifier: MIT
 *
 * The passes of one radix: engine.c includes this once for each, with RADIX set; undefined
 * again at the end.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define CODELET PASTE(fftc_dft_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

#include "cpu/engine/units/steps_tmpl.h"

/* Multiplies each row by its twiddles and stores it at once. */
FORCE void NAME(scatter)(fftc_complex *work, fftc_strided stride, NAME(half) h,
                         const fftc_scalar *w, fftc_scalar scale)
{
    fftc_strided_rows rows = fftc_strided_at(work, stride);
    UNROLL for (int k = 0; k < COLUMN; ++k)
    {
        STEP(row) y = STEP(second)(h.row[k], k);
        UNROLL for (int i = 0; i < ROW_POINTS; ++i)
        {
            const int q = STEP(out)(k, i);
            *(fftc_complex *)fftc_strided_row(rows, stride, q) =
                q == 0 ? scaled(y.v[i], scale) : rotate(y.v[i], w + 2 * (q - 1));
        }
    }
}

#if RADIX <= LANES && ROWS
#include "cpu/engine/units/transpose_tmpl.h"
#endif

static void NAME(middle)(void *work, size_t sub, size_t stride, const void *twiddles)
{
    fftc_complex *y = (fftc_complex *)work;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    fftc_strided rows = fftc_strided_fixed(stride * sizeof *y);
    for (size_t j = 0; j < sub; ++j) {
        origin from = origin_of(y + j, rows);
        NAME(scatter)
        (y + j, rows, NAME(begin)(from, FROM_WORK, 0), w + 2 * (RADIX - 1) * j, (fftc_scalar)1);
    }
}

FORCE void NAME(load_any)(fftc_engine_edge src, void *work, size_t sub, size_t stride,
                          const void *twiddles, double scale, const int swap)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    fftc_complex *y = (fftc_complex *)work;
    edge_mode mode = edge_mode_make(src.lanes);
    fftc_strided src_rows = fftc_strided_make(2 * sub * src.stride * sizeof *p, RADIX);
    fftc_strided rows = fftc_strided_make(stride * sizeof *y, RADIX);
    for (size_t j = 0; j < sub; ++j, p += 2 * src.stride) {
        origin from = origin_of(p, src_rows);
        from.mode = mode;
        NAME(scatter)
        (y + j, rows, NAME(begin)(from, FROM_EDGE, swap), w + 2 * (RADIX - 1) * j,
         (fftc_scalar)scale);
    }
}

FORCE void NAME(store_any)(const void *work, fftc_engine_edge dst, fftc_engine_order order,
                           const int swap)
{
    const fftc_complex *y = (const fftc_complex *)work;
    edge_mode mode = edge_mode_make(dst.lanes);
    fftc_strided rows = fftc_strided_make(2 * order.step * dst.stride * sizeof(fftc_scalar), RADIX);
    for (size_t block = 0; block < order.blocks; ++block, y += RADIX) {
        const fftc_complex *at = y;
        fftc_scalar *p = (fftc_scalar *)dst.data + 2 * order.index[block] * dst.stride;
        for (size_t i = 0; i < order.siblings; ++i) {
            origin from = origin_of(at, fftc_strided_fixed(sizeof *y));
            fftc_strided_rows to = fftc_strided_at(p, rows);
            NAME(half) h = NAME(begin)(from, FROM_WORK, 0);
            UNROLL for (int k = 0; k < COLUMN; ++k)
            {
                STEP(row) x = STEP(second)(h.row[k], k);
                UNROLL for (int n = 0; n < ROW_POINTS; ++n)
                {
                    edge_store((fftc_scalar *)fftc_strided_row(to, rows, STEP(out)(k, n)), x.v[n],
                               mode, swap);
                }
            }
            at += order.apart;
            p += 2 * order.shift;
        }
    }
}

static void NAME(load)(fftc_engine_edge src, void *work, size_t sub, size_t stride,
                       const void *twiddles, double scale)
{
    if (src.swap) {
        NAME(load_any)(src, work, sub, stride, twiddles, scale, 1);
    } else {
        NAME(load_any)(src, work, sub, stride, twiddles, scale, 0);
    }
}

static void NAME(store)(const void *work, fftc_engine_edge dst, fftc_engine_order order)
{
    if (dst.swap) {
        NAME(store_any)(work, dst, order, 1);
    } else {
        NAME(store_any)(work, dst, order, 0);
    }
}

/* Either both edges conjugate or neither does (conj(DFT(conj(x))) is the inverse). Here this is
 * done by signs, which saves a second copy of the code. */
static void NAME(single)(fftc_engine_edge src, fftc_engine_edge dst, double scale)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    fftc_scalar *d = (fftc_scalar *)dst.data;
    edge_mode mode = edge_mode_make(src.lanes);
    fftc_real sign = fftc_real_splat((fftc_scalar)(src.swap ? -1 : 1));
    fftc_real back = fftc_real_splat((fftc_scalar)(dst.swap ? -scale : scale));
    BUNDLE x;
    UNROLL for (int q = 0; q < RADIX; ++q)
    {
        x.v[q] = edge_load(p + 2 * (size_t)q * src.stride, mode, 0);
        x.v[q].im *= sign;
    }
    x = CODELET(x);
    UNROLL for (int q = 0; q < RADIX; ++q)
    {
        x.v[q].re *= (fftc_scalar)scale;
        x.v[q].im *= back;
        edge_store(d + 2 * (size_t)q * dst.stride, x.v[q], mode, 0);
    }
}

/* First pass of a row of RADIX * m points, RADIX <= LANES <= m: see engine.h. The twiddles of a
 * group of LANES columns are RADIX - 1 vectors of real parts and imaginary parts. */
#if RADIX <= LANES && ROWS
FORCE void NAME(row_any)(const void *src, size_t m, void *work, fftc_engine_blocks blocks,
                         const void *twiddles, double scale, const int swap)
{
    const fftc_scalar *p = (const fftc_scalar *)src;
    const fftc_complex *w = (const fftc_complex *)twiddles;
    fftc_complex *y = (fftc_complex *)work;
    fftc_strided rows = fftc_strided_make(2 * m * sizeof *p, RADIX);
    fftc_row_run run;
    for (size_t column = 0; column < m; column = run.end, y += blocks.pad) {
        run = fftc_row_run_at(column, m, m, blocks, LANES);
        const fftc_scalar *at = p + 2 * run.base;
        fftc_complex *to = y + run.base;
        for (; column < run.end; column += LANES, at += 2 * LANES, to += LANES, w += RADIX - 1) {
            BUNDLE x = NAME(finish)(NAME(begin)(origin_of(at, rows), FROM_ROW, swap));
            x.v[0] = scaled(x.v[0], (fftc_scalar)scale);
            UNROLL for (int q = 1; q < RADIX; ++q)
            {
                x.v[q] = fftc_complex_mul(x.v[q], fetched(w[q - 1]));
            }
            NAME(transpose)(x, to);
        }
    }
}

static void NAME(row)(const void *src, int swap, size_t m, void *work, fftc_engine_blocks blocks,
                      const void *twiddles, double scale)
{
    if (swap) {
        NAME(row_any)(src, m, work, blocks, twiddles, scale, 1);
    } else {
        NAME(row_any)(src, m, work, blocks, twiddles, scale, 0);
    }
}

#define ROW NAME(row)
#else
#define ROW NULL
#endif

#if RADIX <= LANES && LONG_ROWS_OF_RADIX
FORCE void NAME(row_columns_any)(const fftc_engine_row_columns *columns, void *work, const int swap)
{
    const fftc_engine_blocks blocks = columns->blocks;
    const size_t begin = columns->begin;
    const size_t end = columns->end;
    const size_t m = columns->m;
    const fftc_scalar scale = (fftc_scalar)columns->scale;
    const fftc_scalar *p = (const fftc_scalar *)columns->src;
    const fftc_complex *by_lane = (const fftc_complex *)columns->lane_twiddles;
    const fftc_scalar *w =
        (const fftc_scalar *)columns->group_twiddles + begin / LANES * 2 * (RADIX - 1);
    fftc_complex *y = (fftc_complex *)work;
    fftc_strided rows = fftc_strided_make(2 * m * sizeof *p, RADIX);
    fftc_row_run run;
    for (size_t column = begin; column < end; column = run.end, y += blocks.pad) {
        run = fftc_row_run_at(column, end, m, blocks, LANES);
        const fftc_scalar *at = p + 2 * run.base;
        fftc_complex *to = y + (run.base - begin);
        for (; column < run.end;
             column += LANES, at += 2 * LANES, to += LANES, w += 2 * (RADIX - 1)) {
            BUNDLE x = NAME(finish)(NAME(begin)(origin_of(at, rows), FROM_ROW, swap));
            x.v[0] = scaled(x.v[0], scale);
            UNROLL for (int q = 1; q < RADIX; ++q)
            {
                x.v[q] = fftc_complex_mul(x.v[q], rotate(by_lane[q - 1], w + 2 * (q - 1)));
            }
            NAME(transpose)(x, to);
        }
    }
}

static void NAME(row_columns)(const fftc_engine_row_columns *columns, void *work)
{
    if (columns->swap) {
        NAME(row_columns_any)(columns, work, 1);
    } else {
        NAME(row_columns_any)(columns, work, 0);
    }
}
#define ROW_COLUMNS NAME(row_columns)
#else
#define ROW_COLUMNS NULL
#endif

static const fftc_engine_radix NAME(passes_of) = {
    .middle = NAME(middle),
    .load = NAME(load),
    .store = NAME(store),
    .single = NAME(single),
    .row = ROW,
    .row_columns = ROW_COLUMNS,
};

#undef ROW
#undef ROW_COLUMNS
#undef STEP
#undef COLUMN
#undef ROW_POINTS
#undef NAME
#undef CODELET
#undef BUNDLE
#undef RADIX
