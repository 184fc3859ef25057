/* SPDX-License-Identifier: MIT */
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "bloom_testing.h"

static const double complex imaginary = (double complex)I;

static double sinc(double x)
{
    double y = acos(-1.0) * x;
    return x == 0.0 ? 1.0 : sin(y) / y;
}

static double lanczos(double x)
{
    return fabs(x) < 3.0 ? sinc(x) * sinc(x / 3.0) : 0.0;
}

static double filter_at(fftc_bloom_resampling resampling, double x)
{
    double sum = 0.0;
    x = fabs(x);
    switch (resampling) {
    case FFTC_BLOOM_TENT: return fmax(1.0 - x, 0.0);
    case FFTC_BLOOM_CUBIC:
        return x < 1.0   ? (1.5 * x - 2.5) * x * x + 1.0
               : x < 2.0 ? ((2.5 - 0.5 * x) * x - 4.0) * x + 2.0
                         : 0.0;
    default:
        for (int i = -4; i <= 4; ++i) {
            sum += lanczos(x - i);
        }
        return lanczos(x) + fmax(1.0 - x, 0.0) * (1.0 - sum);
    }
}

double *bloom_spread(fftc_bloom_resampling resampling, uint32_t taps, uint32_t centre,
                     uint32_t points, bool quarter)
{
    const double turn = 2.0 * acos(-1.0);
    const uint32_t count = quarter ? points / 2 : points;
    double *spread = malloc((size_t)points * taps * sizeof *spread);
    double complex *between = malloc((size_t)count * sizeof *between);
    ck_assert(spread != NULL && between != NULL);
    for (uint32_t k = 0; k < taps; ++k) {
        for (uint32_t f = 0; f < count; ++f) {
            double at = ((double)f - (quarter ? 0.25 : 0.0)) * taps / count;
            between[f] = 0.0;
            for (int m = (int)floor(at) - 3; m <= (int)floor(at) + 4; ++m) {
                double angle = -turn * m * ((double)k - centre) / taps;
                between[f] += filter_at(resampling, at - m) * cexp(imaginary * angle);
            }
        }
        for (uint32_t n = 0; n < count; ++n) {
            double complex sum = 0.0;
            for (uint32_t f = 0; f < count; ++f) {
                double frequency = ((double)f - (quarter ? 0.25 : 0.0)) / count;
                sum += between[f] * cexp(imaginary * turn * frequency * n);
            }
            spread[(size_t)n * taps + k] = creal(sum) / count;
            if (quarter) {
                spread[((size_t)n + count) * taps + k] = cimag(sum) / count;
            }
        }
    }
    free(between);
    return spread;
}

/* The taps that a channel's kernel comes to. */
static double *resample(const bloom_case *c, const bloom_lattice *l, uint32_t channel)
{
    const fftc_bloom_description *d = &c->d;
    const uint32_t count = l->points[0] * l->points[1];
    double *down =
        bloom_spread(d->resampling, d->kernel_height, d->centre_y, l->points[0], l->quarter[0]);
    double *across =
        bloom_spread(d->resampling, d->kernel_width, d->centre_x, l->points[1], l->quarter[1]);
    double *tap = calloc(count, sizeof *tap);
    ck_assert_ptr_nonnull(tap);
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t y = 0; y < d->kernel_height; ++y) {
            double row = 0.0;
            for (uint32_t x = 0; x < d->kernel_width; ++x) {
                row += across[i % l->points[1] * d->kernel_width + x] * bloom_tap(c, y, x, channel);
            }
            tap[i] += row * down[i / l->points[1] * d->kernel_height + y];
        }
    }
    free(down);
    free(across);
    return tap;
}

/* The place of a padded axis that meets itself around the corner. */
static int64_t around(const bloom_lattice *l, int axis, int64_t at)
{
    const int64_t period = l->points[axis];
    const int64_t before = l->before[axis];
    return ((at + before) % period + period) % period - before;
}

/* The padded picture, less what is beyond it. */
static double look(const bloom_case *c, const bloom_lattice *l, int64_t y, int64_t x,
                   uint32_t channel)
{
    const int64_t v = around(l, 0, y);
    const int64_t u = around(l, 1, x);
    const bool negative = (l->quarter[0] && v != y) != (l->quarter[1] && u != x);
    const double beyond = c->d.padding == FFTC_PAD_ZERO ? (double)c->d.beyond[channel] : 0.0;
    if (v >= (int64_t)c->d.height + l->behind[0] || u >= (int64_t)c->d.width + l->behind[1]) {
        return 0.0;
    }
    const double value = bloom_look(c, v, u, channel) - beyond;
    return negative ? -value : value;
}

static double sum_of(const bloom_case *c, const bloom_lattice *l, const double *tap, uint32_t pixel,
                     uint32_t channel)
{
    const int64_t y = pixel / c->d.width;
    const int64_t x = pixel % c->d.width;
    const double beyond = c->d.padding == FFTC_PAD_ZERO ? (double)c->d.beyond[channel] : 0.0;
    double sum = 0.0;
    for (uint32_t i = 0; i < l->points[0] * l->points[1]; ++i) {
        sum += tap[i] * look(c, l, y - i / l->points[1], x - i % l->points[1], channel);
    }
    for (uint32_t i = 0; beyond != 0.0 && i < c->d.kernel_height * c->d.kernel_width; ++i) {
        sum += beyond * bloom_tap(c, i / c->d.kernel_width, i % c->d.kernel_width, channel);
    }
    return sum;
}

void bloom_check_resampled(const bloom_case *c, const bloom_lattice *l, double tolerance)
{
    double worst = 0.0;
    double greatest = 0.0;
    for (uint32_t channel = 0; channel < c->d.channels; ++channel) {
        double *tap = resample(c, l, channel);
        double power = bloom_power(c, channel);
        for (uint32_t k = 0; k < c->d.width * c->d.height; ++k) {
            double wanted = sum_of(c, l, tap, k, channel) / power;
            double got = bloom_get(c, &c->dst, &c->d.dst, k / c->d.width, k % c->d.width, channel);
            worst = fmax(worst, fabs(got - wanted));
            greatest = fmax(greatest, fabs(wanted));
        }
        free(tap);
    }
    ck_assert_msg(worst <= tolerance * greatest, "%s: error %g of %g", bloom_describe(&c->d), worst,
                  greatest);
}
