/* SPDX-License-Identifier: MIT */
#include "describe/bloom_request.h"

#include <math.h>

#include "support/check.h"
#include "support/error.h"

#define MAX_BYTES (SIZE_MAX / 32)
#define RESAMPLED_POINTS_MAX 65536u

void fftc_bloom_describe(uint32_t width, uint32_t height, uint32_t channels, uint32_t kernel_width,
                         uint32_t kernel_height, fftc_bloom_description *description)
{
    *description = (fftc_bloom_description){.width = width,
                                            .height = height,
                                            .channels = channels,
                                            .kernel_width = kernel_width,
                                            .kernel_height = kernel_height,
                                            .kernel_channels = channels,
                                            .centre_x = (kernel_width - 1) / 2,
                                            .centre_y = (kernel_height - 1) / 2};
}

static fftc_status check_numbers(const fftc_bloom_description *d, fftc_error *error)
{
    if (d->width == 0 || d->height == 0 || d->kernel_width == 0 || d->kernel_height == 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "the picture has %u x %u pixels, the kernel %u x %u: each must be 1 or "
                         "more",
                         d->width, d->height, d->kernel_width, d->kernel_height);
    }
    if (d->channels < 1 || d->channels > FFTC_BLOOM_CHANNELS_MAX) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "channels is %u: pass 1 to %d", d->channels,
                         FFTC_BLOOM_CHANNELS_MAX);
    }
    if (d->kernel_channels != 1 && d->kernel_channels != d->channels &&
        (d->kernel_channels != 3 || d->channels != 4)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "kernel_channels is %u: pass 1, as many as the picture has, which are %u, "
                         "or 3 for 4",
                         d->kernel_channels, d->channels);
    }
    if (d->centre_x >= d->kernel_width || d->centre_y >= d->kernel_height) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "the centre, pixel (%u, %u), is outside of the kernel of %u x %u",
                         d->centre_x, d->centre_y, d->kernel_width, d->kernel_height);
    }
    for (uint32_t c = 0; c < d->channels; ++c) {
        if (!isfinite(d->beyond[c])) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT, "beyond[%u] is not finite", c);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status check_choices(const fftc_bloom_description *d, fftc_error *error)
{
    fftc_status status = fftc_check_precision(d->precision, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (d->precision == FFTC_FLOAT64) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "precision is double: pictures are of float or half");
    }
    if ((unsigned)d->padding > FFTC_PAD_CLAMP) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "padding is %d: pass an fftc_padding",
                         (int)d->padding);
    }
    if ((unsigned)d->power > FFTC_BLOOM_AS_IS) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "power is %d: pass an fftc_bloom_power",
                         (int)d->power);
    }
    if ((unsigned)d->resampling > FFTC_BLOOM_SINC) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "resampling is %d: pass an fftc_bloom_resampling", (int)d->resampling);
    }
    return FFTC_SUCCESS;
}

/* Fills the distances in, and finds the bytes that the array has. */
static fftc_status read_layout(fftc_bloom_layout *l, const char *name, const uint32_t size[3],
                               fftc_precision precision, size_t *bytes, fftc_error *error)
{
    if ((l->row | l->pixel | l->channel) == 0) {
        *l = (fftc_bloom_layout){(uint64_t)size[1] * size[2], size[2], 1};
    }
    const uint64_t distance[3] = {l->row, l->pixel, l->channel};
    static const char *const names[3] = {"row", "pixel", "channel"};
    uint64_t span = 1;
    for (int i = 0; i < 3; ++i) {
        uint64_t all;
        if (distance[i] == 0 && size[i] > 1) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "%s.%s is 0, but another distance of %s is given: give all three, or "
                             "none",
                             name, names[i], name);
        }
        if (__builtin_mul_overflow(distance[i], (uint64_t)size[i] - 1, &all) ||
            __builtin_add_overflow(span, all, &span)) {
            span = UINT64_MAX;
        }
    }
    if (span > MAX_BYTES / fftc_precision_bytes(precision)) {
        return fftc_fail(error, FFTC_TOO_LARGE, "the array of %s does not fit the address space",
                         name);
    }
    *bytes = (size_t)span * fftc_precision_bytes(precision);
    return FFTC_SUCCESS;
}

/* Checks that no two numbers share a place, as far as nesting distances tell: each is more than
 * what those with smaller ones reach over. */
static fftc_status check_places(const fftc_bloom_layout *l, const uint32_t size[3],
                                fftc_error *error)
{
    const uint64_t distance[3] = {l->row, l->pixel, l->channel};
    for (int i = 0; i < 3; ++i) {
        uint64_t reach = 0;
        for (int k = 0; k < 3; ++k) {
            bool inner = distance[k] < distance[i] || (distance[k] == distance[i] && k < i);
            reach += inner ? (size[k] - 1) * distance[k] : 0;
        }
        if (size[i] > 1 && distance[i] <= reach) {
            return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                             "dst's distances are row %llu, pixel %llu, channel %llu, by which "
                             "numbers share places: each must be more than those with smaller "
                             "distances reach over",
                             (unsigned long long)l->row, (unsigned long long)l->pixel,
                             (unsigned long long)l->channel);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status read_layouts(fftc_bloom_request *r, fftc_error *error)
{
    fftc_bloom_description *d = &r->what;
    const uint32_t picture[3] = {d->height, d->width, d->channels};
    const uint32_t kernel[3] = {d->kernel_height, d->kernel_width, d->kernel_channels};
    fftc_status status = read_layout(&d->src, "src", picture, d->precision, &r->src_bytes, error);
    if (status == FFTC_SUCCESS) {
        status = read_layout(&d->dst, "dst", picture, d->precision, &r->dst_bytes, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_layout(&d->kernel, "kernel", kernel, d->precision, &r->kernel_bytes, error);
    }
    if (status == FFTC_SUCCESS &&
        (uint64_t)d->kernel_width * d->kernel_height > MAX_BYTES / sizeof(double) / r->spectra) {
        status = fftc_fail(error, FFTC_TOO_LARGE,
                           "a kernel of %u x %u pixels does not fit the address space",
                           d->kernel_width, d->kernel_height);
    }
    return status == FFTC_SUCCESS ? check_places(&d->dst, picture, error) : status;
}

/* An axis of the convolution, padded as far as the kernel reaches. */
static fftc_status describe_axis(fftc_bloom_request *r, int axis, uint64_t pixels, uint64_t taps,
                                 uint64_t centre, fftc_error *error)
{
    fftc_convolution_description *c = &r->channel;
    const uint64_t reach = centre > taps - 1 - centre ? centre : taps - 1 - centre;
    const uint64_t period = pixels + 2 * reach;
    if (period > FFTC_AXIS_POINTS_MAX) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "%llu pixels and a kernel of %llu are more than 2^31 on an axis",
                         (unsigned long long)pixels, (unsigned long long)taps);
    }
    r->padded[axis] = fftc_convolution_length(pixels + taps - 1);
    if (r->what.resampling != FFTC_BLOOM_EXACT && r->padded[axis] > RESAMPLED_POINTS_MAX) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "%llu pixels and a kernel of %llu make %llu, and a resampled kernel takes "
                         "at most %u: take an exact one",
                         (unsigned long long)pixels, (unsigned long long)taps,
                         (unsigned long long)r->padded[axis], RESAMPLED_POINTS_MAX);
    }
    c->signal.length[axis] = period;
    c->signal.src_range[axis] = (fftc_range){0, pixels};
    c->signal.dst_range[axis] = (fftc_range){0, pixels};
    c->kernel_length[axis] = taps;
    c->kernel_origin[axis] = centre;
    c->padding[axis] = r->what.padding;
    return FFTC_SUCCESS;
}

fftc_status fftc_bloom_read(const fftc_bloom_description *description, fftc_bloom_request *r,
                            fftc_error *error)
{
    if (description == NULL) {
        return fftc_fail_null(error, "description");
    }
    const fftc_bloom_description *d = description;
    *r = (fftc_bloom_request){.what = *d, .channel = {.signal = {.kind = FFTC_REAL}}};
    r->spectra = d->kernel_channels == 1 ? 1 : d->channels;
    fftc_status status = check_numbers(d, error);
    if (status == FFTC_SUCCESS) {
        status = check_choices(d, error);
    }
    if (status == FFTC_SUCCESS) {
        status = read_layouts(r, error);
    }
    if (status == FFTC_SUCCESS) {
        status = describe_axis(r, 0, d->height, d->kernel_height, d->centre_y, error);
    }
    if (status == FFTC_SUCCESS) {
        status = describe_axis(r, 1, d->width, d->kernel_width, d->centre_x, error);
    }
    r->channel.signal.src_stride[0] = r->channel.signal.dst_stride[0] = d->width;
    r->channel.signal.src_stride[1] = r->channel.signal.dst_stride[1] = 1;
    return status;
}

fftc_status fftc_bloom_bytes(const fftc_bloom_description *description, size_t *src, size_t *dst,
                             size_t *kernel, fftc_error *error)
{
    fftc_bloom_request r;
    fftc_status status = fftc_bloom_read(description, &r, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const size_t bytes[] = {r.src_bytes, r.dst_bytes, r.kernel_bytes};
    size_t *const to[] = {src, dst, kernel};
    for (int i = 0; i < 3; ++i) {
        if (to[i] != NULL) {
            *to[i] = bytes[i];
        }
    }
    return fftc_succeed(error);
}

fftc_status fftc_bloom_check_frame(const fftc_bloom_frame *frame, fftc_error *error)
{
    if (!(frame->sharpening >= 0.0F && frame->sharpening <= 1.0F)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "sharpening is %g: pass 0 to 1",
                         (double)frame->sharpening);
    }
    if (!(frame->exposure >= -100.0F && frame->exposure <= 100.0F)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "exposure is %g: pass -100 to 100 stops",
                         (double)frame->exposure);
    }
    return FFTC_SUCCESS;
}

fftc_bloom_factors fftc_bloom_factors_of(const fftc_bloom_description *d,
                                         const fftc_bloom_frame *frame,
                                         const double sum[FFTC_BLOOM_CHANNELS_MAX])
{
    const float exposed = exp2f(frame->exposure);
    fftc_bloom_factors f = {.picture = exposed * frame->sharpening,
                            .sum = exposed * (1.0F - frame->sharpening)};
    for (uint32_t c = 0; c < d->channels; ++c) {
        f.beyond[c] = d->padding == FFTC_PAD_ZERO ? d->beyond[c] : 0.0F;
        f.added[c] = (float)((double)f.sum * (double)f.beyond[c] * sum[c]);
    }
    return f;
}
