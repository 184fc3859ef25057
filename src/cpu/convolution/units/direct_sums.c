/* SPDX-License-Identifier: MIT
 *
 * The functions of direct_sums.h: a translation unit for each instruction set, as those of the
 * engine (cpu/engine/units/engine.c). Exact ones do not fuse products and sums. Vectors hold
 * numbers as memory does, complex ones with their parts side by side. `scalars` is the number of
 * scalars in a number, 1 or 2, and a constant wherever these functions are inlined.
 *
 * A few vectors of sums, side by side and of a few rows, stay in registers while all taps are
 * applied. What takes time is loading the signal at every tap's offset, mostly across two cache
 * lines; rows that need the same lines share these loads. Each sum is computed as two, of the even
 * taps and the odd ones (complex: of the taps' real parts and imaginary ones), so that even a
 * single vector does not wait for one addition after the other.
 */
#include "cpu/convolution/direct_sums.h"
#include "cpu/engine/units/packed_complex.h"

#define LANES FFTC_LANES
#define ROWS FFTC_DIRECT_ROWS

/* Vectors of sums of each row, where there are several rows: 16 or 8 registers in all. */
#if defined(__AVX512F__)
#define WIDE 4
#else
#define WIDE 2
#endif
#define WIDEST 4

typedef fftc_real loose_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

FORCE fftc_real load(const fftc_scalar *p)
{
    return *(const loose_real *)p;
}

FORCE void store(fftc_scalar *p, fftc_real x)
{
    *(loose_real *)p = x;
}

/* Adds the sums with the taps' real parts and those with their imaginary parts: (p + i q) x = p x +
 * i (q x). */
FORCE fftc_real complex_sum(fftc_real re, fftc_real im)
{
    return fftc_complex_add_i(packed(re), packed(im)).v;
}

/* Adds what line x gives to rows begin <= r < end of the sums. The taps of row 0 are at h, those of
 * each further row one line of taps before. */
FORCE void real_line(fftc_real (*even)[WIDEST], fftc_real (*odd)[WIDEST], const fftc_scalar *x,
                     const fftc_scalar *h, size_t taps, const int begin, const int end,
                     const int wide)
{
    size_t t = 0;
    for (; t + 1 < taps; t += 2) {
        UNROLL for (int v = 0; v < wide; ++v)
        {
            fftc_real first = load(x + t + v * LANES);
            fftc_real second = load(x + t + 1 + v * LANES);
            if (end - begin > 1) {
                FETCHED(first);
                FETCHED(second);
            }
            UNROLL for (int r = begin; r < end; ++r)
            {
                const fftc_scalar *tap = h - (size_t)r * taps + t;
                even[r][v] += tap[0] * first;
                odd[r][v] += tap[1] * second;
            }
        }
    }
    if (t < taps) {
        UNROLL for (int v = 0; v < wide; ++v)
        {
            fftc_real last = load(x + t + v * LANES);
            UNROLL for (int r = begin; r < end; ++r)
            {
                even[r][v] += (h - (size_t)r * taps)[t] * last;
            }
        }
    }
}

FORCE void complex_line(fftc_real (*re)[WIDEST], fftc_real (*im)[WIDEST], const fftc_scalar *x,
                        const fftc_scalar *h, size_t taps, const int begin, const int end,
                        const int wide)
{
    for (size_t t = 0; t < taps; ++t) {
        UNROLL for (int v = 0; v < wide; ++v)
        {
            fftc_real number = load(x + 2 * t + v * LANES);
            FETCHED(number);
            UNROLL for (int r = begin; r < end; ++r)
            {
                const fftc_scalar *tap = h - 2 * ((size_t)r * taps) + 2 * t;
                re[r][v] += tap[0] * number;
                im[r][v] += tap[1] * number;
            }
        }
    }
}

FORCE void line(fftc_real (*a)[WIDEST], fftc_real (*b)[WIDEST], const fftc_scalar *x,
                const fftc_scalar *h, size_t taps, const int begin, const int end, const int wide,
                const int scalars)
{
    if (scalars == 1) {
        real_line(a, b, x, h, taps, begin, end, wide);
    } else {
        complex_line(a, b, x, h, taps, begin, end, wide);
    }
}

/* Computes `wide` vectors of sums of each row, from sum i on. The first row needs the `above` first
 * lines of each group, the second one the last. */
FORCE void block(const fftc_direct_sums *s, size_t i, const int rows, const int wide,
                 const int scalars)
{
    fftc_real a[ROWS][WIDEST] = {{{0}}};
    fftc_real b[ROWS][WIDEST] = {{{0}}};
    /* For a single row each line is a group. */
    const size_t above = rows == 1 ? 1 : s->above;
    const size_t groups = rows == 1 ? s->groups * s->above : s->groups;
    const size_t all = above + (size_t)rows - 1;
    const size_t pitch = (size_t)scalars * s->taps;
    const void *const *lines = s->x;
    const fftc_scalar *group = s->h;
    for (size_t g = 0; g < groups; ++g, group += above * pitch) {
        const fftc_scalar *h = group;
        for (size_t l = 0; l < all; ++l, h += pitch) {
            const fftc_scalar *x = *lines++;
            if (x == NULL) {
                continue;
            }
            x += (size_t)scalars * i;
            if (rows == 1 || l == 0) {
                line(a, b, x, h, s->taps, 0, 1, wide, scalars);
            } else if (l < above) {
                line(a, b, x, h, s->taps, 0, rows, wide, scalars);
            } else {
                line(a, b, x, h, s->taps, rows - 1, rows, wide, scalars);
            }
        }
    }
    UNROLL for (int r = 0; r < rows; ++r)
    {
        UNROLL for (int v = 0; v < wide; ++v)
        {
            fftc_real sum = scalars == 1 ? a[r][v] + b[r][v] : complex_sum(a[r][v], b[r][v]);
            store((fftc_scalar *)s->y[r] + (size_t)scalars * i + v * LANES, sum);
        }
    }
}

/* The last vector overlaps the one before, and makes the same sums again. */
FORCE void all_sums(const fftc_direct_sums *s, const int scalars)
{
    const size_t n = (size_t)(LANES / scalars);
    size_t i = 0;
    for (; s->rows == 1 && i + WIDEST * n <= s->count; i += WIDEST * n) {
        block(s, i, 1, WIDEST, scalars);
    }
    for (; s->rows > 1 && i + WIDE * n <= s->count; i += WIDE * n) {
        block(s, i, ROWS, WIDE, scalars);
    }
    if (s->rows == 1 && i + 2 * n <= s->count) {
        block(s, i, 1, 2, scalars);
        i += 2 * n;
    }
    while (i < s->count) {
        size_t at = i + n <= s->count || i < n ? i : s->count - n;
        if (s->rows == 1) {
            block(s, at, 1, 1, scalars);
        } else {
            block(s, at, ROWS, 1, scalars);
        }
        i = at + n;
    }
}

static void real_sums(const fftc_direct_sums *s)
{
    all_sums(s, 1);
}

static void complex_sums(const fftc_direct_sums *s)
{
    all_sums(s, 2);
}

static void products(void *z, const void *h, size_t scalars)
{
    fftc_scalar *x = z;
    const fftc_scalar *re = h;
    const fftc_scalar *im = re + scalars;
    for (size_t i = 0; i < scalars; i += LANES) {
        fftc_real v = load(x + i);
        store(x + i, v * load(re + i) + exchanged(v) * load(im + i));
    }
}

#include "cpu/convolution/units/direct_windows_tmpl.h"

#define OBJECT__(isa, bits, lanes) fftc_direct_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)
#define OBJECT(isa) OBJECT_(isa, FFTC_PRECISION, FFTC_LANES)
#define DEFINE(isa)                           \
    extern const fftc_direct_set OBJECT(isa); \
    const fftc_direct_set OBJECT(isa) = {     \
        .real = real_sums,                    \
        .complex = complex_sums,              \
        .real_windows = real_windows,         \
        .complex_windows = complex_windows,   \
        .products = products,                 \
        .vector = sizeof(fftc_real),          \
    };

DEFINE(ENGINE_ISA)
#ifdef ENGINE_EXACT_ISA /* nothing is fused, so that this is the set of reproducible plans, too */
DEFINE(ENGINE_EXACT_ISA)
#endif
