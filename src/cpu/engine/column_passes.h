/* SPDX-License-Identifier: MIT
 *
 * Passes of one codelet through columns that lie side by side, from any rows to any rows
 * (units/column_passes.c).
 */
#ifndef FFTC_CPU_COLUMN_PASSES_H
#define FFTC_CPU_COLUMN_PASSES_H

#include <stddef.h>

#include "cpu/engine/engine.h"

typedef struct fftc_column_passes {
    int lanes;
    /* Columns of r points, m > 0 of them: point q is at p + from[q] bytes, result k at d + to[k],
     * where no column is read; or p is d, and the places are the same. Results 1 to r - 1 are
     * multiplied by `factors`, for each `lanes` times the real part, and as often the imaginary
     * one, every other time its negative, beginning with that; or by nothing: NULL. */
    void (*pass[FFTC_PACKED_MAX_RADIX + 1])(const char *p, const size_t *from, char *d,
                                            const size_t *to, const void *factors, size_t m);
} fftc_column_passes;

#endif
