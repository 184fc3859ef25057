/* SPDX-License-Identifier: MIT
 *
 * Short lines with their mirrors, whose rows in memory are read and written by all invocations of
 * the workgroup side by side. It is line_gather.h for lines of any number of stages, one side of
 * which is mirrored. Without it, an invocation that has a pair of elements in registers writes two
 * numbers of a row, and its neighbour two of the next row: transforms of 8 to 60 real numbers took
 * two to five times as long as a copy on an H200.
 *
 * Where a side is mirrored, a row there has N + 1 items: half a spectrum, say. Pairs are made of
 * items, and items of pairs, in registers: elements p and N - p are made of items p and N - p, and
 * element 0 alone of items 0 and N.
 *
 * FFTC_LINE_GATHERED is 2 then; line_mirror.h includes this.
 *
 * Shared memory: FFTC_LINE_WORDS * FFTC_LINE_COUNT * FFTC_LINE_STRIDE words, free on entry, where
 * the stride is at least a row's items; no padding, one round. Barriers: 2 (stages + 1) * words of
 * a number / FFTC_LINE_WORDS - 1, all of them the workgroup's.
 */
#ifndef FFTC_LINE_ROWS_H
#define FFTC_LINE_ROWS_H

#include "fftcore/kernel/line_mirror.h"

/* Yours to define (real_pass.h does): item number `item` of a line's row; pairs made of
 * items, and items of pairs, which touch no data. */
#ifndef FFTC_PASS_REAL
FFTC_ACCESSOR(fftc_complex, fftc_line_get_item, (fftc_uint line, fftc_uint item));
FFTC_ACCESSOR(void, fftc_line_set_item, (fftc_uint line, fftc_uint item, fftc_complex value));
FFTC_ACCESSOR(fftc_line_pair, fftc_line_pair_of_items,
              (fftc_uint line, fftc_uint position, fftc_line_pair items));
FFTC_ACCESSOR(fftc_line_pair, fftc_line_items_of_pair,
              (fftc_uint line, fftc_uint position, fftc_line_pair pair));
#else
FFTC_FN FFTC_ACCESSOR(fftc_complex, fftc_line_get_item, (fftc_uint line, fftc_uint item));
FFTC_FN FFTC_ACCESSOR(void, fftc_line_set_item,
                      (fftc_uint line, fftc_uint item, fftc_complex value));
FFTC_FN FFTC_ACCESSOR(fftc_line_pair, fftc_line_pair_of_items,
                      (fftc_uint line, fftc_uint position, fftc_line_pair items));
FFTC_FN FFTC_ACCESSOR(fftc_line_pair, fftc_line_items_of_pair,
                      (fftc_uint line, fftc_uint position, fftc_line_pair pair));
#endif

/* What an invocation holds of its line: elements, or items, of which the last one is kept apart by
 * the invocation that has element 0. */
FFTC_STRUCT(fftc_line_row_held)
{
    fftc_line_values x;
    fftc_complex last;
};

FFTC_FN fftc_uniform fftc_line_items(fftc_uniform mirrored)
{
    return FFTC_LINE_POINTS + mirrored;
}

/* Items that an invocation reads or writes, at most; numbers i + k of all invocations, as long as
 * they are below those of all lines. */
FFTC_FN fftc_uniform fftc_line_shares(fftc_uniform items)
{
    return (items + FFTC_LINE_INVOCATIONS - 1u) / FFTC_LINE_INVOCATIONS;
}

FFTC_FN fftc_uint fftc_line_share(fftc_uint i, fftc_uniform k)
{
    return i + k * (FFTC_LINE_COUNT * FFTC_LINE_INVOCATIONS);
}

FFTC_FN fftc_bool fftc_line_shares_in(fftc_uint e, fftc_uniform k, fftc_uniform items)
{
    return (k + 1u) * FFTC_LINE_INVOCATIONS <= items || e < FFTC_LINE_COUNT * items;
}

FFTC_FN fftc_uint fftc_line_share_address(fftc_uint e, fftc_uniform items, fftc_uniform plane)
{
    fftc_uint address = FFTC_LINE_STRIDE == items ? e : e / items * FFTC_LINE_STRIDE + e % items;
    return address + plane * (FFTC_LINE_COUNT * FFTC_LINE_STRIDE);
}

/* ------------------------------------------------------------------------------ side by side */

FFTC_FN_INLINE fftc_complex fftc_line_share_get(fftc_uint e, fftc_uniform items)
{
    fftc_complex x;
    if (FFTC_LINE_MIRRORED_LOAD != 0u) {
        x = fftc_line_get_item(e / items, e % items);
    } else {
        x = fftc_line_swapped(fftc_line_get(e / items, e % items));
    }
    return x;
}

/* One branch around all loads, except in the last workgroup, which may lack lines. */
FFTC_FN_INLINE fftc_line_values fftc_line_shares_load(fftc_uint i, fftc_uniform items)
{
    fftc_uniform shares = fftc_line_shares(items);
    fftc_line_values x;
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_LINE_REGISTERS; ++k) {
        x.v[k] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    }
    if (fftc_line_wanted(FFTC_UINT(FFTC_LINE_COUNT - 1u))) {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < shares; ++k) {
            fftc_uint e = fftc_line_share(i, k);
            if (fftc_line_shares_in(e, k, items)) {
                x.v[k] = fftc_line_share_get(e, items);
            }
        }
    } else {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < shares; ++k) {
            fftc_uint e = fftc_line_share(i, k);
            if (fftc_line_shares_in(e, k, items)) {
                if (fftc_line_wanted(e / items)) {
                    x.v[k] = fftc_line_share_get(e, items);
                }
            }
        }
    }
    return x;
}

FFTC_FN_INLINE void fftc_line_share_set(fftc_uint e, fftc_uniform items, fftc_complex value)
{
    if (FFTC_LINE_MIRRORED_STORE != 0u) {
        fftc_line_set_item(e / items, e % items, value);
    } else {
        if (FFTC_LINE_SCALED == 1u) {
            value = fftc_complex_scale(value, FFTC_LINE_SCALE);
        }
        fftc_line_set(e / items, e % items, fftc_line_swapped(value));
    }
}

FFTC_FN_INLINE void fftc_line_shares_store(fftc_line_values x, fftc_uint i, fftc_uniform items)
{
    fftc_uniform shares = fftc_line_shares(items);
    if (fftc_line_wanted(FFTC_UINT(FFTC_LINE_COUNT - 1u))) {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < shares; ++k) {
            fftc_uint e = fftc_line_share(i, k);
            if (fftc_line_shares_in(e, k, items)) {
                fftc_line_share_set(e, items, x.v[k]);
            }
        }
    } else {
        FFTC_UNROLL
        for (fftc_uniform k = 0u; k < shares; ++k) {
            fftc_uint e = fftc_line_share(i, k);
            if (fftc_line_shares_in(e, k, items)) {
                if (fftc_line_wanted(e / items)) {
                    fftc_line_share_set(e, items, x.v[k]);
                }
            }
        }
    }
}

/* -------------------------------------------------------------------- through shared memory */

/* A line of one stage is one invocation's, in order. */
FFTC_FN fftc_line_place fftc_line_rows_place(fftc_uniform mirrored, fftc_uniform radix)
{
    return fftc_line_place_of(0u, radix == FFTC_LINE_POINTS ? 0u : mirrored);
}

FFTC_FN fftc_uint fftc_line_last_address(fftc_uint line, fftc_uniform plane)
{
    return (line + plane * FFTC_LINE_COUNT) * FFTC_LINE_STRIDE + FFTC_LINE_POINTS;
}

FFTC_FN_INLINE void fftc_line_shares_give(fftc_line_words x, fftc_uint i, fftc_uniform items,
                                          fftc_uniform word, fftc_uniform plane)
{
    fftc_uniform shares = fftc_line_shares(items);
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < shares; ++k) {
        fftc_uint e = fftc_line_share(i, k);
        if (fftc_line_shares_in(e, k, items)) {
            fftc_shared_set(fftc_line_share_address(e, items, plane),
                            x.v[k * FFTC_COMPLEX_WORDS + word]);
        }
    }
}

FFTC_FN_INLINE fftc_line_words fftc_line_shares_take(fftc_line_words y, fftc_uint i,
                                                     fftc_uniform items, fftc_uniform word,
                                                     fftc_uniform plane)
{
    fftc_uniform shares = fftc_line_shares(items);
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < shares; ++k) {
        fftc_uint e = fftc_line_share(i, k);
        if (fftc_line_shares_in(e, k, items)) {
            y.v[k * FFTC_COMPLEX_WORDS + word] =
                fftc_shared_get(fftc_line_share_address(e, items, plane));
        }
    }
    return y;
}

/* Brings items that stand side by side into lines. Shared memory is free before. */
FFTC_FN_INLINE fftc_line_row_held fftc_line_rows_in(fftc_line_values x, fftc_uint i)
{
    fftc_uniform items = fftc_line_items(FFTC_LINE_MIRRORED_LOAD);
    fftc_line_words give = fftc_line_to_words(x);
    fftc_line_words take = give;
    fftc_complex_words last = fftc_words_from_complex(x.v[0]);
    fftc_line_crossing c;
    fftc_line_row_held held;
    c.take = fftc_line_rows_place(FFTC_LINE_MIRRORED_LOAD, FFTC_LINE_RADIX_0);
    c.give = c.take;
    c.before = 1u;
    c.radix = 1u;
    c.next = FFTC_LINE_RADIX_0;
    FFTC_UNROLL
    for (fftc_uniform word = 0u; word < FFTC_COMPLEX_WORDS; word += FFTC_LINE_WORDS) {
        if (word != 0u) {
            fftc_workgroup_barrier();
        }
        FFTC_UNROLL
        for (fftc_uniform plane = 0u; plane < FFTC_LINE_WORDS; ++plane) {
            fftc_line_shares_give(give, i, items, word + plane, plane);
        }
        if (FFTC_LINE_IN_PLACE == 1u && word == 0u) {
            fftc_workgroup_barrier_buffers();
        } else {
            fftc_workgroup_barrier();
        }
        FFTC_UNROLL
        for (fftc_uniform plane = 0u; plane < FFTC_LINE_WORDS; ++plane) {
            take = fftc_line_take(take, c, word + plane, plane, 0u);
            if (FFTC_LINE_MIRRORED_LOAD != 0u) {
                last.word[word + plane] =
                    fftc_shared_get(fftc_line_last_address(c.take.line, plane));
            }
        }
    }
    held.x = fftc_line_from_words(take);
    held.last = fftc_complex_from_words(last);
    return held;
}

/* The way back. */
FFTC_FN_INLINE fftc_line_values fftc_line_rows_out(fftc_line_row_held held, fftc_uint i)
{
    fftc_uniform items = fftc_line_items(FFTC_LINE_MIRRORED_STORE);
    fftc_line_words give = fftc_line_to_words(held.x);
    fftc_line_words take = give;
    fftc_complex_words last = fftc_words_from_complex(held.last);
    fftc_line_crossing c;
    c.give = fftc_line_rows_place(FFTC_LINE_MIRRORED_STORE, fftc_line_last_radix());
    c.take = c.give;
    c.radix = fftc_line_last_radix();
    c.before = FFTC_LINE_POINTS / c.radix;
    c.next = 1u;
    FFTC_UNROLL
    for (fftc_uniform word = 0u; word < FFTC_COMPLEX_WORDS; word += FFTC_LINE_WORDS) {
        fftc_workgroup_barrier();
        FFTC_UNROLL
        for (fftc_uniform plane = 0u; plane < FFTC_LINE_WORDS; ++plane) {
            fftc_line_give(give, c, word + plane, plane, 0u);
            if (FFTC_LINE_MIRRORED_STORE != 0u) {
                if (c.give.t == 0u) {
                    fftc_shared_set(fftc_line_last_address(c.give.line, plane),
                                    last.word[word + plane]);
                }
            }
        }
        fftc_workgroup_barrier();
        FFTC_UNROLL
        for (fftc_uniform plane = 0u; plane < FFTC_LINE_WORDS; ++plane) {
            take = fftc_line_shares_take(take, i, items, word + plane, plane);
        }
    }
    return fftc_line_from_words(take);
}

/* ----------------------------------------------------------------------------- in registers */

FFTC_FN_INLINE fftc_line_pair fftc_line_rows_pair(fftc_uint line, fftc_uint position,
                                                  fftc_complex value, fftc_complex mirror,
                                                  fftc_uniform store)
{
    fftc_line_pair pair;
    if (store == 1u) {
        if (FFTC_LINE_SCALED == 1u) {
            value = fftc_complex_scale(value, FFTC_LINE_SCALE);
            mirror = fftc_complex_scale(mirror, FFTC_LINE_SCALE);
        }
        pair.value = fftc_line_swapped(value);
        pair.mirror = fftc_line_swapped(mirror);
        pair = fftc_line_items_of_pair(line, position, pair);
    } else {
        pair.value = value;
        pair.mirror = mirror;
        pair = fftc_line_pair_of_items(line, position, pair);
        pair.value = fftc_line_swapped(pair.value);
        pair.mirror = fftc_line_swapped(pair.mirror);
    }
    return pair;
}

/* Of a line that is one invocation's. */
FFTC_FN_INLINE fftc_line_row_held fftc_line_rows_whole(fftc_line_row_held held, fftc_uint line,
                                                       fftc_uniform store)
{
    FFTC_UNROLL
    for (fftc_uniform k = 0u; k < FFTC_LINE_POINTS / 2u + 1u; ++k) {
        fftc_uniform back = (FFTC_LINE_POINTS - k) % FFTC_LINE_POINTS;
        fftc_complex mirror = held.x.v[back];
        if (k == 0u && store == 0u) {
            mirror = held.last;
        }
        fftc_line_pair pair = fftc_line_rows_pair(line, FFTC_UINT(k), held.x.v[k], mirror, store);
        held.x.v[back] = pair.mirror;
        held.x.v[k] = pair.value;
        if (k == 0u) {
            held.last = pair.mirror;
        }
    }
    return held;
}

/* The pairs of elements of two butterflies: line_mirror.h tells which belong to which. */
FFTC_FN_INLINE fftc_line_row_held fftc_line_rows_butterfly_pair(fftc_line_row_held held,
                                                                fftc_line_butterfly_pair two,
                                                                fftc_uniform j, fftc_uniform radix,
                                                                fftc_uniform store)
{
    fftc_uniform all = FFTC_LINE_POINTS / radix;
    fftc_uniform count = fftc_line_butterflies(radix);
    fftc_uniform high = j + count / 2u;
    fftc_line_powers values;
    fftc_line_powers mirrors;
    fftc_complex middle = held.x.v[fftc_line_half(j, radix)];
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < radix; ++i) {
        fftc_complex value = held.x.v[j + i * count];
        fftc_complex mirror = held.x.v[high + (radix - 1u - i) * count];
        fftc_uint low = two.low;
        if (i < fftc_line_front(radix)) {
            fftc_complex own = held.x.v[j + (radix - i) % radix * count];
            if (i == 0u && store == 0u) {
                own = held.last;
            }
            mirror = fftc_complex_select(two.self, own, mirror);
        } else {
            value = fftc_complex_select(two.self, held.x.v[high + i * count], value);
            low = fftc_select_uint(two.self, two.high, two.low);
        }
        fftc_line_pair pair =
            fftc_line_rows_pair(two.low_line, low + i * all, value, mirror, store);
        values.v[i] = pair.value;
        mirrors.v[i] = pair.mirror;
    }
    held.last = fftc_complex_select(two.self, mirrors.v[0], held.last);
    held.x = fftc_line_butterfly_pair_put(held.x, two, values, mirrors, j, radix);
    if (FFTC_LINE_POINTS % 2u == 0u) {
        fftc_line_pair pair = fftc_line_rows_pair(two.low_line, FFTC_UINT(FFTC_LINE_POINTS / 2u),
                                                  middle, middle, store);
        held.x.v[fftc_line_half(j, radix)] =
            fftc_complex_select(two.self, pair.value, held.x.v[fftc_line_half(j, radix)]);
    }
    return held;
}

/* Converts items into elements before the first stage, or elements into items after the last one
 * (store is 1). */
FFTC_FN_INLINE fftc_line_row_held fftc_line_rows_convert(fftc_line_row_held held,
                                                         fftc_uniform radix, fftc_uniform store)
{
    fftc_line_place at = fftc_line_place_of(0u, 1u);
    if (radix == FFTC_LINE_POINTS) {
        held = fftc_line_rows_whole(held, at.line, store);
    } else {
        fftc_uniform pairs = fftc_line_butterflies(radix) / 2u;
        FFTC_UNROLL
        for (fftc_uniform j = 0u; j < pairs; ++j) {
            fftc_line_butterfly_pair two = fftc_line_butterfly_pair_of(at, j, radix);
            if (two.there) {
                held = fftc_line_rows_butterfly_pair(held, two, j, radix, store);
            }
        }
    }
    return held;
}

FFTC_FN_INLINE void fftc_line_fft_rows(void)
{
    fftc_uint i = fftc_invocation_index();
    fftc_line_row_held held;
    fftc_line_values x = fftc_line_shares_load(i, fftc_line_items(FFTC_LINE_MIRRORED_LOAD));
    held = fftc_line_rows_in(x, i);
    if (FFTC_LINE_MIRRORED_LOAD != 0u) {
        held = fftc_line_rows_convert(held, FFTC_LINE_RADIX_0, 0u);
    }
    held.x = fftc_line_stages(held.x);
    if (FFTC_LINE_MIRRORED_STORE != 0u) {
        held = fftc_line_rows_convert(held, fftc_line_last_radix(), 1u);
    }
    x = fftc_line_rows_out(held, i);
    fftc_line_shares_store(x, i, fftc_line_items(FFTC_LINE_MIRRORED_STORE));
}

#endif
