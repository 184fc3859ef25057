/* SPDX-License-Identifier: MIT
 *
 * What recorded and emitted classic FFTs share.
 */
#ifndef FFTC_GPU_BUTTERFLY_H
#define FFTC_GPU_BUTTERFLY_H

#include "device/butterfly_plan.h"
#include "fftcore/vulkan/butterfly.h"
#include "gpu/internal.h"

/* The descriptors' numbers; ENTRIES is the table. */
enum { FFTC_BUTTERFLY_SRC = 0, FFTC_BUTTERFLY_DST, FFTC_BUTTERFLY_ENTRIES };

/* The push constants of common/butterfly.glsl. */
typedef struct fftc_butterfly_push {
    uint32_t pass;
    uint32_t inverse;
    uint32_t line_step;
    uint32_t point_step;
    uint32_t first_workgroup;
} fftc_butterfly_push;

static inline fftc_butterfly_push fftc_butterfly_push_of(const fftc_butterfly_plan *plan,
                                                         uint32_t pass)
{
    const fftc_butterfly *b = &plan->butterfly;
    return (fftc_butterfly_push){.pass = pass,
                                 .inverse = b->direction == FFTC_INVERSE ? 1 : 0,
                                 .line_step = (uint32_t)b->line_stride,
                                 .point_step = (uint32_t)b->point_stride};
}

/* Of an array. */
static inline uint64_t fftc_butterfly_bytes(const fftc_butterfly_plan *plan)
{
    return plan->numbers * plan->item_bytes;
}

/* The plan of a description on this device, which can do it. */
fftc_status fftc_butterfly_plan_on(const fftc_butterfly *butterfly, const fftc_vulkan_device *info,
                                   fftc_butterfly_plan *plan, fftc_error *error);

/* The program of all its dispatches; the caller frees its source, also on failure. */
fftc_status fftc_butterfly_program(const fftc_butterfly_plan *plan, fftc_program *program,
                                   fftc_error *error);

#endif
