/* SPDX-License-Identifier: MIT
 *
 * The three passes of one radix in rows of r1 r2 r3 points on packed numbers (triple.c):
 * packed_pass_tmpl.h includes this where the unit has such rows.
 */

#if RADIX >= C
#include "cpu/engine/units/packed_triple_first_tmpl.h"
#endif

#if RADIX <= FFTC_PACKED_MAX_RADIX
/* Does C rows of RADIX r3 points, which are columns of y, whose lines are r1 numbers apart. The
 * results are RADIX blocks of r3 vectors, `pitch` vectors apart: a constant needs no registers. */
FORCE void NAME(triple_middle_any)(const fftc_scalar *y, size_t r1, size_t r3, fftc_real *to,
                                   const fftc_scalar *w, const size_t pitch, const int inverse)
{
    fftc_strided apart = NUMBERS_APART(r1 * r3, RADIX);
    for (size_t j = 0; j < r3; ++j, y += 2 * r1, ++to, w += 2 * (RADIX - 1)) {
        origin from = {fftc_strided_at(y, apart), apart};
        NAME(half) h = NAME(begin)(from, RADIX, inverse);
        UNROLL for (int k = 0; k < COLUMN; ++k)
        {
            STEP(row) x = STEP(second)(h.row[k], k);
            UNROLL for (int i = 0; i < ROW_POINTS; ++i)
            {
                const int q = STEP(out)(k, i);
                to[q * pitch] =
                    (q == 0 ? x.v[i] : twiddled_by_one(x.v[i], w + 2 * (q - 1), inverse)).v;
            }
        }
    }
}

FORCE void NAME(triple_middle_either)(const fftc_scalar *y, size_t r1, size_t r3, fftc_real *to,
                                      const fftc_scalar *w, const size_t pitch, int inverse)
{
    if (inverse) {
        NAME(triple_middle_any)(y, r1, r3, to, w, pitch, 1);
    } else {
        NAME(triple_middle_any)(y, r1, r3, to, w, pitch, 0);
    }
}

static void NAME(triple_middle)(const fftc_scalar *y, size_t r1, size_t r3, fftc_real *to,
                                const fftc_scalar *w, size_t pitch, int inverse)
{
    if (LONG && pitch > FFTC_PACKED_MAX_RADIX) {
        NAME(triple_middle_either)(y, r1, r3, to, w, FFTC_PACKED_MAX_FIRST, inverse);
    } else {
        NAME(triple_middle_either)(y, r1, r3, to, w, FFTC_PACKED_MAX_RADIX, inverse);
    }
}

#endif

/* Takes what the middle pass left; stores results r1 r2 numbers apart. `next`: NULL, or a later
 * row, for whose results each step prefetches as much as it writes itself, from byte `from` on. */
FORCE void NAME(triple_last_any)(const fftc_real *y, fftc_scalar *d, size_t r1, size_t r2,
                                 size_t from, const int inverse, const int how,
                                 const fftc_prefetch_row *next)
{
    fftc_strided rows = NUMBERS_APART(r1 * r2, RADIX);
    for (size_t k = 0; k < r2; ++k, y += FFTC_TRIPLE_PITCH(RADIX), d += 2 * r1) {
        bring_dst(next, from + k * RADIX * C * NUMBER_BYTES, C * RADIX * NUMBER_BYTES, how);
        NAME(last_chunk)(y, d, rows, inverse, how);
    }
}

static void NAME(triple_last)(const fftc_real *y, fftc_scalar *d, size_t r1, size_t r2, size_t from,
                              int inverse, const fftc_prefetch_row *next)
{
    IN_EACH_WAY(NAME(triple_last_any), next != NULL && next->nontemporal, y, d, r1, r2, from);
}
