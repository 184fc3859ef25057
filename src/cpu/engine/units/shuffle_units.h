/* SPDX-License-Identifier: MIT
 *
 * Shuffles of 256 bits that two units of Intel's processors can do. For the same results compilers
 * use vunpcklpd, vpermilps and similar ones, which only one unit does, and never these. (Zen's
 * processors have two units for all of them. vpunpckldq in place of vunpcklps gains nothing: its
 * result comes late for arithmetic.) FFTC_PRECISION and FFTC_LANES are set. Without AVX2, and in
 * vectors of other widths, FFTC_SHUFFLE_UNITS is 0 and there is nothing here.
 */
#ifndef FFTC_CPU_ENGINE_SHUFFLE_UNITS_H
#define FFTC_CPU_ENGINE_SHUFFLE_UNITS_H

#include "cpu/engine/units/unroll.h"
#include "fftcore/kernel/dialect.h"

#if defined(__AVX2__) && !defined(__AVX512F__) && FFTC_PRECISION * FFTC_LANES == 256
#define FFTC_SHUFFLE_UNITS 1

/* Takes the first half, or the second, of each 128 bits of `a` and of `b`: 64 bits each. */
FORCE fftc_real fftc_halves_paired(fftc_real a, fftc_real b, const int half)
{
    fftc_real y;
    if (half) {
        __asm__("vshufpd $15, %2, %1, %0" : "=x"(y) : "x"(a), "xm"(b));
    } else {
        __asm__("vshufpd $0, %2, %1, %0" : "=x"(y) : "x"(a), "xm"(b));
    }
    return y;
}

/* Neighbours change places. */
FORCE fftc_real fftc_neighbours_exchanged(fftc_real x)
{
    fftc_real y;
#if FFTC_PRECISION == 64
    __asm__("vshufpd $5, %1, %1, %0" : "=x"(y) : "x"(x));
#else
    __asm__("vshufps $0xb1, %1, %1, %0" : "=x"(y) : "x"(x));
#endif
    return y;
}

#else
#define FFTC_SHUFFLE_UNITS 0
#endif

#endif
