/* SPDX-License-Identifier: MIT
 *
 * A convolution on the device: the kernel's spectrum is made beforehand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"

typedef struct work {
    const bench_case *which;
    fftc_convolution_description d;
    uint64_t scalars; /* of a signal, and of its result */
    uint64_t taps;    /* scalars of the kernel */
    uint64_t bytes;   /* of a signal */
    double *x;        /* a signal, the kernel, and the result by the CPU, in double */
    double *h;
    double *y;
    gpu_buffer kernel;
    gpu_buffer spectrum;
    fftc_vulkan_convolution *plan;
    fftc_vulkan_convolution_buffers buffers;
} work;

static bool refuse(char *why, size_t bytes, const char *text)
{
    (void)snprintf(why, bytes, "%s", text);
    return false;
}

/* Random numbers in the staging buffer, and in double as they were rounded. */
static double *draw(device_bench *b, uint64_t scalars, uint64_t state)
{
    double *numbers = malloc(scalars * sizeof *numbers);
    for (size_t i = 0; i < scalars && numbers != NULL; ++i) {
        device_scalar_set(b->precision, b->staging.mapped, i, device_random_real(&state));
        numbers[i] = device_scalar_get(b->precision, b->staging.mapped, i);
    }
    return numbers;
}

/* All signals are the same one. */
static bool make_data(device_bench *b, work *w)
{
    uint64_t scalar = fftc_precision_bytes(b->precision);
    const gpu_buffer *to = b->in_place ? &b->dst : &b->src;
    VkResult result = VK_SUCCESS;
    w->h = draw(b, w->taps, 4711);
    if (w->h == NULL ||
        gpu_buffer_create(&b->queue, (w->taps * scalar + 3) / 4 * 4, false, &w->kernel) !=
            VK_SUCCESS ||
        device_copy_host(b, &b->staging, 0, &w->kernel, 0, w->kernel.bytes) != VK_SUCCESS) {
        return false;
    }
    w->x = draw(b, w->scalars, 88172645463325252u + w->scalars);
    w->y = malloc(w->scalars * sizeof *w->y);
    for (uint64_t i = 0; i < w->d.signal.batch && result == VK_SUCCESS; ++i) {
        result = device_copy_host(b, i == 0 ? &b->staging : to, 0, to, i * w->bytes, w->bytes);
    }
    return result == VK_SUCCESS && w->x != NULL && w->y != NULL;
}

/* One signal by the CPU, in double. */
static bool convolve(work *w)
{
    fftc_convolution_description d = w->d;
    fftc_convolution *cpu = NULL;
    d.signal.batch = 1;
    d.signal.precision = FFTC_FLOAT64;
    d.signal.placement = FFTC_OUT_OF_PLACE;
    if (fftc_convolution_create(&d, NULL, &cpu, NULL) != FFTC_SUCCESS) {
        return false;
    }
    void *spectrum = malloc(fftc_convolution_spectrum_bytes(cpu));
    bool good = spectrum != NULL &&
                fftc_convolution_prepare(cpu, w->h, spectrum, NULL) == FFTC_SUCCESS &&
                fftc_convolution_execute(cpu, w->x, spectrum, w->y, NULL) == FFTC_SUCCESS;
    free(spectrum);
    fftc_convolution_destroy(cpu);
    return good;
}

/* Roots of sums of squares, and the sum of magnitudes of the kernel. */
static double norm_of(const double *x, uint64_t count)
{
    double sum = 0.0;
    for (uint64_t i = 0; i < count; ++i) {
        sum += x[i] * x[i];
    }
    return sqrt(sum);
}

static double magnitudes_of(const work *w)
{
    uint64_t parts = w->which->kind == FFTC_REAL ? 1 : 2;
    double sum = 0.0;
    for (uint64_t i = 0; i < w->taps; i += parts) {
        sum += norm_of(w->h + i, parts);
    }
    return sum;
}

/* The first signal's error, the middle one's, the last one's. */
static void judge(device_bench *b, work *w, device_row *row)
{
    const uint64_t some[] = {0, w->d.signal.batch / 2, w->d.signal.batch - 1};
    double bound =
        fftc_vulkan_convolution_error_bound(w->plan) * magnitudes_of(w) * norm_of(w->x, w->scalars);
    double norm = norm_of(w->y, w->scalars);
    row->error = 0.0;
    for (size_t k = 0; k < sizeof some / sizeof *some; ++k) {
        double sum = 0.0;
        if (device_copy_host(b, &b->dst, some[k] * w->bytes, &b->staging, 0, w->bytes) !=
            VK_SUCCESS) {
            row->error = (double)NAN;
            break;
        }
        for (uint64_t i = 0; i < w->scalars; ++i) {
            double e = device_scalar_get(b->precision, b->staging.mapped, i) - w->y[i];
            sum += e * e;
        }
        row->error = sqrt(sum) / norm <= row->error ? row->error : sqrt(sum) / norm;
    }
    row->wrong = !(row->error * norm <= bound);
}

static fftc_status record(const void *what, VkCommandBuffer commands)
{
    const work *w = what;
    return fftc_vulkan_convolution_record(w->plan, commands, &w->buffers, NULL);
}

static VkResult prepare(device_bench *b, work *w)
{
    VkResult result = gpu_begin(&b->queue);
    if (result == VK_SUCCESS &&
        fftc_vulkan_convolution_prepare(w->plan, b->queue.commands, &w->buffers, NULL) !=
            FFTC_SUCCESS) {
        result = VK_ERROR_UNKNOWN;
    }
    if (result == VK_SUCCESS) {
        gpu_barrier(&b->queue);
        result = gpu_submit(&b->queue);
    }
    return result;
}

static bool run(device_bench *b, work *w, device_row *row, char *why, size_t why_bytes)
{
    const device_recorder recorder = {record, w};
    uint64_t scratch = fftc_vulkan_convolution_bytes(w->plan, FFTC_VULKAN_SCRATCH);
    uint64_t spectrum = fftc_vulkan_convolution_bytes(w->plan, FFTC_VULKAN_SPECTRUM);
    if (!device_make_scratch(b, scratch) ||
        gpu_buffer_create(&b->queue, spectrum, false, &w->spectrum) != VK_SUCCESS ||
        !make_data(b, w) || !convolve(w)) {
        return refuse(why, why_bytes, "no memory for intermediate results, or to compare with");
    }
    w->buffers = (fftc_vulkan_convolution_buffers){
        .src = {.buffer = b->in_place ? b->dst.handle : b->src.handle, .bytes = b->bytes},
        .dst = {.buffer = b->dst.handle, .bytes = b->bytes},
        .kernel = {.buffer = w->kernel.handle},
        .spectrum = {.buffer = w->spectrum.handle, .bytes = spectrum},
        .scratch = {.buffer = b->scratch.handle, .bytes = b->scratch.bytes}};
    VkResult result = prepare(b, w);
    result = result == VK_SUCCESS ? device_run_once(b, &recorder) : result;
    if (result == VK_SUCCESS) {
        judge(b, w, row);
        result = device_time(b, &recorder, &row->seconds);
    }
    row->part =
        b->copy_seconds * (double)(w->d.signal.batch * w->bytes) / (double)b->bytes / row->seconds;
    (void)snprintf(why, why_bytes, "VkResult %d", (int)result);
    return result == VK_SUCCESS;
}

static fftc_status make_once(fftc_vulkan *context, const void *what,
                             const fftc_vulkan_plan_options *options)
{
    fftc_vulkan_convolution *plan = NULL;
    fftc_status status = fftc_vulkan_convolution_create(context, what, options, &plan, NULL);
    fftc_vulkan_convolution_destroy(plan);
    return status;
}

static void release(device_bench *b, work *w)
{
    fftc_vulkan_convolution_destroy(w->plan);
    gpu_buffer_destroy(&b->queue, &w->spectrum);
    gpu_buffer_destroy(&b->queue, &w->kernel);
    free(w->x);
    free(w->h);
    free(w->y);
}

bool device_bench_convolve(device_bench *b, const bench_case *c, device_row *row, char *why,
                           size_t why_bytes)
{
    work w = {.which = c,
              .taps = bench_case_taps(c) * (c->kind == FFTC_REAL ? 1 : 2),
              .scalars = c->points * (c->kind == FFTC_REAL ? 1 : 2)};
    fftc_error error;
    w.bytes = w.scalars * fftc_precision_bytes(b->precision);
    if (b->inverse || b->padded) {
        return refuse(why, why_bytes, "convolutions have neither --inverse nor --padded");
    }
    if (c->batch * w.bytes > b->bytes) {
        return refuse(why, why_bytes, "the signals are too long: see --mib");
    }
    if (!device_make_staging(b, w.bytes)) {
        return refuse(why, why_bytes, "no memory on the host for one of the signals");
    }
    if (bench_case_convolution(c, &w.d, &error) != FFTC_SUCCESS) {
        return refuse(why, why_bytes, error.message);
    }
    w.d.signal.batch = c->batch > 1 ? c->batch : b->single ? 1 : b->bytes / w.bytes;
    w.d.signal.precision = b->precision;
    w.d.signal.placement = b->in_place ? FFTC_IN_PLACE : FFTC_OUT_OF_PLACE;
    row->batch = w.d.signal.batch;
    row->saved[0] = '\0';
    memset(row->statistics, 0, sizeof row->statistics);
    double start = device_now();
    if (fftc_vulkan_convolution_create(b->context, &w.d, &b->options, &w.plan, &error) !=
        FFTC_SUCCESS) {
        return refuse(why, why_bytes, error.message);
    }
    row->plan_seconds = device_now() - start;
    if (b->options.effort == FFTC_MEASURE) {
        size_t bytes;
        (void)fftc_vulkan_convolution_save(w.plan, row->saved, sizeof row->saved, &bytes, NULL);
    }
    row->warm_seconds = device_time_again(b, row->saved, make_once, &w.d);
    bool good = run(b, &w, row, why, why_bytes);
    release(b, &w);
    return good;
}
