/* SPDX-License-Identifier: MIT */
#include "cpu/convolution/direct_sums.h"

#include "cpu/isa.h"

#define DECLARE(isa, f32, f64) \
    extern const fftc_direct_set fftc_direct_##isa##_##f32, fftc_direct_##isa##_##f64;
#define SETS(isa, f32, f64)                                    \
    {                                                          \
        &fftc_direct_##isa##_##f32, &fftc_direct_##isa##_##f64 \
    }

DECLARE(base, f32x4, f64x2)
DECLARE(exact_base, f32x4, f64x2)
#ifdef FFTC_ENGINE_AVX2
DECLARE(avx2, f32x8, f64x4)
DECLARE(exact_avx2, f32x8, f64x4)
#endif
#ifdef FFTC_ENGINE_AVX512
DECLARE(avx512, f32x16, f64x8)
#endif

/* The sums of the scalar instruction set are the base's. */
static const fftc_direct_set *const sets[][2] = {
#ifdef FFTC_ENGINE_AVX512
    SETS(avx512, f32x16, f64x8),
#endif
#ifdef FFTC_ENGINE_AVX2
    SETS(avx2, f32x8, f64x4),
#endif
    SETS(base, f32x4, f64x2), SETS(base, f32x4, f64x2)};

/* The exact sets, from AVX2's place on. */
static const fftc_direct_set *const exact_sets[][2] = {
#ifdef FFTC_ENGINE_AVX2
    SETS(exact_avx2, f32x8, f64x4),
#endif
    SETS(exact_base, f32x4, f64x2), SETS(exact_base, f32x4, f64x2)};

const fftc_direct_set *fftc_direct_set_for(const char *isa, fftc_precision precision, bool exact)
{
    const size_t place = fftc_isa_place(exact ? fftc_isa_exact(isa) : isa);
    return (exact ? exact_sets[place - fftc_isa_place("avx2")]
                  : sets[place])[precision == FFTC_FLOAT64];
}
