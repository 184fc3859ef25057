/* SPDX-License-Identifier: MIT
 *
 * Rows of memory that are prefetched piece by piece, while another row is done.
 */
#ifndef FFTC_CPU_PREFETCH_ROW_H
#define FFTC_CPU_PREFETCH_ROW_H

#include "cpu/cache_line.h"
#include "cpu/engine/engine.h"
#include "cpu/engine/units/unroll.h"

/* Prefetch so many bytes of a later row, or of the memory of its results, from byte `from` on.
 * (Without optimisation compilers take literals only for how it is prefetched.) */
FORCE void fftc_prefetch_src(const fftc_prefetch_row *next, size_t from, size_t bytes)
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

FORCE void fftc_prefetch_dst(const fftc_prefetch_row *next, size_t from, size_t bytes)
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
