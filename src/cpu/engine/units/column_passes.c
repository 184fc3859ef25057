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

FORCE fftc_complex load(const char *p)
{
    return packed(*(const loose_real *)(const void *)p);
}

FORCE void store(char *p, fftc_complex x)
{
    *(loose_real *)(void *)p = x.v;
}

/* The first m numbers of a vector, within so many of its bits. */
FORCE fftc_complex load_some(const char *p, size_t m, const int bits)
{
#if HAS_MASKS
    return packed(some_load_within((const fftc_scalar *)(const void *)p, 2 * m, bits));
#else
    (void)bits;
    return m == C ? load(p) : packed(some_load((const fftc_scalar *)(const void *)p, 2 * m));
#endif
}

FORCE void store_some(char *p, fftc_complex x, size_t m, const int bits)
{
#if HAS_MASKS
    some_store_within((fftc_scalar *)(void *)p, x.v, 2 * m, bits);
#else
    (void)bits;
    if (m == C) {
        store(p, x);
    } else {
        some_store((fftc_scalar *)(void *)p, x.v, 2 * m);
    }
#endif
}

/* DO(bits), a statement, with the fewest bits that hold m numbers. */
#if HAS_MASKS
#define WITHIN_BITS(m, DO)        \
    do {                          \
        if ((m) > C / 2) {        \
            DO(512);              \
        } else if ((m) > C / 4) { \
            DO(256);              \
        } else {                  \
            DO(128);              \
        }                         \
    } while (0)
#else
#define WITHIN_BITS(m, DO) DO(VECTOR_BITS)
#endif

/* Numbers `first` to `first` + m - 1 of a vector, where the first of them is at p. */
#if HAS_MASKS
#define JOINS 1
FORCE fftc_complex load_over(fftc_complex x, const char *p, size_t first, size_t m)
{
    return packed(middle_load(x.v, (const fftc_scalar *)(const void *)p, 2 * first, 2 * m));
}

FORCE void store_from(char *p, fftc_complex x, size_t first, size_t m)
{
    middle_store((fftc_scalar *)(void *)p, x.v, 2 * first, 2 * m);
}
#else
#define JOINS 0
#endif

/* Non-temporal stores of vectors that are cache lines need not follow each other. */
#define NONTEMPORAL (LANES * FFTC_PRECISION == 512 && FFTC_NONTEMPORAL)

FORCE void put(char *p, fftc_complex x, const int nontemporal)
{
    if (nontemporal) {
        fftc_store_nontemporal(p, x.v);
    } else {
        store(p, x);
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
    .joins = JOINS,
    .pass = {COLUMN_RADICES(FFTC_FUNCTION_OF, pass)},
    .lone = {COLUMN_RADICES(FFTC_FUNCTION_OF, lone)},
#if NONTEMPORAL
    .pass_nontemporal = {COLUMN_RADICES(FFTC_FUNCTION_OF, pass_nontemporal)},
#endif
};
