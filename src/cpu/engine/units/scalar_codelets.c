/* SPDX-License-Identifier: MIT
 *
 * A unit (engine.c): codelets of single numbers (scalar_codelets.h).
 */
#include "cpu/engine/scalar_codelets.h"
#include "cpu/engine/units/codelets.h"

#define CODELET(N, x)                                                                           \
    static void x##_##N(const fftc_scalar_line *src, const fftc_scalar_line *dst, double scale) \
    {                                                                                           \
        const fftc_scalar *re = src->re;                                                        \
        const fftc_scalar *im = src->im;                                                        \
        fftc_scalar *to_re = dst->re;                                                           \
        fftc_scalar *to_im = dst->im;                                                           \
        fftc_complex_##N v;                                                                     \
        UNROLL for (size_t q = 0; q < N; ++q)                                                   \
        {                                                                                       \
            v.v[q] = fftc_complex_make(re[q * src->step], im[q * src->step]);                   \
        }                                                                                       \
        v = fftc_dft_##N(v);                                                                    \
        UNROLL for (size_t k = 0; k < N; ++k)                                                   \
        {                                                                                       \
            to_re[k * dst->step] = v.v[k].re * (fftc_scalar)scale;                              \
            to_im[k * dst->step] = v.v[k].im * (fftc_scalar)scale;                              \
        }                                                                                       \
    }

/* clang-format off */
#define FEW(X, x) X(2, x) X(3, x) X(4, x) X(5, x) X(6, x) X(7, x) X(8, x)
/* clang-format on */
FEW(CODELET, codelet)

#define NAME__(bits) fftc_scalar_codelets_f##bits
#define NAME_(bits) NAME__(bits)
#define NAME NAME_(FFTC_PRECISION)

extern fftc_scalar_codelet *const NAME[FFTC_SCALAR_CODELET_MOST + 1];
fftc_scalar_codelet *const NAME[FFTC_SCALAR_CODELET_MOST + 1] = {FEW(FFTC_FUNCTION_OF, codelet)};
