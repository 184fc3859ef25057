/* SPDX-License-Identifier: MIT
 *
 * Many short rows, or small planes, in one call: a codelet is the row, and rows lie side by side in
 * vectors (abreast_tmpl.h).
 */
#ifndef FFTC_CPU_ABREAST_H
#define FFTC_CPU_ABREAST_H

#include "cpu/engine/engine.h"

typedef struct fftc_abreast {
    int numbers; /* in a vector: so many rows at a time */
    /* Rows of so many points, any number of them. */
    fftc_engine_rows_run rows[FFTC_PACKED_MAX_RADIX + 1];
    /* `count` planes of `first` rows of `last` points, the columns first; first is at least 2, last
     * as much as `numbers`. */
    fftc_engine_rows_run planes;
} fftc_abreast;

#endif
