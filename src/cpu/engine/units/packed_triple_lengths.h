/* SPDX-License-Identifier: MIT
 *
 * Rows of three radices that have functions of their own in vectors of 256 bits (packed.c): by
 * constant distances they take 0.95 of the time. Included with TRIPLE_FIXED_32(r1, r2, r3) and
 * TRIPLE_FIXED_64 set, for the two precisions.
 */
TRIPLE_FIXED_32(8, 8, 8)
TRIPLE_FIXED_32(8, 8, 16)
TRIPLE_FIXED_32(8, 16, 16)
TRIPLE_FIXED_32(16, 16, 16)
TRIPLE_FIXED_64(4, 8, 16)
TRIPLE_FIXED_64(8, 8, 8)
TRIPLE_FIXED_64(8, 8, 16)
TRIPLE_FIXED_64(8, 16, 16)
