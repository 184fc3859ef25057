/* SPDX-License-Identifier: MIT
 *
 * A shader's whole text to SPIR-V.
 */
#ifndef FFTC_GPU_SHADER_H
#define FFTC_GPU_SHADER_H

#include <stdbool.h>

#include "fftcore/vulkan.h"
#include "gpu/digest.h"

/* What decides the SPIR-V, but for the compilers' versions. */
typedef struct fftc_shader {
    const char *glsl; /* GLSL 450 without #include */
    size_t glsl_bytes;
    bool exact;  /* with `unroll`: every operation is rounded by itself */
    bool unroll; /* functions inlined, loops unrolled, arrays taken apart: see optimize.h */
} fftc_shader;

/* The same for two shaders only if they are the same. */
fftc_digest fftc_shader_name(const fftc_shader *shader);

/* *words is malloc'ed. `times` may be NULL. Thread-safe. */
fftc_status fftc_shader_compile(const fftc_shader *shader, fftc_vulkan_plan_times *times,
                                uint32_t **words, size_t *word_count, fftc_error *error);

#endif
