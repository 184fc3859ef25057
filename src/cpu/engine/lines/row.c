/* SPDX-License-Identifier: MIT
 *
 * Rows that fit a cache, a vector FFT behind one pass that transposes: line_kinds.h.
 */
#include "cpu/engine/cost/cost.h"
#include "cpu/engine/lines/line_kinds.h"
#include "cpu/engine/tables/twiddles.h"
#include "cpu/overrides.h"

typedef struct row {
    int radix;            /* of the first pass; 0: none, the engine has one lane */
    const void *twiddles; /* of the first pass */
    fftc_vector_plan rest;
} row;

/* Below 8 points a codelet alone is as fast, and more accurate, since it has no twiddles. */
static bool can_split(size_t n, const fftc_engine *engine, size_t r)
{
    return n >= 8 && n % r == 0 && n / r >= (size_t)engine->lanes;
}

/* Chooses radices for engines of one lane. A call and a twiddle cost more than the tables say,
 * which were measured on vectors, and twiddles round, too. So short rows have as few passes as
 * possible, the longest last. */
static void choose_short(size_t n, const fftc_engine *engine, fftc_vector_plan *plan)
{
    size_t last = FFTC_ENGINE_MAX_CODELET;
    if (n < 2 || n > 2 * FFTC_ENGINE_MAX_CODELET) {
        return;
    }
    while (last > 1 && (n % last != 0 || engine->radix[last] == NULL)) {
        --last;
    }
    const int radix[] = {last == n ? (int)last : (int)(n / last), (int)last};
    fftc_vector_plan shortest;
    if (fftc_vector_take(engine, n, radix, last == n ? 1 : 2, &shortest)) {
        *plan = shortest;
    }
}

static double split_cost(const fftc_engine *engine, int r, size_t m, double rest_cost)
{
    size_t lanes = (size_t)engine->lanes;
    double groups = (double)((m + lanes - 1) / lanes);
    return groups * fftc_cost_butterfly(engine, FFTC_COST_ROW, r) + rest_cost +
           fftc_cost_partial_vector(engine, r) * (double)m;
}

static void offer_radix(const fftc_line_task *task, const fftc_engine *engine, int r,
                        fftc_shortlist *list)
{
    enum { WAYS = 4 };
    fftc_vector_plan rest[WAYS];
    double cost[WAYS];
    const bool single = engine->lanes == 1;
    const size_t m = task->n / (size_t)r;
    const int count = fftc_vector_best(engine, m, single, task->measure ? WAYS : 1, rest, cost);
    for (int i = 0; i < count; ++i) {
        fftc_choice *way = fftc_line_offer(list, FFTC_LINE_ROW,
                                           single ? cost[i] : split_cost(engine, r, m, cost[i]));
        if (way == NULL) {
            continue;
        }
        if (single && !task->measure && engine == task->engines[0]) {
            choose_short(task->n, engine, &rest[i]);
        }
        fftc_choice_put(way, (size_t)engine->lanes);
        fftc_choice_put(way, single ? 0 : (size_t)r);
        fftc_vector_write(&rest[i], way);
    }
}

/* Where narrower vectors hold the first radix, they do as much work in half of the memory or less.
 * That is faster, since the caches hold more of it: 16606 points (2 * 19^2 * 23) take three
 * quarters of the time. */
static bool wastes_lanes(const fftc_line_task *task, const fftc_engine *engine, int r)
{
    return 2 * (*fftc_line_filled(task->engines, r))->lanes <= engine->lanes &&
           fftc_task_bytes(task) <= fftc_line_narrow_bytes();
}

/* Whether the arrays of vectors, of which a large prime at the end needs two, would be of more than
 * four rows. */
static bool is_roomy(const fftc_line_task *task, const fftc_engine *engine, int r)
{
    return !task->smooth && 2 * r <= engine->lanes;
}

void fftc_row_offer(const fftc_line_task *task, fftc_shortlist *list)
{
    const bool all = task->measure || task->smooth;
    for (const fftc_engine *const *e = task->engines; *e != NULL; ++e) {
        if ((*e)->lanes == 1) {
            offer_radix(task, *e, 1, list);
        }
        for (int r = 2; r <= (*e)->lanes; ++r) {
            if (can_split(task->n, *e, (size_t)r) && !is_roomy(task, *e, r) &&
                (all || !wastes_lanes(task, *e, r))) {
                offer_radix(task, *e, r, list);
            }
        }
    }
}

const fftc_engine *const *fftc_line_filled(const fftc_engine *const *engines, int radix)
{
    while (engines[0]->lanes >= 2 * radix && engines[1] != NULL && engines[1]->lanes >= radix &&
           engines[1]->lanes > 1) {
        ++engines;
    }
    return engines;
}

size_t fftc_line_narrow_bytes(void)
{
    return fftc_override_bytes("FFTCORE_FORCE_NARROW_BYTES", (size_t)16 * 1024 * 1024);
}

/* Rows with a large prime factor end with a convolution in the lanes (vector_prime.h), which is
 * less accurate than a chirp if products are not fused. */
static void offer(const fftc_line_task *task, fftc_shortlist *list)
{
    const bool rough = !task->smooth;
    const bool inaccurate =
        rough && task->wish.care != FFTC_CARE_NONE && !task->engines[0]->fuses && task->n > 512;
    const bool any_length = !rough && !task->measure;
    if (fftc_vector_possible(task->n) && !inaccurate &&
        (any_length || fftc_task_bytes(task) <= FFTC_LONGEST_ROW_BYTES)) {
        fftc_row_offer(task, list);
    }
}

static bool read(const fftc_line_task *task, fftc_choice *choice, fftc_line *line, row *own)
{
    size_t r;
    line->engine = fftc_engine_read(choice, task->engines);
    if (line->engine == NULL || line->n == 1 || !fftc_vector_possible(line->n) ||
        !fftc_choice_get(choice, 0, (size_t)line->engine->lanes, &r)) {
        return false;
    }
    own->radix = (int)r;
    if (line->engine->lanes == 1) {
        return r == 0 && fftc_vector_read(choice, line->engine, line->n, &own->rest);
    }
    return r >= 2 && can_split(line->n, line->engine, r) &&
           fftc_vector_read(choice, line->engine, line->n / r, &own->rest);
}

static fftc_status prepare(fftc_line *line, const fftc_line_task *task, fftc_choice *choice,
                           fftc_arena *arena, fftc_error *error)
{
    row *own = fftc_line_own(line, sizeof *own, arena, error);
    if (own == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    if (!read(task, choice, line, own)) {
        return fftc_choice_refuse(error);
    }
    if (own->radix == 0) {
        return fftc_vector_prepare(&own->rest, line->precision, line->scale, arena, error);
    }
    size_t lanes = (size_t)line->engine->lanes;
    size_t m = own->rest.m;
    size_t r = (size_t)own->radix;
    size_t groups = (m + lanes - 1) / lanes;
    void *table =
        fftc_line_table(line, groups * (r - 1) * lanes, fftc_line_item(line), arena, error);
    if (table == NULL) {
        return FFTC_OUT_OF_MEMORY;
    }
    own->twiddles = table;
    fftc_twiddles_vectors(line->engine, table, m, r, line->scale);
    return fftc_vector_prepare(&own->rest, line->precision, 1.0, arena, error);
}

static size_t thread_bytes(const fftc_line *line)
{
    const row *own = line->own;
    return own->rest.room * fftc_vector_bytes(line->engine);
}

static void execute(const fftc_line *line, const fftc_line_job *job)
{
    const row *own = line->own;
    fftc_engine_edge to = {job->dst, (size_t)own->radix, own->radix, job->inverse};
    if (own->radix == 0) {
        fftc_engine_edge from = {(void *)(uintptr_t)job->src, 1, 1, job->inverse};
        to.stride = 1;
        to.lanes = 1;
        fftc_vector_columns(line->engine, &own->rest, job->work, from, to);
        return;
    }
    line->engine->radix[own->radix]->row(job->src, job->inverse, own->rest.m, job->work,
                                         fftc_vector_blocks(&own->rest), own->twiddles,
                                         line->scale);
    const fftc_team alone = {.threads = 1};
    fftc_vector_store(line->engine, &own->rest, &alone, job->work, to);
}

const fftc_line_ops fftc_row_line = {
    .offer = offer,
    .prepare = prepare,
    .thread_bytes = thread_bytes,
    .execute = execute,
};
