/* SPDX-License-Identifier: MIT */
#include "cpu/engine/tables/double_double.h"

/* exp(-2 pi i / m), m >= 2, by the series: 40 terms leave less than 2^-100 up to pi. */
static fftc_dd_complex first_root(size_t m)
{
    const fftc_dd two_pi = {6.283185307179586232, 2.449293598294706414e-16}; /* 2 pi */
    fftc_dd x = fftc_dd_divide(two_pi, (double)m);
    fftc_dd xx = fftc_dd_multiply(x, x);
    fftc_dd c = {1.0, 0.0};
    fftc_dd s = x;
    fftc_dd term = {1.0, 0.0};
    for (int k = 1; k < 20; ++k) {
        term = fftc_dd_negate(
            fftc_dd_divide(fftc_dd_multiply(term, xx), (double)(2 * k * (2 * k - 1))));
        c = fftc_dd_add(c, term);
        s = fftc_dd_add(s, fftc_dd_divide(fftc_dd_multiply(term, x), (double)(2 * k + 1)));
    }
    return (fftc_dd_complex){c, fftc_dd_negate(s)};
}

void fftc_dd_fill_roots(fftc_dd_complex *root, size_t m)
{
    root[0] = (fftc_dd_complex){{1.0, 0.0}, {0.0, 0.0}};
    if (m > 1) {
        root[1] = first_root(m);
    }
    for (size_t k = 2; k < m; ++k) {
        root[k] = fftc_dd_multiply_complex(root[k / 2], root[k - k / 2]);
    }
}

fftc_dd_point *fftc_dd_circle(size_t n, fftc_arena *scratch)
{
    fftc_dd_point *point = fftc_arena_reserve(scratch, n, sizeof *point);
    fftc_dd_complex *root = fftc_arena_reserve(scratch, n, sizeof *root);
    if (point == NULL || root == NULL) {
        return NULL;
    }
    fftc_dd_fill_roots(root, n);
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
    fftc_dd x = fftc_dd_multiply((fftc_dd){*high, *low}, (fftc_dd){factor, 0.0});
    *high = x.high;
    *low = x.low;
}
