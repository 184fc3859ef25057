/* SPDX-License-Identifier: MIT
 *
 * Codelets of composite lengths, 6, 9, 10, 12, 14, 15, 25, 27 and 32 points, made of codelet.h's.
 *
 * 6, 10, 12, 14 and 15 have coprime factors A B: the index maps of Good (1958) and Thomas (1963),
 * n = (n1 B + n2 A) mod N on the way in and k mod A, k mod B on the way out, need no twiddles.
 * 9 = 3 * 3, 25 = 5 * 5, 27 = 9 * 3 and 32 = 4 * 8 are Cooley and Tukey's step with constants
 * between the two.
 *
 * Every index is written out: a register array that a shader indexes at run time is memory.
 */
#ifndef FFTC_CODELET_COMPOSITE_H
#define FFTC_CODELET_COMPOSITE_H

#include "fftcore/kernel/codelet.h"

FFTC_STRUCT(fftc_complex_9)
{
    fftc_complex v[9];
};

FFTC_STRUCT(fftc_complex_10)
{
    fftc_complex v[10];
};

FFTC_STRUCT(fftc_complex_12)
{
    fftc_complex v[12];
};

FFTC_STRUCT(fftc_complex_14)
{
    fftc_complex v[14];
};

FFTC_STRUCT(fftc_complex_15)
{
    fftc_complex v[15];
};

FFTC_STRUCT(fftc_complex_25)
{
    fftc_complex v[25];
};

FFTC_STRUCT(fftc_complex_27)
{
    fftc_complex v[27];
};

FFTC_STRUCT(fftc_complex_32)
{
    fftc_complex v[32];
};

FFTC_FN_INLINE fftc_complex_3 fftc_complex_3_make(fftc_complex x0, fftc_complex x1, fftc_complex x2)
{
    fftc_complex_3 x;
    x.v[0] = x0;
    x.v[1] = x1;
    x.v[2] = x2;
    return x;
}

FFTC_FN_INLINE fftc_complex_5 fftc_complex_5_make(fftc_complex x0, fftc_complex x1, fftc_complex x2,
                                                  fftc_complex x3, fftc_complex x4)
{
    fftc_complex_5 x;
    x.v[0] = x0;
    x.v[1] = x1;
    x.v[2] = x2;
    x.v[3] = x3;
    x.v[4] = x4;
    return x;
}

FFTC_FN_INLINE fftc_complex_7 fftc_complex_7_make(fftc_complex x0, fftc_complex x1, fftc_complex x2,
                                                  fftc_complex x3, fftc_complex x4, fftc_complex x5,
                                                  fftc_complex x6)
{
    fftc_complex_7 x;
    x.v[0] = x0;
    x.v[1] = x1;
    x.v[2] = x2;
    x.v[3] = x3;
    x.v[4] = x4;
    x.v[5] = x5;
    x.v[6] = x6;
    return x;
}

FFTC_FN_INLINE fftc_complex_8 fftc_complex_8_make(fftc_complex x0, fftc_complex x1, fftc_complex x2,
                                                  fftc_complex x3, fftc_complex x4, fftc_complex x5,
                                                  fftc_complex x6, fftc_complex x7)
{
    fftc_complex_8 x;
    x.v[0] = x0;
    x.v[1] = x1;
    x.v[2] = x2;
    x.v[3] = x3;
    x.v[4] = x4;
    x.v[5] = x5;
    x.v[6] = x6;
    x.v[7] = x7;
    return x;
}

FFTC_FN_INLINE fftc_complex_9 fftc_complex_9_make(fftc_complex x0, fftc_complex x1, fftc_complex x2,
                                                  fftc_complex x3, fftc_complex x4, fftc_complex x5,
                                                  fftc_complex x6, fftc_complex x7, fftc_complex x8)
{
    fftc_complex_9 x;
    x.v[0] = x0;
    x.v[1] = x1;
    x.v[2] = x2;
    x.v[3] = x3;
    x.v[4] = x4;
    x.v[5] = x5;
    x.v[6] = x6;
    x.v[7] = x7;
    x.v[8] = x8;
    return x;
}

FFTC_FN_INLINE fftc_complex_6 fftc_dft_6(fftc_complex_6 x)
{
    fftc_complex_2 c0 = fftc_dft_2(fftc_complex_2_make(x.v[0], x.v[3]));
    fftc_complex_2 c1 = fftc_dft_2(fftc_complex_2_make(x.v[2], x.v[5]));
    fftc_complex_2 c2 = fftc_dft_2(fftc_complex_2_make(x.v[4], x.v[1]));
    fftc_complex_6 y;
    fftc_complex_3 r0 = fftc_dft_3(fftc_complex_3_make(c0.v[0], c1.v[0], c2.v[0]));
    fftc_complex_3 r1 = fftc_dft_3(fftc_complex_3_make(c0.v[1], c1.v[1], c2.v[1]));
    y.v[0] = r0.v[0];
    y.v[1] = r1.v[1];
    y.v[2] = r0.v[2];
    y.v[3] = r1.v[0];
    y.v[4] = r0.v[1];
    y.v[5] = r1.v[2];
    return y;
}

FFTC_FN_INLINE fftc_complex_10 fftc_dft_10(fftc_complex_10 x)
{
    fftc_complex_2 c0 = fftc_dft_2(fftc_complex_2_make(x.v[0], x.v[5]));
    fftc_complex_2 c1 = fftc_dft_2(fftc_complex_2_make(x.v[2], x.v[7]));
    fftc_complex_2 c2 = fftc_dft_2(fftc_complex_2_make(x.v[4], x.v[9]));
    fftc_complex_2 c3 = fftc_dft_2(fftc_complex_2_make(x.v[6], x.v[1]));
    fftc_complex_2 c4 = fftc_dft_2(fftc_complex_2_make(x.v[8], x.v[3]));
    fftc_complex_10 y;
    fftc_complex_5 r0 =
        fftc_dft_5(fftc_complex_5_make(c0.v[0], c1.v[0], c2.v[0], c3.v[0], c4.v[0]));
    fftc_complex_5 r1 =
        fftc_dft_5(fftc_complex_5_make(c0.v[1], c1.v[1], c2.v[1], c3.v[1], c4.v[1]));
    y.v[0] = r0.v[0];
    y.v[1] = r1.v[1];
    y.v[2] = r0.v[2];
    y.v[3] = r1.v[3];
    y.v[4] = r0.v[4];
    y.v[5] = r1.v[0];
    y.v[6] = r0.v[1];
    y.v[7] = r1.v[2];
    y.v[8] = r0.v[3];
    y.v[9] = r1.v[4];
    return y;
}

FFTC_FN_INLINE fftc_complex_12 fftc_dft_12(fftc_complex_12 x)
{
    fftc_complex_4 c0 = fftc_dft_4(fftc_complex_4_make(x.v[0], x.v[3], x.v[6], x.v[9]));
    fftc_complex_4 c1 = fftc_dft_4(fftc_complex_4_make(x.v[4], x.v[7], x.v[10], x.v[1]));
    fftc_complex_4 c2 = fftc_dft_4(fftc_complex_4_make(x.v[8], x.v[11], x.v[2], x.v[5]));
    fftc_complex_12 y;
    fftc_complex_3 r0 = fftc_dft_3(fftc_complex_3_make(c0.v[0], c1.v[0], c2.v[0]));
    fftc_complex_3 r1 = fftc_dft_3(fftc_complex_3_make(c0.v[1], c1.v[1], c2.v[1]));
    fftc_complex_3 r2 = fftc_dft_3(fftc_complex_3_make(c0.v[2], c1.v[2], c2.v[2]));
    fftc_complex_3 r3 = fftc_dft_3(fftc_complex_3_make(c0.v[3], c1.v[3], c2.v[3]));
    y.v[0] = r0.v[0];
    y.v[1] = r1.v[1];
    y.v[2] = r2.v[2];
    y.v[3] = r3.v[0];
    y.v[4] = r0.v[1];
    y.v[5] = r1.v[2];
    y.v[6] = r2.v[0];
    y.v[7] = r3.v[1];
    y.v[8] = r0.v[2];
    y.v[9] = r1.v[0];
    y.v[10] = r2.v[1];
    y.v[11] = r3.v[2];
    return y;
}

FFTC_FN_INLINE fftc_complex_14 fftc_dft_14(fftc_complex_14 x)
{
    fftc_complex_2 c0 = fftc_dft_2(fftc_complex_2_make(x.v[0], x.v[7]));
    fftc_complex_2 c1 = fftc_dft_2(fftc_complex_2_make(x.v[2], x.v[9]));
    fftc_complex_2 c2 = fftc_dft_2(fftc_complex_2_make(x.v[4], x.v[11]));
    fftc_complex_2 c3 = fftc_dft_2(fftc_complex_2_make(x.v[6], x.v[13]));
    fftc_complex_2 c4 = fftc_dft_2(fftc_complex_2_make(x.v[8], x.v[1]));
    fftc_complex_2 c5 = fftc_dft_2(fftc_complex_2_make(x.v[10], x.v[3]));
    fftc_complex_2 c6 = fftc_dft_2(fftc_complex_2_make(x.v[12], x.v[5]));
    fftc_complex_14 y;
    fftc_complex_7 r0 = fftc_dft_7(
        fftc_complex_7_make(c0.v[0], c1.v[0], c2.v[0], c3.v[0], c4.v[0], c5.v[0], c6.v[0]));
    fftc_complex_7 r1 = fftc_dft_7(
        fftc_complex_7_make(c0.v[1], c1.v[1], c2.v[1], c3.v[1], c4.v[1], c5.v[1], c6.v[1]));
    y.v[0] = r0.v[0];
    y.v[1] = r1.v[1];
    y.v[2] = r0.v[2];
    y.v[3] = r1.v[3];
    y.v[4] = r0.v[4];
    y.v[5] = r1.v[5];
    y.v[6] = r0.v[6];
    y.v[7] = r1.v[0];
    y.v[8] = r0.v[1];
    y.v[9] = r1.v[2];
    y.v[10] = r0.v[3];
    y.v[11] = r1.v[4];
    y.v[12] = r0.v[5];
    y.v[13] = r1.v[6];
    return y;
}

FFTC_FN_INLINE fftc_complex_15 fftc_dft_15(fftc_complex_15 x)
{
    fftc_complex_3 c0 = fftc_dft_3(fftc_complex_3_make(x.v[0], x.v[5], x.v[10]));
    fftc_complex_3 c1 = fftc_dft_3(fftc_complex_3_make(x.v[3], x.v[8], x.v[13]));
    fftc_complex_3 c2 = fftc_dft_3(fftc_complex_3_make(x.v[6], x.v[11], x.v[1]));
    fftc_complex_3 c3 = fftc_dft_3(fftc_complex_3_make(x.v[9], x.v[14], x.v[4]));
    fftc_complex_3 c4 = fftc_dft_3(fftc_complex_3_make(x.v[12], x.v[2], x.v[7]));
    fftc_complex_15 y;
    fftc_complex_5 r0 =
        fftc_dft_5(fftc_complex_5_make(c0.v[0], c1.v[0], c2.v[0], c3.v[0], c4.v[0]));
    fftc_complex_5 r1 =
        fftc_dft_5(fftc_complex_5_make(c0.v[1], c1.v[1], c2.v[1], c3.v[1], c4.v[1]));
    fftc_complex_5 r2 =
        fftc_dft_5(fftc_complex_5_make(c0.v[2], c1.v[2], c2.v[2], c3.v[2], c4.v[2]));
    y.v[0] = r0.v[0];
    y.v[1] = r1.v[1];
    y.v[2] = r2.v[2];
    y.v[3] = r0.v[3];
    y.v[4] = r1.v[4];
    y.v[5] = r2.v[0];
    y.v[6] = r0.v[1];
    y.v[7] = r1.v[2];
    y.v[8] = r2.v[3];
    y.v[9] = r0.v[4];
    y.v[10] = r1.v[0];
    y.v[11] = r2.v[1];
    y.v[12] = r0.v[2];
    y.v[13] = r1.v[3];
    y.v[14] = r2.v[4];
    return y;
}

/* x (c - i s). */
FFTC_FN_INLINE fftc_complex fftc_complex_rotate(fftc_complex x, fftc_real c, fftc_real s)
{
    FFTC_PRECISE fftc_complex z;
    z.re = x.re * c + x.im * s;
    z.im = x.im * c - x.re * s;
    return z;
}

/* Twiddles exp(-2 pi i j k / 9). */
FFTC_FN_INLINE fftc_complex_9 fftc_dft_9(fftc_complex_9 x)
{
    fftc_complex_3 c0 = fftc_dft_3(fftc_complex_3_make(x.v[0], x.v[3], x.v[6]));
    fftc_complex_3 c1 = fftc_dft_3(fftc_complex_3_make(x.v[1], x.v[4], x.v[7]));
    fftc_complex_3 c2 = fftc_dft_3(fftc_complex_3_make(x.v[2], x.v[5], x.v[8]));
    fftc_complex_9 y;
    fftc_complex_3 r;
    r = fftc_dft_3(fftc_complex_3_make(c0.v[0], c1.v[0], c2.v[0]));
    y.v[0] = r.v[0];
    y.v[3] = r.v[1];
    y.v[6] = r.v[2];
    c1.v[1] = fftc_complex_rotate(c1.v[1], FFTC_REAL(0.766044443118978035202393),
                                  FFTC_REAL(0.642787609686539326322643));
    c2.v[1] = fftc_complex_rotate(c2.v[1], FFTC_REAL(0.173648177666930348851717),
                                  FFTC_REAL(0.984807753012208059366743));
    r = fftc_dft_3(fftc_complex_3_make(c0.v[1], c1.v[1], c2.v[1]));
    y.v[1] = r.v[0];
    y.v[4] = r.v[1];
    y.v[7] = r.v[2];
    c1.v[2] = fftc_complex_rotate(c1.v[2], FFTC_REAL(0.173648177666930348851717),
                                  FFTC_REAL(0.984807753012208059366743));
    c2.v[2] = fftc_complex_rotate(c2.v[2], FFTC_REAL(-0.939692620785908384054109),
                                  FFTC_REAL(0.342020143325668733044100));
    r = fftc_dft_3(fftc_complex_3_make(c0.v[2], c1.v[2], c2.v[2]));
    y.v[2] = r.v[0];
    y.v[5] = r.v[1];
    y.v[8] = r.v[2];
    return y;
}

/* Five transforms of five, twiddles exp(-2 pi i j k / 25), five of five. */
FFTC_FN_INLINE fftc_complex_25 fftc_dft_25(fftc_complex_25 x)
{
    fftc_complex_5 c0 = fftc_dft_5(fftc_complex_5_make(x.v[0], x.v[5], x.v[10], x.v[15], x.v[20]));
    fftc_complex_5 c1 = fftc_dft_5(fftc_complex_5_make(x.v[1], x.v[6], x.v[11], x.v[16], x.v[21]));
    fftc_complex_5 c2 = fftc_dft_5(fftc_complex_5_make(x.v[2], x.v[7], x.v[12], x.v[17], x.v[22]));
    fftc_complex_5 c3 = fftc_dft_5(fftc_complex_5_make(x.v[3], x.v[8], x.v[13], x.v[18], x.v[23]));
    fftc_complex_5 c4 = fftc_dft_5(fftc_complex_5_make(x.v[4], x.v[9], x.v[14], x.v[19], x.v[24]));
    fftc_complex_25 y;
    fftc_complex_5 r;
    r = fftc_dft_5(fftc_complex_5_make(c0.v[0], c1.v[0], c2.v[0], c3.v[0], c4.v[0]));
    y.v[0] = r.v[0];
    y.v[5] = r.v[1];
    y.v[10] = r.v[2];
    y.v[15] = r.v[3];
    y.v[20] = r.v[4];
    c1.v[1] = fftc_complex_rotate(c1.v[1], FFTC_REAL(0.968583161128631119490168),
                                  FFTC_REAL(0.248689887164854788242284));
    c2.v[1] = fftc_complex_rotate(c2.v[1], FFTC_REAL(0.876306680043863587308116),
                                  FFTC_REAL(0.481753674101715274987192));
    c3.v[1] = fftc_complex_rotate(c3.v[1], FFTC_REAL(0.728968627421411523146730),
                                  FFTC_REAL(0.684547105928688673732283));
    c4.v[1] = fftc_complex_rotate(c4.v[1], FFTC_REAL(0.535826794978996618271309),
                                  FFTC_REAL(0.844327925502015078548558));
    r = fftc_dft_5(fftc_complex_5_make(c0.v[1], c1.v[1], c2.v[1], c3.v[1], c4.v[1]));
    y.v[1] = r.v[0];
    y.v[6] = r.v[1];
    y.v[11] = r.v[2];
    y.v[16] = r.v[3];
    y.v[21] = r.v[4];
    c1.v[2] = fftc_complex_rotate(c1.v[2], FFTC_REAL(0.876306680043863587308116),
                                  FFTC_REAL(0.481753674101715274987192));
    c2.v[2] = fftc_complex_rotate(c2.v[2], FFTC_REAL(0.535826794978996618271309),
                                  FFTC_REAL(0.844327925502015078548558));
    c3.v[2] = fftc_complex_rotate(c3.v[2], FFTC_REAL(0.062790519529313376076178),
                                  FFTC_REAL(0.998026728428271561952337));
    c4.v[2] = fftc_complex_rotate(c4.v[2], FFTC_REAL(-0.425779291565072648862502),
                                  FFTC_REAL(0.904827052466019527713669));
    r = fftc_dft_5(fftc_complex_5_make(c0.v[2], c1.v[2], c2.v[2], c3.v[2], c4.v[2]));
    y.v[2] = r.v[0];
    y.v[7] = r.v[1];
    y.v[12] = r.v[2];
    y.v[17] = r.v[3];
    y.v[22] = r.v[4];
    c1.v[3] = fftc_complex_rotate(c1.v[3], FFTC_REAL(0.728968627421411523146730),
                                  FFTC_REAL(0.684547105928688673732283));
    c2.v[3] = fftc_complex_rotate(c2.v[3], FFTC_REAL(0.062790519529313376076178),
                                  FFTC_REAL(0.998026728428271561952337));
    c3.v[3] = fftc_complex_rotate(c3.v[3], FFTC_REAL(-0.637423989748689710176713),
                                  FFTC_REAL(0.770513242775789230803010));
    c4.v[3] = fftc_complex_rotate(c4.v[3], FFTC_REAL(-0.992114701314477831049793),
                                  FFTC_REAL(0.125333233564304245373119));
    r = fftc_dft_5(fftc_complex_5_make(c0.v[3], c1.v[3], c2.v[3], c3.v[3], c4.v[3]));
    y.v[3] = r.v[0];
    y.v[8] = r.v[1];
    y.v[13] = r.v[2];
    y.v[18] = r.v[3];
    y.v[23] = r.v[4];
    c1.v[4] = fftc_complex_rotate(c1.v[4], FFTC_REAL(0.535826794978996618271309),
                                  FFTC_REAL(0.844327925502015078548558));
    c2.v[4] = fftc_complex_rotate(c2.v[4], FFTC_REAL(-0.425779291565072648862502),
                                  FFTC_REAL(0.904827052466019527713669));
    c3.v[4] = fftc_complex_rotate(c3.v[4], FFTC_REAL(-0.992114701314477831049793),
                                  FFTC_REAL(0.125333233564304245373119));
    c4.v[4] = fftc_complex_rotate(c4.v[4], FFTC_REAL(-0.637423989748689710176713),
                                  FFTC_REAL(-0.770513242775789230803010));
    r = fftc_dft_5(fftc_complex_5_make(c0.v[4], c1.v[4], c2.v[4], c3.v[4], c4.v[4]));
    y.v[4] = r.v[0];
    y.v[9] = r.v[1];
    y.v[14] = r.v[2];
    y.v[19] = r.v[3];
    y.v[24] = r.v[4];
    return y;
}

/* Nine transforms of three, twiddles exp(-2 pi i j k / 27), three of nine. */
FFTC_FN_INLINE fftc_complex_27 fftc_dft_27(fftc_complex_27 x)
{
    fftc_complex_3 c0 = fftc_dft_3(fftc_complex_3_make(x.v[0], x.v[9], x.v[18]));
    fftc_complex_3 c1 = fftc_dft_3(fftc_complex_3_make(x.v[1], x.v[10], x.v[19]));
    fftc_complex_3 c2 = fftc_dft_3(fftc_complex_3_make(x.v[2], x.v[11], x.v[20]));
    fftc_complex_3 c3 = fftc_dft_3(fftc_complex_3_make(x.v[3], x.v[12], x.v[21]));
    fftc_complex_3 c4 = fftc_dft_3(fftc_complex_3_make(x.v[4], x.v[13], x.v[22]));
    fftc_complex_3 c5 = fftc_dft_3(fftc_complex_3_make(x.v[5], x.v[14], x.v[23]));
    fftc_complex_3 c6 = fftc_dft_3(fftc_complex_3_make(x.v[6], x.v[15], x.v[24]));
    fftc_complex_3 c7 = fftc_dft_3(fftc_complex_3_make(x.v[7], x.v[16], x.v[25]));
    fftc_complex_3 c8 = fftc_dft_3(fftc_complex_3_make(x.v[8], x.v[17], x.v[26]));
    fftc_complex_27 y;
    fftc_complex_9 r;
    r = fftc_dft_9(fftc_complex_9_make(c0.v[0], c1.v[0], c2.v[0], c3.v[0], c4.v[0], c5.v[0],
                                       c6.v[0], c7.v[0], c8.v[0]));
    y.v[0] = r.v[0];
    y.v[3] = r.v[1];
    y.v[6] = r.v[2];
    y.v[9] = r.v[3];
    y.v[12] = r.v[4];
    y.v[15] = r.v[5];
    y.v[18] = r.v[6];
    y.v[21] = r.v[7];
    y.v[24] = r.v[8];
    c1.v[1] = fftc_complex_rotate(c1.v[1], FFTC_REAL(0.973044870579823838832885),
                                  FFTC_REAL(0.230615870742440178450198));
    c2.v[1] = fftc_complex_rotate(c2.v[1], FFTC_REAL(0.893632640323412248192574),
                                  FFTC_REAL(0.448799180200462172785040));
    c3.v[1] = fftc_complex_rotate(c3.v[1], FFTC_REAL(0.766044443118978035202393),
                                  FFTC_REAL(0.642787609686539326322643));
    c4.v[1] = fftc_complex_rotate(c4.v[1], FFTC_REAL(0.597158591702786164851852),
                                  FFTC_REAL(0.802123192755043785083295));
    c5.v[1] = fftc_complex_rotate(c5.v[1], FFTC_REAL(0.396079766039156823696043),
                                  FFTC_REAL(0.918216106880274014758961));
    c6.v[1] = fftc_complex_rotate(c6.v[1], FFTC_REAL(0.173648177666930348851717),
                                  FFTC_REAL(0.984807753012208059366743));
    c7.v[1] = fftc_complex_rotate(c7.v[1], FFTC_REAL(-0.058144828910475828538748),
                                  FFTC_REAL(0.998308158271268208047821));
    c8.v[1] = fftc_complex_rotate(c8.v[1], FFTC_REAL(-0.286803232711090253103280),
                                  FFTC_REAL(0.957989512315488874437375));
    r = fftc_dft_9(fftc_complex_9_make(c0.v[1], c1.v[1], c2.v[1], c3.v[1], c4.v[1], c5.v[1],
                                       c6.v[1], c7.v[1], c8.v[1]));
    y.v[1] = r.v[0];
    y.v[4] = r.v[1];
    y.v[7] = r.v[2];
    y.v[10] = r.v[3];
    y.v[13] = r.v[4];
    y.v[16] = r.v[5];
    y.v[19] = r.v[6];
    y.v[22] = r.v[7];
    y.v[25] = r.v[8];
    c1.v[2] = fftc_complex_rotate(c1.v[2], FFTC_REAL(0.893632640323412248192574),
                                  FFTC_REAL(0.448799180200462172785040));
    c2.v[2] = fftc_complex_rotate(c2.v[2], FFTC_REAL(0.597158591702786164851852),
                                  FFTC_REAL(0.802123192755043785083295));
    c3.v[2] = fftc_complex_rotate(c3.v[2], FFTC_REAL(0.173648177666930348851717),
                                  FFTC_REAL(0.984807753012208059366743));
    c4.v[2] = fftc_complex_rotate(c4.v[2], FFTC_REAL(-0.286803232711090253103280),
                                  FFTC_REAL(0.957989512315488874437375));
    c5.v[2] = fftc_complex_rotate(c5.v[2], FFTC_REAL(-0.686241637868733585729605),
                                  FFTC_REAL(0.727373641573048695987176));
    c6.v[2] = fftc_complex_rotate(c6.v[2], FFTC_REAL(-0.939692620785908384054109),
                                  FFTC_REAL(0.342020143325668733044100));
    c7.v[2] = fftc_complex_rotate(c7.v[2], FFTC_REAL(-0.993238357741942988547896),
                                  FFTC_REAL(-0.116092914125230229675667));
    c8.v[2] = fftc_complex_rotate(c8.v[2], FFTC_REAL(-0.835487811412936419653826),
                                  FFTC_REAL(-0.549508978070806035262780));
    r = fftc_dft_9(fftc_complex_9_make(c0.v[2], c1.v[2], c2.v[2], c3.v[2], c4.v[2], c5.v[2],
                                       c6.v[2], c7.v[2], c8.v[2]));
    y.v[2] = r.v[0];
    y.v[5] = r.v[1];
    y.v[8] = r.v[2];
    y.v[11] = r.v[3];
    y.v[14] = r.v[4];
    y.v[17] = r.v[5];
    y.v[20] = r.v[6];
    y.v[23] = r.v[7];
    y.v[26] = r.v[8];
    return y;
}

/* Four transforms of eight, twiddles exp(-2 pi i j k / 32), eight of four. */
FFTC_FN_INLINE fftc_complex_32 fftc_dft_32(fftc_complex_32 x)
{
    fftc_complex_8 c0 = fftc_dft_8(
        fftc_complex_8_make(x.v[0], x.v[4], x.v[8], x.v[12], x.v[16], x.v[20], x.v[24], x.v[28]));
    fftc_complex_8 c1 = fftc_dft_8(
        fftc_complex_8_make(x.v[1], x.v[5], x.v[9], x.v[13], x.v[17], x.v[21], x.v[25], x.v[29]));
    fftc_complex_8 c2 = fftc_dft_8(
        fftc_complex_8_make(x.v[2], x.v[6], x.v[10], x.v[14], x.v[18], x.v[22], x.v[26], x.v[30]));
    fftc_complex_8 c3 = fftc_dft_8(
        fftc_complex_8_make(x.v[3], x.v[7], x.v[11], x.v[15], x.v[19], x.v[23], x.v[27], x.v[31]));
    fftc_complex_32 y;
    fftc_complex_4 r;
    r = fftc_dft_4(fftc_complex_4_make(c0.v[0], c1.v[0], c2.v[0], c3.v[0]));
    y.v[0] = r.v[0];
    y.v[8] = r.v[1];
    y.v[16] = r.v[2];
    y.v[24] = r.v[3];
    c1.v[1] = fftc_complex_rotate(c1.v[1], FFTC_REAL(0.980785280403230449126182),
                                  FFTC_REAL(0.195090322016128267848285));
    c2.v[1] = fftc_complex_rotate(c2.v[1], FFTC_REAL(0.923879532511286756128183),
                                  FFTC_REAL(0.382683432365089771728460));
    c3.v[1] = fftc_complex_rotate(c3.v[1], FFTC_REAL(0.831469612302545237078788),
                                  FFTC_REAL(0.555570233019602224742831));
    r = fftc_dft_4(fftc_complex_4_make(c0.v[1], c1.v[1], c2.v[1], c3.v[1]));
    y.v[1] = r.v[0];
    y.v[9] = r.v[1];
    y.v[17] = r.v[2];
    y.v[25] = r.v[3];
    c1.v[2] = fftc_complex_rotate(c1.v[2], FFTC_REAL(0.923879532511286756128183),
                                  FFTC_REAL(0.382683432365089771728460));
    c2.v[2] = fftc_complex_rotate(c2.v[2], FFTC_REAL(0.707106781186547524400844),
                                  FFTC_REAL(0.707106781186547524400844));
    c3.v[2] = fftc_complex_rotate(c3.v[2], FFTC_REAL(0.382683432365089771728460),
                                  FFTC_REAL(0.923879532511286756128183));
    r = fftc_dft_4(fftc_complex_4_make(c0.v[2], c1.v[2], c2.v[2], c3.v[2]));
    y.v[2] = r.v[0];
    y.v[10] = r.v[1];
    y.v[18] = r.v[2];
    y.v[26] = r.v[3];
    c1.v[3] = fftc_complex_rotate(c1.v[3], FFTC_REAL(0.831469612302545237078788),
                                  FFTC_REAL(0.555570233019602224742831));
    c2.v[3] = fftc_complex_rotate(c2.v[3], FFTC_REAL(0.382683432365089771728460),
                                  FFTC_REAL(0.923879532511286756128183));
    c3.v[3] = fftc_complex_rotate(c3.v[3], FFTC_REAL(-0.195090322016128267848285),
                                  FFTC_REAL(0.980785280403230449126182));
    r = fftc_dft_4(fftc_complex_4_make(c0.v[3], c1.v[3], c2.v[3], c3.v[3]));
    y.v[3] = r.v[0];
    y.v[11] = r.v[1];
    y.v[19] = r.v[2];
    y.v[27] = r.v[3];
    c1.v[4] = fftc_complex_rotate(c1.v[4], FFTC_REAL(0.707106781186547524400844),
                                  FFTC_REAL(0.707106781186547524400844));
    c2.v[4] = fftc_complex_mul_minus_i(c2.v[4]);
    c3.v[4] = fftc_complex_rotate(c3.v[4], FFTC_REAL(-0.707106781186547524400844),
                                  FFTC_REAL(0.707106781186547524400844));
    r = fftc_dft_4(fftc_complex_4_make(c0.v[4], c1.v[4], c2.v[4], c3.v[4]));
    y.v[4] = r.v[0];
    y.v[12] = r.v[1];
    y.v[20] = r.v[2];
    y.v[28] = r.v[3];
    c1.v[5] = fftc_complex_rotate(c1.v[5], FFTC_REAL(0.555570233019602224742831),
                                  FFTC_REAL(0.831469612302545237078788));
    c2.v[5] = fftc_complex_rotate(c2.v[5], FFTC_REAL(-0.382683432365089771728460),
                                  FFTC_REAL(0.923879532511286756128183));
    c3.v[5] = fftc_complex_rotate(c3.v[5], FFTC_REAL(-0.980785280403230449126182),
                                  FFTC_REAL(0.195090322016128267848285));
    r = fftc_dft_4(fftc_complex_4_make(c0.v[5], c1.v[5], c2.v[5], c3.v[5]));
    y.v[5] = r.v[0];
    y.v[13] = r.v[1];
    y.v[21] = r.v[2];
    y.v[29] = r.v[3];
    c1.v[6] = fftc_complex_rotate(c1.v[6], FFTC_REAL(0.382683432365089771728460),
                                  FFTC_REAL(0.923879532511286756128183));
    c2.v[6] = fftc_complex_rotate(c2.v[6], FFTC_REAL(-0.707106781186547524400844),
                                  FFTC_REAL(0.707106781186547524400844));
    c3.v[6] = fftc_complex_rotate(c3.v[6], FFTC_REAL(-0.923879532511286756128183),
                                  FFTC_REAL(-0.382683432365089771728460));
    r = fftc_dft_4(fftc_complex_4_make(c0.v[6], c1.v[6], c2.v[6], c3.v[6]));
    y.v[6] = r.v[0];
    y.v[14] = r.v[1];
    y.v[22] = r.v[2];
    y.v[30] = r.v[3];
    c1.v[7] = fftc_complex_rotate(c1.v[7], FFTC_REAL(0.195090322016128267848285),
                                  FFTC_REAL(0.980785280403230449126182));
    c2.v[7] = fftc_complex_rotate(c2.v[7], FFTC_REAL(-0.923879532511286756128183),
                                  FFTC_REAL(0.382683432365089771728460));
    c3.v[7] = fftc_complex_rotate(c3.v[7], FFTC_REAL(-0.555570233019602224742831),
                                  FFTC_REAL(-0.831469612302545237078788));
    r = fftc_dft_4(fftc_complex_4_make(c0.v[7], c1.v[7], c2.v[7], c3.v[7]));
    y.v[7] = r.v[0];
    y.v[15] = r.v[1];
    y.v[23] = r.v[2];
    y.v[31] = r.v[3];
    return y;
}

#endif
