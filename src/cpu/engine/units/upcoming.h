/* SPDX-License-Identifier: MIT
 *
 * Rows of memory that are fetched piece by piece, while another row is done.
 */
#ifndef FFTC_CPU_UPCOMING_H
#define FFTC_CPU_UPCOMING_H

#include "cpu/engine/engine.h"
#include "cpu/engine/units/unroll.h"

/* The lines of so many bytes; `write`: they will be written. */
FORCE void fftc_bring(const char *at, size_t bytes, bool near, const int write)
{
    for (size_t i = 0; i < bytes; i += 64) {
        if (near) {
            __builtin_prefetch(at + i, write, 3);
        } else {
            __builtin_prefetch(at + i, write, 2);
        }
    }
}

FORCE void fftc_bring_src(const fftc_upcoming *next, size_t from, size_t bytes)
{
    fftc_bring(next->src + from, bytes, next->near, 0);
}

FORCE void fftc_bring_dst(const fftc_upcoming *next, size_t from, size_t bytes)
{
    fftc_bring(next->dst + from, bytes, next->near, 1);
}

#endif
