/* SPDX-License-Identifier: MIT
 *
 * direct_sums.h for one instruction set, which DIRECT_ISA names. Included by direct_sums_<isa>.c
 * and direct_sums_exact_<isa>.c, whose products are not fused.
 *
 * Sums stay in registers, several vectors of them side by side, while all taps go by. Each is made
 * of two, of the even taps and the odd ones (complex: of the taps' real parts and imaginary ones),
 * so that even a single vector does not wait for one addition after the other.
 */
#include <stdint.h>

#include "cpu/convolution/direct_sums.h"
#include "cpu/engine/unroll.h"

#if defined(__AVX512F__)
#define BYTES 64
#elif defined(__AVX2__)
#define BYTES 32
#else
#define BYTES 16
#endif

#define DIRECT_NAME_(isa) fftc_direct_##isa
#define DIRECT_NAME(isa) DIRECT_NAME_(isa)

/* Sums of `wide` vectors from number i on. */
#define REAL_BLOCK(T, wide)                                                           \
    FORCE void T##_block_##wide(const fftc_direct_sums *s, size_t i)                  \
    {                                                                                 \
        enum { LANES = BYTES / sizeof(T) };                                           \
        const T *h = s->h;                                                            \
        T##_vector even[wide] = {{0}};                                                \
        T##_vector odd[wide] = {{0}};                                                 \
        for (size_t l = 0; l < s->lines; ++l, h += s->taps) {                         \
            const T *x = s->x[l];                                                     \
            if (x == NULL) {                                                          \
                continue;                                                             \
            }                                                                         \
            x += i;                                                                   \
            size_t t = 0;                                                             \
            for (; t + 1 < s->taps; t += 2) {                                         \
                UNROLL for (int v = 0; v < wide; ++v)                                 \
                {                                                                     \
                    even[v] += h[t] * *(const T##_loose *)(x + t + v * LANES);        \
                    odd[v] += h[t + 1] * *(const T##_loose *)(x + t + 1 + v * LANES); \
                }                                                                     \
            }                                                                         \
            if (t < s->taps) {                                                        \
                UNROLL for (int v = 0; v < wide; ++v)                                 \
                {                                                                     \
                    even[v] += h[t] * *(const T##_loose *)(x + t + v * LANES);        \
                }                                                                     \
            }                                                                         \
        }                                                                             \
        UNROLL for (int v = 0; v < wide; ++v)                                         \
        {                                                                             \
            *(T##_loose *)((T *)s->y + i + v * LANES) = even[v] + odd[v];             \
        }                                                                             \
    }

/* (a + i b) x = a x + i (b x) */
#define COMPLEX_BLOCK(T, wide)                                                         \
    FORCE void T##_complex_block_##wide(const fftc_direct_sums *s, size_t i)           \
    {                                                                                  \
        enum { LANES = BYTES / sizeof(T) };                                            \
        const T *h = s->h;                                                             \
        T##_vector re[wide] = {{0}};                                                   \
        T##_vector im[wide] = {{0}};                                                   \
        for (size_t l = 0; l < s->lines; ++l, h += 2 * s->taps) {                      \
            const T *x = s->x[l];                                                      \
            if (x == NULL) {                                                           \
                continue;                                                              \
            }                                                                          \
            x += 2 * i;                                                                \
            for (size_t t = 0; t < s->taps; ++t) {                                     \
                UNROLL for (int v = 0; v < wide; ++v)                                  \
                {                                                                      \
                    T##_vector number = *(const T##_loose *)(x + 2 * t + v * LANES);   \
                    FETCHED(number);                                                   \
                    re[v] += h[2 * t] * number;                                        \
                    im[v] += h[2 * t + 1] * number;                                    \
                }                                                                      \
            }                                                                          \
        }                                                                              \
        UNROLL for (int v = 0; v < wide; ++v)                                          \
        {                                                                              \
            *(T##_loose *)((T *)s->y + 2 * i + v * LANES) = re[v] + T##_turned(im[v]); \
        }                                                                              \
    }

/* The last vector overlaps the one before, and makes the same sums again. */
#define RUN(T, name, block, numbers)                \
    static void name(const fftc_direct_sums *s)     \
    {                                               \
        const size_t n = (numbers);                 \
        size_t i = 0;                               \
        for (; i + 4 * n <= s->count; i += 4 * n) { \
            block##_4(s, i);                        \
        }                                           \
        if (i + 2 * n <= s->count) {                \
            block##_2(s, i);                        \
            i += 2 * n;                             \
        }                                           \
        if (i + n <= s->count) {                    \
            block##_1(s, i);                        \
            i += n;                                 \
        }                                           \
        if (i < s->count) {                         \
            block##_1(s, i < n ? 0 : s->count - n); \
        }                                           \
    }

#ifdef __clang__
#define SWAPPED(c, x, index, lanes) UNROLL for (int i = 0; i < (lanes); ++i) c[i] = x[index[i]];
#else
#define SWAPPED(c, x, index, lanes) c = __builtin_shuffle(x, index);
#endif

#define PRECISION(T, integer)                                                    \
    typedef T T##_vector __attribute__((vector_size(BYTES)));                    \
    typedef integer T##_index __attribute__((vector_size(BYTES)));               \
    typedef T##_vector T##_loose __attribute__((aligned(sizeof(T)), may_alias)); \
    FORCE T##_vector T##_turned(T##_vector x) /* i x */                          \
    {                                                                            \
        enum { LANES = BYTES / sizeof(T) };                                      \
        T##_index index;                                                         \
        T##_vector sign;                                                         \
        T##_vector c;                                                            \
        UNROLL for (int i = 0; i < LANES; ++i)                                   \
        {                                                                        \
            index[i] = i ^ 1;                                                    \
            sign[i] = (T)(i % 2 == 0 ? -1 : 1);                                  \
        }                                                                        \
        SWAPPED(c, x, index, LANES)                                              \
        return sign * c;                                                         \
    }                                                                            \
    REAL_BLOCK(T, 4)                                                             \
    REAL_BLOCK(T, 2)                                                             \
    REAL_BLOCK(T, 1)                                                             \
    COMPLEX_BLOCK(T, 4)                                                          \
    COMPLEX_BLOCK(T, 2)                                                          \
    COMPLEX_BLOCK(T, 1)                                                          \
    RUN(T, T##_real, T##_block, BYTES / sizeof(T))                               \
    RUN(T, T##_complex, T##_complex_block, BYTES / sizeof(T) / 2)

PRECISION(float, int32_t)
PRECISION(double, int64_t)

const fftc_direct_set DIRECT_NAME(DIRECT_ISA) = {
    .real = {float_real, double_real},
    .complex = {float_complex, double_complex},
    .vector = BYTES,
};
