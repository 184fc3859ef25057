/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "common/line_plan.h"

/* exp(-2 pi i k / n), k < n < 2^60: integers bring the angle into [0, pi/4] first, so that quadrants
 * and octants are exact and symmetric. */
static void root(uint64_t k, uint64_t n, long double point[2])
{
    uint64_t scaled = 8 * k;
    uint64_t octant = scaled / n;
    uint64_t from = scaled - octant * n;
    uint64_t distance = (octant & 1) != 0 ? n - from : from;
    long double angle =
        0.78539816339744830961566084581987572L * (long double)distance / (long double)n;
    bool swapped = ((octant + 1) & 2) != 0;
    long double c = swapped ? sinl(angle) : cosl(angle);
    long double s = swapped ? cosl(angle) : sinl(angle);
    point[0] = octant >= 2 && octant < 6 ? -c : c;
    point[1] = octant < 4 ? -s : s;
}

static void put(fftc_precision precision, void *table, uint64_t index, uint64_t k, uint64_t n)
{
    long double point[2];
    root(k % n, n, point);
    if (precision == FFTC_FLOAT64) {
        ((double *)table)[2 * index] = (double)point[0];
        ((double *)table)[2 * index + 1] = (double)point[1];
    } else {
        ((float *)table)[2 * index] = (float)point[0];
        ((float *)table)[2 * index + 1] = (float)point[1];
    }
}

uint32_t fftc_line_twiddle_count(const fftc_line_schedule *schedule)
{
    return schedule->points - schedule->radix[0];
}

void fftc_line_twiddle_fill(const fftc_line_schedule *schedule, fftc_precision precision,
                            void *table)
{
    uint64_t index = 0;
    uint64_t before = schedule->radix[0];
    for (uint32_t i = 1; i < schedule->stages; ++i) {
        uint64_t radix = schedule->radix[i];
        for (uint64_t k = 1; k < radix; ++k) {
            for (uint64_t p = 0; p < before; ++p) {
                put(precision, table, index++, k * p, before * radix);
            }
        }
        before *= radix;
    }
}

/* Position of a slot less t, before the first stage. */
static uint64_t offset_of(const fftc_line_schedule *s, uint64_t slot)
{
    uint64_t butterflies = s->points / s->radix[0];
    uint64_t count = (butterflies + s->invocations - 1) / s->invocations;
    return slot % count * s->invocations + slot / count * butterflies;
}

uint64_t fftc_pass_twiddle_count(const fftc_line_schedule *schedule, uint64_t before)
{
    return before > 1 ? before * (schedule->invocations + schedule->registers) : 0;
}

void fftc_pass_twiddle_fill(const fftc_line_schedule *schedule, uint64_t before,
                            fftc_precision precision, void *table)
{
    uint64_t n = before * schedule->points;
    if (before == 1) {
        return;
    }
    for (uint64_t t = 0; t < schedule->invocations; ++t) {
        for (uint64_t p = 0; p < before; ++p) {
            put(precision, table, t * before + p, t * p, n);
        }
    }
    for (uint64_t slot = 0; slot < schedule->registers; ++slot) {
        for (uint64_t p = 0; p < before; ++p) {
            put(precision, table, (schedule->invocations + slot) * before + p,
                offset_of(schedule, slot) * p, n);
        }
    }
}
