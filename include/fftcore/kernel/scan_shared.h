/* SPDX-License-Identifier: MIT
 *
 * How much memory scan_block.h takes, from its parameters; also for whoever chooses them.
 */
#ifndef FFTC_SCAN_SHARED_H
#define FFTC_SCAN_SHARED_H

#include "fftcore/kernel/scan_association.h"

#ifndef FFTC_SCAN_ITEMS_LOG2
#error "define FFTC_SCAN_ITEMS_LOG2: log2 of the items that an invocation loads at once, 0 to 2"
#endif
#ifndef FFTC_SCAN_WORDS
#error "define FFTC_SCAN_WORDS: words of 32 bits of a value that is scanned"
#endif
#ifndef FFTC_WORKGROUP_LOG2
#error "define FFTC_WORKGROUP_LOG2: log2 of the invocations in a workgroup"
#endif
#ifndef FFTC_SUBGROUP_LOG2
#error "define FFTC_SUBGROUP_LOG2: log2 of a size every subgroup has at least; 0: no subgroups"
#endif

#define FFTC_SCAN_LOADS_LOG2 (FFTC_SCAN_BLOCK_LOG2 - FFTC_WORKGROUP_LOG2 - FFTC_SCAN_ITEMS_LOG2)
/* Loads whose totals are exchanged with one barrier: all of them where each subgroup gives one
 * word. */
#define FFTC_SCAN_SLOTS (FFTC_SUBGROUP_LOG2 == 0u ? 1u : 1u << FFTC_SCAN_LOADS_LOG2)
#define FFTC_SCAN_GIVERS_LOG2 \
    (FFTC_WORKGROUP_LOG2 > FFTC_SUBGROUP_LOG2 ? FFTC_WORKGROUP_LOG2 - FFTC_SUBGROUP_LOG2 : 0u)
#define FFTC_SCAN_AREA_WORDS ((FFTC_SCAN_SLOTS * FFTC_SCAN_WORDS) << FFTC_SCAN_GIVERS_LOG2)

/* The look-back: 16 totals of one level are one of the next. There are 5 levels, since an array has
 * at most 2^31 items in 2^19 blocks. A total is two words for each of its own. Above level 0 there
 * are copies: a line of memory that all workgroups look at is slow. */
#define FFTC_SCAN_LEVELS 5u
#define FFTC_SCAN_COPIES 16u
#define FFTC_SCAN_STATE_WORDS (2u * FFTC_SCAN_WORDS)
#define FFTC_SCAN_STATES(blocks)                                                                  \
    ((blocks) + (((blocks) >> FFTC_SCAN_ROW_LOG2) + ((blocks) >> 2u * FFTC_SCAN_ROW_LOG2) +       \
                 ((blocks) >> 3u * FFTC_SCAN_ROW_LOG2) + ((blocks) >> 4u * FFTC_SCAN_ROW_LOG2)) * \
                    FFTC_SCAN_COPIES)

/* Two areas of totals; of the look-back the number of the block, how many totals of each level were
 * seen, their trees, and the totals. */
#define FFTC_SCAN_NUMBER_AT (2u * FFTC_SCAN_AREA_WORDS)
#define FFTC_SCAN_COUNT_AT (FFTC_SCAN_NUMBER_AT + 1u)
#define FFTC_SCAN_TREE_AT (FFTC_SCAN_COUNT_AT + FFTC_SCAN_LEVELS)
#define FFTC_SCAN_SEEN_AT (FFTC_SCAN_TREE_AT + FFTC_SCAN_LEVELS * FFTC_SCAN_WORDS)
#define FFTC_SCAN_BLOCK_SHARED_WORDS \
    (FFTC_SCAN_SEEN_AT + FFTC_SCAN_LEVELS * ((1u << FFTC_SCAN_ROW_LOG2) + 1u) * FFTC_SCAN_WORDS)

#endif
