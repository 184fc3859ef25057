/* SPDX-License-Identifier: MIT
 *
 * Non-temporal (streaming) stores, into memory of which every byte is about to be written once, so
 * that it need not be read before. A processor has a few write-combining buffers, which collect the
 * pieces of a cache line; rows whose pieces do not follow each other soon enough gain nothing.
 *
 * For a vector type of FFTC_LANES scalars; addresses are multiples of 16.
 */
#ifndef FFTC_CPU_NONTEMPORAL_STORES_H
#define FFTC_CPU_NONTEMPORAL_STORES_H

#include <stdint.h>

#include "cpu/cache_line.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/units/unroll.h"
#include "fftcore/kernel/dialect.h"

#if defined(__SSE2__) && FFTC_LANES * FFTC_PRECISION >= 128
#include <immintrin.h>

#define FFTC_NONTEMPORAL 1

FORCE void fftc_store_nontemporal(void *p, fftc_real x)
{
#if FFTC_LANES * FFTC_PRECISION == 512
    __m512 v = (__m512)x;
    if (fftc_cache_line_before(p) == 0) {
        _mm512_stream_ps((float *)p, v);
        return;
    }
    _mm_stream_ps((float *)p, _mm512_castps512_ps128(v));
    _mm_stream_ps((float *)p + 4, _mm512_extractf32x4_ps(v, 1));
    _mm_stream_ps((float *)p + 8, _mm512_extractf32x4_ps(v, 2));
    _mm_stream_ps((float *)p + 12, _mm512_extractf32x4_ps(v, 3));
#elif FFTC_LANES * FFTC_PRECISION == 256
    __m256 v = (__m256)x;
    if ((uintptr_t)p % 32 == 0) {
        _mm256_stream_ps((float *)p, v);
        return;
    }
    _mm_stream_ps((float *)p, _mm256_castps256_ps128(v));
    _mm_stream_ps((float *)p + 4, _mm256_extractf128_ps(v, 1));
#else
    _mm_stream_ps((float *)p, (__m128)x);
#endif
}

#if FFTC_LANES * FFTC_PRECISION == 512
#define FFTC_NONTEMPORAL_LINES 1

/* Stores a whole cache line, which needs no combining. */
FORCE void fftc_store_line_nontemporal(void *p, fftc_real x)
{
    _mm512_stream_ps((float *)p, (__m512)x);
}
#endif

/* Orders later stores of this thread, and what it tells other threads, behind its non-temporal
 * stores. */
FORCE void fftc_settle(void)
{
    _mm_sfence();
}
#else
#define FFTC_NONTEMPORAL 0
FORCE void fftc_store_nontemporal(void *p, fftc_real x)
{
    (void)p;
    (void)x;
}

FORCE void fftc_settle(void) {}
#endif

#ifndef FFTC_NONTEMPORAL_LINES
#define FFTC_NONTEMPORAL_LINES 0
FORCE void fftc_store_line_nontemporal(void *p, fftc_real x)
{
    (void)p;
    (void)x;
}
#endif

/* Whether all rows' results begin at multiples of so many bytes. */
FORCE bool fftc_rows_begin_at(const fftc_engine_rows *rows, const void *dst, size_t multiple)
{
    const size_t step = rows->dst_step * 2 * sizeof(fftc_scalar);
    return ((uintptr_t)dst | step) % multiple == 0;
}

/* Whether the results of all rows begin where non-temporal stores may be used. */
FORCE bool fftc_nontemporal_suits(const fftc_engine_rows *rows, const void *dst)
{
    return fftc_rows_begin_at(rows, dst, rows->nontemporal_alignment);
}

#endif
