/* SPDX-License-Identifier: MIT
 *
 * The convolutions of `fftcore bloom` on a Vulkan device: one colour after the other, through
 * buffers of the device that one host buffer fills and empties.
 */
#include <stddef.h>
#include <string.h>

#include "bloom.h"

#ifdef FFTCORE_TOOL_VULKAN

#include "gpu.h"
#include "progress.h"

typedef struct work {
    fftc_vulkan *context;
    fftc_vulkan_convolution *plan;
    gpu_queue queue;
    bool queue_open;
    gpu_buffer src, dst, taps, spectrum, host;
    size_t src_bytes, dst_bytes, taps_bytes;
    fftc_vulkan_convolution_buffers buffers;
} work;

static fftc_status vulkan_failed(VkResult result, fftc_error *error)
{
    switch (result) {
    case VK_SUCCESS: return FFTC_SUCCESS;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "the device has no memory for the picture");
    default:
        return tool_fail(error, FFTC_DEVICE_FAILED, "the device failed: VkResult %d", (int)result);
    }
}

static VkResult create_buffers(work *w)
{
    VkDeviceSize host = w->src_bytes;
    host = host < w->dst_bytes ? w->dst_bytes : host;
    host = host < w->taps_bytes ? w->taps_bytes : host;
    const struct {
        gpu_buffer *buffer;
        VkDeviceSize bytes;
        fftc_vulkan_span *span;
    } needs[] = {
        {&w->src, w->src_bytes, &w->buffers.src},
        {&w->dst, w->dst_bytes, &w->buffers.dst},
        {&w->taps, w->taps_bytes, &w->buffers.kernel},
        {&w->spectrum, fftc_vulkan_convolution_bytes(w->plan, FFTC_VULKAN_SPECTRUM),
         &w->buffers.spectrum},
        {&w->host, host, NULL},
    };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; ++i) {
        VkResult result = gpu_buffer_create(&w->queue, needs[i].bytes, needs[i].buffer == &w->host,
                                            needs[i].buffer);
        if (result != VK_SUCCESS) {
            return result;
        }
        if (needs[i].span != NULL) {
            *needs[i].span = (fftc_vulkan_span){.buffer = needs[i].buffer->handle};
        }
    }
    return VK_SUCCESS;
}

static fftc_status open_work(work *w, const tool_bloom_job *job, uint32_t device,
                             tool_bloom_report *report, fftc_error *error)
{
    const fftc_vulkan_options context_options = {.device = device};
    /* Colours are of one size, so that their errors may be relative to the larger one. */
    const fftc_vulkan_plan_options options = {.own_scratch = true, .passes.pair_batch = true};
    fftc_status status = fftc_convolution_bytes(&job->description, &w->src_bytes, &w->dst_bytes,
                                                &w->taps_bytes, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_vulkan_create(&context_options, &w->context, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    double start = tool_milliseconds();
    status =
        fftc_vulkan_convolution_create(w->context, &job->description, &options, &w->plan, error);
    report->plan_milliseconds = tool_milliseconds() - start;
    if (status != FFTC_SUCCESS) {
        return status;
    }
    VkResult result = gpu_open(w->context, &w->queue);
    w->queue_open = result == VK_SUCCESS;
    return vulkan_failed(w->queue_open ? create_buffers(w) : result, error);
}

static void close_work(work *w)
{
    if (w->queue_open) {
        gpu_buffer *const all[] = {&w->src, &w->dst, &w->taps, &w->spectrum, &w->host};
        for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
            gpu_buffer_destroy(&w->queue, all[i]);
        }
        gpu_close(&w->queue);
    }
    fftc_vulkan_convolution_destroy(w->plan);
    fftc_vulkan_destroy(w->context);
}

static void copy(const work *w, const gpu_buffer *from, const gpu_buffer *to, VkDeviceSize bytes)
{
    const VkBufferCopy region = {.size = bytes};
    vkCmdCopyBuffer(w->queue.commands, from->handle, to->handle, 1, &region);
    gpu_barrier(&w->queue);
}

/* Host memory to `to`, then what the library records, then `from` to host memory, where that is
 * wanted; and waits for it. */
typedef fftc_status record_function(const fftc_vulkan_convolution *, VkCommandBuffer,
                                    const fftc_vulkan_convolution_buffers *, fftc_error *);

static fftc_status submit(work *w, const float *numbers, size_t bytes, const gpu_buffer *to,
                          record_function *record, size_t back_bytes, fftc_error *error)
{
    memcpy(w->host.mapped, numbers, bytes);
    VkResult result = gpu_begin(&w->queue);
    if (result != VK_SUCCESS) {
        return vulkan_failed(result, error);
    }
    copy(w, &w->host, to, bytes);
    fftc_status status = record(w->plan, w->queue.commands, &w->buffers, error);
    if (status == FFTC_SUCCESS) {
        gpu_barrier(&w->queue);
        if (back_bytes > 0) {
            copy(w, &w->dst, &w->host, back_bytes);
        }
        status = vulkan_failed(gpu_submit(&w->queue), error);
    }
    return status;
}

fftc_status tool_bloom_on_device(const tool_bloom_job *job, uint32_t device,
                                 tool_bloom_report *report, fftc_error *error)
{
    work w = {.context = NULL};
    tool_progress_set(-1.0, "planning");
    fftc_status status = open_work(&w, job, device, report, error);
    for (int channel = 0; channel < job->channels && status == FFTC_SUCCESS; ++channel) {
        tool_progress_set((double)channel / job->channels, "convolving");
        double start = tool_milliseconds();
        status = submit(&w, job->taps[channel], w.taps_bytes, &w.taps,
                        fftc_vulkan_convolution_prepare, 0, error);
        double prepared = tool_milliseconds();
        report->kernel_milliseconds += prepared - start;
        if (status == FFTC_SUCCESS) {
            status = submit(&w, job->src[channel], w.src_bytes, &w.src,
                            fftc_vulkan_convolution_record, w.dst_bytes, error);
        }
        if (status == FFTC_SUCCESS) {
            memcpy(job->dst[channel], w.host.mapped, w.dst_bytes);
        }
        report->picture_milliseconds += tool_milliseconds() - prepared;
    }
    close_work(&w);
    return status;
}

#else

fftc_status tool_bloom_on_device(const tool_bloom_job *job, uint32_t device,
                                 tool_bloom_report *report, fftc_error *error)
{
    (void)job;
    (void)device;
    (void)report;
    return tool_fail(error, FFTC_UNSUPPORTED, "this fftcore is built without Vulkan");
}

#endif
