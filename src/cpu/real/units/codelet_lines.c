/* SPDX-License-Identifier: MIT
 *
 * Short lines of real numbers, one in each lane: a translation unit, as those of the engine
 * (cpu/engine/units/engine.c). Vectors of 256 bits, or of one number for lines that are alone.
 *
 * The codelets are those of complex numbers. To half spectra, imaginary parts are the constant 0
 * and half of the results are not used; from half spectra, the other half are the conjugates of
 * what there is, and imaginary parts are not used. What is the conjugate of something else is left
 * out here; the compiler drops the rest of what is not needed (-fno-signed-zeros
 * -ffinite-math-only, CMakeLists.txt).
 */
#if FFTC_LANES > 1
#include <immintrin.h>
#endif
#include <stdint.h>
#include <string.h>

#include "cpu/engine/units/codelets.h"
#include "cpu/engine/units/strided.h"
#include "cpu/real/codelet_lines.h"

/* clang-format off */
#include "cpu/engine/units/vector_tmpl.h"
/* clang-format on */
#if LANES > 1
#include "cpu/engine/units/some_lanes.h"
#endif

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

/* --- a line in two steps ---------------------------------------------------------------------- */

/* A line has `count` = a b numbers: b columns of a points are followed by a rows of b points, all
 * constants where these functions are inlined. Frequency f is in row f mod a. To half spectra,
 * columns are real, and row k is the conjugate of row -k, which is left out. From half spectra,
 * column n2 with its twiddles is the conjugate of column -n2, which is left out, and rows are
 * real. */
enum { MOST_POINTS = 13, MOST_SPECTRUM = 2 * (FFTC_CODELET_LINES_MOST / 2 + 1) };

/* How many scalars a half spectrum has. */
FORCE int spectrum_of(const int count)
{
    return 2 * (count / 2 + 1);
}

/* Whether there are twiddles between columns and rows; the others are coprime. */
FORCE int has_twiddles(const int count)
{
    return count == 8 || count == 9 || count == 16;
}

/* The number of the line that is element n1 of column n2. */
FORCE int number_at(const int a, const int b, const int n1, const int n2)
{
    return has_twiddles(a * b) ? n1 * b + n2 : (n1 * b + n2 * a) % (a * b);
}

FORCE int place_in_row(const int a, const int b, const int f)
{
    return has_twiddles(a * b) ? f / a : f % b;
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

/* z exp(-2 pi i j / count), where there are twiddles. */
FORCE fftc_complex twiddled(fftc_complex z, const int j, const int count)
{
    switch (count) {
    case 8: return fftc_codelet_rotate(z, roots_of_16[2 * j][0], roots_of_16[2 * j][1]);
    case 9: return fftc_codelet_rotate(z, roots_of_9[j][0], roots_of_9[j][1]);
    case 16: return fftc_codelet_rotate(z, roots_of_16[j][0], roots_of_16[j][1]);
    default: return z;
    }
}

/* Numbers of a column or a row. */
typedef struct points {
    fftc_complex v[MOST_POINTS];
} points;

#define CODELET(N)                                                 \
    case N: {                                                      \
        fftc_complex_##N y;                                        \
        UNROLL_LINE for (int i = 0; i < (N); ++i) y.v[i] = x.v[i]; \
        y = fftc_dft_##N(y);                                       \
        UNROLL_LINE for (int i = 0; i < (N); ++i) x.v[i] = y.v[i]; \
        return x;                                                  \
    }

/* The transform of `count` numbers. */
FORCE points codelet(points x, const int count)
{
    switch (count) {
        CODELET(2)
        CODELET(3)
        CODELET(4)
        CODELET(5)
        CODELET(6)
        CODELET(7)
        CODELET(8)
        CODELET(9)
        CODELET(11)
        CODELET(13)
    default: return x;
    }
}

FORCE void forward_numbers(const fftc_real *x, fftc_real *y, fftc_scalar scale, const int a,
                           const int b)
{
    const int count = a * b;
    points rows[MOST_POINTS];
    UNROLL_LINE for (int n2 = 0; n2 < b; ++n2)
    {
        points column;
        UNROLL_LINE for (int n1 = 0; n1 < a; ++n1)
        {
            column.v[n1] = fftc_complex_make(x[number_at(a, b, n1, n2)] * scale, FFTC_REAL(0.0));
        }
        column = codelet(column, a);
        UNROLL_LINE for (int k = 0; k <= a / 2; ++k)
        {
            rows[k].v[n2] = twiddled(column.v[k], n2 * k, count);
        }
    }
    UNROLL_LINE for (int k = 0; k <= a / 2; ++k) rows[k] = codelet(rows[k], b);
    UNROLL_LINE for (int f = 0; f <= count / 2; ++f)
    {
        const int mirrored = f % a > a / 2;
        const int g = mirrored ? count - f : f;
        const fftc_complex z = rows[g % a].v[place_in_row(a, b, g)];
        const int alone = f == 0 || 2 * f == count;
        y[2 * f] = z.re;
        y[2 * f + 1] = alone ? FFTC_REAL(0.0) : mirrored ? -z.im : z.im;
    }
}

FORCE void forward_group(places from, places to, fftc_scalar scale, const int a, const int b)
{
    fftc_real x[FFTC_CODELET_LINES_MOST];
    fftc_real y[MOST_SPECTRUM];
    bring(from, x, a * b);
    forward_numbers(x, y, scale, a, b);
    put(to, y, spectrum_of(a * b));
}

/* Element n of the results of a codelet, in reverse, which makes it the inverse transform. */
FORCE fftc_complex backward_element(const fftc_real *y, const int n, const int count)
{
    const int place = 2 * n > count ? count - n : n;
    if (place == 0 || 2 * place == count) {
        return fftc_complex_make(y[2 * place], FFTC_REAL(0.0));
    }
    return fftc_complex_make(y[2 * place], place == n ? -y[2 * place + 1] : y[2 * place + 1]);
}

FORCE void backward_numbers(const fftc_real *y, fftc_real *x, fftc_scalar scale, const int a,
                            const int b)
{
    const int count = a * b;
    points rows[MOST_POINTS];
    UNROLL_LINE for (int n2 = 0; n2 <= b / 2; ++n2)
    {
        points column;
        UNROLL_LINE for (int n1 = 0; n1 < a; ++n1)
        {
            column.v[n1] = backward_element(y, number_at(a, b, n1, n2), count);
        }
        column = codelet(column, a);
        const int mirrored = (b - n2) % b;
        UNROLL_LINE for (int k = 0; k < a; ++k)
        {
            fftc_complex z = twiddled(column.v[k], n2 * k, count);
            rows[k].v[mirrored] = fftc_complex_make(z.re, -z.im);
            rows[k].v[n2] = n2 == mirrored ? fftc_complex_make(z.re, FFTC_REAL(0.0)) : z;
        }
    }
    UNROLL_LINE for (int k = 0; k < a; ++k) rows[k] = codelet(rows[k], b);
    UNROLL_LINE for (int n = 0; n < count; ++n)
    {
        x[n] = rows[n % a].v[place_in_row(a, b, n)].re * scale;
    }
}

FORCE void backward_group(places from, places to, fftc_scalar scale, const int a, const int b)
{
    fftc_real x[FFTC_CODELET_LINES_MOST];
    fftc_real y[MOST_SPECTRUM];
    bring(from, y, spectrum_of(a * b));
    backward_numbers(y, x, scale, a, b);
    put(to, x, a * b);
}

/* Transforms lines of `in` scalars each by groups, to `out` each. */
FORCE void lines_any(const void *src, size_t src_step, void *dst, size_t dst_step, size_t lines,
                     fftc_scalar scale, const size_t in, const size_t out,
                     void (*const run)(places from, places to, fftc_scalar scale))
{
    const fftc_scalar *p = (const fftc_scalar *)src;
    fftc_scalar *d = (fftc_scalar *)dst;
    if (LANES > 1 && src_step == in && dst_step == out) {
        for (; lines >= LANES; lines -= LANES, p += LANES * in, d += LANES * out) {
            run(places_at(p, in, LANES, 1), places_at(d, out, LANES, 1), scale);
        }
    }
    for (; lines > 0; lines -= lines < LANES ? lines : LANES) {
        run(places_at(p, src_step, lines, 0), places_at(d, dst_step, lines, 0), scale);
        p += LANES * src_step;
        d += LANES * dst_step;
    }
}

/* --- lines side by side ----------------------------------------------------------------------- */

typedef fftc_real loose_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

/* Numbers of LANES neighbouring lines, in rows `stride` scalars apart. */
FORCE void bring_rows(const fftc_scalar *row, size_t stride, fftc_real *x, const int count)
{
    UNROLL_LINE for (int q = 0; q < count; ++q, row += stride)
    {
        x[q] = *(const loose_real *)row;
    }
}

FORCE void put_rows(fftc_scalar *row, size_t stride, const fftc_real *x, const int count)
{
    UNROLL_LINE for (int q = 0; q < count; ++q, row += stride)
    {
        *(loose_real *)row = x[q];
    }
}

#if LANES > 1

/* The same of complex numbers: real and imaginary parts are vectors, in turns. */
FORCE void bring_complex_rows(const fftc_scalar *row, size_t stride, fftc_real *y, const int count)
{
#define PART(i, part) (2 * (i) + (part))
    UNROLL_LINE for (int q = 0; q < count; q += 2, row += stride)
    {
        const fftc_real low = *(const unaligned_real *)row;
        const fftc_real high = *(const unaligned_real *)(row + LANES);
        y[q] = SHUFFLE(low, high, PART, 0);
        y[q + 1] = SHUFFLE(low, high, PART, 1);
    }
#undef PART
}

FORCE void put_complex_rows(fftc_scalar *row, size_t stride, const fftc_real *y, const int count)
{
#define PAIR(i, half) ((half)*LANES / 2 + (i) / 2 + (i) % 2 * LANES)
    UNROLL_LINE for (int q = 0; q < count; q += 2, row += stride)
    {
        *(unaligned_real *)row = SHUFFLE(y[q], y[q + 1], PAIR, 0);
        *(unaligned_real *)(row + LANES) = SHUFFLE(y[q], y[q + 1], PAIR, 1);
    }
#undef PAIR
}

#else

FORCE void bring_complex_rows(const fftc_scalar *row, size_t stride, fftc_real *y, const int count)
{
    UNROLL_LINE for (int q = 0; q < count; ++q) y[q] = row[(size_t)(q / 2) * stride + q % 2];
}

FORCE void put_complex_rows(fftc_scalar *row, size_t stride, const fftc_real *y, const int count)
{
    UNROLL_LINE for (int q = 0; q < count; ++q) row[(size_t)(q / 2) * stride + q % 2] = y[q];
}

#endif

FORCE void forward_columns(const fftc_scalar *from, size_t from_stride, fftc_scalar *to,
                           size_t to_stride, fftc_scalar scale, const int a, const int b)
{
    fftc_real x[FFTC_CODELET_LINES_MOST];
    fftc_real y[MOST_SPECTRUM];
    bring_rows(from, from_stride, x, a * b);
    forward_numbers(x, y, scale, a, b);
    put_complex_rows(to, to_stride, y, spectrum_of(a * b));
}

FORCE void backward_columns(const fftc_scalar *from, size_t from_stride, fftc_scalar *to,
                            size_t to_stride, fftc_scalar scale, const int a, const int b)
{
    fftc_real x[FFTC_CODELET_LINES_MOST];
    fftc_real y[MOST_SPECTRUM];
    bring_complex_rows(from, from_stride, y, spectrum_of(a * b));
    backward_numbers(y, x, scale, a, b);
    put_rows(to, to_stride, x, a * b);
}

#if LANES > 1

/* Copies rows of one or two vectors, of which `width` scalars exist; the others become 0. */
static __attribute__((noinline)) void gather_rows(const fftc_scalar *from, size_t stride,
                                                  size_t rows, size_t width, size_t vectors,
                                                  fftc_real *to)
{
    for (size_t q = 0; q < rows; ++q, from += stride, to += vectors) {
        to[0] = some_load(from, width < LANES ? width : LANES);
        if (vectors == 2) {
            to[1] = some_load(from + LANES, width < LANES ? 0 : width - LANES);
        }
    }
}

static __attribute__((noinline)) void scatter_rows(const fftc_scalar *from, size_t pitch,
                                                   fftc_scalar *to, size_t stride, size_t rows,
                                                   size_t width)
{
    enum { BLOCK_SCALARS = 16 / sizeof *to };
    for (size_t q = 0; q < rows; ++q, from += pitch, to += stride) {
        size_t i = 0;
        for (; i + BLOCK_SCALARS <= width; i += BLOCK_SCALARS) {
            memcpy(to + i, from + i, 16);
        }
        if (BLOCK_SCALARS > 2 && (width & 2) != 0) {
            memcpy(to + i, from + i, 8);
            i += 2;
        }
        if ((width & 1) != 0) {
            to[i] = from[i];
        }
    }
}

#endif

typedef void columns_run(const fftc_scalar *from, size_t from_stride, fftc_scalar *to,
                         size_t to_stride, fftc_scalar scale);

#if LANES > 1

/* How many of the first groups may take whole vectors although they have fewer lines: where there
 * are no gaps, what a vector holds beyond a row are numbers of the rows that follow, which are
 * written afterwards. `rows` of a group are read or written, whichever are fewer. */
FORCE size_t whole_groups(const fftc_codelet_columns *c, const size_t in, const size_t in_item,
                          const size_t out, const size_t out_item)
{
    const size_t rows = in < out ? in : out;
    if (c->lines >= LANES) {
        return c->groups;
    }
    if (c->src_stride != c->lines * in_item || c->src_step != in * c->src_stride ||
        c->dst_stride != c->lines * out_item || c->dst_step != out * c->dst_stride) {
        return 0;
    }
    const size_t last = (LANES - c->lines + rows * c->lines - 1) / (rows * c->lines);
    return c->groups > last ? c->groups - last : 0;
}

/* Transforms groups of lines of rows of `in` items, each of `in_item` scalars, to rows of `out`
 * items. Fewer lines than a vector has lanes go by way of a copy, unless rows follow them; the last
 * ones of more are done with those before them, which are then written again. */
FORCE void columns_any(const fftc_codelet_columns *c, const void *src, void *dst, const size_t in,
                       const size_t in_item, const size_t out, const size_t out_item,
                       columns_run *const run)
{
    fftc_real from_copy[2 * FFTC_CODELET_LINES_MOST];
    fftc_real to_copy[2 * FFTC_CODELET_LINES_MOST];
    const size_t whole = whole_groups(c, in, in_item, out, out_item);
    for (size_t group = 0; group < c->groups; ++group) {
        for (size_t line = 0; line < c->lines; line += LANES) {
            const size_t left = c->lines - line;
            const size_t at = left >= LANES || line == 0 ? line : c->lines - LANES;
            const fftc_scalar *from = (const fftc_scalar *)src + group * c->src_step + at * in_item;
            fftc_scalar *to = (fftc_scalar *)dst + group * c->dst_step + at * out_item;
            fftc_scalar *results = to;
            size_t from_stride = c->src_stride;
            size_t to_stride = c->dst_stride;
            if (group >= whole) {
                gather_rows(from, from_stride, in, left * in_item, in_item, from_copy);
                from = (const fftc_scalar *)from_copy;
                results = (fftc_scalar *)to_copy;
                from_stride = in_item * LANES;
                to_stride = out_item * LANES;
            }
            run(from, from_stride, results, to_stride, (fftc_scalar)c->scale);
            if (group >= whole) {
                scatter_rows(results, to_stride, to, c->dst_stride, out, left * out_item);
            }
        }
    }
}

#else

FORCE void columns_any(const fftc_codelet_columns *c, const void *src, void *dst, const size_t in,
                       const size_t in_item, const size_t out, const size_t out_item,
                       columns_run *const run)
{
    const fftc_scalar *from = (const fftc_scalar *)src;
    fftc_scalar *to = (fftc_scalar *)dst;
    (void)in;
    (void)out;
    for (size_t group = 0; group < c->groups; ++group, from += c->src_step, to += c->dst_step) {
        for (size_t line = 0; line < c->lines; ++line) {
            run(from + line * in_item, c->src_stride, to + line * out_item, c->dst_stride,
                (fftc_scalar)c->scale);
        }
    }
}

#endif

/* --- all lengths ------------------------------------------------------------------------------ */

/* Each length has a group of its own, so that the compiler simplifies that before it is inlined in
 * both loops: it leaves some negations otherwise. */
#define RUN(name, way, a, b, in, out)                                                              \
    FORCE void name##_group(places from, places to, fftc_scalar scale)                             \
    {                                                                                              \
        way##_group(from, to, scale, a, b);                                                        \
    }                                                                                              \
    static void name(const void *src, size_t src_step, void *dst, size_t dst_step, size_t lines,   \
                     double scale)                                                                 \
    {                                                                                              \
        lines_any(src, src_step, dst, dst_step, lines, (fftc_scalar)scale, in, out, name##_group); \
    }
#define FORWARD(n, a, b) RUN(forward_##n, forward, a, b, n, (size_t)spectrum_of(n))
#define BOTH(n, a, b) FORWARD(n, a, b) RUN(backward_##n, backward, a, b, (size_t)spectrum_of(n), n)
#define RUN_COLUMNS(name, way, a, b, in, in_item, out, out_item)                        \
    FORCE void name##_set(const fftc_scalar *from, size_t from_stride, fftc_scalar *to, \
                          size_t to_stride, fftc_scalar scale)                          \
    {                                                                                   \
        way##_columns(from, from_stride, to, to_stride, scale, a, b);                   \
    }                                                                                   \
    static void name(const fftc_codelet_columns *columns, const void *src, void *dst)   \
    {                                                                                   \
        columns_any(columns, src, dst, in, in_item, out, out_item, name##_set);         \
    }
#define COLUMNS(n, a, b)                                                          \
    RUN_COLUMNS(forward_columns_##n, forward, a, b, n, 1, (size_t)(n) / 2 + 1, 2) \
    RUN_COLUMNS(backward_columns_##n, backward, a, b, (size_t)(n) / 2 + 1, 2, n, 1)
#define LIST_FORWARD_COLUMNS(n, a, b) [n] = forward_columns_##n,
#define LIST_BACKWARD_COLUMNS(n, a, b) [n] = backward_columns_##n,
#define LIST_FORWARD(n, a, b) [n] = forward_##n,
#define LIST_BACKWARD(n, a, b) [n] = backward_##n,

/* Lengths of both directions, each with its columns' points and its rows', and those to half
 * spectra alone. */
/* clang-format off */
#define LANE_LENGTHS(X) \
    X(4, 4, 1) X(5, 5, 1) X(6, 3, 2) X(7, 7, 1) X(8, 4, 2) X(9, 3, 3) X(10, 2, 5) X(11, 11, 1) \
    X(12, 4, 3) X(13, 13, 1) X(14, 2, 7) X(15, 3, 5) X(16, 4, 4) X(20, 4, 5)
/* clang-format on */
#if LANES == 1
#define LENGTHS(X) LANE_LENGTHS(X) X(2, 2, 1) X(3, 3, 1) X(18, 2, 9) X(24, 3, 8) X(28, 4, 7)
#define FORWARD_LENGTHS(X) \
    X(22, 2, 11) X(26, 2, 13) X(30, 6, 5) X(36, 4, 9) X(40, 5, 8) X(42, 6, 7) X(45, 5, 9)
#else
#define LENGTHS(X) LANE_LENGTHS(X)
#define FORWARD_LENGTHS(X)
#endif

LENGTHS(BOTH)
FORWARD_LENGTHS(FORWARD)
/* Lines side by side that fill no vector are done one by one if they are short: 3 of 4 doubles take
 * 8 ns so, and 13 by way of copies. */
#if LANES > 1
#define COLUMN_LENGTHS(X) LANE_LENGTHS(X) X(2, 2, 1) X(3, 3, 1)
#else
/* clang-format off */
#define COLUMN_LENGTHS(X) \
    X(2, 2, 1) X(3, 3, 1) X(4, 4, 1) X(5, 5, 1) X(6, 3, 2) X(7, 7, 1) X(8, 4, 2) X(9, 3, 3) \
    X(10, 2, 5) X(12, 4, 3) X(14, 2, 7) X(15, 3, 5) X(16, 4, 4)
/* clang-format on */
#endif
COLUMN_LENGTHS(COLUMNS)

#define OBJECT__(isa, bits, lanes) fftc_codelet_lines_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)
#define OBJECT OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES)

extern const fftc_codelet_lines OBJECT;
const fftc_codelet_lines OBJECT = {
    .forward = {LENGTHS(LIST_FORWARD) FORWARD_LENGTHS(LIST_FORWARD)},
    .backward = {LENGTHS(LIST_BACKWARD)},
    .forward_columns = {COLUMN_LENGTHS(LIST_FORWARD_COLUMNS)},
    .backward_columns = {COLUMN_LENGTHS(LIST_BACKWARD_COLUMNS)},
};
