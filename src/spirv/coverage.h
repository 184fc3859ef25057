/* SPDX-License-Identifier: MIT
 *
 * What runs of a shader have carried out, by blocks: a block's first step counts how often it is
 * entered, and what is in it follows.
 */
#ifndef FFTC_SPIRV_COVERAGE_H
#define FFTC_SPIRV_COVERAGE_H

#include "spirv/module.h"

/* While it is decoded: a block begins, with the step that counts. */
void fftc_spirv_cover_block(fftc_spirv *m);
/* And an instruction of it, at m->line if `has_line`. */
void fftc_spirv_cover_instruction(fftc_spirv *m, const fftc_spirv_instruction *in, bool has_line);
/* Afterwards: lists the lines in their order. */
void fftc_spirv_cover_lines(fftc_spirv *m);

#endif
