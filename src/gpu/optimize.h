/* SPDX-License-Identifier: MIT */
#ifndef FFTC_GPU_OPTIMIZE_H
#define FFTC_GPU_OPTIMIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces malloc'ed SPIR-V by what it becomes with functions inlined, loops unrolled and arrays taken
 * apart. Rounding stays as it is: precise results keep their decoration. False, and the words as they
 * were, if that fails. */
bool fftc_spirv_optimize(uint32_t **words, size_t *word_count);

#ifdef __cplusplus
}
#endif
#endif
