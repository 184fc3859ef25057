/* SPDX-License-Identifier: MIT
 *
 * A pass of a transform: line_fft.h on arrays. A transform of n points is one pass of n points, or
 * several passes whose numbers of points N multiply to n. Each pass is a dispatch, and is to the
 * transform what a stage is to a line. Let P be the product of the points of the passes before it.
 * A pass transforms M = n / N lines of N points; line b, 0 <= b < M,
 *
 *     reads     b + k M,                               k = 0 .. N - 1,
 *     multiplies by exp(-2 pi i k (b mod P) / (P N)),
 *     writes    (b div P) P N + (b mod P) + k P,
 *
 * in natural order. The first pass reads columns and writes rows; the last (P = M) reads and writes
 * the same elements, so that it can be done in place.
 *
 * Each factor, with k = t + offset(slot), is a product of a few numbers from a table, whose rows
 * a workgroup reads from neighbour to neighbour.
 *
 * Lines of all transforms are numbered b + M o, where o numbers the transforms, which may be spread
 * over up to four further loops (a batch, other axes): o = o0 + count0 (o1 + count1 (...)).
 *
 * Parameters: pass_parameters.h.
 */
#ifndef FFTC_FFT_PASS_H
#define FFTC_FFT_PASS_H

#ifdef FFTC_LINE_FFT_H
#error "include fftcore/kernel/fft_pass.h in place of fftcore/kernel/line_fft.h, not after it"
#endif

#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/workgroup.h"

/* Declared before the kernel's own declarations, so that these mean the functions defined below. */
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

#include "fftcore/kernel/pass_parameters.h"

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

/* Yours to define: the data, by element. Every element of the source's range is asked for; if the
 * range is not the whole transform, some of them more than once. Every element of the destination's
 * range is written once. */
FFTC_ACCESSOR(fftc_complex, fftc_get, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_set, (fftc_uint index, fftc_complex value));

/* With pixels (line_convolution.h) a workgroup does its lines in each channel. Those of channel c
 * are FFTC_LINE_COUNT c further on here, and fftc_pass_layout.lines c among all lines. */
FFTC_FN fftc_uint fftc_pass_of_first_channel(fftc_uint line)
{
#ifdef FFTC_CONVOLUTION_PIXELS
    if (FFTC_CONVOLUTION_CHANNELS != 0u) {
        line = line % FFTC_LINE_COUNT;
    }
#endif
    return line;
}

/* The number of a line of this workgroup. */
FFTC_FN fftc_uint fftc_pass_line(fftc_uint line)
{
    fftc_uint number =
        fftc_pass_get_layout().first_line + fftc_workgroup_index() * FFTC_LINE_COUNT + line;
#ifdef FFTC_CONVOLUTION_PIXELS
    if (FFTC_CONVOLUTION_CHANNELS != 0u) {
        number = number - line + fftc_pass_of_first_channel(line) +
                 line / FFTC_LINE_COUNT * fftc_pass_get_layout().lines;
    }
#endif
    if (fftc_line_mirrored_load() + fftc_line_mirrored_store() == 2u) {
        /* Pair c has lines c and M - c, pair 0 lines 0 and M / 2. A workgroup has FFTC_LINE_COUNT /
         * 2 pairs. */
        fftc_uint pair = (number - line) / 2u + line % (FFTC_LINE_COUNT / 2u);
        fftc_uint c = pair % (FFTC_PASS_LINES / 2u);
        fftc_uint second =
            fftc_select_uint(fftc_is_zero(c), FFTC_UINT(FFTC_PASS_LINES / 2u), FFTC_PASS_LINES - c);
        number = pair / (FFTC_PASS_LINES / 2u) * FFTC_PASS_LINES +
                 fftc_select_uint(line < FFTC_LINE_COUNT / 2u, c, second);
    }
#ifdef FFTC_PASS_ACROSS
    if (FFTC_PASS_ACROSS != 0u) {
        /* Numbers beyond the last line stay beyond it. */
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

/* Whether all invocations are busy in a stage of that radix. Then position - t is I times the slot,
 * and the factor of a slot is that power of one root. */
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

/* The two parts of a factor: that of invocation t, and that of a slot. */
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

/* The factor of a slot of a stage of that radix. Powers are multiplied from the highest one down,
 * since neighbouring slots then have most of the product in common. */
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
    fftc_bool there = FFTC_PASS_EVEN == 1u || fftc_pass_line(fftc_pass_of_first_channel(line)) <
                                                  fftc_pass_get_layout().lines;
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

/* The range of a pass that is not the last one is all. */
FFTC_FN FFTC_ACCESSOR(fftc_bool, fftc_line_writes, (fftc_uniform offset))
{
    return fftc_pass_meets(offset, FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END);
}
#endif

FFTC_FN fftc_bool fftc_pass_whole(fftc_uniform begin, fftc_uniform end)
{
    return end - begin == FFTC_PASS_LINES * FFTC_LINE_POINTS;
}

/* Where element p + c * all of a transform is, in bricks of `columns` by `rows`. */
FFTC_FN fftc_uint fftc_pass_brick(fftc_uint c, fftc_uint p, fftc_uniform all, fftc_uniform columns,
                                  fftc_uniform rows)
{
    return (c / columns) * (columns * all) + (p / rows) * (rows * columns) + (c % columns) * rows +
           p % rows;
}

/* Where position t + offset of line p of the last pass is read: a base and a constant, if the
 * columns of a brick divide the offset. */
FFTC_FN fftc_uint fftc_pass_brick_src(fftc_uint p, fftc_uint t, fftc_uniform offset)
{
    fftc_uniform apart = offset % FFTC_PASS_SRC_COLUMNS;
    return fftc_pass_brick(t + apart, p, FFTC_PASS_SRC_ALL, FFTC_PASS_SRC_COLUMNS,
                           FFTC_PASS_SRC_ROWS) +
           (offset - apart) * FFTC_PASS_SRC_ALL;
}

/* Where position t + offset of line c of the first pass is written: a base and a constant, if the
 * rows of a brick divide the offset. */
FFTC_FN fftc_uint fftc_pass_brick_dst(fftc_uint c, fftc_uint t, fftc_uniform offset)
{
    fftc_uniform apart = offset % FFTC_PASS_DST_ROWS;
    return fftc_pass_brick(c, t + apart, FFTC_LINE_POINTS, FFTC_PASS_DST_COLUMNS,
                           FFTC_PASS_DST_ROWS) +
           (offset - apart) * FFTC_PASS_DST_COLUMNS;
}

/* Where position t + offset of a plane is loaded from. R divides the offsets of all slots. */
FFTC_FN fftc_uint fftc_pass_plane_src(fftc_uint t, fftc_uniform offset)
{
    return t % FFTC_PASS_PLANE * FFTC_PASS_SRC_ROW + t / FFTC_PASS_PLANE * FFTC_PASS_SRC_STRIDE +
           offset / FFTC_PASS_PLANE * FFTC_PASS_SRC_STRIDE;
}

/* Where position t + offset of a plane is stored to, t < I. I divides the offsets of all slots, and
 * of I and the X points of a row one divides the other. */
FFTC_FN fftc_uint fftc_pass_plane_dst(fftc_uint t, fftc_uniform offset)
{
    fftc_uniform points = FFTC_LINE_POINTS / FFTC_PASS_PLANE;
    return t / points * FFTC_PASS_DST_ROW + t % points * FFTC_PASS_DST_STRIDE +
           (offset / points * FFTC_PASS_DST_ROW + offset % points * FFTC_PASS_DST_STRIDE);
}

/* In place of an element outside of the range its first element is loaded and then dropped: with a
 * branch around each load, each would wait for the one before. */
FFTC_FN fftc_complex fftc_pass_get(fftc_uint line, fftc_uint position)
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint element = number % FFTC_PASS_LINES + position * FFTC_PASS_LINES;
    fftc_uint first = fftc_pass_first(number / FFTC_PASS_LINES, 0u);
    fftc_bool inside = element - FFTC_PASS_SRC_BEGIN < FFTC_PASS_SRC_END - FFTC_PASS_SRC_BEGIN;
    fftc_complex value;
    if (FFTC_PASS_SRC_COLUMNS > 1u) {
        element = fftc_pass_brick_src(number % FFTC_PASS_LINES, position, 0u);
    }
    if (FFTC_PASS_PLANE > 1u) {
        value = fftc_get(first + fftc_pass_plane_src(position, 0u));
    } else if (fftc_pass_whole(FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END)) {
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
    if (FFTC_PASS_DST_COLUMNS > 1u) {
        element = fftc_pass_brick_dst(b, position, 0u);
    }
    if (FFTC_PASS_PLANE > 1u) {
        fftc_set(first + fftc_pass_plane_dst(position, 0u), value);
    } else if (fftc_pass_whole(FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END)) {
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
    if (FFTC_PASS_PLANE > 1u) {
        value = fftc_get(fftc_pass_first(number, 0u) + fftc_pass_plane_src(t, offset));
    } else if (FFTC_PASS_SRC_COLUMNS > 1u) {
        value = fftc_get(fftc_pass_first(number / FFTC_PASS_LINES, 0u) +
                         fftc_pass_brick_src(number % FFTC_PASS_LINES, t, offset));
    } else if (fftc_pass_whole(FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END)) {
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
    if (FFTC_PASS_PLANE > 1u) {
        fftc_set(fftc_pass_first(number, 1u) + fftc_pass_plane_dst(t, offset), value);
    } else if (FFTC_PASS_DST_COLUMNS > 1u) {
        fftc_set(fftc_pass_first(number / FFTC_PASS_LINES, 1u) + fftc_pass_brick_dst(b, t, offset),
                 value);
    } else if (fftc_pass_whole(FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END)) {
        fftc_set(base + offset * (FFTC_PASS_BEFORE * FFTC_PASS_DST_STRIDE), value);
    } else {
        fftc_line_set(line, t + offset, value);
    }
}
#endif

/* What was defined above in place of what you leave undefined. */
#undef FFTC_PASS_PLANE
#ifndef FFTC_LINE_PLANE
#undef FFTC_PASS_SRC_ROW
#undef FFTC_PASS_DST_ROW
#endif
#ifndef FFTC_PASS_BRICKS
#undef FFTC_PASS_SRC_COLUMNS
#undef FFTC_PASS_SRC_ROWS
#undef FFTC_PASS_SRC_ALL
#undef FFTC_PASS_DST_COLUMNS
#undef FFTC_PASS_DST_ROWS
#endif

#endif
