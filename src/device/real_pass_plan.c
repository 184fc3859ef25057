/* SPDX-License-Identifier: MIT */
#include "device/real_pass_plan.h"

#include <string.h>

#include "describe/real_layout.h"
#include "device/real_axis_plan.h"
#include "fftcore/kernel/real_edge.h"
#include "support/error.h"

/* --- kinds ------------------------------------------------------------------------------------ */

static fftc_status plan_complex(fftc_real_planner *p, int axis, double scale,
                                fftc_real_axis_side to)
{
    uint64_t n = p->items[axis];
    fftc_real_axis_way w = {.points = n,
                            .n = (uint32_t)n,
                            .inverse = p->transform->direction == FFTC_INVERSE,
                            .factor = scale};
    to.length = n;
    to.range = p->layout.dst_range[axis];
    return fftc_real_axis_plan(p, axis, &w, 1, to);
}

/* Real numbers to half spectra, or back: pairs of one row; or, of an odd length, two rows in one
 * transform if there are two; else as complex numbers. The results of the first way are too large
 * by 1 / factor. */
static fftc_status plan_real(fftc_real_planner *p, int axis, const fftc_real_axis_way *way,
                             double factor, fftc_real_axis_side to)
{
    fftc_real_axis_way w[2] = {*way, *way};
    uint32_t first = 0;
    uint32_t pairs = FFTC_EDGE_PAIRS;
    uint32_t mirrored = FFTC_EDGE_SPECTRUM;
    w[0].factor *= factor;
    w[0].points = way->n / 2;
    if (way->n % 2 != 0) {
        w[0].points = way->n;
        pairs = mirrored = FFTC_EDGE_ROWS;
        first = way->n == 1;
    }
    w[0].load = way->inverse ? mirrored : pairs;
    w[0].store = way->inverse ? pairs : mirrored;
    w[1].load = way->inverse ? FFTC_EDGE_HALF : FFTC_EDGE_REALS;
    w[1].store = way->inverse ? FFTC_EDGE_REALS : FFTC_EDGE_HALF;
    to.range = p->layout.dst_range[axis];
    return fftc_real_axis_plan(p, axis, w + first, 2 - first, to);
}

static fftc_status plan_forward(fftc_real_planner *p, int axis, double scale,
                                fftc_real_axis_side to)
{
    uint64_t n = p->layout.axis[axis].length;
    const fftc_real_axis_way way = {.points = n, .n = (uint32_t)n, .factor = scale};
    to.length = n / 2 + 1;
    return plan_real(p, axis, &way, 0.5, to);
}

static fftc_status plan_backward(fftc_real_planner *p, int axis, double scale,
                                 fftc_real_axis_side to)
{
    uint64_t n = p->layout.axis[axis].length;
    const fftc_real_axis_way way = {
        .points = n, .n = (uint32_t)n, .inverse = true, .factor = scale};
    to.length = n;
    return plan_real(p, axis, &way, 1.0, to);
}

/* For an even length, puts ways with half as many points first. Returns how many ways there are. */
static uint32_t pair_up(fftc_real_axis_way w[2], uint64_t n, uint32_t edge)
{
    if (n % 2 != 0) {
        return 1;
    }
    w[1] = w[0];
    w[0].points = n / 2;
    w[0].load = w[0].store = edge;
    return 2;
}

/* FFTC_EDGE_FOUR_ODD computes places among 16 n numbers, in 32 bits. */
#define FOUR_ODD_MOST ((uint64_t)1 << 28)

static fftc_status plan_trigonometric(fftc_real_planner *p, int axis, double scale,
                                      fftc_real_axis_side to)
{
    uint64_t n = p->layout.axis[axis].length;
    fftc_trigonometric kind = fftc_real_kind_of(&p->layout, p->transform->direction, axis);
    fftc_real_axis_way w[2] = {{.points = n,
                                .n = (uint32_t)n,
                                .sine = fftc_is_sine(kind),
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
        w[1].load = w[1].store = FFTC_EDGE_ONE_EXTENDED;
        count = 2;
        break;
    case FFTC_DCT_II:
    case FFTC_DST_II:
        count = pair_up(w, n, FFTC_EDGE_TWO_PAIRS);
        w[count - 1].load = w[count - 1].store = FFTC_EDGE_TWO;
        w[count - 1].factor *= 2.0;
        break;
    case FFTC_DCT_III:
    case FFTC_DST_III:
        w[0].inverse = true;
        count = pair_up(w, n, FFTC_EDGE_THREE_PAIRS);
        w[count - 1].load = w[count - 1].store = FFTC_EDGE_THREE;
        break;
    default:
        if (n % 2 != 0 && n > FOUR_ODD_MOST) {
            return fftc_fail(p->error, FFTC_TOO_LARGE,
                             "a DCT IV or DST IV of an odd length has at most 2^28 numbers on "
                             "devices, this one %llu: pass an even length",
                             (unsigned long long)n);
        }
        w[0].load = w[0].store = n % 2 == 0 ? FFTC_EDGE_FOUR : FFTC_EDGE_FOUR_ODD;
        w[0].points = n % 2 == 0 ? n / 2 : n;
        w[0].factor *= n % 2 == 0 ? 2.0 : 1.41421356237309504880;
    }
    to.length = n;
    to.range = p->layout.dst_range[axis];
    return fftc_real_axis_plan(p, axis, w, count, to);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Whether the other axes have rows of half spectra beside them, and not whole planes of these. */
static bool beside_rows(const fftc_real_planner *p)
{
    int axes = 0;
    for (int i = 0; i + 1 < p->layout.rank; ++i) {
        axes += p->items[i] > 1;
    }
    return axes == 1;
}

/* Plans transforms from spectra: the other axes come first, on n / 2 + 1 columns; out of place in
 * the scratch. The slowest axis comes first, because its elements have the most between them: after
 * it the others can be done in place. */
static fftc_status plan_inverse(fftc_real_planner *p, double scale)
{
    int last = p->layout.rank - 1;
    fftc_status status = FFTC_SUCCESS;
    bool stays = p->transform->placement == FFTC_IN_PLACE && p->at.form == FFTC_FORM_COMPLEX &&
                 !p->limits->load && !p->limits->store;
    uint64_t pitch = beside_rows(p) ? fftc_side_pitch(p, p->items[last]) : p->items[last];
    fftc_real_axis_side work =
        stays ? p->at : fftc_side_packed(p, FFTC_PLACE_SCRATCH, FFTC_FORM_COMPLEX, last, pitch);
    for (int i = p->layout.loops; i < last && status == FFTC_SUCCESS; ++i) {
        if (p->items[i] > 1) {
            status = plan_complex(p, i, 1.0, work);
        }
    }
    return status == FFTC_SUCCESS ? plan_backward(p, last, scale, fftc_side_of_user(p, true))
                                  : status;
}

/* Where the result of an axis goes that is not the last one: to where it is, if possible. */
static fftc_real_axis_side side_between(const fftc_real_planner *p, int axis, uint64_t length)
{
    bool real = p->transform->kind == FFTC_REAL_TO_REAL;
    fftc_range have[FFTC_MAX_RANK]; /* once the axis is done */
    memcpy(have, p->have, sizeof have);
    have[axis] = p->layout.dst_range[axis];
    if (fftc_pass_dst_holds(p->transform, p->limits, &p->layout, have)) {
        return fftc_side_of_user(p, true);
    }
    if (!real && axis != p->layout.rank - 1 &&
        (p->at.place == FFTC_PLACE_SCRATCH || p->at.place == FFTC_PLACE_SPARE)) {
        return p->at;
    }
    return fftc_side_packed(p, FFTC_PLACE_ANY, real ? FFTC_FORM_REAL : FFTC_FORM_COMPLEX, axis,
                            length);
}

static fftc_status plan_all(fftc_real_planner *p)
{
    const fftc_transform *t = p->transform;
    double scale = fftc_layout_scale(p->transform, &p->layout, p->layout.loops, p->layout.rank);
    int first = p->layout.loops; /* the axis that comes last */
    int last = p->layout.rank - 1;
    fftc_status status = FFTC_SUCCESS;
    if (t->kind == FFTC_REAL && t->direction == FFTC_INVERSE) {
        return plan_inverse(p, scale);
    }
    while (t->kind == FFTC_REAL && first < last && p->items[first] == 1) {
        ++first;
    }
    for (int i = last; i >= first && status == FFTC_SUCCESS; --i) {
        double own = i == first ? scale : 1.0;
        uint64_t length = t->kind == FFTC_REAL && i == last ? p->items[i] / 2 + 1 : p->items[i];
        fftc_real_axis_side to =
            i == first ? fftc_side_of_user(p, true) : side_between(p, i, length);
        if (t->kind == FFTC_REAL_TO_REAL) {
            status = plan_trigonometric(p, i, own, to);
        } else if (i == last) {
            status = plan_forward(p, i, own, to);
        } else if (p->items[i] > 1) {
            status = plan_complex(p, i, own, to);
        }
    }
    return status;
}

/* In place, each axis has both of its ranges, as for complex numbers. */
static void widen_in_place(fftc_real_planner *p)
{
    bool array = fftc_pass_is_array(p->transform, p->limits, FFTC_PLACE_DST);
    uint64_t span = 1 + (p->layout.batch.length - 1) * p->layout.batch.dst;
    for (int i = 0; i < p->layout.rank; ++i) {
        uint64_t src_end = p->layout.src_range[i].end;
        uint64_t dst_end = p->layout.dst_range[i].end;
        span += ((src_end > dst_end ? src_end : dst_end) - 1) * p->layout.axis[i].dst;
    }
    uint64_t bytes = span * fftc_storage_item(p->layout.dst_storage);
    if (array && bytes > p->bytes[FFTC_PLACE_DST]) {
        p->bytes[FFTC_PLACE_DST] = bytes;
    }
}

/* The scratch is counted in complex numbers, whatever it holds. */
static void use_places(const fftc_real_planner *p, fftc_pass_plan *plan)
{
    uint32_t number = fftc_complex_bytes(p->transform->precision);
    for (int i = 0; i < FFTC_PLACE_COUNT; ++i) {
        bool users = i == FFTC_PLACE_SRC || i == FFTC_PLACE_DST;
        plan->item[i] = !users ? number : p->item[i] != 0 ? p->item[i] : 1;
        uint64_t unit = plan->item[i] == 2 ? 4 : plan->item[i]; /* whole words */
        plan->elements[i] = (p->bytes[i] + unit - 1) / unit * (unit / plan->item[i]);
    }
    plan->split[FFTC_PLACE_SRC] = p->layout.src_storage.split;
    plan->split[FFTC_PLACE_DST] = p->layout.dst_storage.split;
}

fftc_status fftc_real_pass_plan_make(const fftc_transform *transform,
                                     const fftc_pass_limits *limits, fftc_pass_plan *plan,
                                     fftc_error *error)
{
    fftc_real_planner p = {.transform = transform, .limits = limits, .plan = plan, .error = error};
    *plan = (fftc_pass_plan){.count = 0};
    fftc_status status = fftc_real_layout_make(transform, &p.layout, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < p.layout.rank; ++i) {
        bool spectrum = transform->kind == FFTC_REAL && transform->direction == FFTC_INVERSE &&
                        i == p.layout.rank - 1;
        uint64_t length = p.layout.axis[i].length;
        p.items[i] = spectrum ? length / 2 + 1 : length;
        p.have[i] = p.layout.src_range[i];
    }
    p.at = fftc_side_of_user(&p, false);
    status = plan_all(&p);
    if (status == FFTC_SUCCESS) {
        plan->pass[plan->count - 1].key.store = limits->store;
        if (transform->placement == FFTC_IN_PLACE && transform->kind == FFTC_REAL_TO_REAL) {
            widen_in_place(&p);
        }
        use_places(&p, plan);
    }
    return status;
}
