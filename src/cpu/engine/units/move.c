/* SPDX-License-Identifier: MIT
 *
 * move.h for one instruction set, which ENGINE_ISA names: a unit without precision or lanes.
 */
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "cpu/cache_line.h"
#include "cpu/engine/move.h"
#include "cpu/engine/units/unroll.h"

#if defined(__AVX512F__)
#define BYTES 64
#elif defined(__AVX2__)
#define BYTES 32
#else
#define BYTES 16
#endif

typedef uint32_t words_4 __attribute__((vector_size(BYTES)));
typedef uint64_t words_8 __attribute__((vector_size(BYTES)));
typedef words_4 loose_4 __attribute__((aligned(4), may_alias));
typedef words_8 loose_8 __attribute__((aligned(4), may_alias));

/* A step of a transposition of vectors of `count` words, `parts` to an item, on two rows `step`
 * apart: items whose place has bit `step` change places with those of the other row that don't have
 * it. Result: the first row or the second. */
#ifdef __clang__
#define SHUFFLED(a, b, index, count)                                          \
    UNROLL for (int i = 0; i < (count); ++i)                                  \
    {                                                                         \
        c[i] = (int)index[i] < (count) ? a[index[i]] : b[index[i] - (count)]; \
    }
#else
#define SHUFFLED(a, b, index, count) c = __builtin_shuffle(a, b, index);
#endif

#define STEPPED(name, vector, count)                                                         \
    FORCE vector name(vector a, vector b, const int step, const int parts, const int second) \
    {                                                                                        \
        vector index;                                                                        \
        vector c;                                                                            \
        UNROLL for (int i = 0; i < (count); ++i)                                             \
        {                                                                                    \
            int p = i / parts;                                                               \
            int from = (p & step) != 0 ? (count) / parts + p - (second ? 0 : step)           \
                                       : p + (second ? step : 0);                            \
            index[i] = (unsigned)(parts * from + i % parts);                                 \
        }                                                                                    \
        SHUFFLED(a, b, index, count)                                                         \
        return c;                                                                            \
    }
STEPPED(stepped_4, words_4, BYTES / 4)
STEPPED(stepped_8, words_8, BYTES / 8)

/* Transposes a square of as many rows and items as a vector has, then matrices of at least one
 * square: the last squares overlap those before them, and write the same again. */
#define TRANSPOSE(bytes, vector, loose, stepped, parts)                                           \
    enum { SIDE_##bytes = BYTES / bytes };                                                        \
    FORCE void square_##bytes(const char *src, size_t src_pitch, char *dst, size_t dst_pitch)     \
    {                                                                                             \
        vector v[SIDE_##bytes];                                                                   \
        UNROLL for (int i = 0; i < SIDE_##bytes; ++i)                                             \
        {                                                                                         \
            v[i] = *(const loose *)(src + (size_t)i * src_pitch);                                 \
        }                                                                                         \
        UNROLL for (int log2 = 0; log2 < 4; ++log2)                                               \
        {                                                                                         \
            const int step = 1 << log2;                                                           \
            UNROLL for (int i = 0; i < SIDE_##bytes; ++i)                                         \
            {                                                                                     \
                if (step < SIDE_##bytes && (i & step) == 0) {                                     \
                    vector first = stepped(v[i], v[i + step], step, parts, 0);                    \
                    v[i + step] = stepped(v[i], v[i + step], step, parts, 1);                     \
                    v[i] = first;                                                                 \
                }                                                                                 \
            }                                                                                     \
        }                                                                                         \
        UNROLL for (int i = 0; i < SIDE_##bytes; ++i)                                             \
        {                                                                                         \
            *(loose *)(dst + (size_t)i * dst_pitch) = v[i];                                       \
        }                                                                                         \
    }                                                                                             \
                                                                                                  \
    static void transpose_##bytes(const void *src, size_t src_pitch, void *dst, size_t dst_pitch, \
                                  size_t rows, size_t columns)                                    \
    {                                                                                             \
        const char *from = (const char *)src;                                                     \
        char *to = (char *)dst;                                                                   \
        if (rows < SIDE_##bytes || columns < SIDE_##bytes) {                                      \
            for (size_t r = 0; r < rows; ++r) {                                                   \
                for (size_t c = 0; c < columns; ++c) {                                            \
                    memcpy(to + c * dst_pitch + r * (bytes), from + r * src_pitch + c * (bytes),  \
                           (bytes));                                                              \
                }                                                                                 \
            }                                                                                     \
            return;                                                                               \
        }                                                                                         \
        for (size_t c = 0; c < columns; c += SIDE_##bytes) {                                      \
            size_t column = c + SIDE_##bytes <= columns ? c : columns - SIDE_##bytes;             \
            for (size_t r = 0; r < rows; r += SIDE_##bytes) {                                     \
                size_t row = r + SIDE_##bytes <= rows ? r : rows - SIDE_##bytes;                  \
                square_##bytes(from + row * src_pitch + column * (bytes), src_pitch,              \
                               to + column * dst_pitch + row * (bytes), dst_pitch);               \
            }                                                                                     \
        }                                                                                         \
    }
TRANSPOSE(4, words_4, loose_4, stepped_4, 1)
TRANSPOSE(8, words_8, loose_8, stepped_8, 1)
TRANSPOSE(16, words_8, loose_8, stepped_8, 2)

#ifdef __SSE2__

/* Writes whole cache lines: if one were written in parts, the processor would have to read the
 * rest. */
FORCE void stream_line(const char *src, char *dst)
{
#if defined(__AVX512F__)
    _mm512_stream_si512((__m512i *)dst, _mm512_loadu_si512(src));
#elif defined(__AVX2__)
    for (int i = 0; i < FFTC_CACHE_LINE; i += 32) {
        _mm256_stream_si256((__m256i *)(dst + i), _mm256_loadu_si256((const __m256i_u *)(src + i)));
    }
#else
    for (int i = 0; i < FFTC_CACHE_LINE; i += 16) {
        _mm_stream_si128((__m128i *)(dst + i), _mm_loadu_si128((const __m128i_u *)(src + i)));
    }
#endif
}

static void stream(const void *src, void *dst, size_t bytes)
{
    const char *from = (const char *)src;
    char *to = (char *)dst;
    size_t head = fftc_cache_lines(fftc_cache_line_before(to)) - fftc_cache_line_before(to);
    size_t i = head < bytes ? head : bytes;
    if (i > 0) {
        memcpy(to, from, i);
    }
    for (; i + FFTC_CACHE_LINE <= bytes; i += FFTC_CACHE_LINE) {
        stream_line(from + i, to + i);
    }
    if (i < bytes) {
        memcpy(to + i, from + i, bytes - i);
    }
}

static void settle(void)
{
    _mm_sfence();
}

#define STREAM stream
#define SETTLE settle
#else
#define STREAM NULL
#define SETTLE NULL
#endif

#define OBJECT_(isa) fftc_move_##isa
#define OBJECT(isa) OBJECT_(isa)

extern const fftc_move OBJECT(ENGINE_ISA);
const fftc_move OBJECT(ENGINE_ISA) = {transpose_4, transpose_8, transpose_16, STREAM, SETTLE};
