/* SPDX-License-Identifier: MIT
 *
 * The reference transform: 2^W invocations, one workgroup, transform N = 2^(E + W) points; each
 * owns 2^E of them.
 *
 *   forward   decimation in frequency, natural order in, Nabla order out (order.h), not scaled
 *   inverse   decimation in time, Nabla order in, natural order out, scaled by 1 / N: each stage
 *             halves
 *
 * Stages, n = E + W of them, number s with stride 2^(n - 1 - s) (the inverse runs them backwards):
 *
 *   stride > 2^W            "accessor": an invocation reads two elements, makes a butterfly, writes
 *                           them back
 *   stride = 2^W            the two come from the accessor and stay in registers from here on
 *   2^S <= stride < 2^W     "shared": one element is traded through shared memory before the
 *                           butterfly
 *   stride < 2^S            "subgroup": the same through a subgroup shuffle
 *
 * From stride 2^W on the array is 2^(E - 1) independent transforms of 2^(W + 1) points ("small"
 * transforms), done one after the other. Twiddle of position p in a block of 2 * stride: exp(-i pi
 * (p mod stride) / stride), conjugated for the inverse.
 *
 * Slot i is only ever touched by invocation i mod 2^W, in both directions: accessor memory needs no
 * barrier, neither inside a transform nor between a forward and an inverse one on the same data.
 * With E = 1 every element is read once and written once, all reads before all writes of that
 * invocation, so source and destination may differ and accessors may permute. With E > 1 the
 * accessor is also the medium of the accessor stages: it must be one array, in place, or registers
 * (accessor.h).
 *
 * Shared memory: FFTC_EXCHANGE_SHARED_WORDS, free on entry, not synchronised on exit: put a
 * fftc_workgroup_barrier between two calls, or before any other use.
 *
 * Barriers of one call, B1 = W > S ? 2 (W - S) - 1 : 0 for each small transform, and one between
 * two of them if B1 > 0.
 *
 * The halving of the inverse is exact but for underflow, and keeps half precision from overflowing
 * at 65504.
 */
#ifndef FFTC_WORKGROUP_FFT_H
#define FFTC_WORKGROUP_FFT_H

#include "fftcore/kernel/exchange.h"
#include "fftcore/kernel/subgroup.h"
#include "fftcore/kernel/twiddle.h"

#ifndef FFTC_ELEMENTS_LOG2
#error "define FFTC_ELEMENTS_LOG2: log2 of the elements an invocation owns, at least 1"
#endif

FFTC_REQUIRE(FFTC_ELEMENTS_LOG2_must_be_1_to_30,
             FFTC_ELEMENTS_LOG2 >= 1u && FFTC_ELEMENTS_LOG2 <= 30u);
/* As far as twiddle.h goes. */
FFTC_REQUIRE(FFTC_ELEMENTS_LOG2_and_FFTC_WORKGROUP_LOG2_must_sum_to_30_at_most,
             FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2 <= 30u);

/* Yours to define: the data, index < 2^(E + W). */
FFTC_ACCESSOR(fftc_complex, fftc_get, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_set, (fftc_uint index, fftc_complex value));

/* Optional: with FFTC_OBSERVE_STAGES the environment is told where it stands. fftc_stage_enter(s)
 * comes before anything stage s does; fftc_stage_store hands over each element after its butterfly,
 * by its position in the textbook's in-place array, 0 <= position < N: after stage s the blocks of
 * 2^(n - 1 - s) consecutive positions are independent transforms (forward), or finished ones
 * (inverse, 2^(n - s) positions). */
#ifdef FFTC_OBSERVE_STAGES
FFTC_ACCESSOR(void, fftc_stage_enter, (fftc_uniform stage));
FFTC_ACCESSOR(void, fftc_stage_store, (fftc_uniform stage, fftc_uint position, fftc_complex value));
#endif

/* log2 of the stride below which shuffles serve. */
FFTC_FN fftc_uniform fftc_shuffle_log2(void)
{
    fftc_uniform subgroup_log2 = FFTC_SUBGROUP_LOG2;
    fftc_uniform workgroup_log2 = FFTC_WORKGROUP_LOG2;
    return subgroup_log2 < workgroup_log2 ? subgroup_log2 : workgroup_log2;
}

FFTC_FN fftc_uniform fftc_stage_of_stride(fftc_uniform stride_log2)
{
    return FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2 - 1u - stride_log2;
}

FFTC_FN void fftc_stage_begin(fftc_uniform stride_log2)
{
#ifdef FFTC_OBSERVE_STAGES
    fftc_stage_enter(fftc_stage_of_stride(stride_log2));
#else
    FFTC_UNUSED(stride_log2);
#endif
}

/* Butterfly number v has just been made. */
FFTC_FN void fftc_stage_end(fftc_pair x, fftc_uint v, fftc_uniform stride_log2)
{
#ifdef FFTC_OBSERVE_STAGES
    fftc_uint lo = fftc_butterfly_position(v, stride_log2);
    fftc_uniform stage = fftc_stage_of_stride(stride_log2);
    fftc_stage_store(stage, lo, x.lo);
    fftc_stage_store(stage, lo + (1u << stride_log2), x.hi);
#else
    FFTC_UNUSED(x.lo.re);
    FFTC_UNUSED(v);
    FFTC_UNUSED(stride_log2);
#endif
}

/* Butterfly number v of a stage, 0 <= v < N / 2, on the elements that are already there. */
FFTC_FN fftc_pair fftc_stage_dif(fftc_pair x, fftc_uint v, fftc_uniform stride_log2)
{
    fftc_uint k = v & ((1u << stride_log2) - 1u);
    x = fftc_butterfly_dif(x, fftc_twiddle(k, stride_log2));
    fftc_stage_end(x, v, stride_log2);
    return x;
}

FFTC_FN fftc_pair fftc_stage_dit(fftc_pair x, fftc_uint v, fftc_uniform stride_log2)
{
    fftc_uint k = v & ((1u << stride_log2) - 1u);
    x = fftc_butterfly_dit(x, fftc_twiddle(k, stride_log2));
    x = fftc_pair_scale(x, FFTC_REAL(0.5));
    fftc_stage_end(x, v, stride_log2);
    return x;
}

FFTC_FN fftc_pair fftc_pair_get(fftc_uint index, fftc_uniform stride)
{
    fftc_complex lo = fftc_get(index);
    fftc_complex hi = fftc_get(index + stride);
    return fftc_pair_make(lo, hi);
}

FFTC_FN void fftc_pair_set(fftc_uint index, fftc_uniform stride, fftc_pair x)
{
    fftc_set(index, x.lo);
    fftc_set(index + stride, x.hi);
}

/* Brings the pairs to the given stride; the caller has made shared memory free. */
FFTC_FN fftc_pair fftc_stage_exchange(fftc_pair x, fftc_uniform stride_log2)
{
    if (stride_log2 < fftc_shuffle_log2()) {
        x = fftc_exchange_subgroup(x, 1u << stride_log2);
    } else {
        x = fftc_exchange_shared(x, 1u << stride_log2);
    }
    return x;
}

/* Small transform number `block`: 2^(W + 1) points at slots block * 2^(W + 1), in registers
 * throughout. */
FFTC_FN void fftc_small_fft_forward(fftc_uniform block)
{
    fftc_uint t = fftc_invocation_index();
    fftc_uint slot = t + (block << (FFTC_WORKGROUP_LOG2 + 1u));
    fftc_uint v = t + (block << FFTC_WORKGROUP_LOG2);
    fftc_uniform stride_log2 = FFTC_WORKGROUP_LOG2;
    fftc_pair x;

    fftc_stage_begin(stride_log2);
    x = fftc_pair_get(slot, 1u << FFTC_WORKGROUP_LOG2);
    x = fftc_stage_dif(x, v, stride_log2);
    while (stride_log2 > 0u) {
        --stride_log2;
        fftc_stage_begin(stride_log2);
        if (stride_log2 >= fftc_shuffle_log2() && stride_log2 + 1u < FFTC_WORKGROUP_LOG2) {
            fftc_workgroup_barrier();
        }
        x = fftc_stage_exchange(x, stride_log2);
        x = fftc_stage_dif(x, v, stride_log2);
    }
    fftc_pair_set(slot, 1u << FFTC_WORKGROUP_LOG2, x);
}

FFTC_FN void fftc_small_fft_inverse(fftc_uniform block)
{
    fftc_uint t = fftc_invocation_index();
    fftc_uint slot = t + (block << (FFTC_WORKGROUP_LOG2 + 1u));
    fftc_uint v = t + (block << FFTC_WORKGROUP_LOG2);
    fftc_uniform stride_log2 = 0u;
    fftc_pair x;

    fftc_stage_begin(stride_log2);
    x = fftc_pair_get(slot, 1u << FFTC_WORKGROUP_LOG2);
    x = fftc_stage_dit(x, v, stride_log2);
    while (stride_log2 < FFTC_WORKGROUP_LOG2) {
        fftc_stage_begin(stride_log2 + 1u);
        if (stride_log2 > fftc_shuffle_log2()) {
            fftc_workgroup_barrier();
        }
        x = fftc_stage_exchange(x, stride_log2);
        ++stride_log2;
        x = fftc_stage_dit(x, v, stride_log2);
    }
    fftc_pair_set(slot, 1u << FFTC_WORKGROUP_LOG2, x);
}

/* One accessor stage: every invocation makes 2^(E - 1) butterflies. */
FFTC_FN void fftc_accessor_stage_forward(fftc_uniform stride_log2)
{
    fftc_uint t = fftc_invocation_index();
    fftc_stage_begin(stride_log2);
    for (fftc_uniform j = 0u; j < (1u << (FFTC_ELEMENTS_LOG2 - 1u)); ++j) {
        fftc_uint v = t + (j << FFTC_WORKGROUP_LOG2);
        fftc_uint lo = fftc_butterfly_position(v, stride_log2);
        fftc_pair x = fftc_pair_get(lo, 1u << stride_log2);
        fftc_pair_set(lo, 1u << stride_log2, fftc_stage_dif(x, v, stride_log2));
    }
}

FFTC_FN void fftc_accessor_stage_inverse(fftc_uniform stride_log2)
{
    fftc_uint t = fftc_invocation_index();
    fftc_stage_begin(stride_log2);
    for (fftc_uniform j = 0u; j < (1u << (FFTC_ELEMENTS_LOG2 - 1u)); ++j) {
        fftc_uint v = t + (j << FFTC_WORKGROUP_LOG2);
        fftc_uint lo = fftc_butterfly_position(v, stride_log2);
        fftc_pair x = fftc_pair_get(lo, 1u << stride_log2);
        fftc_pair_set(lo, 1u << stride_log2, fftc_stage_dit(x, v, stride_log2));
    }
}

/* Makes shared memory free for the next small transform, if they use it at all. */
FFTC_FN void fftc_small_fft_separate(fftc_uniform block)
{
    if (block != 0u && fftc_shuffle_log2() < FFTC_WORKGROUP_LOG2) {
        fftc_workgroup_barrier();
    }
}

FFTC_FN void fftc_workgroup_fft_forward(void)
{
    for (fftc_uniform i = 1u; i < FFTC_ELEMENTS_LOG2; ++i) {
        fftc_accessor_stage_forward(FFTC_ELEMENTS_LOG2 + FFTC_WORKGROUP_LOG2 - i);
    }
    for (fftc_uniform block = 0u; block < (1u << (FFTC_ELEMENTS_LOG2 - 1u)); ++block) {
        fftc_small_fft_separate(block);
        fftc_small_fft_forward(block);
    }
}

FFTC_FN void fftc_workgroup_fft_inverse(void)
{
    for (fftc_uniform block = 0u; block < (1u << (FFTC_ELEMENTS_LOG2 - 1u)); ++block) {
        fftc_small_fft_separate(block);
        fftc_small_fft_inverse(block);
    }
    for (fftc_uniform i = 1u; i < FFTC_ELEMENTS_LOG2; ++i) {
        fftc_accessor_stage_inverse(FFTC_WORKGROUP_LOG2 + i);
    }
}

#endif
