/* SPDX-License-Identifier: MIT
 *
 * Halfcomplex numbers and the Hartley transform, by transforms of real numbers.
 */
#include "fftw3/planner.h"

/* A spectrum of n / 2 + 1 complex numbers as FFTW's halfcomplex ones, or as Hartley's, which are
 * real minus imaginary part. */
static void from_spectrum(const R *spectrum, bool hartley, ptrdiff_t n, ptrdiff_t stride, R *data)
{
    for (ptrdiff_t k = 0; k <= n / 2; ++k) {
        R re = spectrum[2 * k];
        R im = k == 0 || 2 * k == n ? 0 : spectrum[2 * k + 1];
        if (k != 0) {
            data[(n - k) * stride] = hartley ? re + im : im;
        }
        data[k * stride] = hartley ? re - im : re;
    }
}

static void to_spectrum(const R *data, ptrdiff_t n, ptrdiff_t stride, R *spectrum)
{
    for (ptrdiff_t k = 0; k <= n / 2; ++k) {
        spectrum[2 * k] = data[k * stride];
        spectrum[2 * k + 1] = k == 0 || 2 * k == n ? 0 : data[(n - k) * stride];
    }
}

void P(halfcomplex_run)(const fftc_plan *plan, X(r2r_kind) kind, ptrdiff_t outer, ptrdiff_t n,
                        ptrdiff_t inner, R *data, R *work)
{
    R *real = work;
    R *spectrum = work + n;
    for (ptrdiff_t line = 0; line < outer * inner; ++line) {
        R *at = data + line / inner * n * inner + line % inner;
        if (kind == FFTW_HC2R) {
            to_spectrum(at, n, inner, spectrum);
            fftc_plan_execute(plan, spectrum, real, NULL);
            P(copy)(&(axis){.n = n, .is = 1, .os = inner}, 1, real, at);
        } else {
            P(copy)(&(axis){.n = n, .is = inner, .os = 1}, 1, at, real);
            fftc_plan_execute(plan, real, spectrum, NULL);
            from_spectrum(spectrum, kind == FFTW_DHT, n, inner, at);
        }
    }
}
