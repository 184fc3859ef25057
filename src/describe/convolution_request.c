/* SPDX-License-Identifier: MIT */
#include "describe/convolution_request.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "describe/real_layout.h"
#include "fftcore/kernel/sizes.h"
#include "support/check.h"
#include "support/error.h"

/* Numbers that an array may span: of 16 bytes at most, so that every address fits a ptrdiff_t. */
#define MAX_SPAN (FFTC_MAX_SPAN / 32)

_Static_assert(FFTC_PAD_ZERO == FFTC_PADDING_ZERO && FFTC_PAD_MIRROR == FFTC_PADDING_MIRROR &&
                   FFTC_PAD_REPEAT == FFTC_PADDING_REPEAT && FFTC_PAD_CLAMP == FFTC_PADDING_CLAMP,
               "kernels know padding by the same numbers");

static fftc_status check_padding(const fftc_convolution_description *d, fftc_error *error)
{
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if ((unsigned)d->padding[i] > FFTC_PAD_CLAMP) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "padding[%d] is %d: pass an fftc_padding", i, (int)d->padding[i]);
        }
        if (d->padding[i] != FFTC_PAD_ZERO && d->signal.placement == FFTC_IN_PLACE) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "padding[%d] is given, which there is out of place only: convolve to "
                             "another array",
                             i);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_choices(const fftc_convolution_description *d, fftc_error *error)
{
    const fftc_transform *t = &d->signal;
    fftc_status status = fftc_layout_check_choices(t, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = fftc_check_signal_kind(t->kind, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (t->loop[i] != 0) {
            return fftc_fail(error, FFTC_UNSUPPORTED,
                             "loop[%d] is given: convolutions have a batch alone, leave it 0", i);
        }
    }
    status = fftc_check_product(d->product, error);
    if (status == FFTC_SUCCESS) {
        status = check_padding(d, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (t->direction != FFTC_FORWARD) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "direction %d: a convolution has none, leave it zero", (int)t->direction);
    }
    return FFTC_SUCCESS;
}

static fftc_status read_axis(const fftc_convolution_description *d, int axis, bool kernel_given,
                             fftc_axis_wish *w, fftc_error *error)
{
    const fftc_transform *t = &d->signal;
    uint64_t length = t->length[axis];
    uint64_t taps = kernel_given ? d->kernel_length[axis] : length;
    fftc_status status = fftc_check_axis_points(axis, length, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (taps == 0 || taps > length) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "kernel_length[%d] is %llu: it must be 1 to the period, length[%d], which "
                         "is %llu",
                         axis, (unsigned long long)taps, axis, (unsigned long long)length);
    }
    if (d->kernel_origin[axis] >= length) {
        return fftc_fail(
            error, FFTC_INVALID_ARGUMENT,
            "kernel_origin[%d] is %llu: it must be below the period, length[%d], which "
            "is %llu",
            axis, (unsigned long long)d->kernel_origin[axis], axis, (unsigned long long)length);
    }
    *w = (fftc_axis_wish){.period = (size_t)length,
                          .taps = (size_t)taps,
                          .origin = (size_t)d->kernel_origin[axis],
                          .correlate = d->product == FFTC_CORRELATE};
    fftc_range src;
    fftc_range dst;
    status = fftc_layout_read_range(t->src_range[axis], length, "src", axis, &src, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_layout_read_range(t->dst_range[axis], length, "dst", axis, &dst, error);
    }
    if (status == FFTC_SUCCESS) {
        w->src_begin = (size_t)src.begin;
        w->src_end = (size_t)src.end;
        w->held_begin = w->src_begin;
        w->held_end = w->src_end;
        w->dst_begin = (size_t)dst.begin;
        w->dst_end = (size_t)dst.end;
    }
    return status;
}

/* One array: lengths of its packed rows, what is given, what comes out. */
typedef struct array {
    const char *name;
    int rank;
    uint64_t length[FFTC_MAX_RANK];
    uint64_t begin[FFTC_MAX_RANK + 1]; /* of what exists, by axis; then of the batch */
    uint64_t end[FFTC_MAX_RANK + 1];
    uint64_t stride[FFTC_MAX_RANK + 1];
} array;

static fftc_status fail_span(const array *a, fftc_error *error)
{
    return fftc_fail(error, FFTC_TOO_LARGE,
                     "the array of %s would span more than the address space", a->name);
}

/* Each stride and the distance, as they are meant. */
static fftc_status check_strides(const array *a, fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < a->rank && status == FFTC_SUCCESS; ++i) {
        char name[32];
        (void)snprintf(name, sizeof name, "%s_stride[%d]", a->name, i);
        status = fftc_layout_check_stride(name, a->stride[i], MAX_SPAN, error);
    }
    if (status == FFTC_SUCCESS) {
        char name[32];
        (void)snprintf(name, sizeof name, "%s_distance", a->name);
        status = fftc_layout_check_stride(name, a->stride[a->rank], MAX_SPAN, error);
    }
    return status;
}

static fftc_status read_strides(array *a, const uint64_t *given, uint64_t batch, uint64_t distance,
                                fftc_error *error)
{
    uint64_t any = 0;
    uint64_t next = 1;
    uint64_t span = 1;
    fftc_status status = fftc_layout_check_given(a->name, a->length, given, batch, distance, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < a->rank; ++i) {
        any |= given[i];
    }
    for (int i = a->rank - 1; i >= 0; --i) {
        a->stride[i] = any != 0 ? fftc_stride_meant(given[i]) : next;
        next = fftc_size_multiply(next, a->length[i]);
    }
    if (next > MAX_SPAN) {
        return fail_span(a, error);
    }
    a->stride[a->rank] = distance != 0 ? fftc_stride_meant(distance) : next;
    status = check_strides(a, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i <= a->rank; ++i) {
        uint64_t steps = a->end[i] > 0 ? a->end[i] - 1 : 0;
        span = fftc_size_add(span, fftc_size_multiply(steps, a->stride[i]));
    }
    return span > MAX_SPAN ? fail_span(a, error) : FFTC_SUCCESS;
}

/* In place, a signal's results must not be numbers of another one that are still to be read. */
static fftc_status check_overlap(const array *src, const array *dst, bool in_place,
                                 fftc_error *error)
{
    uint64_t length[FFTC_MAX_AXES];
    for (int i = 0; i <= dst->rank; ++i) {
        fftc_range used = {dst->begin[i], dst->end[i]};
        if (in_place) {
            used = fftc_range_cover(used, (fftc_range){src->begin[i], src->end[i]});
        }
        length[i] = used.end - used.begin;
    }
    return fftc_layout_check_overlap(length, dst->stride, dst->rank, error);
}

static fftc_status read_arrays(const fftc_convolution_description *d, const fftc_axis_wish *wish,
                               array *src, array *dst, array *kernel, fftc_error *error)
{
    const fftc_transform *t = &d->signal;
    for (int i = 0; i < src->rank; ++i) {
        src->length[i] = t->length[i];
        dst->length[i] = t->length[i];
        kernel->length[i] = wish[i].taps;
        src->begin[i] = wish[i].src_begin;
        src->end[i] = wish[i].src_end;
        dst->begin[i] = wish[i].dst_begin;
        dst->end[i] = wish[i].dst_end;
        kernel->end[i] = wish[i].taps;
    }
    src->end[src->rank] = t->batch == 0 ? 1 : t->batch;
    dst->end[src->rank] = t->batch == 0 ? 1 : t->batch;
    kernel->end[src->rank] = 1;
    fftc_status status = read_strides(src, t->src_stride, t->batch, t->src_distance, error);
    if (status == FFTC_SUCCESS) {
        status = read_strides(dst, t->dst_stride, t->batch, t->dst_distance, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_strides(kernel, d->kernel_stride, 1, 0, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_overlap(src, dst, t->placement == FFTC_IN_PLACE, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; t->placement == FFTC_IN_PLACE && i <= src->rank; ++i) {
        bool moves = src->end[i] > 1 || dst->end[i] > 1;
        if (moves && src->stride[i] != dst->stride[i]) {
            return fftc_fail_unlike_strides(error);
        }
    }
    return FFTC_SUCCESS;
}

static double scaling_factor(const fftc_transform *t, int rank)
{
    double points = 1.0;
    for (int i = 0; i < rank; ++i) {
        points *= (double)t->length[i];
    }
    const double factor = fftc_factor_meant(t->factor);
    switch (t->scaling) {
    case FFTC_SCALE_NONE: return factor * points;
    case FFTC_SCALE_UNITARY: return factor / sqrt(points);
    default: return factor;
    }
}

static fftc_status read_rank(const fftc_convolution_description *d, int *rank, bool *kernel_given,
                             fftc_error *error)
{
    const fftc_transform *t = &d->signal;
    while (*rank < FFTC_MAX_RANK && t->length[*rank] != 0) {
        ++*rank;
    }
    fftc_status status = fftc_check_rank(*rank, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        bool more = t->length[i] != 0 || d->kernel_length[i] != 0 || d->kernel_origin[i] != 0 ||
                    d->padding[i] != FFTC_PAD_ZERO ||
                    (t->src_range[i].begin | t->src_range[i].end) != 0 ||
                    (t->dst_range[i].begin | t->dst_range[i].end) != 0;
        if (i >= *rank && more) {
            return fftc_fail(
                error, FFTC_INVALID_ARGUMENT,
                "axis %d has a kernel, a range, padding or a length, but length[%d] is zero", i,
                *rank);
        }
        *kernel_given = *kernel_given || d->kernel_length[i] != 0;
    }
    for (int i = 0; i < *rank && !*kernel_given; ++i) {
        if (d->kernel_stride[i] != 0 || d->kernel_origin[i] != 0) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "kernel_%s[%d] is given, but kernel_length is not: set it too, for a "
                             "kernel as long as the period to that",
                             d->kernel_stride[i] != 0 ? "stride" : "origin", i);
        }
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_convolution_read(const fftc_convolution_description *d, fftc_request *request,
                                  fftc_error *error)
{
    fftc_axis_wish wish[FFTC_MAX_RANK];
    int rank = 0;
    bool kernel_given = false;
    memset(request, 0, sizeof *request);
    if (d == NULL) {
        return fftc_fail_null(error, "description");
    }
    fftc_status status = check_choices(d, error);
    if (status == FFTC_SUCCESS) {
        status = read_rank(d, &rank, &kernel_given, error);
    }
    for (int i = 0; status == FFTC_SUCCESS && i < rank; ++i) {
        status = read_axis(d, i, kernel_given, &wish[i], error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    array src = {.name = "src", .rank = rank};
    array dst = {.name = "dst", .rank = rank};
    array kernel = {.name = "kernel", .rank = rank};
    status = read_arrays(d, wish, &src, &dst, &kernel, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    for (int i = 0; i < rank; ++i) {
        if (wish[i].period > 1 || (i + 1 == rank && request->rank == 0)) {
            int at = request->rank++;
            request->wish[at] = wish[i];
            fftc_axis_pad(&request->wish[at], (unsigned)d->padding[i]);
            request->src_stride[at] = (size_t)src.stride[i];
            request->dst_stride[at] = (size_t)dst.stride[i];
            request->kernel_stride[at] = (size_t)kernel.stride[i];
        }
    }
    request->src_distance = (size_t)src.stride[rank];
    request->dst_distance = (size_t)dst.stride[rank];
    request->batch = (size_t)src.end[rank];
    request->factor = scaling_factor(&d->signal, rank);
    request->precision = fftc_working_precision(d->signal.precision);
    request->real = d->signal.kind == FFTC_REAL;
    request->storage = (fftc_storage){
        d->signal.precision, d->signal.format == FFTC_SPLIT && !request->real, request->real};
    request->direct_sums = d->direct_sums != 0;
    request->in_place = d->signal.placement == FFTC_IN_PLACE;
    return FFTC_SUCCESS;
}

static fftc_transform normal_signal(const fftc_transform *signal)
{
    fftc_transform normal = *signal;
    normal.kind = FFTC_COMPLEX; /* both sides of a complex transform have the same lengths */
    fftc_transform_make_normal(&normal, &normal);
    normal.kind = signal->kind;
    normal.scaling = signal->scaling; /* of the product, not of a forward transform */
    if (normal.kind == FFTC_REAL) {
        normal.format = FFTC_INTERLEAVED;
    }
    return normal;
}

void fftc_convolution_normalise(const fftc_convolution_description *description,
                                fftc_convolution_description *normal)
{
    fftc_transform kernel = {.batch = 1};
    const fftc_transform *signal = &description->signal;
    uint64_t given = 0;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        given |= description->kernel_length[i];
    }
    memcpy(kernel.length, given != 0 ? description->kernel_length : signal->length,
           sizeof kernel.length);
    memcpy(kernel.src_stride, description->kernel_stride, sizeof kernel.src_stride);
    fftc_transform_make_normal(&kernel, &kernel);
    *normal = *description;
    normal->signal = normal_signal(signal);
    memcpy(normal->kernel_stride, kernel.src_stride, sizeof normal->kernel_stride);
    memcpy(normal->kernel_length, kernel.length, sizeof normal->kernel_length);
    normal->direct_sums = description->direct_sums != 0;
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        fftc_range src = signal->src_range[i];
        bool whole = src.begin == 0 && (src.end == 0 || src.end == signal->length[i]);
        normal->padding[i] = whole ? FFTC_PAD_ZERO : description->padding[i];
    }
}

fftc_footprint fftc_request_footprint(const fftc_request *r, bool src)
{
    fftc_layout layout = {.rank = r->rank,
                          .batch = {r->batch, r->src_distance, r->dst_distance},
                          .src_storage = r->storage,
                          .dst_storage = r->storage};
    for (int i = 0; i < r->rank; ++i) {
        const fftc_axis_wish *w = &r->wish[i];
        layout.axis[i] = (fftc_axis){w->period, r->src_stride[i], r->dst_stride[i]};
        layout.src_range[i] = (fftc_range){w->held_begin, w->held_end};
        layout.dst_range[i] = (fftc_range){w->dst_begin, w->dst_end};
    }
    /* In place, each side has a footprint of its own, since the plan's memory holds what lies
     * between them. */
    return fftc_footprint_make(&layout, false, src);
}

fftc_footprint fftc_request_kernel_footprint(const fftc_request *r)
{
    fftc_layout layout = {.rank = r->rank, .batch = {1, 0, 0}, .src_storage = r->storage};
    for (int i = 0; i < r->rank; ++i) {
        layout.axis[i] = (fftc_axis){r->wish[i].taps, r->kernel_stride[i], 0};
        layout.src_range[i] = (fftc_range){0, r->wish[i].taps};
    }
    return fftc_footprint_make(&layout, false, true);
}

fftc_status fftc_convolution_bytes(const fftc_convolution_description *description, size_t *src,
                                   size_t *dst, size_t *kernel, fftc_error *error)
{
    fftc_request r;
    fftc_status status = fftc_convolution_read(description, &r, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    size_t bytes[] = {fftc_request_footprint(&r, true).end, fftc_request_footprint(&r, false).end,
                      fftc_request_kernel_footprint(&r).end};
    if (r.in_place) {
        bytes[0] = bytes[1] = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
    }
    size_t *const to[] = {src, dst, kernel};
    for (int i = 0; i < 3; ++i) {
        if (to[i] != NULL) {
            *to[i] = bytes[i];
        }
    }
    return fftc_succeed(error);
}
