/* SPDX-License-Identifier: MIT
 *
 * 32 points in the two steps of codelets.h: 8 by 4, Cooley and Tukey, with twiddles
 * exp(-2 pi i j k / 32).
 */
#ifndef FFTC_CPU_ENGINE_CODELET_32_H
#define FFTC_CPU_ENGINE_CODELET_32_H

#include "cpu/engine/units/codelets.h"

FFTC_STRUCT(fftc_complex_32)
{
    fftc_complex v[32];
};

enum { FFTC_DFT_COLUMN_32 = 8, FFTC_DFT_ROW_32 = 4 };
typedef fftc_complex_8 fftc_dft_column_32;
typedef fftc_complex_4 fftc_dft_row_32;

FORCE int fftc_dft_in_32(const int n1, const int n2)
{
    return 4 * n1 + n2;
}

FORCE int fftc_dft_out_32(const int k, const int i)
{
    return k + 8 * i;
}

FORCE fftc_complex_8 fftc_dft_first_32(fftc_complex_8 x)
{
    return fftc_dft_8(x);
}

/* cos(2 pi j / 32), any j from 0 to 31. */
FORCE fftc_scalar fftc_codelet_cosine_32(const int j)
{
    static const fftc_scalar quarter[9] = {(fftc_scalar)1,
                                           (fftc_scalar)0.980785280403230449126,
                                           (fftc_scalar)0.923879532511286756128,
                                           (fftc_scalar)0.831469612302545237079,
                                           (fftc_scalar)0.707106781186547524401,
                                           (fftc_scalar)0.555570233019602224743,
                                           (fftc_scalar)0.382683432365089771728,
                                           (fftc_scalar)0.195090322016128267848,
                                           (fftc_scalar)0};
    const int k = j <= 16 ? j : 32 - j;
    return k <= 8 ? quarter[k] : -quarter[16 - k];
}

FORCE fftc_complex_4 fftc_dft_second_32(fftc_complex_4 x, const int k)
{
    UNROLL for (int j = 1; j < 4; ++j)
    {
        if (k != 0) {
            x.v[j] = fftc_codelet_turn(x.v[j], fftc_codelet_cosine_32(j * k),
                                       fftc_codelet_cosine_32((j * k + 24) % 32));
        }
    }
    return fftc_dft_4(x);
}

FORCE fftc_complex_32 fftc_dft_32(fftc_complex_32 x)
{
    fftc_complex_4 rows[8];
    fftc_complex_32 y;
    UNROLL for (int n2 = 0; n2 < 4; ++n2)
    {
        fftc_complex_8 column;
        UNROLL for (int n1 = 0; n1 < 8; ++n1) column.v[n1] = x.v[fftc_dft_in_32(n1, n2)];
        column = fftc_dft_first_32(column);
        UNROLL for (int k = 0; k < 8; ++k) rows[k].v[n2] = column.v[k];
    }
    UNROLL for (int k = 0; k < 8; ++k)
    {
        rows[k] = fftc_dft_second_32(rows[k], k);
        UNROLL for (int i = 0; i < 4; ++i) y.v[fftc_dft_out_32(k, i)] = rows[k].v[i];
    }
    return y;
}

#endif
