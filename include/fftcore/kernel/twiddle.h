/* SPDX-License-Identifier: MIT
 *
 * Twiddle factors exp(-i pi k / 2^half_log2), 0 <= k < 2^half_log2, the only ones a radix-2
 * transform needs.
 *
 * Two sources, the same bits on every machine from each:
 *   table     the accessor fftc_twiddle_get reads T[2^h + k] = exp(-i pi k / 2^h), 0 <= k < 2^h,
 *             h = 0, 1, ..., correctly rounded by the host (fftc_twiddle_table_fill). T[0] is not
 *             used. A stage reads neighbouring entries, never strided ones; and the table of a
 *             longer transform begins with that of a shorter one, so that one serves both.
 *   computed  define FFTC_TWIDDLE_COMPUTED: octant reduction in integers, then Taylor polynomials
 *             on [0, pi/4]. Needs no memory. The error of each part is below 1.6 units in its last
 *             place (2.5 in float above 2^24, where k is rounded; half rounds what float gives);
 *             1, -i and the odd multiples of pi/4 come out as in the table. No device sine is
 *             used: those differ between devices and are bad (or absent) in double.
 *
 * An environment that keeps the table in another form defines FFTC_TWIDDLE_STAGED and the accessor
 * fftc_twiddle_stage_get, which is asked for factor k of a stage: there is one table per stage,
 * read with unit stride.
 */
#ifndef FFTC_TWIDDLE_H
#define FFTC_TWIDDLE_H

#include "fftcore/kernel/complex.h"

/* exp(-i pi k / 2^half_log2) by arithmetic alone; half_log2 <= 29.
 *
 * k / 2^half_log2 lies in one of four octants of pi/4 (two of them mirrored), so that the
 * polynomials see only x in [0, pi/4]. Taylor's remainder there, sine and cosine: float to x^9 and
 * x^10, 2e-9 and 2e-10 (half an ulp of float is 3e-8); double to x^17 and x^16, 1e-19 and 2e-18. */
FFTC_FN fftc_complex fftc_twiddle_compute(fftc_uint k, fftc_uniform half_log2)
{
    fftc_uniform half_size = 1u << half_log2;
    fftc_uniform quarter = half_size >> 1u;
    fftc_uint octant = (k << 2u) >> half_log2;
    fftc_bool negative = octant >= 2u;
    fftc_bool swapped = ((octant + 1u) & 2u) != 0u;
    /* Distance from the nearer axis, in units of pi / half. */
    fftc_uint from_real = fftc_select_uint(negative, half_size - k, k);
    fftc_uint from_imaginary = fftc_select_uint(negative, k - quarter, quarter - k);
    fftc_uint distance = fftc_select_uint(swapped, from_imaginary, from_real);

    /* Of pi, too, what its rounding leaves out: it would be half of the sine's error. */
    FFTC_PRECISE fftc_wide turn = fftc_wide_from_uint(distance) * fftc_wide_exp2_minus(half_log2);
    FFTC_PRECISE fftc_wide x = turn * FFTC_WIDE(3.14159265358979323846);
#if FFTC_PRECISION == 64
    FFTC_PRECISE fftc_wide rest = turn * FFTC_WIDE(1.22464679914735317723e-16);
#else
    FFTC_PRECISE fftc_wide rest = turn * FFTC_WIDE(-8.74227800037248567205e-8);
#endif
    FFTC_PRECISE fftc_wide xx = x * x;
    FFTC_PRECISE fftc_wide s;
    FFTC_PRECISE fftc_wide c;
#if FFTC_PRECISION == 64
    s = FFTC_WIDE(2.81145725434552076320e-15);
    s = s * xx - FFTC_WIDE(7.64716373181981647590e-13);
    s = s * xx + FFTC_WIDE(1.60590438368216145994e-10);
    s = s * xx - FFTC_WIDE(2.50521083854417187751e-8);
    s = s * xx + FFTC_WIDE(2.75573192239858906526e-6);
    c = FFTC_WIDE(4.77947733238738529744e-14);
    c = c * xx - FFTC_WIDE(1.14707455977297247139e-11);
    c = c * xx + FFTC_WIDE(2.08767569878680989792e-9);
    c = c * xx - FFTC_WIDE(2.75573192239858906526e-7);
#else
    s = FFTC_WIDE(2.75573192239858906526e-6);
    c = FFTC_WIDE(-2.75573192239858906526e-7);
#endif
    s = s * xx - FFTC_WIDE(1.98412698412698412698e-4);
    s = s * xx + FFTC_WIDE(8.33333333333333333333e-3);
    s = s * xx - FFTC_WIDE(1.66666666666666666667e-1);
    s = x + (rest + x * (xx * s));
    c = c * xx + FFTC_WIDE(2.48015873015873015873e-5);
    c = c * xx - FFTC_WIDE(1.38888888888888888889e-3);
    c = c * xx + FFTC_WIDE(4.16666666666666666667e-2);
    c = FFTC_WIDE(1.0) - (FFTC_WIDE(0.5) * xx - xx * (xx * c));

    x = fftc_select_wide(swapped, s, c);
    s = fftc_select_wide(swapped, c, s);
    c = fftc_select_wide(negative, -x, x);
    return fftc_complex_make(fftc_real_from_wide(c), fftc_real_from_wide(-s));
}

#if defined(FFTC_TWIDDLE_COMPUTED) && defined(FFTC_TWIDDLE_STAGED)
#error "define FFTC_TWIDDLE_COMPUTED or FFTC_TWIDDLE_STAGED, not both"
#endif

#ifdef FFTC_TWIDDLE_COMPUTED

FFTC_FN fftc_complex fftc_twiddle(fftc_uint k, fftc_uniform half_log2)
{
    return fftc_twiddle_compute(k, half_log2);
}

#elif defined(FFTC_TWIDDLE_STAGED)

/* Yours to define: exp(-i pi k / 2^half_log2), read only, k < 2^half_log2. */
FFTC_ACCESSOR(fftc_complex, fftc_twiddle_stage_get, (fftc_uint k, fftc_uniform half_log2));

FFTC_FN fftc_complex fftc_twiddle(fftc_uint k, fftc_uniform half_log2)
{
    return fftc_twiddle_stage_get(k, half_log2);
}

#else

/* Yours to define: T[index], read only, 1 <= index < N; see the top of this file. */
FFTC_ACCESSOR(fftc_complex, fftc_twiddle_get, (fftc_uint index));

FFTC_FN fftc_complex fftc_twiddle(fftc_uint k, fftc_uniform half_log2)
{
    return fftc_twiddle_get(k + (1u << half_log2));
}

#endif
#endif
