/* SPDX-License-Identifier: MIT */
#include "vulkan_execute.h"

#include <string.h>

void vulkan_execute(fftc_vulkan *context, gpu_queue *queue, const fftc_transform *t,
                    const fftc_vulkan_plan_options *options, const void *src, size_t src_bytes,
                    void *dst, size_t dst_bytes)
{
    fftc_vulkan_plan *plan;
    fftc_error error;
    gpu_buffer device[3] = {{0}};
    gpu_buffer host[2] = {{0}};
    bool in_place = t->placement == FFTC_IN_PLACE;
    ck_assert_msg(fftc_vulkan_plan_create(context, t, options, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    uint64_t scratch = fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH);
    ck_assert_uint_eq(fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SRC), src_bytes);
    ck_assert_uint_eq(fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_DST), dst_bytes);
    ck_assert_int_eq(gpu_buffer_create(queue, src_bytes, true, &host[0]), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(queue, dst_bytes, true, &host[1]), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(queue, src_bytes, false, &device[0]), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(queue, dst_bytes, false, &device[1]), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(queue, scratch + 16, false, &device[2]), VK_SUCCESS);
    memcpy(host[0].mapped, src, src_bytes);
    memcpy(host[1].mapped, dst, dst_bytes);
    VkBufferCopy regions[2] = {{0, 0, src_bytes}, {0, 0, dst_bytes}};
    fftc_vulkan_buffers buffers = {
        .src = {.buffer = in_place ? VK_NULL_HANDLE : device[0].handle, .bytes = src_bytes},
        .dst = {.buffer = device[1].handle, .bytes = dst_bytes},
        .scratch = {.buffer = scratch != 0 ? device[2].handle : VK_NULL_HANDLE, .bytes = scratch}};
    ck_assert_int_eq(gpu_begin(queue), VK_SUCCESS);
    vkCmdCopyBuffer(queue->commands, host[0].handle, device[0].handle, 1, &regions[0]);
    vkCmdCopyBuffer(queue->commands, host[in_place ? 0 : 1].handle, device[1].handle, 1,
                    &regions[1]);
    gpu_barrier(queue);
    ck_assert_msg(fftc_vulkan_plan_record(plan, queue->commands, &buffers, &error) == FFTC_SUCCESS,
                  "%s", error.message);
    gpu_barrier(queue);
    vkCmdCopyBuffer(queue->commands, device[1].handle, host[1].handle, 1, &regions[1]);
    if (!in_place) { /* src is never written */
        vkCmdCopyBuffer(queue->commands, device[0].handle, host[0].handle, 1, &regions[0]);
    }
    gpu_barrier(queue);
    ck_assert_int_eq(gpu_submit(queue), VK_SUCCESS);
    memcpy(dst, host[1].mapped, dst_bytes);
    ck_assert(in_place || memcmp(host[0].mapped, src, src_bytes) == 0);
    for (int i = 0; i < 3; ++i) {
        gpu_buffer_destroy(queue, &device[i]);
    }
    gpu_buffer_destroy(queue, &host[0]);
    gpu_buffer_destroy(queue, &host[1]);
    fftc_vulkan_plan_destroy(plan);
}
