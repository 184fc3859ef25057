/* SPDX-License-Identifier: MIT
 *
 * Numbers are unevaluated sums of two doubles, with some 104 bits (Dekker 1971). This file is
 * compiled without contraction.
 */
#include "cpu/engine/tables/double_double.h"

typedef struct fine {
    double high;
    double low; /* at most half a unit in the last place of high */
} fine;

typedef struct fine_complex {
    fine re;
    fine im;
} fine_complex;

/* |a| is at least |b|, or a is 0. */
static inline fine sum_ordered(double a, double b)
{
    double high = a + b;
    return (fine){high, b - (high - a)};
}

static inline fine sum_exact(double a, double b)
{
    double high = a + b;
    double part = high - a;
    return (fine){high, (a - (high - part)) + (b - part)};
}

/* Splits a number into halves of 26 bits, whose products are exact. */
static inline fine halves(double a)
{
    double scaled = 134217729.0 * a; /* 2^27 + 1 */
    double high = scaled - (scaled - a);
    return (fine){high, a - high};
}

static inline fine product_exact(double a, double b)
{
    double high = a * b;
    fine x = halves(a);
    fine y = halves(b);
    double low = ((x.high * y.high - high) + x.high * y.low + x.low * y.high) + x.low * y.low;
    return (fine){high, low};
}

static inline fine add(fine a, fine b)
{
    fine s = sum_exact(a.high, b.high);
    return sum_ordered(s.high, s.low + (a.low + b.low));
}

static inline fine negate(fine a)
{
    return (fine){-a.high, -a.low};
}

static inline fine multiply(fine a, fine b)
{
    fine p = product_exact(a.high, b.high);
    return sum_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static inline fine divide(fine a, double b)
{
    double q = a.high / b;
    fine p = product_exact(q, b);
    double rest = ((a.high - p.high) - p.low) + a.low;
    return sum_ordered(q, rest / b);
}

static inline fine_complex add_complex(fine_complex a, fine_complex b)
{
    return (fine_complex){add(a.re, b.re), add(a.im, b.im)};
}

static inline fine_complex subtract_complex(fine_complex a, fine_complex b)
{
    return (fine_complex){add(a.re, negate(b.re)), add(a.im, negate(b.im))};
}

static inline fine_complex multiply_complex(fine_complex a, fine_complex b)
{
    return (fine_complex){add(multiply(a.re, b.re), negate(multiply(a.im, b.im))),
                          add(multiply(a.re, b.im), multiply(a.im, b.re))};
}

/* exp(-2 pi i / m), m >= 2, by the series: 40 terms leave less than 2^-100 up to pi. */
static fine_complex first_root(size_t m)
{
    const fine turn = {6.283185307179586232, 2.449293598294706414e-16}; /* 2 pi */
    fine x = divide(turn, (double)m);
    fine xx = multiply(x, x);
    fine c = {1.0, 0.0};
    fine s = x;
    fine term = {1.0, 0.0};
    for (int k = 1; k < 20; ++k) {
        term = negate(divide(multiply(term, xx), (double)(2 * k * (2 * k - 1))));
        c = add(c, term);
        s = add(s, divide(multiply(term, x), (double)(2 * k + 1)));
    }
    return (fine_complex){c, negate(s)};
}

/* exp(-2 pi i k / m) for all k: log2 k roundings each. */
static void fill_roots(fine_complex *root, size_t m)
{
    root[0] = (fine_complex){{1.0, 0.0}, {0.0, 0.0}};
    if (m > 1) {
        root[1] = first_root(m);
    }
    for (size_t k = 2; k < m; ++k) {
        root[k] = multiply_complex(root[k / 2], root[k - k / 2]);
    }
}

static size_t least_factor(size_t m)
{
    for (size_t p = 2; p * p <= m; ++p) {
        if (m % p == 0) {
            return p;
        }
    }
    return m;
}

/* How many complex products a pass of radix r over m numbers takes: twiddles, and from 3 on a
 * matrix for half of the outputs (two products of a real and a complex number count as one). */
static size_t products(size_t r, size_t m)
{
    return r == 2 ? m / 2 : m / r * (r - 1 + (r / 2) * (r / 2));
}

bool fftc_dd_pays(size_t m)
{
    const size_t most = (size_t)1 << 17; /* 25 ns each */
    size_t all = 0;
    if (m > most) {
        return false;
    }
    for (size_t left = m; left > 1 && all <= most; left /= least_factor(left)) {
        all += products(least_factor(left), m);
    }
    return all <= most;
}

typedef struct plan {
    const uint32_t *turn;
    const fine_complex *circle; /* of the source's numbers */
    const fine_complex *root;   /* of all m */
    size_t m;
    fine_complex *column; /* of the largest factor */
} plan;

static inline fine_complex multiply_real(fine_complex a, fine b)
{
    return (fine_complex){multiply(a.re, b), multiply(a.im, b)};
}

/* A transform of r numbers, r odd, `stride` apart in dst: by sums and differences of pairs. */
static void transform_odd(const plan *p, size_t r, fine_complex *dst, size_t stride)
{
    fine_complex *x = p->column;
    fine_complex total = x[0];
    for (size_t q = 1; q <= r / 2; ++q) {
        fine_complex y = x[q];
        x[q] = add_complex(y, x[r - q]);
        x[r - q] = subtract_complex(y, x[r - q]);
        total = add_complex(total, x[q]);
    }
    dst[0] = total;
    for (size_t j = 1; j <= r / 2; ++j) {
        fine_complex even = x[0];
        fine_complex odd = {{0.0, 0.0}, {0.0, 0.0}};
        for (size_t q = 1; q <= r / 2; ++q) {
            fine_complex w = p->root[j * q % r * (p->m / r)];
            even = add_complex(even, multiply_real(x[q], w.re));
            odd = add_complex(odd, multiply_real(x[r - q], w.im));
        }
        odd = (fine_complex){negate(odd.im), odd.re}; /* times i */
        dst[j * stride] = add_complex(even, odd);
        dst[(r - j) * stride] = subtract_complex(even, odd);
    }
}

/* Outputs k, k + n / r, ... of n from those of r transforms of n / r each. */
static void combine(const plan *p, fine_complex *x, size_t n, size_t r)
{
    size_t part = n / r;
    size_t step = p->m / n;
    for (size_t k = 0; k < part; ++k) {
        for (size_t q = 0; q < r; ++q) {
            fine_complex y = x[q * part + k];
            p->column[q] = q * k > 0 ? multiply_complex(y, p->root[q * k * step]) : y;
        }
        if (r == 2) {
            x[k] = add_complex(p->column[0], p->column[1]);
            x[part + k] = subtract_complex(p->column[0], p->column[1]);
        } else {
            transform_odd(p, r, x + k, part);
        }
    }
}

/* Decimation in time: n numbers of the source from `first` on, `step` apart. */
static void transform(const plan *p, size_t first, size_t step, size_t n, fine_complex *dst)
{
    if (n == 1) {
        const fine_complex none = {{0.0, 0.0}, {0.0, 0.0}};
        uint32_t turn = p->turn[first];
        dst[0] = turn == FFTC_FILTER_NONE ? none : p->circle[turn];
        return;
    }
    size_t r = least_factor(n);
    for (size_t q = 0; q < r; ++q) {
        transform(p, first + q * step, step * r, n / r, dst + q * (n / r));
    }
    combine(p, dst, n, r);
}

fftc_status fftc_dd_transform(const fftc_filter *filter, double scale, double *dst, double *rest,
                              fftc_arena *scratch, fftc_error *error)
{
    size_t m = filter->m;
    fine_complex *circle = fftc_arena_reserve(scratch, filter->period, sizeof *circle);
    fine_complex *root = fftc_arena_reserve(scratch, m, sizeof *root);
    fine_complex *x = fftc_arena_reserve(scratch, m, sizeof *x);
    fine_complex *column = fftc_arena_reserve(scratch, m, sizeof *column);
    if (circle == NULL || root == NULL || x == NULL || column == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", m);
    }
    plan p = {filter->turn, circle, root, m, column};
    fill_roots(circle, filter->period);
    fill_roots(root, m);
    transform(&p, 0, 1, m, x);
    for (size_t k = 0; k < m; ++k) {
        fine_complex y = multiply_real(x[k], (fine){scale, 0.0});
        y = (fine_complex){divide(y.re, (double)m), divide(y.im, (double)m)};
        dst[2 * k] = y.re.high;
        dst[2 * k + 1] = y.im.high;
        rest[2 * k] = y.re.low;
        rest[2 * k + 1] = y.im.low;
    }
    return FFTC_SUCCESS;
}

fftc_dd_point *fftc_dd_circle(size_t n, fftc_arena *scratch)
{
    fftc_dd_point *point = fftc_arena_reserve(scratch, n, sizeof *point);
    fine_complex *root = fftc_arena_reserve(scratch, n, sizeof *root);
    if (point == NULL || root == NULL) {
        return NULL;
    }
    fill_roots(root, n);
    for (size_t k = 0; k < n; ++k) {
        point[k] =
            (fftc_dd_point){{root[k].re.high, root[k].im.high}, {root[k].re.low, root[k].im.low}};
        if (4 * k % n == 0) { /* on an axis */
            size_t quarter = 4 * k / n;
            double sign = quarter < 2 ? 1.0 : -1.0;
            point[k] = (fftc_dd_point){{quarter % 2 == 0 ? sign : 0.0, 0.0}, {0.0, 0.0}};
            point[k].high[1] = quarter % 2 != 0 ? -sign : 0.0;
        }
    }
    return point;
}

void fftc_dd_scale(double *high, double *low, double factor)
{
    fine x = multiply((fine){*high, *low}, (fine){factor, 0.0});
    *high = x.high;
    *low = x.low;
}
