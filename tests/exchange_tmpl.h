/* SPDX-License-Identifier: MIT
 *
 * Kernels of test_exchange.c; included for each precision after kernel/precision.h.
 */
#include "fftcore/kernel/exchange.h"

/* Every invocation's element goes to its partner. */
static void FFTC_RENAME(trade_kernel)(void *user)
{
    const exchange_run *run = user;
    uint32_t t = fftc_invocation_index();
    fftc_complex x;
    fftc_memory_load(SOURCE, t, &x);
    if (run->subgroup) {
        x = fftc_trade_subgroup(x, run->stride);
    } else {
        x = fftc_trade_shared(x, t ^ run->stride);
    }
    fftc_memory_store(RESULT, t, &x);
}

/* The trade of a stage: element t of the source is lo, element t + size is hi. */
static void FFTC_RENAME(exchange_kernel)(void *user)
{
    const exchange_run *run = user;
    uint32_t t = fftc_invocation_index();
    uint32_t size = 1u << run->workgroup_log2;
    fftc_pair x;
    fftc_memory_load(SOURCE, t, &x.lo);
    fftc_memory_load(SOURCE, t + size, &x.hi);
    x = run->subgroup ? fftc_exchange_subgroup(x, run->stride)
                      : fftc_exchange_shared(x, run->stride);
    fftc_memory_store(RESULT, t, &x.lo);
    fftc_memory_store(RESULT, t + size, &x.hi);
}
