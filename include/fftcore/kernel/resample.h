/* SPDX-License-Identifier: MIT
 *
 * A spectrum between its frequencies. Frequency f of a padded picture of N numbers is frequency
 * f K / N of a kernel of K taps, which lies between two of those that the kernel's spectrum has. So
 * one spectrum, as it is, serves pictures of all sizes.
 *
 * What this means for the taps: they are repeated with the period K all over the N numbers, and the
 * copies are multiplied by the transform of the filter, which is to leave the one in the middle
 * alone. What it leaves of the others is seen as ringing. The taps' centre must be at 0
 * (spectrum.h), or the spectrum turns too fast between neighbouring frequencies. The filters are
 * those of resample_filter.h.
 */
#ifndef FFTC_RESAMPLE_H
#define FFTC_RESAMPLE_H

#include "fftcore/kernel/resample_filter.h"

/* Yours to define: the spectrum of real taps, in column x of row y, y = 0 .. rows / 2; the rest
 * follows from X[-f] = conj X[f]. */
FFTC_ACCESSOR(fftc_complex, fftc_resample_get, (fftc_uint x, fftc_uint y));

/* Column x < columns of row y < rows of the whole spectrum. */
FFTC_FN fftc_complex fftc_resample_fetch(fftc_uint x, fftc_uint y, fftc_uniform columns,
                                         fftc_uniform rows)
{
    fftc_resample_element e = fftc_resample_element_of(x, y, columns, rows);
    fftc_complex z = fftc_resample_get(e.x, e.y);
    return fftc_complex_select(e.conjugate, fftc_complex_conj(z), z);
}

/* The spectrum, of `columns` by `rows` frequencies, between them; around the corner it is
 * periodic. */
FFTC_FN fftc_complex fftc_resample(fftc_resample_place x, fftc_resample_place y,
                                   fftc_uniform columns, fftc_uniform rows,
                                   fftc_uniform filter_kind)
{
    fftc_uniform taps = fftc_resample_taps(filter_kind);
    fftc_resample_weights across = fftc_resample_weigh(x.fraction, filter_kind);
    fftc_resample_weights down = fftc_resample_weigh(y.fraction, filter_kind);
    fftc_complex sum = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < FFTC_RESAMPLE_TAPS_MAX; ++j) {
        /* Multiples of the period that lift the first frequency above 0. */
        fftc_uint row = (y.whole + FFTC_UINT(j + 1u + 3u * rows - taps / 2u)) % FFTC_UINT(rows);
        fftc_complex line = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < FFTC_RESAMPLE_TAPS_MAX; ++i) {
            if (i < taps && j < taps) {
                fftc_uint column =
                    (x.whole + FFTC_UINT(i + 1u + 3u * columns - taps / 2u)) % FFTC_UINT(columns);
                line =
                    fftc_complex_add_scaled(line, fftc_resample_fetch(column, row, columns, rows),
                                            fftc_real_from_wide(across.weight[i]));
            }
        }
        if (j < taps) {
            sum = fftc_complex_add_scaled(sum, line, fftc_real_from_wide(down.weight[j]));
        }
    }
    return sum;
}

/* --- the cubic by bilinear lookups --------------------------------------------------------------
 *
 * The two frequencies in the middle have weights of one sign, so one linear lookup at the right
 * place between them has both: three lookups along each axis, nine in all (Sigg and Hadwiger, GPU
 * Gems 2, chapter 20, do this for B-splines). A device's own interpolation has 8 bits of fraction,
 * so that its results are its own. */

FFTC_STRUCT(fftc_bilinear_lookups)
{
    fftc_wide place[3]; /* from `whole` on */
    fftc_wide weight[3];
};

FFTC_FN fftc_bilinear_lookups fftc_bilinear_weigh(fftc_wide t)
{
    fftc_bilinear_lookups l;
    FFTC_PRECISE fftc_wide rest = FFTC_WIDE(1.0) - t;
    /* The weights in the middle sum to 1 + d, 0 <= d <= 1 / 8; 1 / (1 + d) to 1e-8, without a
     * division. */
    FFTC_PRECISE fftc_wide d = FFTC_WIDE(0.5) * (t * rest);
    FFTC_PRECISE fftc_wide inverse = FFTC_WIDE(1.0) - d * (FFTC_WIDE(1.0) - d);
    FFTC_PRECISE fftc_wide off = FFTC_WIDE(1.0) - (FFTC_WIDE(1.0) + d) * inverse;
    FFTC_PRECISE fftc_wide better = inverse + inverse * (off + off * off);
    FFTC_PRECISE fftc_wide place = fftc_resample_near(rest) * better;
    FFTC_PRECISE fftc_wide middle = FFTC_WIDE(1.0) + d;
    l.place[0] = FFTC_WIDE(-1.0);
    l.place[1] = place;
    l.place[2] = FFTC_WIDE(2.0);
    l.weight[0] = fftc_resample_far(FFTC_WIDE(1.0) + t);
    l.weight[1] = middle;
    l.weight[2] = fftc_resample_far(FFTC_WIDE(1.0) + rest);
    return l;
}

#ifdef FFTC_RESAMPLE_LOOKUPS
/* Yours to define: the spectrum, linearly interpolated, at a place from -1 to the number of columns
 * or rows and 1; whole numbers are frequencies. (Of a texture, 0.5 must be added, and its rows are
 * stored from -1 on.) */
FFTC_ACCESSOR(fftc_complex, fftc_resample_lookup, (fftc_wide x, fftc_wide y));

FFTC_FN fftc_complex fftc_resample_bilinear(fftc_resample_place x, fftc_resample_place y)
{
    fftc_bilinear_lookups across = fftc_bilinear_weigh(x.fraction);
    fftc_bilinear_lookups down = fftc_bilinear_weigh(y.fraction);
    fftc_complex sum = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < 3u; ++j) {
        fftc_complex line = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
        FFTC_PRECISE fftc_wide v = fftc_wide_from_uint(y.whole) + down.place[j];
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < 3u; ++i) {
            FFTC_PRECISE fftc_wide u = fftc_wide_from_uint(x.whole) + across.place[i];
            line = fftc_complex_add_scaled(line, fftc_resample_lookup(u, v),
                                           fftc_real_from_wide(across.weight[i]));
        }
        sum = fftc_complex_add_scaled(sum, line, fftc_real_from_wide(down.weight[j]));
    }
    return sum;
}
#endif

#endif
