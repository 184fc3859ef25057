/* SPDX-License-Identifier: MIT
 *
 * The fast transform of a workgroup: FFTC_LINE_COUNT lines of FFTC_LINE_POINTS points N each, any
 * product of the radices below, natural order on both sides.
 *
 * Each line is the work of FFTC_LINE_INVOCATIONS invocations I, numbered t = 0 .. I - 1. A stage of
 * radix r is N / r butterflies; invocation t makes b = t, t + I, t + 2 I, ..., each in registers,
 * with one codelet. Butterfly b reads the positions b + k N / r, k = 0 .. r - 1, and writes
 *
 *     (b div P) P r + (b mod P) + k P,     P the product of the radices before it:
 *
 * Stockham's order (Cochran et al. 1967), which needs no permutation. Element k is multiplied by
 * exp(-2 pi i k (b mod P) / (P r)) first. Between two stages the lines cross shared memory,
 * real parts first, then imaginary parts in the same words: half the memory, which on a GPU
 * means more workgroups at a time. The last stage's butterflies write positions b + k N / r:
 * neighbours to neighbours.
 *
 * Parameters: line_parameters.h.
 *
 * Shared memory: FFTC_LINE_WORDS * FFTC_LINE_COUNT * FFTC_LINE_STRIDE words, free on entry.
 * Barriers: for each stage after the first
 * 2 * rounds * words of a number / FFTC_LINE_WORDS, less one.
 *
 * FFTC_LANES 1 only: invocations that have no butterfly in a stage are left out by branches.
 */
#ifndef FFTC_LINE_FFT_H
#define FFTC_LINE_FFT_H

#include "fftcore/kernel/codelet_composite.h"
#include "fftcore/kernel/codelet_coprime.h"
#include "fftcore/kernel/codelet_odd.h"
#include "fftcore/kernel/line_cross.h"
#include "fftcore/kernel/line_held.h"
#ifdef FFTC_LINE_GATHERS
#include "fftcore/kernel/line_gather.h"
#endif

FFTC_FN_INLINE fftc_complex fftc_line_swapped(fftc_complex x)
{
    return FFTC_LINE_INVERSE == 1u ? fftc_complex_swap(x) : x;
}

/* ---------------------------------------------------------------------------- in registers */

/* A function for each radix, chosen by comparing constants. A shader that defines FFTC_LINE_ONLY
 * holds only those of the radices that it names by FFTC_LINE_WITH_2 and so on: less to compile. */
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
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_14)
    FFTC_LINE_CODELET(fftc_complex_14, fftc_dft_14, 14u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_15)
    FFTC_LINE_CODELET(fftc_complex_15, fftc_dft_15, 15u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_16)
    FFTC_LINE_CODELET(fftc_complex_16, fftc_dft_16, 16u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_17)
    FFTC_LINE_CODELET(fftc_complex_17, fftc_dft_17, 17u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_18)
    FFTC_LINE_CODELET(fftc_complex_18, fftc_dft_18, 18u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_19)
    FFTC_LINE_CODELET(fftc_complex_19, fftc_dft_19, 19u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_20)
    FFTC_LINE_CODELET(fftc_complex_20, fftc_dft_20, 20u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_21)
    FFTC_LINE_CODELET(fftc_complex_21, fftc_dft_21, 21u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_22)
    FFTC_LINE_CODELET(fftc_complex_22, fftc_dft_22, 22u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_23)
    FFTC_LINE_CODELET(fftc_complex_23, fftc_dft_23, 23u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_24)
    FFTC_LINE_CODELET(fftc_complex_24, fftc_dft_24, 24u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_25)
    FFTC_LINE_CODELET(fftc_complex_25, fftc_dft_25, 25u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_26)
    FFTC_LINE_CODELET(fftc_complex_26, fftc_dft_26, 26u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_27)
    FFTC_LINE_CODELET(fftc_complex_27, fftc_dft_27, 27u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_28)
    FFTC_LINE_CODELET(fftc_complex_28, fftc_dft_28, 28u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_29)
    FFTC_LINE_CODELET(fftc_complex_29, fftc_dft_29, 29u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_30)
    FFTC_LINE_CODELET(fftc_complex_30, fftc_dft_30, 30u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_31)
    FFTC_LINE_CODELET(fftc_complex_31, fftc_dft_31, 31u)
#endif
#if !defined(FFTC_LINE_ONLY) || defined(FFTC_LINE_WITH_32)
    FFTC_LINE_CODELET(fftc_complex_32, fftc_dft_32, 32u)
#endif
    return x;
}
#undef FFTC_LINE_CODELET

/* The lowest bit of k < 32 that is set: products are made from the highest power downwards, so that
 * few of them are held at a time. */
FFTC_FN fftc_uniform fftc_line_low_bit(fftc_uniform k)
{
    return k & (~k + 1u);
}

FFTC_STRUCT(fftc_line_powers)
{
    fftc_complex v[32];
};

/* Multiplies by the factors between two stages. `before` is P, `table` is where this stage's
 * factors begin. If `from` is not 0, they are the held ones of stage `from`. */
FFTC_FN_INLINE fftc_line_values fftc_line_twiddles(fftc_line_values x, fftc_line_held held,
                                                   fftc_uniform from, fftc_line_place at,
                                                   fftc_uniform radix, fftc_uniform before,
                                                   fftc_uniform table)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < count; ++j) {
        if (fftc_line_there(at, j, radix)) {
            fftc_uint p = fftc_line_row(at, j, radix, before);
            fftc_line_powers w;
            FFTC_UNROLL
            for (fftc_uniform k = 1u; k < radix; ++k) {
                fftc_uniform low = fftc_line_low_bit(k);
                if (low == k && from == 0u) {
                    w.v[k] =
                        fftc_line_twiddle_get(p + (table + (fftc_line_rows(k + 1u) - 1u) * before));
                }
                if (low == k && from != 0u) {
                    w.v[k] = held.v[fftc_line_held_at(from, j, radix, fftc_line_rows(k + 1u) - 1u)];
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

/* ------------------------------------------------------------------------------- the transform */

/* All loads stand in one branch: with a branch for each, each would wait for the one before. */
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
            if (fftc_line_has(at.t, j, radix)) {
                FFTC_UNROLL
                for (fftc_uniform k = 0u; k < radix; ++k) {
                    fftc_uniform slot = j + k * count;
                    fftc_uniform offset = fftc_line_offset(slot, radix);
                    FFTC_LINE_IF_READS(offset)
                    {
                        x.v[slot] = fftc_line_swapped(fftc_line_get_near(at.line, at.t, offset));
                    }
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
        if (fftc_line_has(at.t, j, radix)) {
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
            if (fftc_line_has(at.t, j, radix)) {
                FFTC_UNROLL
                for (fftc_uniform k = 0u; k < radix; ++k) {
                    fftc_uniform slot = j + k * count;
                    fftc_uniform offset = fftc_line_offset(slot, radix);
                    fftc_complex value = x.v[slot];
                    if (FFTC_LINE_SCALED == 1u) {
                        value = fftc_complex_scale(value, FFTC_LINE_SCALE);
                    }
                    FFTC_LINE_IF_WRITES(offset)
                    {
                        fftc_line_set_near(at.line, at.t, offset, fftc_line_swapped(value));
                    }
                }
            }
        }
    }
}

/* Brings values from one stage through the next. `stage` counts from 0, the radices are those of
 * this stage and of the next one; `from` is as for fftc_line_twiddles. */
FFTC_FN_INLINE fftc_line_values fftc_line_stage(fftc_line_values x, fftc_line_held held,
                                                fftc_uniform from, fftc_uniform stage,
                                                fftc_uniform before, fftc_uniform radix,
                                                fftc_uniform next, fftc_uniform table)
{
    fftc_line_crossing c;
    c.give = fftc_line_place_of(FFTC_LINE_STORE_ACROSS, 0u);
    if (stage == 0u) {
        c.give = fftc_line_place_in();
    }
    c.take = fftc_line_place_of(FFTC_LINE_STORE_ACROSS,
                                stage + 2u == FFTC_LINE_STAGES ? fftc_line_mirrored_store() : 0u);
    c.before = before;
    c.radix = radix;
    c.next = next;
    x = fftc_line_cross(x, c);
    if (fftc_line_stage_factored(stage + 1u)) {
        x = fftc_line_twiddles(x, held, from, c.take, next, before * radix, table);
    }
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

/* All stages, from registers to registers: x as it was loaded. */
FFTC_FN_INLINE fftc_line_values fftc_line_stages(fftc_line_values x)
{
    fftc_uniform before = 1u; /* P of the stage that x comes from */
    fftc_uniform table = 0u;
    fftc_line_held held = fftc_line_hold();
    x = fftc_line_codelets(x, FFTC_LINE_RADIX_0);
    if (FFTC_LINE_STAGES > 1u) {
        x = fftc_line_stage(x, held, 1u * FFTC_LINE_HELD, 0u, before, FFTC_LINE_RADIX_0,
                            FFTC_LINE_RADIX_1, table);
        before = before * FFTC_LINE_RADIX_0;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_1);
    }
    if (FFTC_LINE_STAGES > 2u) {
        x = fftc_line_stage(x, held, 2u * FFTC_LINE_HELD, 1u, before, FFTC_LINE_RADIX_1,
                            FFTC_LINE_RADIX_2, table);
        before = before * FFTC_LINE_RADIX_1;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_2);
    }
    if (FFTC_LINE_STAGES > 3u) {
        x = fftc_line_stage(x, held, 3u * FFTC_LINE_HELD, 2u, before, FFTC_LINE_RADIX_2,
                            FFTC_LINE_RADIX_3, table);
        before = before * FFTC_LINE_RADIX_2;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_3);
    }
    if (FFTC_LINE_STAGES > 4u) {
        x = fftc_line_stage(x, held, 4u * FFTC_LINE_HELD, 3u, before, FFTC_LINE_RADIX_3,
                            FFTC_LINE_RADIX_4, table);
        before = before * FFTC_LINE_RADIX_3;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_4);
    }
    if (FFTC_LINE_STAGES > 5u) {
        x = fftc_line_stage(x, held, 5u * FFTC_LINE_HELD, 4u, before, FFTC_LINE_RADIX_4,
                            FFTC_LINE_RADIX_5, table);
        before = before * FFTC_LINE_RADIX_4;
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_5);
    }
    return x;
}

#ifdef FFTC_LINE_GATHERS
FFTC_FN_INLINE void fftc_line_fft_gathered(void)
{
    fftc_uint i = fftc_invocation_index();
    fftc_line_values x = fftc_line_gathered_load(i);
    x = fftc_line_gathered_cross(x, i, 1u);
    x = fftc_line_codelets(x, FFTC_LINE_RADIX_0);
    x = fftc_line_gathered_cross(x, i, 0u);
    fftc_line_gathered_store(x, i);
}
#endif

FFTC_FN_INLINE void fftc_line_fft_by_lines(void)
{
    fftc_line_place at = fftc_line_place_in();
    fftc_line_values x = fftc_line_load(at, FFTC_LINE_RADIX_0);
    if (FFTC_LINE_FACTORED == 1u) {
        x = fftc_line_factors(x, at, FFTC_LINE_RADIX_0);
    }
    x = fftc_line_stages(x);
    fftc_line_store(x, fftc_line_place_of(FFTC_LINE_STORE_ACROSS, 0u), fftc_line_last_radix());
}

FFTC_FN_INLINE void fftc_line_fft(void)
{
#ifdef FFTC_LINE_GATHERS
    if (FFTC_LINE_GATHERED == 1u) {
        fftc_line_fft_gathered();
    } else {
        fftc_line_fft_by_lines();
    }
#else
    fftc_line_fft_by_lines();
#endif
}

#endif
