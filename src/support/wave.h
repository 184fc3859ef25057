/* SPDX-License-Identifier: MIT
 *
 * Points of the unit circle whose angles grow evenly, several at a time: loops that compilers make
 * vectors of. The bits are the same on every machine with doubles of IEEE 754 and with vectors of
 * any width, since no function of a library's is called and nothing is fused.
 */
#ifndef FFTC_SUPPORT_WAVE_H
#define FFTC_SUPPORT_WAVE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Points -FFTC_WAVE / 2, -FFTC_WAVE / 2 + 1, ... from one in the middle. */
#define FFTC_WAVE 16u

typedef struct fftc_wave {
    double re[FFTC_WAVE], im[FFTC_WAVE];
} fftc_wave;

/* Functions that are compiled twice, once for every processor and once for those with wide vectors.
 * FFTC_WAVE_FN is for what both versions call. FFTC_WAVE_WIDE is for the second version, which is
 * called if fftc_wave_is_wide. */
#define FFTC_WAVE_FN static inline __attribute__((always_inline))
#if defined(__x86_64__)
#define FFTC_WAVE_WIDE __attribute__((target("avx2")))
static inline bool fftc_wave_is_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}
#else
#define FFTC_WAVE_WIDE
static inline bool fftc_wave_is_wide(void)
{
    return false;
}
#endif

/* exp(-2 pi i k / n), k < n < 2^61, off by less than 2^-52: a quadrant by integers, and series for
 * what is left, less than pi / 4. */
FFTC_WAVE_FN void fftc_circle_point(uint64_t k, uint64_t n, double point[2])
{
    static const double cosines[] = {
        1.0 / 2,       1.0 / 24,        1.0 / 720,           1.0 / 40320,
        1.0 / 3628800, 1.0 / 479001600, 1.0 / 87178291200.0, 1.0 / 20922789888000.0};
    static const double sines[] = {1.0 / 6,
                                   1.0 / 120,
                                   1.0 / 5040,
                                   1.0 / 362880,
                                   1.0 / 39916800,
                                   1.0 / 6227020800.0,
                                   1.0 / 1307674368000.0,
                                   1.0 / 355687428096000.0};
    int64_t d = (int64_t)(4 * k); /* a quadrant is n */
    int64_t all = (int64_t)n;
    unsigned quadrant = 0;
    for (unsigned part = 2; part != 0; part /= 2) {
        int64_t beyond = d >= part * all;
        d -= beyond * (int64_t)part * all;
        quadrant += (unsigned)beyond * part;
    }
    int64_t nearer = 2 * d > all;
    d -= nearer * all;
    quadrant += (unsigned)nearer;
    double x = 1.57079632679489661923 * ((double)d / (double)all);
    double y = x * x;
    double square = y * y; /* even and odd terms apart: they wait less for each other */
    double c[2] = {cosines[6], cosines[7]};
    double s[2] = {sines[6], sines[7]};
    for (int i = 4; i >= 0; i -= 2) {
        for (int odd = 0; odd < 2; ++odd) {
            c[odd] = cosines[i + odd] + square * c[odd];
            s[odd] = sines[i + odd] + square * s[odd];
        }
    }
    const double re = 1.0 - y * (c[0] - y * c[1]);
    const double im = -(x - x * (y * (s[0] - y * s[1])));
    const double rotated[4][2] = {{re, im}, {im, -re}, {-re, -im}, {-im, re}};
    memcpy(point, rotated[quadrant & 3], sizeof rotated[0]);
}

FFTC_WAVE_FN void fftc_point_multiply(const double *x, const double *y, double *product)
{
    product[0] = x[0] * y[0] - x[1] * y[1];
    product[1] = x[0] * y[1] + x[1] * y[0];
}

/* Powers of a number of norm 1. The error of each is that of the number times the distance from the
 * middle. */
FFTC_WAVE_FN void fftc_wave_powers(const double base[2], fftc_wave *powers)
{
    double times[2] = {base[0], base[1]};
    double *re = powers->re + FFTC_WAVE / 2;
    double *im = powers->im + FFTC_WAVE / 2;
    re[0] = 1.0;
    im[0] = 0.0;
    for (unsigned half = 1; half < FFTC_WAVE / 2; half *= 2) {
        double squared[2];
        for (unsigned b = 0; b < half; ++b) {
            re[half + b] = re[b] * times[0] - im[b] * times[1];
            im[half + b] = re[b] * times[1] + im[b] * times[0];
        }
        fftc_point_multiply(times, times, squared);
        times[0] = squared[0];
        times[1] = squared[1];
    }
    powers->re[0] = times[0];
    powers->im[0] = -times[1];
    for (unsigned b = 1; b < FFTC_WAVE / 2; ++b) {
        powers->re[FFTC_WAVE / 2 - b] = re[b];
        powers->im[FFTC_WAVE / 2 - b] = -im[b];
    }
}

FFTC_WAVE_FN void fftc_wave_rotate(const fftc_wave *x, const double y[2], fftc_wave *product)
{
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        double re = x->re[b] * y[0] - x->im[b] * y[1];
        product->im[b] = x->re[b] * y[1] + x->im[b] * y[0];
        product->re[b] = re;
    }
}

FFTC_WAVE_FN void fftc_wave_multiply(const fftc_wave *x, const fftc_wave *y, fftc_wave *product)
{
    for (unsigned b = 0; b < FFTC_WAVE; ++b) {
        double re = x->re[b] * y->re[b] - x->im[b] * y->im[b];
        product->im[b] = x->re[b] * y->im[b] + x->im[b] * y->re[b];
        product->re[b] = re;
    }
}

#endif
