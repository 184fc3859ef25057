/* SPDX-License-Identifier: MIT */
#include "device/chirp_spectrum.h"

#include <stdlib.h>

#include "device/chirp_fresnel.h"
#include "device/table_jobs.h"
#include "support/roots.h"
#include "support/wave.h"

/* Up to so many points tables of double are computed in long double, which takes some milliseconds.
 * Beyond that the jobs' transform in double computes them; its error adds to that of the
 * transforms on the device. */
#define FINE_MAX ((uint64_t)16384)
#define TILE 16u

typedef double pair[2];
typedef long double pair_long[2];

uint64_t fftc_chirp_period(const fftc_convolution_key *key)
{
    uint64_t points = 1;
    for (int i = 0; i < FFTC_CONVOLUTION_AXES_MAX; ++i) {
        points *= key->axes[i];
    }
    return points;
}

/* --- in long double --------------------------------------------------------------------------- */

/* One stage in Stockham's order (kernel/line_fft.h); `roots` has exp(-2 pi i k / m). */
static void stage(uint64_t m, uint64_t radix, uint64_t before, pair_long *roots, pair_long *x,
                  pair_long *y)
{
    uint64_t all = before * radix;
    uint64_t step = m / all;
    for (uint64_t b = 0; b < m / radix; ++b) {
        uint64_t p = b % before;
        pair_long *to = y + b / before * all + p;
        for (uint64_t q = 0; q < radix; ++q) {
            uint64_t turn = p + q * before;
            uint64_t at = 0;
            long double re = 0;
            long double im = 0;
            for (uint64_t k = 0; k < radix; ++k) {
                const long double *w = roots[at * step];
                const long double *v = x[b + k * (m / radix)];
                re += w[0] * v[0] - w[1] * v[1];
                im += w[0] * v[1] + w[1] * v[0];
                at = at + turn < all ? at + turn : at + turn - all;
            }
            to[q * before][0] = re;
            to[q * before][1] = im;
        }
    }
}

/* A stage of radix 4, which has a fifth of the multiplications of stage(). */
static void stage_of_four(uint64_t m, uint64_t before, pair_long *roots, pair_long *x, pair_long *y)
{
    uint64_t step = m / (4 * before);
    for (uint64_t b = 0; b < m / 4; ++b) {
        uint64_t p = b % before;
        pair_long *to = y + 4 * (b - p) + p;
        long double v[4][2];
        for (uint64_t k = 0; k < 4; ++k) {
            const long double *w = roots[k * p * step];
            const long double *from = x[b + k * (m / 4)];
            v[k][0] = w[0] * from[0] - w[1] * from[1];
            v[k][1] = w[0] * from[1] + w[1] * from[0];
        }
        for (int part = 0; part < 2; ++part) {
            long double even = v[0][part] + v[2][part];
            long double odd = v[1][part] + v[3][part];
            long double rest = v[0][part] - v[2][part];
            /* -i (v1 - v3): its real part is the difference's imaginary one. */
            long double rotated = part == 0 ? v[1][1] - v[3][1] : v[3][0] - v[1][0];
            to[0][part] = even + odd;
            to[before][part] = rest + rotated;
            to[2 * before][part] = even - odd;
            to[3 * before][part] = rest - rotated;
        }
    }
}

/* Returns the one of the two that holds the result. */
static pair_long *transform_long(uint64_t m, pair_long *roots, pair_long *x, pair_long *y)
{
    uint64_t before = 1;
    uint64_t radix = 4;
    while (before != m) {
        pair_long *other = x;
        if (m / before % radix != 0) {
            radix = radix == 4 ? 2 : radix == 2 ? 3 : radix + 2; /* 4, 2, 3, 5, 7, ... */
            continue;
        }
        if (radix == 4) {
            stage_of_four(m, before, roots, x, y);
        } else {
            stage(m, radix, before, roots, x, y);
        }
        x = y;
        y = other;
        before *= radix;
    }
    return x;
}

/* x and y have room for m numbers each. The result is x. */
static bool spectrum_long(uint64_t n, uint64_t m, pair *x)
{
    pair_long *a = calloc((size_t)m, 3 * sizeof *a);
    if (a == NULL) {
        return false;
    }
    pair_long *roots = a + 2 * m;
    fftc_roots r = fftc_roots_begin(m, m);
    for (uint64_t k = 0; k < m; ++k) {
        fftc_roots_get(&r, k, roots[k]);
    }
    bool failed = r.failed;
    fftc_roots_end(&r);
    r = fftc_roots_begin(2 * n, n);
    failed = failed || r.failed;
    for (uint64_t j = 0; j < n; ++j) {
        long double point[2];
        fftc_roots_get(&r, j * j % (2 * n), point);
        a[j][0] = a[j == 0 ? 0 : m - j][0] = point[0] / (long double)m;
        a[j][1] = a[j == 0 ? 0 : m - j][1] = -point[1] / (long double)m;
    }
    fftc_roots_end(&r);
    pair_long *y = transform_long(m, roots, a, a + m);
    for (uint64_t k = 0; k < m; ++k) {
        x[k][0] = (double)y[k][0];
        x[k][1] = (double)y[k][1];
    }
    free(a);
    return !failed;
}

/* --- in double -------------------------------------------------------------------------------- */

/* b_j = exp(pi i j^2 / n) / m at j and m - j. */
static void fill_chirp(uint64_t n, uint64_t m, pair *x)
{
    double scale = 1.0 / (double)m;
    uint64_t square = 0; /* of j, modulo 2 n */
    for (uint64_t j = 0; j < n; ++j) {
        double point[2];
        fftc_circle_point(square, 2 * n, point);
        square += 2 * j + 1;
        square -= square >= 2 * n ? 2 * n : 0;
        x[j][0] = x[j == 0 ? 0 : m - j][0] = point[0] * scale;
        x[j][1] = x[j == 0 ? 0 : m - j][1] = -point[1] * scale;
    }
    for (uint64_t j = n; j <= m - n; ++j) {
        x[j][0] = 0.0;
        x[j][1] = 0.0;
    }
}

/* --- the table -------------------------------------------------------------------------------- */

uint64_t fftc_chirp_frequency(const fftc_convolution_key *key, uint64_t rest)
{
    uint64_t frequency = 0;
    int axis = FFTC_CONVOLUTION_AXES_MAX - 1;
    /* Axes of one point, most of them, take no division; the slowest is what is left. */
    for (; axis > 1; --axis) {
        if (key->axes[axis] != 1) {
            frequency = frequency * key->axes[axis] + rest % key->axes[axis];
            rest /= key->axes[axis];
        }
    }
    return frequency * key->axes[axis] + rest;
}

static void put(fftc_precision precision, void *table, uint64_t index, const double *point)
{
    if (precision == FFTC_FLOAT64) {
        ((double *)table)[2 * index] = point[0];
        ((double *)table)[2 * index + 1] = point[1];
    } else {
        ((float *)table)[2 * index] = (float)point[0];
        ((float *)table)[2 * index + 1] = (float)point[1];
    }
}

/* In tiles, since one of the two sides is traversed across its rows. */
static void put_in_order(const fftc_convolution_key *key, fftc_precision precision, pair *x,
                         void *table)
{
    uint64_t first = key->axes[0];
    uint64_t others = fftc_chirp_period(key) / first;
    for (uint64_t r0 = 0; r0 < others; r0 += TILE) {
        uint64_t count = others - r0 < TILE ? others - r0 : TILE;
        const pair *from[TILE];
        for (uint64_t r = 0; r < count; ++r) {
            from[r] = (const pair *)x + first * fftc_chirp_frequency(key, r0 + r);
        }
        for (uint64_t k = 0; k < first; ++k) {
            for (uint64_t r = 0; r < count; ++r) {
                put(precision, table, k * others + r0 + r, from[r][k]);
            }
        }
    }
}

bool fftc_chirp_spectrum_begin(const fftc_convolution_key *key, fftc_precision precision,
                               void *table, fftc_table_jobs *jobs)
{
    uint64_t n = key->chirp;
    uint64_t m = fftc_chirp_period(key);
    if (fftc_chirp_fresnel_serves(key, precision)) {
        return fftc_chirp_fresnel_begin(key, precision, table, jobs);
    }
    pair *x = malloc((size_t)m * sizeof *x);
    if (x == NULL) {
        return false;
    }
    bool done = false;
    if (precision != FFTC_FLOAT64 || m > FINE_MAX) {
        fill_chirp(n, m, x);
        done = jobs->transform(m, x);
    }
    /* A build without double has no such transform. */
    done = done || spectrum_long(n, m, x);
    if (done) {
        put_in_order(key, precision, x, table);
    }
    free(x);
    return done;
}
