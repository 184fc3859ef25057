/* SPDX-License-Identifier: MIT */
#include "common/real_pass_plan.h"

#include <math.h>
#include <string.h>

#include "common/error.h"
#include "common/pass_loops.h"
#include "common/real_layout.h"
#include "fftcore/kernel/real_edge.h"

/* --- arrays ------------------------------------------------------------------------------------- */

/* How an array is walked through: steps in items of its form. */
typedef struct side {
    fftc_place place;
    fftc_form form;
    uint64_t length; /* of the axis at hand */
    uint64_t stride[FFTC_MAX_RANK];
    uint64_t distance;
} side;

typedef struct planner {
    const fftc_transform *transform;
    const fftc_pass_limits *limits;
    fftc_layout layout;
    uint64_t have[FFTC_MAX_RANK]; /* items of the axes where the data is */
    side at;
    uint64_t bytes[FFTC_PLACE_COUNT];
    uint32_t item[FFTC_PLACE_COUNT];
    fftc_pass_plan *plan;
    fftc_error *error;
} planner;

static uint32_t item_bytes(const planner *p, fftc_form form)
{
    uint32_t scalar = p->transform->precision == FFTC_FLOAT64 ? 8 : 4;
    return form == FFTC_FORM_REAL ? scalar : 2 * scalar;
}

static side side_of_user(const planner *p, bool dst)
{
    bool in_place = p->transform->placement == FFTC_IN_PLACE;
    side s = {.place = dst || in_place ? FFTC_PLACE_DST : FFTC_PLACE_SRC,
              .distance = dst ? p->layout.batch.dst : p->layout.batch.src};
    bool real = dst ? p->layout.dst_storage.real : p->layout.src_storage.real;
    s.form = real ? FFTC_FORM_REAL : FFTC_FORM_COMPLEX;
    for (int i = 0; i < p->layout.rank; ++i) {
        s.stride[i] = dst ? p->layout.axis[i].dst : p->layout.axis[i].src;
    }
    return s;
}

/* Packed complex numbers, `length` along this axis. */
static side side_packed(const planner *p, fftc_place place, int axis, uint64_t length)
{
    side s = {.place = place, .form = FFTC_FORM_COMPLEX, .length = length};
    uint64_t step = length;
    for (int i = p->layout.rank - 1; i >= 0; --i) {
        s.stride[i] = i == axis ? 1 : step;
        step *= i == axis ? 1 : p->have[i];
    }
    s.distance = step;
    return s;
}

/* Pairs of real numbers as complex ones, where they stand so. */
static bool side_pair(const planner *p, side *s, int axis)
{
    bool even = s->form == FFTC_FORM_REAL && s->length % 2 == 0 && s->stride[axis] == 1;
    for (int i = 0; i < p->layout.rank; ++i) {
        even = even && (i == axis || p->have[i] == 1 || s->stride[i] % 2 == 0);
    }
    if (!even || (p->layout.batch.length > 1 && s->distance % 2 != 0)) {
        return false;
    }
    s->form = FFTC_FORM_COMPLEX;
    s->length /= 2;
    for (int i = 0; i < p->layout.rank; ++i) {
        s->stride[i] = i == axis ? 1 : s->stride[i] / 2;
    }
    s->distance /= 2;
    return true;
}

/* Notes what a place is used for; false, with a message, if it is too large. */
static fftc_status use_side(planner *p, const side *s, int axis)
{
    static const char *const names[] = {"src", "dst", "the scratch", "the scratch"};
    uint64_t span =
        1 + (p->layout.batch.length - 1) * s->distance + (s->length - 1) * s->stride[axis];
    uint32_t item = item_bytes(p, s->form);
    uint64_t most = p->limits->buffer_bytes_max / item;
    for (int i = 0; i < p->layout.rank; ++i) {
        span += i != axis ? (p->have[i] - 1) * s->stride[i] : 0;
    }
    most = most < UINT32_MAX ? most : UINT32_MAX;
    if (span > most) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "%s spans %llu numbers, %s can reach %llu in one buffer: pass a smaller "
                         "batch",
                         names[s->place], (unsigned long long)span, p->limits->name,
                         (unsigned long long)most);
    }
    uint64_t bytes = span * item;
    p->bytes[s->place] = bytes > p->bytes[s->place] ? bytes : p->bytes[s->place];
    p->item[s->place] = item > p->item[s->place] ? item : p->item[s->place];
    return FFTC_SUCCESS;
}

/* --- one axis ----------------------------------------------------------------------------------- */

/* A way to carry out an axis: a complex transform of `points`, with edges. */
typedef struct way {
    uint64_t points;
    uint32_t load; /* FFTC_EDGE_... */
    uint32_t store;
    uint32_t sine;
    uint32_t orthogonal;
    uint32_t n;
    bool inverse;
    double factor;
} way;

static bool mirrored_store(const way *w)
{
    return w->store == FFTC_EDGE_SPECTRUM || w->store == FFTC_EDGE_ONE;
}

/* One pass of it. */
typedef struct step {
    const way *way;
    int axis;
    uint64_t points;
    uint64_t before;
    bool first; /* reads as the way does; last: writes so */
    bool last;
    side src;
    side dst;
} step;

static fftc_line_request request_for(const planner *p, const step *s, const fftc_loops *l,
                                     uint64_t total, fftc_pass_real *real)
{
    bool whole = s->points == s->way->points;
    uint64_t lines = s->way->points / s->points;
    uint32_t tile = fftc_pass_tile(p->transform);
    fftc_line_request r = fftc_pass_request(p->transform, p->limits, s->points, total);
    r.load_across = whole ? l->digits > 0 && l->src[0] < s->src.stride[s->axis] : true;
    r.store_across = whole ? l->digits > 0 && l->dst[0] < s->dst.stride[s->axis] : s->before > 1;
    if (r.load_across || r.store_across) {
        uint64_t beside = whole ? l->count[0] : lines;
        r.tile = beside < tile ? (uint32_t)beside : tile;
    }
    r.mirrored_load = s->first && s->way->load == FFTC_EDGE_SPECTRUM;
    if (r.mirrored_load || (s->last && mirrored_store(s->way))) {
        r.mirrored = whole ? 1 : 2;
    }
    if (r.mirrored == 2) { /* as many from either end */
        r.tile = lines < 2 * tile ? (uint32_t)lines : 2 * tile;
    }
    *(r.mirrored_load ? &real->mirrored_load : &real->mirrored_store) = r.mirrored;
    return r;
}

static void set_key(const planner *p, const step *s, const fftc_loops *l, fftc_pass_key *key)
{
    const way *w = s->way;
    key->lines = (uint32_t)(w->points / s->points);
    key->before = (uint32_t)s->before;
    key->digits = l->digits;
    key->precision = (uint32_t)p->transform->precision;
    key->in_place = s->src.place == s->dst.place;
    key->inverse = w->inverse;
    key->src_stride = (uint32_t)s->src.stride[s->axis];
    key->dst_stride = (uint32_t)s->dst.stride[s->axis];
    key->src_range[1] = (uint32_t)w->points;
    key->dst_range[1] = (uint32_t)w->points;
    key->src_form = (uint32_t)s->src.form;
    key->dst_form = (uint32_t)s->dst.form;
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

/* FFTC_UNSUPPORTED without a message if the way does not go. */
static fftc_status add_pass(planner *p, const step *s)
{
    fftc_loops l = {.digits = 0};
    fftc_pass *pass = &p->plan->pass[p->plan->count];
    *pass = (fftc_pass){.src = s->src.place, .dst = s->dst.place};
    for (int i = 0; i < p->layout.rank; ++i) {
        if (i != s->axis) {
            fftc_loops_add(&l, p->have[i], s->src.stride[i], s->dst.stride[i]);
        }
    }
    fftc_loops_add(&l, p->layout.batch.length, s->src.distance, s->dst.distance);
    fftc_loops_merge(&l);
    uint64_t lines = s->way->points / s->points;
    uint64_t total = lines * fftc_loops_product(&l);
    fftc_line_request request = request_for(p, s, &l, total, &pass->key.real);
    if (p->plan->count < FFTC_PASSES_MAX) {
        fftc_pass_wish_apply(p->limits, p->plan->count, &request);
    }
    if (p->plan->count == FFTC_PASSES_MAX || (request.mirrored == 2 && lines % 2 != 0) ||
        !fftc_line_plan(&request, &pass->key.line)) {
        return FFTC_UNSUPPORTED;
    }
    if (total > UINT32_MAX) {
        return fftc_fail(p->error, FFTC_TOO_LARGE,
                         "a pass has %llu lines, at most 2^32 - 1 can be numbered: pass a smaller "
                         "batch",
                         (unsigned long long)total);
    }
    set_key(p, s, &l, &pass->key);
    pass->key.even = total % pass->key.line.count == 0;
    pass->numbers.lines = (uint32_t)total;
    for (uint32_t i = 0; i < l.digits; ++i) {
        pass->numbers.count[i] = (uint32_t)l.count[i];
        pass->numbers.src_step[i] = (uint32_t)l.src[i];
        pass->numbers.dst_step[i] = (uint32_t)l.dst[i];
    }
    pass->groups = (uint32_t)((total + pass->key.line.count - 1) / pass->key.line.count);
    fftc_status status = use_side(p, &s->src, s->axis);
    status = status == FFTC_SUCCESS ? use_side(p, &s->dst, s->axis) : status;
    p->plan->count += status == FFTC_SUCCESS;
    return status;
}

/* Where the pass before the last puts its result, if it can be where the last one's goes. */
static bool can_stay(const way *w, const side *to)
{
    return to->form == FFTC_FORM_COMPLEX &&
           (w->store == FFTC_EDGE_NONE || w->store == FFTC_EDGE_SPECTRUM);
}

static fftc_status add_passes(planner *p, int axis, const way *w, const side *from, const side *to,
                              const uint64_t *points, uint32_t count)
{
    step s = {.way = w, .axis = axis, .before = 1, .src = *from};
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < count && status == FFTC_SUCCESS; ++i) {
        s.points = points[i];
        s.first = i == 0;
        s.last = i + 1 == count;
        if (s.last || (i + 2 == count && s.src.place != to->place && can_stay(w, to))) {
            s.dst = *to;
        } else {
            s.dst = side_packed(
                p, s.src.place == FFTC_PLACE_SCRATCH ? FFTC_PLACE_SPARE : FFTC_PLACE_SCRATCH, axis,
                w->points);
        }
        status = add_pass(p, &s);
        s.before *= points[i];
        s.src = s.dst;
    }
    return status;
}

/* Lines of an array. */
static uint64_t lines_beside(const planner *p, int axis)
{
    uint64_t lines = p->layout.batch.length;
    for (int i = 0; i < p->layout.rank; ++i) {
        lines *= i != axis ? p->have[i] : 1;
    }
    return lines;
}

/* FFTC_UNSUPPORTED, without a message, if it does not go. */
static fftc_status try_way(planner *p, int axis, const way *w, const side *from, const side *to)
{
    uint64_t points[FFTC_AXIS_PASSES_MAX];
    fftc_status status = FFTC_UNSUPPORTED;
    uint32_t count =
        fftc_pass_factors(p->transform, p->limits, axis, w->points, lines_beside(p, axis), points);
    for (uint32_t i = 1; i < count && (w->load == FFTC_EDGE_SPECTRUM || mirrored_store(w)); ++i) {
        for (uint32_t k = i; k > 0 && points[k - 1] > points[k]; --k) {
            uint64_t larger = points[k - 1];
            points[k - 1] = points[k];
            points[k] = larger;
        }
    }
    planner before = *p;
    uint32_t passes = p->plan->count;
    bool mirrored = w->load == FFTC_EDGE_SPECTRUM || mirrored_store(w);
    uint32_t turn = w->load == FFTC_EDGE_SPECTRUM || count == 0 ? 0 : count - 1;
    /* Mirrored lines ask for even lengths here and there, and for twice the tile: each of the factors in
     * that place, the smallest first (512 and 1024 points: 1.65 ms on an H200, 1024 and 512 2.58). */
    for (uint32_t i = 0; i < (mirrored ? count : count != 0) && status == FFTC_UNSUPPORTED; ++i) {
        uint64_t order[FFTC_AXIS_PASSES_MAX];
        memcpy(order, points, sizeof order);
        if (mirrored) {
            order[turn] = points[i];
            order[i] = points[turn];
        }
        *p = before;
        p->plan->count = passes;
        status = add_passes(p, axis, w, from, to, order, count);
    }
    return status;
}

/* Appends a plan of packed rows in place. */
static fftc_status append(planner *p, fftc_place place, const fftc_pass_plan *rows)
{
    for (uint32_t i = 0; i < rows->count; ++i) {
        fftc_pass *pass = &p->plan->pass[p->plan->count];
        if (p->plan->count == FFTC_PASSES_MAX) {
            return FFTC_UNSUPPORTED;
        }
        *pass = rows->pass[i];
        pass->src = pass->src == FFTC_PLACE_WORK ? FFTC_PLACE_WORK : place;
        pass->dst = pass->dst == FFTC_PLACE_WORK ? FFTC_PLACE_WORK : place;
        ++p->plan->count;
    }
    uint64_t work = rows->elements[FFTC_PLACE_WORK] * item_bytes(p, FFTC_FORM_COMPLEX);
    p->bytes[FFTC_PLACE_WORK] = work > p->bytes[FFTC_PLACE_WORK] ? work : p->bytes[FFTC_PLACE_WORK];
    p->item[FFTC_PLACE_WORK] = item_bytes(p, FFTC_FORM_COMPLEX);
    return FFTC_SUCCESS;
}

/* Where the points have other prime factors: edges in passes of their own, lines of one point; between
 * them the complex transform of packed rows, as for such rows by themselves. */
static fftc_status try_apart(planner *p, int axis, const way *w, const side *from, const side *to)
{
    bool taken = from->place == FFTC_PLACE_SCRATCH || to->place == FFTC_PLACE_SCRATCH;
    side rows = side_packed(p, taken ? FFTC_PLACE_SPARE : FFTC_PLACE_SCRATCH, axis, w->points);
    const fftc_transform t = {.length = {w->points},
                              .batch = lines_beside(p, axis),
                              .precision = p->transform->precision,
                              .direction = w->inverse ? FFTC_INVERSE : FFTC_FORWARD,
                              .placement = FFTC_IN_PLACE,
                              .scaling = FFTC_SCALE_NONE};
    fftc_pass_limits limits = *p->limits;
    fftc_pass_plan plan;
    limits.choices = NULL; /* they count other passes */
    step s = {.way = w, .axis = axis, .points = 1, .before = 1, .first = true};
    s.src = *from;
    s.dst = rows;
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

/* The first of `count` ways that goes. Pairs of real numbers that stand side by side are complex ones. */
static fftc_status plan_axis(planner *p, int axis, const way *ways, uint32_t count, side to)
{
    fftc_status status = FFTC_UNSUPPORTED;
    for (uint32_t i = 0; i < count && status == FFTC_UNSUPPORTED; ++i) {
        way w = ways[i];
        side from = p->at;
        side into = to;
        if (w.load == FFTC_EDGE_PAIRS && side_pair(p, &from, axis)) {
            w.load = FFTC_EDGE_NONE;
        }
        if (w.store == FFTC_EDGE_PAIRS && side_pair(p, &into, axis)) {
            w.store = FFTC_EDGE_NONE;
        }
        status = try_way(p, axis, &w, &from, &into);
    }
    if (status == FFTC_UNSUPPORTED) {
        planner before = *p;
        uint32_t passes = p->plan->count;
        const way *w = &ways[count - 1]; /* without mirrors */
        status = try_apart(p, axis, w, &p->at, &to);
        if (status != FFTC_SUCCESS) {
            *p = before;
            p->plan->count = passes;
        }
    }
    if (status == FFTC_UNSUPPORTED) {
        return fftc_fail(p->error, FFTC_UNSUPPORTED,
                         "%llu numbers of this kind: %s has no passes for the complex transforms "
                         "behind them: pass a shorter axis, or one without prime factors above 13",
                         (unsigned long long)ways[0].n, p->limits->name);
    }
    p->at = to;
    p->have[axis] = to.length;
    return status;
}

/* --- kinds -------------------------------------------------------------------------------------- */

static fftc_status plan_complex(planner *p, int axis, double scale, side to)
{
    uint64_t n = p->have[axis];
    way w = {.points = n,
             .n = (uint32_t)n,
             .inverse = p->transform->direction == FFTC_INVERSE,
             .factor = scale};
    p->at.length = n;
    to.length = n;
    return n == 1 && scale == 1.0 && p->at.place == to.place ? FFTC_SUCCESS
                                                             : plan_axis(p, axis, &w, 1, to);
}

/* Real numbers to half spectra. */
static fftc_status plan_forward(planner *p, int axis, double scale, side to)
{
    uint64_t n = p->layout.axis[axis].length;
    const way ways[] = {{.points = n / 2,
                         .load = FFTC_EDGE_PAIRS,
                         .store = FFTC_EDGE_SPECTRUM,
                         .n = (uint32_t)n,
                         .factor = 0.5 * scale},
                        {.points = n,
                         .load = FFTC_EDGE_REALS,
                         .store = FFTC_EDGE_HALF,
                         .n = (uint32_t)n,
                         .factor = scale}};
    uint32_t odd = n % 2 != 0;
    p->at.length = n;
    to.length = n / 2 + 1;
    return plan_axis(p, axis, ways + odd, 2 - odd, to);
}

static fftc_status plan_backward(planner *p, int axis, double scale, side to)
{
    uint64_t n = p->layout.axis[axis].length;
    const way ways[] = {{.points = n / 2,
                         .load = FFTC_EDGE_SPECTRUM,
                         .store = FFTC_EDGE_PAIRS,
                         .n = (uint32_t)n,
                         .inverse = true,
                         .factor = scale},
                        {.points = n,
                         .load = FFTC_EDGE_HALF,
                         .store = FFTC_EDGE_REALS,
                         .n = (uint32_t)n,
                         .inverse = true,
                         .factor = scale}};
    uint32_t odd = n % 2 != 0;
    p->at.length = n / 2 + 1;
    to.length = n;
    return plan_axis(p, axis, ways + odd, 2 - odd, to);
}

static fftc_status plan_trigonometric(planner *p, int axis, double scale, side to)
{
    uint64_t n = p->layout.axis[axis].length;
    fftc_trigonometric kind = fftc_real_kind_of(p->transform, axis);
    way w[2] = {{.points = n,
                 .n = (uint32_t)n,
                 .sine = kind >= FFTC_DST_I,
                 .orthogonal = p->transform->scaling == FFTC_SCALE_UNITARY,
                 .factor = scale}};
    uint32_t count = 1;
    switch (kind) {
    case FFTC_DCT_I:
    case FFTC_DST_I:
        w[1] = w[0];
        w[0].points = fftc_real_logical(kind, n) / 2;
        w[0].load = w[0].store = FFTC_EDGE_ONE;
        w[0].factor *= 0.5;
        w[1].points = fftc_real_logical(kind, n);
        w[1].load = w[1].store = FFTC_EDGE_ONE_WHOLE;
        count = 2;
        break;
    case FFTC_DCT_II:
    case FFTC_DST_II:
        w[0].load = w[0].store = FFTC_EDGE_TWO;
        w[0].factor *= 2.0;
        break;
    case FFTC_DCT_III:
    case FFTC_DST_III:
        w[0].load = w[0].store = FFTC_EDGE_THREE;
        w[0].inverse = true;
        break;
    default:
        w[0].load = w[0].store = n % 2 == 0 ? FFTC_EDGE_FOUR : FFTC_EDGE_FOUR_ODD;
        w[0].points = n % 2 == 0 ? n / 2 : n;
        w[0].factor *= n % 2 == 0 ? 2.0 : 1.41421356237309504880;
    }
    p->at.length = n;
    to.length = n;
    return plan_axis(p, axis, w, count, to);
}

/* --- the whole ---------------------------------------------------------------------------------- */

static double scale_of(const planner *p)
{
    const fftc_transform *t = p->transform;
    double points = 1.0;
    for (int i = 0; i < p->layout.rank; ++i) {
        uint64_t n = p->layout.axis[i].length;
        points *= (double)(t->kind == FFTC_REAL ? n : fftc_real_logical(t->trigonometric[i], n));
    }
    switch (t->scaling) {
    case FFTC_SCALE_UNITARY: return 1.0 / sqrt(points);
    case FFTC_SCALE_DEFAULT: return t->direction == FFTC_INVERSE ? 1.0 / points : 1.0;
    default: return 1.0;
    }
}

/* From the spectrum: the other axes first, on n / 2 + 1 columns; out of place in the scratch. */
static fftc_status plan_inverse(planner *p, double scale)
{
    int last = p->layout.rank - 1;
    uint64_t others = p->layout.points / p->layout.axis[last].length;
    fftc_status status = FFTC_SUCCESS;
    p->have[last] = p->have[last] / 2 + 1;
    side work = p->transform->placement == FFTC_IN_PLACE
                    ? p->at
                    : side_packed(p, FFTC_PLACE_SCRATCH, last, p->have[last]);
    for (int i = last - 1; i >= 0 && others > 1 && status == FFTC_SUCCESS; --i) {
        if (p->have[i] > 1) {
            status = plan_complex(p, i, 1.0, work);
        }
    }
    return status == FFTC_SUCCESS ? plan_backward(p, last, scale, side_of_user(p, true)) : status;
}

static fftc_status plan_all(planner *p)
{
    const fftc_transform *t = p->transform;
    double scale = scale_of(p);
    int first = 0; /* the axis that comes last */
    fftc_status status = FFTC_SUCCESS;
    side to = side_of_user(p, true);
    if (t->kind == FFTC_REAL && t->direction == FFTC_INVERSE) {
        return plan_inverse(p, scale);
    }
    while (t->kind == FFTC_REAL && first + 1 < p->layout.rank && p->have[first] == 1) {
        ++first;
    }
    for (int i = p->layout.rank - 1; i >= first && status == FFTC_SUCCESS; --i) {
        double own = i == first ? scale : 1.0;
        if (t->kind == FFTC_REAL_TO_REAL) {
            status = plan_trigonometric(p, i, own, to);
        } else if (i == p->layout.rank - 1) {
            status = plan_forward(p, i, own, to);
        } else if (p->have[i] > 1) {
            status = plan_complex(p, i, own, to);
        }
    }
    return status;
}

static fftc_status check_supported(const fftc_transform *t, const fftc_pass_limits *limits,
                                   fftc_error *error)
{
    const char *what = t->precision == FFTC_FLOAT16 ? "half storage"
                       : t->format == FFTC_SPLIT    ? "split storage"
                                                    : NULL;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (t->src_range[i].end != 0 || t->dst_range[i].end != 0) {
            what = "ranges";
        }
    }
    if (what == NULL && (limits->load || limits->store)) {
        what = "accessors";
    }
    return what == NULL ? FFTC_SUCCESS
                        : fftc_fail(error, FFTC_UNSUPPORTED,
                                    "transforms of real numbers have no %s on Vulkan devices yet: "
                                    "leave them out, or pass FFTC_COMPLEX",
                                    what);
}

fftc_status fftc_real_pass_plan_make(const fftc_transform *transform,
                                     const fftc_pass_limits *limits, fftc_pass_plan *plan,
                                     fftc_error *error)
{
    planner p = {.transform = transform, .limits = limits, .plan = plan, .error = error};
    *plan = (fftc_pass_plan){.count = 0};
    fftc_status status = fftc_real_layout_make(transform, &p.layout, error);
    if (status == FFTC_SUCCESS) {
        status = check_supported(transform, limits, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < p.layout.rank; ++i) {
        p.have[i] = p.layout.axis[i].length;
    }
    p.at = side_of_user(&p, false);
    status = plan_all(&p);
    for (int i = 0; i < FFTC_PLACE_COUNT && status == FFTC_SUCCESS; ++i) {
        plan->item[i] = p.item[i] != 0 ? p.item[i] : 1;
        plan->elements[i] = p.bytes[i] / plan->item[i];
    }
    return status;
}
