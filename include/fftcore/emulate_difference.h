/* SPDX-License-Identifier: MIT
 *
 * The dispatches of a fftc_vulkan_difference in the emulator: the same kernel, the same plan, the
 * same bits. Every race is a finding.
 */
#ifndef FFTCORE_EMULATE_DIFFERENCE_H
#define FFTCORE_EMULATE_DIFFERENCE_H

#include "fftcore/emulate_plan.h"
#include "fftcore/finite_difference.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Goes `steps` time steps on, as fftc_difference_execute does. Of `device` (NULL: as if zeroed)
 * invocations_max and config are used. `blocks` may be NULL. A finding is not a failure; no step
 * follows one that has findings. `report` may be NULL; on failure it is not written.
 *
 * Statuses: those of fftc_difference_plan_create for the description and of fftc_difference_execute
 * for the arrays; and for everything else those of fftc_vulkan_difference_create, within the limits
 * here. */
FFTC_API fftc_status fftc_emulate_difference(const fftc_difference *difference,
                                             const fftc_difference_blocks *blocks,
                                             const fftc_emulated_device *device, uint64_t steps,
                                             void *arrays[2], const void *medium,
                                             fftc_emulated_report *report, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
