/* SPDX-License-Identifier: MIT
 *
 * line_fft.h with elements loaded, or stored, together with their mirrors. Real signals need this:
 * X[-f] = conj(X[f]), and a spectrum is computed from both. line_parameters.h explains
 * why it takes neither memory nor a barrier.
 *
 * Include it in place of line_fft.h. Parameters: that header's, and FFTC_LINE_MIRRORED_LOAD and
 * FFTC_LINE_MIRRORED_STORE of line_parameters.h. FFTC_LINE_REGISTERS counts both butterflies.
 */
#ifndef FFTC_LINE_MIRROR_H
#define FFTC_LINE_MIRROR_H

#ifndef FFTC_LINE_MIRRORS
#ifdef FFTC_LINE_FFT_H
#error "include fftcore/kernel/line_mirror.h in place of fftcore/kernel/line_fft.h, not after it"
#endif
#define FFTC_LINE_MIRRORS
#endif

#include "fftcore/kernel/line_fft.h"

/* An element and its mirror. */
FFTC_STRUCT(fftc_line_pair)
{
    fftc_complex value;
    fftc_complex mirror;
};

/* Yours to define (real_pass.h does): the element at `position` and its mirror. Where mirrors are
 * within the line, positions 0 and N / 2 are their own mirrors: the same element twice. Every pair
 * is asked for once, and written once. */
#ifndef FFTC_PASS_REAL
FFTC_ACCESSOR(fftc_line_pair, fftc_line_get_pair, (fftc_uint line, fftc_uint position));
FFTC_ACCESSOR(void, fftc_line_set_pair, (fftc_uint line, fftc_uint position, fftc_line_pair pair));
#else /* real_pass.h does */
FFTC_FN FFTC_ACCESSOR(fftc_line_pair, fftc_line_get_pair, (fftc_uint line, fftc_uint position));
FFTC_FN FFTC_ACCESSOR(void, fftc_line_set_pair,
                      (fftc_uint line, fftc_uint position, fftc_line_pair pair));
#endif

FFTC_FN_INLINE void fftc_line_pair_put(fftc_uint line, fftc_uint position, fftc_complex value,
                                       fftc_complex mirror)
{
    fftc_line_pair pair;
    if (FFTC_LINE_SCALED == 1u) {
        value = fftc_complex_scale(value, FFTC_LINE_SCALE);
        mirror = fftc_complex_scale(mirror, FFTC_LINE_SCALE);
    }
    pair.value = fftc_line_swapped(value);
    pair.mirror = fftc_line_swapped(mirror);
    fftc_line_set_pair(line, position, pair);
}

FFTC_FN_INLINE fftc_line_pair fftc_line_pair_take(fftc_uint line, fftc_uint position)
{
    fftc_line_pair pair = fftc_line_get_pair(line, position);
    pair.value = fftc_line_swapped(pair.value);
    pair.mirror = fftc_line_swapped(pair.mirror);
    return pair;
}

/* Pair i = 0 .. radix - 1 of two butterflies is element i of the low one and element radix - 1 - i
 * of the high one. With `self` each butterfly has its own pairs: those with i < front are i and
 * radix - i of the low butterfly, the others i and radix - 1 - i of the high one, if there is one.
 * Position N / 2 remains, if N is even. */
FFTC_FN fftc_uniform fftc_line_front(fftc_uniform radix)
{
    return (radix + 1u) / 2u;
}

/* The slot of position N / 2 in pair of butterflies j. */
FFTC_FN fftc_uniform fftc_line_half(fftc_uniform j, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    return j + (radix % 2u == 0u ? 0u : count / 2u) + radix / 2u * count;
}

FFTC_FN_INLINE void fftc_line_butterfly_pair_store(fftc_line_values x, fftc_line_butterfly_pair two,
                                                   fftc_uniform j, fftc_uniform radix)
{
    fftc_uniform all = FFTC_LINE_POINTS / radix;
    fftc_uniform count = fftc_line_butterflies(radix);
    fftc_uniform high = j + count / 2u; /* slot of its element 0 */
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < radix; ++i) {
        fftc_complex value = x.v[j + i * count];
        fftc_complex mirror = x.v[high + (radix - 1u - i) * count];
        if (i < fftc_line_front(radix)) {
            mirror = fftc_complex_select(two.self, x.v[j + (radix - i) % radix * count], mirror);
            fftc_line_pair_put(two.low_line, two.low + i * all, value, mirror);
        } else {
            value = fftc_complex_select(two.self, x.v[high + i * count], value);
            fftc_bool there = !two.self;
            if (all % 2u == 0u) {
                there = all != 0u;
            }
            if (there) {
                fftc_line_pair_put(two.low_line,
                                   fftc_select_uint(two.self, two.high, two.low) + i * all, value,
                                   mirror);
            }
        }
    }
    if (FFTC_LINE_POINTS % 2u == 0u) {
        if (two.self) {
            fftc_complex value = x.v[fftc_line_half(j, radix)];
            fftc_line_pair_put(two.low_line, FFTC_UINT(FFTC_LINE_POINTS / 2u), value, value);
        }
    }
}

FFTC_FN_INLINE void fftc_line_store_mirrored(fftc_line_values x, fftc_line_place at,
                                             fftc_uniform radix)
{
    fftc_uniform pairs = fftc_line_butterflies(radix) / 2u;
    if (fftc_line_wanted(at.line)) {
        if (radix == FFTC_LINE_POINTS) {
            FFTC_UNROLL
            for (fftc_uniform i = 0u; i < radix / 2u + 1u; ++i) {
                fftc_line_pair_put(at.line, FFTC_UINT(i), x.v[i], x.v[(radix - i) % radix]);
            }
        } else {
            FFTC_UNROLL
            for (fftc_uniform j = 0u; j < pairs; ++j) {
                fftc_line_butterfly_pair two = fftc_line_butterfly_pair_of(at, j, radix);
                if (two.there) {
                    fftc_line_butterfly_pair_store(x, two, j, radix);
                }
            }
        }
    }
}

/* Puts pair i into the slots of its elements. */
FFTC_FN_INLINE fftc_line_values fftc_line_butterfly_pair_put(fftc_line_values x,
                                                             fftc_line_butterfly_pair two,
                                                             fftc_line_powers values,
                                                             fftc_line_powers mirrors,
                                                             fftc_uniform j, fftc_uniform radix)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    fftc_uniform high = j + count / 2u;
    fftc_uniform front = fftc_line_front(radix);
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < radix; ++i) {
        fftc_uniform back = radix - 1u - i;
        x.v[j + i * count] = values.v[i];
        x.v[high + back * count] = mirrors.v[i];
        if (i > front || (i == front && radix % 2u == 1u)) {
            x.v[j + i * count] =
                fftc_complex_select(two.self, mirrors.v[radix - i], x.v[j + i * count]);
        }
        if (back >= front) {
            x.v[high + back * count] =
                fftc_complex_select(two.self, values.v[back], x.v[high + back * count]);
        }
    }
    return x;
}

FFTC_FN_INLINE fftc_line_values fftc_line_butterfly_pair_load(fftc_line_values x,
                                                              fftc_line_butterfly_pair two,
                                                              fftc_uniform j, fftc_uniform radix)
{
    fftc_uniform all = FFTC_LINE_POINTS / radix;
    fftc_uniform front = fftc_line_front(radix);
    fftc_line_powers values;
    fftc_line_powers mirrors;
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < radix; ++i) {
        fftc_uint low = two.low;
        if (i >= front) {
            low = fftc_select_uint(two.self, two.high, two.low);
        }
        fftc_line_pair pair = fftc_line_pair_take(two.low_line, low + i * all);
        values.v[i] = pair.value;
        mirrors.v[i] = pair.mirror;
    }
    x = fftc_line_butterfly_pair_put(x, two, values, mirrors, j, radix);
    if (FFTC_LINE_POINTS % 2u == 0u) {
        if (two.self) {
            fftc_line_pair pair =
                fftc_line_pair_take(two.low_line, FFTC_UINT(FFTC_LINE_POINTS / 2u));
            x.v[fftc_line_half(j, radix)] = pair.value;
        }
    }
    return x;
}

FFTC_FN_INLINE fftc_line_values fftc_line_load_mirrored(fftc_line_place at, fftc_uniform radix)
{
    fftc_uniform pairs = fftc_line_butterflies(radix) / 2u;
    fftc_line_values x;
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < FFTC_LINE_REGISTERS; ++i) {
        x.v[i] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    }
    if (fftc_line_wanted(at.line)) {
        if (radix == FFTC_LINE_POINTS) {
            FFTC_UNROLL
            for (fftc_uniform i = 0u; i < radix / 2u + 1u; ++i) {
                fftc_line_pair pair = fftc_line_pair_take(at.line, FFTC_UINT(i));
                x.v[(radix - i) % radix] = pair.mirror;
                x.v[i] = pair.value;
            }
        } else {
            FFTC_UNROLL
            for (fftc_uniform j = 0u; j < pairs; ++j) {
                fftc_line_butterfly_pair two = fftc_line_butterfly_pair_of(at, j, radix);
                if (two.there) {
                    x = fftc_line_butterfly_pair_load(x, two, j, radix);
                }
            }
        }
    }
    return x;
}

FFTC_FN_INLINE void fftc_line_fft_mirrored_by_lines(void)
{
    fftc_line_place at = fftc_line_place_in();
    fftc_line_place to = fftc_line_place_of(FFTC_LINE_STORE_ACROSS, FFTC_LINE_MIRRORED_STORE);
    fftc_line_values x;
    if (FFTC_LINE_MIRRORED_LOAD != 0u) {
        x = fftc_line_load_mirrored(at, FFTC_LINE_RADIX_0);
    } else {
        x = fftc_line_load(at, FFTC_LINE_RADIX_0);
        if (FFTC_LINE_FACTORED == 1u) {
            x = fftc_line_factors(x, at, FFTC_LINE_RADIX_0);
        }
    }
    x = fftc_line_stages(x);
    if (FFTC_LINE_MIRRORED_STORE != 0u) {
        fftc_line_store_mirrored(x, to, fftc_line_last_radix());
    } else {
        fftc_line_store(x, to, fftc_line_last_radix());
    }
}

#ifdef FFTC_LINE_GATHERS
FFTC_FN_INLINE void fftc_line_fft_rows(void);
#include "fftcore/kernel/line_rows.h"
#endif

FFTC_FN_INLINE void fftc_line_fft_mirrored(void)
{
#ifdef FFTC_LINE_GATHERS
    if (FFTC_LINE_GATHERED == 1u) {
        fftc_line_fft_gathered();
    } else if (FFTC_LINE_GATHERED == 2u) {
        fftc_line_fft_rows();
    } else {
        fftc_line_fft_mirrored_by_lines();
    }
#else
    fftc_line_fft_mirrored_by_lines();
#endif
}

#endif
