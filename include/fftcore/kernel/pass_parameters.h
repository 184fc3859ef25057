/* SPDX-License-Identifier: MIT
 *
 * The parameters of passes: fft_pass.h, which explains the letters, and what includes it.
 *
 * Beside line_parameters.h's:
 *   FFTC_PASS_LINES       M
 *   FFTC_PASS_BEFORE      P
 *   FFTC_PASS_EVEN        1: the lines fill their workgroups, so that no invocation has to ask
 *                         whether its line exists
 *   FFTC_PASS_DIGITS      loops that o is made of, 0 .. 4
 *   FFTC_PASS_ACROSS      defined if the elements of one transform lie further apart than the
 *                         transforms of o's first loop: the count of that loop. Then neighbouring
 *                         lines belong to neighbouring transforms. 0: to one transform, as usual
 *   FFTC_PASS_BESIDE      defined if o's first loop is lengthened to FFTC_PASS_BESIDE_ALL steps, so
 *                         that all workgroups begin at whole pieces of rows: how many of these
 *                         steps have a transform. 0: all of them
 *   FFTC_PASS_SRC_STRIDE, _DST_STRIDE   elements between neighbours of one transform
 *   FFTC_PASS_SRC_BEGIN, _SRC_END       elements of a transform that the source has, 0 .. M N for
 *                         all: the others count as 0 and are not asked for
 *   FFTC_PASS_DST_BEGIN, _DST_END       elements that are wanted, of the last pass only (P = M):
 *                         the others are not written; 0 .. M N for all
 *   FFTC_PASS_BRICKS      defined if the intermediate result between two passes lies in bricks
 *                         instead of rows, so that narrow tiles are written and read in longer
 *                         contiguous pieces. A brick has C columns and W rows. Element p + c R of a
 *                         transform (p < R, where R is the first pass's points) is in brick
 *                         (c div C, p div W), at (c div C) C R + (p div W) W C + (c mod C) W +
 *                         p mod W. Then these are defined too:
 *   FFTC_PASS_SRC_COLUMNS, _SRC_ROWS   C, which divides the first pass's lines, and W, which
 *                         divides R, of a source in bricks; 1, 1 of any other source
 *   FFTC_PASS_SRC_ALL     R of the source, by default M. (Panels are bricks that whole lines are
 *                         read from. There M = 1, c numbers the elements of a line, p is 0, and C
 *                         rows of a panel have R C elements.)
 *   FFTC_PASS_DST_COLUMNS, _DST_ROWS   C and W of the destination. A side in bricks has stride 1
 *                         and no range
 *   FFTC_PASS_SRC_ROW, _DST_ROW   of planes (line_parameters.h): elements from one row to the next.
 *                         o numbers the planes, M is 1, and there are no ranges
 *   FFTC_PASS_TABLE       where this pass's own factors begin in the table. First P I of invocation
 *                         t: number t P + p is exp(-2 pi i t p / (P N)). Then those of the slots:
 *                         number row P + p, with a row for each of the slots 1, 2, 4, ... if all
 *                         invocations are busy in the first stage, else for every slot. Not used
 *                         if P is 1
 *   FFTC_PASS_FINE        F, defined if rows of P numbers would be too long. Then each row has F
 *                         numbers for p mod F and ceil(P / F) for p - p mod F, and a factor is the
 *                         product of two. F = P: the rows of this pass are whole
 */
#ifndef FFTC_PASS_PARAMETERS_H
#define FFTC_PASS_PARAMETERS_H

#include "fftcore/kernel/line_parameters.h"

#ifndef FFTC_PASS_LINES
#error "define FFTC_PASS_LINES: lines of one transform in this pass"
#endif
#ifndef FFTC_PASS_BEFORE
#error "define FFTC_PASS_BEFORE: product of the points of the passes before this one"
#endif
#ifndef FFTC_PASS_DIGITS
#error "define FFTC_PASS_DIGITS: loops over transforms, 0 .. 4"
#endif

#ifndef FFTC_PASS_EVEN
#error "define FFTC_PASS_EVEN: 0u or 1u"
#endif
#ifndef FFTC_PASS_SRC_STRIDE
#error "define FFTC_PASS_SRC_STRIDE: elements between neighbours in the source"
#endif
#ifndef FFTC_PASS_DST_STRIDE
#error "define FFTC_PASS_DST_STRIDE: elements between neighbours in the destination"
#endif
#ifndef FFTC_PASS_SRC_BEGIN
#error "define FFTC_PASS_SRC_BEGIN: the first element that the source has"
#endif
#ifndef FFTC_PASS_SRC_END
#error "define FFTC_PASS_SRC_END: behind the last element that the source has"
#endif
#ifndef FFTC_PASS_DST_BEGIN
#error "define FFTC_PASS_DST_BEGIN: the first element that is wanted"
#endif
#ifndef FFTC_PASS_DST_END
#error "define FFTC_PASS_DST_END: behind the last element that is wanted"
#endif
#ifndef FFTC_PASS_TABLE
#error "define FFTC_PASS_TABLE: where the pass's factors begin"
#endif

#ifdef FFTC_PASS_BESIDE
#ifndef FFTC_PASS_BESIDE_ALL
#error "define FFTC_PASS_BESIDE_ALL: what o's first loop counts"
#endif
#endif

#ifdef FFTC_LINE_PLANE
#define FFTC_PASS_PLANE FFTC_LINE_PLANE
#ifndef FFTC_PASS_SRC_ROW
#error "define FFTC_PASS_SRC_ROW: elements between rows of a plane in the source"
#endif
#ifndef FFTC_PASS_DST_ROW
#error "define FFTC_PASS_DST_ROW: elements between rows of a plane in the destination"
#endif
#else /* a line, one row */
#define FFTC_PASS_PLANE 1u
#define FFTC_PASS_SRC_ROW 0u
#define FFTC_PASS_DST_ROW 0u
#endif

#ifdef FFTC_PASS_BRICKS
#ifndef FFTC_PASS_SRC_COLUMNS
#error "define FFTC_PASS_SRC_COLUMNS: of a brick of the source, 1u: there are none"
#endif
#ifndef FFTC_PASS_SRC_ROWS
#error "define FFTC_PASS_SRC_ROWS: of a brick of the source, 1u: there are none"
#endif
#ifndef FFTC_PASS_SRC_ALL
#define FFTC_PASS_SRC_ALL FFTC_PASS_LINES
#endif
#ifndef FFTC_PASS_DST_COLUMNS
#error "define FFTC_PASS_DST_COLUMNS: of a brick of the destination, 1u: there are none"
#endif
#ifndef FFTC_PASS_DST_ROWS
#error "define FFTC_PASS_DST_ROWS: of a brick of the destination, 1u: there are none"
#endif
#else /* rows */
#define FFTC_PASS_SRC_COLUMNS 1u
#define FFTC_PASS_SRC_ROWS 1u
#define FFTC_PASS_SRC_ALL FFTC_PASS_LINES
#define FFTC_PASS_DST_COLUMNS 1u
#define FFTC_PASS_DST_ROWS 1u
#endif

/* --- they agree ------------------------------------------------------------------------------ */

#define FFTC_PASS_ELEMENTS (FFTC_PASS_LINES * FFTC_LINE_POINTS)

FFTC_REQUIRE(FFTC_PASS_LINES_must_be_at_least_1, FFTC_PASS_LINES >= 1u);
FFTC_REQUIRE(FFTC_PASS_BEFORE_must_divide_FFTC_PASS_LINES,
             FFTC_PASS_BEFORE >= 1u && FFTC_PASS_LINES % FFTC_PASS_BEFORE == 0u);
FFTC_REQUIRE(FFTC_PASS_EVEN_must_be_0_or_1, FFTC_PASS_EVEN <= 1u);
FFTC_REQUIRE(FFTC_PASS_DIGITS_must_be_at_most_4, FFTC_PASS_DIGITS <= 4u);
FFTC_REQUIRE(FFTC_LINE_FACTORED_needs_FFTC_PASS_BEFORE_above_1,
             FFTC_LINE_FACTORED == 0u || FFTC_PASS_BEFORE > 1u);
#ifndef FFTC_CONVOLUTION_ROLE
FFTC_REQUIRE(FFTC_PASS_BEFORE_above_1_needs_FFTC_LINE_FACTORED,
             FFTC_LINE_FACTORED == 1u || FFTC_PASS_BEFORE == 1u);
#endif
FFTC_REQUIRE(FFTC_PASS_SRC_BEGIN_must_be_at_most_FFTC_PASS_SRC_END,
             FFTC_PASS_SRC_BEGIN <= FFTC_PASS_SRC_END);
FFTC_REQUIRE(FFTC_PASS_DST_BEGIN_must_be_at_most_FFTC_PASS_DST_END,
             FFTC_PASS_DST_BEGIN <= FFTC_PASS_DST_END);
/* Edges of real numbers and of convolutions have ranges of other items. */
#if !defined(FFTC_PASS_REAL) && !defined(FFTC_PASS_MAPPED) && !defined(FFTC_CONVOLUTION_ROLE)
FFTC_REQUIRE(FFTC_PASS_SRC_END_must_be_at_most_FFTC_PASS_LINES_times_FFTC_LINE_POINTS,
             FFTC_PASS_SRC_END <= FFTC_PASS_ELEMENTS);
FFTC_REQUIRE(FFTC_PASS_DST_END_must_be_at_most_FFTC_PASS_LINES_times_FFTC_LINE_POINTS,
             FFTC_PASS_DST_END <= FFTC_PASS_ELEMENTS);
FFTC_REQUIRE(FFTC_PASS_DST_BEGIN_and_FFTC_PASS_DST_END_must_be_all_but_in_the_last_pass,
             FFTC_PASS_BEFORE == FFTC_PASS_LINES ||
                 FFTC_PASS_DST_END - FFTC_PASS_DST_BEGIN == FFTC_PASS_ELEMENTS);
#endif
#ifdef FFTC_PASS_BESIDE
FFTC_REQUIRE(FFTC_PASS_BESIDE_must_be_at_most_FFTC_PASS_BESIDE_ALL,
             FFTC_PASS_BESIDE <= FFTC_PASS_BESIDE_ALL);
#endif
#ifdef FFTC_PASS_FINE
FFTC_REQUIRE(FFTC_PASS_FINE_must_be_1_to_FFTC_PASS_BEFORE,
             FFTC_PASS_FINE >= 1u && FFTC_PASS_FINE <= FFTC_PASS_BEFORE);
#endif
#ifdef FFTC_LINE_PLANE
FFTC_REQUIRE(FFTC_LINE_PLANE_needs_FFTC_PASS_LINES_to_be_1,
             FFTC_LINE_PLANE == 0u || FFTC_PASS_LINES == 1u);
#endif
#ifdef FFTC_PASS_BRICKS
FFTC_REQUIRE(FFTC_PASS_SRC_COLUMNS_and_FFTC_PASS_SRC_ROWS_must_be_at_least_1,
             FFTC_PASS_SRC_COLUMNS >= 1u && FFTC_PASS_SRC_ROWS >= 1u);
FFTC_REQUIRE(FFTC_PASS_DST_COLUMNS_and_FFTC_PASS_DST_ROWS_must_be_at_least_1,
             FFTC_PASS_DST_COLUMNS >= 1u && FFTC_PASS_DST_ROWS >= 1u);
FFTC_REQUIRE(FFTC_PASS_SRC_STRIDE_must_be_1_with_bricks,
             FFTC_PASS_SRC_COLUMNS *FFTC_PASS_SRC_ROWS == 1u || FFTC_PASS_SRC_STRIDE == 1u);
FFTC_REQUIRE(FFTC_PASS_DST_STRIDE_must_be_1_with_bricks,
             FFTC_PASS_DST_COLUMNS *FFTC_PASS_DST_ROWS == 1u || FFTC_PASS_DST_STRIDE == 1u);
#endif

#endif
