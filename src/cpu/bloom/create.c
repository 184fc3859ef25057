/* SPDX-License-Identifier: MIT */
#include "cpu/allocate.h"
#include "cpu/bloom/bloom.h"
#include "cpu/isa.h"
#include "support/check.h"

static fftc_status check_options(const fftc_plan_options *options, fftc_error *error)
{
    if (options != NULL && (options->saved != NULL || options->effort == FFTC_SAVED)) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "a bloom is not saved: leave `saved` NULL, and take another effort than "
                         "FFTC_SAVED");
    }
    return fftc_check_allocator(options != NULL ? options->allocator : NULL, error);
}

/* A resampled kernel has a tap for each padded pixel, the one for distance 0 first. */
static void resample_axis(const fftc_bloom_request *r, int axis, fftc_convolution_description *what)
{
    what->signal.length[axis] = what->kernel_length[axis] = r->padded[axis];
    what->kernel_origin[axis] = 0;
}

/* An axis of the request's convolution, whose padding becomes numbers of the plane. Element i of
 * the result then is where number i + before of the plane was. */
static fftc_bloom_axis extend_axis(const fftc_bloom_request *r, int axis, uint32_t picture,
                                   fftc_convolution_description *what)
{
    const bool exact = r->what.resampling == FFTC_BLOOM_EXACT;
    if (!exact) {
        resample_axis(r, axis, what);
    }
    const uint32_t taps = (uint32_t)what->kernel_length[axis];
    const uint32_t origin = (uint32_t)what->kernel_origin[axis];
    fftc_bloom_axis a = {picture, 0, picture};
    if (r->what.padding != FFTC_PAD_ZERO) {
        const uint32_t period = (uint32_t)what->signal.length[axis];
        a.all = exact ? picture + taps - 1 : period;
        a.before = exact ? taps - 1 - origin : (period - picture + 1) / 2;
        what->signal.length[axis] = a.all;
        what->signal.src_range[axis] = (fftc_range){0, a.all};
        what->kernel_origin[axis] = origin + a.before;
        what->padding[axis] = FFTC_PAD_ZERO;
    }
    return a;
}

static fftc_status make(fftc_bloom *plan, const fftc_plan_options *options, fftc_error *error)
{
    const fftc_bloom_description *d = &plan->request.what;
    plan->crew = fftc_crew_of(options != NULL ? options->pool : NULL);
    plan->threads = options != NULL && options->threads > 0 ? options->threads : 1;
    fftc_convolution_description what = plan->request.channel;
    plan->rows = extend_axis(&plan->request, 0, d->height, &what);
    plan->columns = extend_axis(&plan->request, 1, d->width, &what);
    what.signal.src_stride[0] = plan->columns.all;
    plan->plane_bytes = fftc_bloom_lines(
        fftc_bytes_times(sizeof(float), (size_t)plan->columns.all * plan->rows.all));
    plan->result_bytes =
        fftc_bloom_lines(fftc_bytes_times(sizeof(float), (size_t)d->width * d->height));
    const char *isa;
    fftc_status status = fftc_isa_select(&isa, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_convolution_create(&what, options, &plan->convolution, error);
    }
    if (status == FFTC_SUCCESS) {
        plan->spectrum_bytes = fftc_bloom_lines(fftc_convolution_spectrum_bytes(plan->convolution));
        plan->staging = fftc_staging_of(fftc_engines(FFTC_FLOAT32, isa)[0]);
    }
    return status;
}

fftc_status fftc_bloom_create(const fftc_bloom_description *description,
                              const fftc_plan_options *options, fftc_bloom **plan,
                              fftc_error *error)
{
    fftc_bloom_request request;
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    fftc_status status = check_options(options, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_bloom_read(description, &request, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_allocator allocator = {0};
    if (options != NULL && options->allocator != NULL) {
        allocator = *options->allocator;
    }
    fftc_bloom *made = fftc_allocate(&allocator, 1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    made->request = request;
    made->allocator = allocator;
    status = make(made, options, error);
    if (status != FFTC_SUCCESS) {
        fftc_release(&allocator, made);
        return status;
    }
    *plan = made;
    return fftc_succeed(error);
}

void fftc_bloom_destroy(fftc_bloom *plan)
{
    if (plan != NULL) {
        fftc_allocator allocator = plan->allocator;
        fftc_convolution_destroy(plan->convolution);
        fftc_release(&allocator, plan);
    }
}

size_t fftc_bloom_spectrum_bytes(const fftc_bloom *plan)
{
    return plan != NULL ? sizeof(fftc_bloom_head) + plan->request.spectra * plan->spectrum_bytes
                        : 0;
}

size_t fftc_bloom_work_bytes(const fftc_bloom *plan)
{
    return plan != NULL ? plan->request.what.channels * (plan->plane_bytes + plan->result_bytes)
                        : 0;
}
