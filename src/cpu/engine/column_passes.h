/* SPDX-License-Identifier: MIT
 *
 * Passes of one codelet through columns that lie side by side, from any rows to any rows
 * (units/column_passes.c).
 */
#ifndef FFTC_CPU_COLUMN_PASSES_H
#define FFTC_CPU_COLUMN_PASSES_H

#include <stddef.h>

#include "cpu/engine/engine.h"

#define FFTC_COLUMN_PASSES_MOST 32

typedef struct fftc_column_passes {
    int lanes;
    /* For r from 2 to 16, and others where there are registers enough; elsewhere NULL.
     *
     * Columns of r points, m > 0 of them: point q is at p + from[q] bytes, result k at d + to[k],
     * where no column is read; or p is d, and the places are the same. Results 1 to r - 1 are
     * multiplied by `factors`, unless that is NULL: for each result `lanes` times the real part,
     * and as often the imaginary one, of which number 0, 2, ... are negative. */
    void (*pass[FFTC_COLUMN_PASSES_MOST + 1])(const char *p, const size_t *from, char *d,
                                              const size_t *to, const void *factors, size_t m);
    /* `pass` with non-temporal stores, or NULL. m is a multiple of the numbers in a cache line, and
     * results begin at cache lines; the thread settles them afterwards (fftc_move). */
    void (*pass_nontemporal[FFTC_COLUMN_PASSES_MOST + 1])(const char *p, const size_t *from,
                                                          char *d, const size_t *to, size_t m);
} fftc_column_passes;

#endif
