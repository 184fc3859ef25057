/* SPDX-License-Identifier: MIT */
#include "device/pass_plan.h"

#include <string.h>

#include "describe/real_layout.h"
#include "device/pass_loops.h"
#include "device/pass_planner.h"
#include "device/real_pass_plan.h"
#include "fftcore/kernel/sizes.h"
#include "support/check.h"
#include "support/error.h"
#include "support/smooth.h"

/* From so many points on, a pass needs a large workgroup (fftc_line_request). */
#define LARGE_POINTS 4096u

/* Half as many points gain by one if the other pass, before or after bricks, has it too: pieces of
 * 64 bytes instead of 32. On an H200 2^23 points take 1477 us, and took 1574 with 4 columns of 2048
 * at a time; 2^22 of double as 2048 x 2048 take 1345 and 1473. (The same of float 1400 and 1330;
 * 2^21 of double, 1024 x 2048, 1206 and 1191.) Of halves, pieces would be only 16 bytes: 2^22 took
 * 3431 and take 2339; 2^21, 2754 and 2171. */
static bool is_large(const fftc_planner *p, uint64_t points, uint64_t other)
{
    fftc_precision precision = p->transform->precision;
    bool narrow = precision == FFTC_FLOAT16 || other == LARGE_POINTS ||
                  (precision == FFTC_FLOAT64 && other == LARGE_POINTS / 2);
    return points == LARGE_POINTS || (points == LARGE_POINTS / 2 && narrow);
}

/* A workgroup has so many columns of at most this length that pieces on both sides are longer. */
#define TRANSPOSED_POINTS 64u

static uint32_t tile_of(const fftc_planner *p)
{
    return fftc_factors_tile(fftc_complex_bytes(p->transform->precision));
}

static fftc_line_request request_of(const fftc_planner *p, uint64_t points, uint64_t lines)
{
    return fftc_factors_request(p->limits, fftc_complex_bytes(p->transform->precision), points,
                                lines);
}

static fftc_status add_pass(fftc_planner *p, int axis, uint64_t points, uint64_t all,
                            uint64_t before, fftc_pass_bricks bricks)
{
    fftc_pass_step s = {.axis = axis, .points = points, .all = all, .before = before};
    bool ends = before * points == all; /* the last pass of an axis: it reads and writes the same
                                           elements */
    if (ends) {
        p->have[axis] = p->layout.dst_range[axis];
    }
    s.to = fftc_planner_place(p, ends ? -1 : axis, ends, ends && axis == p->layout.loops);
    s.large = bricks.columns != 0 && is_large(p, points, all / points);
    if (bricks.columns != 0 && ends) {
        s.src_bricks = bricks;
    } else if (bricks.columns != 0) {
        s.dst_bricks = bricks;
        s.to = FFTC_PLACE_SCRATCH;
    }
    fftc_panels_apply(p, &s);
    s.beside = fftc_planner_beside(p, axis, p->at, s.to);
    return fftc_planner_finish(p, &s);
}

/* ---------------------------------------------------------------- one axis by a convolution */

/* The work holds one period of that axis for everything that exists of the others. */
static fftc_status make_work(fftc_planner *p, int axis, uint64_t period)
{
    uint64_t next = fftc_size_multiply(1, period);
    p->stride[FFTC_PLACE_WORK][axis] = 1;
    for (int i = p->layout.rank - 1; i >= 0; --i) {
        if (i != axis) {
            p->stride[FFTC_PLACE_WORK][i] = next;
            next = fftc_size_multiply(next, p->have[i].end - p->have[i].begin);
        }
    }
    p->distance[FFTC_PLACE_WORK] = next;
    next = fftc_size_multiply(next, p->layout.batch.length);
    uint64_t most = p->limits->buffer_bytes_max / fftc_complex_bytes(p->transform->precision);
    most = most < FFTC_PASS_ELEMENTS_MAX ? most : FFTC_PASS_ELEMENTS_MAX;
    if (next > most) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "the scratch of a convolution spans %llu complex numbers, %s can reach "
                         "%llu in one buffer: pass a smaller batch, or a length without prime "
                         "factors above 13",
                         (unsigned long long)next, p->limits->name, (unsigned long long)most);
    }
    uint64_t *elements = &p->plan->elements[FFTC_PLACE_WORK];
    *elements = next > *elements ? next : *elements;
    return FFTC_SUCCESS;
}

/* Columns of an array become rows of the work, or the reverse. A workgroup has some lines of each
 * of a few columns, so that its pieces on both sides are whole sectors. */
static void transpose_tiles(const fftc_planner *p, fftc_pass_step *s)
{
    bool there = s->convolution.role == FFTC_ROLE_THERE;
    fftc_loops *l = &s->beside;
    uint64_t array = there ? p->stride[p->at][s->axis] : p->stride[s->to][s->axis];
    uint32_t beside = FFTC_FACTORS_SECTOR_BYTES / fftc_complex_bytes(p->transform->precision);
    beside *= s->points <= TRANSPOSED_POINTS ? 2 : 1;
    if (l->digits == 0 || (there ? l->src : l->dst)[0] >= array || s->all / s->points < beside) {
        return;
    }
    beside = l->count[0] % beside != 0 ? beside / 2 : beside;
    bool room = l->digits < FFTC_PASS_DIGITS_MAX;
    if (beside > 1 && (l->count[0] == beside || (room && fftc_loops_split(l, beside)))) {
        s->transposed = beside;
    }
}

static fftc_status add_convolution_pass(fftc_planner *p, int axis, const fftc_period_axes *period,
                                        uint32_t level, fftc_convolution_role role)
{
    bool only = period->count == 1;
    fftc_pass_step s = {.axis = axis,
                        .points = period->axes[level],
                        .before = 1,
                        .convolution = {.role = (uint32_t)role,
                                        .first = role != FFTC_ROLE_BACK && level == 0,
                                        .last = only || (role == FFTC_ROLE_BACK && level == 0),
                                        .rows = 1,
                                        .chirp = (uint32_t)p->layout.axis[axis].length}};
    memcpy(s.convolution.axes, period->axes, sizeof s.convolution.axes);
    for (uint32_t i = 0; i < level; ++i) {
        s.convolution.rows *= period->axes[i];
    }
    s.all = role == FFTC_ROLE_PRODUCT ? s.points : period->points / s.convolution.rows;
    s.before = s.all / s.points;
    s.to = FFTC_PLACE_WORK;
    if (s.convolution.last != 0) {
        p->have[axis] = p->layout.dst_range[axis];
        s.to = fftc_planner_place(p, -1, only, axis == p->layout.loops);
    }
    s.beside = fftc_planner_beside(p, axis, p->at, s.to);
    fftc_loops_add(&s.beside, s.convolution.rows, s.all, s.all);
    fftc_loops_merge(&s.beside);
    if (!only && level == 0) {
        transpose_tiles(p, &s);
    }
    return fftc_planner_finish(p, &s);
}

/* Of columns with longer periods, a workgroup holds one at a time, in pieces of 8 bytes: on an H200
 * columns of 4093 points, beside 1024, took 3.82 ms in this way, and 3.28 in three dispatches; of
 * 2039, two by two, 3.13 and 3.24. */
#define COLUMN_POINTS_MAX 4096u

/* Bluestein's algorithm: kernel/line_convolution.h. */
static bool choose_period(const fftc_planner *p, uint64_t n, uint64_t lines, bool columns,
                          fftc_period_axes *period)
{
    fftc_line_request request = request_of(p, 1, lines);
    fftc_period_axes shorter;
    if (n > (uint64_t)1 << 30 || !fftc_period_choose(&request, 2 * n - 1, false, period)) {
        return false;
    }
    request.load_across = true;
    if (columns && period->count == 1 && period->points > COLUMN_POINTS_MAX &&
        fftc_period_choose(&request, 2 * n - 1, false, &shorter)) {
        *period = shorter;
    }
    return true;
}

static fftc_status plan_chirp(fftc_planner *p, int axis, uint64_t lines, bool columns)
{
    uint64_t n = p->layout.axis[axis].length;
    fftc_period_axes period;
    if (!choose_period(p, n, lines, columns, &period)) {
        bool smooth = fftc_is_13_smooth(n);
        return fftc_fail(
            p->error, FFTC_UNSUPPORTED, "%llu points%s are beyond the passes that %s can make: %s",
            (unsigned long long)n, smooth ? "" : ", which have prime factors above 13,",
            p->limits->name,
            fftc_pass_advice(p->limits, smooth ? "pass a shorter axis"
                                               : "pass a product of 2, 3, 5, 7, 11 and 13"));
    }
    fftc_status status = period.count > 1 ? make_work(p, axis, period.points) : FFTC_SUCCESS;
    for (uint32_t i = 0; i + 1 < period.count && status == FFTC_SUCCESS; ++i) {
        status = add_convolution_pass(p, axis, &period, i, FFTC_ROLE_THERE);
    }
    if (status == FFTC_SUCCESS) {
        status = add_convolution_pass(p, axis, &period, period.count - 1, FFTC_ROLE_PRODUCT);
    }
    for (uint32_t i = period.count - 1; i > 0 && status == FFTC_SUCCESS; --i) {
        status = add_convolution_pass(p, axis, &period, i - 1, FFTC_ROLE_BACK);
    }
    return status;
}

/* How many lines of so many points a workgroup has in one of several passes, if there are many
 * lines. */
static uint32_t lines_of_tile(const fftc_planner *p, uint64_t points, bool large)
{
    fftc_line_request request = request_of(p, points, UINT32_MAX);
    fftc_line_schedule s;
    request.tile = tile_of(p);
    request.large = large;
    request.load_across = true;
    request.draft = true;
    return fftc_line_plan(&request, &s) ? s.count : 0;
}

/* Whether two passes replace three. The second one then has so many points that only a large
 * workgroup has a sector of columns: on an H200 2^23 points took 1574 us in three, 1477 as 2048 x
 * 4096 (as 4096 x 2048, which writes the narrower pieces further apart, 1650, before is_large). If
 * both passes are like that, each is slower than one and a half of others: 2^24 1577 and 1693. 2^23
 * of double, whose rows are twice as long, took 1701 us in this way. Only for much data, since a
 * cache keeps more of what three passes need. */
static bool spare_a_pass(const fftc_planner *p, uint64_t all, fftc_factors *f)
{
    uint64_t first = all / LARGE_POINTS;
    uint64_t bytes = fftc_planner_item_bytes(p, FFTC_PLACE_DST);
    bool power = (all & (all - 1)) == 0;
    bool wide = p->transform->precision == FFTC_FLOAT64;
    if (f->count != 3 || !power || wide || !fftc_planner_much(p, FFTC_FACTORS_MUCH_TIMES) ||
        first >= LARGE_POINTS ||
        lines_of_tile(p, first, is_large(p, first, LARGE_POINTS)) * bytes <
            FFTC_FACTORS_SECTOR_BYTES ||
        lines_of_tile(p, LARGE_POINTS, true) * bytes < FFTC_FACTORS_SECTOR_BYTES) {
        return false;
    }
    *f = (fftc_factors){2, {first, LARGE_POINTS}, f->cost};
    return true;
}

/* Bricks for the intermediate result of two passes whose tiles are both narrow. They take scratch
 * where dst could hold the result in rows, but the second pass reads longer pieces, and does not
 * write where it reads. On an H200 2^20 points took 1137 us in dst, 1107 in scratch, 1069 in
 * bricks; 2^21, 1270 and 1151, shorter pass first (1216, longer one first); 2^22, 1487 and 1327;
 * 10^6, 1521 and 1181. Where a tile is of 128 bytes they cost more than they save: 2^19 1082 and
 * 1105; so do halves of up to 1024 by 1024: 2^20 2090 and 1986. A brick has rows of 32 bytes, a
 * sector; a workgroup of the first pass makes bricks of all its lines. */
static fftc_pass_bricks choose_bricks(const fftc_planner *p, fftc_factors *f, bool chosen,
                                      uint64_t across)
{
    const fftc_pass_bricks none = {0};
    uint32_t tile = tile_of(p);
    uint32_t rows = tile / 4;
    bool scratch = p->transform->placement == FFTC_IN_PLACE || !fftc_planner_dst_holds(p, 0);
    if (p->layout.rank != 1 || across != 0 || (p->limits->passes.less_scratch && !scratch) ||
        (f->count != 2 && (chosen || !spare_a_pass(p, p->layout.axis[0].length, f)))) {
        return none;
    }
    uint32_t first = f->points[0] > f->points[1] && !chosen;
    uint64_t points[2] = {f->points[first], f->points[1 - first]};
    uint32_t columns = lines_of_tile(p, points[0], is_large(p, points[0], points[1]));
    uint32_t last = lines_of_tile(p, points[1], is_large(p, points[1], points[0]));
    bool short_halves = p->transform->precision == FFTC_FLOAT16 && points[1] <= LARGE_POINTS / 4;
    if (short_halves || columns < 2 || columns >= tile || last == 0 || last >= tile ||
        points[1] % columns != 0 || points[0] % rows != 0) {
        return none;
    }
    memcpy(f->points, points, sizeof points);
    return (fftc_pass_bricks){columns - 1, rows - 1};
}

static fftc_status plan_axis(fftc_planner *p, int axis)
{
    uint64_t all = p->layout.axis[axis].length;
    fftc_loops beside = fftc_planner_beside(p, axis, p->at, p->at);
    uint64_t across = fftc_loops_across(&beside, p->stride[p->at][axis], p->stride[p->at][axis]);
    fftc_factors f;
    bool columns = p->panels.columns != 0; /* of this axis */
    bool chosen = !columns && fftc_factors_wished(p->limits, axis, all, &f);
    if (columns) {
        f = (fftc_factors){1, {all}, 1.0};
    } else if (!chosen &&
               !fftc_factors_choose(p->limits, fftc_complex_bytes(p->transform->precision), all,
                                    fftc_loops_product(&beside), across, true, &f)) {
        return plan_chirp(p, axis, fftc_loops_product(&beside), across != 0);
    }
    fftc_pass_bricks bricks = choose_bricks(p, &f, chosen, across);
    fftc_status status = FFTC_SUCCESS;
    uint64_t before = 1;
    if (f.count == 1) {
        (void)fftc_panels_begin(p, axis);
    }
    for (uint32_t i = 0; i < f.count && status == FFTC_SUCCESS; ++i) {
        status = add_pass(p, axis, f.points[i], all, before, bricks);
        before *= f.points[i];
    }
    if (columns) {
        fftc_panels_end(p);
    }
    return status;
}

/* Plans the last axis and the one before it as planes, and what remains of the latter. */
static fftc_status plan_planes(fftc_planner *p, fftc_pass_step s)
{
    const fftc_pass_bricks none = {0};
    int axis = s.axis - 1;
    uint64_t length = p->layout.axis[axis].length;
    bool all = s.rows == length;
    s.to = fftc_planner_place(p, axis, all, all && axis == p->layout.loops);
    fftc_planes_apply(p, &s);
    fftc_status status = fftc_planner_finish(p, &s);
    return status == FFTC_SUCCESS && !all ? add_pass(p, axis, length / s.rows, length, s.rows, none)
                                          : status;
}

/* ------------------------------------------------------------------------------- the whole */

static void read_strides(fftc_planner *p)
{
    for (int i = p->layout.rank - 1; i >= 0; --i) {
        p->stride[FFTC_PLACE_SRC][i] = p->layout.axis[i].src;
        p->stride[FFTC_PLACE_DST][i] = p->layout.axis[i].dst;
        p->have[i] = p->layout.src_range[i];
    }
    p->distance[FFTC_PLACE_SRC] = p->layout.batch.src;
    p->distance[FFTC_PLACE_DST] = p->layout.batch.dst;
    fftc_panels_end(p);
}

/* How many elements there are from the first one to the end of the last one that is used. */
static uint64_t span_of(const fftc_planner *p, fftc_place place)
{
    bool in_place = p->transform->placement == FFTC_IN_PLACE;
    uint64_t span =
        fftc_size_add(1, fftc_size_multiply(p->layout.batch.length - 1, p->distance[place]));
    for (int i = 0; i < p->layout.rank; ++i) {
        uint64_t src_end = p->layout.src_range[i].end;
        uint64_t dst_end = p->layout.dst_range[i].end;
        uint64_t end = place == FFTC_PLACE_SRC         ? src_end
                       : place != FFTC_PLACE_DST       ? p->layout.axis[i].length
                       : in_place && src_end > dst_end ? src_end
                                                       : dst_end;
        span = fftc_size_add(span, fftc_size_multiply(end - 1, p->stride[place][i]));
    }
    return span;
}

bool fftc_pass_is_array(const fftc_transform *transform, const fftc_pass_limits *limits,
                        fftc_place place)
{
    bool src = !limits->load || limits->load_src;
    bool dst = !limits->store || limits->store_dst;
    if (place == FFTC_PLACE_DST && transform->placement == FFTC_IN_PLACE) {
        return src || dst;
    }
    return place == FFTC_PLACE_SRC ? src : place == FFTC_PLACE_DST ? dst : true;
}

static bool is_array(const fftc_planner *p, fftc_place place)
{
    return fftc_pass_is_array(p->transform, p->limits, place);
}

static fftc_status check_span(fftc_planner *p, fftc_place place)
{
    static const char *const names[] = {"src", "dst", "the scratch", "the scratch"};
    uint64_t span = span_of(p, place);
    uint64_t most = p->limits->buffer_bytes_max / fftc_planner_item_bytes(p, place);
    if (!is_array(p, place) || most > FFTC_PASS_ELEMENTS_MAX) {
        most = FFTC_PASS_ELEMENTS_MAX;
    }
    if (span > most) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "%s spans %llu complex numbers, %s can reach %llu in one buffer: pass "
                         "a smaller batch or shorter axes",
                         names[place], (unsigned long long)span, p->limits->name,
                         (unsigned long long)most);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_spans(fftc_planner *p)
{
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < FFTC_PLACE_WORK && status == FFTC_SUCCESS; ++i) {
        status = check_span(p, (fftc_place)i);
    }
    return status;
}

static void use_place(fftc_planner *p, fftc_place place)
{
    if (place != FFTC_PLACE_WORK) { /* which has its elements */
        uint64_t span = is_array(p, place) ? span_of(p, place) : 0;
        p->plan->elements[place] = fftc_planner_item_bytes(p, place) == 2 ? span + span % 2 : span;
    }
    p->plan->item[place] = fftc_planner_item_bytes(p, place);
}

static fftc_status make(const fftc_transform *transform, const fftc_pass_limits *limits,
                        fftc_pass_plan *plan, fftc_error *error)
{
    fftc_planner p = {.transform = transform, .limits = limits, .plan = plan, .error = error};
    *plan = (fftc_pass_plan){.count = 0};
    fftc_status status = fftc_check_registers(limits->passes.registers, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (transform != NULL && transform->kind != FFTC_COMPLEX) {
        return fftc_real_pass_plan_make(transform, limits, plan, error);
    }
    status = transform == NULL ? fftc_fail_null(error, "transform")
                               : fftc_layout_make(transform, &p.layout, error);
    if (status == FFTC_SUCCESS && p.layout.rank == p.layout.loops) {
        fftc_layout_add_point(&p.layout); /* a copy, and the scale */
    }
    if (status == FFTC_SUCCESS) {
        read_strides(&p);
        status = check_spans(&p);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    p.at = transform->placement == FFTC_IN_PLACE ? FFTC_PLACE_DST : FFTC_PLACE_SRC;
    fftc_pass_step planes;
    int axis = p.layout.rank - 1;
    if (fftc_planes_begin(&p, &planes)) {
        status = plan_planes(&p, planes);
        axis -= 2;
    }
    for (; axis >= p.layout.loops && status == FFTC_SUCCESS; --axis) {
        status = plan_axis(&p, axis);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_pass_set_scale(&plan->pass[plan->count - 1].key,
                        fftc_layout_scale(transform, &p.layout, p.layout.loops, p.layout.rank));
    plan->pass[plan->count - 1].key.store = limits->store;
    plan->split[FFTC_PLACE_SRC] = plan->split[FFTC_PLACE_DST] = transform->format == FFTC_SPLIT;
    for (uint32_t i = 0; i < plan->count; ++i) {
        use_place(&p, plan->pass[i].src);
        use_place(&p, plan->pass[i].dst);
    }
    return FFTC_SUCCESS;
}

uint32_t fftc_pass_shared_words(const fftc_pass_key *key)
{
    const uint32_t crossing = fftc_line_shared_words(&key->line);
    const uint32_t kept = key->line.count * key->line.complex_words * (key->resampled.along + 5);
    return key->resampled.used != 0 && kept > crossing ? kept : crossing;
}

fftc_status fftc_pass_plan_make(const fftc_transform *transform, const fftc_pass_limits *limits,
                                fftc_pass_plan *plan, fftc_error *error)
{
    const fftc_pass_choices *choices = limits->choices;
    fftc_pass_limits noting = *limits;
    uint32_t used = 0;
    noting.used = &used;
    fftc_status status = make(transform, &noting, plan, error);
    for (int i = 0; i < FFTC_MAX_RANK && choices != NULL && status == FFTC_SUCCESS; ++i) {
        if (choices->axis[i].count != 0 && (used >> i & 1) == 0) {
            status = fftc_fail(error, FFTC_UNSUPPORTED,
                               "what was saved of axis %d does not fit this transform: plan anew, "
                               "and save that",
                               i);
        }
    }
    return status;
}

fftc_line_request fftc_pass_request(const fftc_transform *transform, const fftc_pass_limits *limits,
                                    uint64_t points, uint64_t lines)
{
    fftc_planner p = {.transform = transform, .limits = limits};
    return request_of(&p, points, lines);
}

uint32_t fftc_pass_factors(const fftc_transform *transform, const fftc_pass_limits *limits,
                           int axis, uint64_t points, uint64_t lines, uint64_t across,
                           fftc_pass_pairs pairs, uint64_t list[FFTC_AXIS_PASSES_MAX])
{
    fftc_factors f;
    uint32_t bytes = fftc_complex_bytes(transform->precision);
    if (!fftc_factors_wished(limits, axis, points, &f) &&
        !fftc_factors_choose_pairs(limits, bytes, points, lines, across, pairs,
                                   transform->precision == FFTC_FLOAT16, &f)) {
        return 0;
    }
    memcpy(list, f.points, sizeof f.points);
    return f.count;
}

uint32_t fftc_pass_tile(const fftc_transform *transform)
{
    fftc_planner p = {.transform = transform};
    return tile_of(&p);
}
