/* SPDX-License-Identifier: MIT
 *
 * A dispatch of a scan or reduction of an array: scan_block.h on src, heads, dst and scratch. A
 * workgroup calls fftc_scan_array. Parameters beside those of scan_block.h:
 *
 *   FFTC_SCAN_ITEM_WORDS   words of an item
 *   FFTC_SCAN_KIND         what is stored: 0 inclusive, 1 exclusive scan, 2 the results of segments
 *   FFTC_SCAN_ROLE         0 clear, 1 one pass, 2 reduce, 3 finish, 4 put: those of
 *                          src/device/scan_plan.h
 *   FFTC_SCAN_OF_TOTALS    1: the array is totals in scratch, which are replaced; 0: src and dst
 */
#ifndef FFTC_SCAN_ARRAY_H
#define FFTC_SCAN_ARRAY_H

#define FFTC_SCAN_BLOCK_ACCESSOR FFTC_FN FFTC_ACCESSOR
#include "fftcore/kernel/scan_block.h"

#ifndef FFTC_SCAN_ITEM_WORDS
#error "define FFTC_SCAN_ITEM_WORDS: words of an item"
#endif
#ifndef FFTC_SCAN_KIND
#error "define FFTC_SCAN_KIND: 0 inclusive, 1 exclusive, 2 results of segments"
#endif
#ifndef FFTC_SCAN_ROLE
#error "define FFTC_SCAN_ROLE: which dispatch this is, 0 to 4"
#endif
#ifndef FFTC_SCAN_OF_TOTALS
#error "define FFTC_SCAN_OF_TOTALS: 1: the array is totals in scratch; 0: src and dst"
#endif

/* Which number fftc_scan_number gives: items of the array (or words to clear); its blocks; the
 * first one of this dispatch; the words of scratch where an array of totals, and where totals or
 * the words of the look-back begin; whether totals say what is before each block; results that
 * there is room for. */
#define FFTC_SCAN_LENGTH 0u
#define FFTC_SCAN_BLOCKS 1u
#define FFTC_SCAN_FIRST_BLOCK 2u
#define FFTC_SCAN_ARRAY_AT 3u
#define FFTC_SCAN_TOTALS_AT 4u
#define FFTC_SCAN_HAS_BEFORE 5u
#define FFTC_SCAN_SEGMENTS 6u

/* Yours to define. Of values that are loaded, the words of the item count. fftc_scan_src_items is
 * called for items that are all there, from a multiple of their number on; so is
 * fftc_scan_dst_items. */
FFTC_ACCESSOR(fftc_uint, fftc_scan_number, (fftc_uniform which));
FFTC_ACCESSOR(fftc_scan_value, fftc_scan_shown, (void)); /* what an exclusive scan begins with */
FFTC_ACCESSOR(fftc_scan_items, fftc_scan_src_items, (fftc_uint index));
FFTC_ACCESSOR(fftc_scan_value, fftc_scan_src_item, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_scan_dst_items, (fftc_uint index, fftc_scan_items items));
FFTC_ACCESSOR(void, fftc_scan_dst_item, (fftc_uint index, fftc_scan_value item));
FFTC_ACCESSOR(fftc_uint, fftc_scan_heads_get, (fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_scan_scratch_get, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_scan_scratch_set, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_scan_scratch_atomic_get, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_scan_scratch_atomic_set, (fftc_uint index, fftc_uint word));
FFTC_ACCESSOR(fftc_uint, fftc_scan_scratch_atomic_add, (fftc_uint index, fftc_uint word));

/* --- scratch ---------------------------------------------------------------------------------- */

FFTC_FN fftc_scan_value fftc_scan_value_at(fftc_uint word)
{
    fftc_scan_value value;
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        value.word[w] = fftc_scan_scratch_get(word + FFTC_UINT(w));
    }
    return value;
}

FFTC_FN void fftc_scan_put_value(fftc_uint word, fftc_scan_value value)
{
    FFTC_UNROLL
    for (fftc_uniform w = 0u; w < FFTC_SCAN_WORDS; ++w) {
        fftc_scan_scratch_set(word + FFTC_UINT(w), value.word[w]);
    }
}

FFTC_FN FFTC_ACCESSOR(fftc_scan_value, fftc_scan_total_load, (fftc_uint index))
{
    return fftc_scan_value_at(fftc_scan_number(FFTC_SCAN_TOTALS_AT) +
                              index * FFTC_UINT(FFTC_SCAN_WORDS));
}

FFTC_FN FFTC_ACCESSOR(void, fftc_scan_total_store, (fftc_uint index, fftc_scan_value value))
{
    fftc_scan_put_value(fftc_scan_number(FFTC_SCAN_TOTALS_AT) + index * FFTC_UINT(FFTC_SCAN_WORDS),
                        value);
}

FFTC_FN FFTC_ACCESSOR(fftc_uint, fftc_scan_state_load, (fftc_uint index))
{
    return fftc_scan_scratch_atomic_get(fftc_scan_number(FFTC_SCAN_TOTALS_AT) + index);
}

FFTC_FN FFTC_ACCESSOR(void, fftc_scan_state_store, (fftc_uint index, fftc_uint word))
{
    fftc_scan_scratch_atomic_set(fftc_scan_number(FFTC_SCAN_TOTALS_AT) + index, word);
}

FFTC_FN FFTC_ACCESSOR(fftc_uint, fftc_scan_take_block, (void))
{
    return fftc_scan_scratch_atomic_add(FFTC_UINT(0u), FFTC_UINT(1u));
}

/* --- items ------------------------------------------------------------------------------------ */

FFTC_FN fftc_uint fftc_scan_array_word(fftc_uint index)
{
    return fftc_scan_number(FFTC_SCAN_ARRAY_AT) + index * FFTC_UINT(FFTC_SCAN_WORDS);
}

/* 1 if a segment begins at item `index`. */
FFTC_FN fftc_uint fftc_scan_head(fftc_uint index)
{
    fftc_uint bit = (fftc_scan_heads_get(index >> 5u) >> (index & 31u)) & 1u;
    return fftc_select_uint(fftc_is_zero(index), FFTC_UINT(1u), bit);
}

FFTC_FN fftc_scan_value fftc_scan_array_item(fftc_uint index)
{
    fftc_scan_value value = fftc_scan_identity();
    if (index < fftc_scan_number(FFTC_SCAN_LENGTH)) {
        if (FFTC_SCAN_OF_TOTALS != 0u) {
            value = fftc_scan_value_at(fftc_scan_array_word(index));
        } else {
            value = fftc_scan_src_item(index);
            if (FFTC_SCAN_SEGMENTED != 0u) {
                value.word[FFTC_SCAN_WORDS - 1u] = fftc_scan_head(index);
            }
        }
    }
    return value;
}

FFTC_FN fftc_bool fftc_scan_all_there(fftc_uint index)
{
    return index + FFTC_UINT(1u << FFTC_SCAN_ITEMS_LOG2) <= fftc_scan_number(FFTC_SCAN_LENGTH);
}

FFTC_FN FFTC_ACCESSOR(fftc_scan_items, fftc_scan_items_load, (fftc_uint index))
{
    fftc_scan_items items;
    if (FFTC_SCAN_OF_TOTALS == 0u && fftc_scan_all_there(index)) {
        items = fftc_scan_src_items(index);
        FFTC_UNROLL
        for (fftc_uniform i = 0u; FFTC_SCAN_SEGMENTED != 0u && i < (1u << FFTC_SCAN_ITEMS_LOG2);
             ++i) {
            items.item[i].word[FFTC_SCAN_WORDS - 1u] = fftc_scan_head(index + FFTC_UINT(i));
        }
    } else {
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_ITEMS_LOG2); ++i) {
            items.item[i] = fftc_scan_array_item(index + FFTC_UINT(i));
        }
    }
    return items;
}

/* The result of the segment whose last item this is. Heads are counted from the first item on. */
FFTC_FN void fftc_scan_segment_store(fftc_uint index, fftc_scan_value value)
{
    fftc_uint next = index + FFTC_UINT(1u);
    fftc_bool last = next == fftc_scan_number(FFTC_SCAN_LENGTH);
    if (!last) {
        last = fftc_scan_head(next) != 0u;
    }
    fftc_uint segment = value.word[FFTC_SCAN_WORDS - 1u] - FFTC_UINT(1u);
    if (last && segment < fftc_scan_number(FFTC_SCAN_SEGMENTS)) {
        fftc_scan_dst_item(segment, value);
    }
}

FFTC_FN void fftc_scan_array_store(fftc_uint index, fftc_scan_value value)
{
    if (index < fftc_scan_number(FFTC_SCAN_LENGTH)) {
        if (FFTC_SCAN_OF_TOTALS != 0u) {
            fftc_scan_put_value(fftc_scan_array_word(index), value);
        } else if (FFTC_SCAN_KIND == 2u) {
            fftc_scan_segment_store(index, value);
        } else {
            fftc_scan_dst_item(index, value);
        }
    }
}

/* An exclusive scan shows the identity at the beginning of a segment. */
FFTC_FN fftc_scan_value fftc_scan_show(fftc_uint index, fftc_scan_value value)
{
    fftc_bool head = fftc_is_zero(index);
    if (FFTC_SCAN_SEGMENTED != 0u && index < fftc_scan_number(FFTC_SCAN_LENGTH)) {
        head = fftc_scan_head(index) != 0u;
    }
    return fftc_scan_select(head, fftc_scan_shown(), value);
}

FFTC_FN FFTC_ACCESSOR(void, fftc_scan_items_store, (fftc_uint index, fftc_scan_items items))
{
    if (FFTC_SCAN_OF_TOTALS == 0u && FFTC_SCAN_KIND == 1u) {
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_ITEMS_LOG2); ++i) {
            items.item[i] = fftc_scan_show(index + FFTC_UINT(i), items.item[i]);
        }
    }
    if (FFTC_SCAN_OF_TOTALS == 0u && FFTC_SCAN_KIND != 2u && fftc_scan_all_there(index)) {
        fftc_scan_dst_items(index, items);
    } else {
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < (1u << FFTC_SCAN_ITEMS_LOG2); ++i) {
            fftc_scan_array_store(index + FFTC_UINT(i), items.item[i]);
        }
    }
}

/* --- the dispatch ----------------------------------------------------------------------------- */

FFTC_FN void fftc_scan_clear(fftc_uint number)
{
    fftc_uint index = (number << FFTC_WORKGROUP_LOG2) + fftc_invocation_index();
    if (index < fftc_scan_number(FFTC_SCAN_LENGTH)) {
        fftc_scan_scratch_set(index, FFTC_UINT(0u));
    }
}

/* The result of a reduction; of no items, what an exclusive scan begins with. */
FFTC_FN void fftc_scan_put(void)
{
    if (fftc_is_zero(fftc_invocation_index())) {
        fftc_scan_value value = fftc_scan_shown();
        if (fftc_scan_number(FFTC_SCAN_HAS_BEFORE) != 0u) {
            value = fftc_scan_value_at(fftc_scan_array_word(FFTC_UINT(0u)));
        }
        fftc_scan_dst_item(FFTC_UINT(0u), value);
    }
}

FFTC_FN void fftc_scan_array(void)
{
    fftc_uint number = FFTC_UINT(fftc_workgroup_index()) + fftc_scan_number(FFTC_SCAN_FIRST_BLOCK);
    fftc_uniform kind = FFTC_SCAN_OF_TOTALS != 0u || FFTC_SCAN_KIND == 1u ? FFTC_SCAN_EXCLUSIVE
                                                                          : FFTC_SCAN_INCLUSIVE;
    if (FFTC_SCAN_ROLE == 0u) {
        fftc_scan_clear(number);
    } else if (FFTC_SCAN_ROLE == 1u) {
        fftc_scan_pass(fftc_scan_number(FFTC_SCAN_BLOCKS), kind);
    } else if (FFTC_SCAN_ROLE == 2u) {
        fftc_scan_reduce(number);
    } else if (FFTC_SCAN_ROLE == 3u) {
        /* Last blocks first: those are still in the device's caches. */
        fftc_scan_finish(fftc_scan_number(FFTC_SCAN_BLOCKS) - 1u - number,
                         fftc_scan_number(FFTC_SCAN_HAS_BEFORE) == 0u, kind);
    } else {
        fftc_scan_put();
    }
}

#endif
