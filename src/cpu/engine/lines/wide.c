/* SPDX-License-Identifier: MIT
 *
 * Rows whose first radix is at least the lanes. Its pass works on packed numbers, and leaves its
 * results in chunks of lanes, each of which is a vector FFT. This is mostly for lengths whose
 * factors fill lanes badly: 3^7 points as 9 * 243 use 18 of every 32 lanes of AVX2, and as 3 * 729
 * only 12.
 */
#include <string.h>

#include "cpu/engine/cost/cost.h"
#include "cpu/engine/exact.h"
#include "cpu/engine/lines/candidates.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/circle.h"

static size_t chunks_of(const fftc_line *line)
{
    size_t lanes = (size_t)line->engine->lanes;
    return ((size_t)line->radix + lanes - 1) / lanes;
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
static double chunks_cost(const fftc_line *line)
{
    const fftc_vector_plan *rest = &line->rest;
    size_t chunks = chunks_of(line);
    size_t vectors = chunks * rest->m;
    size_t bytes = fftc_vector_bytes(line->engine);
    int last = rest->radix[rest->passes - 1];
    if (chunks == 1 || rest->m * bytes > 32 * 1024) {
        return 0.0;
    }
    size_t apart = rest->m / (size_t)last * (size_t)line->radix * fftc_line_item(line);
    return (double)vectors * (fftc_cost_traffic(line->engine, vectors * bytes) +
                              fftc_cost_crowd(last, apart, line->n * fftc_line_item(line)));
}

static fftc_line make(size_t n, const fftc_engine *engine, size_t r, const fftc_vector_plan *rest,
                      double rest_cost)
{
    fftc_line line = {.kind = FFTC_LINE_WIDE,
                      .n = n,
                      .precision = engine->precision,
                      .engine = engine,
                      .radix = (int)r,
                      .rest = *rest};
    double chunks = (double)chunks_of(&line);
    line.cost = fftc_cost_wide(engine, (int)r, rest->m) + chunks * rest_cost +
                (chunks - 1.0) * FFTC_COST_BLOCK + chunks_cost(&line);
    return line;
}

/* Replaces the engine by which a reproducible row was chosen by the one that carries it out. */
static fftc_line run_by(fftc_line line, const fftc_engine *runner)
{
    int radix[FFTC_ENGINE_MAX_PASSES];
    if (runner != line.engine) {
        memcpy(radix, line.rest.radix, sizeof radix);
        (void)fftc_vector_take(runner, line.rest.m, radix, line.rest.passes, &line.rest);
        line.engine = runner;
    }
    return line;
}

void fftc_wide_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        for (size_t r = (size_t)(*e)->lanes; r <= FFTC_PACKED_MAX_RADIX; ++r) {
            if (can_split(n, engines, *e, r)) {
                fftc_exact_model model;
                fftc_exact_pair pair = fftc_exact_pair_of(engines, *e, r, &model);
                fftc_vector_plan rest;
                double cost = fftc_vector_choose(pair.judge, n / r, false, &rest);
                fftc_line wide = make(n, pair.judge, r, &rest, cost);
                if (wide.cost < line->cost) {
                    wide = run_by(wide, pair.runner);
                    fftc_line_keep_cheaper(line, &wide);
                }
            }
        }
    }
}

void fftc_wide_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    fftc_vector_plan plans[2];
    double costs[2];
    for (const fftc_engine *const *e = engines; *e != NULL; ++e) {
        for (size_t r = (size_t)(*e)->lanes; r <= FFTC_PACKED_MAX_RADIX; ++r) {
            int count = can_split(n, engines, *e, r)
                            ? fftc_vector_best(*e, n / r, false, 2, plans, costs)
                            : 0;
            for (int i = 0; i < count; ++i) {
                fftc_line line = make(n, *e, r, &plans[i], costs[i]);
                fftc_shortlist_offer(list, &line);
            }
        }
    }
}

static void write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, fftc_exact_lanes(line->engine));
    fftc_choice_put(choice, (size_t)line->radix);
    fftc_vector_write(&line->rest, choice);
}

static bool read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    size_t r;
    fftc_exact_model model;
    const fftc_engine *engine = fftc_engine_read(choice, engines);
    if (!fftc_vector_has_radices(line->n) || engine == NULL ||
        !fftc_choice_get(choice, 2, FFTC_PACKED_MAX_RADIX, &r) ||
        !can_split(line->n, engines, engine, r)) {
        return false;
    }
    line->engine = fftc_exact_pair_of(engines, engine, r, &model).runner;
    line->radix = (int)r;
    return fftc_vector_read(choice, line->engine, line->n / r, &line->rest);
}

static fftc_status prepare(fftc_line *line, const fftc_engine *const *engines, fftc_choice *given,
                           fftc_arena *arena, fftc_error *error)
{
    (void)engines;
    (void)given;
    line->twiddles =
        fftc_packed_twiddles(line, (size_t)line->radix, line->rest.m, line->scale, arena, error);
    if (line->twiddles == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    return fftc_vector_prepare(&line->rest, line->precision, 1.0, arena, error);
}

static size_t thread_bytes(const fftc_line *line)
{
    return chunks_of(line) * line->rest.room * (size_t)line->engine->lanes * fftc_line_item(line);
}

static void execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                    const void *src, void *dst, int inverse)
{
    (void)team;
    (void)shared;
    size_t r = (size_t)line->radix;
    size_t lanes = (size_t)line->engine->lanes;
    size_t item = fftc_line_item(line);
    fftc_team alone = {.threads = 1};
    line->engine->packed->wide->first[r](src, inverse, line->rest.m, work, line->rest.room,
                                         fftc_vector_blocks(&line->rest), line->twiddles,
                                         line->scale);
    for (size_t chunk = 0; chunk < chunks_of(line); ++chunk) {
        size_t output = (chunk + 1) * lanes <= r ? chunk * lanes : r - lanes;
        fftc_engine_edge to = {(char *)dst + output * item, r, (int)lanes, inverse};
        fftc_vector_store(line->engine, &line->rest, &alone,
                          (char *)work + chunk * line->rest.room * lanes * item, to);
    }
}

const fftc_line_ops fftc_wide_line = {
    .read = read,
    .write = write,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute = execute,
};
