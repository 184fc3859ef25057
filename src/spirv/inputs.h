/* SPDX-License-Identifier: MIT
 *
 * Built-in variables.
 */
#ifndef FFTC_SPIRV_INPUTS_H
#define FFTC_SPIRV_INPUTS_H

#include "spirv/module.h"

/* Where an invocation is in the dispatch. */
typedef struct fftc_spirv_coordinates {
    uint32_t workgroup[3], workgroups[3], local[3];
    uint32_t subgroup_size, subgroup, lane;
} fftc_spirv_coordinates;

bool fftc_spirv_has_builtin(uint32_t builtin, const fftc_spirv_type *type);
/* Writes the inputs of an invocation to its frame. */
void fftc_spirv_fill_inputs(const fftc_spirv *m, const fftc_spirv_coordinates *at, uint64_t *frame);

#endif
