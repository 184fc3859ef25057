/* SPDX-License-Identifier: MIT
 *
 * The dispatches of a fftc_vulkan_butterfly in the emulator: the same kernels, the same bits. Every
 * race or missing barrier is a finding.
 */
#ifndef FFTCORE_EMULATE_BUTTERFLY_H
#define FFTCORE_EMULATE_BUTTERFLY_H

#include "fftcore/butterfly.h"
#include "fftcore/emulate_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Transforms src into dst. Of `device` (NULL: as if zeroed) invocations_max, shared_bytes and
 * config are used. An observer of config's sees memories by the names "src", "dst", "scratch" and
 * "table". No dispatch follows one that has findings; a finding is not a failure. `report` may be
 * NULL; on failure it is not written.
 *
 * Statuses: those of fftc_vulkan_butterfly_create for the description, within the limits here.
 * FFTC_INVALID_ARGUMENT: src or dst is NULL, or they overlap; or what fftc_emulator_create refuses
 * of config. FFTC_OUT_OF_MEMORY. */
FFTC_API fftc_status fftc_emulate_butterfly(const fftc_butterfly *butterfly,
                                            const fftc_emulated_device *device, const void *src,
                                            void *dst, fftc_emulated_report *report,
                                            fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
