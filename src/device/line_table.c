/* SPDX-License-Identifier: MIT
 *
 * The tables of factors that lines and passes take from the roots of unity.
 */
#include <stdlib.h>

#include "describe/layout.h"
#include "device/line_layout.h"
#include "device/table_jobs.h"
#include "support/roots.h"

/* Numbers of a task. */
#define TASK_POINTS ((uint64_t)1 << 14)

typedef struct root_series {
    fftc_roots roots;
    fftc_precision precision;
    char *table;
    uint64_t count, first, step;
} root_series;

static void fill_task(void *data, uint32_t task)
{
    const root_series *s = data;
    uint64_t begin = task * TASK_POINTS; /* below 2^31 */
    uint64_t count = s->count - begin < TASK_POINTS ? s->count - begin : TASK_POINTS;
    uint64_t n = s->roots.n;
    fftc_roots_fill(&s->roots, s->precision, s->table + begin * fftc_complex_bytes(s->precision),
                    count, (s->first + begin * s->step) % n, s->step, 0);
}

static void prepare_series(void *data, uint32_t task)
{
    fftc_roots_fill_task(&((const root_series *)data)->roots, task);
}

static void end_series(void *data)
{
    root_series *s = data;
    fftc_roots_end(&s->roots);
    free(s);
}

bool fftc_root_begin(const fftc_root_table *roots, fftc_precision precision, void *table,
                     fftc_table_jobs *jobs)
{
    uint64_t count = roots->count;
    root_series *s = malloc(sizeof *s);
    if (s == NULL) {
        return false;
    }
    *s = (root_series){.roots =
                           fftc_roots_begin_empty(roots->n, fftc_roots_wanted(precision, count)),
                       .precision = precision,
                       .table = table,
                       .count = count,
                       .first = roots->first % roots->n,
                       .step = roots->step % roots->n};
    if (s->roots.failed) {
        end_series(s);
        return false;
    }
    const fftc_table_job job = {(uint32_t)((count + TASK_POINTS - 1) / TASK_POINTS),
                                fill_task,
                                s,
                                end_series,
                                fftc_roots_tasks(&s->roots),
                                prepare_series,
                                count};
    fftc_table_jobs_add(jobs, &job);
    return true;
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

bool fftc_pass_twiddle_same(const fftc_line_schedule *a, const fftc_line_schedule *b)
{
    bool same_slots = a->radix[0] == b->radix[0] || (even(a) && even(b));
    return a->invocations == b->invocations && a->registers == b->registers && same_slots;
}

/* How many powers a row of the table has one by one; the others come in steps of as many. */
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
    fftc_line_schedule schedule;
    fftc_roots roots;
    uint64_t fine;
    uint64_t coarse;
    fftc_precision precision;
    char *table;
} rows;

static void fill_row(void *data, uint32_t row)
{
    const rows *r = data;
    uint32_t t = r->schedule.invocations;
    uint64_t step = (row < t ? row : offset_of(&r->schedule, row - t)) % r->roots.n;
    uint64_t bytes = fftc_complex_bytes(r->precision);
    char *to = r->table + row * (r->fine + r->coarse) * bytes;
    fftc_roots_fill(&r->roots, r->precision, to, r->fine, 0, step, 0);
    if (r->coarse != 0) {
        fftc_roots_fill(&r->roots, r->precision, to + r->fine * bytes, r->coarse, 0,
                        step * r->fine % r->roots.n, 0);
    }
}

static void prepare_rows(void *data, uint32_t task)
{
    fftc_roots_fill_task(&((const rows *)data)->roots, task);
}

static void end_rows(void *data)
{
    rows *r = data;
    fftc_roots_end(&r->roots);
    free(r);
}

bool fftc_pass_twiddle_begin(const fftc_line_schedule *schedule, uint64_t before, uint64_t fine,
                             fftc_precision precision, void *table, fftc_table_jobs *jobs)
{
    uint64_t total = fftc_pass_twiddle_count(schedule, before, fine);
    rows *r = total != 0 ? malloc(sizeof *r) : NULL;
    if (r == NULL) {
        return total == 0;
    }
    *r = (rows){.schedule = *schedule,
                .roots = fftc_roots_begin_empty(before * schedule->points,
                                                fftc_roots_wanted(precision, total)),
                .fine = fine_of(before, fine),
                .coarse = coarse_of(before, fine),
                .precision = precision,
                .table = table};
    if (r->roots.failed) {
        end_rows(r);
        return false;
    }
    const fftc_table_job job = {(uint32_t)(total / (r->fine + r->coarse)),
                                fill_row,
                                r,
                                end_rows,
                                fftc_roots_tasks(&r->roots),
                                prepare_rows,
                                total};
    fftc_table_jobs_add(jobs, &job);
    return true;
}
