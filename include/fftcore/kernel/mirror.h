/* SPDX-License-Identifier: MIT
 *
 * The mirror trade: who holds the negative of my frequencies, and how both get them. Unpacking real
 * signals, multiplying spectra of real images, anything that needs X[f] and X[-f] together. Slots
 * are in Nabla order: that of the workgroup FFT of Nabla
 * (https://github.com/Devsh-Graphics-Programming/Nabla), with which these functions are compatible
 * (order.h).
 *
 * Invocation t owns slots t + a * 2^W, local indices a = 0 .. 2^E - 1. For one a, all invocations
 * together, the trade is pairwise: the owner of the mirror of slot (t, a) is the invocation whose
 * own mirror for the same a is owned by t, and the local index on the far side depends on a alone,
 * but for invocation 0 at a = 0 and 1 (DC and Nyquist, their own mirrors). Proof: write the
 * frequency as ( q | m | l ) as in order.h. If l is not zero, negating complements q and m and
 * negates l, so that the far invocation depends on b alone and the far h on h alone. If l is zero
 * and m is not, q is complemented, m negated, and h stays zero. Otherwise nothing changes.
 */
#ifndef FFTC_MIRROR_H
#define FFTC_MIRROR_H

#include "fftcore/kernel/exchange.h"
#include "fftcore/kernel/order.h"

/* Slot `nabla_index`'s mirror by who owns it and which of the owner's elements it is. */
FFTC_STRUCT(fftc_mirror_local_info)
{
    fftc_uint other_invocation;
    fftc_uint mirror_local_index;
};

FFTC_FN fftc_mirror_local_info fftc_get_nabla_mirror_local_info(fftc_uint nabla_index,
                                                                fftc_uniform elements_log2,
                                                                fftc_uniform workgroup_log2)
{
    fftc_uint mirror = fftc_get_nabla_mirror_index(nabla_index, elements_log2, workgroup_log2);
    fftc_mirror_local_info info;
    info.other_invocation = mirror & ((1u << workgroup_log2) - 1u);
    info.mirror_local_index = mirror >> workgroup_log2;
    return info;
}

/* Who has the mirror of an element, as fftc_mirror_local_info, but with the element as a slot of
 * the *calling* invocation (the owner of nabla_index): the one that it must send, since the trade
 * is pairwise. */
FFTC_STRUCT(fftc_mirror_global_info)
{
    fftc_uint other_invocation;
    fftc_uint mirror_global_index;
};

FFTC_FN fftc_mirror_global_info fftc_get_nabla_mirror_global_info(fftc_uint nabla_index,
                                                                  fftc_uniform elements_log2,
                                                                  fftc_uniform workgroup_log2)
{
    fftc_uniform low_mask = (1u << workgroup_log2) - 1u;
    fftc_uint mirror = fftc_get_nabla_mirror_index(nabla_index, elements_log2, workgroup_log2);
    fftc_mirror_global_info info;
    info.other_invocation = mirror & low_mask;
    info.mirror_global_index = (mirror & ~low_mask) | (nabla_index & low_mask);
    return info;
}

/* Yours to define: the element in one of this invocation's own slots; index = t + a * 2^W. */
FFTC_ACCESSOR(fftc_complex, fftc_mirror_get, (fftc_uint index));

/* X[-f] for the frequency f in this invocation's slot number local_index. All invocations call it
 * with the same local_index. Shared memory as for fftc_trade_shared: free on entry, a barrier
 * before it is written again. */
FFTC_FN fftc_complex fftc_mirror_trade(fftc_uniform local_index, fftc_uniform elements_log2,
                                       fftc_uniform workgroup_log2)
{
    fftc_uint slot = (local_index << workgroup_log2) + fftc_invocation_index();
    fftc_mirror_global_info info =
        fftc_get_nabla_mirror_global_info(slot, elements_log2, workgroup_log2);
    return fftc_trade_shared(fftc_mirror_get(info.mirror_global_index), info.other_invocation);
}

#endif
