/* SPDX-License-Identifier: MIT
 *
 * What a child of fork() has to know: of its parent's threads, none but the one that forked exists
 * there. The others do not come back, and what they held is never given back.
 */
#ifndef FFTC_SUPPORT_FORKS_H
#define FFTC_SUPPORT_FORKS_H

#include <stdatomic.h>

extern atomic_uint fftc_forks_counted;

/* How many forks lie between this process and the one that called fftc_forks_watch first. */
static inline unsigned fftc_forks(void)
{
    return atomic_load_explicit(&fftc_forks_counted, memory_order_relaxed);
}

/* Counts from now on. Each planning calls it. */
void fftc_forks_watch(void);

/* Held while something of a parent is made anew. In a child it is free at first. */
void fftc_forks_lock(void);
void fftc_forks_unlock(void);

#endif
