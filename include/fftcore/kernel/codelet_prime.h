/* SPDX-License-Identifier: MIT
 *
 * Codelets of 3, 5, 7, 11 and 13 points (codelet.h says what they have in common).
 *
 * Elements t and p - t meet in sums s and differences d. Frequency f and p - f are c - i v and
 * c + i v, where c is a sum of cosines times the s, v one of sines times the d; in a real v the
 * largest sine is divided out, to be multiplied in the last addition.
 *
 * For 5, 7 and 11 that is all. Thirteen is long enough for more: the numbers 1 .. 12, multiplied
 * modulo 13, are a cycle of 12 = 4 * 3, so that the sums are convolutions over it (Rader 1968), and
 * convolutions split at the roots of x^n - 1 (Winograd 1978). Of the splits only those are used
 * that save multiplications without adding additions:
 *
 *   the mean    A sum of coefficients h_j over the 3 is their mean times the total, and a rest
 *               whose coefficients sum to zero: then one element can be subtracted from the others
 *               first. In the sines the last of three is what is missing from the total.
 *   cosines     s is even, so that the cycle is 2 times 3: sums and differences of opposite s, each
 *               with three coefficients of its own.
 *   sines       d is odd, so that the cycle is complex numbers times 3.
 */
#ifndef FFTC_CODELET_PRIME_H
#define FFTC_CODELET_PRIME_H

#include "fftcore/kernel/complex.h"

FFTC_STRUCT(fftc_complex_3)
{
    fftc_complex v[3];
};

FFTC_STRUCT(fftc_complex_5)
{
    fftc_complex v[5];
};

FFTC_STRUCT(fftc_complex_7)
{
    fftc_complex v[7];
};

FFTC_STRUCT(fftc_complex_11)
{
    fftc_complex v[11];
};

FFTC_STRUCT(fftc_complex_13)
{
    fftc_complex v[13];
};

/* x + k1 y1 + k2 y2 + k3 y3 + k4 y4. */
FFTC_FN_INLINE fftc_complex fftc_complex_add_scaled_4(fftc_complex x, fftc_complex y1, fftc_real k1,
                                                      fftc_complex y2, fftc_real k2,
                                                      fftc_complex y3, fftc_real k3,
                                                      fftc_complex y4, fftc_real k4)
{
    x = fftc_complex_add_scaled(x, y1, k1);
    x = fftc_complex_add_scaled(x, y2, k2);
    x = fftc_complex_add_scaled(x, y3, k3);
    return fftc_complex_add_scaled(x, y4, k4);
}

FFTC_FN_INLINE fftc_complex_3 fftc_dft_3(fftc_complex_3 x)
{
    fftc_real k = FFTC_REAL(0.866025403784438646763723); /* sin(2 pi / 3) */
    fftc_complex s1 = fftc_complex_add(x.v[1], x.v[2]);
    fftc_complex v1 = fftc_complex_sub(x.v[1], x.v[2]);
    fftc_complex c1 = fftc_complex_sub_scaled(x.v[0], s1, FFTC_REAL(0.5));
    fftc_complex_3 y;
    y.v[0] = fftc_complex_add(x.v[0], s1);
    y.v[1] = fftc_complex_sub_i_scaled(c1, v1, k);
    y.v[2] = fftc_complex_add_i_scaled(c1, v1, k);
    return y;
}

/* The rests of the two cosines are sqrt(5)/4 and its negative. */
FFTC_FN_INLINE fftc_complex_5 fftc_dft_5(fftc_complex_5 x)
{
    fftc_real a = FFTC_REAL(0.559016994374947424102293); /* sqrt(5) / 4 */
    fftc_real k = FFTC_REAL(0.951056516295153572116439); /* sin(2 pi / 5) */
    fftc_real r = FFTC_REAL(0.618033988749894848204587); /* sin(4 pi / 5) / k */
    fftc_complex s1 = fftc_complex_add(x.v[1], x.v[4]);
    fftc_complex s2 = fftc_complex_add(x.v[2], x.v[3]);
    fftc_complex d1 = fftc_complex_sub(x.v[1], x.v[4]);
    fftc_complex d2 = fftc_complex_sub(x.v[2], x.v[3]);
    fftc_complex sum = fftc_complex_add(s1, s2);
    fftc_complex middle = fftc_complex_sub_scaled(x.v[0], sum, FFTC_REAL(0.25));
    fftc_complex e = fftc_complex_sub(s1, s2);
    fftc_complex c1 = fftc_complex_add_scaled(middle, e, a);
    fftc_complex c2 = fftc_complex_sub_scaled(middle, e, a);
    fftc_complex v1 = fftc_complex_add_scaled(d1, d2, r);
    fftc_complex v2 = fftc_complex_sub_scaled(d2, d1, r); /* negative */
    fftc_complex_5 y;
    y.v[0] = fftc_complex_add(x.v[0], sum);
    y.v[1] = fftc_complex_sub_i_scaled(c1, v1, k);
    y.v[4] = fftc_complex_add_i_scaled(c1, v1, k);
    y.v[2] = fftc_complex_add_i_scaled(c2, v2, k);
    y.v[3] = fftc_complex_sub_i_scaled(c2, v2, k);
    return y;
}

FFTC_FN_INLINE fftc_complex_7 fftc_dft_7(fftc_complex_7 x)
{
    fftc_real a1 = FFTC_REAL(0.623489801858733530525005);  /* cos(2 pi / 7) */
    fftc_real a2 = FFTC_REAL(-0.222520933956314404288903); /* cos(4 pi / 7) */
    fftc_real a3 = FFTC_REAL(-0.900968867902419126236102); /* cos(6 pi / 7) */
    fftc_real r1 = FFTC_REAL(0.801937735804838252472205);  /* sin(2 pi / 7) / k */
    fftc_real k = FFTC_REAL(0.974927912181823607018132);   /* sin(4 pi / 7) */
    fftc_real r3 = FFTC_REAL(0.445041867912628808577805);  /* sin(6 pi / 7) / k */
    fftc_complex s1 = fftc_complex_add(x.v[1], x.v[6]);
    fftc_complex s2 = fftc_complex_add(x.v[2], x.v[5]);
    fftc_complex s3 = fftc_complex_add(x.v[3], x.v[4]);
    fftc_complex d1 = fftc_complex_sub(x.v[1], x.v[6]);
    fftc_complex d2 = fftc_complex_sub(x.v[2], x.v[5]);
    fftc_complex d3 = fftc_complex_sub(x.v[3], x.v[4]);
    fftc_complex sum = fftc_complex_add(fftc_complex_add(s1, s2), s3);
    fftc_complex c1 = fftc_complex_add_scaled(
        fftc_complex_add_scaled(fftc_complex_add_scaled(x.v[0], s1, a1), s2, a2), s3, a3);
    fftc_complex c2 = fftc_complex_add_scaled(
        fftc_complex_add_scaled(fftc_complex_add_scaled(x.v[0], s1, a2), s2, a3), s3, a1);
    fftc_complex c3 = fftc_complex_add_scaled(
        fftc_complex_add_scaled(fftc_complex_add_scaled(x.v[0], s1, a3), s2, a1), s3, a2);
    fftc_complex v1 = fftc_complex_add_scaled(fftc_complex_add_scaled(d2, d1, r1), d3, r3);
    fftc_complex v2 = fftc_complex_sub_scaled(fftc_complex_sub_scaled(d1, d2, r3), d3, r1);
    fftc_complex v3 = fftc_complex_sub_scaled(fftc_complex_add_scaled(d3, d1, r3), d2, r1);
    fftc_complex_7 y;
    y.v[0] = fftc_complex_add(x.v[0], sum);
    y.v[1] = fftc_complex_sub_i_scaled(c1, v1, k);
    y.v[6] = fftc_complex_add_i_scaled(c1, v1, k);
    y.v[2] = fftc_complex_sub_i_scaled(c2, v2, k);
    y.v[5] = fftc_complex_add_i_scaled(c2, v2, k);
    y.v[3] = fftc_complex_sub_i_scaled(c3, v3, k);
    y.v[4] = fftc_complex_add_i_scaled(c3, v3, k);
    return y;
}

FFTC_FN_INLINE fftc_complex_11 fftc_dft_11(fftc_complex_11 x)
{
    fftc_real a1 = FFTC_REAL(0.841253532831181168861812);  /* cos(2 pi / 11) */
    fftc_real a2 = FFTC_REAL(0.415415013001886425529274);  /* cos(4 pi / 11) */
    fftc_real a3 = FFTC_REAL(-0.142314838273285140443793); /* cos(6 pi / 11) */
    fftc_real a4 = FFTC_REAL(-0.654860733945285064056925); /* cos(8 pi / 11) */
    fftc_real a5 = FFTC_REAL(-0.959492973614497389890368); /* cos(10 pi / 11) */
    fftc_real r1 = FFTC_REAL(0.546200349457202570170963);  /* sin(2 pi / 11) / k */
    fftc_real r2 = FFTC_REAL(0.918985947228994779780736);  /* sin(4 pi / 11) / k */
    fftc_real k = FFTC_REAL(0.989821441880932732376092);   /* sin(6 pi / 11) */
    fftc_real r4 = FFTC_REAL(0.763521118433367557942887);  /* sin(8 pi / 11) / k */
    fftc_real r5 = FFTC_REAL(0.284629676546570280887585);  /* sin(10 pi / 11) / k */
    fftc_complex s1 = fftc_complex_add(x.v[1], x.v[10]);
    fftc_complex s2 = fftc_complex_add(x.v[2], x.v[9]);
    fftc_complex s3 = fftc_complex_add(x.v[3], x.v[8]);
    fftc_complex s4 = fftc_complex_add(x.v[4], x.v[7]);
    fftc_complex s5 = fftc_complex_add(x.v[5], x.v[6]);
    fftc_complex d1 = fftc_complex_sub(x.v[1], x.v[10]);
    fftc_complex d2 = fftc_complex_sub(x.v[2], x.v[9]);
    fftc_complex d3 = fftc_complex_sub(x.v[3], x.v[8]);
    fftc_complex d4 = fftc_complex_sub(x.v[4], x.v[7]);
    fftc_complex d5 = fftc_complex_sub(x.v[5], x.v[6]);
    fftc_complex sum =
        fftc_complex_add(fftc_complex_add(fftc_complex_add(s1, s2), fftc_complex_add(s3, s4)), s5);
    fftc_complex c1 = fftc_complex_add_scaled(
        fftc_complex_add_scaled_4(x.v[0], s1, a1, s2, a2, s3, a3, s4, a4), s5, a5);
    fftc_complex c2 = fftc_complex_add_scaled(
        fftc_complex_add_scaled_4(x.v[0], s1, a2, s2, a4, s3, a5, s4, a3), s5, a1);
    fftc_complex c3 = fftc_complex_add_scaled(
        fftc_complex_add_scaled_4(x.v[0], s1, a3, s2, a5, s3, a2, s4, a1), s5, a4);
    fftc_complex c4 = fftc_complex_add_scaled(
        fftc_complex_add_scaled_4(x.v[0], s1, a4, s2, a3, s3, a1, s4, a5), s5, a2);
    fftc_complex c5 = fftc_complex_add_scaled(
        fftc_complex_add_scaled_4(x.v[0], s1, a5, s2, a1, s3, a4, s4, a2), s5, a3);
    fftc_complex v1 = fftc_complex_add_scaled_4(d3, d1, r1, d2, r2, d4, r4, d5, r5);
    fftc_complex v2 = fftc_complex_add_scaled_4(d4, d1, -r2, d2, -r4, d3, r5, d5, r1);
    fftc_complex v3 = fftc_complex_add_scaled_4(d1, d2, -r5, d3, -r2, d4, r1, d5, r4);
    fftc_complex v4 = fftc_complex_add_scaled_4(d2, d1, -r4, d3, -r1, d4, -r5, d5, r2);
    fftc_complex v5 = fftc_complex_add_scaled_4(d5, d1, r5, d2, -r1, d3, r4, d4, -r2);
    fftc_complex_11 y;
    y.v[0] = fftc_complex_add(x.v[0], sum);
    y.v[1] = fftc_complex_sub_i_scaled(c1, v1, k);
    y.v[10] = fftc_complex_add_i_scaled(c1, v1, k);
    y.v[9] = fftc_complex_sub_i_scaled(c2, v2, k);
    y.v[2] = fftc_complex_add_i_scaled(c2, v2, k);
    y.v[3] = fftc_complex_sub_i_scaled(c3, v3, k);
    y.v[8] = fftc_complex_add_i_scaled(c3, v3, k);
    y.v[7] = fftc_complex_sub_i_scaled(c4, v4, k);
    y.v[4] = fftc_complex_add_i_scaled(c4, v4, k);
    y.v[5] = fftc_complex_sub_i_scaled(c5, v5, k);
    y.v[6] = fftc_complex_add_i_scaled(c5, v5, k);
    return y;
}

FFTC_STRUCT(fftc_complex_6)
{
    fftc_complex v[6];
};

/* The cosine sums of frequencies 1 .. 6. Powers of 2 modulo 13 give the cycle 1, 2, 4, 5, 3, 6 of
 * the s (up to sign), in which 1 and 5, 2 and 3, 4 and 6 stand opposite;
 * cos_j = cos(2 pi j / 13). */
FFTC_FN_INLINE fftc_complex_6 fftc_dft_13_cosines(fftc_complex_6 s, fftc_complex middle)
{
    fftc_real a0 = FFTC_REAL(0.151805972074387731966206);  /* (cos_1 + cos_5) / 2 + 1/12 */
    fftc_real a1 = FFTC_REAL(0.427634046826572761263771);  /* (cos_2 + cos_3) / 2 + 1/12 */
    fftc_real a2 = FFTC_REAL(-0.579440018900960493229977); /* (cos_4 + cos_6) / 2 + 1/12 */
    fftc_real k = FFTC_REAL(0.816983386912155497267503);   /* (cos_1 - cos_5) / 2 */
    fftc_real r1 = FFTC_REAL(0.273890554964217594531490);  /* (cos_2 - cos_3) / 2 / k */
    fftc_real r2 = FFTC_REAL(0.377202853972957711721750);  /* (cos_4 - cos_6) / 2 / k */
    fftc_complex q0 = fftc_complex_sub(s.v[0], s.v[4]);
    fftc_complex q1 = fftc_complex_sub(s.v[1], s.v[2]);
    fftc_complex q2 = fftc_complex_sub(s.v[3], s.v[5]);
    fftc_complex p2 = fftc_complex_add(s.v[3], s.v[5]);
    fftc_complex e0 = fftc_complex_sub(fftc_complex_add(s.v[0], s.v[4]), p2);
    fftc_complex e1 = fftc_complex_sub(fftc_complex_add(s.v[1], s.v[2]), p2);
    fftc_complex c0 = fftc_complex_add_scaled(fftc_complex_add_scaled(middle, e0, a0), e1, a1);
    fftc_complex c1 = fftc_complex_add_scaled(fftc_complex_add_scaled(middle, e0, a1), e1, a2);
    fftc_complex c2 = fftc_complex_add_scaled(fftc_complex_add_scaled(middle, e0, a2), e1, a0);
    fftc_complex b0 = fftc_complex_add_scaled(fftc_complex_add_scaled(q0, q1, r1), q2, r2);
    fftc_complex b1 =
        fftc_complex_sub_scaled(fftc_complex_sub_scaled(q2, q0, r1), q1, r2); /* negative */
    fftc_complex b2 =
        fftc_complex_add_scaled(fftc_complex_sub_scaled(q1, q0, r2), q2, r1); /* negative */
    fftc_complex_6 c;
    c.v[0] = fftc_complex_add_scaled(c0, b0, k);
    c.v[4] = fftc_complex_sub_scaled(c0, b0, k);
    c.v[1] = fftc_complex_sub_scaled(c1, b1, k);
    c.v[2] = fftc_complex_add_scaled(c1, b1, k);
    c.v[3] = fftc_complex_sub_scaled(c2, b2, k);
    c.v[5] = fftc_complex_add_scaled(c2, b2, k);
    return c;
}

/* The sine sums of frequencies 1 .. 6. Odd functions on the cycle of 12, sign changed half way
 * round, are complex numbers (R, I) on the cycle of 3: R = d1, d3, -d4 and I = d5, d2, d6, and so
 * are the sines (P, Q); sin_j = sin(2 pi j / 13), the two means split off. Frequencies 1, 3, -4 are
 * the sums of P R + Q I, frequencies 5, 2, 6 those of Q R - P I. */
FFTC_FN_INLINE fftc_complex_6 fftc_dft_13_sines(fftc_complex_6 d)
{
    fftc_real p = FFTC_REAL(0.174138601152135905005661);   /* (sin_1 + sin_3 - sin_4) / 3 */
    fftc_real q = FFTC_REAL(0.575140729474003121368386);   /* (sin_5 + sin_2 + sin_6) / 3 */
    fftc_real p0 = FFTC_REAL(0.290584570891632640650355);  /* sin_1 - p */
    fftc_real p1 = FFTC_REAL(0.818570272945918087795091);  /* sin_3 - p */
    fftc_real p2 = FFTC_REAL(-1.10915484383755072844545);  /* -sin_4 - p */
    fftc_real q0 = FFTC_REAL(0.0879819287667920810083999); /* sin_5 - q */
    fftc_real q1 = FFTC_REAL(0.247843136419653273211232);  /* sin_2 - q */
    fftc_real q2 = FFTC_REAL(-0.335825065186445354219632); /* sin_6 - q */
    fftc_complex r = fftc_complex_sub(fftc_complex_add(d.v[0], d.v[2]), d.v[3]);
    fftc_complex i = fftc_complex_add(fftc_complex_add(d.v[4], d.v[1]), d.v[5]);
    fftc_complex re = fftc_complex_add_scaled(fftc_complex_scale(r, p), i, q);
    fftc_complex im = fftc_complex_sub_scaled(fftc_complex_scale(r, q), i, p);
    fftc_complex r0 = fftc_complex_add(d.v[0], d.v[3]);
    fftc_complex r1 = fftc_complex_add(d.v[2], d.v[3]);
    fftc_complex i0 = fftc_complex_sub(d.v[4], d.v[5]);
    fftc_complex i1 = fftc_complex_sub(d.v[1], d.v[5]);
    fftc_complex v1 = fftc_complex_add_scaled_4(re, r0, p0, r1, p1, i0, q0, i1, q1);
    fftc_complex v3 = fftc_complex_add_scaled_4(re, r0, p1, r1, p2, i0, q1, i1, q2);
    fftc_complex v5 = fftc_complex_add_scaled_4(im, r0, q0, r1, q1, i0, -p0, i1, -p1);
    fftc_complex v2 = fftc_complex_add_scaled_4(im, r0, q1, r1, q2, i0, -p1, i1, -p2);
    fftc_complex_6 v;
    v.v[0] = v1;
    v.v[1] = v2;
    v.v[2] = v3;
    v.v[3] = fftc_complex_sub(fftc_complex_add(v1, v3), fftc_complex_scale(re, FFTC_REAL(3.0)));
    v.v[4] = v5;
    v.v[5] = fftc_complex_sub(fftc_complex_sub(fftc_complex_scale(im, FFTC_REAL(3.0)), v5), v2);
    return v;
}

FFTC_FN_INLINE fftc_complex_13 fftc_dft_13(fftc_complex_13 x)
{
    fftc_real mean = FFTC_REAL(0.0833333333333333333333333); /* 1/12 */
    fftc_complex_6 s;
    fftc_complex_6 d;
    fftc_complex sum;
    fftc_complex_13 y;
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < 6u; ++i) {
        s.v[i] = fftc_complex_add(x.v[1u + i], x.v[12u - i]);
        d.v[i] = fftc_complex_sub(x.v[1u + i], x.v[12u - i]);
    }
    sum = fftc_complex_add(
        fftc_complex_add(fftc_complex_add(s.v[0], s.v[4]), fftc_complex_add(s.v[1], s.v[2])),
        fftc_complex_add(s.v[3], s.v[5]));
    s = fftc_dft_13_cosines(s, fftc_complex_sub_scaled(x.v[0], sum, mean));
    d = fftc_dft_13_sines(d);
    y.v[0] = fftc_complex_add(x.v[0], sum);
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < 6u; ++i) {
        y.v[1u + i] = fftc_complex_sub_i(s.v[i], d.v[i]);
        y.v[12u - i] = fftc_complex_add_i(s.v[i], d.v[i]);
    }
    return y;
}

FFTC_FN_INLINE fftc_complex_3 fftc_dft_3_inverse(fftc_complex_3 x)
{
    for (fftc_uniform i = 0u; i < 3u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_3(x);
    for (fftc_uniform i = 0u; i < 3u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

FFTC_FN_INLINE fftc_complex_5 fftc_dft_5_inverse(fftc_complex_5 x)
{
    for (fftc_uniform i = 0u; i < 5u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_5(x);
    for (fftc_uniform i = 0u; i < 5u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

FFTC_FN_INLINE fftc_complex_7 fftc_dft_7_inverse(fftc_complex_7 x)
{
    for (fftc_uniform i = 0u; i < 7u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_7(x);
    for (fftc_uniform i = 0u; i < 7u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

FFTC_FN_INLINE fftc_complex_11 fftc_dft_11_inverse(fftc_complex_11 x)
{
    for (fftc_uniform i = 0u; i < 11u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_11(x);
    for (fftc_uniform i = 0u; i < 11u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

FFTC_FN_INLINE fftc_complex_13 fftc_dft_13_inverse(fftc_complex_13 x)
{
    for (fftc_uniform i = 0u; i < 13u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_13(x);
    for (fftc_uniform i = 0u; i < 13u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

#endif
