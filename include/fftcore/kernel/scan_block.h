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
 * Look-back, after D. Merrill and M. Garland (NVR-2016-002), but on a tree: a workgroup publishes
 * its block's total; that of the last of 16 blocks also publishes what the 16 make, that of the
 * last of 256 what these make, and so on. What is before a block is then at most 15 totals of each
 * level, all of which are looked at at once, by an invocation each: none waits for a chain of
 * blocks. Invocations that look hold one total, since what the look-back takes of registers leaves
 * room for fewer workgroups. Totals of levels have copies, of which each block looks at one.
 * Each 32-bit word of what is published has 16 bits of a value and a mark: a reader that sees the
 * mark in all words has a whole value, so that no memory access need be ordered, and only single
 * words need be atomic. Blocks are taken by a counter: those that a workgroup waits for have been
 * started. The device must let started workgroups go on, which Vulkan does not promise.
 */
#ifndef FFTC_SCAN_BLOCK_H
#define FFTC_SCAN_BLOCK_H

#include "fftcore/kernel/scan_shared.h"
#include "fftcore/kernel/scan_value.h"
#include "fftcore/kernel/subgroup.h"
#include "fftcore/kernel/workgroup.h"

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
/* The level from which on a result is joined with what is before its row, not level by level; and
 * the digit of the row's number that a level above belongs to. Where any grouping has the same
 * bits, a row is what is loaded at once, and its number is one digit. */
#define FFTC_SCAN_CUT (FFTC_SCAN_EXACT != 0u ? FFTC_SCAN_ITEMS_LOG2 : FFTC_SCAN_ROW_LOG2)
#define FFTC_SCAN_DIGIT(level) \
    (FFTC_SCAN_EXACT != 0u ? 0u : ((level)-FFTC_SCAN_ROW_LOG2) / FFTC_SCAN_ROW_LOG2)
#define FFTC_SCAN_DIGITS 2u /* at most: of the 256 rows of a block */
FFTC_STRUCT(fftc_scan_items)
{
    fftc_scan_value item[FFTC_SCAN_ITEMS_MAX];
};
/* The neighbours of one load; what is before them in their row, and before their row in the block,
 * by digits; and what the subtree that they belong to makes. */
FFTC_STRUCT(fftc_scan_part)
{
    fftc_scan_items items;
    fftc_scan_value row_before;
    fftc_scan_value before[FFTC_SCAN_DIGITS];
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

FFTC_FN fftc_scan_value fftc_scan_given(fftc_uniform area, fftc_uniform slot, fftc_uint giver)
{
    fftc_scan_value value;
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        value.word[w] = fftc_shared_get(fftc_scan_place(area, slot, w, giver));
    }
    return value;
}

/* From the subgroup of the invocation whose number differs in bit k. */
FFTC_FN fftc_scan_value fftc_scan_take(fftc_uniform area, fftc_uniform slot, fftc_uniform k)
{
    return fftc_scan_given(area, slot,
                           (fftc_invocation_index() ^ FFTC_UINT(1u << k)) >> FFTC_SUBGROUP_LOG2);
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
        fftc_uniform digit = FFTC_SCAN_DIGIT(FFTC_SCAN_ITEMS_LOG2 + k);
        part.before[digit] =
            fftc_scan_select(upper, fftc_scan_join(other, part.before[digit]), part.before[digit]);
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

/* The trees of a part's items, which are there. */
FFTC_FN fftc_scan_part fftc_scan_part_begin(fftc_scan_part part)
{
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
    FFTC_UNROLL
    for (fftc_uniform digit = 0u; digit < FFTC_SCAN_DIGITS; ++digit) {
        part.before[digit] = part.row_before;
    }
    part.total = part.items.item[(1u << FFTC_SCAN_ITEMS_LOG2) - 1u];
    return part;
}

/* The first item of load q of an invocation. */
FFTC_FN fftc_uint fftc_scan_part_index(fftc_uint number, fftc_uniform q)
{
    fftc_uint t = fftc_invocation_index();
    return (number << FFTC_SCAN_BLOCK_LOG2) +
           ((FFTC_UINT(q << FFTC_WORKGROUP_LOG2) + t) << FFTC_SCAN_ITEMS_LOG2);
}

FFTC_FN fftc_scan_block fftc_scan_block_load(fftc_uint number)
{
    fftc_scan_block block;
    FFTC_UNROLL
    for (fftc_uniform q = 0u; q < (1u << FFTC_SCAN_LOADS_LOG2); ++q) {
        block.part[q].items = fftc_scan_items_load(fftc_scan_part_index(number, q));
    }
    return block;
}

/* Makes a block's trees. Its total is that of its last part. */
FFTC_FN fftc_scan_block fftc_scan_block_rise(fftc_scan_block block)
{
    fftc_uniform loads = 1u << FFTC_SCAN_LOADS_LOG2;
    FFTC_UNROLL
    for (fftc_uniform q = 0u; q < loads; ++q) {
        block.part[q] = fftc_scan_part_begin(block.part[q]);
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
        fftc_uniform digit = FFTC_SCAN_DIGIT(FFTC_SCAN_ITEMS_LOG2 + FFTC_WORKGROUP_LOG2 + k);
        FFTC_UNROLL
        for (fftc_uniform q = 0u; q < loads; ++q) {
            if ((q & (1u << k)) != 0u) {
                fftc_scan_value lower = block.part[((q >> k) << k) - 1u].total;
                block.part[q].before[digit] = fftc_scan_join(lower, block.part[q].before[digit]);
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
    FFTC_UNROLL
    for (fftc_uniform q = 0u; q < (1u << FFTC_SCAN_LOADS_LOG2); ++q) {
        fftc_scan_value all_before = before;
        if (FFTC_SCAN_EXACT == 0u) {
            all_before = fftc_scan_join(before, block.part[q].before[1]);
        }
        all_before = fftc_scan_join(all_before, block.part[q].before[0]);
        fftc_scan_value previous = block.part[q].row_before;
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_ITEMS_LOG2); ++i) {
            fftc_scan_value item = block.part[q].items.item[i];
            block.part[q].items.item[i] =
                fftc_scan_join(all_before, kind == FFTC_SCAN_EXCLUSIVE ? previous : item);
            previous = item;
        }
        fftc_scan_items_store(fftc_scan_part_index(number, q), block.part[q].items);
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
    fftc_scan_value total =
        fftc_scan_block_total(fftc_scan_block_rise(fftc_scan_block_load(number)));
    if (fftc_is_zero(fftc_invocation_index())) {
        fftc_scan_total_store(number, total);
    }
}

/* A block's results; `first`: there is nothing before it, otherwise what is before it is a
 * total. */
FFTC_FN void fftc_scan_finish(fftc_uint number, fftc_bool first, fftc_uniform kind)
{
    fftc_scan_block block = fftc_scan_block_rise(fftc_scan_block_load(number));
    fftc_scan_value before = fftc_scan_identity();
    if (!first) {
        before = fftc_scan_total_load(number);
    }
    fftc_scan_block_store(block, number, before, kind);
}

/* --- look-back -------------------------------------------------------------------------------- */

#define FFTC_SCAN_THERE 0x10000u
#define FFTC_SCAN_ROW (1u << FFTC_SCAN_ROW_LOG2)
/* 16 invocations look at a level's totals, at one each; in small workgroups they have several
 * levels. */
#define FFTC_SCAN_LOOKERS_LOG2 (FFTC_WORKGROUP_LOG2 - FFTC_SCAN_ROW_LOG2)
#define FFTC_SCAN_LOOKS \
    ((FFTC_SCAN_LEVELS + (1u << FFTC_SCAN_LOOKERS_LOG2) - 1u) >> FFTC_SCAN_LOOKERS_LOG2)

/* Where the totals of a level begin, for as many blocks; of copy number `copy`. */
FFTC_FN fftc_uint fftc_scan_level_place(fftc_uint blocks, fftc_uint level, fftc_uint copy)
{
    fftc_uint place = FFTC_UINT(0u);
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SCAN_LEVELS; ++k) {
        fftc_uint totals = blocks >> (FFTC_SCAN_ROW_LOG2 * k);
        fftc_uint copies = FFTC_UINT(k == 0u ? 1u : FFTC_SCAN_COPIES);
        place += fftc_select_uint(FFTC_UINT(k) < level, totals * copies, FFTC_UINT(0u));
        place += fftc_select_uint(FFTC_UINT(k) == level && k != 0u, totals * copy, FFTC_UINT(0u));
    }
    return place;
}

FFTC_FN void fftc_scan_state_put(fftc_uint place, fftc_scan_value value)
{
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        fftc_uint at = place * FFTC_UINT(FFTC_SCAN_STATE_WORDS) + FFTC_UINT(2u * w);
        fftc_scan_state_store(at, (value.word[w] & 0xffffu) | FFTC_SCAN_THERE);
        fftc_scan_state_store(at + FFTC_UINT(1u), (value.word[w] >> 16u) | FFTC_SCAN_THERE);
    }
}

FFTC_FN void fftc_scan_publish_total(fftc_uint number, fftc_scan_value total)
{
    if (fftc_is_zero(fftc_invocation_index())) {
        fftc_scan_state_put(number, total);
    }
}

/* How many totals of a level there are before block `number` in its row. */
FFTC_FN fftc_uint fftc_scan_digit_of(fftc_uint number, fftc_uint level)
{
    return (number >> (FFTC_SCAN_ROW_LOG2 * level)) & FFTC_UINT(FFTC_SCAN_ROW - 1u);
}

FFTC_FN fftc_uint fftc_scan_look_level(fftc_uniform look)
{
    return (fftc_invocation_index() >> FFTC_SCAN_ROW_LOG2) +
           FFTC_UINT(look << FFTC_SCAN_LOOKERS_LOG2);
}

FFTC_FN fftc_uint fftc_scan_look_digit(void)
{
    return fftc_invocation_index() & FFTC_UINT(FFTC_SCAN_ROW - 1u);
}

/* Which looks of an invocation (a bit each) have found nothing yet. */
FFTC_FN fftc_uint fftc_scan_missing(fftc_uint number)
{
    fftc_uint missing = FFTC_UINT(0u);
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_SCAN_LOOKS; ++i) {
        fftc_uint level = fftc_scan_look_level(i);
        if (level < FFTC_UINT(FFTC_SCAN_LEVELS) &&
            fftc_scan_look_digit() < fftc_scan_digit_of(number, level)) {
            missing |= FFTC_UINT(1u << i);
        }
    }
    return missing;
}

/* Words of shared memory. */
FFTC_FN void fftc_scan_tell(fftc_uint at, fftc_scan_value value)
{
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        fftc_shared_set(at + FFTC_UINT(w), value.word[w]);
    }
}

FFTC_FN fftc_scan_value fftc_scan_told(fftc_uint at)
{
    fftc_scan_value value;
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        value.word[w] = fftc_shared_get(at + FFTC_UINT(w));
    }
    return value;
}

/* Where a total that was seen stands. Rows are of an odd length, for the memory's banks. */
FFTC_FN fftc_uint fftc_scan_seen_at(fftc_uint level, fftc_uint digit)
{
    return FFTC_UINT(FFTC_SCAN_SEEN_AT) +
           (level * FFTC_UINT(FFTC_SCAN_ROW + 1u) + digit) * FFTC_UINT(FFTC_SCAN_WORDS);
}

FFTC_FN fftc_uint fftc_scan_tree_at(fftc_uint level)
{
    return FFTC_UINT(FFTC_SCAN_TREE_AT) + level * FFTC_UINT(FFTC_SCAN_WORDS);
}

/* Looks for what is missing; what is there goes to shared memory, and is counted by levels. */
FFTC_FN fftc_uint fftc_scan_look(fftc_uint missing, fftc_uint number, fftc_uint blocks)
{
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_SCAN_LOOKS; ++i) {
        if ((missing & FFTC_UINT(1u << i)) != 0u) {
            fftc_uint level = fftc_scan_look_level(i);
            fftc_uint digit = fftc_scan_look_digit();
            fftc_uint row = (number >> (FFTC_SCAN_ROW_LOG2 * level)) >> FFTC_SCAN_ROW_LOG2;
            fftc_uint copy = number & FFTC_UINT(FFTC_SCAN_COPIES - 1u);
            fftc_uint place =
                fftc_scan_level_place(blocks, level, copy) + (row << FFTC_SCAN_ROW_LOG2) + digit;
            fftc_uint marks = FFTC_UINT(FFTC_SCAN_THERE);
            fftc_scan_value value;
            FFTC_UNROLL
            for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
                fftc_uint at = place * FFTC_UINT(FFTC_SCAN_STATE_WORDS) + FFTC_UINT(2u * w);
                fftc_uint low = fftc_scan_state_load(at);
                fftc_uint high = fftc_scan_state_load(at + FFTC_UINT(1u));
                value.word[w] = (low & 0xffffu) | (high << 16u);
                marks &= low & high;
            }
            if (marks != 0u) {
                fftc_scan_tell(fftc_scan_seen_at(level, digit), value);
                fftc_shared_atomic_add(FFTC_UINT(FFTC_SCAN_COUNT_AT) + level, FFTC_UINT(1u));
                missing ^= FFTC_UINT(1u << i);
            }
        }
    }
    return missing;
}

/* The tree of 16 totals of a level, of which `count` were seen, and the last one is `last`. */
FFTC_FN fftc_scan_value fftc_scan_seen_tree(fftc_uint level, fftc_uint count, fftc_scan_value last)
{
    fftc_scan_value node[FFTC_SCAN_ROW];
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_SCAN_ROW; ++i) {
        node[i] = i + 1u == FFTC_SCAN_ROW ? last : fftc_scan_identity();
        if (FFTC_UINT(i) < count) {
            node[i] = fftc_scan_told(fftc_scan_seen_at(level, FFTC_UINT(i)));
        }
    }
    FFTC_UNROLL
    for (fftc_uniform pairs = FFTC_SCAN_ROW / 2u; pairs > 0u; pairs /= 2u) {
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < pairs; ++i) {
            node[i] = fftc_scan_join(node[2u * i], node[2u * i + 1u]);
        }
    }
    return node[0];
}

/* What all blocks before block `number` make; its total is published. The totals of levels that it
 * is the last block of are published as soon as the level below is seen: whoever waits for them
 * must not wait for what is before them, too. */
FFTC_FN fftc_scan_value fftc_scan_look_back(fftc_uint missing, fftc_uint number, fftc_uint blocks,
                                            fftc_scan_value total)
{
    fftc_uint t = fftc_invocation_index();
    fftc_uint last = FFTC_UINT(FFTC_SCAN_ROW - 1u);
    fftc_uint level = FFTC_UINT(0u); /* of `total` */
    fftc_uint awaited = FFTC_UINT(1u);
    while (awaited != 0u) {
        fftc_uint seen[FFTC_SCAN_LEVELS];
        awaited = FFTC_UINT(0u);
        missing = fftc_scan_look(missing, number, blocks);
        fftc_workgroup_barrier();
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < FFTC_SCAN_LEVELS; ++k) {
            seen[k] = fftc_shared_get(FFTC_UINT(FFTC_SCAN_COUNT_AT + k));
            awaited |= seen[k] ^ fftc_scan_digit_of(number, FFTC_UINT(k));
        }
        fftc_workgroup_barrier();
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k + 1u < FFTC_SCAN_LEVELS; ++k) {
            if (level == k && seen[k] == last) {
                level = FFTC_UINT(k + 1u);
                if (t < FFTC_UINT(FFTC_SCAN_COPIES)) {
                    total = fftc_scan_seen_tree(FFTC_UINT(k), last, total);
                    fftc_scan_state_put(fftc_scan_level_place(blocks, level, t) +
                                            (number >> (FFTC_SCAN_ROW_LOG2 * (k + 1u))),
                                        total);
                }
            }
        }
    }
    if (t < FFTC_UINT(FFTC_SCAN_LEVELS)) {
        fftc_scan_tell(fftc_scan_tree_at(t),
                       fftc_scan_seen_tree(t, fftc_scan_digit_of(number, t), fftc_scan_identity()));
    }
    fftc_workgroup_barrier();
    fftc_scan_value before = fftc_scan_told(fftc_scan_tree_at(FFTC_UINT(FFTC_SCAN_LEVELS - 1u)));
    FFTC_UNROLL
    for (fftc_uniform k = FFTC_SCAN_LEVELS - 1u; k > 0u; --k) {
        before = fftc_scan_join(before, fftc_scan_told(fftc_scan_tree_at(FFTC_UINT(k - 1u))));
    }
    return before;
}

/* Whether the total of a block is cheaper than its trees, and known before them. */
#define FFTC_SCAN_TOTAL_FIRST (FFTC_SCAN_EXACT == 2u && FFTC_SUBGROUP_LOG2 != 0u)

/* The total of a block, in any order. */
FFTC_FN fftc_scan_value fftc_scan_block_sum(fftc_scan_block block)
{
    fftc_scan_value total = fftc_scan_identity();
    FFTC_UNROLL
    for (fftc_uniform q = 0u; q < (1u << FFTC_SCAN_LOADS_LOG2); ++q) {
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_ITEMS_LOG2); ++i) {
            total = fftc_scan_join(total, block.part[q].items.item[i]);
        }
    }
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_SUBGROUP_LOG2; ++k) {
        total = fftc_scan_join(total, fftc_scan_shuffle(total, k));
    }
    fftc_scan_give(total, 1u, 0u); /* the trees begin with area 0 */
    fftc_workgroup_barrier();
    total = fftc_scan_given(1u, 0u, FFTC_UINT(0u));
    FFTC_UNROLL
    for (fftc_uniform giver = 1u; giver < (1u << FFTC_SCAN_GIVERS_LOG2); ++giver) {
        total = fftc_scan_join(total, fftc_scan_given(1u, 0u, FFTC_UINT(giver)));
    }
    return total;
}

/* The next block, of as many, in one pass; nothing if none is left. The first look is while the
 * block's items are on their way. */
FFTC_FN void fftc_scan_pass(fftc_uint blocks, fftc_uniform kind)
{
    fftc_uint t = fftc_invocation_index();
    fftc_uint number_at = FFTC_UINT(FFTC_SCAN_NUMBER_AT);
    if (fftc_is_zero(t)) {
        fftc_shared_set(number_at, fftc_scan_take_block());
    }
    if (t < FFTC_UINT(FFTC_SCAN_LEVELS)) {
        fftc_shared_set(FFTC_UINT(FFTC_SCAN_COUNT_AT) + t, FFTC_UINT(0u));
    }
    fftc_workgroup_barrier();
    fftc_uint number = fftc_shared_get(number_at);
    if (number < blocks) {
        fftc_scan_block block = fftc_scan_block_load(number);
        fftc_uint missing = fftc_scan_look(fftc_scan_missing(number), number, blocks);
        if (FFTC_SCAN_TOTAL_FIRST) {
            fftc_scan_publish_total(number, fftc_scan_block_sum(block));
        }
        block = fftc_scan_block_rise(block);
        if (!(FFTC_SCAN_TOTAL_FIRST)) {
            fftc_scan_publish_total(number, fftc_scan_block_total(block));
        }
        fftc_scan_value before =
            fftc_scan_look_back(missing, number, blocks, fftc_scan_block_total(block));
        fftc_scan_block_store(block, number, before, kind);
    }
}

#endif
