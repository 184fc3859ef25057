/* SPDX-License-Identifier: MIT
 *
 * The parameters of lines: line_fft.h, line_cross.h and what includes them.
 *
 * They are expressions, never asked by the preprocessor: constants in a shader, fields of a
 * fftc_line_schedule (src/device/line_plan.h) where one program carries out many.
 *
 *   FFTC_LINE_POINTS          N
 *   FFTC_LINE_INVOCATIONS     I, of one line; the workgroup has FFTC_LINE_COUNT * I
 *   FFTC_LINE_COUNT           lines of a workgroup
 *   FFTC_LINE_REGISTERS       at least the points an invocation holds in any
 *                             stage: r ceil(N / (r I))
 *   FFTC_LINE_STAGES          1 .. 6
 *   FFTC_LINE_RADIX_0 .. _5   2 .. 32; 1 beyond the last stage
 *   FFTC_LINE_WORDS           words of a number that cross shared memory at a time: 1, 2 or 4
 *   FFTC_LINE_ROUNDS          rounds of each crossing, at most. A stage of radix r takes
 *                             ceil(r / rounds) of the r elements of each butterfly in a round: a
 *                             block of as many N / r positions, and all blocks move through the
 *                             same shared memory
 *   FFTC_LINE_STRIDE          words from line to line in shared memory: enough for every block
 *   FFTC_LINE_PAD_LOG2        padding: position p of a block is at p + (p >> pad_log2)
 *   FFTC_LINE_LOAD_ACROSS     while loading, neighbouring invocations work on neighbouring lines
 *                             (1), or on neighbouring positions of one line (0)
 *   FFTC_LINE_STORE_ACROSS    the same while storing. Lines of one stage need the same value for
 *                             both
 *   FFTC_LINE_IN_SUBGROUP     1: all invocations of a line belong to one subgroup (and neither side
 *                             is done across), so that a barrier of the subgroup serves
 *   FFTC_LINE_GATHERED        with FFTC_LINE_GATHERS defined. 1: lines of one stage, which are
 *                             read and written as line_gather.h does; nothing is done across,
 *                             FFTC_LINE_INVOCATIONS is 1, and nothing is mirrored or factored.
 *                             2: as line_rows.h does; nothing is done across or factored, lines
 *                             are mirrored within themselves, FFTC_LINE_ROUNDS is 1, nothing is
 *                             padded, and FFTC_LINE_REGISTERS is at least (N + 1) / I, rounded up
 *   FFTC_LINE_HELD            1: the factors of all stages are loaded before the first crossing
 *                             (line_held.h). No stage after the first may have more than 8 of
 *                             them, which is rows times butterflies
 *   FFTC_LINE_PLANE           R, defined if a line is a plane: an array of R rows of X = N / R
 *                             points, which is transformed along both axes. The radices of the
 *                             stages before FFTC_LINE_PLANE_STAGE multiply to X, the others to R.
 *                             When loaded, column x of row y is position x R + y, and invocations
 *                             (R divides I) take these in an order in which neighbours have
 *                             neighbouring columns. When stored, it is position y X + x. 0: no
 *                             plane. R, X and I are powers of two; nothing is across, mirrored,
 *                             gathered, held or factored
 *   FFTC_LINE_IN_PLACE        1: source and destination are the same elements, so that all
 *                             loads of the workgroup have to come before its stores: one barrier
 *                             orders buffers too
 *   FFTC_LINE_FACTORED        1: multiply by fftc_line_factor after loading
 *   FFTC_LINE_INVERSE         1: the inverse
 *   FFTC_LINE_SCALED          1: multiply by FFTC_LINE_SCALE, an fftc_real, at the end
 *
 * Mirrored lines, with FFTC_LINE_MIRRORS defined. The mirror of frequency f is -f, and one
 * invocation has each element and its mirror in registers, so that the two can be combined without
 * any memory. Before and after a stage, element k of butterfly b is position b + k B, where
 * B = N / radix. Position -p is then element radix - 1 - k of butterfly B - b, and an invocation
 * that makes butterflies b and B - b has the mirrors of both. Butterfly 0 holds its own mirrors:
 * k's is radix - k, and element 0 is its own. So does B / 2, and these two are made together.
 *
 *   FFTC_LINE_MIRRORED_LOAD   of the first stage. 0: not mirrored. 1: mirrors within a line, as
 *                             above. 2: mirrors in pairs of lines l and l + FFTC_LINE_COUNT / 2.
 *                             The mirror of position p is N - 1 - p of the partner, that is,
 *                             element radix - 1 - k of butterfly B - 1 - b. The exception is a pair
 *                             for which fftc_line_own_mirror is true: its first line is as under 1,
 *                             and in its second line position p mirrors N - 1 - p of the same line.
 *                             With 2, lines are worked on across.
 *   FFTC_LINE_MIRRORED_STORE  the same of the last stage. One of the two has to be 0.
 *
 * In the mirrored stage fftc_line_butterflies must be even, except for 1 with a single stage of
 * radix N; 2 asks for even FFTC_LINE_COUNT and even B.
 */
#ifndef FFTC_LINE_PARAMETERS_H
#define FFTC_LINE_PARAMETERS_H

#include "fftcore/kernel/dialect.h"

#ifndef FFTC_LINE_POINTS
#error "define FFTC_LINE_POINTS: points of a line"
#endif
#ifndef FFTC_LINE_INVOCATIONS
#error "define FFTC_LINE_INVOCATIONS: invocations that share a line"
#endif
#ifndef FFTC_LINE_COUNT
#error "define FFTC_LINE_COUNT: lines of a workgroup"
#endif
#ifndef FFTC_LINE_REGISTERS
#error "define FFTC_LINE_REGISTERS: complex numbers that an invocation holds"
#endif
#ifndef FFTC_LINE_STAGES
#error "define FFTC_LINE_STAGES: how many, 1 .. 6"
#endif
#ifndef FFTC_LINE_RADIX_0
#error "define FFTC_LINE_RADIX_0: of that stage, 1 beyond the last"
#endif
#ifndef FFTC_LINE_RADIX_1
#error "define FFTC_LINE_RADIX_1: of that stage, 1 beyond the last"
#endif
#ifndef FFTC_LINE_RADIX_2
#error "define FFTC_LINE_RADIX_2: of that stage, 1 beyond the last"
#endif
#ifndef FFTC_LINE_RADIX_3
#error "define FFTC_LINE_RADIX_3: of that stage, 1 beyond the last"
#endif
#ifndef FFTC_LINE_RADIX_4
#error "define FFTC_LINE_RADIX_4: of that stage, 1 beyond the last"
#endif
#ifndef FFTC_LINE_RADIX_5
#error "define FFTC_LINE_RADIX_5: of that stage, 1 beyond the last"
#endif
#ifndef FFTC_LINE_WORDS
#error "define FFTC_LINE_WORDS: words of a number that cross together"
#endif
#ifndef FFTC_LINE_ROUNDS
#error "define FFTC_LINE_ROUNDS: parts of a crossing"
#endif
#ifndef FFTC_LINE_STRIDE
#error "define FFTC_LINE_STRIDE: shared words from line to line"
#endif
#ifndef FFTC_LINE_PAD_LOG2
#error "define FFTC_LINE_PAD_LOG2: 31u: no padding"
#endif
#ifndef FFTC_LINE_LOAD_ACROSS
#error "define FFTC_LINE_LOAD_ACROSS: 0u or 1u"
#endif
#ifndef FFTC_LINE_STORE_ACROSS
#error "define FFTC_LINE_STORE_ACROSS: 0u or 1u"
#endif
#ifndef FFTC_LINE_IN_SUBGROUP
#error "define FFTC_LINE_IN_SUBGROUP: 0u or 1u"
#endif
#ifndef FFTC_LINE_HELD
#error "define FFTC_LINE_HELD: 0u or 1u"
#endif
#ifndef FFTC_LINE_IN_PLACE
#error "define FFTC_LINE_IN_PLACE: 0u or 1u"
#endif
#ifndef FFTC_LINE_FACTORED
#error "define FFTC_LINE_FACTORED: 0u or 1u"
#endif
#ifndef FFTC_LINE_INVERSE
#error "define FFTC_LINE_INVERSE: 0u or 1u"
#endif
#ifndef FFTC_LINE_SCALED
#error "define FFTC_LINE_SCALED: 0u or 1u"
#endif
#ifndef FFTC_LINE_SCALE
#error "define FFTC_LINE_SCALE: what to multiply by, an fftc_real"
#endif

#ifdef FFTC_LINE_PLANE
#ifndef FFTC_LINE_PLANE_STAGE
#error "define FFTC_LINE_PLANE_STAGE: the first of the second axis"
#endif
#endif

#ifdef FFTC_LINE_GATHERS
#ifndef FFTC_LINE_GATHERED
#error "define FFTC_LINE_GATHERED: 0u, 1u or 2u"
#endif
#endif

#ifdef FFTC_LINE_MIRRORS
#ifndef FFTC_LINE_MIRRORED_LOAD
#error "define FFTC_LINE_MIRRORED_LOAD: 0u, 1u or 2u"
#endif
#ifndef FFTC_LINE_MIRRORED_STORE
#error "define FFTC_LINE_MIRRORED_STORE: 0u, 1u or 2u"
#endif
#endif

/* --- they agree ------------------------------------------------------------------------------ */

/* What an invocation has in a stage of that radix: points, rows of factors (fftc_line_rows), and
 * factors. */
#define FFTC_LINE_SLOTS(radix) \
    ((radix) * ((FFTC_LINE_POINTS / (radix) + FFTC_LINE_INVOCATIONS - 1u) / FFTC_LINE_INVOCATIONS))
#define FFTC_LINE_ROWS(radix) \
    ((radix) > 16u  ? 5u      \
     : (radix) > 8u ? 4u      \
     : (radix) > 4u ? 3u      \
     : (radix) > 2u ? 2u      \
     : (radix) > 1u ? 1u      \
                    : 0u)
#define FFTC_LINE_HOLDS(radix) (FFTC_LINE_ROWS(radix) * FFTC_LINE_SLOTS(radix) / (radix))
/* Positions that cross to a stage of that radix in one round, and the words of these; radix 1:
 * there is no such stage. */
#define FFTC_LINE_BLOCK(radix)                                                                 \
    ((radix) > 1u                                                                              \
         ? ((radix) + FFTC_LINE_ROUNDS - 1u) / FFTC_LINE_ROUNDS * (FFTC_LINE_POINTS / (radix)) \
         : 1u)
#define FFTC_LINE_BLOCK_WORDS(radix) \
    (FFTC_LINE_BLOCK(radix) + ((FFTC_LINE_BLOCK(radix) - 1u) >> FFTC_LINE_PAD_LOG2))
#ifdef FFTC_LINE_GATHERS
#define FFTC_LINE_GATHER FFTC_LINE_GATHERED
#else
#define FFTC_LINE_GATHER 0u
#endif
#ifdef FFTC_LINE_MIRRORS
#define FFTC_LINE_MIRRORED (FFTC_LINE_MIRRORED_LOAD + FFTC_LINE_MIRRORED_STORE)
#else
#define FFTC_LINE_MIRRORED 0u
#endif
#define FFTC_LINE_ACROSS (FFTC_LINE_LOAD_ACROSS + FFTC_LINE_STORE_ACROSS)
/* 1 if x is 0 or a power of two. */
#define FFTC_LINE_POWER(x) (((x) & ((x)-1u)) == 0u)
/* Words of shared memory. */
#define FFTC_LINE_SHARED_WORDS                                  \
    (FFTC_LINE_STAGES > 1u || FFTC_LINE_GATHER != 0u            \
         ? FFTC_LINE_WORDS * FFTC_LINE_COUNT * FFTC_LINE_STRIDE \
         : 1u)

FFTC_REQUIRE(FFTC_LINE_STAGES_must_be_1_to_6, FFTC_LINE_STAGES >= 1u && FFTC_LINE_STAGES <= 6u);
FFTC_REQUIRE(FFTC_LINE_RADIX_0_must_be_1_to_32,
             FFTC_LINE_RADIX_0 >= 1u && FFTC_LINE_RADIX_0 <= 32u);
FFTC_REQUIRE(FFTC_LINE_RADIX_1_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES,
             FFTC_LINE_STAGES > 1u ? FFTC_LINE_RADIX_1 >= 2u && FFTC_LINE_RADIX_1 <= 32u
                                   : FFTC_LINE_RADIX_1 == 1u);
FFTC_REQUIRE(FFTC_LINE_RADIX_2_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES,
             FFTC_LINE_STAGES > 2u ? FFTC_LINE_RADIX_2 >= 2u && FFTC_LINE_RADIX_2 <= 32u
                                   : FFTC_LINE_RADIX_2 == 1u);
FFTC_REQUIRE(FFTC_LINE_RADIX_3_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES,
             FFTC_LINE_STAGES > 3u ? FFTC_LINE_RADIX_3 >= 2u && FFTC_LINE_RADIX_3 <= 32u
                                   : FFTC_LINE_RADIX_3 == 1u);
FFTC_REQUIRE(FFTC_LINE_RADIX_4_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES,
             FFTC_LINE_STAGES > 4u ? FFTC_LINE_RADIX_4 >= 2u && FFTC_LINE_RADIX_4 <= 32u
                                   : FFTC_LINE_RADIX_4 == 1u);
FFTC_REQUIRE(FFTC_LINE_RADIX_5_must_be_2_to_32_or_1_beyond_FFTC_LINE_STAGES,
             FFTC_LINE_STAGES > 5u ? FFTC_LINE_RADIX_5 >= 2u && FFTC_LINE_RADIX_5 <= 32u
                                   : FFTC_LINE_RADIX_5 == 1u);
FFTC_REQUIRE(FFTC_LINE_RADIX_0_to_5_must_multiply_to_FFTC_LINE_POINTS,
             FFTC_LINE_RADIX_0 *FFTC_LINE_RADIX_1 *FFTC_LINE_RADIX_2 *FFTC_LINE_RADIX_3
                     *FFTC_LINE_RADIX_4 *FFTC_LINE_RADIX_5 == FFTC_LINE_POINTS);
FFTC_REQUIRE(FFTC_LINE_INVOCATIONS_must_be_at_least_1, FFTC_LINE_INVOCATIONS >= 1u);
FFTC_REQUIRE(FFTC_LINE_COUNT_must_be_at_least_1, FFTC_LINE_COUNT >= 1u);
FFTC_REQUIRE(FFTC_LINE_REGISTERS_must_be_at_least_the_points_that_an_invocation_holds,
             FFTC_LINE_REGISTERS >= FFTC_LINE_SLOTS(FFTC_LINE_RADIX_0) &&
                 FFTC_LINE_REGISTERS >= FFTC_LINE_SLOTS(FFTC_LINE_RADIX_1) &&
                 FFTC_LINE_REGISTERS >= FFTC_LINE_SLOTS(FFTC_LINE_RADIX_2) &&
                 FFTC_LINE_REGISTERS >= FFTC_LINE_SLOTS(FFTC_LINE_RADIX_3) &&
                 FFTC_LINE_REGISTERS >= FFTC_LINE_SLOTS(FFTC_LINE_RADIX_4) &&
                 FFTC_LINE_REGISTERS >= FFTC_LINE_SLOTS(FFTC_LINE_RADIX_5));
FFTC_REQUIRE(FFTC_LINE_WORDS_must_be_1_2_or_4_and_at_most_FFTC_COMPLEX_WORDS,
             FFTC_LINE_WORDS >= 1u && FFTC_LINE_WORDS <= FFTC_COMPLEX_WORDS &&
                 FFTC_LINE_POWER(FFTC_LINE_WORDS));
FFTC_REQUIRE(FFTC_LINE_ROUNDS_must_be_at_least_1, FFTC_LINE_ROUNDS >= 1u);
FFTC_REQUIRE(FFTC_LINE_PAD_LOG2_must_be_at_most_31, FFTC_LINE_PAD_LOG2 <= 31u);
FFTC_REQUIRE(FFTC_LINE_STRIDE_must_be_at_least_a_round_with_its_padding,
             FFTC_LINE_SHARED_WORDS == 1u ||
                 (FFTC_LINE_STRIDE >= FFTC_LINE_BLOCK_WORDS(FFTC_LINE_RADIX_0) &&
                  FFTC_LINE_STRIDE >= FFTC_LINE_BLOCK_WORDS(FFTC_LINE_RADIX_1) &&
                  FFTC_LINE_STRIDE >= FFTC_LINE_BLOCK_WORDS(FFTC_LINE_RADIX_2) &&
                  FFTC_LINE_STRIDE >= FFTC_LINE_BLOCK_WORDS(FFTC_LINE_RADIX_3) &&
                  FFTC_LINE_STRIDE >= FFTC_LINE_BLOCK_WORDS(FFTC_LINE_RADIX_4) &&
                  FFTC_LINE_STRIDE >= FFTC_LINE_BLOCK_WORDS(FFTC_LINE_RADIX_5)));
FFTC_REQUIRE(FFTC_LINE_LOAD_ACROSS_must_be_0_or_1, FFTC_LINE_LOAD_ACROSS <= 1u);
FFTC_REQUIRE(FFTC_LINE_STORE_ACROSS_must_be_0_or_1, FFTC_LINE_STORE_ACROSS <= 1u);
FFTC_REQUIRE(FFTC_LINE_IN_SUBGROUP_must_be_0_or_1, FFTC_LINE_IN_SUBGROUP <= 1u);
FFTC_REQUIRE(FFTC_LINE_HELD_must_be_0_or_1, FFTC_LINE_HELD <= 1u);
FFTC_REQUIRE(FFTC_LINE_IN_PLACE_must_be_0_or_1, FFTC_LINE_IN_PLACE <= 1u);
FFTC_REQUIRE(FFTC_LINE_FACTORED_must_be_0_or_1, FFTC_LINE_FACTORED <= 1u);
FFTC_REQUIRE(FFTC_LINE_INVERSE_must_be_0_or_1, FFTC_LINE_INVERSE <= 1u);
FFTC_REQUIRE(FFTC_LINE_SCALED_must_be_0_or_1, FFTC_LINE_SCALED <= 1u);
FFTC_REQUIRE(FFTC_LINE_LOAD_ACROSS_and_FFTC_LINE_STORE_ACROSS_must_be_the_same_with_one_stage,
             FFTC_LINE_STAGES > 1u || FFTC_LINE_LOAD_ACROSS == FFTC_LINE_STORE_ACROSS);
FFTC_REQUIRE(FFTC_LINE_IN_SUBGROUP_needs_a_power_of_two_as_FFTC_LINE_INVOCATIONS_and_no_ACROSS,
             FFTC_LINE_IN_SUBGROUP == 0u ||
                 (FFTC_LINE_ACROSS == 0u && FFTC_LINE_POWER(FFTC_LINE_INVOCATIONS)));
FFTC_REQUIRE(FFTC_LINE_HELD_needs_at_most_8_factors_in_each_stage,
             FFTC_LINE_HELD == 0u || (FFTC_LINE_HOLDS(FFTC_LINE_RADIX_1) <= 8u &&
                                      FFTC_LINE_HOLDS(FFTC_LINE_RADIX_2) <= 8u &&
                                      FFTC_LINE_HOLDS(FFTC_LINE_RADIX_3) <= 8u &&
                                      FFTC_LINE_HOLDS(FFTC_LINE_RADIX_4) <= 8u &&
                                      FFTC_LINE_HOLDS(FFTC_LINE_RADIX_5) <= 8u));
#ifdef FFTC_NO_SUBGROUPS
FFTC_REQUIRE(FFTC_LINE_IN_SUBGROUP_needs_FFTC_SUBGROUPS, FFTC_LINE_IN_SUBGROUP == 0u);
#endif
#ifdef FFTC_GROUP
FFTC_REQUIRE(FFTC_GROUP_must_be_FFTC_LINE_COUNT_times_FFTC_LINE_INVOCATIONS,
             FFTC_GROUP == FFTC_LINE_COUNT * FFTC_LINE_INVOCATIONS);
#endif
#ifdef FFTC_SHARED_WORDS
FFTC_REQUIRE(FFTC_SHARED_WORDS_must_be_at_least_FFTC_LINE_SHARED_WORDS,
             FFTC_SHARED_WORDS >= FFTC_LINE_SHARED_WORDS);
#endif

FFTC_REQUIRE(FFTC_LINE_GATHERED_must_be_0_1_or_2, FFTC_LINE_GATHER <= 2u);
FFTC_REQUIRE(FFTC_LINE_GATHERED_needs_lines_that_are_neither_across_nor_factored,
             FFTC_LINE_GATHER == 0u || FFTC_LINE_ACROSS + FFTC_LINE_FACTORED == 0u);
FFTC_REQUIRE(FFTC_LINE_GATHERED_1_needs_one_stage_of_one_invocation_and_no_mirrors,
             FFTC_LINE_GATHER != 1u || (FFTC_LINE_STAGES == 1u && FFTC_LINE_INVOCATIONS == 1u &&
                                        FFTC_LINE_MIRRORED == 0u));
FFTC_REQUIRE(FFTC_LINE_GATHERED_2_needs_mirrors_within_lines_one_round_no_padding_and_registers,
             FFTC_LINE_GATHER != 2u ||
                 (FFTC_LINE_MIRRORED == 1u && FFTC_LINE_ROUNDS == 1u && FFTC_LINE_PAD_LOG2 == 31u &&
                  FFTC_LINE_STRIDE > FFTC_LINE_POINTS &&
                  FFTC_LINE_REGISTERS * FFTC_LINE_INVOCATIONS > FFTC_LINE_POINTS));

#ifdef FFTC_LINE_PLANE
FFTC_REQUIRE(FFTC_LINE_PLANE_needs_powers_of_two_and_FFTC_LINE_PLANE_to_divide_the_invocations,
             FFTC_LINE_PLANE == 0u ||
                 (FFTC_LINE_POWER(FFTC_LINE_PLANE) && FFTC_LINE_POWER(FFTC_LINE_POINTS) &&
                  FFTC_LINE_POWER(FFTC_LINE_INVOCATIONS) &&
                  FFTC_LINE_PLANE <= FFTC_LINE_INVOCATIONS && FFTC_LINE_PLANE < FFTC_LINE_POINTS));
FFTC_REQUIRE(FFTC_LINE_PLANE_needs_lines_not_across_mirrored_gathered_held_or_factored,
             FFTC_LINE_PLANE == 0u || FFTC_LINE_ACROSS + FFTC_LINE_MIRRORED + FFTC_LINE_GATHER +
                                              FFTC_LINE_HELD + FFTC_LINE_FACTORED ==
                                          0u);
FFTC_REQUIRE(FFTC_LINE_PLANE_STAGE_must_have_the_radices_of_a_row_before_it,
             FFTC_LINE_PLANE == 0u ||
                 FFTC_LINE_PLANE * FFTC_LINE_RADIX_0 *
                         (FFTC_LINE_PLANE_STAGE > 1u ? FFTC_LINE_RADIX_1 : 1u) *
                         (FFTC_LINE_PLANE_STAGE > 2u ? FFTC_LINE_RADIX_2 : 1u) *
                         (FFTC_LINE_PLANE_STAGE > 3u ? FFTC_LINE_RADIX_3 : 1u) *
                         (FFTC_LINE_PLANE_STAGE > 4u ? FFTC_LINE_RADIX_4 : 1u) ==
                     FFTC_LINE_POINTS);
#endif

#ifdef FFTC_LINE_MIRRORS
FFTC_REQUIRE(FFTC_LINE_MIRRORED_LOAD_or_FFTC_LINE_MIRRORED_STORE_must_be_0_the_other_at_most_2,
             FFTC_LINE_MIRRORED <= 2u &&
                 (FFTC_LINE_MIRRORED_LOAD == 0u || FFTC_LINE_MIRRORED_STORE == 0u));
FFTC_REQUIRE(FFTC_LINE_MIRRORED_LOAD_2_needs_FFTC_LINE_LOAD_ACROSS,
             FFTC_LINE_MIRRORED_LOAD != 2u || FFTC_LINE_LOAD_ACROSS == 1u);
FFTC_REQUIRE(FFTC_LINE_MIRRORED_STORE_2_needs_FFTC_LINE_STORE_ACROSS,
             FFTC_LINE_MIRRORED_STORE != 2u || FFTC_LINE_STORE_ACROSS == 1u);
FFTC_REQUIRE(FFTC_LINE_MIRRORED_2_needs_an_even_FFTC_LINE_COUNT,
             FFTC_LINE_MIRRORED != 2u || FFTC_LINE_COUNT % 2u == 0u);
/* The radix of the mirrored stage, and whether its butterflies make pairs. */
#define FFTC_LINE_RADIX_LAST                      \
    (FFTC_LINE_STAGES == 1u   ? FFTC_LINE_RADIX_0 \
     : FFTC_LINE_STAGES == 2u ? FFTC_LINE_RADIX_1 \
     : FFTC_LINE_STAGES == 3u ? FFTC_LINE_RADIX_2 \
     : FFTC_LINE_STAGES == 4u ? FFTC_LINE_RADIX_3 \
     : FFTC_LINE_STAGES == 5u ? FFTC_LINE_RADIX_4 \
                              : FFTC_LINE_RADIX_5)
#define FFTC_LINE_PAIRS(radix)                       \
    ((radix) == FFTC_LINE_POINTS ||                  \
     (FFTC_LINE_SLOTS(radix) / (radix) % 2u == 0u && \
      (FFTC_LINE_MIRRORED == 1u || FFTC_LINE_POINTS / (radix) % 2u == 0u)))
FFTC_REQUIRE(FFTC_LINE_MIRRORED_LOAD_needs_an_even_number_of_butterflies_of_FFTC_LINE_RADIX_0,
             FFTC_LINE_MIRRORED_LOAD == 0u || FFTC_LINE_PAIRS(FFTC_LINE_RADIX_0));
FFTC_REQUIRE(FFTC_LINE_MIRRORED_STORE_needs_an_even_number_of_butterflies_of_the_last_radix,
             FFTC_LINE_MIRRORED_STORE == 0u || FFTC_LINE_PAIRS(FFTC_LINE_RADIX_LAST));
#endif

#endif
