/* SPDX-License-Identifier: MIT */
#include "cpu/convolution/direct.h"

#include <math.h>
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/convolution/run.h"
#include "cpu/engine/tables/circle.h"
#include "cpu/minimum.h"
#include "cpu/overrides.h"

/* With more taps than this, transforms take less time. */
#define MOST_TAPS 4096
/* Sums of a piece. There are fewer if the lines of the signal that they need would not stay in the
 * second-level cache. */
#define MOST_PIECE 4096
#define LEAST_PIECE 256
#define LINES_BYTES ((size_t)256 * 1024)
/* Rows are done in blocks if most lines of the signal that they need are the same. */
#define LANE_ROWS_LEAST 4
/* Rows of a task, if threads share them. A few rows of the signal are then copied by two tasks. */
#define SHARED_ROWS 64

static size_t sums_along(const fftc_request *r, int axis)
{
    return r->wish[axis].dst_end - r->wish[axis].dst_begin;
}

static size_t taps_of(const fftc_request *r)
{
    size_t taps = 1;
    for (int i = 0; i < r->rank; ++i) {
        taps *= r->wish[i].taps; /* the kernel fits the address space */
    }
    return taps;
}

/* Takes the lowest digit of a number in base `count`. */
static size_t take(size_t *rest, size_t count)
{
    size_t digit = 0;
    if (count > 1) {
        digit = *rest % count;
        *rest /= count;
    }
    return digit;
}

static size_t groups_of(size_t count, size_t size)
{
    return (count + size - 1) / size;
}

static size_t rows_of_block(const fftc_request *r)
{
    int above = r->rank - 2;
    bool several = above >= 0 && r->wish[above].taps >= LANE_ROWS_LEAST &&
                   sums_along(r, above) >= FFTC_DIRECT_ROWS;
    return several ? FFTC_DIRECT_ROWS : 1;
}

/* --- planning --------------------------------------------------------------------------------- */

/* Numbers of a vector. In a reproducible plan the choice must not depend on which vectors exist. */
static double vector_numbers(const fftc_convolution *plan)
{
    size_t bytes = plan->exact ? 32 : plan->direct.set->vector;
    return (double)bytes / (double)fftc_number_bytes(plan);
}

/* Measured in all instruction sets, float and double (docs/log/2026-11-25-cpu-convolutions.md): the
 * time of one tap for a vector of sums, which is mostly a load across two cache lines, and what a
 * call and the copy of a line take in addition. */
static double sums_cost(const fftc_convolution *plan)
{
    const fftc_request *r = &plan->request;
    int last = r->rank - 1;
    bool wide = !plan->exact && plan->direct.set->vector == 64;
    double tap = wide ? (r->real ? 0.37 : 0.56) : (r->real ? 0.23 : 0.35);
    double vectors = ceil((double)sums_along(r, last) / vector_numbers(plan)); /* of a row */
    double row = vectors * (tap * (double)taps_of(r) + 1.1);
    double rows = 1.0;
    for (int i = 0; i < last; ++i) {
        rows *= (double)sums_along(r, i);
    }
    if (rows_of_block(r) > 1) {
        row *= 0.9;
    }
    if (last > 0) {
        double copies = (double)taps_of(r) / (double)r->wish[last].taps;
        row += copies / (double)r->wish[last - 1].taps * (35.0 + 2.0 * vectors);
    }
    return 40.0 + rows * row;
}

/* Whether the sums are made by windows (windows.c). Direct sums that were asked for are not, since
 * the windows hold zeros, which are multiplied by numbers of other sums. If FFTCORE_FORCE_SUMS is
 * `lines`, no sums are, so that tests reach both ways. */
static bool by_windows(const fftc_convolution *plan, double lines, double *nanoseconds)
{
    return !plan->request.direct_sums && fftc_windows_suit(plan, nanoseconds) &&
           *nanoseconds < lines && !fftc_override_is("FFTCORE_FORCE_SUMS", "lines");
}

bool fftc_direct_suits(const fftc_convolution *plan, double *nanoseconds)
{
    const fftc_request *r = &plan->request;
    int last = r->rank - 1;
    double tasks = (double)r->batch;
    if (taps_of(r) > MOST_TAPS && !r->direct_sums) {
        return false;
    }
    /* In place, a task could write what the next one still has to read. */
    if (r->in_place && (r->rank > 1 || sums_along(r, 0) > MOST_PIECE)) {
        return false;
    }
    for (int i = 0; i <= last; ++i) {
        tasks *= (double)sums_along(r, i);
    }
    *nanoseconds = sums_cost(plan);
    double windows;
    if (by_windows(plan, *nanoseconds, &windows)) {
        *nanoseconds = 1.15 * windows; /* transforms of few points are overestimated */
    }
    return tasks < 0x1p62;
}

static int threads_for(const fftc_convolution *plan, double nanoseconds)
{
    double worth = nanoseconds * (double)plan->request.batch / 20000.0;
    if (fftc_override_text("FFTCORE_FORCE_THREADS") != NULL || worth >= (double)plan->threads) {
        return plan->threads;
    }
    return worth < 1.0 ? 1 : (int)worth;
}

static void lay_out(fftc_convolution *plan)
{
    const fftc_request *r = &plan->request;
    fftc_direct *d = &plan->direct;
    int last = r->rank - 1;
    size_t rows = last > 0 ? sums_along(r, last - 1) : 1;
    size_t sums = sums_along(r, last);
    size_t vector = d->set->vector / fftc_number_bytes(plan);
    d->taps = r->wish[last].taps;
    d->lines = taps_of(r) / d->taps;
    d->above = last > 0 ? r->wish[last - 1].taps : 1;
    d->block_rows = rows_of_block(r);
    d->around = d->above + d->block_rows - 1;
    size_t kept = d->lines / d->above * d->around;
    d->piece = LINES_BYTES / (kept + d->block_rows) / fftc_number_bytes(plan);
    d->piece = d->piece < LEAST_PIECE ? LEAST_PIECE : fftc_minimum(d->piece, MOST_PIECE);
    d->piece = fftc_minimum(sums, d->piece);
    d->pieces = groups_of(sums, d->piece);
    d->rows = d->threads > 1 ? fftc_minimum(rows, SHARED_ROWS + 8 * d->above) : rows;
    d->shares = groups_of(rows, d->rows);
    d->tasks = d->pieces * d->shares;
    for (int i = 0; i < last - 1; ++i) {
        d->tasks *= sums_along(r, i);
    }
    d->pitch = fftc_cache_lines((d->piece + vector + d->taps) * fftc_number_bytes(plan));
    d->work = 2 * fftc_cache_lines(fftc_bytes_times(sizeof(void *), kept)) +
              fftc_bytes_times(d->pitch, kept + d->block_rows);
}

fftc_status fftc_direct_plan(fftc_convolution *plan, fftc_error *error)
{
    const fftc_request *r = &plan->request;
    double nanoseconds;
    bool suits = fftc_direct_suits(plan, &nanoseconds);
    for (int i = 0; i < r->rank && plan->chosen[i].direct; ++i) {
        suits = suits && plan->chosen[i].m == r->wish[i].taps;
    }
    if (!suits && r->direct_sums && plan->chosen[0].m == 0) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "direct_sums in place: there is no room for several axes, or more than %d "
                         "sums; convolve out of place",
                         MOST_PIECE);
    }
    if (!suits) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "what was saved does not fit this convolution: plan anew, and save that");
    }
    plan->blocks = 1;
    plan->cleared = false;
    plan->direct.threads = threads_for(plan, nanoseconds);
    for (int i = 0; i < r->rank; ++i) {
        const fftc_axis_wish *wish = &r->wish[i];
        fftc_axis_way way = fftc_axis_block(wish, sums_along(r, i));
        plan->src.map[i] = fftc_axis_src(wish, &way);
        plan->dst.map[i] = fftc_axis_dst(wish, &way);
        plan->kernel.map[i] = fftc_axis_kernel(wish, &way, wish->taps);
        plan->chosen[i] = (fftc_convolution_period){.m = wish->taps, .direct = true};
    }
    if (by_windows(plan, sums_cost(plan), &nanoseconds)) {
        fftc_windows_plan(plan);
    } else {
        lay_out(plan);
    }
    return FFTC_SUCCESS;
}

size_t fftc_direct_spectrum_bytes(const fftc_convolution *plan)
{
    return plan->direct.windows != 0
               ? fftc_windows_spectrum_bytes(plan)
               : plan->direct.lines * plan->direct.taps * fftc_number_bytes(plan);
}

/* Each addition rounds a sum of the terms so far, whose magnitude over the whole result is at most
 * sum|h| |x|. The roundings are independent. */
double fftc_direct_error_bound(const fftc_convolution *plan)
{
    double unit = plan->request.precision == FFTC_FLOAT64 ? 0x1p-53 : 0x1p-24;
    double terms = (double)(plan->direct.lines * plan->direct.taps);
    return unit * (plan->request.real ? 2.0 : 3.0) * (1.0 + sqrt(terms));
}

/* --- execution -------------------------------------------------------------------------------- */

/* A piece of some rows. `slot` has room for the lines of the signal that a block of rows needs. */
typedef struct task {
    const fftc_convolution *plan;
    fftc_user src;
    fftc_user dst;
    size_t index[FFTC_MAX_RANK]; /* of the sums, on all axes but the last */
    size_t first;                /* on the last axis */
    size_t count;
    const void **x;    /* in the order in which rows of sums need them */
    const void **kept; /* in the order of the slots */
    char *slot;
    char *out;
} task;

/* Returns numbers of a side if they lie in memory as they are needed, otherwise NULL. */
static char *in_memory(const fftc_convolution *plan, const fftc_convolution_side *side,
                       fftc_user user, const size_t *index, size_t first, size_t count)
{
    int last = plan->request.rank - 1;
    const fftc_map *map = &side->map[last];
    size_t u = fftc_map_place(map, first);
    size_t offset;
    size_t at;
    bool there = side->packed && u >= map->begin && u < map->end && count <= map->end - u;
    if (!there || count < plan->direct.set->vector / fftc_number_bytes(plan) ||
        !fftc_map_find(map, first, &at) ||
        !fftc_edge_find_line(side, plan->request.rank, index, &offset)) {
        return NULL;
    }
    return user.re + (offset + at) * fftc_number_bytes(plan);
}

/* Returns a line of the signal, copied if it must be; NULL means zeros. */
static const void *fetch(const task *t, const size_t *index, size_t slot)
{
    const fftc_convolution *plan = t->plan;
    const fftc_direct *d = &plan->direct;
    size_t count = t->count + d->taps - 1;
    size_t vector = d->set->vector / fftc_number_bytes(plan);
    size_t offset;
    if (!fftc_edge_find_line(&plan->src, plan->request.rank, index, &offset)) {
        return NULL;
    }
    if (t->count >= vector && !plan->request.in_place) {
        const void *there = in_memory(plan, &plan->src, t->src, index, t->first, count);
        if (there != NULL) {
            return there;
        }
    }
    char *line = t->slot + slot * d->pitch;
    fftc_edge_gather(plan, &plan->src, t->src, index, t->first, count, line);
    if (t->count < vector) {
        memset(line + count * fftc_number_bytes(plan), 0,
               (vector - t->count) * fftc_number_bytes(plan));
    }
    return line;
}

/* Fetches the lines of the signal that are `row` rows further on, for each index of the kernel on
 * the axes before the axis of the rows. */
static void fetch_row(const task *t, size_t row)
{
    const fftc_convolution *plan = t->plan;
    const fftc_direct *d = &plan->direct;
    int rank = plan->request.rank;
    size_t index[FFTC_MAX_RANK];
    size_t slot = d->around > 1 ? row % d->around : 0;
    for (size_t group = 0; group < d->lines / d->above; ++group, slot += d->around) {
        size_t rest = group;
        for (int i = rank - 3; i >= 0; --i) {
            index[i] = t->index[i] + take(&rest, plan->request.wish[i].taps);
        }
        if (rank > 1) {
            index[rank - 2] = row;
        }
        t->kept[slot] = fetch(t, index, slot);
    }
}

/* Arranges the lines that are kept in order, from `row` on. */
static void arrange(const task *t, size_t row, size_t rows)
{
    const fftc_direct *d = &t->plan->direct;
    const void **x = t->x;
    size_t turn = d->around > 1 ? row % d->around : 0;
    for (size_t group = 0; group < d->lines / d->above * d->around; group += d->around) {
        for (size_t i = turn; i < turn + d->above + rows - 1; ++i) {
            *x++ = t->kept[group + (i < d->around ? i : i - d->around)];
        }
    }
}

static void make_sums(task *t, const char *taps, size_t row, size_t rows)
{
    const fftc_convolution *plan = t->plan;
    const fftc_direct *d = &plan->direct;
    int above = plan->request.rank - 2; /* the axis of the rows, if there is one */
    bool vectors = t->count >= d->set->vector / fftc_number_bytes(plan);
    fftc_direct_sums sums = {.groups = d->lines / d->above,
                             .above = d->above,
                             .taps = d->taps,
                             .rows = rows,
                             .count = t->count,
                             .h = taps,
                             .x = t->x};
    void *there[FFTC_DIRECT_ROWS] = {NULL};
    for (size_t r = 0; r < rows; ++r) {
        if (above >= 0) {
            t->index[above] = row + r;
        }
        if (vectors) {
            there[r] = in_memory(plan, &plan->dst, t->dst, t->index, t->first, t->count);
        }
        sums.y[r] = there[r] != NULL ? there[r] : t->out + r * d->pitch;
    }
    arrange(t, row, rows);
    (plan->request.real ? d->set->real : d->set->complex)(&sums);
    for (size_t r = 0; r < rows; ++r) {
        if (above >= 0) {
            t->index[above] = row + r;
        }
        if (there[r] == NULL) {
            fftc_edge_scatter(plan, &plan->dst, t->dst, t->index, t->first, t->count, sums.y[r]);
        }
    }
}

static void run_task(const fftc_run *r, task *t, size_t number)
{
    const fftc_convolution *plan = r->plan;
    const fftc_direct *d = &plan->direct;
    int rank = plan->request.rank;
    size_t piece = take(&number, d->pieces);
    size_t share = take(&number, d->shares);
    size_t all = rank > 1 ? sums_along(&plan->request, rank - 2) : 1;
    size_t begin = share * d->rows;
    size_t end = fftc_minimum(begin + d->rows, all);
    for (int i = rank - 3; i >= 0; --i) {
        t->index[i] = take(&number, sums_along(&plan->request, i));
    }
    t->first = piece * d->piece;
    t->count = fftc_minimum(d->piece, sums_along(&plan->request, rank - 1) - t->first);
    size_t fetched = begin;
    for (size_t row = begin; row < end;) {
        size_t rows = end - row >= d->block_rows ? d->block_rows : 1;
        for (; fetched < row + rows + d->above - 1; ++fetched) {
            fetch_row(t, fetched);
        }
        make_sums(t, r->spectrum, row, rows);
        row += rows;
    }
}

static void run_tasks(void *context, int thread, size_t begin, size_t end)
{
    const fftc_run *r = context;
    const fftc_convolution *plan = r->plan;
    const fftc_direct *d = &plan->direct;
    char *work = r->work + (size_t)thread * d->work;
    size_t kept = d->lines / d->above * d->around;
    size_t pointers = fftc_cache_lines(kept * sizeof(void *));
    task t = {.plan = plan,
              .x = (const void **)(void *)work,
              .kept = (const void **)(void *)(work + pointers),
              .slot = work + 2 * pointers,
              .out = work + 2 * pointers + kept * d->pitch};
    for (size_t i = begin; i < end; ++i) {
        size_t signal = i;
        size_t number = take(&signal, d->tasks);
        t.src = fftc_user_at(plan, r->src, signal * plan->src.distance);
        t.dst = fftc_user_at(plan, r->dst, signal * plan->dst.distance);
        run_task(r, &t, number);
    }
}

void fftc_direct_execute(const fftc_convolution *plan, fftc_run *r)
{
    fftc_team team = {plan->direct.threads, &plan->crew, false};
    r->plan = plan;
    if (plan->direct.windows != 0) {
        fftc_windows_execute(plan, r);
        return;
    }
    fftc_parallel(&team, plan->request.batch * plan->direct.tasks, run_tasks, r);
}

void fftc_direct_scale(const fftc_convolution *plan, void *taps, size_t count)
{
    const fftc_precision precision = plan->request.precision;
    const double scale = precision == FFTC_FLOAT64 ? plan->scale : (double)(float)plan->scale;
    const size_t scalars = count * fftc_number_bytes(plan) / fftc_precision_bytes(precision);
    for (size_t i = 0; i < scalars && scale != 1.0; ++i) {
        fftc_table_set(precision, taps, i, fftc_table_get(precision, taps, i) * scale);
    }
}

/* Tap t of a line is at place (taps - t) mod taps of the kernel's own order, in which the least lag
 * comes after lag 0 (convolution_axis.h). */
void fftc_direct_prepare(const fftc_convolution *plan, const fftc_run *r)
{
    const fftc_direct *d = &plan->direct;
    int last = plan->request.rank - 1;
    size_t bytes = fftc_number_bytes(plan);
    char *line = r->work;
    if (d->windows != 0) {
        fftc_windows_prepare(plan, r);
        return;
    }
    for (size_t l = 0; l < d->lines; ++l) {
        size_t index[FFTC_MAX_RANK];
        size_t rest = l;
        for (int i = last - 1; i >= 0; --i) {
            size_t taps = plan->request.wish[i].taps;
            index[i] = (taps - take(&rest, taps)) % taps;
        }
        fftc_edge_gather(plan, &plan->kernel, r->src, index, 0, d->taps, line);
        for (size_t t = 0; t < d->taps; ++t) {
            memcpy(r->out + (l * d->taps + t) * bytes, line + (d->taps - t) % d->taps * bytes,
                   bytes);
        }
    }
    fftc_direct_scale(plan, r->out, d->lines * d->taps);
}
