/* SPDX-License-Identifier: MIT
 *
 * What the kernels of a workgroup have in common: FFTC_WORKGROUP_LOG2, and how many words of shared
 * memory each of them takes. These are macros, so that an environment which comes before the
 * kernels (shaders/common/workgroup.glsl) can take its FFTC_SHARED_WORDS from them.
 */
#ifndef FFTC_GROUP_H
#define FFTC_GROUP_H

#include "fftcore/kernel/dialect.h"

#ifndef FFTC_WORKGROUP_LOG2
#error "define FFTC_WORKGROUP_LOG2: log2 of the invocations in a workgroup"
#endif
#ifdef FFTC_GROUP_UNKNOWN
#error \
    "define FFTC_WORKGROUP_LOG2 before common/workgroup.glsl, which declares the local size by it"
#endif

FFTC_REQUIRE(FFTC_WORKGROUP_LOG2_must_be_at_most_16, FFTC_WORKGROUP_LOG2 <= 16u);

/* exchange.h, and what includes it: workgroup_fft.h, accessor.h, mirror.h, real.h. */
#define FFTC_EXCHANGE_SHARED_WORDS (FFTC_COMPLEX_WORDS << FFTC_WORKGROUP_LOG2)

/* butterfly_line.h: two halves, each with a line. */
#define FFTC_BUTTERFLY_SHARED_WORDS (2u * FFTC_COMPLEX_WORDS << FFTC_BUTTERFLY_LOG2)

/* scan.h. With subgroup operations, row `lane` holds what lane number `lane` of each subgroup
 * gives, and rows are one word longer than there are subgroups: no two lanes hit one bank. Without,
 * two areas take turns. */
#define FFTC_SCAN_SHARED_WORDS                          \
    (FFTC_SCAN_WORDS * (FFTC_SUBGROUP_LOG2 == 0u        \
                            ? 2u << FFTC_WORKGROUP_LOG2 \
                            : (1u << FFTC_WORKGROUP_LOG2) + (1u << FFTC_SUBGROUP_LOG2)))

/* stencil.h: the tile with what is around it. Each invocation stores as often as the others: what
 * is too much goes behind the last pixel. */
#define FFTC_TILE_WIDTH ((1u << FFTC_TILE_COLUMNS_LOG2) + 2u * FFTC_TILE_REACH_COLUMNS)
#define FFTC_TILE_HEIGHT ((1u << FFTC_TILE_ROWS_LOG2) + 2u * FFTC_TILE_REACH_ROWS)
#define FFTC_TILE_ROUNDS \
    ((FFTC_TILE_WIDTH * FFTC_TILE_HEIGHT + (1u << FFTC_WORKGROUP_LOG2) - 1u) >> FFTC_WORKGROUP_LOG2)
#define FFTC_TILE_SHARED_WORDS (FFTC_TILE_WORDS * (FFTC_TILE_ROUNDS << FFTC_WORKGROUP_LOG2))

#endif
