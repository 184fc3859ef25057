/* SPDX-License-Identifier: MIT
 *
 * All kernel headers, and something computed with them; included for each precision after
 * kernel/precision.h. A name that precision.h does not know is defined twice, and this does not
 * compile.
 */
#define FFTC_TWIDDLE_COMPUTED
#include "fftcore/kernel/accessor.h"
#include "fftcore/kernel/butterfly.h"
#include "fftcore/kernel/codelet.h"
#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/dialect.h"
#include "fftcore/kernel/exchange.h"
#include "fftcore/kernel/mirror.h"
#include "fftcore/kernel/order.h"
#include "fftcore/kernel/real.h"
#include "fftcore/kernel/sizes.h"
#include "fftcore/kernel/twiddle.h"
#include "fftcore/kernel/workgroup.h"
#include "fftcore/kernel/workgroup_fft.h"
#undef FFTC_TWIDDLE_COMPUTED

/* Relative error of z = w^0 w^1 ... w^(COUNT - 1), w^k = exp(-i pi k / 2^10) by fftc_twiddle. */
static double FFTC_RENAME(product_error)(void)
{
    fftc_complex z = fftc_complex_make(FFTC_REAL(1.0), FFTC_REAL(0.0));
    long double angle = -PI / 1024 * (COUNT * (COUNT - 1) / 2);
    for (uint32_t k = 0; k < COUNT; ++k) {
        z = fftc_complex_mul(z, fftc_twiddle(k, 10));
    }
    return hypot((double)((long double)z.re - cosl(angle)),
                 (double)((long double)z.im - sinl(angle)));
}

/* x[t] = t^2 + 1 + i (7 - 3 t), t = 0 .. 4: its DFT at f = 1. */
static double FFTC_RENAME(codelet_error)(void)
{
    fftc_complex_5 x;
    fftc_complex_5 y;
    long double re = 0;
    long double im = 0;
    x.v[0] = fftc_complex_make(FFTC_REAL(1.0), FFTC_REAL(7.0));
    x.v[1] = fftc_complex_make(FFTC_REAL(2.0), FFTC_REAL(4.0));
    x.v[2] = fftc_complex_make(FFTC_REAL(5.0), FFTC_REAL(1.0));
    x.v[3] = fftc_complex_make(FFTC_REAL(10.0), FFTC_REAL(-2.0));
    x.v[4] = fftc_complex_make(FFTC_REAL(17.0), FFTC_REAL(-5.0));
    y = fftc_dft_5(x);
    for (int t = 0; t < 5; ++t) {
        long double c = cosl(2 * PI * t / 5);
        long double s = -sinl(2 * PI * t / 5);
        re += (t * t + 1) * c - (7 - 3 * t) * s;
        im += (t * t + 1) * s + (7 - 3 * t) * c;
    }
    return hypot((double)((long double)y.v[1].re - re), (double)((long double)y.v[1].im - im)) /
           hypot((double)re, (double)im);
}

static fftc_uint FFTC_RENAME(words_per_complex)(void)
{
    return FFTC_COMPLEX_WORDS;
}
