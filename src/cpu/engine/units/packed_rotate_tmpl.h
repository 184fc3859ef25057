/* SPDX-License-Identifier: MIT
 *
 * Packed numbers times twiddles (or their conjugates) that are stored like other complex numbers,
 * in vectors of 256 or 512 bits. This takes half the table of rotated (packed.c). On Intel's
 * processors the real parts, each twice, are a load without a shuffle, and so are the imaginary
 * ones.
 */
#include <immintrin.h>

#if LANES * FFTC_PRECISION == 512
#define BITS(name) _mm512_##name
#else
#define BITS(name) _mm256_##name
#endif
#if FFTC_PRECISION == 64
#define WIDE(name) BITS(name##_pd)
/* The imaginary parts are loaded from the second number on, which also reads 8 bytes behind the
 * last twiddle. */
#define TWICE(v, w) __asm__("vmovddup %1, %0" : "=v"(v) : "m"(*(const loose_real *)(w)))
#define TWICE_IM(v, w) TWICE(v, (w) + 1)
#else
#define WIDE(name) BITS(name##_ps)
#define TWICE(v, w) __asm__("vmovsldup %1, %0" : "=v"(v) : "m"(*(const loose_real *)(w)))
#define TWICE_IM(v, w) __asm__("vmovshdup %1, %0" : "=v"(v) : "m"(*(const loose_real *)(w)))
#endif

/* By inline assembly, since compilers would load once, and shuffle what was loaded. */
FORCE fftc_real twice(const fftc_scalar *w, const int im)
{
    fftc_real v;
    if (im) {
        TWICE_IM(v, w);
    } else {
        TWICE(v, w);
    }
    return v;
}

FORCE fftc_complex twiddled(fftc_complex x, fftc_real re, fftc_real im, const int conjugate)
{
    fftc_real other = WIDE(mul)(exchanged(x.v), im);
    return packed(
        (fftc_real)(conjugate ? WIDE(fmsubadd)(x.v, re, other) : WIDE(fmaddsub)(x.v, re, other)));
}

/* Multiplies each number of a vector by a twiddle of its own. */
FORCE fftc_complex twiddled_by_table(fftc_complex x, const fftc_scalar *w, const int conjugate)
{
    return twiddled(x, twice(w, 0), twice(w, 1), conjugate);
}

/* Multiplies all numbers of a vector by one twiddle. */
FORCE fftc_complex twiddled_by_one(fftc_complex x, const fftc_scalar *w, const int conjugate)
{
    return twiddled(x, WIDE(set1)(w[0]), WIDE(set1)(w[1]), conjugate);
}

/* Transposes C by C numbers to rows of memory, `row` scalars apart. */
FORCE void store_transposed_rows(fftc_real *square, fftc_scalar *to, const size_t row)
{
#if C == 4 && FFTC_PRECISION == 32
    /* Halves of a vector are stored where they belong: exchanging them takes the shuffle unit, of
     * which there is one. (For doubles that would be every store, and slower beyond the first-level
     * cache.) */
    transpose_step_1(square);
    UNROLL for (int i = 0; i < C; ++i)
    {
        fftc_scalar *at = to + (size_t)(i % 2) * row + 4 * (i / 2);
        _mm_storeu_ps(at, _mm256_castps256_ps128(square[i]));
        _mm_storeu_ps(at + 2 * row, _mm256_extractf128_ps(square[i], 1));
    }
#else
    transpose(square);
    UNROLL for (int i = 0; i < C; ++i)
    {
        store(to + (size_t)i * row, packed(square[i]));
    }
#endif
}

#undef TWICE
#undef TWICE_IM
#undef WIDE
#undef BITS
