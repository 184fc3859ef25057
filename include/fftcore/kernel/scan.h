/* SPDX-License-Identifier: MIT
 *
 * Reductions and scans (running sums and the like) of a subgroup, of a workgroup, and of an array
 * that one workgroup goes through, by any associative operation.
 *
 * A value is FFTC_SCAN_WORDS words of 32 bits: an integer or a float is one, a complex number or a
 * double two, a matrix more. The operation need not be commutative. With o for it and e for its
 * identity, the results of x0, x1, x2, ... are
 *
 *     inclusive scan   x0, x0 o x1, x0 o x1 o x2, ...
 *     exclusive scan   e, x0, x0 o x1, ...
 *     reduction        x0 o x1 o ... , the same value for every invocation
 *
 * How operands are grouped depends on FFTC_SUBGROUP_LOG2 and on FFTC_WORKGROUP_LOG2, on nothing
 * else: with sums of floats, which are not quite associative, the bits are the same wherever these
 * two are.
 *
 * Method: within a subgroup, scans after Kogge and Stone (IEEE Trans. Computers C-22, 1973) by
 * shuffles, reductions by butterflies. Totals of subgroups pass through shared memory once; each
 * invocation combines those of its share, and a butterfly joins the shares, so that there is one
 * barrier however many subgroups there are. Without subgroup operations (FFTC_SUBGROUP_LOG2 is 0)
 * the same steps go through shared memory, with a barrier each (Hillis and Steele, Comm. ACM 29,
 * 1986).
 *
 * Shared memory: FFTC_SCAN_SHARED_WORDS (group.h). It must be free on entry to a function of a
 * workgroup, and needs a barrier after the call before it is written again. All invocations call
 * it, and there are 1 << FFTC_WORKGROUP_LOG2 of them. Where FFTC_SUBGROUP_LOG2 is not 0, each
 * subgroup of the device has at least as many lanes, all of them at work.
 */
#ifndef FFTC_SCAN_H
#define FFTC_SCAN_H

#include "fftcore/kernel/group.h"
#include "fftcore/kernel/scan_value.h"
#include "fftcore/kernel/subgroup.h"
#include "fftcore/kernel/workgroup.h"

#ifdef FFTC_SHARED_WORDS
FFTC_REQUIRE(FFTC_SHARED_WORDS_must_be_at_least_FFTC_SCAN_SHARED_WORDS,
             FFTC_SHARED_WORDS >= FFTC_SCAN_SHARED_WORDS);
#endif

/* Yours to define for fftc_workgroup_scan_array: value `index` of the array, and where its result
 * goes. Each index is loaded and stored by the same invocation, neighbours by neighbours. */
FFTC_ACCESSOR(fftc_scan_value, fftc_scan_load, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_scan_store, (fftc_uint index, fftc_scan_value value));

/* --- a subgroup: 1 << lanes_log2 invocations, from one whose number is a multiple of that ----- */

/* The value of the lane `delta` before; undefined where that is outside. */
FFTC_FN fftc_scan_value fftc_scan_shuffle_up(fftc_scan_value value, fftc_uniform delta)
{
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SCAN_WORDS; ++k) {
        fftc_subgroup_sync();
        value.word[k] = fftc_subgroup_shuffle_up(value.word[k], delta);
    }
    return value;
}

FFTC_FN fftc_scan_value fftc_subgroup_scan_inclusive(fftc_scan_value value, fftc_uniform lanes_log2)
{
    fftc_uint lane = fftc_invocation_index() & FFTC_UINT((1u << lanes_log2) - 1u);
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < lanes_log2; ++k) {
        fftc_scan_value earlier = fftc_scan_shuffle_up(value, 1u << k);
        value =
            fftc_scan_select(lane >= FFTC_UINT(1u << k), fftc_scan_combine(earlier, value), value);
    }
    return value;
}

FFTC_FN fftc_scan_value fftc_subgroup_scan_exclusive(fftc_scan_value value, fftc_uniform lanes_log2)
{
    fftc_uint lane = fftc_invocation_index() & FFTC_UINT((1u << lanes_log2) - 1u);
    fftc_scan_value before =
        fftc_scan_shuffle_up(fftc_subgroup_scan_inclusive(value, lanes_log2), 1u);
    return fftc_scan_select(fftc_is_zero(lane), fftc_scan_identity(), before);
}

/* In each step the lower half of a block gives the earlier operand to both. */
FFTC_FN fftc_scan_value fftc_subgroup_reduce(fftc_scan_value value, fftc_uniform lanes_log2)
{
    fftc_uint t = fftc_invocation_index();
    FFTC_UNROLL
    for (fftc_uniform step = 0u; step < lanes_log2; ++step) {
        fftc_bool lower = fftc_is_zero(t & FFTC_UINT(1u << step));
        fftc_scan_value other;
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < FFTC_SCAN_WORDS; ++k) {
            fftc_subgroup_sync();
            other.word[k] = fftc_subgroup_shuffle_xor(value.word[k], 1u << step);
        }
        value = fftc_scan_combine(fftc_scan_select(lower, value, other),
                                  fftc_scan_select(lower, other, value));
    }
    return value;
}

/* --- a workgroup ------------------------------------------------------------------------------ */

/* Lanes that work together: those of a subgroup, or of a workgroup that is smaller. */
FFTC_FN fftc_uniform fftc_scan_lanes_log2(void)
{
    return FFTC_SUBGROUP_LOG2 < FFTC_WORKGROUP_LOG2 ? FFTC_SUBGROUP_LOG2 : FFTC_WORKGROUP_LOG2;
}

/* What invocation `from` gives, through the area 0 or 1 of shared memory. One barrier. */
FFTC_FN fftc_scan_value fftc_scan_exchange(fftc_scan_value value, fftc_uint from, fftc_uniform area)
{
    fftc_uint t = fftc_invocation_index();
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SCAN_WORDS; ++k) {
        fftc_shared_set(FFTC_UINT((area * FFTC_SCAN_WORDS + k) << FFTC_WORKGROUP_LOG2) + t,
                        value.word[k]);
    }
    fftc_workgroup_barrier();
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SCAN_WORDS; ++k) {
        value.word[k] =
            fftc_shared_get(FFTC_UINT((area * FFTC_SCAN_WORDS + k) << FFTC_WORKGROUP_LOG2) + from);
    }
    return value;
}

/* The inclusive scan without subgroup operations. Two areas are used alternately, so that one
 * barrier is enough for a step; the next area to be used is FFTC_WORKGROUP_LOG2 & 1. */
FFTC_FN fftc_scan_value fftc_scan_steps(fftc_scan_value value)
{
    fftc_uint t = fftc_invocation_index();
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_WORKGROUP_LOG2; ++k) {
        fftc_bool there = t >= FFTC_UINT(1u << k);
        fftc_uint from = fftc_select_uint(there, t - FFTC_UINT(1u << k), t);
        fftc_scan_value earlier = fftc_scan_exchange(value, from, k & 1u);
        value = fftc_scan_select(there, fftc_scan_combine(earlier, value), value);
    }
    return value;
}

/* With subgroup operations, where there are several subgroups: makes their totals, which are the
 * last lane's values, known to all. One barrier. */
FFTC_FN void fftc_scan_publish(fftc_scan_value value)
{
    fftc_uniform row = (1u << (FFTC_WORKGROUP_LOG2 - fftc_scan_lanes_log2())) + 1u;
    fftc_uint t = fftc_invocation_index();
    fftc_uint lane = t & FFTC_UINT((1u << fftc_scan_lanes_log2()) - 1u);
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SCAN_WORDS; ++k) {
        fftc_shared_set(FFTC_UINT(row * (k << fftc_scan_lanes_log2())) + lane * FFTC_UINT(row) +
                            (t >> fftc_scan_lanes_log2()),
                        value.word[k]);
    }
    fftc_workgroup_barrier();
}

/* All totals of subgroups before number `end`, combined. Each lane takes a share of neighbouring
 * totals in their order. */
FFTC_FN fftc_scan_value fftc_scan_totals(fftc_uint end)
{
    fftc_uniform subgroups_log2 = FFTC_WORKGROUP_LOG2 - fftc_scan_lanes_log2();
    fftc_uniform row = (1u << subgroups_log2) + 1u;
    fftc_uniform share = subgroups_log2 > fftc_scan_lanes_log2()
                             ? 1u << (subgroups_log2 - fftc_scan_lanes_log2())
                             : 1u;
    fftc_uint lane = fftc_invocation_index() & FFTC_UINT((1u << fftc_scan_lanes_log2()) - 1u);
    fftc_scan_value sum = fftc_scan_identity();
    for (fftc_uniform i = 0u; i < share; ++i) {
        fftc_uint number = lane * FFTC_UINT(share) + FFTC_UINT(i);
        fftc_bool wanted = number < end;
        fftc_uint from = fftc_select_uint(wanted, number, FFTC_UINT(0u));
        fftc_scan_value total;
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < FFTC_SCAN_WORDS; ++k) {
            total.word[k] = fftc_shared_get(
                FFTC_UINT(row * (((k + 1u) << fftc_scan_lanes_log2()) - 1u)) + from);
        }
        sum = fftc_scan_select(wanted, fftc_scan_combine(sum, total), sum);
    }
    return fftc_subgroup_reduce(sum, fftc_scan_lanes_log2());
}

/* Barriers: none for one subgroup, one for several; without subgroup operations
 * FFTC_WORKGROUP_LOG2. */
FFTC_FN fftc_scan_value fftc_workgroup_scan_inclusive(fftc_scan_value value)
{
    if (FFTC_SUBGROUP_LOG2 == 0u) {
        return fftc_scan_steps(value);
    }
    value = fftc_subgroup_scan_inclusive(value, fftc_scan_lanes_log2());
    if (FFTC_WORKGROUP_LOG2 > fftc_scan_lanes_log2()) {
        fftc_scan_publish(value);
        value = fftc_scan_combine(
            fftc_scan_totals(fftc_invocation_index() >> fftc_scan_lanes_log2()), value);
    }
    return value;
}

/* The exclusive scan takes as many barriers as the inclusive one; without subgroup operations one
 * more. */
FFTC_FN fftc_scan_value fftc_workgroup_scan_exclusive(fftc_scan_value value)
{
    fftc_uint t = fftc_invocation_index();
    if (FFTC_SUBGROUP_LOG2 == 0u) {
        fftc_uint from = fftc_select_uint(fftc_is_zero(t), t, t - FFTC_UINT(1u));
        value = fftc_scan_exchange(fftc_scan_steps(value), from, FFTC_WORKGROUP_LOG2 & 1u);
        return fftc_scan_select(fftc_is_zero(t), fftc_scan_identity(), value);
    }
    value = fftc_subgroup_scan_inclusive(value, fftc_scan_lanes_log2());
    fftc_uint lane = t & FFTC_UINT((1u << fftc_scan_lanes_log2()) - 1u);
    fftc_scan_value before =
        fftc_scan_select(fftc_is_zero(lane), fftc_scan_identity(), fftc_scan_shuffle_up(value, 1u));
    if (FFTC_WORKGROUP_LOG2 > fftc_scan_lanes_log2()) {
        fftc_scan_publish(value);
        before = fftc_scan_combine(fftc_scan_totals(t >> fftc_scan_lanes_log2()), before);
    }
    return before;
}

/* The reduction takes as many barriers as the exclusive scan. */
FFTC_FN fftc_scan_value fftc_workgroup_reduce(fftc_scan_value value)
{
    fftc_uint last = FFTC_UINT((1u << FFTC_WORKGROUP_LOG2) - 1u);
    if (FFTC_SUBGROUP_LOG2 == 0u) {
        return fftc_scan_exchange(fftc_scan_steps(value), last, FFTC_WORKGROUP_LOG2 & 1u);
    }
    value = fftc_subgroup_reduce(value, fftc_scan_lanes_log2());
    if (FFTC_WORKGROUP_LOG2 > fftc_scan_lanes_log2()) {
        fftc_scan_publish(value);
        value = fftc_scan_totals(FFTC_UINT(1u << (FFTC_WORKGROUP_LOG2 - fftc_scan_lanes_log2())));
    }
    return value;
}

/* --- an array --------------------------------------------------------------------------------- */

/* Scans rounds << FFTC_WORKGROUP_LOG2 values, by fftc_scan_load and fftc_scan_store, as
 * FFTC_SCAN_INCLUSIVE or FFTC_SCAN_EXCLUSIVE; `before` is combined with all of them, as the earlier
 * operand, and must be the same for all invocations. Returns before o x0 o x1 o ..., also the same
 * for all: what the next part of an array begins with. */
FFTC_FN fftc_scan_value fftc_workgroup_scan_array(fftc_uniform rounds, fftc_uniform kind,
                                                  fftc_scan_value before)
{
    fftc_uint t = fftc_invocation_index();
    for (fftc_uniform round = 0u; round < rounds; ++round) {
        fftc_uint index = FFTC_UINT(round << FFTC_WORKGROUP_LOG2) + t;
        fftc_scan_value value = fftc_scan_load(index);
        if (round != 0u) {
            fftc_workgroup_barrier(); /* all have read what the scan before left */
        }
        fftc_scan_value scanned = fftc_workgroup_scan_inclusive(value);
        fftc_workgroup_barrier();
        fftc_scan_value total =
            fftc_scan_exchange(scanned, FFTC_UINT((1u << FFTC_WORKGROUP_LOG2) - 1u), 0u);
        if (kind == FFTC_SCAN_EXCLUSIVE) {
            fftc_uint from = fftc_select_uint(fftc_is_zero(t), t, t - FFTC_UINT(1u));
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < FFTC_SCAN_WORDS; ++k) {
                scanned.word[k] = fftc_shared_get(FFTC_UINT(k << FFTC_WORKGROUP_LOG2) + from);
            }
            scanned = fftc_scan_select(fftc_is_zero(t), fftc_scan_identity(), scanned);
        }
        fftc_scan_store(index, fftc_scan_combine(before, scanned));
        before = fftc_scan_combine(before, total);
    }
    return before;
}

#endif
