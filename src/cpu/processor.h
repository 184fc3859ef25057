/* SPDX-License-Identifier: MIT
 *
 * Whose processor this is, for what differs between makers: costs, and how caches are asked for.
 */
#ifndef FFTC_CPU_PROCESSOR_H
#define FFTC_CPU_PROCESSOR_H

#include <stdbool.h>

static inline bool fftc_processor_is_intel(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_is("intel") != 0;
#else
    return false;
#endif
}

/* Zen 3 or Zen 4, which are of one family. */
static inline bool fftc_processor_is_zen3_or_4(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_is("amdfam19h") != 0;
#else
    return false;
#endif
}

/* Which has no AVX-512; Zen 4 carries out vectors of 512 bits as two halves. */
static inline bool fftc_processor_is_zen3(void)
{
#if defined(__x86_64__)
    return fftc_processor_is_zen3_or_4() && __builtin_cpu_supports("avx512f") == 0;
#else
    return false;
#endif
}

#endif
