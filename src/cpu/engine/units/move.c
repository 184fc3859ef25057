/* SPDX-License-Identifier: MIT
 *
 * move.h for one instruction set, which ENGINE_ISA names: a unit without precision or lanes.
 */
#include <stdbool.h>
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

/* --- squares ---------------------------------------------------------------------------------- */

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

/* Matrices of items of `bytes` bytes, in vectors of `width` bytes of words as large as `word`. A
 * square has as many rows and items as a vector has items. The last squares of a matrix overlap
 * those before them, and write the same again. */
#define SQUARES(bytes, word, width, parts)                                                      \
    typedef word vector_##bytes##_##width __attribute__((vector_size(width)));                  \
    typedef vector_##bytes##_##width loose_##bytes##_##width                                    \
        __attribute__((aligned(4), may_alias));                                                 \
    enum { SIDE_##bytes##_##width = (width) / (bytes) };                                        \
    STEPPED(stepped_##bytes##_##width, vector_##bytes##_##width, (int)((width) / sizeof(word))) \
    FORCE void square_##bytes##_##width(const char *src, size_t src_pitch, char *dst,           \
                                        size_t dst_pitch)                                       \
    {                                                                                           \
        enum { SIDE = SIDE_##bytes##_##width };                                                 \
        vector_##bytes##_##width v[SIDE];                                                       \
        UNROLL for (int i = 0; i < SIDE; ++i)                                                   \
        {                                                                                       \
            v[i] = *(const loose_##bytes##_##width *)(src + (size_t)i * src_pitch);             \
        }                                                                                       \
        UNROLL for (int log2 = 0; log2 < 4; ++log2)                                             \
        {                                                                                       \
            const int step = 1 << log2;                                                         \
            UNROLL for (int i = 0; i < SIDE; ++i)                                               \
            {                                                                                   \
                if (step < SIDE && (i & step) == 0) {                                           \
                    vector_##bytes##_##width first =                                            \
                        stepped_##bytes##_##width(v[i], v[i + step], step, parts, 0);           \
                    v[i + step] = stepped_##bytes##_##width(v[i], v[i + step], step, parts, 1); \
                    v[i] = first;                                                               \
                }                                                                               \
            }                                                                                   \
        }                                                                                       \
        UNROLL for (int i = 0; i < SIDE; ++i)                                                   \
        {                                                                                       \
            *(loose_##bytes##_##width *)(dst + (size_t)i * dst_pitch) = v[i];                   \
        }                                                                                       \
    }                                                                                           \
                                                                                                \
    /* False if the matrix is smaller than a square. */                                         \
    FORCE bool squares_##bytes##_##width(const char *src, size_t src_pitch, char *dst,          \
                                         size_t dst_pitch, size_t rows, size_t columns)         \
    {                                                                                           \
        enum { SIDE = SIDE_##bytes##_##width };                                                 \
        if (SIDE < 2 || rows < SIDE || columns < SIDE) {                                        \
            return false;                                                                       \
        }                                                                                       \
        for (size_t c = 0; c < columns; c += SIDE) {                                            \
            size_t column = c + SIDE <= columns ? c : columns - SIDE;                           \
            for (size_t r = 0; r < rows; r += SIDE) {                                           \
                size_t row = r + SIDE <= rows ? r : rows - SIDE;                                \
                square_##bytes##_##width(src + row * src_pitch + column * (bytes), src_pitch,   \
                                         dst + column * dst_pitch + row * (bytes), dst_pitch);  \
            }                                                                                   \
        }                                                                                       \
        return true;                                                                            \
    }

#if BYTES >= 64
#define WIDTH_64(bytes, word, parts) SQUARES(bytes, word, 64, parts)
#define TRY_64(bytes) squares_##bytes##_64(from, src_pitch, to, dst_pitch, rows, columns) ||
#else
#define WIDTH_64(bytes, word, parts)
#define TRY_64(bytes)
#endif
#if BYTES >= 32
#define WIDTH_32(bytes, word, parts) SQUARES(bytes, word, 32, parts)
#define TRY_32(bytes) squares_##bytes##_32(from, src_pitch, to, dst_pitch, rows, columns) ||
#else
#define WIDTH_32(bytes, word, parts)
#define TRY_32(bytes)
#endif

/* --- two or three lines side by side ---------------------------------------------------------- */

#if BYTES >= 32

/* So many lines of `count` items of `item` words each. On one side they lie side by side, item i of
 * line k being item i * lines + k; on the other side, line k begins at k * pitch bytes. */
typedef struct side_by_side {
    size_t lines;
    size_t count;
    size_t pitch;
    unsigned item;
} side_by_side;

enum { MOST_LINES = 3, WORDS = BYTES / 4 };
typedef uint32_t words __attribute__((vector_size(BYTES)));
typedef int32_t signs __attribute__((vector_size(BYTES)));
typedef words loose_words __attribute__((aligned(4), may_alias));

#if BYTES == 64
typedef __mmask16 chosen;
#define EACH_WORD                                            \
    {                                                        \
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 \
    }

FORCE chosen chosen_where(words a, words b)
{
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b);
}

/* y, but words of x, by their places, where they are chosen. */
FORCE words gathered(words y, chosen where, words places, words x)
{
    return (words)_mm512_mask_permutexvar_epi32((__m512i)y, where, (__m512i)places, (__m512i)x);
}
#else
typedef words chosen;
#define EACH_WORD              \
    {                          \
        0, 1, 2, 3, 4, 5, 6, 7 \
    }

FORCE chosen chosen_where(words a, words b)
{
    return (words)(a == b);
}

FORCE words gathered(words y, chosen where, words places, words x)
{
    const __m256i moved = _mm256_permutevar8x32_epi32((__m256i)x, (__m256i)places);
    return (words)_mm256_blendv_epi8((__m256i)y, moved, (__m256i)where);
}
#endif

/* How vectors are made of as many: word w of vector a is word places[a][w] of the vector b for
 * which from[a][b] chooses it. */
typedef struct shuffling {
    words places[MOST_LINES];
    chosen from[MOST_LINES][MOST_LINES];
} shuffling;

/* `apart`: from lines side by side to lines that are contiguous; else back. */
FORCE void shuffling_make(shuffling *s, const unsigned lines, unsigned item, const bool apart)
{
    const words each = EACH_WORD;
    const unsigned shift = item / 2; /* items have 1, 2 or 4 words */
    const words part = each & (item - 1);
    UNROLL for (unsigned a = 0; a < lines; ++a)
    {
        words vector;
        words place;
        if (apart) {
            place = (((each >> shift) * lines + a) << shift) + part;
            vector = place / WORDS;
        } else {
            const words number = (each + a * WORDS) >> shift;
            const words row = (number * (65536 / lines + 1)) >> 16; /* number / lines */
            vector = number - row * lines;
            place = (row << shift) + part;
        }
        s->places[a] = place & (WORDS - 1);
        UNROLL for (unsigned b = 0; b < lines; ++b)
        {
            s->from[a][b] = chosen_where(vector, (words){0} + b);
        }
    }
}

/* Shuffles so many vectors of src, `src_pitch` bytes apart, to as many of dst. */
FORCE void shuffle_vectors(const shuffling *s, const unsigned lines, const char *src,
                           size_t src_pitch, char *dst, size_t dst_pitch)
{
    words x[MOST_LINES];
    UNROLL for (unsigned b = 0; b < lines; ++b)
    {
        x[b] = *(const loose_words *)(src + b * src_pitch);
    }
    UNROLL for (unsigned a = 0; a < lines; ++a)
    {
        words y = x[0];
        UNROLL for (unsigned b = 0; b < lines; ++b)
        {
            y = gathered(y, s->from[a][b], s->places[a], x[b]);
        }
        *(loose_words *)(dst + a * dst_pitch) = y;
    }
}

/* The last vectors overlap those before them, and write the same again. */
FORCE void run_side_by_side(const side_by_side *l, const char *src, char *dst, const bool apart,
                            const unsigned lines)
{
    const size_t whole = WORDS / l->item;
    shuffling s;
    shuffling_make(&s, lines, l->item, apart);
    for (size_t i = 0; i < l->count; i += whole) {
        const size_t at = (i + whole <= l->count ? i : l->count - whole) * l->item * 4;
        if (apart) {
            shuffle_vectors(&s, lines, src + at * lines, BYTES, dst + at, l->pitch);
        } else {
            shuffle_vectors(&s, lines, src + at, l->pitch, dst + at * lines, BYTES);
        }
    }
}

static __attribute__((noinline)) void take_apart(const side_by_side *l, const char *src, char *dst)
{
    l->lines == 2 ? run_side_by_side(l, src, dst, true, 2) : run_side_by_side(l, src, dst, true, 3);
}

static __attribute__((noinline)) void put_together(const side_by_side *l, const char *src,
                                                   char *dst)
{
    l->lines == 2 ? run_side_by_side(l, src, dst, false, 2)
                  : run_side_by_side(l, src, dst, false, 3);
}

FORCE bool are_few(size_t lines, size_t count, const size_t bytes)
{
    return lines >= 2 && lines <= MOST_LINES && count >= BYTES / bytes;
}

/* Transposes a matrix that is two or three lines side by side on one side, in a third of the time
 * that squares take; those are better from four lines on. False if it is none, or so short that it
 * fills no vector. */
FORCE bool few_lines(const char *src, size_t src_pitch, char *dst, size_t dst_pitch, size_t rows,
                     size_t columns, const size_t bytes)
{
    if (are_few(columns, rows, bytes) && src_pitch == columns * bytes) {
        take_apart(&(side_by_side){columns, rows, dst_pitch, (unsigned)bytes / 4}, src, dst);
        return true;
    }
    if (are_few(rows, columns, bytes) && dst_pitch == rows * bytes) {
        put_together(&(side_by_side){rows, columns, src_pitch, (unsigned)bytes / 4}, src, dst);
        return true;
    }
    return false;
}

#else
#define few_lines(src, src_pitch, dst, dst_pitch, rows, columns, bytes) false
#endif

/* --- any matrix ------------------------------------------------------------------------------- */

#define TRANSPOSE(bytes, word, parts)                                                             \
    WIDTH_64(bytes, word, parts)                                                                  \
    WIDTH_32(bytes, word, parts)                                                                  \
    SQUARES(bytes, word, 16, parts)                                                               \
    static void transpose_##bytes(const void *src, size_t src_pitch, void *dst, size_t dst_pitch, \
                                  size_t rows, size_t columns)                                    \
    {                                                                                             \
        const char *from = (const char *)src;                                                     \
        char *to = (char *)dst;                                                                   \
        if (few_lines(from, src_pitch, to, dst_pitch, rows, columns, bytes) ||                    \
            TRY_64(bytes) TRY_32(bytes)                                                           \
                squares_##bytes##_16(from, src_pitch, to, dst_pitch, rows, columns)) {            \
            return;                                                                               \
        }                                                                                         \
        for (size_t r = 0; r < rows; ++r) {                                                       \
            for (size_t c = 0; c < columns; ++c) {                                                \
                memcpy(to + c * dst_pitch + r * (bytes), from + r * src_pitch + c * (bytes),      \
                       (bytes));                                                                  \
            }                                                                                     \
        }                                                                                         \
    }
TRANSPOSE(4, uint32_t, 1)
TRANSPOSE(8, uint64_t, 1)
TRANSPOSE(16, uint64_t, 2)

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
