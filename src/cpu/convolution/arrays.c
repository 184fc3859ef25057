/* SPDX-License-Identifier: MIT
 *
 * What a caller passes to a convolution, checked before anything is written.
 */
#include <string.h>

#include "cpu/convolution/convolution.h"
#include "support/check.h"

void fftc_convolution_find_arrays(fftc_convolution *plan)
{
    plan->scalar_mask = (uintptr_t)fftc_precision_bytes(plan->request.storage.precision) - 1;
    plan->src_footprint = fftc_request_footprint(&plan->request, true);
    plan->dst_footprint = fftc_request_footprint(&plan->request, false);
    plan->kernel_footprint = fftc_request_kernel_footprint(&plan->request);
    plan->spectrum_footprint = fftc_footprint_block(fftc_convolution_spectrum_bytes(plan));
}

static uintptr_t bits(fftc_user array)
{
    return (uintptr_t)array.re | (uintptr_t)array.im;
}

/* Checks one or two arrays; for one, it is given twice. */
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
    const void *const numbers[] = {spectrum, NULL};
    const void *const taps[] = {kernel.re, kernel.im};
    fftc_status status = check_alignment(plan, kernel, "kernel", kernel, spectrum, error);
    if (status == FFTC_SUCCESS &&
        fftc_parts_overlap(taps, &plan->kernel_footprint, numbers, &plan->spectrum_footprint)) {
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
    const void *const from[] = {src.re, src.im};
    const void *const to[] = {dst.re, dst.im};
    const void *const numbers[] = {spectrum, NULL};
    fftc_status status = fftc_check_same_arrays(src.re == dst.re, in_place, error);
    if (status == FFTC_SUCCESS && src.im != NULL && dst.im != NULL) {
        status = fftc_check_same_arrays(src.im == dst.im, in_place, error);
    }
    if (status == FFTC_SUCCESS) {
        status = check_alignment(plan, src, "src", dst, spectrum, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (fftc_sides_meet(in_place, from, &plan->src_footprint, to, in_dst)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "dst shares memory with src or with itself: keep them apart, or plan with "
                         "placement FFTC_IN_PLACE and pass the same pointers");
    }
    if (fftc_parts_overlap(to, in_dst, numbers, &plan->spectrum_footprint)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "dst and spectrum share memory: keep them apart");
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_convolution_check_spectrum(const fftc_convolution *plan, const void *spectrum,
                                            fftc_error *error)
{
    fftc_spectrum_head head;
    memcpy(&head, spectrum, sizeof head);
    if (head.signature != plan->signature) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "the spectrum is another plan's, or nothing was prepared in it: call "
                         "fftc_convolution_prepare with this plan");
    }
    return FFTC_SUCCESS;
}
