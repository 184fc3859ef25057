/* SPDX-License-Identifier: MIT
 *
 * Finite differences on a device.
 */
#include "fftcore/vulkan/finite_difference.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/buffers.h"
#include "gpu/difference.h"
#include "gpu/recording.h"
#include "gpu/sets.h"
#include "support/check.h"
#include "support/error.h"

enum {
    POINTS = FFTC_DIFFERENCE_POINTS,
    NEXT = FFTC_DIFFERENCE_NEXT,
    PARAMETERS = FFTC_DIFFERENCE_PARAMETERS,
    MEDIUM = FFTC_DIFFERENCE_FACTORS,
    BUFFERS
};

/* An execution's submissions have at most so many steps, lest a driver's watchdog ends them. */
#define STEPS_MAX 64u

struct fftc_vulkan_difference {
    fftc_vulkan *context;
    fftc_difference_pass pass;
    uint64_t bytes; /* of an array */
    fftc_pipeline *kernel;
    fftc_sets *sets; /* NULL: descriptors are pushed */
    fftc_gpu_array parameters;
};

/* --- plans ------------------------------------------------------------------------------------ */

static fftc_status get_kernel(fftc_vulkan_difference *plan, VkPipelineCache cache,
                              fftc_error *error)
{
    fftc_program program;
    fftc_status status =
        fftc_difference_program(&plan->pass, &plan->context->info, &program, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_pipelines_get(plan->context, &program, 1, cache, &plan->kernel, NULL, error);
    }
    fftc_source_free(&program.source);
    return status;
}

static fftc_status send_parameters(fftc_vulkan_difference *plan, fftc_error *error)
{
    const size_t bytes = FFTC_DIFFERENCE_PARAMETER_BYTES(plan->pass.precision);
    fftc_status status = fftc_array_create_sent(plan->context, bytes, &plan->parameters, error);
    if (status == FFTC_SUCCESS) {
        memcpy(plan->parameters.mapped, plan->pass.parameters, bytes);
        status = fftc_array_upload(plan->context, &plan->parameters, error);
    }
    return status;
}

/* Of a recording: one for steps from arrays[0] to arrays[1], and one for those back. */
static fftc_status create_sets(const fftc_vulkan_difference *plan, uint32_t recordings,
                               fftc_sets **sets, fftc_error *error)
{
    fftc_pipeline *const kernels[2] = {plan->kernel, plan->kernel};
    return fftc_sets_create(plan->context, kernels, 2, recordings, sets, error);
}

static fftc_status make(fftc_vulkan_difference *plan, const fftc_difference *difference,
                        const fftc_vulkan_difference_options *options, fftc_error *error)
{
    fftc_status status =
        fftc_difference_pass_on(difference, options, &plan->context->info, &plan->pass, error);
    plan->bytes = fftc_difference_bytes(&plan->pass);
    if (status == FFTC_SUCCESS) {
        status = get_kernel(plan, options->cache, error);
    }
    if (status == FFTC_SUCCESS) {
        status = create_sets(plan, options->recordings, &plan->sets, error);
    }
    return status == FFTC_SUCCESS ? send_parameters(plan, error) : status;
}

fftc_status fftc_vulkan_difference_create(fftc_vulkan *context, const fftc_difference *difference,
                                          const fftc_vulkan_difference_options *options,
                                          fftc_vulkan_difference **plan, fftc_error *error)
{
    static const fftc_vulkan_difference_options defaults;
    if (plan == NULL) {
        return fftc_fail_no_place(error, "plan");
    }
    *plan = NULL;
    if (context == NULL) {
        return fftc_fail_null(error, "context");
    }
    fftc_vulkan_difference *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    made->context = context;
    fftc_status status = make(made, difference, options != NULL ? options : &defaults, error);
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_difference_destroy(made);
        return status;
    }
    *plan = made;
    return fftc_succeed(error);
}

void fftc_vulkan_difference_destroy(fftc_vulkan_difference *plan)
{
    if (plan != NULL) {
        fftc_sets_destroy(plan->sets);
        fftc_array_destroy(plan->context, &plan->parameters);
        fftc_pipelines_release(plan->context, &plan->kernel, 1);
        free(plan);
    }
}

/* --- recording -------------------------------------------------------------------------------- */

static void swap(fftc_vulkan_span arrays[2])
{
    fftc_vulkan_span newest = arrays[1];
    arrays[1] = arrays[0];
    arrays[0] = newest;
}

static void bind(const fftc_vulkan_difference *plan, VkCommandBuffer commands,
                 const fftc_vulkan_span arrays[2], const fftc_vulkan_span *medium,
                 VkDescriptorSet set)
{
    VkDescriptorBufferInfo infos[BUFFERS] = {
        [POINTS] = {arrays[0].buffer, arrays[0].offset, plan->bytes},
        [NEXT] = {arrays[1].buffer, arrays[1].offset, plan->bytes},
        [PARAMETERS] = {plan->parameters.device_buffer, 0, plan->parameters.bytes}};
    if (plan->pass.key.medium != 0) {
        infos[MEDIUM] = (VkDescriptorBufferInfo){medium->buffer, medium->offset, plan->bytes};
    }
    fftc_bind_buffers(plan->context, commands, plan->kernel, infos, set);
}

static void record_step(const fftc_vulkan_difference *plan, VkCommandBuffer commands)
{
    const uint32_t most = plan->context->info.workgroups_max;
    for (uint32_t done = 0; done < plan->pass.workgroups;) {
        const uint32_t left = plan->pass.workgroups - done;
        const uint32_t groups = left < most ? left : most;
        vkCmdPushConstants(commands, plan->kernel->layout->handle, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           sizeof done, &done);
        vkCmdDispatch(commands, groups, 1, 1);
        done += groups;
    }
}

/* `sets` are those of create_sets, NULL where descriptors are pushed. */
static void record_steps(const fftc_vulkan_difference *plan, VkCommandBuffer commands,
                         uint32_t steps, fftc_vulkan_span arrays[2], const fftc_vulkan_span *medium,
                         const VkDescriptorSet *sets)
{
    for (uint32_t i = 0; i < steps; ++i) {
        if (i != 0) {
            fftc_compute_barrier(commands);
        }
        if (sets == NULL || i < 2) {
            bind(plan, commands, arrays, medium, sets == NULL ? VK_NULL_HANDLE : sets[i]);
        } else {
            fftc_bind_set(commands, plan->kernel, sets[i % 2]);
        }
        record_step(plan, commands);
        swap(arrays);
    }
}

static fftc_status check_medium(const fftc_vulkan_difference *plan, bool given, fftc_error *error)
{
    const bool made = plan->pass.key.medium != 0;
    if (given == made) {
        return FFTC_SUCCESS;
    }
    return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                     made ? "medium is NULL, but the plan was made with options.medium: pass it"
                          : "the plan was made without options.medium: pass NULL as the medium");
}

fftc_status fftc_vulkan_difference_record(const fftc_vulkan_difference *plan,
                                          VkCommandBuffer commands, uint32_t steps,
                                          fftc_vulkan_span arrays[2],
                                          const fftc_vulkan_span *medium, fftc_error *error)
{
    fftc_status status = fftc_recording_check(plan, commands, arrays, "arrays", error);
    if (status == FFTC_SUCCESS) {
        status = check_medium(plan, medium != NULL, error);
    }
    if (status == FFTC_SUCCESS) {
        static const char *const names[] = {"arrays[0]", "arrays[1]", "medium"};
        const fftc_vulkan_span *const spans[] = {&arrays[0], &arrays[1], medium};
        status = fftc_buffers_check(plan->context, spans, names, 3, plan->bytes, error);
    }
    const VkDescriptorSet *sets = NULL;
    if (status == FFTC_SUCCESS && plan->sets != NULL) {
        status = fftc_sets_take(plan->sets, &sets, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    record_steps(plan, commands, steps, arrays, medium, sets);
    return fftc_succeed(error);
}

/* --- execution -------------------------------------------------------------------------------- */

typedef struct job {
    const fftc_vulkan_difference *plan;
    fftc_gpu_array array[3]; /* two of points, and the medium */
    fftc_vulkan_span spans[2];
    /* Of the job alone. Submissions but the last have an even number of steps, so that all of them
     * go on with the same arrays. */
    fftc_sets *own_sets;
    const VkDescriptorSet *sets;
    uint32_t steps; /* of this submission */
    bool first;
    bool last;
} job;

static void copy_arrays(const job *j, VkCommandBuffer commands, bool back)
{
    const VkBufferCopy region = {0, 0, j->plan->bytes};
    for (int i = 0; i < (back ? 2 : 3); ++i) {
        const fftc_gpu_array *a = &j->array[i];
        if (a->bytes != 0) {
            vkCmdCopyBuffer(commands, back ? a->device_buffer : a->host_buffer,
                            back ? a->host_buffer : a->device_buffer, 1, &region);
        }
    }
}

static void record_job(void *user, VkCommandBuffer commands)
{
    job *j = user;
    const fftc_vulkan_span medium = {.buffer = j->array[2].device_buffer};
    if (j->first) {
        copy_arrays(j, commands, false);
        fftc_memory_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                            VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                            VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    } else {
        fftc_compute_barrier(commands);
    }
    record_steps(j->plan, commands, j->steps, j->spans, &medium, j->sets);
    if (j->last) {
        fftc_memory_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                            VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                            VK_ACCESS_TRANSFER_READ_BIT);
        copy_arrays(j, commands, true);
        fftc_memory_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                            VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    }
}

static fftc_status run_job(job *j, uint64_t steps, void *arrays[2], const void *medium,
                           fftc_error *error)
{
    const void *const data[3] = {arrays[0], arrays[1], medium};
    const size_t bytes = (size_t)j->plan->bytes;
    for (int i = 0; i < 3; ++i) {
        fftc_status status = data[i] == NULL
                                 ? FFTC_SUCCESS
                                 : fftc_array_create(j->plan->context, bytes, &j->array[i], error);
        if (status != FFTC_SUCCESS) {
            return status;
        }
        if (data[i] != NULL) {
            memcpy(j->array[i].mapped, data[i], bytes);
        }
    }
    fftc_status status = create_sets(j->plan, 0, &j->own_sets, error);
    if (status == FFTC_SUCCESS && j->own_sets != NULL) {
        status = fftc_sets_take(j->own_sets, &j->sets, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    j->spans[0].buffer = j->array[0].device_buffer;
    j->spans[1].buffer = j->array[1].device_buffer;
    for (uint64_t done = 0; done < steps; done += j->steps) {
        j->steps = steps - done < STEPS_MAX ? (uint32_t)(steps - done) : STEPS_MAX;
        j->first = done == 0;
        j->last = done + j->steps == steps;
        VkResult result = fftc_submit_once(j->plan->context, record_job, j);
        if (result != VK_SUCCESS) {
            return fftc_vk_fail(error, result, "running finite differences on the device");
        }
    }
    memcpy(arrays[0], j->array[0].mapped, bytes);
    memcpy(arrays[1], j->array[1].mapped, bytes);
    if (steps % 2 != 0) {
        void *newest = arrays[1];
        arrays[1] = arrays[0];
        arrays[0] = newest;
    }
    return FFTC_SUCCESS;
}

fftc_status fftc_vulkan_difference_execute(const fftc_vulkan_difference *plan, uint64_t steps,
                                           void *arrays[2], const void *medium, fftc_error *error)
{
    if (plan == NULL || arrays == NULL) {
        return fftc_fail_null(error, plan == NULL ? "plan" : "arrays");
    }
    fftc_status status = check_medium(plan, medium != NULL, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_difference_check_arrays(
            &plan->pass.scheme, fftc_precision_bytes(plan->pass.precision), arrays, medium, error);
    }
    if (status != FFTC_SUCCESS || steps == 0) {
        return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
    }
    job j = {.plan = plan};
    status = run_job(&j, steps, arrays, medium, error);
    fftc_sets_destroy(j.own_sets);
    for (int i = 0; i < 3; ++i) {
        fftc_array_destroy(plan->context, &j.array[i]);
    }
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}
