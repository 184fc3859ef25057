/* SPDX-License-Identifier: MIT
 *
 * The codelets the engine passes are made of: the kernel headers' own, and composites of them that
 * an engine with wide registers profits from.
 */
#ifndef FFTC_CPU_ENGINE_CODELETS_H
#define FFTC_CPU_ENGINE_CODELETS_H

#include "cpu/engine/units/codelet_steps.h"

/* The kernel headers have the others. */
FFTC_POINTS(9, )
FFTC_POINTS(10, )
FFTC_POINTS(12, )
FFTC_POINTS(14, )
FFTC_POINTS(15, )

FFTC_PLAIN(2)
FFTC_PLAIN(3)
FFTC_PLAIN(4)
FFTC_PLAIN(5)
FFTC_PLAIN(7)
FFTC_PLAIN(11)
FFTC_PLAIN(13)
FFTC_COPRIME(6, 3, 2, 4, 3)
FFTC_COPRIME(10, 2, 5, 5, 6)
FFTC_COPRIME(12, 4, 3, 9, 4)
FFTC_COPRIME(14, 2, 7, 7, 8)
FFTC_COPRIME(15, 3, 5, 10, 6)

/* 3 by 3, Cooley and Tukey, with twiddles exp(-2 pi i j k / 9). */
FFTC_STEPS(9, 3, 3, 3 * n1 + n2, k + 3 * i)
{
    return fftc_dft_3(x);
}

FORCE fftc_complex_3 fftc_dft_second_9(fftc_complex_3 x, const int k)
{
    static const fftc_scalar twiddle[5][2] = {
        {0},
        {(fftc_scalar)0.76604444311897803520, (fftc_scalar)0.64278760968653932632},
        {(fftc_scalar)0.17364817766693034885, (fftc_scalar)0.98480775301220805937},
        {0},
        {(fftc_scalar)-0.93969262078590838405, (fftc_scalar)0.34202014332566873304}};
    if (k != 0) {
        x.v[1] = fftc_codelet_rotate(x.v[1], twiddle[k][0], twiddle[k][1]);
        x.v[2] = fftc_codelet_rotate(x.v[2], twiddle[2 * k][0], twiddle[2 * k][1]);
    }
    return fftc_dft_3(x);
}
FFTC_COMPOSITE(9, 3, 3)

FFTC_STEPS(8, 4, 2, 2 * n1 + n2, k + 4 * i)
{
    return fftc_dft_4(x);
}

FORCE fftc_complex_2 fftc_dft_second_8(fftc_complex_2 x, const int k)
{
    switch (k) {
    case 0: return fftc_dft_2(x);
    case 1: return fftc_dft_8_row_1(x);
    case 2: return fftc_dft_8_row_2(x);
    default: return fftc_dft_8_row_3(x);
    }
}

FFTC_STEPS(16, 4, 4, 4 * n1 + n2, k + 4 * i)
{
    return fftc_dft_4(x);
}

FORCE fftc_complex_4 fftc_dft_second_16(fftc_complex_4 x, const int k)
{
    switch (k) {
    case 0: return fftc_dft_4(x);
    case 1: return fftc_dft_16_row_1(x);
    case 2: return fftc_dft_16_row_2(x);
    default: return fftc_dft_16_row_3(x);
    }
}

#endif
