/* SPDX-License-Identifier: MIT */
#define FFTC_PRECISION 64 /* of what kernel/spectrum.h says */

#include <float.h>
#include <math.h>
#include <string.h>

#include "cpu/allocate.h"
#include "cpu/bloom/bloom.h"
#include "fftcore/kernel/spectrum.h"
#include "support/check.h"
#include "support/half.h"

_Static_assert(FFTC_BLOOM_LUMINANCE == FFTC_NORMALISE_LUMINANCE &&
                   FFTC_BLOOM_CHANNEL == FFTC_NORMALISE_CHANNEL &&
                   FFTC_BLOOM_AS_IS == FFTC_NORMALISE_NONE,
               "kernels know powers by the same numbers");

/* The taps of all of the kernel's channels, and of their luminance if a channel of the picture
 * takes that; and their sums. */
typedef struct taps {
    size_t count; /* of a channel */
    double *tap[FFTC_BLOOM_CHANNELS_MAX];
    double sum[FFTC_BLOOM_CHANNELS_MAX];
} taps;

static double get(const fftc_bloom_description *d, const void *kernel, uint64_t at)
{
    return d->precision == FFTC_FLOAT16
               ? (double)fftc_float_from_half(((const uint16_t *)kernel)[at])
               : (double)((const float *)kernel)[at];
}

static fftc_status read_channel(const fftc_bloom_description *d, const void *kernel, uint32_t c,
                                taps *t, fftc_error *error)
{
    double *to = t->tap[c];
    for (uint32_t y = 0; y < d->kernel_height; ++y) {
        for (uint32_t x = 0; x < d->kernel_width; ++x) {
            double tap =
                get(d, kernel, y * d->kernel.row + x * d->kernel.pixel + c * d->kernel.channel);
            if (!isfinite(tap)) {
                return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                 "the kernel's pixel (%u, %u) is %g in channel %u: every tap must "
                                 "be finite",
                                 x, y, tap, c);
            }
            t->sum[c] += tap;
            *to++ = tap;
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status read_taps(const fftc_bloom_description *d, const void *kernel, taps *t,
                             fftc_error *error)
{
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t c = 0; c < d->kernel_channels && status == FFTC_SUCCESS; ++c) {
        status = read_channel(d, kernel, c, t, error);
    }
    for (size_t i = 0; i < t->count && d->kernel_channels == 3 && d->channels == 4; ++i) {
        t->tap[3][i] = fftc_luminance(t->tap[0][i], t->tap[1][i], t->tap[2][i]);
        t->sum[3] += t->tap[3][i];
    }
    return status;
}

/* Sets what each channel is divided by. */
static fftc_status set_power(const fftc_bloom_description *d, const taps *t, double *power,
                             fftc_error *error)
{
    double all = d->kernel_channels >= 3   ? fftc_luminance(t->sum[0], t->sum[1], t->sum[2])
                 : d->kernel_channels == 2 ? (t->sum[0] + t->sum[1]) / 2.0
                                           : t->sum[0];
    for (uint32_t c = 0; c < d->channels; ++c) {
        double own = t->sum[d->kernel_channels == 1 ? 0 : c];
        power[c] = fftc_spectrum_power(own, all, (fftc_uniform)d->power);
        if (!(power[c] > 0.0)) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "the kernel is %s: %s of its pixels is %g in all, and it is divided "
                             "by that",
                             power[c] < 0.0 ? "darker than black" : "black",
                             d->power == FFTC_BLOOM_LUMINANCE ? "the luminance" : "a channel",
                             power[c]);
        }
    }
    return FFTC_SUCCESS;
}

/* A resampled tap and its copies have magnitudes that add up to the tap's own with the tent; with
 * the others, whose transforms have negative lobes, at most to 1.015 and 1.024 times as much along
 * each axis. */
static double more_of(const fftc_bloom_description *d)
{
    static const double copies[] = {[FFTC_BLOOM_EXACT] = 1.0,
                                    [FFTC_BLOOM_TENT] = 1.0,
                                    [FFTC_BLOOM_CUBIC] = 1.015 * 1.015,
                                    [FFTC_BLOOM_SINC] = 1.024 * 1.024};
    return copies[d->resampling];
}

/* One channel's taps divided, as the convolution takes them, or else as a plane of fftc_bloom_taps.
 */
static fftc_status finish(const fftc_bloom *plan, const taps *t, uint32_t c, double power,
                          bool plane, float *to, double *sum, fftc_error *error)
{
    const fftc_bloom_description *d = &plan->request.what;
    const bool exact = d->resampling == FFTC_BLOOM_EXACT;
    double *tap = t->tap[c];
    double magnitudes = 0.0;
    for (size_t i = 0; i < t->count; ++i) {
        tap[i] /= power;
        *sum += tap[i];
        magnitudes += fabs(tap[i]);
    }
    if (magnitudes * more_of(d) > (double)FLT_MAX) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         d->power == FFTC_BLOOM_AS_IS
                             ? "the magnitudes of the kernel's pixels sum to %g, more than a float "
                               "holds"
                             : "the kernel's pixels sum to %g, too little to divide them by: "
                               "bright and negative ones cancel",
                         d->power == FFTC_BLOOM_AS_IS ? magnitudes : power);
    }
    if (!exact && !plane) {
        return fftc_bloom_resample(plan, tap, to, error);
    }
    for (size_t i = 0; i < t->count; ++i) {
        to[exact ? i : fftc_bloom_centred(d, i)] = (float)tap[i];
    }
    return FFTC_SUCCESS;
}

/* The taps of channel c are written to `to`, `apart` floats further on for each channel; with a
 * spectrum they become a channel's there. */
static fftc_status prepare(const fftc_bloom *plan, const void *kernel, taps *t, float *to,
                           size_t apart, void *spectrum, fftc_bloom_head *head, fftc_error *error)
{
    const fftc_bloom_description *d = &plan->request.what;
    fftc_status status = read_taps(d, kernel, t, error);
    if (status == FFTC_SUCCESS) {
        status = set_power(d, t, head->power, error);
    }
    for (uint32_t c = 0; c < plan->request.spectra && status == FFTC_SUCCESS; ++c) {
        status = finish(plan, t, c, head->power[c], spectrum == NULL, to + c * apart, &head->sum[c],
                        error);
        if (status == FFTC_SUCCESS && spectrum != NULL) {
            status = fftc_convolution_prepare(plan->convolution, to + c * apart,
                                              (char *)spectrum + fftc_bloom_offset(plan, c), error);
        }
    }
    for (uint32_t c = 1; c < d->channels && plan->request.spectra == 1; ++c) {
        head->sum[c] = head->sum[0];
    }
    return status;
}

static fftc_status open_taps(const fftc_bloom *plan, taps *t, double **memory, fftc_error *error)
{
    const fftc_bloom_description *d = &plan->request.what;
    *t = (taps){.count = (size_t)d->kernel_width * d->kernel_height};
    *memory = fftc_allocate(&plan->allocator, t->count, plan->request.spectra * sizeof **memory);
    if (*memory == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the kernel's taps");
    }
    for (size_t c = 0; c < plan->request.spectra; ++c) {
        t->tap[c] = *memory + c * t->count;
    }
    return FFTC_SUCCESS;
}

/* Numbers of a plane of fftc_bloom_taps; and of what the CPU's convolution takes. */
static size_t plane_of(const fftc_bloom_request *r)
{
    return (size_t)r->what.kernel_width * r->what.kernel_height;
}

static size_t taken_of(const fftc_bloom_request *r)
{
    return r->what.resampling == FFTC_BLOOM_EXACT ? plane_of(r)
                                                  : (size_t)r->padded[0] * (size_t)r->padded[1];
}

static fftc_status check_arrays(const fftc_bloom *plan, const void *kernel, const void *spectrum,
                                fftc_error *error)
{
    const char *null = plan == NULL       ? "plan"
                       : kernel == NULL   ? "kernel"
                       : spectrum == NULL ? "spectrum"
                                          : NULL;
    if (null != NULL) {
        return fftc_fail_null(error, null);
    }
    if ((uintptr_t)kernel % fftc_precision_bytes(plan->request.what.precision) != 0 ||
        (uintptr_t)spectrum % sizeof(uint64_t) != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "the kernel must be aligned to its numbers, the spectrum to %zu bytes",
                         sizeof(uint64_t));
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_bloom_prepare(const fftc_bloom *plan, const void *kernel, void *spectrum,
                               fftc_error *error)
{
    fftc_status status = check_arrays(plan, kernel, spectrum, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    taps t;
    double *memory;
    fftc_bloom_head head = {.spectra = plan->request.spectra};
    float *to = fftc_allocate(&plan->allocator, taken_of(&plan->request), sizeof *to);
    status = open_taps(plan, &t, &memory, error);
    if (status == FFTC_SUCCESS && to == NULL) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the kernel's taps");
    }
    if (status == FFTC_SUCCESS) {
        status = prepare(plan, kernel, &t, to, 0, spectrum, &head, error);
    }
    if (status == FFTC_SUCCESS) {
        memcpy(spectrum, &head, sizeof head);
    }
    fftc_release(&plan->allocator, memory);
    fftc_release(&plan->allocator, to);
    return status;
}

fftc_status fftc_bloom_taps_bytes(const fftc_bloom_description *description, size_t *bytes,
                                  fftc_error *error)
{
    fftc_bloom_request r;
    if (bytes == NULL) {
        return fftc_fail_null(error, "bytes");
    }
    fftc_status status = fftc_bloom_read(description, &r, error);
    *bytes = status == FFTC_SUCCESS ? r.spectra * plane_of(&r) * sizeof(float) : 0;
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}

/* The exponent of the light. Of a kernel that is divided by its power, and has no negative taps,
 * roundings alone may make the sum more than 1. */
static int divide_more(const fftc_bloom_request *r, float *planes)
{
    const size_t count = plane_of(r);
    double most = 0.0;
    for (size_t c = 0; c < r->spectra; ++c) {
        double sum = 0.0;
        for (size_t i = 0; i < count; ++i) {
            sum += fabs((double)planes[c * count + i]);
        }
        most = fmax(most, sum * more_of(&r->what));
    }
    const bool good = most == 0.0 || (most > 0.5 && most <= 1.0 + 0x1p-10);
    const int exponent = good ? 0 : (int)ceil(log2(most));
    for (size_t i = 0; exponent != 0 && i < r->spectra * count; ++i) {
        planes[i] = ldexpf(planes[i], -exponent);
    }
    return exponent;
}

fftc_status fftc_bloom_taps(const fftc_bloom_description *description,
                            const fftc_allocator *allocator, const void *kernel, float *planes,
                            fftc_bloom_light *light, fftc_error *error)
{
    fftc_bloom plan = {.threads = 1};
    fftc_bloom_head head = {.power = {0.0}};
    taps t;
    double *memory;
    fftc_status status = fftc_check_allocator(allocator, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_bloom_read(description, &plan.request, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    plan.allocator = allocator != NULL ? *allocator : plan.allocator;
    if (planes == NULL || light == NULL) {
        return fftc_fail_null(error, planes == NULL ? "planes" : "light");
    }
    status = check_arrays(&plan, kernel, &head, error);
    if (status == FFTC_SUCCESS) {
        status = open_taps(&plan, &t, &memory, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = prepare(&plan, kernel, &t, planes, plane_of(&plan.request), NULL, &head, error);
    fftc_release(&plan.allocator, memory);
    if (status == FFTC_SUCCESS) {
        memcpy(light->power, head.power, sizeof light->power);
        memcpy(light->sum, head.sum, sizeof light->sum);
        light->exponent = divide_more(&plan.request, planes);
    }
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}

double fftc_bloom_power_of(const void *spectrum, uint32_t channel)
{
    fftc_bloom_head head;
    if (spectrum == NULL || channel >= FFTC_BLOOM_CHANNELS_MAX) {
        return 0.0;
    }
    memcpy(&head, spectrum, sizeof head);
    return head.power[channel];
}
