/* SPDX-License-Identifier: MIT
 *
 * Prefetching of memory while other lines are done.
 */
#ifndef FFTC_CPU_PLAN_PREFETCH_H
#define FFTC_CPU_PLAN_PREFETCH_H

#include <stdbool.h>
#include <stddef.h>

/* `bytes` bytes of each of `lines` lines, which are `step` bytes apart. The first begins `from`
 * bytes behind the address of the group that is being done. */
typedef struct fftc_prefetch {
    size_t lines;
    size_t step;
    size_t from;
    size_t bytes;
    bool near; /* to the first-level cache, not the second */
} fftc_prefetch;

/* How lines prefetch later ones, and the memory of their results, while they are done: each
 * prefetches the line that is `lines` further on. 0: they do not. */
typedef struct fftc_prefetching {
    size_t lines;
    bool near;        /* to the first-level cache, not the second */
    bool nontemporal; /* results that begin at cache lines are stored by non-temporal stores, and
                         their memory is not prefetched */
} fftc_prefetching;

/* `write`: the memory will be written. */
static inline void fftc_prefetch_bytes(const char *p, size_t bytes, bool write, bool near)
{
    for (size_t i = 0; i < bytes; i += 64) {
        if (write && near) {
            __builtin_prefetch(p + i, 1, 3);
        } else if (write) {
            __builtin_prefetch(p + i, 1, 2);
        } else if (near) {
            __builtin_prefetch(p + i, 0, 3);
        } else {
            __builtin_prefetch(p + i, 0, 2);
        }
    }
}

static inline void fftc_prefetch_lines(const fftc_prefetch *prefetch, const char *group, bool write)
{
    for (size_t line = 0; line < prefetch->lines; ++line) {
        fftc_prefetch_bytes(group + prefetch->from + line * prefetch->step, prefetch->bytes, write,
                            prefetch->near);
    }
}

#endif
