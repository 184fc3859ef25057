/* SPDX-License-Identifier: MIT
 *
 * Transforms in long double, which the library does not have: made to be right, not fast.
 * Products of small primes are split by Cooley and Tukey's rule (Math. Comp. 19, 1965), in
 * Stockham's order, which needs no reordering. A length with a larger prime factor is Bluestein's
 * convolution (L. I. Bluestein, IEEE Trans. Audio Electroacoust. 18, 1970). */
#include "core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_RADIX = 31 };

typedef struct Number {
    long double re, im;
} Number;

static Number times(Number a, Number b)
{
    return (Number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* exp(-2 pi i k / n), from an angle of at most an eighth of the circle. */
static Number root(uint64_t k, uint64_t n)
{
    const long double tau = 6.283185307179586476925286766559005768L;
    k %= n;
    uint64_t octant = 8 * k / n;
    uint64_t low = (octant + 1) / 2 * n; /* 4 n times the nearest quarter */
    long double angle = tau * ((long double)(4 * k) - (long double)low) / (4 * (long double)n);
    long double c = cosl(angle);
    long double s = sinl(angle);
    switch ((octant + 1) / 2 % 4) {
    case 0: return (Number){c, -s};
    case 1: return (Number){-s, -c};
    case 2: return (Number){-c, s};
    default: return (Number){s, c};
    }
}

static uint64_t largest_prime(uint64_t n)
{
    uint64_t largest = 1;
    for (uint64_t p = 2; p * p <= n; ++p) {
        for (; n % p == 0; n /= p) {
            largest = p;
        }
    }
    return n > largest ? n : largest;
}

static uint64_t smallest_prime(uint64_t n)
{
    for (uint64_t p = 2; p * p <= n; ++p) {
        if (n % p == 0) {
            return p;
        }
    }
    return n;
}

/* Decimation in frequency, n = product of primes up to LARGEST_RADIX; `roots` are those of n. */
static void smooth_rows(Number *x, Number *other, uint64_t n, const Number *roots)
{
    Number *from = x;
    Number *to = other;
    uint64_t length = n; /* of the transforms that are left; n / length of them, side by side */
    while (length > 1) {
        uint64_t r = smallest_prime(length);
        uint64_t m = length / r;
        uint64_t s = n / length;
        for (uint64_t p = 0; p < m; ++p) {
            for (uint64_t k = 0; k < r; ++k) {
                Number twiddle = roots[p * k * s % n];
                for (uint64_t q = 0; q < s; ++q) {
                    Number sum = {0, 0};
                    for (uint64_t j = 0; j < r; ++j) {
                        Number term = times(from[q + s * (p + m * j)], roots[j * k % r * (n / r)]);
                        sum.re += term.re;
                        sum.im += term.im;
                    }
                    to[q + s * (r * p + k)] = times(sum, twiddle);
                }
            }
        }
        Number *swap = from;
        from = to;
        to = swap;
        length = m;
    }
    if (from != x) {
        memcpy(x, from, n * sizeof *x);
    }
}

typedef struct Tables {
    uint64_t n;
    uint64_t m;      /* the length that is split: n, or that of the convolution */
    Number *roots;   /* m */
    Number *chirp;   /* n, NULL if n is split itself */
    Number *filter;  /* m, its transform over m */
    Number *work[2]; /* m each */
} Tables;

static void tables_free(Tables *tables)
{
    free(tables->roots);
    free(tables->chirp);
    free(tables->filter);
    free(tables->work[0]);
    free(tables->work[1]);
}

static Number *numbers(uint64_t count)
{
    return count < SIZE_MAX / 2 / sizeof(Number) ? malloc(count * sizeof(Number)) : NULL;
}

static bool tables_make(Tables *tables, uint64_t n)
{
    bool direct = largest_prime(n) <= LARGEST_RADIX;
    *tables = (Tables){.n = n, .m = n};
    if (!direct) {
        for (tables->m = 1; tables->m < 2 * n - 1; tables->m *= 2) {
        }
    }
    uint64_t m = tables->m;
    tables->roots = numbers(m);
    tables->work[0] = numbers(m);
    tables->work[1] = numbers(m);
    tables->chirp = direct ? NULL : numbers(n);
    tables->filter = direct ? NULL : numbers(m);
    if (tables->roots == NULL || tables->work[0] == NULL || tables->work[1] == NULL ||
        (!direct && (tables->chirp == NULL || tables->filter == NULL))) {
        return false;
    }
    for (uint64_t k = 0; k < m; ++k) {
        tables->roots[k] = root(k, m);
    }
    if (!direct) {
        memset(tables->filter, 0, m * sizeof(Number));
        uint64_t square = 0; /* k^2 mod 2 n */
        for (uint64_t k = 0; k < n; ++k) {
            tables->chirp[k] = root(square, 2 * n);
            Number value = {tables->chirp[k].re / (long double)m,
                            -tables->chirp[k].im / (long double)m};
            tables->filter[k] = value;
            tables->filter[(m - k) % m] = value;
            square = (square + 2 * k + 1) % (2 * n);
        }
        smooth_rows(tables->filter, tables->work[0], m, tables->roots);
    }
    return true;
}

static Number conjugate(Number a)
{
    return (Number){a.re, -a.im};
}

static void forward(const Tables *tables, Number *x)
{
    uint64_t n = tables->n;
    uint64_t m = tables->m;
    Number *row = tables->work[0];
    if (tables->chirp == NULL) {
        smooth_rows(x, row, n, tables->roots);
        return;
    }
    memset(row, 0, m * sizeof *row);
    for (uint64_t k = 0; k < n; ++k) {
        row[k] = times(x[k], tables->chirp[k]);
    }
    smooth_rows(row, tables->work[1], m, tables->roots);
    for (uint64_t k = 0; k < m; ++k) {
        row[k] = conjugate(times(row[k], tables->filter[k]));
    }
    smooth_rows(row, tables->work[1], m, tables->roots);
    for (uint64_t k = 0; k < n; ++k) {
        x[k] = times(conjugate(row[k]), tables->chirp[k]);
    }
}

static bool transform_rows(Number *x, uint64_t rows, uint64_t n, bool inverse)
{
    Tables tables;
    bool made = tables_make(&tables, n);
    for (uint64_t i = 0; i < rows && made; ++i) {
        Number *row = x + i * n;
        for (uint64_t k = 0; k < n && inverse; ++k) {
            row[k] = conjugate(row[k]);
        }
        forward(&tables, row);
        for (uint64_t k = 0; k < n && inverse; ++k) {
            row[k] = conjugate(row[k]);
        }
    }
    tables_free(&tables);
    return made;
}

PyObject *extended_transform(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    PyArrayObject *x = count == 2 && PyArray_Check(args[0]) ? (PyArrayObject *)args[0] : NULL;
    if (x == NULL || PyArray_TYPE(x) != NPY_CLONGDOUBLE || !PyArray_ISCARRAY(x) ||
        PyArray_NDIM(x) < 1 || PyArray_SIZE(x) == 0) {
        PyErr_SetString(PyExc_TypeError, "extended takes a C-contiguous array of clongdouble");
        return NULL;
    }
    _Static_assert(sizeof(Number) == 2 * sizeof(npy_longdouble), "NumPy's long double is C's");
    npy_intp n = PyArray_DIM(x, PyArray_NDIM(x) - 1);
    npy_intp rows = PyArray_SIZE(x) / n;
    int inverse = PyObject_IsTrue(args[1]);
    bool done;
    Py_BEGIN_ALLOW_THREADS;
    done = transform_rows(PyArray_DATA(x), (uint64_t)rows, (uint64_t)n, inverse > 0);
    Py_END_ALLOW_THREADS;
    if (!done) {
        return PyErr_NoMemory();
    }
    Py_RETURN_NONE;
}
