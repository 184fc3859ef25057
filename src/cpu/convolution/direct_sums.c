/* SPDX-License-Identifier: MIT */
#include "cpu/convolution/direct_sums.h"

#include "cpu/engine/isas.h"

#define DECLARE(isa) extern const fftc_direct_set fftc_direct_##isa, fftc_direct_exact_##isa;

DECLARE(base)
#ifdef FFTC_ENGINE_AVX2
DECLARE(avx2)
#endif
#ifdef FFTC_ENGINE_AVX512
DECLARE(avx512)
#endif

const fftc_direct_set *fftc_direct_set_for(const char *isa, bool exact)
{
#define PAIR(isa) {&fftc_direct_##isa, &fftc_direct_exact_##isa},
    static const fftc_direct_set *const sets[][2] = {
#ifdef FFTC_ENGINE_AVX512
        PAIR(avx512)
#endif
#ifdef FFTC_ENGINE_AVX2
            PAIR(avx2)
#endif
                PAIR(base) PAIR(base) /* scalar's sums are the base's */
    };
#undef PAIR
    return sets[fftc_isa_place(isa)][exact];
}
