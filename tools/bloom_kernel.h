/* SPDX-License-Identifier: MIT
 *
 * Kernels that `fftcore bloom` makes by itself.
 */
#ifndef TOOL_BLOOM_KERNEL_H
#define TOOL_BLOOM_KERNEL_H

#include "raster.h"

#define TOOL_KERNEL_SIZE_MOST 4096u
#define TOOL_KERNELS "gauss:, airy:, star:, heart: or aperture:" /* what can be made, below */

/* Whether a name says how to make a kernel: "gauss:65", "heart:129", "aperture:blades.png". */
bool tool_kernel_is_made(const char *name);
/* The file that is read for a kernel; NULL: none. */
const char *tool_kernel_file(const char *name);

/* Makes it. SHAPE:SIZE has SIZE x SIZE grey pixels, 1 at most, around pixel (SIZE - 1) / 2:
 *
 *     gauss   exp(-r^2 / (2 s^2)), s a sixth of the size
 *     airy    (2 J1(v) / v)^2, the diffraction of a round aperture, the first dark ring at a
 *             sixteenth of the size
 *     star    two crossed streaks, exp(-|x| / s) exp(-y^2 / 2), s an eighth of the size
 *     heart   1 inside the curve (x^2 + y^2 - 1)^3 = x^2 y^3, which fills the size
 *
 * aperture:FILE is the diffraction of an aperture: the squared magnitude of the transform of a
 * picture's luminance, of its size, frequency 0 in pixel ((width - 1) / 2, (height - 1) / 2).
 * FFTC_INVALID_ARGUMENT if there is no such shape or the size is not 1 to
 * TOOL_KERNEL_SIZE_MOST. */
fftc_status tool_kernel_make(const char *name, const tool_raster_choice *choice,
                             tool_raster *kernel, fftc_error *error);

#endif
