/* SPDX-License-Identifier: MIT
 *
 * One recording of a plan: the caller's arrays, checked, and the places that they give to the plan.
 */
#ifndef FFTC_GPU_RECORDING_H
#define FFTC_GPU_RECORDING_H

#include "gpu/plan.h"

typedef struct fftc_recording {
    const fftc_vulkan_plan *plan;
    VkCommandBuffer commands;
    const fftc_vulkan_buffers *buffers;
    /* The spans that the plan uses. In plans by addresses they have an address, and no buffer. */
    fftc_vulkan_span place[FFTC_PLACE_COUNT];
    fftc_vulkan_span place_im[FFTC_PLACE_COUNT];
    const VkDescriptorSet *sets; /* of each dispatch; NULL: none */
} fftc_recording;

/* record.c: whether a caller has given all three; `name` is that of the buffers. */
fftc_status fftc_recording_check(const void *plan, VkCommandBuffer commands, const void *buffers,
                                 const char *name, fftc_error *error);

/* arrays.c: fills the places from the buffers; the spectrum's, if there is one, is there already.
 * Nothing is recorded if this fails. */
fftc_status fftc_recording_choose_places(fftc_recording *recording, fftc_error *error);

/* Sets where the parts of the scratch are for the recording's plan; and src and dst, one sub-batch
 * of the batch further. */
void fftc_recording_lay_scratch(fftc_recording *recording);
void fftc_recording_next_sub_batch(fftc_recording *recording);

/* Where the span's first element is, by its buffer's address or its own. */
VkDeviceAddress fftc_span_address(const fftc_vulkan *context, const fftc_vulkan_span *span);

/* The bytes of the memory that a span's buffer needs, or that there can be from its address on: at
 * least as many as it has. */
uint64_t fftc_span_room(const fftc_vulkan *context, const fftc_vulkan_span *span);

/* Whether a span has `needed` bytes from a multiple of `unit` on, as far as can be known. */
fftc_status fftc_span_check(const fftc_vulkan_plan *plan, const fftc_vulkan_span *span,
                            const char *name, uint64_t needed, uint64_t unit, fftc_error *error);

/* Whether a spectrum that is prepared begins where `plan`, which reads it, can have it. */
fftc_status fftc_spectrum_check(const fftc_vulkan_plan *plan, const fftc_vulkan_span *spectrum,
                                fftc_error *error);

/* Whether it is zeroed: no array. */
static inline bool fftc_span_is_none(const fftc_vulkan_span *span)
{
    return span->buffer == VK_NULL_HANDLE && span->address == 0;
}

#endif
