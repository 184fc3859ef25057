/* SPDX-License-Identifier: MIT
 *
 * fft_pass.h with real numbers, or half spectra, at the edges: the first pass of an axis reads them
 * in one of the ways of real_edge.h, the last one writes them. All other passes are as usual.
 *
 * Include it in place of fft_pass.h. Parameters: those of fft_pass.h and line_mirror.h, and
 *
 *   FFTC_REAL_LOAD, _STORE    FFTC_EDGE_...: SPECTRUM is mirrored, THREE_PAIRS when reading, ONE
 *                             and TWO_PAIRS when writing
 *   FFTC_REAL_POINTS          n, real numbers of the axis
 *   FFTC_REAL_SINE            1: a DST
 *   FFTC_REAL_ORTHOGONAL      1: weigh the ends as the orthogonal matrix does
 *   FFTC_REAL_ONCE            1: the middle of a spectrum, which is its own mirror, is written
 *                             once, not twice
 *   FFTC_REAL_SRC_ROW, _DST_ROW   for ROWS: elements from one row to the other
 *   FFTC_REAL_LOAD_TABLE, FFTC_REAL_STORE_TABLE   where this edge's twiddles begin in the table.
 *                             First N twiddles of the positions of a line, the multiples of M;
 *                             then, if M > 1, M twiddles of the lines. Twiddle p = b + position M
 *                             is the product of two. SPECTRUM, ONE: -i exp(-pi i p / m); TWO,
 *                             THREE: exp(-pi i p / (2 n)); FOUR: exp(-pi i (8 p + 1) / (8 n));
 *                             TWO_PAIRS when writing, THREE_PAIRS when reading: the twiddles of
 *                             SPECTRUM, then those of TWO
 *
 * An edge other than NONE counts the ranges of fft_pass.h in items of its array: real numbers,
 * or those of a half spectrum.
 *
 * Lines mirrored in pairs: a workgroup has lines b and M - b, or 0 and M / 2.
 */
#ifndef FFTC_REAL_PASS_H
#define FFTC_REAL_PASS_H

#ifndef FFTC_PASS_REAL
#ifdef FFTC_FFT_PASS_H
#error "include fftcore/kernel/real_pass.h in place of fftcore/kernel/fft_pass.h, not after it"
#endif
#define FFTC_PASS_REAL
#endif
#ifndef FFTC_LINE_MIRRORS
#define FFTC_LINE_MIRRORS
#endif

#include "fftcore/kernel/fft_pass.h"
#include "fftcore/kernel/real_accessor.h"
#include "fftcore/kernel/real_edge.h"

#ifndef FFTC_REAL_LOAD
#error "define FFTC_REAL_LOAD: how it is read, FFTC_EDGE_..."
#endif
#ifndef FFTC_REAL_STORE
#error "define FFTC_REAL_STORE: how it is written, FFTC_EDGE_..."
#endif
#ifndef FFTC_REAL_POINTS
#error "define FFTC_REAL_POINTS: real numbers of the axis"
#endif
#ifndef FFTC_REAL_SINE
#error "define FFTC_REAL_SINE: 0u or 1u"
#endif
#ifndef FFTC_REAL_ORTHOGONAL
#error "define FFTC_REAL_ORTHOGONAL: 0u or 1u"
#endif
#ifndef FFTC_REAL_ONCE
#error "define FFTC_REAL_ONCE: 0u or 1u"
#endif
#ifndef FFTC_REAL_SRC_ROW
#error "define FFTC_REAL_SRC_ROW: elements to the other of two rows that are read; 0u"
#endif
#ifndef FFTC_REAL_DST_ROW
#error "define FFTC_REAL_DST_ROW: elements to the other of two rows that are written; 0u"
#endif
#ifndef FFTC_REAL_LOAD_TABLE
#error "define FFTC_REAL_LOAD_TABLE: where the twiddles for reading begin"
#endif
#ifndef FFTC_REAL_STORE_TABLE
#error "define FFTC_REAL_STORE_TABLE: where the twiddles for writing begin"
#endif

FFTC_REQUIRE(FFTC_REAL_LOAD_must_be_one_of_FFTC_EDGE, FFTC_REAL_LOAD <= FFTC_EDGE_ROWS);
FFTC_REQUIRE(FFTC_REAL_STORE_must_be_one_of_FFTC_EDGE, FFTC_REAL_STORE <= FFTC_EDGE_ROWS);
FFTC_REQUIRE(FFTC_REAL_SINE_must_be_0_or_1, FFTC_REAL_SINE <= 1u);
FFTC_REQUIRE(FFTC_REAL_ORTHOGONAL_must_be_0_or_1, FFTC_REAL_ORTHOGONAL <= 1u);
FFTC_REQUIRE(FFTC_REAL_ONCE_must_be_0_or_1, FFTC_REAL_ONCE <= 1u);
/* The points of the complex transform that an edge of n real numbers has (real_edge.h). */
#define FFTC_REAL_FITS(edge)                                                                    \
    ((edge) == FFTC_EDGE_NONE ||                                                                \
     FFTC_PASS_ELEMENTS == ((edge) == FFTC_EDGE_ONE || (edge) == FFTC_EDGE_ONE_EXTENDED         \
                                ? (FFTC_REAL_POINTS - 1u + 2u * FFTC_REAL_SINE) *               \
                                      ((edge) == FFTC_EDGE_ONE ? 1u : 2u)                       \
                            : (edge) == FFTC_EDGE_PAIRS || (edge) == FFTC_EDGE_SPECTRUM ||      \
                                    (edge) == FFTC_EDGE_TWO_PAIRS ||                            \
                                    (edge) == FFTC_EDGE_THREE_PAIRS || (edge) == FFTC_EDGE_FOUR \
                                ? FFTC_REAL_POINTS / 2u                                         \
                                : FFTC_REAL_POINTS))
FFTC_REQUIRE(
    FFTC_REAL_POINTS_must_fit_FFTC_PASS_LINES_times_FFTC_LINE_POINTS_as_FFTC_REAL_LOAD_says,
    FFTC_REAL_FITS(FFTC_REAL_LOAD));
FFTC_REQUIRE(
    FFTC_REAL_POINTS_must_fit_FFTC_PASS_LINES_times_FFTC_LINE_POINTS_as_FFTC_REAL_STORE_says,
    FFTC_REAL_FITS(FFTC_REAL_STORE));
FFTC_REQUIRE(FFTC_LINE_MIRRORED_2_needs_an_even_FFTC_PASS_LINES,
             FFTC_LINE_MIRRORED != 2u || FFTC_PASS_LINES % 2u == 0u);
FFTC_REQUIRE(FFTC_REAL_LOAD_of_spectra_of_pairs_needs_FFTC_LINE_MIRRORED_LOAD,
             (FFTC_REAL_LOAD != FFTC_EDGE_SPECTRUM && FFTC_REAL_LOAD != FFTC_EDGE_THREE_PAIRS) ||
                 FFTC_LINE_MIRRORED_LOAD != 0u);
FFTC_REQUIRE(FFTC_REAL_STORE_of_spectra_of_pairs_needs_FFTC_LINE_MIRRORED_STORE,
             (FFTC_REAL_STORE != FFTC_EDGE_SPECTRUM && FFTC_REAL_STORE != FFTC_EDGE_ONE &&
              FFTC_REAL_STORE != FFTC_EDGE_TWO_PAIRS) ||
                 FFTC_LINE_MIRRORED_STORE != 0u);

/* A point p = b + position M of a transform, and where the transform begins. */
FFTC_STRUCT(fftc_real_point)
{
    fftc_uint first;
    fftc_uint b;
    fftc_uint position;
    fftc_uint p;
};

FFTC_FN fftc_real_point fftc_real_point_of(fftc_uint line, fftc_uint position, fftc_uniform dst)
{
    fftc_uint number = fftc_pass_line(line);
    fftc_real_point at;
    at.first = fftc_pass_first(number / FFTC_PASS_LINES, dst);
    at.b = number % FFTC_PASS_LINES;
    at.position = position;
    at.p = at.b + position * FFTC_PASS_LINES;
    return at;
}

FFTC_FN fftc_complex fftc_real_twiddle(fftc_real_point at, fftc_uniform table)
{
    fftc_complex w = fftc_line_twiddle_get(at.position + table);
    if (FFTC_PASS_LINES > 1u) {
        w = fftc_complex_mul(w, fftc_line_twiddle_get(at.b + (table + FFTC_LINE_POINTS)));
    }
    return w;
}

/* Whether a frequency is its own negative. */
FFTC_FN fftc_bool fftc_real_own(fftc_uint f)
{
    fftc_bool zero = f == 0u;
    fftc_bool half_way = 2u * f == FFTC_REAL_POINTS;
    return zero || half_way;
}

/* Points of the complex transform. */
FFTC_FN fftc_uniform fftc_real_complex_points(void)
{
    return FFTC_PASS_LINES * FFTC_LINE_POINTS;
}

/* --- ranges ----------------------------------------------------------------------------------- */

/* How many items the axis has in an array that is read or written with this edge; `spectra`:
 * whether the rows of ROWS are spectra. */
FFTC_FN fftc_uniform fftc_real_items(fftc_uniform edge, fftc_bool spectra)
{
    fftc_uniform items = FFTC_REAL_POINTS;
    if (edge == FFTC_EDGE_NONE) {
        items = fftc_real_complex_points();
    }
    if (edge == FFTC_EDGE_HALF || edge == FFTC_EDGE_SPECTRUM) {
        items = FFTC_REAL_POINTS / 2u + 1u;
    }
    if (edge == FFTC_EDGE_ROWS && spectra) {
        items = FFTC_REAL_POINTS / 2u + 1u;
    }
    return items;
}

FFTC_FN fftc_bool fftc_real_src_whole(void)
{
    return FFTC_PASS_SRC_END - FFTC_PASS_SRC_BEGIN ==
           fftc_real_items(FFTC_REAL_LOAD, fftc_line_mirrored_load() != 0u);
}

FFTC_FN fftc_bool fftc_real_dst_whole(void)
{
    return FFTC_PASS_DST_END - FFTC_PASS_DST_BEGIN ==
           fftc_real_items(FFTC_REAL_STORE, fftc_line_mirrored_store() != 0u);
}

/* Whether any element of a slot lies within the range, where neighbours in the line are neighbours
 * in the array. */
FFTC_FN fftc_bool fftc_real_meets(fftc_uniform offset, fftc_uniform edge, fftc_uniform begin,
                                  fftc_uniform end)
{
    fftc_bool meets = offset < FFTC_LINE_POINTS;
    if (edge == FFTC_EDGE_NONE || edge == FFTC_EDGE_REALS || edge == FFTC_EDGE_ROWS) {
        meets = fftc_pass_meets(offset, begin, end);
    }
    if (edge == FFTC_EDGE_PAIRS) {
        meets = fftc_pass_meets(offset, begin / 2u, (end + 1u) / 2u);
    }
    return meets;
}

FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_reads, (fftc_uniform offset))
{
    return fftc_real_meets(offset, FFTC_REAL_LOAD, FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END);
}

FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_writes, (fftc_uniform offset))
{
    return fftc_real_meets(offset, FFTC_REAL_STORE, FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END);
}

FFTC_FN fftc_real_point fftc_real_other_row(fftc_real_point at, fftc_uniform step)
{
    at.first = at.first + step;
    return at;
}

FFTC_FN fftc_bool fftc_real_inside(fftc_uint index, fftc_uniform begin, fftc_uniform end)
{
    return index - begin < end - begin;
}

/* In place of an element outside of the range its first element is loaded and dropped, as in
 * fft_pass.h. */
FFTC_FN fftc_real fftc_real_get(fftc_real_point at, fftc_uint index)
{
    fftc_bool inside = fftc_real_inside(index, FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END);
    fftc_real value;
    if (fftc_real_src_whole()) {
        value = fftc_get_real(at.first + index * FFTC_PASS_SRC_STRIDE);
    } else {
        fftc_uint there = fftc_select_uint(inside, index, FFTC_UINT(FFTC_PASS_SRC_BEGIN));
        value = fftc_select(inside, fftc_get_real(at.first + there * FFTC_PASS_SRC_STRIDE),
                            FFTC_REAL(0.0));
    }
    return value;
}

FFTC_FN fftc_complex fftc_real_get_spectrum(fftc_real_point at, fftc_uint f)
{
    fftc_bool inside = fftc_real_inside(f, FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END);
    fftc_complex value;
    if (fftc_real_src_whole()) {
        value = fftc_get(at.first + f * FFTC_PASS_SRC_STRIDE);
    } else {
        fftc_uint there = fftc_select_uint(inside, f, FFTC_UINT(FFTC_PASS_SRC_BEGIN));
        value = fftc_complex_select(inside, fftc_get(at.first + there * FFTC_PASS_SRC_STRIDE),
                                    fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0)));
    }
    return value;
}

FFTC_FN void fftc_real_set(fftc_real_point at, fftc_uint index, fftc_real value)
{
    if (fftc_real_dst_whole()) {
        fftc_set_real(at.first + index * FFTC_PASS_DST_STRIDE, value);
    } else if (fftc_real_inside(index, FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END)) {
        fftc_set_real(at.first + index * FFTC_PASS_DST_STRIDE, value);
    }
}

FFTC_FN void fftc_real_set_spectrum(fftc_real_point at, fftc_uint f, fftc_complex value)
{
    if (fftc_real_dst_whole()) {
        fftc_set(at.first + f * FFTC_PASS_DST_STRIDE, value);
    } else if (fftc_real_inside(f, FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END)) {
        fftc_set(at.first + f * FFTC_PASS_DST_STRIDE, value);
    }
}

/* --- signs and weights ------------------------------------------------------------------------ */

FFTC_FN fftc_real fftc_real_signed(fftc_real value, fftc_uint sign)
{
    fftc_real negative = fftc_select(sign == 2u, FFTC_REAL(0.0), -value);
    return fftc_select(sign == 0u, value, negative);
}

FFTC_FN fftc_real fftc_real_get_signed(fftc_real_point at, fftc_edge_index from)
{
    return fftc_real_signed(fftc_real_get(at, from.index), from.sign);
}

FFTC_FN void fftc_real_set_signed(fftc_real_point at, fftc_edge_index to, fftc_real value)
{
    fftc_real_set(at, to.index, fftc_real_signed(value, to.sign));
}

/* Multiplies an end by its weight: sqrt(2) for arguments, 1 / sqrt(2) for results. */
FFTC_FN fftc_real fftc_real_weighted(fftc_real value, fftc_bool end, fftc_real weight)
{
    fftc_real weighted = value;
    FFTC_PRECISE fftc_real product = value * weight;
    if (FFTC_REAL_ORTHOGONAL == 1u) {
        weighted = fftc_select(end, product, value);
    }
    return weighted;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* x[f], or the conjugate of x[n - f]. Frequencies that are their own negatives are real: what they
 * have of imaginary parts is dropped. */
FFTC_FN fftc_complex fftc_real_load_half(fftc_real_point at)
{
    fftc_bool back = at.p > FFTC_REAL_POINTS / 2u;
    fftc_bool own = fftc_real_own(at.p);
    fftc_uint f = fftc_select_uint(back, FFTC_REAL_POINTS - at.p, at.p);
    fftc_complex x = fftc_real_get_spectrum(at, f);
    x.im = fftc_select(own, FFTC_REAL(0.0), fftc_select(back, -x.im, x.im));
    return x;
}

/* x[p] - i x[n - p], x[n] = 0. */
FFTC_FN fftc_complex fftc_real_load_ends(fftc_real_point at, fftc_uint p)
{
    fftc_bool zero = p == 0u;
    fftc_uint low = p;
    fftc_uint high = fftc_select_uint(zero, FFTC_UINT(0u), FFTC_REAL_POINTS - p);
    fftc_complex v;
    if (FFTC_REAL_SINE == 1u) {
        low = (FFTC_REAL_POINTS - 1u) - low;
        high = (FFTC_REAL_POINTS - 1u) - high;
    }
    v.re = fftc_real_weighted(fftc_real_get(at, low), zero, FFTC_REAL(1.41421356237309504880));
    v.im = fftc_select(zero, FFTC_REAL(0.0), -fftc_real_get(at, high));
    return v;
}

/* V[p] = conj(u^p) (x[p] - i x[n - p]), u = exp(-pi i / (2 n)): its inverse transform is the DCT
 * III of x, reordered. */
FFTC_FN fftc_complex fftc_real_load_three(fftc_real_point at)
{
    fftc_complex twiddle = fftc_real_twiddle(at, FFTC_REAL_LOAD_TABLE);
    return fftc_complex_mul(fftc_complex_conj(twiddle), fftc_real_load_ends(at, at.p));
}

FFTC_FN fftc_complex fftc_real_load_four(fftc_real_point at)
{
    fftc_real even = fftc_real_get(at, 2u * at.p);
    fftc_real odd = fftc_real_get(at, (FFTC_REAL_POINTS - 1u) - 2u * at.p);
    fftc_complex x = fftc_complex_make(even, odd);
    if (FFTC_REAL_SINE == 1u) {
        x = fftc_complex_make(odd, even);
    }
    return fftc_complex_mul(x, fftc_real_twiddle(at, FFTC_REAL_LOAD_TABLE));
}

FFTC_FN fftc_real fftc_real_load_one(fftc_real_point at, fftc_uint i, fftc_uniform h)
{
    fftc_edge_index from = fftc_edge_one(i, h, FFTC_REAL_SINE);
    fftc_bool low = i == 0u;
    fftc_bool high = i == h;
    fftc_bool end = low || high;
    return fftc_real_weighted(fftc_real_get_signed(at, from), end,
                              FFTC_REAL(1.41421356237309504880));
}

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get, (fftc_uint line, fftc_uint position))
{
    fftc_real_point at = fftc_real_point_of(line, position, 0u);
    fftc_complex x = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    if (FFTC_REAL_LOAD == FFTC_EDGE_NONE) {
        x = fftc_pass_get(line, position);
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_PAIRS) {
        x.re = fftc_real_get(at, 2u * at.p);
        x.im = fftc_real_get(at, 2u * at.p + 1u);
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_REALS) {
        x.re = fftc_real_get(at, at.p);
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_ROWS) {
        x.re = fftc_real_get(at, at.p);
        x.im = fftc_real_get(fftc_real_other_row(at, FFTC_REAL_SRC_ROW), at.p);
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_HALF) {
        x = fftc_real_load_half(at);
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_TWO) {
        x.re = fftc_real_get_signed(at, fftc_edge_reorder(at.p, FFTC_REAL_POINTS, FFTC_REAL_SINE));
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_TWO_PAIRS) {
        x.re = fftc_real_get_signed(at,
                                    fftc_edge_reorder(2u * at.p, FFTC_REAL_POINTS, FFTC_REAL_SINE));
        x.im = fftc_real_get_signed(
            at, fftc_edge_reorder(2u * at.p + 1u, FFTC_REAL_POINTS, FFTC_REAL_SINE));
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_THREE) {
        x = fftc_real_load_three(at);
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_FOUR) {
        x = fftc_real_load_four(at);
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_FOUR_ODD) {
        x.re = fftc_real_get_signed(at, fftc_edge_four_get(at.p, FFTC_REAL_POINTS, FFTC_REAL_SINE));
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_ONE) {
        x.re = fftc_real_load_one(at, 2u * at.p, fftc_real_complex_points());
        x.im = fftc_real_load_one(at, 2u * at.p + 1u, fftc_real_complex_points());
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_ONE_EXTENDED) {
        x.re = fftc_real_load_one(at, at.p, fftc_real_complex_points() / 2u);
    }
    return x;
}

/* --- writing ---------------------------------------------------------------------------------- */

FFTC_FN void fftc_real_store_half(fftc_real_point at, fftc_complex x)
{
    fftc_bool own = fftc_real_own(at.p);
    if (at.p <= FFTC_REAL_POINTS / 2u) {
        x.im = fftc_select(own, FFTC_REAL(0.0), x.im);
        fftc_real_set_spectrum(at, at.p, x);
    }
}

FFTC_FN void fftc_real_store_two(fftc_real_point at, fftc_complex x)
{
    fftc_complex twiddled = fftc_complex_mul(x, fftc_real_twiddle(at, FFTC_REAL_STORE_TABLE));
    fftc_uint to = at.p;
    if (FFTC_REAL_SINE == 1u) {
        to = (FFTC_REAL_POINTS - 1u) - to;
    }
    fftc_real_set(at, to,
                  fftc_real_weighted(twiddled.re, at.p == 0u, FFTC_REAL(0.70710678118654752440)));
}

FFTC_FN void fftc_real_store_four(fftc_real_point at, fftc_complex x)
{
    fftc_complex twiddled = fftc_complex_mul(x, fftc_real_twiddle(at, FFTC_REAL_STORE_TABLE));
    fftc_real_set(at, 2u * at.p, twiddled.re);
    fftc_real_set(at, (FFTC_REAL_POINTS - 1u) - 2u * at.p,
                  FFTC_REAL_SINE == 1u ? twiddled.im : -twiddled.im);
}

/* cos and sin of pi n / 4, times sqrt(2), are 1 or -1; n is odd. */
FFTC_FN void fftc_real_store_four_odd(fftc_real_point at, fftc_complex x)
{
    fftc_uniform e = FFTC_REAL_POINTS % 8u;
    fftc_real re = e == 1u || e == 7u ? x.re : -x.re;
    fftc_real im = e == 1u || e == 3u ? x.im : -x.im;
    FFTC_PRECISE fftc_real sum = re + im;
    fftc_real_set_signed(at, fftc_edge_four_set(at.p, FFTC_REAL_POINTS, FFTC_REAL_SINE), sum);
}

/* Result number p of a DCT I; number p - 1 of a DST I. */
FFTC_FN void fftc_real_store_one(fftc_real_point at, fftc_uint p, fftc_uniform h, fftc_complex x)
{
    fftc_bool low = p == 0u;
    fftc_bool high = p == h;
    fftc_bool end = low || high;
    fftc_bool inside = p < h;
    inside = inside && !low;
    if (FFTC_REAL_SINE == 0u) {
        if (p <= h) {
            fftc_real_set(at, p, fftc_real_weighted(x.re, end, FFTC_REAL(0.70710678118654752440)));
        }
    } else {
        if (inside) {
            fftc_real_set(at, p - 1u, -x.im);
        }
    }
}

FFTC_FN FFTC_ACCESSOR(void, fftc_line_set, (fftc_uint line, fftc_uint position, fftc_complex value))
{
    fftc_real_point at = fftc_real_point_of(line, position, 1u);
    if (FFTC_REAL_STORE == FFTC_EDGE_NONE) {
        fftc_pass_set(line, position, value);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_PAIRS) {
        fftc_real_set(at, 2u * at.p, value.re);
        fftc_real_set(at, 2u * at.p + 1u, value.im);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_REALS) {
        fftc_real_set(at, at.p, value.re);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_ROWS) {
        fftc_real_set(at, at.p, value.re);
        fftc_real_set(fftc_real_other_row(at, FFTC_REAL_DST_ROW), at.p, value.im);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_HALF) {
        fftc_real_store_half(at, value);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_TWO) {
        fftc_real_store_two(at, value);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_THREE) {
        fftc_real_set_signed(at, fftc_edge_reorder(at.p, FFTC_REAL_POINTS, FFTC_REAL_SINE),
                             value.re);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_THREE_PAIRS) {
        fftc_real_set_signed(at, fftc_edge_reorder(2u * at.p, FFTC_REAL_POINTS, FFTC_REAL_SINE),
                             value.re);
        fftc_real_set_signed(
            at, fftc_edge_reorder(2u * at.p + 1u, FFTC_REAL_POINTS, FFTC_REAL_SINE), value.im);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_FOUR) {
        fftc_real_store_four(at, value);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_FOUR_ODD) {
        fftc_real_store_four_odd(at, value);
    }
    if (FFTC_REAL_STORE == FFTC_EDGE_ONE_EXTENDED) {
        fftc_real_store_one(at, at.p, fftc_real_complex_points() / 2u, value);
    }
}

#include "fftcore/kernel/real_mirror.h"

#endif
