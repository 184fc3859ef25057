/* SPDX-License-Identifier: MIT */
#include "planes.h"

#include <stdlib.h>

static size_t scalar_bytes(fftc_precision precision)
{
    return precision == FFTC_FLOAT64 ? sizeof(double) : sizeof(float);
}

static double get(const void *numbers, fftc_precision precision, uint64_t index)
{
    return precision == FFTC_FLOAT64 ? ((const double *)numbers)[index]
                                     : (double)((const float *)numbers)[index];
}

static void set(void *numbers, fftc_precision precision, uint64_t index, double number)
{
    if (precision == FFTC_FLOAT64) {
        ((double *)numbers)[index] = number;
    } else {
        ((float *)numbers)[index] = (float)number;
    }
}

/* NULL after filling *error. */
static void *allocate(uint64_t channels, uint64_t height, uint64_t width, size_t bytes,
                      fftc_error *error)
{
    uint64_t count;
    void *numbers = NULL;
    if (!__builtin_mul_overflow(channels, height, &count) &&
        !__builtin_mul_overflow(count, width, &count) && count > 0 && count <= SIZE_MAX / bytes) {
        numbers = calloc((size_t)count, bytes);
    }
    if (numbers == NULL) {
        (void)tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for %llu channels of %llu x %llu",
                        (unsigned long long)channels, (unsigned long long)width,
                        (unsigned long long)height);
    }
    return numbers;
}

fftc_status tool_planes_create(const tool_planes *shape, tool_planes *planes, fftc_error *error)
{
    *planes = *shape;
    planes->numbers = allocate(shape->channels, shape->height, shape->width,
                               scalar_bytes(shape->precision), error);
    return planes->numbers != NULL ? FFTC_SUCCESS : FFTC_OUT_OF_MEMORY;
}

void tool_planes_free(tool_planes *planes)
{
    free(planes->numbers);
    *planes = (tool_planes){0};
}

double tool_planes_get(const tool_planes *planes, uint64_t index)
{
    return get(planes->numbers, planes->precision, index);
}

void tool_planes_set(tool_planes *planes, uint64_t index, double number)
{
    set(planes->numbers, planes->precision, index, number);
}

uint64_t tool_spectra_columns(const tool_spectra *spectra)
{
    return spectra->half ? spectra->width / 2 + 1 : spectra->width;
}

fftc_status tool_spectra_create(const tool_planes *planes, bool half, tool_spectra *spectra,
                                fftc_error *error)
{
    *spectra = (tool_spectra){.height = planes->height,
                              .width = planes->width,
                              .channels = planes->channels,
                              .precision = planes->precision,
                              .half = half};
    spectra->numbers = allocate(planes->channels, planes->height, tool_spectra_columns(spectra),
                                2 * scalar_bytes(planes->precision), error);
    return spectra->numbers != NULL ? FFTC_SUCCESS : FFTC_OUT_OF_MEMORY;
}

void tool_spectra_free(tool_spectra *spectra)
{
    free(spectra->numbers);
    *spectra = (tool_spectra){0};
}

/* Of the real part; the imaginary one is behind it. */
static uint64_t place(const tool_spectra *spectra, uint64_t channel, uint64_t y, uint64_t x)
{
    return 2 * ((channel * spectra->height + y) * tool_spectra_columns(spectra) + x);
}

void tool_spectra_get(const tool_spectra *spectra, uint64_t channel, uint64_t y, uint64_t x,
                      double value[2])
{
    bool mirrored = x >= tool_spectra_columns(spectra);
    uint64_t row = mirrored && y > 0 ? spectra->height - y : y;
    uint64_t at = place(spectra, channel, row, mirrored ? spectra->width - x : x);
    double im = get(spectra->numbers, spectra->precision, at + 1);
    value[0] = get(spectra->numbers, spectra->precision, at);
    value[1] = mirrored ? -im : im;
}

void tool_spectra_set(tool_spectra *spectra, uint64_t channel, uint64_t y, uint64_t x,
                      const double value[2])
{
    uint64_t at = place(spectra, channel, y, x);
    set(spectra->numbers, spectra->precision, at, value[0]);
    set(spectra->numbers, spectra->precision, at + 1, value[1]);
}

static fftc_status execute(const fftc_transform *transform, int threads, const void *src, void *dst,
                           fftc_error *error)
{
    const fftc_plan_options options = {.threads = threads, .executions = 1};
    fftc_plan *plan = NULL;
    fftc_status status = fftc_plan_create(transform, &options, &plan, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_plan_execute(plan, src, dst, error);
    }
    fftc_plan_destroy(plan);
    return status;
}

static fftc_transform describe(const tool_spectra *spectra, fftc_direction direction)
{
    return (fftc_transform){.length = {spectra->height, spectra->width},
                            .batch = spectra->channels,
                            .precision = spectra->precision,
                            .direction = direction,
                            .kind = spectra->half ? FFTC_REAL : FFTC_COMPLEX};
}

fftc_status tool_planes_forward(const tool_planes *planes, int threads, tool_spectra *spectra,
                                fftc_error *error)
{
    fftc_transform transform = describe(spectra, FFTC_FORWARD);
    return execute(&transform, threads, planes->numbers, spectra->numbers, error);
}

fftc_status tool_planes_inverse(const tool_spectra *spectra, int threads, tool_planes *planes,
                                fftc_error *error)
{
    fftc_transform transform = describe(spectra, FFTC_INVERSE);
    return execute(&transform, threads, spectra->numbers, planes->numbers, error);
}

fftc_status tool_spectra_transform(tool_spectra *spectra, fftc_direction direction, int threads,
                                   fftc_error *error)
{
    fftc_transform transform = describe(spectra, direction);
    transform.placement = FFTC_IN_PLACE;
    return execute(&transform, threads, spectra->numbers, spectra->numbers, error);
}
