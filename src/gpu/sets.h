/* SPDX-License-Identifier: MIT
 *
 * Descriptor sets of a plan's recordings, where the device cannot take descriptors with
 * the commands.
 */
#ifndef FFTC_GPU_SETS_H
#define FFTC_GPU_SETS_H

#include "gpu/plan.h"

/* Makes the sets of a plan whose kernels exist; `recordings` as in fftc_vulkan_plan_options. *sets
 * is NULL, and the status FFTC_SUCCESS, if the plan needs none. */
fftc_status fftc_sets_create(const fftc_vulkan_plan *plan, uint32_t recordings, fftc_sets **sets,
                             fftc_error *error);
void fftc_sets_destroy(fftc_sets *sets); /* NULL is legal */

/* One set for each of the plan's dispatches, for one recording. Thread-safe. */
fftc_status fftc_sets_take(fftc_sets *sets, const VkDescriptorSet **taken, fftc_error *error);

#endif
