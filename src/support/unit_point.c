/* SPDX-License-Identifier: MIT */
#include "support/unit_point.h"

#include <float.h>
#include <math.h>

/* Sums and products of pairs by error-free transformations (Dekker 1971; Knuth's two-sum). */

/* 2^ceil(p / 2) + 1 for numbers of p bits, which cuts them into halves. */
#define CUT ((long double)((uint64_t)1 << (LDBL_MANT_DIG + 1) / 2) + 1.0L)

static fftc_pair_ld two_sum(long double x, long double y)
{
    fftc_pair_ld z;
    long double part;
    z.hi = x + y;
    part = z.hi - x;
    z.lo = (x - (z.hi - part)) + (y - part);
    return z;
}

static fftc_pair_ld add(fftc_pair_ld x, fftc_pair_ld y)
{
    fftc_pair_ld z = two_sum(x.hi, y.hi);
    return two_sum(z.hi, z.lo + (x.lo + y.lo));
}

/* x as a sum of two numbers of half its bits. */
static fftc_pair_ld halves(long double x)
{
    fftc_pair_ld z;
    long double cut = CUT * x;
    z.hi = cut - (cut - x);
    z.lo = x - z.hi;
    return z;
}

/* What `product`, x * y rounded, lacks: Dekker's, since fmal takes long without an instruction. */
static long double product_rest(long double x, long double y, long double product)
{
    fftc_pair_ld a = halves(x);
    fftc_pair_ld b = halves(y);
    return ((a.hi * b.hi - product) + (a.hi * b.lo + a.lo * b.hi)) + a.lo * b.lo;
}

static fftc_pair_ld multiply(fftc_pair_ld x, fftc_pair_ld y)
{
    long double product = x.hi * y.hi;
    long double rest = product_rest(x.hi, y.hi, product);
    return two_sum(product, rest + (x.hi * y.lo + x.lo * y.hi));
}

static fftc_pair_ld divide(fftc_pair_ld x, long double divisor)
{
    long double quotient = x.hi / divisor;
    long double product = quotient * divisor;
    long double rest = (x.hi - product) - product_rest(quotient, divisor, product);
    return two_sum(quotient, (rest + x.lo) / divisor);
}

/* x^first / first! - x^(first + 2) / (first + 2)! + ...; x <= pi/4. */
static fftc_pair_ld series(fftc_pair_ld x, int first)
{
    fftc_pair_ld square = multiply(x, x);
    fftc_pair_ld term = {1.0L, 0.0L};
    fftc_pair_ld sum;
    if (first == 1) {
        term = x;
    }
    sum = term;
    /* The last term is below (pi/4)^40 / 40! < 2^-170 of the first. */
    for (int n = first; n < 40; n += 2) {
        term = divide(multiply(term, square), -(long double)((n + 1) * (n + 2)));
        sum = add(sum, term);
    }
    return sum;
}

void fftc_unit_point(uint64_t numerator, uint64_t denominator, fftc_pair_ld *cosine,
                     fftc_pair_ld *sine)
{
    /* pi as a sum of doubles, which any long double holds exactly. */
    fftc_pair_ld pi = two_sum(0x1.921fb54442d18p+1L, 0x1.1a62633145c07p-53L);
    fftc_pair_ld factor = {(long double)numerator, 0.0L};
    fftc_pair_ld angle;
    pi = add(pi, (fftc_pair_ld){-0x1.f1976b7ed8fbcp-109L, 0.0L});
    factor = divide(factor, (long double)denominator);
    angle = multiply(pi, factor);
    *cosine = series(angle, 0);
    *sine = series(angle, 1);
}

void fftc_unit_point_further(const fftc_pair_ld x[2], const fftc_pair_ld y[2], fftc_pair_ld sum[2])
{
    fftc_pair_ld sines = multiply(x[1], y[1]);
    fftc_pair_ld cosine = add(multiply(x[0], y[0]), (fftc_pair_ld){-sines.hi, -sines.lo});
    sum[1] = add(multiply(x[0], y[1]), multiply(x[1], y[0]));
    sum[0] = cosine;
}

double fftc_pair_ld_round(fftc_pair_ld x)
{
    double rounded = (double)x.hi;
    long double rest = (x.hi - (long double)rounded) + x.lo;
    double other = nextafter(rounded, rest > 0.0L ? (double)INFINITY : -(double)INFINITY);
    long double other_rest = (x.hi - (long double)other) + x.lo;
    return fabsl(rest) <= fabsl(other_rest) ? rounded : other;
}
