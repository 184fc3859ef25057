/* SPDX-License-Identifier: MIT
 *
 * The loops that a dispatch's transforms are spread over.
 */
#ifndef FFTC_COMMON_PASS_LOOPS_H
#define FFTC_COMMON_PASS_LOOPS_H

#include <stdint.h>

#include "common/layout.h"

/* Counts and steps, finest first. */
typedef struct fftc_loops {
    uint32_t digits;
    uint64_t count[FFTC_MAX_AXES];
    uint64_t src[FFTC_MAX_AXES];
    uint64_t dst[FFTC_MAX_AXES];
} fftc_loops;

/* One loop more, in its place by `src`; none if it has one round. There is room for FFTC_MAX_AXES. */
void fftc_loops_add(fftc_loops *l, uint64_t count, uint64_t src, uint64_t dst);

/* Makes one of two loops where the second steps over exactly the first. */
void fftc_loops_merge(fftc_loops *l);

uint64_t fftc_loops_product(const fftc_loops *l);

#endif
