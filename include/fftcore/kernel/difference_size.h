/* SPDX-License-Identifier: MIT
 *
 * Sizes of difference_block.h, by which plans are made, too. Parameters:
 *
 *   FFTC_DIFFERENCE_AXES, _REACH, _COLUMNS, _LANES_LOG2    see difference_block.h
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
#ifndef FFTC_DIFFERENCE_LANES_LOG2
#error "define FFTC_DIFFERENCE_LANES_LOG2: log2 of the invocations that do a block"
#endif

/* Points of a block along x. */
#define FFTC_DIFFERENCE_WIDTH (FFTC_DIFFERENCE_COLUMNS << FFTC_DIFFERENCE_LANES_LOG2)
/* Planes that are in registers. */
#define FFTC_DIFFERENCE_DEEP (FFTC_DIFFERENCE_AXES == 1u ? 1u : 2u * FFTC_DIFFERENCE_REACH + 1u)

#endif
