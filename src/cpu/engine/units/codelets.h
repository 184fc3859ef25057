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

#include "cpu/engine/units/unroll.h"

FFTC_STRUCT(fftc_complex_1)
{
    fftc_complex v[1];
};
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

/* --- every radix in two steps
 *
 * N = A B points are B columns of A, then A rows of B: element in(n1, n2) is number n1 of column
 * n2, output number k of each column goes to row k, whose output i is frequency out(k, i). So a
 * pass can load each column just before its transform, and store each row just after it. This
 * halves the numbers that are alive at once, compared with a codelet between loading and storing,
 * and saves a third of the time of a pass where there are 16 registers. Where nothing is gained by
 * that, B is 1. */
#define STEPS(N, A, B, IN, OUT)                                 \
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

/* No second step. */
#define PLAIN(N)                                                            \
    STEPS(N, N, 1, n1 + n2, k + i)                                          \
    {                                                                       \
        return fftc_dft_##N(x);                                             \
    }                                                                       \
    FORCE fftc_complex_1 fftc_dft_second_##N(fftc_complex_1 x, const int k) \
    {                                                                       \
        (void)k;                                                            \
        return x;                                                           \
    }

/* The codelet as a whole. */
#define WHOLE(N, A, B)                                                                         \
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

/* Frequency (K k + I i) mod N: K is 1 mod A and 0 mod B, I is 0 mod A and 1 mod B. */
#define COPRIME(N, A, B, K, I)                                                  \
    STEPS(N, A, B, (n1 * (B) + n2 * (A)) % (N), ((K)*k + (I)*i) % (N))          \
    {                                                                           \
        return fftc_dft_##A(x);                                                 \
    }                                                                           \
    FORCE fftc_complex_##B fftc_dft_second_##N(fftc_complex_##B x, const int k) \
    {                                                                           \
        (void)k;                                                                \
        return fftc_dft_##B(x);                                                 \
    }                                                                           \
    WHOLE(N, A, B)

PLAIN(2)
PLAIN(3)
PLAIN(4)
PLAIN(5)
PLAIN(7)
PLAIN(11)
PLAIN(13)
COPRIME(6, 3, 2, 4, 3)
COPRIME(10, 2, 5, 5, 6)
COPRIME(12, 4, 3, 9, 4)
COPRIME(14, 2, 7, 7, 8)
COPRIME(15, 3, 5, 10, 6)

FORCE fftc_complex fftc_codelet_turn(fftc_complex x, fftc_scalar c, fftc_scalar s)
{
    return fftc_complex_sub_i_scaled(fftc_complex_scale(x, fftc_real_splat(c)), x,
                                     fftc_real_splat(s));
}

/* 3 by 3, Cooley and Tukey, with twiddles exp(-2 pi i j k / 9). */
STEPS(9, 3, 3, 3 * n1 + n2, k + 3 * i)
{
    return fftc_dft_3(x);
}

FORCE fftc_complex_3 fftc_dft_second_9(fftc_complex_3 x, const int k)
{
    static const fftc_scalar turn[5][2] = {
        {0},
        {(fftc_scalar)0.76604444311897803520, (fftc_scalar)0.64278760968653932632},
        {(fftc_scalar)0.17364817766693034885, (fftc_scalar)0.98480775301220805937},
        {0},
        {(fftc_scalar)-0.93969262078590838405, (fftc_scalar)0.34202014332566873304}};
    if (k != 0) {
        x.v[1] = fftc_codelet_turn(x.v[1], turn[k][0], turn[k][1]);
        x.v[2] = fftc_codelet_turn(x.v[2], turn[2 * k][0], turn[2 * k][1]);
    }
    return fftc_dft_3(x);
}
WHOLE(9, 3, 3)

STEPS(8, 4, 2, 2 * n1 + n2, k + 4 * i)
{
    return fftc_dft_4(x);
}

FORCE fftc_complex_2 fftc_dft_second_8(fftc_complex_2 x, const int k)
{
    switch (k) {
    case 0: return fftc_dft_2(x);
    case 1: return fftc_dft_8_row_1(x);
    case 2: return fftc_dft_8_row_2(x);
    default: return fftc_dft_8_row_3(x);
    }
}

STEPS(16, 4, 4, 4 * n1 + n2, k + 4 * i)
{
    return fftc_dft_4(x);
}

FORCE fftc_complex_4 fftc_dft_second_16(fftc_complex_4 x, const int k)
{
    switch (k) {
    case 0: return fftc_dft_4(x);
    case 1: return fftc_dft_16_row_1(x);
    case 2: return fftc_dft_16_row_2(x);
    default: return fftc_dft_16_row_3(x);
    }
}

#undef STEPS
#undef PLAIN
#undef WHOLE
#undef COPRIME

#endif
