/* SPDX-License-Identifier: MIT */
#include "cpu/allocate.h"
#include "cpu/bloom/bloom.h"
#include "cpu/isa.h"
#include "cpu/plan/options.h"
#include "cpu/plan/slots.h"
#include "support/check.h"

static fftc_status read_options(const fftc_plan_options *given, fftc_plan_options *options,
                                fftc_error *error)
{
    if (given != NULL && (given->saved != NULL || given->effort == FFTC_SAVED)) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "a bloom is not saved: leave `saved` NULL, and take another effort than "
                         "FFTC_SAVED");
    }
    return fftc_options_read(given, -1, options, error);
}

/* A resampled kernel has a tap for each padded pixel, the one for distance 0 first. */
static void resample_axis(const fftc_bloom_request *r, int axis, fftc_convolution_description *what)
{
    what->signal.length[axis] = what->kernel_length[axis] = r->padded[axis];
    what->kernel_origin[axis] = 0;
}

/* An axis of the convolution of a tile, whose surroundings become numbers of the plane. Element i
 * of the result then is where number i + before of the plane was. */
static void extend_axis(const fftc_bloom_request *r, int axis, fftc_bloom_axis *a,
                        fftc_convolution_description *what)
{
    const bool exact = r->what.resampling == FFTC_BLOOM_EXACT;
    if (!exact) {
        resample_axis(r, axis, what);
    }
    const uint32_t taps = (uint32_t)what->kernel_length[axis];
    const uint32_t origin = (uint32_t)what->kernel_origin[axis];
    a->all = a->picture;
    if (r->what.padding != FFTC_PAD_ZERO || a->tiles > 1) {
        const uint32_t period = (uint32_t)what->signal.length[axis];
        a->all = exact ? a->tile + taps - 1 : period;
        a->before = exact ? taps - 1 - origin : (period - a->picture + 1) / 2;
        what->signal.length[axis] = a->all;
        what->signal.src_range[axis] = (fftc_range){0, a->all};
        what->signal.dst_range[axis] = (fftc_range){0, a->tile};
        what->kernel_origin[axis] = origin + a->before;
        what->padding[axis] = FFTC_PAD_ZERO;
    }
}

/* Where threads share the tiles, each of them executes the convolution. */
static fftc_plan_options options_of(const fftc_bloom *plan, const fftc_plan_options *options)
{
    fftc_plan_options own = *options;
    if (!plan->inside && own.executions >= 0) {
        const int each = own.executions > 0 ? own.executions : 1;
        const bool many = plan->threads > FFTC_MAX_SLOTS / each;
        own.threads = 1;
        own.executions = many ? FFTC_MAX_SLOTS : plan->threads * each;
    }
    return own;
}

static fftc_status make(fftc_bloom *plan, const fftc_plan_options *options, fftc_error *error)
{
    const fftc_bloom_description *d = &plan->request.what;
    plan->crew = fftc_crew_of(options->pool);
    plan->threads = options->threads > 0 ? options->threads : 1;
    plan->reproducible = options->reproducible;
    fftc_bloom_choose_tiles(plan);
    plan->inside = fftc_bloom_tiles(plan) < 2 || fftc_bloom_tiles(plan) < (size_t)plan->threads;
    fftc_convolution_description what = plan->request.channel;
    extend_axis(&plan->request, 0, &plan->rows, &what);
    extend_axis(&plan->request, 1, &plan->columns, &what);
    what.signal.src_stride[0] = plan->columns.all;
    what.signal.dst_stride[0] = plan->columns.tile;
    plan->plane = fftc_bloom_lines(
                      fftc_bytes_times(sizeof(float), (size_t)plan->columns.all * plan->rows.all)) /
                  sizeof(float);
    if (fftc_bloom_tiles(plan) > 1) {
        plan->copy_bytes = fftc_bloom_lines(
            fftc_bytes_times(sizeof(float) * d->channels, (size_t)d->width * d->height));
    }
    const fftc_plan_options own = options_of(plan, options);
    const char *isa;
    fftc_status status = fftc_isa_select(&isa, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_convolution_create(&what, &own, &plan->convolution, error);
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
    fftc_plan_options given;
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    fftc_status status = read_options(options, &given, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_bloom_read(description, &request, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_allocator allocator =
        given.allocator != NULL ? *given.allocator : (fftc_allocator){0};
    fftc_bloom *made = fftc_allocate(&allocator, 1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    made->request = request;
    made->allocator = allocator;
    status = make(made, &given, error);
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
    const size_t at_once = plan == NULL ? 0 : plan->inside ? 1 : (size_t)plan->threads;
    return plan != NULL ? at_once * fftc_bloom_tile_bytes(plan) + plan->copy_bytes : 0;
}
