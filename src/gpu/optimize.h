/* SPDX-License-Identifier: MIT */
#ifndef FFTC_GPU_OPTIMIZE_H
#define FFTC_GPU_OPTIMIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The optimizations that kernels request by FFTC_UNROLL, done before the driver sees them. glslang
 * leaves functions, loops and arrays as they are in the source, and not all drivers resolve them:
 * with NVIDIA's 580.159.04 an array that is indexed by a loop's counter went to local memory, and
 * the kernels took three to seven times as long. As flags of spirv-opt; NULL is the last. */
extern const char *const fftc_unroll_passes[];
extern const char *const fftc_settle_passes[]; /* after those */

/* Replaces malloc'ed SPIR-V by the result of the passes. False, and the words as they were, if that
 * fails. Thread-safe. */
bool fftc_spirv_optimize(const char *const *passes, uint32_t **words, size_t *word_count);

/* exact.c: forbids the contraction of every operation, since unrolling loops loses that. False, and
 * the words as they were, if there is no memory or they are no SPIR-V. */
bool fftc_spirv_keep_roundings(uint32_t **words, size_t *word_count);

#ifdef __cplusplus
}
#endif
#endif
