/* SPDX-License-Identifier: MIT
 *
 * What a caller passes to a convolution, checked before anything is written.
 */
#include "cpu/convolution/convolution.h"

/* The array of source or result, all of the batch. In place both are the same one. */
static fftc_footprint footprint(const fftc_request *r, bool src)
{
    fftc_layout layout = {.rank = r->rank,
                          .batch = {r->batch, r->src_distance, r->dst_distance},
                          .src_storage = r->storage,
                          .dst_storage = r->storage};
    for (int i = 0; i < r->rank; ++i) {
        const fftc_axis_wish *w = &r->wish[i];
        layout.axis[i] = (fftc_axis){w->period, r->src_stride[i], r->dst_stride[i]};
        layout.src_range[i] = (fftc_range){w->src_begin, w->src_end};
        layout.dst_range[i] = (fftc_range){w->dst_begin, w->dst_end};
    }
    return fftc_footprint_make(&layout, r->in_place, src);
}

static fftc_footprint kernel_footprint(const fftc_request *r)
{
    fftc_layout layout = {.rank = r->rank, .batch = {1, 0, 0}, .src_storage = r->storage};
    for (int i = 0; i < r->rank; ++i) {
        layout.axis[i] = (fftc_axis){r->wish[i].taps, r->kernel_stride[i], 0};
        layout.src_range[i] = (fftc_range){0, r->wish[i].taps};
    }
    return fftc_footprint_make(&layout, false, true);
}

void fftc_convolution_find_arrays(fftc_convolution *plan)
{
    plan->scalar_mask = (uintptr_t)fftc_precision_bytes(plan->request.storage.precision) - 1;
    plan->src_footprint = footprint(&plan->request, true);
    plan->dst_footprint = footprint(&plan->request, false);
    plan->kernel_footprint = kernel_footprint(&plan->request);
    plan->spectrum_footprint = fftc_footprint_block(fftc_convolution_spectrum_bytes(plan));
}

/* Do two arrays, each of one part or of two, share a byte? */
static bool touch(fftc_user a, const fftc_footprint *in_a, fftc_user b, const fftc_footprint *in_b)
{
    const char *parts_a[] = {a.re, a.im};
    const char *parts_b[] = {b.re, b.im};
    for (int i = 0; i < 2 && parts_a[i] != NULL; ++i) {
        for (int k = 0; k < 2 && parts_b[k] != NULL; ++k) {
            if (fftc_overlap(parts_a[i], in_a, parts_b[k], in_b)) {
                return true;
            }
        }
    }
    return false;
}

static uintptr_t bits(fftc_user array)
{
    return (uintptr_t)array.re | (uintptr_t)array.im;
}

/* Of one or two arrays; the other is given twice. */
static fftc_status check_alignment(const fftc_convolution *plan, fftc_user first, const char *name,
                                   fftc_user dst, const void *spectrum, fftc_error *error)
{
    uintptr_t askew = (bits(first) | bits(dst)) & plan->scalar_mask;
    uintptr_t spectrum_askew = (uintptr_t)spectrum % sizeof(uint64_t);
    if ((askew | spectrum_askew) == 0) {
        return FFTC_SUCCESS;
    }
    if (askew == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "spectrum must be aligned to %zu bytes, 64 are best", sizeof(uint64_t));
    }
    return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s must be aligned to a scalar's %zu bytes",
                     (bits(first) & plan->scalar_mask) != 0 ? name : "dst",
                     (size_t)plan->scalar_mask + 1);
}

fftc_status fftc_convolution_check_kernel(const fftc_convolution *plan, fftc_user kernel,
                                          const void *spectrum, fftc_error *error)
{
    fftc_user numbers = {(char *)(uintptr_t)spectrum, NULL};
    fftc_status status = check_alignment(plan, kernel, "kernel", kernel, spectrum, error);
    if (status == FFTC_SUCCESS &&
        touch(kernel, &plan->kernel_footprint, numbers, &plan->spectrum_footprint)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "kernel and spectrum share memory: keep them apart");
    }
    return status;
}

fftc_status fftc_convolution_check_signal(const fftc_convolution *plan, fftc_user src,
                                          const void *spectrum, fftc_user dst, fftc_error *error)
{
    bool in_place = plan->request.in_place;
    const fftc_footprint *in_dst = &plan->dst_footprint;
    fftc_user numbers = {(char *)(uintptr_t)spectrum, NULL};
    if ((src.re == dst.re && src.im == dst.im) != in_place) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         in_place ? "the plan is in place: pass the same pointer as src and dst"
                                  : "src is dst: plan with placement FFTC_IN_PLACE for that");
    }
    fftc_status status = check_alignment(plan, src, "src", dst, spectrum, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if ((!in_place && touch(src, &plan->src_footprint, dst, in_dst)) ||
        (dst.im != NULL && fftc_overlap(dst.re, in_dst, dst.im, in_dst))) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "dst shares memory with src or with itself: keep them apart, or plan with "
                         "placement FFTC_IN_PLACE and pass the same pointers");
    }
    if (touch(dst, in_dst, numbers, &plan->spectrum_footprint)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "dst and spectrum share memory: keep them apart");
    }
    return FFTC_SUCCESS;
}
