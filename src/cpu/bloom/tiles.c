/* SPDX-License-Identifier: MIT
 *
 * How many tiles a picture is cut into. Each reads as many pixels around it as the kernel reaches
 * (overlap and save), which is work that neighbours do again; but its planes and the kernel's
 * spectrum stay in a cache, which those of a whole picture do not.
 */
#include <math.h>

#include "cpu/bloom/bloom.h"

/* Smaller tiles are never faster. */
#define LEAST_TILE 64u

/* About log2 x, the same number on every machine. */
static double logarithm(double x)
{
    int exponent;
    const double mantissa = frexp(x, &exponent);
    return exponent - 2.0 + 2.0 * mantissa;
}

/* What the transforms of a padded tile cost in all, in any unit. Fitted to times on an Intel Xeon
 * with 2 MiB of second-level cache (docs/log/2026-11-29-cpu-bloom.md): columns that do not fit the
 * first-level cache cost more than longer rows. */
static double cost(double rows, double columns)
{
    return rows * columns * fmax(2.0 * logarithm(rows) + logarithm(columns) - 20.0, 5.0);
}

static fftc_bloom_axis cut(uint32_t picture, uint32_t tiles)
{
    fftc_bloom_axis a = {.picture = picture, .tile = (picture - 1) / tiles + 1};
    a.tiles = (picture - 1) / a.tile + 1;
    return a;
}

/* Numbers of tiles along an axis become further apart as they grow. */
static uint32_t next(uint32_t tiles)
{
    return tiles + tiles / 16 + 1;
}

static double padded(const fftc_bloom_axis *a, uint32_t taps)
{
    return (double)fftc_convolution_length((uint64_t)a->tile + taps - 1);
}

void fftc_bloom_choose_tiles(fftc_bloom *plan)
{
    const fftc_bloom_description *d = &plan->request.what;
    const bool whole = d->resampling != FFTC_BLOOM_EXACT;
    double least = HUGE_VAL;
    for (uint32_t y = 1; y == 1 || (!whole && y <= d->height / LEAST_TILE); y = next(y)) {
        const fftc_bloom_axis rows = cut(d->height, y);
        const double high = padded(&rows, d->kernel_height);
        for (uint32_t x = 1; x == 1 || (!whole && x <= d->width / LEAST_TILE); x = next(x)) {
            const fftc_bloom_axis columns = cut(d->width, x);
            const double tiles = (double)rows.tiles * columns.tiles;
            const double all = tiles * cost(high, padded(&columns, d->kernel_width));
            if (all < least) {
                least = all;
                plan->rows = rows;
                plan->columns = columns;
            }
        }
    }
}
