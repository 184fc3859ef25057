/* SPDX-License-Identifier: MIT
 *
 * Finite differences on the CPU. A step goes through rows where they are, several at a time. Where
 * points have neighbours beyond an end of their row, a copy has a few points with them; short rows
 * are copied whole. Rows beyond the array are copied only if they are not the array's.
 */
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/difference/rows.h"
#include "cpu/isa.h"
#include "cpu/parallel.h"
#include "cpu/plan/options.h"
#include "fftcore/kernel/finite_difference.h"
#include "support/check.h"
#include "support/error.h"

enum {
    NUMBER = sizeof(double), /* the widest one */
    MARGIN = FFTC_DIFFERENCE_MOST_REACH,
    END = 32,           /* points at the ends of a row that are copied, or up to twice as many */
    SHORT = 4 * END,    /* shorter rows are copied whole */
    LONG = 8192,        /* longer rows are done in pieces */
    COPY = 512,         /* points of a piece whose neighbouring rows are copied */
    COPIES = 4096,      /* numbers of copied rows with their neighbours along x */
    TOGETHER = 2 * LONG /* points of rows that are done together stay in a cache */
};

struct fftc_difference_plan {
    fftc_allocator allocator;
    fftc_difference_scheme scheme;
    const fftc_difference_set *set;
    size_t bytes; /* of a number */
    fftc_equation equation;
    int threads;
    fftc_crew crew;
    /* Of rows' ends; a short row is all front. A row that is done alone is copied whole if it fits,
     * which takes less time than calls for its ends. */
    fftc_difference_padding whole;
    fftc_difference_padding front;
    fftc_difference_padding back;
    _Alignas(NUMBER) char parameters[FFTC_DIFFERENCE_PARAMETER_BYTES(FFTC_FLOAT64)];
};

/* One step. */
typedef struct run {
    const fftc_difference_plan *plan;
    const char *points;
    const char *medium;
    char *next;
    size_t pieces; /* of a row */
} run;

/* What a piece may need copies of. */
typedef struct copies {
    _Alignas(64) char row[COPIES * NUMBER];
    _Alignas(64) char side[2][2][FFTC_DIFFERENCE_MOST_REACH][(COPY + 2 * END) * NUMBER];
} copies;

static fftc_difference_place find(const fftc_difference_scheme *s, int axis, uint32_t at,
                                  int distance)
{
    const uint32_t place = at + (uint32_t)distance; /* what is below 0 is beyond the length */
    if (place < s->length[axis]) {
        return (fftc_difference_place){.index = place, .there = true};
    }
    return fftc_difference_at(place + MARGIN, MARGIN, s->length[axis], s->boundary[axis]);
}

/* Copies numbers, or their negatives, or writes zeros. */
static void copy(char *to, const char *from, size_t count, size_t bytes,
                 const fftc_difference_place *place)
{
    if (!place->there) {
        memset(to, 0, count * bytes);
        return;
    }
    memcpy(to, from, count * bytes);
    for (size_t i = 0; place->negative && i < count; ++i) {
        to[(i + 1) * bytes - 1] = (char)(to[(i + 1) * bytes - 1] ^ 0x80); /* the sign */
    }
}

static fftc_difference_end end_of(const fftc_difference_place *place)
{
    return (fftc_difference_end){place->index, !place->there ? 0 : place->negative ? -1 : 1};
}

/* How the points of a row from x on are padded. */
static void set_ends(const fftc_difference_scheme *s, uint32_t x, uint32_t count,
                     fftc_difference_padding *padding)
{
    *padding = (fftc_difference_padding){
        .length = s->length[0], .first = x, .count = count, .reach = s->reach};
    for (int k = 1; k <= s->reach; ++k) {
        const fftc_difference_place before = find(s, 0, x, -k);
        const fftc_difference_place behind = find(s, 0, x + count - 1, k);
        padding->before[k - 1] = end_of(&before);
        padding->behind[k - 1] = end_of(&behind);
    }
}

static bool is_inside(const fftc_difference_scheme *s, const uint32_t at[3], int axis)
{
    return at[axis] >= (uint32_t)s->reach && s->length[axis] - at[axis] > (uint32_t)s->reach;
}

/* The piece of the row at a distance along z or y. */
static const char *side_of(const run *r, char *space, const uint32_t at[3], uint32_t count,
                           int axis, int distance)
{
    const fftc_difference_scheme *s = &r->plan->scheme;
    const size_t bytes = r->plan->bytes;
    const fftc_difference_place place = find(s, axis, at[axis], distance);
    const size_t y = axis == 1 ? place.index : at[1];
    const size_t z = axis == 2 ? place.index : at[2];
    const char *from = r->points + ((z * s->length[1] + y) * s->length[0] + at[0]) * bytes;
    if (place.there && !place.negative) {
        return from;
    }
    copy(space, from, count, bytes, &place);
    return space;
}

/* Neighbours along z (side 0) or y. */
static void add_sides(const run *r, copies *c, fftc_difference_piece *piece, const uint32_t at[3],
                      uint32_t count, int side)
{
    const fftc_difference_scheme *s = &r->plan->scheme;
    const int axis = 2 - side;
    const size_t rows = axis == 1 ? 1 : s->length[1];
    const size_t step = rows * s->length[0] * r->plan->bytes;
    const size_t row = (size_t)at[2] * s->length[1] + at[1];
    const char *here = r->points + (row * s->length[0] + at[0]) * r->plan->bytes;
    const bool inside = is_inside(s, at, axis);
    for (int k = 1; k <= s->reach; ++k) {
        piece->before[side][k - 1] = inside
                                         ? here - (size_t)k * step
                                         : side_of(r, c->side[side][0][k - 1], at, count, axis, -k);
        piece->behind[side][k - 1] = inside
                                         ? here + (size_t)k * step
                                         : side_of(r, c->side[side][1][k - 1], at, count, axis, k);
    }
}

/* Points of a piece from column `begin` on, where `row` is. */
static void run_part(const run *r, const fftc_difference_piece *piece, size_t begin, size_t count,
                     const char *row, size_t row_stride)
{
    const fftc_difference_plan *plan = r->plan;
    const fftc_difference_scheme *s = &plan->scheme;
    const size_t offset = begin * plan->bytes;
    fftc_difference_piece part = *piece;
    part.count = count;
    part.row = row;
    part.row_stride = row_stride;
    part.next = (char *)piece->next + offset;
    part.medium = piece->medium != NULL ? (const char *)piece->medium + offset : NULL;
    for (int side = 0; side < s->axes - 1; ++side) {
        for (int k = 0; k < s->reach; ++k) {
            part.before[side][k] = (const char *)piece->before[side][k] + offset;
            part.behind[side][k] = (const char *)piece->behind[side][k] + offset;
        }
    }
    plan->set->step[plan->equation][s->axes - 1][s->reach - 1](&part);
}

/* Points at an end of whole rows, the first of which begins at `row`. */
static void run_end(const run *r, copies *c, const fftc_difference_piece *piece, const char *row,
                    size_t begin, const fftc_difference_padding *end)
{
    fftc_difference_padding padding = *end;
    padding.from = row;
    padding.rows = piece->rows;
    padding.to = c->row + MARGIN * r->plan->bytes;
    r->plan->set->pad(&padding);
    run_part(r, piece, end->first - begin, end->count, padding.to,
             end->count + 2 * (size_t)end->reach);
}

/* `count` points from `at` on, of some rows. */
static void run_piece(const run *r, copies *c, const uint32_t at[3], uint32_t count, uint32_t rows)
{
    const fftc_difference_plan *plan = r->plan;
    const fftc_difference_scheme *s = &plan->scheme;
    const size_t bytes = plan->bytes;
    const size_t first = ((size_t)at[2] * s->length[1] + at[1]) * s->length[0];
    const size_t offset = (first + at[0]) * bytes;
    const char *row = r->points + first * bytes;
    fftc_difference_piece piece = {.rows = rows,
                                   .stride = s->length[0],
                                   .medium = r->medium != NULL ? r->medium + offset : NULL,
                                   .next = r->next + offset,
                                   .weight = plan->parameters + 32,
                                   .damping = plan->parameters + 32 +
                                              3 * (1 + FFTC_DIFFERENCE_MOST_REACH) * bytes};
    for (int side = 0; side < s->axes - 1; ++side) {
        add_sides(r, c, &piece, at, count, side);
    }
    if (rows == 1 && count == s->length[0] && plan->whole.count != 0) {
        run_end(r, c, &piece, row, at[0], &plan->whole);
        return;
    }
    const uint32_t begin = at[0] == 0 ? (uint32_t)plan->front.count : at[0];
    const bool back = at[0] + count == s->length[0];
    const uint32_t end = back ? s->length[0] - (uint32_t)plan->back.count : at[0] + count;
    /* The middle first: reads in order are soon there. */
    if (begin < end) {
        run_part(r, &piece, begin - at[0], end - begin, row + begin * bytes, s->length[0]);
    }
    if (at[0] == 0) {
        run_end(r, c, &piece, row, at[0], &plan->front);
    }
    if (back && plan->back.count != 0) {
        run_end(r, c, &piece, row, at[0], &plan->back);
    }
}

/* How many rows from here on, which all have their neighbours in the array, are done together. */
static uint32_t rows_together(const run *r, const uint32_t at[3], size_t left)
{
    const fftc_difference_scheme *s = &r->plan->scheme;
    const int axis = s->axes == 3 ? 1 : 2; /* of neighbouring rows */
    const size_t widest = r->plan->back.count != 0 ? r->plan->back.count : r->plan->front.count;
    const size_t copied = COPIES / (widest + 2 * MARGIN);
    const size_t cached = TOGETHER / s->length[0];
    const size_t most = copied < cached ? copied : cached;
    if (s->axes == 1 || most < 2 || !is_inside(s, at, axis) ||
        (s->axes == 3 && !is_inside(s, at, 2))) {
        return 1;
    }
    const uint32_t there = s->length[axis] - (uint32_t)s->reach - at[axis];
    const size_t few = left < most ? left : most;
    return few < there ? (uint32_t)few : there;
}

/* Whether rows beside this one may be copied. */
static bool has_copies(const fftc_difference_scheme *s, const uint32_t at[3])
{
    bool copied = false;
    for (int axis = 1; axis < 3; ++axis) {
        copied = copied || (s->boundary[axis] == FFTC_DIFFERENCE_ZERO && !is_inside(s, at, axis));
    }
    return copied;
}

/* The piece of a row, in parts of which rows beside it can be copied. */
static void run_row(const run *r, copies *c, const uint32_t at[3], uint32_t count)
{
    const fftc_difference_scheme *s = &r->plan->scheme;
    const uint32_t most = has_copies(s, at) ? COPY : count;
    uint32_t part[3] = {at[0], at[1], at[2]};
    uint32_t few;
    for (uint32_t left = count; left != 0; left -= few) {
        few = left < most + 2 * END ? left : most; /* the end of a row is in one part */
        run_piece(r, c, part, few, 1);
        part[0] += few;
    }
}

static void run_pieces(void *context, int thread, size_t begin, size_t end)
{
    const run *r = context;
    const fftc_difference_scheme *s = &r->plan->scheme;
    copies c;
    (void)thread;
    const size_t row = begin / r->pieces;
    uint32_t at[3] = {(uint32_t)(begin % r->pieces) * LONG, (uint32_t)(row % s->length[1]),
                      (uint32_t)(row / s->length[1])};
    for (size_t i = begin; i < end;) {
        const bool last = i % r->pieces + 1 == r->pieces;
        const uint32_t rows = r->pieces == 1 ? rows_together(r, at, end - i) : 1;
        const uint32_t count = last ? s->length[0] - at[0] : LONG;
        if (rows > 1) {
            run_piece(r, &c, at, count, rows);
        } else {
            run_row(r, &c, at, count);
        }
        at[0] = last ? 0 : at[0] + LONG;
        at[s->axes == 3 ? 1 : 2] += last ? rows : 0;
        if (s->axes == 3 && at[1] == s->length[1]) {
            at[1] = 0;
            ++at[2];
        }
        i += rows;
    }
}

/* --- the interface ---------------------------------------------------------------------------- */

fftc_status fftc_difference_plan_create(const fftc_difference *difference,
                                        const fftc_plan_options *given, fftc_difference_plan **plan,
                                        fftc_error *error)
{
    fftc_difference_scheme scheme;
    fftc_plan_options options;
    const char *isa;
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    fftc_status status = fftc_difference_read(difference, &scheme, NULL, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_options_read(given, 0, &options, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_isa_select(&isa, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const size_t bytes = fftc_precision_bytes(difference->precision);
    const fftc_difference_set *set = fftc_difference_set_for(isa, difference->precision);
    if (set == NULL) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "this build has no %s precision: pass the other one, or build with both "
                         "(FFTCORE_PRECISIONS)",
                         difference->precision == FFTC_FLOAT64 ? "double" : "single");
    }
    if (scheme.points > (uint64_t)PTRDIFF_MAX / bytes) {
        return fftc_fail(error, FFTC_TOO_LARGE, "an array of %llu points does not fit memory",
                         (unsigned long long)scheme.points);
    }
    fftc_difference_plan *p = fftc_allocate(options.allocator, 1, sizeof *p);
    if (p == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->allocator = options.allocator != NULL ? *options.allocator : (fftc_allocator){0};
    p->scheme = scheme;
    p->set = set;
    p->bytes = bytes;
    const uint32_t length = scheme.length[0];
    if (length <= COPY) {
        set_ends(&scheme, 0, length, &p->whole);
    }
    if (length < SHORT) {
        p->front = p->whole;
    } else {
        const uint32_t back = END + length % END;
        set_ends(&scheme, 0, END, &p->front);
        set_ends(&scheme, length - back, back, &p->back);
    }
    p->equation = difference->equation;
    /* A pair of neighbours counts as a point of a transform and a factor of 2; either takes about
     * 0.1 ns. */
    p->threads = fftc_worthy_threads((double)scheme.points * scheme.axes * scheme.reach,
                                     options.threads == 0 ? 1 : options.threads, false);
    p->crew = fftc_crew_of(options.pool);
    (void)fftc_difference_parameters(difference, p->parameters, NULL);
    *plan = p;
    return fftc_succeed(error);
}

void fftc_difference_plan_destroy(fftc_difference_plan *plan)
{
    if (plan != NULL) {
        const fftc_allocator allocator = plan->allocator;
        fftc_release(&allocator, plan);
    }
}

fftc_status fftc_difference_execute(const fftc_difference_plan *plan, uint64_t steps,
                                    void *arrays[2], const void *medium, fftc_error *error)
{
    if (plan == NULL || arrays == NULL) {
        return fftc_fail_null(error, plan == NULL ? "plan" : "arrays");
    }
    fftc_status status =
        fftc_difference_check_arrays(&plan->scheme, plan->bytes, arrays, medium, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_difference_scheme *s = &plan->scheme;
    const size_t pieces = s->length[0] < 2 * LONG ? 1 : s->length[0] / LONG;
    const fftc_team team = {plan->threads, &plan->crew, false};
    for (uint64_t step = 0; step < steps; ++step) {
        run r = {plan, arrays[0], medium, arrays[1], pieces};
        fftc_parallel(&team, pieces * s->length[1] * s->length[2], run_pieces, &r);
        void *newest = arrays[1];
        arrays[1] = arrays[0];
        arrays[0] = newest;
    }
    return fftc_succeed(error);
}
