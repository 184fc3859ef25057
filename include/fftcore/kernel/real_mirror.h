/* SPDX-License-Identifier: MIT
 *
 * The part of real_pass.h that reads and writes elements together with their mirrors;
 * real_pass.h includes it.
 */
#ifndef FFTC_REAL_MIRROR_H
#define FFTC_REAL_MIRROR_H

#include "fftcore/kernel/real_pass.h"

FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_own_mirror, (fftc_uint pair))
{
    return fftc_pass_line(pair) % FFTC_PASS_LINES == 0u;
}

/* The twiddle u^p of TWO, which the table has after the twiddles of SPECTRUM. That of the mirror is
 * u^(m - p), m = n / 2, made from it with u^m = exp(-pi i / 4). */
FFTC_FN fftc_complex fftc_real_pair_twiddle(fftc_real_point at, fftc_uniform table,
                                            fftc_uniform mirror)
{
    fftc_uniform first = table + FFTC_LINE_POINTS + (FFTC_PASS_LINES > 1u ? FFTC_PASS_LINES : 0u);
    fftc_complex w = fftc_real_twiddle(at, first);
    if (mirror == 1u) {
        w = fftc_complex_mul(fftc_complex_conj(w),
                             fftc_complex_make(FFTC_REAL(0.70710678118654752440),
                                               -FFTC_REAL(0.70710678118654752440)));
    }
    return w;
}

/* What is in memory for X[p]. */
FFTC_FN fftc_complex fftc_real_load_item(fftc_real_point at, fftc_uint p)
{
    fftc_complex x;
    if (FFTC_REAL_LOAD == FFTC_EDGE_THREE_PAIRS) {
        x = fftc_real_load_ends(at, p);
    } else {
        x = fftc_real_get_spectrum(at, p);
    }
    return x;
}

/* X[p]; of the mirror conj(X[m - p]). */
FFTC_FN fftc_complex fftc_real_mirrored(fftc_real_point at, fftc_complex x, fftc_uniform mirror)
{
    if (mirror == 1u) {
        x = fftc_complex_conj(x);
    }
    if (FFTC_REAL_LOAD == FFTC_EDGE_THREE_PAIRS) {
        fftc_complex twiddle =
            fftc_complex_conj(fftc_real_pair_twiddle(at, FFTC_REAL_LOAD_TABLE, mirror));
        if (mirror == 1u) {
            twiddle = fftc_complex_conj(twiddle);
        }
        x = fftc_complex_mul(twiddle, x);
    }
    return x;
}

FFTC_FN fftc_complex fftc_real_load_mirrored(fftc_real_point at, fftc_uint p, fftc_uniform mirror)
{
    return fftc_real_mirrored(at, fftc_real_load_item(at, p), mirror);
}

/* Z[f] = X + i Y from two half spectra of odd n, and Z[-f] = conj(X) + i conj(Y). X[0] and Y[0] are
 * real: what they have of imaginary parts is dropped. */
FFTC_FN fftc_line_pair fftc_real_pair_of_rows(fftc_real_point at, fftc_complex x, fftc_complex y)
{
    fftc_bool back = at.p > FFTC_REAL_POINTS / 2u;
    fftc_bool zero = at.p == 0u;
    fftc_complex low;
    fftc_complex high;
    fftc_line_pair pair;
    x.im = fftc_select(zero, FFTC_REAL(0.0), x.im);
    y.im = fftc_select(zero, FFTC_REAL(0.0), y.im);
    low = fftc_complex_add(x, fftc_complex_make(-y.im, y.re));
    high = fftc_complex_add(fftc_complex_conj(x), fftc_complex_make(y.im, y.re));
    pair.value = fftc_complex_select(back, high, low);
    pair.mirror = fftc_complex_select(back, low, high);
    return pair;
}

FFTC_FN fftc_line_pair fftc_real_load_rows(fftc_real_point at)
{
    fftc_bool back = at.p > FFTC_REAL_POINTS / 2u;
    fftc_uint f = fftc_select_uint(back, FFTC_REAL_POINTS - at.p, at.p);
    fftc_complex x = fftc_real_get_spectrum(at, f);
    fftc_complex y = fftc_real_get_spectrum(fftc_real_other_row(at, FFTC_REAL_SRC_ROW), f);
    return fftc_real_pair_of_rows(at, x, y);
}

/* The way back, twice as large: X = Z[f] + conj(Z[-f]), Y = -i (Z[f] - conj(Z[-f])), as value and
 * mirror. */
FFTC_FN fftc_line_pair fftc_real_rows_of_pair(fftc_real_point at, fftc_line_pair pair)
{
    fftc_bool back = at.p > FFTC_REAL_POINTS / 2u;
    fftc_bool zero = at.p == 0u;
    fftc_complex low = fftc_complex_select(back, pair.mirror, pair.value);
    fftc_complex high = fftc_complex_conj(fftc_complex_select(back, pair.value, pair.mirror));
    fftc_complex x = fftc_complex_add(low, high);
    fftc_complex difference = fftc_complex_sub(low, high);
    fftc_complex y = fftc_complex_make(difference.im, -difference.re);
    pair.value = fftc_complex_make(x.re, fftc_select(zero, FFTC_REAL(0.0), x.im));
    pair.mirror = fftc_complex_make(y.re, fftc_select(zero, FFTC_REAL(0.0), y.im));
    return pair;
}

FFTC_FN void fftc_real_store_rows(fftc_real_point at, fftc_line_pair pair)
{
    fftc_bool back = at.p > FFTC_REAL_POINTS / 2u;
    fftc_uint f = fftc_select_uint(back, FFTC_REAL_POINTS - at.p, at.p);
    fftc_line_pair rows = fftc_real_rows_of_pair(at, pair);
    fftc_real_set_spectrum(at, f, rows.value);
    fftc_real_set_spectrum(fftc_real_other_row(at, FFTC_REAL_DST_ROW), f, rows.mirror);
}

/* Z of pairs x[2 j] + i x[2 j + 1] from X: with S = X[p] + conj(X[m - p]) and T = conj(twiddle)
 * times their difference, Z[p] = S + T and Z[m - p] = conj(S - T), twice as large as the mean. */
FFTC_FN fftc_line_pair fftc_real_pair_of_two(fftc_real_point at, fftc_complex x, fftc_complex y)
{
    fftc_bool ends = at.p == 0u;
    fftc_complex twiddle = fftc_complex_conj(fftc_real_twiddle(at, FFTC_REAL_LOAD_TABLE));
    fftc_complex sum;
    fftc_complex difference;
    fftc_line_pair pair;
    x.im = fftc_select(ends, FFTC_REAL(0.0), x.im);
    y.im = fftc_select(ends, FFTC_REAL(0.0), y.im);
    sum = fftc_complex_add(x, y);
    difference = fftc_complex_mul(fftc_complex_sub(x, y), twiddle);
    pair.value = fftc_complex_add(sum, difference);
    pair.mirror = fftc_complex_conj(fftc_complex_sub(sum, difference));
    return pair;
}

FFTC_FN fftc_line_pair fftc_real_load_pair(fftc_real_point at)
{
    fftc_uint other = fftc_real_complex_points() - at.p;
    fftc_complex x = fftc_real_load_mirrored(at, at.p, 0u);
    fftc_complex y = fftc_real_load_mirrored(at, other, 1u);
    return fftc_real_pair_of_two(at, x, y);
}

FFTC_FN FFTC_ACCESSOR(fftc_line_pair, fftc_line_get_pair, (fftc_uint line, fftc_uint position))
{
    fftc_real_point at = fftc_real_point_of(line, position, 0u);
    fftc_line_pair pair;
    if (FFTC_REAL_LOAD == FFTC_EDGE_ROWS) {
        pair = fftc_real_load_rows(at);
    } else {
        pair = fftc_real_load_pair(at);
    }
    return pair;
}

/* Numbers p and n - p of a DCT II: real and imaginary part of u^p X[p]; 0 and m have no other. */
FFTC_FN void fftc_real_store_two_pairs(fftc_real_point at, fftc_uint p, fftc_complex x)
{
    fftc_uint low = p;
    fftc_uint high = FFTC_REAL_POINTS - p;
    fftc_bool zero = p == 0u;
    fftc_bool pair = p < fftc_real_complex_points();
    pair = pair && !zero;
    if (FFTC_REAL_SINE == 1u) {
        low = (FFTC_REAL_POINTS - 1u) - low;
        high = (FFTC_REAL_POINTS - 1u) - high;
    }
    fftc_real_set(at, low, fftc_real_weighted(x.re, zero, FFTC_REAL(0.70710678118654752440)));
    if (pair) {
        fftc_real_set(at, high, -x.im);
    }
}

/* Writes what is made of X[p]. */
FFTC_FN void fftc_real_store_item(fftc_real_point at, fftc_uint p, fftc_complex x)
{
    if (FFTC_REAL_STORE == FFTC_EDGE_ONE) {
        fftc_real_store_one(at, p, fftc_real_complex_points(), x);
    } else {
        if (FFTC_REAL_STORE == FFTC_EDGE_TWO_PAIRS) {
            fftc_real_store_two_pairs(at, p, x);
        } else {
            fftc_real_set_spectrum(at, p, x);
        }
    }
}

FFTC_FN fftc_complex fftc_real_item_of(fftc_real_point at, fftc_complex x, fftc_uniform mirror)
{
    if (FFTC_REAL_STORE == FFTC_EDGE_TWO_PAIRS) {
        x = fftc_complex_mul(x, fftc_real_pair_twiddle(at, FFTC_REAL_STORE_TABLE, mirror));
    }
    return x;
}

FFTC_FN void fftc_real_store_mirrored(fftc_real_point at, fftc_uint p, fftc_complex x,
                                      fftc_uniform mirror)
{
    fftc_real_store_item(at, p, fftc_real_item_of(at, x, mirror));
}

/* The way back: X[p] and X[m - p]. p = 0 makes X[0] and X[m]. */
FFTC_FN fftc_line_pair fftc_real_two_of_pair(fftc_real_point at, fftc_line_pair pair)
{
    fftc_complex back = fftc_complex_conj(pair.mirror);
    fftc_complex twiddle = fftc_real_twiddle(at, FFTC_REAL_STORE_TABLE);
    fftc_complex sum = fftc_complex_add(pair.value, back);
    fftc_complex difference = fftc_complex_mul(fftc_complex_sub(pair.value, back), twiddle);
    pair.value = fftc_complex_add(sum, difference);
    pair.mirror = fftc_complex_conj(fftc_complex_sub(sum, difference));
    return pair;
}

FFTC_FN void fftc_real_store_pair(fftc_real_point at, fftc_line_pair pair)
{
    fftc_uint other = fftc_real_complex_points() - at.p;
    fftc_line_pair two = fftc_real_two_of_pair(at, pair);
    fftc_complex y = two.mirror;
    fftc_real_store_mirrored(at, at.p, two.value, 0u);
    /* The middle of the spectrum is both. With the twiddles of TWO_PAIRS the two differ in their
     * last bits, so only one of them is stored. */
    if (FFTC_REAL_ONCE == 1u || FFTC_REAL_STORE == FFTC_EDGE_TWO_PAIRS) {
        if (other != at.p) {
            fftc_real_store_mirrored(at, other, y, 1u);
        }
    } else {
        fftc_real_store_mirrored(at, other, y, 1u);
    }
}

FFTC_FN FFTC_ACCESSOR(void, fftc_line_set_pair,
                      (fftc_uint line, fftc_uint position, fftc_line_pair pair))
{
    fftc_real_point at = fftc_real_point_of(line, position, 1u);
    if (FFTC_REAL_STORE == FFTC_EDGE_ROWS) {
        fftc_real_store_rows(at, pair);
    } else {
        fftc_real_store_pair(at, pair);
    }
}

/* --- rows side by side ------------------------------------------------------------------------ */

/* Items of a row. With ROWS they are X[0 .. h - 1] and then Y[h - 1], ..., Y[0], n = 2 h - 1, so
 * that X[f] and Y[f] are as far apart as f and n - f. Otherwise they are X[0 .. m]. */
FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get_item, (fftc_uint line, fftc_uint item))
{
    fftc_real_point at = fftc_real_point_of(line, item, 0u);
    if (FFTC_REAL_LOAD == FFTC_EDGE_ROWS) {
        fftc_bool second = item > FFTC_REAL_POINTS / 2u;
        at.first = at.first + fftc_select_uint(second, FFTC_UINT(FFTC_REAL_SRC_ROW), FFTC_UINT(0u));
        item = fftc_select_uint(second, FFTC_REAL_POINTS - item, item);
    }
    return fftc_real_load_item(at, item);
}

FFTC_FN FFTC_ACCESSOR(void, fftc_line_set_item,
                      (fftc_uint line, fftc_uint item, fftc_complex value))
{
    fftc_real_point at = fftc_real_point_of(line, item, 1u);
    if (FFTC_REAL_STORE == FFTC_EDGE_ROWS) {
        fftc_bool second = item > FFTC_REAL_POINTS / 2u;
        at.first = at.first + fftc_select_uint(second, FFTC_UINT(FFTC_REAL_DST_ROW), FFTC_UINT(0u));
        item = fftc_select_uint(second, FFTC_REAL_POINTS - item, item);
    }
    fftc_real_store_item(at, item, value);
}

FFTC_FN FFTC_ACCESSOR(fftc_line_pair, fftc_line_pair_of_items,
                      (fftc_uint line, fftc_uint position, fftc_line_pair items))
{
    fftc_real_point at = fftc_real_point_of(line, position, 0u);
    fftc_line_pair pair;
    if (FFTC_REAL_LOAD == FFTC_EDGE_ROWS) {
        fftc_bool back = position > FFTC_REAL_POINTS / 2u;
        pair = fftc_real_pair_of_rows(at, fftc_complex_select(back, items.mirror, items.value),
                                      fftc_complex_select(back, items.value, items.mirror));
    } else {
        pair = fftc_real_pair_of_two(at, fftc_real_mirrored(at, items.value, 0u),
                                     fftc_real_mirrored(at, items.mirror, 1u));
    }
    return pair;
}

FFTC_FN FFTC_ACCESSOR(fftc_line_pair, fftc_line_items_of_pair,
                      (fftc_uint line, fftc_uint position, fftc_line_pair pair))
{
    fftc_real_point at = fftc_real_point_of(line, position, 1u);
    fftc_line_pair items;
    if (FFTC_REAL_STORE == FFTC_EDGE_ROWS) {
        fftc_bool back = position > FFTC_REAL_POINTS / 2u;
        pair = fftc_real_rows_of_pair(at, pair);
        items.value = fftc_complex_select(back, pair.mirror, pair.value);
        items.mirror = fftc_complex_select(back, pair.value, pair.mirror);
    } else {
        pair = fftc_real_two_of_pair(at, pair);
        items.value = fftc_real_item_of(at, pair.value, 0u);
        items.mirror = fftc_real_item_of(at, pair.mirror, 1u);
    }
    return items;
}

#endif
