/* SPDX-License-Identifier: MIT
 *
 * Compiles a shader's whole text to SPIR-V.
 */
#ifndef FFTC_GPU_SHADER_H
#define FFTC_GPU_SHADER_H

#include <stdbool.h>

#include "fftcore/vulkan.h"
#include "gpu/digest.h"
#include "gpu/text.h"

/* GLSL 450: `head`, whose #includes are of embedded files (flatten.h), and behind it
 * `tail` as it is. */
typedef struct fftc_source {
    fftc_text head;
    fftc_text tail;
} fftc_source;

/* Writes the source as one text, without #include. */
fftc_status fftc_source_flatten(const fftc_source *source, fftc_text *glsl, fftc_error *error);
void fftc_source_free(fftc_source *source);

/* Everything that determines the SPIR-V, except the compilers' versions. */
typedef struct fftc_shader {
    const fftc_source *source;
    bool exact;  /* with `unroll`: every operation is rounded by itself */
    bool unroll; /* functions inlined, loops unrolled, arrays taken apart: see optimize.h */
} fftc_shader;

/* A name that only equal shaders share. It is known without composing the text, which takes half a
 * millisecond. */
fftc_digest fftc_shader_name(const fftc_shader *shader);

/* *words is malloc'ed. `times` may be NULL. Thread-safe. */
fftc_status fftc_shader_compile(const fftc_shader *shader, fftc_vulkan_plan_times *times,
                                uint32_t **words, size_t *word_count, fftc_error *error);

#endif
