/* SPDX-License-Identifier: MIT
 *
 * The fast transform of a workgroup: FFTC_LINE_COUNT lines of FFTC_LINE_POINTS points N each, any
 * product of the radices below, natural order on both sides.
 *
 * Each line is the work of FFTC_LINE_INVOCATIONS invocations I, numbered t = 0 .. I - 1. A stage of
 * radix r is N / r butterflies; invocation t makes b = t, t + I, t + 2 I, ..., each in registers, with
 * one codelet. Butterfly b reads the positions b + k N / r, k = 0 .. r - 1, and writes
 *
 *     (b div P) P r + (b mod P) + k P,     P the product of the radices before it:
 *
 * Stockham's order (Cochran et al. 1967), which needs no permutation. Element k is multiplied by
 * exp(-2 pi i k (b mod P) / (P r)) first. Between two stages the lines cross shared memory, real parts
 * first, then imaginary parts in the same words: half the memory, which on a GPU means more workgroups
 * at a time. The last stage's butterflies write positions b + k N / r: neighbours to neighbours.
 *
 * Parameters. They are expressions, never asked by the preprocessor: constants in a shader, fields of a
 * fftc_line_schedule (src/common/line_plan.h) where one program carries out many.
 *
 *   FFTC_LINE_POINTS          N
 *   FFTC_LINE_INVOCATIONS     I, of one line; the workgroup has FFTC_LINE_COUNT * I
 *   FFTC_LINE_COUNT           lines of a workgroup
 *   FFTC_LINE_REGISTERS       at least the points an invocation holds in any stage: r ceil(N / (r I))
 *   FFTC_LINE_STAGES          1 .. 6
 *   FFTC_LINE_RADIX_0 .. _5   2 .. 13, 15, 16, 32, but for 14; 1 beyond the last stage
 *   FFTC_LINE_WORDS           words of a number that cross shared memory at a time: 1, 2 or 4
 *   FFTC_LINE_ROUNDS          parts that each crossing is done in: positions go by blocks of
 *                             ceil(N / rounds), each of which takes the same shared memory
 *   FFTC_LINE_STRIDE          words from line to line in shared memory, at least what position
 *   FFTC_LINE_PAD_LOG2        ceil(N / rounds) - 1 needs: position p stands at p + (p >> pad_log2)
 *   FFTC_LINE_LOAD_ACROSS     1: while loading, neighbouring invocations work on neighbouring lines;
 *   FFTC_LINE_STORE_ACROSS    0: on neighbouring positions of one line. The same for storing. One stage
 *                             needs the same on both sides.
 *   FFTC_LINE_IN_SUBGROUP     1: all invocations of a line are of one subgroup (and nothing is done
 *                             across), so that a barrier of the subgroup serves
 *   FFTC_LINE_IN_PLACE        1: source and destination are the same elements, so that all loads of the
 *                             workgroup have to come before its stores: one barrier orders buffers too
 *   FFTC_LINE_FACTORED        1: multiply by fftc_line_factor after loading
 *   FFTC_LINE_INVERSE         1: the inverse
 *   FFTC_LINE_SCALED          1: multiply by FFTC_LINE_SCALE, an fftc_real, at the end
 *
 * Shared memory: FFTC_LINE_WORDS * FFTC_LINE_COUNT * FFTC_LINE_STRIDE words, free on entry.
 * Barriers: for each stage after the first 2 * rounds * words of a number / FFTC_LINE_WORDS, less one.
 *
 * FFTC_LANES 1 only: invocations that have no butterfly in a stage are left out by branches.
 */
#ifndef FFTC_LINE_FFT_H
#define FFTC_LINE_FFT_H

#include "fftcore/kernel/codelet_composite.h"
#include "fftcore/kernel/line_place.h"

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

FFTC_STRUCT(fftc_line_values)
{
    fftc_complex v[FFTC_LINE_REGISTERS];
};

/* Yours to define (fft_pass.h does): element `position` of line `line` of this workgroup. An
 * invocation reads all that it needs before it writes, but others may be ahead of it: source and
 * destination are the same elements of the same workgroup, or do not overlap. */
FFTC_ACCESSOR(fftc_complex, fftc_line_get, (fftc_uint line, fftc_uint position));
FFTC_ACCESSOR(void, fftc_line_set, (fftc_uint line, fftc_uint position, fftc_complex value));

/* Yours to define: what to multiply by after loading, where FFTC_LINE_FACTORED is 1: for the element of
 * invocation t in slot j + k * count, which is at position t + fftc_line_offset(slot, radix). */
FFTC_ACCESSOR(fftc_complex, fftc_line_factor, (fftc_uint line, fftc_uint t, fftc_uniform slot));

/* Yours to define: whether there is such a line. Of one that is not, nothing is read or written. */
FFTC_ACCESSOR(fftc_bool, fftc_line_wanted, (fftc_uint line));

/* Yours to define: the stages' factors. Stage s > 0 has P fftc_line_rows(r) of them, behind those of the
 * stages before it: number row P + p is exp(-2 pi i p 2^row / (P r)), p < P. Neighbours in t read
 * neighbours. The other powers are products of these: a load costs more than a multiplication, and all
 * workgroups together hold on to few tables. */
FFTC_ACCESSOR(fftc_complex, fftc_line_twiddle_get, (fftc_uint index));

/* The same as words: word w of slot i is v[i * FFTC_COMPLEX_WORDS + w]. */
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

/* Slot j + k * count is element k of the invocation's butterfly number j. Its position before a stage of
 * that radix is t + this. */
FFTC_FN fftc_uniform fftc_line_offset(fftc_uniform slot, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    return (slot % count) * FFTC_LINE_INVOCATIONS + (slot / count) * (FFTC_LINE_POINTS / radix);
}

FFTC_FN_INLINE fftc_complex fftc_line_turned(fftc_complex x)
{
    return FFTC_LINE_INVERSE == 1u ? fftc_complex_swap(x) : x;
}

/* ---------------------------------------------------------------------------- in registers */

/* A text for each radix, to be chosen by comparing constants. A shader that defines FFTC_LINE_ONLY
 * holds those of the radices that it names by FFTC_LINE_WITH_2 and so on: less to compile. */
#define FFTC_LINE_CODELET(type, dft, points)             \
    if (radix == points) {                               \
        FFTC_UNROLL                                      \
        for (fftc_uniform j = 0u; j < count; ++j) {      \
            type y;                                      \
            FFTC_UNROLL                                  \
            for (fftc_uniform k = 0u; k < points; ++k) { \
                y.v[k] = x.v[j + k * count];             \
            }                                            \
            y = dft(y);                                  \
            FFTC_UNROLL                                  \
            for (fftc_uniform k = 0u; k < points; ++k) { \
                x.v[j + k * count] = y.v[k];             \
            }                                            \
        }                                                \
    }

FFTC_FN_INLINE fftc_line_values fftc_line_codelets(fftc_line_values x, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_2)
    FFTC_LINE_CODELET(fftc_complex_2, fftc_dft_2, 2u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_3)
    FFTC_LINE_CODELET(fftc_complex_3, fftc_dft_3, 3u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_4)
    FFTC_LINE_CODELET(fftc_complex_4, fftc_dft_4, 4u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_5)
    FFTC_LINE_CODELET(fftc_complex_5, fftc_dft_5, 5u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_6)
    FFTC_LINE_CODELET(fftc_complex_6, fftc_dft_6, 6u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_7)
    FFTC_LINE_CODELET(fftc_complex_7, fftc_dft_7, 7u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_8)
    FFTC_LINE_CODELET(fftc_complex_8, fftc_dft_8, 8u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_9)
    FFTC_LINE_CODELET(fftc_complex_9, fftc_dft_9, 9u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_10)
    FFTC_LINE_CODELET(fftc_complex_10, fftc_dft_10, 10u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_11)
    FFTC_LINE_CODELET(fftc_complex_11, fftc_dft_11, 11u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_12)
    FFTC_LINE_CODELET(fftc_complex_12, fftc_dft_12, 12u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_13)
    FFTC_LINE_CODELET(fftc_complex_13, fftc_dft_13, 13u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_15)
    FFTC_LINE_CODELET(fftc_complex_15, fftc_dft_15, 15u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_16)
    FFTC_LINE_CODELET(fftc_complex_16, fftc_dft_16, 16u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_32)
    FFTC_LINE_CODELET(fftc_complex_32, fftc_dft_32, 32u)
#endif
    return x;
}
#undef FFTC_LINE_CODELET

/* How many of the powers 1, 2, 4, 8, 16 are below `count`. */
FFTC_FN fftc_uniform fftc_line_rows(fftc_uniform count)
{
    return (count > 1u ? 1u : 0u) + (count > 2u ? 1u : 0u) + (count > 4u ? 1u : 0u) +
           (count > 8u ? 1u : 0u) + (count > 16u ? 1u : 0u);
}

/* The lowest bit of k < 32 that is set: products are made from the highest power downwards, so that few
 * of them are held at a time. */
FFTC_FN fftc_uniform fftc_line_low_bit(fftc_uniform k)
{
    return k & (~k + 1u);
}

FFTC_STRUCT(fftc_line_powers)
{
    fftc_complex v[32];
};

/* The factors between two stages: `before` is P, `table` where this stage's begin. */
FFTC_FN_INLINE fftc_line_values fftc_line_twiddles(fftc_line_values x, fftc_line_place at,
                                                   fftc_uniform radix, fftc_uniform before,
                                                   fftc_uniform table)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < count; ++j) {
        fftc_uint b = fftc_line_base(at, j, radix) + fftc_line_shift(at, j);
        if (fftc_line_there(at, j, radix)) {
            fftc_uint p = b % before;
            fftc_line_powers w;
            FFTC_UNROLL
            for (fftc_uniform k = 1u; k < radix; ++k) {
                fftc_uniform low = fftc_line_low_bit(k);
                if (low == k) {
                    w.v[k] =
                        fftc_line_twiddle_get(p + (table + (fftc_line_rows(k + 1u) - 1u) * before));
                }
                if (low != k) {
                    w.v[k] = fftc_complex_mul(w.v[k - low], w.v[low]);
                }
                x.v[j + k * count] = fftc_complex_mul(x.v[j + k * count], w.v[k]);
            }
        }
    }
    return x;
}

/* ---------------------------------------------------------------------- across shared memory */

FFTC_FN void fftc_line_barrier(void)
{
    if (FFTC_LINE_IN_SUBGROUP == 1u) {
        fftc_subgroup_barrier();
    } else {
        fftc_workgroup_barrier();
    }
}

FFTC_FN fftc_uniform fftc_line_block(void)
{
    return (FFTC_LINE_POINTS + FFTC_LINE_ROUNDS - 1u) / FFTC_LINE_ROUNDS;
}

FFTC_FN fftc_uint fftc_line_padded(fftc_uint position)
{
    return position + (position >> FFTC_LINE_PAD_LOG2);
}

/* Whether padded(base + offset) is padded(base) + padded(offset) for all that is asked for: without
 * padding; and where points and invocations are powers of two, since then so are P and r, and the bits
 * that base and offset may have set do not overlap below the padding's. The offset's share is a
 * constant then, and one register holds the address of all of an invocation's elements. */
FFTC_FN fftc_bool fftc_line_linear(void)
{
    return FFTC_LINE_PAD_LOG2 == 31u ||
           (FFTC_LINE_POINTS & (FFTC_LINE_POINTS - 1u)) +
                   (FFTC_LINE_INVOCATIONS & (FFTC_LINE_INVOCATIONS - 1u)) ==
               0u;
}

/* Where position base + offset of a line is in a round; word number `plane` of those that cross
 * together. */
FFTC_FN_INLINE fftc_uint fftc_line_address(fftc_uint line, fftc_uint base, fftc_uniform offset,
                                           fftc_uniform plane, fftc_uniform round)
{
    fftc_uniform first = plane * (FFTC_LINE_COUNT * FFTC_LINE_STRIDE);
    fftc_uint address = line * FFTC_LINE_STRIDE;
    if (fftc_line_linear()) {
        address = (address + fftc_line_padded(base)) +
                  (first + fftc_line_padded(offset) - round * fftc_line_padded(fftc_line_block()));
    } else {
        address = address + first + fftc_line_padded(base + offset - round * fftc_line_block());
    }
    return address;
}

/* Whether a position belongs to a round. With one round nobody asks. */
FFTC_FN fftc_bool fftc_line_in_round(fftc_uint position, fftc_uniform round)
{
    return FFTC_LINE_ROUNDS == 1u || position - round * fftc_line_block() < fftc_line_block();
}

FFTC_FN_INLINE void fftc_line_give(fftc_line_words x, fftc_line_crossing c, fftc_uniform word,
                                   fftc_uniform plane, fftc_uniform round)
{
    fftc_uniform count = fftc_line_butterflies(c.radix);
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < count; ++j) {
        fftc_uint b = fftc_line_base(c.give, j, c.radix) + fftc_line_shift(c.give, j);
        fftc_uint line = fftc_line_of(c.give, j, c.radix);
        if (fftc_line_there(c.give, j, c.radix)) {
            fftc_uint first = (b / c.before) * (c.before * c.radix) + b % c.before;
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < c.radix; ++k) {
                if (fftc_line_in_round(first + k * c.before, round)) {
                    fftc_shared_set(fftc_line_address(line, first, k * c.before, plane, round),
                                    x.v[(j + k * count) * FFTC_COMPLEX_WORDS + word]);
                }
            }
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
        if (fftc_line_there(c.take, j, c.next)) {
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < c.next; ++k) {
                fftc_uniform offset = first + k * (FFTC_LINE_POINTS / c.next);
                if (fftc_line_in_round(base + offset, round)) {
                    y.v[(j + k * count) * FFTC_COMPLEX_WORDS + word] =
                        fftc_shared_get(fftc_line_address(line, base, offset, plane, round));
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

/* Shared memory is free before the first crossing (P = 1), and in use before the others. */
FFTC_FN_INLINE fftc_line_values fftc_line_cross(fftc_line_values x, fftc_line_crossing c)
{
    fftc_line_words give = fftc_line_to_words(x);
    fftc_line_words take = give;
    FFTC_UNROLL
    for (fftc_uniform word = 0u; word < FFTC_COMPLEX_WORDS; word += FFTC_LINE_WORDS) {
        FFTC_UNROLL
        for (fftc_uniform round = 0u; round < FFTC_LINE_ROUNDS; ++round) {
            if (c.before + word + round > 1u) {
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

/* ------------------------------------------------------------------------------- the transform */

/* All loads stand in one branch: a branch for each would make each wait for its own. */
FFTC_FN_INLINE fftc_line_values fftc_line_load(fftc_line_place at, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    fftc_line_values x;
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_LINE_REGISTERS; ++i) {
        x.v[i] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    }
    if (fftc_line_wanted(at.line)) {
        FFTC_UNROLL
        for (fftc_uniform j = 0u; j < count; ++j) {
            if (fftc_line_has(at.t + j * FFTC_LINE_INVOCATIONS, radix)) {
                FFTC_UNROLL
                for (fftc_uniform k = 0u; k < radix; ++k) {
                    fftc_uniform slot = j + k * count;
                    x.v[slot] = fftc_line_turned(
                        fftc_line_get(at.line, at.t + fftc_line_offset(slot, radix)));
                }
            }
        }
    }
    return x;
}

FFTC_FN_INLINE fftc_line_values fftc_line_factors(fftc_line_values x, fftc_line_place at,
                                                  fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < count; ++j) {
        if (fftc_line_has(at.t + j * FFTC_LINE_INVOCATIONS, radix)) {
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < radix; ++k) {
                fftc_uniform slot = j + k * count;
                x.v[slot] = fftc_complex_mul(x.v[slot], fftc_line_factor(at.line, at.t, slot));
            }
        }
    }
    return x;
}

FFTC_FN_INLINE void fftc_line_store(fftc_line_values x, fftc_line_place at, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    if (fftc_line_wanted(at.line)) {
        FFTC_UNROLL
        for (fftc_uniform j = 0u; j < count; ++j) {
            if (fftc_line_has(at.t + j * FFTC_LINE_INVOCATIONS, radix)) {
                FFTC_UNROLL
                for (fftc_uniform k = 0u; k < radix; ++k) {
                    fftc_uniform slot = j + k * count;
                    fftc_complex value = x.v[slot];
                    if (FFTC_LINE_SCALED == 1u) {
                        value = fftc_complex_scale(value, FFTC_LINE_SCALE);
                    }
                    fftc_line_set(at.line, at.t + fftc_line_offset(slot, radix),
                                  fftc_line_turned(value));
                }
            }
        }
    }
}

/* From one stage through the next: `stage` counts from 0, the radices are of this and the next one. */
FFTC_FN_INLINE fftc_line_values fftc_line_stage(fftc_line_values x, fftc_uniform stage,
                                                fftc_uniform before, fftc_uniform radix,
                                                fftc_uniform next, fftc_uniform table)
{
    fftc_line_crossing c;
    c.give = fftc_line_place_of(stage == 0u ? FFTC_LINE_LOAD_ACROSS : FFTC_LINE_STORE_ACROSS,
                                stage == 0u ? fftc_line_mirrored_load() : 0u);
    c.take = fftc_line_place_of(FFTC_LINE_STORE_ACROSS,
                                stage + 2u == FFTC_LINE_STAGES ? fftc_line_mirrored_store() : 0u);
    c.before = before;
    c.radix = radix;
    c.next = next;
    x = fftc_line_cross(x, c);
    x = fftc_line_twiddles(x, c.take, next, before * radix, table);
    return fftc_line_codelets(x, next);
}

FFTC_FN fftc_uniform fftc_line_last_radix(void)
{
    return FFTC_LINE_STAGES == 1u   ? FFTC_LINE_RADIX_0
           : FFTC_LINE_STAGES == 2u ? FFTC_LINE_RADIX_1
           : FFTC_LINE_STAGES == 3u ? FFTC_LINE_RADIX_2
           : FFTC_LINE_STAGES == 4u ? FFTC_LINE_RADIX_3
           : FFTC_LINE_STAGES == 5u ? FFTC_LINE_RADIX_4
                                    : FFTC_LINE_RADIX_5;
}

/* From what was loaded to what is to be stored. */
FFTC_FN_INLINE fftc_line_values fftc_line_transform(fftc_line_values x)
{
    fftc_uniform before = 1u; /* P of the stage that x comes from */
    fftc_uniform table = 0u;
    x = fftc_line_codelets(x, FFTC_LINE_RADIX_0);
    if (FFTC_LINE_STAGES > 1u) {
        x = fftc_line_stage(x, 0u, before, FFTC_LINE_RADIX_0, FFTC_LINE_RADIX_1, table);
        before = before * FFTC_LINE_RADIX_0;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_1);
    }
    if (FFTC_LINE_STAGES > 2u) {
        x = fftc_line_stage(x, 1u, before, FFTC_LINE_RADIX_1, FFTC_LINE_RADIX_2, table);
        before = before * FFTC_LINE_RADIX_1;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_2);
    }
    if (FFTC_LINE_STAGES > 3u) {
        x = fftc_line_stage(x, 2u, before, FFTC_LINE_RADIX_2, FFTC_LINE_RADIX_3, table);
        before = before * FFTC_LINE_RADIX_2;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_3);
    }
    if (FFTC_LINE_STAGES > 4u) {
        x = fftc_line_stage(x, 3u, before, FFTC_LINE_RADIX_3, FFTC_LINE_RADIX_4, table);
        before = before * FFTC_LINE_RADIX_3;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_4);
    }
    if (FFTC_LINE_STAGES > 5u) {
        x = fftc_line_stage(x, 4u, before, FFTC_LINE_RADIX_4, FFTC_LINE_RADIX_5, table);
        before = before * FFTC_LINE_RADIX_4;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_5);
    }
    return x;
}

FFTC_FN_INLINE void fftc_line_fft(void)
{
    fftc_line_place at = fftc_line_place_of(FFTC_LINE_LOAD_ACROSS, 0u);
    fftc_line_values x = fftc_line_load(at, FFTC_LINE_RADIX_0);
    if (FFTC_LINE_FACTORED == 1u) {
        x = fftc_line_factors(x, at, FFTC_LINE_RADIX_0);
    }
    x = fftc_line_transform(x);
    fftc_line_store(x, fftc_line_place_of(FFTC_LINE_STORE_ACROSS, 0u), fftc_line_last_radix());
}

#endif
