/* SPDX-License-Identifier: MIT */
#include "cpu/convolution/direct_sums.h"

#include "cpu/engine/isas.h"

#define DECLARE(isa, f32, f64)                                                         \
    extern const fftc_direct_set fftc_direct_##isa##_##f32, fftc_direct_##isa##_##f64, \
        fftc_direct_exact_##isa##_##f32, fftc_direct_exact_##isa##_##f64;
#define SETS(isa, f32, f64)                                                    \
    {                                                                          \
        {&fftc_direct_##isa##_##f32, &fftc_direct_##isa##_##f64},              \
        {                                                                      \
            &fftc_direct_exact_##isa##_##f32, &fftc_direct_exact_##isa##_##f64 \
        }                                                                      \
    }

DECLARE(base, f32x4, f64x2)
#ifdef FFTC_ENGINE_AVX2
DECLARE(avx2, f32x8, f64x4)
#endif
#ifdef FFTC_ENGINE_AVX512
DECLARE(avx512, f32x16, f64x8)
#endif

const fftc_direct_set *fftc_direct_set_for(const char *isa, fftc_precision precision, bool exact)
{
    static const fftc_direct_set *const sets[][2][2] = {
#ifdef FFTC_ENGINE_AVX512
        SETS(avx512, f32x16, f64x8),
#endif
#ifdef FFTC_ENGINE_AVX2
        SETS(avx2, f32x8, f64x4),
#endif
        SETS(base, f32x4, f64x2), SETS(base, f32x4, f64x2), /* scalar's sums are the base's */
    };
    return sets[fftc_isa_place(isa)][exact][precision == FFTC_FLOAT64];
}
