/* SPDX-License-Identifier: MIT
 *
 * A transform's description brought into one form: axes with a length and a stride on both sides.
 */
#ifndef FFTC_CPU_LAYOUT_H
#define FFTC_CPU_LAYOUT_H

#include <stdbool.h>

#include "fftcore/fftcore.h"

/* One loop of the data: strides in complex numbers. */
typedef struct fftc_axis {
    size_t length;
    size_t src;
    size_t dst;
} fftc_axis;

#define FFTC_MAX_AXES (FFTC_MAX_RANK + 1)

typedef struct fftc_layout {
    int rank;                      /* axes to transform, those of length 1 left out */
    fftc_axis axis[FFTC_MAX_RANK]; /* slowest first */
    fftc_axis batch;               /* length may be 0 */
    size_t points;                 /* product of the lengths */
} fftc_layout;

/* Checks the description and fills the layout. */
fftc_status fftc_layout_make(const fftc_transform *transform, fftc_layout *layout,
                             fftc_error *error);

#endif
