/* SPDX-License-Identifier: MIT
 *
 * Lists of steps of a subgroup, and of atomic operations.
 */
#ifndef FFTC_SPIRV_GROUP_H
#define FFTC_SPIRV_GROUP_H

enum {
    ATOMIC_SCOPE, /* fftc_memory_scope */
    ATOMIC_SEMANTICS,
    ATOMIC_COUNTS,     /* the operand is 1 */
    ATOMIC_COMPARATOR, /* slot */
    ATOMIC_WORDS
};

enum {
    COLLECTIVE_OPERATION,
    COLLECTIVE_ARITHMETIC,
    COLLECTIVE_TYPE,
    COLLECTIVE_CLUSTER,
    COLLECTIVE_LANE,  /* slot, or none */
    COLLECTIVE_SWAPS, /* what is there is a direction 0, 1, 2 for 1, 2, 3 */
    COLLECTIVE_WORDS
};

enum { MASK_INVERSE, MASK_EXTRACT, MASK_COUNT, MASK_LSB, MASK_MSB, MASK_ROTATE };

#endif
