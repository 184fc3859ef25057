/* SPDX-License-Identifier: MIT
 *
 * Short lines of one stage, each of which belongs to one invocation, but all of which are read and
 * written by all invocations side by side. If an invocation read its own line, its loads would be a
 * line apart from its neighbour's: 13 points took five times as long as a copy on an H200. So
 * neighbours load neighbouring elements, of one line after the other, and shared memory hands each
 * to the invocation that needs it: first real parts, then imaginary parts in the same words.
 *
 * FFTC_LINE_GATHERED of line_parameters.h says when; line_fft.h includes it.
 *
 * Shared memory: FFTC_LINE_WORDS * FFTC_LINE_COUNT * FFTC_LINE_STRIDE words, free on entry.
 * Barriers: 4 * words of a number / FFTC_LINE_WORDS - 1, all of them the workgroup's.
 */
#ifndef FFTC_LINE_GATHER_H
#define FFTC_LINE_GATHER_H

#include "fftcore/kernel/line_cross.h"

/* The k-th element that invocation i reads or writes has this number, counted line by line. */
FFTC_FN fftc_uint fftc_line_gathered_at(fftc_uint i, fftc_uniform k)
{
    return i + k * FFTC_LINE_COUNT;
}

FFTC_FN_INLINE fftc_complex fftc_line_gathered_get(fftc_uint e)
{
    fftc_complex x = fftc_line_get(e / FFTC_LINE_POINTS, e % FFTC_LINE_POINTS);
    return FFTC_LINE_INVERSE == 1u ? fftc_complex_swap(x) : x;
}

/* One branch around all loads, except in the last workgroup, which may lack lines. */
FFTC_FN_INLINE fftc_line_values fftc_line_gathered_load(fftc_uint i)
{
    fftc_line_values x;
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_LINE_REGISTERS; ++k) {
        x.v[k] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    }
    if (fftc_line_wanted(FFTC_UINT(FFTC_LINE_COUNT - 1u))) {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < FFTC_LINE_POINTS; ++k) {
            x.v[k] = fftc_line_gathered_get(fftc_line_gathered_at(i, k));
        }
    } else {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < FFTC_LINE_POINTS; ++k) {
            fftc_uint e = fftc_line_gathered_at(i, k);
            if (fftc_line_wanted(e / FFTC_LINE_POINTS)) {
                x.v[k] = fftc_line_gathered_get(e);
            }
        }
    }
    return x;
}

FFTC_FN_INLINE void fftc_line_gathered_set(fftc_uint e, fftc_complex value)
{
    if (FFTC_LINE_SCALED == 1u) {
        value = fftc_complex_scale(value, FFTC_LINE_SCALE);
    }
    if (FFTC_LINE_INVERSE == 1u) {
        value = fftc_complex_swap(value);
    }
    fftc_line_set(e / FFTC_LINE_POINTS, e % FFTC_LINE_POINTS, value);
}

FFTC_FN_INLINE void fftc_line_gathered_store(fftc_line_values x, fftc_uint i)
{
    if (fftc_line_wanted(FFTC_UINT(FFTC_LINE_COUNT - 1u))) {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < FFTC_LINE_POINTS; ++k) {
            fftc_line_gathered_set(fftc_line_gathered_at(i, k), x.v[k]);
        }
    } else {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < FFTC_LINE_POINTS; ++k) {
            fftc_uint e = fftc_line_gathered_at(i, k);
            if (fftc_line_wanted(e / FFTC_LINE_POINTS)) {
                fftc_line_gathered_set(e, x.v[k]);
            }
        }
    }
}

/* Where element k is in shared memory: of the elements side by side, or (own is 1) of the
 * invocation's own line. */
FFTC_FN fftc_uint fftc_line_gathered_address(fftc_uint i, fftc_uniform k, fftc_uniform own,
                                             fftc_uniform plane)
{
    fftc_uint e = fftc_line_gathered_at(i, k);
    fftc_uint address = i * FFTC_LINE_STRIDE + k;
    if (own == 0u) {
        address = FFTC_LINE_STRIDE == FFTC_LINE_POINTS
                      ? e
                      : e / FFTC_LINE_POINTS * FFTC_LINE_STRIDE + e % FFTC_LINE_POINTS;
    }
    return address + plane * (FFTC_LINE_COUNT * FFTC_LINE_STRIDE);
}

/* From side by side into lines (own is 1), or back. Shared memory is free before
 * the first of the two. */
FFTC_FN_INLINE fftc_line_values fftc_line_gathered_cross(fftc_line_values x, fftc_uint i,
                                                         fftc_uniform own)
{
    fftc_line_words give = fftc_line_to_words(x);
    fftc_line_words take = give;
    FFTC_UNROLL
    for (fftc_uniform word = 0u; word < FFTC_COMPLEX_WORDS; word += FFTC_LINE_WORDS) {
        if (own == 0u || word != 0u) {
            fftc_workgroup_barrier();
        }
        FFTC_UNROLL
        for (fftc_uniform plane = 0u; plane < FFTC_LINE_WORDS; ++plane) {
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < FFTC_LINE_POINTS; ++k) {
                fftc_shared_set(fftc_line_gathered_address(i, k, 1u - own, plane),
                                give.v[k * FFTC_COMPLEX_WORDS + word + plane]);
            }
        }
        if (FFTC_LINE_IN_PLACE == 1u && own == 1u && word == 0u) {
            fftc_workgroup_barrier_buffers();
        } else {
            fftc_workgroup_barrier();
        }
        FFTC_UNROLL
        for (fftc_uniform plane = 0u; plane < FFTC_LINE_WORDS; ++plane) {
            FFTC_UNROLL
            for (fftc_uniform k = 0u; k < FFTC_LINE_POINTS; ++k) {
                take.v[k * FFTC_COMPLEX_WORDS + word + plane] =
                    fftc_shared_get(fftc_line_gathered_address(i, k, own, plane));
            }
        }
    }
    return fftc_line_from_words(take);
}

#endif
