/* SPDX-License-Identifier: MIT
 *
 * Roots of unity, and the tables of factors that lines and passes take from them.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/crew.h"
#include "common/layout.h"
#include "common/line_layout.h"

/* Several threads are worth it from so many roots on: half a millisecond. */
#define CREW_NUMBERS ((uint64_t)1 << 17)

static void point_at(uint64_t distance, uint64_t n, long double point[2])
{
    long double angle =
        0.78539816339744830961566084581987572L * (long double)distance / (long double)n;
    point[0] = cosl(angle);
    point[1] = sinl(angle);
}

/* Worth it where far more than 2 sqrt(n) roots are wanted, and exact enough where a long double has
 * bits to spare: the product is off by 2 units of its last place at most. */
fftc_roots fftc_roots_begin(uint64_t n, uint64_t wanted)
{
    fftc_roots r = {.n = n};
    while (r.step_log2 < 31 && ((uint64_t)1 << r.step_log2) << r.step_log2 < n) {
        ++r.step_log2;
    }
    uint64_t step = (uint64_t)1 << r.step_log2;
    uint64_t multiples = (n >> r.step_log2) + 1;
    if (LDBL_MANT_DIG < 64 || wanted / 4 < step + multiples) {
        return r;
    }
    r.fine = malloc((size_t)(step + multiples) * 2 * (sizeof *r.fine + sizeof *r.fine_double));
    r.failed = r.fine == NULL;
    if (!r.failed) {
        r.coarse = r.fine + 2 * step;
        r.fine_double = (double *)(r.coarse + 2 * multiples);
        r.coarse_double = r.fine_double + 2 * step;
        for (uint64_t i = 0; i < step; ++i) {
            point_at(i, n, r.fine + 2 * i);
        }
        for (uint64_t i = 0; i < multiples; ++i) {
            point_at(i << r.step_log2, n, r.coarse + 2 * i);
        }
        for (uint64_t i = 0; i < 2 * (step + multiples); ++i) {
            r.fine_double[i] = (double)r.fine[i];
        }
    }
    return r;
}

void fftc_roots_end(fftc_roots *r)
{
    free(r->fine);
}

/* Root k is the point at pi / 4 * distance / n, mirrored. */
typedef struct octant {
    uint64_t distance;
    unsigned number;
} octant;

/* By integers, so that quadrants and octants are exact and symmetric. Without a division, which
 * would take longer than all the rest. */
static inline octant reduce(uint64_t k, uint64_t n)
{
    octant o = {8 * k, 0};
    for (unsigned part = 4; part != 0; part /= 2) {
        uint64_t beyond = o.distance >= part * n;
        o.distance -= beyond * part * n;
        o.number += (unsigned)beyond * part;
    }
    uint64_t turned = o.number & 1;
    o.distance = turned * n + (1 - 2 * turned) * o.distance;
    return o;
}

static inline unsigned swapped(octant o)
{
    return (o.number + 1) >> 1 & 1;
}

void fftc_roots_get(const fftc_roots *r, uint64_t k, long double point[2])
{
    octant o = reduce(k, r->n);
    long double c[2];
    if (r->fine == NULL || o.distance == r->n) {
        point_at(o.distance, r->n, c);
    } else {
        const long double *x = r->coarse + 2 * (o.distance >> r->step_log2);
        const long double *y = r->fine + 2 * (o.distance & (((uint64_t)1 << r->step_log2) - 1));
        c[0] = x[0] * y[0] - x[1] * y[1];
        c[1] = x[0] * y[1] + x[1] * y[0];
    }
    point[0] = o.number >= 2 && o.number < 6 ? -c[swapped(o)] : c[swapped(o)];
    point[1] = o.number < 4 ? -c[1 - swapped(o)] : c[1 - swapped(o)];
}

/* There is a table, and the distance is below n. Without branches on the octant, which could not be
 * guessed. */
static inline void look_up(const fftc_roots *r, octant o, double point[2])
{
    static const double flips[2] = {1.0, -1.0};
    static const double signs[8][2] = {{1.0, -1.0}, {1.0, -1.0}, {-1.0, -1.0}, {-1.0, -1.0},
                                       {-1.0, 1.0}, {-1.0, 1.0}, {1.0, 1.0},   {1.0, 1.0}};
    const double *x = r->coarse_double + 2 * (o.distance >> r->step_log2);
    const double *y = r->fine_double + 2 * (o.distance & (((uint64_t)1 << r->step_log2) - 1));
    unsigned s = swapped(o); /* sine and cosine of -y are those of pi / 2 - y, swapped */
    double sine = x[1] * flips[s];
    point[0] = signs[o.number][0] * (x[0] * y[s] - sine * y[1 - s]);
    point[1] = signs[o.number][1] * (x[0] * y[1 - s] + sine * y[s]);
}

void fftc_roots_get_double(const fftc_roots *r, uint64_t k, double point[2])
{
    octant o = reduce(k, r->n);
    if (r->fine != NULL && o.distance != r->n) {
        look_up(r, o, point);
    } else {
        long double exact[2];
        fftc_roots_get(r, k, exact);
        point[0] = (double)exact[0];
        point[1] = (double)exact[1];
    }
}

/* Whether a number off by 2^-50 at most is rounded to the same float. */
static inline bool is_settled(double x)
{
    return (float)(x - 0x1p-50) == (float)(x + 0x1p-50);
}

void fftc_roots_fill(const fftc_roots *roots, fftc_precision precision, void *table, uint64_t count,
                     uint64_t k, uint64_t step, uint64_t growth)
{
    const fftc_roots r = *roots;
    bool quick = precision == FFTC_FLOAT32 && r.fine != NULL;
    for (uint64_t i = 0; i < count; ++i) {
        octant o = reduce(k, r.n);
        double point[2] = {0.0, 0.0};
        if (quick && o.distance != r.n) {
            look_up(&r, o, point);
        }
        if (is_settled(point[0]) && is_settled(point[1])) {
            ((float *)table)[2 * i] = (float)point[0];
            ((float *)table)[2 * i + 1] = (float)point[1];
        } else {
            long double exact[2];
            fftc_roots_get(&r, k, exact);
            fftc_point_put(precision, table, i, exact);
        }
        k += step;
        k -= k >= r.n ? r.n : 0;
        step += growth;
        step -= step >= r.n ? r.n : 0;
    }
}

void fftc_roots_fill_double(const fftc_roots *roots, double (*table)[2], uint64_t count, uint64_t k,
                            uint64_t step, uint64_t growth)
{
    const fftc_roots r = *roots;
    for (uint64_t i = 0; i < count; ++i) {
        octant o = reduce(k, r.n);
        if (r.fine != NULL && o.distance != r.n) {
            look_up(&r, o, table[i]);
        } else {
            fftc_roots_get_double(&r, k, table[i]);
        }
        k += step;
        k -= k >= r.n ? r.n : 0;
        step += growth;
        step -= step >= r.n ? r.n : 0;
    }
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

void fftc_table_work(uint64_t numbers, uint32_t count, void (*task)(void *context, uint32_t i),
                     void *context)
{
    if (numbers >= CREW_NUMBERS) {
        const fftc_crew_stage stage = {count, task};
        fftc_crew_run_stages(&stage, 1, context);
    } else {
        for (uint32_t i = 0; i < count; ++i) {
            task(context, i);
        }
    }
}

void fftc_root_fill(fftc_precision precision, void *table, uint64_t count, uint64_t first,
                    uint64_t step, uint64_t n)
{
    const fftc_roots r = {.n = n};
    fftc_roots_fill(&r, precision, table, count, first % n, step % n, 0);
}

uint32_t fftc_line_twiddle_count(const fftc_line_schedule *schedule)
{
    uint32_t count = 0;
    uint32_t before = schedule->radix[0];
    for (uint32_t i = 1; i < schedule->stages; ++i) {
        count += before * fftc_line_rows(schedule->radix[i]);
        before *= schedule->radix[i];
    }
    return count;
}

/* Multiples of a step, `alike` of each. */
static void fill_stage(const fftc_roots *roots, fftc_precision precision, char *to, uint64_t count,
                       uint64_t alike, uint64_t step)
{
    if (alike == 1) {
        fftc_roots_fill(roots, precision, to, count, 0, step, 0);
        return;
    }
    for (uint64_t i = 0; i < count; ++i) {
        fftc_roots_fill(roots, precision, to, alike, i * step % roots->n, 0, 0);
        to += alike * fftc_complex_bytes(precision);
    }
}

void fftc_line_twiddle_fill(const fftc_line_schedule *schedule, fftc_precision precision,
                            void *table)
{
    uint64_t bytes = fftc_complex_bytes(precision);
    char *to = table;
    uint64_t before = schedule->radix[0];
    for (uint32_t i = 1; i < schedule->stages; ++i) {
        bool second = schedule->plane != 0 && i >= schedule->plane_stage; /* axis */
        uint64_t alike = second ? schedule->points / schedule->plane : 1;
        const fftc_roots r = {.n = before / alike * schedule->radix[i]};
        for (uint32_t row = 0; row < fftc_line_rows(schedule->radix[i]); ++row) {
            fill_stage(&r, precision, to, before / alike, alike, (uint64_t)1 << row);
            to += before * bytes;
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
    return even(s) ? fftc_line_rows(s->registers) : s->registers;
}

/* Position - t of what a row stands for. */
static uint64_t offset_of(const fftc_line_schedule *s, uint64_t row)
{
    uint64_t count = butterflies_of(s);
    return even(s) ? (uint64_t)s->invocations << row
                   : row % count * s->invocations + row / count * (s->points / s->radix[0]);
}

/* Powers that a row has one by one, and in steps of so many. */
static uint64_t fine_of(uint64_t before, uint64_t fine)
{
    return fine != 0 && fine < before ? fine : before;
}

static uint64_t coarse_of(uint64_t before, uint64_t fine)
{
    return fine != 0 && fine < before ? (before + fine - 1) / fine : 0;
}

uint64_t fftc_pass_twiddle_count(const fftc_line_schedule *schedule, uint64_t before, uint64_t fine)
{
    uint64_t row = fine_of(before, fine) + coarse_of(before, fine);
    return before > 1 ? row * (schedule->invocations + slot_rows(schedule)) : 0;
}

/* Rows of a table, each of so many numbers. */
typedef struct rows {
    const fftc_line_schedule *schedule;
    fftc_roots roots;
    uint64_t fine;
    uint64_t coarse;
    fftc_precision precision;
    char *table;
} rows;

static void fill_row(void *data, uint32_t row)
{
    const rows *r = data;
    uint32_t t = r->schedule->invocations;
    uint64_t step = (row < t ? row : offset_of(r->schedule, row - t)) % r->roots.n;
    uint64_t bytes = fftc_complex_bytes(r->precision);
    char *to = r->table + row * (r->fine + r->coarse) * bytes;
    fftc_roots_fill(&r->roots, r->precision, to, r->fine, 0, step, 0);
    if (r->coarse != 0) {
        fftc_roots_fill(&r->roots, r->precision, to + r->fine * bytes, r->coarse, 0,
                        step * r->fine % r->roots.n, 0);
    }
}

bool fftc_pass_twiddle_fill(const fftc_line_schedule *schedule, uint64_t before, uint64_t fine,
                            fftc_precision precision, void *table)
{
    uint64_t total = fftc_pass_twiddle_count(schedule, before, fine);
    if (total == 0) {
        return true;
    }
    rows r = {.schedule = schedule,
              .roots = fftc_roots_begin(before * schedule->points, total),
              .fine = fine_of(before, fine),
              .coarse = coarse_of(before, fine),
              .precision = precision,
              .table = table};
    bool failed = r.roots.failed;
    if (!failed) {
        fftc_table_work(total, (uint32_t)(total / (r.fine + r.coarse)), fill_row, &r);
    }
    fftc_roots_end(&r.roots);
    return !failed;
}
