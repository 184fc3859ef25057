/* SPDX-License-Identifier: MIT
 *
 * Codelets of 17, 19, 23, 29 and 31 points, natural order on both sides (codelet.h).
 *
 * Elements t and p - t are combined into sums s and differences d. Frequencies f and p - f are c -
 * i v and c + i v with c = x[0] + sum of cos(2 pi f t / p) s[t] and v = sum of sin(2 pi f t / p)
 * d[t], t = 1 .. h = (p - 1) / 2. Where products are fused, this takes h instructions and four
 * additions per point: no more, up to 31 points, than a convolution of a length without such
 * factors.
 */
#ifndef FFTC_CODELET_ODD_H
#define FFTC_CODELET_ODD_H

#include "fftcore/kernel/complex.h"

FFTC_STRUCT(fftc_complex_17)
{
    fftc_complex v[17];
};

FFTC_STRUCT(fftc_complex_19)
{
    fftc_complex v[19];
};

FFTC_STRUCT(fftc_complex_23)
{
    fftc_complex v[23];
};

FFTC_STRUCT(fftc_complex_29)
{
    fftc_complex v[29];
};

FFTC_STRUCT(fftc_complex_31)
{
    fftc_complex v[31];
};

/* Root number (f + 1) (t + 1) mod p: its index in the table below, and whether the table has root p
 * minus that number instead, whose sine has the other sign. */
FFTC_FN fftc_uniform fftc_odd_which(fftc_uniform p, fftc_uniform f, fftc_uniform t)
{
    fftc_uniform turn = (f + 1u) * (t + 1u) % p;
    return (2u * turn < p ? turn : p - turn) - 1u;
}

FFTC_FN fftc_uniform fftc_odd_back(fftc_uniform p, fftc_uniform f, fftc_uniform t)
{
    return 2u * ((f + 1u) * (t + 1u) % p) < p ? 0u : 1u;
}

/* cos and sin of 2 pi (j + 1) / p. */
#include "fftcore/kernel/codelet_odd_roots.h"

/* A DFT of p points, p an odd prime. All of them have this text. */
#define FFTC_DFT_ODD(name, type, roots, p)                                         \
    FFTC_FN_INLINE type name(type x)                                               \
    {                                                                              \
        fftc_odd_roots w = roots();                                                \
        type s;                                                                    \
        type y;                                                                    \
        y.v[0] = x.v[0];                                                           \
        FFTC_UNROLL                                                                \
        for (fftc_uniform t = 0u; t < (p) / 2u; ++t) {                             \
            s.v[t] = fftc_complex_add(x.v[1u + t], x.v[(p)-1u - t]);               \
            s.v[(p) / 2u + t] = fftc_complex_sub(x.v[1u + t], x.v[(p)-1u - t]);    \
            y.v[0] = fftc_complex_add(y.v[0], s.v[t]);                             \
        }                                                                          \
        FFTC_UNROLL                                                                \
        for (fftc_uniform f = 0u; f < (p) / 2u; ++f) {                             \
            fftc_complex c = fftc_complex_add_scaled(x.v[0], s.v[0], w.cosine[f]); \
            fftc_complex v = fftc_complex_scale(s.v[(p) / 2u], w.sine[f]);         \
            FFTC_UNROLL                                                            \
            for (fftc_uniform t = 1u; t < (p) / 2u; ++t) {                         \
                fftc_uniform at = fftc_odd_which(p, f, t);                         \
                c = fftc_complex_add_scaled(c, s.v[t], w.cosine[at]);              \
                if (fftc_odd_back(p, f, t) == 1u) {                                \
                    v = fftc_complex_sub_scaled(v, s.v[(p) / 2u + t], w.sine[at]); \
                } else {                                                           \
                    v = fftc_complex_add_scaled(v, s.v[(p) / 2u + t], w.sine[at]); \
                }                                                                  \
            }                                                                      \
            y.v[1u + f] = fftc_complex_sub_i(c, v);                                \
            y.v[(p)-1u - f] = fftc_complex_add_i(c, v);                            \
        }                                                                          \
        return y;                                                                  \
    }

FFTC_DFT_ODD(fftc_dft_17, fftc_complex_17, fftc_odd_roots_17, 17u)
FFTC_DFT_ODD(fftc_dft_19, fftc_complex_19, fftc_odd_roots_19, 19u)
FFTC_DFT_ODD(fftc_dft_23, fftc_complex_23, fftc_odd_roots_23, 23u)
FFTC_DFT_ODD(fftc_dft_29, fftc_complex_29, fftc_odd_roots_29, 29u)
FFTC_DFT_ODD(fftc_dft_31, fftc_complex_31, fftc_odd_roots_31, 31u)
#undef FFTC_DFT_ODD

#endif
