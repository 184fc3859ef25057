/* SPDX-License-Identifier: MIT
 *
 * A whole line of butterfly passes (butterfly_pass.h) in shared memory: one workgroup of
 * 2^FFTC_WORKGROUP_LOG2 invocations, each of which makes N / 2^FFTC_WORKGROUP_LOG2 results of every
 * pass. Passes alternate between two halves of FFTC_BUTTERFLY_SHARED_WORDS (group.h); log2 N
 * barriers.
 */
#ifndef FFTC_BUTTERFLY_LINE_H
#define FFTC_BUTTERFLY_LINE_H

#include "fftcore/kernel/butterfly_pass.h"
#include "fftcore/kernel/group.h"
#include "fftcore/kernel/workgroup.h"

FFTC_REQUIRE(FFTC_BUTTERFLY_LOG2_must_be_at_least_FFTC_WORKGROUP_LOG2,
             FFTC_BUTTERFLY_LOG2 >= FFTC_WORKGROUP_LOG2);
#ifdef FFTC_SHARED_WORDS
FFTC_REQUIRE(FFTC_SHARED_WORDS_must_be_at_least_FFTC_BUTTERFLY_SHARED_WORDS,
             FFTC_SHARED_WORDS >= FFTC_BUTTERFLY_SHARED_WORDS);
#endif

/* Word k of point `index` of a half. */
FFTC_FN fftc_uint fftc_butterfly_word(fftc_uniform part, fftc_uniform k, fftc_uint index)
{
    return FFTC_UINT((part * FFTC_COMPLEX_WORDS + k) << FFTC_BUTTERFLY_LOG2) + index;
}

FFTC_FN fftc_complex fftc_butterfly_shared_get(fftc_uniform part, fftc_uint index)
{
    fftc_complex_words words;
    for (fftc_uniform k = 0u; k < FFTC_COMPLEX_WORDS; ++k) {
        words.word[k] = fftc_shared_get(fftc_butterfly_word(part, k, index));
    }
    return fftc_complex_from_words(words);
}

FFTC_FN void fftc_butterfly_shared_set(fftc_uniform part, fftc_uint index, fftc_complex value)
{
    fftc_complex_words words = fftc_words_from_complex(value);
    for (fftc_uniform k = 0u; k < FFTC_COMPLEX_WORDS; ++k) {
        fftc_shared_set(fftc_butterfly_word(part, k, index), words.word[k]);
    }
}

FFTC_FN fftc_complex fftc_butterfly_shared_result(fftc_uniform part, fftc_uniform pass, fftc_uint x,
                                                  fftc_uniform inverse)
{
    fftc_butterfly_entry entry = fftc_butterfly_entry_of(pass, x);
    fftc_complex first = fftc_butterfly_shared_get(part, entry.first);
    fftc_complex second = fftc_butterfly_shared_get(part, entry.second);
    return fftc_butterfly_result(first, second, entry.weight, inverse);
}

/* Transforms the line: reads each point once, and writes each result once. All invocations call it.
 * Shared memory must be free on entry, and needs a barrier before it is written again. The array
 * may be one in place: all reads come before all writes. */
FFTC_FN void fftc_butterfly_line(fftc_uniform inverse)
{
    fftc_uint t = fftc_invocation_index();
    for (fftc_uniform at = 0u; at < (1u << FFTC_BUTTERFLY_LOG2); at += 1u << FFTC_WORKGROUP_LOG2) {
        fftc_butterfly_shared_set(0u, t + FFTC_UINT(at), fftc_get(t + FFTC_UINT(at)));
    }
    for (fftc_uniform pass = 0u; pass < FFTC_BUTTERFLY_LOG2; ++pass) {
        fftc_workgroup_barrier();
        for (fftc_uniform at = 0u; at < (1u << FFTC_BUTTERFLY_LOG2);
             at += 1u << FFTC_WORKGROUP_LOG2) {
            fftc_uint x = t + FFTC_UINT(at);
            fftc_complex result = fftc_butterfly_shared_result(pass & 1u, pass, x, inverse);
            if (pass + 1u < FFTC_BUTTERFLY_LOG2) {
                fftc_butterfly_shared_set(1u - (pass & 1u), x, result);
            } else {
                fftc_set(x, result);
            }
        }
    }
}

#endif
