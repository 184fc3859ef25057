/* SPDX-License-Identifier: MIT
 *
 * Codelets of 18, 20, 21, 22, 24, 26, 28 and 30 points, for short lines each of which belongs to
 * one invocation. They are products A B of coprime factors, like those of codelet_composite.h, with
 * the index maps of Good (1958) and Thomas (1963):
 *
 *     n = (n1 B + n2 A) mod A B,   k = (k1 E + k2 F) mod A B,
 *
 * where E is 1 mod A and 0 mod B, and F the other way round. They need no twiddles. The loops are
 * unrolled, so that every index is a constant.
 */
#ifndef FFTC_CODELET_COPRIME_H
#define FFTC_CODELET_COPRIME_H

#include "fftcore/kernel/codelet_composite.h"

#define FFTC_COPRIME(type, name, first, first_dft, second, second_dft, a, b, e, f) \
    FFTC_STRUCT(type)                                                              \
    {                                                                              \
        fftc_complex v[a * b];                                                     \
    };                                                                             \
    FFTC_FN_INLINE type name(type x)                                               \
    {                                                                              \
        type y;                                                                    \
        type z;                                                                    \
        FFTC_UNROLL                                                                \
        for (fftc_uniform n = 0u; n < b; ++n) {                                    \
            first c;                                                               \
            FFTC_UNROLL                                                            \
            for (fftc_uniform i = 0u; i < a; ++i) {                                \
                c.v[i] = x.v[(i * b + n * a) % (a * b)];                           \
            }                                                                      \
            c = first_dft(c);                                                      \
            FFTC_UNROLL                                                            \
            for (fftc_uniform i = 0u; i < a; ++i) {                                \
                y.v[n + i * b] = c.v[i];                                           \
            }                                                                      \
        }                                                                          \
        FFTC_UNROLL                                                                \
        for (fftc_uniform k = 0u; k < a; ++k) {                                    \
            second r;                                                              \
            FFTC_UNROLL                                                            \
            for (fftc_uniform i = 0u; i < b; ++i) {                                \
                r.v[i] = y.v[i + k * b];                                           \
            }                                                                      \
            r = second_dft(r);                                                     \
            FFTC_UNROLL                                                            \
            for (fftc_uniform i = 0u; i < b; ++i) {                                \
                z.v[(k * e + i * f) % (a * b)] = r.v[i];                           \
            }                                                                      \
        }                                                                          \
        return z;                                                                  \
    }

FFTC_COPRIME(fftc_complex_18, fftc_dft_18, fftc_complex_2, fftc_dft_2, fftc_complex_9, fftc_dft_9,
             2u, 9u, 9u, 10u)
FFTC_COPRIME(fftc_complex_20, fftc_dft_20, fftc_complex_4, fftc_dft_4, fftc_complex_5, fftc_dft_5,
             4u, 5u, 5u, 16u)
FFTC_COPRIME(fftc_complex_21, fftc_dft_21, fftc_complex_3, fftc_dft_3, fftc_complex_7, fftc_dft_7,
             3u, 7u, 7u, 15u)
FFTC_COPRIME(fftc_complex_22, fftc_dft_22, fftc_complex_2, fftc_dft_2, fftc_complex_11, fftc_dft_11,
             2u, 11u, 11u, 12u)
FFTC_COPRIME(fftc_complex_24, fftc_dft_24, fftc_complex_3, fftc_dft_3, fftc_complex_8, fftc_dft_8,
             3u, 8u, 16u, 9u)
FFTC_COPRIME(fftc_complex_26, fftc_dft_26, fftc_complex_2, fftc_dft_2, fftc_complex_13, fftc_dft_13,
             2u, 13u, 13u, 14u)
FFTC_COPRIME(fftc_complex_28, fftc_dft_28, fftc_complex_4, fftc_dft_4, fftc_complex_7, fftc_dft_7,
             4u, 7u, 21u, 8u)
FFTC_COPRIME(fftc_complex_30, fftc_dft_30, fftc_complex_5, fftc_dft_5, fftc_complex_6, fftc_dft_6,
             5u, 6u, 6u, 25u)
#undef FFTC_COPRIME

#endif
