/* SPDX-License-Identifier: MIT */
#ifndef FFTC_CPU_PLAN_CACHE_H
#define FFTC_CPU_PLAN_CACHE_H

#include <stddef.h>

/* Bytes of the third-level cache that the calling processor's core uses; 0 where it has none or
 * does not say. Asked once for each process. */
size_t fftc_cache_last_bytes(void);

/* Bytes of the second-level cache that the calling processor's core uses; 0 where it does not
 * say. */
size_t fftc_cache_second_bytes(void);

#endif
