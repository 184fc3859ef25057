/* SPDX-License-Identifier: MIT
 *
 * GLSL to SPIR-V by glslang, and validation by SPIRV-Tools.
 */
#ifndef FFTC_GPU_COMPILE_H
#define FFTC_GPU_COMPILE_H

#include "fftcore/fftcore.h"

/* Exported for the tools, not declared to users: the SPIR-V 1.3 of a compute shader for Vulkan 1.1;
 * *words is malloc'ed. Thread-safe. */
FFTC_API fftc_status fftc_compile(const char *glsl, uint32_t **words, size_t *word_count,
                                  fftc_error *error);

/* FFTC_COMPILE_FAILED with spirv-val's message if the module is not valid for Vulkan 1.1. */
fftc_status fftc_spirv_validate(const uint32_t *words, size_t word_count, fftc_error *error);

/* Which compilers these are, and their versions; 0: this build has none. */
uint64_t fftc_compiler_id(void);

/* glslang wants to be set up once in a process; its users are counted. Between the two calls
 * fftc_compile does not set it up again each time. */
fftc_status fftc_compiler_acquire(fftc_error *error);
void fftc_compiler_release(void);

#endif
