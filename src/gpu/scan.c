/* SPDX-License-Identifier: MIT
 *
 * Scans of arrays on a device.
 */
#include "fftcore/vulkan/scan.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/buffers.h"
#include "gpu/scan.h"
#include "gpu/sets.h"
#include "support/check.h"
#include "support/error.h"

enum {
    SRC = FFTC_SCAN_SRC,
    DST = FFTC_SCAN_DST,
    SCRATCH = FFTC_SCAN_SCRATCH,
    HEADS = FFTC_SCAN_HEADS,
    BUFFERS
};

struct fftc_vulkan_scan {
    fftc_vulkan *context;
    fftc_scan_plan plan;
    fftc_pipeline *kernel[FFTC_SCAN_DISPATCHES_MAX];
    fftc_sets *sets;  /* NULL: descriptors are pushed */
    VkBuffer scratch; /* the plan's own */
    VkDeviceMemory scratch_memory;
};

/* --- plans ------------------------------------------------------------------------------------ */

static fftc_status get_kernels(fftc_vulkan_scan *scan, VkPipelineCache cache, fftc_error *error)
{
    const fftc_scan_plan *plan = &scan->plan;
    fftc_program programs[FFTC_SCAN_DISPATCHES_MAX] = {{.unroll = false}};
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < plan->count && status == FFTC_SUCCESS; ++i) {
        status = fftc_scan_program(plan, &plan->dispatch[i].key, &scan->context->info, &programs[i],
                                   error);
    }
    if (status == FFTC_SUCCESS && plan->count != 0) {
        status = fftc_pipelines_get(scan->context, programs, plan->count, cache, scan->kernel, NULL,
                                    error);
    }
    for (uint32_t i = 0; i < plan->count; ++i) {
        fftc_source_free(&programs[i].source);
    }
    return status;
}

static fftc_status make(fftc_vulkan_scan *scan, const fftc_scan_request *request,
                        const fftc_vulkan_scan_options *options, fftc_error *error)
{
    const fftc_scan_limits limits = fftc_scan_limits_of(&scan->context->info);
    fftc_status status =
        fftc_scan_plan_make(request, &options->passes, &limits, &scan->plan, error);
    if (status == FFTC_SUCCESS) {
        status = get_kernels(scan, options->cache, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_sets_create(scan->context, scan->kernel, scan->plan.count,
                                  options->recordings, &scan->sets, error);
    }
    if (status == FFTC_SUCCESS && options->own_scratch && scan->plan.scratch_words != 0) {
        status = fftc_device_buffer_create(scan->context, fftc_vulkan_scan_scratch_bytes(scan),
                                           &scan->scratch, &scan->scratch_memory, error);
    }
    return status;
}

fftc_status fftc_vulkan_scan_create(fftc_vulkan *context, const fftc_scan_description *description,
                                    const fftc_vulkan_scan_options *options,
                                    fftc_vulkan_scan **scan, fftc_error *error)
{
    static const fftc_vulkan_scan_options defaults;
    fftc_scan_request request;
    if (scan == NULL) {
        return fftc_fail_no_place(error, "scan");
    }
    *scan = NULL;
    if (context == NULL) {
        return fftc_fail_null(error, "context");
    }
    fftc_status status = fftc_scan_read(description, &request, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_scan_check_device(&context->info, &request, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    fftc_vulkan_scan *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a scan's plan");
    }
    made->context = context;
    status = make(made, &request, options != NULL ? options : &defaults, error);
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_scan_destroy(made);
        return status;
    }
    made->plan.request.description.own.text = NULL; /* it was the caller's */
    *scan = made;
    return fftc_succeed(error);
}

void fftc_vulkan_scan_destroy(fftc_vulkan_scan *scan)
{
    if (scan != NULL) {
        fftc_sets_destroy(scan->sets);
        vkDestroyBuffer(scan->context->device, scan->scratch, NULL);
        vkFreeMemory(scan->context->device, scan->scratch_memory, NULL);
        fftc_pipelines_release(scan->context, scan->kernel, scan->plan.count);
        free(scan);
    }
}

uint64_t fftc_vulkan_scan_scratch_bytes(const fftc_vulkan_scan *scan)
{
    return scan != NULL ? scan->plan.scratch_words * 4 : 0;
}

/* --- recording -------------------------------------------------------------------------------- */

static bool same_place(const fftc_vulkan_span *a, const fftc_vulkan_span *b)
{
    return a->buffer == b->buffer && a->offset == b->offset;
}

/* The spans that a recording uses, by the numbers of their descriptors. */
static fftc_status choose_spans(const fftc_vulkan_scan *scan,
                                const fftc_vulkan_scan_buffers *buffers,
                                fftc_vulkan_span spans[BUFFERS], fftc_error *error)
{
    const fftc_scan_request *q = &scan->plan.request;
    bool in_place = q->description.placement == FFTC_IN_PLACE;
    static const char *const names[BUFFERS] = {"src", "dst", "scratch", "heads"};
    const uint64_t needed[BUFFERS] = {q->src_bytes, q->dst_bytes,
                                      fftc_vulkan_scan_scratch_bytes(scan), q->heads_bytes};
    bool given = buffers->src.buffer != VK_NULL_HANDLE;
    if (given && q->src_bytes != 0 && same_place(&buffers->src, &buffers->dst) != in_place) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         in_place ? "src is not dst, but the plan is in place: pass dst, or nothing"
                                  : "src is dst, but the plan is out of place: pass another array");
    }
    spans[SRC] = in_place ? buffers->dst : buffers->src;
    spans[DST] = buffers->dst;
    spans[SCRATCH] = buffers->scratch;
    spans[HEADS] = buffers->heads;
    if (scan->scratch != VK_NULL_HANDLE && buffers->scratch.buffer == VK_NULL_HANDLE) {
        spans[SCRATCH] = (fftc_vulkan_span){.buffer = scan->scratch};
    }
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < BUFFERS && status == FFTC_SUCCESS; ++i) {
        status = fftc_buffer_check(scan->context, &spans[i], names[i], needed[i],
                                   i == SCRATCH
                                       ? "pass a buffer of as many bytes as the plan says, or make "
                                         "the plan with options.own_scratch"
                                       : "pass a buffer",
                                   error);
    }
    return status;
}

static void bind(const fftc_vulkan_scan *scan, uint32_t number,
                 const fftc_vulkan_span spans[BUFFERS], VkCommandBuffer commands,
                 VkDescriptorSet set)
{
    const fftc_scan_request *q = &scan->plan.request;
    const uint64_t bytes[BUFFERS] = {q->src_bytes, q->dst_bytes,
                                     fftc_vulkan_scan_scratch_bytes(scan), q->heads_bytes};
    VkDescriptorBufferInfo infos[BUFFERS];
    for (uint32_t i = 0; i < BUFFERS; ++i) {
        /* An array of nothing is not accessed, but is bound to something. */
        const uint32_t from = bytes[i] != 0 ? i : bytes[SCRATCH] != 0 ? SCRATCH : DST;
        infos[i] = (VkDescriptorBufferInfo){spans[from].buffer, spans[from].offset, bytes[from]};
    }
    fftc_bind_buffers(scan->context, commands, scan->kernel[number], infos, set);
}

static void record_dispatch(const fftc_vulkan_scan *scan, uint32_t number,
                            const fftc_vulkan_span spans[BUFFERS], VkCommandBuffer commands,
                            VkDescriptorSet set)
{
    const fftc_scan_dispatch *d = &scan->plan.dispatch[number];
    uint32_t most = scan->context->info.workgroups_max;
    fftc_scan_numbers numbers = d->numbers;
    bind(scan, number, spans, commands, set);
    for (uint32_t done = 0; done < d->workgroups;) {
        uint32_t groups = d->workgroups - done < most ? d->workgroups - done : most;
        numbers.first_block = done;
        vkCmdPushConstants(commands, scan->kernel[number]->layout->handle,
                           VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof numbers, &numbers);
        vkCmdDispatch(commands, groups, 1, 1);
        done += groups;
    }
}

fftc_status fftc_vulkan_scan_record(const fftc_vulkan_scan *scan, VkCommandBuffer commands,
                                    const fftc_vulkan_scan_buffers *buffers, fftc_error *error)
{
    fftc_vulkan_span spans[BUFFERS];
    if (scan == NULL || commands == VK_NULL_HANDLE || buffers == NULL) {
        return fftc_fail_null(error, scan == NULL      ? "scan"
                                     : buffers == NULL ? "buffers"
                                                       : "commands");
    }
    const VkDescriptorSet *sets = NULL;
    fftc_status status = choose_spans(scan, buffers, spans, error);
    if (status == FFTC_SUCCESS && scan->sets != NULL) {
        status = fftc_sets_take(scan->sets, &sets, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    if (scan->scratch != VK_NULL_HANDLE && buffers->scratch.buffer == VK_NULL_HANDLE) {
        fftc_compute_barrier(commands); /* the recording before this one may still be using it */
    }
    for (uint32_t i = 0; i < scan->plan.count; ++i) {
        if (i != 0) {
            fftc_compute_barrier(commands);
        }
        record_dispatch(scan, i, spans, commands, sets != NULL ? sets[i] : VK_NULL_HANDLE);
    }
    return fftc_succeed(error);
}
