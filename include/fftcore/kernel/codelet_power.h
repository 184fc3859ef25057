/* SPDX-License-Identifier: MIT
 *
 * Codelets of 2, 4, 8 and 16 points (codelet.h says what they have in common).
 *
 * Four points cost no multiplication, since i only moves parts. Eight are two transforms of four;
 * sixteen are four columns and four rows of four (Cooley and Tukey's step twice), which has the
 * operation count of the split radix (Duhamel and Hollmann 1984), and needs only one row's four
 * elements and its twiddles at a time. Of a twiddle exp(-i pi / 8) = c (1 - i t), t = tan(pi / 8),
 * only 1 - i t is multiplied where it stands; c goes to the last addition of its row, and likewise
 * sqrt(1/2) of the odd multiples of pi / 4.
 */
#ifndef FFTC_CODELET_POWER_H
#define FFTC_CODELET_POWER_H

#include "fftcore/kernel/complex.h"

FFTC_STRUCT(fftc_complex_2)
{
    fftc_complex v[2];
};

FFTC_STRUCT(fftc_complex_4)
{
    fftc_complex v[4];
};

FFTC_STRUCT(fftc_complex_8)
{
    fftc_complex v[8];
};

FFTC_STRUCT(fftc_complex_16)
{
    fftc_complex v[16];
};

FFTC_FN_INLINE fftc_complex_2 fftc_dft_2(fftc_complex_2 x)
{
    fftc_complex_2 y;
    y.v[0] = fftc_complex_add(x.v[0], x.v[1]);
    y.v[1] = fftc_complex_sub(x.v[0], x.v[1]);
    return y;
}

FFTC_FN_INLINE fftc_complex_4 fftc_complex_4_make(fftc_complex x0, fftc_complex x1, fftc_complex x2,
                                                  fftc_complex x3)
{
    fftc_complex_4 x;
    x.v[0] = x0;
    x.v[1] = x1;
    x.v[2] = x2;
    x.v[3] = x3;
    return x;
}

FFTC_FN_INLINE fftc_complex_4 fftc_dft_4(fftc_complex_4 x)
{
    fftc_complex s02 = fftc_complex_add(x.v[0], x.v[2]);
    fftc_complex d02 = fftc_complex_sub(x.v[0], x.v[2]);
    fftc_complex s13 = fftc_complex_add(x.v[1], x.v[3]);
    fftc_complex d13 = fftc_complex_sub(x.v[1], x.v[3]);
    return fftc_complex_4_make(fftc_complex_add(s02, s13), fftc_complex_sub_i(d02, d13),
                               fftc_complex_sub(s02, s13), fftc_complex_add_i(d02, d13));
}

/* Rows of eight points: frequencies f and f + 4 from output f of two transforms of four, of the
 * even elements and of the odd ones. Row 0 is two points as they are. */
FFTC_FN_INLINE fftc_complex_2 fftc_dft_8_row_1(fftc_complex_2 z)
{
    fftc_real k = FFTC_REAL(0.707106781186547524400844); /* sqrt(1/2) */
    fftc_complex o = fftc_complex_sub_i(z.v[1], z.v[1]); /* k (1 - i), k left out */
    fftc_complex_2 y;
    y.v[0] = fftc_complex_add_scaled(z.v[0], o, k);
    y.v[1] = fftc_complex_sub_scaled(z.v[0], o, k);
    return y;
}

FFTC_FN_INLINE fftc_complex_2 fftc_dft_8_row_2(fftc_complex_2 z)
{
    fftc_complex_2 y;
    y.v[0] = fftc_complex_sub_i(z.v[0], z.v[1]);
    y.v[1] = fftc_complex_add_i(z.v[0], z.v[1]);
    return y;
}

FFTC_FN_INLINE fftc_complex_2 fftc_dft_8_row_3(fftc_complex_2 z)
{
    fftc_real k = FFTC_REAL(0.707106781186547524400844); /* sqrt(1/2) */
    fftc_complex o = fftc_complex_add_i(z.v[1], z.v[1]); /* -k (1 + i), -k left out */
    fftc_complex_2 y;
    y.v[0] = fftc_complex_sub_scaled(z.v[0], o, k);
    y.v[1] = fftc_complex_add_scaled(z.v[0], o, k);
    return y;
}

FFTC_FN_INLINE fftc_complex_2 fftc_complex_2_make(fftc_complex x0, fftc_complex x1)
{
    fftc_complex_2 x;
    x.v[0] = x0;
    x.v[1] = x1;
    return x;
}

FFTC_FN_INLINE fftc_complex_8 fftc_dft_8(fftc_complex_8 x)
{
    fftc_complex_4 e = fftc_dft_4(fftc_complex_4_make(x.v[0], x.v[2], x.v[4], x.v[6]));
    fftc_complex_4 o = fftc_dft_4(fftc_complex_4_make(x.v[1], x.v[3], x.v[5], x.v[7]));
    fftc_complex_8 y;
    fftc_complex_2 row = fftc_dft_2(fftc_complex_2_make(e.v[0], o.v[0]));
    y.v[0] = row.v[0];
    y.v[4] = row.v[1];
    row = fftc_dft_8_row_1(fftc_complex_2_make(e.v[1], o.v[1]));
    y.v[1] = row.v[0];
    y.v[5] = row.v[1];
    row = fftc_dft_8_row_2(fftc_complex_2_make(e.v[2], o.v[2]));
    y.v[2] = row.v[0];
    y.v[6] = row.v[1];
    row = fftc_dft_8_row_3(fftc_complex_2_make(e.v[3], o.v[3]));
    y.v[3] = row.v[0];
    y.v[7] = row.v[1];
    return y;
}

/* Row 1 of sixteen points, frequencies 1, 5, 9, 13: twiddles w, w^2, w^3 of w = exp(-i pi / 8);
 * w^3 = -i c (1 + i t). */
FFTC_FN_INLINE fftc_complex_4 fftc_dft_16_row_1(fftc_complex_4 z)
{
    fftc_real k = FFTC_REAL(0.707106781186547524400844); /* sqrt(1/2) */
    fftc_real c = FFTC_REAL(0.923879532511286756128183); /* cos(pi / 8) */
    fftc_real t = FFTC_REAL(0.414213562373095048801689); /* tan(pi / 8) */
    fftc_complex z1 = fftc_complex_sub_i_scaled(z.v[1], z.v[1], t);
    fftc_complex z2 = fftc_complex_sub_i(z.v[2], z.v[2]);
    fftc_complex z3 = fftc_complex_add_i_scaled(z.v[3], z.v[3], t);
    fftc_complex s02 = fftc_complex_add_scaled(z.v[0], z2, k);
    fftc_complex d02 = fftc_complex_sub_scaled(z.v[0], z2, k);
    fftc_complex s13 = fftc_complex_sub_i(z1, z3);
    fftc_complex d13 = fftc_complex_add_i(z1, z3);
    return fftc_complex_4_make(
        fftc_complex_add_scaled(s02, s13, c), fftc_complex_sub_i_scaled(d02, d13, c),
        fftc_complex_sub_scaled(s02, s13, c), fftc_complex_add_i_scaled(d02, d13, c));
}

/* Row 2, frequencies 2, 6, 10, 14: twiddles w^2 = k (1 - i), w^4 = -i, w^6 = -k (1 + i). */
FFTC_FN_INLINE fftc_complex_4 fftc_dft_16_row_2(fftc_complex_4 z)
{
    fftc_real k = FFTC_REAL(0.707106781186547524400844); /* sqrt(1/2) */
    fftc_complex z1 = fftc_complex_sub_i(z.v[1], z.v[1]);
    fftc_complex z3 = fftc_complex_add_i(z.v[3], z.v[3]);
    fftc_complex s02 = fftc_complex_sub_i(z.v[0], z.v[2]);
    fftc_complex d02 = fftc_complex_add_i(z.v[0], z.v[2]);
    fftc_complex s13 = fftc_complex_sub(z1, z3);
    fftc_complex d13 = fftc_complex_add(z1, z3);
    return fftc_complex_4_make(
        fftc_complex_add_scaled(s02, s13, k), fftc_complex_sub_i_scaled(d02, d13, k),
        fftc_complex_sub_scaled(s02, s13, k), fftc_complex_add_i_scaled(d02, d13, k));
}

/* Row 3, frequencies 3, 7, 11, 15: twiddles w^3 = -i c (1 + i t), w^6 = -k (1 + i),
 * w^9 = -c (1 - i t). */
FFTC_FN_INLINE fftc_complex_4 fftc_dft_16_row_3(fftc_complex_4 z)
{
    fftc_real k = FFTC_REAL(0.707106781186547524400844); /* sqrt(1/2) */
    fftc_real c = FFTC_REAL(0.923879532511286756128183); /* cos(pi / 8) */
    fftc_real t = FFTC_REAL(0.414213562373095048801689); /* tan(pi / 8) */
    fftc_complex z1 = fftc_complex_add_i_scaled(z.v[1], z.v[1], t);
    fftc_complex z2 = fftc_complex_add_i(z.v[2], z.v[2]);
    fftc_complex z3 = fftc_complex_sub_i_scaled(z.v[3], z.v[3], t);
    fftc_complex s02 = fftc_complex_sub_scaled(z.v[0], z2, k);
    fftc_complex d02 = fftc_complex_add_scaled(z.v[0], z2, k);
    fftc_complex s13 = fftc_complex_add_i(z3, z1);
    fftc_complex d13 = fftc_complex_sub_i(z3, z1);
    return fftc_complex_4_make(
        fftc_complex_sub_scaled(s02, s13, c), fftc_complex_sub_i_scaled(d02, d13, c),
        fftc_complex_add_scaled(s02, s13, c), fftc_complex_add_i_scaled(d02, d13, c));
}

FFTC_FN_INLINE fftc_complex_16 fftc_dft_16(fftc_complex_16 x)
{
    fftc_complex_4 a = fftc_dft_4(fftc_complex_4_make(x.v[0], x.v[4], x.v[8], x.v[12]));
    fftc_complex_4 b = fftc_dft_4(fftc_complex_4_make(x.v[1], x.v[5], x.v[9], x.v[13]));
    fftc_complex_4 c = fftc_dft_4(fftc_complex_4_make(x.v[2], x.v[6], x.v[10], x.v[14]));
    fftc_complex_4 d = fftc_dft_4(fftc_complex_4_make(x.v[3], x.v[7], x.v[11], x.v[15]));
    fftc_complex_16 y;
    fftc_complex_4 row = fftc_dft_4(fftc_complex_4_make(a.v[0], b.v[0], c.v[0], d.v[0]));
    y.v[0] = row.v[0];
    y.v[4] = row.v[1];
    y.v[8] = row.v[2];
    y.v[12] = row.v[3];
    row = fftc_dft_16_row_1(fftc_complex_4_make(a.v[1], b.v[1], c.v[1], d.v[1]));
    y.v[1] = row.v[0];
    y.v[5] = row.v[1];
    y.v[9] = row.v[2];
    y.v[13] = row.v[3];
    row = fftc_dft_16_row_2(fftc_complex_4_make(a.v[2], b.v[2], c.v[2], d.v[2]));
    y.v[2] = row.v[0];
    y.v[6] = row.v[1];
    y.v[10] = row.v[2];
    y.v[14] = row.v[3];
    row = fftc_dft_16_row_3(fftc_complex_4_make(a.v[3], b.v[3], c.v[3], d.v[3]));
    y.v[3] = row.v[0];
    y.v[7] = row.v[1];
    y.v[11] = row.v[2];
    y.v[15] = row.v[3];
    return y;
}

FFTC_FN_INLINE fftc_complex_2 fftc_dft_2_inverse(fftc_complex_2 x)
{
    for (fftc_uniform i = 0u; i < 2u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_2(x);
    for (fftc_uniform i = 0u; i < 2u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

FFTC_FN_INLINE fftc_complex_4 fftc_dft_4_inverse(fftc_complex_4 x)
{
    for (fftc_uniform i = 0u; i < 4u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_4(x);
    for (fftc_uniform i = 0u; i < 4u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

FFTC_FN_INLINE fftc_complex_8 fftc_dft_8_inverse(fftc_complex_8 x)
{
    for (fftc_uniform i = 0u; i < 8u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_8(x);
    for (fftc_uniform i = 0u; i < 8u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

FFTC_FN_INLINE fftc_complex_16 fftc_dft_16_inverse(fftc_complex_16 x)
{
    for (fftc_uniform i = 0u; i < 16u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    x = fftc_dft_16(x);
    for (fftc_uniform i = 0u; i < 16u; ++i) {
        x.v[i] = fftc_complex_swap(x.v[i]);
    }
    return x;
}

#endif
