/* SPDX-License-Identifier: MIT
 *
 * Packed numbers times twiddles (or their conjugates) as memory has complex numbers, in vectors of
 * 512 bits: half the table of rotated (packed_tmpl.h). The real parts, each twice, are a load
 * without a shuffle on Intel's processors, and so are the imaginary ones.
 */
#include <immintrin.h>

#if FFTC_PRECISION == 64
typedef __m512d wide_vector;
#define WIDE(name) _mm512_##name##_pd
/* From the second number on: also reads 8 bytes behind the last twiddle. */
#define TWICE(v, w) __asm__("vmovddup %1, %0" : "=v"(v) : "m"(*(const loose_real *)(w)))
#define TWICE_IM(v, w) TWICE(v, (w) + 1)
#else
typedef __m512 wide_vector;
#define WIDE(name) _mm512_##name##_ps
#define TWICE(v, w) __asm__("vmovsldup %1, %0" : "=v"(v) : "m"(*(const loose_real *)(w)))
#define TWICE_IM(v, w) __asm__("vmovshdup %1, %0" : "=v"(v) : "m"(*(const loose_real *)(w)))
#endif

/* Compilers would load once, and shuffle what was loaded. */
FORCE wide_vector twice(const fftc_scalar *w, const int im)
{
    wide_vector v;
    if (im) {
        TWICE_IM(v, w);
    } else {
        TWICE(v, w);
    }
    return v;
}

FORCE fftc_complex turned(fftc_complex x, wide_vector re, wide_vector im, const int conjugate)
{
    wide_vector other = WIDE(mul)((wide_vector)exchanged(x.v), im);
    return packed((fftc_real)(conjugate ? WIDE(fmsubadd)((wide_vector)x.v, re, other)
                                        : WIDE(fmaddsub)((wide_vector)x.v, re, other)));
}

/* Each number by one of its own. */
FORCE fftc_complex turned_by_table(fftc_complex x, const fftc_scalar *w, const int conjugate)
{
    return turned(x, twice(w, 0), twice(w, 1), conjugate);
}

/* All by the same. */
FORCE fftc_complex turned_by_one(fftc_complex x, const fftc_scalar *w, const int conjugate)
{
    return turned(x, WIDE(set1)(w[0]), WIDE(set1)(w[1]), conjugate);
}

#undef TWICE
#undef TWICE_IM
#undef WIDE
