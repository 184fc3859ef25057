/* SPDX-License-Identifier: MIT
 *
 * One call of the reference FFT: the batch in sub-batches that fit a bounded amount of device
 * memory, each uploaded, dispatched and downloaded.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/internal.h"
#include "support/check.h"
#include "support/error.h"

/* Device memory of one call, beyond which a batch goes in sub-batches: enough to fill any
 * device. */
#define SUB_BATCH_BYTES_MAX ((uint64_t)256 << 20)

typedef struct job {
    fftc_vulkan *context;
    const fftc_workgroup_fft *fft;
    fftc_pipeline *pipeline;
    bool observe;
    uint64_t batch;
    uint64_t sub_batch;       /* transforms in a full sub-batch */
    uint64_t transform_bytes; /* of one transform's data */
    uint64_t stages_bytes;    /* of one transform's stages; 0 without */
    fftc_gpu_array data;
    fftc_gpu_array stages;
    fftc_gpu_array twiddles;
    bool twiddles_sent;
    VkDescriptorPool descriptor_pool;
    VkDescriptorSet set;
    VkCommandPool command_pool;
    VkCommandBuffer commands;
    VkFence fence;
    fftc_error *error;
} job;

static fftc_status job_arrays(job *j)
{
    fftc_status status =
        fftc_array_create(j->context, j->sub_batch * j->transform_bytes, &j->data, j->error);
    if (status == FFTC_SUCCESS && j->observe) {
        status =
            fftc_array_create(j->context, j->sub_batch * j->stages_bytes, &j->stages, j->error);
    }
    if (status == FFTC_SUCCESS && j->fft->computed_twiddles == 0) {
        status = fftc_array_create(j->context, j->transform_bytes, &j->twiddles, j->error);
    }
    if (status == FFTC_SUCCESS && j->fft->computed_twiddles == 0) {
        status = fftc_twiddle_table_fill(j->fft->precision, fftc_workgroup_fft_stage_count(j->fft),
                                         j->twiddles.mapped, j->error);
    }
    return status;
}

static fftc_status job_descriptors(job *j)
{
    VkDevice device = j->context->device;
    const fftc_gpu_array *arrays[3] = {&j->data, &j->twiddles, &j->stages};
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkResult result = vkCreateDescriptorPool(device, &pool, NULL, &j->descriptor_pool);
    if (result != VK_SUCCESS) {
        j->descriptor_pool = VK_NULL_HANDLE;
        return fftc_vk_fail(j->error, result, "vkCreateDescriptorPool");
    }
    VkDescriptorSetAllocateInfo allocation = {.sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = j->descriptor_pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &j->pipeline->layout->set};
    result = vkAllocateDescriptorSets(device, &allocation, &j->set);
    if (result != VK_SUCCESS) {
        return fftc_vk_fail(j->error, result, "vkAllocateDescriptorSets");
    }
    for (uint32_t i = 0; i < 3; ++i) {
        if (arrays[i]->device_buffer != VK_NULL_HANDLE) {
            VkDescriptorBufferInfo buffer = {arrays[i]->device_buffer, 0, VK_WHOLE_SIZE};
            VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                          .dstSet = j->set,
                                          .dstBinding = i,
                                          .descriptorCount = 1,
                                          .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                          .pBufferInfo = &buffer};
            vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
        }
    }
    return FFTC_SUCCESS;
}

static fftc_status job_commands(job *j)
{
    VkDevice device = j->context->device;
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                    .queueFamilyIndex = j->context->queue_family};
    VkResult result = vkCreateCommandPool(device, &pool, NULL, &j->command_pool);
    if (result != VK_SUCCESS) {
        j->command_pool = VK_NULL_HANDLE;
        return fftc_vk_fail(j->error, result, "vkCreateCommandPool");
    }
    VkCommandBufferAllocateInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                          .commandPool = j->command_pool,
                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                          .commandBufferCount = 1};
    result = vkAllocateCommandBuffers(device, &buffer, &j->commands);
    if (result != VK_SUCCESS) {
        return fftc_vk_fail(j->error, result, "vkAllocateCommandBuffers");
    }
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    result = vkCreateFence(device, &fence, NULL, &j->fence);
    if (result != VK_SUCCESS) {
        j->fence = VK_NULL_HANDLE;
        return fftc_vk_fail(j->error, result, "vkCreateFence");
    }
    return FFTC_SUCCESS;
}

static void job_free(job *j)
{
    VkDevice device = j->context->device;
    vkDestroyFence(device, j->fence, NULL);
    vkDestroyCommandPool(device, j->command_pool, NULL);
    vkDestroyDescriptorPool(device, j->descriptor_pool, NULL);
    fftc_array_destroy(j->context, &j->twiddles);
    fftc_array_destroy(j->context, &j->stages);
    fftc_array_destroy(j->context, &j->data);
}

static void copy(const job *j, VkBuffer from, VkBuffer to, VkDeviceSize bytes)
{
    VkBufferCopy region = {0, 0, bytes};
    vkCmdCopyBuffer(j->commands, from, to, 1, &region);
}

static void record_sub_batch(job *j, uint64_t transforms)
{
    copy(j, j->data.host_buffer, j->data.device_buffer, transforms * j->transform_bytes);
    if (j->twiddles.bytes != 0 && !j->twiddles_sent) {
        copy(j, j->twiddles.host_buffer, j->twiddles.device_buffer, j->twiddles.bytes);
        j->twiddles_sent = true;
    }
    fftc_memory_barrier(j->commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    vkCmdBindPipeline(j->commands, VK_PIPELINE_BIND_POINT_COMPUTE, j->pipeline->handle);
    vkCmdBindDescriptorSets(j->commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                            j->pipeline->layout->handle, 0, 1, &j->set, 0, NULL);
    vkCmdDispatch(j->commands, (uint32_t)transforms, 1, 1);
    fftc_memory_barrier(j->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                        VK_ACCESS_TRANSFER_READ_BIT);
    copy(j, j->data.device_buffer, j->data.host_buffer, transforms * j->transform_bytes);
    if (j->observe) {
        copy(j, j->stages.device_buffer, j->stages.host_buffer, transforms * j->stages_bytes);
    }
    fftc_memory_barrier(j->commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                        VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

/* Carries out what was recorded and waits for it. */
static VkResult submit(job *j)
{
    VkDevice device = j->context->device;
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &j->commands};
    VkResult result = vkEndCommandBuffer(j->commands);
    if (result == VK_SUCCESS) {
        result = vkQueueSubmit(j->context->queue, 1, &info, j->fence);
    }
    if (result == VK_SUCCESS) {
        result = vkWaitForFences(device, 1, &j->fence, VK_TRUE, UINT64_MAX);
        if (result != VK_SUCCESS) {
            (void)vkQueueWaitIdle(j->context->queue); /* what it uses is about to be freed */
        }
    }
    if (result == VK_SUCCESS) {
        result = vkResetFences(device, 1, &j->fence);
    }
    if (result == VK_SUCCESS) {
        result = vkResetCommandPool(device, j->command_pool, 0);
    }
    return result;
}

static fftc_status run_sub_batch(job *j, uint64_t first, uint64_t transforms, const char *data,
                                 char *data_out, char *stages_out)
{
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkResult result = vkBeginCommandBuffer(j->commands, &begin);
    if (result != VK_SUCCESS) {
        return fftc_vk_fail(j->error, result, "vkBeginCommandBuffer");
    }
    memcpy(j->data.mapped, data + first * j->transform_bytes, transforms * j->transform_bytes);
    record_sub_batch(j, transforms);
    result = submit(j);
    if (result != VK_SUCCESS) {
        return fftc_vk_fail(j->error, result, "running the transforms on the device");
    }
    memcpy(data_out + first * j->transform_bytes, j->data.mapped, transforms * j->transform_bytes);
    if (j->observe) {
        memcpy(stages_out + first * j->stages_bytes, j->stages.mapped,
               transforms * j->stages_bytes);
    }
    return FFTC_SUCCESS;
}

/* Runs all sub-batches. If there are several, the results go to memory of the library's own first,
 * so that the caller's is written only when nothing can fail any more. */
static fftc_status run_sub_batches(job *j, char *data, char *stages)
{
    bool apart = j->batch > j->sub_batch;
    size_t data_bytes = j->batch * j->transform_bytes;
    size_t stages_bytes = j->batch * j->stages_bytes;
    char *data_out = apart ? malloc(data_bytes) : data;
    char *stages_out = apart && j->observe ? malloc(stages_bytes) : stages;
    fftc_status status = FFTC_SUCCESS;
    if (data_out == NULL || (j->observe && stages_out == NULL)) {
        status = fftc_fail(j->error, FFTC_OUT_OF_MEMORY, "no memory for %zu bytes of results",
                           data_bytes + stages_bytes);
    }
    for (uint64_t first = 0; status == FFTC_SUCCESS && first < j->batch; first += j->sub_batch) {
        uint64_t left = j->batch - first;
        status = run_sub_batch(j, first, left < j->sub_batch ? left : j->sub_batch, data, data_out,
                               stages_out);
    }
    if (apart) {
        if (status == FFTC_SUCCESS) {
            memcpy(data, data_out, data_bytes);
        }
        if (status == FFTC_SUCCESS && j->observe) {
            memcpy(stages, stages_out, stages_bytes);
        }
        free(data_out);
        if (j->observe) {
            free(stages_out);
        }
    }
    return status;
}

static void plan_sub_batches(job *j, const fftc_variant *variant)
{
    j->batch = j->fft->batch == 0 ? 1 : j->fft->batch;
    j->transform_bytes = fftc_variant_points(variant) * fftc_variant_element_bytes(variant);
    j->stages_bytes = j->observe ? j->transform_bytes * fftc_workgroup_fft_stage_count(j->fft) : 0;
    uint64_t largest = j->observe ? j->stages_bytes : j->transform_bytes;
    uint64_t limit = j->context->info.buffer_bytes_max < SUB_BATCH_BYTES_MAX
                         ? j->context->info.buffer_bytes_max
                         : SUB_BATCH_BYTES_MAX;
    j->sub_batch = limit / largest;
    if (j->sub_batch > j->context->info.workgroups_max) {
        j->sub_batch = j->context->info.workgroups_max;
    }
    if (j->sub_batch > j->batch) {
        j->sub_batch = j->batch;
    }
    if (j->sub_batch == 0) {
        j->sub_batch = 1; /* one transform beyond 256 MiB, but within the device's buffers */
    }
}

static fftc_status get_pipeline(job *j, fftc_variant *variant)
{
    /* three arrays of the shader */
    fftc_program program = {.binding = FFTC_BIND_SET, .descriptors = 7};
    fftc_status status = fftc_reference_plan(&j->context->info, j->fft, j->observe, variant,
                                             &program.subgroup_size, j->error);
    if (status == FFTC_SUCCESS) {
        status = fftc_variant_source(variant, &program.source.head, j->error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_pipelines_get(j->context, &program, 1, VK_NULL_HANDLE, &j->pipeline, NULL,
                                    j->error);
    }
    fftc_source_free(&program.source);
    return status;
}

static fftc_status run_locked(job *j, void *data, void *stages)
{
    fftc_status status = job_arrays(j);
    if (status == FFTC_SUCCESS) {
        status = job_descriptors(j);
    }
    if (status == FFTC_SUCCESS) {
        status = job_commands(j);
    }
    if (status == FFTC_SUCCESS) {
        status = run_sub_batches(j, data, stages);
    }
    job_free(j);
    return status;
}

fftc_status fftc_workgroup_fft_vulkan(fftc_vulkan *context, const fftc_workgroup_fft *fft,
                                      void *data, void *stages, fftc_error *error)
{
    if (context == NULL || data == NULL) {
        return fftc_fail_null(error, context == NULL ? "context" : "data");
    }
    fftc_status status = fftc_workgroup_fft_check(fft, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    job j = {.context = context, .fft = fft, .observe = stages != NULL, .error = error};
    fftc_variant variant;
    status = get_pipeline(&j, &variant);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    plan_sub_batches(&j, &variant);
    pthread_mutex_lock(&context->lock);
    status = run_locked(&j, data, stages);
    pthread_mutex_unlock(&context->lock);
    fftc_pipelines_release(context, &j.pipeline, 1);
    return status == FFTC_SUCCESS ? fftc_succeed(error) : status;
}
