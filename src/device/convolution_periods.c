/* SPDX-License-Identifier: MIT
 *
 * How an axis of a convolution on a device becomes transforms: its period, whether it goes in
 * blocks, and how real signals share complex numbers, chosen by the cost model of passes.
 */
#include "device/convolution_plan.h"

#include <math.h>
#include <string.h>

#include "device/pass_factors.h"
#include "fftcore/kernel/sizes.h"
#include "fftcore/reference.h"
#include "support/error.h"

/* The most points of lines that are not in blocks, so that numbers of their elements fit 32 bits,
 * also of right-angle convolutions. */
#define MAX_PERIOD ((uint64_t)1 << 30)

/* Blocks must cost less than this part of whole lines, and a line in blocks has at most so many
 * points. */
#define CLEARLY 0.95
#define BLOCK_PERIOD_MAX 8192u
/* The longest axis in blocks: kernel/mapped_pass.h adds a place within the period, the sums before
 * a block and an element of it, in 32 bits. */
#define PERIOD_IN_BLOCKS_MAX (((uint64_t)1 << 31) - 2 * BLOCK_PERIOD_MAX)
/* What weights cost, in passes over memory: they are read once before and once after, mostly from a
 * cache. (On an H200 2^20 real numbers with 4000 taps took 2099 us by a right-angle convolution of
 * 260 x 2048 points, 2^20 complex ones 1837. For short dispatches other things count.) */
#define RIGHT_ANGLE_COST 0.6
#define SHORT_RIGHT_ANGLE_COST 0.3
#define SHORT_POINTS 1048576.0
/* The addresses of real numbers in blocks, in halves or of right-angle convolutions are computed
 * one by one. An invocation that holds more than 16 of a line's numbers has too few registers for
 * that: 2^20 with 4000 taps took 2692 us, by a right-angle convolution in blocks of 8192, twice as
 * long as lines of 4096 and as many points let expect. */
#define FOUND_COST 2.0
#define FOUND_REGISTERS 16u
/* Columns of two signals are read and written number by number, in tiles half as wide. */
#define PAIRED_COLUMNS_COST 1.0
/* If the pieces of the user's array that tiles read are shorter than a sector, as those of narrow
 * tiles of real numbers are, that costs as much as so many passes, there and back: on an H200 2048
 * x 2048 numbers with 15 x 15 taps took 4293 us, by 1100 points four columns at a time, 1080 x 1920
 * with 31 x 31 taps 2236, by 576 points eight at a time; 1024 x 1024 with 63 x 63 taps 3884 in
 * pairs, four at a time, 2489 in halves. */
#define SLIVER_COST 3.0
#define SECTOR_BYTES 32u

typedef struct search {
    const fftc_request *request;
    fftc_line_request line;
    bool users;  /* columns that are read and written as the user has them */
    double rest; /* what a point costs on the other axes */
    fftc_axis_signals signals;
    fftc_convolved_axis best;
    double cost;                       /* of `best`, with the rest, for the whole batch */
    const fftc_axis_choice *wish;      /* NULL: any period */
    fftc_convolution_candidates *list; /* of the best periods so far; NULL: none */
} search;

/* A choice is in the list once, with its least cost. */
static void enlist(fftc_convolution_candidates *list, const fftc_period_axes *period, double cost)
{
    fftc_axis_choice choice = {.count = period->count};
    uint32_t at = 0;
    memcpy(choice.points, period->axes, period->count * sizeof *choice.points);
    while (at < list->count && memcmp(&list->choice[at], &choice, sizeof choice) != 0) {
        ++at;
    }
    if (at == list->count && at < FFTC_CONVOLUTION_CANDIDATES) {
        list->cost[list->count++] = 1e300;
    }
    at = at < list->count ? at : list->count - 1;
    if (cost >= list->cost[at]) {
        return;
    }
    for (; at > 0 && cost < list->cost[at - 1]; --at) {
        list->choice[at] = list->choice[at - 1];
        list->cost[at] = list->cost[at - 1];
    }
    list->choice[at] = choice;
    list->cost[at] = cost;
}

/* The period that is asked for, if it has at least so many points and not many times as many; the
 * cost is what the model says of as many points. */
static bool wished(const search *s, const fftc_line_request *line, uint64_t least, bool exact,
                   fftc_period_axes *period)
{
    uint64_t points = 1;
    for (uint32_t i = 0; i < s->wish->count; ++i) {
        points = fftc_size_multiply(points, s->wish->points[i]);
    }
    if (points < least || points / 2 > least || (exact && points != least) ||
        !fftc_period_choose(line, points, true, period)) {
        return false;
    }
    period->count = s->wish->count;
    for (uint32_t i = 0; i < FFTC_CONVOLUTION_AXES_MAX; ++i) {
        period->axes[i] = i < period->count ? s->wish->points[i] : 1;
    }
    return true;
}

static bool choose(const search *s, const fftc_line_request *line, uint64_t least, bool exact,
                   fftc_period_axes *period)
{
    return s->wish != NULL ? wished(s, line, least, exact, period)
                           : fftc_period_choose(line, least, exact, period);
}

/* What the model of periods does not know: how the addresses of the user's numbers are computed. */
static double ends_cost(const search *s, fftc_axis_signals signals, const fftc_convolved_axis *axis)
{
    bool divided = signals == FFTC_SIGNALS_HALVED || signals == FFTC_SIGNALS_RIGHT_ANGLE;
    bool found = s->request->real && (axis->blocks > 1 || divided);
    fftc_line_request request = s->line;
    fftc_line_schedule schedule;
    uint64_t lines = fftc_size_multiply(request.lines, axis->blocks);
    request.points = axis->period.axes[0];
    request.lines = lines < UINT32_MAX ? lines : UINT32_MAX;
    request.draft = true;
    request.load_across = s->users;
    if (s->users) {
        request.tile = fftc_factors_tile(4 * request.complex_words);
        request.store_across = true;
    }
    if (axis->period.count != 1 || !fftc_line_plan(&request, &schedule)) {
        return 0.0;
    }
    if (!s->users) {
        return found && s->request->rank == 1 && schedule.registers > FOUND_REGISTERS ? FOUND_COST
                                                                                      : 0.0;
    }
    return schedule.count * fftc_storage_item(s->request->storage) < SECTOR_BYTES ? SLIVER_COST
                                                                                  : 0.0;
}

static bool offers(search *s, fftc_axis_signals signals, const fftc_convolved_axis *axis,
                   double bias)
{
    uint64_t batch = s->request->batch;
    uint64_t transforms = signals == FFTC_SIGNALS_PAIRED ? (batch + 1) / 2 : batch;
    double points = (double)axis->period.points;
    double one = axis->period.cost + points * s->rest;
    double blocks = (double)transforms * (double)axis->blocks;
    double in_addition =
        blocks * points <= SHORT_POINTS ? SHORT_RIGHT_ANGLE_COST : RIGHT_ANGLE_COST;
    one += signals == FFTC_SIGNALS_RIGHT_ANGLE ? in_addition * points : 0.0;
    one +=
        signals == FFTC_SIGNALS_PAIRED && s->request->rank > 1 ? PAIRED_COLUMNS_COST * points : 0.0;
    one += ends_cost(s, signals, axis) * points;
    double all = blocks * one;
    if (s->list != NULL) {
        enlist(s->list, &axis->period, all);
    }
    if (s->best.period.count != 0 && all >= bias * s->cost) {
        return false;
    }
    s->best = *axis;
    s->signals = signals;
    s->cost = all;
    return true;
}

/* Tries a way with the cheapest period that is long enough, or with exactly its own. */
static void try_way(search *s, fftc_axis_signals signals, fftc_axis_way way, uint64_t sums)
{
    fftc_convolved_axis axis = {.wish = s->best.wish, .way = way, .blocks = 1, .sums = sums};
    uint64_t least = signals == FFTC_SIGNALS_RIGHT_ANGLE ? (way.least + 1) / 2 : way.least;
    if (least <= MAX_PERIOD && choose(s, &s->line, least, way.exact, &axis.period)) {
        (void)offers(s, signals, &axis, 1.0);
        /* The next best ways, if the caller wants a list. */
        if (s->list != NULL && !way.exact &&
            fftc_period_choose(&s->line, axis.period.points + 1, false, &axis.period)) {
            (void)offers(s, signals, &axis, 1.0);
        }
    }
}

/* Tries ways in blocks that a period of `points` holds. */
static void try_blocks(search *s, fftc_axis_signals signals, uint64_t sums, uint64_t points)
{
    fftc_convolved_axis axis = {.wish = s->best.wish, .sums = sums};
    uint64_t numbers = signals == FFTC_SIGNALS_RIGHT_ANGLE ? 2 * points : points;
    if (numbers < axis.wish.taps) {
        return;
    }
    uint64_t block = numbers - axis.wish.taps + 1;
    block -= block > 256 ? block % 16 : 0; /* blocks begin where sectors of packed rows do */
    axis.blocks = (sums + block - 1) / block;
    uint64_t lines = fftc_size_multiply(s->line.lines, axis.blocks);
    fftc_line_request line = s->line;
    line.lines = lines < UINT32_MAX ? lines : UINT32_MAX;
    if (axis.blocks < 2 || !choose(s, &line, points, true, &axis.period) ||
        axis.period.count != 1) {
        return;
    }
    axis.way = fftc_axis_block(&axis.wish, (size_t)block);
    (void)offers(s, signals, &axis, s->best.blocks == 1 ? CLEARLY : 1.0);
}

/* Blocks are possible if the loops beside an axis leave room for one more, and no block writes what
 * another one has not read yet. */
static bool may_have_blocks(const fftc_request *r, const fftc_axis_wish *w)
{
    bool loops = r->rank + (r->batch > 1) < FFTC_PASS_DIGITS_MAX;
    return loops && (!r->in_place || r->rank > 1) && w->period <= PERIOD_IN_BLOCKS_MAX;
}

static void try_signals(search *s, fftc_axis_signals signals, bool blocks)
{
    const fftc_axis_wish wish = s->best.wish;
    uint64_t all = wish.dst_end - wish.dst_begin;
    uint64_t sums = signals == FFTC_SIGNALS_HALVED ? (all + 1) / 2 : all;
    if (signals == FFTC_SIGNALS_HALVED && all < 2) {
        return;
    }
    if (signals == FFTC_SIGNALS_HALVED) {
        try_way(s, signals, fftc_axis_block(&wish, (size_t)sums), sums);
    } else {
        if (signals != FFTC_SIGNALS_RIGHT_ANGLE) {
            try_way(s, signals, fftc_axis_exact(&wish), sums);
        }
        try_way(s, signals, fftc_axis_all(&wish), sums);
    }
    for (uint64_t points = 16; blocks && points <= BLOCK_PERIOD_MAX; points *= 2) {
        try_blocks(s, signals, sums, points);
        try_blocks(s, signals, sums, points + points / 2);
    }
}

static search search_of(const fftc_request *r, const fftc_pass_limits *limits, int axis,
                        fftc_convolution_candidates *lists)
{
    const fftc_pass_choices *choices = limits->choices;
    bool chosen = choices != NULL && choices->axis[axis].count != 0;
    uint64_t lines = r->batch;
    for (int i = 0; i < r->rank; ++i) {
        lines = i != axis ? fftc_size_multiply(lines, r->wish[i].period) : lines;
    }
    lines = lines < UINT32_MAX ? lines : UINT32_MAX;
    fftc_line_request line =
        fftc_factors_request(limits, fftc_complex_bytes(r->precision), 1, lines);
    line.load_across = axis + 1 < r->rank;
    if (axis == 0) {
        fftc_factors_fit_pixels(limits, &line);
    }
    return (search){.request = r,
                    .wish = chosen ? &choices->axis[axis] : NULL,
                    .list = lists != NULL ? &lists[axis] : NULL,
                    .line = line,
                    .users = axis == 0 && r->rank > 1,
                    .best = {.wish = r->wish[axis]}};
}

static fftc_status take(const search *s, const fftc_pass_limits *limits, int axis,
                        fftc_convolution_passes *p, fftc_error *error)
{
    p->axis[axis] = s->best;
    return s->best.period.count != 0 ? FFTC_SUCCESS
           : s->wish != NULL
               ? fftc_fail(error, FFTC_UNSUPPORTED,
                           "what was saved of axis %d does not fit this convolution: plan anew, "
                           "and save that",
                           axis)
               : fftc_fail(error,
                           s->best.wish.period > MAX_PERIOD ? FFTC_TOO_LARGE : FFTC_UNSUPPORTED,
                           "axis %d of %zu points with %zu taps is beyond the passes that %s can "
                           "make: convolve it in parts",
                           axis, s->best.wish.period, s->best.wish.taps, limits->name);
}

fftc_status fftc_convolution_choose(const fftc_request *request, const fftc_pass_limits *limits,
                                    bool blocks, fftc_convolution_passes *passes,
                                    fftc_convolution_candidates *lists, fftc_error *error)
{
    const fftc_request *r = request;
    fftc_status status = FFTC_SUCCESS;
    double rest = r->rank > 1 ? 1.0 : 0.0; /* columns are two passes where rows are one */
    passes->precision = r->storage.precision;
    passes->factor = r->factor;
    passes->rank = r->rank;
    for (int i = r->rank - 1; i > 0 && status == FFTC_SUCCESS; --i) {
        search s = search_of(r, limits, i, lists);
        try_signals(&s, FFTC_SIGNALS_COMPLEX, false);
        status = take(&s, limits, i, passes, error);
        rest += s.best.period.cost / (double)s.best.period.points;
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    search s = search_of(r, limits, 0, lists);
    s.rest = rest;
    blocks = blocks && may_have_blocks(r, &s.best.wish);
    if (!r->real) {
        try_signals(&s, FFTC_SIGNALS_COMPLEX, blocks);
    } else {
        bool pairs = limits->passes.pair_batch && r->batch > 1;
        try_signals(&s, pairs ? FFTC_SIGNALS_PAIRED : FFTC_SIGNALS_ALONE, blocks);
        if (!limits->joined) {
            try_signals(&s, FFTC_SIGNALS_HALVED, blocks);
        }
        try_signals(&s, FFTC_SIGNALS_RIGHT_ANGLE, blocks);
    }
    passes->signals = s.signals;
    return take(&s, limits, 0, passes, error);
}

/* How often a number of the signal can be read: around the corner, and by blocks that overlap. */
static double times_met(const fftc_convolution_passes *p)
{
    double met = p->signals == FFTC_SIGNALS_HALVED ? 2.0 : 1.0;
    for (int i = 0; i < p->rank; ++i) {
        const fftc_convolved_axis *a = &p->axis[i];
        double numbers = (double)a->way.src_count;
        double span = numbers + (double)(a->blocks - 1) * (double)a->way.dst_count;
        met *= a->blocks > 1 ? ceil(numbers / (double)a->way.dst_count) : 1.0;
        met *= ceil(span / (double)a->wish.period);
    }
    return met > 1.0 ? met : 1.0;
}

/* As on the CPU, three transforms and the roundings between them (src/cpu/convolution/create.c). */
double fftc_convolution_passes_bound(const fftc_convolution_passes *p)
{
    fftc_precision working = fftc_working_precision(p->precision);
    double bound = 2.0 * fftc_error_bound(working, 1);
    for (int i = 0; i < p->rank; ++i) {
        const fftc_convolved_axis *a = &p->axis[i];
        bound += 3.0 * fftc_error_bound(working, a->period.points);
        bound += 2.0 * (a->period.count - 1) * fftc_error_bound(working, 1);
    }
    bound += p->signals == FFTC_SIGNALS_RIGHT_ANGLE ? 3.0 * fftc_error_bound(working, 1) : 0.0;
    bound *= sqrt(times_met(p));
    bound += p->precision == FFTC_FLOAT16 ? 0x1p-11 : 0.0;
    for (int i = 0; i < p->rank; ++i) {
        const fftc_axis_wish *wish = &p->axis[i].wish;
        if (wish->padding != FFTC_PADDING_ZERO) { /* whose copies count as signal */
            bound *= sqrt((double)fftc_axis_copies(wish));
        }
    }
    return bound * (p->factor > 1.0 ? p->factor : 1.0);
}
