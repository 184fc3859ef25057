/* SPDX-License-Identifier: MIT
 *
 * Filters that sample a spectrum between its frequencies. At a distance of x frequencies:
 *
 *     FFTC_RESAMPLE_TENT    1 - |x|, |x| < 1: linear. A tap w K from the centre is multiplied by
 *                           sinc(w)^2, sinc(w) = sin(pi w) / (pi w)
 *     FFTC_RESAMPLE_CUBIC   piecewise cubic, |x| < 2 (Keys, IEEE Trans. ASSP 29, 1981; a = -1/2)
 *     FFTC_RESAMPLE_SINC    sinc(x) sinc(x / 3), |x| < 3 (Lanczos, three lobes), to 3e-8. What the
 *                           weights of a place lack to a sum of 1, a hundredth at most, the two in
 *                           the middle have as a tent does, so that an impulse stays one
 *
 * All are 1 at 0 and 0 at other whole numbers, so where K divides N the kernel's own frequencies
 * stay as they are. Nothing is divided and no sine is called, so the bits are the same everywhere.
 */
#ifndef FFTC_RESAMPLE_FILTER_H
#define FFTC_RESAMPLE_FILTER_H

#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/resample_sinc.h"

#define FFTC_RESAMPLE_TENT 0u
#define FFTC_RESAMPLE_CUBIC 1u
#define FFTC_RESAMPLE_SINC 2u
#define FFTC_RESAMPLE_TAPS_MAX 6u

/* Between frequencies `whole` and `whole` + 1. */
FFTC_STRUCT(fftc_resample_place)
{
    fftc_uint whole;
    fftc_wide fraction;
};

FFTC_STRUCT(fftc_resample_weights)
{
    fftc_wide weight[FFTC_RESAMPLE_TAPS_MAX];
};

/* Where frequency f < points is among `samples`; per_point is 1 / points, rounded. Both numbers are
 * at most 65536. */
FFTC_FN fftc_resample_place fftc_resample_find(fftc_uint f, fftc_uniform samples,
                                               fftc_uniform points, fftc_wide per_point)
{
    fftc_resample_place at;
    fftc_uint scaled = f * FFTC_UINT(samples);
    at.whole = scaled / FFTC_UINT(points);
    FFTC_PRECISE fftc_wide fraction = fftc_wide_from_uint(scaled % FFTC_UINT(points)) * per_point;
    at.fraction = fraction;
    return at;
}

/* How many frequencies a filter takes: half of them up to `whole`, the others from there on. */
FFTC_FN fftc_uniform fftc_resample_taps(fftc_uniform filter_kind)
{
    return 2u * (filter_kind + 1u);
}

/* A cubic at distances x <= 1 and 1 <= x <= 2. */
FFTC_FN fftc_wide fftc_resample_near(fftc_wide x)
{
    FFTC_PRECISE fftc_wide w = (FFTC_WIDE(1.5) * x - FFTC_WIDE(2.5)) * (x * x) + FFTC_WIDE(1.0);
    return w;
}

FFTC_FN fftc_wide fftc_resample_far(fftc_wide x)
{
    FFTC_PRECISE fftc_wide w =
        ((FFTC_WIDE(2.5) - FFTC_WIDE(0.5) * x) * x - FFTC_WIDE(4.0)) * x + FFTC_WIDE(2.0);
    return w;
}

FFTC_FN fftc_wide fftc_resample_sinc(fftc_wide x)
{
    FFTC_PRECISE fftc_wide u = x * x;
    FFTC_PRECISE fftc_wide ninth = FFTC_WIDE(1.0) - u * FFTC_WIDE(0.11111111111111111);
    FFTC_PRECISE fftc_wide w =
        (FFTC_WIDE(1.0) - u) * (FFTC_WIDE(1.0) - u * FFTC_WIDE(0.25)) * (ninth * ninth);
    FFTC_PRECISE fftc_wide product = w * fftc_resample_sinc_rest(u);
    return product;
}

/* The weights of the frequencies around a fraction t of one, from the first on. */
FFTC_FN fftc_resample_weights fftc_resample_weigh(fftc_wide t, fftc_uniform filter_kind)
{
    fftc_resample_weights w;
    FFTC_PRECISE fftc_wide rest = FFTC_WIDE(1.0) - t;
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_RESAMPLE_TAPS_MAX; ++i) {
        w.weight[i] = FFTC_WIDE(0.0);
    }
    if (filter_kind == FFTC_RESAMPLE_TENT) {
        w.weight[0] = rest;
        w.weight[1] = t;
    } else if (filter_kind == FFTC_RESAMPLE_CUBIC) {
        w.weight[0] = fftc_resample_far(FFTC_WIDE(1.0) + t);
        w.weight[1] = fftc_resample_near(t);
        w.weight[2] = fftc_resample_near(rest);
        w.weight[3] = fftc_resample_far(FFTC_WIDE(1.0) + rest);
    } else {
        w.weight[0] = fftc_resample_sinc(FFTC_WIDE(2.0) + t);
        w.weight[1] = fftc_resample_sinc(FFTC_WIDE(1.0) + t);
        w.weight[2] = fftc_resample_sinc(t);
        w.weight[3] = fftc_resample_sinc(rest);
        w.weight[4] = fftc_resample_sinc(FFTC_WIDE(1.0) + rest);
        w.weight[5] = fftc_resample_sinc(FFTC_WIDE(2.0) + rest);
        FFTC_PRECISE fftc_wide lacks =
            FFTC_WIDE(1.0) - ((w.weight[2] + w.weight[3]) + (w.weight[1] + w.weight[4]) +
                              (w.weight[0] + w.weight[5]));
        FFTC_PRECISE fftc_wide left = w.weight[2] + lacks * rest;
        FFTC_PRECISE fftc_wide right = w.weight[3] + lacks * t;
        w.weight[2] = left;
        w.weight[3] = right;
    }
    return w;
}

/* Where half a spectrum of real taps has a frequency: column x of row y, y = 0 .. rows / 2; its
 * conjugate stands there if it is of the other half, which follows from X[-f] = conj X[f]. */
FFTC_STRUCT(fftc_resample_element)
{
    fftc_uint x;
    fftc_uint y;
    fftc_bool conjugate;
};

/* Of column x < columns of row y < rows of the whole spectrum. */
FFTC_FN fftc_resample_element fftc_resample_element_of(fftc_uint x, fftc_uint y,
                                                       fftc_uniform columns, fftc_uniform rows)
{
    fftc_resample_element e;
    fftc_uint opposite = fftc_select_uint(fftc_is_zero(x), x, FFTC_UINT(columns) - x);
    e.conjugate = y > FFTC_UINT(rows / 2u);
    e.x = fftc_select_uint(e.conjugate, opposite, x);
    e.y = fftc_select_uint(e.conjugate, FFTC_UINT(rows) - y, y);
    return e;
}

#endif
