/* SPDX-License-Identifier: MIT */
#include "common/chirp_plan.h"

#include <stdlib.h>

#include "common/smooth.h"

/* Points of a line that a workgroup convolves at most; of columns between dispatches, whose tiles
 * get too narrow beyond that. Of complex numbers of 8 bytes; half as many of 16. */
#define ROW_MAX 8192u
#define COLUMNS_MAX 1024u
/* Periods up to this part above the least are looked at. */
#define SLACK 1.3

typedef struct search {
    const fftc_line_request *request;
    uint64_t least;
    bool exact;
    fftc_period trial;
    fftc_period *best;
    /* row_cost of so many points, once it is known; else 0; NULL: there was no memory. */
    double *row;
} search;

static uint32_t most_of(const search *f, uint32_t floats)
{
    return f->request->complex_words > 2 ? floats / 2 : floats;
}

/* Lines side by side that make 128 bytes. */
static uint32_t tile_of(const search *f)
{
    return 32 / f->request->complex_words;
}

/* Work in registers and shared memory, in passes over memory. */
static double stages_cost(const fftc_line_schedule *s)
{
    double cost = 0.0;
    for (uint32_t i = 0; i < s->stages; ++i) {
        uint32_t total = s->points / s->radix[i];
        uint32_t held = (total + s->invocations - 1) / s->invocations;
        double slots = (double)held * s->invocations * s->radix[i];
        /* Other radices have up to half as many instructions again (kernel/codelet.h). */
        bool power = (s->radix[i] & (s->radix[i] - 1)) == 0;
        cost += (power ? 0.08 : 0.11) * slots / s->points;
        cost += slots > s->points && held > 1 ? 0.02 * held : 0.0;
    }
    cost += s->registers > 16 ? 0.01 * (s->registers - 16) : 0.0;
    return cost + 0.1 * (s->rounds - 1);
}

/* No line of so many points costs less there and back, and two columns no less than 1 more: a stage
 * has radix 32 at most. (A little less than that, since sums are rounded.) */
static double least_cost(uint64_t points)
{
    uint32_t stages = 1;
    for (uint64_t reached = 32; reached < points; reached *= 32) {
        ++stages;
    }
    return 1.0 + 0.159 * stages;
}

/* Lines of so many points that a period takes, in all transforms. */
static uint64_t lines_of(const search *f, uint64_t points)
{
    uint64_t lines = (f->least + points - 1) / points;
    return f->request->lines <= UINT32_MAX / lines ? f->request->lines * lines : UINT32_MAX;
}

/* Room for few workgroups on a multiprocessor: 1000003 points took 6210 us on an H200 by
 * 640 x 3136, 5459 by 400 x 5120, 4176 by 1024 x 2048. Powers of two cross in rounds, and hold more
 * points where they need as much. */
static double crowd_cost(const search *f, const fftc_line_schedule *s)
{
    uint32_t bytes = 4 * fftc_line_shared_words(s);
    bool power = (s->points & (s->points - 1)) == 0;
    return power || bytes <= f->request->shared_bytes / 5 ? 0.0
           : bytes <= f->request->shared_bytes / 2        ? 0.6
                                                          : 1.2;
}

/* A line there and back. Negative: there is no way. */
static double find_row_cost(const search *f, uint64_t points)
{
    fftc_line_request request = *f->request;
    fftc_line_schedule s;
    request.points = (uint32_t)points;
    request.lines = lines_of(f, points);
    request.tile = 1;
    request.draft = true;
    if (points > most_of(f, ROW_MAX) || !fftc_line_plan(&request, &s) || s.rounds > 2) {
        return -1.0;
    }
    return 1.0 + 2.0 * stages_cost(&s) + crowd_cost(f, &s);
}

static double row_cost(const search *f, uint64_t points)
{
    if (f->row == NULL || f->row[points] == 0.0) {
        double cost = find_row_cost(f, points);
        if (f->row == NULL) {
            return cost;
        }
        f->row[points] = cost;
    }
    return f->row[points];
}

/* Columns there, and columns back. */
static double column_cost(const search *f, uint64_t points)
{
    fftc_line_request request = *f->request;
    fftc_line_schedule s;
    uint32_t tile = tile_of(f);
    request.points = (uint32_t)points;
    request.tile = tile;
    request.lines = lines_of(f, points);
    request.load_across = true;
    request.store_across = true;
    request.draft = true;
    if (points > most_of(f, COLUMNS_MAX) || !fftc_line_plan(&request, &s)) {
        return -1.0;
    }
    double width = (double)s.count / tile;
    return 2.0 * (1.0 + stages_cost(&s) + (width < 1.0 ? 0.03 * (1.0 / width / width - 1.0) : 0.0));
}

/* Rows for what the columns leave over. */
static void try_rows(search *f)
{
    uint64_t columns = f->trial.points;
    uint64_t least = (f->least + columns - 1) / columns;
    uint64_t most = (uint64_t)(SLACK * (double)least) + 1;
    if (f->exact) {
        least = f->least / columns;
        most = least;
    }
    for (uint64_t points = least; points <= most && points <= most_of(f, ROW_MAX); ++points) {
        double floor = (double)(points * columns) * (f->trial.cost + least_cost(points));
        if (floor >= f->best->cost || !fftc_is_smooth(points)) {
            continue;
        }
        double cost = row_cost(f, points);
        /* Tiles that begin anywhere take part of one sector more at each end. */
        double ragged = points % tile_of(f) != 0 ? 0.25 * f->trial.count : 0.0;
        double all = (double)(points * columns) * (f->trial.cost + cost + ragged);
        if (cost >= 0.0 && all < f->best->cost) {
            *f->best = f->trial;
            f->best->axes[f->best->count++] = (uint32_t)points;
            f->best->points = points * columns;
            f->best->cost = all;
        }
    }
}

/* Whether `columns`, as many axes more and rows can make the least period. */
static bool can_reach(const search *f, uint64_t columns, uint32_t axes)
{
    double most = (double)columns * most_of(f, ROW_MAX);
    for (uint32_t i = 0; i < axes; ++i) {
        most *= most_of(f, COLUMNS_MAX);
    }
    return most >= (double)f->least;
}

static void try_columns(search *f, uint32_t left)
{
    fftc_period before = f->trial;
    if (left == 0) {
        try_rows(f);
        return;
    }
    for (uint32_t points = 8; points <= most_of(f, COLUMNS_MAX); ++points) {
        bool divides = !f->exact || f->least / before.points % points == 0;
        /* Of several, those that are powers of two do. */
        bool worth = left == 1 || f->exact || (points & (points - 1)) == 0;
        double floor = (double)f->least *
                       (before.cost + 1.0 + least_cost(points) + 2.0 * (left - 1) + least_cost(1));
        if (!divides || !worth || floor >= f->best->cost ||
            !can_reach(f, before.points * points, left - 1) || !fftc_is_smooth(points)) {
            continue;
        }
        double cost = column_cost(f, points);
        if (cost >= 0.0) {
            f->trial = before;
            f->trial.axes[f->trial.count++] = points;
            f->trial.points *= points;
            f->trial.cost += cost;
            try_columns(f, left - 1);
        }
    }
    f->trial = before;
}

bool fftc_period_choose(const fftc_line_request *request, uint64_t least, bool exact,
                        fftc_period *period)
{
    search f = {.request = request,
                .least = least,
                .exact = exact,
                .trial = {.points = 1},
                .best = period,
                .row = calloc(ROW_MAX + 1, sizeof *f.row)};
    *period = (fftc_period){.cost = 1e300};
    for (uint32_t columns = 0; columns < FFTC_CONVOLUTION_AXES_MAX; ++columns) {
        try_columns(&f, columns);
        /* One dispatch where there is a way, else three: two more passes hardly pay. */
        if (period->count != 0) {
            break;
        }
    }
    free(f.row);
    for (uint32_t i = period->count; i < FFTC_CONVOLUTION_AXES_MAX; ++i) {
        period->axes[i] = 1;
    }
    return period->count != 0;
}
