/* SPDX-License-Identifier: MIT
 *
 * A unit (engine.c): passes through columns side by side, in packed vectors (packed_complex.h).
 */
#include "cpu/engine/units/packed_complex.h"

#include "cpu/engine/column_passes.h"
#include "cpu/engine/units/codelets.h"
#include "cpu/engine/units/past_caches.h"

#define LANES FFTC_LANES
#define C (LANES / 2)
#define NUMBER (2 * sizeof(fftc_scalar))

#include "cpu/engine/units/some_lanes.h"

typedef fftc_real loose_real __attribute__((aligned(sizeof(fftc_scalar)), may_alias));

/* The first m numbers of a vector; C is a constant. */
FORCE fftc_complex load(const char *p, size_t m)
{
    if (m == C) {
        return packed(*(const loose_real *)(const void *)p);
    }
    return packed(some_load((const fftc_scalar *)(const void *)p, 2 * m));
}

FORCE void store(char *p, fftc_complex x, size_t m)
{
    if (m == C) {
        *(loose_real *)(void *)p = x.v;
    } else {
        some_store((fftc_scalar *)(void *)p, x.v, 2 * m);
    }
}

/* Vectors that are whole cache lines can go past the caches one by one, whatever comes between. */
#define PAST (LANES * FFTC_PRECISION == 512 && FFTC_PAST_CACHES)

FORCE void put(char *p, fftc_complex x, size_t m, const int past)
{
    if (past) {
        fftc_store_past(p, x.v);
    } else {
        store(p, x, m);
    }
}

/* Times the number whose parts are these two vectors. */
FORCE fftc_complex turned_by(fftc_complex x, const fftc_scalar *w)
{
    return packed(x.v * *(const loose_real *)(const void *)w +
                  exchanged(x.v) * *(const loose_real *)(const void *)(w + LANES));
}

#define EACH_RADIX "cpu/engine/units/column_pass_tmpl.h"
#include "cpu/engine/units/radices_tmpl.h"
#ifdef __AVX512F__ /* with registers for so many numbers */
#include "cpu/engine/units/codelets_long.h"
#define RADIX 20
#include "cpu/engine/units/column_pass_tmpl.h"
#define RADIX 32
#include "cpu/engine/units/column_pass_tmpl.h"
#define MORE(x) [20] = x##_20, [32] = x##_32
#else
#define MORE(x)
#endif
#define EACH(x)                                                                                    \
    {                                                                                              \
        [2] = x##_2, [3] = x##_3, [4] = x##_4, [5] = x##_5, [6] = x##_6, [7] = x##_7, [8] = x##_8, \
        [9] = x##_9, [10] = x##_10, [11] = x##_11, [12] = x##_12, [13] = x##_13, [14] = x##_14,    \
        [15] = x##_15, [16] = x##_16, MORE(x)                                                      \
    }

#define OBJECT__(isa, bits, lanes) fftc_column_passes_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

extern const fftc_column_passes OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_column_passes OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES) = {
    .lanes = LANES,
    .pass = EACH(pass),
#if PAST
    .pass_past = EACH(pass_past),
#endif
};
