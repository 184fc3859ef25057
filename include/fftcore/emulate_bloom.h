/* SPDX-License-Identifier: MIT
 *
 * The dispatches of a fftc_vulkan_bloom in the emulator: the same kernels and, with the device's
 * limits in fftc_emulated_device, the same plan. So a plan with options.exact has the same bits as
 * this, which fftc_bloom_execute, another algorithm, has not (docs/bloom.md). Every race or missing
 * barrier is a finding.
 */
#ifndef FFTCORE_EMULATE_BLOOM_H
#define FFTCORE_EMULATE_BLOOM_H

#include "fftcore/bloom.h"
#include "fftcore/emulate_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A zeroed structure is valid, and NULL means the same: buffers in the layouts described. */
typedef struct fftc_emulated_bloom {
    bool src_picture; /* rows of `width` pixels of four floats each, in place of the layout */
    bool dst_picture;
    fftc_bloom_order order;
    fftc_precision scratch; /* FFTC_FLOAT32, or FFTC_FLOAT16: fftcore/vulkan/bloom.h */
} fftc_emulated_bloom;

/* Prepares the kernel, which is as fftc_bloom_prepare takes it, and blooms one frame. `frame` NULL
 * means zeros. dst may be src if both have the same layout. Of `device` (NULL: as if zeroed)
 * accessors, extras, words and `saved` are not used. A finding is not a failure; no dispatch
 * follows one that has findings. `report` may be NULL; on failure it is not written.
 *
 * Statuses: for description, kernel and frame those of fftc_bloom_create, fftc_bloom_prepare and
 * fftc_bloom_execute; FFTC_INVALID_ARGUMENT also if src or dst is NULL, or they share memory that
 * must not; for everything else those of fftc_vulkan_bloom_create, within the limits here, and of
 * fftc_emulate_plan. */
FFTC_API fftc_status fftc_emulate_bloom(const fftc_bloom_description *description,
                                        const fftc_emulated_bloom *options,
                                        const fftc_emulated_device *device, const void *src,
                                        const void *kernel, const fftc_bloom_frame *frame,
                                        void *dst, fftc_emulated_report *report, fftc_error *error);

#ifdef __cplusplus
}
#endif
#endif
