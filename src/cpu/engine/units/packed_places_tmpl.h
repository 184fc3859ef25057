/* SPDX-License-Identifier: MIT
 *
 * A vector's numbers from places of their own, and to them: packed.c includes this for vectors
 * of two or four numbers, 256 bits or more. A place is in bytes.
 */

FORCE const double *place_of(const fftc_scalar *x, uint32_t at)
{
    return (const double *)((const char *)x + at);
}

FORCE double *place_in(fftc_scalar *y, uint32_t at)
{
    return (double *)((char *)y + at);
}

#if FFTC_PRECISION == 32
FORCE __m128 collect_two(const fftc_scalar *x, const uint32_t *at)
{
    __m128 low = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)place_of(x, at[0])));
    return _mm_loadh_pi(low, (const __m64 *)place_of(x, at[1]));
}

FORCE void spread_two(__m128 v, fftc_scalar *y, const uint32_t *at)
{
    _mm_storel_pi((__m64 *)place_in(y, at[0]), v);
    _mm_storeh_pi((__m64 *)place_in(y, at[1]), v);
}

FORCE fftc_complex collect(const fftc_scalar *x, const uint32_t *at)
{
    __m256 low = _mm256_castps128_ps256(collect_two(x, at));
    return packed((fftc_real)_mm256_insertf128_ps(low, collect_two(x, at + 2), 1));
}

FORCE void spread(fftc_complex x, fftc_scalar *y, const uint32_t *at)
{
    spread_two(_mm256_castps256_ps128((__m256)x.v), y, at);
    spread_two(_mm256_extractf128_ps((__m256)x.v, 1), y, at + 2);
}
#else
FORCE __m256d collect_two(const fftc_scalar *x, const uint32_t *at)
{
    __m256d low = _mm256_castpd128_pd256(_mm_loadu_pd(place_of(x, at[0])));
    return _mm256_insertf128_pd(low, _mm_loadu_pd(place_of(x, at[1])), 1);
}

FORCE void spread_two(__m256d v, fftc_scalar *y, const uint32_t *at)
{
    _mm_storeu_pd(place_in(y, at[0]), _mm256_castpd256_pd128(v));
    _mm_storeu_pd(place_in(y, at[1]), _mm256_extractf128_pd(v, 1));
}

FORCE fftc_complex collect(const fftc_scalar *x, const uint32_t *at)
{
#if C == 2
    return packed((fftc_real)collect_two(x, at));
#else
    __m512d low = _mm512_castpd256_pd512(collect_two(x, at));
    return packed((fftc_real)_mm512_insertf64x4(low, collect_two(x, at + 2), 1));
#endif
}

FORCE void spread(fftc_complex x, fftc_scalar *y, const uint32_t *at)
{
#if C == 2
    spread_two((__m256d)x.v, y, at);
#else
    spread_two(_mm512_castpd512_pd256((__m512d)x.v), y, at);
    spread_two(_mm512_extractf64x4_pd((__m512d)x.v, 1), y, at + 2);
#endif
}
#endif
