/* SPDX-License-Identifier: MIT */
#include "describe/real_layout.h"

#include <math.h>
#include <string.h>

#include "support/check.h"
#include "support/error.h"

/* As fftc_layout_make would be given it if there were no other; strides as given, then as meant. */
typedef fftc_side side;

static int rank_of(const fftc_transform *t)
{
    int rank = 0;
    while (rank < FFTC_MAX_RANK && t->length[rank] != 0) {
        ++rank;
    }
    return rank;
}

static bool all_zero(const uint64_t *list)
{
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (list[i] != 0) {
            return false;
        }
    }
    return true;
}

static fftc_status check_kind(const fftc_transform *t, int rank, fftc_error *error)
{
    if (t->kind == FFTC_REAL_SOURCE) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "FFTC_REAL_SOURCE is for transforms on the CPU: take FFTC_COMPLEX");
    }
    if (t->kind != FFTC_REAL && t->kind != FFTC_REAL_TO_REAL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "kind %d: pass FFTC_COMPLEX, FFTC_REAL, FFTC_REAL_TO_REAL or "
                         "FFTC_REAL_SOURCE",
                         (int)t->kind);
    }
    if (t->kind == FFTC_REAL && rank > 0 && t->loop[rank - 1] != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "loop[%d] is given, but FFTC_REAL transforms its last axis: list that "
                         "one last, with strides",
                         rank - 1);
    }
    return FFTC_SUCCESS;
}

/* FFTC_REAL in place. */
static fftc_status check_whole(const fftc_transform *t, const side *src, const side *dst, int rank,
                               fftc_error *error)
{
    bool whole = true;
    for (int i = 0; i < rank; ++i) {
        whole = whole && !fftc_range_is_partial(src->range[i], src->length[i]) &&
                !fftc_range_is_partial(dst->range[i], dst->length[i]);
    }
    return whole && t->format != FFTC_SPLIT
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_UNSUPPORTED,
                           "FFTC_REAL in place has no %s: transform out of place",
                           whole ? "split format" : "ranges");
}

/* After the lengths have been checked, so that no axis is missed for want of one before it. */
static fftc_status check_trigonometric(const fftc_transform *t, int rank, fftc_error *error)
{
    for (int i = 0; i < FFTC_MAX_RANK && t->kind == FFTC_REAL_TO_REAL; ++i) {
        const int kind = (int)t->trigonometric[i];
        if (fftc_is_halfcomplex((fftc_trigonometric)kind) && i < rank) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "trigonometric[%d] is FFTC_R2HC, FFTC_HC2R or FFTC_DHT: only "
                             "transforms on the CPU have those",
                             i);
        }
        if (kind < FFTC_DCT_II || kind > FFTC_DHT) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "trigonometric[%d] is %d: pass FFTC_DCT_I to IV, FFTC_DST_I to IV, "
                             "FFTC_R2HC, FFTC_HC2R or FFTC_DHT",
                             i, kind);
        }
        if (i >= rank && kind != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "trigonometric[%d] is given, but there is no such axis", i);
        }
        if (kind != 0 && t->loop[i] != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "trigonometric[%d] is %d, but the axis is a loop: leave it 0", i,
                             kind);
        }
        if (kind == FFTC_DCT_I && t->length[i] == 1) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "length[%d] is 1: FFTC_DCT_I needs at least 2", i);
        }
    }
    return FFTC_SUCCESS;
}

/* Fills in the strides and distance where they are 0. `padded`: rows of real numbers with room for
 * their spectrum. */
static void complete(side *s, int rank, bool padded)
{
    bool packed = all_zero(s->stride);
    uint64_t next = 1;
    for (int i = rank - 1; i >= 0; --i) {
        uint64_t length = s->length[i];
        s->stride[i] = packed ? next : s->stride[i];
        next *= i == rank - 1 && padded ? 2 * (length / 2 + 1) : length;
    }
    s->distance = s->distance == 0 ? next : s->distance;
}

/* Lets fftc_layout_make check one side as dst or as src of a complex transform. */
static fftc_status check_side(const fftc_transform *t, const side *s, bool as_dst,
                              fftc_error *error)
{
    fftc_layout layout;
    fftc_transform alone = {.batch = t->batch == 0 ? 1 : t->batch,
                            .precision = t->precision,
                            .direction = t->direction,
                            .scaling = t->scaling};
    memcpy(alone.length, s->length, sizeof alone.length);
    memcpy(as_dst ? alone.dst_stride : alone.src_stride, s->stride, sizeof s->stride);
    memcpy(as_dst ? alone.dst_range : alone.src_range, s->range, sizeof s->range);
    *(as_dst ? &alone.dst_distance : &alone.src_distance) = s->distance;
    return fftc_layout_make(&alone, &layout, error);
}

static fftc_status check_in_place(const fftc_transform *t, const side *src, const side *dst,
                                  int rank, fftc_error *error)
{
    bool real = t->kind == FFTC_REAL;
    for (int i = 0; i <= rank; ++i) {
        uint64_t from = i < rank ? src->stride[i] : src->distance;
        uint64_t to = i < rank ? dst->stride[i] : dst->distance;
        uint64_t length = i < rank ? t->length[i] : t->batch;
        if (real && i == rank - 1) {
            if (from != 1 || to != 1) {
                return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                 "in place, the last axis of FFTC_REAL must have stride 1 on both "
                                 "sides");
            }
            continue;
        }
        from *= real && src->spectrum ? 2 : 1;
        to *= real && dst->spectrum ? 2 : 1;
        if (length > 1 && from != to) {
            return real ? fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                    "in place, strides and distances of the real side must be "
                                    "twice the spectrum's")
                        : fftc_fail_unlike_strides(error);
        }
    }
    return FFTC_SUCCESS;
}

static side side_of(const fftc_transform *t, int rank, bool dst)
{
    side s = {.distance = dst ? t->dst_distance : t->src_distance};
    memcpy(s.length, t->length, sizeof s.length);
    memcpy(s.stride, dst ? t->dst_stride : t->src_stride, sizeof s.stride);
    memcpy(s.range, dst ? t->dst_range : t->src_range, sizeof s.range);
    s.spectrum = t->kind == FFTC_REAL && dst == (t->direction == FFTC_FORWARD);
    if (s.spectrum) {
        s.length[rank - 1] = s.length[rank - 1] / 2 + 1;
    }
    return s;
}

static fftc_range range_of(const side *s, int i)
{
    return s->range[i].end != 0 ? s->range[i] : (fftc_range){0, s->length[i]};
}

/* What is written. In place, where both sides have the same strides, intermediate results go to
 * both ranges, and the spectrum takes the most room, whichever side it is. */
static side written_side(const fftc_transform *t, const side *src, const side *dst, int rank)
{
    bool in_place = t->placement == FFTC_IN_PLACE;
    side written = in_place && src->spectrum ? *src : *dst;
    for (int i = 0; in_place && t->kind == FFTC_REAL_TO_REAL && i < rank; ++i) {
        written.range[i] = fftc_range_cover(range_of(src, i), range_of(dst, i));
    }
    return written;
}

static bool is_padded(const fftc_transform *t, const side *s)
{
    return t->kind == FFTC_REAL && t->placement == FFTC_IN_PLACE && !s->spectrum;
}

static fftc_status check_given(const fftc_transform *t, const side *s, const char *name,
                               fftc_error *error)
{
    return fftc_layout_check_given(name, s->length, s->stride, t->batch, s->distance, error);
}

/* Checks each side, and how both fit. */
static fftc_status check_sides(const fftc_transform *t, side *src, side *dst, int rank,
                               fftc_error *error)
{
    bool in_place = t->placement == FFTC_IN_PLACE;
    fftc_status status = check_given(t, src, "src", error);
    if (status == FFTC_SUCCESS) {
        status = check_given(t, dst, "dst", error);
    }
    if (status == FFTC_SUCCESS) {
        complete(src, rank, is_padded(t, src));
        complete(dst, rank, is_padded(t, dst));
        status = check_side(t, src, false, error);
    }
    if (status == FFTC_SUCCESS) {
        const side written = written_side(t, src, dst, rank);
        status = check_side(t, &written, true, error);
    }
    if (status == FFTC_SUCCESS && in_place) {
        status = check_in_place(t, src, dst, rank, error);
    }
    return status;
}

/* The storage of a side; only complex sides can be split. */
static fftc_storage storage_of(const fftc_transform *t, const side *s)
{
    return (fftc_storage){t->precision, s->spectrum && t->format == FFTC_SPLIT, !s->spectrum};
}

fftc_status fftc_real_layout_make(const fftc_transform *transform, fftc_layout *layout,
                                  fftc_error *error)
{
    memset(layout, 0, sizeof *layout);
    /* Checked as a complex transform, for everything that does not depend on the kind. */
    fftc_layout ignored;
    fftc_transform like = *transform;
    like.kind = FFTC_COMPLEX;
    like.placement = FFTC_OUT_OF_PLACE;
    memset(like.src_stride, 0, sizeof like.src_stride);
    memset(like.dst_stride, 0, sizeof like.dst_stride);
    if (transform->kind == FFTC_REAL_TO_REAL) {
        memset(like.trigonometric, 0, sizeof like.trigonometric);
    }
    like.src_distance = 0;
    like.dst_distance = 0;
    const int rank = rank_of(transform);
    fftc_status status = check_kind(transform, rank, error);
    if (status == FFTC_SUCCESS && transform->placement != FFTC_OUT_OF_PLACE &&
        transform->placement != FFTC_IN_PLACE) {
        like.placement = transform->placement;
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_layout_make(&like, &ignored, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_trigonometric(transform, rank, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    side src = side_of(transform, rank, false);
    side dst = side_of(transform, rank, true);
    if (transform->kind == FFTC_REAL && transform->placement == FFTC_IN_PLACE) {
        status = check_whole(transform, &src, &dst, rank, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_sides(transform, &src, &dst, rank, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    layout->rank = rank;
    bool loop[FFTC_MAX_RANK];
    for (int i = 0; i < rank; ++i) {
        loop[i] = transform->loop[i] != 0;
        layout->trigonometric[i] = transform->trigonometric[i];
        layout->axis[i] = (fftc_axis){transform->length[i], fftc_stride_meant(src.stride[i]),
                                      fftc_stride_meant(dst.stride[i])};
        layout->src_range[i] = range_of(&src, i);
        layout->dst_range[i] = range_of(&dst, i);
    }
    layout->batch = (fftc_axis){transform->batch == 0 ? 1 : transform->batch,
                                fftc_stride_meant(src.distance), fftc_stride_meant(dst.distance)};
    layout->src_storage = storage_of(transform, &src);
    layout->dst_storage = storage_of(transform, &dst);
    fftc_layout_sort_loops(layout, loop);
    return FFTC_SUCCESS;
}

fftc_side fftc_transform_side(const fftc_transform *transform, bool dst)
{
    int rank = rank_of(transform);
    side s = side_of(transform, rank, dst);
    complete(&s, rank, is_padded(transform, &s));
    for (int i = 0; i < rank; ++i) {
        s.stride[i] = fftc_stride_meant(s.stride[i]);
        s.range[i] = range_of(&s, i);
    }
    s.distance = fftc_stride_meant(s.distance);
    return s;
}

/* Whether all strides are those of packed rows; sets those that nobody takes a step of so. */
static bool is_packed(side *given, const side *packed, int rank)
{
    bool same = true;
    for (int i = 0; i < rank; ++i) {
        if (given->length[i] == 1) {
            given->stride[i] = packed->stride[i];
        }
        same = same && given->stride[i] == packed->stride[i];
    }
    return same;
}

/* A side with all strides and the distance: as they are given, or those of packed rows. */
static side completed_side(const fftc_transform *t, int rank, bool dst, bool packed)
{
    side s = side_of(t, rank, dst);
    if (packed) {
        memset(s.stride, 0, sizeof s.stride);
        s.distance = 0;
    }
    complete(&s, rank, is_padded(t, &s));
    return s;
}

static void normalise_side(fftc_transform *t, int rank, bool dst)
{
    side given = completed_side(t, rank, dst, false);
    const side packed = completed_side(t, rank, dst, true);
    const bool plain = is_packed(&given, &packed, rank);
    if (plain) {
        memset(given.stride, 0, sizeof given.stride);
    }
    memcpy(dst ? t->dst_stride : t->src_stride, given.stride, sizeof given.stride);
    *(dst ? &t->dst_distance : &t->src_distance) =
        t->batch == 1 || (plain && given.distance == packed.distance) ? 0 : given.distance;
    for (int i = 0; i < rank; ++i) {
        fftc_range *range = dst ? &t->dst_range[i] : &t->src_range[i];
        if (range->begin == 0 && range->end == given.length[i]) {
            range->end = 0;
        }
    }
}

void fftc_transform_make_normal(const fftc_transform *transform, fftc_transform *normal)
{
    *normal = *transform;
    normal->batch = transform->batch == 0 ? 1 : transform->batch;
    normal->conjugate = transform->conjugate != 0;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        normal->loop[i] = transform->loop[i] != 0;
    }
    normal->factor = transform->factor == 1.0 ? 0.0 : transform->factor + 0.0; /* -0 becomes 0 */
    if (normal->direction == FFTC_FORWARD && normal->scaling == FFTC_SCALE_NONE) {
        normal->scaling = FFTC_SCALE_DEFAULT;
    }
    normalise_side(normal, rank_of(transform), false);
    normalise_side(normal, rank_of(transform), true);
}

void fftc_transform_shorten(fftc_transform *normal)
{
    const int rank = rank_of(normal);
    for (int dst = 0; dst < 2; ++dst) {
        uint64_t *distance = dst ? &normal->dst_distance : &normal->src_distance;
        if (*distance == completed_side(normal, rank, dst != 0, true).distance) {
            *distance = 0;
        }
    }
}

fftc_trigonometric fftc_real_kind_of(const fftc_layout *layout, fftc_direction direction, int axis)
{
    fftc_trigonometric kind = layout->trigonometric[axis];
    if (direction == FFTC_FORWARD) {
        return kind;
    }
    switch (kind) {
    case FFTC_DCT_II: return FFTC_DCT_III;
    case FFTC_DCT_III: return FFTC_DCT_II;
    case FFTC_DST_II: return FFTC_DST_III;
    case FFTC_DST_III: return FFTC_DST_II;
    default: return kind;
    }
}

uint64_t fftc_real_logical(fftc_trigonometric kind, uint64_t n)
{
    return fftc_is_halfcomplex(kind) ? n
           : kind == FFTC_DCT_I      ? 2 * (n - 1)
           : kind == FFTC_DST_I      ? 2 * (n + 1)
                                     : 2 * n;
}

double fftc_layout_scale(const fftc_transform *transform, const fftc_layout *layout, int begin,
                         int end)
{
    const bool trigonometric = transform->kind == FFTC_REAL_TO_REAL;
    double points = 1.0;
    for (int i = begin; i < end; ++i) {
        uint64_t n = layout->axis[i].length;
        points *= (double)(trigonometric ? fftc_real_logical(layout->trigonometric[i], n) : n);
    }
    const double factor = begin == layout->loops ? fftc_factor_meant(transform->factor) : 1.0;
    switch (transform->scaling) {
    case FFTC_SCALE_NONE: return factor;
    case FFTC_SCALE_UNITARY: return factor / sqrt(points);
    default: return transform->direction == FFTC_INVERSE ? factor / points : factor;
    }
}

fftc_status fftc_layout_read(const fftc_transform *transform, fftc_layout *layout,
                             fftc_error *error)
{
    return transform == NULL || transform->kind == FFTC_COMPLEX
               ? fftc_layout_make(transform, layout, error)
               : fftc_real_layout_make(transform, layout, error);
}
