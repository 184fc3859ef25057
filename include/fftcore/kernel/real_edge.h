/* SPDX-License-Identifier: MIT
 *
 * Real numbers at the edges of complex transforms: names for the ways in which real_pass.h reads
 * and writes them, and the positions of their numbers. The planner reads this header too.
 *
 * For an axis of n real numbers; the complex transform has m points.
 *
 *   reading                                                              m
 *   FFTC_EDGE_NONE       complex numbers (also pairs of reals that stand side by side)
 *   FFTC_EDGE_PAIRS      x[2 p] + i x[2 p + 1]                           n / 2
 *   FFTC_EDGE_REALS      x[p]                                            n
 *   FFTC_EDGE_HALF       a half spectrum, continued by conjugates        n
 *   FFTC_EDGE_SPECTRUM   a half spectrum, made the spectrum of pairs     n / 2, mirrored
 *   FFTC_EDGE_ROWS       x[p] + i y[p] of two rows, or the transform
 *                        of that, made of two half spectra               n
 *   FFTC_EDGE_TWO        x reordered, for a DCT II                       n
 *   FFTC_EDGE_THREE      what a DCT II would give, made a spectrum       n
 *   FFTC_EDGE_TWO_PAIRS  pairs of x reordered, for a DCT II of even n    n / 2
 *   FFTC_EDGE_THREE_PAIRS  what a DCT II would give, made the spectrum
 *                        of pairs                                        n / 2, mirrored
 *   FFTC_EDGE_FOUR       x[2 p] + i x[n - 1 - 2 p], twiddled             n / 2
 *   FFTC_EDGE_FOUR_ODD   permuted, n odd                                 n
 *   FFTC_EDGE_ONE        pairs of the symmetric continuation             n - 1 (DST: n + 1)
 *   FFTC_EDGE_ONE_EXTENDED  the symmetric continuation                   twice that
 *
 * Writing has the same names: each writes what the opposite transform reads in this way (TWO writes
 * results of a DCT II, THREE undoes the reordering). When writing, ROWS is mirrored if its rows are
 * spectra, and ONE and TWO_PAIRS are mirrored; THREE_PAIRS is not.
 *
 * Sources: pairs, Cooley, Lewis, Welch 1970; reordering, Makhoul 1980; DCT IV by half as many
 * complex points, Britanak 1999 and fftw.org's reodft11e; of odd length, Chan and Ho 1990: p -> 8 p
 * + n e, e n = 1 mod 8, makes the symmetric continuation of 8 n numbers a transform of n.
 */
#ifndef FFTC_REAL_EDGE_H
#define FFTC_REAL_EDGE_H

#include "fftcore/kernel/dialect.h"

#define FFTC_EDGE_NONE 0u
#define FFTC_EDGE_PAIRS 1u
#define FFTC_EDGE_REALS 2u
#define FFTC_EDGE_HALF 3u
#define FFTC_EDGE_SPECTRUM 4u
#define FFTC_EDGE_TWO 5u
#define FFTC_EDGE_THREE 6u
#define FFTC_EDGE_FOUR 7u
#define FFTC_EDGE_FOUR_ODD 8u
#define FFTC_EDGE_ONE 9u
#define FFTC_EDGE_ONE_EXTENDED 10u
#define FFTC_EDGE_TWO_PAIRS 11u
#define FFTC_EDGE_THREE_PAIRS 12u
#define FFTC_EDGE_ROWS 13u

/* A number of the source or destination, or the negative of one; `sign` 2 stands for zero. */
FFTC_STRUCT(fftc_edge_index)
{
    fftc_uint index;
    fftc_uint sign;
};

/* Makhoul's reordering: the even numbers upwards, then the odd ones downwards. A DST negates the
 * odd ones. */
FFTC_FN fftc_edge_index fftc_edge_reorder(fftc_uint p, fftc_uniform n, fftc_uniform sine)
{
    fftc_edge_index to;
    fftc_bool odd = p >= (n + 1u) / 2u;
    to.index = fftc_select_uint(odd, (2u * n - 1u) - 2u * p, 2u * p);
    to.sign = fftc_select_uint(odd, FFTC_UINT(sine), FFTC_UINT(0u));
    return to;
}

/* Element (p - 1) / 2 of the symmetric continuation of a DCT IV; p odd and below 8 n. */
FFTC_FN fftc_edge_index fftc_edge_four(fftc_uint p, fftc_uniform n, fftc_uniform sine)
{
    fftc_edge_index to;
    fftc_uint q = fftc_select_uint(p > 4u * n, 8u * n - p, p);
    fftc_bool back = q > 2u * n;
    to.index = fftc_select_uint(back, (4u * n - 1u) - q, q - 1u) / 2u;
    to.sign = fftc_select_uint(back, FFTC_UINT(1u), FFTC_UINT(0u));
    FFTC_UNUSED(sine);
    return to;
}

/* For odd n, the number that is read as point p. n times n is 1 mod 8. A DST IV reads from the
 * end. */
FFTC_FN fftc_edge_index fftc_edge_four_get(fftc_uint p, fftc_uniform n, fftc_uniform sine)
{
    fftc_uniform start = n * (n % 8u);
    fftc_uint at = 8u * p + start;
    fftc_edge_index from = fftc_edge_four(fftc_select_uint(at >= 8u * n, at - 8u * n, at), n, sine);
    from.index = fftc_select_uint(sine == 1u, (n - 1u) - from.index, from.index);
    return from;
}

/* For odd n, where point p is written. With 8 s = p + k n, s < n, the place is n e + 8 s. */
FFTC_FN fftc_edge_index fftc_edge_four_set(fftc_uint p, fftc_uniform n, fftc_uniform sine)
{
    fftc_uniform start = n * (n % 8u);
    fftc_uint k = (p & 7u) * ((8u - n % 8u) & 7u) & 7u;
    fftc_uint at = p + k * n + start;
    fftc_edge_index to;
    at = fftc_select_uint(at >= 8u * n, at - 8u * n, at);
    to = fftc_edge_four(at, n, sine);
    to.sign = to.sign ^ fftc_select_uint(sine == 1u, to.index & 1u, FFTC_UINT(0u));
    return to;
}

/* Number i of the symmetric continuation, 0 <= i < 2 h: even for a DCT I of h + 1 numbers, odd
 * for a DST I of h - 1. */
FFTC_FN fftc_edge_index fftc_edge_one(fftc_uint i, fftc_uniform h, fftc_uniform sine)
{
    fftc_edge_index from;
    fftc_bool back = i > h;
    fftc_uint at = fftc_select_uint(back, 2u * h - i, i);
    fftc_bool low = i == 0u;
    fftc_bool high = i == h;
    fftc_uint zero = fftc_select_uint(low || high, FFTC_UINT(2u), FFTC_UINT(0u));
    from.index = at - fftc_select_uint(zero == 0u, FFTC_UINT(sine), FFTC_UINT(0u));
    from.sign = sine == 1u ? fftc_select_uint(back, FFTC_UINT(1u), zero) : FFTC_UINT(0u);
    from.index = fftc_select_uint(from.sign == 2u, FFTC_UINT(0u), from.index);
    return from;
}

#endif
