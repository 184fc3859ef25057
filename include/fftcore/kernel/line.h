/* SPDX-License-Identifier: MIT
 *
 * Lines of points and the invocations that share one: the accessors that line_fft.h and
 * line_cross.h need, and which part of a line an invocation has. Parameters: line_parameters.h.
 */
#ifndef FFTC_LINE_H
#define FFTC_LINE_H

#include "fftcore/kernel/complex.h"
#include "fftcore/kernel/line_parameters.h"
#include "fftcore/kernel/workgroup.h"

FFTC_STRUCT(fftc_line_values)
{
    fftc_complex v[FFTC_LINE_REGISTERS];
};

/* Yours to define (fft_pass.h does): element `position` of line `line` of this workgroup. An
 * invocation reads all that it needs before it writes, but other invocations may be ahead of it: so
 * a workgroup writes the elements that it has read itself, or none that anybody reads. */
FFTC_ACCESSOR(fftc_complex, fftc_line_get, (fftc_uint line, fftc_uint position));
FFTC_ACCESSOR(void, fftc_line_set, (fftc_uint line, fftc_uint position, fftc_complex value));

/* The element at position t + offset of a line; yours to define if FFTC_LINE_NEAR is defined. The
 * offset is a constant, while line and t are the same for all elements of an invocation: one
 * register can address them all. */
#ifdef FFTC_LINE_NEAR
FFTC_ACCESSOR(fftc_complex, fftc_line_get_near, (fftc_uint line, fftc_uint t, fftc_uniform offset));
FFTC_ACCESSOR(void, fftc_line_set_near,
              (fftc_uint line, fftc_uint t, fftc_uniform offset, fftc_complex value));
#else
FFTC_FN fftc_complex fftc_line_get_near(fftc_uint line, fftc_uint t, fftc_uniform offset)
{
    return fftc_line_get(line, t + offset);
}

FFTC_FN void fftc_line_set_near(fftc_uint line, fftc_uint t, fftc_uniform offset,
                                fftc_complex value)
{
    fftc_line_set(line, t + offset, value);
}
#endif

/* Yours to define: what to multiply by after loading, where FFTC_LINE_FACTORED is 1:
 * for the element of invocation t in slot j + k * count, which is at position
 * t + fftc_line_offset(slot, radix). */
FFTC_ACCESSOR(fftc_complex, fftc_line_factor, (fftc_uint line, fftc_uint t, fftc_uniform slot));

/* Yours to define: whether a line exists. Of one that does not, nothing is read or written. */
FFTC_ACCESSOR(fftc_bool, fftc_line_wanted, (fftc_uint line));

/* Yours to define, if FFTC_LINE_CLIPPED is: whether any of the positions t + offset,
 * t = 0 .. I - 1, is to be read, or written. What is not read counts as 0. */
#ifdef FFTC_LINE_CLIPPED
FFTC_ACCESSOR(fftc_bool, fftc_line_reads, (fftc_uniform offset));
FFTC_ACCESSOR(fftc_bool, fftc_line_writes, (fftc_uniform offset));
#define FFTC_LINE_IF_READS(offset) if (fftc_line_reads(offset))
#define FFTC_LINE_IF_WRITES(offset) if (fftc_line_writes(offset))
#else
#define FFTC_LINE_IF_READS(offset)
#define FFTC_LINE_IF_WRITES(offset)
#endif

/* Yours to define: the factors of the stages. Stage s > 0 has P fftc_line_rows(r) of them, after
 * those of the stages before it: number row P + p is exp(-2 pi i p 2^row / (P r)), p < P.
 * Neighbours in t read neighbours. The other powers are products of these, because a load costs
 * more than a multiplication, and because all workgroups together read small tables from a
 * cache. */
FFTC_ACCESSOR(fftc_complex, fftc_line_twiddle_get, (fftc_uint index));

/* What an invocation works on: a line and t. Where lines are mirrored in pairs, the line is the
 * first one of a pair, and t numbers the invocations of both. */
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

/* What an invocation loads. */
FFTC_FN fftc_line_place fftc_line_place_in(void)
{
    fftc_line_place place = fftc_line_place_of(FFTC_LINE_LOAD_ACROSS, fftc_line_mirrored_load());
#ifdef FFTC_LINE_PLANE
    if (FFTC_LINE_PLANE != 0u) {
        fftc_uniform beside = FFTC_LINE_INVOCATIONS / FFTC_LINE_PLANE; /* columns */
        place.t = place.t % beside * FFTC_LINE_PLANE + place.t / beside;
    }
#endif
    return place;
}

/* Whether a stage's butterflies are multiplied by factors: those that begin an axis are not. */
FFTC_FN fftc_bool fftc_line_stage_factored(fftc_uniform stage)
{
#ifdef FFTC_LINE_PLANE
    return FFTC_LINE_PLANE == 0u || stage != FFTC_LINE_PLANE_STAGE;
#else
    FFTC_UNUSED(stage);
    return FFTC_LINE_STAGES > 0u;
#endif
}

/* The most butterflies of a stage that an invocation makes. */
FFTC_FN fftc_uniform fftc_line_butterflies(fftc_uniform radix)
{
    return (FFTC_LINE_POINTS / radix + FFTC_LINE_INVOCATIONS - 1u) / FFTC_LINE_INVOCATIONS;
}

/* Whether an invocation's butterfly number j exists: a constant but for the last of a stage whose
 * butterflies do not come out even. */
FFTC_FN fftc_bool fftc_line_has(fftc_uint t, fftc_uniform j, fftc_uniform radix)
{
    return (j + 1u) * FFTC_LINE_INVOCATIONS <= FFTC_LINE_POINTS / radix ||
           t + j * FFTC_LINE_INVOCATIONS < FFTC_LINE_POINTS / radix;
}

#ifdef FFTC_LINE_MIRRORS

/* Yours to define, where lines are mirrored in pairs: whether lines `pair` and pair +
 * FFTC_LINE_COUNT / 2 are the two that mirror themselves. */
FFTC_ACCESSOR(fftc_bool, fftc_line_own_mirror, (fftc_uint pair));

/* Two butterflies whose elements mirror each other's. `self`: butterflies 0 and
 * B / 2 of one line. */
FFTC_STRUCT(fftc_line_butterfly_pair)
{
    fftc_uint low_line;
    fftc_uint low;
    fftc_uint high_line;
    fftc_uint high;
    fftc_bool there;
    fftc_bool self;
};

/* Pair of butterflies number j of an invocation, j < butterflies / 2. Where B is odd, the pair
 * `self` has no second butterfly. */
FFTC_FN fftc_line_butterfly_pair fftc_line_butterfly_pair_of(fftc_line_place at, fftc_uniform j,
                                                             fftc_uniform radix)
{
    fftc_uniform all = FFTC_LINE_POINTS / radix;
    fftc_uniform middle = all / 2u;
    fftc_line_butterfly_pair two;
    if (at.mirrored == 1u) {
        fftc_uint u = at.t + j * FFTC_LINE_INVOCATIONS;
        two.there = u < all - middle;
        two.self = u == 0u;
        two.low_line = at.line;
        two.high_line = at.line;
        two.low = u;
        two.high = fftc_select_uint(two.self, FFTC_UINT(middle), all - u);
    } else {
        fftc_uint u = at.t + j * (2u * FFTC_LINE_INVOCATIONS);
        fftc_bool own = fftc_line_own_mirror(at.line);
        fftc_bool upper = u >= middle;
        fftc_bool lower = u < middle;
        fftc_bool zero = u == 0u;
        fftc_bool first = own && lower;
        fftc_bool second = own && upper;
        fftc_uint partner = at.line + FFTC_LINE_COUNT / 2u;
        two.there = u < all;
        two.self = own && zero;
        two.low_line = fftc_select_uint(second, partner, at.line);
        two.high_line = fftc_select_uint(first, at.line, partner);
        two.low = fftc_select_uint(second, u - middle, u);
        two.high = fftc_select_uint(first, all - u, all - 1u - two.low);
        two.high = fftc_select_uint(two.self, FFTC_UINT(middle), two.high);
    }
    return two;
}

#endif

/* Butterfly number j of an invocation is butterfly base + shift of the line, if that exists. Of a
 * mirrored invocation, the first half of j are the low butterflies of its units. */
FFTC_FN fftc_uint fftc_line_base(fftc_line_place at, fftc_uniform j, fftc_uniform radix)
{
    fftc_uint base = at.t;
    FFTC_UNUSED(j);
    FFTC_UNUSED(radix);
#ifdef FFTC_LINE_MIRRORS
    if (at.mirrored != 0u) {
        fftc_uniform pairs = fftc_line_butterflies(radix) / 2u;
        fftc_line_butterfly_pair two =
            fftc_line_butterfly_pair_of(at, j < pairs ? j : j - pairs, radix);
        base = j < pairs ? two.low : two.high;
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
        fftc_uniform pairs = fftc_line_butterflies(radix) / 2u;
        fftc_line_butterfly_pair two =
            fftc_line_butterfly_pair_of(at, j < pairs ? j : j - pairs, radix);
        line = j < pairs ? two.low_line : two.high_line;
    }
#endif
    return line;
}

FFTC_FN fftc_bool fftc_line_there(fftc_line_place at, fftc_uniform j, fftc_uniform radix)
{
    fftc_bool there = fftc_line_has(at.t, j, radix);
#ifdef FFTC_LINE_MIRRORS
    if (at.mirrored != 0u) {
        fftc_uniform pairs = fftc_line_butterflies(radix) / 2u;
        fftc_line_butterfly_pair two =
            fftc_line_butterfly_pair_of(at, j < pairs ? j : j - pairs, radix);
        fftc_uniform all = FFTC_LINE_POINTS / radix;
        there = two.there;
        if (all % 2u == 1u && j >= pairs) {
            fftc_bool second = !two.self;
            there = there && second;
        }
        if (2u * pairs * FFTC_LINE_INVOCATIONS == all) {
            there = all != 0u;
        }
    }
#endif
    return there;
}

/* An invocation's butterfly number j is b = t + j I, unless lines are mirrored. Where P and I are
 * powers of two, b div P and b mod P are then sums of a part that depends on t and one that depends
 * on j, a constant. (The same holds wherever one of P and I divides the other; but with that
 * condition 2187 points took 627 us on an H200, and 584 with this one.) */
FFTC_FN fftc_bool fftc_line_steady(fftc_line_place at, fftc_uniform before)
{
    return at.mirrored == 0u &&
           (before & (before - 1u)) + (FFTC_LINE_INVOCATIONS & (FFTC_LINE_INVOCATIONS - 1u)) == 0u;
}

/* b mod P. */
FFTC_FN fftc_uint fftc_line_row(fftc_line_place at, fftc_uniform j, fftc_uniform radix,
                                fftc_uniform before)
{
    fftc_uint row = (fftc_line_base(at, j, radix) + fftc_line_shift(at, j)) % before;
    if (fftc_line_steady(at, before)) {
        row = at.t % before + j * FFTC_LINE_INVOCATIONS % before;
    }
    return row;
}

/* Slot j + k * count is element k of the invocation's butterfly number j. Before a stage of that
 * radix its position is t plus this. */
FFTC_FN fftc_uniform fftc_line_offset(fftc_uniform slot, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    return (slot % count) * FFTC_LINE_INVOCATIONS + (slot / count) * (FFTC_LINE_POINTS / radix);
}

#endif
