/* SPDX-License-Identifier: MIT
 *
 * Finite differences on a device (kernel/difference_array.h), as plain data: what src/gpu records
 * and the emulator runs.
 */
#ifndef FFTC_DEVICE_DIFFERENCE_PLAN_H
#define FFTC_DEVICE_DIFFERENCE_PLAN_H

#include "describe/difference.h"

typedef struct fftc_difference_limits {
    uint32_t invocations_max;
    uint32_t subgroup_size; /* lanes that full subgroups have; 0: none can be asked for */
    uint32_t subgroups_max; /* of a workgroup; 0: no limit */
} fftc_difference_limits;

/* What a kernel is made of. */
typedef struct fftc_difference_key {
    uint32_t axes;
    uint32_t reach;
    uint32_t columns;
    uint32_t rows;
    uint32_t planes;
    uint32_t lanes_log2; /* invocations side by side along x */
    uint32_t subgroup_log2;
    uint32_t invocations; /* of a workgroup */
    uint32_t wave;
    uint32_t medium;
} fftc_difference_key;

/* One step is one dispatch. */
typedef struct fftc_difference_pass {
    fftc_difference_scheme scheme;
    fftc_precision precision;
    fftc_difference_key key;
    uint32_t workgroups;
    _Alignas(8) char parameters[FFTC_DIFFERENCE_PARAMETER_BYTES(FFTC_FLOAT64)];
} fftc_difference_pass;

/* `blocks` may be NULL. */
FFTC_API fftc_status fftc_difference_pass_make(const fftc_difference *difference, bool medium,
                                               const fftc_difference_blocks *blocks,
                                               const fftc_difference_limits *limits,
                                               fftc_difference_pass *pass, fftc_error *error);

#endif
