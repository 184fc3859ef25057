/* SPDX-License-Identifier: MIT
 *
 * Products with the matrices of matrix.h, for one instruction set, precision and lane count.
 * Included by real.c.
 */
#include <stdint.h>
#ifdef __FMA__
#include <immintrin.h>
#endif

#include "cpu/real/matrix.h"

/* Arguments of a line, in order. */
#define MOST_ARGUMENTS FFTC_REAL_MATRIX_MOST

/* sum + x y with one rounding. Left to themselves, compilers fuse some of these and not others
 * (clang 14, instrumented). */
#if defined(__AVX512F__) && LANES == 16
#define FUSED(sum, x, y) _mm512_fmadd_ps((__m512)(x), (__m512)(y), (__m512)(sum))
#elif defined(__AVX512F__) && FFTC_PRECISION == 64 && LANES == 8
#define FUSED(sum, x, y) _mm512_fmadd_pd((__m512d)(x), (__m512d)(y), (__m512d)(sum))
#elif defined(__FMA__) && LANES == 8
#define FUSED(sum, x, y) _mm256_fmadd_ps((__m256)(x), (__m256)(y), (__m256)(sum))
#elif defined(__FMA__) && FFTC_PRECISION == 64 && LANES == 4
#define FUSED(sum, x, y) _mm256_fmadd_pd((__m256d)(x), (__m256d)(y), (__m256d)(sum))
#endif

/* A product and a sum, with one rounding where the translation unit may fuse. */
#ifdef FUSED
#define FUSES 1
FORCE fftc_real plus_multiple(fftc_real sum, fftc_scalar x, fftc_real y)
{
    return (fftc_real)FUSED(sum, x - (fftc_real){0}, y);
}
#else
#define FUSES 0
FORCE fftc_real plus_multiple(fftc_real sum, fftc_scalar x, fftc_real y)
{
    return sum + x * y;
}
#endif

#if LANES > 1
#include "cpu/engine/units/some_lanes.h"
#else
/* A vector of one lane is always whole. */
FORCE void some_store(fftc_scalar *x, fftc_real v, size_t count)
{
    (void)x, (void)v, (void)count;
}

FORCE fftc_real some_load(const fftc_scalar *x, size_t count)
{
    (void)count;
    return *x;
}
#endif

/* --- results of a line in the lanes ----------------------------------------------------------- */

/* Computes `vectors` vectors of the results of `lines` lines, from number `first` on. `beyond`: the
 * last vector may be stored as a whole. */
FORCE void row_block(const fftc_real_matrix *matrix, size_t pitch, const fftc_scalar *src,
                     size_t src_step, fftc_scalar *dst, size_t dst_step, size_t first,
                     const int lines, const int vectors, bool beyond)
{
    const fftc_scalar *entry = (const fftc_scalar *)matrix->entry + first;
    fftc_real sum[2][8];
    UNROLL for (int i = 0; i < lines * vectors; ++i)
    {
        sum[0][i] = sum[1][i] = (fftc_real){0};
    }
    const fftc_scalar *x = src;
    size_t next = 1 + matrix->gap;
    for (size_t j = 0; j + 1 < matrix->n; j += 2) {
        UNROLL for (int odd = 0; odd < 2; ++odd)
        {
            UNROLL for (int v = 0; v < vectors; ++v)
            {
                fftc_real factor = real_load(entry + v * LANES, 0);
                UNROLL for (int line = 0; line < lines; ++line)
                {
                    fftc_real *to = &sum[odd][line * vectors + v];
                    *to = plus_multiple(*to, x[(size_t)line * src_step], factor);
                }
            }
            entry += pitch;
            x += odd == 0 ? next : 1;
        }
        next = 1;
    }
    if (matrix->n % 2 != 0) {
        UNROLL for (int v = 0; v < vectors; ++v)
        {
            fftc_real factor = real_load(entry + v * LANES, 0);
            UNROLL for (int line = 0; line < lines; ++line)
            {
                fftc_real *to = &sum[0][line * vectors + v];
                *to = plus_multiple(*to, x[(size_t)line * src_step], factor);
            }
        }
    }
    size_t left = matrix->m - first;
    UNROLL for (int line = 0; line < lines; ++line)
    {
        UNROLL for (int v = 0; v < vectors; ++v)
        {
            fftc_real result = sum[0][line * vectors + v] + sum[1][line * vectors + v];
            fftc_scalar *to = dst + (size_t)line * dst_step + first + v * LANES;
            if (beyond || left >= (size_t)(v + 1) * LANES) {
                real_store(to, result, 0);
            } else {
                some_store(to, result, left - (size_t)v * LANES);
            }
        }
    }
}

FORCE void put_ends(const fftc_real_matrix *matrix, fftc_scalar *dst, size_t dst_step,
                    const int lines)
{
    UNROLL for (int line = 0; line < lines; ++line)
    {
        fftc_scalar *to = dst + (size_t)line * dst_step;
        to[matrix->m] = to[1];
        to[matrix->m + 1] = to[1] = 0;
    }
}

/* For more results than there are registers: from a copy, since dst may be src. */
FORCE void long_row(const fftc_real_matrix *matrix, const fftc_scalar *src, fftc_scalar *dst,
                    bool beyond)
{
    fftc_scalar copy[MOST_ARGUMENTS + 1];
    size_t first = 0;
    memcpy(copy, src, (matrix->n + matrix->gap) * sizeof *copy);
    for (; first + 4 * LANES <= matrix->pitch; first += 4 * LANES) {
        row_block(matrix, matrix->pitch, copy, 0, dst, 0, first, 1, 4, beyond);
    }
    for (; first < matrix->pitch; first += LANES) {
        row_block(matrix, matrix->pitch, copy, 0, dst, 0, first, 1, 1, beyond);
    }
    if (matrix->ends) {
        put_ends(matrix, dst, 0, 1);
    }
}

FORCE void some_rows(const fftc_real_matrix *matrix, const fftc_scalar *src, size_t src_step,
                     fftc_scalar *dst, size_t dst_step, const int lines, const int vectors,
                     bool beyond)
{
    row_block(matrix, (size_t)vectors * LANES, src, src_step, dst, dst_step, 0, lines, vectors,
              beyond);
    if (matrix->ends) {
        put_ends(matrix, dst, dst_step, lines);
    }
}

/* A function of its own, so that a row of one vector is done without saving registers for this. */
static __attribute__((noinline)) void several_vectors(const fftc_real_matrix *matrix,
                                                      const fftc_scalar *src, fftc_scalar *dst,
                                                      bool beyond)
{
    switch (matrix->pitch / LANES) {
    case 2: some_rows(matrix, src, 0, dst, 0, 1, 2, beyond); break;
    case 3: some_rows(matrix, src, 0, dst, 0, 1, 3, beyond); break;
    case 4: some_rows(matrix, src, 0, dst, 0, 1, 4, beyond); break;
    default: long_row(matrix, src, dst, beyond);
    }
}

static void multiply_row(const fftc_real_matrix *matrix, const void *src, void *dst)
{
    const fftc_scalar *from = (const fftc_scalar *)src;
    fftc_scalar *to = (fftc_scalar *)dst;
    if (matrix->pitch == LANES) {
        some_rows(matrix, from, 0, to, 0, 1, 1, false);
    } else {
        several_vectors(matrix, from, to, false);
    }
}

/* Whether results follow each other without gaps, away from the arguments. So what lies behind a
 * line's results is of the lines after it, which are stored later. */
FORCE bool is_packed(const fftc_real_matrix *matrix, const fftc_scalar *src, size_t src_step,
                     const fftc_scalar *dst, size_t dst_step, size_t lines)
{
    const fftc_scalar *src_end = src + (lines - 1) * src_step + matrix->n + matrix->gap;
    const fftc_scalar *dst_end = dst + lines * dst_step;
    return dst_step == matrix->m + (matrix->ends ? 2 : 0) &&
           ((uintptr_t)dst_end <= (uintptr_t)src || (uintptr_t)src_end <= (uintptr_t)dst);
}

/* How many of these lines may store whole vectors. Parts of vectors take longer, and processors
 * that load from them wait. */
FORCE size_t lines_beyond(const fftc_real_matrix *matrix, const fftc_scalar *src, size_t src_step,
                          const fftc_scalar *dst, size_t dst_step, size_t lines)
{
    return lines >= matrix->covered && is_packed(matrix, src, src_step, dst, dst_step, lines)
               ? lines - matrix->covered + 1
               : 0;
}

/* Lines from `line` to `end`, but for those that make no whole group; returns the first that is not
 * done. */
FORCE size_t groups_of_rows(const fftc_real_matrix *matrix, const fftc_scalar *src, size_t src_step,
                            fftc_scalar *dst, size_t dst_step, size_t line, size_t end, bool beyond)
{
    size_t vectors = matrix->pitch / LANES;
    for (; vectors == 1 && line + 4 <= end; line += 4) {
        some_rows(matrix, src + line * src_step, src_step, dst + line * dst_step, dst_step, 4, 1,
                  beyond);
    }
    for (; vectors == 2 && line + 2 <= end; line += 2) {
        some_rows(matrix, src + line * src_step, src_step, dst + line * dst_step, dst_step, 2, 2,
                  beyond);
    }
    for (; vectors > 2 && line < end; ++line) {
        several_vectors(matrix, src + line * src_step, dst + line * dst_step, beyond);
    }
    return line;
}

/* A function of its own: inlined into its caller it takes up to a fifth longer, since less is kept
 * in registers. */
static __attribute__((noinline)) void rows_alone(const fftc_real_matrix *matrix,
                                                 const fftc_scalar *src, size_t src_step,
                                                 fftc_scalar *dst, size_t dst_step, size_t lines)
{
    size_t beyond = lines_beyond(matrix, src, src_step, dst, dst_step, lines);
    size_t line = groups_of_rows(matrix, src, src_step, dst, dst_step, 0, beyond, true);
    line = groups_of_rows(matrix, src, src_step, dst, dst_step, line, lines, false);
    for (; line < lines; ++line) {
        multiply_row(matrix, src + line * src_step, dst + line * dst_step);
    }
}

static void multiply_rows(const fftc_real_matrix *matrix, const void *src, size_t src_step,
                          void *dst, size_t dst_step, size_t lines)
{
    const fftc_scalar *from = (const fftc_scalar *)src;
    fftc_scalar *to = (fftc_scalar *)dst;
    const fftc_real_matrix_group *group = &matrix->group;
    if (group->engine != NULL && lines >= group->least && src_step == group->src_step &&
        is_packed(matrix, from, src_step, to, dst_step, lines)) {
        size_t done = group->engine->multiply_groups(matrix, src, dst, lines);
        from += done * src_step;
        to += done * dst_step;
        lines -= done;
    }
    if (lines > 0) {
        rows_alone(matrix, from, src_step, to, dst_step, lines);
    }
}

/* --- several lines in the lanes --------------------------------------------------------------- */

/* The numbers of one vector, or of two, that the indices name. */
#if defined(__AVX512F__) && LANES == 16
#define CAN_PERMUTE 1
FORCE fftc_real permuted(const fftc_scalar *index, fftc_real x, fftc_real y, const bool two)
{
    const __m512i i = _mm512_loadu_si512(index);
    return (fftc_real)(two ? _mm512_permutex2var_ps((__m512)x, i, (__m512)y)
                           : _mm512_permutexvar_ps(i, (__m512)x));
}
#elif defined(__AVX512F__) && FFTC_PRECISION == 64 && LANES == 8
#define CAN_PERMUTE 1
FORCE fftc_real permuted(const fftc_scalar *index, fftc_real x, fftc_real y, const bool two)
{
    const __m512i i = _mm512_loadu_si512(index);
    return (fftc_real)(two ? _mm512_permutex2var_pd((__m512d)x, i, (__m512d)y)
                           : _mm512_permutexvar_pd(i, (__m512d)x));
}
#elif defined(__AVX2__) && FFTC_PRECISION == 32 && LANES == 8
#define CAN_PERMUTE 1
FORCE fftc_real permuted(const fftc_scalar *index, fftc_real x, fftc_real y, const bool two)
{
    const __m256i i = _mm256_loadu_si256((const __m256i *)(const void *)index);
    const __m256 first = _mm256_permutevar8x32_ps((__m256)x, i);
    if (!two) {
        return (fftc_real)first;
    }
    const __m256 second = _mm256_permutevar8x32_ps((__m256)y, i);
    return (fftc_real)_mm256_blendv_ps(first, second, (__m256)_mm256_slli_epi32(i, 28));
}
#else
#define CAN_PERMUTE 0
#endif

#if CAN_PERMUTE
FORCE fftc_real plus_product(fftc_real sum, fftc_real x, fftc_real y, const bool fused)
{
    return fused ? (fftc_real)FUSED(sum, x, y) : sum + rounded_product(x, y);
}

/* The results of `vectors` groups of lines, x[0] and x[1] their arguments, to x[0]. */
FORCE void group_results(const fftc_real_matrix *matrix, fftc_real x[2][4], const int vectors,
                         const bool two, const bool fused)
{
    const fftc_scalar *factor = (const fftc_scalar *)matrix->group.factor;
    const fftc_scalar *index = (const fftc_scalar *)matrix->group.index;
    fftc_real sum[2][4];
    UNROLL for (int v = 0; v < vectors; ++v)
    {
        sum[0][v] = sum[1][v] = (fftc_real){0};
    }
    for (size_t j = 0; j < matrix->n; j += 2) {
        UNROLL for (int odd = 0; odd < 2; ++odd)
        {
            if (odd == 0 || j + 1 < matrix->n) {
                UNROLL for (int v = 0; v < vectors; ++v)
                {
                    const fftc_real argument = permuted(index, x[0][v], x[1][v], two);
                    sum[odd][v] = plus_product(sum[odd][v], argument, real_load(factor, 0), fused);
                }
                factor += LANES;
                index += LANES;
            }
        }
    }
    UNROLL for (int v = 0; v < vectors; ++v)
    {
        x[0][v] = sum[0][v] + sum[1][v];
    }
}

FORCE void whole_groups(const fftc_real_matrix *matrix, const fftc_scalar *src, fftc_scalar *dst,
                        const int vectors, const bool two, const bool fused)
{
    const size_t in = matrix->group.lines * matrix->group.src_step;
    const size_t out = matrix->group.lines * matrix->m;
    fftc_real x[2][4];
    UNROLL for (int v = 0; v < vectors; ++v)
    {
        x[0][v] = x[1][v] = real_load(src + (size_t)v * in, 0);
        if (two) {
            x[1][v] = real_load(src + (size_t)v * in + LANES, 0);
        }
    }
    group_results(matrix, x, vectors, two, fused);
    UNROLL for (int v = 0; v < vectors; ++v)
    {
        real_store(dst + (size_t)v * out, x[0][v], 0);
    }
}

#ifdef __AVX512VL__
/* Transforms at most a group of lines, in parts of vectors. */
FORCE void part_of_group(const fftc_real_matrix *matrix, const fftc_scalar *src, fftc_scalar *dst,
                         size_t lines, const bool two, const bool fused)
{
    const size_t in = (lines - 1) * matrix->group.src_step + matrix->n + matrix->gap;
    fftc_real x[2][4];
    x[0][0] = x[1][0] = some_load(src, in < LANES ? in : LANES);
    if (two) {
        x[1][0] = some_load(src + LANES, in < LANES ? 0 : in - LANES);
    }
    group_results(matrix, x, 1, two, fused);
    some_store(dst, x[0][0], lines * matrix->m);
}
#endif

/* Transforms groups in whole vectors as long as they lie within the lines; then in parts of
 * vectors, where masks cost nothing. */
FORCE size_t groups_of_lines(const fftc_real_matrix *matrix, const void *src, void *dst,
                             size_t lines, const bool two, const bool fused)
{
    const size_t each = matrix->group.lines;
    const size_t in = matrix->group.src_step;
    const size_t out = matrix->m;
    const fftc_scalar *from = (const fftc_scalar *)src;
    fftc_scalar *to = (fftc_scalar *)dst;
    size_t line = 0;
    for (; line + 3 * each + matrix->group.covered <= lines; line += 4 * each) {
        whole_groups(matrix, from + line * in, to + line * out, 4, two, fused);
    }
    for (; line + matrix->group.covered <= lines; line += each) {
        whole_groups(matrix, from + line * in, to + line * out, 1, two, fused);
    }
#ifdef __AVX512VL__
    for (; line < lines; line += each) {
        const size_t left = lines - line < each ? lines - line : each;
        part_of_group(matrix, from + line * in, to + line * out, left, two, fused);
    }
    return lines;
#else
    return line;
#endif
}

static size_t multiply_groups(const fftc_real_matrix *matrix, const void *src, void *dst,
                              size_t lines)
{
    const fftc_real_matrix_group *g = &matrix->group;
    if (g->two) {
        return g->fused ? groups_of_lines(matrix, src, dst, lines, true, true)
                        : groups_of_lines(matrix, src, dst, lines, true, false);
    }
    return g->fused ? groups_of_lines(matrix, src, dst, lines, false, true)
                    : groups_of_lines(matrix, src, dst, lines, false, false);
}
#endif

/* --- neighbouring lines in the lanes ---------------------------------------------------------- */

/* Results k .. k + results - 1 of a vector of lines. */
FORCE void column_block(const fftc_real_matrix *matrix, const fftc_real *x, fftc_real *y, size_t k,
                        const int results)
{
    const fftc_scalar *entry = (const fftc_scalar *)matrix->entry + k;
    fftc_real sum[2][4];
    UNROLL for (int i = 0; i < results; ++i)
    {
        sum[0][i] = sum[1][i] = (fftc_real){0};
    }
    size_t j = 0;
    for (; j + 1 < matrix->n; j += 2) {
        UNROLL for (int i = 0; i < results; ++i)
        {
            sum[0][i] = plus_multiple(sum[0][i], entry[i], x[j]);
            sum[1][i] = plus_multiple(sum[1][i], entry[matrix->pitch + (size_t)i], x[j + 1]);
        }
        entry += 2 * matrix->pitch;
    }
    UNROLL for (int i = 0; i < results; ++i)
    {
        if (j < matrix->n) {
            sum[0][i] = plus_multiple(sum[0][i], entry[i], x[j]);
        }
        y[k + (size_t)i] = sum[0][i] + sum[1][i];
    }
}

/* Transforms lines side by side. There are as many results as arguments. */
static void multiply_columns(const fftc_real_matrix *matrix, const void *src, size_t src_stride,
                             void *dst, size_t dst_stride, size_t lines)
{
    const fftc_scalar *from = (const fftc_scalar *)src;
    fftc_scalar *to = (fftc_scalar *)dst;
    size_t n = matrix->n;
    fftc_real x[MOST_ARGUMENTS];
    fftc_real y[MOST_ARGUMENTS];
    for (size_t line = 0; line < lines; line += LANES) {
        size_t left = lines - line;
        size_t k = 0;
        for (size_t j = 0; j < n; ++j) {
            const fftc_scalar *row = from + j * src_stride + line;
            x[j] = left >= LANES ? real_load(row, 0) : some_load(row, left);
        }
        for (; k + 4 <= n; k += 4) {
            column_block(matrix, x, y, k, 4);
        }
        for (; k < n; ++k) {
            column_block(matrix, x, y, k, 1);
        }
        for (k = 0; k < n; ++k) {
            fftc_scalar *row = to + k * dst_stride + line;
            if (left >= LANES) {
                real_store(row, y[k], 0);
            } else {
                some_store(row, y[k], left);
            }
        }
    }
}
