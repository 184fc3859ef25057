/* SPDX-License-Identifier: MIT
 *
 * The first scalars of a vector of LANES, to memory and from there, where nothing behind them may
 * be touched. Included by templates, once LANES, above 1, is known.
 */
#ifndef FFTC_SOME_LANES_H
#define FFTC_SOME_LANES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "cpu/engine/units/unroll.h"

#define VECTOR_BITS (LANES * FFTC_PRECISION)

/* Bits of the first `count` lanes, as masks of AVX-512 have them. (Those of AVX2 take a store of
 * Zen 4 some 20 cycles.) */
#if defined(__AVX512VL__)
#define FIRST_BITS(count) ((1u << (count)) - 1u)
#elif VECTOR_BITS == 256 && defined(__AVX2__)
/* All bits of the first `count` lanes. */
FORCE __m256i first_lanes(size_t count)
{
#if FFTC_PRECISION == 32
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), lane);
#else
    const __m256i lane = _mm256_setr_epi64x(0, 1, 2, 3);
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)count), lane);
#endif
}
#endif

/* 0 <= count <= LANES */
FORCE void some_store(fftc_scalar *y, fftc_real v, size_t count)
{
#if VECTOR_BITS == 512 && defined(__AVX512VL__) && FFTC_PRECISION == 32
    _mm512_mask_storeu_ps(y, (__mmask16)FIRST_BITS(count), (__m512)v);
#elif VECTOR_BITS == 512 && defined(__AVX512VL__)
    _mm512_mask_storeu_pd(y, (__mmask8)FIRST_BITS(count), (__m512d)v);
#elif VECTOR_BITS == 256 && defined(__AVX512VL__) && FFTC_PRECISION == 32
    _mm256_mask_storeu_ps(y, (__mmask8)FIRST_BITS(count), (__m256)v);
#elif VECTOR_BITS == 256 && defined(__AVX512VL__)
    _mm256_mask_storeu_pd(y, (__mmask8)FIRST_BITS(count), (__m256d)v);
#elif VECTOR_BITS == 128 && defined(__AVX512VL__) && FFTC_PRECISION == 32
    _mm_mask_storeu_ps(y, (__mmask8)FIRST_BITS(count), (__m128)v);
#elif VECTOR_BITS == 128 && defined(__AVX512VL__)
    _mm_mask_storeu_pd(y, (__mmask8)FIRST_BITS(count), (__m128d)v);
#elif VECTOR_BITS == 256 && defined(__AVX2__) && FFTC_PRECISION == 32
    _mm256_maskstore_ps(y, first_lanes(count), (__m256)v);
#elif VECTOR_BITS == 256 && defined(__AVX2__)
    _mm256_maskstore_pd(y, first_lanes(count), (__m256d)v);
#else
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        if ((size_t)i < count) {
            y[i] = v[i];
        }
    }
#endif
}

/* Loads `count` scalars; the other lanes are 0. */
FORCE fftc_real some_load(const fftc_scalar *x, size_t count)
{
#if VECTOR_BITS == 512 && defined(__AVX512VL__) && FFTC_PRECISION == 32
    return (fftc_real)_mm512_maskz_loadu_ps((__mmask16)FIRST_BITS(count), x);
#elif VECTOR_BITS == 512 && defined(__AVX512VL__)
    return (fftc_real)_mm512_maskz_loadu_pd((__mmask8)FIRST_BITS(count), x);
#elif VECTOR_BITS == 256 && defined(__AVX512VL__) && FFTC_PRECISION == 32
    return (fftc_real)_mm256_maskz_loadu_ps((__mmask8)FIRST_BITS(count), x);
#elif VECTOR_BITS == 256 && defined(__AVX512VL__)
    return (fftc_real)_mm256_maskz_loadu_pd((__mmask8)FIRST_BITS(count), x);
#elif VECTOR_BITS == 128 && defined(__AVX512VL__) && FFTC_PRECISION == 32
    return (fftc_real)_mm_maskz_loadu_ps((__mmask8)FIRST_BITS(count), x);
#elif VECTOR_BITS == 128 && defined(__AVX512VL__)
    return (fftc_real)_mm_maskz_loadu_pd((__mmask8)FIRST_BITS(count), x);
#elif VECTOR_BITS == 256 && defined(__AVX2__) && FFTC_PRECISION == 32
    return (fftc_real)_mm256_maskload_ps(x, first_lanes(count));
#elif VECTOR_BITS == 256 && defined(__AVX2__)
    return (fftc_real)_mm256_maskload_pd(x, first_lanes(count));
#else
    fftc_real v = {0};
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        if ((size_t)i < count) {
            v[i] = x[i];
        }
    }
    return v;
#endif
}

/* Vectors of AVX-512, whose masks make parts of them cheap. */
#if defined(__AVX512VL__) && VECTOR_BITS == 512
#define HAS_MASKS 1
#if FFTC_PRECISION == 32
#define SOME_MASK __mmask16
#define SOME_TYPE(bits) __m##bits
#define SOME_OF(bits, name) FFTC_MASKED_##bits(name, ps)
#define WIDENED(bits, v) _mm512_zextps##bits##_ps512(v)
#define NARROWED(bits, v) _mm512_castps512_ps##bits((__m512)(v))
#else
#define SOME_MASK __mmask8
#define SOME_TYPE(bits) __m##bits##d
#define SOME_OF(bits, name) FFTC_MASKED_##bits(name, pd)
#define WIDENED(bits, v) _mm512_zextpd##bits##_pd512(v)
#define NARROWED(bits, v) _mm512_castpd512_pd##bits((__m512d)(v))
#endif
#define FFTC_MASKED_512(name, type) _mm512_##name##_##type
#define FFTC_MASKED_256(name, type) _mm256_##name##_##type
#define FFTC_MASKED_128(name, type) _mm_##name##_##type

/* some_load and some_store that touch no more than the first `bits` bits of a vector, which hold
 * all of the scalars. Then none of what a processor takes for touched, masked or not, is in another
 * cache line or was just stored, if it can be avoided. */
FORCE fftc_real some_load_within(const fftc_scalar *x, size_t count, const int bits)
{
    const SOME_MASK mask = (SOME_MASK)FIRST_BITS(count);
    return bits == 128   ? (fftc_real)WIDENED(128, SOME_OF(128, maskz_loadu)((__mmask8)mask, x))
           : bits == 256 ? (fftc_real)WIDENED(256, SOME_OF(256, maskz_loadu)((__mmask8)mask, x))
                         : (fftc_real)SOME_OF(512, maskz_loadu)(mask, x);
}

/* (Without the empty statements gcc 12 makes of the narrowing and the store a masked vextractf32x4,
 * which faults also where the mask has no lane.) */
FORCE void some_store_within(fftc_scalar *y, fftc_real v, size_t count, const int bits)
{
    const SOME_MASK mask = (SOME_MASK)FIRST_BITS(count);
    if (bits == 128) {
        SOME_TYPE(128) low = NARROWED(128, v);
        __asm__("" : "+v"(low));
        SOME_OF(128, mask_storeu)(y, (__mmask8)mask, low);
    } else if (bits == 256) {
        SOME_TYPE(256) low = NARROWED(256, v);
        __asm__("" : "+v"(low));
        SOME_OF(256, mask_storeu)(y, (__mmask8)mask, low);
    } else {
        some_store(y, v, count);
    }
}

/* Lanes `first` to `first` + count - 1, 0 < count <= LANES - first: to memory at y, or from x over
 * those of v. */
#define MIDDLE_MASK(first, count) ((SOME_MASK)(FIRST_BITS(count) << (first)))

/* Where lane 0 would be, so that lane `first` is at x. No address below x is touched. */
#define AT_LANE_0(x, first) ((uintptr_t)(x) - (first) * sizeof *(x))

FORCE void middle_store(fftc_scalar *y, fftc_real v, size_t first, size_t count)
{
    SOME_OF(512, mask_storeu)
    ((fftc_scalar *)AT_LANE_0(y, first), MIDDLE_MASK(first, count), v);
}

FORCE fftc_real middle_load(fftc_real v, const fftc_scalar *x, size_t first, size_t count)
{
    return (fftc_real)SOME_OF(512, mask_loadu)(v, MIDDLE_MASK(first, count),
                                               (const fftc_scalar *)AT_LANE_0(x, first));
}
#else
#define HAS_MASKS 0
#endif

#endif
