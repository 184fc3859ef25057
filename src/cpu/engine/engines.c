/* SPDX-License-Identifier: MIT
 *
 * Which engines there are for each instruction set.
 */
#include <string.h>

#include "cpu/engine/engine.h"

#define DECLARE(isa, bits, lanes) extern const fftc_engine fftc_engine_##isa##_f##bits##x##lanes;
#define ENGINE(isa, bits, lanes) &fftc_engine_##isa##_f##bits##x##lanes

DECLARE(base, 32, 4)
DECLARE(base, 32, 1)
DECLARE(base, 64, 2)
DECLARE(base, 64, 1)
#ifdef FFTC_ENGINE_AVX2
DECLARE(avx2, 32, 8)
DECLARE(avx2, 32, 4)
DECLARE(avx2, 32, 1)
DECLARE(avx2, 64, 4)
DECLARE(avx2, 64, 2)
DECLARE(avx2, 64, 1)
#endif
#ifdef FFTC_ENGINE_AVX512
DECLARE(avx512, 32, 16)
DECLARE(avx512, 32, 8)
DECLARE(avx512, 32, 4)
DECLARE(avx512, 32, 1)
DECLARE(avx512, 64, 8)
DECLARE(avx512, 64, 4)
DECLARE(avx512, 64, 2)
DECLARE(avx512, 64, 1)
#endif

typedef struct engine_list {
    const char *isa;
    const fftc_engine *f32[5];
    const fftc_engine *f64[5];
} engine_list;

/* Best first; a build may leave the upper ones out. */
static const engine_list lists[] = {
#ifdef FFTC_ENGINE_AVX512
    {"avx512",
     {ENGINE(avx512, 32, 16), ENGINE(avx512, 32, 8), ENGINE(avx512, 32, 4), ENGINE(avx512, 32, 1)},
     {ENGINE(avx512, 64, 8), ENGINE(avx512, 64, 4), ENGINE(avx512, 64, 2), ENGINE(avx512, 64, 1)}},
#endif
#ifdef FFTC_ENGINE_AVX2
    {"avx2",
     {ENGINE(avx2, 32, 8), ENGINE(avx2, 32, 4), ENGINE(avx2, 32, 1)},
     {ENGINE(avx2, 64, 4), ENGINE(avx2, 64, 2), ENGINE(avx2, 64, 1)}},
#endif
    {"base",
     {ENGINE(base, 32, 4), ENGINE(base, 32, 1)},
     {ENGINE(base, 64, 2), ENGINE(base, 64, 1)}},
};

static int level(const char *isa)
{
    return strcmp(isa, "avx512") == 0 ? 2 : strcmp(isa, "avx2") == 0 ? 1 : 0;
}

const fftc_engine *const *fftc_engines(fftc_precision precision, const char *isa)
{
    const engine_list *list = lists;
    while (level(list->isa) > level(isa)) {
        ++list;
    }
    return precision == FFTC_FLOAT64 ? list->f64 : list->f32;
}
