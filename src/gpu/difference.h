/* SPDX-License-Identifier: MIT
 *
 * What recorded and emitted finite differences share.
 */
#ifndef FFTC_GPU_DIFFERENCE_H
#define FFTC_GPU_DIFFERENCE_H

#include "device/difference_plan.h"
#include "fftcore/vulkan/finite_difference.h"
#include "gpu/internal.h"

/* The descriptors' numbers; FACTORS is the medium. */
enum {
    FFTC_DIFFERENCE_POINTS = 0,
    FFTC_DIFFERENCE_NEXT,
    FFTC_DIFFERENCE_PARAMETERS,
    FFTC_DIFFERENCE_FACTORS
};

/* Of an array. */
static inline uint64_t fftc_difference_bytes(const fftc_difference_pass *pass)
{
    return pass->scheme.points * fftc_precision_bytes(pass->precision);
}

/* The step of a description on this device, which can do it. */
fftc_status fftc_difference_pass_on(const fftc_difference *difference,
                                    const fftc_vulkan_difference_options *options,
                                    const fftc_vulkan_device *info, fftc_difference_pass *pass,
                                    fftc_error *error);

/* Its program; the caller frees its source, also on failure. */
fftc_status fftc_difference_program(const fftc_difference_pass *pass,
                                    const fftc_vulkan_device *info, fftc_program *program,
                                    fftc_error *error);

#endif
