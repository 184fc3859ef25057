/* SPDX-License-Identifier: MIT
 *
 * Converts neighbouring numbers from their storage to working precision, interleaved, and back, for
 * one instruction set: engine.c includes this. What is left over at the end of a run goes one
 * by one, with the same bits.
 */
#include "support/half.h"
#if defined(__F16C__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#ifndef LANES
#error "include vector_tmpl.h first: without LANES everything would go one by one, unnoticed"
#endif

#if LANES > 1

/* Vectors in memory order, unlike those of edge_tmpl.h: lane i is number i. */
FORCE void zip(fftc_real re, fftc_real im, fftc_scalar *z)
{
#define ZIP_LANE(i, half) ((half)*LANES / 2 + (i) / 2 + (i) % 2 * LANES)
    *(unaligned_real *)z = SHUFFLE(re, im, ZIP_LANE, 0);
    *(unaligned_real *)(z + LANES) = SHUFFLE(re, im, ZIP_LANE, 1);
#undef ZIP_LANE
}

FORCE fftc_real unzip(const fftc_scalar *z, const int deinterleave)
{
#define UNZIP_LANE(i, deinterleave) (2 * (i) + (deinterleave))
    fftc_real a = *(const unaligned_real *)z;
    fftc_real b = *(const unaligned_real *)(z + LANES);
    return deinterleave ? SHUFFLE(a, b, UNZIP_LANE, 1) : SHUFFLE(a, b, UNZIP_LANE, 0);
#undef UNZIP_LANE
}

#endif

static void interleave(const void *re, const void *im, void *z, size_t n)
{
    const fftc_scalar *x = (const fftc_scalar *)re;
    const fftc_scalar *y = (const fftc_scalar *)im;
    fftc_scalar *to = (fftc_scalar *)z;
    size_t i = 0;
#if LANES > 1
    for (; i + LANES <= n; i += LANES) {
        zip(*(const unaligned_real *)(x + i), *(const unaligned_real *)(y + i), to + 2 * i);
    }
#endif
    for (; i < n; ++i) {
        to[2 * i] = x[i];
        to[2 * i + 1] = y[i];
    }
}

static void deinterleave(const void *z, void *re, void *im, size_t n)
{
    const fftc_scalar *from = (const fftc_scalar *)z;
    fftc_scalar *x = (fftc_scalar *)re;
    fftc_scalar *y = (fftc_scalar *)im;
    size_t i = 0;
#if LANES > 1
    for (; i + LANES <= n; i += LANES) {
        *(unaligned_real *)(x + i) = unzip(from + 2 * i, 0);
        *(unaligned_real *)(y + i) = unzip(from + 2 * i, 1);
    }
#endif
    for (; i < n; ++i) {
        x[i] = from[2 * i];
        y[i] = from[2 * i + 1];
    }
}

#if FFTC_PRECISION == 32

#if LANES > 1

/* LANES halves. */
FORCE fftc_real half_load(const uint16_t *p)
{
#if defined(__AVX512F__) && LANES == 16
    return (fftc_real)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i_u *)p));
#elif defined(__F16C__) && LANES == 8
    return (fftc_real)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i_u *)p));
#elif defined(__F16C__) && LANES == 4
    return (fftc_real)_mm_cvtph_ps(_mm_loadl_epi64((const __m128i_u *)p));
#elif defined(__aarch64__) && LANES == 4
    return (fftc_real)vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)));
#else
    fftc_real x;
    for (int i = 0; i < LANES; ++i) {
        x[i] = fftc_float_from_half(p[i]);
    }
    return x;
#endif
}

FORCE void half_store(uint16_t *p, fftc_real x)
{
#if defined(__AVX512F__) && LANES == 16
    _mm256_storeu_si256((__m256i_u *)p,
                        _mm512_cvtps_ph((__m512)x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
#elif defined(__F16C__) && LANES == 8
    _mm_storeu_si128((__m128i_u *)p, _mm256_cvtps_ph((__m256)x, _MM_FROUND_TO_NEAREST_INT));
#elif defined(__F16C__) && LANES == 4
    _mm_storel_epi64((__m128i_u *)p, _mm_cvtps_ph((__m128)x, _MM_FROUND_TO_NEAREST_INT));
#elif defined(__aarch64__) && LANES == 4
    vst1_u16(p, vreinterpret_u16_f16(vcvt_f16_f32((float32x4_t)x)));
#else
    for (int i = 0; i < LANES; ++i) {
        p[i] = fftc_half_from_float(x[i]);
    }
#endif
}

#endif

static void widen(const void *half, void *x, size_t scalars)
{
    const uint16_t *from = (const uint16_t *)half;
    fftc_scalar *to = (fftc_scalar *)x;
    size_t i = 0;
#if LANES > 1
    for (; i + LANES <= scalars; i += LANES) {
        *(unaligned_real *)(to + i) = half_load(from + i);
    }
#endif
    for (; i < scalars; ++i) {
        to[i] = fftc_float_from_half(from[i]);
    }
}

static void narrow(const void *x, void *half, size_t scalars)
{
    const fftc_scalar *from = (const fftc_scalar *)x;
    uint16_t *to = (uint16_t *)half;
    size_t i = 0;
#if LANES > 1
    for (; i + LANES <= scalars; i += LANES) {
        half_store(to + i, *(const unaligned_real *)(from + i));
    }
#endif
    for (; i < scalars; ++i) {
        to[i] = fftc_half_from_float(from[i]);
    }
}

static void interleave_half(const void *re, const void *im, void *z, size_t n)
{
    const uint16_t *x = (const uint16_t *)re;
    const uint16_t *y = (const uint16_t *)im;
    fftc_scalar *to = (fftc_scalar *)z;
    size_t i = 0;
#if LANES > 1
    for (; i + LANES <= n; i += LANES) {
        zip(half_load(x + i), half_load(y + i), to + 2 * i);
    }
#endif
    for (; i < n; ++i) {
        to[2 * i] = fftc_float_from_half(x[i]);
        to[2 * i + 1] = fftc_float_from_half(y[i]);
    }
}

static void deinterleave_half(const void *z, void *re, void *im, size_t n)
{
    const fftc_scalar *from = (const fftc_scalar *)z;
    uint16_t *x = (uint16_t *)re;
    uint16_t *y = (uint16_t *)im;
    size_t i = 0;
#if LANES > 1
    for (; i + LANES <= n; i += LANES) {
        half_store(x + i, unzip(from + 2 * i, 0));
        half_store(y + i, unzip(from + 2 * i, 1));
    }
#endif
    for (; i < n; ++i) {
        x[i] = fftc_half_from_float(from[2 * i]);
        y[i] = fftc_half_from_float(from[2 * i + 1]);
    }
}

static const fftc_engine_storage storage = {interleave, deinterleave,    widen,
                                            narrow,     interleave_half, deinterleave_half};

#else

static const fftc_engine_storage storage = {.interleave = interleave, .deinterleave = deinterleave};

#endif
