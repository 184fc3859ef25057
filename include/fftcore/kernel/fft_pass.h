/* SPDX-License-Identifier: MIT
 *
 * A pass of a transform: line_fft.h on arrays. A transform of n points is one pass of n points, or
 * several whose points N multiply to n, each a dispatch. A pass is to the transform what a stage
 * is to a line. With P, the product of the passes' points before it, it transforms M = n / N lines
 * of N points; line b, 0 <= b < M,
 *
 *     reads     b + k M,                               k = 0 .. N - 1,
 *     multiplies by exp(-2 pi i k (b mod P) / (P N)),
 *     writes    (b div P) P N + (b mod P) + k P,
 *
 * in natural order. The first pass reads columns and writes rows; the last (P = M) reads and writes
 * the same elements, so that it can be done in place.
 *
 * The factors of k = t + offset(slot) are products of few from a table, which a
 * workgroup reads by rows.
 *
 * Lines of all transforms are numbered b + M o, where o numbers the transforms, which may be spread
 * over up to four further loops (a batch, other axes): o = o0 + count0 (o1 + count1 (...)).
 *
 * Parameters, beside line_fft.h's:
 *   FFTC_PASS_LINES       M
 *   FFTC_PASS_BEFORE      P
 *   FFTC_PASS_EVEN        1: the lines fill their workgroups, so that nobody need
 *                         ask which there are
 *   FFTC_PASS_DIGITS      loops that o is made of, 0 .. 4
 *   FFTC_PASS_ACROSS      defined if neighbours of one transform stand apart and o's first loop is
 *                         finer: its count. Then neighbouring lines are of neighbouring transforms,
 *                         not of one. 0: they are not
 *   FFTC_PASS_BESIDE      defined if o's first loop counts up to FFTC_PASS_BESIDE_ALL, so that all
 *                         workgroups begin at whole pieces of rows: how many of these there are.
 *                         0: all of them
 *   FFTC_PASS_SRC_STRIDE, _DST_STRIDE   elements between neighbours of one transform
 *   FFTC_PASS_SRC_BEGIN, _SRC_END       elements of a transform that the source has, 0 .. M N for
 *                         all: the others count as 0 and are not asked for
 *   FFTC_PASS_DST_BEGIN, _DST_END       elements that are wanted, of the last pass only (P = M):
 *                         the others are not written; 0 .. M N for all
 *   FFTC_PASS_BRICKS      defined if two passes have their intermediate result in bricks,
 *                         not in rows: so narrow tiles are written and read in pieces that stand
 *                         together. Element p + c R of a transform, p < R the points of the first
 *                         pass, stands at brick (c div C, p div W) of C W elements: at (c div C)
 *                         C R + (p div W) W C + (c mod C) W + p mod W. Then also
 *   FFTC_PASS_SRC_COLUMNS, _SRC_ROWS   C, which divides the first pass's lines, and W, which
 *                         divides R, where the source is that; 1, 1 if it is not
 *   FFTC_PASS_SRC_ALL     R, if it is not M. For panels, which whole lines are read from
 *                         (M = 1, so that c numbers a line's elements and p is 0): elements
 *                         of C rows of theirs are R C
 *   FFTC_PASS_DST_COLUMNS, _DST_ROWS   the same for the destination. Strides are 1 and
 *                         ranges all, there.
 *   FFTC_PASS_SRC_ROW, _DST_ROW   of planes (line.h), of which o counts as transforms: elements
 *                         between rows; M is 1 and ranges all
 *   FFTC_PASS_TABLE       where the pass's own factors begin in the table: P I of exp(.. t ..),
 *                         number t P + p, then those of the slots, number row P + p: of slots 1, 2,
 *                         4, ... where all invocations are busy in the first stage, else of every
 *                         slot. Not used if P is 1.
 *   FFTC_PASS_FINE        F, defined if the table would be too long and is of products: for each
 *                         of those rows F powers of p mod F and then ceil(P / F) of p - p mod F.
 *                         F = P: this pass's rows are whole
 */
#ifndef FFTC_FFT_PASS_H
#define FFTC_FFT_PASS_H

#ifdef FFTC_LINE_FFT_H
#error "include fftcore/kernel/fft_pass.h in place of fftcore/kernel/line_fft.h, not after it"
#endif

#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/workgroup.h"

/* Defined below, declared first: the kernel's own declaration then means these. */
FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get, (fftc_uint line, fftc_uint position));
FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_factor,
                      (fftc_uint line, fftc_uint t, fftc_uniform slot));
FFTC_FN FFTC_ACCESSOR(void, fftc_line_set,
                      (fftc_uint line, fftc_uint position, fftc_complex value));
FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_wanted, (fftc_uint line));
#ifdef FFTC_PASS_REAL
FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_own_mirror, (fftc_uint pair));
#else
FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset));
FFTC_FN FFTC_ACCESSOR(void, fftc_line_set_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset, fftc_complex value));
#define FFTC_LINE_NEAR
#endif
FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_reads, (fftc_uniform offset));
FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_writes, (fftc_uniform offset));
#define FFTC_LINE_CLIPPED

#ifdef FFTC_LINE_MIRRORS
#include "fftcore/kernel/line_mirror.h"
#else
#include "fftcore/kernel/line_fft.h"
#endif

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
#ifndef FFTC_PASS_SRC_ROW
#error "define FFTC_PASS_SRC_ROW: elements between rows of a plane in the source"
#endif
#ifndef FFTC_PASS_DST_ROW
#error "define FFTC_PASS_DST_ROW: elements between rows of a plane in the destination"
#endif
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
#endif

/* What may change from one dispatch to the next. In elements. */
FFTC_STRUCT(fftc_pass_layout)
{
    fftc_uniform first_line; /* of this dispatch */
    fftc_uniform lines;      /* of all dispatches together */
    fftc_uniform src_first;
    fftc_uniform dst_first;
    fftc_uniform count[4]; /* of each loop; not asked of the last */
    fftc_uniform src_step[4];
    fftc_uniform dst_step[4];
};

/* Yours to define. */
FFTC_ACCESSOR(fftc_pass_layout, fftc_pass_get_layout, (void));

/* Yours to define: the data, by element. Every element of the source's range is asked
 * for, of a range that is not all some of them more than once; every element of the
 * destination's is written once. */
FFTC_ACCESSOR(fftc_complex, fftc_get, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_set, (fftc_uint index, fftc_complex value));

/* The number of a line of this workgroup. */
FFTC_FN fftc_uint fftc_pass_line(fftc_uint line)
{
    fftc_uint number =
        fftc_pass_get_layout().first_line + fftc_workgroup_index() * FFTC_LINE_COUNT + line;
    if (fftc_line_mirrored_load() + fftc_line_mirrored_store() == 2u) {
        /* Pairs c of lines c and M - c, or 0 and M / 2; FFTC_LINE_COUNT / 2 in a workgroup. */
        fftc_uint pair = (number - line) / 2u + line % (FFTC_LINE_COUNT / 2u);
        fftc_uint c = pair % (FFTC_PASS_LINES / 2u);
        fftc_uint second =
            fftc_select_uint(fftc_is_zero(c), FFTC_UINT(FFTC_PASS_LINES / 2u), FFTC_PASS_LINES - c);
        number = pair / (FFTC_PASS_LINES / 2u) * FFTC_PASS_LINES +
                 fftc_select_uint(line < FFTC_LINE_COUNT / 2u, c, second);
    }
#ifdef FFTC_PASS_ACROSS
    if (FFTC_PASS_ACROSS != 0u) {
        /* What lies beyond the last line stays there. */
        fftc_uint o = number / (FFTC_PASS_ACROSS * FFTC_PASS_LINES) * FFTC_PASS_ACROSS +
                      number % FFTC_PASS_ACROSS;
        number = o * FFTC_PASS_LINES + number / FFTC_PASS_ACROSS % FFTC_PASS_LINES;
    }
#endif
    return number;
}

/* Where the transform number o begins. */
FFTC_FN fftc_uint fftc_pass_first(fftc_uint o, fftc_uniform dst)
{
    fftc_pass_layout numbers = fftc_pass_get_layout();
    fftc_uint first = FFTC_UINT(dst == 1u ? numbers.dst_first : numbers.src_first);
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_PASS_DIGITS; ++i) {
        fftc_uniform step = dst == 1u ? numbers.dst_step[i] : numbers.src_step[i];
        if (i + 1u == FFTC_PASS_DIGITS) {
            first = first + o * step;
        } else {
            first = first + (o % numbers.count[i]) * step;
            o = o / numbers.count[i];
        }
    }
    return first;
}

/* Where all invocations are busy, position - t is I times the slot, and the factor a power. */
FFTC_FN fftc_bool fftc_pass_powers(fftc_uniform radix)
{
    return fftc_line_butterflies(radix) * FFTC_LINE_INVOCATIONS * radix == FFTC_LINE_POINTS;
}

#ifdef FFTC_PASS_FINE
/* Number p of a row of the table. */
FFTC_FN fftc_complex fftc_pass_row(fftc_uint row, fftc_uint p)
{
    fftc_uniform coarse = FFTC_PASS_FINE < FFTC_PASS_BEFORE
                              ? (FFTC_PASS_BEFORE + FFTC_PASS_FINE - 1u) / FFTC_PASS_FINE
                              : 0u;
    fftc_uint first = row * (FFTC_PASS_FINE + coarse) + FFTC_PASS_TABLE;
    fftc_complex w = fftc_line_twiddle_get(first + p % FFTC_PASS_FINE);
    if (coarse != 0u) {
        w = fftc_complex_mul(w, fftc_line_twiddle_get(first + p / FFTC_PASS_FINE + FFTC_PASS_FINE));
    }
    return w;
}
#endif

/* Powers t p of the root, and of slots. */
FFTC_FN fftc_complex fftc_pass_of_invocation(fftc_uint p, fftc_uint t)
{
#ifdef FFTC_PASS_FINE
    return fftc_pass_row(t, p);
#else
    return fftc_line_twiddle_get(p + t * FFTC_PASS_BEFORE + FFTC_PASS_TABLE);
#endif
}

FFTC_FN fftc_complex fftc_pass_of_slot(fftc_uint p, fftc_uniform row)
{
#ifdef FFTC_PASS_FINE
    return fftc_pass_row(FFTC_UINT(FFTC_LINE_INVOCATIONS + row), p);
#else
    fftc_uint of_slots = p + (FFTC_PASS_TABLE + FFTC_LINE_INVOCATIONS * FFTC_PASS_BEFORE);
    return fftc_line_twiddle_get(of_slots + row * FFTC_PASS_BEFORE);
#endif
}

/* For a slot of a stage of that radix. From the highest power downwards: neighbouring
 * slots share most of it. */
FFTC_FN fftc_complex fftc_pass_factor(fftc_uint line, fftc_uint t, fftc_uniform slot,
                                      fftc_uniform radix)
{
    fftc_uint p = fftc_pass_line(line) % FFTC_PASS_LINES % FFTC_PASS_BEFORE;
    fftc_complex w = fftc_pass_of_invocation(p, t);
    if (fftc_pass_powers(radix)) {
        FFTC_UNROLL
        for (fftc_uniform i = 0u; i < 5u; ++i) {
            fftc_uniform row = 4u - i;
            if ((slot >> row & 1u) == 1u) {
                w = fftc_complex_mul(w, fftc_pass_of_slot(p, row));
            }
        }
    } else {
        w = fftc_complex_mul(w, fftc_pass_of_slot(p, slot));
    }
    return w;
}

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_factor,
                      (fftc_uint line, fftc_uint t, fftc_uniform slot))
{
    return fftc_pass_factor(line, t, slot, FFTC_LINE_RADIX_0);
}

FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_wanted, (fftc_uint line))
{
    fftc_bool there = FFTC_PASS_EVEN == 1u || fftc_pass_line(line) < fftc_pass_get_layout().lines;
#ifdef FFTC_PASS_BESIDE
    if (FFTC_PASS_BESIDE != 0u) {
        fftc_uint o = fftc_pass_line(line) / FFTC_PASS_LINES;
        fftc_bool beside = o % FFTC_PASS_BESIDE_ALL < FFTC_PASS_BESIDE;
        there = there && beside;
    }
#endif
    return there;
}

/* Elements (t + offset) M + b, t < I, b < M: does any of them lie within the range? */
FFTC_FN fftc_bool fftc_pass_meets(fftc_uniform offset, fftc_uniform begin, fftc_uniform end)
{
    return offset < (end + (FFTC_PASS_LINES - 1u)) / FFTC_PASS_LINES &&
           offset + FFTC_LINE_INVOCATIONS > begin / FFTC_PASS_LINES;
}

/* real_pass.h has its own. */
#ifndef FFTC_PASS_REAL
FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_reads, (fftc_uniform offset))
{
    return fftc_pass_meets(offset, FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END);
}

/* Where a pass is not the last one, the range is all. */
FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_writes, (fftc_uniform offset))
{
    return fftc_pass_meets(offset, FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END);
}
#endif

FFTC_FN fftc_bool fftc_pass_whole(fftc_uniform begin, fftc_uniform end)
{
    return end - begin == FFTC_PASS_LINES * FFTC_LINE_POINTS;
}

#ifdef FFTC_PASS_BRICKS
/* Where element p + c all of a transform stands, in bricks of `columns` by `rows`. */
FFTC_FN fftc_uint fftc_pass_brick(fftc_uint c, fftc_uint p, fftc_uniform all, fftc_uniform columns,
                                  fftc_uniform rows)
{
    return (c / columns) * (columns * all) + (p / rows) * (rows * columns) + (c % columns) * rows +
           p % rows;
}

/* Position t + offset of line number p of the last pass: a base and a constant, if columns
 * divide the offset. */
FFTC_FN fftc_uint fftc_pass_brick_src(fftc_uint p, fftc_uint t, fftc_uniform offset)
{
    fftc_uniform apart = offset % FFTC_PASS_SRC_COLUMNS;
    return fftc_pass_brick(t + apart, p, FFTC_PASS_SRC_ALL, FFTC_PASS_SRC_COLUMNS,
                           FFTC_PASS_SRC_ROWS) +
           (offset - apart) * FFTC_PASS_SRC_ALL;
}

/* The same of line number c of the first pass, if rows divide the offset. */
FFTC_FN fftc_uint fftc_pass_brick_dst(fftc_uint c, fftc_uint t, fftc_uniform offset)
{
    fftc_uniform apart = offset % FFTC_PASS_DST_ROWS;
    return fftc_pass_brick(c, t + apart, FFTC_LINE_POINTS, FFTC_PASS_DST_COLUMNS,
                           FFTC_PASS_DST_ROWS) +
           (offset - apart) * FFTC_PASS_DST_COLUMNS;
}
#endif

#ifdef FFTC_LINE_PLANE
/* Position t + offset of a plane, loaded: R divides what slots add. */
FFTC_FN fftc_uint fftc_pass_plane_src(fftc_uint t, fftc_uniform offset)
{
    return t % FFTC_LINE_PLANE * FFTC_PASS_SRC_ROW + t / FFTC_LINE_PLANE * FFTC_PASS_SRC_STRIDE +
           offset / FFTC_LINE_PLANE * FFTC_PASS_SRC_STRIDE;
}

/* Stored, t < I: I divides what slots add, and I and a row's X points divide each other. */
FFTC_FN fftc_uint fftc_pass_plane_dst(fftc_uint t, fftc_uniform offset)
{
    fftc_uniform points = FFTC_LINE_POINTS / FFTC_LINE_PLANE;
    return t / points * FFTC_PASS_DST_ROW + t % points * FFTC_PASS_DST_STRIDE +
           (offset / points * FFTC_PASS_DST_ROW + offset % points * FFTC_PASS_DST_STRIDE);
}
#endif

/* What lies outside the range is taken from its first element and forgotten: a branch for each load
 * would make each wait for its own. */
FFTC_FN fftc_complex fftc_pass_get(fftc_uint line, fftc_uint position)
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint element = number % FFTC_PASS_LINES + position * FFTC_PASS_LINES;
    fftc_uint first = fftc_pass_first(number / FFTC_PASS_LINES, 0u);
    fftc_bool inside = element - FFTC_PASS_SRC_BEGIN < FFTC_PASS_SRC_END - FFTC_PASS_SRC_BEGIN;
    fftc_complex value;
#ifdef FFTC_PASS_BRICKS
    if (FFTC_PASS_SRC_COLUMNS > 1u) {
        element = fftc_pass_brick_src(number % FFTC_PASS_LINES, position, 0u);
    }
#endif
#ifdef FFTC_LINE_PLANE
    if (FFTC_LINE_PLANE != 0u) {
        value = fftc_get(first + fftc_pass_plane_src(position, 0u));
    } else
#endif
        if (fftc_pass_whole(FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END)) {
        value = fftc_get(first + element * FFTC_PASS_SRC_STRIDE);
    } else {
        element = fftc_select_uint(inside, element, FFTC_UINT(FFTC_PASS_SRC_BEGIN));
        value = fftc_get(first + element * FFTC_PASS_SRC_STRIDE);
        value =
            fftc_complex_select(inside, value, fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0)));
    }
    return value;
}

FFTC_FN void fftc_pass_set(fftc_uint line, fftc_uint position, fftc_complex value)
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint b = number % FFTC_PASS_LINES;
    fftc_uint first = fftc_pass_first(number / FFTC_PASS_LINES, 1u);
    fftc_uint element = (b / FFTC_PASS_BEFORE) * (FFTC_PASS_BEFORE * FFTC_LINE_POINTS) +
                        b % FFTC_PASS_BEFORE + position * FFTC_PASS_BEFORE;
#ifdef FFTC_PASS_BRICKS
    if (FFTC_PASS_DST_COLUMNS > 1u) {
        element = fftc_pass_brick_dst(b, position, 0u);
    }
#endif
#ifdef FFTC_LINE_PLANE
    if (FFTC_LINE_PLANE != 0u) {
        fftc_set(first + fftc_pass_plane_dst(position, 0u), value);
    } else
#endif
        if (fftc_pass_whole(FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END)) {
        fftc_set(first + element * FFTC_PASS_DST_STRIDE, value);
    } else if (element - FFTC_PASS_DST_BEGIN < FFTC_PASS_DST_END - FFTC_PASS_DST_BEGIN) {
        fftc_set(first + element * FFTC_PASS_DST_STRIDE, value);
    }
}

/* real_pass.h and mapped_pass.h have their own. */
#if !defined(FFTC_PASS_REAL) && !defined(FFTC_PASS_MAPPED)
FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get, (fftc_uint line, fftc_uint position))
{
    return fftc_pass_get(line, position);
}

FFTC_FN FFTC_ACCESSOR(void, fftc_line_set, (fftc_uint line, fftc_uint position, fftc_complex value))
{
    fftc_pass_set(line, position, value);
}

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset))
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint base = fftc_pass_first(number / FFTC_PASS_LINES, 0u) +
                     (number % FFTC_PASS_LINES + t * FFTC_PASS_LINES) * FFTC_PASS_SRC_STRIDE;
    fftc_complex value;
#ifdef FFTC_LINE_PLANE
    if (FFTC_LINE_PLANE != 0u) {
        value = fftc_get(fftc_pass_first(number, 0u) + fftc_pass_plane_src(t, offset));
    } else
#endif
#ifdef FFTC_PASS_BRICKS
        if (FFTC_PASS_SRC_COLUMNS > 1u) {
        value = fftc_get(fftc_pass_first(number / FFTC_PASS_LINES, 0u) +
                         fftc_pass_brick_src(number % FFTC_PASS_LINES, t, offset));
    } else
#endif
        if (fftc_pass_whole(FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END)) {
        value = fftc_get(base + offset * (FFTC_PASS_LINES * FFTC_PASS_SRC_STRIDE));
    } else {
        value = fftc_line_get(line, t + offset);
    }
    return value;
}

FFTC_FN FFTC_ACCESSOR(void, fftc_line_set_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset, fftc_complex value))
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint b = number % FFTC_PASS_LINES;
    fftc_uint element = (b / FFTC_PASS_BEFORE) * (FFTC_PASS_BEFORE * FFTC_LINE_POINTS) +
                        b % FFTC_PASS_BEFORE + t * FFTC_PASS_BEFORE;
    fftc_uint base = fftc_pass_first(number / FFTC_PASS_LINES, 1u) + element * FFTC_PASS_DST_STRIDE;
#ifdef FFTC_LINE_PLANE
    if (FFTC_LINE_PLANE != 0u) {
        fftc_set(fftc_pass_first(number, 1u) + fftc_pass_plane_dst(t, offset), value);
    } else
#endif
#ifdef FFTC_PASS_BRICKS
        if (FFTC_PASS_DST_COLUMNS > 1u) {
        fftc_set(fftc_pass_first(number / FFTC_PASS_LINES, 1u) + fftc_pass_brick_dst(b, t, offset),
                 value);
    } else
#endif
        if (fftc_pass_whole(FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END)) {
        fftc_set(base + offset * (FFTC_PASS_BEFORE * FFTC_PASS_DST_STRIDE), value);
    } else {
        fftc_line_set(line, t + offset, value);
    }
}
#endif

#endif
