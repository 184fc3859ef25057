/* SPDX-License-Identifier: MIT
 *
 * Memory that is prefetched while other lines are done.
 */
#ifndef FFTC_CPU_PLAN_AHEAD_H
#define FFTC_CPU_PLAN_AHEAD_H

#include <stdbool.h>
#include <stddef.h>

/* `bytes` bytes of each of `lines` lines, which are `step` bytes apart. The first begins `from`
 * bytes behind the address of the group that is being done. */
typedef struct fftc_ahead {
    size_t lines;
    size_t step;
    size_t from;
    size_t bytes;
    bool near; /* to the first-level cache, not the second */
} fftc_ahead;

/* Lines that each fetch a later one and the place of its results while they are done: so many lines
 * on. 0: they do not. */
typedef struct fftc_fetching {
    size_t lines;
    bool near; /* to the first-level cache, not the second */
    bool past; /* results that begin at cache lines go past the caches; no place is fetched */
} fftc_fetching;

static inline void fftc_ahead_read(const fftc_ahead *ahead, const char *group)
{
    for (size_t line = 0; line < ahead->lines; ++line) {
        const char *p = group + ahead->from + line * ahead->step;
        for (size_t i = 0; i < ahead->bytes; i += 64) {
            if (ahead->near) {
                __builtin_prefetch(p + i, 0, 3);
            } else {
                __builtin_prefetch(p + i, 0, 2);
            }
        }
    }
}

/* For memory that will be written. */
static inline void fftc_ahead_write(const fftc_ahead *ahead, const char *group)
{
    for (size_t line = 0; line < ahead->lines; ++line) {
        const char *p = group + ahead->from + line * ahead->step;
        for (size_t i = 0; i < ahead->bytes; i += 64) {
            if (ahead->near) {
                __builtin_prefetch(p + i, 1, 3);
            } else {
                __builtin_prefetch(p + i, 1, 2);
            }
        }
    }
}

#endif
