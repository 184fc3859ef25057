/* SPDX-License-Identifier: MIT
 *
 * Which butterflies of which lines an invocation of line_fft.h makes. The parameters are described
 * there.
 *
 * Mirrored, with FFTC_LINE_MIRRORS defined: elements meet their mirrors (of frequency f that of -f) in
 * the registers of one invocation. Before and behind a stage, element k of butterfly b is position
 * b + k B, B = N / radix, and position -p of the line is element radix - 1 - k of butterfly B - b. So an
 * invocation that makes both has all of their mirrors; butterfly 0 is its own partner, but for k = 0
 * with k and radix - k, and so is B / 2: these two are made together. No memory is needed for the trade.
 *
 *   FFTC_LINE_MIRRORED_LOAD   0: as usual. 1: lines by themselves, as above, in the first stage.
 *   FFTC_LINE_MIRRORED_STORE  2: of lines in pairs, l and l + FFTC_LINE_COUNT / 2: the mirror of
 *                             position p is N - 1 - p of the partner, so element radix - 1 - k of butterfly
 *                             B - 1 - b; but for a pair of which fftc_line_own_mirror says that its first
 *                             line is as under 1, and that position p of its second line mirrors
 *                             N - 1 - p of the same. Then lines are worked on across. The same for the
 *                             last stage. Not both.
 *
 * In the mirrored stage fftc_line_butterflies must be even, but for 1 with a single stage of
 * radix N; 2 asks for even FFTC_LINE_COUNT and even B.
 */
#ifndef FFTC_LINE_PLACE_H
#define FFTC_LINE_PLACE_H

#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/workgroup.h"

#ifndef FFTC_LINE_POINTS
#error "define FFTC_LINE_POINTS: points of a line"
#endif
#ifndef FFTC_LINE_INVOCATIONS
#error "define FFTC_LINE_INVOCATIONS: invocations that share a line"
#endif
#ifndef FFTC_LINE_COUNT
#error "define FFTC_LINE_COUNT: lines of a workgroup"
#endif
#ifdef FFTC_LINE_MIRRORS
#ifndef FFTC_LINE_MIRRORED_LOAD
#error "define FFTC_LINE_MIRRORED_LOAD: 0u, 1u or 2u"
#endif
#ifndef FFTC_LINE_MIRRORED_STORE
#error "define FFTC_LINE_MIRRORED_STORE: 0u, 1u or 2u"
#endif
#endif

/* What an invocation works on: a line and t; mirrored by 2, the first line of a pair, and t counts the
 * invocations of both. */
FFTC_STRUCT(fftc_line_place)
{
    fftc_uint line;
    fftc_uint t;
    fftc_uniform mirrored;
};

FFTC_FN fftc_uniform fftc_line_mirrored_load(void)
{
#ifdef FFTC_LINE_MIRRORS
    return FFTC_LINE_MIRRORED_LOAD;
#else
    return 0u;
#endif
}

FFTC_FN fftc_uniform fftc_line_mirrored_store(void)
{
#ifdef FFTC_LINE_MIRRORS
    return FFTC_LINE_MIRRORED_STORE;
#else
    return 0u;
#endif
}

FFTC_FN fftc_line_place fftc_line_place_of(fftc_uniform across, fftc_uniform mirrored)
{
    fftc_uint i = fftc_invocation_index();
    fftc_uniform lines = mirrored == 2u ? FFTC_LINE_COUNT / 2u : FFTC_LINE_COUNT;
    fftc_line_place place;
    if (across == 1u) {
        place.line = i % lines;
        place.t = i / lines;
    } else {
        place.line = i / FFTC_LINE_INVOCATIONS;
        place.t = i % FFTC_LINE_INVOCATIONS;
    }
    place.mirrored = mirrored;
    return place;
}

/* Butterflies of a stage that an invocation makes at most. */
FFTC_FN fftc_uniform fftc_line_butterflies(fftc_uniform radix)
{
    return (FFTC_LINE_POINTS / radix + FFTC_LINE_INVOCATIONS - 1u) / FFTC_LINE_INVOCATIONS;
}

/* Whether there is a butterfly b. Known without asking b where they come out even. */
FFTC_FN fftc_bool fftc_line_has(fftc_uint b, fftc_uniform radix)
{
    fftc_uniform slots = fftc_line_butterflies(radix) * FFTC_LINE_INVOCATIONS;
    return slots * radix == FFTC_LINE_POINTS || b < FFTC_LINE_POINTS / radix;
}

#ifdef FFTC_LINE_MIRRORS

/* Yours to define, where lines are mirrored by 2: whether lines `pair` and pair + FFTC_LINE_COUNT / 2
 * are the two that mirror themselves. */
FFTC_ACCESSOR(fftc_bool, fftc_line_own_mirror, (fftc_uint pair));

/* Two butterflies whose elements mirror each other's. `self`: butterflies 0 and B / 2 of one line. */
FFTC_STRUCT(fftc_line_unit)
{
    fftc_uint low_line;
    fftc_uint low;
    fftc_uint high_line;
    fftc_uint high;
    fftc_bool there;
    fftc_bool self;
};

/* Number j of an invocation's, j < butterflies / 2. Where B is odd, self has no second butterfly. */
FFTC_FN fftc_line_unit fftc_line_unit_of(fftc_line_place at, fftc_uniform j, fftc_uniform radix)
{
    fftc_uniform all = FFTC_LINE_POINTS / radix;
    fftc_uniform middle = all / 2u;
    fftc_line_unit unit;
    if (at.mirrored == 1u) {
        fftc_uint u = at.t + j * FFTC_LINE_INVOCATIONS;
        unit.there = u < all - middle;
        unit.self = u == 0u;
        unit.low_line = at.line;
        unit.high_line = at.line;
        unit.low = u;
        unit.high = fftc_select_uint(unit.self, FFTC_UINT(middle), all - u);
    } else {
        fftc_uint u = at.t + j * (2u * FFTC_LINE_INVOCATIONS);
        fftc_bool own = fftc_line_own_mirror(at.line);
        fftc_bool second = own && u >= middle;
        fftc_uint partner = at.line + FFTC_LINE_COUNT / 2u;
        unit.there = u < all;
        unit.self = own && u == 0u;
        unit.low_line = fftc_select_uint(second, partner, at.line);
        unit.high_line = fftc_select_uint(own && !second, at.line, partner);
        unit.low = fftc_select_uint(second, u - middle, u);
        unit.high = fftc_select_uint(own && !second, all - u, all - 1u - unit.low);
        unit.high = fftc_select_uint(unit.self, FFTC_UINT(middle), unit.high);
    }
    return unit;
}

#endif

/* Butterfly number j of an invocation is number base + shift of that line, if it is there. The first
 * half of a mirrored invocation's are the low ones of its units. */
FFTC_FN fftc_uint fftc_line_base(fftc_line_place at, fftc_uniform j, fftc_uniform radix)
{
    fftc_uint base = at.t;
    FFTC_UNUSED(j);
    FFTC_UNUSED(radix);
#ifdef FFTC_LINE_MIRRORS
    if (at.mirrored != 0u) {
        fftc_uniform units = fftc_line_butterflies(radix) / 2u;
        fftc_line_unit unit = fftc_line_unit_of(at, j < units ? j : j - units, radix);
        base = j < units ? unit.low : unit.high;
    }
#endif
    return base;
}

FFTC_FN fftc_uniform fftc_line_shift(fftc_line_place at, fftc_uniform j)
{
    return at.mirrored == 0u ? j * FFTC_LINE_INVOCATIONS : 0u;
}

FFTC_FN fftc_uint fftc_line_of(fftc_line_place at, fftc_uniform j, fftc_uniform radix)
{
    fftc_uint line = at.line;
    FFTC_UNUSED(j);
    FFTC_UNUSED(radix);
#ifdef FFTC_LINE_MIRRORS
    if (at.mirrored == 2u) {
        fftc_uniform units = fftc_line_butterflies(radix) / 2u;
        fftc_line_unit unit = fftc_line_unit_of(at, j < units ? j : j - units, radix);
        line = j < units ? unit.low_line : unit.high_line;
    }
#endif
    return line;
}

FFTC_FN fftc_bool fftc_line_there(fftc_line_place at, fftc_uniform j, fftc_uniform radix)
{
    fftc_bool there = fftc_line_has(at.t + j * FFTC_LINE_INVOCATIONS, radix);
#ifdef FFTC_LINE_MIRRORS
    if (at.mirrored != 0u) {
        fftc_uniform units = fftc_line_butterflies(radix) / 2u;
        fftc_line_unit unit = fftc_line_unit_of(at, j < units ? j : j - units, radix);
        fftc_bool even = FFTC_LINE_POINTS / radix % 2u == 0u;
        there = (even && 2u * units * FFTC_LINE_INVOCATIONS * radix == FFTC_LINE_POINTS) ||
                (unit.there && (j < units || even || !unit.self));
    }
#endif
    return there;
}

#endif
