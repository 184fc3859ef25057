/* SPDX-License-Identifier: MIT
 *
 * A kernel to be mutated that is not an FFT: the inclusive sum over a subgroup by shuffles, after
 * Kogge and Stone (1973). Each step reads a register that another lane has just written, so that
 * each needs a sync of its own; lanes that advance independently show it.
 */
#ifndef FFTC_TESTS_SCAN_KERNEL_H
#define FFTC_TESTS_SCAN_KERNEL_H

#include "fftcore/kernel/workgroup.h"

FFTC_FN fftc_uint fftc_test_scan(fftc_uint x)
{
    fftc_uint lane = fftc_subgroup_lane();
    for (fftc_uniform step = 1u; step < fftc_subgroup_size(); step = step << 1u) {
        fftc_subgroup_sync();
        fftc_uint y = fftc_subgroup_shuffle_up(x, step);
        x = x + fftc_select_uint(lane >= step, y, FFTC_UINT(0u));
    }
    return x;
}

/* The sums of the subgroups, handed round through shared memory: word s holds that of subgroup s.
 */
FFTC_FN fftc_uint fftc_test_scan_workgroup(fftc_uint x, fftc_uniform subgroups)
{
    fftc_uint t = fftc_invocation_index();
    fftc_uint subgroup = t / fftc_subgroup_size();
    fftc_uint sum = fftc_test_scan(x);
    if (fftc_subgroup_lane() == fftc_subgroup_size() - 1u) {
        fftc_shared_set(subgroup, sum);
    }
    fftc_workgroup_barrier();
    for (fftc_uniform s = 0u; s < subgroups; ++s) {
        sum = sum + fftc_select_uint(subgroup > s, fftc_shared_get(s), FFTC_UINT(0u));
    }
    return sum;
}

#endif
