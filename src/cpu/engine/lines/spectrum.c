/* SPDX-License-Identifier: MIT */
#include "cpu/engine/lines/spectrum.h"

#include <string.h>

#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/engine/tables/filter_transform.h"

/* Beyond this filters of float are transformed in float. */
static const size_t longest_in_double = (size_t)1 << 22;

/* The engines for the plan that `engine` works for. The base and scalar engines serve reproducible
 * plans too, and do not know for which: so they always get the engines of reproducible plans. */
static const fftc_engine *const *engines_for(fftc_precision precision, const fftc_engine *engine)
{
    bool exact = strcmp(engine->name, "base") == 0 || strcmp(engine->name, "scalar") == 0;
    return exact ? fftc_engines_exact(precision, engine->name)
                 : fftc_engines(precision, engine->name);
}

/* A build may lack it (FFTCORE_PRECISIONS). */
static bool has_double(const fftc_engine *engine)
{
    return engines_for(FFTC_FLOAT64, engine)[0] != NULL;
}

static fftc_status out_of_memory(size_t m, fftc_error *error)
{
    return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the filter of %zu points", m);
}

/* More threads would take more working memory than time. */
enum { MOST_THREADS = 64 };

/* In place, with working memory for this once, of each thread and of all. */
static fftc_status execute(const fftc_line *line, const fftc_team *team, void *points,
                           fftc_arena *scratch, fftc_error *error)
{
    fftc_team some = {.threads = 1};
    if (team != NULL && fftc_line_divides(line)) {
        some = *team;
        some.threads = some.threads < MOST_THREADS ? some.threads : MOST_THREADS;
    }
    void *work = fftc_arena_reserve(scratch, (size_t)some.threads, fftc_line_thread_bytes(line));
    void *shared = fftc_arena_reserve(scratch, 1, fftc_line_shared_bytes(line));
    if (work == NULL || shared == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to plan %zu points", line->n);
    }
    fftc_line_execute(line, &some, work, shared, points, points, 0);
    return FFTC_SUCCESS;
}

/* Numbers of a step of the loops over a filter. */
#define STEP ((size_t)256)

typedef struct point_fill {
    const fftc_filter *filter;
    fftc_precision precision;
    void *points;
} point_fill;

static void put_point(const point_fill *f, size_t k)
{
    double w[2] = {0.0, 0.0};
    if (f->filter->angle[k] != FFTC_FILTER_NONE) {
        fftc_circle(f->filter->angle[k], f->filter->period, w);
    }
    fftc_table_put(f->precision, f->points, k, w[0], w[1]);
}

/* Points k and m - k: filters of chirps are the same both ways from 0. */
static void share_points(void *context, int thread, size_t begin, size_t end)
{
    const point_fill *f = context;
    const size_t m = f->filter->m;
    const size_t item = 2 * fftc_precision_bytes(f->precision);
    char *points = f->points;
    (void)thread;
    for (size_t k = begin * STEP; k < end * STEP && k <= m / 2; ++k) {
        put_point(f, k);
        const size_t other = m - k;
        if (k == 0 || 2 * k == m) {
            continue;
        }
        if (f->filter->angle[other] != f->filter->angle[k]) {
            put_point(f, other);
        } else if (f->precision == FFTC_FLOAT64) {
            memcpy(points + other * item, points + k * item, 2 * sizeof(double));
        } else {
            memcpy(points + other * item, points + k * item, 2 * sizeof(float));
        }
    }
}

/* m complex numbers that are to be multiplied by scale / m after the transform (before it, the
 * rounding error of 1 / m would be in every number); or that are already, and the rest that
 * rounding left out of each. */
typedef struct spectrum {
    size_t m;
    fftc_precision precision;
    void *value;
    double *rest; /* what `value` leaves out, or NULL */
    double scale;
} spectrum;

static double scaled(const spectrum *x, double value)
{
    return x->rest != NULL ? value : value * x->scale / (double)x->m;
}

static fftc_status transform(const fftc_engine *engine, const fftc_team *team,
                             const fftc_filter *filter, spectrum *x, fftc_arena *scratch,
                             fftc_error *error)
{
    bool fine =
        (engine->precision == FFTC_FLOAT64 || !has_double(engine)) && fftc_filter_is_short(x->m);
    fftc_line line;
    x->rest = fine ? fftc_arena_reserve(scratch, x->m, 2 * sizeof *x->rest) : NULL;
    if (fine && x->rest == NULL) {
        return out_of_memory(x->m, error);
    }
    if (fine) {
        return fftc_filter_transform(filter, x->scale, x->value, x->rest, scratch, error);
    }
    point_fill f = {filter, x->precision, x->value};
    fftc_parallel_fill(team, x->m / 2 + 1, STEP, share_points, &f);
    fftc_status status = fftc_line_prepare(x->m, engines_for(x->precision, engine),
                                           (fftc_line_wish){.scale = 1.0}, scratch, &line, error);
    return status == FFTC_SUCCESS ? execute(&line, team, x->value, scratch, error) : status;
}

/* Rounds all numbers, with their scale. */
typedef struct rounding {
    const spectrum *x;
    fftc_precision precision;
    double excess;
    void *made; /* may be x->value, if it has the precision */
} rounding;

static void share_rounding(void *context, int thread, size_t begin, size_t end)
{
    const rounding *r = context;
    const spectrum *x = r->x;
    (void)thread;
    for (size_t k = begin * STEP; k < end * STEP && k < x->m; ++k) {
        double value[2];
        for (size_t part = 0; part < 2; ++part) {
            size_t i = 2 * k + part;
            double exact = scaled(x, fftc_table_get(x->precision, x->value, i));
            value[part] = exact + ((x->rest != NULL ? x->rest[i] : 0.0) - r->excess * exact);
        }
        fftc_table_put(r->precision, r->made, k, value[0], value[1]);
    }
}

fftc_status fftc_spectrum_make(const fftc_engine *engine, const fftc_team *team,
                               const fftc_filter *filter, double scale, double excess,
                               fftc_arena *arena, const void **table, fftc_error *error)
{
    spectrum x = {.m = filter->m, .scale = scale};
    fftc_arena scratch = {.allocator = arena->allocator};
    void *made = fftc_arena_reserve(arena, x.m, 2 * fftc_precision_bytes(engine->precision));
    const size_t longest = has_double(engine) ? longest_in_double : 0;
    x.precision = x.m <= longest || fftc_filter_is_short(x.m) ? FFTC_FLOAT64 : engine->precision;
    x.value = x.precision == engine->precision
                  ? made
                  : fftc_arena_reserve(&scratch, x.m, 2 * fftc_precision_bytes(x.precision));
    fftc_status status = made != NULL && x.value != NULL
                             ? transform(engine, team, filter, &x, &scratch, error)
                             : out_of_memory(x.m, error);
    if (status == FFTC_SUCCESS) {
        rounding r = {&x, engine->precision, excess, made};
        fftc_parallel_fill(team, x.m, STEP, share_rounding, &r);
    }
    *table = made;
    fftc_arena_release(&scratch);
    return status;
}
