/* SPDX-License-Identifier: MIT
 *
 * Rows of memory that are fetched piece by piece, while another row is done.
 */
#ifndef FFTC_CPU_UPCOMING_H
#define FFTC_CPU_UPCOMING_H

#include "cpu/cache_line.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/units/unroll.h"

/* So many bytes of a later row, and of the place where its results will be written, from byte
 * `from` on. (Without optimisation compilers take literals only for how it is prefetched.) */
FORCE void fftc_bring_src(const fftc_upcoming *next, size_t from, size_t bytes)
{
    const char *at = next->src + from;
    for (size_t i = 0; i < bytes; i += FFTC_CACHE_LINE) {
        if (next->near) {
            __builtin_prefetch(at + i, 0, 3);
        } else {
            __builtin_prefetch(at + i, 0, 2);
        }
    }
}

FORCE void fftc_bring_dst(const fftc_upcoming *next, size_t from, size_t bytes)
{
    const char *at = next->dst + from;
    for (size_t i = 0; i < bytes; i += FFTC_CACHE_LINE) {
        if (next->near) {
            __builtin_prefetch(at + i, 1, 3);
        } else {
            __builtin_prefetch(at + i, 1, 2);
        }
    }
}

#endif
