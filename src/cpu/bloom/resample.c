/* SPDX-License-Identifier: MIT
 *
 * A resampled kernel as taps, one for each point of the padded picture: the spectrum of the
 * kernel's own taps, sampled between its frequencies, and transformed back. In double.
 */
#define FFTC_PRECISION 64 /* of kernel/resample.h */

#include "cpu/allocate.h"
#include "cpu/bloom/bloom.h"
#include "fftcore/kernel/complex.h"

/* What an accessor has no parameter for. */
static _Thread_local const fftc_complex *spectrum_now;
static _Thread_local size_t row_now;

/* Half spectra have their half along rows: frequency y here is the horizontal one. */
static fftc_complex fftc_resample_get(fftc_uint x, fftc_uint y)
{
    return spectrum_now[(size_t)x * row_now + y];
}

#include "fftcore/kernel/resample.h"

_Static_assert(FFTC_BLOOM_TENT == FFTC_RESAMPLE_TENT + 1 &&
                   FFTC_BLOOM_CUBIC == FFTC_RESAMPLE_CUBIC + 1 &&
                   FFTC_BLOOM_SINC == FFTC_RESAMPLE_SINC + 1,
               "kernels know filters by the same numbers, less one");

typedef struct axis {
    uint32_t samples;
    uint32_t points;
    double per_point;
} axis;

static axis axis_of(uint32_t samples, uint64_t points)
{
    return (axis){samples, (uint32_t)points, 1.0 / (double)points};
}

static fftc_resample_place find(const axis *a, uint32_t f)
{
    return fftc_resample_find(f, a->samples, a->points, a->per_point);
}

static void resample(const axis *down, const axis *across, fftc_uniform filter_kind,
                     fftc_complex *to)
{
    const uint32_t columns = across->points / 2 + 1;
    for (uint32_t y = 0; y < down->points; ++y) {
        fftc_resample_place v = find(down, y);
        for (uint32_t x = 0; x < columns; ++x) {
            *to++ = fftc_resample(v, find(across, x), down->samples, across->samples, filter_kind);
        }
    }
}

static fftc_status transform(const fftc_bloom *plan, uint64_t rows, uint64_t columns,
                             fftc_direction direction, const void *src, void *dst,
                             fftc_error *error)
{
    const fftc_transform t = {.length = {rows, columns},
                              .kind = FFTC_REAL,
                              .precision = FFTC_FLOAT64,
                              .direction = direction};
    const fftc_plan_options options = {
        .allocator = &plan->allocator, .executions = 1, .reproducible = plan->reproducible};
    fftc_plan *made;
    fftc_status status = fftc_plan_create(&t, &options, &made, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_execute(made, src, dst, error);
        fftc_plan_destroy(made);
    }
    return status;
}

size_t fftc_bloom_centred(const fftc_bloom_description *d, size_t tap)
{
    const size_t y = tap / d->kernel_width + d->kernel_height - d->centre_y;
    const size_t x = tap % d->kernel_width + d->kernel_width - d->centre_x;
    return y % d->kernel_height * d->kernel_width + x % d->kernel_width;
}

fftc_status fftc_bloom_resample(const fftc_bloom *plan, const double *taps, float *resampled,
                                fftc_error *error)
{
    const fftc_bloom_description *d = &plan->request.what;
    const fftc_allocator *allocator = &plan->allocator;
    const axis down = axis_of(d->kernel_height, plan->request.padded[0]);
    const axis across = axis_of(d->kernel_width, plan->request.padded[1]);
    const size_t all = (size_t)down.points * across.points;
    const size_t row = d->kernel_width / 2 + 1;
    double *numbers = fftc_allocate(allocator, all, sizeof *numbers); /* more than taps */
    fftc_complex *own = fftc_allocate(allocator, down.samples * row, sizeof *own);
    fftc_complex *finer =
        fftc_allocate(allocator, (size_t)down.points * (across.points / 2 + 1), sizeof *finer);
    fftc_status status = FFTC_SUCCESS;
    if (numbers == NULL || own == NULL || finer == NULL) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the kernel's spectrum");
    } else {
        for (size_t i = 0; i < (size_t)down.samples * across.samples; ++i) {
            numbers[fftc_bloom_centred(d, i)] = taps[i];
        }
        status = transform(plan, down.samples, across.samples, FFTC_FORWARD, numbers, own, error);
    }
    if (status == FFTC_SUCCESS) {
        spectrum_now = own;
        row_now = row;
        resample(&down, &across, (fftc_uniform)d->resampling - 1u, finer);
        status = transform(plan, down.points, across.points, FFTC_INVERSE, finer, numbers, error);
    }
    for (size_t i = 0; i < all && status == FFTC_SUCCESS; ++i) {
        resampled[i] = (float)numbers[i];
    }
    fftc_release(allocator, numbers);
    fftc_release(allocator, own);
    fftc_release(allocator, finer);
    return status;
}
