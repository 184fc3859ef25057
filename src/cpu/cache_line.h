/* SPDX-License-Identifier: MIT
 *
 * The bytes that caches fetch, keep and write back as one: those of every x86-64 processor, and of
 * most of ARM's. No result depends on it; parts of a plan's memory are aligned to it.
 */
#ifndef FFTC_CPU_CACHE_LINE_H
#define FFTC_CPU_CACHE_LINE_H

#include <stddef.h>
#include <stdint.h>

#define FFTC_CACHE_LINE 64

/* Rounds up to a whole number of cache lines. */
static inline size_t fftc_cache_lines(size_t bytes)
{
    return (bytes + (FFTC_CACHE_LINE - 1)) & ~(size_t)(FFTC_CACHE_LINE - 1);
}

/* Bytes of p's cache line before p. */
static inline size_t fftc_cache_line_before(const void *p)
{
    return (uintptr_t)p % FFTC_CACHE_LINE;
}

#endif
