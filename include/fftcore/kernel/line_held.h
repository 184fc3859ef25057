/* SPDX-License-Identifier: MIT
 *
 * The factors of all stages, loaded before the first crossing and held in registers. With few
 * workgroups nothing else hides how long a load takes: one transform of 65536 points took 5.67 us
 * on an H200 without this and 5.45 with it, 2^17 points 6.54 and 6.19.
 */
#ifndef FFTC_LINE_HELD_H
#define FFTC_LINE_HELD_H

#include "fftcore/kernel/line.h"

/* How many of the powers 1, 2, 4, 8, 16 are below `count`. */
FFTC_FN fftc_uniform fftc_line_rows(fftc_uniform count)
{
    return (count > 1u ? 1u : 0u) + (count > 2u ? 1u : 0u) + (count > 4u ? 1u : 0u) +
           (count > 8u ? 1u : 0u) + (count > 16u ? 1u : 0u);
}

/* The factors that are held: that of stage s > 0, butterfly j and a row is v[8 (s - 1) + j rows +
 * row]. */
FFTC_STRUCT(fftc_line_held)
{
    fftc_complex v[40];
};

FFTC_FN fftc_uniform fftc_line_held_at(fftc_uniform stage, fftc_uniform j, fftc_uniform radix,
                                       fftc_uniform row)
{
    return 8u * (stage - 1u) + j * fftc_line_rows(radix) + row;
}

FFTC_FN_INLINE fftc_line_held fftc_line_hold_stage(fftc_line_held held, fftc_uniform stage,
                                                   fftc_uniform before, fftc_uniform radix,
                                                   fftc_uniform table)
{
    fftc_uniform count = fftc_line_butterflies(radix);
    fftc_uniform rows = fftc_line_rows(radix);
    fftc_line_place at = fftc_line_place_of(
        FFTC_LINE_STORE_ACROSS, stage + 1u == FFTC_LINE_STAGES ? fftc_line_mirrored_store() : 0u);
    FFTC_UNROLL
    for (fftc_uniform j = 0u; j < count; ++j) {
        if (fftc_line_there(at, j, radix)) {
            fftc_uint p = fftc_line_row(at, j, radix, before);
            FFTC_UNROLL
            for (fftc_uniform row = 0u; row < rows; ++row) {
                held.v[fftc_line_held_at(stage, j, radix, row)] =
                    fftc_line_twiddle_get(p + (table + row * before));
            }
        }
    }
    return held;
}

FFTC_FN_INLINE fftc_line_held fftc_line_hold_none(void)
{
    fftc_line_held held;
    FFTC_UNROLL
    for (fftc_uniform i = 0u; i < 40u; ++i) {
        held.v[i] = fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
    }
    return held;
}

/* Loads the factors of all stages; with FFTC_LINE_HELD 0 it loads none. */
FFTC_FN_INLINE fftc_line_held fftc_line_hold(void)
{
    fftc_uniform before = FFTC_LINE_RADIX_0;
    fftc_uniform table = 0u;
    fftc_line_held held = fftc_line_hold_none();
    if (FFTC_LINE_HELD == 1u && FFTC_LINE_STAGES > 1u) {
        held = fftc_line_hold_stage(held, 1u, before, FFTC_LINE_RADIX_1, table);
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_1);
        before = before * FFTC_LINE_RADIX_1;
    }
    if (FFTC_LINE_HELD == 1u && FFTC_LINE_STAGES > 2u) {
        held = fftc_line_hold_stage(held, 2u, before, FFTC_LINE_RADIX_2, table);
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_2);
        before = before * FFTC_LINE_RADIX_2;
    }
    if (FFTC_LINE_HELD == 1u && FFTC_LINE_STAGES > 3u) {
        held = fftc_line_hold_stage(held, 3u, before, FFTC_LINE_RADIX_3, table);
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_3);
        before = before * FFTC_LINE_RADIX_3;
    }
    if (FFTC_LINE_HELD == 1u && FFTC_LINE_STAGES > 4u) {
        held = fftc_line_hold_stage(held, 4u, before, FFTC_LINE_RADIX_4, table);
        table = table + before * fftc_line_rows(FFTC_LINE_RADIX_4);
        before = before * FFTC_LINE_RADIX_4;
    }
    if (FFTC_LINE_HELD == 1u && FFTC_LINE_STAGES > 5u) {
        held = fftc_line_hold_stage(held, 5u, before, FFTC_LINE_RADIX_5, table);
    }
    return held;
}

#endif
