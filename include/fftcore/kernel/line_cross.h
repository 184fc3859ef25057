/* SPDX-License-Identifier: MIT
 *
 * How lines cross shared memory between two stages of line_fft.h: first the real parts, then the
 * imaginary parts in the same words (FFTC_LINE_WORDS words of a number at a time), each in
 * FFTC_LINE_ROUNDS rounds. An invocation gives its results of one stage, and takes what it needs
 * for the next.
 */
#ifndef FFTC_LINE_CROSS_H
#define FFTC_LINE_CROSS_H

#include "fftcore/kernel/line.h"

/* The values of an invocation as words: word w of slot i is v[i * FFTC_COMPLEX_WORDS + w]. */
FFTC_STRUCT(fftc_line_words)
{
    fftc_uint v[FFTC_LINE_REGISTERS * FFTC_COMPLEX_WORDS];
};

/* One crossing of shared memory: from a stage of radix r to the next one's. */
FFTC_STRUCT(fftc_line_crossing)
{
    fftc_line_place give;
    fftc_line_place take;
    fftc_uniform before; /* P of the stage that gives */
    fftc_uniform radix;  /* of the stage that gives */
    fftc_uniform next;   /* of the stage that takes */
};

FFTC_FN void fftc_line_barrier(void)
{
    if (FFTC_LINE_IN_SUBGROUP == 1u) {
        fftc_subgroup_barrier();
    } else {
        fftc_workgroup_barrier();
    }
}

/* The elements k of a taking butterfly that cross in one round, but for the last round, which may
 * have fewer. An invocation takes position b + k N / next as element k, b < N / next. So the
 * compiler knows what is taken in a round, whatever radices and invocations are. */
FFTC_FN fftc_uniform fftc_line_part(fftc_line_crossing c)
{
    return (c.next + FFTC_LINE_ROUNDS - 1u) / FFTC_LINE_ROUNDS;
}

/* Rounds of this crossing: fewer than FFTC_LINE_ROUNDS where the elements are fewer. */
FFTC_FN fftc_uniform fftc_line_rounds(fftc_line_crossing c)
{
    return (c.next + fftc_line_part(c) - 1u) / fftc_line_part(c);
}

/* Positions of a round: a multiple of P r, since N / next is one. So a giving butterfly, which has
 * one piece of P r positions, gives all its elements in the same round. */
FFTC_FN fftc_uniform fftc_line_block(fftc_line_crossing c)
{
    return fftc_line_part(c) * (FFTC_LINE_POINTS / c.next);
}

FFTC_FN fftc_uint fftc_line_padded(fftc_uint position)
{
    return position + (position >> FFTC_LINE_PAD_LOG2);
}

/* Whether padded(base + offset) is padded(base) + padded(offset). It is without padding; and where
 * points and invocations are powers of two, since then P and r are too, and the bits that base and
 * offset may have set do not overlap below the padding's. With one round it also is for an offset
 * of whole paddings; and for a giving butterfly, whose base is less than P above a multiple of P r,
 * where P r divides the distance of two paddings, or P = 1 and that distance divides r. The
 * offset's part is a constant then, and one register has the address of all of a butterfly. */
FFTC_FN fftc_bool fftc_line_linear(fftc_line_crossing c, fftc_uniform offset, fftc_uniform gives)
{
    fftc_uniform pads = 1u << FFTC_LINE_PAD_LOG2;
    fftc_uniform piece = c.before * c.radix;
    return FFTC_LINE_PAD_LOG2 == 31u ||
           (FFTC_LINE_POINTS & (FFTC_LINE_POINTS - 1u)) +
                   (FFTC_LINE_INVOCATIONS & (FFTC_LINE_INVOCATIONS - 1u)) ==
               0u ||
           (FFTC_LINE_ROUNDS == 1u &&
            (offset % pads == 0u ||
             (gives == 1u && offset < piece &&
              (pads % piece == 0u || (c.before == 1u && c.radix % pads == 0u)))));
}

/* Where position base + offset of a line is in a round; word number `plane` of those that cross
 * together. */
FFTC_FN_INLINE fftc_uint fftc_line_address(fftc_line_crossing c, fftc_uint line, fftc_uint base,
                                           fftc_uniform offset, fftc_uniform gives,
                                           fftc_uniform plane, fftc_uniform round)
{
    fftc_uniform first = plane * (FFTC_LINE_COUNT * FFTC_LINE_STRIDE);
    fftc_uint address = line * FFTC_LINE_STRIDE;
    if (fftc_line_linear(c, offset, gives)) {
        address = (address + fftc_line_padded(base)) +
                  (first + fftc_line_padded(offset) - round * fftc_line_padded(fftc_line_block(c)));
    } else {
        address = address + first + fftc_line_padded(base + offset - round * fftc_line_block(c));
    }
    return address;
}

/* Whether a position belongs to a round. With one round this is a constant. */
FFTC_FN fftc_bool fftc_line_in_round(fftc_line_crossing c, fftc_uint position, fftc_uniform round)
{
    return FFTC_LINE_ROUNDS == 1u || position - round * fftc_line_block(c) < fftc_line_block(c);
}

/* Butterfly b writes from position (b div P) P r + (b mod P) on. That is the sum of the two
 * functions below, the second of which is a constant. */
FFTC_FN fftc_uint fftc_line_first(fftc_line_crossing c, fftc_uniform j)
{
    fftc_uint b = fftc_line_base(c.give, j, c.radix) + fftc_line_shift(c.give, j);
    if (fftc_line_steady(c.give, c.before)) {
        b = c.give.t;
    }
    return (b / c.before) * (c.before * c.radix) + b % c.before;
}

FFTC_FN fftc_uniform fftc_line_first_rest(fftc_line_crossing c, fftc_uniform j)
{
    fftc_uniform b = fftc_line_steady(c.give, c.before) ? j * FFTC_LINE_INVOCATIONS : 0u;
    return (b / c.before) * (c.before * c.radix) + b % c.before;
}

/* Whether butterflies number j of all invocations fill one piece of I r positions, which belongs to
 * one round as a whole: P divides I, and the piece begins at j I r. Then the compiler knows the
 * round and nobody asks for it. Only where that was seen to gain: lines in three rounds, 2187
 * points 606 us on an H200 without and 544 with it, and those that load with their mirrors, c2r of
 * 16384 numbers 685 and 573. Others of two rounds take as long, or 1% longer (2^23 points 1570 and
 * 1590). */
FFTC_FN fftc_bool fftc_line_gives_piece(fftc_line_crossing c)
{
    return (FFTC_LINE_ROUNDS == 3u || fftc_line_mirrored_load() != 0u) && c.give.mirrored == 0u &&
           FFTC_LINE_INVOCATIONS % c.before == 0u &&
           fftc_line_block(c) % (FFTC_LINE_INVOCATIONS * c.radix) == 0u;
}

/* Whether an invocation's butterfly, whose first position is first + offset, is given in a round.
 * Where I divides P and the block, t < I makes no difference, and the constant decides. */
FFTC_FN fftc_bool fftc_line_gives(fftc_line_crossing c, fftc_uint first, fftc_uniform offset,
                                  fftc_uniform round)
{
    fftc_uint position = first + offset;
    if (fftc_line_steady(c.give, c.before) && c.before % FFTC_LINE_INVOCATIONS == 0u &&
        fftc_line_block(c) % FFTC_LINE_INVOCATIONS == 0u) {
        position = FFTC_UINT(offset);
    }
    return fftc_line_in_round(c, position, round);
}

/* Gives one butterfly in the round that it belongs to. One branch is around all its elements where
 * lines stand by themselves: 16384 points took 610 us on an H200, and 639 with a branch around
 * each. (Tiles took longer that way: 2^15 points 1062 us, and 1039 with a branch around each.) */
FFTC_FN_INLINE void fftc_line_give_butterfly(fftc_line_words x, fftc_line_crossing c,
                                             fftc_uniform j, fftc_uniform word, fftc_uniform plane,
                                             fftc_uniform round)
{
    fftc_uniform count = fftc_line_butterflies(c.radix);
    fftc_uint line = fftc_line_of(c.give, j, c.radix);
    fftc_uint first = fftc_line_first(c, j);
    fftc_uniform rest = fftc_line_first_rest(c, j);
    fftc_bool now = fftc_line_gives(c, first, rest, round);
    if (fftc_line_gives_piece(c)) {
        now = fftc_line_in_round(c, FFTC_UINT(j * FFTC_LINE_INVOCATIONS * c.radix), round);
    }
    if (FFTC_LINE_LOAD_ACROSS + FFTC_LINE_STORE_ACROSS == 0u) {
        if (now) {
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < c.radix; ++k) {
                fftc_uint address =
                    fftc_line_address(c, line, first, rest + k * c.before, 1u, plane, round);
                fftc_shared_set(address, x.v[(j + k * count) * FFTC_COMPLEX_WORDS + word]);
            }
        }
    } else {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < c.radix; ++k) {
            if (now) {
                fftc_uint address =
                    fftc_line_address(c, line, first, rest + k * c.before, 1u, plane, round);
                fftc_shared_set(address, x.v[(j + k * count) * FFTC_COMPLEX_WORDS + word]);
            }
        }
    }
}

FFTC_FN_INLINE void fftc_line_give(fftc_line_words x, fftc_line_crossing c, fftc_uniform word,
                                   fftc_uniform plane, fftc_uniform round)
{
    fftc_uniform count = fftc_line_butterflies(c.radix);
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < count; ++j) {
        if (fftc_line_there(c.give, j, c.radix)) {
            fftc_line_give_butterfly(x, c, j, word, plane, round);
        }
    }
}

FFTC_FN_INLINE fftc_line_words fftc_line_take(fftc_line_words y, fftc_line_crossing c,
                                              fftc_uniform word, fftc_uniform plane,
                                              fftc_uniform round)
{
    fftc_uniform count = fftc_line_butterflies(c.next);
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < count; ++j) {
        fftc_uniform first = fftc_line_shift(c.take, j);
        fftc_uint base = fftc_line_base(c.take, j, c.next);
        fftc_uint line = fftc_line_of(c.take, j, c.next);
        if (!fftc_line_linear(c, first, 0u)) {
            base = base + first;
            first = 0u;
        }
        if (fftc_line_there(c.take, j, c.next)) {
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < c.next; ++k) {
                fftc_uniform offset = first + k * (FFTC_LINE_POINTS / c.next);
                if (k / fftc_line_part(c) == round) {
                    y.v[(j + k * count) * FFTC_COMPLEX_WORDS + word] =
                        fftc_shared_get(fftc_line_address(c, line, base, offset, 0u, plane, round));
                }
            }
        }
    }
    return y;
}

FFTC_FN_INLINE fftc_line_words fftc_line_to_words(fftc_line_values x)
{
    fftc_line_words y;
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_LINE_REGISTERS; ++i) {
        fftc_complex_words words = fftc_words_from_complex(x.v[i]);
        FFTC_UNROLL
        for (fftc_uniform w = 0u; w < FFTC_COMPLEX_WORDS; ++w) {
            y.v[i * FFTC_COMPLEX_WORDS + w] = words.word[w];
        }
    }
    return y;
}

FFTC_FN_INLINE fftc_line_values fftc_line_from_words(fftc_line_words x)
{
    fftc_line_values y;
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_LINE_REGISTERS; ++i) {
        fftc_complex_words words;
        FFTC_UNROLL
        for (fftc_uniform w = 0u; w < FFTC_COMPLEX_WORDS; ++w) {
            words.word[w] = x.v[i * FFTC_COMPLEX_WORDS + w];
        }
        y.v[i] = fftc_complex_from_words(words);
    }
    return y;
}

/* Whether shared memory is in use before the first crossing. */
FFTC_FN fftc_bool fftc_line_crossed_in(void)
{
#ifdef FFTC_LINE_GATHERS
    return FFTC_LINE_GATHERED == 2u;
#else
    return FFTC_LINE_ROUNDS == 0u;
#endif
}

/* Shared memory is free before the first crossing (P = 1), and in use before the others. */
FFTC_FN_INLINE fftc_line_values fftc_line_cross(fftc_line_values x, fftc_line_crossing c)
{
    fftc_line_words give = fftc_line_to_words(x);
    fftc_line_words take = give;
    FFTC_UNROLL
    for (fftc_uniform word = 0u; word < FFTC_COMPLEX_WORDS; word += FFTC_LINE_WORDS) {
        FFTC_UNROLL
        for (fftc_uniform round = 0u; round < fftc_line_rounds(c); ++round) {
            if (c.before + word + round > 1u || fftc_line_crossed_in()) {
                fftc_line_barrier();
            }
            FFTC_UNROLL
            for (fftc_uniform plane = 0u; plane < FFTC_LINE_WORDS; ++plane) {
                fftc_line_give(give, c, word + plane, plane, round);
            }
            if (FFTC_LINE_IN_PLACE == 1u && c.before + word + round == 1u) {
                fftc_workgroup_barrier_buffers();
            } else {
                fftc_line_barrier();
            }
            FFTC_UNROLL
            for (fftc_uniform plane = 0u; plane < FFTC_LINE_WORDS; ++plane) {
                take = fftc_line_take(take, c, word + plane, plane, round);
            }
        }
    }
    return fftc_line_from_words(take);
}

#endif
