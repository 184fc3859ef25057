/* SPDX-License-Identifier: MIT
 *
 * Buffers and submissions on a context's device, for programs that run plans: the benchmark and the
 * tests.
 */
#ifndef FFTC_BENCH_GPU_H
#define FFTC_BENCH_GPU_H

#include "fftcore/vulkan.h"

typedef struct gpu_queue {
    fftc_vulkan_handles handles;
    VkPhysicalDeviceMemoryProperties memory;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkQueryPool queries; /* VK_NULL_HANDLE where the queue has no timestamps */
    double tick_seconds;
} gpu_queue;

typedef struct gpu_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    VkDeviceSize bytes;
    void *mapped; /* host buffers */
} gpu_buffer;

/* VK_SUCCESS, or what a call of Vulkan said. */
VkResult gpu_open(const fftc_vulkan *context, gpu_queue *queue);
void gpu_close(gpu_queue *queue);

/* Storage buffers, with addresses if the context has them; host buffers are mapped. */
VkResult gpu_buffer_create(const gpu_queue *queue, VkDeviceSize bytes, bool host,
                           gpu_buffer *buffer);
void gpu_buffer_destroy(const gpu_queue *queue, gpu_buffer *buffer);

/* Starts the queue's command buffer; ends it, submits it and waits. */
VkResult gpu_begin(gpu_queue *queue);
VkResult gpu_submit(gpu_queue *queue);

/* Orders everything that was recorded before it and everything after it. */
void gpu_barrier(const gpu_queue *queue);

/* gpu_stamp, between gpu_begin and gpu_submit, records the moment at which all before it is done,
 * as number 0, 1, ... < GPU_STAMPS_MAX. gpu_stamps_read, after gpu_submit, gives the first `count`
 * in seconds. */
#define GPU_STAMPS_MAX 64
void gpu_stamp(const gpu_queue *queue, uint32_t number);
VkResult gpu_stamps_read(const gpu_queue *queue, uint32_t count, double *seconds);

#endif
