/* SPDX-License-Identifier: MIT
 *
 * The classic FFTs on a device.
 */
#include <stdlib.h>

#include "gpu/buffers.h"
#include "gpu/butterfly.h"
#include "gpu/recording.h"
#include "gpu/sets.h"
#include "support/check.h"
#include "support/error.h"

enum {
    SRC = FFTC_BUTTERFLY_SRC,
    DST = FFTC_BUTTERFLY_DST,
    TABLE = FFTC_BUTTERFLY_ENTRIES,
    BUFFERS
};

struct fftc_vulkan_butterfly {
    fftc_vulkan *context;
    fftc_butterfly_plan plan;
    uint64_t bytes; /* of an array */
    fftc_pipeline *kernel;
    fftc_sets *sets; /* NULL: descriptors are pushed */
    fftc_gpu_array table;
};

/* Passes from src, and to and fro between scratch and dst. */
#define SETS_MAX 3u

/* --- plans ------------------------------------------------------------------------------------ */

static fftc_status get_kernel(fftc_vulkan_butterfly *made, VkPipelineCache cache, fftc_error *error)
{
    fftc_program program;
    fftc_status status = fftc_butterfly_program(&made->plan, &program, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_pipelines_get(made->context, &program, 1, cache, &made->kernel, NULL, error);
    }
    fftc_source_free(&program.source);
    return status;
}

static fftc_status send_table(fftc_vulkan_butterfly *made, fftc_error *error)
{
    const fftc_butterfly_plan *plan = &made->plan;
    if (plan->entries == 0) {
        return FFTC_SUCCESS;
    }
    fftc_status status = fftc_array_create_sent(
        made->context, (VkDeviceSize)plan->entries * plan->entry_bytes, &made->table, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_butterfly_table_fill(plan->butterfly.precision, plan->butterfly.points_log2,
                                           made->table.mapped, error);
    }
    return status == FFTC_SUCCESS ? fftc_array_upload(made->context, &made->table, error) : status;
}

static fftc_status create_sets(fftc_vulkan_butterfly *made, uint32_t recordings, fftc_error *error)
{
    fftc_pipeline *const kernels[SETS_MAX] = {made->kernel, made->kernel, made->kernel};
    const uint32_t dispatches = made->plan.dispatches;
    return fftc_sets_create(made->context, kernels, dispatches < SETS_MAX ? dispatches : SETS_MAX,
                            recordings, &made->sets, error);
}

static fftc_status make(fftc_vulkan_butterfly *made, const fftc_butterfly *butterfly,
                        const fftc_vulkan_butterfly_options *options, fftc_error *error)
{
    fftc_status status =
        fftc_butterfly_plan_on(butterfly, &made->context->info, &made->plan, error);
    made->bytes = fftc_butterfly_bytes(&made->plan);
    if (status == FFTC_SUCCESS) {
        status = get_kernel(made, options->cache, error);
    }
    if (status == FFTC_SUCCESS) {
        status = create_sets(made, options->recordings, error);
    }
    return status == FFTC_SUCCESS ? send_table(made, error) : status;
}

fftc_status fftc_vulkan_butterfly_create(fftc_vulkan *context, const fftc_butterfly *butterfly,
                                         const fftc_vulkan_butterfly_options *options,
                                         fftc_vulkan_butterfly **plan, fftc_error *error)
{
    static const fftc_vulkan_butterfly_options defaults;
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    if (context == NULL) {
        return fftc_fail_null(error, "context");
    }
    fftc_vulkan_butterfly *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    made->context = context;
    fftc_status status = make(made, butterfly, options != NULL ? options : &defaults, error);
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_butterfly_destroy(made);
        return status;
    }
    *plan = made;
    return fftc_succeed(error);
}

void fftc_vulkan_butterfly_destroy(fftc_vulkan_butterfly *plan)
{
    if (plan != NULL) {
        fftc_sets_destroy(plan->sets);
        fftc_array_destroy(plan->context, &plan->table);
        fftc_pipelines_release(plan->context, &plan->kernel, 1);
        free(plan);
    }
}

uint64_t fftc_vulkan_butterfly_bytes(const fftc_vulkan_butterfly *plan)
{
    return plan != NULL ? plan->bytes : 0;
}

uint64_t fftc_vulkan_butterfly_scratch_bytes(const fftc_vulkan_butterfly *plan)
{
    return plan != NULL && plan->plan.dispatches > 1 ? plan->bytes : 0;
}

/* --- recording -------------------------------------------------------------------------------- */

/* `sets`, if not NULL, has one for the first dispatch, and two that the others alternate. */
static void bind(const fftc_vulkan_butterfly *plan, VkCommandBuffer commands, uint32_t dispatch,
                 const fftc_vulkan_span *from, const fftc_vulkan_span *to,
                 const VkDescriptorSet *sets)
{
    const VkDescriptorBufferInfo infos[BUFFERS] = {
        [SRC] = {from->buffer, from->offset, plan->bytes},
        [DST] = {to->buffer, to->offset, plan->bytes},
        [TABLE] = {plan->table.device_buffer, 0, plan->table.bytes}};
    const uint32_t which = dispatch == 0 ? 0 : 1 + (dispatch - 1) % 2;
    if (sets == NULL || dispatch < SETS_MAX) {
        fftc_bind_buffers(plan->context, commands, plan->kernel, infos,
                          sets == NULL ? VK_NULL_HANDLE : sets[which]);
    } else {
        fftc_bind_set(commands, plan->kernel, sets[which]);
    }
}

static void record_dispatch(const fftc_vulkan_butterfly *plan, VkCommandBuffer commands,
                            uint32_t pass)
{
    const uint32_t most = plan->context->info.workgroups_max;
    fftc_butterfly_push push = fftc_butterfly_push_of(&plan->plan, pass);
    while (push.first_workgroup < plan->plan.workgroups) {
        const uint32_t left = plan->plan.workgroups - push.first_workgroup;
        const uint32_t groups = left < most ? left : most;
        vkCmdPushConstants(commands, plan->kernel->layout->handle, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           sizeof push, &push);
        vkCmdDispatch(commands, groups, 1, 1);
        push.first_workgroup += groups;
    }
}

static void record_all(const fftc_vulkan_butterfly *plan, VkCommandBuffer commands,
                       const fftc_vulkan_butterfly_buffers *buffers, const VkDescriptorSet *sets)
{
    const fftc_vulkan_span *from = &buffers->src;
    for (uint32_t i = 0; i < plan->plan.dispatches; ++i) {
        const fftc_vulkan_span *to =
            fftc_butterfly_writes_scratch(&plan->plan, i) ? &buffers->scratch : &buffers->dst;
        if (i != 0) {
            fftc_compute_barrier(commands);
        }
        bind(plan, commands, i, from, to, sets);
        record_dispatch(plan, commands, i);
        from = to;
    }
}

fftc_status fftc_vulkan_butterfly_record(const fftc_vulkan_butterfly *plan,
                                         VkCommandBuffer commands,
                                         const fftc_vulkan_butterfly_buffers *buffers,
                                         fftc_error *error)
{
    static const char *const names[] = {"src", "dst", "scratch"};
    fftc_status status = fftc_recording_check(plan, commands, buffers, "buffers", error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const fftc_vulkan_span *const spans[] = {&buffers->src, &buffers->dst,
                                             plan->plan.dispatches > 1 ? &buffers->scratch : NULL};
    status = fftc_buffers_check(plan->context, spans, names, 3, plan->bytes, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    const VkDescriptorSet *sets = NULL;
    if (plan->sets != NULL) {
        status = fftc_sets_take(plan->sets, &sets, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    record_all(plan, commands, buffers, sets);
    return fftc_succeed(error);
}
