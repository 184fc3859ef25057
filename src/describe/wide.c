/* SPDX-License-Identifier: MIT */
#include "describe/wide.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "describe/real_layout.h"
#include "support/check.h"
#include "support/error.h"

#define MAX_ITEMS ((int64_t)(FFTC_MAX_SPAN / 16))

static bool is_negative(uint64_t stride)
{
    return (int64_t)stride < 0 && stride != FFTC_STRIDE_ZERO;
}

/* Whether a description sets something that fftc_layout_read has no words for. */
static bool needs_wide_words(const fftc_transform *t)
{
    bool wide = t->loops[0].length != 0 || t->conjugate != 0 || t->kind == FFTC_REAL_SOURCE ||
                t->placement == FFTC_IN_PLACE || is_negative(t->src_distance) ||
                is_negative(t->dst_distance);
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        wide = wide || is_negative(t->src_stride[i]) || is_negative(t->dst_stride[i]) ||
               fftc_is_halfcomplex(t->trigonometric[i]);
    }
    return wide;
}

/* --- checks ----------------------------------------------------------------------------------- */

/* What nothing of this file changes is checked as fftc_layout_read does it. */
static fftc_status check_tame(const fftc_transform *t, fftc_error *error)
{
    fftc_layout ignored;
    fftc_transform tame = *t;
    if (t->placement == FFTC_IN_PLACE) {
        tame.placement = FFTC_OUT_OF_PLACE;
    }
    memset(tame.src_stride, 0, sizeof tame.src_stride);
    memset(tame.dst_stride, 0, sizeof tame.dst_stride);
    memset(tame.loops, 0, sizeof tame.loops);
    tame.src_distance = tame.dst_distance = 0;
    tame.conjugate = 0;
    if (t->kind == FFTC_REAL_SOURCE) {
        tame.kind = FFTC_COMPLEX;
    }
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (fftc_is_halfcomplex(t->trigonometric[i]) && t->loop[i] == 0) {
            tame.trigonometric[i] = FFTC_DCT_II;
        }
    }
    if (t->length[0] != 0) {
        return fftc_layout_read(&tame, &ignored, error);
    }
    if (t->kind != FFTC_COMPLEX && t->kind != FFTC_REAL_TO_REAL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "without a length, kind is FFTC_COMPLEX or FFTC_REAL_TO_REAL: the "
                         "numbers that are copied");
    }
    if (t->loops[0].length == 0 || t->batch > 1) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "length[0] is 0: give at least one length, from the slowest axis to the "
                         "fastest, or, to copy, loops alone without a batch");
    }
    tame.length[0] = 1; /* whatever is given for an axis behind it is still refused */
    return t->trigonometric[0] != 0 || t->src_range[0].end != 0 || t->dst_range[0].end != 0 ||
                   t->loop[0] != 0
               ? fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "something is given for axis 0, but without a length there is none")
               : fftc_layout_read(&tame, &ignored, error);
}

static fftc_status check_strides_given(const fftc_transform *t, fftc_error *error)
{
    for (int dst = 0; dst < 2; ++dst) {
        const uint64_t *stride = dst ? t->dst_stride : t->src_stride;
        const uint64_t distance = dst ? t->dst_distance : t->src_distance;
        const fftc_status status = fftc_layout_check_given(dst ? "dst" : "src", t->length, stride,
                                                           t->batch, distance, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_special(const fftc_transform *t, fftc_error *error)
{
    bool ranges = false;
    bool half = t->kind == FFTC_REAL_SOURCE;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        half = half || fftc_is_halfcomplex(t->trigonometric[i]);
        ranges = ranges || fftc_range_is_partial(t->src_range[i], t->length[i]) ||
                 fftc_range_is_partial(t->dst_range[i], t->length[i]);
    }
    if (half && ranges) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "FFTC_REAL_SOURCE and the halfcomplex and Hartley transforms have no "
                         "ranges: fill up with zeros, or leave out of the results");
    }
    if (t->conjugate != 0 && t->kind != FFTC_REAL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "conjugate is set, but kind is not FFTC_REAL: take the other direction");
    }
    return FFTC_SUCCESS;
}

static fftc_status check_stride(int64_t stride, fftc_error *error)
{
    return stride >= -MAX_ITEMS && stride <= MAX_ITEMS
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_TOO_LARGE, "a stride is %lld: at most %lld",
                           (long long)stride, (long long)MAX_ITEMS);
}

static uint64_t magnitude(int64_t stride)
{
    return stride < 0 ? (uint64_t)-stride : (uint64_t)stride;
}

/* Whether both sides fit the address space, counted as their elements and as what they span. */
static fftc_status check_spans(const fftc_wide *w, fftc_error *error)
{
    for (int side = 0; side < 2; ++side) {
        uint64_t items = 1;
        uint64_t span = 1;
        bool fits = true;
        for (int i = 0; i < w->loops + w->rank; ++i) {
            const bool loop = i < w->loops;
            const fftc_wide_axis *axis = &w->axis[loop ? 0 : i - w->loops];
            const uint64_t length = loop ? w->loop[i].length : axis->length[side];
            const int64_t stride = loop ? w->loop[i].stride[side] : axis->stride[side];
            uint64_t reach;
            fits = fits && !__builtin_mul_overflow(items, length, &items) &&
                   items <= (uint64_t)MAX_ITEMS &&
                   !__builtin_mul_overflow(length - 1, magnitude(stride), &reach) &&
                   !__builtin_add_overflow(span, reach, &span) && span <= (uint64_t)MAX_ITEMS;
        }
        if (!fits) {
            return fftc_fail(error, FFTC_TOO_LARGE,
                             "the arrays would span more than the address space");
        }
    }
    return FFTC_SUCCESS;
}

/* No two results may share a place. */
static fftc_status check_results(const fftc_wide *w, fftc_error *error)
{
    uint64_t length[FFTC_WIDE_LOOPS + FFTC_MAX_RANK];
    uint64_t stride[FFTC_WIDE_LOOPS + FFTC_MAX_RANK];
    int count = 0;
    for (int i = 0; i < w->loops; ++i, ++count) {
        length[count] = w->loop[i].length;
        stride[count] = magnitude(w->loop[i].stride[1]);
    }
    for (int i = 0; i < w->rank; ++i, ++count) {
        length[count] = w->axis[i].range[1].end - w->axis[i].range[1].begin;
        stride[count] = magnitude(w->axis[i].stride[1]);
    }
    return fftc_strides_meet(length, stride, count)
               ? fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "dst strides overlap: two results may have the same place")
               : FFTC_SUCCESS;
}

/* --- reading ---------------------------------------------------------------------------------- */

static void add_loop(fftc_wide *w, uint64_t length, int64_t src, int64_t dst)
{
    if (length > 1) {
        w->loop[w->loops++] = (fftc_wide_loop){length, {src, dst}};
    }
}

static fftc_status read_loops(const fftc_transform *t, fftc_wide *w, fftc_error *error)
{
    bool ended = false;
    for (int i = 0; i < FFTC_MAX_LOOPS; ++i) {
        const fftc_loop *loop = &t->loops[i];
        if (ended && (loop->length != 0 || loop->src_stride != 0 || loop->dst_stride != 0)) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "loops[%d] is given after a loop of length 0, which ends the list", i);
        }
        ended = ended || loop->length == 0;
        if (loop->length > (uint64_t)MAX_ITEMS) {
            return fftc_fail(error, FFTC_TOO_LARGE, "loops[%d].length is %llu: at most %lld", i,
                             (unsigned long long)loop->length, (long long)MAX_ITEMS);
        }
        if (loop->length > 1 && loop->dst_stride == 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "loops[%d].dst_stride is 0: no two results may share a place", i);
        }
        add_loop(w, loop->length, loop->src_stride, loop->dst_stride);
    }
    return FFTC_SUCCESS;
}

static void read_axes(const fftc_transform *t, fftc_wide *w)
{
    const fftc_side src = fftc_transform_side(t, false);
    const fftc_side dst = fftc_transform_side(t, true);
    add_loop(w, t->batch, (int64_t)src.distance, (int64_t)dst.distance);
    for (int i = 0; i < FFTC_MAX_RANK && t->length[i] != 0; ++i) {
        if (t->loop[i] != 0) {
            add_loop(w, t->length[i], (int64_t)src.stride[i], (int64_t)dst.stride[i]);
            continue;
        }
        w->axis[w->rank++] =
            (fftc_wide_axis){.points = t->length[i],
                             .length = {src.length[i], dst.length[i]},
                             .stride = {(int64_t)src.stride[i], (int64_t)dst.stride[i]},
                             .range = {src.range[i], dst.range[i]},
                             .trigonometric = t->trigonometric[i]};
    }
    const bool split = t->format == FFTC_SPLIT;
    const bool src_real = t->kind == FFTC_REAL_TO_REAL || t->kind == FFTC_REAL_SOURCE ||
                          (t->kind == FFTC_REAL && t->direction == FFTC_FORWARD);
    const bool dst_real =
        t->kind == FFTC_REAL_TO_REAL || (t->kind == FFTC_REAL && t->direction == FFTC_INVERSE);
    w->storage[0] = (fftc_storage){t->precision, split && !src_real, src_real};
    w->storage[1] = (fftc_storage){t->precision, split && !dst_real, dst_real};
}

/* The product of the logical lengths. */
static double points_of(const fftc_wide *w)
{
    double points = 1.0;
    for (int i = 0; i < w->rank; ++i) {
        const uint64_t n = w->axis[i].points;
        points *=
            (double)(w->kind == FFTC_REAL_TO_REAL ? fftc_real_logical(w->axis[i].trigonometric, n)
                                                  : n);
    }
    return points;
}

/* Never 0, which as the factor of a description means 1. */
static double scale_of(const fftc_transform *t, const fftc_wide *w)
{
    const double factor = fftc_factor_meant(t->factor);
    const double points = points_of(w);
    const bool divided = t->scaling == FFTC_SCALE_DEFAULT && t->direction == FFTC_INVERSE;
    const double scale = t->scaling == FFTC_SCALE_UNITARY ? factor / sqrt(points)
                         : divided                        ? factor / points
                                                          : factor;
    return scale == 0.0 ? copysign(DBL_TRUE_MIN, factor) : scale;
}

/* Whether `outer` goes on where `inner` ends. */
static bool joins(const fftc_wide_loop *outer, const fftc_wide_loop *inner)
{
    const int64_t n = (int64_t)inner->length;
    return outer->stride[0] == inner->stride[0] * n && outer->stride[1] == inner->stride[1] * n;
}

static bool comes_first(const fftc_wide_loop *a, const fftc_wide_loop *b)
{
    const uint64_t one = magnitude(a->stride[1]);
    const uint64_t other = magnitude(b->stride[1]);
    return one != other ? one > other : magnitude(a->stride[0]) > magnitude(b->stride[0]);
}

/* Sorted by the stride of the results, so that it does not matter in which order loops are named;
 * those that step evenly become one. */
static void sort_loops(fftc_wide *w)
{
    for (int i = 1; i < w->loops; ++i) {
        const fftc_wide_loop loop = w->loop[i];
        int at = i;
        for (; at > 0 && comes_first(&loop, &w->loop[at - 1]); --at) {
            w->loop[at] = w->loop[at - 1];
        }
        w->loop[at] = loop;
    }
    for (int i = w->loops - 2; i >= 0; --i) {
        if (joins(&w->loop[i], &w->loop[i + 1])) {
            w->loop[i + 1].length *= w->loop[i].length;
            memmove(&w->loop[i], &w->loop[i + 1], (size_t)(w->loops - 1 - i) * sizeof *w->loop);
            --w->loops;
        }
    }
}

/* --- as other descriptions -------------------------------------------------------------------- */

static uint64_t given_stride(int64_t meant, uint64_t length)
{
    return length == 1 ? 1 : meant == 0 ? FFTC_STRIDE_ZERO : (uint64_t)meant;
}

/* Sets axis `at` of a description. */
static void put_axis(fftc_transform *t, int at, uint64_t length, const int64_t stride[2])
{
    t->length[at] = length;
    t->src_stride[at] = given_stride(stride[0], length);
    t->dst_stride[at] = given_stride(stride[1], length);
}

bool fftc_wide_fold(const fftc_wide *w, fftc_transform *narrow)
{
    const bool batch = w->loops > FFTC_MAX_RANK - w->rank;
    int at = 0;
    if (w->rank == 0 || w->loops > FFTC_MAX_RANK - w->rank + 1) {
        return false;
    }
    *narrow = (fftc_transform){
        .batch = 1,
        .precision = w->storage[0].precision,
        .direction = w->direction,
        .placement = w->in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE,
        .scaling = w->orthogonal ? FFTC_SCALE_UNITARY : FFTC_SCALE_NONE,
        .factor = w->orthogonal ? w->scale * sqrt(points_of(w)) : w->scale,
        .kind = w->kind,
        .format = w->storage[0].split || w->storage[1].split ? FFTC_SPLIT : FFTC_INTERLEAVED};
    if (w->kind == FFTC_REAL_SOURCE) {
        narrow->kind = FFTC_REAL;
        narrow->direction = FFTC_FORWARD;
    }
    if (batch) {
        narrow->batch = w->loop[0].length;
        narrow->src_distance = given_stride(w->loop[0].stride[0], w->loop[0].length);
        narrow->dst_distance = given_stride(w->loop[0].stride[1], w->loop[0].length);
    }
    for (int i = batch; i < w->loops; ++i) {
        narrow->loop[at] = 1;
        put_axis(narrow, at++, w->loop[i].length, w->loop[i].stride);
    }
    for (int i = 0; i < w->rank; ++i, ++at) {
        const fftc_wide_axis *axis = &w->axis[i];
        put_axis(narrow, at, axis->points, axis->stride);
        narrow->trigonometric[at] = axis->trigonometric;
        for (int side = 0; side < 2; ++side) {
            fftc_range *range = side != 0 ? &narrow->dst_range[at] : &narrow->src_range[at];
            *range = axis->range[side];
            if (range->begin == 0 && range->end == axis->length[side]) {
                range->end = 0;
            }
        }
    }
    fftc_layout ignored;
    return fftc_layout_read(narrow, &ignored, NULL) == FFTC_SUCCESS;
}

/* The form of what stays wide: all loops in `loops`, strides as they are meant. */
static fftc_transform wide_form(const fftc_transform *t, const fftc_wide *w)
{
    fftc_transform form = *t;
    memset(form.length, 0, sizeof form.length);
    memset(form.src_stride, 0, sizeof form.src_stride);
    memset(form.dst_stride, 0, sizeof form.dst_stride);
    memset(form.src_range, 0, sizeof form.src_range);
    memset(form.dst_range, 0, sizeof form.dst_range);
    memset(form.trigonometric, 0, sizeof form.trigonometric);
    memset(form.loop, 0, sizeof form.loop);
    memset(form.loops, 0, sizeof form.loops);
    form.batch = 1;
    form.src_distance = form.dst_distance = 0;
    form.conjugate = t->conjugate != 0;
    for (int i = 0; i < w->rank; ++i) {
        put_axis(&form, i, w->axis[i].points, w->axis[i].stride);
        form.trigonometric[i] = w->axis[i].trigonometric;
        form.src_range[i] = w->axis[i].range[0];
        form.dst_range[i] = w->axis[i].range[1];
    }
    for (int i = 0; i < w->loops && i < FFTC_MAX_LOOPS; ++i) {
        form.loops[i] = (fftc_loop){w->loop[i].length, w->loop[i].stride[0], w->loop[i].stride[1]};
    }
    if (w->rank == 0 && w->loops == 0) {
        form.loops[0] = (fftc_loop){1, 0, 0};
    }
    return form;
}

static fftc_status read_wide(const fftc_transform *t, fftc_wide *w, fftc_error *error)
{
    memset(w, 0, sizeof *w);
    fftc_status status = check_tame(t, error);
    if (status == FFTC_SUCCESS) {
        status = check_special(t, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_strides_given(t, error);
    }
    w->kind = t->kind;
    w->direction = t->direction;
    w->in_place = t->placement == FFTC_IN_PLACE;
    w->conjugate = t->conjugate != 0;
    w->orthogonal = t->kind == FFTC_REAL_TO_REAL && t->scaling == FFTC_SCALE_UNITARY;
    if (status == FFTC_SUCCESS) {
        status = read_loops(t, w, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    read_axes(t, w);
    for (int i = 0; i < w->loops + w->rank && status == FFTC_SUCCESS; ++i) {
        const int64_t *stride = i < w->loops ? w->loop[i].stride : w->axis[i - w->loops].stride;
        status = check_stride(stride[0], error);
        status = status == FFTC_SUCCESS ? check_stride(stride[1], error) : status;
    }
    if (status == FFTC_SUCCESS) {
        status = check_spans(w, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_results(w, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    sort_loops(w);
    if (w->loops > FFTC_MAX_LOOPS) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "loops, axes that are loops and the batch are %d loops: at most %d",
                         w->loops, FFTC_MAX_LOOPS);
    }
    w->scale = scale_of(t, w);
    const bool special = w->conjugate || w->kind == FFTC_REAL_SOURCE;
    w->plain = !special && fftc_wide_fold(w, &w->normal);
    if (w->plain) {
        w->normal.scaling = t->scaling;
        w->normal.factor = t->factor;
    } else {
        w->normal = wide_form(t, w);
    }
    fftc_transform_make_normal(&w->normal, &w->normal);
    return FFTC_SUCCESS;
}

static void reach(fftc_footprint *f, uint64_t length, int64_t stride)
{
    const ptrdiff_t bytes = (ptrdiff_t)stride * (ptrdiff_t)f->item;
    const ptrdiff_t whole = (ptrdiff_t)(length - 1) * bytes;
    if (length > 1 && stride != 0) {
        f->length[f->loops] = (size_t)length;
        f->stride[f->loops++] = (size_t)(bytes < 0 ? -bytes : bytes);
        f->begin += whole < 0 ? whole : 0;
        f->end += whole > 0 ? whole : 0;
    }
}

fftc_footprint fftc_wide_footprint(const fftc_wide *w, bool src)
{
    const int side = src ? 0 : 1;
    fftc_footprint f = {.item = fftc_storage_item(w->storage[side])};
    f.end = (ptrdiff_t)f.item;
    for (int i = 0; i < w->loops; ++i) {
        reach(&f, w->loop[i].length, w->loop[i].stride[side]);
    }
    for (int i = 0; i < w->rank; ++i) {
        const fftc_range range = w->axis[i].range[side];
        const ptrdiff_t at =
            (ptrdiff_t)range.begin * (ptrdiff_t)w->axis[i].stride[side] * (ptrdiff_t)f.item;
        reach(&f, range.end - range.begin, w->axis[i].stride[side]);
        f.begin += at;
        f.end += at;
    }
    return f;
}

fftc_status fftc_description_read(const fftc_transform *t, fftc_layout *layout, fftc_wide *wide,
                                  bool *is_wide, fftc_error *error)
{
    fftc_error other;
    const fftc_status status = fftc_layout_read(t, layout, error);
    *is_wide = false;
    if (status == FFTC_SUCCESS || t == NULL) {
        return status;
    }
    const fftc_status wide_status = read_wide(t, wide, &other);
    if (wide_status == FFTC_SUCCESS) {
        *is_wide = true;
        return fftc_succeed(error);
    }
    if (needs_wide_words(t)) {
        if (error != NULL) {
            *error = other;
        }
        return wide_status;
    }
    return status;
}
