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

#endif
