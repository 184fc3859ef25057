/* SPDX-License-Identifier: MIT */
#include "cpu/convolution/direct_sums.h"

#include "cpu/isa.h"

/* The sums of the scalar instruction set are the base's. */
#define fftc_direct_scalar_f32x1 fftc_direct_base_f32x4
#define fftc_direct_scalar_f64x1 fftc_direct_base_f64x2
#define DECLARE(isa, f32, f64) \
    extern const fftc_direct_set fftc_direct_##isa##_f32x##f32, fftc_direct_##isa##_f64x##f64;
#define SETS(isa, f32, f64) \
    {FFTC_IF_F32(&fftc_direct_##isa##_f32x##f32), FFTC_IF_F64(&fftc_direct_##isa##_f64x##f64)},

FFTC_BUILT_ISAS(DECLARE)
static const fftc_direct_set *const sets[][2] = {FFTC_BUILT_ISAS(SETS)};

/* The exact sets, from AVX2's place on: fftc_isa_exact names no better one. */
#define EXACT_avx512
#define EXACT_avx2 SETS(exact_avx2, 8, 4)
#define EXACT_base SETS(exact_base, 4, 2)
#define EXACT_scalar EXACT_base
#define EXACT(isa, f32, f64) EXACT_##isa

DECLARE(exact_avx2, 8, 4)
DECLARE(exact_base, 4, 2)
static const fftc_direct_set *const exact_sets[][2] = {FFTC_BUILT_ISAS(EXACT)};

const fftc_direct_set *fftc_direct_set_for(const char *isa, fftc_precision precision, bool exact)
{
    const size_t place = fftc_isa_place(exact ? fftc_isa_exact(isa) : isa);
    return (exact ? exact_sets[place - fftc_isa_place("avx2")]
                  : sets[place])[precision == FFTC_FLOAT64];
}
