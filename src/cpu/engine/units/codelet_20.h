/* SPDX-License-Identifier: MIT
 *
 * 20 points as the first pass of a packed row: 4 by 5, Good and Thomas (codelets.h).
 */
#ifndef FFTC_CPU_ENGINE_CODELET_20_H
#define FFTC_CPU_ENGINE_CODELET_20_H

#include "cpu/engine/units/codelets.h"

FFTC_STRUCT(fftc_complex_20)
{
    fftc_complex v[20];
};

FORCE fftc_complex_20 fftc_dft_20(fftc_complex_20 x)
{
    fftc_complex_5 rows[4];
    fftc_complex_20 y;
    UNROLL for (int n2 = 0; n2 < 5; ++n2)
    {
        fftc_complex_4 column;
        UNROLL for (int n1 = 0; n1 < 4; ++n1) column.v[n1] = x.v[(5 * n1 + 4 * n2) % 20];
        column = fftc_dft_4(column);
        UNROLL for (int k = 0; k < 4; ++k) rows[k].v[n2] = column.v[k];
    }
    UNROLL for (int k = 0; k < 4; ++k)
    {
        rows[k] = fftc_dft_5(rows[k]);
        UNROLL for (int i = 0; i < 5; ++i) y.v[(5 * k + 16 * i) % 20] = rows[k].v[i];
    }
    return y;
}

#endif
