/* SPDX-License-Identifier: MIT
 *
 * Numbers of some 104 bits, as unevaluated sums of two doubles (Dekker, "A floating-point technique
 * for extending the available precision", Numer. Math. 18, 1971). The same bits wherever arithmetic
 * is IEEE 754's: files that include this are compiled without contraction.
 */
#ifndef FFTC_CPU_DOUBLE_DOUBLE_H
#define FFTC_CPU_DOUBLE_DOUBLE_H

#include <stddef.h>

#include "cpu/engine/arena.h"

typedef struct fftc_dd {
    double high;
    double low; /* at most half a unit in the last place of high */
} fftc_dd;

typedef struct fftc_dd_complex {
    fftc_dd re;
    fftc_dd im;
} fftc_dd_complex;

/* |a| is at least |b|, or a is 0. */
static inline fftc_dd fftc_dd_sum_ordered(double a, double b)
{
    double high = a + b;
    return (fftc_dd){high, b - (high - a)};
}

static inline fftc_dd fftc_dd_sum_exact(double a, double b)
{
    double high = a + b;
    double part = high - a;
    return (fftc_dd){high, (a - (high - part)) + (b - part)};
}

/* Splits a number into halves of 26 bits, whose products are exact. */
static inline fftc_dd fftc_dd_halves(double a)
{
    double scaled = 134217729.0 * a; /* 2^27 + 1 */
    double high = scaled - (scaled - a);
    return (fftc_dd){high, a - high};
}

static inline fftc_dd fftc_dd_product_exact(double a, double b)
{
    double high = a * b;
    fftc_dd x = fftc_dd_halves(a);
    fftc_dd y = fftc_dd_halves(b);
    double low = ((x.high * y.high - high) + x.high * y.low + x.low * y.high) + x.low * y.low;
    return (fftc_dd){high, low};
}

static inline fftc_dd fftc_dd_add(fftc_dd a, fftc_dd b)
{
    fftc_dd s = fftc_dd_sum_exact(a.high, b.high);
    return fftc_dd_sum_ordered(s.high, s.low + (a.low + b.low));
}

static inline fftc_dd fftc_dd_negate(fftc_dd a)
{
    return (fftc_dd){-a.high, -a.low};
}

static inline fftc_dd fftc_dd_multiply(fftc_dd a, fftc_dd b)
{
    fftc_dd p = fftc_dd_product_exact(a.high, b.high);
    return fftc_dd_sum_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static inline fftc_dd fftc_dd_divide(fftc_dd a, double b)
{
    double q = a.high / b;
    fftc_dd p = fftc_dd_product_exact(q, b);
    double rest = ((a.high - p.high) - p.low) + a.low;
    return fftc_dd_sum_ordered(q, rest / b);
}

static inline fftc_dd_complex fftc_dd_add_complex(fftc_dd_complex a, fftc_dd_complex b)
{
    return (fftc_dd_complex){fftc_dd_add(a.re, b.re), fftc_dd_add(a.im, b.im)};
}

static inline fftc_dd_complex fftc_dd_subtract_complex(fftc_dd_complex a, fftc_dd_complex b)
{
    return (fftc_dd_complex){fftc_dd_add(a.re, fftc_dd_negate(b.re)),
                             fftc_dd_add(a.im, fftc_dd_negate(b.im))};
}

static inline fftc_dd_complex fftc_dd_multiply_complex(fftc_dd_complex a, fftc_dd_complex b)
{
    return (fftc_dd_complex){
        fftc_dd_add(fftc_dd_multiply(a.re, b.re), fftc_dd_negate(fftc_dd_multiply(a.im, b.im))),
        fftc_dd_add(fftc_dd_multiply(a.re, b.im), fftc_dd_multiply(a.im, b.re))};
}

static inline fftc_dd_complex fftc_dd_multiply_real(fftc_dd_complex a, fftc_dd b)
{
    return (fftc_dd_complex){fftc_dd_multiply(a.re, b), fftc_dd_multiply(a.im, b)};
}

/* --- roots of unity (dd_roots.c) -------------------------------------------------------------- */

/* exp(-2 pi i k / m) for 0 <= k < m: log2 k roundings each. */
void fftc_dd_fill_roots(fftc_dd_complex *root, size_t m);

/* All exp(-2 pi i k / n), 0 <= k < n: real and imaginary part of each rounded to double, and the
 * rest that this leaves out. NULL without memory. */
typedef struct fftc_dd_point {
    double high[2];
    double low[2];
} fftc_dd_point;
fftc_dd_point *fftc_dd_circle(size_t n, fftc_arena *scratch);

/* A number in those two parts times a factor. */
void fftc_dd_scale(double *high, double *low, double factor);

#endif
