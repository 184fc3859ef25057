/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "common/line_plan.h"

static void point_at(uint64_t distance, uint64_t n, long double point[2])
{
    long double angle =
        0.78539816339744830961566084581987572L * (long double)distance / (long double)n;
    point[0] = cosl(angle);
    point[1] = sinl(angle);
}

/* Worth it where far more than 2 sqrt(n) roots are wanted, and exact enough where a long double has
 * bits to spare: the product is off by 2 units of its last place at most. Without memory every root is
 * computed. */
fftc_roots fftc_roots_begin(uint64_t n, uint64_t wanted)
{
    fftc_roots r = {.n = n, .step = 1};
    while (r.step * r.step < n && r.step < UINT32_MAX) {
        r.step *= 2;
    }
    uint64_t multiples = n / r.step + 1;
    if (LDBL_MANT_DIG < 64 || wanted / 4 < r.step + multiples) {
        return r;
    }
    r.fine = malloc((size_t)(r.step + multiples) * 2 * sizeof *r.fine);
    if (r.fine != NULL) {
        r.coarse = r.fine + 2 * r.step;
        for (uint64_t i = 0; i < r.step; ++i) {
            point_at(i, n, r.fine + 2 * i);
        }
        for (uint64_t i = 0; i < multiples; ++i) {
            point_at(i * r.step, n, r.coarse + 2 * i);
        }
    }
    return r;
}

void fftc_roots_end(fftc_roots *r)
{
    free(r->fine);
}

/* Integers bring the angle into [0, pi/4] first, so that quadrants and octants are exact and
 * symmetric. */
void fftc_roots_get(const fftc_roots *r, uint64_t k, long double point[2])
{
    uint64_t n = r->n;
    uint64_t scaled = 8 * k;
    uint64_t octant = scaled / n;
    uint64_t from = scaled - octant * n;
    uint64_t distance = (octant & 1) != 0 ? n - from : from;
    bool swapped = ((octant + 1) & 2) != 0;
    long double c[2];
    if (r->fine == NULL || distance == n) {
        point_at(distance, n, c);
    } else {
        const long double *x = r->coarse + 2 * (distance / r->step);
        const long double *y = r->fine + 2 * (distance % r->step);
        c[0] = x[0] * y[0] - x[1] * y[1];
        c[1] = x[0] * y[1] + x[1] * y[0];
    }
    point[0] = octant >= 2 && octant < 6 ? -c[swapped] : c[swapped];
    point[1] = octant < 4 ? -c[!swapped] : c[!swapped];
}

void fftc_point_put(fftc_precision precision, void *table, uint64_t index,
                    const long double point[2])
{
    if (precision == FFTC_FLOAT64) {
        ((double *)table)[2 * index] = (double)point[0];
        ((double *)table)[2 * index + 1] = (double)point[1];
    } else {
        ((float *)table)[2 * index] = (float)point[0];
        ((float *)table)[2 * index + 1] = (float)point[1];
    }
}

static void put(const fftc_roots *r, fftc_precision precision, void *table, uint64_t index,
                uint64_t k)
{
    long double point[2];
    fftc_roots_get(r, k % r->n, point);
    fftc_point_put(precision, table, index, point);
}

void fftc_root_fill(fftc_precision precision, void *table, uint64_t count, uint64_t first,
                    uint64_t step, uint64_t n)
{
    const fftc_roots r = {.n = n, .step = 1};
    for (uint64_t j = 0; j < count; ++j) {
        put(&r, precision, table, j, first + j * step);
    }
}

/* As fftc_line_rows of the kernel. */
static uint32_t rows_of(uint32_t count)
{
    uint32_t rows = 0;
    while (count > 1u << rows) {
        ++rows;
    }
    return rows;
}

uint32_t fftc_line_twiddle_count(const fftc_line_schedule *schedule)
{
    uint32_t count = 0;
    uint32_t before = schedule->radix[0];
    for (uint32_t i = 1; i < schedule->stages; ++i) {
        count += before * rows_of(schedule->radix[i]);
        before *= schedule->radix[i];
    }
    return count;
}

void fftc_line_twiddle_fill(const fftc_line_schedule *schedule, fftc_precision precision,
                            void *table)
{
    uint64_t index = 0;
    uint64_t before = schedule->radix[0];
    for (uint32_t i = 1; i < schedule->stages; ++i) {
        const fftc_roots r = {.n = before * schedule->radix[i]};
        for (uint32_t row = 0; row < rows_of(schedule->radix[i]); ++row) {
            for (uint64_t p = 0; p < before; ++p) {
                put(&r, precision, table, index++, p << row);
            }
        }
        before *= schedule->radix[i];
    }
}

static uint64_t butterflies_of(const fftc_line_schedule *s)
{
    return (s->points / s->radix[0] + s->invocations - 1) / s->invocations;
}

/* Whether position - t of a slot is invocations times the slot, before the first stage. */
static bool even(const fftc_line_schedule *s)
{
    return butterflies_of(s) * s->invocations * s->radix[0] == s->points;
}

static uint32_t slot_rows(const fftc_line_schedule *s)
{
    return even(s) ? rows_of(s->registers) : s->registers;
}

/* Position - t of what a row stands for. */
static uint64_t offset_of(const fftc_line_schedule *s, uint64_t row)
{
    uint64_t count = butterflies_of(s);
    return even(s) ? (uint64_t)s->invocations << row
                   : row % count * s->invocations + row / count * (s->points / s->radix[0]);
}

uint64_t fftc_pass_twiddle_count(const fftc_line_schedule *schedule, uint64_t before)
{
    return before > 1 ? before * (schedule->invocations + slot_rows(schedule)) : 0;
}

void fftc_pass_twiddle_fill(const fftc_line_schedule *schedule, uint64_t before,
                            fftc_precision precision, void *table)
{
    uint64_t n = before * schedule->points;
    if (before == 1) {
        return;
    }
    fftc_roots r = fftc_roots_begin(n, fftc_pass_twiddle_count(schedule, before));
    for (uint64_t t = 0; t < schedule->invocations; ++t) {
        for (uint64_t p = 0; p < before; ++p) {
            put(&r, precision, table, t * before + p, t * p);
        }
    }
    for (uint64_t row = 0; row < slot_rows(schedule); ++row) {
        for (uint64_t p = 0; p < before; ++p) {
            put(&r, precision, table, (schedule->invocations + row) * before + p,
                offset_of(schedule, row) * p);
        }
    }
    fftc_roots_end(&r);
}
