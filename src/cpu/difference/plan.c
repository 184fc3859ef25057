/* SPDX-License-Identifier: MIT
 *
 * Finite differences on the CPU. A step goes through rows where they are, several at a time. What
 * lies beyond a row's ends is copied, and shuffled into its first and last vector. Rows beyond the
 * array are copied only if they are not the array's.
 *
 * Of arrays that caches do not hold, several steps are done together: each follows the one before
 * at a distance of `reach` rows (of three axes, planes), so that points are loaded once for all of
 * them. A step's points take the place of those before the last step, which nothing needs any more
 * at that distance. Threads do so in parts of the array, from where each step begins and ends
 * `reach` rows further inside than the one before; what is left between the parts is done when all
 * of them are.
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
    END = 32,            /* the last part of a row is not shorter */
    LONG = 8192,         /* longer rows are done in pieces */
    COPY = 512,          /* points of a piece whose neighbouring rows are copied */
    ROWS = 64,           /* that are done together; what lies beyond their ends is copied */
    TOGETHER = 2 * LONG, /* points of rows that are done together stay in a cache */
    CACHED = 1 << 20,    /* bytes of a cache for steps that are done together */
    STEPS = 4,           /* that are done together */
    FEW = 1 << 16        /* bytes of slabs that are done at once */
};

struct fftc_difference_plan {
    fftc_allocator allocator;
    fftc_difference_scheme scheme;
    const fftc_difference_set *set;
    size_t bytes; /* of a number */
    fftc_equation equation;
    int threads;
    fftc_crew crew;
    fftc_difference_padding padding;
    _Alignas(NUMBER) char parameters[FFTC_DIFFERENCE_PARAMETER_BYTES(FFTC_FLOAT64)];
};

/* One step. */
typedef struct run {
    const fftc_difference_plan *plan;
    const char *points;
    const char *medium;
    char *next;
    size_t pieces; /* of a row */
    uint32_t tall; /* rows of a plane that are done in all planes before others */
} run;

/* What a piece may need copies of. */
typedef struct copies {
    _Alignas(64) char beyond[ROWS * FFTC_DIFFERENCE_BEYOND * NUMBER + 2 * FFTC_DIFFERENCE_MARGIN];
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

/* What lies beyond the ends of a row. */
static void set_ends(const fftc_difference_scheme *s, fftc_difference_padding *padding)
{
    *padding = (fftc_difference_padding){.length = s->length[0]};
    for (int k = -s->reach; k <= s->reach; ++k) {
        const fftc_difference_place place = find(s, 0, k < 0 ? 0 : s->length[0] - 1, k);
        if (k != 0) {
            padding->end[padding->count++] = (fftc_difference_end){place.index,
                                                                   !place.there     ? 0
                                                                   : place.negative ? -1
                                                                                    : 1,
                                                                   MARGIN + k - (k > 0)};
        }
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

/* `count` points from `at` on, of some rows. */
static void run_piece(const run *r, copies *c, const uint32_t at[3], uint32_t count, uint32_t rows)
{
    const fftc_difference_plan *plan = r->plan;
    const fftc_difference_scheme *s = &plan->scheme;
    const size_t bytes = plan->bytes;
    const size_t first = ((size_t)at[2] * s->length[1] + at[1]) * s->length[0];
    const size_t offset = (first + at[0]) * bytes;
    fftc_difference_piece piece = {.count = count,
                                   .rows = rows,
                                   .stride = s->length[0],
                                   .row = r->points + offset,
                                   .medium = r->medium != NULL ? r->medium + offset : NULL,
                                   .next = r->next + offset,
                                   .weight = plan->parameters + 32,
                                   .damping = plan->parameters + 32 +
                                              3 * (1 + FFTC_DIFFERENCE_MOST_REACH) * bytes};
    for (int side = 0; side < s->axes - 1; ++side) {
        add_sides(r, c, &piece, at, count, side);
    }
    fftc_difference_padding padding = plan->padding;
    padding.from = r->points + first * bytes;
    padding.rows = rows;
    padding.to = c->beyond + FFTC_DIFFERENCE_MARGIN;
    piece.beyond = padding.to;
    piece.front = at[0] == 0;
    piece.back = at[0] + count == s->length[0];
    if (piece.front || piece.back) {
        plan->set->pad(&padding);
    }
    plan->set->step[plan->equation][s->axes - 1][s->reach - 1](&piece);
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

/* How many rows from here on, none of which needs copies, are done together. */
static uint32_t rows_together(const run *r, const uint32_t at[3], size_t left)
{
    const fftc_difference_scheme *s = &r->plan->scheme;
    const int axis = s->axes == 3 ? 1 : 2; /* of neighbouring rows */
    const size_t cached = TOGETHER / s->length[0];
    const size_t most = cached < ROWS ? cached : ROWS;
    if (s->axes == 1 || most < 2 || !is_inside(s, at, axis) || has_copies(s, at)) {
        return 1;
    }
    const uint32_t there = s->length[axis] - (uint32_t)s->reach - at[axis];
    const size_t few = left < most ? left : most;
    return few < there ? (uint32_t)few : there;
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

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* Pieces of rows by their numbers: those of a row follow each other, then rows (of three axes those
 * of a tile, then its planes, then tiles). */
static void run_pieces(const run *r, size_t begin, size_t end)
{
    const fftc_difference_scheme *s = &r->plan->scheme;
    const uint32_t height = s->length[1];
    const size_t row = begin / r->pieces;
    copies c;
    uint32_t tile = (uint32_t)(row / ((size_t)r->tall * s->length[2])) * r->tall;
    uint32_t bottom = least(height, (uint64_t)tile + r->tall);
    const size_t in_tile = row - (size_t)tile * s->length[2];
    uint32_t at[3] = {(uint32_t)(begin % r->pieces) * LONG,
                      tile + (uint32_t)(in_tile % (bottom - tile)),
                      (uint32_t)(in_tile / (bottom - tile))};
    for (size_t i = begin; i < end;) {
        const bool last = i % r->pieces + 1 == r->pieces;
        const size_t left = s->axes == 3 ? least(end - i, bottom - at[1]) : end - i;
        const uint32_t rows = r->pieces == 1 ? rows_together(r, at, left) : 1;
        const uint32_t count = last ? s->length[0] - at[0] : LONG;
        if (rows > 1) {
            run_piece(r, &c, at, count, rows);
        } else {
            run_row(r, &c, at, count);
        }
        i += rows;
        at[0] = last ? 0 : at[0] + LONG;
        at[s->axes == 3 ? 1 : 2] += last ? rows : 0;
        if (s->axes == 3 && at[1] == bottom) {
            at[1] = tile;
            ++at[2];
        }
        if (s->axes == 3 && at[2] == s->length[2] && bottom < height) {
            tile = bottom;
            bottom = least(height, (uint64_t)tile + r->tall);
            at[1] = tile;
            at[2] = 0;
        }
    }
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Steps that are done together. */
typedef struct sweep {
    run step[STEPS];
    int steps;
    size_t slabs; /* rows, of three axes planes */
    size_t few;   /* that are done at once */
    size_t slab;  /* pieces of one */
    size_t parts;
    uint32_t tall; /* rows of a tile of planes */
} sweep;

static void run_step(void *context, int thread, size_t begin, size_t end)
{
    (void)thread;
    run_pieces(&((const sweep *)context)->step[0], begin, end);
}

/* Rows from `low` to `high` of slabs. */
static void run_rows(const sweep *w, int k, size_t begin, size_t end, size_t low, size_t high)
{
    const run *r = &w->step[k];
    const size_t height = w->slab / r->pieces;
    if (low == 0 && high == height && begin < end) {
        run_pieces(r, begin * w->slab, end * w->slab);
        return;
    }
    for (size_t slab = begin; slab < end; ++slab) {
        run_pieces(r, (slab * height + low) * r->pieces, (slab * height + high) * r->pieces);
    }
}

static void run_slabs(const sweep *w, int k, size_t begin, size_t end)
{
    run_rows(w, k, begin, end, 0, w->slab / w->step[k].pieces);
}

/* Where a part begins; that beyond the last is the array's end. */
static size_t part_begin(const sweep *w, size_t part)
{
    const size_t more = w->slabs % w->parts;
    return w->slabs / w->parts * part + (part < more ? part : more);
}

/* By how many rows or slabs a step is behind the first one. */
static size_t behind(const sweep *w, int k)
{
    return (size_t)(k * w->step[0].plan->scheme.reach);
}

/* The slabs of a part, each step as far as the one before allows, in a tile of rows. */
static void run_tile(const sweep *w, size_t begin, size_t end, size_t low)
{
    const size_t height = w->slab / w->step[0].pieces;
    const size_t high = height - low < 2 * (size_t)w->tall ? height : low + w->tall;
    const bool whole = low == 0 && high == height;
    size_t done[STEPS];
    for (int k = 0; k < w->steps; ++k) {
        done[k] = begin + behind(w, k);
    }
    for (size_t at = begin; at < end;) {
        at = end - at < w->few ? end : at + w->few;
        for (int k = 0; k < w->steps; ++k) {
            const size_t lag = behind(w, k);
            if (at > lag + done[k]) {
                run_rows(w, k, done[k], at - lag,
                         whole      ? 0
                         : low == 0 ? lag
                                    : low - lag,
                         whole ? height : high - lag);
                done[k] = at - lag;
            }
        }
    }
}

/* Tiles are further up with each step, as slabs are: what is left of rows at the array's ends is
 * done when all of them are. */
static void run_parts(void *context, int thread, size_t begin, size_t end)
{
    const sweep *w = context;
    const size_t height = w->slab / w->step[0].pieces;
    (void)thread;
    for (size_t part = begin; part < end; ++part) {
        const size_t first = part_begin(w, part);
        const size_t last = part_begin(w, part + 1);
        size_t low = 0;
        do {
            run_tile(w, first, last, low);
            low += w->tall;
        } while (height - low >= w->tall);
        for (int k = 1; k < w->steps && height >= 2 * (size_t)w->tall; ++k) {
            const size_t lag = behind(w, k);
            run_rows(w, k, first + lag, last - lag, 0, lag);
            run_rows(w, k, first + lag, last - lag, height - lag, height);
        }
    }
}

/* What parts have left at their ends, and at the array's. */
static void run_seams(void *context, int thread, size_t begin, size_t end)
{
    const sweep *w = context;
    (void)thread;
    for (size_t part = begin; part < end; ++part) {
        const size_t last = part_begin(w, part + 1);
        for (int k = 1; k < w->steps; ++k) {
            const size_t lag = behind(w, k);
            if (last == w->slabs) {
                run_slabs(w, k, last - lag, last);
                run_slabs(w, k, 0, lag);
            } else {
                run_slabs(w, k, last - lag, last + lag);
            }
        }
    }
}

/* How many steps are done together, and how many rows of planes, such that a cache holds what they
 * need with their neighbours. */
static void choose(const fftc_difference_plan *plan, bool medium, sweep *w, int *steps)
{
    const fftc_difference_scheme *s = &plan->scheme;
    const size_t reach = (size_t)s->reach;
    const size_t row = s->length[0] * plan->bytes * (medium ? 3 : 2);
    const size_t height = s->length[1];
    const size_t slab = row * height;
    w->few = slab < FEW ? FEW / slab : 1;
    for (*steps = s->axes == 1 || slab * w->slabs < CACHED ? 1 : STEPS;; --*steps) {
        const size_t k = (size_t)*steps;
        const size_t rows = CACHED / (row * ((k + 1) * reach + w->few));
        const size_t beside = (k + 1) * reach;
        w->tall = least(rows < height ? rows - least(rows, beside) : height, height);
        if (k == 1 || ((w->tall == height || w->tall >= 2 * beside) &&
                       w->slabs / w->parts >= 4 * k * reach)) {
            break;
        }
    }
    if (*steps == 1) {
        w->tall = least(w->tall > 2 * reach ? w->tall : 2 * reach, height);
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
    const fftc_difference_set *set =
        fftc_difference_set_for(isa, difference->precision, scheme.length[0], scheme.reach);
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
    set_ends(&scheme, &p->padding);
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
    sweep w = {
        .slabs = s->length[2], .slab = pieces * s->length[1], .parts = (size_t)plan->threads};
    int most;
    choose(plan, medium != NULL, &w, &most);
    const uint32_t tall = most > 1 ? s->length[1] : w.tall;
    for (uint64_t left = steps; left != 0; left -= (uint64_t)w.steps) {
        w.steps = left < (uint64_t)most ? (int)left : most;
        for (int k = 0; k < w.steps; ++k) {
            w.step[k] = (run){plan, arrays[0], medium, arrays[1], pieces, tall};
            void *newest = arrays[1];
            arrays[1] = arrays[0];
            arrays[0] = newest;
        }
        if (w.steps == 1) {
            fftc_parallel(&team, w.slabs * w.slab, run_step, &w);
        } else {
            fftc_parallel(&team, w.parts, run_parts, &w);
            fftc_parallel(&team, w.parts, run_seams, &w);
        }
    }
    return fftc_succeed(error);
}
