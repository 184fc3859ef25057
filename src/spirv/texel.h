/* SPDX-License-Identifier: MIT
 *
 * Formats of texels, and texels as a shader sees them: four numbers, each in a slot (step.h).
 */
#ifndef FFTC_SPIRV_TEXEL_H
#define FFTC_SPIRV_TEXEL_H

#include "fftcore/spirv.h"

#define FFTC_SPIRV_TEXEL_BYTES 16u     /* the most that one has */
#define FFTC_SPIRV_STORAGE_FORMATS 42u /* formats below are for storage images, too */

/* The formats are in range. */
fftc_spirv_numbers fftc_spirv_format_numbers(fftc_spirv_format format);
bool fftc_spirv_format_is_unorm(fftc_spirv_format format);
/* Components that a texel does not have are 0, 0, 1. */
void fftc_spirv_texel_read(fftc_spirv_format format, const void *texel, uint64_t numbers[4]);
/* Floats beyond what the format has become its nearest number; of integers the low bits are taken.
 * Rounded to nearest, ties to even, but for floats of 11 and 10 bits, which are rounded to 0. */
void fftc_spirv_texel_write(fftc_spirv_format format, const uint64_t numbers[4], void *texel);
/* A border's color: components that the format does not have are 0, 0, 1 here, too. */
void fftc_spirv_texel_border(fftc_spirv_format format, fftc_spirv_border border,
                             uint64_t numbers[4]);

#endif
