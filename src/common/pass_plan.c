/* SPDX-License-Identifier: MIT */
#include "common/pass_plan.h"

#include <math.h>
#include <string.h>

#include "common/error.h"
#include "common/pass_factors.h"
#include "common/pass_loops.h"
#include "common/real_pass_plan.h"
#include "common/smooth.h"
#include "fftcore/kernel/sizes.h"

typedef struct planner {
    const fftc_transform *transform;
    const fftc_pass_limits *limits;
    fftc_layout layout;
    uint64_t stride[FFTC_PLACE_COUNT][FFTC_MAX_RANK];
    uint64_t distance[FFTC_PLACE_COUNT];
    fftc_place at;                  /* where the data is */
    fftc_range have[FFTC_MAX_RANK]; /* what of it is not 0, or is wanted */
    bool started;                   /* there is a pass */
    fftc_pass_plan *plan;
    fftc_error *error;
} planner;

static fftc_form form_of(const planner *p, fftc_place place)
{
    return place == FFTC_PLACE_SRC || place == FFTC_PLACE_DST ? fftc_form_of(p->layout.src_storage)
                                                              : FFTC_FORM_COMPLEX;
}

static uint32_t item_bytes(const planner *p, fftc_place place)
{
    return fftc_form_bytes((uint32_t)form_of(p, place),
                           (uint32_t)fftc_working_precision(p->transform->precision));
}

static uint32_t tile_of(const planner *p)
{
    return fftc_factors_tile(fftc_complex_bytes(p->transform->precision));
}

/* ------------------------------------------------------------------------------------- loops */

/* All that is not this axis, as far as there is anything, finest first. */
static fftc_loops loops_beside(const planner *p, int axis, fftc_place src, fftc_place dst)
{
    fftc_loops l = {.digits = 0};
    for (int i = 0; i < p->layout.rank; ++i) {
        if (i != axis) {
            fftc_loops_add(&l, p->have[i].end - p->have[i].begin, p->stride[src][i],
                           p->stride[dst][i]);
        }
    }
    fftc_loops_add(&l, p->layout.batch.length, p->distance[src], p->distance[dst]);
    fftc_loops_merge(&l);
    return l;
}

/* ------------------------------------------------------------------------------- one axis */

/* A wish for the pass that comes next. */
void fftc_pass_wish_apply(const fftc_pass_limits *limits, uint32_t pass, fftc_line_request *request)
{
    const fftc_pass_wish *wish = limits->choices != NULL ? &limits->choices->pass[pass] : NULL;
    if (wish != NULL && wish->registers != 0 && limits->registers == 0) {
        request->registers = wish->registers;
    }
    if (wish != NULL && wish->invocations != 0 && limits->invocations == 0) {
        request->invocations = wish->invocations;
    }
}

static fftc_line_request request_of(const planner *p, uint64_t points, uint64_t lines)
{
    return fftc_factors_request(p->limits, fftc_complex_bytes(p->transform->precision), points,
                                lines);
}

/* Whether dst can hold `p->have` as an intermediate result, `axis` as a whole: in full precision,
 * without touching what is not wanted. In place, that is what has neither come in nor goes out. */
static bool dst_holds(const planner *p, int axis)
{
    bool in_place = p->transform->placement == FFTC_IN_PLACE;
    if (p->limits->store || p->transform->precision == FFTC_FLOAT16) {
        return false;
    }
    for (int i = 0; i < p->layout.rank; ++i) {
        fftc_range room = p->layout.dst_range[i];
        fftc_range src = p->layout.src_range[i];
        uint64_t begin = i == axis ? 0 : p->have[i].begin;
        uint64_t end = i == axis ? p->layout.axis[i].length : p->have[i].end;
        if (in_place) {
            room = fftc_range_cover(src, room);
        }
        if (begin < room.begin || end > room.end) {
            return false;
        }
    }
    return true;
}

/* Where a pass puts its result: never to src, and into the place that it reads only if it reads and
 * writes the same elements. `axis` is -1 if the pass is its axis's last. */
static fftc_place choose_place(const planner *p, int axis, bool stays, bool last)
{
    if (last || ((p->at != FFTC_PLACE_DST || stays) && dst_holds(p, axis))) {
        return FFTC_PLACE_DST;
    }
    if (stays && (p->at == FFTC_PLACE_SCRATCH || p->at == FFTC_PLACE_SPARE)) {
        return p->at;
    }
    return p->at == FFTC_PLACE_SCRATCH ? FFTC_PLACE_SPARE : FFTC_PLACE_SCRATCH;
}

/* One pass of an axis. */
typedef struct step {
    int axis;
    uint64_t points;
    uint64_t all;
    uint64_t before;
    fftc_place to;
    fftc_loops beside;
    fftc_pass_bricks src_bricks;
    fftc_pass_bricks dst_bricks;
    fftc_convolution_key convolution;
} step;

/* FFTC_PASS_ACROSS: of passes of several, whose lines would else be of one transform. */
static uint64_t across_of(const planner *p, const step *s)
{
    bool rows = s->points == s->all || s->convolution.role != FFTC_ROLE_TRANSFORM ||
                s->src_bricks.columns != 0 || s->dst_bricks.columns != 0;
    return rows ? 0
                : fftc_loops_across(&s->beside, p->stride[p->at][s->axis],
                                    p->stride[s->to][s->axis]);
}

static fftc_line_request request_for(const planner *p, const step *s, uint64_t total)
{
    const fftc_factors_pass pass = {.points = s->points,
                                    .all = s->all,
                                    .before = s->before,
                                    .lines = total,
                                    .src_stride = p->stride[p->at][s->axis],
                                    .dst_stride = p->stride[s->to][s->axis],
                                    .beside = &s->beside,
                                    .across = across_of(p, s),
                                    .wide = s->convolution.role == FFTC_ROLE_TRANSFORM};
    fftc_line_request request =
        fftc_factors_request_pass(p->limits, fftc_complex_bytes(p->transform->precision), &pass);
    request.gather = s->points == s->all && s->convolution.role == FFTC_ROLE_TRANSFORM;
    request.dense = p->transform->precision == FFTC_FLOAT16;
    /* Neighbours in what a workgroup writes are lines then. */
    request.store_across = request.store_across || s->dst_bricks.columns != 0;
    return request;
}

/* Powers that the table of a pass has one by one; 0: all. A table that is as long as that would be
 * read from memory again for each transform: on an H200 the last pass of 2^23 points took 557 us
 * with 6 MB of table, 532 with 48 KB and a product more for each factor. What is 4.5 MB there is
 * less on smaller devices. */
static uint32_t choose_fine(const planner *p, const step *s, const fftc_pass_key *key)
{
    uint64_t most = (uint64_t)p->limits->shared_bytes * 96;
    uint64_t count = fftc_pass_twiddle_count(&key->line, s->before, 0);
    uint32_t fine = 1;
    if (s->convolution.role != FFTC_ROLE_TRANSFORM ||
        count * fftc_complex_bytes(p->transform->precision) <= most) {
        return 0;
    }
    while ((uint64_t)fine * fine < s->before) {
        fine *= 2;
    }
    return fine;
}

static void set_key(const planner *p, const step *s, fftc_pass_key *key)
{
    const fftc_convolution_key *c = &s->convolution;
    bool first = c->role == FFTC_ROLE_TRANSFORM ? s->before == 1 : c->first != 0;
    bool last = c->role == FFTC_ROLE_TRANSFORM ? s->before * s->points == s->all : c->last != 0;
    fftc_range all = {0, s->all};
    fftc_range src = first ? p->layout.src_range[s->axis] : all;
    fftc_range dst = last ? p->layout.dst_range[s->axis] : all;
    key->lines = (uint32_t)(s->all / s->points);
    key->before = (uint32_t)s->before;
    key->digits = s->beside.digits;
    key->across = (uint32_t)across_of(p, s);
    key->precision =
        (uint32_t)(p->transform->precision == FFTC_FLOAT64 ? FFTC_FLOAT64 : FFTC_FLOAT32);
    key->in_place = p->at == s->to;
    key->inverse = p->transform->direction == FFTC_INVERSE;
    key->src_stride = (uint32_t)p->stride[p->at][s->axis];
    key->dst_stride = (uint32_t)p->stride[s->to][s->axis];
    key->src_range[0] = (uint32_t)src.begin;
    key->src_range[1] = (uint32_t)src.end;
    key->dst_range[0] = (uint32_t)dst.begin;
    key->dst_range[1] = (uint32_t)dst.end;
    key->src_form = (uint32_t)form_of(p, p->at);
    key->dst_form = (uint32_t)form_of(p, s->to);
    key->fine = choose_fine(p, s, key);
    key->src_bricks = s->src_bricks;
    key->dst_bricks = s->dst_bricks;
    key->load = p->limits->load && !p->started;
    key->convolution = *c;
}

/* Work holds nothing but what there is. */
static uint64_t first_of(const planner *p, fftc_place place, int axis)
{
    return place == FFTC_PLACE_WORK ? 0 : p->have[axis].begin;
}

static void set_numbers(const planner *p, const step *s, uint64_t total, fftc_pass_numbers *numbers)
{
    uint64_t src_first = 0;
    uint64_t dst_first = 0;
    for (int i = 0; i < p->layout.rank; ++i) {
        if (i != s->axis) {
            src_first += first_of(p, p->at, i) * p->stride[p->at][i];
            dst_first += first_of(p, s->to, i) * p->stride[s->to][i];
        }
    }
    numbers->lines = (uint32_t)total;
    numbers->src_first = (uint32_t)src_first;
    numbers->dst_first = (uint32_t)dst_first;
    for (uint32_t i = 0; i < s->beside.digits; ++i) {
        numbers->count[i] = (uint32_t)s->beside.count[i];
        numbers->src_step[i] = (uint32_t)s->beside.src[i];
        numbers->dst_step[i] = (uint32_t)s->beside.dst[i];
    }
}

/* The step from where the data is to s->to. */
static fftc_status finish_pass(planner *p, const step *s)
{
    fftc_pass *pass = &p->plan->pass[p->plan->count];
    uint64_t total = s->all / s->points * fftc_loops_product(&s->beside);
    fftc_line_request request = request_for(p, s, total);
    fftc_pass_wish_apply(p->limits, p->plan->count, &request);
    *pass = (fftc_pass){.src = p->at, .dst = s->to};
    if (!fftc_line_plan(&request, &pass->key.line)) {
        return fftc_fail(p->error, FFTC_UNSUPPORTED, "a pass of %llu points does not fit %s",
                         (unsigned long long)s->points, p->limits->name);
    }
    if (total > UINT32_MAX) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "a pass has %llu lines, at most 2^32 - 1 can be numbered: pass a smaller "
                         "batch",
                         (unsigned long long)total);
    }
    set_key(p, s, &pass->key);
    set_numbers(p, s, total, &pass->numbers);
    pass->key.even = total % pass->key.line.count == 0;
    pass->groups = (uint32_t)((total + pass->key.line.count - 1) / pass->key.line.count);
    p->at = s->to;
    p->started = true;
    ++p->plan->count;
    return FFTC_SUCCESS;
}

static fftc_status add_pass(planner *p, int axis, uint64_t points, uint64_t all, uint64_t before,
                            fftc_pass_bricks bricks)
{
    step s = {.axis = axis, .points = points, .all = all, .before = before};
    bool ends = before * points == all; /* the axis; reads and writes the same elements */
    if (ends) {
        p->have[axis] = p->layout.dst_range[axis];
    }
    s.to = choose_place(p, ends ? -1 : axis, ends, ends && axis == 0);
    if (bricks.columns != 0 && ends) {
        s.src_bricks = bricks;
    } else if (bricks.columns != 0) {
        s.dst_bricks = bricks;
        s.to = FFTC_PLACE_SCRATCH;
    }
    s.beside = loops_beside(p, axis, p->at, s.to);
    return finish_pass(p, &s);
}

/* ---------------------------------------------------------------- one axis by a convolution */

/* Work holds the period of that axis, and what there is of the others. */
static fftc_status make_work(planner *p, int axis, uint64_t period)
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

static fftc_status add_part(planner *p, int axis, const fftc_period *period, uint32_t level,
                            fftc_part_role role)
{
    bool only = period->count == 1;
    step s = {.axis = axis,
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
        s.to = choose_place(p, -1, only, axis == 0);
    }
    s.beside = loops_beside(p, axis, p->at, s.to);
    fftc_loops_add(&s.beside, s.convolution.rows, s.all, s.all);
    fftc_loops_merge(&s.beside);
    return finish_pass(p, &s);
}

/* Bluestein's algorithm: kernel/line_convolution.h. */
static fftc_status plan_chirp(planner *p, int axis, uint64_t lines)
{
    uint64_t n = p->layout.axis[axis].length;
    fftc_line_request request = request_of(p, 1, lines);
    fftc_period period;
    if (n > (uint64_t)1 << 30 || !fftc_period_choose(&request, 2 * n - 1, false, &period)) {
        bool smooth = fftc_is_smooth(n);
        return fftc_fail(
            p->error, FFTC_UNSUPPORTED, "%llu points%s are beyond the passes that %s can make: %s",
            (unsigned long long)n, smooth ? "" : ", which have prime factors above 13,",
            p->limits->name,
            fftc_pass_advice(p->limits, smooth ? "pass a shorter axis"
                                               : "pass a product of 2, 3, 5, 7, 11 and 13"));
    }
    fftc_status status = period.count > 1 ? make_work(p, axis, period.points) : FFTC_SUCCESS;
    for (uint32_t i = 0; i + 1 < period.count && status == FFTC_SUCCESS; ++i) {
        status = add_part(p, axis, &period, i, FFTC_ROLE_THERE);
    }
    if (status == FFTC_SUCCESS) {
        status = add_part(p, axis, &period, period.count - 1, FFTC_ROLE_PRODUCT);
    }
    for (uint32_t i = period.count - 1; i > 0 && status == FFTC_SUCCESS; --i) {
        status = add_part(p, axis, &period, i - 1, FFTC_ROLE_BACK);
    }
    return status;
}

/* How many lines of so many points a workgroup has in a pass of several, of many lines. */
static uint32_t lines_of_tile(const planner *p, uint64_t points)
{
    fftc_line_request request = request_of(p, points, UINT32_MAX);
    fftc_line_schedule s;
    request.tile = tile_of(p);
    request.load_across = true;
    request.draft = true;
    return fftc_line_plan(&request, &s) ? s.count : 0;
}

/* Bricks for the intermediate result of two passes whose tiles are both narrow, which take scratch
 * where dst could hold it in rows: the second pass reads more at a time, and does not write where
 * it reads. On an H200 2^20 points took 1137 us in dst, 1107 in scratch, 1069 in bricks; 2^21, 1270
 * and 1151, shorter pass first (1216, longer one first); 2^22, 1487 and 1327; 10^6, 1521 and 1181.
 * Where a tile is of 128 bytes they cost more than they save: 2^19 1082 and 1105. Rows of 32 bytes,
 * a sector; a workgroup of the first pass makes bricks of all its lines. */
static fftc_pass_bricks choose_bricks(const planner *p, fftc_factors *f, bool chosen,
                                      uint64_t across)
{
    const fftc_pass_bricks none = {0};
    uint32_t tile = tile_of(p);
    uint32_t rows = tile / 4;
    bool scratch = p->transform->placement == FFTC_IN_PLACE || !dst_holds(p, 0);
    if (p->layout.rank != 1 || across != 0 || f->count != 2 ||
        (p->limits->less_scratch && !scratch)) {
        return none;
    }
    uint32_t first = f->points[0] > f->points[1] && !chosen;
    uint64_t points[2] = {f->points[first], f->points[1 - first]};
    uint32_t columns = lines_of_tile(p, points[0]);
    uint32_t last = lines_of_tile(p, points[1]);
    if (columns < 2 || columns >= tile || last == 0 || last >= tile || points[1] % columns != 0 ||
        points[0] % rows != 0) {
        return none;
    }
    memcpy(f->points, points, sizeof points);
    return (fftc_pass_bricks){columns - 1, rows - 1};
}

static fftc_status plan_axis(planner *p, int axis)
{
    uint64_t all = p->layout.axis[axis].length;
    fftc_loops beside = loops_beside(p, axis, p->at, p->at);
    uint64_t across = fftc_loops_across(&beside, p->stride[p->at][axis], p->stride[p->at][axis]);
    fftc_factors f;
    bool chosen = fftc_factors_wished(p->limits, axis, all, &f);
    if (!chosen && !fftc_factors_choose(p->limits, fftc_complex_bytes(p->transform->precision), all,
                                        fftc_loops_product(&beside), across, &f)) {
        return plan_chirp(p, axis, fftc_loops_product(&beside));
    }
    fftc_pass_bricks bricks = choose_bricks(p, &f, chosen, across);
    fftc_status status = FFTC_SUCCESS;
    uint64_t before = 1;
    for (uint32_t i = 0; i < f.count && status == FFTC_SUCCESS; ++i) {
        status = add_pass(p, axis, f.points[i], all, before, bricks);
        before *= f.points[i];
    }
    return status;
}

/* ------------------------------------------------------------------------------- the whole */

static void read_strides(planner *p)
{
    uint64_t packed = 1;
    for (int i = p->layout.rank - 1; i >= 0; --i) {
        p->stride[FFTC_PLACE_SRC][i] = p->layout.axis[i].src;
        p->stride[FFTC_PLACE_DST][i] = p->layout.axis[i].dst;
        p->stride[FFTC_PLACE_SCRATCH][i] = packed;
        p->stride[FFTC_PLACE_SPARE][i] = packed;
        p->have[i] = p->layout.src_range[i];
        packed *= p->layout.axis[i].length;
    }
    p->distance[FFTC_PLACE_SRC] = p->layout.batch.src;
    p->distance[FFTC_PLACE_DST] = p->layout.batch.dst;
    p->distance[FFTC_PLACE_SCRATCH] = packed;
    p->distance[FFTC_PLACE_SPARE] = packed;
}

/* Elements from the first to behind the last that is used. */
static uint64_t span_of(const planner *p, fftc_place place)
{
    bool in_place = p->transform->placement == FFTC_IN_PLACE;
    uint64_t span = 1 + (p->layout.batch.length - 1) * p->distance[place];
    for (int i = 0; i < p->layout.rank; ++i) {
        uint64_t src_end = p->layout.src_range[i].end;
        uint64_t dst_end = p->layout.dst_range[i].end;
        uint64_t end = place == FFTC_PLACE_SRC         ? src_end
                       : place != FFTC_PLACE_DST       ? p->layout.axis[i].length
                       : in_place && src_end > dst_end ? src_end
                                                       : dst_end;
        span += (end - 1) * p->stride[place][i];
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

static bool is_array(const planner *p, fftc_place place)
{
    return fftc_pass_is_array(p->transform, p->limits, place);
}

static fftc_status check_span(planner *p, fftc_place place)
{
    static const char *const names[] = {"src", "dst", "the scratch", "the scratch"};
    uint64_t span = span_of(p, place);
    uint64_t most = p->limits->buffer_bytes_max / item_bytes(p, place);
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

static fftc_status check_spans(planner *p)
{
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < FFTC_PLACE_WORK && status == FFTC_SUCCESS; ++i) {
        status = check_span(p, (fftc_place)i);
    }
    return status;
}

static double scale_of(const fftc_transform *t, uint64_t points)
{
    switch (t->scaling) {
    case FFTC_SCALE_UNITARY: return 1.0 / sqrt((double)points);
    case FFTC_SCALE_DEFAULT: return t->direction == FFTC_INVERSE ? 1.0 / (double)points : 1.0;
    default: return 1.0;
    }
}

static void use_place(planner *p, fftc_place place)
{
    if (place != FFTC_PLACE_WORK) { /* which has its elements */
        uint64_t span = is_array(p, place) ? span_of(p, place) : 0;
        p->plan->elements[place] = item_bytes(p, place) == 2 ? span + span % 2 : span;
    }
    p->plan->item[place] = item_bytes(p, place);
}

fftc_status fftc_pass_plan_make(const fftc_transform *transform, const fftc_pass_limits *limits,
                                fftc_pass_plan *plan, fftc_error *error)
{
    planner p = {.transform = transform, .limits = limits, .plan = plan, .error = error};
    *plan = (fftc_pass_plan){.count = 0};
    fftc_status status = fftc_check_registers(limits->registers, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (transform != NULL && transform->kind != FFTC_COMPLEX) {
        return fftc_real_pass_plan_make(transform, limits, plan, error);
    }
    status = transform == NULL ? fftc_fail(error, FFTC_INVALID_ARGUMENT, "the description is NULL")
                               : fftc_layout_make(transform, &p.layout, error);
    if (status == FFTC_SUCCESS && p.layout.rank == 0) {
        p.layout.rank = 1; /* a copy, and the scale */
        p.layout.axis[0] = (fftc_axis){1, 1, 1};
        p.layout.src_range[0] = (fftc_range){0, 1};
        p.layout.dst_range[0] = (fftc_range){0, 1};
    }
    if (status == FFTC_SUCCESS) {
        read_strides(&p);
        status = check_spans(&p);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    p.at = transform->placement == FFTC_IN_PLACE ? FFTC_PLACE_DST : FFTC_PLACE_SRC;
    for (int axis = p.layout.rank - 1; axis >= 0 && status == FFTC_SUCCESS; --axis) {
        status = plan_axis(&p, axis);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_pass_set_scale(&plan->pass[plan->count - 1].key, scale_of(transform, p.layout.points));
    plan->pass[plan->count - 1].key.store = limits->store;
    plan->split[FFTC_PLACE_SRC] = plan->split[FFTC_PLACE_DST] = transform->format == FFTC_SPLIT;
    for (uint32_t i = 0; i < plan->count; ++i) {
        use_place(&p, plan->pass[i].src);
        use_place(&p, plan->pass[i].dst);
    }
    return FFTC_SUCCESS;
}

fftc_line_request fftc_pass_request(const fftc_transform *transform, const fftc_pass_limits *limits,
                                    uint64_t points, uint64_t lines)
{
    planner p = {.transform = transform, .limits = limits};
    return request_of(&p, points, lines);
}

uint32_t fftc_pass_factors(const fftc_transform *transform, const fftc_pass_limits *limits,
                           int axis, uint64_t points, uint64_t lines, uint64_t across, bool pairs,
                           uint64_t list[FFTC_AXIS_PASSES_MAX])
{
    fftc_factors f;
    if (!fftc_factors_wished(limits, axis, points, &f) &&
        !(pairs ? fftc_factors_choose_pairs : fftc_factors_choose)(
            limits, fftc_complex_bytes(transform->precision), points, lines, across, &f)) {
        return 0;
    }
    memcpy(list, f.points, sizeof f.points);
    return f.count;
}

uint32_t fftc_pass_tile(const fftc_transform *transform)
{
    planner p = {.transform = transform};
    return tile_of(&p);
}
