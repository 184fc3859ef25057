/* SPDX-License-Identifier: MIT
 *
 * The classic FFTs on a device, as plain data: what src/gpu records and the emulator runs.
 */
#ifndef FFTC_DEVICE_BUTTERFLY_PLAN_H
#define FFTC_DEVICE_BUTTERFLY_PLAN_H

#include "fftcore/butterfly.h"

typedef struct fftc_butterfly_limits {
    const char *name;
    uint32_t invocations_max;
    uint32_t shared_bytes;
} fftc_butterfly_limits;

typedef struct fftc_butterfly_plan {
    fftc_butterfly butterfly; /* normalised: nothing is 0 that has a default */
    uint64_t numbers;         /* that an array spans */
    uint32_t item_bytes;      /* of a complex number */
    uint32_t entry_bytes;     /* of the table */
    uint32_t entries;         /* of the table; 0: there is none */
    uint32_t workgroup_log2;
    uint32_t workgroups; /* of a dispatch */
    uint32_t dispatches;
    uint32_t shared_words;
} fftc_butterfly_plan;

FFTC_API fftc_status fftc_butterfly_plan_make(const fftc_butterfly *butterfly,
                                              const fftc_butterfly_limits *limits,
                                              fftc_butterfly_plan *plan, fftc_error *error);

/* Whether a dispatch writes the scratch: the last one writes dst, and both take turns before. */
static inline bool fftc_butterfly_writes_scratch(const fftc_butterfly_plan *plan, uint32_t dispatch)
{
    return (plan->dispatches - 1 - dispatch) % 2 != 0;
}

#endif
