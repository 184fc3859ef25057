/* SPDX-License-Identifier: MIT
 *
 * How the lines of a schedule lie in shared memory, and the bank conflicts of that.
 */
#ifndef FFTC_DEVICE_LINE_LAYOUT_H
#define FFTC_DEVICE_LINE_LAYOUT_H

#include "device/line_plan.h"

static inline uint32_t fftc_ceil_div(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

/* The most butterflies of a stage that an invocation makes. */
static inline uint32_t fftc_line_stage_butterflies(const fftc_line_schedule *s, uint32_t radix)
{
    return fftc_ceil_div(s->points / radix, s->invocations);
}

/* How many powers 1, 2, 4, ... of a factor are below `count`, as the kernel's function of this
 * name. */
static inline uint32_t fftc_line_rows(uint32_t count)
{
    uint32_t rows = 0;
    while (count > 1u << rows) {
        ++rows;
    }
    return rows;
}

/* Elements of a butterfly of that radix that are taken in one round, and points of a line that are
 * in shared memory at a time while a stage of that radix takes them, as the kernel's functions
 * fftc_line_part and fftc_line_block. */
static inline uint32_t fftc_line_part(const fftc_line_schedule *s, uint32_t radix)
{
    return fftc_ceil_div(radix, s->rounds);
}

static inline uint32_t fftc_line_block(const fftc_line_schedule *s, uint32_t radix)
{
    return fftc_line_part(s, radix) * (s->points / radix);
}

/* The most points of a line that are in shared memory at a time. */
uint32_t fftc_line_round_points(const fftc_line_schedule *s);

static inline bool fftc_line_crosses(const fftc_line_schedule *s)
{
    return s->stages > 1 || s->gathered != 0;
}

/* Words from one line to the next, at the least. */
uint32_t fftc_line_stride_least(const fftc_line_schedule *s);

/* Chooses the padding and stride with the fewest conflicts, and of those the smallest. */
void fftc_line_pad(fftc_line_schedule *s, uint32_t words_max);

#endif
