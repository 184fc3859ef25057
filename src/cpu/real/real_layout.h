/* SPDX-License-Identifier: MIT
 *
 * Descriptions with real numbers: the two sides have items of different size and axes of different
 * length.
 */
#ifndef FFTC_CPU_REAL_LAYOUT_H
#define FFTC_CPU_REAL_LAYOUT_H

#include "cpu/plan/layout.h"

/* Strides in scalars on both sides; lengths of the signal. */
typedef struct fftc_real_layout {
    int rank;
    fftc_axis axis[FFTC_MAX_RANK]; /* slowest first; none is left out */
    fftc_axis batch;
} fftc_real_layout;

/* Checks a description of a kind other than FFTC_COMPLEX. */
fftc_status fftc_real_layout_make(const fftc_transform *transform, fftc_real_layout *layout,
                                  fftc_error *error);

#endif
