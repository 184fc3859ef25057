/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/codelet_gain.h"

#include <string.h>

#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"

/* How many impulses are transformed; fewer for more points; always whole vectors, whatever the
 * lanes. (Errors of longer ones are far below anyone's limits.) */
static size_t impulses_of(size_t m)
{
    return m <= 256 ? 64 : m <= 1024 ? 32 : m <= 3072 ? 16 : 0;
}

/* `lanes` transforms of m points side by side, in place. */
typedef struct subject {
    size_t m;
    size_t present; /* impulses are among so many numbers */
    size_t lanes;
    fftc_precision precision;
    const fftc_engine *engine;
    const fftc_vector_plan *columns; /* the transform, if it is columns */
    const fftc_line *line;           /* the transform, if it is a line */
    const fftc_cyclic *around;
    const uint32_t *position; /* where the numbers of `around` are */
    void *ones;               /* factors of 1 for `around` */
    void *work;
    void *shared;
    void *points;
    double *roots;
} subject;

static void run(const subject *s)
{
    const fftc_team alone = {.threads = 1};
    if (s->around != NULL) {
        const fftc_unordered_ends ends = {
            .src = s->points, .factors = s->ones, .count = s->present};
        fftc_cyclic_in(s->around, &alone, ends, s->work);
        fftc_cyclic_there(s->around, &alone, s->work);
        fftc_cyclic_straighten(s->around, s->position, s->work, s->points);
    } else if (s->line != NULL) {
        fftc_line_execute(s->line, &alone, s->work, s->shared, s->points, s->points, 0);
    } else {
        fftc_engine_edge edge = {s->points, s->lanes, (int)s->lanes, 0};
        fftc_vector_columns(s->engine, s->columns, s->work, edge, edge);
    }
}

/* Impulse number i: spread over the axis. */
static size_t place(const subject *s, size_t i)
{
    return (i * (s->m / 2 + s->m / 8 + 1)) % s->present;
}

/* Adds the errors of impulses first, first + 1, ... in the direction of their exact results: one
 * sum for each impulse, so that the result does not depend on the lanes. */
static void look(const subject *s, size_t first, double *total)
{
    memset(s->points, 0, s->m * s->lanes * 2 * fftc_precision_bytes(s->precision));
    for (size_t lane = 0; lane < s->lanes; ++lane) {
        fftc_table_put(s->precision, s->points, place(s, first + lane) * s->lanes + lane, 1.0, 0.0);
    }
    run(s);
    for (size_t lane = 0; lane < s->lanes; ++lane) {
        size_t j = place(s, first + lane);
        size_t power = 0;
        double sum = 0.0;
        for (size_t k = 0; k < s->m; ++k) {
            for (size_t part = 0; part < 2; ++part) {
                double exact = s->roots[2 * power + part];
                size_t at = 2 * (k * s->lanes + lane) + part;
                sum += (fftc_table_get(s->precision, s->points, at) - exact) * exact;
            }
            power = power + j < s->m ? power + j : power + j - s->m;
        }
        *total += sum;
    }
}

static fftc_status measure(subject *s, size_t work, size_t shared, fftc_arena *scratch,
                           double *excess, fftc_error *error)
{
    size_t impulses = impulses_of(s->m);
    double sum = 0.0;
    *excess = 0.0;
    if (impulses == 0) {
        return FFTC_SUCCESS;
    }
    s->work = fftc_arena_reserve(scratch, 1, work);
    s->shared = fftc_arena_reserve(scratch, 1, shared);
    s->points =
        fftc_arena_reserve(scratch, s->m * s->lanes, 2 * fftc_precision_bytes(s->precision));
    s->roots = fftc_arena_reserve(scratch, s->m, 2 * sizeof *s->roots);
    if (s->work == NULL || s->shared == NULL || s->points == NULL || s->roots == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", s->m);
    }
    fftc_circle_run(0, 1 % s->m, s->m, s->m, s->roots);
    for (size_t i = 0; i < impulses; i += s->lanes) {
        look(s, i, &sum);
    }
    *excess = 2.0 * sum / (double)(impulses * s->m);
    return FFTC_SUCCESS;
}

fftc_status fftc_gain_of_line(const fftc_line *line, const fftc_allocator *allocator,
                              double *excess, fftc_error *error)
{
    fftc_arena scratch = {.allocator = *allocator};
    subject s = {
        .m = line->n, .present = line->n, .lanes = 1, .precision = line->precision, .line = line};
    fftc_status status = measure(&s, fftc_line_thread_bytes(line), fftc_line_shared_bytes(line),
                                 &scratch, excess, error);
    fftc_arena_release(&scratch);
    return status;
}

fftc_status fftc_gain_of_around(const fftc_cyclic *around, const uint32_t *position,
                                const fftc_allocator *allocator, double *excess, fftc_error *error)
{
    fftc_arena scratch = {.allocator = *allocator};
    fftc_precision precision = around->pair.engine->precision;
    subject s = {.m = around->n, .lanes = 1, .precision = precision};
    s.present = around->n / 2;
    s.around = around;
    s.position = position;
    s.ones = fftc_arena_reserve(&scratch, s.m, 2 * fftc_precision_bytes(precision));
    fftc_status status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", s.m);
    if (s.ones != NULL) {
        for (size_t k = 0; k < s.m; ++k) {
            fftc_table_put(precision, s.ones, k, 1.0, 0.0);
        }
        status = measure(&s, fftc_cyclic_bytes(around), 0, &scratch, excess, error);
    }
    fftc_arena_release(&scratch);
    return status;
}

fftc_status fftc_gain_of_columns(const fftc_engine *engine, const fftc_vector_plan *plan,
                                 const fftc_allocator *allocator, double *excess, fftc_error *error)
{
    fftc_arena scratch = {.allocator = *allocator};
    subject s = {.m = plan->m,
                 .present = plan->m,
                 .lanes = (size_t)engine->lanes,
                 .precision = engine->precision};
    s.engine = engine;
    s.columns = plan;
    fftc_status status =
        measure(&s, plan->room * fftc_vector_bytes(engine), 0, &scratch, excess, error);
    fftc_arena_release(&scratch);
    return status;
}
