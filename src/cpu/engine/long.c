/* SPDX-License-Identifier: MIT */
#include "cpu/engine/candidates.h"
#include "cpu/engine/circle.h"
#include "cpu/engine/line_kinds.h"

/* Of both trips, from what a group of columns costs in each. */
static double trips_cost(const fftc_engine *engine, const fftc_vector_plan *first, double cost1,
                         const fftc_vector_plan *second, double cost2)
{
    size_t lanes = (size_t)engine->lanes;
    double groups1 = (double)((second->m + lanes - 1) / lanes);
    double groups2 = (double)((first->m + lanes - 1) / lanes);
    double n = (double)first->m * (double)second->m;
    if (first->passes < 2 || second->passes < 2) {
        return 1e300;
    }
    return (cost1 + 8.0 * (double)first->m) * groups1 + cost2 * groups2 + n / (double)lanes * 40.0;
}

void fftc_long_choose(size_t n, const fftc_engine *const *engines, fftc_line *line)
{
    const fftc_engine *engine = engines[0];
    size_t lanes = (size_t)engine->lanes;
    line->engine = engine;
    line->cost = 1e300;
    /* Very unequal factors never win, and cost time to look at: between n2 / 16 and 16 n2 only. */
    for (size_t n1 = lanes; n1 <= n / lanes && n1 <= 16 * (n / n1); ++n1) {
        fftc_vector_plan first;
        fftc_vector_plan second;
        if (n % n1 != 0 || n / n1 > 16 * n1) {
            continue;
        }
        double cost1 = fftc_vector_choose(engine, n1, true, &first);
        double cost2 = fftc_vector_choose(engine, n / n1, true, &second);
        double cost = trips_cost(engine, &first, cost1, &second, cost2);
        if (cost < line->cost) {
            line->cost = cost;
            line->rest = first;
            line->second = second;
        }
    }
}

/* The best of these factors, with the runners-up of each. */
static void offer_factors(size_t n1, size_t n2, const fftc_engine *engine, fftc_shortlist *list)
{
    enum { MOST = 4 };
    fftc_vector_plan first[MOST];
    fftc_vector_plan second[MOST];
    double cost1[MOST];
    double cost2[MOST];
    int count1 = fftc_vector_best(engine, n1, true, MOST, first, cost1);
    int count2 = fftc_vector_best(engine, n2, true, MOST, second, cost2);
    for (int i = 0; i < count1; ++i) {
        for (int k = 0; k < count2; ++k) {
            fftc_line line = {.kind = FFTC_LINE_LONG, .n = n1 * n2, .engine = engine};
            line.rest = first[i];
            line.second = second[k];
            line.cost = trips_cost(engine, &first[i], cost1[i], &second[k], cost2[k]);
            if (line.cost < 1e300) {
                fftc_shortlist_offer(list, &line);
            }
        }
    }
}

void fftc_long_candidates(size_t n, const fftc_engine *const *engines, fftc_shortlist *list)
{
    size_t lanes = (size_t)engines[0]->lanes;
    for (size_t n1 = lanes; n1 <= n / lanes && n1 <= 16 * (n / n1); ++n1) {
        if (n % n1 == 0 && n / n1 <= 16 * n1) {
            offer_factors(n1, n / n1, engines[0], list);
        }
    }
}

void fftc_long_write(const fftc_line *line, fftc_choice *choice)
{
    fftc_choice_put(choice, line->rest.m);
    fftc_vector_write(&line->rest, choice);
    fftc_vector_write(&line->second, choice);
}

bool fftc_long_read(fftc_choice *choice, const fftc_engine *const *engines, fftc_line *line)
{
    size_t lanes = (size_t)engines[0]->lanes;
    size_t n1;
    line->engine = engines[0];
    return fftc_choice_get(choice, lanes, line->n / lanes, &n1) && line->n % n1 == 0 &&
           fftc_vector_read(choice, line->engine, n1, &line->rest) &&
           fftc_vector_read(choice, line->engine, line->n / n1, &line->second) &&
           line->rest.passes >= 2 && line->second.passes >= 2;
}

fftc_status fftc_long_prepare(fftc_line *line, fftc_arena *arena, fftc_error *error)
{
    size_t lanes = (size_t)line->engine->lanes;
    size_t n1 = line->rest.m;
    size_t n2 = line->second.m;
    size_t groups = (n2 + lanes - 1) / lanes;
    size_t item = fftc_line_item(line);
    char *by_lane = fftc_arena_allocate(arena, n1 * lanes, item);
    char *by_column = fftc_arena_allocate(arena, n1 * groups, item);
    if (by_lane == NULL || by_column == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the twiddles of %zu points",
                         line->n);
    }
    line->twiddles = by_lane;
    line->column_twiddles = by_column;
    for (size_t k = 0; k < n1; ++k) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            double w[2];
            fftc_circle(k * fftc_engine_column(line->engine, lane) % line->n, line->n, w);
            fftc_table_put_lane(line->precision, by_lane + k * lanes * item, lanes, lane, w[0],
                                w[1]);
        }
    }
    for (size_t group = 0; group < groups; ++group) {
        for (size_t k = 0; k < n1; ++k) {
            double w[2];
            fftc_circle(k * group * lanes % line->n, line->n, w);
            fftc_table_put(line->precision, by_column, group * n1 + k, w[0], w[1]);
        }
    }
    fftc_status status =
        fftc_vector_prepare(&line->rest, line->precision, line->scale, arena, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    return fftc_vector_prepare(&line->second, line->precision, 1.0, arena, error);
}

typedef struct trip {
    const fftc_line *line;
    char *work;
    const char *src;
    char *middle; /* the intermediate: dst, or a scratch array if dst is src */
    char *dst;
    int inverse;
} trip;

static void first_trip(void *context, int thread, size_t begin, size_t end)
{
    const trip *t = context;
    const fftc_line *line = t->line;
    size_t lanes = (size_t)line->engine->lanes;
    size_t n1 = line->rest.m;
    size_t n2 = line->second.m;
    size_t item = fftc_line_item(line);
    char *work = t->work + (size_t)thread * fftc_line_thread_bytes(line);
    char *sorted = work + n1 * lanes * item;
    for (size_t group = begin; group < end; ++group) {
        size_t column = group * lanes;
        int present = n2 - column < lanes ? (int)(n2 - column) : (int)lanes;
        fftc_engine_edge from = {(void *)(uintptr_t)(t->src + column * item), n2, present,
                                 t->inverse};
        fftc_engine_edge to = {t->middle + column * n1 * item, n1, present, 0};
        fftc_vector_load_sorted(line->engine, &line->rest, work, from, sorted);
        line->engine->transpose(sorted, n1, to, line->twiddles,
                                (const char *)line->column_twiddles + group * n1 * item);
    }
}

static void second_trip(void *context, int thread, size_t begin, size_t end)
{
    const trip *t = context;
    const fftc_line *line = t->line;
    size_t lanes = (size_t)line->engine->lanes;
    size_t n1 = line->rest.m;
    size_t item = fftc_line_item(line);
    char *work = t->work + (size_t)thread * fftc_line_thread_bytes(line);
    for (size_t group = begin; group < end; ++group) {
        size_t column = group * lanes;
        int present = n1 - column < lanes ? (int)(n1 - column) : (int)lanes;
        fftc_engine_edge from = {t->middle + column * item, n1, present, 0};
        fftc_engine_edge to = {t->dst + column * item, n1, present, t->inverse};
        fftc_vector_columns(line->engine, &line->second, work, from, to);
    }
}

void fftc_long_execute(const fftc_line *line, const fftc_team *team, void *work, void *shared,
                       const void *src, void *dst, int inverse)
{
    size_t lanes = (size_t)line->engine->lanes;
    trip t = {line, work, src, src == dst ? shared : dst, dst, inverse};
    fftc_parallel(team, (line->second.m + lanes - 1) / lanes, first_trip, &t);
    fftc_parallel(team, (line->rest.m + lanes - 1) / lanes, second_trip, &t);
}
