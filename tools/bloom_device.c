/* SPDX-License-Identifier: MIT
 *
 * `fftcore bloom` on a Vulkan device (fftcore/vulkan/bloom.h), through buffers of the device that
 * one host buffer fills and empties.
 */
#include <string.h>

#include "bloom.h"

#ifdef FFTCORE_TOOL_VULKAN

#include "gpu.h"
#include "progress.h"

typedef struct work {
    const tool_bloom_job *job;
    fftc_vulkan *context;
    fftc_vulkan_bloom *plan;
    gpu_queue queue;
    bool queue_open;
    gpu_buffer src, dst, taps, spectrum, scratch, host;
    fftc_vulkan_bloom_arrays arrays;
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
    const struct {
        gpu_buffer *buffer;
        fftc_vulkan_side side;
        fftc_vulkan_span *span;
        bool sent; /* to the device, or back */
    } needs[] = {{&w->src, FFTC_VULKAN_SRC, &w->arrays.src, true},
                 {&w->dst, FFTC_VULKAN_DST, &w->arrays.dst, true},
                 {&w->taps, FFTC_VULKAN_KERNEL, &w->arrays.kernel, true},
                 {&w->spectrum, FFTC_VULKAN_SPECTRUM, &w->arrays.spectrum, false},
                 {&w->scratch, FFTC_VULKAN_SCRATCH, &w->arrays.scratch, false}};
    VkDeviceSize host = 0;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; ++i) {
        VkDeviceSize bytes = fftc_vulkan_bloom_bytes(w->plan, needs[i].side);
        VkResult result = gpu_buffer_create(&w->queue, bytes, false, needs[i].buffer);
        if (result != VK_SUCCESS) {
            return result;
        }
        *needs[i].span = (fftc_vulkan_span){.buffer = needs[i].buffer->handle};
        host = needs[i].sent && bytes > host ? bytes : host;
    }
    return gpu_buffer_create(&w->queue, host, true, &w->host);
}

static fftc_status open_work(work *w, uint32_t device, tool_bloom_report *report, fftc_error *error)
{
    const fftc_vulkan_options context_options = {.device = device};
    fftc_error why = {.status = FFTC_SUCCESS};
    fftc_status status = fftc_vulkan_create(&context_options, &w->context, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    double start = tool_milliseconds();
    status = fftc_vulkan_bloom_create(w->context, &w->job->what, NULL, &w->plan, &why);
    report->plan_milliseconds = tool_milliseconds() - start;
    if (status != FFTC_SUCCESS) {
        return tool_fail(error, status, "%s; without --device the CPU does it", why.message);
    }
    VkResult result = gpu_open(w->context, &w->queue);
    w->queue_open = result == VK_SUCCESS;
    return vulkan_failed(w->queue_open ? create_buffers(w) : result, error);
}

static void close_work(work *w)
{
    if (w->queue_open) {
        gpu_buffer *const all[] = {&w->src, &w->dst, &w->taps, &w->spectrum, &w->scratch, &w->host};
        for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
            gpu_buffer_destroy(&w->queue, all[i]);
        }
        gpu_close(&w->queue);
    }
    fftc_vulkan_bloom_destroy(w->plan);
    fftc_vulkan_destroy(w->context);
}

static void copy(const work *w, const gpu_buffer *from, const gpu_buffer *to, VkDeviceSize bytes)
{
    const VkBufferCopy region = {.size = bytes};
    vkCmdCopyBuffer(w->queue.commands, from->handle, to->handle, 1, &region);
    gpu_barrier(&w->queue);
}

static fftc_status prepare(work *w, tool_bloom_report *report, fftc_error *error)
{
    fftc_status status = fftc_bloom_taps(&w->job->what, NULL, w->job->kernel, w->host.mapped,
                                         &w->arrays.light, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    report->power = w->arrays.light.power[0];
    VkResult result = gpu_begin(&w->queue);
    if (result != VK_SUCCESS) {
        return vulkan_failed(result, error);
    }
    copy(w, &w->host, &w->taps, w->taps.bytes);
    status = fftc_vulkan_bloom_prepare(w->plan, w->queue.commands, &w->arrays, error);
    gpu_barrier(&w->queue);
    return status == FFTC_SUCCESS ? vulkan_failed(gpu_submit(&w->queue), error) : status;
}

static fftc_status carry_out(work *w, fftc_error *error)
{
    memcpy(w->host.mapped, w->job->src, w->src.bytes);
    VkResult result = gpu_begin(&w->queue);
    if (result != VK_SUCCESS) {
        return vulkan_failed(result, error);
    }
    copy(w, &w->host, &w->src, w->src.bytes);
    fftc_status status =
        fftc_vulkan_bloom_record(w->plan, w->queue.commands, &w->arrays, &w->job->frame, error);
    gpu_barrier(&w->queue);
    copy(w, &w->dst, &w->host, w->dst.bytes);
    if (status == FFTC_SUCCESS) {
        status = vulkan_failed(gpu_submit(&w->queue), error);
    }
    if (status == FFTC_SUCCESS) {
        memcpy(w->job->dst, w->host.mapped, w->dst.bytes);
    }
    return status;
}

fftc_status tool_bloom_on_device(const tool_bloom_job *job, uint32_t device,
                                 tool_bloom_report *report, fftc_error *error)
{
    work w = {.job = job};
    fftc_status status = open_work(&w, device, report, error);
    double start = tool_milliseconds();
    if (status == FFTC_SUCCESS) {
        tool_progress_set(0.3, "transforming the kernel");
        status = prepare(&w, report, error);
    }
    double prepared = tool_milliseconds();
    report->kernel_milliseconds = prepared - start;
    if (status == FFTC_SUCCESS) {
        tool_progress_set(0.6, "convolving");
        status = carry_out(&w, error);
    }
    report->picture_milliseconds = tool_milliseconds() - prepared;
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
