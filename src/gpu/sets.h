/* SPDX-License-Identifier: MIT
 *
 * Descriptor sets of a plan's recordings, where the device cannot take descriptors with
 * the commands.
 */
#ifndef FFTC_GPU_SETS_H
#define FFTC_GPU_SETS_H

#include "gpu/internal.h"

typedef struct fftc_sets fftc_sets;

/* Makes the sets of a plan with these kernels, one for each of its dispatches, at most
 * FFTC_PASSES_MAX; `recordings` as in fftc_vulkan_plan_options. *sets is NULL, and the status
 * FFTC_SUCCESS, if there is no dispatch, or the device takes descriptors with the commands. */
fftc_status fftc_sets_create(const fftc_vulkan *context, fftc_pipeline *const *kernels,
                             uint32_t count, uint32_t recordings, fftc_sets **sets,
                             fftc_error *error);
void fftc_sets_destroy(fftc_sets *sets); /* NULL is legal */

/* One set for each of the plan's dispatches, for one recording. Thread-safe. */
fftc_status fftc_sets_take(fftc_sets *sets, const VkDescriptorSet **taken, fftc_error *error);

#endif
