/* SPDX-License-Identifier: MIT
 *
 * Scans and reductions of whole arrays on devices, by the association of scan_association.h: the
 * parts of the dispatches that fftcore/vulkan/scan.h records. For shaders and the emulator, with
 * one lane.
 *
 *   FFTC_SCAN_WORDS        words of a value: of an item and, by segments, one for the number of
 *                          heads up to it
 *   FFTC_SCAN_SEGMENTED    1: the last word of a value is that number; 0: no segments
 *   FFTC_SCAN_EXACT        0: the association is kept; 1: any grouping gives the same bits (minima
 *                          and maxima of floats), so that the cheapest one is taken; 2: so does any
 *                          order (integers, not by segments)
 *   FFTC_SCAN_ITEMS_LOG2   log2 of the neighbours that an invocation loads at once: 0 to 2
 *   FFTC_WORKGROUP_LOG2    4 to 10
 *   FFTC_SUBGROUP_LOG2     see subgroup.h
 *
 * A workgroup does one block of 2^FFTC_SCAN_BLOCK_LOG2 items. Item number
 * (load * invocations + t) * items + i belongs to invocation t, so that neighbours load neighbours.
 * The bits of that number are the levels of the block's tree, from the lowest on: items and loads
 * are in registers; invocations exchange what their subtrees make with the neighbour whose number
 * differs in one bit, by shuffles within a subgroup, and through shared memory above. Both then
 * know both subtrees: the upper one prepends the lower one's total to its own results.
 *
 * Look-back (D. Merrill, M. Garland, NVR-2016-002): a workgroup publishes its block's total, looks
 * at as many blocks before it as it has invocations, and publishes what all blocks up to its own
 * make. Each 32-bit word of what is published has 16 bits of a value, and whether that is a total
 * or all: a reader that sees the same in all words has a whole value, so that no memory access need
 * be ordered, and only single words need be atomic. Blocks are taken by a counter: those that a
 * workgroup waits for have been started. The device must let started workgroups go on, which Vulkan
 * does not promise.
 */
#ifndef FFTC_SCAN_BLOCK_H
#define FFTC_SCAN_BLOCK_H

#include "fftcore/kernel/scan.h"
#include "fftcore/kernel/scan_shared.h"

#ifndef FFTC_SCAN_SEGMENTED
#error "define FFTC_SCAN_SEGMENTED: 1: by segments; 0: not"
#endif
#ifndef FFTC_SCAN_EXACT
#error "define FFTC_SCAN_EXACT: 0, 1 if any grouping gives the same bits, 2 if any order does"
#endif

/* In the emulator parameters are variables, and these the largest numbers. */
#ifndef FFTC_SCAN_LOADS_MAX
#define FFTC_SCAN_LOADS_MAX (1u << FFTC_SCAN_LOADS_LOG2)
#define FFTC_SCAN_ITEMS_MAX (1u << FFTC_SCAN_ITEMS_LOG2)
#endif
/* The level from which on a result is joined with what is before its row, not level by level. */
#define FFTC_SCAN_CUT (FFTC_SCAN_EXACT != 0u ? FFTC_SCAN_ITEMS_LOG2 : FFTC_SCAN_ROW_LOG2)
FFTC_STRUCT(fftc_scan_items)
{
    fftc_scan_value item[FFTC_SCAN_ITEMS_MAX];
};
/* The neighbours of one load; what is before them in their row, and before their row in the block;
 * and what the subtree that they belong to makes. */
FFTC_STRUCT(fftc_scan_part)
{
    fftc_scan_items items;
    fftc_scan_value row_before;
    fftc_scan_value before;
    fftc_scan_value total;
};
FFTC_STRUCT(fftc_scan_block)
{
    fftc_scan_part part[FFTC_SCAN_LOADS_MAX];
};

/* Yours to define: neighbours from item `index` on, identities beyond the end; and where results
 * go. Values number `index` of totals, to be read and written. The words of the look-back, which
 * are zero at first: loads and stores must be atomic, but order nothing. And the counter of
 * blocks. (scan_array.h defines them.) */
#ifndef FFTC_SCAN_BLOCK_ACCESSOR
#define FFTC_SCAN_BLOCK_ACCESSOR FFTC_ACCESSOR
#endif
FFTC_SCAN_BLOCK_ACCESSOR(fftc_scan_items, fftc_scan_items_load, (fftc_uint index));
FFTC_SCAN_BLOCK_ACCESSOR(void, fftc_scan_items_store, (fftc_uint index, fftc_scan_items items));
FFTC_SCAN_BLOCK_ACCESSOR(fftc_scan_value, fftc_scan_total_load, (fftc_uint index));
FFTC_SCAN_BLOCK_ACCESSOR(void, fftc_scan_total_store, (fftc_uint index, fftc_scan_value value));
FFTC_SCAN_BLOCK_ACCESSOR(fftc_uint, fftc_scan_state_load, (fftc_uint index));
FFTC_SCAN_BLOCK_ACCESSOR(void, fftc_scan_state_store, (fftc_uint index, fftc_uint word));
FFTC_SCAN_BLOCK_ACCESSOR(fftc_uint, fftc_scan_take_block, (void));

/* earlier o later. */
FFTC_FN fftc_scan_value fftc_scan_join(fftc_scan_value earlier, fftc_scan_value later)
{
    fftc_scan_value both = fftc_scan_combine(earlier, later);
    if (FFTC_SCAN_SEGMENTED != 0u) {
        both = fftc_scan_select(fftc_is_zero(later.word[FFTC_SCAN_WORDS - 1u]), both, later);
        both.word[FFTC_SCAN_WORDS - 1u] =
            earlier.word[FFTC_SCAN_WORDS - 1u] + later.word[FFTC_SCAN_WORDS - 1u];
    }
    return both;
}

/* --- a block ---------------------------------------------------------------------------------- */

/* The value of the invocation whose number differs in bit k, within a subgroup. */
FFTC_FN fftc_scan_value fftc_scan_shuffle(fftc_scan_value value, fftc_uniform k)
{
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        fftc_subgroup_sync();
        value.word[w] = fftc_subgroup_shuffle_xor(value.word[w], 1u << k);
    }
    return value;
}

FFTC_FN fftc_uint fftc_scan_place(fftc_uniform area, fftc_uniform slot, fftc_uniform word,
                                  fftc_uint giver)
{
    return FFTC_UINT(area * FFTC_SCAN_AREA_WORDS +
                     ((slot * FFTC_SCAN_WORDS + word) << FFTC_SCAN_GIVERS_LOG2)) +
           giver;
}

/* Of each subgroup, whose lanes have the same value, the first one gives it. */
FFTC_FN void fftc_scan_give(fftc_scan_value value, fftc_uniform area, fftc_uniform slot)
{
    fftc_uint t = fftc_invocation_index();
    if (fftc_is_zero(t & FFTC_UINT((1u << FFTC_SUBGROUP_LOG2) - 1u))) {
        FFTC_UNROLL
        for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
            fftc_shared_set(fftc_scan_place(area, slot, w, t >> FFTC_SUBGROUP_LOG2), value.word[w]);
        }
    }
}

FFTC_FN fftc_scan_value fftc_scan_take(fftc_uniform area, fftc_uniform slot, fftc_uniform k)
{
    fftc_uint giver = (fftc_invocation_index() ^ FFTC_UINT(1u << k)) >> FFTC_SUBGROUP_LOG2;
    fftc_scan_value value;
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        value.word[w] = fftc_shared_get(fftc_scan_place(area, slot, w, giver));
    }
    return value;
}

/* A part's level of invocations, bit k of their number, once the neighbour's total is there. */
FFTC_FN fftc_scan_part fftc_scan_part_level(fftc_scan_part part, fftc_scan_value other,
                                            fftc_uniform k)
{
    fftc_bool upper = !fftc_is_zero(fftc_invocation_index() & FFTC_UINT(1u << k));
    if (FFTC_SCAN_ITEMS_LOG2 + k < FFTC_SCAN_CUT) {
        fftc_scan_value lower = fftc_scan_select(upper, other, fftc_scan_identity());
        part.row_before = fftc_scan_join(lower, part.row_before);
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_ITEMS_LOG2); ++i) {
            part.items.item[i] = fftc_scan_join(lower, part.items.item[i]);
        }
    } else {
        part.before = fftc_scan_select(upper, fftc_scan_join(other, part.before), part.before);
    }
    if (FFTC_SCAN_EXACT == 2u) {
        part.total = fftc_scan_join(other, part.total);
    } else {
        part.total = fftc_scan_join(fftc_scan_select(upper, other, part.total),
                                    fftc_scan_select(upper, part.total, other));
    }
    return part;
}

/* The level of invocations k, through shared memory. Areas alternate, so that one barrier is
 * enough; `turn` is their number so far. */
FFTC_FN fftc_scan_block fftc_scan_block_level(fftc_scan_block block, fftc_uniform k)
{
    fftc_uniform loads = 1u << FFTC_SCAN_LOADS_LOG2;
    FFTC_UNROLL
    for (fftc_uniform first = 0u; first < loads; first += FFTC_SCAN_SLOTS) {
        fftc_uniform turn =
            (k - FFTC_SUBGROUP_LOG2) * (loads / FFTC_SCAN_SLOTS) + first / FFTC_SCAN_SLOTS;
        FFTC_UNROLL
        for (fftc_uniform s = 0u; s < FFTC_SCAN_SLOTS; ++s) {
            fftc_scan_give(block.part[first + s].total, turn & 1u, s);
        }
        fftc_workgroup_barrier();
        FFTC_UNROLL
        for (fftc_uniform s = 0u; s < FFTC_SCAN_SLOTS; ++s) {
            block.part[first + s] =
                fftc_scan_part_level(block.part[first + s], fftc_scan_take(turn & 1u, s, k), k);
        }
    }
    return block;
}

FFTC_FN fftc_scan_part fftc_scan_part_begin(fftc_uint index)
{
    fftc_scan_part part;
    part.items = fftc_scan_items_load(index);
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SCAN_ITEMS_LOG2; ++k) {
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_ITEMS_LOG2); ++i) {
            if ((i & (1u << k)) != 0u) {
                part.items.item[i] =
                    fftc_scan_join(part.items.item[((i >> k) << k) - 1u], part.items.item[i]);
            }
        }
    }
    part.row_before = fftc_scan_identity();
    part.before = part.row_before;
    part.total = part.items.item[(1u << FFTC_SCAN_ITEMS_LOG2) - 1u];
    return part;
}

/* Loads block `number` and makes its trees. The total of the block is that of its last part. */
FFTC_FN fftc_scan_block fftc_scan_block_rise(fftc_uint number)
{
    fftc_uniform loads = 1u << FFTC_SCAN_LOADS_LOG2;
    fftc_uint t = fftc_invocation_index();
    fftc_scan_block block;
    FFTC_UNROLL
    for (fftc_uniform q = 0u; q < loads; ++q) {
        block.part[q] = fftc_scan_part_begin(
            (number << FFTC_SCAN_BLOCK_LOG2) +
            ((FFTC_UINT(q << FFTC_WORKGROUP_LOG2) + t) << FFTC_SCAN_ITEMS_LOG2));
    }
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_WORKGROUP_LOG2; ++k) {
        if (k < FFTC_SUBGROUP_LOG2) {
            FFTC_UNROLL
            for (fftc_uniform q = 0u; q < loads; ++q) {
                block.part[q] = fftc_scan_part_level(block.part[q],
                                                     fftc_scan_shuffle(block.part[q].total, k), k);
            }
        } else {
            block = fftc_scan_block_level(block, k);
        }
    }
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SCAN_LOADS_LOG2; ++k) {
        FFTC_UNROLL
        for (fftc_uniform q = 0u; q < loads; ++q) {
            if ((q & (1u << k)) != 0u) {
                fftc_scan_value lower = block.part[((q >> k) << k) - 1u].total;
                block.part[q].before = fftc_scan_join(lower, block.part[q].before);
                block.part[q].total = fftc_scan_join(lower, block.part[q].total);
            }
        }
    }
    return block;
}

/* Stores the block's results, with what all items before it make. */
FFTC_FN void fftc_scan_block_store(fftc_scan_block block, fftc_uint number, fftc_scan_value before,
                                   fftc_uniform kind)
{
    fftc_uint t = fftc_invocation_index();
    FFTC_UNROLL
    for (fftc_uniform q = 0u; q < (1u << FFTC_SCAN_LOADS_LOG2); ++q) {
        fftc_scan_value all_before = fftc_scan_join(before, block.part[q].before);
        fftc_scan_value previous = block.part[q].row_before;
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_ITEMS_LOG2); ++i) {
            fftc_scan_value item = block.part[q].items.item[i];
            block.part[q].items.item[i] =
                fftc_scan_join(all_before, kind == FFTC_SCAN_EXCLUSIVE ? previous : item);
            previous = item;
        }
        fftc_scan_items_store(
            (number << FFTC_SCAN_BLOCK_LOG2) +
                ((FFTC_UINT(q << FFTC_WORKGROUP_LOG2) + t) << FFTC_SCAN_ITEMS_LOG2),
            block.part[q].items);
    }
}

FFTC_FN fftc_scan_value fftc_scan_block_total(fftc_scan_block block)
{
    return block.part[(1u << FFTC_SCAN_LOADS_LOG2) - 1u].total;
}

/* --- several dispatches ----------------------------------------------------------------------- */

/* The total of a block, as value `number` of the totals. */
FFTC_FN void fftc_scan_reduce(fftc_uint number)
{
    fftc_scan_value total = fftc_scan_block_total(fftc_scan_block_rise(number));
    if (fftc_is_zero(fftc_invocation_index())) {
        fftc_scan_total_store(number, total);
    }
}

/* A block's results; `first`: there is nothing before it, otherwise what is before it is a
 * total. */
FFTC_FN void fftc_scan_finish(fftc_uint number, fftc_bool first, fftc_uniform kind)
{
    fftc_scan_block block = fftc_scan_block_rise(number);
    fftc_scan_value before = fftc_scan_identity();
    if (!first) {
        before = fftc_scan_total_load(number);
    }
    fftc_scan_block_store(block, number, before, kind);
}

/* Where values of a sequence are in shared memory: behind the areas. */
FFTC_FN fftc_uint fftc_scan_held(fftc_uniform word, fftc_uint t)
{
    return FFTC_UINT(2u * FFTC_SCAN_AREA_WORDS + (word << FFTC_WORKGROUP_LOG2)) + t;
}

FFTC_FN void fftc_scan_hold(fftc_uint t, fftc_scan_value value)
{
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        fftc_shared_set(fftc_scan_held(w, t), value.word[w]);
    }
}

FFTC_FN fftc_scan_value fftc_scan_held_value(fftc_uint t)
{
    fftc_scan_value value;
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        value.word[w] = fftc_shared_get(fftc_scan_held(w, t));
    }
    return value;
}

/* Held values that are read before the first of them is used, so that their latencies overlap. */
#define FFTC_SCAN_AHEAD 8u

FFTC_STRUCT(fftc_scan_ahead)
{
    fftc_scan_value value[FFTC_SCAN_AHEAD];
};

FFTC_FN fftc_scan_ahead fftc_scan_held_ahead(fftc_uint from)
{
    fftc_scan_ahead ahead;
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < FFTC_SCAN_AHEAD; ++j) {
        ahead.value[j] = fftc_scan_held_value(from + FFTC_UINT(j));
    }
    return ahead;
}

/* One invocation: replaces each held value by what is before it, with `sum` before all of them, and
 * returns what all make. No sum waits for anything but the sum before it. */
FFTC_FN fftc_scan_value fftc_scan_held_sequence(fftc_scan_value sum)
{
    fftc_uniform width = 1u << FFTC_WORKGROUP_LOG2;
    fftc_scan_ahead ahead = fftc_scan_held_ahead(FFTC_UINT(0u));
    for (fftc_uniform i = 0u; i < width; i += FFTC_SCAN_AHEAD) {
        fftc_scan_ahead now = ahead;
        if (i + FFTC_SCAN_AHEAD < width) {
            ahead = fftc_scan_held_ahead(FFTC_UINT(i + FFTC_SCAN_AHEAD));
        }
        FFTC_UNROLL
        for (fftc_uniform j = 0u; j < FFTC_SCAN_AHEAD; ++j) {
            fftc_scan_hold(FFTC_UINT(i + j), sum);
            sum = fftc_scan_join(sum, now.value[j]);
        }
    }
    return sum;
}

FFTC_FN fftc_scan_value fftc_scan_total_within(fftc_uint number, fftc_uint length)
{
    fftc_scan_value value = fftc_scan_identity();
    if (number < length) {
        value = fftc_scan_total_load(number);
    }
    return value;
}

/* One workgroup: replaces each of `length` totals by what is before it, from left to right, and
 * total number `length` by what all make. The next totals are asked for before the sums. */
FFTC_FN void fftc_scan_sequence(fftc_uint length)
{
    fftc_uint width = FFTC_UINT(1u << FFTC_WORKGROUP_LOG2);
    fftc_uint t = fftc_invocation_index();
    fftc_scan_value sum = fftc_scan_identity();
    fftc_scan_value next = fftc_scan_total_within(t, length);
    for (fftc_uint first = FFTC_UINT(0u); first < length; first += width) {
        fftc_scan_hold(t, next);
        fftc_workgroup_barrier();
        next = fftc_scan_total_within(first + width + t, length);
        if (fftc_is_zero(t)) {
            sum = fftc_scan_held_sequence(sum);
        }
        fftc_workgroup_barrier();
        if (first + t < length) {
            fftc_scan_total_store(first + t, fftc_scan_held_value(t));
        }
    }
    if (fftc_is_zero(t)) {
        fftc_scan_total_store(length, sum);
    }
}

/* --- look-back -------------------------------------------------------------------------------- */

#define FFTC_SCAN_STATE_WORDS (2u * FFTC_SCAN_WORDS)
#define FFTC_SCAN_STATE_TOTAL 1u /* what the block itself makes */
#define FFTC_SCAN_STATE_ALL 2u   /* what all items up to its last one make */

FFTC_FN void fftc_scan_publish_state(fftc_uint number, fftc_scan_value value, fftc_uniform state)
{
    if (fftc_is_zero(fftc_invocation_index())) {
        FFTC_UNROLL
        for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
            fftc_uint at = number * FFTC_UINT(FFTC_SCAN_STATE_WORDS) + FFTC_UINT(2u * w);
            fftc_scan_state_store(at, (value.word[w] & 0xffffu) | FFTC_UINT(state << 16u));
            fftc_scan_state_store(at + FFTC_UINT(1u),
                                  (value.word[w] >> 16u) | FFTC_UINT(state << 16u));
        }
    }
}

FFTC_STRUCT(fftc_scan_seen)
{
    fftc_scan_value value;
    fftc_uint state; /* 0: nothing is there, or part of it */
};

FFTC_FN fftc_scan_seen fftc_scan_look(fftc_uint number)
{
    fftc_scan_seen seen;
    seen.state = FFTC_UINT(3u);
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        fftc_uint at = number * FFTC_UINT(FFTC_SCAN_STATE_WORDS) + FFTC_UINT(2u * w);
        fftc_uint low = fftc_scan_state_load(at);
        fftc_uint high = fftc_scan_state_load(at + FFTC_UINT(1u));
        seen.value.word[w] = (low & 0xffffu) | (high << 16u);
        seen.state &= (low >> 16u) & (high >> 16u); /* 1 & 2 is 0 */
    }
    return seen;
}

/* The largest number of the workgroup. One barrier. */
FFTC_FN fftc_uint fftc_scan_largest(fftc_uint x)
{
    fftc_uint t = fftc_invocation_index();
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SUBGROUP_LOG2 && k < FFTC_WORKGROUP_LOG2; ++k) {
        fftc_subgroup_sync();
        fftc_uint other = fftc_subgroup_shuffle_xor(x, 1u << k);
        x = fftc_select_uint(x < other, other, x);
    }
    fftc_uint at = fftc_scan_held(FFTC_SCAN_WORDS, FFTC_UINT(0u));
    if (fftc_is_zero(t & FFTC_UINT((1u << FFTC_SUBGROUP_LOG2) - 1u))) {
        fftc_shared_set(at + (t >> FFTC_SUBGROUP_LOG2), x);
    }
    fftc_workgroup_barrier();
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_GIVERS_LOG2); ++i) {
        fftc_uint other = fftc_shared_get(at + FFTC_UINT(i));
        x = fftc_select_uint(x < other, other, x);
    }
    return x;
}

/* Joins the held values from number `from` on, from left to right; invocation 0 alone. Values are
 * read during the sums before. */
FFTC_FN fftc_scan_value fftc_scan_join_held(fftc_uint from)
{
    fftc_uint width = FFTC_UINT(1u << FFTC_WORKGROUP_LOG2);
    fftc_uint step = FFTC_UINT(FFTC_SCAN_AHEAD);
    fftc_scan_value sum = fftc_scan_held_value(from);
    fftc_uint i = from + FFTC_UINT(1u);
    for (; i % step != 0u; ++i) {
        sum = fftc_scan_join(sum, fftc_scan_held_value(i));
    }
    if (i < width) {
        fftc_scan_ahead ahead = fftc_scan_held_ahead(i);
        for (; i < width; i += step) {
            fftc_scan_ahead now = ahead;
            if (i + step < width) {
                ahead = fftc_scan_held_ahead(i + step);
            }
            FFTC_UNROLL
            for (fftc_uniform j = 0u; j < FFTC_SCAN_AHEAD; ++j) {
                sum = fftc_scan_join(sum, now.value[j]);
            }
        }
    }
    return sum;
}

/* Whether blocks may be joined in any grouping, and subgroups do so fast. */
#define FFTC_SCAN_BY_TREE (FFTC_SCAN_EXACT != 0u && FFTC_SUBGROUP_LOG2 != 0u)

/* The join of all invocations' values in their order, by a tree. One barrier; it takes the first
 * held values. */
FFTC_FN fftc_scan_value fftc_scan_join_all(fftc_scan_value value)
{
    fftc_uint t = fftc_invocation_index();
    fftc_scan_value all = fftc_scan_identity();
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SUBGROUP_LOG2 && k < FFTC_WORKGROUP_LOG2; ++k) {
        fftc_bool upper = !fftc_is_zero(t & FFTC_UINT(1u << k));
        fftc_scan_value other = fftc_scan_shuffle(value, k);
        value = fftc_scan_join(fftc_scan_select(upper, other, value),
                               fftc_scan_select(upper, value, other));
    }
    if (fftc_is_zero(t & FFTC_UINT((1u << FFTC_SUBGROUP_LOG2) - 1u))) {
        fftc_scan_hold(t >> FFTC_SUBGROUP_LOG2, value);
    }
    fftc_workgroup_barrier();
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_GIVERS_LOG2); ++i) {
        all = fftc_scan_join(all, fftc_scan_held_value(FFTC_UINT(i)));
    }
    return all;
}

/* What all blocks before `number` make. Invocation t looks at block number - invocations + t; it
 * needs one that knows all before it, and a total of each one behind that. */
FFTC_FN fftc_scan_value fftc_scan_look_back(fftc_uint number)
{
    fftc_uint width = FFTC_UINT(1u << FFTC_WORKGROUP_LOG2);
    fftc_uint t = fftc_invocation_index();
    fftc_uint answer = fftc_scan_held(FFTC_SCAN_WORDS, FFTC_UINT(1u << FFTC_SCAN_GIVERS_LOG2));
    fftc_uint from = FFTC_UINT(0u);
    fftc_scan_value before;
    fftc_scan_seen seen;
    fftc_bool found = fftc_is_zero(FFTC_UINT(1u));
    while (!found) {
        seen.value = fftc_scan_identity();
        seen.state = FFTC_UINT(FFTC_SCAN_STATE_ALL); /* before the first block */
        if (number + t >= width) {
            seen = fftc_scan_look(number + t - width);
        }
        if (!FFTC_SCAN_BY_TREE) {
            fftc_scan_hold(t, seen.value);
        }
        /* The last one that is no total decides. */
        fftc_uint key = 2u * t + fftc_select_uint(seen.state == FFTC_SCAN_STATE_ALL, 1u, 0u) + 1u;
        key = fftc_select_uint(seen.state == FFTC_SCAN_STATE_TOTAL, FFTC_UINT(0u), key);
        key = fftc_scan_largest(key);
        found = key != 0u && (key & 1u) == 0u;
        from = (key - FFTC_UINT(2u)) >> 1u;
        if (!found) {
            fftc_workgroup_barrier(); /* all have read the largest one */
        }
    }
    if (FFTC_SCAN_BY_TREE) {
        before = fftc_scan_join_all(fftc_scan_select(t < from, fftc_scan_identity(), seen.value));
    } else {
        if (fftc_is_zero(t)) {
            fftc_scan_value all = fftc_scan_join_held(from);
            FFTC_UNROLL
            for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
                fftc_shared_set(answer + FFTC_UINT(w), all.word[w]);
            }
        }
        fftc_workgroup_barrier();
        FFTC_UNROLL
        for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
            before.word[w] = fftc_shared_get(answer + FFTC_UINT(w));
        }
    }
    return before;
}

/* The next block, of `count`, in one pass; nothing if none is left. */
FFTC_FN void fftc_scan_pass(fftc_uint count, fftc_uniform kind)
{
    fftc_uint t = fftc_invocation_index();
    fftc_uint at = fftc_scan_held(FFTC_SCAN_WORDS, FFTC_UINT(0u));
    if (fftc_is_zero(t)) {
        fftc_shared_set(at, fftc_scan_take_block());
    }
    fftc_workgroup_barrier();
    fftc_uint number = fftc_shared_get(at);
    if (number < count) {
        fftc_scan_block block = fftc_scan_block_rise(number);
        fftc_scan_value total = fftc_scan_block_total(block);
        fftc_scan_value before = fftc_scan_identity();
        if (!fftc_is_zero(number)) {
            fftc_scan_publish_state(number, total, FFTC_SCAN_STATE_TOTAL);
            /* All know their number: where there are several subgroups, the trees had barriers. */
            fftc_subgroup_barrier();
            before = fftc_scan_look_back(number);
        }
        fftc_scan_publish_state(number, fftc_scan_join(before, total), FFTC_SCAN_STATE_ALL);
        fftc_scan_block_store(block, number, before, kind);
    }
}

#endif
