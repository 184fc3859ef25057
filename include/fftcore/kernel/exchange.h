/* SPDX-License-Identifier: MIT
 *
 * The single-element trade between two stages of a radix-2 transform: of the two elements an
 * invocation holds, one stays and the other changes places with one of invocation t ^ stride. Half
 * the traffic of moving both.
 *
 * Shared memory is a structure of arrays: word k of invocation t's element stands at k * size + t,
 * so that every access is unit-stride over the invocations and no bank is hit twice. It takes
 * FFTC_EXCHANGE_SHARED_WORDS (group.h), whatever the number of elements an invocation holds.
 */
#ifndef FFTC_EXCHANGE_H
#define FFTC_EXCHANGE_H

#include "fftcore/kernel/butterfly.h"
#include "fftcore/kernel/group.h"
#include "fftcore/kernel/workgroup.h"

#ifdef FFTC_SHARED_WORDS
FFTC_REQUIRE(FFTC_SHARED_WORDS_must_be_at_least_FFTC_EXCHANGE_SHARED_WORDS,
             FFTC_SHARED_WORDS >= FFTC_EXCHANGE_SHARED_WORDS);
#endif

/* Gives x to whoever names this invocation as `partner`, returns partner's. All invocations call
 * it. Shared memory must be free on entry, and needs a barrier after the call before it is written
 * again. One barrier. */
FFTC_FN fftc_complex fftc_trade_shared(fftc_complex x, fftc_uint partner)
{
    fftc_complex_words words = fftc_words_from_complex(x);
    fftc_uint t = fftc_invocation_index();
    for (fftc_uniform k = 0u; k < FFTC_COMPLEX_WORDS; ++k) {
        fftc_shared_set((k << FFTC_WORKGROUP_LOG2) + t, words.word[k]);
    }
    fftc_workgroup_barrier();
    for (fftc_uniform k = 0u; k < FFTC_COMPLEX_WORDS; ++k) {
        words.word[k] = fftc_shared_get((k << FFTC_WORKGROUP_LOG2) + partner);
    }
    return fftc_complex_from_words(words);
}

/* Trades with lane ^ mask of the subgroup, through its registers. A sync precedes the shuffle of
 * each word: see fftc_subgroup_sync. */
FFTC_FN fftc_complex fftc_trade_subgroup(fftc_complex x, fftc_uniform mask)
{
    fftc_complex_words words = fftc_words_from_complex(x);
    for (fftc_uniform k = 0u; k < FFTC_COMPLEX_WORDS; ++k) {
        fftc_subgroup_sync();
        words.word[k] = fftc_subgroup_shuffle_xor(words.word[k], mask);
    }
    return fftc_complex_from_words(words);
}

/* Which element leaves: the invocation whose bit `stride` is clear holds the lower half of what the
 * next butterflies need, and sends hi; its partner sends lo. */
FFTC_FN fftc_complex fftc_exchange_send(fftc_pair x, fftc_uint t, fftc_uniform stride)
{
    return fftc_complex_select(fftc_is_zero(t & stride), x.hi, x.lo);
}

FFTC_FN fftc_pair fftc_exchange_receive(fftc_pair x, fftc_uint t, fftc_uniform stride,
                                        fftc_complex y)
{
    return fftc_pair_make(fftc_complex_select(fftc_is_zero(t & stride), x.lo, y),
                          fftc_complex_select(fftc_is_zero(t & stride), y, x.hi));
}

FFTC_FN fftc_pair fftc_exchange_shared(fftc_pair x, fftc_uniform stride)
{
    fftc_uint t = fftc_invocation_index();
    fftc_complex y = fftc_trade_shared(fftc_exchange_send(x, t, stride), t ^ stride);
    return fftc_exchange_receive(x, t, stride, y);
}

/* stride < subgroup size. */
FFTC_FN fftc_pair fftc_exchange_subgroup(fftc_pair x, fftc_uniform stride)
{
    fftc_uint t = fftc_invocation_index();
    fftc_complex y = fftc_trade_subgroup(fftc_exchange_send(x, t, stride), stride);
    return fftc_exchange_receive(x, t, stride, y);
}

#endif
