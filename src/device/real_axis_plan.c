/* SPDX-License-Identifier: MIT */
#include "device/real_axis_plan.h"

#include <string.h>

#include "device/pass_factors.h"
#include "device/pass_loops.h"
#include "fftcore/kernel/real_edge.h"
#include "support/error.h"

/* --- arrays ----------------------------------------------------------------------------------- */

/* The precision of the computation. */
static fftc_precision precision_of(const fftc_real_planner *p)
{
    return fftc_working_precision(p->transform->precision);
}

static uint32_t item_bytes(const fftc_real_planner *p, fftc_form form)
{
    return fftc_form_bytes((uint32_t)form, (uint32_t)precision_of(p));
}

fftc_real_axis_side fftc_side_of_user(const fftc_real_planner *p, bool dst)
{
    bool in_place = p->transform->placement == FFTC_IN_PLACE;
    fftc_storage storage = dst ? p->layout.dst_storage : p->layout.src_storage;
    fftc_real_axis_side s = {.place = dst || in_place ? FFTC_PLACE_DST : FFTC_PLACE_SRC,
                             .form = fftc_form_of(storage),
                             .piece = dst ? p->limits->store : p->limits->load,
                             .distance = dst ? p->layout.batch.dst : p->layout.batch.src};
    for (int i = 0; i < p->layout.rank; ++i) {
        s.stride[i] = dst ? p->layout.axis[i].dst : p->layout.axis[i].src;
    }
    return s;
}

fftc_real_axis_side fftc_side_packed(const fftc_real_planner *p, fftc_place place, fftc_form form,
                                     int axis, uint64_t length)
{
    fftc_real_axis_side s = {.place = place, .form = form, .length = length, .range = {0, length}};
    uint64_t step = length;
    for (int i = p->layout.rank - 1; i >= 0; --i) {
        s.stride[i] = i == axis ? 1 : step;
        step *= i == axis ? 1 : p->items[i];
    }
    s.distance = step;
    return s;
}

/* The padding of rows is at most one of so many parts of them. */
#define GAP_PART 8u

uint64_t fftc_side_pitch(const fftc_real_planner *p, uint64_t length)
{
    uint32_t tile = fftc_pass_tile(p->transform);
    uint64_t gap = (tile - length % tile) % tile;
    return gap <= length / GAP_PART && !p->limits->passes.less_scratch ? length + gap : length;
}

static uint64_t extent(fftc_range range)
{
    return range.end - range.begin;
}

/* A compact side: of the other axes it has only what exists. `across`: the axis in its place among
 * them. */
static fftc_real_axis_side side_compact(const fftc_real_planner *p, fftc_place place, int axis,
                                        uint64_t length, bool across)
{
    fftc_real_axis_side s = fftc_side_packed(p, place, FFTC_FORM_COMPLEX, axis, length);
    uint64_t step = across ? 1 : length;
    for (int i = p->layout.rank - 1; i >= 0; --i) {
        step = i == axis && across ? fftc_side_pitch(p, step) : step;
        s.stride[i] = i == axis && !across ? 1 : step;
        step *= i != axis ? extent(p->have[i]) : across ? length : 1;
    }
    s.compact = true;
    s.distance = step;
    return s;
}

/* Takes pairs of real numbers as complex ones, if they are stored as such. */
static bool side_pair(const fftc_real_planner *p, fftc_real_axis_side *s, int axis)
{
    bool real = s->form == FFTC_FORM_REAL || s->form == FFTC_FORM_REAL_HALVES;
    bool even = real && !s->piece && s->length % 2 == 0 && s->stride[axis] == 1 &&
                s->range.begin % 2 == 0 && s->range.end % 2 == 0;
    for (int i = 0; i < p->layout.rank; ++i) {
        even = even && (i == axis || p->have[i].end == 1 || s->stride[i] % 2 == 0);
    }
    if (!even || (p->layout.batch.length > 1 && s->distance % 2 != 0)) {
        return false;
    }
    s->form = s->form == FFTC_FORM_REAL ? FFTC_FORM_COMPLEX : FFTC_FORM_HALVES;
    s->length /= 2;
    s->range = (fftc_range){s->range.begin / 2, s->range.end / 2};
    for (int i = 0; i < p->layout.rank; ++i) {
        s->stride[i] = i == axis ? 1 : s->stride[i] / 2;
    }
    s->distance /= 2;
    return true;
}

/* Where the first line begins, by the loops beside an axis. */
static uint64_t first_of(const fftc_real_planner *p, const fftc_real_axis_side *s, int axis)
{
    uint64_t first = 0;
    for (int i = 0; i < p->layout.rank && !s->compact; ++i) {
        first += i != axis ? p->have[i].begin * s->stride[i] : 0;
    }
    return first;
}

/* How many items there are from the first of the array to the end of the last one that is used. */
static uint64_t span_of(const fftc_real_planner *p, const fftc_real_axis_side *s, int axis)
{
    uint64_t span =
        1 + (p->layout.batch.length - 1) * s->distance + (s->range.end - 1) * s->stride[axis];
    for (int i = 0; i < p->layout.rank; ++i) {
        uint64_t end = s->compact ? extent(p->have[i]) : p->have[i].end;
        span += i != axis ? (end - 1) * s->stride[i] : 0;
    }
    return span;
}

/* Notes how much of a place is used; fails with a message if it is too large. */
static fftc_status use_side(fftc_real_planner *p, const fftc_real_axis_side *s, int axis)
{
    static const char *const names[] = {"src", "dst", "the scratch", "the scratch"};
    bool array = fftc_pass_is_array(p->transform, p->limits, s->place);
    uint64_t span = span_of(p, s, axis);
    uint32_t item = item_bytes(p, s->form);
    uint64_t most = p->limits->buffer_bytes_max / item;
    most = array && most < FFTC_PASS_ELEMENTS_MAX ? most : FFTC_PASS_ELEMENTS_MAX;
    if (span > most) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "%s spans %llu numbers, %s can reach %llu in one buffer: pass a smaller "
                         "batch",
                         names[s->place], (unsigned long long)span, p->limits->name,
                         (unsigned long long)most);
    }
    uint64_t bytes = array ? span * item : 0;
    p->bytes[s->place] = bytes > p->bytes[s->place] ? bytes : p->bytes[s->place];
    p->item[s->place] = item > p->item[s->place] ? item : p->item[s->place];
    return FFTC_SUCCESS;
}

/* --- passes ----------------------------------------------------------------------------------- */

static bool mirrored_load(const fftc_real_axis_way *w)
{
    return w->load == FFTC_EDGE_SPECTRUM || w->load == FFTC_EDGE_THREE_PAIRS ||
           (w->load == FFTC_EDGE_ROWS && w->inverse);
}

static bool mirrored_store(const fftc_real_axis_way *w)
{
    return w->store == FFTC_EDGE_SPECTRUM || w->store == FFTC_EDGE_ONE ||
           w->store == FFTC_EDGE_TWO_PAIRS || (w->store == FFTC_EDGE_ROWS && !w->inverse);
}

/* One pass of an axis. */
typedef struct step {
    const fftc_real_axis_way *way;
    int axis;
    uint64_t points;
    uint64_t before;
    bool first; /* reads as the way does; last: writes so */
    bool last;
    fftc_real_axis_side src;
    fftc_real_axis_side dst;
} step;

/* Whether an axis is one of complex numbers, without edges, whose lines no mirror pairs. */
static bool plain(const fftc_real_axis_way *w)
{
    return w->load == FFTC_EDGE_NONE && w->store == FFTC_EDGE_NONE;
}

/* FFTC_PASS_ACROSS */
static uint64_t across_of(const step *s, const fftc_loops *l)
{
    bool several = s->points != s->way->points;
    return plain(s->way) && several
               ? fftc_loops_across(l, s->src.stride[s->axis], s->dst.stride[s->axis])
               : 0;
}

static fftc_line_request request_for(const fftc_real_planner *p, const step *s, const fftc_loops *l,
                                     uint64_t total, fftc_pass_real *real)
{
    bool whole = s->points == s->way->points;
    uint64_t lines = s->way->points / s->points;
    uint32_t tile = fftc_pass_tile(p->transform);
    fftc_line_request r = fftc_pass_request(p->transform, p->limits, s->points, total);
    r.gather = whole;
    r.dense = p->transform->precision == FFTC_FLOAT16;
    r.one_by_one = p->transform->kind == FFTC_REAL_TO_REAL && s->way->store != FFTC_EDGE_TWO_PAIRS;
    r.load_across = whole ? l->digits > 0 && l->src[0] < s->src.stride[s->axis] : true;
    r.store_across = whole ? l->digits > 0 && l->dst[0] < s->dst.stride[s->axis]
                           : s->before > 1 || across_of(s, l) != 0;
    if (r.load_across || r.store_across) {
        uint64_t beside = whole ? l->count[0] : across_of(s, l) != 0 ? total : lines;
        r.tile = beside < tile ? (uint32_t)beside : tile;
        r.wide = plain(s->way) && beside >= 2 * (uint64_t)tile;
    }
    r.mirrored_load = s->first && mirrored_load(s->way);
    if (r.mirrored_load || (s->last && mirrored_store(s->way))) {
        r.mirrored = whole ? 1 : 2;
    }
    if (r.mirrored == 2) { /* as many from either end */
        r.tile = lines < 2 * tile ? (uint32_t)lines : 2 * tile;
    }
    *(r.mirrored_load ? &real->mirrored_load : &real->mirrored_store) = r.mirrored;
    r.plain = whole && !r.one_by_one;
    return r;
}

static void set_range(uint32_t *to, fftc_range range)
{
    to[0] = (uint32_t)range.begin;
    to[1] = (uint32_t)range.end;
}

static void set_key(const fftc_real_planner *p, const step *s, const fftc_loops *l,
                    fftc_pass_key *key)
{
    const fftc_real_axis_way *w = s->way;
    fftc_range all = {0, w->points};
    key->lines = (uint32_t)(w->points / s->points);
    key->before = (uint32_t)s->before;
    key->digits = l->digits;
    key->across = (uint32_t)across_of(s, l);
    key->precision = (uint32_t)precision_of(p);
    key->in_place = s->src.place == s->dst.place;
    key->inverse = w->inverse;
    key->src_stride = (uint32_t)s->src.stride[s->axis];
    key->dst_stride = (uint32_t)s->dst.stride[s->axis];
    set_range(key->src_range, s->first ? s->src.range : all);
    set_range(key->dst_range, s->last ? s->dst.range : all);
    key->src_form = (uint32_t)s->src.form;
    key->dst_form = (uint32_t)s->dst.form;
    key->load = p->limits->load && p->plan->count == 0;
    key->real.load = s->first ? w->load : FFTC_EDGE_NONE;
    key->real.store = s->last ? w->store : FFTC_EDGE_NONE;
    key->real.used = (key->real.load | key->real.store) != 0;
    if (key->real.used != 0) {
        key->real.points = w->n;
        key->real.sine = w->sine;
        key->real.orthogonal = w->orthogonal;
    }
    fftc_pass_set_scale(key, s->last ? w->factor : 1.0);
}

static void set_numbers(const fftc_real_planner *p, const step *s, const fftc_loops *l,
                        fftc_pass_numbers *numbers)
{
    numbers->src_first = (uint32_t)first_of(p, &s->src, s->axis);
    numbers->dst_first = (uint32_t)first_of(p, &s->dst, s->axis);
    for (uint32_t i = 0; i < l->digits; ++i) {
        numbers->count[i] = (uint32_t)l->count[i];
        numbers->src_step[i] = (uint32_t)l->src[i];
        numbers->dst_step[i] = (uint32_t)l->dst[i];
    }
}

/* The loops beside an axis, the batch among them. Where rows are taken in pairs, the two are
 * neighbours along the last loop with an even count. This depends on the description, not on
 * strides, so that the same rows are paired wherever they lie, and have the same rounding errors.
 * Other transforms' rows are only taken if options allow it: errors are relative to both. False if
 * there is no such loop. */
static bool loops_beside(const fftc_real_planner *p, const step *s, fftc_loops *l,
                         fftc_pass_real *real)
{
    bool pairs = s->way->load == FFTC_EDGE_ROWS;
    *l = (fftc_loops){.digits = 0};
    for (int k = 0; k <= p->layout.rank; ++k) {
        int i = p->layout.rank - 1 - k; /* -1: the batch */
        uint64_t count = i < 0 ? p->layout.batch.length : extent(p->have[i]);
        uint64_t src = i < 0 ? s->src.distance : s->src.stride[i];
        uint64_t dst = i < 0 ? s->dst.distance : s->dst.stride[i];
        if (i == s->axis) {
            continue;
        }
        bool own = i >= p->layout.loops || p->limits->passes.pair_batch;
        if (pairs && own && count % 2 == 0) {
            pairs = false;
            real->src_row = (uint32_t)src;
            real->dst_row = (uint32_t)dst;
            fftc_loops_add(l, count / 2, 2 * src, 2 * dst);
        } else {
            fftc_loops_add(l, count, src, dst);
        }
    }
    fftc_loops_merge(l);
    return !pairs;
}

/* FFTC_PASS_BESIDE, where neighbouring lines belong to the first loop. */
static void fill_groups(const fftc_real_planner *p, const step *s, fftc_loops *l,
                        fftc_pass_key *key)
{
    uint64_t lines = s->way->points / s->points;
    if (plain(s->way) && (lines == 1 || across_of(s, l) != 0)) {
        key->beside = (uint32_t)fftc_loops_fill(l, s->dst.stride[s->axis], lines, key->line.count,
                                                fftc_pass_tile(p->transform));
        key->beside_all = key->beside != 0 ? (uint32_t)l->count[0] : 0;
    }
}

/* FFTC_UNSUPPORTED without a message if the way is not possible. */
static fftc_status add_pass(fftc_real_planner *p, const step *s)
{
    fftc_loops l;
    if (p->plan->count == FFTC_PASSES_MAX) {
        return FFTC_UNSUPPORTED;
    }
    fftc_pass *pass = &p->plan->pass[p->plan->count];
    *pass = (fftc_pass){.src = s->src.place, .dst = s->dst.place};
    uint64_t lines = s->way->points / s->points;
    if (!loops_beside(p, s, &l, &pass->key.real) ||
        (lines != 1 && s->way->load == FFTC_EDGE_ROWS)) {
        return FFTC_UNSUPPORTED;
    }
    uint64_t total = lines * fftc_loops_product(&l);
    fftc_line_request request = request_for(p, s, &l, total, &pass->key.real);
    fftc_pass_wish_apply(p->limits, p->plan->count, &request);
    if ((request.mirrored == 2 && lines % 2 != 0) || !fftc_line_plan(&request, &pass->key.line)) {
        return FFTC_UNSUPPORTED;
    }
    if (total > UINT32_MAX) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "a pass has %llu lines, at most 2^32 - 1 can be numbered: pass a smaller "
                         "batch",
                         (unsigned long long)total);
    }
    fill_groups(p, s, &l, &pass->key);
    total = lines * fftc_loops_product(&l);
    set_key(p, s, &l, &pass->key);
    set_numbers(p, s, &l, &pass->numbers);
    pass->key.even = total % pass->key.line.count == 0;
    pass->numbers.lines = (uint32_t)total;
    pass->groups = (uint32_t)((total + pass->key.line.count - 1) / pass->key.line.count);
    fftc_status status = use_side(p, &s->src, s->axis);
    status = status == FFTC_SUCCESS ? use_side(p, &s->dst, s->axis) : status;
    p->plan->count += status == FFTC_SUCCESS;
    return status;
}

/* --- ways ------------------------------------------------------------------------------------- */

/* What a way that turns out not to be possible has changed, as it was. */
typedef struct attempt {
    fftc_real_planner planner;
    fftc_real_axis_side to;
    uint32_t passes;
} attempt;

static attempt attempt_begin(const fftc_real_planner *p, const fftc_real_axis_side *to)
{
    return (attempt){*p, *to, p->plan->count};
}

static void attempt_undo(const attempt *start, fftc_real_planner *p, fftc_real_axis_side *to)
{
    *p = start->planner;
    *to = start->to;
    p->plan->count = start->passes;
}

static fftc_place other_place(fftc_place place)
{
    return place == FFTC_PLACE_SCRATCH ? FFTC_PLACE_SPARE : FFTC_PLACE_SCRATCH;
}

/* Whether the pass before the last one can put its result where the last one's goes. */
static bool can_stay(const fftc_real_axis_way *w, const fftc_real_axis_side *to)
{
    return to->place != FFTC_PLACE_ANY && to->form == FFTC_FORM_COMPLEX && !to->piece &&
           extent(to->range) == to->length &&
           (w->store == FFTC_EDGE_NONE || w->store == FFTC_EDGE_SPECTRUM);
}

static fftc_status add_passes(fftc_real_planner *p, int axis, const fftc_real_axis_way *w,
                              const fftc_real_axis_side *from, fftc_real_axis_side *to,
                              const uint64_t *points, uint32_t count)
{
    step s = {.way = w, .axis = axis, .before = 1, .src = *from};
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < count && status == FFTC_SUCCESS; ++i) {
        s.points = points[i];
        s.first = i == 0;
        s.last = i + 1 == count;
        if (s.last && to->place == FFTC_PLACE_ANY) {
            to->place = other_place(s.src.place);
        }
        if (s.last || (i + 2 == count && s.src.place != to->place && can_stay(w, to))) {
            s.dst = *to;
        } else {
            bool across = plain(w) && s.src.stride[axis] > 1;
            s.dst = side_compact(p, other_place(s.src.place), axis, w->points, across);
        }
        status = add_pass(p, &s);
        s.before *= points[i];
        s.src = s.dst;
    }
    return status;
}

/* Lines of an array. */
static uint64_t lines_beside(const fftc_real_planner *p, int axis)
{
    uint64_t lines = p->layout.batch.length;
    for (int i = 0; i < p->layout.rank; ++i) {
        lines *= i != axis ? extent(p->have[i]) : 1;
    }
    return lines;
}

/* How many columns are nearer to each other than their own numbers are, where that counts. */
static uint64_t columns_beside(const fftc_real_planner *p, int axis, const fftc_real_axis_way *w,
                               const fftc_real_axis_side *from)
{
    fftc_loops l = {.digits = 0};
    for (int i = 0; i <= p->layout.rank; ++i) {
        uint64_t stride = i < p->layout.rank ? from->stride[i] : from->distance;
        if (i != axis) {
            uint64_t count = i < p->layout.rank ? extent(p->have[i]) : p->layout.batch.length;
            fftc_loops_add(&l, count, stride, stride);
        }
    }
    return plain(w) ? fftc_loops_across(&l, from->stride[axis], from->stride[axis]) : 0;
}

/* FFTC_UNSUPPORTED, without a message, if the way is not possible. */
static fftc_status try_way(fftc_real_planner *p, int axis, const fftc_real_axis_way *w,
                           const fftc_real_axis_side *from, fftc_real_axis_side *to)
{
    uint64_t points[FFTC_AXIS_PASSES_MAX];
    fftc_status status = FFTC_UNSUPPORTED;
    const fftc_pass_pairs pairs = mirrored_load(w)    ? FFTC_PASS_PAIRS_LOADED
                                  : mirrored_store(w) ? FFTC_PASS_PAIRS_STORED
                                                      : FFTC_PASS_PAIRS_NONE;
    uint32_t count =
        fftc_pass_factors(p->transform, p->limits, axis, w->points, lines_beside(p, axis),
                          columns_beside(p, axis, w, from), pairs, points);
    fftc_factors wish;
    /* Factors that were asked for keep their order. */
    bool sorted =
        pairs != FFTC_PASS_PAIRS_NONE && !fftc_factors_wished(p->limits, axis, w->points, &wish);
    if (sorted) {
        fftc_factors_arrange_pairs(points, count, item_bytes(p, FFTC_FORM_COMPLEX), pairs);
    }
    const attempt start = attempt_begin(p, to);
    uint32_t turn = mirrored_load(w) || count == 0 ? 0 : count - 1;
    /* Mirrored lines need even lengths in places, and twice the tile. So each of the factors is
     * tried in that place. */
    for (uint32_t i = 0; i < (sorted ? count : count != 0) && status == FFTC_UNSUPPORTED; ++i) {
        uint64_t order[FFTC_AXIS_PASSES_MAX];
        memcpy(order, points, sizeof order);
        if (sorted) {
            order[turn] = points[i];
            order[i] = points[turn];
        }
        status = add_passes(p, axis, w, from, to, order, count);
        if (status == FFTC_UNSUPPORTED) {
            attempt_undo(&start, p, to);
        }
    }
    return status;
}

/* Translates the places of a plan of packed rows in dst to places of this plan. */
static fftc_place place_of(fftc_place rows, fftc_place place)
{
    return place == FFTC_PLACE_DST ? rows : place == FFTC_PLACE_SCRATCH ? other_place(rows) : place;
}

static void use_bytes(fftc_real_planner *p, fftc_place place, uint64_t elements)
{
    uint64_t bytes = elements * item_bytes(p, FFTC_FORM_COMPLEX);
    p->bytes[place] = bytes > p->bytes[place] ? bytes : p->bytes[place];
}

/* Appends a plan of packed rows in place. Between the edges the other part of the scratch is
 * free. */
static fftc_status append(fftc_real_planner *p, fftc_place place, const fftc_pass_plan *rows)
{
    if (rows->elements[FFTC_PLACE_SPARE] != 0) {
        return FFTC_UNSUPPORTED;
    }
    for (uint32_t i = 0; i < rows->count; ++i) {
        fftc_pass *pass = &p->plan->pass[p->plan->count];
        if (p->plan->count == FFTC_PASSES_MAX) {
            return FFTC_UNSUPPORTED;
        }
        *pass = rows->pass[i];
        pass->src = place_of(place, pass->src);
        pass->dst = place_of(place, pass->dst);
        ++p->plan->count;
    }
    use_bytes(p, FFTC_PLACE_WORK, rows->elements[FFTC_PLACE_WORK]);
    use_bytes(p, other_place(place), rows->elements[FFTC_PLACE_SCRATCH]);
    return FFTC_SUCCESS;
}

/* Tries ways for points with other prime factors: the edges are passes of their own, with lines of
 * one point. Between them is the complex transform of packed rows, planned as for such rows by
 * themselves. */
static fftc_status try_apart(fftc_real_planner *p, int axis, const fftc_real_axis_way *w,
                             const fftc_real_axis_side *from, fftc_real_axis_side *to)
{
    bool taken = from->place == FFTC_PLACE_SCRATCH || to->place == FFTC_PLACE_SCRATCH;
    fftc_real_axis_side rows =
        side_compact(p, taken ? FFTC_PLACE_SPARE : FFTC_PLACE_SCRATCH, axis, w->points, false);
    const fftc_transform t = {.length = {w->points},
                              .batch = lines_beside(p, axis),
                              .precision = precision_of(p),
                              .direction = w->inverse ? FFTC_INVERSE : FFTC_FORWARD,
                              .placement = FFTC_IN_PLACE,
                              .scaling = FFTC_SCALE_NONE};
    fftc_pass_limits limits = *p->limits;
    fftc_pass_plan plan;
    step s = {.way = w, .axis = axis, .points = 1, .before = 1, .first = true};
    s.src = *from;
    s.dst = rows;
    if (to->place == FFTC_PLACE_ANY) {
        to->place = other_place(rows.place);
    }
    limits.load = limits.store = false;
    limits.choices = NULL; /* the choices count other passes */
    fftc_status status = add_pass(p, &s);
    if (status == FFTC_SUCCESS) {
        status = fftc_pass_plan_make(&t, &limits, &plan, p->error);
    }
    if (status == FFTC_SUCCESS) {
        status = append(p, rows.place, &plan);
    }
    s.first = false;
    s.last = true;
    s.src = rows;
    s.dst = *to;
    return status == FFTC_SUCCESS ? add_pass(p, &s) : status;
}

/* Takes pairs of real numbers that are side by side as complex numbers. */
static fftc_status try_paired(fftc_real_planner *p, int axis, fftc_real_axis_way w,
                              fftc_real_axis_side *to)
{
    fftc_real_axis_side from = p->at;
    fftc_real_axis_side into = *to;
    if (w.load == FFTC_EDGE_PAIRS && side_pair(p, &from, axis)) {
        w.load = FFTC_EDGE_NONE;
    }
    if (w.store == FFTC_EDGE_PAIRS && side_pair(p, &into, axis)) {
        w.store = FFTC_EDGE_NONE;
    }
    fftc_status status = try_way(p, axis, &w, &from, &into);
    to->place = status == FFTC_SUCCESS ? into.place : to->place;
    return status;
}

fftc_status fftc_real_axis_plan(fftc_real_planner *p, int axis, const fftc_real_axis_way *ways,
                                uint32_t count, fftc_real_axis_side to)
{
    fftc_status status = FFTC_UNSUPPORTED;
    p->at.length = p->items[axis];
    p->at.range = p->have[axis];
    for (uint32_t i = 0; i < count && status == FFTC_UNSUPPORTED; ++i) {
        status = try_paired(p, axis, ways[i], &to);
    }
    if (status == FFTC_UNSUPPORTED) {
        const attempt start = attempt_begin(p, &to);
        const fftc_real_axis_way *w = &ways[count - 1]; /* without mirrors */
        status = try_apart(p, axis, w, &p->at, &to);
        if (status != FFTC_SUCCESS) {
            attempt_undo(&start, p, &to);
        }
    }
    if (status == FFTC_UNSUPPORTED) {
        return fftc_fail(p->error, FFTC_UNSUPPORTED,
                         "%llu numbers of this kind: %s has no passes for the complex transforms "
                         "behind them: %s",
                         (unsigned long long)ways[0].n, p->limits->name,
                         fftc_pass_advice(p->limits, "pass a shorter axis, or one without prime "
                                                     "factors above 13"));
    }
    p->at = to;
    p->items[axis] = to.length;
    p->have[axis] = to.range;
    return status;
}
