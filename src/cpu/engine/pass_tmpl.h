/* SPDX-License-Identifier: MIT
 *
 * The passes of one radix: engine_tmpl.h includes this once for each, with RADIX set; undefined
 * again at the end.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define CODELET PASTE(fftc_dft_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

#include "cpu/engine/steps_tmpl.h"

/* Each row is turned and put away at once. */
FORCE void NAME(scatter)(fftc_complex *work, size_t stride, NAME(half) h, const fftc_scalar *w,
                         fftc_scalar scale)
{
    UNROLL for (int k = 0; k < COLUMN; ++k)
    {
        STEP(row) y = STEP(second)(h.row[k], k);
        UNROLL for (int i = 0; i < ROW_POINTS; ++i)
        {
            const int q = STEP(out)(k, i);
            work[(size_t)q * stride] =
                q == 0 ? scaled(y.v[i], scale) : rotate(y.v[i], w + 2 * (q - 1));
        }
    }
}

#if RADIX <= LANES && ROWS
#include "cpu/engine/turn_tmpl.h"
#endif

static void NAME(middle)(void *work, size_t sub, size_t stride, const void *twiddles)
{
    fftc_complex *y = (fftc_complex *)work;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    for (size_t j = 0; j < sub; ++j) {
        origin from = {.work = y + j, .step = stride};
        NAME(scatter)
        (y + j, stride, NAME(begin)(from, FROM_WORK, 0), w + 2 * (RADIX - 1) * j, (fftc_scalar)1);
    }
}

FORCE void NAME(load_any)(fftc_engine_edge src, void *work, size_t sub, size_t stride,
                          const void *twiddles, double scale, const int swap)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    const fftc_scalar *w = (const fftc_scalar *)twiddles;
    fftc_complex *y = (fftc_complex *)work;
    origin from = {.step = sub * src.stride, .mode = edge_mode_make(src.lanes)};
    for (size_t j = 0; j < sub; ++j) {
        from.memory = p + 2 * j * src.stride;
        NAME(scatter)
        (y + j, stride, NAME(begin)(from, FROM_EDGE, swap), w + 2 * (RADIX - 1) * j,
         (fftc_scalar)scale);
    }
}

FORCE void NAME(store_any)(const void *work, fftc_engine_edge dst, fftc_engine_order order,
                           const int swap)
{
    const fftc_complex *y = (const fftc_complex *)work;
    edge_mode mode = edge_mode_make(dst.lanes);
    for (size_t block = 0; block < order.blocks; ++block) {
        origin from = {.work = y + block * RADIX, .step = 1};
        fftc_scalar *p = (fftc_scalar *)dst.data + 2 * order.index[block] * dst.stride;
        for (size_t i = 0; i < order.siblings; ++i) {
            NAME(half) h = NAME(begin)(from, FROM_WORK, 0);
            UNROLL for (int k = 0; k < COLUMN; ++k)
            {
                STEP(row) x = STEP(second)(h.row[k], k);
                UNROLL for (int n = 0; n < ROW_POINTS; ++n)
                {
                    const size_t q = (size_t)STEP(out)(k, n);
                    edge_store(p + 2 * q * order.step * dst.stride, x.v[n], mode, swap);
                }
            }
            from.work += order.apart;
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

/* Both edges conjugate or neither does (conj(DFT(conj(x))) is the inverse): here by signs, which
 * saves a second copy of the code. */
static void NAME(single)(fftc_engine_edge src, fftc_engine_edge dst, double scale)
{
    const fftc_scalar *p = (const fftc_scalar *)src.data;
    fftc_scalar *d = (fftc_scalar *)dst.data;
    edge_mode mode = edge_mode_make(src.lanes);
    fftc_real turn = fftc_real_splat((fftc_scalar)(src.swap ? -1 : 1));
    fftc_real back = fftc_real_splat((fftc_scalar)(dst.swap ? -scale : scale));
    BUNDLE x;
    UNROLL for (int q = 0; q < RADIX; ++q)
    {
        x.v[q] = edge_load(p + 2 * (size_t)q * src.stride, mode, 0);
        x.v[q].im *= turn;
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
    size_t full = blocks.length;
    for (size_t column = 0; column < m; column += LANES, w += RADIX - 1) {
        if (column == full) {
            y += blocks.pad;
            full += blocks.length;
        }
        /* The last group overlaps the one before: it writes the same numbers again. */
        size_t base = column + LANES <= m ? column : m - LANES;
        origin from = {.memory = p + 2 * base, .step = m};
        BUNDLE x = NAME(finish)(NAME(begin)(from, FROM_ROW, swap));
        x.v[0] = scaled(x.v[0], (fftc_scalar)scale);
        UNROLL for (int q = 1; q < RADIX; ++q)
        {
            x.v[q] = fftc_complex_mul(x.v[q], w[q - 1]);
        }
        NAME(turn)(x, y + base);
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

#if RADIX <= LANES && LONG_ROWS
FORCE void NAME(row_part_any)(const fftc_engine_row_part *part, void *work, const int swap)
{
    const fftc_engine_blocks blocks = part->blocks;
    const size_t begin = part->begin;
    const size_t end = part->end;
    const size_t m = part->m;
    const fftc_scalar scale = (fftc_scalar)part->scale;
    const fftc_scalar *p = (const fftc_scalar *)part->src;
    const fftc_complex *by_lane = (const fftc_complex *)part->lane_twiddles;
    const fftc_scalar *w =
        (const fftc_scalar *)part->group_twiddles + begin / LANES * 2 * (RADIX - 1);
    fftc_complex *y = (fftc_complex *)work;
    size_t full = begin - begin % blocks.length + blocks.length;
    for (size_t column = begin; column < end; column += LANES, w += 2 * (RADIX - 1)) {
        size_t base = column + LANES <= m ? column : m - LANES;
        if (column == full) {
            y += blocks.pad;
            full += blocks.length;
        }
        origin from = {.memory = p + 2 * base, .step = m};
        BUNDLE x = NAME(finish)(NAME(begin)(from, FROM_ROW, swap));
        x.v[0] = scaled(x.v[0], scale);
        UNROLL for (int q = 1; q < RADIX; ++q)
        {
            x.v[q] = fftc_complex_mul(x.v[q], rotate(by_lane[q - 1], w + 2 * (q - 1)));
        }
        NAME(turn)(x, y + (base - begin));
    }
}

static void NAME(row_part)(const fftc_engine_row_part *part, void *work)
{
    if (part->swap) {
        NAME(row_part_any)(part, work, 1);
    } else {
        NAME(row_part_any)(part, work, 0);
    }
}
#define ROW_PART NAME(row_part)
#else
#define ROW_PART NULL
#endif

static const fftc_engine_radix NAME(passes_of) = {
    .middle = NAME(middle),
    .load = NAME(load),
    .store = NAME(store),
    .single = NAME(single),
    .row = ROW,
    .row_part = ROW_PART,
};

#undef ROW
#undef ROW_PART
#undef STEP
#undef COLUMN
#undef ROW_POINTS
#undef NAME
#undef CODELET
#undef BUNDLE
#undef RADIX
