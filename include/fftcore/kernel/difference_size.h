/* SPDX-License-Identifier: MIT
 *
 * Sizes of difference_block.h, by which plans are made, too. Parameters:
 *
 *   FFTC_DIFFERENCE_AXES, _REACH, _COLUMNS, FFTC_SUBGROUP_LOG2    see difference_block.h
 */
#ifndef FFTC_DIFFERENCE_SIZE_H
#define FFTC_DIFFERENCE_SIZE_H

#include "fftcore/kernel/dialect.h"

#ifndef FFTC_DIFFERENCE_AXES
#error "define FFTC_DIFFERENCE_AXES: dimensions, 1 to 3"
#endif
#ifndef FFTC_DIFFERENCE_REACH
#error "define FFTC_DIFFERENCE_REACH: half of the order, 1 to 4"
#endif
#ifndef FFTC_DIFFERENCE_COLUMNS
#error "define FFTC_DIFFERENCE_COLUMNS: neighbouring points of a row that an invocation does"
#endif
#ifndef FFTC_SUBGROUP_LOG2
#error "define FFTC_SUBGROUP_LOG2: log2 of the lanes that do a block; 0: no subgroups"
#endif

/* Whether a lane's neighbours along x are those of the lanes beside it; without subgroups they are
 * loaded one by one. */
#define FFTC_DIFFERENCE_FITS_LANES                              \
    (FFTC_SUBGROUP_LOG2 == 0u ? FFTC_DIFFERENCE_COLUMNS == 1u \
                              : FFTC_DIFFERENCE_COLUMNS >= FFTC_DIFFERENCE_REACH)
#define FFTC_DIFFERENCE_WIDTH (FFTC_DIFFERENCE_COLUMNS << FFTC_SUBGROUP_LOG2)
/* Planes that are in registers. */
#define FFTC_DIFFERENCE_DEEP (FFTC_DIFFERENCE_AXES == 1u ? 1u : 2u * FFTC_DIFFERENCE_REACH + 1u)

#endif
