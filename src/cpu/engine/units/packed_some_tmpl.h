/* SPDX-License-Identifier: MIT
 *
 * Short rows of which only a range exists, or is wanted: packed.c includes this. Each vector
 * of a row's numbers is inside the range, outside, or partly inside; outside, its address does not
 * matter. Butterflies are those of the whole row, and so are the bits.
 */
#ifdef __AVX512VL__
#include <immintrin.h>
#endif

typedef struct span {
    size_t begin;
    size_t length;
    size_t wholes; /* so many vectors of neighbours are in it, one number from each other */
} span;

FORCE span span_of(fftc_range range)
{
    span s = {(size_t)range.begin, (size_t)(range.end - range.begin), 0};
    s.wholes = s.length >= C ? s.length - C + 1 : 0;
    return s;
}

FORCE int span_has(span s, size_t at)
{
    return at - s.begin < s.length;
}

#if C > 1
/* Numbers low .. high - 1 of the vector from `at` on are in the range. */
FORCE size_t span_low(span s, size_t at)
{
    return at < s.begin ? s.begin - at : 0;
}

FORCE size_t span_high(span s, size_t at)
{
    size_t left = s.begin + s.length - at;
    return left < C ? left : C;
}

#if defined(__AVX512VL__) && LANES * FFTC_PRECISION == 512
#define MASKED(op, type) _mm512_##op##_##type
#elif defined(__AVX512VL__) && LANES * FFTC_PRECISION == 256
#define MASKED(op, type) _mm256_##op##_##type
#elif defined(__AVX512VL__) && LANES * FFTC_PRECISION == 128
#define MASKED(op, type) _mm_##op##_##type
#endif

#ifdef MASKED
/* Two lanes for each number. */
FORCE unsigned span_mask(span s, size_t at)
{
    return (1u << 2 * span_high(s, at)) - (1u << 2 * span_low(s, at));
}
#endif

FORCE fftc_complex load_part(const fftc_scalar *p, size_t at, span s)
{
#if defined(MASKED) && FFTC_PRECISION == 32
    return packed((fftc_real)MASKED(maskz_loadu, ps)(span_mask(s, at), p));
#elif defined(MASKED)
    return packed((fftc_real)MASKED(maskz_loadu, pd)(span_mask(s, at), p));
#else
    fftc_scalar numbers[2 * C] = {0};
    size_t high = span_high(s, at);
    for (size_t i = span_low(s, at); i < high; ++i) {
        numbers[2 * i] = p[2 * i];
        numbers[2 * i + 1] = p[2 * i + 1];
    }
    return load(numbers);
#endif
}

FORCE void store_part(fftc_scalar *p, fftc_complex x, size_t at, span s)
{
#if defined(MASKED) && FFTC_PRECISION == 32
    MASKED(mask_storeu, ps)(p, span_mask(s, at), x.v);
#elif defined(MASKED)
    MASKED(mask_storeu, pd)(p, span_mask(s, at), x.v);
#else
    fftc_scalar numbers[2 * C];
    size_t high = span_high(s, at);
    store(numbers, x);
    for (size_t i = span_low(s, at); i < high; ++i) {
        p[2 * i] = numbers[2 * i];
        p[2 * i + 1] = numbers[2 * i + 1];
    }
#endif
}
#undef MASKED
#endif

/* C numbers from `at` on of the row at `row`. */
FORCE fftc_complex load_some(const fftc_scalar *row, size_t at, span s)
{
    size_t i = at - s.begin;
    if (__builtin_expect(i < s.wholes, 1)) {
        return load(row + 2 * at);
    }
#if C > 1
    if (i + (C - 1) < s.length + (C - 1)) {
        return load_part(row + 2 * at, at, s);
    }
#endif
    return packed(fftc_real_splat(0));
}

FORCE void store_some(fftc_scalar *row, fftc_complex x, size_t at, span s)
{
    size_t i = at - s.begin;
    if (__builtin_expect(i < s.wholes, 1)) {
        store(row + 2 * at, x);
        return;
    }
#if C > 1
    if (i + (C - 1) < s.length + (C - 1)) {
        store_part(row + 2 * at, x, at, s);
    }
#endif
}

#define EACH_ROW_SOME(forward, backward)       \
    const span in = span_of(rows->src_range);  \
    const span out = span_of(rows->dst_range); \
    EACH_ROW(forward, backward)
