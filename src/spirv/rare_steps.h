/* SPDX-License-Identifier: MIT
 *
 * Steps that take more than a few lines, and are not in every kernel's innermost loop.
 */
#ifndef FFTC_SPIRV_RARE_STEPS_H
#define FFTC_SPIRV_RARE_STEPS_H

#include "spirv/machine.h"
#include "spirv/step.h"

void fftc_spirv_bits_step(const fftc_spirv *m, const fftc_spirv_step *s, uint64_t *frame);
void fftc_spirv_wide_step(const fftc_spirv_step *s, uint64_t *frame);
void fftc_spirv_integer_dot(const fftc_spirv_step *s, uint64_t *frame);
void fftc_spirv_conversion_step(const fftc_spirv_step *s, uint64_t *frame);
void fftc_spirv_repack(const fftc_spirv_step *s, uint64_t *frame);
void fftc_spirv_negate(const fftc_spirv_step *s, uint64_t *frame);
void fftc_spirv_classify(const fftc_spirv_step *s, uint64_t *frame);
uint64_t fftc_spirv_product(uint64_t y, uint64_t z, unsigned width);
void fftc_spirv_dot_step(const fftc_spirv_step *s, uint64_t *frame);
void fftc_spirv_matrix_step(const fftc_spirv_step *s, uint64_t *frame);
void fftc_spirv_math_step(const fftc_spirv_step *s, uint64_t *frame);
uint64_t fftc_spirv_lanes_step(const fftc_spirv_step *s, const uint64_t *frame,
                               const fftc_spirv_machine *machine);
uint32_t fftc_spirv_switch_step(const fftc_spirv *m, const fftc_spirv_step *s, uint64_t selector);

#endif
