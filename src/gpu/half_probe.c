/* SPDX-License-Identifier: MIT
 *
 * Tries how a device converts halves. GLSL leaves the rounding of packHalf2x16, and what becomes of
 * subnormals, to the device. If both are as in kernel/halves.h, the device's single instruction
 * replaces that header's twenty.
 */
#include "gpu/compile.h"
#include "gpu/internal.h"
#include "support/error.h"

enum { UNKNOWN = 0, NATIVE, OTHER };

typedef struct probe_run {
    fftc_vulkan *context;
    const fftc_pipeline *pipeline;
    const fftc_gpu_array *array;
} probe_run;

static void record(void *user, VkCommandBuffer commands)
{
    const probe_run *p = user;
    const fftc_gpu_array *array = p->array;
    VkBufferCopy region = {0, 0, array->bytes};
    VkDescriptorBufferInfo buffer = {array->device_buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstBinding = 1,
                                  .descriptorCount = 1,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = &buffer};
    vkCmdCopyBuffer(commands, array->host_buffer, array->device_buffer, 1, &region);
    fftc_memory_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline->handle);
    p->context->push_descriptors(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                 p->pipeline->layout->handle, 0, 1, &write);
    vkCmdDispatch(commands, 65536 / 64, 1, 1);
    fftc_memory_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                        VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyBuffer(commands, array->device_buffer, array->host_buffer, 1, &region);
    fftc_memory_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                        VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

static VkResult run(fftc_vulkan *context, const fftc_pipeline *pipeline,
                    const fftc_gpu_array *array)
{
    probe_run p = {context, pipeline, array};
    return fftc_submit_once(context, record, &p);
}

fftc_status fftc_half_probe_source(fftc_source *source, fftc_error *error)
{
    fftc_text_format(&source->head, "#version 450\n#include \"common/half_probe.glsl\"\n");
    return source->head.failed
               ? fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for the text of a shader")
               : FFTC_SUCCESS;
}

static fftc_status get_pipeline(fftc_vulkan *context, fftc_pipeline **pipeline, fftc_error *error)
{
    fftc_program program = {.binding = FFTC_BIND_PUSHED, .descriptors = 1u << 1, .exact = true};
    fftc_status status = fftc_half_probe_source(&program.source, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_pipelines_get(context, &program, 1, VK_NULL_HANDLE, pipeline, NULL, error);
    }
    fftc_source_free(&program.source);
    return status;
}

static fftc_status probe(fftc_vulkan *context, bool *native, fftc_error *error)
{
    fftc_pipeline *pipeline;
    fftc_gpu_array array;
    fftc_status status = get_pipeline(context, &pipeline, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    status = fftc_array_create(context, sizeof(uint32_t), &array, error);
    if (status != FFTC_SUCCESS) {
        fftc_pipelines_release(context, &pipeline, 1);
        return status;
    }
    *(uint32_t *)array.mapped = 0;
    VkResult result = run(context, pipeline, &array);
    *native = *(const uint32_t *)array.mapped == 0;
    fftc_array_destroy(context, &array);
    fftc_pipelines_release(context, &pipeline, 1);
    return result == VK_SUCCESS ? FFTC_SUCCESS
                                : fftc_vk_fail(error, result, "trying the device's halves");
}

fftc_status fftc_half_native(fftc_vulkan *context, bool *native, fftc_error *error)
{
    *native = false;
    if (context->push_descriptors == NULL) {
        return FFTC_SUCCESS; /* such devices take the kernels that convert by themselves */
    }
    pthread_mutex_lock(&context->lock);
    int known = context->halves;
    pthread_mutex_unlock(&context->lock);
    if (known != UNKNOWN) {
        *native = known == NATIVE;
        return FFTC_SUCCESS;
    }
    fftc_status status = probe(context, native, error);
    if (status == FFTC_UNSUPPORTED && fftc_compiler_id() == 0) {
        status = FFTC_SUCCESS; /* the probe's module was not shipped: kernels convert by
                                  themselves */
    }
    if (status == FFTC_SUCCESS) {
        pthread_mutex_lock(&context->lock);
        context->halves = *native ? NATIVE : OTHER;
        pthread_mutex_unlock(&context->lock);
    }
    return status;
}
