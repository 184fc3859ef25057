/* SPDX-License-Identifier: MIT
 *
 * Short lines of real numbers, one in each lane: a translation unit, as those of the engine
 * (cpu/engine/units/engine.c). Vectors of 256 bits, or of one number for lines that are alone.
 *
 * The codelets are those of complex numbers. To half spectra, imaginary parts are the constant 0
 * and half of the results are not used; from half spectra, the other half are the conjugates of
 * what there is, and imaginary parts are not used. What is the conjugate of something else is left
 * out in codelet_line_tmpl.h; the compiler drops the rest of what is not needed (-fno-signed-zeros
 * -ffinite-math-only, CMakeLists.txt).
 */
#if FFTC_LANES > 1
#include <immintrin.h>
#endif
#include <stdint.h>

#include "cpu/engine/units/codelets.h"
#include "cpu/engine/units/strided.h"
#include "cpu/real/codelet_lines.h"

/* clang-format off */
#include "cpu/engine/units/vector_tmpl.h"
/* clang-format on */

/* Unrolls loops over the numbers of a line. */
#ifdef __clang__
#define UNROLL_LINE _Pragma("unroll 46")
#else
#define UNROLL_LINE _Pragma("GCC unroll 46")
#endif

/* Where the lines of a vector are. Lanes without a line of their own repeat the last one, which is
 * written again with the same numbers. */
typedef struct places {
    fftc_scalar *line[LANES];
} places;

/* Lines that are `step` scalars apart; `known` says that this is a constant. */
FORCE places places_at(const void *first, size_t step, size_t lines, const int known)
{
    places at;
    fftc_scalar *line = (fftc_scalar *)(uintptr_t)first;
    UNROLL for (size_t i = 0; i < LANES; ++i)
    {
        at.line[i] = line;
        if (!known) {
            FFTC_OPAQUE(at.line[i]);
        }
        line += i + 1 < lines ? step : 0;
    }
    return at;
}

#if LANES == 1

FORCE void bring(places at, fftc_real *x, const int count)
{
    UNROLL_LINE for (int q = 0; q < count; ++q) x[q] = at.line[0][q];
}

FORCE void put(places at, const fftc_real *x, const int count)
{
    UNROLL_LINE for (int q = 0; q < count; ++q) at.line[0][q] = x[q];
}

#else

/* Numbers q .. q + LANES - 1 of the lines, each as a vector. */
FORCE void bring_block(places at, const int q, fftc_real *x)
{
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        x[i] = *(const unaligned_real *)(at.line[i] + q);
    }
    transpose(x);
}

FORCE void put_block(places at, const int q, const fftc_real *x)
{
    fftc_real y[LANES];
    UNROLL for (int i = 0; i < LANES; ++i) y[i] = x[i];
    transpose(y);
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        *(unaligned_real *)(at.line[i] + q) = y[i];
    }
}

#if FFTC_PRECISION == 64
FORCE void put_two(places at, const int q, const fftc_real *x)
{
    __m256d even = _mm256_unpacklo_pd((__m256d)x[0], (__m256d)x[1]);
    __m256d odd = _mm256_unpackhi_pd((__m256d)x[0], (__m256d)x[1]);
    _mm_storeu_pd(at.line[0] + q, _mm256_castpd256_pd128(even));
    _mm_storeu_pd(at.line[1] + q, _mm256_castpd256_pd128(odd));
    _mm_storeu_pd(at.line[2] + q, _mm256_extractf128_pd(even, 1));
    _mm_storeu_pd(at.line[3] + q, _mm256_extractf128_pd(odd, 1));
}
#else
FORCE void put_pairs(places at, const int q, const int line, __m128 pairs)
{
    _mm_storel_pi((__m64 *)(void *)(at.line[line] + q), pairs);
    _mm_storeh_pi((__m64 *)(void *)(at.line[line + 1] + q), pairs);
}

FORCE void put_two(places at, const int q, const fftc_real *x)
{
    __m256 low = _mm256_unpacklo_ps((__m256)x[0], (__m256)x[1]);
    __m256 high = _mm256_unpackhi_ps((__m256)x[0], (__m256)x[1]);
    put_pairs(at, q, 0, _mm256_castps256_ps128(low));
    put_pairs(at, q, 2, _mm256_castps256_ps128(high));
    put_pairs(at, q, 4, _mm256_extractf128_ps(low, 1));
    put_pairs(at, q, 6, _mm256_extractf128_ps(high, 1));
}

/* Four numbers of each line: lines i and i + 4 are the halves of a vector. */
FORCE void bring_four(places at, const int q, fftc_real *x)
{
    fftc_real y[LANES];
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        const __m256 low = _mm256_castps128_ps256(_mm_loadu_ps(at.line[i % 4] + q));
        y[i] = (fftc_real)_mm256_insertf128_ps(low, _mm_loadu_ps(at.line[4 + i % 4] + q), 1);
    }
    transpose_blocks(y);
    UNROLL for (int i = 0; i < 4; ++i) x[i] = y[i];
}

FORCE void put_four(places at, const int q, const fftc_real *x)
{
    fftc_real y[LANES];
    UNROLL for (int i = 0; i < LANES; ++i) y[i] = x[i % 4];
    transpose_blocks(y);
    UNROLL for (int i = 0; i < 4; ++i)
    {
        _mm_storeu_ps(at.line[i] + q, _mm256_castps256_ps128((__m256)y[i]));
        _mm_storeu_ps(at.line[4 + i] + q, _mm256_extractf128_ps((__m256)y[i], 1));
    }
}
#endif

/* `count` numbers of each line, at least four. Pieces may overlap. */
FORCE void bring(places at, fftc_real *x, const int count)
{
    UNROLL for (int q = 0; q + LANES <= count; q += LANES) bring_block(at, q, x + q);
#if FFTC_PRECISION == 32
    if (count < LANES) {
        bring_four(at, count - 4, x + count - 4);
        bring_four(at, 0, x);
        return;
    }
#endif
    if (count % LANES != 0) {
        fftc_real last[LANES];
        bring_block(at, count - LANES, last);
        UNROLL for (int i = LANES - count % LANES; i < LANES; ++i) x[count - LANES + i] = last[i];
    }
}

FORCE void put(places at, const fftc_real *x, const int count)
{
    int q = 0;
    UNROLL for (; q + LANES <= count; q += LANES) put_block(at, q, x + q);
    const int left = count % LANES;
    if (left == 0) {
        return;
    }
#if FFTC_PRECISION == 32
    if (left > 4) {
        put_four(at, q, x + q);
    }
    if (left == 2 || left == 6) {
        put_two(at, count - 2, x + count - 2);
    } else {
        put_four(at, count - 4, x + count - 4);
    }
#else
    if (left == 2) {
        put_two(at, count - 2, x + count - 2);
    } else {
        put_block(at, count - LANES, x + count - LANES);
    }
#endif
}

#endif

FORCE fftc_complex_1 fftc_dft_1(fftc_complex_1 x)
{
    return x;
}

/* Cosines and sines of 2 pi j / n, for the twiddles of lines of 8, 9 and 16 numbers. */
static const fftc_scalar roots_of_9[5][2] = {
    [0] = {(fftc_scalar)1, (fftc_scalar)0},
    [1] = {(fftc_scalar)0.766044443118978035202, (fftc_scalar)0.642787609686539326323},
    [2] = {(fftc_scalar)0.173648177666930348852, (fftc_scalar)0.984807753012208059367},
    [4] = {(fftc_scalar)-0.939692620785908384054, (fftc_scalar)0.342020143325668733044},
};

static const fftc_scalar roots_of_16[10][2] = {
    [0] = {(fftc_scalar)1, (fftc_scalar)0},
    [1] = {(fftc_scalar)0.923879532511286756128, (fftc_scalar)0.382683432365089771728},
    [2] = {(fftc_scalar)0.707106781186547524401, (fftc_scalar)0.707106781186547524401},
    [3] = {(fftc_scalar)0.382683432365089771728, (fftc_scalar)0.923879532511286756128},
    [4] = {(fftc_scalar)0, (fftc_scalar)1},
    [6] = {(fftc_scalar)-0.707106781186547524401, (fftc_scalar)0.707106781186547524401},
    [9] = {(fftc_scalar)-0.923879532511286756128, (fftc_scalar)-0.382683432365089771728},
};

FORCE fftc_complex twiddled_9(fftc_complex x, const int j)
{
    return fftc_codelet_rotate(x, roots_of_9[j][0], roots_of_9[j][1]);
}

FORCE fftc_complex twiddled_16(fftc_complex x, const int j)
{
    return fftc_codelet_rotate(x, roots_of_16[j][0], roots_of_16[j][1]);
}

FORCE fftc_complex twiddled_8(fftc_complex x, const int j)
{
    return twiddled_16(x, 2 * j);
}

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define LINE 4
#define COLUMN 4
#define ROW 1
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 5
#define COLUMN 5
#define ROW 1
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 6
#define COLUMN 3
#define ROW 2
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 7
#define COLUMN 7
#define ROW 1
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 8
#define COLUMN 4
#define ROW 2
#define WITH_TWIDDLES
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 9
#define COLUMN 3
#define ROW 3
#define WITH_TWIDDLES
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 10
#define COLUMN 2
#define ROW 5
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 11
#define COLUMN 11
#define ROW 1
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 12
#define COLUMN 4
#define ROW 3
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 13
#define COLUMN 13
#define ROW 1
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 14
#define COLUMN 2
#define ROW 7
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 15
#define COLUMN 3
#define ROW 5
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 16
#define COLUMN 4
#define ROW 4
#define WITH_TWIDDLES
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 20
#define COLUMN 4
#define ROW 5
#include "cpu/real/units/codelet_line_tmpl.h"
#if LANES == 1
#define LINE 2
#define COLUMN 2
#define ROW 1
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 3
#define COLUMN 3
#define ROW 1
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 18
#define COLUMN 2
#define ROW 9
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 24
#define COLUMN 3
#define ROW 8
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 28
#define COLUMN 4
#define ROW 7
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 22
#define COLUMN 2
#define ROW 11
#define FORWARD_ONLY
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 26
#define COLUMN 2
#define ROW 13
#define FORWARD_ONLY
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 30
#define COLUMN 6
#define ROW 5
#define FORWARD_ONLY
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 36
#define COLUMN 4
#define ROW 9
#define FORWARD_ONLY
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 40
#define COLUMN 5
#define ROW 8
#define FORWARD_ONLY
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 42
#define COLUMN 6
#define ROW 7
#define FORWARD_ONLY
#include "cpu/real/units/codelet_line_tmpl.h"
#define LINE 45
#define COLUMN 5
#define ROW 9
#define FORWARD_ONLY
#include "cpu/real/units/codelet_line_tmpl.h"
#define OTHERS(x) , [2] = x##_2, [3] = x##_3, [18] = x##_18, [24] = x##_24, [28] = x##_28
#define FORWARD_OTHERS                                                            \
    , [22] = forward_22, [26] = forward_26, [30] = forward_30, [36] = forward_36, \
      [40] = forward_40, [42] = forward_42, [45] = forward_45
#else
#define OTHERS(x)
#define FORWARD_OTHERS
#endif

#define EACH(x)                                                                                  \
    [4] = x##_4, [5] = x##_5, [6] = x##_6, [7] = x##_7, [8] = x##_8, [9] = x##_9, [10] = x##_10, \
    [11] = x##_11, [12] = x##_12, [13] = x##_13, [14] = x##_14, [15] = x##_15, [16] = x##_16,    \
    [20] = x##_20 OTHERS(x)
#define OBJECT__(isa, bits, lanes) fftc_codelet_lines_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)
#define OBJECT OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES)

extern const fftc_codelet_lines OBJECT;
const fftc_codelet_lines OBJECT = {.forward = {EACH(forward) FORWARD_OTHERS},
                                   .backward = {EACH(backward)}};
