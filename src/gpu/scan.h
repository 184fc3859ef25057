/* SPDX-License-Identifier: MIT
 *
 * What recorded and emitted scans share.
 */
#ifndef FFTC_GPU_SCAN_H
#define FFTC_GPU_SCAN_H

#include "device/scan_plan.h"
#include "gpu/internal.h"

/* The descriptors' numbers. */
enum { FFTC_SCAN_SRC = 0, FFTC_SCAN_DST, FFTC_SCAN_SCRATCH, FFTC_SCAN_HEADS };

/* What a device's plans may use. */
fftc_scan_limits fftc_scan_limits_of(const fftc_vulkan_device *info);

/* Whether the device can do it. */
fftc_status fftc_scan_check_device(const fftc_vulkan_device *info, const fftc_scan_request *request,
                                   fftc_error *error);

/* The program of a dispatch with this key; the caller frees its source, also on failure. */
fftc_status fftc_scan_program(const fftc_scan_plan *plan, const fftc_scan_key *key,
                              const fftc_vulkan_device *info, fftc_program *program,
                              fftc_error *error);

#endif
