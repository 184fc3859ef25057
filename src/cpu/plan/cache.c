/* SPDX-License-Identifier: MIT
 *
 * How large the second- and third-level caches are. sysconf(_SC_LEVEL3_CACHE_SIZE) would be
 * shorter, but older versions of glibc add up the caches of all of an AMD processor's core
 * complexes.
 */
#include "cpu/plan/plan.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <stdatomic.h>
#include <stdbool.h>

/* The leaf that lists caches: AMD's with its topology extension, a bit that others have not, or
 * Intel's (AMD64 manual, volume 3, appendix E.4.15; Intel 64 manual, volume 2A, CPUID). Both are
 * alike. */
static unsigned leaf_of_caches(void)
{
    unsigned a, b, c, d;
    bool extended = __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c >> 22 & 1) != 0;
    return extended ? 0x8000001d : 4;
}

static size_t ask(unsigned level)
{
    unsigned leaf = leaf_of_caches();
    for (unsigned i = 0; i < 16; ++i) {
        unsigned a, b, c, d;
        if (!__get_cpuid_count(leaf, i, &a, &b, &c, &d) || (a & 31) == 0) {
            break;
        }
        if ((a >> 5 & 7) == level) {
            size_t line = (b & 0xfff) + 1;
            size_t partitions = (b >> 12 & 0x3ff) + 1;
            size_t ways = (b >> 22) + 1;
            return line * partitions * ways * ((size_t)c + 1);
        }
    }
    return 0;
}

/* Asks once: virtual machines are stopped for this instruction. Threads that ask at the same time
 * get the same answer. */
size_t fftc_cache_bytes(unsigned level)
{
    static _Atomic size_t known[4]; /* the bytes and 1; 0: not asked yet */
    size_t bytes = atomic_load_explicit(&known[level], memory_order_relaxed);
    if (bytes == 0) {
        bytes = ask(level) + 1;
        atomic_store_explicit(&known[level], bytes, memory_order_relaxed);
    }
    return bytes - 1;
}

#else

size_t fftc_cache_bytes(unsigned level)
{
    (void)level;
    return 0;
}

#endif
