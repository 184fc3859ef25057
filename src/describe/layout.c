/* SPDX-License-Identifier: MIT */
#include "describe/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "describe/overlap.h"
#include "support/check.h"
#include "support/error.h"

#define MAX_ITEMS (FFTC_MAX_SPAN / 16) /* of the largest sort */

const char *fftc_precision_name(fftc_precision precision)
{
    return precision == FFTC_FLOAT64 ? "f64" : precision == FFTC_FLOAT16 ? "f16" : "f32";
}

fftc_status fftc_layout_check_choices(const fftc_transform *t, fftc_error *error)
{
    fftc_status status = fftc_check_precision(t->precision, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_check_direction(t->direction, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (t->placement != FFTC_OUT_OF_PLACE && t->placement != FFTC_IN_PLACE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "placement %d: pass FFTC_OUT_OF_PLACE or FFTC_IN_PLACE",
                         (int)t->placement);
    }
    if (t->format != FFTC_INTERLEAVED && t->format != FFTC_SPLIT) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "format %d: pass FFTC_INTERLEAVED or FFTC_SPLIT", (int)t->format);
    }
    if (t->scaling != FFTC_SCALE_DEFAULT && t->scaling != FFTC_SCALE_NONE &&
        t->scaling != FFTC_SCALE_UNITARY) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "scaling %d: pass FFTC_SCALE_DEFAULT, FFTC_SCALE_NONE or FFTC_SCALE_UNITARY",
            (int)t->scaling);
    }
    if (!isfinite(t->factor)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "factor is %g: pass a finite one, or 0, which means 1", t->factor);
    }
    status = fftc_check_reserved(t->reserved, sizeof t->reserved / sizeof *t->reserved, "transform",
                                 error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (t->loops[0].length != 0 || t->loops[0].src_stride != 0 || t->loops[0].dst_stride != 0 ||
        t->conjugate != 0) {
        return fftc_fail(error, FFTC_UNSUPPORTED, "%s: only transforms on the CPU have that",
                         t->conjugate != 0 ? "conjugate is set"
                                           : "loops are given beside the axes and the batch");
    }
    for (int i = 0; i < FFTC_MAX_RANK && t->kind != FFTC_REAL_TO_REAL; ++i) {
        if (t->trigonometric[i] != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "trigonometric[%d] is %d, but that is for FFTC_REAL_TO_REAL: set that "
                             "kind, or leave it 0",
                             i, (int)t->trigonometric[i]);
        }
    }
    return FFTC_SUCCESS;
}

/* Reads the lengths: at least one, none after a zero, their product within MAX_ITEMS. */
static fftc_status read_lengths(const fftc_transform *t, int *rank, fftc_error *error)
{
    uint64_t points = 1;
    *rank = 0;
    while (*rank < FFTC_MAX_RANK && t->length[*rank] != 0) {
        uint64_t length = t->length[(*rank)++];
        fftc_status status = fftc_check_axis_points(*rank - 1, length, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        if (__builtin_mul_overflow(points, length, &points) || points > MAX_ITEMS) {
            return fftc_fail(error, FFTC_TOO_LARGE,
                             "length[0] to length[%d] multiply to more than the %llu numbers of "
                             "the address space",
                             *rank - 1, (unsigned long long)MAX_ITEMS);
        }
    }
    fftc_status given = fftc_check_rank(*rank, error);
    if (given != FFTC_SUCCESS) {
        return given;
    }
    for (int i = *rank; i < FFTC_MAX_RANK; ++i) {
        if (t->length[i] != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "length[%d] is given after a zero: lengths start at [0] without gaps",
                             i);
        }
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_layout_check_stride(const char *name, uint64_t stride, uint64_t most,
                                     fftc_error *error)
{
    if (stride > INT64_MAX) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "%s is %lld: it is unsigned, but for transforms on the CPU", name,
                         (long long)stride);
    }
    if (stride > most) {
        return fftc_fail(error, FFTC_TOO_LARGE, "%s is %llu: at most %llu", name,
                         (unsigned long long)stride, (unsigned long long)most);
    }
    return FFTC_SUCCESS;
}

static fftc_status check_distance(const char *name, bool strided, uint64_t batch, uint64_t distance,
                                  fftc_error *error)
{
    if (batch == 0 && distance != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s_distance is given, but batch is 0: set batch too, for a single one "
                         "to 1",
                         name);
    }
    const bool to = strcmp(name, "dst") == 0;
    if (strided && batch > 1 && distance == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s_distance is 0, but %s_stride and batch are given: set it too%s", name,
                         name,
                         to ? "" : " (to FFTC_STRIDE_ZERO if one source serves the whole batch)");
    }
    if (to && batch > 1 && distance == FFTC_STRIDE_ZERO) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "dst_distance is FFTC_STRIDE_ZERO: no two results may share a place");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_layout_check_given(const char *name, const uint64_t *length,
                                    const uint64_t *stride, uint64_t batch, uint64_t distance,
                                    fftc_error *error)
{
    const bool to = strcmp(name, "dst") == 0;
    int first = FFTC_MAX_RANK;
    for (int i = FFTC_MAX_RANK - 1; i >= 0; --i) {
        first = stride[i] != 0 ? i : first;
        if (stride[i] != 0 && length[i] == 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "%s_stride[%d] is given, but there is no such axis", name, i);
        }
        if (to && stride[i] == FFTC_STRIDE_ZERO && length[i] > 1) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "dst_stride[%d] is FFTC_STRIDE_ZERO: no two results may share a place",
                             i);
        }
    }
    for (int i = 0; i < FFTC_MAX_RANK && first < FFTC_MAX_RANK; ++i) {
        if (stride[i] == 0 && length[i] > 1) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "%s_stride[%d] is 0, but %s_stride[%d] is given: set it too, to 1 if "
                             "neighbours lie side by side%s",
                             name, i, name, first,
                             to ? "" : " (to FFTC_STRIDE_ZERO if one element serves for all)");
        }
    }
    return check_distance(name, first < FFTC_MAX_RANK, batch, distance, error);
}

/* Strides of one side, the last one the batch's. */
static fftc_status read_strides(const fftc_transform *t, bool src, int rank,
                                uint64_t stride[FFTC_MAX_AXES], fftc_error *error)
{
    const char *side = src ? "src" : "dst";
    const uint64_t *given = src ? t->src_stride : t->dst_stride;
    uint64_t distance = src ? t->src_distance : t->dst_distance;
    bool packed = true;
    fftc_status status = fftc_layout_check_given(side, t->length, given, t->batch, distance, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < rank; ++i) {
        packed = packed && given[i] == 0;
    }
    uint64_t next = 1;
    for (int i = rank - 1; i >= 0; --i) {
        stride[i] = packed ? next : fftc_stride_meant(given[i]);
        next *= t->length[i];
        char name[32];
        (void)snprintf(name, sizeof name, "%s_stride[%d]", side, i);
        status = fftc_layout_check_stride(name, stride[i], MAX_ITEMS, error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
    }
    stride[rank] = distance == 0 ? next : fftc_stride_meant(distance);
    return fftc_layout_check_stride(src ? "src_distance" : "dst_distance", stride[rank], MAX_ITEMS,
                                    error);
}

/* All axes, also of length 1, and the batch as one more. */
static fftc_status read_axes(const fftc_transform *t, fftc_axis axes[FFTC_MAX_AXES], int *rank,
                             fftc_error *error)
{
    uint64_t src[FFTC_MAX_AXES];
    uint64_t dst[FFTC_MAX_AXES];
    uint64_t batch = t->batch == 0 ? 1 : t->batch;
    fftc_status status = read_lengths(t, rank, error);
    if (status == FFTC_SUCCESS) {
        status = read_strides(t, true, *rank, src, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_strides(t, false, *rank, dst, error);
    }
    if (status == FFTC_SUCCESS && batch > MAX_ITEMS) {
        status = fftc_fail(error, FFTC_TOO_LARGE, "batch is %llu: at most %llu",
                           (unsigned long long)batch, (unsigned long long)MAX_ITEMS);
    }
    for (int i = 0; status == FFTC_SUCCESS && i <= *rank; ++i) {
        axes[i] = (fftc_axis){i < *rank ? t->length[i] : batch, src[i], dst[i]};
    }
    return status;
}

fftc_status fftc_layout_read_range(fftc_range given, uint64_t length, const char *side, int i,
                                   fftc_range *range, fftc_error *error)
{
    if (given.begin == 0 && given.end == 0) {
        *range = (fftc_range){0, length};
        return FFTC_SUCCESS;
    }
    if (length == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s_range[%d] is given, but there is no such axis", side, i);
    }
    if (given.begin >= given.end || given.end > length) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s_range[%d] is %llu to %llu: it must begin before its end, and end at "
                         "%llu or before; leave both 0 for all of the axis",
                         side, i, (unsigned long long)given.begin, (unsigned long long)given.end,
                         (unsigned long long)length);
    }
    *range = given;
    return FFTC_SUCCESS;
}

/* Reads the ranges of all axes, also of those that do not exist, whose length is 0. */
static fftc_status read_ranges(const fftc_transform *t, fftc_range *src, fftc_range *dst,
                               fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < FFTC_MAX_RANK && status == FFTC_SUCCESS; ++i) {
        status = fftc_layout_read_range(t->src_range[i], t->length[i], "src", i, &src[i], error);
        if (status == FFTC_SUCCESS) {
            status =
                fftc_layout_read_range(t->dst_range[i], t->length[i], "dst", i, &dst[i], error);
        }
    }
    return status;
}

static bool span_fits(const fftc_axis *axes, int count, bool src)
{
    uint64_t span = 1;
    for (int i = 0; i < count; ++i) {
        uint64_t reach;
        uint64_t steps = axes[i].length > 0 ? axes[i].length - 1 : 0;
        if (__builtin_mul_overflow(steps, src ? axes[i].src : axes[i].dst, &reach) ||
            __builtin_add_overflow(span, reach, &span) || span > MAX_ITEMS) {
            return false;
        }
    }
    return true;
}

/* How much of an axis is written, in place also by intermediate results. */
static uint64_t written_length(const fftc_transform *t, fftc_range src, fftc_range dst)
{
    fftc_range written = t->placement == FFTC_OUT_OF_PLACE ? dst : fftc_range_cover(src, dst);
    return written.end - written.begin;
}

fftc_status fftc_layout_check_overlap(const uint64_t *length, const uint64_t *stride, int rank,
                                      fftc_error *error)
{
    int sorted[FFTC_MAX_AXES];
    int used = 0;
    for (int i = 0; i <= rank; ++i) {
        int at = used;
        if (length[i] <= 1) {
            continue;
        }
        for (; at > 0 && stride[sorted[at - 1]] > stride[i]; --at) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = i;
        ++used;
    }
    uint64_t covered = 1;
    for (int i = 0; i < used; ++i) {
        int axis = sorted[i];
        if (stride[axis] < covered && fftc_strides_meet(length, stride, rank + 1)) {
            char name[32] = "dst_distance";
            if (axis < rank) {
                (void)snprintf(name, sizeof name, "dst_stride[%d]", axis);
            }
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "dst strides overlap: %s is %llu, and must be at least %llu, what the "
                             "axes with smaller or equal strides reach over",
                             name, (unsigned long long)stride[axis], (unsigned long long)covered);
        }
        covered += (length[axis] - 1) * stride[axis];
    }
    return FFTC_SUCCESS;
}

/* Do the strides of the axes and the batch, last, describe arrays that can be worked on? */
static fftc_status check_strides(const fftc_transform *t, const fftc_axis *axes, int rank,
                                 const fftc_range *src_range, const fftc_range *dst_range,
                                 fftc_error *error)
{
    uint64_t written[FFTC_MAX_AXES];
    uint64_t stride[FFTC_MAX_AXES];
    if (!span_fits(axes, rank + 1, true) || !span_fits(axes, rank + 1, false)) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "the arrays would span more than the address space");
    }
    for (int i = 0; i <= rank; ++i) {
        written[i] =
            i < rank ? written_length(t, src_range[i], dst_range[i]) : (uint64_t)axes[i].length;
        stride[i] = axes[i].dst;
    }
    fftc_status status = fftc_layout_check_overlap(written, stride, rank, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i <= rank; ++i) {
        if (t->placement == FFTC_IN_PLACE && axes[i].length > 1 && axes[i].src != axes[i].dst) {
            return fftc_fail_unlike_strides(error);
        }
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_layout_make(const fftc_transform *transform, fftc_layout *layout,
                             fftc_error *error)
{
    fftc_axis axes[FFTC_MAX_AXES] = {{0}};
    fftc_range src_range[FFTC_MAX_RANK];
    fftc_range dst_range[FFTC_MAX_RANK];
    bool loop[FFTC_MAX_RANK];
    int rank;
    memset(layout, 0, sizeof *layout);
    if (transform == NULL) {
        return fftc_fail_null(error, "transform");
    }
    fftc_status status = fftc_layout_check_choices(transform, error);
    if (status == FFTC_SUCCESS) {
        status = read_axes(transform, axes, &rank, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_layout_check_loops(transform, rank, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_ranges(transform, src_range, dst_range, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_strides(transform, axes, rank, src_range, dst_range, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < rank; ++i) {
        if (axes[i].length > 1) {
            loop[layout->rank] = transform->loop[i] != 0;
            layout->src_range[layout->rank] = src_range[i];
            layout->dst_range[layout->rank] = dst_range[i];
            layout->axis[layout->rank++] = axes[i];
        }
    }
    layout->src_storage =
        (fftc_storage){transform->precision, transform->format == FFTC_SPLIT, false};
    layout->dst_storage = layout->src_storage;
    layout->batch = axes[rank];
    fftc_layout_sort_loops(layout, loop);
    return FFTC_SUCCESS;
}
