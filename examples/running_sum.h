/* SPDX-License-Identifier: MIT
 *
 * A kernel of one's own, in the common subset of C and GLSL: the sums of a workgroup's numbers,
 * from the first one to each (docs/writing-kernels.md goes through it line by line).
 *
 * running_sum.c runs it in the emulator, running_sum_simd.c as SIMD code, running_sum.comp is a
 * shader of it. FFTC_WORKGROUP_LOG2: log2 of the invocations.
 */
#ifndef RUNNING_SUM_H
#define RUNNING_SUM_H

#include "fftcore/kernel/workgroup.h"

#ifndef FFTC_WORKGROUP_LOG2
#error "define FFTC_WORKGROUP_LOG2: log2 of the invocations in a workgroup"
#endif

/* Yours to define: number `index` of the workgroup's, and where its sum goes. */
FFTC_ACCESSOR(fftc_real, running_sum_load, (fftc_uint index));
FFTC_ACCESSOR(void, running_sum_store, (fftc_uint index, fftc_real sum));

/* With each round a sum reaches twice as far back. Takes 1 << FFTC_WORKGROUP_LOG2 words of shared
 * memory. */
FFTC_FN void running_sum(void)
{
    fftc_uint t = fftc_invocation_index();
    fftc_real sum = running_sum_load(t);
    for (fftc_uniform reach = 1u; reach < (1u << FFTC_WORKGROUP_LOG2); reach *= 2u) {
        fftc_bool there = t >= FFTC_UINT(reach);
        fftc_uint from = fftc_select_uint(there, t - FFTC_UINT(reach), t);
        fftc_shared_set(t, fftc_word_from_real(sum));
        fftc_workgroup_barrier(); /* all have stored what others load */
        fftc_real before = fftc_real_from_word(fftc_shared_get(from));
        FFTC_PRECISE fftc_real more = sum + before;
        sum = fftc_select(there, more, sum);
        fftc_workgroup_barrier(); /* all have loaded what the next round stores over */
    }
    running_sum_store(t, sum);
}

#endif
