/* SPDX-License-Identifier: MIT
 *
 * direct_sums.h for one instruction set, which DIRECT_ISA names. Included by direct_sums_<isa>.c
 * and direct_sums_exact_<isa>.c, whose products are not fused.
 *
 * A few vectors of sums, side by side and of a few rows, stay in registers while all taps are
 * applied. What takes time is loading the signal at every tap's offset, mostly across two cache
 * lines; rows that need the same lines share these loads. Each sum is computed as two, of the even
 * taps and the odd ones (complex: of the taps' real parts and imaginary ones), so that even a
 * single vector does not wait for one addition after the other.
 */
#include <stdint.h>

#include "cpu/convolution/direct_sums.h"
#include "cpu/engine/unroll.h"

#if defined(__AVX512F__)
#define BYTES 64
#define WIDE 4
#elif defined(__AVX2__)
#define BYTES 32
#define WIDE 2
#else
#define BYTES 16
#define WIDE 2
#endif

/* Rows of sums that are done together, and WIDE vectors of each: 16 or 8 registers. */
#define ROWS FFTC_DIRECT_ROWS

#define DIRECT_NAME_(isa) fftc_direct_##isa
#define DIRECT_NAME(isa) DIRECT_NAME_(isa)

#ifdef __clang__
#define SWAPPED(c, x, index, lanes) UNROLL for (int i = 0; i < (lanes); ++i) c[i] = x[index[i]];
#else
#define SWAPPED(c, x, index, lanes) c = __builtin_shuffle(x, index);
#endif

/* What one tap adds, or two, to a row of `wide` vectors; and the sums. */
#define PRECISION(T, integer)                                                                 \
    typedef T T##_vector __attribute__((vector_size(BYTES)));                                 \
    typedef integer T##_index __attribute__((vector_size(BYTES)));                            \
    typedef T##_vector T##_loose __attribute__((aligned(sizeof(T)), may_alias));              \
    enum { T##_LANES = BYTES / sizeof(T) };                                                   \
                                                                                              \
    FORCE T##_vector T##_turned(T##_vector x) /* i x */                                       \
    {                                                                                         \
        T##_index index;                                                                      \
        T##_vector sign;                                                                      \
        T##_vector c;                                                                         \
        UNROLL for (int i = 0; i < T##_LANES; ++i)                                            \
        {                                                                                     \
            index[i] = i ^ 1;                                                                 \
            sign[i] = (T)(i % 2 == 0 ? -1 : 1);                                               \
        }                                                                                     \
        SWAPPED(c, x, index, T##_LANES)                                                       \
        return sign * c;                                                                      \
    }                                                                                         \
                                                                                              \
    /* Line x meets rows begin <= r < end of the sums, whose taps are `above` h. */           \
    FORCE void T##_real_line(T##_vector(*a)[4], T##_vector(*b)[4], const T *x, const T *h,    \
                             size_t taps, const int begin, const int end, const int wide)     \
    {                                                                                         \
        size_t t = 0;                                                                         \
        for (; t + 1 < taps; t += 2) {                                                        \
            UNROLL for (int v = 0; v < wide; ++v)                                             \
            {                                                                                 \
                T##_vector even = *(const T##_loose *)(x + t + v * T##_LANES);                \
                T##_vector odd = *(const T##_loose *)(x + t + 1 + v * T##_LANES);             \
                if (end - begin > 1) {                                                        \
                    FETCHED(even);                                                            \
                    FETCHED(odd);                                                             \
                }                                                                             \
                UNROLL for (int r = begin; r < end; ++r)                                      \
                {                                                                             \
                    const T *tap = h - (size_t)r * taps + t;                                  \
                    a[r][v] += tap[0] * even;                                                 \
                    b[r][v] += tap[1] * odd;                                                  \
                }                                                                             \
            }                                                                                 \
        }                                                                                     \
        if (t < taps) {                                                                       \
            UNROLL for (int v = 0; v < wide; ++v)                                             \
            {                                                                                 \
                T##_vector even = *(const T##_loose *)(x + t + v * T##_LANES);                \
                UNROLL for (int r = begin; r < end; ++r)                                      \
                {                                                                             \
                    a[r][v] += (h - (size_t)r * taps)[t] * even;                              \
                }                                                                             \
            }                                                                                 \
        }                                                                                     \
    }                                                                                         \
                                                                                              \
    /* (p + i q) x = p x + i (q x) */                                                         \
    FORCE void T##_complex_line(T##_vector(*a)[4], T##_vector(*b)[4], const T *x, const T *h, \
                                size_t taps, const int begin, const int end, const int wide)  \
    {                                                                                         \
        for (size_t t = 0; t < taps; ++t) {                                                   \
            UNROLL for (int v = 0; v < wide; ++v)                                             \
            {                                                                                 \
                T##_vector number = *(const T##_loose *)(x + 2 * t + v * T##_LANES);          \
                FETCHED(number);                                                              \
                UNROLL for (int r = begin; r < end; ++r)                                      \
                {                                                                             \
                    const T *tap = h - 2 * ((size_t)r * taps) + 2 * t;                        \
                    a[r][v] += tap[0] * number;                                               \
                    b[r][v] += tap[1] * number;                                               \
                }                                                                             \
            }                                                                                 \
        }                                                                                     \
    }                                                                                         \
                                                                                              \
    FORCE T##_vector T##_real_sum(T##_vector even, T##_vector odd)                            \
    {                                                                                         \
        return even + odd;                                                                    \
    }                                                                                         \
    FORCE T##_vector T##_complex_sum(T##_vector re, T##_vector im)                            \
    {                                                                                         \
        return re + T##_turned(im);                                                           \
    }                                                                                         \
                                                                                              \
    SUMS(T, real, 1)                                                                          \
    SUMS(T, complex, 2)

/* `scalars` of a number. Line l of a group is met by the first row if it is one of the `above`
 * first lines, and by the second one if it is one of the last. */
#define SUMS(T, kind, scalars)                                                         \
    FORCE void T##_##kind##_block(const fftc_direct_sums *s, size_t i, const int rows, \
                                  const int wide)                                      \
    {                                                                                  \
        T##_vector a[ROWS][4] = {{{0}}};                                               \
        T##_vector b[ROWS][4] = {{{0}}};                                               \
        /* Alone, each line is a group. */                                             \
        const size_t above = rows == 1 ? 1 : s->above;                                 \
        const size_t groups = rows == 1 ? s->groups * s->above : s->groups;            \
        const size_t all = above + (size_t)rows - 1;                                   \
        const size_t line = scalars * s->taps;                                         \
        const void *const *lines = s->x;                                               \
        const T *group = s->h;                                                         \
        for (size_t g = 0; g < groups; ++g, group += above * line) {                   \
            const T *h = group;                                                        \
            for (size_t l = 0; l < all; ++l, h += line) {                              \
                const T *x = *lines++;                                                 \
                if (x == NULL) {                                                       \
                    continue;                                                          \
                }                                                                      \
                x += scalars * i;                                                      \
                if (rows == 1 || l == 0) {                                             \
                    T##_##kind##_line(a, b, x, h, s->taps, 0, 1, wide);                \
                } else if (l < above) {                                                \
                    T##_##kind##_line(a, b, x, h, s->taps, 0, rows, wide);             \
                } else {                                                               \
                    T##_##kind##_line(a, b, x, h, s->taps, rows - 1, rows, wide);      \
                }                                                                      \
            }                                                                          \
        }                                                                              \
        UNROLL for (int r = 0; r < rows; ++r)                                          \
        {                                                                              \
            UNROLL for (int v = 0; v < wide; ++v)                                      \
            {                                                                          \
                T *y = (T *)s->y[r] + scalars * i + v * T##_LANES;                     \
                *(T##_loose *)y = T##_##kind##_sum(a[r][v], b[r][v]);                  \
            }                                                                          \
        }                                                                              \
    }                                                                                  \
                                                                                       \
    /* The last vector overlaps the one before, and makes the same sums again. */      \
    static void T##_##kind(const fftc_direct_sums *s)                                  \
    {                                                                                  \
        const size_t n = T##_LANES / scalars;                                          \
        size_t i = 0;                                                                  \
        for (; s->rows == 1 && i + 4 * n <= s->count; i += 4 * n) {                    \
            T##_##kind##_block(s, i, 1, 4);                                            \
        }                                                                              \
        for (; s->rows > 1 && i + WIDE * n <= s->count; i += WIDE * n) {               \
            T##_##kind##_block(s, i, ROWS, WIDE);                                      \
        }                                                                              \
        if (s->rows == 1 && i + 2 * n <= s->count) {                                   \
            T##_##kind##_block(s, i, 1, 2);                                            \
            i += 2 * n;                                                                \
        }                                                                              \
        while (i < s->count) {                                                         \
            size_t at = i + n <= s->count || i < n ? i : s->count - n;                 \
            if (s->rows == 1) {                                                        \
                T##_##kind##_block(s, at, 1, 1);                                       \
            } else {                                                                   \
                T##_##kind##_block(s, at, ROWS, 1);                                    \
            }                                                                          \
            i = at + n;                                                                \
        }                                                                              \
    }

PRECISION(float, int32_t)
PRECISION(double, int64_t)

#include "cpu/convolution/direct_windows_tmpl.h"

const fftc_direct_set DIRECT_NAME(DIRECT_ISA) = {
    .real = {float_real, double_real},
    .complex = {float_complex, double_complex},
    .real_windows = {float_real_windows, double_real_windows},
    .complex_windows = {float_complex_windows, double_complex_windows},
    .vector = BYTES,
};
