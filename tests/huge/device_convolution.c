/* SPDX-License-Identifier: MIT
 *
 * Convolutions of up to 2^31 numbers with a few taps on a Vulkan device, all sums checked by the
 * direct ones.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "device_case.h"

#define TAPS 7u

enum { SRC, DST };

typedef struct convolution_trial {
    device_run *run;
    const device_convolution *c;
    fftc_vulkan_convolution *plan;
    gpu_buffer kernel;
    gpu_buffer spectrum;
    uint64_t scalars; /* of a number */
} convolution_trial;

/* Scalar `part` of number i. */
static float number_of(uint64_t i, uint64_t part)
{
    return (float)((i * 2654435761u + part * 40503u) % 4096) / 4096.0f - 0.5f;
}

static double sum_of(const convolution_trial *t, uint64_t i, uint64_t part)
{
    double sum = 0.0;
    for (uint64_t k = 0; k < TAPS; ++k) {
        uint64_t at = i >= k ? i - k : i + t->c->period - k;
        sum += (double)(k + 1) * (double)number_of(at, part);
    }
    return sum;
}

/* Copies between the staging memory and numbers of an array; `count` at most what fits it. */
static bool transfer(convolution_trial *t, int array, uint64_t first, uint64_t count, bool back)
{
    device_run *run = t->run;
    uint64_t item = sizeof(float) * t->scalars;
    VkBuffer host = run->staging.handle;
    VkBuffer device = run->array[array].handle;
    VkBufferCopy region = {back ? first * item : 0, back ? 0 : first * item, count * item};
    (void)gpu_begin(&run->queue);
    vkCmdCopyBuffer(run->queue.commands, back ? device : host, back ? host : device, 1, &region);
    gpu_barrier(&run->queue);
    return device_submit(run, "copy");
}

static uint64_t part_of(const convolution_trial *t, uint64_t first)
{
    uint64_t most = t->run->staging.bytes / (sizeof(float) * t->scalars);
    return t->c->period - first < most ? t->c->period - first : most;
}

static bool put_source(convolution_trial *t)
{
    float *x = t->run->staging.mapped;
    bool good = true;
    for (uint64_t first = 0; first < t->c->period && good; first += part_of(t, first)) {
        uint64_t count = part_of(t, first);
#pragma omp parallel for
        for (uint64_t i = 0; i < count * t->scalars; ++i) {
            x[i] = number_of(first + i / t->scalars, i % t->scalars);
        }
        good = transfer(t, SRC, first, count, false);
    }
    return good;
}

static bool check_sums(convolution_trial *t)
{
    const float *y = t->run->staging.mapped;
    double error = 0.0;
    double norm = 0.0;
    for (uint64_t first = 0; first < t->c->period; first += part_of(t, first)) {
        uint64_t count = part_of(t, first);
        if (!transfer(t, DST, first, count, true)) {
            return false;
        }
#pragma omp parallel for reduction(+ : error, norm)
        for (uint64_t i = 0; i < count * t->scalars; ++i) {
            double want = sum_of(t, first + i / t->scalars, i % t->scalars);
            error += ((double)y[i] - want) * ((double)y[i] - want);
            norm += want * want;
        }
    }
    huge_report_error(&t->run->report, "all sums", sqrt(error / norm),
                      fftc_vulkan_convolution_error_bound(t->plan));
    return true;
}

static bool convolve(convolution_trial *t)
{
    device_run *run = t->run;
    fftc_vulkan_convolution_buffers buffers = {.src = {.buffer = run->array[SRC].handle},
                                               .dst = {.buffer = run->array[DST].handle},
                                               .kernel = {.buffer = t->kernel.handle},
                                               .spectrum = {.buffer = t->spectrum.handle}};
    fftc_error error;
    double stamp[2] = {0.0, 0.0};
    (void)gpu_begin(&run->queue);
    vkCmdFillBuffer(run->queue.commands, run->array[DST].handle, 0, VK_WHOLE_SIZE, 0x4b4b4b4b);
    gpu_barrier(&run->queue);
    fftc_status status =
        fftc_vulkan_convolution_prepare(t->plan, run->queue.commands, &buffers, &error);
    gpu_barrier(&run->queue);
    gpu_stamp(&run->queue, 0);
    if (status == FFTC_SUCCESS) {
        status = fftc_vulkan_convolution_record(t->plan, run->queue.commands, &buffers, &error);
    }
    gpu_stamp(&run->queue, 1);
    gpu_barrier(&run->queue);
    if (!device_submit(run, "convolution") || status != FFTC_SUCCESS) {
        huge_report_failure(&run->report, "convolution", error.message);
        return false;
    }
    if (gpu_stamps_read(&run->queue, 2, stamp) == VK_SUCCESS) {
        printf("%-26s %.2f ms\n", t->c->name, 1e3 * (stamp[1] - stamp[0]));
    }
    return true;
}

static bool provide(convolution_trial *t)
{
    device_run *run = t->run;
    VkDeviceSize spectrum = fftc_vulkan_convolution_bytes(t->plan, FFTC_VULKAN_SPECTRUM);
    if (gpu_buffer_create(&run->queue, TAPS * 8, true, &t->kernel) != VK_SUCCESS ||
        gpu_buffer_create(&run->queue, spectrum, false, &t->spectrum) != VK_SUCCESS) {
        huge_report_failure(&run->report, "kernel and spectrum", "no buffer");
        return false;
    }
    float *taps = t->kernel.mapped;
    memset(taps, 0, TAPS * 8);
    for (uint64_t k = 0; k < TAPS; ++k) {
        taps[k * t->scalars] = (float)(k + 1);
    }
    return device_provide(run, SRC, fftc_vulkan_convolution_bytes(t->plan, FFTC_VULKAN_SRC)) &&
           device_provide(run, DST, fftc_vulkan_convolution_bytes(t->plan, FFTC_VULKAN_DST));
}

void device_convolution_run(device_run *run, const device_convolution *c)
{
    const fftc_convolution_description description = {
        .signal = {.length = {c->period}, .kind = c->kind}, .kernel_length = {TAPS}};
    const fftc_vulkan_plan_options options = {.addresses = true};
    convolution_trial t = {.run = run, .c = c, .scalars = c->kind == FFTC_REAL ? 1 : 2};
    run->report.name = c->name;
    fftc_error error;
    if (fftc_vulkan_convolution_create(run->context, &description, &options, &t.plan, &error) !=
        FFTC_SUCCESS) {
        huge_report_failure(&run->report, c->name, error.message);
        return;
    }
    if (fftc_vulkan_convolution_bytes(t.plan, FFTC_VULKAN_SCRATCH) != 0) {
        huge_report_failure(&run->report, c->name, "is not one dispatch");
    } else if (provide(&t) && put_source(&t) && convolve(&t)) {
        (void)check_sums(&t);
    }
    gpu_buffer_destroy(&run->queue, &t.kernel);
    gpu_buffer_destroy(&run->queue, &t.spectrum);
    fftc_vulkan_convolution_destroy(t.plan);
}
