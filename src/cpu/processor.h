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

/* Zen 4, which carries out vectors of 512 bits as two halves. (Or Zen 3, of the same family, which
 * has no AVX-512.) */
static inline bool fftc_processor_is_zen4(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_is("amdfam19h") != 0;
#else
    return false;
#endif
}

#endif
