/* SPDX-License-Identifier: MIT
 *
 * What codelets.h and codelets_long.h are made of.
 */
#ifndef FFTC_CPU_ENGINE_CODELET_STEPS_H
#define FFTC_CPU_ENGINE_CODELET_STEPS_H

#include "fftcore/kernel/codelet.h"

#include "cpu/engine/radices.h"
#include "cpu/engine/units/unroll.h"

#define FFTC_POINTS(N, x)         \
    FFTC_STRUCT(fftc_complex_##N) \
    {                             \
        fftc_complex v[N];        \
    };
FFTC_POINTS(1, )

/* --- every radix in two steps
 *
 * N = A B points are B columns of A, then A rows of B: element in(n1, n2) is number n1 of column
 * n2, output number k of each column goes to row k, whose output i is frequency out(k, i). So a
 * pass can load each column just before its transform, and store each row just after it. This
 * halves the numbers that are alive at once, compared with a codelet between loading and storing,
 * and saves a third of the time of a pass where there are 16 registers. Where nothing is gained by
 * that, B is 1. */
#define FFTC_STEPS(N, A, B, IN, OUT)                            \
    enum { FFTC_DFT_COLUMN_##N = (A), FFTC_DFT_ROW_##N = (B) }; \
    typedef fftc_complex_##A fftc_dft_column_##N;               \
    typedef fftc_complex_##B fftc_dft_row_##N;                  \
    FORCE int fftc_dft_in_##N(const int n1, const int n2)       \
    {                                                           \
        return (IN);                                            \
    }                                                           \
    FORCE int fftc_dft_out_##N(const int k, const int i)        \
    {                                                           \
        return (OUT);                                           \
    }                                                           \
    FORCE fftc_complex_##A fftc_dft_first_##N(fftc_complex_##A x)

/* A codelet without a second step. */
#define FFTC_PLAIN(N)                                                       \
    FFTC_STEPS(N, N, 1, n1 + n2, k + i)                                     \
    {                                                                       \
        return fftc_dft_##N(x);                                             \
    }                                                                       \
    FORCE fftc_complex_1 fftc_dft_second_##N(fftc_complex_1 x, const int k) \
    {                                                                       \
        (void)k;                                                            \
        return x;                                                           \
    }

/* The codelet as a whole. */
#define FFTC_COMPOSITE(N, A, B)                                                                \
    FORCE fftc_complex_##N fftc_dft_##N(fftc_complex_##N x)                                    \
    {                                                                                          \
        fftc_complex_##B rows[A];                                                              \
        fftc_complex_##N y;                                                                    \
        UNROLL for (int n2 = 0; n2 < B; ++n2)                                                  \
        {                                                                                      \
            fftc_complex_##A column;                                                           \
            UNROLL for (int n1 = 0; n1 < A; ++n1) column.v[n1] = x.v[fftc_dft_in_##N(n1, n2)]; \
            column = fftc_dft_first_##N(column);                                               \
            UNROLL for (int k = 0; k < A; ++k) rows[k].v[n2] = column.v[k];                    \
        }                                                                                      \
        UNROLL for (int k = 0; k < A; ++k)                                                     \
        {                                                                                      \
            rows[k] = fftc_dft_second_##N(rows[k], k);                                         \
            UNROLL for (int i = 0; i < B; ++i) y.v[fftc_dft_out_##N(k, i)] = rows[k].v[i];     \
        }                                                                                      \
        return y;                                                                              \
    }

/* Coprime factors, by Good (1958) and Thomas (1963): no twiddles, only the index maps
 * n = (n1 B + n2 A) mod N on the way in, and k with k mod A = k1, k mod B = k2 on the way out.
 * Frequency (K k + I i) mod N: K is 1 mod A and 0 mod B, I is 0 mod A and 1 mod B. */
#define FFTC_COPRIME(N, A, B, K, I)                                             \
    FFTC_STEPS(N, A, B, (n1 * (B) + n2 * (A)) % (N), ((K)*k + (I)*i) % (N))     \
    {                                                                           \
        return fftc_dft_##A(x);                                                 \
    }                                                                           \
    FORCE fftc_complex_##B fftc_dft_second_##N(fftc_complex_##B x, const int k) \
    {                                                                           \
        (void)k;                                                                \
        return fftc_dft_##B(x);                                                 \
    }                                                                           \
    FFTC_COMPOSITE(N, A, B)

FORCE fftc_complex fftc_codelet_rotate(fftc_complex x, fftc_scalar c, fftc_scalar s)
{
    return fftc_complex_sub_i_scaled(fftc_complex_scale(x, fftc_real_splat(c)), x,
                                     fftc_real_splat(s));
}

#endif
