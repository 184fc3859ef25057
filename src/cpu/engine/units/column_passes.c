/* SPDX-License-Identifier: MIT
 *
 * A unit (engine.c): passes through columns side by side, in packed vectors (packed_complex.h).
 */
#include "cpu/engine/units/packed_complex.h"

#include "cpu/engine/lane_rows.h"
#include "cpu/engine/units/codelets.h"
#include "cpu/engine/units/nontemporal_stores.h"

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

/* Non-temporal stores of vectors that are cache lines need not follow each other. */
#define NONTEMPORAL (LANES * FFTC_PRECISION == 512 && FFTC_NONTEMPORAL)

FORCE void put(char *p, fftc_complex x, size_t m, const int nontemporal)
{
    if (nontemporal) {
        fftc_store_nontemporal(p, x.v);
    } else {
        store(p, x, m);
    }
}

/* Times the number whose parts are these two vectors. */
FORCE fftc_complex twiddled_by(fftc_complex x, const fftc_scalar *w)
{
    return packed(x.v * *(const loose_real *)(const void *)w +
                  exchanged(x.v) * *(const loose_real *)(const void *)(w + LANES));
}

#ifdef __AVX512F__ /* with registers for long codelets */
#include "cpu/engine/units/codelets_long.h"
#define COLUMN_RADICES(X, x) FFTC_RADICES(X, x) FFTC_LONG_COLUMN_RADICES(X, x)
#else
#define COLUMN_RADICES FFTC_RADICES
#endif
#define RADICES COLUMN_RADICES
#define EACH_RADIX "cpu/engine/units/column_pass_tmpl.h"
#include "cpu/engine/units/radices_tmpl.h"

#define OBJECT__(isa, bits, lanes) fftc_column_passes_##isa##_f##bits##x##lanes
#define OBJECT_(isa, bits, lanes) OBJECT__(isa, bits, lanes)

extern const fftc_column_passes OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES);
const fftc_column_passes OBJECT_(ENGINE_ISA, FFTC_PRECISION, FFTC_LANES) = {
    .lanes = LANES,
    .pass = {COLUMN_RADICES(FFTC_FUNCTION_OF, pass)},
#if NONTEMPORAL
    .pass_nontemporal = {COLUMN_RADICES(FFTC_FUNCTION_OF, pass_nontemporal)},
#endif
};
