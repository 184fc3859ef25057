/* SPDX-License-Identifier: MIT
 *
 * The dispatches of a fftc_vulkan_scan in the emulator: the same kernels, the same plan, the same
 * bits. Every race or missing barrier is a finding.
 */
#ifndef FFTCORE_EMULATE_SCAN_H
#define FFTCORE_EMULATE_SCAN_H

#include "fftcore/emulate_plan.h"
#include "fftcore/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Carries a scan out. Of `device` (NULL: as if zeroed) invocations_max, shared_bytes and config are
 * used; of config, beside what fftcore/emulate_plan.h says, resident_workgroups, workgroup_order
 * and event_limit. An operation of yours is its function. `options` may be NULL. A finding is not a
 * failure. `report` may be NULL; on failure it is not written.
 *
 * Statuses: those of fftc_scan_create for the description and of fftc_scan_execute for the arrays;
 * and for everything else those of fftc_vulkan_scan_create, within the limits here. */
FFTC_API fftc_status fftc_emulate_scan(const fftc_scan_description *description,
                                       const fftc_scan_pass_options *options,
                                       const fftc_emulated_device *device, const void *src,
                                       const uint32_t *heads, void *dst,
                                       fftc_emulated_report *report, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
