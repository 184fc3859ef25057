/* SPDX-License-Identifier: MIT
 *
 * The codelets the engine passes are made of: the kernel headers' own, and composites of them that
 * an engine with wide registers profits from. Composites of coprime factors follow Good (1958) and
 * Thomas (1963): no twiddles, only the index maps n = (n1 B + n2 A) mod N on the way in, and k with
 * k mod A = k1, k mod B = k2 on the way out.
 */
#ifndef FFTC_CPU_ENGINE_CODELETS_H
#define FFTC_CPU_ENGINE_CODELETS_H

#include "fftcore/kernel/codelet.h"

#include "cpu/engine/unroll.h"

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

#define COPRIME(N, A, B)                                                                     \
    FORCE fftc_complex_##N fftc_dft_##N(fftc_complex_##N x)                                  \
    {                                                                                        \
        fftc_complex_##B rows[A];                                                            \
        fftc_complex_##N y;                                                                  \
        UNROLL for (int n2 = 0; n2 < B; ++n2)                                                \
        {                                                                                    \
            fftc_complex_##A column;                                                         \
            UNROLL for (int n1 = 0; n1 < A; ++n1) column.v[n1] = x.v[(n1 * B + n2 * A) % N]; \
            column = fftc_dft_##A(column);                                                   \
            UNROLL for (int k = 0; k < A; ++k) rows[k].v[n2] = column.v[k];                  \
        }                                                                                    \
        UNROLL for (int k = 0; k < A; ++k) rows[k] = fftc_dft_##B(rows[k]);                  \
        UNROLL for (int k = 0; k < N; ++k) y.v[k] = rows[k % A].v[k % B];                    \
        return y;                                                                            \
    }

COPRIME(6, 3, 2)
COPRIME(10, 2, 5)
COPRIME(12, 4, 3)
COPRIME(14, 2, 7)
COPRIME(15, 3, 5)
#undef COPRIME

FORCE fftc_complex fftc_codelet_turn(fftc_complex x, fftc_scalar c, fftc_scalar s)
{
    return fftc_complex_sub_i_scaled(fftc_complex_scale(x, fftc_real_splat(c)), x,
                                     fftc_real_splat(s));
}

/* 3 by 3, Cooley and Tukey, with twiddles exp(-2 pi i j k / 9). */
FORCE fftc_complex_9 fftc_dft_9(fftc_complex_9 x)
{
    static const fftc_scalar turn[3][2] = {
        {(fftc_scalar)0.76604444311897803520, (fftc_scalar)0.64278760968653932632},
        {(fftc_scalar)0.17364817766693034885, (fftc_scalar)0.98480775301220805937},
        {(fftc_scalar)-0.93969262078590838405, (fftc_scalar)0.34202014332566873304}};
    fftc_complex_3 column[3];
    fftc_complex_9 y;
    UNROLL for (int j = 0; j < 3; ++j)
    {
        column[j].v[0] = x.v[j];
        column[j].v[1] = x.v[j + 3];
        column[j].v[2] = x.v[j + 6];
        column[j] = fftc_dft_3(column[j]);
    }
    column[1].v[1] = fftc_codelet_turn(column[1].v[1], turn[0][0], turn[0][1]);
    column[1].v[2] = fftc_codelet_turn(column[1].v[2], turn[1][0], turn[1][1]);
    column[2].v[1] = fftc_codelet_turn(column[2].v[1], turn[1][0], turn[1][1]);
    column[2].v[2] = fftc_codelet_turn(column[2].v[2], turn[2][0], turn[2][1]);
    UNROLL for (int k = 0; k < 3; ++k)
    {
        fftc_complex_3 row;
        row.v[0] = column[0].v[k];
        row.v[1] = column[1].v[k];
        row.v[2] = column[2].v[k];
        row = fftc_dft_3(row);
        UNROLL for (int q = 0; q < 3; ++q) y.v[k + 3 * q] = row.v[q];
    }
    return y;
}

#endif
