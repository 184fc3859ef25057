/* SPDX-License-Identifier: MIT
 *
 * Minimum and maximum of vectors of floats, of which the first is kept where it is a NaN, and the
 * second taken where both are equal. x86's instructions take the second in both cases. Compilers do
 * not find them behind comparisons: a maximum of floats beyond the caches took 37 ms without them
 * and 15 with them (Zen 5, gcc 12).
 */
#ifndef FFTC_CPU_SCAN_ORDER_H
#define FFTC_CPU_SCAN_ORDER_H

#if defined(__AVX512F__) && FFTC_LANES == 16
#include <immintrin.h>
#define FFTC_FLOAT_ORDER 1
#define ORDER(name, vector, suffix, operation)                                              \
    static inline vector name(vector a, vector b)                                           \
    {                                                                                       \
        return _mm512_mask_mov_##suffix(_mm512_##operation##_##suffix(a, b),                \
                                        _mm512_cmp_##suffix##_mask(a, a, _CMP_UNORD_Q), a); \
    }
ORDER(fftc_order_min_f32, __m512, ps, min)
ORDER(fftc_order_max_f32, __m512, ps, max)
ORDER(fftc_order_min_f64, __m512d, pd, min)
ORDER(fftc_order_max_f64, __m512d, pd, max)
#define FFTC_ORDER_F32 __m512
#define FFTC_ORDER_F64 __m512d
#undef ORDER
#elif defined(__AVX2__) && FFTC_LANES == 8
#include <immintrin.h>
#define FFTC_FLOAT_ORDER 1
#define ORDER(name, vector, suffix, operation)                                  \
    static inline vector name(vector a, vector b)                               \
    {                                                                           \
        return _mm256_blendv_##suffix(_mm256_##operation##_##suffix(a, b), a,   \
                                      _mm256_cmp_##suffix(a, a, _CMP_UNORD_Q)); \
    }
ORDER(fftc_order_min_f32, __m256, ps, min)
ORDER(fftc_order_max_f32, __m256, ps, max)
ORDER(fftc_order_min_f64, __m256d, pd, min)
ORDER(fftc_order_max_f64, __m256d, pd, max)
#define FFTC_ORDER_F32 __m256
#define FFTC_ORDER_F64 __m256d
#undef ORDER
#else
#define FFTC_FLOAT_ORDER 0
#endif

#endif
