/* SPDX-License-Identifier: MIT
 *
 * A unit (engine.c): passes through columns side by side, in packed vectors (packed_complex.h).
 */
#include "cpu/engine/units/packed_complex.h"

#include "cpu/engine/column_passes.h"
#include "cpu/engine/units/codelets.h"

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

/* Times the number whose parts are these two vectors. */
FORCE fftc_complex turned_by(fftc_complex x, const fftc_scalar *w)
{
    return packed(x.v * *(const loose_real *)(const void *)w +
                  exchanged(x.v) * *(const loose_real *)(const void *)(w + LANES));
}

#define EACH_RADIX "cpu/engine/units/column_pass_tmpl.h"
#include "cpu/engine/units/radices_tmpl.h"

#define OBJECT__(isa, bits, lanes) fftc_column_passes_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

extern const fftc_column_passes OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_column_passes OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES) = {
    .lanes = LANES,
    .pass = {[2] = pass_2,
             [3] = pass_3,
             [4] = pass_4,
             [5] = pass_5,
             [6] = pass_6,
             [7] = pass_7,
             [8] = pass_8,
             [9] = pass_9,
             [10] = pass_10,
             [11] = pass_11,
             [12] = pass_12,
             [13] = pass_13,
             [14] = pass_14,
             [15] = pass_15,
             [16] = pass_16},
};
