/* SPDX-License-Identifier: MIT
 *
 * A variant: one choice of the parameters of shaders/common/workgroup_fft.glsl.
 */
#ifndef FFTC_GPU_VARIANT_H
#define FFTC_GPU_VARIANT_H

#include "fftcore/reference.h"
#include "gpu/text.h"

/* All members are uint32_t: two variants are equal if their bytes are. */
typedef struct fftc_variant {
    uint32_t elements_log2;
    uint32_t workgroup_log2;
    uint32_t subgroup_log2; /* 0: no subgroup operations */
    uint32_t precision;
    uint32_t inverse;
    uint32_t computed_twiddles;
    uint32_t observe_stages;
} fftc_variant;

/* The variant for a description, with this `subgroup_log2` instead of its own. */
fftc_variant fftc_variant_of(const fftc_workgroup_fft *fft, uint32_t subgroup_log2,
                             bool observe_stages);

uint64_t fftc_variant_points(const fftc_variant *variant);
uint64_t fftc_variant_element_bytes(const fftc_variant *variant);
uint64_t fftc_variant_shared_bytes(const fftc_variant *variant);

/* "f32" and so on. */
const char *fftc_variant_precision_name(const fftc_variant *variant);

/* Appends the whole shader to `glsl`. */
fftc_status fftc_variant_source(const fftc_variant *variant, fftc_text *glsl, fftc_error *error);

#endif
