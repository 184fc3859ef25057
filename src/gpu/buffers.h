/* SPDX-License-Identifier: MIT
 *
 * Buffers of the caller's in recordings of scans, finite differences and classic FFTs.
 */
#ifndef FFTC_GPU_BUFFERS_H
#define FFTC_GPU_BUFFERS_H

#include "gpu/internal.h"

#define FFTC_BOUND_BUFFERS_MAX 4u

/* Whether `needed` bytes are there, aligned and usable as a storage buffer; nothing if that is 0.
 * `advice` says what to do without a buffer. */
fftc_status fftc_buffer_check(const fftc_vulkan *context, const fftc_vulkan_span *span,
                              const char *name, uint64_t needed, const char *advice,
                              fftc_error *error);

/* Whether that is so of each span that is not NULL, and none overlaps another one. */
fftc_status fftc_buffers_check(const fftc_vulkan *context, const fftc_vulkan_span *const *spans,
                               const char *const *names, uint32_t count, uint64_t bytes,
                               fftc_error *error);

/* Between two dispatches: from writes to reads and writes. */
void fftc_compute_barrier(VkCommandBuffer commands);

/* Binds the pipeline and those of FFTC_BOUND_BUFFERS_MAX buffers that it declares, by their
 * bindings: by a set of sets.h, or by pushing them if that is VK_NULL_HANDLE. */
void fftc_bind_buffers(const fftc_vulkan *context, VkCommandBuffer commands,
                       const fftc_pipeline *kernel, const VkDescriptorBufferInfo *buffers,
                       VkDescriptorSet set);
/* Binds a set that has its buffers, and is used by what was recorded already. */
void fftc_bind_set(VkCommandBuffer commands, const fftc_pipeline *kernel, VkDescriptorSet set);

#endif
