/* SPDX-License-Identifier: MIT */
#include "cpu/engine/tables/filter_transform.h"

#include "cpu/engine/tables/double_double.h"

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

bool fftc_filter_is_short(size_t m)
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
    const uint32_t *angle;
    const fftc_dd_complex *circle; /* of the source's numbers */
    const fftc_dd_complex *root;   /* of all m */
    size_t m;
    fftc_dd_complex *column; /* of the largest factor */
} plan;

/* A transform of r numbers, r odd, `stride` apart in dst: by sums and differences of pairs. */
static void transform_odd(const plan *p, size_t r, fftc_dd_complex *dst, size_t stride)
{
    fftc_dd_complex *x = p->column;
    fftc_dd_complex total = x[0];
    for (size_t q = 1; q <= r / 2; ++q) {
        fftc_dd_complex y = x[q];
        x[q] = fftc_dd_add_complex(y, x[r - q]);
        x[r - q] = fftc_dd_subtract_complex(y, x[r - q]);
        total = fftc_dd_add_complex(total, x[q]);
    }
    dst[0] = total;
    for (size_t j = 1; j <= r / 2; ++j) {
        fftc_dd_complex even = x[0];
        fftc_dd_complex odd = {{0.0, 0.0}, {0.0, 0.0}};
        for (size_t q = 1; q <= r / 2; ++q) {
            fftc_dd_complex w = p->root[j * q % r * (p->m / r)];
            even = fftc_dd_add_complex(even, fftc_dd_multiply_real(x[q], w.re));
            odd = fftc_dd_add_complex(odd, fftc_dd_multiply_real(x[r - q], w.im));
        }
        odd = (fftc_dd_complex){fftc_dd_negate(odd.im), odd.re}; /* times i */
        dst[j * stride] = fftc_dd_add_complex(even, odd);
        dst[(r - j) * stride] = fftc_dd_subtract_complex(even, odd);
    }
}

/* Outputs k, k + n / r, ... of n from those of r transforms of n / r each. */
static void combine(const plan *p, fftc_dd_complex *x, size_t n, size_t r)
{
    size_t part = n / r;
    size_t step = p->m / n;
    for (size_t k = 0; k < part; ++k) {
        for (size_t q = 0; q < r; ++q) {
            fftc_dd_complex y = x[q * part + k];
            p->column[q] = q * k > 0 ? fftc_dd_multiply_complex(y, p->root[q * k * step]) : y;
        }
        if (r == 2) {
            x[k] = fftc_dd_add_complex(p->column[0], p->column[1]);
            x[part + k] = fftc_dd_subtract_complex(p->column[0], p->column[1]);
        } else {
            transform_odd(p, r, x + k, part);
        }
    }
}

/* Decimation in time: n numbers of the source from `first` on, `step` apart. */
static void transform(const plan *p, size_t first, size_t step, size_t n, fftc_dd_complex *dst)
{
    if (n == 1) {
        const fftc_dd_complex none = {{0.0, 0.0}, {0.0, 0.0}};
        uint32_t angle = p->angle[first];
        dst[0] = angle == FFTC_FILTER_NONE ? none : p->circle[angle];
        return;
    }
    size_t r = least_factor(n);
    for (size_t q = 0; q < r; ++q) {
        transform(p, first + q * step, step * r, n / r, dst + q * (n / r));
    }
    combine(p, dst, n, r);
}

fftc_status fftc_filter_transform(const fftc_filter *filter, double scale, double *dst,
                                  double *rest, fftc_arena *scratch, fftc_error *error)
{
    size_t m = filter->m;
    fftc_dd_complex *circle = fftc_arena_reserve(scratch, filter->period, sizeof *circle);
    fftc_dd_complex *root = fftc_arena_reserve(scratch, m, sizeof *root);
    fftc_dd_complex *x = fftc_arena_reserve(scratch, m, sizeof *x);
    fftc_dd_complex *column = fftc_arena_reserve(scratch, m, sizeof *column);
    if (circle == NULL || root == NULL || x == NULL || column == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", m);
    }
    plan p = {filter->angle, circle, root, m, column};
    fftc_dd_fill_roots(circle, filter->period);
    fftc_dd_fill_roots(root, m);
    transform(&p, 0, 1, m, x);
    for (size_t k = 0; k < m; ++k) {
        fftc_dd_complex y = fftc_dd_multiply_real(x[k], (fftc_dd){scale, 0.0});
        y = (fftc_dd_complex){fftc_dd_divide(y.re, (double)m), fftc_dd_divide(y.im, (double)m)};
        dst[2 * k] = y.re.high;
        dst[2 * k + 1] = y.im.high;
        rest[2 * k] = y.re.low;
        rest[2 * k + 1] = y.im.low;
    }
    return FFTC_SUCCESS;
}
