/* SPDX-License-Identifier: MIT
 *
 * Rows whose first radix is at least the lanes. Its pass works on packed numbers, and leaves its
 * results in chunks of lanes, each of which is a vector FFT. This is mostly for lengths whose
 * factors fill lanes badly: 3^7 points as 9 * 243 use 18 of every 32 lanes of AVX2, and as 3 * 729
 * only 12.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/exact.h"
#include "cpu/engine/lines/line_kinds.h"

typedef struct wide {
    size_t radix;
    const void *twiddles; /* of the first pass */
    fftc_vector_plan rest;
} wide;

static size_t chunks_of(const fftc_engine *engine, size_t r)
{
    size_t lanes = (size_t)engine->lanes;
    return (r + lanes - 1) / lanes;
}

/* Reproducible rows: in any vectors. */
static bool can_split(size_t n, const fftc_engine *const *engines, const fftc_engine *engine,
                      size_t r)
{
    size_t most = fftc_engines_are_exact(engines) ? 16 : (size_t)engine->lanes;
    return engine->packed != NULL && r >= (size_t)engine->lanes && r <= FFTC_PACKED_MAX_RADIX &&
           n % r == 0 && n / r >= most && engine->packed->wide->first[r] != NULL;
}

/* The cost of several chunks that the vector FFT of each does not know: together they are in a more
 * distant cache, and their results lie further apart. */
static double chunks_cost(const fftc_engine *engine, size_t r, const fftc_vector_plan *rest)
{
    size_t chunks = chunks_of(engine, r);
    size_t vectors = chunks * rest->m;
    size_t bytes = fftc_vector_bytes(engine);
    size_t item = 2 * fftc_precision_bytes(engine->precision);
    int last = rest->radix[rest->passes - 1];
    if (chunks == 1 || rest->m * bytes > 32 * 1024) {
        return 0.0;
    }
    size_t apart = rest->m / (size_t)last * r * item;
    return (double)vectors * (fftc_cost_traffic(engine, vectors * bytes) +
                              fftc_cost_crowd(last, apart, r * rest->m * item));
}

static double cost_of(const fftc_engine *engine, size_t r, const fftc_vector_plan *rest,
                      double rest_cost)
{
    double chunks = (double)chunks_of(engine, r);
    return fftc_cost_wide(engine, (int)r, rest->m) + chunks * rest_cost +
           (chunks - 1.0) * FFTC_COST_BLOCK + chunks_cost(engine, r, rest);
}

static void offer_radix(const fftc_line_task *task, const fftc_engine *engine, size_t r,
                        fftc_shortlist *list)
{
    enum { WAYS = 2 };
    fftc_vector_plan rest[WAYS];
    double cost[WAYS];
    fftc_exact_model model;
    const fftc_exact_pair pair = fftc_exact_pair_of(task->engines, engine, r, &model);
    const int count =
        fftc_vector_best(pair.judge, task->n / r, false, task->measure ? WAYS : 1, rest, cost);
    for (int i = 0; i < count; ++i) {
        fftc_choice *way =
            fftc_line_offer(list, FFTC_LINE_WIDE, cost_of(pair.judge, r, &rest[i], cost[i]));
        if (way != NULL) {
            fftc_choice_put(way, fftc_exact_lanes(pair.runner));
            fftc_choice_put(way, r);
            fftc_vector_write(&rest[i], way);
        }
    }
}

static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    if (!task->smooth || (task->measure && fftc_task_bytes(task) > FFTC_LONGEST_ROW_BYTES)) {
        return;
    }
    for (const fftc_engine *const *e = task->engines; *e != NULL; ++e) {
        for (size_t r = (size_t)(*e)->lanes; r <= FFTC_PACKED_MAX_RADIX; ++r) {
            if (can_split(task->n, task->engines, *e, r)) {
                offer_radix(task, *e, r, list);
            }
        }
    }
}

static bool read(const fftc_line_task *task, fftc_choice *choice, fftc_line *line, wide *own)
{
    fftc_exact_model model;
    const fftc_engine *engine = fftc_engine_read(choice, task->engines);
    if (!task->smooth || engine == NULL ||
        !fftc_choice_get(choice, 2, FFTC_PACKED_MAX_RADIX, &own->radix) ||
        !can_split(line->n, task->engines, engine, own->radix)) {
        return false;
    }
    line->engine = fftc_exact_pair_of(task->engines, engine, own->radix, &model).runner;
    return fftc_vector_read(choice, line->engine, line->n / own->radix, &own->rest);
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    wide *own = fftc_line_own(line, sizeof *own, arena, error);
    if (own == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    if (!read(task, choice, line, own)) {
        return fftc_choice_refuse(error);
    }
    own->twiddles = fftc_packed_twiddles(line, own->radix, own->rest.m, line->scale, arena, error);
    return own->twiddles != NULL
               ? fftc_vector_prepare(&own->rest, line->precision, 1.0, arena, error)
               : FFTC_OUT_OF_MEMORY;
}

static size_t thread_bytes(const fftc_line *line)
{
    const wide *own = line->own;
    return chunks_of(line->engine, own->radix) * own->rest.room * fftc_vector_bytes(line->engine);
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    const wide *own = line->own;
    const size_t r = own->radix;
    const size_t lanes = (size_t)line->engine->lanes;
    const size_t item = fftc_line_item(line);
    const fftc_team alone = {.threads = 1};
    line->engine->packed->wide->first[r](job->src, job->inverse, own->rest.m, job->work,
                                         own->rest.room, fftc_vector_blocks(&own->rest),
                                         own->twiddles, line->scale);
    for (size_t chunk = 0; chunk < chunks_of(line->engine, r); ++chunk) {
        size_t output = (chunk + 1) * lanes <= r ? chunk * lanes : r - lanes;
        fftc_engine_edge to = {(char *)job->dst + output * item, r, (int)lanes, job->inverse};
        fftc_vector_store(line->engine, &own->rest, &alone,
                          (char *)job->work + chunk * own->rest.room * lanes * item, to);
    }
}

const fftc_line_ops fftc_wide_line = {
    .offer = offer,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute = execute,
};
