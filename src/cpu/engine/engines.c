/* SPDX-License-Identifier: MIT
 *
 * Which engines there are for each instruction set.
 */
#include <string.h>

#include "cpu/engine/engine.h"
#include "cpu/isa.h"
#include "support/error.h"

#define ENGINE_(isa, bits, lanes) fftc_engine_##isa##_f##bits##x##lanes
#define ENGINE_OF(isa, bits, lanes) ENGINE_(isa, bits, lanes)
#define ENGINE(isa, bits, lanes) FFTC_IF_F##bits(&ENGINE_OF(isa, bits, lanes))
#define DECLARE(isa, f32, f64) \
    extern const fftc_engine ENGINE_OF(isa, 32, f32), ENGINE_OF(isa, 64, f64);

FFTC_BUILT_ISAS(DECLARE)
DECLARE(avx512, 8, 4)
DECLARE(FFTC_NARROW_ISA, 4, 2)
DECLARE(FFTC_EXACT_BASE_ISA, 4, 2)
DECLARE(FFTC_EXACT_SCALAR_ISA, 1, 1)
DECLARE(exact_avx2, 8, 4)

typedef struct engine_list {
    const fftc_engine *f32[5];
    const fftc_engine *f64[5];
} engine_list;

/* What comes after the widest vectors of an instruction set. Single numbers are the scalar unit's
 * everywhere. */
#define AFTER_scalar(bits, half, narrow)
#define AFTER_base(bits, half, narrow) ENGINE(scalar, bits, 1),
#define AFTER_avx2(bits, half, narrow) \
    ENGINE(FFTC_NARROW_ISA, bits, narrow), AFTER_base(bits, half, narrow)
#define AFTER_avx512(bits, half, narrow) \
    FFTC_HALF_VECTORS(ENGINE(avx512, bits, half), ) AFTER_avx2(bits, half, narrow)
#define LIST(isa, f32, f64) \
    {{ENGINE(isa, 32, f32), AFTER_##isa(32, 8, 4)}, {ENGINE(isa, 64, f64), AFTER_##isa(64, 4, 2)}},

static const engine_list lists[] = {FFTC_BUILT_ISAS(LIST)};

/* The lists of reproducible plans. They have the same lanes everywhere (those of scalar are the
 * base's), so that the same is chosen. The engines `run`, the widest first, may carry out what does
 * not depend on the number of lanes. */
typedef struct exact_list {
    const fftc_engine *f32[3];
    const fftc_engine *run32[3];
    const fftc_engine *f64[3];
    const fftc_engine *run64[3];
} exact_list;

/* From AVX2's place on (fftc_isa_place): fftc_isa_exact names no better one. */
#define EXACT_BASE(bits, narrow) ENGINE(FFTC_EXACT_BASE_ISA, bits, narrow)
#define EXACT_SCALAR(bits) ENGINE(FFTC_EXACT_SCALAR_ISA, bits, 1)
#define EXACT_avx512
#define EXACT_avx2                                   \
    {{EXACT_BASE(32, 4), EXACT_SCALAR(32)},          \
     {ENGINE(exact_avx2, 32, 8), EXACT_BASE(32, 4)}, \
     {EXACT_BASE(64, 2), EXACT_SCALAR(64)},          \
     {ENGINE(exact_avx2, 64, 4), EXACT_BASE(64, 2)}},
#define EXACT_base                          \
    {{EXACT_BASE(32, 4), EXACT_SCALAR(32)}, \
     {EXACT_BASE(32, 4)},                   \
     {EXACT_BASE(64, 2), EXACT_SCALAR(64)}, \
     {EXACT_BASE(64, 2)}},
#define EXACT_scalar EXACT_base
#define EXACT(isa, f32, f64) EXACT_##isa

static const exact_list exact_lists[] = {FFTC_BUILT_ISAS(EXACT)};

#define EXACT_LISTS (sizeof exact_lists / sizeof *exact_lists)

const fftc_engine *const *fftc_engines_exact(fftc_precision precision, const char *isa)
{
    const size_t place = fftc_isa_place(fftc_isa_exact(isa)) - fftc_isa_place("avx2");
    const exact_list *list = &exact_lists[place];
    return precision == FFTC_FLOAT64 ? list->f64 : list->f32;
}

/* NULL if the engines are not for reproducible plans. */
static const fftc_engine *const *runners(const fftc_engine *const *engines)
{
    for (size_t i = 0; i < EXACT_LISTS; ++i) {
        if (engines == exact_lists[i].f32 || engines == exact_lists[i].f64) {
            return engines == exact_lists[i].f32 ? exact_lists[i].run32 : exact_lists[i].run64;
        }
    }
    return NULL;
}

bool fftc_engines_are_exact(const fftc_engine *const *engines)
{
    return runners(engines) != NULL;
}

const fftc_engine *fftc_engine_exact_wide(const fftc_engine *const *engines)
{
    const fftc_engine *const *run = runners(engines);
    return run != NULL ? *run : NULL;
}

const fftc_engine *fftc_engine_exact_at_most(const fftc_engine *const *engines, size_t lanes)
{
    const fftc_engine *const *run = runners(engines);
    while (run != NULL && *run != NULL && (size_t)(*run)->lanes > lanes) {
        ++run;
    }
    return run != NULL ? *run : NULL;
}

fftc_status fftc_engines_check(const fftc_engine *const *engines, fftc_precision precision,
                               fftc_error *error)
{
    const char *name = precision == FFTC_FLOAT64 ? "double" : "float";
    return engines[0] != NULL ? FFTC_SUCCESS
                              : fftc_fail(error, FFTC_UNSUPPORTED,
                                          "this build has no transforms of %s: build fftcore with "
                                          "FFTCORE_PRECISIONS=\"float;double\"",
                                          name);
}

const fftc_engine *const *fftc_engines(fftc_precision precision, const char *isa)
{
    static const char exact[] = "exact_";
    if (strncmp(isa, exact, strlen(exact)) == 0) {
        return fftc_engines_exact(precision, isa + strlen(exact));
    }
    const engine_list *list = &lists[fftc_isa_place(isa)];
    return precision == FFTC_FLOAT64 ? list->f64 : list->f32;
}
