/* SPDX-License-Identifier: MIT */
#include "cpu/engine/circle.h"
#include "cpu/engine/line_kinds.h"

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
        size_t n2 = n / n1;
        double group1 = fftc_vector_choose(engine, n1, true, &first) + 8.0 * (double)n1;
        double group2 = fftc_vector_choose(engine, n2, true, &second);
        double cost = group1 * (double)((n2 + lanes - 1) / lanes) +
                      group2 * (double)((n1 + lanes - 1) / lanes);
        if (first.passes >= 2 && second.passes >= 2 && cost < line->cost) {
            line->cost = cost;
            line->rest = first;
            line->second = second;
        }
    }
    line->cost += (double)n / (double)lanes * 40.0;
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
