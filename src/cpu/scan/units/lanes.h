/* SPDX-License-Identifier: MIT
 *
 * Moves between the lanes of a vector, as lists of lanes for __builtin_shufflevector, whose numbers
 * must be constants. LANES is 2, 4, 8 or 16.
 */
#ifndef FFTC_CPU_SCAN_LANES_H
#define FFTC_CPU_SCAN_LANES_H

#define LIST__(name, lanes) name##_##lanes
#define LIST_(name, lanes) LIST__(name, lanes)
#define LIST(name) LIST_(name, LANES)

/* Lane i takes the last lane of the 2^k before its own 2^k if bit k of i is set, otherwise its
 * own. */
#define RISE0_2 0, 0
#define RISE0_4 0, 0, 2, 2
#define RISE1_4 0, 1, 1, 1
#define RISE0_8 0, 0, 2, 2, 4, 4, 6, 6
#define RISE1_8 0, 1, 1, 1, 4, 5, 5, 5
#define RISE2_8 0, 1, 2, 3, 3, 3, 3, 3
#define RISE0_16 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14
#define RISE1_16 0, 1, 1, 1, 4, 5, 5, 5, 8, 9, 9, 9, 12, 13, 13, 13
#define RISE2_16 0, 1, 2, 3, 3, 3, 3, 3, 8, 9, 10, 11, 11, 11, 11, 11
#define RISE3_16 0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7

/* Of two vectors, the lanes of the second where bit k is set. */
#define BLEND0_2 0, 3
#define BLEND0_4 0, 5, 2, 7
#define BLEND1_4 0, 1, 6, 7
#define BLEND0_8 0, 9, 2, 11, 4, 13, 6, 15
#define BLEND1_8 0, 1, 10, 11, 4, 5, 14, 15
#define BLEND2_8 0, 1, 2, 3, 12, 13, 14, 15
#define BLEND0_16 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14, 31
#define BLEND1_16 0, 1, 18, 19, 4, 5, 22, 23, 8, 9, 26, 27, 12, 13, 30, 31
#define BLEND2_16 0, 1, 2, 3, 20, 21, 22, 23, 8, 9, 10, 11, 28, 29, 30, 31
#define BLEND3_16 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31

/* The last lane everywhere. */
#define LAST_2 1, 1
#define LAST_4 3, 3, 3, 3
#define LAST_8 7, 7, 7, 7, 7, 7, 7, 7
#define LAST_16 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15

/* Of two vectors, the last lane of the first and all but the last of the second. */
#define SHIFT_2 1, 2
#define SHIFT_4 3, 4, 5, 6
#define SHIFT_8 7, 8, 9, 10, 11, 12, 13, 14
#define SHIFT_16 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30

#define NUMBERS_2 0, 1
#define NUMBERS_4 0, 1, 2, 3
#define NUMBERS_8 0, 1, 2, 3, 4, 5, 6, 7
#define NUMBERS_16 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15

#define FILL_2(x) x, x
#define FILL_4(x) x, x, x, x
#define FILL_8(x) FILL_4(x), FILL_4(x)
#define FILL_16(x) FILL_8(x), FILL_8(x)

#endif
