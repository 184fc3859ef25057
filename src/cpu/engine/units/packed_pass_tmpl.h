/* SPDX-License-Identifier: MIT
 *
 * The two passes of one radix on packed numbers: packed.c includes this once for each, with
 * RADIX set; undefined again at the end.
 *
 * `inverse` is a constant wherever these are called. The inverse of a codelet is the codelet with
 * its elements taken backwards.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define CODELET PASTE(fftc_dft_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

#include "cpu/engine/units/steps_tmpl.h"

/* Loads elements in the order of their addresses, not in that of the codelet's first step, because
 * the processor prefetches only in that order. */
FORCE BUNDLE NAME(bring)(const fftc_scalar *p, fftc_strided m, const int inverse)
{
    fftc_strided_rows rows = fftc_strided_at(p, m);
    BUNDLE x;
    UNROLL_POINTS for (int q = 0; q < RADIX; ++q)
    {
        x.v[inverse && q > 0 ? RADIX - q : q] = fetched(load(fftc_strided_row(rows, m, q)));
    }
    return x;
}

#if RADIX <= FFTC_PACKED_MAX_FIRST
/* Finishes one group of C columns of a row of RADIX * m points, x being what the codelet made of
 * them. The results go to y: RADIX for each column, in chunks of C; the columns of one chunk are
 * `pitch` vectors from those of the next. `apart`: vectors are stored in halves. */
FORCE void NAME(first_end)(BUNDLE x, fftc_real *y, size_t pitch, const fftc_real *w,
                           fftc_scalar scale, const int inverse, const int apart)
{
    x.v[0].v *= scale;
    UNROLL_POINTS for (int q = 1; q < RADIX; ++q)
    {
        x.v[q] = rotated(x.v[q], w + 2 * (q - 1), inverse);
    }
    UNROLL for (int chunk = 0; chunk < CHUNKS(RADIX); ++chunk)
    {
        fftc_real square[C];
        UNROLL for (int i = 0; i < C; ++i)
        {
            square[i] = x.v[CHUNK_BASE(RADIX, chunk) + i].v;
        }
        fftc_real *to = y + (size_t)chunk * pitch;
        if (apart) {
            store_transposed(square, to);
        } else {
            transpose(square);
            UNROLL for (int i = 0; i < C; ++i) to[i] = square[i];
        }
    }
}

/* Element q of each column at p + q * m. */
FORCE void NAME(first_group)(const fftc_scalar *p, fftc_strided m, fftc_real *y, size_t pitch,
                             const fftc_real *w, fftc_scalar scale, const int inverse)
{
    origin from = {fftc_strided_at(p, m), m};
    BUNDLE x = RADIX <= MOST_GATHERED ? CODELET(NAME(bring)(p, m, inverse))
                                      : NAME(finish)(NAME(begin)(from, RADIX, inverse));
    NAME(first_end)(x, y, pitch, w, scale, inverse, 0);
}

#if RADIX >= C
/* `next`: NULL, or a later row, of which each group prefetches as much as it reads itself. */
FORCE void NAME(first_any)(const fftc_scalar *p, size_t m, fftc_real *y, const fftc_real *w,
                           fftc_scalar scale, bool in_order, const int inverse,
                           const fftc_prefetch_row *next)
{
    const fftc_engine_blocks all = {m, 0};
    fftc_strided rows = NUMBERS_APART(m, RADIX);
    fftc_row_run run;
    /* Each column is fetched when it is needed, and stored in halves. A vector cannot be fetched
     * before both of its halves are in the cache: the last group's are stored as a whole, and so
     * are all where groups are few or short. */
    const bool apart = HALVES_APART && RADIX >= 8 && next == NULL && m >= 4 * C && !in_order;
    for (size_t column = 0; column < m; column = run.end) {
        run = fftc_row_run_at(column, m, m, all, C);
        const fftc_scalar *at = p + 2 * run.base;
        fftc_real *to = y + run.base;
        for (; apart && column + C < run.end; column += C, at += 2 * C, to += C) {
            origin from = {fftc_strided_at(at, rows), rows};
            BUNDLE x = NAME(finish)(NAME(begin)(from, RADIX, inverse));
            NAME(first_end)(x, to, m, w, scale, inverse, 1);
            w += 2 * (RADIX - 1);
        }
        for (; column < run.end; column += C, at += 2 * C, to += C, w += 2 * (RADIX - 1)) {
            bring_src(next, column * RADIX * NUMBER_BYTES, C * RADIX * NUMBER_BYTES);
            NAME(first_group)(at, rows, to, m, w, scale, inverse);
        }
    }
}

static void NAME(first)(const fftc_scalar *p, size_t m, fftc_real *y, const fftc_real *w,
                        fftc_scalar scale, bool in_order, int inverse,
                        const fftc_prefetch_row *next)
{
    if (inverse) {
        NAME(first_any)(p, m, y, w, scale, in_order, 1, next);
    } else {
        NAME(first_any)(p, m, y, w, scale, in_order, 0, next);
    }
}
#endif
#endif

/* One chunk: RADIX columns from `from` on, results r1 apart in memory. */
FORCE void NAME(last_from)(origin from, fftc_scalar *d, fftc_strided r1, const int inverse,
                           const int how)
{
    fftc_strided_rows rows = fftc_strided_at(d, r1);
    NAME(half) h = NAME(begin)(from, RADIX, inverse);
    UNROLL for (int k = 0; k < COLUMN; ++k)
    {
        STEP(row) x = STEP(second)(h.row[k], k);
        UNROLL for (int i = 0; i < ROW_POINTS; ++i)
        {
            put((fftc_scalar *)fftc_strided_row(rows, r1, STEP(out)(k, i)), x.v[i], how);
        }
    }
}

/* last_chunk of results that are neighbouring vectors. */
FORCE void NAME(last_chunk)(const fftc_real *y, fftc_scalar *d, fftc_strided r1, const int inverse,
                            const int how)
{
    NAME(last_from)(origin_of(y, RADIX), d, r1, inverse, how);
}

#if RADIX >= C
FORCE void NAME(last_any)(const fftc_real *y, fftc_scalar *d, size_t r1, const int inverse,
                          const int how, const fftc_prefetch_row *next)
{
    fftc_strided rows = NUMBERS_APART(r1, RADIX);
    for (size_t row = 0; row < r1; row += C, y += RADIX) {
        size_t base = row + C <= r1 ? row : r1 - C;
        bring_dst(next, row * RADIX * NUMBER_BYTES, C * RADIX * NUMBER_BYTES, how);
        NAME(last_chunk)(y, d + 2 * base, rows, inverse, how);
    }
}

static void NAME(last)(const fftc_real *y, fftc_scalar *d, size_t r1, int inverse,
                       const fftc_prefetch_row *next)
{
    if (inverse) {
        NAME(last_any)(y, d, r1, 1, 0, next);
    } else {
        NAME(last_any)(y, d, r1, 0, 0, next);
    }
}

#if FFTC_NONTEMPORAL_LINES
static void NAME(last_nontemporal)(const fftc_real *y, fftc_scalar *d, size_t r1, int inverse,
                                   const fftc_prefetch_row *next)
{
    if (inverse) {
        NAME(last_any)(y, d, r1, 1, NONTEMPORAL_LINES, next);
    } else {
        NAME(last_any)(y, d, r1, 0, NONTEMPORAL_LINES, next);
    }
}
#endif

#endif

/* See fftc_packed_wide in engine.h. Separating the results also exchanges real and imaginary parts
 * for the inverse. */
#if RADIX >= LANES && RADIX <= FFTC_PACKED_MAX_RADIX
FORCE void NAME(wide_end)(BUNDLE x, fftc_real *y, size_t pitch, const fftc_real *w,
                          fftc_scalar scale, const int swap)
{
    x.v[0].v *= scale;
    UNROLL for (int q = 1; q < RADIX; ++q)
    {
        x.v[q] = rotated(x.v[q], w + 2 * (q - 1), swap);
    }
    UNROLL for (int chunk = 0; chunk < (RADIX + LANES - 1) / LANES; ++chunk)
    {
        const int output = (chunk + 1) * LANES <= RADIX ? chunk * LANES : RADIX - LANES;
        fftc_real low[C];
        fftc_real high[C];
        UNROLL for (int i = 0; i < C; ++i)
        {
            low[i] = x.v[output + i].v;
            high[i] = x.v[output + C + i].v;
        }
        transpose(low);
        transpose(high);
        UNROLL for (int i = 0; i < C; ++i)
        {
            fftc_real *at = y + 2 * ((size_t)chunk * pitch + (size_t)i);
            at[swap] = part_of(low[i], high[i], 0);
            at[1 - swap] = part_of(low[i], high[i], 1);
        }
    }
}

#if RADIX > 4 && RADIX < 10
/* The next group's codelets come before the end of this one: a group is a long chain of dependent
 * operations, and the processor does not look far enough ahead to fill the gaps. With more points
 * there are too few registers. */
FORCE void NAME(wide_groups)(const fftc_scalar *p, fftc_strided rows, size_t groups, fftc_real *y,
                             size_t pitch, const fftc_real *w, fftc_scalar scale, const int swap)
{
    const fftc_scalar *last = p + 2 * C * (groups - 1);
    BUNDLE even = CODELET(NAME(bring)(p, rows, swap));
    for (;;) {
        p = p < last ? p + 2 * C : p;
        BUNDLE odd = CODELET(NAME(bring)(p, rows, swap));
        NAME(wide_end)(even, y, pitch, w, scale, swap);
        if (groups == 1) {
            break;
        }
        p = p < last ? p + 2 * C : p;
        even = CODELET(NAME(bring)(p, rows, swap));
        NAME(wide_end)(odd, y + 2 * C, pitch, w + 2 * (RADIX - 1), scale, swap);
        if (groups == 2) {
            break;
        }
        groups -= 2;
        y += 4 * C;
        w += 4 * (RADIX - 1);
    }
}
#else
FORCE void NAME(wide_groups)(const fftc_scalar *p, fftc_strided rows, size_t groups, fftc_real *y,
                             size_t pitch, const fftc_real *w, fftc_scalar scale, const int swap)
{
    for (; groups > 0; --groups, p += 2 * C, y += 2 * C, w += 2 * (RADIX - 1)) {
        NAME(wide_end)(CODELET(NAME(bring)(p, rows, swap)), y, pitch, w, scale, swap);
    }
}
#endif

FORCE void NAME(wide_any)(const fftc_scalar *p, size_t m, fftc_real *y, size_t pitch,
                          fftc_engine_blocks blocks, const fftc_real *w, fftc_scalar scale,
                          const int swap)
{
    fftc_strided rows = NUMBERS_APART(m, RADIX);
    fftc_row_run run;
    for (size_t column = 0; column < m; column = run.end, y += 2 * blocks.pad) {
        run = fftc_row_run_at(column, m, m, blocks, C);
        size_t groups = (run.end - column + C - 1) / C;
        NAME(wide_groups)
        (p + 2 * run.base, rows, groups, y + 2 * run.base, pitch, w, scale, swap);
        w += 2 * (RADIX - 1) * groups;
    }
}

static void NAME(wide)(const void *src, int swap, size_t m, void *work, size_t pitch,
                       fftc_engine_blocks blocks, const void *twiddles, double scale)
{
    const fftc_scalar *p = (const fftc_scalar *)src;
    const fftc_real *w = (const fftc_real *)twiddles;
    if (swap) {
        NAME(wide_any)(p, m, (fftc_real *)work, pitch, blocks, w, (fftc_scalar)scale, 1);
    } else {
        NAME(wide_any)(p, m, (fftc_real *)work, pitch, blocks, w, (fftc_scalar)scale, 0);
    }
}
#endif

/* RADIX points are the row: one number a vector. */
#if LANES * FFTC_PRECISION == 128 && RADIX <= FFTC_PACKED_MAX_RADIX
FORCE void NAME(alone_any)(const fftc_scalar *p, fftc_scalar *d, fftc_scalar scale,
                           const int inverse)
{
    BUNDLE x;
    UNROLL for (int q = 0; q < RADIX; ++q)
    {
        x.v[inverse && q > 0 ? RADIX - q : q] = load_one(p + 2 * q);
    }
    x = CODELET(x);
    UNROLL for (int k = 0; k < RADIX; ++k)
    {
        x.v[k].v *= scale;
        store_one(d + 2 * k, x.v[k]);
    }
}

static void NAME(alone)(const fftc_engine_rows *rows, const void *src, void *dst)
{
    EACH_ROW(NAME(alone_any)(p, d, (fftc_scalar)rows->scale, 0),
             NAME(alone_any)(p, d, (fftc_scalar)rows->scale, 1))
}

#endif

#if TRIPLE && RADIX >= FFTC_TRIPLE_LEAST && RADIX <= MOST_FIRST
#include "cpu/engine/units/packed_triple_tmpl.h"
#endif

#if TRANSPOSING
#include "cpu/engine/units/packed_transposing_tmpl.h"
#endif

#if RADER && RADIX >= FFTC_RADER_LEAST && RADIX <= FFTC_PACKED_MAX_RADIX
#include "cpu/engine/units/packed_rader_tmpl.h"
#endif

#undef STEP
#undef COLUMN
#undef ROW_POINTS
#undef NAME
#undef CODELET
#undef BUNDLE
#undef RADIX
