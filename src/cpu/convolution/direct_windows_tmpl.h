/* SPDX-License-Identifier: MIT
 *
 * Sums of short signals (direct_sums.h). Included by direct_sums_tmpl.h, which has the vectors.
 *
 * The signal's scalars are broadcast one after the other, each to a few vectors of sums, and
 * multiplied by windows of taps that begin at a cache line. Each sum is computed as four, of every
 * fourth scalar.
 */
#if defined(__AVX2__)
#include <immintrin.h>
#endif

/* The first `count` scalars of a vector. */
#if defined(__AVX512F__)
FORCE void float_put(float *y, float_vector v, size_t count)
{
    _mm512_mask_storeu_ps(y, (__mmask16)((1u << count) - 1u), (__m512)v);
}

FORCE void double_put(double *y, double_vector v, size_t count)
{
    _mm512_mask_storeu_pd(y, (__mmask8)((1u << count) - 1u), (__m512d)v);
}
#elif defined(__AVX2__)
FORCE void float_put(float *y, float_vector v, size_t count)
{
    const __m256i place = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), place);
    _mm256_maskstore_ps(y, mask, (__m256)v);
}

FORCE void double_put(double *y, double_vector v, size_t count)
{
    const __m256i place = _mm256_setr_epi64x(0, 1, 2, 3);
    __m256i mask = _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)count), place);
    _mm256_maskstore_pd(y, mask, (__m256d)v);
}
#else
FORCE void float_put(float *y, float_vector v, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        y[i] = v[i];
    }
}

FORCE void double_put(double *y, double_vector v, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        y[i] = v[i];
    }
}
#endif

FORCE size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Window i, counted from w, forwards or backwards. */
#define WINDOW(T, w, i) \
    (*(const T##_loose *)((w) + (ptrdiff_t)(i) * (ptrdiff_t)(FFTC_WINDOW_BYTES / sizeof(T))))

/* Numbers have `scalars` scalars. A step takes `count` scalars of the signal. It adds to `wide`
 * vectors of sums from sum `at` on; the last of them is `last` sums further on, and `put` scalars
 * of it are stored. */
#define WINDOWS(T, kind, scalars)                                                               \
    FORCE void T##_##kind##_step(T##_vector(*a)[4], const T *x, const T *w, const T *w_last,    \
                                 const int count, const int wide)                               \
    {                                                                                           \
        enum { numbers = T##_LANES / scalars };                                                 \
        UNROLL for (int c = 0; c < count; ++c)                                                  \
        {                                                                                       \
            UNROLL for (int v = 0; v + 1 < wide; ++v)                                           \
            {                                                                                   \
                a[c][v] += x[c] * WINDOW(T, w, v * numbers - c / scalars);                      \
            }                                                                                   \
            a[c][wide - 1] += x[c] * WINDOW(T, w_last, -(c / scalars));                         \
        }                                                                                       \
    }                                                                                           \
                                                                                                \
    FORCE void T##_##kind##_window(const fftc_direct_windows *s, const T *x, T *y, size_t at,   \
                                   size_t last, size_t put, const int wide)                     \
    {                                                                                           \
        T##_vector a[4][4] = {{{0}}};                                                           \
        const size_t pitch = FFTC_WINDOW_BYTES / sizeof(T);                                     \
        const T *w = (const T *)s->windows + (s->numbers - 1 + at) * pitch;                     \
        const T *w_last = w + last * pitch;                                                     \
        size_t left = scalars * s->numbers;                                                     \
        for (; left >= 4; left -= 4) {                                                          \
            T##_##kind##_step(a, x, w, w_last, 4, wide);                                        \
            x += 4;                                                                             \
            w -= 4 / scalars * pitch;                                                           \
            w_last -= 4 / scalars * pitch;                                                      \
        }                                                                                       \
        switch (left) {                                                                         \
        case 3: T##_##kind##_step(a, x, w, w_last, 3, wide); break;                             \
        case 2: T##_##kind##_step(a, x, w, w_last, 2, wide); break;                             \
        case 1: T##_##kind##_step(a, x, w, w_last, 1, wide); break;                             \
        default: break;                                                                         \
        }                                                                                       \
        UNROLL for (int v = 0; v < wide; ++v)                                                   \
        {                                                                                       \
            T##_vector sum = T##_##kind##_joined(a[0][v], a[1][v], a[2][v], a[3][v]);           \
            T *to = y + scalars * at + (v + 1 < wide ? (size_t)v * T##_LANES : scalars * last); \
            if (put < T##_LANES) {                                                              \
                T##_put(to, sum, put);                                                          \
            } else {                                                                            \
                *(T##_loose *)to = sum;                                                         \
            }                                                                                   \
        }                                                                                       \
    }                                                                                           \
                                                                                                \
    /* The last vector overlaps the one before, and makes the same sums again. */               \
    FORCE void T##_##kind##_signal(const fftc_direct_windows *s, const T *x, T *y)              \
    {                                                                                           \
        const size_t n = T##_LANES / scalars;                                                   \
        size_t at = 0;                                                                          \
        if (s->count < n) {                                                                     \
            T##_##kind##_window(s, x, y, 0, 0, scalars * s->count, 1);                          \
            return;                                                                             \
        }                                                                                       \
        for (; at + WIDE * n < s->count; at += WIDE * n) {                                      \
            T##_##kind##_window(s, x, y, at, (WIDE - 1) * n, T##_LANES, WIDE);                  \
        }                                                                                       \
        size_t last = s->count - n - at;                                                        \
        switch ((s->count - at + n - 1) / n) {                                                  \
        case 1: T##_##kind##_window(s, x, y, s->count - n, 0, T##_LANES, 1); break;             \
        case 2: T##_##kind##_window(s, x, y, at, last, T##_LANES, 2); break;                    \
        case 3: T##_##kind##_window(s, x, y, at, last, T##_LANES, WIDE < 3 ? WIDE : 3); break;  \
        default: T##_##kind##_window(s, x, y, at, last, T##_LANES, WIDE); break;                \
        }                                                                                       \
    }                                                                                           \
                                                                                                \
    static void T##_##kind##_windows(const fftc_direct_windows *s)                              \
    {                                                                                           \
        const char *x = s->x;                                                                   \
        char *y = s->y;                                                                         \
        for (size_t i = 0; i < s->signals; ++i, x += s->x_step, y += s->y_step) {               \
            T##_##kind##_signal(s, (const T *)(const void *)x, (T *)(void *)y);                 \
        }                                                                                       \
    }

#define JOINED(T)                                                                               \
    FORCE T##_vector T##_real_joined(T##_vector a, T##_vector b, T##_vector c, T##_vector d)    \
    {                                                                                           \
        return (a + b) + (c + d);                                                               \
    }                                                                                           \
    FORCE T##_vector T##_complex_joined(T##_vector a, T##_vector b, T##_vector c, T##_vector d) \
    {                                                                                           \
        return T##_complex_sum(a + c, b + d);                                                   \
    }

JOINED(float)
JOINED(double)
WINDOWS(float, real, 1)
WINDOWS(float, complex, 2)
WINDOWS(double, real, 1)
WINDOWS(double, complex, 2)
