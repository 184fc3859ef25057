/* SPDX-License-Identifier: MIT
 *
 * fft_pass.h for the edges of convolutions, where the source need not hold a line from its first
 * element to its last. Include it in place of fft_pass.h; convolution_pass.h may follow.
 *
 * The line's element e, 0 <= e < FFTC_PASS_SRC_END, is the source's element
 *
 *     e                                               or, FFTC_MAP_WRAPPED 1,
 *     u = (e + FFTC_MAP_AT) mod FFTC_MAP_MODULUS      or FFTC_MAP_LAST - u, FFTC_MAP_MIRRORED 1
 *     u = (e + FFTC_MAP_AT) mod 2^32                  FFTC_MAP_WRAPPED 2: not cyclically
 *
 * if FFTC_MAP_BEGIN <= u < FFTC_MAP_END. It is 0 otherwise, and from FFTC_PASS_SRC_END on.
 * With FFTC_MAP_PADDING of padding.h other than FFTC_PADDING_ZERO, all u exist: the source has
 * FFTC_MAP_END - FFTC_MAP_BEGIN numbers, FFTC_MAP_BEGIN are padded before them, and the source's
 * element is the one that fftc_padding_find gives. FFTC_PASS_SRC_BEGIN is 0. So a signal whose
 * period is shorter than the line is read cyclically, as often as necessary. The last pass writes
 * elements 0 .. FFTC_PASS_DST_END - 1; FFTC_PASS_DST_BEGIN is 0.
 *
 * Real signals (FFTC_MAP_SRC_REAL, FFTC_MAP_DST_REAL) are convolved in pairs, as the real and the
 * imaginary part of one complex signal. As the kernel has no imaginary part, so are the results,
 * and no pass has to separate them. The two are signals of a batch, or two parts of one signal. Of
 * the second one
 *
 *     element e < FFTC_MAP_COUNT_2 is read at u = (e + FFTC_MAP_AT_2) mod ...,
 *         FFTC_MAP_SRC_APART numbers on,
 *     element e < FFTC_MAP_DST_COUNT_2 is written FFTC_MAP_DST_APART numbers behind the first's.
 *
 * The sums of a long signal can be computed in blocks of FFTC_MAP_BLOCK sums. One of the loops
 * counts the blocks, and block j reads FFTC_MAP_BLOCK j numbers further on; this loop's step in the
 * source is 0. Where blocks are written (FFTC_MAP_DST_ALL is not 0), there are no sums of the first
 * signal beyond FFTC_MAP_DST_ALL, and none of the second beyond FFTC_MAP_DST_ALL_2.
 *
 * Parameters beside those and fft_pass.h's:
 *   FFTC_MAP_NEGATED     1: of real numbers, elements from FFTC_MAP_NEGATIVE on are negated,
 *                        of the second signal those from FFTC_MAP_NEGATIVE_2 on
 *   FFTC_MAP_PADDING     FFTC_PADDING_...; needs FFTC_MAP_WRAPPED, without FFTC_MAP_MIRRORED
 *   FFTC_MAP_CONJUGATE   1: the conjugate of the source is taken (of complex numbers)
 *   FFTC_MAP_BRICK       B, 1 as a rule. Otherwise lines lie in bricks: B numbers of each of
 *                        FFTC_MAP_BRICK_ROWS lines stand together, those of the first line, of the
 *                        second one, ..., then the next B of each; and a stride of 1 is meant
 *   FFTC_MAP_SIGNALS     the number of signals if they are paired and this is odd: the last one has
 *                        no second; 0: every one has
 *   FFTC_MAP_DIGIT       which of the loops counts the pairs then
 *   FFTC_MAP_BLOCK_DIGIT which of the loops counts the blocks, if FFTC_MAP_BLOCK is not 0
 */
#ifndef FFTC_MAPPED_PASS_H
#define FFTC_MAPPED_PASS_H

#ifndef FFTC_PASS_MAPPED
#ifdef FFTC_FFT_PASS_H
#error "include fftcore/kernel/mapped_pass.h in place of fftcore/kernel/fft_pass.h, not after it"
#endif
#define FFTC_PASS_MAPPED
#endif

#include "fftcore/kernel/fft_pass.h"
#include "fftcore/kernel/padding.h"
#include "fftcore/kernel/real_accessor.h"
#ifdef FFTC_CONVOLUTION_PIXELS
#include "fftcore/kernel/pixel.h"
#endif

#ifndef FFTC_MAP_WRAPPED
#error "define FFTC_MAP_WRAPPED: 0u, 1u or 2u"
#endif
#ifndef FFTC_MAP_AT
#error "define FFTC_MAP_AT: where element 0 is"
#endif
#ifndef FFTC_MAP_MODULUS
#error "define FFTC_MAP_MODULUS: the source's period"
#endif
#ifndef FFTC_MAP_BEGIN
#error "define FFTC_MAP_BEGIN: the first number of a period that exists"
#endif
#ifndef FFTC_MAP_END
#error "define FFTC_MAP_END: behind the last number of a period that exists"
#endif
#ifndef FFTC_MAP_MIRRORED
#error "define FFTC_MAP_MIRRORED: 0u or 1u"
#endif
#ifndef FFTC_MAP_LAST
#error "define FFTC_MAP_LAST: where number 0 is if they are mirrored"
#endif
#ifndef FFTC_MAP_PADDING
#error "define FFTC_MAP_PADDING: what lies beyond the source"
#endif
#ifndef FFTC_MAP_CONJUGATE
#error "define FFTC_MAP_CONJUGATE: 0u or 1u"
#endif
#ifndef FFTC_MAP_SRC_REAL
#error "define FFTC_MAP_SRC_REAL: 0u or 1u"
#endif
#ifndef FFTC_MAP_AT_2
#error "define FFTC_MAP_AT_2: where element 0 of the second signal is"
#endif
#ifndef FFTC_MAP_COUNT_2
#error "define FFTC_MAP_COUNT_2: elements that the second signal has"
#endif
#ifndef FFTC_MAP_SRC_APART
#error "define FFTC_MAP_SRC_APART: numbers between the two signals in the source"
#endif
#ifndef FFTC_MAP_DST_REAL
#error "define FFTC_MAP_DST_REAL: 0u or 1u"
#endif
#ifndef FFTC_MAP_DST_COUNT_2
#error "define FFTC_MAP_DST_COUNT_2: elements that are wanted of the second signal"
#endif
#ifndef FFTC_MAP_DST_APART
#error "define FFTC_MAP_DST_APART: numbers between the two signals in the destination"
#endif
#ifndef FFTC_MAP_SIGNALS
#error "define FFTC_MAP_SIGNALS: an odd number of signals in pairs, or 0u"
#endif
#ifndef FFTC_MAP_DIGIT
#error "define FFTC_MAP_DIGIT: the loop that counts pairs"
#endif

#ifndef FFTC_MAP_BLOCK
#error "define FFTC_MAP_BLOCK: sums of each block, or 0u"
#endif
#ifndef FFTC_MAP_BLOCK_DIGIT
#error "define FFTC_MAP_BLOCK_DIGIT: the loop that counts blocks"
#endif
#ifndef FFTC_MAP_DST_ALL
#error "define FFTC_MAP_DST_ALL: sums of all blocks, or 0u"
#endif
#ifndef FFTC_MAP_DST_ALL_2
#error "define FFTC_MAP_DST_ALL_2: sums of the second signal of all blocks"
#endif
#ifndef FFTC_MAP_BRICK
#error "define FFTC_MAP_BRICK: numbers of a line that stand together in bricks, or 1u"
#endif
#ifndef FFTC_MAP_BRICK_ROWS
#error "define FFTC_MAP_BRICK_ROWS: lines of a brick"
#endif
#ifndef FFTC_MAP_NEGATED
#error "define FFTC_MAP_NEGATED: 0u or 1u"
#endif
#ifndef FFTC_MAP_NEGATIVE
#error "define FFTC_MAP_NEGATIVE: the first element that is negated"
#endif
#ifndef FFTC_MAP_NEGATIVE_2
#error "define FFTC_MAP_NEGATIVE_2: the first element of the second signal that is negated"
#endif

FFTC_REQUIRE(FFTC_MAP_WRAPPED_must_be_0_1_or_2, FFTC_MAP_WRAPPED <= 2u);
FFTC_REQUIRE(FFTC_MAP_WRAPPED_1_needs_FFTC_MAP_MODULUS_above_0,
             FFTC_MAP_WRAPPED != 1u || FFTC_MAP_MODULUS >= 1u);
FFTC_REQUIRE(FFTC_MAP_MIRRORED_must_be_0_or_1, FFTC_MAP_MIRRORED <= 1u);
FFTC_REQUIRE(FFTC_MAP_CONJUGATE_must_be_0_or_1, FFTC_MAP_CONJUGATE <= 1u);
FFTC_REQUIRE(FFTC_MAP_SRC_REAL_must_be_0_or_1, FFTC_MAP_SRC_REAL <= 1u);
FFTC_REQUIRE(FFTC_MAP_DST_REAL_must_be_0_or_1, FFTC_MAP_DST_REAL <= 1u);
FFTC_REQUIRE(FFTC_MAP_BRICK_must_be_at_least_1, FFTC_MAP_BRICK >= 1u);
FFTC_REQUIRE(FFTC_MAP_NEGATED_must_be_0_or_1, FFTC_MAP_NEGATED <= 1u);
FFTC_REQUIRE(FFTC_MAP_BEGIN_must_be_at_most_FFTC_MAP_END,
             FFTC_MAP_WRAPPED == 0u || FFTC_MAP_BEGIN <= FFTC_MAP_END);
FFTC_REQUIRE(FFTC_MAP_PADDING_must_be_at_most_3, FFTC_MAP_PADDING <= 3u);
FFTC_REQUIRE(FFTC_MAP_PADDING_needs_FFTC_MAP_WRAPPED_without_FFTC_MAP_MIRRORED,
             FFTC_MAP_PADDING == FFTC_PADDING_ZERO ||
                 (FFTC_MAP_WRAPPED != 0u && FFTC_MAP_MIRRORED == 0u));
FFTC_REQUIRE(FFTC_PASS_SRC_BEGIN_must_be_0_with_maps, FFTC_PASS_SRC_BEGIN == 0u);
FFTC_REQUIRE(FFTC_PASS_DST_BEGIN_must_be_0_with_maps, FFTC_PASS_DST_BEGIN == 0u);
FFTC_REQUIRE(FFTC_MAP_DIGIT_must_be_below_FFTC_PASS_DIGITS,
             FFTC_MAP_SIGNALS == 0u || FFTC_MAP_DIGIT < FFTC_PASS_DIGITS);
FFTC_REQUIRE(FFTC_MAP_BLOCK_DIGIT_must_be_below_FFTC_PASS_DIGITS,
             FFTC_MAP_BLOCK == 0u || FFTC_MAP_BLOCK_DIGIT < FFTC_PASS_DIGITS);

/* Where element base + constant of a line lies, for its strides. Where the bricks' numbers divide
 * the constant, that is the place of `base` and a constant. */
FFTC_FN fftc_uint fftc_map_at(fftc_uint base, fftc_uniform constant)
{
    fftc_uniform apart = constant % FFTC_MAP_BRICK;
    fftc_uint at = base + constant;
    if (FFTC_MAP_BRICK > 1u) {
        base = base + apart;
        at = base / FFTC_MAP_BRICK * (FFTC_MAP_BRICK * FFTC_MAP_BRICK_ROWS) +
             base % FFTC_MAP_BRICK + (constant - apart) * FFTC_MAP_BRICK_ROWS;
    }
    return at;
}

/* Where an element is in the source. In place of one that does not exist another one is read and
 * dropped: the first that exists, or, in place, the line's own first element, since others are
 * being written. */
FFTC_STRUCT(fftc_map_place)
{
    fftc_uint index;
    fftc_bool there;
};

/* What the source's period makes of a number of it. */
FFTC_FN fftc_uniform fftc_map_turned(fftc_uniform u)
{
    return FFTC_MAP_WRAPPED == 1u ? u % FFTC_MAP_MODULUS : u;
}

/* Whether elements low, low + 1, ... of all invocations at one offset are numbers of the source
 * that follow each other, and all exist: element e is then at e plus a constant. */
FFTC_FN fftc_bool fftc_map_straight(fftc_uniform low, fftc_uniform at, fftc_uniform count)
{
    fftc_uniform first = fftc_map_turned(low + at);
    fftc_uniform elements = FFTC_LINE_INVOCATIONS * FFTC_PASS_LINES;
    return FFTC_MAP_WRAPPED != 0u && FFTC_MAP_BLOCK + FFTC_MAP_MIRRORED == 0u &&
           low + elements <= count && first >= FFTC_MAP_BEGIN && first < FFTC_MAP_END &&
           elements <= FFTC_MAP_END - first;
}

/* Where element `low` is then. */
FFTC_FN fftc_uniform fftc_map_shift(fftc_uniform low, fftc_uniform at)
{
    return fftc_map_turned(low + at) -
           (FFTC_MAP_PADDING != FFTC_PADDING_ZERO ? FFTC_MAP_BEGIN : 0u);
}

/* Whether the whole line has no number of the padding beyond the first reflection. */
FFTC_FN fftc_bool fftc_map_reflects_once(fftc_uniform at)
{
    fftc_uniform length = FFTC_MAP_END - FFTC_MAP_BEGIN;
    fftc_uniform most =
        FFTC_MAP_WRAPPED == 1u ? FFTC_MAP_MODULUS : at + FFTC_LINE_POINTS * FFTC_PASS_LINES;
    return FFTC_MAP_PADDING == FFTC_PADDING_MIRROR && FFTC_MAP_BLOCK == 0u &&
           FFTC_MAP_BEGIN <= length && most <= FFTC_MAP_END + length;
}

FFTC_FN fftc_uint fftc_map_padded(fftc_uint u, fftc_uniform at)
{
    fftc_uniform length = FFTC_MAP_END - FFTC_MAP_BEGIN;
    fftc_uint index;
    if (fftc_map_reflects_once(at)) {
        index = fftc_padding_mirror_once(u, FFTC_MAP_BEGIN, length);
    } else {
        index = fftc_padding_find(u, FFTC_MAP_BEGIN, length, FFTC_MAP_PADDING).index;
    }
    return index;
}

FFTC_FN fftc_map_place fftc_map_search(fftc_uint element, fftc_uint before, fftc_uniform at,
                                       fftc_uniform count)
{
    fftc_map_place place;
    place.there = element < count;
    place.index = element;
    if (FFTC_MAP_WRAPPED != 0u) {
        fftc_uint u = element + before + at;
        if (FFTC_MAP_WRAPPED == 1u) {
            u = u % FFTC_MAP_MODULUS;
        }
        if (FFTC_MAP_PADDING != FFTC_PADDING_ZERO) {
            place.index = fftc_map_padded(u, at);
        } else {
            fftc_bool exists = u - FFTC_MAP_BEGIN < FFTC_MAP_END - FFTC_MAP_BEGIN;
            place.there = place.there && exists;
            place.index = fftc_select_uint(place.there, u, FFTC_UINT(FFTC_MAP_BEGIN));
        }
    } else {
        place.index = fftc_select_uint(place.there, place.index,
                                       FFTC_LINE_IN_PLACE * (element % FFTC_PASS_LINES));
    }
    if (FFTC_MAP_MIRRORED == 1u) {
        place.index = FFTC_MAP_LAST - place.index;
    }
    return place;
}

/* Element `element`, one of those from `low` on that invocations have at the same offset, behind
 * `before` sums of other blocks; there are `count`. */
FFTC_FN fftc_map_place fftc_map_find(fftc_uint element, fftc_uniform low, fftc_uint before,
                                     fftc_uniform at, fftc_uniform count)
{
    fftc_map_place place;
    if (fftc_map_straight(low, at, count)) {
        place.there = count != 0u;
        place.index = element + (fftc_map_shift(low, at) - low);
    } else {
        place = fftc_map_search(element, before, at, count);
    }
    return place;
}

/* The step of one of the loops that transform o belongs to. */
FFTC_FN fftc_uint fftc_map_digit(fftc_uint o, fftc_uniform digit)
{
    fftc_pass_layout numbers = fftc_pass_get_layout();
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < digit; ++i) {
        o = o / numbers.count[i];
    }
    if (digit + 1u < FFTC_PASS_DIGITS) {
        o = o % numbers.count[digit];
    }
    return o;
}

/* Whether transform o has a second signal. */
FFTC_FN fftc_bool fftc_map_paired(fftc_uint o)
{
    o = fftc_map_digit(o, FFTC_MAP_DIGIT);
    return FFTC_MAP_SIGNALS == 0u || 2u * o + 1u < FFTC_MAP_SIGNALS;
}

/* Sums before those of transform o. */
FFTC_FN fftc_uint fftc_map_sums_before(fftc_uint o)
{
    fftc_uint sums = FFTC_UINT(0u);
    if (FFTC_MAP_BLOCK != 0u) {
        sums = fftc_map_digit(o, FFTC_MAP_BLOCK_DIGIT) * FFTC_MAP_BLOCK;
    }
    return sums;
}

FFTC_FN fftc_complex fftc_map_get_complex(fftc_uint first, fftc_uint element, fftc_uniform low,
                                          fftc_uint o)
{
    fftc_map_place place =
        fftc_map_find(element, low, fftc_map_sums_before(o), FFTC_MAP_AT, FFTC_PASS_SRC_END);
    fftc_complex zero = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    fftc_uint at = place.index;
    if (FFTC_MAP_BRICK > 1u) {
        at = fftc_map_straight(low, FFTC_MAP_AT, FFTC_PASS_SRC_END)
                 ? fftc_map_at(element - low, fftc_map_shift(low, FFTC_MAP_AT))
                 : fftc_map_at(at, 0u);
    }
    fftc_complex value = fftc_get(first + at * FFTC_PASS_SRC_STRIDE);
    if (FFTC_MAP_CONJUGATE == 1u) {
        value = fftc_complex_conj(value);
    }
    return fftc_complex_select(place.there, value, zero);
}

FFTC_FN fftc_complex fftc_map_get_real(fftc_uint first, fftc_uint element, fftc_uniform low,
                                       fftc_uint o)
{
    fftc_uint before = fftc_map_sums_before(o);
    fftc_map_place place = fftc_map_find(element, low, before, FFTC_MAP_AT, FFTC_PASS_SRC_END);
    fftc_complex value = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    value.re = fftc_select(place.there, fftc_get_real(first + place.index * FFTC_PASS_SRC_STRIDE),
                           FFTC_REAL(0.0));
    if (FFTC_MAP_COUNT_2 != 0u) {
        fftc_bool paired = fftc_map_paired(o);
        place = fftc_map_find(element, low, before, FFTC_MAP_AT_2, FFTC_MAP_COUNT_2);
        place.there = place.there && paired;
        first = first + place.index * FFTC_PASS_SRC_STRIDE;
        first = first + fftc_select_uint(place.there, FFTC_UINT(FFTC_MAP_SRC_APART), FFTC_UINT(0u));
        value.im = fftc_select(place.there, fftc_get_real(first), FFTC_REAL(0.0));
    }
    if (FFTC_MAP_NEGATED == 1u) {
        value.re = fftc_select(element >= FFTC_MAP_NEGATIVE, -value.re, value.re);
        value.im = fftc_select(element >= FFTC_MAP_NEGATIVE_2, -value.im, value.im);
    }
    return value;
}

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset))
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint o = number / FFTC_PASS_LINES;
    fftc_uint first = fftc_pass_first(o, 0u);
    fftc_uint element = number % FFTC_PASS_LINES + t * FFTC_PASS_LINES;
    fftc_uniform low = offset * FFTC_PASS_LINES;
    fftc_complex value;
    if (FFTC_MAP_SRC_REAL == 1u) {
        value = fftc_map_get_real(first, element + low, low, o);
    } else if (FFTC_MAP_WRAPPED + FFTC_MAP_MIRRORED + FFTC_MAP_CONJUGATE == 0u &&
               FFTC_MAP_BRICK == 1u && fftc_pass_whole(FFTC_PASS_SRC_BEGIN, FFTC_PASS_SRC_END)) {
        first = first + element * FFTC_PASS_SRC_STRIDE;
        value = fftc_get(first + offset * (FFTC_PASS_LINES * FFTC_PASS_SRC_STRIDE));
    } else {
        value = fftc_map_get_complex(first, element + low, low, o);
    }
    return value;
}

FFTC_FN void fftc_map_set_real(fftc_uint at, fftc_uint element, fftc_uint o, fftc_complex value)
{
    fftc_set_real(at, value.re);
    if (FFTC_MAP_DST_COUNT_2 != 0u) {
        fftc_bool paired = fftc_map_paired(o);
        fftc_bool counted = element < FFTC_MAP_DST_COUNT_2;
        fftc_bool exists =
            FFTC_MAP_DST_ALL == 0u || element + fftc_map_sums_before(o) < FFTC_MAP_DST_ALL_2;
        if (counted && paired && exists) {
            fftc_set_real(at + FFTC_MAP_DST_APART, value.im);
        }
    }
}

FFTC_FN FFTC_ACCESSOR(void, fftc_line_set_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset, fftc_complex value))
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint b = number % FFTC_PASS_LINES;
    fftc_uint o = number / FFTC_PASS_LINES;
    fftc_uint element = (b / FFTC_PASS_BEFORE) * (FFTC_PASS_BEFORE * FFTC_LINE_POINTS) +
                        b % FFTC_PASS_BEFORE + t * FFTC_PASS_BEFORE;
    fftc_uint at = fftc_pass_first(o, 1u) + element * FFTC_PASS_DST_STRIDE +
                   offset * (FFTC_PASS_BEFORE * FFTC_PASS_DST_STRIDE);
    if (FFTC_MAP_BRICK > 1u) {
        at = fftc_pass_first(o, 1u) + fftc_map_at(t, offset);
    }
    element = element + offset * FFTC_PASS_BEFORE;
    if (fftc_pass_whole(FFTC_PASS_DST_BEGIN, FFTC_PASS_DST_END) || element < FFTC_PASS_DST_END) {
        if (FFTC_MAP_DST_ALL == 0u || element + fftc_map_sums_before(o) < FFTC_MAP_DST_ALL) {
            if (FFTC_MAP_DST_REAL == 1u) {
                fftc_map_set_real(at, element, o, value);
            } else {
                fftc_set(at, value);
            }
        }
    }
}

#ifdef FFTC_CONVOLUTION_PIXELS
/* Yours to define, or bloom_edge.h's, which C includes before this. The index counts a channel's
 * real numbers; what lies in channels that there are not is not looked at. */
FFTC_ACCESSOR(fftc_pixel, fftc_get_pixel, (fftc_uint index));
FFTC_ACCESSOR(void, fftc_set_pixel, (fftc_uint index, fftc_pixel value));

/* All channels of what the first pass loads, at one place of the line: fftc_map_get_real. */
FFTC_FN FFTC_ACCESSOR(fftc_pixel_pair, fftc_line_get_pixel_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset))
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint first = fftc_pass_first(number / FFTC_PASS_LINES, 0u);
    fftc_uniform low = offset * FFTC_PASS_LINES;
    fftc_uint element = number % FFTC_PASS_LINES + t * FFTC_PASS_LINES + low;
    fftc_map_place place =
        fftc_map_find(element, low, FFTC_UINT(0u), FFTC_MAP_AT, FFTC_PASS_SRC_END);
    fftc_pixel pixel = fftc_get_pixel(first + place.index * FFTC_PASS_SRC_STRIDE);
    fftc_pixel_pair pair;
    FFTC_UNROLL
    for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
        pair.channel[c].re = fftc_select(place.there, pixel.channel[c], FFTC_REAL(0.0));
        pair.channel[c].im = FFTC_REAL(0.0);
    }
    if (FFTC_MAP_COUNT_2 != 0u) {
        place = fftc_map_find(element, low, FFTC_UINT(0u), FFTC_MAP_AT_2, FFTC_MAP_COUNT_2);
        pixel = fftc_get_pixel(first + place.index * FFTC_PASS_SRC_STRIDE);
        FFTC_UNROLL
        for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
            pair.channel[c].im = fftc_select(place.there, pixel.channel[c], FFTC_REAL(0.0));
        }
    }
    return pair;
}

/* All channels of what the last pass stores there: fftc_map_set_real. */
FFTC_FN FFTC_ACCESSOR(void, fftc_line_set_pixel_near,
                      (fftc_uint line, fftc_uint t, fftc_uniform offset, fftc_pixel_pair pair))
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint element = number % FFTC_PASS_LINES + t * FFTC_PASS_BEFORE + offset * FFTC_PASS_BEFORE;
    fftc_uint at = fftc_pass_first(number / FFTC_PASS_LINES, 1u) + element * FFTC_PASS_DST_STRIDE;
    fftc_pixel first;
    fftc_pixel second;
    FFTC_UNROLL
    for (fftc_uniform c = 0u; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
        first.channel[c] = pair.channel[c].re;
        second.channel[c] = pair.channel[c].im;
    }
    if (element < FFTC_PASS_DST_END) {
        fftc_set_pixel(at, first);
    }
    if (FFTC_MAP_DST_COUNT_2 != 0u) {
        if (element < FFTC_MAP_DST_COUNT_2) {
            fftc_set_pixel(at + FFTC_MAP_DST_APART, second);
        }
    }
}
#endif

FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get, (fftc_uint line, fftc_uint position))
{
    fftc_uint number = fftc_pass_line(line);
    fftc_uint o = number / FFTC_PASS_LINES;
    fftc_uint first = fftc_pass_first(o, 0u);
    fftc_uint element = number % FFTC_PASS_LINES + position * FFTC_PASS_LINES;
    fftc_uniform any = FFTC_PASS_SRC_END; /* no invocations' elements begin there */
    fftc_complex value;
    if (FFTC_MAP_SRC_REAL == 1u) {
        value = fftc_map_get_real(first, element, any, o);
    } else {
        value = fftc_map_get_complex(first, element, any, o);
    }
    return value;
}

FFTC_FN FFTC_ACCESSOR(void, fftc_line_set, (fftc_uint line, fftc_uint position, fftc_complex value))
{
    fftc_line_set_near(line, position, 0u, value);
}

#endif
