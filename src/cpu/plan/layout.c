/* SPDX-License-Identifier: MIT */
#include "cpu/plan/layout.h"

#include <string.h>

#include "common/error.h"
#include "cpu/engine/vector_plan.h"
#include "fftcore/reference.h"

/* Bytes that an array may span, so that every address computation fits a ptrdiff_t. */
#define MAX_SPAN ((uint64_t)1 << 62)
#define MAX_LENGTH ((uint64_t)1 << 31)

static fftc_status check_choices(const fftc_transform *t, fftc_error *error)
{
    if (t->precision == FFTC_FLOAT16) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "half precision is not available on the CPU yet: use FFTC_FLOAT32");
    }
    if (t->precision != FFTC_FLOAT32 && t->precision != FFTC_FLOAT64) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "precision %d: pass an fftc_precision",
                         (int)t->precision);
    }
    if (t->direction != FFTC_FORWARD && t->direction != FFTC_INVERSE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "direction %d: pass an fftc_direction",
                         (int)t->direction);
    }
    if (t->placement != FFTC_OUT_OF_PLACE && t->placement != FFTC_IN_PLACE) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "placement %d: pass an fftc_placement",
                         (int)t->placement);
    }
    if (t->scaling != FFTC_SCALE_DEFAULT && t->scaling != FFTC_SCALE_NONE &&
        t->scaling != FFTC_SCALE_UNITARY) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "scaling %d: pass an fftc_scaling",
                         (int)t->scaling);
    }
    return FFTC_SUCCESS;
}

/* What the description can say and plans cannot do yet. */
static fftc_status check_supported(const fftc_transform *t, fftc_error *error)
{
    if (t->kind != FFTC_COMPLEX) {
        return fftc_fail(error, FFTC_UNSUPPORTED, "kind %d: pass FFTC_COMPLEX", (int)t->kind);
    }
    if (t->format != FFTC_INTERLEAVED) {
        return fftc_fail(error, FFTC_UNSUPPORTED, "format %d: pass FFTC_INTERLEAVED",
                         (int)t->format);
    }
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        const fftc_range *ranges[] = {&t->src_range[i], &t->dst_range[i]};
        for (int side = 0; side < 2; ++side) {
            if (ranges[side]->begin != 0 || ranges[side]->end != 0) {
                return fftc_fail(error, FFTC_UNSUPPORTED, "%s_range[%d]: leave it zero",
                                 side == 0 ? "src" : "dst", i);
            }
        }
    }
    return FFTC_SUCCESS;
}

/* The lengths: at least one, none after a zero, their product within MAX_SPAN. */
static fftc_status read_lengths(const fftc_transform *t, int *rank, uint64_t *points,
                                fftc_error *error)
{
    *rank = 0;
    *points = 1;
    while (*rank < FFTC_MAX_RANK && t->length[*rank] != 0) {
        uint64_t length = t->length[(*rank)++];
        if (length > MAX_LENGTH || __builtin_mul_overflow(*points, length, points) ||
            *points > MAX_SPAN / 16) {
            return fftc_fail(
                error, FFTC_TOO_LARGE,
                "length[%d] is %llu: an axis has at most 2^31 points, all axes together "
                "must fit the address space",
                *rank - 1, (unsigned long long)length);
        }
    }
    if (*rank == 0) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "length[0] is 0: give at least one length, from the slowest axis to the fastest");
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

/* Strides of one side; `distance` is the batch's. */
static fftc_status read_strides(const uint64_t *given, uint64_t given_distance,
                                const uint64_t *length, int rank, uint64_t points, const char *side,
                                uint64_t *stride, uint64_t *distance, fftc_error *error)
{
    bool packed = true;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        packed = packed && given[i] == 0;
    }
    uint64_t next = 1;
    for (int i = rank - 1; i >= 0; --i) {
        stride[i] = packed ? next : given[i];
        next *= length[i];
        if (stride[i] > MAX_SPAN / 16) {
            return fftc_fail(error, FFTC_TOO_LARGE, "%s_stride[%d] is too large", side, i);
        }
    }
    for (int i = rank; i < FFTC_MAX_RANK; ++i) {
        if (given[i] != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "%s_stride[%d] is given, but there is no such axis", side, i);
        }
    }
    *distance = given_distance == 0 ? points : given_distance;
    return FFTC_SUCCESS;
}

static bool span_fits(const fftc_axis *axes, int count, bool src)
{
    uint64_t span = 1;
    for (int i = 0; i < count; ++i) {
        uint64_t reach;
        uint64_t steps = axes[i].length > 0 ? axes[i].length - 1 : 0;
        if (__builtin_mul_overflow(steps, src ? axes[i].src : axes[i].dst, &reach) ||
            __builtin_add_overflow(span, reach, &span) || span > MAX_SPAN / 16) {
            return false;
        }
    }
    return true;
}

/* Sorted by stride, each axis must step over all of what the finer ones cover. */
static bool writes_overlap(const fftc_axis *axes, int count)
{
    fftc_axis sorted[FFTC_MAX_AXES];
    int used = 0;
    for (int i = 0; i < count; ++i) {
        int at = used;
        if (axes[i].length <= 1) {
            continue;
        }
        while (at > 0 && sorted[at - 1].dst > axes[i].dst) {
            sorted[at] = sorted[at - 1];
            --at;
        }
        sorted[at] = axes[i];
        ++used;
    }
    uint64_t covered = 1;
    for (int i = 0; i < used; ++i) {
        if (sorted[i].dst < covered) {
            return true;
        }
        covered += (sorted[i].length - 1) * sorted[i].dst;
    }
    return false;
}

fftc_status fftc_layout_make(const fftc_transform *transform, fftc_layout *layout,
                             fftc_error *error)
{
    fftc_axis axes[FFTC_MAX_AXES];
    uint64_t src[FFTC_MAX_RANK];
    uint64_t dst[FFTC_MAX_RANK];
    uint64_t src_distance;
    uint64_t dst_distance;
    uint64_t points;
    int rank;
    memset(layout, 0, sizeof *layout);
    if (transform == NULL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "the description is NULL");
    }
    fftc_status status = check_choices(transform, error);
    if (status == FFTC_SUCCESS) {
        status = check_supported(transform, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_lengths(transform, &rank, &points, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_strides(transform->src_stride, transform->src_distance, transform->length,
                              rank, points, "src", src, &src_distance, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_strides(transform->dst_stride, transform->dst_distance, transform->length,
                              rank, points, "dst", dst, &dst_distance, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    uint64_t batch = transform->batch == 0 ? 1 : transform->batch;
    if (batch > MAX_SPAN / 16 || src_distance > MAX_SPAN / 16 || dst_distance > MAX_SPAN / 16) {
        return fftc_fail(error, FFTC_TOO_LARGE, "batch or a distance is too large");
    }
    for (int i = 0; i < rank; ++i) {
        axes[i] = (fftc_axis){transform->length[i], src[i], dst[i]};
    }
    axes[rank] = (fftc_axis){batch, src_distance, dst_distance};
    if (!span_fits(axes, rank + 1, true) || !span_fits(axes, rank + 1, false)) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "the arrays would span more than the address space");
    }
    if (writes_overlap(axes, rank + 1)) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "dst strides overlap: sorted by size, each must reach over the axis before it");
    }
    for (int i = 0; i <= rank; ++i) {
        if (transform->placement == FFTC_IN_PLACE && axes[i].length > 1 &&
            axes[i].src != axes[i].dst) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "in place, src and dst must have the same strides and distances");
        }
    }
    for (int i = 0; i < rank; ++i) {
        if (axes[i].length > 1) {
            layout->axis[layout->rank++] = axes[i];
        }
    }
    layout->batch = axes[rank];
    layout->points = points;
    return FFTC_SUCCESS;
}

double fftc_transform_error_bound(fftc_precision precision, uint64_t length)
{
    return fftc_vector_smooth(length) ? fftc_error_bound(precision, length)
                                      : 1.5 * fftc_error_bound(precision, 4 * length);
}
