/* SPDX-License-Identifier: MIT */
#include "device/chirp_plan.h"

#include <pthread.h>
#include <stdlib.h>

#include "support/smooth.h"

/* The longest line that a workgroup convolves, and the longest columns between dispatches: the
 * tiles of longer ones get too narrow. For complex numbers of 8 bytes; half as many of 16. */
#define ROW_MAX 8192u
#define COLUMNS_MAX 1024u
/* Columns are convolved whole up to this many points. Of longer ones a workgroup holds only one or
 * two, in pieces of 8 and 16 bytes (pass_factors.c). */
#define BESIDE_MAX 2048u
/* Periods up to this multiple of the least are considered. */
#define SLACK 1.3

/* The lengths up to the longest row that consist of codelets, in rising order, and for each the
 * least that the stages of so many points, or more, can cost. */
#define SMOOTH_MAX 1024u
#define STAGES_MAX 4u /* 16^4 points: more cost more */

typedef struct smooth_list {
    uint32_t count;
    uint32_t points[SMOOTH_MAX];
    double stages[SMOOTH_MAX];
} smooth_list;

typedef struct search {
    const fftc_line_request *request;
    const smooth_list *smooth;
    uint64_t least;
    bool exact;
    bool powers;  /* of columns, only those of 2 are tried */
    double bound; /* some period costs no more */
    fftc_period_axes trial;
    fftc_period_axes *best;
    /* row_cost of so many points, once it is known; else 0; NULL: there was no memory. */
    double *row;
} search;

static bool power_of_two(uint64_t n)
{
    return (n & (n - 1)) == 0;
}

static uint32_t most_of(const search *f, uint32_t floats)
{
    return f->request->complex_words > 2 ? floats / 2 : floats;
}

/* Lines side by side that make 128 bytes. */
static uint32_t tile_of(const search *f)
{
    return 32 / f->request->complex_words;
}

/* The cost of a schedule's work in registers and shared memory. The unit of all costs here is one
 * pass over memory. */
static double stages_cost(const fftc_line_schedule *s)
{
    double cost = 0.0;
    for (uint32_t i = 0; i < s->stages; ++i) {
        uint32_t total = s->points / s->radix[i];
        uint32_t held = (total + s->invocations - 1) / s->invocations;
        double slots = (double)held * s->invocations * s->radix[i];
        /* Radices other than powers of two have up to one and a half times the instructions
         * (kernel/codelet.h). */
        bool power = (s->radix[i] & (s->radix[i] - 1)) == 0;
        cost += (power ? 0.08 : 0.11) * slots / s->points;
        cost += slots > s->points && held > 1 ? 0.02 * held : 0.0;
    }
    cost += s->registers > 16 ? 0.01 * (s->registers - 16) : 0.0;
    return cost + 0.1 * (s->rounds - 1);
}

/* A lower bound of stages_cost for so many points, or more. Of s stages, one has a radix of at
 * least the s-th root, and every invocation holds a number for each of its points. (The bound is a
 * little less than that, since sums are rounded.) radix[s] has been raised as far as smaller
 * lengths need. */
static double least_stages(uint32_t points, uint32_t radix[STAGES_MAX + 1])
{
    double least = 1e300;
    for (uint32_t stages = 1; stages <= STAGES_MAX; ++stages) {
        uint64_t reached = 0;
        while (reached < points) {
            reached = 1;
            for (uint32_t i = 0; i < stages; ++i) {
                reached *= radix[stages];
            }
            radix[stages] += reached < points;
        }
        double more = radix[stages] > 16 ? 0.01 * (radix[stages] - 16) : 0.0;
        least = 0.08 * stages + more < least ? 0.08 * stages + more : least;
    }
    return least - 1e-6;
}

/* One list for all searches, made once. */
static smooth_list all_smooth;

static void list_smooth(void)
{
    smooth_list *list = &all_smooth;
    static const uint8_t primes[] = {2, 3, 5, 7, 11, 13};
    bool smooth[ROW_MAX + 1] = {[1] = true};
    uint32_t radix[STAGES_MAX + 1] = {0};
    list->count = 0;
    for (uint32_t points = 1; points <= ROW_MAX; ++points) {
        if (!smooth[points]) {
            continue;
        }
        for (uint32_t i = 0; i < sizeof primes && points * primes[i] <= ROW_MAX; ++i) {
            smooth[points * primes[i]] = true;
        }
        list->points[list->count] = points;
        list->stages[list->count++] = least_stages(points, radix);
    }
}

/* The least that the stages of length number i cost. If it is no power of two, one stage has
 * another radix. */
static double stages_of(const smooth_list *list, uint32_t i)
{
    uint32_t points = list->points[i];
    return list->stages[i] + (power_of_two(points) ? 0.0 : 0.03);
}

/* The first length of the list that is not below `points`; there is one up to ROW_MAX. */
static uint32_t find_smooth(const smooth_list *list, uint64_t points)
{
    uint32_t first = 0;
    uint32_t end = list->count;
    while (first < end) {
        uint32_t middle = (first + end) / 2;
        if (list->points[middle] < points) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

/* How many lines of so many points a period has, in all transforms. */
static uint64_t lines_of(const search *f, uint64_t points)
{
    uint64_t lines = (f->least + points - 1) / points;
    return f->request->lines <= UINT32_MAX / lines ? f->request->lines * lines : UINT32_MAX;
}

/* What it costs if a multiprocessor has room for few workgroups, because each takes so many bytes
 * of shared memory: 1000003 points took 6210 us on an H200 by 640 x 3136, 5459 by 400 x 5120, 4176
 * by 1024 x 2048. Powers of two cross in rounds; where they take as much memory, they hold more
 * points. From a fifth of the memory to a quarter the cost rises: 2430 lines of 2560 points took
 * 46.6 us, and 57 of 2450 or 2457, a little below a fifth. */
static double crowd_cost(const search *f, uint64_t points, uint64_t bytes)
{
    double part = (double)bytes / f->request->shared_bytes;
    return power_of_two(points) || part <= 0.2 ? 0.0
           : part <= 0.25                      ? 0.6 * (part - 0.2) / 0.05
           : part <= 0.5                       ? 0.6
                                               : 1.2;
}

/* What a line costs, transformed there and back. Negative if there is no way. */
static double find_row_cost(const search *f, uint64_t points)
{
    fftc_line_request request = *f->request;
    fftc_line_schedule s;
    request.points = (uint32_t)points;
    request.lines = lines_of(f, points);
    request.tile = 1;
    request.load_across = false;
    request.draft = true;
    if (points > most_of(f, ROW_MAX) || !fftc_line_plan(&request, &s) || s.rounds > 2) {
        return -1.0;
    }
    return 1.0 + 2.0 * stages_cost(&s) +
           crowd_cost(f, points, 4 * (uint64_t)fftc_line_shared_words(&s));
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

/* Whether a period that costs at least this much cannot be the best. */
static bool is_dear(const search *f, double floor)
{
    return floor >= f->best->cost || floor > f->bound;
}

/* Tiles that do not begin where sectors do touch one more sector, partly at each end. */
static double ragged_cost(const search *f, uint64_t points, uint32_t axes)
{
    return points % tile_of(f) != 0 ? 0.25 * axes : 0.0;
}

/* The least that rows of length number i cost, after that many axes. If the length is no power of
 * two and one line fits shared memory, padded by a 32nd, it crosses as a whole. */
static double row_floor(const search *f, uint32_t i, uint32_t axes)
{
    uint32_t points = f->smooth->points[i];
    bool whole = points + points / 32 <= f->request->shared_bytes / 4;
    double crowd = whole && points > 1 ? crowd_cost(f, points, 4 * (uint64_t)points) : 0.0;
    return 1.0 + 2.0 * stages_of(f->smooth, i) + crowd + ragged_cost(f, points, axes);
}

/* Whether the lines are columns that are too long to be convolved whole. */
static bool in_columns(const search *f)
{
    return f->request->load_across && f->least > BESIDE_MAX;
}

/* The longest row that is looked at where none is shorter than that. */
static uint64_t longest_row(const search *f, uint64_t least)
{
    uint64_t most = f->exact ? least : (uint64_t)(SLACK * (double)least) + 1;
    uint64_t limit = most_of(f, in_columns(f) && f->trial.count != 0 ? COLUMNS_MAX : ROW_MAX);
    return most < limit ? most : limit;
}

/* Rows for what the columns leave over. */
static void try_rows(search *f)
{
    const smooth_list *list = f->smooth;
    uint64_t columns = f->trial.points;
    uint64_t least = (f->least + columns - 1) / columns;
    if (f->exact && columns * least != f->least) {
        return;
    }
    uint64_t most = longest_row(f, least);
    for (uint32_t i = find_smooth(list, least); i < list->count && list->points[i] <= most; ++i) {
        uint64_t points = list->points[i];
        double floor = f->trial.cost + row_floor(f, i, f->trial.count);
        if (is_dear(f, (double)(points * columns) * floor)) {
            continue;
        }
        double cost = row_cost(f, points);
        double ragged = ragged_cost(f, points, f->trial.count);
        double all = (double)(points * columns) * (f->trial.cost + cost + ragged);
        if (cost >= 0.0 && all < f->best->cost) {
            *f->best = f->trial;
            f->best->axes[f->best->count++] = (uint32_t)points;
            f->best->points = points * columns;
            f->best->cost = all;
        }
    }
}

/* Whether `columns`, `axes` more axes and rows can make the least period. */
static bool can_reach(const search *f, uint64_t columns, uint32_t axes)
{
    double most = (double)columns * most_of(f, ROW_MAX);
    for (uint32_t i = 0; i < axes; ++i) {
        most *= most_of(f, COLUMNS_MAX);
    }
    return most >= (double)f->least;
}

/* The least that a period costs whose next columns have length number i, followed by `left` - 1
 * more. */
static double columns_floor(const search *f, uint32_t i, uint32_t left)
{
    const smooth_list *list = f->smooth;
    double cost = f->trial.cost + 2.0 + 2.0 * stages_of(list, i);
    if (left != 1 || f->exact) {
        return (double)f->least * (cost + 2.0 * (left - 1) + 1.0);
    }
    uint64_t columns = f->trial.points * list->points[i];
    uint64_t least = (f->least + columns - 1) / columns;
    uint64_t most = longest_row(f, least);
    double floor = 1e300;
    for (uint32_t k = find_smooth(list, least); k < list->count && list->points[k] <= most; ++k) {
        double one =
            (double)(columns * list->points[k]) * (cost + row_floor(f, k, f->trial.count + 1));
        floor = one < floor ? one : floor;
    }
    return floor;
}

static void try_columns(search *f, uint32_t left)
{
    fftc_period_axes before = f->trial;
    if (left == 0) {
        try_rows(f);
        return;
    }
    const smooth_list *list = f->smooth;
    for (uint32_t i = find_smooth(list, 8); i < list->count; ++i) {
        uint32_t points = list->points[i];
        if (points > most_of(f, COLUMNS_MAX)) {
            break;
        }
        bool divides = !f->exact || f->least / before.points % points == 0;
        /* Where there are several axes of columns, powers of two suffice. */
        bool some = left != 1 && !f->exact;
        bool worth = (!some && !f->powers) || power_of_two(points);
        if (!divides || !worth || !can_reach(f, before.points * points, left - 1) ||
            is_dear(f, columns_floor(f, i, left))) {
            continue;
        }
        double cost = column_cost(f, points);
        if (cost >= 0.0) {
            f->trial = before;
            f->trial.axes[f->trial.count++] = points;
            f->trial.points *= points;
            f->trial.cost += cost;
            try_columns(f, left - 1);
            f->trial = before;
        }
    }
}

/* Tries periods whose columns are powers of two first. The best of these bounds the cost of all
 * others, most of which are then skipped. */
static void try_all(search *f, uint32_t columns)
{
    if (columns != 0 && !f->exact) {
        f->powers = true;
        try_columns(f, columns);
        f->powers = false;
        f->bound = f->best->cost;
        *f->best = (fftc_period_axes){.cost = 1e300};
    }
    try_columns(f, columns);
}

bool fftc_period_choose(const fftc_line_request *request, uint64_t least, bool exact,
                        fftc_period_axes *period)
{
    static pthread_once_t listed = PTHREAD_ONCE_INIT;
    search f = {.request = request,
                .smooth = &all_smooth,
                .least = least,
                .exact = exact,
                .bound = 1e300,
                .trial = {.points = 1},
                .best = period,
                .row = calloc(ROW_MAX + 1, sizeof *f.row)};
    (void)pthread_once(&listed, list_smooth);
    *period = (fftc_period_axes){.cost = 1e300};
    for (uint32_t columns = in_columns(&f); columns < FFTC_CONVOLUTION_AXES_MAX; ++columns) {
        try_all(&f, columns);
        /* If there is a way in one dispatch, that one; otherwise three. Two more passes hardly ever
         * pay. */
        if (period->count != 0) {
            break;
        }
    }
    if (period->count == 0 && in_columns(&f)) {
        try_all(&f, 0);
    }
    free(f.row);
    for (uint32_t i = period->count; i < FFTC_CONVOLUTION_AXES_MAX; ++i) {
        period->axes[i] = 1;
    }
    return period->count != 0;
}
