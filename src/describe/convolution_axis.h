/* SPDX-License-Identifier: MIT
 *
 * One axis of a convolution: what the user asks for, and the circular convolution of another period
 * that gives the same sums.
 *
 * Let the signal be needed at positions a0 <= a <= a1 (not reduced by the period N: a signal that
 * is met around the corner is there twice), the sums wanted at b0 <= b <= b1, and the kernel's lags
 * be l0 <= l <= l1. A circular convolution of period m adds up all pairs (a, b) with b - a = l mod
 * m for some lag l. Since b - a runs over [b0 - a1, b1 - a0], these are the right ones as soon as
 *
 *     l0 + m > b1 - a0   and   l1 - m < b0 - a1
 *
 * for any m that is also at least as long as each of the three intervals. Inside, position a is
 * numbered a - a0 and sum b is numbered b - b0, so that both begin at 0; lag l then stands at
 * l - (b0 - a0) mod m.
 */
#ifndef FFTC_DESCRIBE_CONVOLUTION_AXIS_H
#define FFTC_DESCRIBE_CONVOLUTION_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fftcore/kernel/padding.h"

/* Maps the numbers 0 <= i < count of a line as the plan counts them to the user's memory: to index
 * u = (i + at) mod modulus, or last - u for last != 0. They exist where begin <= u < end.
 *
 * With padding u counts from the first number of it, which is `begin` numbers before the signal's
 * own, and everything exists: index `first` + k for what kernel/padding.h says to be k. */
typedef struct fftc_map {
    size_t count;
    size_t modulus;
    size_t at;
    size_t begin;
    size_t end;
    size_t last;
    unsigned padding; /* FFTC_PADDING_... */
    size_t first;
} fftc_map;

/* What is asked along an axis. Lags: tap t of `taps` is lag t - origin, or for `correlate`
 * origin - t. With padding the signal exists everywhere, from 0 to the period, and the part of it
 * that is not padding is in memory from held_begin to held_end. */
typedef struct fftc_axis_wish {
    size_t period;
    size_t src_begin, src_end;
    size_t held_begin, held_end; /* without padding the same two */
    unsigned padding;            /* FFTC_PADDING_... */
    size_t dst_begin, dst_end;
    size_t taps;
    size_t origin;
    bool correlate;
} fftc_axis_wish;

/* A way to get it: any period from `least` on (`exact`: only that one). */
typedef struct fftc_axis_way {
    uint64_t least;
    bool exact;
    bool nothing;  /* no sum has a term */
    bool complete; /* every wanted sum is among them; otherwise the others are 0 */
    int64_t src_first;
    size_t src_count;
    int64_t dst_first;
    size_t dst_count;
} fftc_axis_way;

/* The ways with the described period itself, and with another one. */
fftc_axis_way fftc_axis_exact(const fftc_axis_wish *wish);
fftc_axis_way fftc_axis_linear(const fftc_axis_wish *wish);

/* A way with another period that gives everything from the first wanted sum to the last, also sums
 * without any term. `nothing`: the signal is needed nowhere, and counts as 0. */
fftc_axis_way fftc_axis_all(const fftc_axis_wish *wish);

/* A way that gives the first `count` wanted sums. Those behind them are the same sums of the signal
 * that many numbers further on, wherever that exists. */
fftc_axis_way fftc_axis_block(const fftc_axis_wish *wish, size_t count);

/* Whether each number of the signal occurs at most once between two positions. */
bool fftc_axis_met_once(const fftc_axis_wish *wish, int64_t first, int64_t last);

/* Fills the signal's period by padding. */
void fftc_axis_pad(fftc_axis_wish *wish, unsigned padding);

/* How often a number of the signal is there in a period, at most, with padding. */
size_t fftc_axis_copies(const fftc_axis_wish *wish);

/* The maps of a way with the period m. */
fftc_map fftc_axis_src(const fftc_axis_wish *wish, const fftc_axis_way *way);
fftc_map fftc_axis_dst(const fftc_axis_wish *wish, const fftc_axis_way *way);
fftc_map fftc_axis_kernel(const fftc_axis_wish *wish, const fftc_axis_way *way, size_t m);

/* The place of the least lag, not yet modulo the period: l - (b0 - a0). */
int64_t fftc_axis_kernel_first(const fftc_axis_wish *wish, const fftc_axis_way *way);

/* Whether the user's memory has the line's numbers one after the other, from index `at` on. */
static inline bool fftc_map_straight(const fftc_map *map)
{
    return map->padding == FFTC_PADDING_ZERO && map->last == 0 && map->at >= map->begin &&
           map->at + map->count <= map->end;
}

/* Where number i of a line is in the period. (Most lines never reach around the corner, and
 * dividing is slow.) */
static inline size_t fftc_map_place(const fftc_map *map, size_t i)
{
    size_t u = i + map->at;
    return u < map->modulus ? u : u % map->modulus;
}

/* The user's index of number i; false if there is none. */
static inline bool fftc_map_find(const fftc_map *map, size_t i, size_t *index)
{
    size_t u = fftc_map_place(map, i);
    if (i < map->count && map->padding != FFTC_PADDING_ZERO) {
        *index = map->first + fftc_padding_find((uint32_t)u, (uint32_t)map->begin,
                                                (uint32_t)(map->end - map->begin), map->padding)
                                  .index;
        return true;
    }
    if (i >= map->count || u < map->begin || u >= map->end) {
        return false;
    }
    *index = map->last != 0 ? map->last - u : u;
    return true;
}

#endif
