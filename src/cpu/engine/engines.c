/* SPDX-License-Identifier: MIT
 *
 * Which engines there are for each instruction set.
 */
#include <string.h>

#include "cpu/engine/engine.h"
#include "cpu/isa.h"

#define DECLARE(isa, bits, lanes) extern const fftc_engine fftc_engine_##isa##_f##bits##x##lanes;
#define ENGINE(isa, bits, lanes) &fftc_engine_##isa##_f##bits##x##lanes

DECLARE(scalar, 32, 1)
DECLARE(scalar, 64, 1)
DECLARE(base, 32, 4)
DECLARE(base, 64, 2)
#ifdef FFTC_ENGINE_AVX2
DECLARE(avx2, 32, 8)
DECLARE(avx2, 32, 4)
DECLARE(avx2, 64, 4)
DECLARE(avx2, 64, 2)
#endif
#ifdef FFTC_ENGINE_AVX512
DECLARE(avx512, 32, 16)
DECLARE(avx512, 32, 8)
DECLARE(avx512, 64, 8)
DECLARE(avx512, 64, 4)
#endif

/* For reproducible plans. On x86-64 the base and scalar units are exact anyway (CMakeLists.txt). */
#ifdef FFTC_ENGINE_EXACT_BASE
DECLARE(exact_base, 32, 4)
DECLARE(exact_base, 32, 1)
DECLARE(exact_base, 64, 2)
DECLARE(exact_base, 64, 1)
#define EXACT_BASE(bits, lanes) ENGINE(exact_base, bits, lanes)
#define EXACT_SCALAR(bits) ENGINE(exact_base, bits, 1)
#else
#define EXACT_BASE(bits, lanes) ENGINE(base, bits, lanes)
#define EXACT_SCALAR(bits) ENGINE(scalar, bits, 1)
#endif
#ifdef FFTC_ENGINE_AVX2
DECLARE(exact_avx2, 32, 8)
DECLARE(exact_avx2, 32, 4)
DECLARE(exact_avx2, 64, 4)
DECLARE(exact_avx2, 64, 2)
#endif

/* Vectors of 128 bits do little. AVX-512 takes AVX2's, and single numbers are the scalar unit's
 * everywhere. Builds for tests use the base's: the source text is the same. */
#if defined(FFTC_ENGINE_NARROW_BASE) || !defined(FFTC_ENGINE_AVX2)
#define NARROW(bits, lanes) ENGINE(base, bits, lanes)
#define EXACT_NARROW(bits, lanes) EXACT_BASE(bits, lanes)
#else
#define NARROW(bits, lanes) ENGINE(avx2, bits, lanes)
#define EXACT_NARROW(bits, lanes) ENGINE(exact_avx2, bits, lanes)
#endif

typedef struct engine_list {
    const fftc_engine *f32[5];
    const fftc_engine *f64[5];
} engine_list;

static const engine_list lists[] = {
#ifdef FFTC_ENGINE_AVX512
    {{ENGINE(avx512, 32, 16), ENGINE(avx512, 32, 8), NARROW(32, 4), ENGINE(scalar, 32, 1)},
     {ENGINE(avx512, 64, 8), ENGINE(avx512, 64, 4), NARROW(64, 2), ENGINE(scalar, 64, 1)}},
#endif
#ifdef FFTC_ENGINE_AVX2
    {{ENGINE(avx2, 32, 8), NARROW(32, 4), ENGINE(scalar, 32, 1)},
     {ENGINE(avx2, 64, 4), NARROW(64, 2), ENGINE(scalar, 64, 1)}},
#endif
    {{ENGINE(base, 32, 4), ENGINE(scalar, 32, 1)}, {ENGINE(base, 64, 2), ENGINE(scalar, 64, 1)}},
    {{ENGINE(scalar, 32, 1)}, {ENGINE(scalar, 64, 1)}},
};

/* The lists of reproducible plans. They have the same lanes everywhere (those of scalar are the
 * base's), so that the same is chosen. The engines `run`, the widest first, may carry out what does
 * not depend on the number of lanes. */
typedef struct exact_list {
    const fftc_engine *f32[3];
    const fftc_engine *run32[3];
    const fftc_engine *f64[3];
    const fftc_engine *run64[3];
} exact_list;

/* From AVX2's place on (fftc_isa_place). */
static const exact_list exact_lists[] = {
#ifdef FFTC_ENGINE_AVX2
    {{EXACT_NARROW(32, 4), EXACT_SCALAR(32)},
     {ENGINE(exact_avx2, 32, 8), EXACT_NARROW(32, 4)},
     {EXACT_NARROW(64, 2), EXACT_SCALAR(64)},
     {ENGINE(exact_avx2, 64, 4), EXACT_NARROW(64, 2)}},
#endif
#define BASE_LIST                                                       \
    {                                                                   \
        {EXACT_BASE(32, 4), EXACT_SCALAR(32)}, {EXACT_BASE(32, 4)},     \
            {EXACT_BASE(64, 2), EXACT_SCALAR(64)}, {EXACT_BASE(64, 2)}, \
    }
    BASE_LIST, /* of base */
    BASE_LIST, /* of scalar */
};

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

const fftc_engine *const *fftc_engines(fftc_precision precision, const char *isa)
{
    static const char exact[] = "exact_";
    if (strncmp(isa, exact, strlen(exact)) == 0) {
        return fftc_engines_exact(precision, isa + strlen(exact));
    }
    const engine_list *list = &lists[fftc_isa_place(isa)];
    return precision == FFTC_FLOAT64 ? list->f64 : list->f32;
}
