/* SPDX-License-Identifier: MIT
 *
 * Vectors of one point of several rows, from memory and back, by vector length; included by
 * lane_rows.c. Each has
 *
 *   bring_two, put_two    points q and q + 1 of the rows; `nontemporal`: by non-temporal stores
 *   bring_one, put_one    point q alone
 *   turn                  C vectors of C numbers: v[row] number -> v[number] row
 *   load_some, store_some  a vector, or m numbers (2 at least) if those are fewer
 */
typedef fftc_real loose_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

FORCE fftc_complex load(const void *p)
{
    return packed(*(const loose_real *)p);
}

FORCE void store(void *p, fftc_complex x)
{
    *(loose_real *)p = x.v;
}

#if C == 2
FORCE fftc_complex load_some(const void *p, size_t m)
{
    (void)m;
    return load(p);
}

FORCE void store_some(void *p, fftc_complex x, size_t m)
{
    (void)m;
    store(p, x);
}
#endif

FORCE void put(void *p, fftc_complex x, const int nontemporal)
{
    if (nontemporal) {
        fftc_store_nontemporal(p, x.v);
    } else {
        store(p, x);
    }
}

#if FFTC_PRECISION == 32 && C == 4
FORCE void put_half(float *p, __m128 x, const int nontemporal)
{
    if (nontemporal) {
        _mm_stream_ps(p, x);
    } else {
        _mm_storeu_ps(p, x);
    }
}

FORCE __m256 low_of(__m256 even, __m256 odd)
{
#if FFTC_SHUFFLE_UNITS
    return (__m256)fftc_halves_paired((fftc_real)even, (fftc_real)odd, 0);
#else
    return (__m256)_mm256_unpacklo_pd((__m256d)even, (__m256d)odd);
#endif
}

FORCE __m256 high_of(__m256 even, __m256 odd)
{
#if FFTC_SHUFFLE_UNITS
    return (__m256)fftc_halves_paired((fftc_real)even, (fftc_real)odd, 1);
#else
    return (__m256)_mm256_unpackhi_pd((__m256d)even, (__m256d)odd);
#endif
}

FORCE void bring_two(places at, const int q, fftc_complex *x, fftc_complex *y)
{
    __m256 even = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(point(at, 0, q))),
                                       _mm_loadu_ps(point(at, 2, q)), 1);
    __m256 odd = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(point(at, 1, q))),
                                      _mm_loadu_ps(point(at, 3, q)), 1);
    x->v = (fftc_real)low_of(even, odd);
    y->v = (fftc_real)high_of(even, odd);
}

FORCE void put_two(places at, const int q, fftc_complex x, fftc_complex y, const int nontemporal)
{
    __m256 even = low_of((__m256)x.v, (__m256)y.v);
    __m256 odd = high_of((__m256)x.v, (__m256)y.v);
    put_half(point(at, 0, q), _mm256_castps256_ps128(even), nontemporal);
    put_half(point(at, 1, q), _mm256_castps256_ps128(odd), nontemporal);
    put_half(point(at, 2, q), _mm256_extractf128_ps(even, 1), nontemporal);
    put_half(point(at, 3, q), _mm256_extractf128_ps(odd, 1), nontemporal);
}

FORCE __m128 pair_of(places at, const int row, const int q)
{
    __m128 none = _mm_setzero_ps();
    return _mm_loadh_pi(_mm_loadl_pi(none, (const __m64 *)(const void *)point(at, row, q)),
                        (const __m64 *)(const void *)point(at, row + 1, q));
}

FORCE fftc_complex bring_one(places at, const int q)
{
    return packed((fftc_real)_mm256_insertf128_ps(_mm256_castps128_ps256(pair_of(at, 0, q)),
                                                  pair_of(at, 2, q), 1));
}

/* Rows of an odd number of floats have no non-temporal stores. */
FORCE void put_one(places at, const int q, fftc_complex x, const int nontemporal)
{
    (void)nontemporal;
    __m128 first = _mm256_castps256_ps128((__m256)x.v);
    __m128 second = _mm256_extractf128_ps((__m256)x.v, 1);
    _mm_storel_pi((__m64 *)(void *)point(at, 0, q), first);
    _mm_storeh_pi((__m64 *)(void *)point(at, 1, q), first);
    _mm_storel_pi((__m64 *)(void *)point(at, 2, q), second);
    _mm_storeh_pi((__m64 *)(void *)point(at, 3, q), second);
}

FORCE fftc_complex load_some(const void *p, size_t m)
{
    const float *x = (const float *)p;
    if (m >= C) {
        return load(p);
    }
    __m128 third = _mm_setzero_ps();
    if (m == 3) {
        third = _mm_loadl_pi(third, (const __m64 *)(const void *)(x + 4));
    }
    return packed(
        (fftc_real)_mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(x)), third, 1));
}

FORCE void store_some(void *p, fftc_complex x, size_t m)
{
    float *y = (float *)p;
    if (m >= C) {
        store(p, x);
        return;
    }
    _mm_storeu_ps(y, _mm256_castps256_ps128((__m256)x.v));
    if (m == 3) {
        _mm_storel_pi((__m64 *)(void *)(y + 4), _mm256_extractf128_ps((__m256)x.v, 1));
    }
}

FORCE void transpose(fftc_complex *v)
{
    __m256 a = _mm256_permute2f128_ps((__m256)v[0].v, (__m256)v[2].v, 0x20);
    __m256 b = _mm256_permute2f128_ps((__m256)v[1].v, (__m256)v[3].v, 0x20);
    __m256 c = _mm256_permute2f128_ps((__m256)v[0].v, (__m256)v[2].v, 0x31);
    __m256 d = _mm256_permute2f128_ps((__m256)v[1].v, (__m256)v[3].v, 0x31);
    v[0].v = (fftc_real)low_of(a, b);
    v[1].v = (fftc_real)high_of(a, b);
    v[2].v = (fftc_real)low_of(c, d);
    v[3].v = (fftc_real)high_of(c, d);
}
#elif FFTC_PRECISION == 64 && C == 2
FORCE void put_half(double *p, __m128d x, const int nontemporal)
{
    if (nontemporal) {
        _mm_stream_pd(p, x);
    } else {
        _mm_storeu_pd(p, x);
    }
}

FORCE fftc_complex bring_one(places at, const int q)
{
    return packed((fftc_real)_mm256_insertf128_pd(
        _mm256_castpd128_pd256(_mm_loadu_pd(point(at, 0, q))), _mm_loadu_pd(point(at, 1, q)), 1));
}

FORCE void put_one(places at, const int q, fftc_complex x, const int nontemporal)
{
    put_half(point(at, 0, q), _mm256_castpd256_pd128((__m256d)x.v), nontemporal);
    put_half(point(at, 1, q), _mm256_extractf128_pd((__m256d)x.v, 1), nontemporal);
}

FORCE void bring_two(places at, const int q, fftc_complex *x, fftc_complex *y)
{
    *x = bring_one(at, q);
    *y = bring_one(at, q + 1);
}

FORCE void transpose(fftc_complex *v)
{
    __m256d a = (__m256d)v[0].v;
    __m256d b = (__m256d)v[1].v;
    v[0].v = (fftc_real)_mm256_permute2f128_pd(a, b, 0x20);
    v[1].v = (fftc_real)_mm256_permute2f128_pd(a, b, 0x31);
}

FORCE void put_two(places at, const int q, fftc_complex x, fftc_complex y, const int nontemporal)
{
    fftc_complex row[2] = {x, y};
    transpose(row);
    put(point(at, 0, q), row[0], nontemporal);
    put(point(at, 1, q), row[1], nontemporal);
}
#elif FFTC_PRECISION == 32 && C == 2
/* A whole number is one element. */
typedef double two_numbers __attribute__((vector_size(16)));
typedef double loose_number __attribute__((aligned(4), may_alias));

FORCE void transpose(fftc_complex *v)
{
    two_numbers a = (two_numbers)v[0].v;
    two_numbers b = (two_numbers)v[1].v;
    two_numbers first = {a[0], b[0]};
    two_numbers second = {a[1], b[1]};
    v[0].v = (fftc_real)first;
    v[1].v = (fftc_real)second;
}

FORCE void bring_two(places at, const int q, fftc_complex *x, fftc_complex *y)
{
    fftc_complex row[2] = {load(point(at, 0, q)), load(point(at, 1, q))};
    transpose(row);
    *x = row[0];
    *y = row[1];
}

FORCE void put_two(places at, const int q, fftc_complex x, fftc_complex y, const int nontemporal)
{
    fftc_complex row[2] = {x, y};
    transpose(row);
    put(point(at, 0, q), row[0], nontemporal);
    put(point(at, 1, q), row[1], nontemporal);
}

FORCE fftc_complex bring_one(places at, const int q)
{
    two_numbers x = {*(const loose_number *)(const void *)point(at, 0, q),
                     *(const loose_number *)(const void *)point(at, 1, q)};
    return packed((fftc_real)x);
}

FORCE void put_one(places at, const int q, fftc_complex x, const int nontemporal)
{
    (void)nontemporal;
    two_numbers rows = (two_numbers)x.v;
    *(loose_number *)(void *)point(at, 0, q) = rows[0];
    *(loose_number *)(void *)point(at, 1, q) = rows[1];
}
#endif
